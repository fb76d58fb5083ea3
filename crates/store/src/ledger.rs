//! The contract between those who run tasks and those who keep the results.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::{DoneTasks, Ending, StoreError};

/// Where the results of numbered tasks go.
///
/// Whoever runs tasks asks which are done, runs the others in any order, and puts the results as they come.
pub trait Ledger: Send + Sync {
    /// The tasks whose results are kept.
    fn done(&self) -> Result<DoneTasks, StoreError>;

    /// Keeps the results of tasks, all or none. A task that is kept already stays as it is.
    fn put(&self, tasks: &[TaskResult]) -> Result<(), StoreError>;

    /// Notes that nothing is left to do; the first time counts.
    fn finish(&self) -> Result<(), StoreError>;

    /// Shows every game kept when it is called, by task and then by number within the task, until told to stop.
    fn each_game(&self, visit: &mut dyn FnMut(&GameRecord) -> ControlFlow<()>) -> Result<(), StoreError>;
}

/// All games of one task.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TaskResult {
    /// Number of the task in its experiment.
    pub number: u64,
    /// Its games; their `task` is `number`.
    pub games: Vec<GameRecord>,
}

/// One game that was played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameRecord {
    /// The task that it belongs to.
    pub task: u64,
    /// Its number within the task.
    pub number: u32,
    /// Row of the experiment's table of players.
    pub cell: u32,
    /// How far the players are turned: at seat `s` sits `cell.players[(s + rotation) % seats]`.
    pub rotation: u8,
    /// Moves made before the players took over.
    pub opening: String,
    /// Moves that the players made, in the game's text.
    pub moves: String,
    /// Half points by seat.
    pub scores: Vec<i32>,
    /// Index into the cell's players; `None` if the game was drawn or the first place shared.
    pub winner: Option<u8>,
    /// How it ended.
    pub ending: Ending,
    /// Moves that the players made.
    pub plies: u32,
    /// Thinking time by seat.
    pub micros: Vec<u64>,
    /// Positions visited by seat.
    pub nodes: Vec<u64>,
    /// Seed of the game's randomness.
    pub seed: u64,
    /// Hash of all that makes the game, to find games that were played twice.
    pub digest: u64,
}

/// Refuses a task that contradicts itself; what it must be to fit an experiment is the ledger's to check.
pub(crate) fn check_task(task: &TaskResult) -> Result<(), StoreError> {
    // The database has signed numbers; no experiment has that many tasks.
    if i64::try_from(task.number).is_err() {
        return Err(StoreError::invalid(format!("task {}: the number must be less than 2^63", task.number)));
    }
    let mut numbers = BTreeSet::new();
    for game in &task.games {
        let place = format_args!("task {}, game {}", task.number, game.number);
        if game.task != task.number {
            return Err(StoreError::invalid(format!("{place}: the game says it is of task {}", game.task)));
        }
        if !numbers.insert(game.number) {
            return Err(StoreError::invalid(format!("{place}: the task has two games of this number")));
        }
    }
    Ok(())
}
