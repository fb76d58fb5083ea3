//! What engines leave behind in every way, and that it is gone when the engine is let go, ends by itself, or we are
//! killed.

use std::process::{Child, Command, Stdio};

use enban_external::gtp::{Engine, Fault};

use crate::support::{LONG, MARK, assert_none_marked, await_sleepers, marked, parent_of, start};

/// Ways to start others, and how many sleepers they are. They give up after a while, should the test fail.
const WAYS: [(&str, usize); 4] = [
    ("in the background", 1),
    ("deaf to signals", 1),
    ("in a session of their own", 2),
    ("in a session of their own, of parents that ended, deaf to signals", 2),
];

fn script(way: &str) -> &'static str {
    match way {
        "in the background" => "sleep 30 &",
        "deaf to signals" => "(trap '' TERM HUP INT; sleep 30; :) &",
        "in a session of their own" => "setsid sh -c 'sleep 30 & sleep 30; :' &",
        _ => "(setsid sh -c \"trap '' TERM HUP INT; (sleep 30 &) ; (setsid sleep 30 &)\" &)",
    }
}

/// The command line of an engine that starts others and answers everything with success, unless told to crash or hang.
fn engine(way: &str) -> String {
    let others = script(way);
    let speech = r#"while read -r id word; do
        case "$word" in crash) exit 3 ;; hang) sleep 30 ;; *) printf '=%s\n\n' "$id" ;; esac
    done"#;
    shell_words::join(["sh", "-c", &format!("{others}\n{speech}")])
}

/// Starts an engine of each way with its sleepers, has it ended somehow, and looks that all are gone.
fn check(name: &str, end: fn(Engine)) {
    for (number, (way, sleepers)) in WAYS.into_iter().enumerate() {
        let mark = format!("{name}-{number}-{}", std::process::id());
        let mut engine = start(&format!("env {MARK}={mark} {}", engine(way))).unwrap();
        engine.command("name", LONG).unwrap();
        await_sleepers(&mark, sleepers);
        end(engine);
        assert_none_marked(&mark);
    }
}

#[test]
fn what_an_engine_started_ends_when_it_is_let_go() {
    check("let-go", drop);
}

#[test]
fn what_an_engine_started_ends_when_it_is_killed() {
    check("killed", |mut engine| engine.kill());
}

#[test]
fn what_an_engine_started_ends_when_it_crashes() {
    check("crashes", |mut engine| {
        let error = engine.command("crash", LONG).unwrap_err();
        assert!(matches!(&error.fault, Fault::Died { status, .. } if status == "exit status: 3"), "{error}");
    });
}

/// As the program of [`we_are_killed`] this starts an engine and waits for its end; as a test it sees that it can.
#[test]
fn a_program_with_an_engine() {
    let way = std::env::var("ENBAN_WAY");
    let mut engine = start(&engine(way.as_deref().unwrap_or("in the background"))).unwrap();
    assert_eq!(engine.command("name", LONG).unwrap(), "");
    if way.is_ok() {
        std::thread::sleep(LONG);
    }
}

/// This program with an engine, all processes of it with a mark.
fn program(way: &str, mark: &str) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "lineage::a_program_with_an_engine", "--nocapture"]);
    command.env("ENBAN_WAY", way).env(MARK, mark);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn we_are_killed() {
    for (number, (way, sleepers)) in WAYS.into_iter().enumerate() {
        let mark = format!("we-{number}-{}", std::process::id());
        let mut child = program(way, &mark);
        await_sleepers(&mark, sleepers);
        child.kill().unwrap();
        child.wait().unwrap();
        assert_none_marked(&mark);
    }
}

/// Killed at any moment of the start, also before there is an engine or a supervisor.
#[test]
fn we_are_killed_early() {
    for number in 0..12 {
        let mark = format!("early-{number}-{}", std::process::id());
        let mut child = program(WAYS[3].0, &mark);
        std::thread::sleep(std::time::Duration::from_millis(number));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_none_marked(&mark);
    }
}

#[test]
fn the_engine_of_a_killed_supervisor_ends() {
    let mark = format!("orphan-{}", std::process::id());
    let mut engine = start(&format!("env {MARK}={mark} {}", engine("deaf to signals"))).unwrap();
    engine.command("name", LONG).unwrap();
    await_sleepers(&mark, 1);
    let supervisor = parent_of(engine.group());
    assert!(Command::new("kill").args(["-KILL", &supervisor.to_string()]).status().unwrap().success());
    let error = engine.command("hang", LONG).unwrap_err();
    let Fault::Died { status, .. } = &error.fault else { panic!("{error}") };
    assert!(status.contains("SIGKILL"), "{status}");
    assert_none_marked(&mark);
}

#[test]
fn an_engine_ended_by_a_signal_is_reported_as_such() {
    let mut engine = start("sh -c 'read line; kill -SEGV $$; read line'").unwrap();
    let error = engine.command("name", LONG).unwrap_err();
    let Fault::Died { status, .. } = &error.fault else { panic!("{error}") };
    assert!(status.contains("signal: 11"), "{status}");
    assert_eq!(marked("nobody has this mark"), [""; 0]);
}
