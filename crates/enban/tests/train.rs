//! `enban train` as a person or a script uses it.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

const FILE: &str = r#"
name = "small"
title = "Reversi on 4x4"
game = "reversi4"
[games]
count = 300
[labels]
positions = 120
exact = 4
depth = 1
[fit]
steps = 5
[errors]
positions = 20
[match]
games = 6
nodes = 30
"#;

/// A folder with a training file and room for a store.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        folder.write("training.toml", FILE);
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    fn output(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_enban"));
        command.args(arguments).args([Path::new("--store"), &self.path("store.db")]).current_dir(self.0.path());
        command.output().unwrap()
    }

    fn done(&self, arguments: &[&str]) -> String {
        let output = self.output(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.done(arguments)).unwrap()
    }

    fn refused(&self, arguments: &[&str], words: &[&str]) {
        let output = self.output(arguments);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        words.iter().for_each(|word| assert!(message.contains(word), "{word:?} is not in {message:?}"));
        assert!(output.stdout.is_empty() && !message.contains("panicked"), "{message}");
    }
}

#[test]
fn a_training_is_done_reported_and_not_done_again() {
    let folder = Folder::new();
    let text = folder.done(&["train", "training.toml"]);
    let parts = [
        "Reversi on 4x4\nreversi4: ",
        " positions of 300 games, generation 1 of 1; seed 1.",
        "empty squares  positions  values  error",
        "exact",
        "1 ply",
        "The error is on held-out positions, in discs.",
        "The weights are in small.weights (",
        "Against the hand-set evaluation what was learned scores ",
        "in 6 games at 30 nodes a move",
        "enban report \"small\"",
    ];
    parts.iter().for_each(|part| assert!(text.contains(part), "{part:?} is not in {text}"));
    let weights = std::fs::read(folder.path("small.weights")).unwrap();
    assert!(weights.starts_with(b"Enban weights, version 1\ngame: reversi4\n"));

    let again = folder.done(&["train", "training.toml", "--out", "other.weights"]);
    assert_eq!(again.replace("other.weights", "small.weights"), text, "all of it is kept");
    assert_eq!(std::fs::read(folder.path("other.weights")).unwrap(), weights);

    let listed = folder.json(&["list", "--json"]);
    assert_eq!(
        (listed[0]["kind"].as_str(), listed[0]["tasks_done"].as_u64()),
        (Some("train"), listed[0]["tasks"].as_u64())
    );
    let value = folder.json(&["train", "training.toml", "--json"]);
    assert_eq!((value["finished"].as_bool(), value["out"].as_str()), (Some(true), Some("small.weights")));
    assert_eq!(value["match"]["games"], 6);
    assert_eq!(value["generations"][0][0]["lessons"][3]["empties"], 4);

    let report = folder.done(&["report", "small"]);
    for part in
        ["# Reversi on 4x4", "The error by the number of empty squares", "The steps of the regression", "The match"]
    {
        assert!(report.contains(part), "{part:?} is not in {report}");
    }
    assert_eq!(folder.json(&["report", "small", "--json"])["match"], value["match"]);
}

#[test]
fn mistakes_are_refused_before_anything_is_done() {
    let folder = Folder::new();
    folder.write("notes.weights", "not weights");
    folder.refused(&["train", "training.toml", "--out", "notes.weights"], &["notes.weights", "holds no weights"]);
    assert_eq!(std::fs::read(folder.path("notes.weights")).unwrap(), b"not weights");
    folder.refused(&["train", "training.toml", "--out", "nowhere/a.weights"], &["there is no folder nowhere"]);
    folder.refused(&["train", "missing.toml"], &["missing.toml"]);
    folder.write("even.toml", &FILE.replace("depth = 1", "depth = 2"));
    folder.refused(&["train", "even.toml"], &["even.toml", "labels.depth", "odd", "parity"]);
    folder.write("go.toml", &FILE.replace("reversi4", "go9"));
    folder.refused(&["train", "go.toml"], &["go.toml", "game: go9 has no evaluation to learn"]);
    folder.write("typo.toml", &FILE.replace("positions = 120", "position = 120"));
    folder.refused(&["train", "typo.toml"], &["typo.toml", "position", "did you mean positions?"]);
    assert!(!folder.path("store.db").exists(), "nothing was begun");
}
