//! Experiments: begun, resumed, changed, listed, finished, removed; and their notes.

use enban_store::{Begun, Cell, ExperimentId, Filter, GameId, Ledger, Store, StoreError, StoredExperiment};

use crate::samples::{experiment, games_of, ledger_in, task, tasks};

fn store() -> (tempfile::TempDir, Store) {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("games.enban")).unwrap();
    (directory, store)
}

#[test]
fn the_plan_decides_whether_it_is_the_same_experiment() {
    let (_directory, store) = store();
    let mut new = experiment("one", 10);
    let Begun::New(id) = store.begin(&new).unwrap() else { panic!("it is new") };
    new.title = "another title".to_owned();
    new.file = "another file".to_owned();
    assert_eq!(store.begin(&new).unwrap(), Begun::Resumed(id));
    let kept = store.experiment(id).unwrap();
    assert_eq!((kept.summary.title, kept.file), (new.title.clone(), new.file.clone()));
    let (plan, file) = (new.plan.clone(), new.file.clone());
    new.plan = "another plan".to_owned();
    assert_eq!(store.begin(&new).unwrap(), Begun::Changed { id, plan, file });
    new.name = "two".to_owned();
    assert!(matches!(store.begin(&new).unwrap(), Begun::New(other) if other != id));
}

#[test]
fn a_resumed_experiment_may_ask_for_more_tasks() {
    let (_directory, store) = store();
    let id = ledger_in(&store, "one", 10).id();
    store.finish(id).unwrap();
    let finished = store.experiment(id).unwrap().summary.finished_unix_s;
    assert!(finished.is_some());
    for (tasks, wanted, is_finished) in [(5, 10, true), (10, 10, true), (12, 12, false)] {
        assert_eq!(store.begin(&experiment("one", tasks)).unwrap(), Begun::Resumed(id));
        let summary = store.experiment(id).unwrap().summary;
        assert_eq!((summary.tasks, summary.finished_unix_s.is_some()), (wanted, is_finished), "{tasks}");
    }
}

#[test]
fn an_experiment_comes_back_as_it_was_put() {
    let (_directory, store) = store();
    let new = experiment("one", 10);
    let ledger = ledger_in(&store, "one", 10);
    ledger.put(&tasks(0..6)).unwrap();
    let found = store.experiment(ledger.id()).unwrap();
    let games = games_of(6);
    let cells = (0_u32..).zip(&new.cells).map(|(number, cell)| {
        let of_cell: Vec<_> = games.iter().filter(|game| game.cell == number).collect();
        let wins = |player| of_cell.iter().filter(|game| game.winner == Some(player)).count() as u64;
        Cell {
            label: cell.label.clone(),
            players: cell.players.clone(),
            games: of_cell.len() as u64,
            wins: vec![wins(0), wins(1)],
        }
    });
    let wanted = StoredExperiment {
        summary: found.summary.clone(),
        plan: new.plan,
        file: new.file,
        seed: new.seed,
        rules: new.rules,
        machine: new.machine,
        command: new.command,
        cells: cells.collect(),
    };
    assert_eq!(found, wanted);
    let summary = found.summary;
    assert_eq!((summary.name, summary.title, summary.kind), (new.name, new.title, new.kind));
    assert_eq!((summary.game, summary.seats, summary.program), (new.game, new.seats, new.program));
    assert_eq!((summary.tasks, summary.tasks_done, summary.games), (10, 6, 12));
    assert!(summary.created_unix_s > 1_700_000_000);
    assert_eq!(summary.finished_unix_s, None);
}

