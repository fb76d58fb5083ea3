//! Those who read and write while the disk fails or is slow for someone else, and what killed processes leave behind.

use std::thread;

use enban_store::{ExperimentId, Ledger, Store};

use crate::disk::{self, Call, Fault, GATE, Tally, Way};
use crate::life::{half_done, saved};
use crate::samples::{check_whole, tasks};
use crate::trial::{Folder, content, is_so};

const ONE: ExperimentId = ExperimentId(1);

/// Whatever fails while a store is opened to be read: if it opens, then it sees what others write from then on.
#[test]
fn a_reader_that_met_a_fault_sees_what_is_written_later() {
    disk::install();
    let folder = Folder::new();
    half_done(&folder);
    disk::arm(None);
    Store::open_read_only(folder.store()).unwrap().note(ONE, "state").unwrap();
    let tally = disk::disarm();
    let series = [Way::Once, Way::Onward].into_iter().flat_map(|way| Call::ALL.map(|call| (call, way)));
    for (call, way) in series {
        for nth in 1..=tally.of(Some(call)) {
            let fault = Fault { call: Some(call), nth, way };
            check_reader(&folder.copied(), fault);
        }
    }
}

fn check_reader(folder: &Folder, fault: Fault) {
    let writer = Store::open(folder.store()).unwrap();
    disk::arm(Some(fault));
    let reader =
        Store::open_read_only(folder.store()).and_then(|reader| reader.note(ONE, "state").map(|note| (reader, note)));
    disk::disarm();
    writer.set_note(ONE, "state", b"later").unwrap();
    match reader {
        Err(error) => assert!(is_so(&error), "read, {fault:?}: said {error:?}"),
        Ok((reader, before)) => {
            assert_eq!(before, Some(vec![1; 9000]), "read, {fault:?}");
            assert_eq!(reader.note(ONE, "state").unwrap().as_deref(), Some(&b"later"[..]), "read, {fault:?}");
        }
    }
}

/// A disk that failed to be read says nothing of what is on it.
#[test]
fn a_check_that_could_not_read_does_not_speak_of_damage() {
    disk::install();
    let folder = Folder::new();
    half_done(&folder);
    let count = counted(&Store::open(folder.store()).unwrap(), |store| store.check().unwrap()).of(Some(Call::Read));
    assert!(count > 20, "{count} reads");
    for way in [Way::Once, Way::Onward] {
        for nth in 1..=count {
            let store = Store::open(folder.store()).unwrap();
            disk::arm(Some(Fault { call: Some(Call::Read), nth, way }));
            let checked = store.check();
            disk::disarm();
            if let Err(error) = checked {
                assert!(is_so(&error), "check, {way:?} at read {nth}: said {error:?}");
            }
        }
    }
}

fn counted(store: &Store, work: impl FnOnce(&Store)) -> Tally {
    disk::arm(None);
    work(store);
    disk::disarm()
}

/// A process that is killed while it copies leaves a part of the copy, and the next may have its number.
#[test]
fn what_a_killed_copy_left_is_no_part_of_the_next() {
    disk::install();
    let name = format!("copy.enban.partial-{}", std::process::id());
    let back_up = |folder: &Folder| drop(Store::open(folder.store()).unwrap().back_up(folder.copy()).unwrap());
    let repair = |folder: &Folder| drop(Store::repair(folder.store(), folder.copy()).unwrap());
    for copy in [back_up as fn(&Folder), repair] {
        let folder = Folder::new();
        half_done(&folder);
        let alone = folder.copied();
        copy(&alone);
        let left = Store::open(folder.store().with_file_name(&name)).unwrap();
        left.save_game(&saved("left", 5)).unwrap();
        left.save_game(&saved("b", 5)).unwrap();
        drop(left);
        copy(&folder);
        assert_eq!(content(&folder.copy(), "copy"), content(&alone.copy(), "copy"));
        assert!(!folder.names().iter().any(|name| name.contains("partial")), "{:?}", folder.names());
    }
}

/// There is one gate.
#[test]
fn a_slow_disk_is_an_error_to_nobody() {
    disk::install();
    check_slow_writes();
    check_slow_close();
}

/// Every write of a put waits in turn: readers answer meanwhile with what was there, other writers have their turn later.
fn check_slow_writes() {
    let folder = Folder::new();
    half_done(&folder);
    let work = |store: &Store| store.ledger(ONE).and_then(|ledger| ledger.put(&tasks(4..8)));
    let writes = {
        let folder = folder.copied();
        counted(&Store::open(folder.store()).unwrap(), |store| work(store).unwrap()).of(Some(Call::Write))
    };
    for nth in 1..=writes {
        let folder = folder.copied();
        let (store, other) = (Store::open(folder.store()).unwrap(), Store::open(folder.store()).unwrap());
        thread::scope(|scope| {
            let slow = scope.spawn(|| late(Call::Write, nth, || work(&store)));
            GATE.await_call();
            assert_eq!(tasks_seen(&folder), 4, "write {nth}");
            let second = scope.spawn(|| other.set_note(ONE, "state", b"second"));
            GATE.open();
            slow.join().unwrap().unwrap_or_else(|error| panic!("write {nth}: {error}"));
            second.join().unwrap().unwrap_or_else(|error| panic!("write {nth}, the second writer: {error}"));
        });
        assert_eq!(tasks_seen(&folder), 8, "write {nth}");
        assert_eq!(other.note(ONE, "state").unwrap().as_deref(), Some(&b"second"[..]), "write {nth}");
    }
}

/// The last to close a store moves the log into it, and keeps others out meanwhile: they wait.
fn check_slow_close() {
    let folder = Folder::new();
    half_done(&folder);
    let changed = |folder: &Folder| {
        let store = Store::open(folder.store()).unwrap();
        store.ledger(ONE).unwrap().put(&tasks(4..8)).unwrap();
        store
    };
    let tally = {
        let folder = folder.copied();
        let store = changed(&folder);
        disk::arm(None);
        drop(store);
        disk::disarm()
    };
    for call in [Call::Write, Call::Sync, Call::Delete] {
        for nth in 1..=tally.of(Some(call)) {
            let folder = folder.copied();
            let store = changed(&folder);
            thread::scope(|scope| {
                let slow = scope.spawn(|| late(call, nth, || drop(store)));
                GATE.await_call();
                let reader = scope.spawn(|| tasks_seen(&folder));
                GATE.open();
                slow.join().unwrap();
                assert_eq!(reader.join().unwrap(), 8, "{call:?} {nth}");
            });
        }
    }
}

/// Does something of which one call takes long.
fn late<T>(call: Call, nth: u32, work: impl FnOnce() -> T) -> T {
    disk::arm(Some(Fault { call: Some(call), nth, way: Way::Late }));
    let value = work();
    assert!(disk::disarm().fired, "{call:?} {nth} never happened");
    value
}

/// How many tasks another sees, all of them whole.
fn tasks_seen(folder: &Folder) -> u64 {
    let store = Store::open_read_only(folder.store()).unwrap();
    check_whole(&store.ledger(ONE).unwrap(), &store)
}
