//! Files that are refused, and what the errors say.

use std::fs;
use std::path::Path;

use enban_store::{Filter, Ledger, Store, StoreError};

use crate::samples::{all_games, games_of, ledger_at, ledger_in, tasks};

/// Opens the path in both ways and holds the errors' texts against what they should have in them.
fn check_refused(path: &Path, wanted: &str) {
    for error in [Store::open(path).err(), Store::open_read_only(path).err()] {
        let text = error.expect("it should be refused").to_string();
        assert!(text.starts_with(&format!("{}: ", path.display())), "{text}");
        assert!(text.contains(wanted), "{text}");
    }
}

#[test]
fn other_files_are_refused_and_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("notes.txt");
    let content = "A text that is not a database. ".repeat(100);
    fs::write(&path, &content).unwrap();
    check_refused(&path, "not a store (not an SQLite file)");
    assert_eq!(fs::read_to_string(&path).unwrap(), content);

    let path = directory.path().join("other.sqlite");
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE recipe (name); CREATE TABLE step (text)").unwrap();
    drop(other);
    let content = fs::read(&path).unwrap();
    check_refused(&path, "not a store (an SQLite file with 2 tables of another program)");
    assert!(fs::read(&path).unwrap() == content, "the other program's file was changed");
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 2, "files were left behind");
}

#[test]
fn a_newer_store_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.enban");
    ledger_at(&path, "one", 5).put(&tasks(0..5)).unwrap();
    let raw = rusqlite::Connection::open(&path).unwrap();
    let set = |version: i64| raw.pragma_update(None, "user_version", version).unwrap();
    set(99);
    check_refused(&path, "written by a newer program (its schema is 99, this program knows up to 4)");
    set(-1);
    check_refused(&path, "not a store (its schema has the number -1)");
    set(4);
    assert_eq!(all_games(&ledger_at(&path, "one", 5)), games_of(5));
}

#[test]
fn paths_that_cannot_be_are_explained() {
    let directory = tempfile::tempdir().unwrap();
    check_refused(directory.path(), "this is a directory; name a file in it");

    let path = directory.path().join("none").join("games.enban");
    let error = Store::open(&path).unwrap_err().to_string();
    let parent = path.parent().unwrap().display();
    assert!(error.contains(&format!("there is no directory {parent}; make it first")), "{error}");

    let path = directory.path().join("games.enban");
    let error = Store::open_read_only(&path).unwrap_err();
    assert!(matches!(error, StoreError::Missing { .. }), "{error:?}");
    assert!(error.to_string().contains("games.enban: there is no such store"), "{error}");
    assert!(!path.exists());
}

#[test]
fn an_empty_file_becomes_a_store_when_it_is_opened_to_be_written() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.enban");
    fs::write(&path, "").unwrap();
    let error = Store::open_read_only(&path).unwrap_err().to_string();
    assert!(error.contains("not a store (an empty file)"), "{error}");
    ledger_at(&path, "one", 5).put(&tasks(0..5)).unwrap();
    let store = Store::open_read_only(&path).unwrap();
    assert_eq!(store.experiments().unwrap()[0].games, games_of(5).len() as u64);
}

#[test]
fn a_store_opened_to_be_read_sees_what_others_write_and_writes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.enban");
    let ledger = ledger_at(&path, "one", 9);
    let reader = Store::open_read_only(&path).unwrap();
    let seen = reader.ledger(ledger.id()).unwrap();
    ledger.put(&tasks(0..9)).unwrap();
    assert_eq!(all_games(&seen), games_of(9));
    let errors =
        [seen.put(&tasks([10])).err(), reader.set_note(ledger.id(), "a", b"").err(), reader.remove(ledger.id()).err()];
    for error in errors {
        assert!(matches!(error, Some(StoreError::ReadOnly { .. })), "{error:?}");
    }
}

