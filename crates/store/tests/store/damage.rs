//! Bits that flip on the disk: reading gives what was stored or an error, a check finds it, and the rest can be saved.

use std::fs;
use std::path::{Path, PathBuf};

use enban_store::{
    Begun, EndingFilter, EndingKind, ExperimentId, Filter, GameId, GameRecord, Ledger, Lost, PlayerFilter,
    ResultFilter, SavedFilter, SavedGame, Store, StoreError, StoreReport,
};
use tempfile::TempDir;

use crate::samples::{PLAYERS, all_games, experiment, games_of, ledger_in, task, tasks};

const ONE: u64 = 60;
const TWO: u64 = 9;

/// A store of two experiments, of which one is finished, with notes and a library.
fn write_store(path: &Path) {
    let store = Store::open(path).unwrap();
    for (name, count) in [("one", ONE), ("two", TWO)] {
        let ledger = ledger_in(&store, name, count);
        ledger.put(&tasks(0..count)).unwrap();
        store.set_note(ledger.id(), "state", name.as_bytes()).unwrap();
        store.set_note(ledger.id(), "long", &[7; 9000]).unwrap();
    }
    store.finish(ExperimentId(1)).unwrap();
    (0..12).for_each(|number| store.save_game(&saved(number)).unwrap());
}

fn saved(number: u32) -> SavedGame {
    SavedGame {
        id: format!("saved-{number}"),
        game: "nip".to_owned(),
        players: vec!["円".to_owned(), PLAYERS[0].to_owned()],
        result: "unfinished".to_owned(),
        scores: vec![3, -4],
        moves: number,
        changed_unix_s: 1000 + i64::from(number),
        record: format!("record {number} ").repeat(1 + 20 * number as usize),
    }
}

/// All that can be read, each answer as text or as an error.
fn readings(store: &Store) -> Vec<Result<String, StoreError>> {
    let mut answers: Vec<Result<String, StoreError>> = Vec::new();
    let mut ask = |answer: Result<String, StoreError>| answers.push(answer);
    ask(store.experiments().map(|found| format!("{found:?}")));
    for (number, name) in [(1, "one"), (2, "two"), (3, "three")] {
        let id = ExperimentId(number);
        ask(store.find(name).map(|found| found.to_string()));
        ask(store.experiment(id).map(|found| format!("{found:?}")));
        for key in ["state", "long", "none"] {
            ask(store.note(id, key).map(|found| format!("{found:?}")));
        }
        let ledger = store.ledger(id);
        ask(ledger.and_then(|ledger| Ok(format!("{:?} {:?}", ledger.done()?, games(&ledger)?))));
        let filter = Filter { experiment: Some(id), newest_first: true, ..Filter::default() };
        ask(store.games(&filter).map(|found| format!("{found:?}")));
    }
    let (exactly, prefix) =
        (PlayerFilter::Exactly(PLAYERS[2].to_owned()), PlayerFilter::Prefix("alphabeta".to_owned()));
    let plain = Filter::default();
    for filter in [
        plain.clone(),
        Filter { limit: Some(7), offset: 5, ..plain.clone() },
        Filter { player: Some(exactly), result: Some(ResultFilter::Won), ..plain.clone() },
        Filter { player: Some(prefix), result: Some(ResultFilter::Lost), ..plain.clone() },
        Filter { ending: Some(EndingFilter::Of(EndingKind::Resigned)), ..plain.clone() },
        Filter { ending: Some(EndingFilter::Normal), result: Some(ResultFilter::Drawn), ..plain },
    ] {
        ask(store.count(&filter).map(|count| count.to_string()));
        ask(store.games(&filter).map(|found| format!("{found:?}")));
    }
    for id in [1, 50, 100, 10_000] {
        ask(store.game(GameId(id)).map(|found| format!("{found:?}")));
    }
    let some = SavedFilter { before_unix_s: Some(1005), limit: Some(2), ..SavedFilter::default() };
    ask(store.saved_games(&some).map(|found| format!("{found:?}")));
    ask(store.saved_games(&SavedFilter::default()).map(|found| format!("{found:?}")));
    for id in ["saved-0", "saved-7", "none"] {
        ask(store.saved_game(id).map(|found| format!("{found:?}")));
    }
    answers
}

fn games(ledger: &dyn Ledger) -> Result<Vec<GameRecord>, StoreError> {
    let mut games = Vec::new();
    ledger.each_game(&mut |game| {
        games.push(game.clone());
        std::ops::ControlFlow::Continue(())
    })?;
    Ok(games)
}

