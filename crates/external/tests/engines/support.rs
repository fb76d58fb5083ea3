//! What the tests share: games, command lines of scripted engines, and a look at the processes of the machine.

use std::time::Duration;

use enban_external::gtp::{Engine, EngineError};
use enban_go::{Go, Rules, Ruleset};
use enban_reversi::kernel::Portable;
use enban_reversi::{ReversiOn, Round, family};

/// More than enough for any answer that comes at all.
pub const LONG: Duration = Duration::from_secs(20);

/// For answers that never come.
pub const SHORT: Duration = Duration::from_millis(200);

/// Later than this is not in time.
pub const SOON: Duration = Duration::from_secs(5);

pub fn nip24() -> ReversiOn<Portable<u64>, Round> {
    family::nip(Portable::new(), "nip24", 24, true).expect("a board of 24 squares")
}

pub fn go5() -> Go<1> {
    Go::with_rules(5, Rules::of(Ruleset::TrompTaylor)).expect("a board of 5x5")
}

/// The command line of a scripted engine. A test program writes its own lines to its standard output, so the
/// engine speaks through another file and the rest is thrown away.
pub fn engine(game: &str, manner: &str) -> String {
    let program = std::env::current_exe().expect("the path of the test program");
    let program = program.to_str().expect("a path in Unicode");
    let environment = format!("ENBAN_SCRIPT={game}:{manner}");
    let redirected = r#"exec 3>&1 >/dev/null "$0" "$@""#;
    let words = ["env", &environment, "sh", "-c", redirected, program, "--exact", "scripted::speaks", "--nocapture"];
    shell_words::join(words)
}

/// An engine without a supervisor.
pub fn start(command_line: &str) -> Result<Engine, EngineError> {
    Engine::start(command_line)
}

/// The processes of a group that are still there. Those that ended and wait for whoever inherited them do not
/// count, unless it is the first of the group: that one we must have taken note of.
pub fn survivors(group: u32) -> Vec<u32> {
    let processes = std::fs::read_dir("/proc").expect("a system with /proc").flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let belongs = |number: &u32| {
        let Ok(line) = std::fs::read_to_string(format!("/proc/{number}/stat")) else { return false };
        // The name stands in parentheses; after it come the state, the parent and the group.
        let fields: Vec<&str> = line.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        fields[2] == group.to_string() && (fields[0] != "Z" || *number == group)
    };
    numbers.filter(belongs).collect()
}

/// Waits a little for the last processes of a killed group to be gone.
pub fn assert_gone(group: u32) {
    let started = std::time::Instant::now();
    while !survivors(group).is_empty() && started.elapsed() < SOON {
        std::thread::sleep(Duration::from_millis(2));
    }
    assert_eq!(survivors(group), [0; 0], "processes of the group {group} are left");
}
