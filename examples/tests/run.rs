//! Every example runs as its head says and prints what it promises.

use std::process::Command;

/// Runs a program and returns what it printed.
fn run(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().expect("the example was built");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("the examples print UTF-8")
}

#[test]
fn a_game_is_played_to_its_end() {
    let play = env!("CARGO_BIN_EXE_play-a-game");
    let printed = run(play, &[]);
    assert!(printed.starts_with("  1. X "), "{printed}");
    let last = printed.lines().last().expect("a result");
    assert!(last.contains(" wins, ") || last.starts_with("a draw, "), "{last}");
    assert_eq!(printed, run(play, &[]), "the same seed gives the same game");
    let four = run(play, &["yonin", "random", "random"]);
    assert_eq!(four.lines().last().map(|last| last.matches(" : ").count()), Some(3), "{four}");
    assert!(!Command::new(play).arg("chess").output().expect("it starts").status.success());
}

#[test]
fn a_position_is_solved() {
    let solve = env!("CARGO_BIN_EXE_solve-a-position");
    assert!(run(solve, &[]).starts_with("X loses by 10\nbest play: "));
    assert!(run(solve, &["go2"]).starts_with("a draw\n"));
    assert!(!Command::new(solve).arg("yonin").output().expect("it starts").status.success(), "four seats");
}

#[test]
fn a_match_is_judged() {
    let printed = run(env!("CARGO_BIN_EXE_run-a-match"), &[]);
    assert!(printed.starts_with("montecarlo(playouts=4,from=all) against random: 20 games, "), "{printed}");
    assert!(printed.contains("\nscore ") && printed.contains("\nElo "), "{printed}");
}

#[test]
fn a_record_is_replayed() {
    let printed = run(env!("CARGO_BIN_EXE_read-an-sgf"), &[]);
    assert!(printed.starts_with("Chie against Taro\n"), "{printed}");
    assert!(printed.contains("prisoners: black lost 1, white lost 0\n"), "{printed}");
}

#[test]
fn a_bot_beats_random_play() {
    let printed = run(env!("CARGO_BIN_EXE_a-bot-of-ones-own"), &["reversi", "200"]);
    assert!(printed.ends_with("B random play: A is better, with 95% confidence\n"), "{printed}");
}
