//! The program as a person or a script uses it: real processes, their output and exit codes.
#![allow(clippy::unwrap_used)]

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn enban(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_enban"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input may be gone before all of it is written.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// The output of a command that must succeed.
fn done(arguments: &[&str]) -> String {
    let output = enban(arguments, b"");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&done(arguments)).unwrap()
}

/// Bad input: exit code 2, nothing on the output, and a message with these words.
fn refused(arguments: &[&str], words: &[&str]) {
    let output = enban(arguments, b"");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    for word in words {
        assert!(message.contains(word), "{arguments:?}: {word:?} is not in {message:?}");
    }
    assert!(!message.contains("panicked"), "{message}");
}

#[test]
fn games_are_listed() {
    assert!(done(&["games"]).contains("rules=chinese|japanese|tromp-taylor"));
    let games = json(&["games", "--json"]);
    let ids: Vec<&str> = games.as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    for id in ["nip", "nip60", "reversi88", "yonin", "go2", "go25"] {
        assert!(ids.contains(&id), "{ids:?}");
    }
    assert_eq!(games[0]["options"][0]["key"], "lap");
}

#[test]
fn perft_counts_from_any_position() {
    let answer = json(&["perft", "nip", "7", "--json"]);
    assert_eq!((&answer["leaves"], &answer["depth"]), (&53100.into(), &7.into()));
    assert!(answer["seconds"].as_f64().unwrap() >= 0.0);
    let whole = json(&["perft", "reversi", "5", "--json", "--divide", "--moves", "f5"]);
    let sum: u64 = whole["divide"].as_array().unwrap().iter().map(|part| part["leaves"].as_u64().unwrap()).sum();
    assert_eq!(whole["leaves"], 8200 / 4);
    assert_eq!(sum, 8200 / 4);
    let written = json(&["show", "reversi", "--moves", "f5", "--json"])["position"].as_str().unwrap().to_owned();
    assert_eq!(json(&["perft", "reversi", "5", "--json", "--position", &written])["leaves"], 8200 / 4);
}

#[test]
fn random_games_are_counted_and_repeat_with_their_seed() {
    let play = |seed: &str, threads: &str| {
        let mut answer = json(&["random", "yonin", "--games", "2000", "--seed", seed, "--threads", threads, "--json"]);
        for key in ["games_per_second", "threads"] {
            answer.as_object_mut().unwrap().remove(key).unwrap();
        }
        answer
    };
    let answer = play("5", "1");
    assert_eq!(answer, play("5", "3"));
    assert_ne!(answer, play("6", "1"));
    for key in ["wins", "mean_score", "mean_rank"] {
        assert_eq!(answer[key].as_array().unwrap().len(), 4, "{key}");
    }
    assert!((0.05..0.2).contains(&answer["shared_first"].as_f64().unwrap()));
    assert!(json(&["random", "nip", "--games", "10", "--json"]).get("mean_rank").is_none());
}

#[test]
fn a_shown_position_is_read_back() {
    for game in ["nip", "nip24", "reversi88", "yonin", "go9", "go9(rules=japanese)", "reversi(dead=a1h8)"] {
        let moves = json(&["show", game, "--json"])["legal"][0]["move"].as_str().unwrap().to_owned();
        let shown = json(&["show", game, "--moves", &moves, "--json"]);
        let again = json(&["show", game, "--position", shown["position"].as_str().unwrap(), "--json"]);
        assert_eq!(shown["position"], again["position"], "{game}");
        assert_eq!(shown["legal"], again["legal"], "{game}");
    }
}

#[test]
fn captures_are_told_by_line() {
    let position = "..-OOO.. .-----O. -------X -------- -------- -------- .------. ..----.. X";
    let legal = json(&["show", "nip", "--position", position, "--json"])["legal"].clone();
    let expected = serde_json::json!([{
        "move": "c1", "captured": 4,
        "captures": [{ "kind": "ring", "direction": 1, "cells": ["d1", "e1", "f1", "g2"], "anchor": "h3" }],
    }]);
    assert_eq!(legal, expected);
    assert!(done(&["show", "nip", "--position", position]).contains("d1 e1 f1 g2 (ring clockwise to h3)"));
}

