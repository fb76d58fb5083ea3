//! Whole games against the real GNU Go, through the laboratory. `cargo xtask test` installs it.

use std::path::Path;
use std::process::Command;

use crate::support::{Laboratory, list};

/// Where GNU Go is: on the path, or where Debian puts games.
fn gnugo() -> &'static str {
    const PLACES: [&str; 2] = ["gnugo", "/usr/games/gnugo"];
    let answers = |place: &&str| Command::new(place).arg("--version").output().is_ok_and(|said| said.status.success());
    PLACES.into_iter().find(|place| answers(place)).unwrap_or_else(|| {
        panic!("GNU Go is not installed (Debian's package gnugo): cargo xtask test installs what the tests need")
    })
}

#[test]
fn whole_games_are_played_with_gnu_go_and_it_takes_every_move() {
    let laboratory = Laboratory::new();
    let program = gnugo();
    let engine = format!("gtp(cmd=\"{program} --mode gtp --chinese-rules --capture-all-dead --level 1 --seed 1\")");
    let players = ["match", "go9(komi=7.5)", "uct(playouts=60,memory=4)", &engine, "--games", "2", "--threads", "2"];
    let value = laboratory.json(&[&players[..], &["--store", "kept.db"]].concat());
    assert_eq!((value["games"].as_u64(), value["failures"].as_object().unwrap().len()), (Some(2), 0), "{value}");
    let games = laboratory.games("kept.db");
    assert_eq!(games.len(), 2);
    let records = laboratory.done(&["export", "--store", "kept.db", "--format", "sgf"]);
    let records: Vec<String> = records.split("(;").skip(1).map(|record| format!("(;{record}")).collect();
    assert_eq!(records.len(), 2, "{records:?}");
    for (game, record) in games.iter().zip(&records) {
        // GNU Go reads our record of the game to its end, and counts the same margin.
        laboratory.write("game.sgf", record);
        let scores: Vec<f64> = list(&game["scores"]).iter().map(|score| score.as_f64().unwrap()).collect();
        let margin = scores[0] - scores[1];
        let ours = format!("{}+{:.1}", if margin > 0.0 { "B" } else { "W" }, margin.abs());
        assert_eq!(counted(program, &laboratory.path("game.sgf")), ours, "{game}");
    }
}

/// GNU Go's own score of a record.
fn counted(program: &str, record: &Path) -> String {
    let commands = format!("loadsgf {}\nkomi 7.5\nfinal_score\nquit\n", record.display());
    let mut child = Command::new(program)
        .args(["--mode", "gtp", "--chinese-rules", "--quiet"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), commands.as_bytes()).unwrap();
    let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(!output.contains('?'), "{output}");
    let scores = output.lines().filter_map(|line| line.strip_prefix("= "));
    scores.map(str::trim).find(|answer| answer.contains('+')).unwrap_or_else(|| panic!("{output}")).to_owned()
}
