//! An engine spoken to: every way to fail has its name, comes in time, and leaves no process behind.

use std::time::Instant;

use enban_external::gtp::{EngineError, Fault};

use crate::support::{LONG, SHORT, SOON, assert_gone, engine, start};

/// What an engine answers to `genmove B`; it must have gone when it is let go.
fn genmove(command_line: &str) -> Result<String, EngineError> {
    let mut engine = start(command_line)?;
    let group = engine.group();
    let named = engine.command("name", LONG);
    let started = Instant::now();
    let answer = named.and_then(|_| {
        let hangs = ["hangs", "half", "emptiness"].iter().any(|word| command_line.contains(word));
        engine.command("genmove B", if hangs { SHORT } else { LONG })
    });
    drop(engine);
    assert!(started.elapsed() < SOON, "{command_line}: {:?}", started.elapsed());
    assert_gone(group);
    answer
}

#[test]
fn answers_of_one_and_of_many_lines_are_read() {
    for manner in ["good", "no ids"] {
        let mut engine = start(&engine("nip24", manner)).unwrap();
        assert_eq!(engine.command("protocol_version", LONG).unwrap(), "2");
        assert_eq!(engine.command("clear_board", LONG).unwrap(), "");
        assert_eq!(engine.command("list_commands", LONG).unwrap().lines().count(), 13);
        let board = engine.command("showboard", LONG).unwrap();
        assert!(board.ends_with(" X\nsecond") || board.ends_with("X\nsecond"), "{board:?}");
        let refused = engine.command("play B z9", LONG).unwrap_err();
        assert_eq!(refused.fault, Fault::Refused("illegal move".to_owned()));
        assert_eq!(engine.command("name", LONG).unwrap(), format!("Scripted {manner}"), "it lives on");
    }
    let mut engine = start(&engine("nip24", "carriage returns")).unwrap();
    assert_eq!(engine.command("name", LONG).unwrap(), "SCRIPTED CARRIAGE RETURNS");
    assert_eq!(engine.command("list_commands", LONG).unwrap().lines().nth(2), Some("VERSION"));
}

#[test]
fn every_failure_has_its_name() {
    let check = |manner: &str, expected: fn(&Fault) -> bool| {
        let error = genmove(&engine("nip24", manner)).unwrap_err();
        assert!(expected(&error.fault), "{manner}: {error}");
        assert!(error.to_string().contains("ENBAN_SCRIPT"), "{error}");
    };
    check("hangs", |fault| matches!(fault, Fault::Hung { so_far, .. } if so_far.is_empty()));
    check("half a line", |fault| matches!(fault, Fault::Hung { so_far, .. } if so_far == "= d"));
    check("half an answer", |fault| matches!(fault, Fault::Hung { so_far, .. } if so_far == "= d4"));
    check("endless emptiness", |fault| matches!(fault, Fault::Hung { .. }));
    check("refuses", |fault| *fault == Fault::Refused("no mood".to_owned()));
    check("garbage", |fault| matches!(fault, Fault::Garbled { text, .. } if text.contains("let me see")));
    check("wrong ids", |fault| matches!(fault, Fault::Garbled { why, .. } if why == "it has id 2 in place of 1"));
    check("greets", |fault| matches!(fault, Fault::Garbled { text, .. } if text == "Welcome!"));
    check("endless line", |fault| matches!(fault, Fault::Garbled { text, .. } if text.starts_with("====")));
    check("endless lines", |fault| matches!(fault, Fault::Garbled { text, .. } if text.starts_with("= x")));
    check("dead at start", |fault| matches!(fault, Fault::Died { status, .. } if status == "exit status: 4"));
    check("crashes", |fault| {
        matches!(fault, Fault::Died { status, last_words }
            if status == "exit status: 3" && last_words.ends_with("the tower fell\nbad luck"))
    });
}

#[test]
fn what_cannot_be_started_says_why() {
    let check = |command_line: &str, reason: &str| {
        let Err(error) = start(command_line) else { panic!("{command_line:?} started") };
        let text = error.to_string();
        assert!(matches!(error.fault, Fault::NotStarted(_)) && text.contains(reason), "{text}");
    };
    check("", "the command line is empty");
    check("'half a quote", "quote");
    check("/no/such/program --gtp", "No such file");
}

#[test]
fn quotes_keep_words_together() {
    let error = genmove(r#"sh -c 'printf "%s|" "$@" >&2; exit 7' name "two words" a\ b """#).unwrap_err();
    let Fault::Died { status, last_words } = error.fault else { panic!("{error}") };
    assert_eq!((status.as_str(), last_words.as_str()), ("exit status: 7", "two words|a b||"));
}

#[test]
fn unasked_words_are_noticed_at_the_next_command() {
    let mut engine = start(&engine("nip24", "chatters")).unwrap();
    engine.command("genmove B", LONG).unwrap();
    let error = engine.command("name", LONG).unwrap_err();
    assert!(matches!(&error.fault, Fault::Garbled { text, .. } if text == "one more thing"), "{error}");
    assert_eq!(engine.command("version", LONG), Err(error), "what is broken stays broken");
}

#[test]
fn what_does_not_leave_is_killed() {
    for manner in ["good", "deaf", "crashes on quit"] {
        let mut engine = start(&engine("nip24", manner)).unwrap();
        engine.command("name", LONG).unwrap();
        let (group, started) = (engine.group(), Instant::now());
        drop(engine);
        assert!(started.elapsed() < SOON);
        assert_gone(group);
    }
}

#[test]
fn a_quit_shows_how_it_ended() {
    let check = |manner: &str, time, status: Option<&str>| {
        let mut engine = start(&engine("nip24", manner)).unwrap();
        assert_eq!(engine.command("quit", LONG).unwrap(), "");
        assert_eq!(engine.exit_within(time).as_deref(), status, "{manner}");
    };
    check("good", LONG, Some("exit status: 0"));
    check("crashes on quit", LONG, Some("exit status: 5"));
    check("deaf", SHORT, None);
}

#[test]
fn what_an_engine_started_goes_with_it() {
    // The engine ends at once, but what it started holds its output open.
    let error = genmove("sh -c 'sleep 60 & exit 9'").unwrap_err();
    assert!(matches!(&error.fault, Fault::Died { status, .. } if status == "exit status: 9"), "{error}");
    // The engine lives on, but closes its output.
    let error = genmove("sh -c 'exec >&-; sleep 60'").unwrap_err();
    assert!(matches!(&error.fault, Fault::Died { status, .. } if status.contains("closed its output")), "{error}");
}

#[test]
fn an_engine_that_does_not_read_cannot_block_us() {
    let mut engine = start("sh -c 'sleep 60'").unwrap();
    let group = engine.group();
    // More than a pipe holds.
    let command = "x".repeat(1 << 20);
    let started = Instant::now();
    let error = engine.command(&command, SHORT).unwrap_err();
    assert!(matches!(error.fault, Fault::Hung { .. }) && error.to_string().len() < 500, "{error}");
    drop(engine);
    assert!(started.elapsed() < SOON);
    assert_gone(group);
}

#[test]
#[should_panic(expected = "not one command")]
fn two_commands_in_one_are_a_bug() {
    let mut engine = start("cat").unwrap();
    let _ = engine.command("name\nquit", SHORT);
}
