//! Experiments that are killed, interrupted, or run by several threads and processes at once: the games and the
//! table are those of an undisturbed run.
#![cfg(unix)]

use std::time::Duration;

use serde_json::Value;

use crate::support::{Laboratory, interrupt, list, signal, succeeded, wait_until};

/// Some seconds of work in three cells, without anything that depends on time.
const LONG: &str = r#"
game = "nip"
games = 200
openings = "ply=4"

[design]
kind = "round-robin"
players = [
    "alphabeta(depth=3,exact=6,memory=1)",
    "montecarlo(playouts=10)",
    "alphabeta(nodes=300,exact=4,memory=1)",
]
"#;

/// Some fifty milliseconds of it.
const SHORT: &str = r#"
game = "nip"
games = 40
openings = "ply=4"

[[cells]]
players = ["montecarlo(playouts=10)", "random"]
[[cells]]
players = ["alphabeta(depth=2,exact=4,memory=1)", "montecarlo(playouts=10)"]
games = 10
"#;

/// The table and the games of an undisturbed run, to hold others against.
struct Reference {
    table: Value,
    games: Vec<Value>,
}

impl Reference {
    fn of(laboratory: &Laboratory, file: &str) -> Self {
        let store = format!("whole-{file}.db");
        let table = laboratory.json(&["run", file, "--store", &store]);
        assert_eq!(table["tasks_done"], table["tasks"]);
        Self { table, games: laboratory.games(&store) }
    }

    /// The same command, to its end, gives the same table, and the store holds the same games.
    fn check(&self, laboratory: &Laboratory, file: &str, store: &str) {
        assert_eq!(laboratory.json(&["run", file, "--store", store]), self.table, "{store}");
        let all = laboratory.games(store);
        let of_this = |game: &&Value| game["experiment"] == self.table["name"];
        assert!(all.iter().filter(of_this).eq(&self.games), "{store}: the games differ");
    }
}

#[test]
fn an_experiment_killed_at_twenty_moments_ends_with_the_same_table() {
    let laboratory = Laboratory::with("long.toml", LONG);
    let reference = Reference::of(&laboratory, "long.toml");
    let tasks = reference.table["tasks"].as_u64().unwrap();
    // A fast machine may be done before the twentieth kill: then the next store takes its turn.
    let (mut kills, mut stores, mut partial) = (0, 0, 0);
    while kills < 20 {
        let store = format!("killed{stores}.db");
        let before = laboratory.tasks_done(&store);
        let mut child = laboratory.spawn(&["run", "long.toml", "--store", &store, "--threads", "2"]);
        // Half of the kills come at set moments, from before the store is made; the others right after a write.
        if kills % 2 == 1 {
            laboratory.wait_for_more(&store, before, &mut child);
        }
        std::thread::sleep(Duration::from_millis(7 * kills));
        match child.try_wait().unwrap() {
            Some(_) => {
                succeeded(&["run"], child.wait_with_output().unwrap());
                reference.check(&laboratory, "long.toml", &store);
                stores += 1;
            }
            None => {
                child.kill().unwrap();
                assert_eq!(child.wait().unwrap().code(), None, "it was killed");
                let done = laboratory.tasks_done(&store);
                assert!(done >= before, "what was stored stays stored");
                partial += u32::from(0 < done && done < tasks);
                kills += 1;
            }
        }
    }
    assert!(partial >= 5, "only {partial} kills came in the middle of the work");
    reference.check(&laboratory, "long.toml", &format!("killed{stores}.db"));
}

#[test]
fn a_signal_prints_the_results_so_far_and_the_same_command_goes_on() {
    let laboratory = Laboratory::with("long.toml", &LONG.replace("games = 200", "games = 150"));
    let reference = Reference::of(&laboratory, "long.toml");
    let mut before = 0;
    for (json, name) in [(false, "INT"), (true, "TERM"), (false, "HUP")] {
        let mut arguments = vec!["run", "long.toml", "--store", "stopped.db", "--threads", "1"];
        arguments.extend(json.then_some("--json"));
        let mut child = laboratory.spawn(&arguments);
        laboratory.wait_for_more("stopped.db", before, &mut child);
        signal(&child, name);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        let done = laboratory.tasks_done("stopped.db");
        assert!(done > before && done < reference.table["tasks"].as_u64().unwrap());
        if json {
            let value: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(value["tasks_done"], done);
            let games = list(&value["cells"]).iter().map(|cell| cell["games"].as_u64().unwrap()).sum::<u64>();
            assert_eq!(games, 2 * done);
        } else {
            let head = format!("nip: {} of 450 games", 2 * done);
            assert!(text.contains(&head) && text.contains("Not finished: the same command goes on"), "{text}");
        }
        before = done;
    }
    reference.check(&laboratory, "long.toml", "stopped.db");
}

