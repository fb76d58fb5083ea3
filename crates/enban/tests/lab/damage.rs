//! `check-store` and `backup`: damage is found and named, the rest is saved and goes on, copies are whole.

use std::path::Path;

use crate::support::{Laboratory, list, succeeded, text_of};

const FILE: &str = r#"
name = "small"
game = "nip24"
games = 60
openings = "ply=3"

[[cells]]
players = ["montecarlo(playouts=5)", "random"]
"#;

/// A laboratory with a finished experiment in `games.db`.
fn laboratory() -> Laboratory {
    let laboratory = Laboratory::with("small.toml", FILE);
    laboratory.done(&["run", "small.toml", "--store", "games.db"]);
    laboratory
}

/// Changes one letter of a text wherever it stands in the file; true if the text was there. A database leaves old copies of rows
/// lying about that nobody reads.
fn damage(path: &Path, text: &[u8]) -> bool {
    let mut content = std::fs::read(path).unwrap();
    let found: Vec<usize> = (0..content.len()).filter(|&at| content[at..].starts_with(text)).collect();
    for at in &found {
        content[at + text.len() - 1] ^= 1;
    }
    std::fs::write(path, content).unwrap();
    !found.is_empty()
}

/// The moves of a game that nobody else has.
fn moves_of_a_game(laboratory: &Laboratory) -> String {
    let games = laboratory.games("games.db");
    text_of(&games[games.len() / 2]["moves"])
}

#[test]
fn a_whole_store_is_said_to_be_whole() {
    let laboratory = laboratory();
    for arguments in [&["check-store", "games.db"][..], &["check-store", "--store", "games.db"]] {
        let text = laboratory.done(arguments);
        assert!(text.contains("games.db: whole") && text.contains("game") && text.contains("60"), "{text}");
    }
    let report = laboratory.json(&["check-store", "games.db"]);
    assert_eq!(report["whole"], true);
    assert!(list(&report["damage"]).is_empty() && report["repair"].is_null(), "{report}");
    let games = list(&report["tables"]).iter().find(|table| table["table"] == "game").unwrap();
    assert_eq!((games["rows"].as_u64(), games["damaged"].as_u64()), (Some(60), Some(0)));
    // The store of this folder unless another is named.
    std::fs::copy(laboratory.path("games.db"), laboratory.path("enban.db")).unwrap();
    assert!(laboratory.done(&["check-store"]).contains("enban.db: whole"));
}

#[test]
fn a_damaged_game_is_named_and_played_again() {
    let laboratory = laboratory();
    let games = laboratory.games("games.db");
    assert!(damage(&laboratory.path("games.db"), moves_of_a_game(&laboratory).as_bytes()));

    let export = ["export", "--format", "jsonl", "--store", "games.db"];
    let output = laboratory.output(&export);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("table game, row ") && message.contains("check-store"), "{message}");

    let output = laboratory.output(&["check-store", "games.db"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("table game, row ") && text.contains("(experiment \"small\")"), "{text}");
    assert!(text.contains("games.db: damaged") && text.contains("--repair-to FILE"), "{text}");

    let before = std::fs::read(laboratory.path("games.db")).unwrap();
    let output = laboratory.output(&["check-store", "games.db", "--repair-to", "new.db", "--json"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["whole"], false);
    let loss = &report["repair"]["losses"][0];
    assert_eq!((text_of(&loss["experiment"]).as_str(), loss["tasks"].as_u64()), ("small", Some(1)), "{report}");
    assert!(std::fs::read(laboratory.path("games.db")).unwrap() == before, "the original was changed");

    assert!(laboratory.done(&["check-store", "new.db"]).contains("new.db: whole"));
    let left = laboratory.games("new.db");
    assert!(left.len() < games.len() && left.iter().all(|game| games.contains(game)), "{}", left.len());
    laboratory.done(&["run", "small.toml", "--store", "new.db"]);
    assert_eq!(laboratory.games("new.db"), games);
    assert!(laboratory.done(&["check-store", "new.db"]).contains("new.db: whole"));
}

#[test]
fn a_backup_is_whole_and_goes_on() {
    let laboratory = Laboratory::with("small.toml", &FILE.replace("60", "3000"));
    let run = ["run", "small.toml", "--store", "games.db"];
    let mut running = laboratory.spawn(&run);
    laboratory.wait_for_more("games.db", 20, &mut running);
    let text = laboratory.done(&["backup", "copy.db", "--store", "games.db"]);
    assert!(text.contains("copy.db: experiments: 1, ") && text.contains("whole"), "{text}");
    succeeded(&run, running.wait_with_output().unwrap());
    assert!(laboratory.done(&["check-store", "copy.db"]).contains("copy.db: whole"));
    laboratory.done(&["run", "small.toml", "--store", "copy.db"]);
    assert_eq!(laboratory.games("copy.db"), laboratory.games("games.db"));
    let report = laboratory.json(&["backup", "again.db", "--store", "games.db"]);
    assert_eq!((text_of(&report["store"]).as_str(), report["whole"].as_bool()), ("again.db", Some(true)));
}

#[test]
fn a_damaged_store_is_not_backed_up() {
    let laboratory = laboratory();
    assert!(damage(&laboratory.path("games.db"), moves_of_a_game(&laboratory).as_bytes()));
    let output = laboratory.output(&["backup", "copy.db", "--store", "games.db"]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("games.db: the store is damaged (table game, row "), "{message}");
    assert!(output.stdout.is_empty() && !laboratory.path("copy.db").exists());
}

#[test]
fn bad_input_is_refused() {
    let laboratory = laboratory();
    laboratory.write("notes.txt", "This is no database, and stays as it is.\n");
    laboratory.write("empty.db", "");
    let refused = |arguments: &[&str], words: &[&str]| laboratory.refused(arguments, words);
    refused(&["check-store", "missing.db"], &["missing.db: there is no such store"]);
    refused(&["check-store", "notes.txt"], &["notes.txt: this is not a store"]);
    refused(&["check-store", "empty.db"], &["empty.db: this is not a store"]);
    refused(&["check-store", "."], &["this is a directory"]);
    refused(&["check-store", "games.db", "--store", "games.db"], &["named twice"]);
    refused(&["check-store", "games.db", "--repair-to", "notes.txt"], &["notes.txt: there is such a file already"]);
    refused(&["check-store", "games.db", "--repair-to", "games.db"], &["games.db: there is such a file already"]);
    refused(&["check-store", "games.db", "--repair-to", "nowhere/new.db"], &["no directory", "nowhere"]);
    refused(&["backup"], &["<FILE>"]);
    refused(&["backup", "copy.db", "--store", "missing.db"], &["missing.db: there is no such store"]);
    refused(&["backup", "copy.db", "--store", "notes.txt"], &["notes.txt: this is not a store"]);
    refused(&["backup", "notes.txt", "--store", "games.db"], &["notes.txt: there is such a file already"]);
    refused(&["backup", "nowhere/copy.db", "--store", "games.db"], &["no directory", "nowhere"]);
    assert_eq!(
        std::fs::read_to_string(laboratory.path("notes.txt")).unwrap(),
        "This is no database, and stays as it is.\n"
    );
    assert!(!laboratory.path("missing.db").exists() && !laboratory.path("copy.db").exists());
}
