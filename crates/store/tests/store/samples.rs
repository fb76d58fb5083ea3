//! Experiments and results for the tests, made from their numbers alone.

use std::ops::ControlFlow;
use std::path::Path;

use enban_store::{
    Begun, Cause, Ending, Forfeit, GameRecord, Kind, Ledger, NewCell, NewExperiment, Store, StoreLedger, TaskResult,
};

pub const PLAYERS: [&str; 4] = ["alphabeta(depth=4)", "alphabeta(depth=6)", "random", "円盤"];

/// An experiment of four cells for two; the last player meets itself.
pub fn experiment(name: &str, tasks: u64) -> NewExperiment {
    let cell = |first: usize, second: usize| NewCell {
        label: format!("{first} against {second}"),
        players: vec![PLAYERS[first].to_owned(), PLAYERS[second].to_owned()],
    };
    NewExperiment {
        name: name.to_owned(),
        title: format!("about {name}"),
        kind: Kind::Run,
        game: "nip".to_owned(),
        seats: 2,
        plan: format!("plan of {name}"),
        file: format!("name = {name:?}\n# 盤"),
        seed: u64::MAX,
        program: "0.1.0".to_owned(),
        rules: "nip 1".to_owned(),
        machine: "two cores".to_owned(),
        command: "enban run file.toml".to_owned(),
        tasks,
        cells: vec![cell(0, 1), cell(0, 2), cell(2, 1), cell(3, 3)],
    }
}

/// A pair of games; every seventh task has one that ended irregularly, every thirteenth has none.
pub fn task(number: u64) -> TaskResult {
    let game = |within: u32| {
        let mut digest = number * 2 + u64::from(within) + 1;
        for _ in 0..3 {
            digest = (digest ^ (digest >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        GameRecord {
            task: number,
            number: within,
            cell: u32::try_from(number % 4).unwrap(),
            rotation: u8::try_from(within % 2).unwrap(),
            opening: format!("d3 c{}", number % 8),
            moves: "e3 f4 g5 h6 ".repeat(1 + usize::try_from(digest >> 60).unwrap()),
            scores: vec![i32::try_from(digest % 129).unwrap() - 64, -3],
            winner: [None, Some(0), Some(1)][usize::try_from((digest >> 40) % 3).unwrap()],
            ending: if number % 7 == 3 && within == 1 { irregular(number) } else { Ending::Normal },
            plies: 30 + within,
            micros: vec![digest >> 50, u64::MAX],
            nodes: vec![0, digest >> 45],
            seed: digest.rotate_left(9),
            digest,
        }
    };
    let games = if number % 13 == 12 { Vec::new() } else { (0..2).map(game).collect() };
    TaskResult { number, games }
}

/// One of the ways to end a game against the rules.
fn irregular(number: u64) -> Ending {
    let answer = format!("z{}", number % 2);
    let causes = [
        Cause::Resigned,
        Cause::OutOfTime,
        Cause::Crashed,
        Cause::IllegalMove { answer },
        Cause::Stopped,
        Cause::Failed,
    ];
    let seat = u8::try_from(number % 2).unwrap();
    match causes.into_iter().nth(usize::try_from(number / 7 % 7).unwrap()) {
        Some(cause) => Ending::Lost(Forfeit { label: "円".to_owned(), detail: format!("why: {number}"), seat, cause }),
        None => Ending::Repetition { moves: u32::try_from(number).unwrap() },
    }
}

pub fn tasks(numbers: impl IntoIterator<Item = u64>) -> Vec<TaskResult> {
    numbers.into_iter().map(task).collect()
}

/// The games of all tasks below a number, in order.
pub fn games_of(tasks: u64) -> Vec<GameRecord> {
    (0..tasks).flat_map(|number| task(number).games).collect()
}

pub fn all_games(ledger: &dyn Ledger) -> Vec<GameRecord> {
    let mut games = Vec::new();
    ledger
        .each_game(&mut |game| {
            games.push(game.clone());
            ControlFlow::Continue(())
        })
        .unwrap();
    games
}

/// Opens the store and begins or resumes an experiment.
pub fn ledger_at(path: &Path, name: &str, tasks: u64) -> StoreLedger {
    ledger_in(&Store::open(path).unwrap(), name, tasks)
}

pub fn ledger_in(store: &Store, name: &str, tasks: u64) -> StoreLedger {
    match store.begin(&experiment(name, tasks)).unwrap() {
        Begun::New(id) | Begun::Resumed(id) => store.ledger(id).unwrap(),
        changed @ Begun::Changed { .. } => panic!("{changed:?}"),
    }
}

/// Holds that nothing in the store is damaged and that every task in it is whole and as it was put.
pub fn check_whole(ledger: &StoreLedger, store: &Store) -> u64 {
    store.check().unwrap();
    let done = ledger.done().unwrap();
    let wanted: Vec<GameRecord> = done.iter().flat_map(|number| task(number).games).collect();
    assert_eq!(all_games(ledger), wanted);
    done.count()
}
