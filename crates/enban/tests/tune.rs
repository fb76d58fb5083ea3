//! `enban tune` as a person or a script uses it: real processes, killed ones too.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const FILE: &str = r#"
name = "small"
title = "Nip: the ring and what is next to it"
game = "nip"
player = "map(values={ring}/{ring}/{ring}/{inner}/{inner}/-2/3/0)"
games = 8
openings = "ply=4"
[method]
method = "spsa"
steps_max = 8
[[parameters]]
name = "ring"
start = 20
low = -100
high = 100
step = 10
[[parameters]]
name = "inner"
start = -5
low = -50
high = 50
step = 5
whole = true
[match]
games = 40
"#;

/// A folder with a tuning file and room for a store.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new(file: &str) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        folder.write(file);
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, file: &str) {
        std::fs::write(self.path("tuning.toml"), file).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_enban"));
        command.args(arguments).args([Path::new("--store"), &self.path("store.db")]).current_dir(self.0.path());
        command
    }

    fn output(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    fn done(&self, arguments: &[&str]) -> String {
        let output = self.output(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.done(arguments)).unwrap()
    }

    /// The result of tuning.
    fn tuned(&self, threads: &str) -> Value {
        self.json(&["tune", "tuning.toml", "--json", "--threads", threads])
    }

    /// Steps that are kept by now.
    fn steps(&self) -> u64 {
        let listed = self.output(&["list", "--json"]);
        let steps = |list: Value| list[0]["tasks_done"].as_u64();
        serde_json::from_slice(&listed.stdout).ok().and_then(steps).unwrap_or(0)
    }

    fn wait_for_steps(&self, steps: u64) {
        let begun = Instant::now();
        while self.steps() < steps {
            assert!(begun.elapsed() < Duration::from_secs(60), "no further step was kept");
            std::thread::sleep(Duration::from_millis(5));
        }
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
fn a_tuning_is_played_reported_and_not_played_again() {
    let folder = Folder::new(FILE);
    let text = folder.done(&["tune", "tuning.toml"]);
    let parts = [
        "Nip: the ring and what is next to it",
        "nip: 8 of 8 steps by SPSA, 64 games; seed 1.",
        "ring ",
        "map(values=",
        "Against the start, 40 games from 20 openings (ply=4)",
        "Elo",
        "the start",
        "enban report \"small: result against start\"",
    ];
    parts.iter().for_each(|part| assert!(text.contains(part), "{part:?} is not in {text}"));
    let again = folder.done(&["tune", "tuning.toml"]);
    assert_eq!(again, text, "all of it is kept");
    let value = folder.tuned("1");
    assert_eq!((&value["steps"], &value["finished"], &value["games"]), (&8.into(), &true.into(), &64.into()));
    assert_eq!(value["parameters"][1]["start"], -5.0);
    assert!(text.contains(value["player"].as_str().unwrap()) && text.contains(value["conclusion"].as_str().unwrap()));
    assert_eq!(value["match"]["games"], 40);
    assert!(value["match"]["elo"].is_number(), "{value:#}");

    let listed = folder.json(&["list", "--json"]);
    let listed: Vec<_> =
        listed.as_array().unwrap().iter().map(|one| (&one["name"], &one["kind"], &one["tasks_done"])).collect();
    assert_eq!(listed[0], (&"small".into(), &"tune".into(), &8.into()));
    assert_eq!(listed[1], (&"small: result against start".into(), &"match".into(), &20.into()));
    let whole = folder.done(&["report", "small"]);
    for part in
        ["8 of 8 steps", "The parameters before and after", "ring", "SPSA made 8 steps", "The result against the start"]
    {
        assert!(whole.contains(part), "{part:?} is not in {whole}");
    }
    let data = folder.json(&["report", "small", "--json"]);
    assert_eq!(data["parameters"][0]["value"], value["parameters"][0]["value"]);
    let report = folder.done(&["report", "small: result against start"]);
    assert!(report.contains("result against start") && report.contains(value["player"].as_str().unwrap()), "{report}");
}

#[test]
fn threads_and_kills_do_not_change_the_result() {
    let file = FILE.replace("games = 8", "games = 100").replace("steps_max = 8", "steps_max = 100");
    let whole = Folder::new(&file).tuned("1");
    assert_eq!(Folder::new(&file).tuned("2"), whole);
    let folder = Folder::new(&file);
    for _ in 0..3 {
        let steps = folder.steps();
        let mut command = folder.command(&["tune", "tuning.toml", "--json", "--threads", "2"]);
        let mut child = command.stdout(Stdio::null()).spawn().unwrap();
        folder.wait_for_steps(steps + 3);
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success(), "it was killed at its work");
    }
    assert_eq!(folder.tuned("2"), whole);
}

/// Ctrl-C ends it in good order: what is known so far is shown, and the same command goes on.
#[cfg(unix)]
#[test]
fn ctrl_c_shows_where_it_stands() {
    let file = FILE.replace("games = 8", "games = 200").replace("steps_max = 8", "steps_max = 2000");
    let folder = Folder::new(&file);
    let mut command = folder.command(&["tune", "tuning.toml", "--json"]);
    let child = command.stdout(Stdio::piped()).spawn().unwrap();
    folder.wait_for_steps(2);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    let steps = value["steps"].as_u64().unwrap();
    assert!((2..2000).contains(&steps) && value["finished"] == false && value["match"].is_null(), "{value:#}");
    assert!(value["parameters"][0]["centre"].is_number());
    assert!(value["conclusion"].as_str().unwrap().contains("the same command goes on"));
}

#[test]
fn a_changed_file_is_refused_with_what_changed() {
    let folder = Folder::new(FILE);
    folder.done(&["tune", "tuning.toml"]);
    folder.write(&FILE.replace("step = 10", "step = 12"));
    folder.refused(&["tune", "tuning.toml"], &["stored: parameter ring", "step 10", "now:", "step 12", "another name"]);
    folder.write(&FILE.replace("title = \"Nip", "title = \"In Nip"));
    assert!(folder.done(&["tune", "tuning.toml"]).contains("In Nip"));
    folder.refused(&["tune", "tuning.toml", "--seed", "2"], &["stored: seed: 1", "now:    seed: 2"]);
}

#[test]
fn mistakes_name_the_file_and_the_nearest_key() {
    let folder = Folder::new(&FILE.replace("openings =", "opening ="));
    folder.refused(&["tune", "tuning.toml"], &["tuning.toml", "line 7", "did you mean openings?"]);
    folder.write(&FILE.replace("steps_max", "step_max"));
    folder.refused(&["tune", "tuning.toml"], &["tuning.toml", "line 10", "did you mean steps_max?"]);
    folder.write(&FILE.replace("{ring}/{ring}", "{rign}/{ring}"));
    folder.refused(&["tune", "tuning.toml"], &["tuning.toml: player: ", "expected ring, inner"]);
    folder.write(&FILE.replace("high = 100", "high = 5000"));
    folder.refused(&["tune", "tuning.toml"], &["values=5000/5000", "expected 8 numbers from -1000 to 1000"]);
    folder.refused(&["tune", "absent.toml"], &["absent.toml"]);
    assert!(!folder.path("store.db").exists(), "nothing is made for a file that is wrong");
}

/// The tuning files that come with the program are whole and can be begun.
#[test]
fn the_files_of_the_project_are_accepted() {
    for name in ["tune-reversi-weights", "tune-nip-map"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments").join(format!("{name}.toml"));
        let text = std::fs::read_to_string(&path).unwrap();
        let short = text.replace("steps_max = ", "steps_max = 1 # ");
        let folder = Folder::new(&short);
        let value = folder.tuned("2");
        assert_eq!((&value["steps"], &value["finished"]), (&1.into(), &true.into()), "{name}");
    }
}
