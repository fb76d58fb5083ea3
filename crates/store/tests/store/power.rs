//! The power is cut between any two writes: what is on the disk is the old content or the new.

use std::fs;
use std::path::Path;

use enban_store::{Ledger, Store};

use crate::samples::{all_games, check_whole, games_of, ledger_in, tasks};

const TASKS: u64 = 30;
const BATCH: usize = 6;

/// Writes go to the end of the log beside the store, page by page. A log cut off after any part of them is what a
/// power cut leaves.
#[test]
fn a_log_cut_off_anywhere_gives_whole_transactions() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.enban");
    let store = Store::open(&path).unwrap();
    let ledger = ledger_in(&store, "one", TASKS);
    let batches: Vec<Vec<u64>> = (0..TASKS).collect::<Vec<_>>().chunks(BATCH).map(<[u64]>::to_vec).collect();
    for (number, batch) in batches.iter().enumerate() {
        ledger.put(&tasks(batch.iter().copied())).unwrap();
        store.set_note(ledger.id(), "state", number.to_string().as_bytes()).unwrap();
    }
    let (main, log) = (fs::read(&path).unwrap(), fs::read(directory.path().join("games.enban-wal")).unwrap());

    // The log has a head of 32 bytes, then pages, each with a head of 24.
    let (head, frame) = (32, 4096 + 24);
    assert!(log.len() > 40 * frame && (log.len() - head).is_multiple_of(frame), "{} bytes", log.len());
    let mut states = Vec::new();
    for cut in (0..=log.len()).filter(|cut| [0, 20, 2000].contains(&((cut + frame - head) % frame))) {
        states.push(after_cut(&main, &log[..cut]));
    }
    assert!(states.is_sorted(), "{states:?}");
    states.dedup();
    // None is the store before it was begun; then the tasks kept and the note, which follows them.
    let mut wanted = vec![None, Some((0, None))];
    for number in 0..batches.len() as u64 {
        let kept = (number + 1) * BATCH as u64;
        wanted.push(Some((kept, number.checked_sub(1))));
        wanted.push(Some((kept, Some(number))));
    }
    assert_eq!(states, wanted);
}

/// Opens what is left, looks at it, and goes on to the end.
fn after_cut(main: &[u8], log: &[u8]) -> Option<(u64, Option<u64>)> {
    let directory = tempfile::tempdir_in(fast_disk()).unwrap();
    let path = directory.path().join("games.enban");
    fs::write(&path, main).unwrap();
    fs::write(directory.path().join("games.enban-wal"), log).unwrap();
    let store = Store::open(&path).unwrap();
    let found = store.find("one").ok().map(|id| {
        let ledger = store.ledger(id).unwrap();
        let note = store.note(id, "state").unwrap();
        (check_whole(&ledger, &store), note.map(|note| String::from_utf8(note).unwrap().parse().unwrap()))
    });
    let ledger = ledger_in(&store, "one", TASKS);
    let left: Vec<u64> = ledger.done().unwrap().missing(TASKS).collect();
    ledger.put(&tasks(left)).unwrap();
    assert_eq!(all_games(&ledger), games_of(TASKS));
    store.check().unwrap();
    found
}

/// Hundreds of stores are made here, for which a disk in memory will do.
fn fast_disk() -> std::path::PathBuf {
    let memory = Path::new("/dev/shm");
    if tempfile::tempdir_in(memory).is_ok() { memory.to_path_buf() } else { std::env::temp_dir() }
}