#[test]
fn damage_is_found() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.enban");
    ledger_at(&path, "one", 500).put(&tasks(0..500)).unwrap();
    let check = |sql: &str, wanted: &str| {
        let copy = directory.path().join("copy.enban");
        fs::copy(&path, &copy).unwrap();
        let raw = rusqlite::Connection::open(&copy).unwrap();
        raw.pragma_update(None, "foreign_keys", false).unwrap();
        raw.execute_batch(sql).unwrap();
        drop(raw);
        let error = Store::open(&copy).unwrap().check().unwrap_err();
        assert!(matches!(&error, StoreError::Damaged { what, .. } if what == wanted), "{error:?}");
    };
    check("DELETE FROM game WHERE id = 7", "a task is not whole");
    check("UPDATE game SET task = 400 WHERE id = 7", "a task is not whole");
    check("DELETE FROM task WHERE number = 7", "a game is of no task");
    check("UPDATE outcome SET games = games + 1 WHERE id = 1", "games of an outcome are miscounted");
    check("UPDATE progress SET tasks_done = 1", "tasks or games of an experiment are miscounted");
    check("DELETE FROM progress", "tasks or games of an experiment are miscounted");
    check("DELETE FROM experiment", "a row refers to nothing");

    // Whoever reads a value that cannot be is told so.
    let copy = directory.path().join("copy.enban");
    fs::copy(&path, &copy).unwrap();
    rusqlite::Connection::open(&copy).unwrap().execute_batch("UPDATE game SET scores = '[1,x]' WHERE id = 1").unwrap();
    let error = Store::open(&copy).unwrap().games(&Filter::default()).unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error:?}");

    // A page of rubbish in the middle of the file.
    let mut content = fs::read(&path).unwrap();
    let middle = content.len() / 2 / 4096 * 4096;
    content[middle..middle + 4096].fill(0xa5);
    let torn = directory.path().join("torn.enban");
    fs::write(&torn, content).unwrap();
    let error = Store::open(&torn).unwrap().check().unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error:?}");
}

#[cfg(unix)]
mod permissions {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use super::*;

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    /// Nothing is read-only for the superuser, who therefore has the test run once more as nobody.
    fn handed_on(test: &str) -> bool {
        let directory = tempfile::tempdir().unwrap();
        let probe = directory.path().join("probe");
        fs::write(&probe, "").unwrap();
        set_mode(&probe, 0o444);
        if fs::OpenOptions::new().append(true).open(&probe).is_err() {
            return false;
        }
        set_mode(directory.path(), 0o777);
        let program = directory.path().join("test");
        fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
        set_mode(&program, 0o755);
        let test = format!("opening::permissions::{test}");
        let mut command = Command::new(&program);
        command.args(["--exact", &test]).env("TMPDIR", directory.path()).current_dir("/").uid(65534).gid(65534);
        let run = command.output().unwrap();
        let said = String::from_utf8_lossy(&run.stdout);
        assert!(run.status.success() && said.contains("1 passed"), "{said}");
        true
    }

    #[test]
    fn a_read_only_file_is_read_and_not_written() {
        if handed_on("a_read_only_file_is_read_and_not_written") {
            return;
        }
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.enban");
        ledger_at(&path, "one", 9).put(&tasks(0..9)).unwrap();
        set_mode(&path, 0o444);
        let error = Store::open(&path).unwrap_err();
        assert!(matches!(error, StoreError::ReadOnly { .. }), "{error:?}");
        assert!(error.to_string().starts_with(&format!("{}: the store is read-only", path.display())), "{error}");
        let store = Store::open_read_only(&path).unwrap();
        assert_eq!(all_games(&store.ledger(store.find("one").unwrap()).unwrap()), games_of(9));
    }

    #[test]
    fn a_read_only_directory_is_read_and_not_written() {
        if handed_on("a_read_only_directory_is_read_and_not_written") {
            return;
        }
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("50% of? #games.enban");
        ledger_at(&path, "one", 9).put(&tasks(0..9)).unwrap();
        set_mode(directory.path(), 0o555);
        let check = |path: &Path, wanted: &str| {
            let text = Store::open(path).unwrap_err().to_string();
            assert!(text.starts_with(&format!("{}: {wanted}", path.display())), "{text}");
        };
        check(&path, "the store is read-only; make the file and its directory writable");
        check(&directory.path().join("new.enban"), "the store cannot be opened: the file and its directory must");
        let store = Store::open_read_only(&path).unwrap();
        assert_eq!(all_games(&store.ledger(store.find("one").unwrap()).unwrap()), games_of(9));
        drop(store);
        set_mode(directory.path(), 0o755);
    }

    #[test]
    fn results_that_were_left_beside_the_store_are_not_passed_over() {
        if handed_on("results_that_were_left_beside_the_store_are_not_passed_over") {
            return;
        }
        let (busy, frozen) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (path, copy) = (busy.path().join("games.enban"), frozen.path().join("games.enban"));
        let store = Store::open(&path).unwrap();
        ledger_in(&store, "one", 9).put(&tasks(0..9)).unwrap();
        fs::copy(&path, &copy).unwrap();
        fs::copy(busy.path().join("games.enban-wal"), frozen.path().join("games.enban-wal")).unwrap();
        set_mode(frozen.path(), 0o555);
        let text = Store::open_read_only(&copy).unwrap_err().to_string();
        assert!(text.contains("its last results are still in") && text.contains("copy both files"), "{text}");
        set_mode(frozen.path(), 0o755);
        let store = Store::open_read_only(&copy).unwrap();
        assert_eq!(all_games(&store.ledger(store.find("one").unwrap()).unwrap()), games_of(9));
    }
}