/// A folder for hundreds of stores, for which a disk in memory will do.
fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Numbers that look random and are the same each time.
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Bits to flip: one in each byte of the head of the file, and some in the head and in the rest of each page.
/// The test of reading was also run with 4,500 bits, which takes minutes, and passed.
fn bits(bytes: usize) -> Vec<usize> {
    let any = |number: usize| usize::try_from(mixed(number as u64) % 8).unwrap();
    let mut bits: Vec<usize> = (0..100).map(|byte| byte * 8 + any(byte)).collect();
    for page in (0..bytes).step_by(4096) {
        let head = page + if page == 0 { 100 } else { 0 };
        let in_head = |number: u64| head * 8 + usize::try_from(mixed(!(page as u64 + number)) % (8 * 12)).unwrap();
        bits.extend((0..2).map(in_head));
        let inside = |number: u64| page * 8 + usize::try_from(mixed(page as u64 + number) % (8 * 4096)).unwrap();
        bits.extend((0..3).map(inside));
    }
    bits
}

struct Flipped {
    directory: TempDir,
    content: Vec<u8>,
    stored: Vec<Option<String>>,
}

impl Flipped {
    fn new() -> Self {
        let directory = folder();
        let path = directory.path().join("whole.enban");
        write_store(&path);
        let store = Store::open_read_only(&path).unwrap();
        let stored = readings(&store).into_iter().map(Result::ok).collect();
        drop(store);
        Self { content: fs::read(&path).unwrap(), directory, stored }
    }

    /// The store with one bit flipped.
    fn copy(&self, bit: usize) -> PathBuf {
        let path = self.directory.path().join("flipped.enban");
        for end in ["-wal", "-shm"] {
            let _absent = fs::remove_file(self.directory.path().join(format!("flipped.enban{end}")));
        }
        let mut content = self.content.clone();
        content[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, content).unwrap();
        path
    }

    /// Reads a copy; returns whether any answer was an error where there was none.
    fn read(&self, path: &Path, bit: usize) -> bool {
        let Ok(store) = Store::open_read_only(path) else { return true };
        let mut failed = false;
        for (number, (answer, stored)) in readings(&store).into_iter().zip(&self.stored).enumerate() {
            match (answer, stored) {
                (Ok(answer), Some(stored)) => assert_eq!(&answer, stored, "bit {bit}, reading {number}"),
                (Ok(answer), None) => panic!("bit {bit}, reading {number}: {answer} in place of an error"),
                (Err(_), stored) => failed |= stored.is_some(),
            }
        }
        failed
    }
}

#[test]
fn a_flipped_bit_never_gives_other_content_and_is_found_by_the_check() {
    let flipped = Flipped::new();
    let bits = bits(flipped.content.len());
    let (mut failed, mut found) = (0, 0);
    for &bit in &bits {
        let path = flipped.copy(bit);
        let has_failed = flipped.read(&path, bit);
        let is_found = Store::examine(&path).map_or(true, |report| !report.is_whole());
        assert!(is_found || !has_failed, "bit {bit}: reading fails, and the check finds nothing");
        failed += usize::from(has_failed);
        found += usize::from(is_found);
    }
    println!("{} bits: {failed} made reading fail, {found} were found by the check", bits.len());
    assert!(failed > bits.len() / 4 && found >= failed, "{failed}, {found} of {}", bits.len());
}

#[test]
fn a_flipped_bit_never_begins_an_experiment_a_second_time() {
    let flipped = Flipped::new();
    for bit in bits(flipped.content.len()).into_iter().step_by(2) {
        let begun = Store::open(flipped.copy(bit)).and_then(|store| store.begin(&experiment("two", TWO)));
        assert!(matches!(begun, Err(_) | Ok(Begun::Resumed(ExperimentId(2)))), "bit {bit}: {begun:?}");
    }
}

#[test]
fn what_is_saved_is_as_it_was_stored_and_goes_on_to_the_end() {
    let flipped = Flipped::new();
    let saved_at = flipped.directory.path().join("saved.enban");
    let mut repaired = 0;
    for bit in bits(flipped.content.len()).into_iter().step_by(2) {
        let path = flipped.copy(bit);
        if Store::examine(&path).map_or(true, |report| report.is_whole()) {
            continue;
        }
        let before = fs::read(&path).unwrap();
        let Ok(report) = Store::repair(&path, &saved_at) else {
            assert!(Store::open_read_only(&path).is_err(), "bit {bit}: the file can be opened");
            continue;
        };
        assert!(fs::read(&path).unwrap() == before, "the original was changed");
        let store = Store::open(&saved_at).unwrap();
        store.check().unwrap();
        for (name, count) in [("one", ONE), ("two", TWO)] {
            let gone = report.losses.iter().any(|loss| loss.experiment == name && loss.lost == Lost::Everything);
            assert!(!gone || store.find(name).is_err(), "bit {bit}: {report:?}");
            let ledger = ledger_in(&store, name, count);
            let done = ledger.done().unwrap();
            let wanted: Vec<GameRecord> = done.iter().flat_map(|number| task(number).games).collect();
            assert_eq!(all_games(&ledger), wanted, "bit {bit}");
            ledger.put(&tasks(done.missing(count))).unwrap();
            assert_eq!(all_games(&ledger), games_of(count), "bit {bit}");
        }
        for game in store.saved_games(&SavedFilter::default()).unwrap().1 {
            assert_eq!(game, saved(game.moves));
        }
        store.check().unwrap();
        drop(store);
        fs::remove_file(&saved_at).unwrap();
        repaired += 1;
    }
    assert!(repaired > 30, "{repaired}");
}

