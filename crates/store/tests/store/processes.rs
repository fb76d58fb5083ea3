//! Processes that are killed, run out of room, or work on one store at once.
//!
//! The processes are this very test binary, told by its environment to do a test's work instead of the test.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use enban_store::{Begun, Ledger, Store, StoreError};

use crate::samples::{all_games, check_whole, experiment, games_of, ledger_at, ledger_in, tasks};

const TASKS: u64 = 1500;
const BATCH: usize = 5;
const STORE: &str = "ENBAN_STORE_TEST";
const NAME: &str = "ENBAN_STORE_TEST_NAME";
const BATCHES: &str = "ENBAN_STORE_TEST_BATCHES";

/// Runs the tasks that are missing, in small batches, and says so after each; true if this is a worker process.
fn worked() -> bool {
    let (Some(path), Ok(name)) = (std::env::var_os(STORE), std::env::var(NAME)) else { return false };
    if let Err(error) = work(Path::new(&path), &name) {
        println!("\nfailed: {error}");
    }
    true
}

fn work(path: &Path, name: &str) -> Result<(), StoreError> {
    let store = Store::open(path)?;
    let begun = store.begin(&experiment(name, TASKS))?;
    let (Begun::New(id) | Begun::Resumed(id)) = begun else { panic!("{begun:?}") };
    let ledger = store.ledger(id)?;
    let left: Vec<u64> = ledger.done()?.missing(TASKS).collect();
    let batches = std::env::var(BATCHES).map_or(usize::MAX, |text| text.parse().unwrap());
    for (number, batch) in left.chunks(BATCH).enumerate() {
        if number == batches {
            // The rest is for others; this one waits to be killed, though not for ever.
            std::thread::sleep(Duration::from_secs(60));
            panic!("nobody killed the worker");
        }
        ledger.put(&tasks(batch.iter().copied()))?;
        println!("\nput");
    }
    Ok(())
}

/// A worker process on an experiment. It is held in the test that starts it.
fn worker(test: &str, path: &Path, name: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &format!("processes::{test}"), "--nocapture"]);
    command.env(STORE, path).env(NAME, name).stdout(Stdio::piped());
    command
}

/// What the process said, if it came to its end.
fn finished(process: Child) -> String {
    let run = process.wait_with_output().unwrap();
    let said = String::from_utf8(run.stdout).unwrap();
    assert!(run.status.success(), "{said}");
    said
}

#[test]
fn killed_at_any_moment_a_store_stays_whole() {
    if worked() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.enban");
    let worker = || worker("killed_at_any_moment_a_store_stays_whole", &path, "one");
    let mut kept = 0;
    for round in 0..24_u64 {
        // The first are killed while they start and make the store, the others during one of some batches.
        let batches = if round < 6 { 0 } else { usize::try_from(round * 7 % 11).unwrap() };
        let mut process = worker().env(BATCHES, (batches + 4).to_string()).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map(Result::unwrap);
        assert_eq!(lines.by_ref().filter(|line| line == "put").take(batches).count(), batches);
        std::thread::sleep(Duration::from_micros(if round < 6 { 800 * round } else { round * 137 % 900 }));
        process.kill().unwrap();
        assert!(!process.wait().unwrap().success());
        let store = Store::open(&path).unwrap();
        let now = check_whole(&ledger_in(&store, "one", TASKS), &store);
        assert!(
            now >= kept + (batches * BATCH) as u64,
            "{kept} tasks were kept and {batches} batches put, {now} are left"
        );
        kept = now;
    }
    assert!(kept < TASKS);
    finished(worker().spawn().unwrap());
    assert_eq!(all_games(&ledger_at(&path, "one", TASKS)), games_of(TASKS));
}

/// The same command under a shell that limits how long files may get, in blocks.
#[cfg(unix)]
fn limited(command: &Command, blocks: u32) -> Command {
    let mut limited = Command::new("sh");
    limited.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"")]);
    limited.arg(command.get_program()).args(command.get_args()).stdout(Stdio::piped());
    limited.envs(command.get_envs().filter_map(|(key, value)| Some((key, value?))));
    limited
}

