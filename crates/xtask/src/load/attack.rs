//! `cargo xtask attack`: 180 games at once, and one attacker of each kind who tries to stop the server.
//!
//! People get their answers, and afterwards the server has its memory back.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use super::{Games, Server, ask, in_folder, play_games, tell};

/// Games that people play; the attackers have some of the 200 that a server may have.
const GAMES: Games = Games { at_once: 180, pause: Duration::from_millis(1500) };
/// Connections that an attacker keeps open.
const HELD: usize = 400;
/// Afterwards the memory must be back to this many hundredths of what it was.
const MEMORY_SHARE: u64 = 120;
/// What attackers rest between two blows.
const REST: Duration = Duration::from_millis(20);

/// Plays and attacks for so many seconds.
pub fn run(program: &Path, seconds: u64) -> Result<()> {
    let (waits, blows, [before, after]) = in_folder(|folder| {
        let server = Server::start(program, folder)?;
        // What is laid out once, such as the weights of evaluations and the threads, is there before it is measured.
        play_games(&server.address, GAMES, Instant::now() + Duration::from_secs(5))?;
        let before = memory(&server)?;
        let end = Instant::now() + Duration::from_secs(seconds);
        let blows = Mutex::new(Vec::new());
        let waits = std::thread::scope(|scope| {
            for (name, attack) in ATTACKS {
                let (address, blows) = (server.address.as_str(), &blows);
                scope.spawn(move || {
                    let count = until(end, || attack(address, end));
                    blows.lock().expect("attackers do not panic").push(format!("{name} {count}"));
                });
            }
            play_games(&server.address, GAMES, end)
        })?;
        std::thread::sleep(Duration::from_secs(3));
        Ok((waits, blows.into_inner().expect("attackers do not panic"), [before, memory(&server)?]))
    })?;
    println!("attackers: {}", blows.join(", "));
    println!("memory: {before} MB before, {after} MB after");
    tell(&format!("{} games for {seconds} s under attack", GAMES.at_once), waits)?;
    if after * 100 > before * MEMORY_SHARE {
        bail!("the server keeps {after} MB; expected {MEMORY_SHARE}% of {before} MB at most");
    }
    Ok(())
}

/// Strikes until the end; how often. A blow that the server refuses is a blow all the same.
fn until(end: Instant, mut strike: impl FnMut() -> Result<()>) -> usize {
    let mut count = 0;
    while Instant::now() < end {
        let _ = strike();
        count += 1;
        std::thread::sleep(REST);
    }
    count
}

/// One blow at a server until some time.
type Attack = fn(&str, Instant) -> Result<()>;

const ATTACKS: [(&str, Attack); 7] = [
    ("half-open", half_open),
    ("slow bodies", slow_bodies),
    ("imports", import),
    ("overlays", overlays),
    ("slow players", slow_players),
    ("round robins", round_robin),
    ("solvers", solvers),
];