#[test]
fn ctrl_c_ends_a_match_and_the_same_command_goes_on() {
    let laboratory = Laboratory::new();
    let players = ["match", "nip", "montecarlo(playouts=30)", "montecarlo(playouts=20)", "--games", "1000", "--json"];
    let kept = [&players[..], &["--store", "match.db", "--threads", "1"]].concat();
    let mut child = laboratory.spawn(&kept);
    laboratory.wait_for_more("match.db", 0, &mut child);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let so_far: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(so_far["games"], 2 * laboratory.tasks_done("match.db"));
    let untimed = |mut value: Value| {
        value.as_object_mut().unwrap().remove("spent").unwrap();
        value
    };
    let whole = untimed(serde_json::from_str(&laboratory.done(&players)).unwrap());
    assert_eq!(untimed(serde_json::from_str(&laboratory.done(&kept)).unwrap()), whole);
}

/// The search for balanced openings comes before the games, and is stopped like them.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_stops_the_search_for_openings() {
    let laboratory = Laboratory::new();
    let openings = "ply=8,balance=0.001";
    let child = laboratory.spawn(&["match", "reversi", "random", "random", "--games", "20000", "--openings", openings]);
    // The second signal of the mask is the interrupt: from then on it is caught.
    let is_caught = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(mask.trim(), 16).unwrap() & 2 != 0
    };
    wait_until(is_caught);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(output.stdout.is_empty());
}

#[test]
fn the_number_of_threads_changes_no_move() {
    let laboratory = Laboratory::with("short.toml", SHORT);
    let reference = Reference::of(&laboratory, "short.toml");
    for threads in ["1", "2", "3"] {
        let store = format!("threads{threads}.db");
        let table = laboratory.json(&["run", "short.toml", "--store", &store, "--threads", threads]);
        assert_eq!(table, reference.table);
        assert_eq!(laboratory.games(&store), reference.games, "--threads {threads}");
    }
    laboratory.write("seed.toml", &format!("seed = 2{SHORT}"));
    laboratory.json(&["run", "seed.toml", "--store", "seed.db"]);
    let moves = |games: &[Value]| games.iter().map(|game| game["moves"].clone()).collect::<Vec<_>>();
    assert_ne!(moves(&laboratory.games("seed.db")), moves(&reference.games), "another seed plays other games");
}

#[test]
fn two_processes_work_on_one_experiment() {
    let laboratory = Laboratory::with("long.toml", &LONG.replace("games = 200", "games = 100"));
    let reference = Reference::of(&laboratory, "long.toml");
    let run = || laboratory.spawn(&["run", "long.toml", "--store", "shared.db", "--threads", "1", "--json"]);
    let children = [run(), run()];
    for child in children {
        let table = succeeded(&["run"], child.wait_with_output().unwrap());
        assert_eq!(serde_json::from_str::<Value>(&table).unwrap(), reference.table);
    }
    reference.check(&laboratory, "long.toml", "shared.db");
}

#[test]
fn two_experiments_run_into_one_store_at_once() {
    let laboratory = Laboratory::with("short.toml", SHORT);
    laboratory.write("other.toml", &SHORT.replace("ply=4", "ply=5"));
    let files = ["short.toml", "other.toml"];
    let references = files.map(|file| Reference::of(&laboratory, file));
    let children = files.map(|file| laboratory.spawn(&["run", file, "--store", "shared.db", "--json"]));
    for child in children {
        succeeded(&["run"], child.wait_with_output().unwrap());
    }
    for (file, reference) in files.iter().zip(&references) {
        reference.check(&laboratory, file, "shared.db");
    }
    assert_eq!(list(&laboratory.json(&["list", "--store", "shared.db"])).len(), 2);
}