/// A write fails in the middle of a file, each time further on.
#[cfg(unix)]
#[test]
fn a_write_that_fails_loses_nothing() {
    if worked() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let mut failed = 0;
    for blocks in (0..1400).step_by(97) {
        let path = directory.path().join(format!("{blocks}.enban"));
        let before = 40;
        ledger_at(&path, "one", TASKS).put(&tasks(0..before)).unwrap();
        let worker = worker("a_write_that_fails_loses_nothing", &path, "one");
        let said = finished(limited(&worker, blocks).spawn().unwrap());
        let puts = said.lines().filter(|line| *line == "put").count();
        let error = said.lines().find(|line| line.starts_with("failed: "));
        if let Some(error) = error {
            failed += 1;
            assert!(error.contains(&path.display().to_string()), "{error}");
            assert!(error.contains("nothing that was stored is lost"), "{error}");
        }
        let store = Store::open(&path).unwrap();
        let ledger = ledger_in(&store, "one", TASKS);
        let kept = check_whole(&ledger, &store);
        assert_eq!(kept, (before + (puts * BATCH) as u64).min(TASKS), "{blocks} blocks: {error:?}");
        ledger.put(&tasks(ledger.done().unwrap().missing(TASKS))).unwrap();
        assert_eq!(all_games(&ledger), games_of(TASKS));
    }
    assert!(failed >= 5, "only {failed} of the runs met a failed write");
}

#[test]
fn processes_share_a_store() {
    if worked() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.enban");
    let names = ["one", "one", "two", "three"];
    let workers = names.map(|name| worker("processes_share_a_store", &path, name).spawn().unwrap());
    for worker in workers {
        let said = finished(worker);
        assert!(!said.contains("failed: "), "{said}");
    }
    let store = Store::open(&path).unwrap();
    assert_eq!(store.experiments().unwrap().len(), 3);
    for name in ["one", "two", "three"] {
        assert_eq!(check_whole(&ledger_in(&store, name, TASKS), &store), TASKS);
    }
}

#[test]
fn threads_share_a_store_whether_or_not_they_share_its_connection() {
    const TASKS: u64 = 300;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.enban");
    let begun: Vec<Begun> = std::thread::scope(|scope| {
        let openers: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| Store::open(&path).unwrap().begin(&experiment("one", TASKS)).unwrap()))
            .collect();
        openers.into_iter().map(|opener| opener.join().unwrap()).collect()
    });
    assert_eq!(begun.iter().filter(|begun| matches!(begun, Begun::New(_))).count(), 1, "{begun:?}");

    let shared = Store::open(&path).unwrap();
    std::thread::scope(|scope| {
        for worker in 0..6_u64 {
            let (shared, path) = (&shared, &path);
            scope.spawn(move || {
                let store = if worker < 3 { shared.clone() } else { Store::open(path).unwrap() };
                let ledger = ledger_in(&store, if worker % 2 == 0 { "one" } else { "two" }, TASKS);
                // Each starts elsewhere, and all do everything.
                for step in 0..TASKS / 10 {
                    let first = (step + worker * 5) * 10 % TASKS;
                    ledger.put(&tasks(first..first + 10)).unwrap();
                }
            });
        }
    });
    for name in ["one", "two"] {
        assert_eq!(check_whole(&ledger_in(&shared, name, TASKS), &shared), TASKS);
    }
}

#[test]
fn an_experiment_removed_by_another_is_missed_by_those_who_write() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.enban");
    let (ledger, other) = (ledger_at(&path, "one", 9), Store::open(&path).unwrap());
    ledger.put(&tasks(0..4)).unwrap();
    other.remove(ledger.id()).unwrap();
    let error = ledger.put(&tasks(4..9)).unwrap_err();
    assert!(matches!(error, StoreError::NoExperiment { .. }), "{error:?}");
    other.check().unwrap();
}