/// Connections that say half of what they want, as many as it can hold.
fn half_open(address: &str, end: Instant) -> Result<()> {
    let mut held = VecDeque::new();
    while Instant::now() < end {
        let mut stream = TcpStream::connect(address)?;
        // The server may have closed it already.
        let _ = write!(stream, "GET /api/games HTTP/1.1\r\nhost: {address}\r\nx-");
        held.push_back(stream);
        if held.len() > HELD {
            held.pop_front();
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(())
}

/// A body that comes byte by byte.
fn slow_bodies(address: &str, end: Instant) -> Result<()> {
    let mut stream = TcpStream::connect(address)?;
    write!(
        stream,
        "POST /api/rooms HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n"
    )?;
    while Instant::now() < end && stream.write_all(b" ").is_ok() {
        std::thread::sleep(Duration::from_millis(200));
    }
    Ok(())
}

/// A record of nearly 20,000 positions, with a short word at each.
fn import(address: &str, _: Instant) -> Result<()> {
    let imported = ask(address, "POST", "/api/import", Some(&json!({ "text": large_record() })))?;
    close(address, &imported["room"])
}

/// Sixty moves along the rows, each with many short variations, close to a megabyte in all.
fn large_record() -> String {
    let point = |number: usize| {
        let letter = |number: usize| char::from(b'a' + number as u8);
        format!("{}{}", letter(number % 19), letter(number / 19))
    };
    let stone = |turn: usize, number: usize| {
        format!(";{}[{}]C[{}]", if turn.is_multiple_of(2) { 'B' } else { 'W' }, point(number), "word ".repeat(7))
    };
    let (mut record, mut ends) = ("(;GM[1]SZ[19]".to_owned(), String::new());
    for turn in 0..60 {
        record += &format!("({}", stone(turn, 2 * turn));
        let variations: String = (0..55)
            .map(|number| {
                let line: String = (0..6).map(|ply| stone(turn + 1 + ply, 121 + (number + ply * 37) % 220)).collect();
                format!("({line})")
            })
            .collect();
        ends = format!("{variations}){ends}");
    }
    record + &ends + ")"
}

/// What is seen in a crowded position of 19x19, over and over.
fn overlays(address: &str, end: Instant) -> Result<()> {
    let seats = json!([{ "kind": "player", "player": "random" }, { "kind": "player", "player": "random" }]);
    let room = ask(address, "POST", "/api/rooms", Some(&json!({ "game": "go19", "seats": seats, "seed": 7 })))?;
    let path = path_of(&room)?;
    ask(address, "POST", &format!("{path}/run"), Some(&json!({ "running": true })))?;
    std::thread::sleep(Duration::from_secs(2));
    ask(address, "POST", &format!("{path}/run"), Some(&json!({ "running": false })))?;
    let nodes = ask(address, "GET", &path, None)?["nodes"].as_array().map_or(1, Vec::len);
    let look = |round: usize| -> Result<()> {
        let name = ["status", "strength", "candidates"][round % 3];
        ask(address, "POST", &format!("{path}/goto"), Some(&json!({ "node": round * 7 % nodes })))?;
        ask(address, "POST", &format!("{path}/overlay"), Some(&json!({ "name": name })))?;
        Ok(())
    };
    let looked = (0..).take_while(|_| Instant::now() < end).try_for_each(look);
    close(address, &room)?;
    looked
}

/// Players that think for a minute.
fn slow_players(address: &str, end: Instant) -> Result<()> {
    let seat = json!({ "kind": "player", "player": "mcts(time=60)" });
    let new = json!({ "game": "nip", "seats": [seat, seat], "seed": 1 });
    let rooms: Vec<Value> = (0..8).map_while(|_| ask(address, "POST", "/api/rooms", Some(&new)).ok()).collect();
    for room in &rooms {
        ask(address, "POST", &format!("{}/run", path_of(room)?), Some(&json!({ "running": true })))?;
    }
    while Instant::now() + REST < end {
        std::thread::sleep(REST);
    }
    rooms.iter().try_for_each(|room| close(address, room))
}

/// An experiment of 32 million pairings.
fn round_robin(address: &str, _: Instant) -> Result<()> {
    let players: Vec<String> = (0..8000).map(|number| format!("\"random(seed={number})\"")).collect();
    let design = format!("[design]\nkind = \"round-robin\"\nplayers = [{}]\n", players.join(", "));
    let toml = format!("name = \"large\"\ngame = \"nip\"\ngames = 2\n{design}");
    ask(address, "POST", "/api/experiments", Some(&json!({ "toml": toml, "start": true })))?;
    Ok(())
}

/// Solutions that take ten minutes, for someone who listens.
fn solvers(address: &str, end: Instant) -> Result<()> {
    let room = ask(address, "POST", "/api/rooms", Some(&json!({ "game": "reversi" })))?;
    let path = path_of(&room)?;
    let id = room["id"].as_str().unwrap_or_default();
    let mut events = TcpStream::connect(address)?;
    write!(events, "GET /api/events?room={id} HTTP/1.1\r\nhost: {address}\r\n\r\n")?;
    events.set_read_timeout(Some(Duration::from_millis(500)))?;
    ask(address, "POST", &format!("{path}/solve"), Some(&json!({ "on": true, "seconds": 600 })))?;
    let mut heard = [0; 4096];
    while Instant::now() < end {
        // Nothing may be told for a while.
        let _ = events.read(&mut heard);
    }
    close(address, &room)
}

fn path_of(room: &Value) -> Result<String> {
    Ok(format!("/api/rooms/{}", room["id"].as_str().context("a room has an id")?))
}

fn close(address: &str, room: &Value) -> Result<()> {
    ask(address, "DELETE", &path_of(room)?, None).map(|_| ())
}

/// Megabytes that the server has in memory.
fn memory(server: &Server) -> Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id()))
        .context("the memory of the server, which only Linux tells")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? / 1024)
}
