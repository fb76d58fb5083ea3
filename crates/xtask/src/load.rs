//! `cargo xtask load`: many games at once on one server, and how long the page waits for its answers.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::tools;

/// Games at the same time.
const SESSIONS: usize = 50;
/// How long they are played.
const SECONDS: u64 = 20;
/// 95 of 100 answers must come within this.
const LIMIT: Duration = Duration::from_millis(100);
/// The opponent: a search of limited nodes.
const OPPONENT: &str = "mcts(playouts=2000)";
/// A person looks at the board between moves.
const PAUSE: Duration = Duration::from_millis(100);

/// Builds the program and measures it.
pub fn build_and_run() -> Result<()> {
    crate::cargo(&["build", "--release", "-p", "enban"])?;
    run(&tools::target().join("release/enban"))
}

/// Plays many games against a server and holds its answers to the limit.
pub fn run(program: &Path) -> Result<()> {
    let folder = std::env::temp_dir().join(format!("enban-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let measured = Server::start(program, &folder).and_then(|server| measure(&server.address));
    std::fs::remove_dir_all(&folder)?;
    let mut waits = measured?;
    waits.sort_unstable();
    let at = |share: usize| waits[(waits.len() - 1) * share / 100];
    println!(
        "{SESSIONS} games for {SECONDS} s against {OPPONENT}: {} answers; half within {:.1?}, 95% within {:.1?}, all within {:.1?}",
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

fn measure(address: &str) -> Result<Vec<Duration>> {
    let end = Instant::now() + Duration::from_secs(SECONDS);
    std::thread::scope(|scope| {
        let sessions: Vec<_> =
            (0..SESSIONS).map(|number| scope.spawn(move || session(address, number as u64, end))).collect();
        let mut waits = Vec::new();
        for session in sessions {
            waits.extend(session.join().expect("sessions do not panic")?);
        }
        Ok(waits)
    })
}

/// One game after another until the end; how long each answer took.
fn session(address: &str, number: u64, end: Instant) -> Result<Vec<Duration>> {
    let mut waits = Vec::new();
    let seats = json!([{ "kind": "human" }, { "kind": "player", "player": OPPONENT }]);
    while Instant::now() < end {
        let new = json!({ "game": "nip", "seats": seats, "seed": number });
        let mut room = ask(address, "POST", "/api/rooms", Some(&new), &mut waits)?;
        let path = format!("/api/rooms/{}", room["id"].as_str().context("a room has an id")?);
        while Instant::now() < end && room["view"]["turn"] != "over" {
            let legal = room["view"]["legal"].as_array().context("legal moves")?;
            room = match legal.get(number as usize % legal.len().max(1)) {
                Some(choice) if room["view"]["mover"] == 0 => {
                    let play = json!({ "move": choice["move"] });
                    ask(address, "POST", &format!("{path}/play"), Some(&play), &mut waits)?
                }
                _ => ask(address, "GET", &path, None, &mut waits)?,
            };
            std::thread::sleep(PAUSE);
        }
        ask(address, "DELETE", &path, None, &mut waits)?;
    }
    Ok(waits)
}

/// One request on a connection of its own, and its answer.
fn ask(address: &str, method: &str, path: &str, body: Option<&Value>, waits: &mut Vec<Duration>) -> Result<Value> {
    let body = body.map(Value::to_string).unwrap_or_default();
    let began = Instant::now();
    let mut stream = TcpStream::connect(address).with_context(|| format!("cannot reach {address}"))?;
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    waits.push(began.elapsed());
    let (head, body) = answer.split_once("\r\n\r\n").context("an answer has a head")?;
    if !head.starts_with("HTTP/1.1 2") {
        bail!("{method} {path}: {}", head.lines().next().unwrap_or_default());
    }
    Ok(serde_json::from_str(body).unwrap_or(Value::Null))
}
