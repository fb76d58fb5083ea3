//! Experiments and games kept in one SQLite file.
//!
//! An experiment is cut into numbered tasks, each of which can be run alone and gives the same games whoever
//! runs it. A [`Ledger`] takes their results: a [`StoreLedger`] in a [`Store`], or a [`MemoryLedger`] for matches
//! that nobody keeps. A task is kept whole or not at all and only once, so a run that was killed goes on with
//! the tasks that are missing, and several processes may work on one experiment.
//!
//! Start with `ledger.rs` for the contract, then `schema.rs` for the tables and why they are as they are.

mod check;
mod done;
mod ending;
mod error;
mod experiment;
mod games;
mod ledger;
mod library;
mod memory;
mod open;
mod schema;
mod store;
mod store_ledger;

pub use done::DoneTasks;
pub use ending::{Cause, Ending, EndingKind, Forfeit};
pub use error::StoreError;
pub use experiment::{Begun, Cell, Experiment, ExperimentId, ExperimentSummary, Kind, NewCell, NewExperiment};
pub use games::{EndingFilter, Filter, GameId, PlayerFilter, ResultFilter, StoredGame};
pub use ledger::{GameRecord, Ledger, TaskResult};
pub use library::{SavedFilter, SavedGame};
pub use memory::MemoryLedger;
pub use store::Store;
pub use store_ledger::StoreLedger;