/// A store in which a statement of another program has changed something.
fn changed(directory: &TempDir, sql: &str) -> PathBuf {
    let path = directory.path().join("changed.enban");
    write_store(&path);
    let raw = rusqlite::Connection::open(&path).unwrap();
    raw.pragma_update(None, "foreign_keys", false).unwrap();
    raw.execute_batch(sql).unwrap();
    path
}

fn rows(report: &StoreReport, table: &str) -> (u64, u64) {
    let found = report.tables.iter().find(|one| one.name == table).unwrap();
    (found.rows, found.damaged)
}

#[test]
fn damaged_rows_are_named_and_all_others_are_saved() {
    let directory = folder();
    let path = changed(
        &directory,
        "UPDATE game SET moves = moves || 'x' WHERE id = 7;
        UPDATE saved SET record = '' WHERE id = 'saved-3';
        UPDATE note SET value = x'00' WHERE experiment = 2 AND key = 'state';
        UPDATE task SET first_game = first_game + 1 WHERE experiment = 1 AND number = 20;",
    );
    let store = Store::open_read_only(&path).unwrap();
    let error = store.game(GameId(7)).unwrap_err().to_string();
    assert!(error.contains("table game, row 7: ") && error.contains("check-store"), "{error}");
    let error = store.saved_game("saved-3").unwrap_err().to_string();
    assert!(error.contains("table saved, row saved-3: "), "{error}");
    let error = store.note(ExperimentId(2), "state").unwrap_err().to_string();
    assert!(error.contains("table note, row (2, state): "), "{error}");
    drop(store);

    let report = Store::examine(&path).unwrap();
    let named: Vec<(&str, &str, Option<&str>)> = report
        .damage
        .iter()
        .filter(|damage| !damage.row.is_empty())
        .map(|damage| (damage.table.as_str(), damage.row.as_str(), damage.experiment.as_deref()))
        .collect();
    let wanted = [
        ("note", "(2, state)", Some("two")),
        ("task", "(1, 20)", Some("one")),
        ("game", "7", Some("one")),
        ("saved", "saved-3", None),
    ];
    assert_eq!(named, wanted);
    assert_eq!((rows(&report, "task"), rows(&report, "saved")), ((ONE + TWO, 1), (12, 1)));

    let new = directory.path().join("new.enban");
    let report = Store::repair(&path, &new).unwrap();
    assert_eq!(report.losses.len(), 1, "{report:?}");
    assert_eq!((report.losses[0].experiment.as_str(), report.losses[0].lost), ("one", Lost::Tasks(2)));
    let left_out = |name: &str| report.tables.iter().find(|table| table.name == name).unwrap().left_out;
    let counts = ["experiment", "note", "task", "game", "saved", "player"].map(left_out);
    // The task of game 7 has two games, and so has task 20.
    assert_eq!(counts, [0, 1, 2, 4, 1, 0]);
    let store = Store::open(&new).unwrap();
    let done = ledger_in(&store, "one", ONE).done().unwrap();
    assert_eq!(done.missing(ONE).collect::<Vec<_>>(), [3, 20]);
    let summaries = store.experiments().unwrap();
    assert_eq!(summaries[0].finished_unix_s, None, "what is to be played again is not finished");
    let seen: Vec<u64> = summaries.iter().map(|one| one.tasks_done).collect();
    assert_eq!(seen, [ONE - 2, TWO]);
    let mut library: Vec<u32> =
        store.saved_games(&SavedFilter::default()).unwrap().1.iter().map(|one| one.moves).collect();
    library.sort_unstable();
    assert_eq!(library, (0..12).filter(|number| *number != 3).collect::<Vec<_>>());
    let notes = |id, key| store.note(ExperimentId(id), key).unwrap().map(|note| note.len());
    assert_eq!((notes(1, "state"), notes(2, "state"), notes(2, "long")), (Some(3), None, Some(9000)));
    let again = Store::repair(&path, &new).unwrap_err().to_string();
    assert!(again.contains("new.enban: there is such a file already"), "{again}");
}

