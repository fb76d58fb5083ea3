//! What is laid over a board of Go: drawn, and as data.
#![allow(clippy::unwrap_used)]

use std::process::{Command, Output};

use serde_json::Value;

fn enban(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_enban")).args(arguments).output().unwrap()
}

fn done(arguments: &[&str]) -> String {
    let output = enban(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

const POSITION: &str = "X.X../.X.../..O.O/...../.OO.X X";

/// The drawing of an overlay without its labels, row by row.
fn rows(overlay: &str) -> Vec<String> {
    let out = done(&["show", "go5", "--ascii", "--position", POSITION, "--overlay", overlay]);
    let rows = out.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    rows.map(|row| row.split_whitespace().collect::<Vec<_>>()[1..6].join(" ")).collect()
}

#[test]
fn every_overlay_is_drawn() {
    assert_eq!(rows("chains"), ["X1 . X2 . .", ". X3 . . .", ". . O4 . O5", ". . . . .", ". O6 O6 . X7"]);
    assert_eq!(rows("links"), ["X & X . .", "& X & . .", ". . O $ O", ". $ $ . .", ". O O . X"]);
    assert_eq!(rows("groups"), ["X1 . X1 . .", ". X1 . . .", ". . O4 . O4", ". . . . .", ". O4 O4 . X7"]);
    assert_eq!(rows("territory"), ["X x X x .", "x X x . o", "x o O o O", "o o o o .", "o O O o X"]);
}

#[test]
fn candidates_are_numbers_and_the_best_are_named() {
    let out = done(&["show", "go5", "--overlay", "candidates", "--ascii"]);
    assert!(out.contains(" 8   11  12  11  8 "), "{out}");
    assert!(out.contains("best 12: c3"), "{out}");
    let over = "XXXXX/XXXXX/XX.XX/XXXXX/X.XXX O";
    assert!(done(&["show", "go5", "--position", over, "--overlay", "candidates"]).contains("best pass"));
}

#[test]
fn weak_and_dead_stones_are_shown_with_the_owner_of_their_point() {
    let position = "..XO...../.OXO..X../..XO...../.XXO...../XXOO...../XOO....../XO......./XO..X..../XO....... X";
    // Influence at a distance of two does not reach the lone stones of black: nobody owns their points in `final`.
    for (overlay, alone) in [("final", " X. "), ("status", " Xo ")] {
        let out = done(&["show", "go9", "--ascii", "--position", position, "--overlay", overlay]);
        assert!(out.contains(" Ox ") && out.contains(alone), "{out}");
    }
    assert!(done(&["show", "go9", "--position", position, "--overlay", "status"]).contains("score X 18  O 70.5"));
    assert!(done(&["show", "go9", "--position", position, "--overlay", "strength"]).contains("O b8: 1 stone,"));
}

#[test]
fn the_data_is_in_the_json() {
    let arguments = ["show", "go5", "--position", POSITION, "--overlay", "links", "--json"];
    let answer: Value = serde_json::from_str(&done(&arguments)).unwrap();
    let overlay = &answer["overlay"];
    assert_eq!((&overlay["name"], &answer["game"]), (&"links".into(), &"go5".into()));
    let cells = overlay["cells"].as_array().unwrap();
    let signs = cells.iter().filter(|cell| cell["letter"] == "$").map(|cell| cell["cell"].as_str().unwrap());
    assert_eq!(signs.collect::<Vec<_>>(), ["d3", "b2", "c2"]);
    let first = serde_json::json!({
        "from": "a5", "to": "c5", "kind": "one-point jump", "owner": "X", "points": ["b5"],
    });
    assert!(overlay["lines"].as_array().unwrap().contains(&first), "{overlay}");
    let plain: Value = serde_json::from_str(&done(&["show", "go5", "--json"])).unwrap();
    assert!(plain.get("overlay").is_none());
}

#[test]
fn unknown_overlays_are_answered_with_the_known_ones() {
    let refused = |game: &str, message: &str| {
        let output = enban(&["show", game, "--overlay", "eyes"]);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(String::from_utf8(output.stderr).unwrap().trim(), message);
    };
    refused(
        "go9",
        "enban: go9 has no overlay \"eyes\"; its overlays are: chains, links, groups, territory, final, candidates, strength, status",
    );
    refused("nip", "enban: nip has no overlays");
}
