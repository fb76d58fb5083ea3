//! Whole conversations: what is said (`golden/NAME.gtp`) and what must be answered (`golden/NAME.out`).
//!
//! With `ENBAN_BLESS=1` the answers are written down anew instead; look at the difference before you keep it.
#![allow(clippy::unwrap_used)]

use std::io::Cursor;
use std::path::Path;

use enban_gtp::{Options, serve};

/// The answers to a conversation. Paths of records are seen from the folder of the conversations.
fn answers(game: &str, player: Option<&str>, input: &str) -> String {
    let options = Options { game: game.to_owned(), player: player.map(str::to_owned), seed: 1 };
    let input = input.replace("$GOLDEN", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden"));
    let mut output = Vec::new();
    serve(&options, Cursor::new(input), &mut output).unwrap();
    without_thoughts(&String::from_utf8(output).unwrap())
}

/// What a player thinks before it is stopped is different every time: only that it thought is kept.
fn without_thoughts(output: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for line in output.lines() {
        let line = match (line.starts_with("info move "), line.contains(" ownership ")) {
            (true, true) => "info ... ownership ...",
            (true, false) => "info ...",
            _ => line,
        };
        if !(line.starts_with("info ...") && kept.last() == Some(&line)) {
            kept.push(line);
        }
    }
    kept.join("\n") + "\n"
}

fn check(name: &str, game: &str, player: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let input = std::fs::read_to_string(folder.join(format!("{name}.gtp"))).unwrap();
    let found = answers(game, Some(player), &input);
    let path = folder.join(format!("{name}.out"));
    if std::env::var_os("ENBAN_BLESS").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    for (number, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "{name}.out, line {}", number + 1);
    }
    assert_eq!(found.len(), expected.len(), "{name}.out is as long as the answers");
}

#[test]
fn administration() {
    check("administration", "go9", "random");
}

#[test]
fn lines() {
    check("lines", "go9", "random");
}

#[test]
fn setup() {
    check("setup", "go9", "random");
}

#[test]
fn play() {
    check("play", "go5", "random");
}

#[test]
fn moves_of_the_engine() {
    check("genmove", "go5", "mcts(playouts=50)");
}

#[test]
fn time() {
    check("time", "go5", "mcts(playouts=50)");
}

#[test]
fn handicap() {
    check("handicap", "go19", "random");
}

#[test]
fn score() {
    check("score", "go9", "random");
}

#[test]
fn rules() {
    check("rules", "go9", "random");
}

#[test]
fn records() {
    check("records", "go19", "random");
}

#[test]
fn analysis() {
    check("analysis", "go5", "mcts(playouts=3000)");
}

#[test]
fn gogui() {
    check("gogui", "go5", "mcts(playouts=50)");
}

#[test]
fn nip() {
    check("nip", "nip", "alphabeta(depth=2)");
}

#[test]
fn passes_of_reversi() {
    check("reversi", "reversi4", "alphabeta(depth=2)");
}

#[test]
fn what_cannot_be_served_is_refused() {
    let refused = |game: &str, player: Option<&str>, words: &str| {
        let options = Options { game: game.to_owned(), player: player.map(str::to_owned), seed: 1 };
        let error = serve(&options, Cursor::new(""), Vec::new()).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    refused("yonin", None, "yonin has 4 seats");
    refused("go1", None, "there is no game \"go1\"");
    refused("go9", Some("nobody"), "player \"nobody\": go9 has no player \"nobody\"");
}

#[test]
fn the_strongest_player_is_chosen() {
    let player = |game: &str| answers(game, None, "enban-player\n");
    assert!(player("nip").starts_with("= alphabeta(time=1"), "{}", player("nip"));
    assert!(["= uct(time=1", "= mcts(time=1"].iter().any(|start| player("go9").starts_with(start)));
}

#[test]
fn no_line_stops_the_engine() {
    let words = [
        "play",
        "b",
        "w",
        "d4",
        "pass",
        "genmove",
        "-1",
        "99999999999",
        "komi",
        "undo",
        "gogui-setup",
        "e",
        "boardsize",
        "5",
        "loadsgf",
        "kata-set-rules",
        "{",
        "円",
        "\u{0}",
        "final_score",
        "fixed_handicap",
        "#",
        "\t",
    ];
    let mut state = 1u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for game in ["go5", "nip24"] {
        let line = |next: &mut dyn FnMut(usize) -> usize| {
            (0..next(5)).map(|_| words[next(words.len())]).collect::<Vec<_>>().join(" ")
        };
        let input: String = (0..300).map(|_| line(&mut next) + "\n").collect::<String>() + "7 name\n";
        assert!(answers(game, Some("random"), &input).ends_with("=7 Enban\n\n"), "{game}");
    }
}