#[test]
fn boards_are_drawn_in_ascii_on_request() {
    let out = done(&["show", "nip", "--ascii"]);
    assert!(out.is_ascii(), "{out}");
    assert!(out.contains("4  .  .  +  O  X  .  .  .  4"), "{out}");
}

#[test]
fn a_game_is_played_and_left() {
    let output = enban(&["play", "nip", "--seats", "human,random", "--ascii"], b"c4\nundo\nmoves\n");
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    for part in ["Taken back: c4", "Left unfinished."] {
        assert!(out.contains(part), "{out}");
    }
    let out = done(&["play", "reversi6", "--seats", "random,random", "--seed", "3"]);
    assert!(out.contains("The game is over."));
    assert_eq!(out, done(&["play", "reversi6", "--seats", "random,random", "--seed", "3"]));
}

#[test]
fn input_that_is_no_text_is_no_crash() {
    let output = enban(&["play", "nip"], b"\xff\xfe\n\0\nc4\n");
    assert!(output.status.success() && output.stderr.is_empty());
}

/// Ctrl-C while the program waits for a move: it ends at once, without a trace.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_game() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_enban"))
        .args(["play", "nip"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The prompt shows that the game waits.
    let mut shown = Vec::new();
    let mut byte = [0];
    while !shown.ends_with(b"(help for help): ") {
        child.stdout.as_mut().unwrap().read_exact(&mut byte).unwrap();
        shown.push(byte[0]);
    }
    // The input stays open, so that nothing but the interrupt ends the game.
    let input = child.stdin.take();
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let output = child.wait_with_output().unwrap();
    drop(input);
    assert_eq!(output.status.code(), Some(130));
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
}

#[test]
fn bench_measures_the_games_it_is_given() {
    let answer = json(&["bench", "nip24", "go3", "--budget-ms", "5", "--json"]);
    let rows = answer["games"].as_array().unwrap();
    assert_eq!(rows.iter().map(|row| row["game"].as_str().unwrap()).collect::<Vec<_>>(), ["nip24", "go3"]);
    assert!(rows.iter().all(|row| row["random_games_per_second"].as_f64().unwrap() > 0.0));
}

#[test]
fn players_are_listed_with_the_studies_marked() {
    let players = json(&["players", "nip", "--json"]);
    let study = |name: &str| {
        let all = players.as_array().unwrap();
        all.iter().find(|player| player["name"] == name).unwrap()["study"].as_bool().unwrap()
    };
    assert!(study("map") && !study("alphabeta"));
    assert!(done(&["players", "yonin"]).contains("*self"));
}

/// The help and the JSON are made from the same definitions.
#[test]
fn the_help_tells_what_every_option_takes() {
    let told = |help: &str, owner: &Value| {
        for option in owner["options"].as_array().unwrap() {
            let text = |field: &str| option[field].as_str().unwrap().to_owned();
            let values = format!(" {}={} ", text("key"), text("values"));
            let end = format!(" {} [{}]", text("about"), text("usual"));
            assert!(help.lines().any(|line| line.contains(&values) && line.ends_with(&end)), "{values}{end}");
        }
    };
    for game in ["nip", "reversi", "yonin", "go9"] {
        let (help, players) = (done(&["players", game]), json(&["players", game, "--json"]));
        players.as_array().unwrap().iter().for_each(|player| told(&help, player));
    }
    let (help, games) = (done(&["games"]), json(&["games", "--json"]));
    games.as_array().unwrap().iter().for_each(|game| told(&help, game));
    let weights = done(&["players", "reversi"]);
    assert!(weights.contains("bp=0..100"), "{weights}");
}

const LATE: &str = "XXXXXX--/XOOOXX--/XOOXOXX-/XOXOOXXO/XXOOOOXO/XXXXXOXO/--XOOOOO/---OOOOO X";

#[test]
fn small_boards_of_go_are_solved() {
    let answer = json(&["solve", "go3(ko=positional)", "--json", "--all-moves"]);
    assert_eq!((answer["score"].as_i64(), answer["best"].as_str()), (Some(9), Some("b2")));
    assert_eq!((answer["moves"][0]["move"].as_str(), answer["moves"][0]["score"].as_i64()), (Some("b2"), Some(9)));
    assert!(answer["note"].as_str().is_some_and(|note| note.contains("positional superko")));
    let text = done(&["solve", "go2", "--moves", "a1"]);
    assert!(text.contains("draws") && text.contains("simple ko") && text.contains("komi aside"), "{text}");
    let early = json(&["solve", "go5", "--json", "--time", "0.1", "--memory", "1"]);
    assert_eq!(
        (early["exact"].as_bool(), early["low"].as_i64(), early["high"].as_i64()),
        (Some(false), Some(0), Some(25))
    );
}

#[test]
fn a_position_is_solved_with_every_part_off() {
    let answer = json(&["solve", "reversi", "--position", LATE, "--json"]);
    assert_eq!((&answer["exact"], &answer["low"]), (&true.into(), &answer["score"]));
    for part in ["table", "local", "enhanced", "sorting", "probing", "parity", "stability", "last-squares"] {
        let again = json(&["solve", "reversi", "--position", LATE, "--json", "--off", part, "--threads", "1"]);
        assert_eq!(again["score"], answer["score"], "without {part}");
    }
    let outcome = json(&["solve", "reversi", "--position", LATE, "--json", "--outcome"]);
    let score = answer["score"].as_i64().unwrap();
    assert_eq!(outcome["low"].as_i64().unwrap() > 0, score > 0);
    let all = json(&["solve", "reversi", "--position", LATE, "--json", "--all-moves"]);
    assert_eq!(all["moves"][0]["score"], answer["score"]);
}

#[test]
fn a_file_of_positions_is_checked() {
    let folder = std::env::temp_dir().join(format!("enban-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("late.obf");
    let score = json(&["solve", "reversi", "--position", LATE, "--json"]);
    let best = score["best"].as_str().unwrap();
    let number = score["score"].as_i64().unwrap();
    let path = file.to_str().unwrap();
    std::fs::write(&file, format!("% a comment\n\n{LATE}; {best}:{number:+}; % right\n")).unwrap();
    assert!(done(&["solve", "reversi", "--file", path]).contains("as given"));
    std::fs::write(&file, format!("{LATE}; {best}:{:+};\n", number + 2)).unwrap();
    let output = enban(&["solve", "reversi", "--file", path], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stdout).contains("WRONG"));
    std::fs::write(&file, "XO; a1:+2\n").unwrap();
    let output = enban(&["solve", "reversi", "--file", path], b"");
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 1"), "{output:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_position_and_a_record_are_analysed() {
    let lines = done(&["analyze", "nip", "--moves", "c4", "--player", "alphabeta(depth=4)", "--json"]);
    let last: Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
    assert_eq!(last["final"], true);
    assert!(last["moves"][0]["line"].as_array().unwrap().len() > 1, "{last}");
    let folder = std::env::temp_dir().join(format!("enban-record-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.txt");
    std::fs::write(&file, "1. f5 d6\n2. c3 d3").unwrap();
    let path = file.to_str().unwrap();
    let table = done(&["analyze", "reversi", "--record", path, "--player", "alphabeta(depth=2)"]);
    assert!(table.contains("f5") && table.to_lowercase().contains("mistakes"), "{table}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn records_of_other_programs_are_analysed() {
    let folder = std::env::temp_dir().join(format!("enban-records-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, record: &[u8]| {
        let file = folder.join(name);
        std::fs::write(&file, record).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let played = |game: &str, record: &str| {
        let lines = done(&["analyze", game, "--record", record, "--player", "random", "--json"]);
        let rows = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        rows.map(|row| format!("{}{}", row["seat"], row["played"]).replace('"', "")).collect::<Vec<_>>().join(" ")
    };
    // Two stones of handicap, a variation, a comment in Shift_JIS, and another game after it.
    let bytes =
        [b"(;GM[1]SZ[9]CA[Shift_JIS]C[".as_slice(), &[0x93, 0xfa], b"];AB[cc][gg];W[ee](;B[dd])(;B[aa]))(;B[aa])"];
    let go = write("go.sgf", &bytes.concat());
    assert_eq!(played("go9", &go), "Oe5 Xd6");
    assert_eq!(played("reversi", &write("a.ggf", b"(;GM[Othello]PB[a]B[d3//0.5]W[c5/-6/1];)")), "Xd3 Oc5");

    refused(&["analyze", "go13", "--record", &go], &[&go, "a board of 9", "go13"]);
    refused(&["analyze", "go9", "--record", &go, "--position", "x"], &["--position", &go]);
    refused(&["analyze", "go9", "--record", "/dev/zero"], &["cannot read /dev/zero", "larger than 16 MB"]);
    let wrong = write("wrong.sgf", b"(;GM[2];B[dc];W[aa])");
    refused(&["analyze", "reversi", "--record", &wrong], &[&wrong, "move 2, a1", "expected"]);
    let torn = write("torn.sgf", b"(");
    refused(&["analyze", "reversi", "--record", &torn], &[&torn, "line 1, column 2", "game tree"]);
    let moves = write("moves.txt", b"d3 a1");
    refused(&["analyze", "reversi", "--record", &moves], &[&moves, "character 4", "found \"a1\""]);
    refused(&["analyze", "reversi", "--record", &write("bytes", &[0xff, 0xfe, 0xfd])], &["bytes", "utf-8"]);
    let mail = write("mail.sgf", b"From: aya@example.org\n\n(;GM[1]SZ[9];B[ee];W[dd])");
    assert_eq!(played("go9", &mail), "Xe5 Od6");
    for empty in [write("empty.sgf", b""), write("blank.txt", b" \n\n")] {
        let words = format!("{empty}: no moves; expected SGF, GGF or moves");
        refused(&["analyze", "go9", "--record", &empty], &[&words]);
    }
    let bare = write("bare.sgf", b"(;GM[1]SZ[9])");
    refused(&["analyze", "go9", "--record", &bare], &[&bare, "no moves"]);
    let unsized_record = write("unsized.sgf", b"(;GM[1];B[ee];W[ec])");
    refused(&["analyze", "go9", "--record", &unsized_record], &[&unsized_record, "a board of 19, and go9 has 9"]);
    let middle = write("middle.sgf", b"(;SZ[9];B[cc];W[dd];AE[cc];B[ee])");
    refused(&["analyze", "go9", "--record", &middle], &[&middle, "after move 2: stones set up"]);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn memory_and_time_have_bounds() {
    for game in ["go3", "reversi4"] {
        for memory in ["99999999", "65537", "0", "-1", "x"] {
            let words = [memory, "--memory", "expected a whole number from 1 to 65536"];
            refused(&["solve", game, "--memory", memory], &words);
        }
    }
    for time in ["0", "-1", "-0.5", "nan", "inf", "86401", "soon"] {
        let words = [time, "--time", "expected a number from 0.001 to 86400"];
        refused(&["solve", "go3", "--time", time], &words);
        refused(&["analyze", "go3", "--time", time], &words);
    }
    assert!(done(&["solve", "go2", "--memory", "1", "--time", "60"]).contains("positions in"));
}

#[test]
fn bad_input_is_named_and_refused() {
    refused(&["solve", "go9"], &["no exact solver", "up to 5x5"]);
    refused(&["solve", "go3(rules=japanese)"], &["no exact solver", "area scoring"]);
    refused(&["solve", "go3", "--off", "table"], &["no parts"]);
    refused(&["solve", "nip", "--off", "tabel"], &["tabel", "table, local, enhanced"]);
    refused(&["solve", "nip", "--window", "3"], &["LO,HI"]);
    refused(&["solve", "nip", "--file", "/no/such/file"], &["/no/such/file"]);
    refused(&["analyze", "nip", "--player", "alphabeta(depth=x)"], &["depth=x"]);
    refused(&["show", "nipp"], &["no game \"nipp\"", "did you mean nip?"]);
    refused(&["show", "nip(lap=1)"], &["lap=1", "on or off"]);
    refused(&["show", "nip", "--position", "XO"], &["position, character 3", "50 more of 52 squares"]);
    refused(&["show", "nip", "--moves", "c4 c4"], &["moves, character 4", "found \"c4\"", "c3 e3 c5"]);
    refused(&["perft", "nip", "x"], &["DEPTH"]);
    refused(&["random", "nip", "--games", "0"], &["--games"]);
    refused(&["random", "nip", "--threads", "0"], &["--threads"]);
    refused(&["play", "nip", "--seats", "humann"], &["player 1", "random"]);
    refused(&["bench", "nip", "chess"], &["no game \"chess\""]);
    refused(&["fly"], &["fly"]);
}