#[test]
fn an_experiment_whose_plan_or_players_are_lost_is_left_out_whole() {
    for sql in [
        "UPDATE experiment SET plan = 'another' WHERE id = 1",
        "UPDATE cell SET label = 'another' WHERE experiment = 1 AND number = 2",
        "DELETE FROM cell_player WHERE experiment = 1 AND cell = 0 AND position = 1",
    ] {
        let directory = folder();
        let path = changed(&directory, sql);
        assert!(!Store::examine(&path).unwrap().is_whole(), "{sql}");
        let error = Store::open_read_only(&path).unwrap().experiment(ExperimentId(1)).unwrap_err();
        assert!(matches!(error, StoreError::Damaged { .. }), "{sql}: {error:?}");
        let new = directory.path().join("new.enban");
        let report = Store::repair(&path, &new).unwrap();
        let losses: Vec<_> = report.losses.iter().map(|loss| (loss.experiment.as_str(), loss.lost)).collect();
        assert_eq!(losses, [("one", Lost::Everything)], "{sql}");
        let store = Store::open(&new).unwrap();
        store.check().unwrap();
        assert_eq!(store.experiments().unwrap().len(), 1);
        assert_eq!(all_games(&ledger_in(&store, "two", TWO)), games_of(TWO));
        // Its number is not given again.
        assert_eq!(ledger_in(&store, "one", ONE).id(), ExperimentId(3));
    }
}

#[test]
fn pages_of_rubbish_cost_what_was_on_them() {
    let directory = folder();
    let path = directory.path().join("games.enban");
    let count = 3000;
    ledger_in(&Store::open(&path).unwrap(), "one", count).put(&tasks(0..count)).unwrap();
    let mut content = fs::read(&path).unwrap();
    let pages = content.len() / 4096;
    for page in [pages / 3, 2 * pages / 3] {
        content[page * 4096..(page + 1) * 4096].fill(0xa5);
    }
    fs::write(&path, content).unwrap();
    assert!(!Store::examine(&path).unwrap().is_whole());
    let new = directory.path().join("new.enban");
    let report = Store::repair(&path, &new).unwrap();
    let store = Store::open(&new).unwrap();
    let ledger = ledger_in(&store, "one", count);
    let done = ledger.done().unwrap();
    // A page has some twenty games.
    assert!(done.count() < count && done.count() > count - 100, "{report:?}");
    let wanted: Vec<GameRecord> = done.iter().flat_map(|number| task(number).games).collect();
    assert_eq!(all_games(&ledger), wanted);
}

#[test]
fn a_backup_made_while_another_writes_is_whole() {
    let directory = folder();
    let (path, count) = (directory.path().join("games.enban"), 2000);
    let store = Store::open(&path).unwrap();
    let ledger = ledger_in(&store, "one", count);
    ledger.put(&tasks(0..10)).unwrap();
    let mut kept = Vec::new();
    std::thread::scope(|scope| {
        let writing = scope.spawn(|| {
            let numbers: Vec<u64> = (10..count).collect();
            numbers.chunks(4).for_each(|batch| ledger.put(&tasks(batch.iter().copied())).unwrap());
        });
        let reader = Store::open_read_only(&path).unwrap();
        for number in 0.. {
            let is_last = writing.is_finished();
            let copy = directory.path().join(format!("copy-{number}.enban"));
            assert!(reader.back_up(&copy).unwrap().is_whole());
            let store = Store::open(&copy).unwrap();
            store.check().unwrap();
            let done = ledger_in(&store, "one", count).done().unwrap();
            assert_eq!(all_games(&ledger_in(&store, "one", count)), games_of(done.count()));
            kept.push(done.count());
            if is_last {
                break;
            }
        }
    });
    assert!(kept.is_sorted() && kept.len() > 1 && kept.last() == Some(&count), "{kept:?}");
    let names = fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(names.filter(|name| name.contains("partial")).count(), 0);
}

#[test]
fn a_backup_is_refused_where_there_is_a_file_and_of_a_damaged_store() {
    let directory = folder();
    let path = changed(&directory, "UPDATE game SET plies = 1 WHERE id = 3");
    let store = Store::open_read_only(&path).unwrap();
    let copy = directory.path().join("copy.enban");
    let error = store.back_up(&copy).unwrap_err();
    assert!(matches!(&error, StoreError::Damaged { what, .. } if what.contains("table game, row 3")), "{error:?}");
    assert!(!copy.exists());
    fs::write(&copy, "mine").unwrap();
    let error = store.back_up(&copy).unwrap_err().to_string();
    assert!(error.contains("there is such a file already"), "{error}");
    assert_eq!(fs::read_to_string(&copy).unwrap(), "mine");
    let error = store.back_up(directory.path().join("none/copy.enban")).unwrap_err().to_string();
    assert!(error.contains("there is no directory"), "{error}");
    assert_eq!(
        fs::read_dir(&directory)
            .unwrap()
            .filter(|entry| { entry.as_ref().unwrap().file_name().to_string_lossy().contains("partial") })
            .count(),
        0
    );
}
