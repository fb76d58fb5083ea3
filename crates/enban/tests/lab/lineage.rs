//! Nothing that an external engine started outlives the program, in whatever way it ends.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::Child;
use std::time::{Duration, Instant};

use crate::support::{Laboratory, signal, wait_until};

/// An engine that starts others before it speaks: one in its group that is deaf to signals, and two in sessions of their
/// own, of parents that have ended. It never makes a move. The others give up after a while, should the test fail.
const ENGINE: &str = r#"
(trap '' TERM HUP INT; sleep 30; :) &
(setsid sh -c "trap '' TERM HUP INT; (sleep 30 &); (setsid sleep 30 &)" &)
while read -r id command rest; do
    case "$command" in
        genmove) sleep 30 ;;
        *) printf '=%s\n\n' "$id" ;;
    esac
done
"#;

/// The three others and the one that the engine waits for.
const SLEEPERS: usize = 4;

/// Within this all must have gone.
const GONE: Duration = Duration::from_secs(2);

/// The numbers and command lines of all processes whose environment has the mark.
fn marked(mark: &str) -> Vec<(String, String)> {
    let entry = format!("ENBAN_MARK={mark}");
    let found = |process: fs::DirEntry| {
        let environment = fs::read(process.path().join("environ")).ok()?;
        environment.split(|&byte| byte == 0).find(|&one| one == entry.as_bytes())?;
        let words = fs::read(process.path().join("cmdline")).ok()?;
        let number = process.file_name().to_string_lossy().into_owned();
        Some((number, String::from_utf8_lossy(&words).replace('\0', " ")))
    };
    fs::read_dir("/proc").unwrap().flatten().filter_map(found).collect()
}

/// A match against the engine, all processes of it with a mark; it waits until the engine is asked for a move.
fn play(laboratory: &Laboratory, mark: &str) -> Child {
    let player = "gtp(cmd=\"sh engine.sh\",grace=60)";
    let arguments = ["match", "go5", player, "random", "--games", "2", "--threads", "1"];
    let child = laboratory.command(&arguments).env("ENBAN_MARK", mark).spawn().unwrap();
    wait_until(|| marked(mark).iter().filter(|(_, line)| line.starts_with("sleep ")).count() == SLEEPERS);
    child
}

/// All with the mark go in time. In the middle of an exec a process shows no environment, hence three looks.
fn assert_none_marked(mark: &str) {
    let started = Instant::now();
    let mut empty_looks = 0;
    while empty_looks < 3 {
        let left = marked(mark);
        empty_looks = if left.is_empty() { empty_looks + 1 } else { 0 };
        assert!(left.is_empty() || started.elapsed() < GONE, "left after {GONE:?}: {left:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn engines_and_what_they_started_end_with_the_program() {
    let laboratory = Laboratory::with("engine.sh", ENGINE);
    for name in ["KILL", "TERM", "HUP", "INT"] {
        let mark = format!("{name}-{}", std::process::id());
        let child = play(&laboratory, &mark);
        signal(&child, name);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), (name != "KILL").then_some(130), "{name}: {output:?}");
        assert_none_marked(&mark);
    }
}

/// A signal to every process of a session, as at the end of one, does not leave the engine without a supervisor.
#[test]
fn a_supervisor_stays_until_the_program_has_ended() {
    let laboratory = Laboratory::with("engine.sh", ENGINE);
    let mark = format!("supervisor-{}", std::process::id());
    let child = play(&laboratory, &mark);
    let is_supervisor = |(_, line): &&(String, String)| line.trim() == "engine-supervisor";
    let (supervisor, _) = marked(&mark).iter().find(is_supervisor).unwrap().clone();
    for name in ["TERM", "HUP", "INT"] {
        let mut kill = std::process::Command::new("kill");
        assert!(kill.args([&format!("-{name}"), &supervisor]).status().unwrap().success());
    }
    signal(&child, "KILL");
    assert_eq!(child.wait_with_output().unwrap().status.code(), None);
    assert_none_marked(&mark);
}
