//! What every ledger promises.

use std::ops::ControlFlow;

use enban_store::{Cause, Ending, Forfeit, GameRecord, Ledger, MemoryLedger, Store, StoreError, TaskResult};

use crate::samples::{all_games, games_of, ledger_in, task, tasks};

#[test]
fn a_ledger_in_memory_keeps_its_promises() {
    check(&MemoryLedger::default());
}

#[test]
fn a_ledger_in_a_store_keeps_its_promises() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("games.enban")).unwrap();
    ledger_in(&store, "another", 40).put(&tasks(0..40)).unwrap();
    check(&ledger_in(&store, "one", 40));
    store.check().unwrap();
}

fn check(ledger: &dyn Ledger) {
    assert_eq!(ledger.done().unwrap().count(), 0);
    assert_eq!(all_games(ledger), []);
    ledger.put(&[]).unwrap();

    // In any order, with some of the results twice.
    ledger.put(&tasks([7, 3, 12, 4])).unwrap();
    assert_eq!(ledger.done().unwrap().ranges(), [3..5, 7..8, 12..13]);
    let mut otherwise = task(3);
    otherwise.games[0].moves.clear();
    ledger.put(&[otherwise, task(5)]).unwrap();
    let mut reversed = task(6);
    reversed.games.reverse();
    ledger.put(&[reversed.clone(), reversed]).unwrap();
    ledger.put(&tasks(0..40)).unwrap();
    assert_eq!(ledger.done().unwrap(), (0..40).collect());
    assert_eq!(all_games(ledger), games_of(40));

    // All or none.
    let mut wrong = task(42);
    wrong.games[1].number = 0;
    check_refused(ledger, &[task(40), wrong], "task 42, game 0: the task has two games of this number");
    let mut wrong = task(42);
    wrong.games[1].task = 41;
    check_refused(ledger, &[task(40), wrong], "task 42, game 1: the game says it is of task 41");
    let wrong = TaskResult { number: u64::MAX, games: Vec::new() };
    check_refused(ledger, &[task(40), wrong], "task 18446744073709551615: the number must be less than 2^63");

    check_visits(ledger);
}

fn check_refused(ledger: &dyn Ledger, results: &[TaskResult], wanted: &str) {
    let error = ledger.put(results).unwrap_err();
    assert!(matches!(error, StoreError::Invalid { .. }), "{error:?}");
    assert_eq!(error.to_string(), wanted);
    assert_eq!(ledger.done().unwrap(), (0..40).collect());
}

/// A visit ends when told to, and does not see what the visitor puts.
fn check_visits(ledger: &dyn Ledger) {
    let mut seen = 0;
    let mut visit = |_: &GameRecord| {
        seen += 1;
        if seen == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    ledger.each_game(&mut visit).unwrap();
    assert_eq!(seen, 5);

    let mut seen = 0;
    let mut visit = |_: &GameRecord| {
        seen += 1;
        ledger.put(&[task(40)]).unwrap();
        ControlFlow::Continue(())
    };
    ledger.each_game(&mut visit).unwrap();
    assert_eq!(seen, games_of(40).len());
    assert_eq!(all_games(ledger), games_of(41));
}

#[test]
fn games_that_do_not_fit_the_experiment_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("games.enban")).unwrap();
    let ledger = ledger_in(&store, "one", 40);
    let check = |spoil: fn(&mut GameRecord), wanted: &str| {
        let mut wrong = task(1);
        spoil(&mut wrong.games[0]);
        let error = ledger.put(&[task(0), wrong]).unwrap_err();
        assert_eq!(error.to_string(), format!("task 1, game 0: {wanted}"));
        assert_eq!(ledger.done().unwrap().count(), 0);
    };
    check(|game| game.cell = 4, "cell 4 is none of the experiment's 4");
    check(|game| game.rotation = 2, "the rotation is 2, there are 2 seats");
    check(|game| game.winner = Some(2), "the winner is player Some(2) of 2");
    let lost_by_another = |game: &mut GameRecord| {
        let (label, detail) = ("Z".to_owned(), String::new());
        game.ending = Ending::Lost(Forfeit { label, detail, seat: 2, cause: Cause::Crashed });
    };
    check(lost_by_another, "seat 2 lost it, there are 2");
    check(|game| game.nodes.clear(), "scores, micros and nodes have lengths [2, 2, 0], there are 2 seats");
}