#[test]
fn experiments_are_listed_and_found_by_name_or_number() {
    let (_directory, store) = store();
    assert_eq!(store.experiments().unwrap(), []);
    let ids: Vec<_> = ["one", "two", "1"].map(|name| ledger_in(&store, name, 10).id()).into();
    store.ledger(ids[1]).unwrap().put(&[task(3)]).unwrap();
    let listed = store.experiments().unwrap();
    assert_eq!(listed.iter().map(|summary| summary.id).collect::<Vec<_>>(), ids);
    assert_eq!(listed.iter().map(|summary| summary.tasks_done).collect::<Vec<_>>(), [0, 1, 0]);
    assert_eq!(store.find("one").unwrap(), ids[0]);
    assert_eq!(store.find("2").unwrap(), ids[1]);
    assert_eq!(store.find("1").unwrap(), ids[2], "the name goes before the number");
    let error = store.find("four").unwrap_err().to_string();
    assert!(error.contains("games.enban: there is no experiment four"), "{error}");
}

#[test]
fn experiments_that_contradict_themselves_are_refused() {
    let (_directory, store) = store();
    let check = |new: &enban_store::NewExperiment, wanted: &str| {
        assert_eq!(store.begin(new).unwrap_err().to_string(), wanted);
        assert_eq!(store.experiments().unwrap(), []);
    };
    check(&experiment("", 1), r#"experiment "": it needs a name"#);
    let mut new = experiment("one", 1);
    new.cells[2].players.pop();
    check(&new, r#"experiment "one": cell 2 has 1 players, the game has 2 seats"#);
    new.cells.clear();
    check(&new, r#"experiment "one": it needs seats and cells"#);
}

#[test]
fn removing_takes_one_experiment_and_no_other() {
    let (_directory, store) = store();
    let (one, two) = (ledger_in(&store, "one", 20), ledger_in(&store, "two", 20));
    for number in 0..20 {
        one.put(&[task(number)]).unwrap();
        two.put(&[task(number)]).unwrap();
    }
    store.set_note(one.id(), "state", b"1").unwrap();
    store.set_note(two.id(), "state", b"2").unwrap();
    let of_two = Filter { experiment: Some(two.id()), ..Filter::default() };
    let before = store.games(&of_two).unwrap();
    let last = store.games(&Filter { newest_first: true, limit: Some(1), ..Filter::default() }).unwrap()[0].id;
    store.remove(one.id()).unwrap();
    store.check().unwrap();
    assert_eq!(store.games(&of_two).unwrap(), before);
    assert_eq!(store.games(&Filter::default()).unwrap(), before);
    assert_eq!(store.note(two.id(), "state").unwrap().as_deref(), Some(b"2".as_slice()));
    assert_eq!(store.experiments().unwrap().len(), 1);

    // Whoever still works on it is told, and numbers are not given again.
    let gone = [one.put(&[task(1)]).err(), one.done().err(), store.remove(one.id()).err()];
    for error in gone {
        assert!(matches!(error, Some(StoreError::NoExperiment { .. })), "{error:?}");
    }
    store.remove(two.id()).unwrap();
    let again = ledger_in(&store, "one", 20);
    again.put(&[task(0)]).unwrap();
    assert!(again.id() > two.id());
    assert!(store.games(&Filter::default()).unwrap()[0].id > last);
    assert_eq!(store.game(GameId(1)).unwrap(), None);
    store.check().unwrap();
}

#[test]
fn notes_are_replaced_and_belong_to_their_experiment() {
    let (_directory, store) = store();
    let (one, two) = (ledger_in(&store, "one", 1).id(), ledger_in(&store, "two", 1).id());
    assert_eq!(store.note(one, "state").unwrap(), None);
    for value in [vec![0, 255], vec![7; 100_000], Vec::new()] {
        store.set_note(one, "state", &value).unwrap();
        assert_eq!(store.note(one, "state").unwrap(), Some(value));
    }
    assert_eq!(store.note(two, "state").unwrap(), None);
    assert_eq!(store.note(one, "other").unwrap(), None);
    let error = store.set_note(ExperimentId(9), "state", b"").unwrap_err();
    assert!(matches!(error, StoreError::NoExperiment { .. }), "{error:?}");
}
