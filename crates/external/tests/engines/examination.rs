//! The examination: a good engine passes it, and each fault is found for what it is.

use std::time::{Duration, Instant};

use enban_external::{CheckParams, Finding, Severity, check_engine};
use enban_game::Notation;
use enban_game::toy::Toy;

use crate::scripted::TREE;
use crate::support::{LONG, SHORT, engine, go5, nip24};

fn params(timeout: Duration) -> CheckParams {
    CheckParams { timeout, start: LONG, games: 4, seed: 3, setup: Vec::new() }
}

/// Everything that is not in order.
fn complaints(findings: &[Finding]) -> Vec<String> {
    findings.iter().filter(|finding| finding.severity != Severity::Ok).map(Finding::to_string).collect()
}

fn passes<G: Notation>(game: &G, name: &str, setup: &[&str]) {
    let setup = setup.iter().map(|&line| line.to_owned()).collect();
    let findings = check_engine(&engine(name, "good"), game, &CheckParams { setup, ..params(LONG) });
    assert_eq!(complaints(&findings), [""; 0]);
    let subjects = [
        "protocol version",
        "name and version",
        "list of commands",
        "known commands",
        "ids",
        "comments",
        "blank lines",
        "unknown command",
        "bad arguments",
        "first moves",
        "illegal moves",
        "undo",
        "games",
        "quit",
        "time",
    ];
    for subject in subjects {
        assert!(findings.iter().any(|finding| finding.subject == subject), "{subject} was not looked at");
    }
}

#[test]
fn a_good_engine_passes() {
    passes(&nip24(), "nip24", &[]);
    passes(&go5(), "go5", &["boardsize 5", "komi 7.5"]);
    passes(&Toy::<2>::parse(TREE).unwrap(), "toy", &[]);
}

/// The engine's worst finding is of this severity and about one of these subjects, and the text occurs in one.
fn check(manner: &str, timeout: Duration, worst: Severity, subject: &str, text: &str) {
    let started = Instant::now();
    let findings = check_engine(&engine("nip24", manner), &nip24(), &params(timeout));
    let complaints = complaints(&findings);
    let found = findings
        .iter()
        .any(|finding| finding.severity == worst && finding.subject == subject && finding.to_string().contains(text));
    assert!(found, "{manner}: {complaints:#?}");
    assert_eq!(findings.iter().map(|finding| finding.severity).max(), Some(worst), "{manner}: {complaints:#?}");
    assert!(started.elapsed() < LONG, "{manner}");
}

#[test]
fn faults_of_speech_are_found() {
    check("old", LONG, Severity::Error, "protocol version", "received \"= 1\"");
    check("cannot play", LONG, Severity::Error, "list of commands", "a list without play");
    check("knows all", LONG, Severity::Error, "known commands", "received \"= true\", expected false");
    check("no ids", LONG, Severity::Error, "ids", "received \"= 2\", expected =7 2");
    check("answers remarks", LONG, Severity::Error, "comments", "received \"? what\"");
    check("obeys all", LONG, Severity::Error, "unknown command", "expected ? unknown command");
    check("deaf", SHORT, Severity::Error, "quit", "it still runs");
    check("crashes on quit", LONG, Severity::Warning, "quit", "exit status: 5");
}

#[test]
fn faults_of_play_are_found() {
    check("illegal", LONG, Severity::Error, "game", "a legal move after");
    check("passes", LONG, Severity::Error, "game", "illegal move \"PASS\", expected");
    check("refuses", LONG, Severity::Error, "game", "? no mood");
    check("plays all", LONG, Severity::Error, "illegal moves", "expected ? illegal move");
    check("picky", LONG, Severity::Error, "first moves", "? not this one");
    check("never clears", LONG, Severity::Error, "first moves", "? illegal move");
    check("never undoes", LONG, Severity::Error, "undo", "? illegal move");
}

#[test]
fn breakdowns_are_found_and_end_the_examination() {
    check("hangs", SHORT, Severity::Error, "breakdowns", "the last of three");
    check("crashes", LONG, Severity::Error, "game", "the tower fell");
    check("garbage", LONG, Severity::Error, "game", "let me see");
    check("dead at start", LONG, Severity::Error, "start", "exit status: 4");
    check("wrong ids", LONG, Severity::Error, "start", "id 2 in place of 1");
    check("endless lines", LONG, Severity::Error, "game", "it does not end");
    let findings = check_engine("/no/such/program", &nip24(), &params(LONG));
    assert!(findings[0].to_string().contains("No such file"), "{}", findings[0]);
    assert_eq!(findings.len(), 1, "of what does not start there is nothing else to say: {findings:?}");
}
