//! What the tests of engines share, with a supervisor behind each engine, and a look at all processes with a mark.

#[path = "../engines/support.rs"]
mod plain;

use std::fs;
use std::time::{Duration, Instant};

use enban_external::gtp::{Engine, EngineError};
use enban_external::supervisor;
pub use plain::*;

/// The name of the mark in the environment, which every descendant inherits.
pub const MARK: &str = "ENBAN_MARK";

/// Within this all must have gone.
const GONE: Duration = Duration::from_secs(2);

/// An engine under a supervisor.
pub fn start(command_line: &str) -> Result<Engine, EngineError> {
    supervisor::install(&["--exact", "support::supervises", "--nocapture"]);
    plain::start(command_line)
}

/// As a supervisor this serves; as a test it sees that there is one.
#[test]
fn supervises() {
    if supervisor::is_wanted() {
        let _ = supervisor::serve();
        return;
    }
    let engine = start("sh -c 'read line'").unwrap();
    let command_line = fs::read(format!("/proc/{}/cmdline", parent_of(engine.group()))).unwrap();
    assert!(command_line.starts_with(b"engine-supervisor\0"), "{}", String::from_utf8_lossy(&command_line));
}

/// The parent of a process.
pub fn parent_of(process: u32) -> u32 {
    let line = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    line.rsplit(')').next().unwrap().split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// The command lines of all processes whose environment has the mark. Those that ended have none.
pub fn marked(mark: &str) -> Vec<String> {
    let entry = format!("{MARK}={mark}");
    let command_line = |process: fs::DirEntry| {
        let environment = fs::read(process.path().join("environ")).ok()?;
        environment.split(|&byte| byte == 0).find(|&one| one == entry.as_bytes())?;
        let words = fs::read(process.path().join("cmdline")).ok()?;
        Some(String::from_utf8_lossy(&words).replace('\0', " "))
    };
    fs::read_dir("/proc").unwrap().flatten().filter_map(command_line).collect()
}

/// Waits until so many sleepers with the mark are there.
pub fn await_sleepers(mark: &str, count: usize) {
    let started = Instant::now();
    let sleepers = || marked(mark).iter().filter(|line| line.starts_with("sleep ")).count();
    while sleepers() < count {
        assert!(started.elapsed() < LONG, "{:?}", marked(mark));
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// All with the mark go in time. In the middle of an exec a process shows no environment, hence three looks.
pub fn assert_none_marked(mark: &str) {
    let started = Instant::now();
    let mut empty_looks = 0;
    while empty_looks < 3 {
        let left = marked(mark);
        empty_looks = if left.is_empty() { empty_looks + 1 } else { 0 };
        assert!(left.is_empty() || started.elapsed() < GONE, "left after {GONE:?}: {left:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
