//! The life of a store, each part of it on a disk that fails at every call.

use enban_store::{Ledger, SavedGame, Store, StoreError, TaskResult};
use rusqlite::Connection;

use crate::samples::{experiment, ledger_in, task, tasks};
use crate::trial::{Folder, Operation, Start, endure};

/// A store with an experiment that is half done, a note and two games of the library.
pub fn half_done(folder: &Folder) {
    let store = Store::open(folder.store()).unwrap();
    let ledger = ledger_in(&store, "one", 8);
    ledger.put(&tasks(0..4)).unwrap();
    store.set_note(ledger.id(), "state", &[1; 9000]).unwrap();
    store.save_game(&saved("a", 3)).unwrap();
    store.save_game(&saved("b", 2000)).unwrap();
}

pub fn saved(id: &str, length: usize) -> SavedGame {
    SavedGame {
        id: id.to_owned(),
        game: "nip".to_owned(),
        players: vec!["円".to_owned(), "random".to_owned()],
        scores: vec![3, -4],
        record: format!("record {length} ").repeat(length),
        ..SavedGame::default()
    }
}

/// Tries what is done to the store of [`half_done`] while it is open.
fn endure_open(name: &'static str, run: fn(&Folder, Option<&Store>) -> Result<(), StoreError>) {
    endure(&Operation { name, before: half_done, start: Start::Opened, run, samples: 9 });
}

fn opened(store: Option<&Store>) -> &Store {
    store.expect("the trial opened it")
}

fn open(folder: &Folder, _: Option<&Store>) -> Result<(), StoreError> {
    Store::open(folder.store()).map(drop)
}

#[test]
fn a_new_store_is_made_or_not() {
    endure(&Operation { name: "new", before: |_| {}, start: Start::Closed, run: open, samples: 9 });
}

#[test]
fn an_old_store_is_brought_up_to_date_or_left_as_it_is() {
    let before = |folder: &Folder| {
        let connection = Connection::open(folder.store()).unwrap();
        connection.pragma_update(None, "foreign_keys", false).unwrap();
        connection.execute_batch(include_str!("schema-2.sql")).unwrap();
    };
    endure(&Operation { name: "migrate", before, start: Start::Closed, run: open, samples: 9 });
}

#[test]
fn a_store_is_opened_as_it_was_closed() {
    endure(&Operation { name: "open", before: half_done, start: Start::Closed, run: open, samples: 9 });
}

/// What a killed process leaves: the last results are in the log only.
#[test]
fn a_store_that_was_not_closed_is_opened_with_all_its_results() {
    let before = |folder: &Folder| {
        let killed = Folder::new();
        half_done(&killed);
        let store = Store::open(killed.store()).unwrap();
        ledger_in(&store, "one", 8).put(&tasks(4..8)).unwrap();
        let alive = killed.copied();
        assert!(alive.names().contains(&"games.enban-wal".to_owned()));
        for name in alive.names() {
            std::fs::copy(alive.store().with_file_name(&name), folder.store().with_file_name(&name)).unwrap();
        }
    };
    endure(&Operation { name: "recover", before, start: Start::Closed, run: open, samples: 9 });
}

#[test]
fn an_experiment_is_begun_or_not() {
    endure_open("begin", |_, store| opened(store).begin(&experiment("two", 5)).map(drop));
}

#[test]
fn tasks_are_kept_whole_or_not_at_all() {
    endure_open("put", |_, store| put(opened(store), &tasks(4..8)));
}

/// More than the log is let grow to, so that it is moved into the store as part of it.
#[test]
fn many_tasks_are_kept_whole_or_not_at_all() {
    let run = |_: &Folder, store: Option<&Store>| {
        let long = |number| {
            let mut task = task(number);
            task.games.iter_mut().for_each(|game| game.moves = "e3 f4 ".repeat(100_000));
            task
        };
        put(opened(store), &(4..8).map(long).collect::<Vec<_>>())
    };
    endure(&Operation { name: "put many", before: half_done, start: Start::Opened, run, samples: 2 });
}

fn put(store: &Store, results: &[TaskResult]) -> Result<(), StoreError> {
    store.ledger(store.find("one")?)?.put(results)
}

#[test]
fn an_experiment_is_finished_or_not() {
    endure_open("finish", |_, store| {
        let store = opened(store);
        store.finish(store.find("one")?)
    });
}

#[test]
fn an_experiment_is_removed_whole_or_not_at_all() {
    endure_open("remove", |_, store| {
        let store = opened(store);
        match store.find("one") {
            // Removed by a try that failed after it.
            Err(StoreError::NoExperiment { .. }) => Ok(()),
            found => store.remove(found?),
        }
    });
}

#[test]
fn a_note_is_the_old_one_or_the_new() {
    endure_open("note", |_, store| {
        let store = opened(store);
        store.set_note(store.find("one")?, "state", &[2; 12_000])
    });
}

#[test]
fn a_game_is_saved_or_not() {
    endure_open("save", |_, store| opened(store).save_game(&saved("c", 900)));
}

#[test]
fn a_game_that_is_changed_is_the_old_one_or_the_new() {
    endure_open("change", |_, store| opened(store).save_game(&saved("b", 1500)));
}

#[test]
fn a_game_is_removed_or_not() {
    endure_open("remove a game", |_, store| opened(store).remove_saved("b").map(drop));
}

#[test]
fn a_backup_is_whole_or_not_there() {
    endure_open("backup", |folder, store| opened(store).back_up(folder.copy()).map(drop));
}

#[test]
fn a_repaired_store_is_whole_or_not_there() {
    let before = |folder: &Folder| {
        half_done(folder);
        let connection = Connection::open(folder.store()).unwrap();
        assert_eq!(connection.execute("UPDATE game SET moves = 'none' WHERE id = 3", []).unwrap(), 1);
    };
    let run = |folder: &Folder, _: Option<&Store>| {
        let report = Store::repair(folder.store(), folder.copy())?;
        // What could not be read is left out and told, which here counts as a failure.
        report.unread.first().map_or(Ok(()), |unread| {
            std::fs::remove_file(folder.copy()).unwrap();
            Err(StoreError::Disk { path: folder.store(), reason: unread.to_string() })
        })
    };
    endure(&Operation { name: "repair", before, start: Start::Damaged, run, samples: 9 });
}
