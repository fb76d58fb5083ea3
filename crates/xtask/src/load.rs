//! `cargo xtask load`: many games at once on one server, and how long the page waits for its answers.

pub mod attack;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::tools;

/// Games that are played at the same time.
#[derive(Clone, Copy, Debug)]
struct Games {
    at_once: usize,
    /// A person looks at the board between moves.
    pause: Duration,
}

const GAMES: Games = Games { at_once: 50, pause: Duration::from_millis(100) };
/// How long they are played.
const SECONDS: u64 = 20;
/// 95 of 100 answers must come within this.
const LIMIT: Duration = Duration::from_millis(100);
/// The opponent: a search of limited nodes.
const OPPONENT: &str = "mcts(playouts=2000)";

/// Builds the program and returns where it is.
pub fn build() -> Result<PathBuf> {
    crate::cargo(&["build", "--release", "-p", "enban"])?;
    Ok(tools::target().join("release/enban"))
}

/// Plays many games against a server and holds its answers to the limit.
pub fn run(program: &Path) -> Result<()> {
    let waits = in_folder(|folder| {
        let server = Server::start(program, folder)?;
        play_games(&server.address, GAMES, Instant::now() + Duration::from_secs(SECONDS))
    })?;
    tell(&format!("{} games for {SECONDS} s", GAMES.at_once), waits)
}

/// Does something in a folder that is gone afterwards.
fn in_folder<R>(work: impl FnOnce(&Path) -> Result<R>) -> Result<R> {
    let folder = std::env::temp_dir().join(format!("enban-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let done = work(&folder);
    std::fs::remove_dir_all(&folder)?;
    done
}

/// Tells how long answers took, and holds them to the limit.
fn tell(what: &str, mut waits: Vec<Duration>) -> Result<()> {
    waits.sort_unstable();
    let at = |share: usize| waits[(waits.len() - 1) * share / 100];
    println!(
        "{what} against {OPPONENT}: {} answers; half within {:.1?}, 95% within {:.1?}, all within {:.1?}",
        waits.len(),
        at(50),
        at(95),
        at(100)
    );
    if at(95) > LIMIT {
        bail!("95% of the answers took {:.1?}; expected {LIMIT:.0?} at most", at(95));
    }
    Ok(())
}

/// A server that ends with this value.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(program: &Path, folder: &Path) -> Result<Self> {
        let mut child = Command::new(program)
            .args(["serve", "--no-open", "--address", "127.0.0.1:0", "--store"])
            .arg(folder.join("store.db"))
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("the server's output")?).read_line(&mut line)?;
        let address = line.trim().trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_owned();
        Ok(Self { child, address })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has nothing to keep; if it is gone already, so much the better.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays games until the end; how long each answer took.
fn play_games(address: &str, games: Games, end: Instant) -> Result<Vec<Duration>> {
    std::thread::scope(|scope| {
        let sessions: Vec<_> = (0..games.at_once)
            .map(|number| scope.spawn(move || session(address, number as u64, games.pause, end)))
            .collect();
        let mut waits = Vec::new();
        for session in sessions {
            waits.extend(session.join().expect("sessions do not panic")?);
        }
        Ok(waits)
    })
}

/// One game after another until the end; how long each answer took.
fn session(address: &str, number: u64, pause: Duration, end: Instant) -> Result<Vec<Duration>> {
    let mut waits = Vec::new();
    let mut timed = |method: &str, path: &str, body: Option<&Value>| {
        let began = Instant::now();
        let answer = ask(address, method, path, body)?;
        waits.push(began.elapsed());
        Ok::<_, anyhow::Error>(answer)
    };
    let seats = json!([{ "kind": "human" }, { "kind": "player", "player": OPPONENT }]);
    while Instant::now() < end {
        let new = json!({ "game": "nip", "seats": seats, "seed": number });
        let mut room = timed("POST", "/api/rooms", Some(&new))?;
        let path = format!("/api/rooms/{}", room["id"].as_str().context("a room has an id")?);
        while Instant::now() < end && room["view"]["turn"] != "over" {
            let legal = room["view"]["legal"].as_array().context("legal moves")?;
            room = match legal.get(number as usize % legal.len().max(1)) {
                Some(choice) if room["view"]["mover"] == 0 => {
                    timed("POST", &format!("{path}/play"), Some(&json!({ "move": choice["move"] })))?
                }
                _ => timed("GET", &path, None)?,
            };
            std::thread::sleep(pause);
        }
        timed("DELETE", &path, None)?;
    }
    Ok(waits)
}

/// One request on a connection of its own, and its answer.
fn ask(address: &str, method: &str, path: &str, body: Option<&Value>) -> Result<Value> {
    let body = body.map(Value::to_string).unwrap_or_default();
    let mut stream = TcpStream::connect(address).with_context(|| format!("cannot reach {address}"))?;
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").context("an answer has a head")?;
    if !head.starts_with("HTTP/1.1 2") {
        bail!("{method} {path}: {}", head.lines().next().unwrap_or_default());
    }
    Ok(serde_json::from_str(body).unwrap_or(Value::Null))
}
