//! Experiments and games kept in one SQLite file.
//!
//! An experiment is cut into numbered tasks, each of which can be run alone and gives the same games whoever
//! runs it. A [`Ledger`] takes their results: a [`StoreLedger`] in a [`Store`], or a [`MemoryLedger`] for matches
//! that nobody keeps. A task is kept whole or not at all and only once, so a run that was killed goes on with
//! the tasks that are missing, and several processes may work on one experiment.
//!
//! ```
//! use enban_store::{Begun, Ending, Filter, GameRecord, Kind, Ledger, NewCell, NewExperiment, Store, TaskResult};
//!
//! let folder = tempfile::tempdir()?;
//! let store = Store::open(folder.path().join("games.db"))?;
//! let players = vec!["random".to_owned(), "map".to_owned()];
//! let new = NewExperiment {
//!     name: "first".to_owned(),
//!     title: "random against map".to_owned(),
//!     kind: Kind::Match,
//!     game: "nip".to_owned(),
//!     seats: 2,
//!     plan: "one game".to_owned(),
//!     file: String::new(),
//!     seed: 1,
//!     program: "example".to_owned(),
//!     rules: "1".to_owned(),
//!     machine: String::new(),
//!     command: String::new(),
//!     tasks: 1,
//!     cells: vec![NewCell { label: "random - map".to_owned(), players }],
//! };
//! let Begun::New(id) = store.begin(&new)? else { panic!("the store was empty") };
//!
//! let (scores, micros, nodes) = (vec![40, 12], vec![900, 20], vec![0, 31]);
//! let game = GameRecord { winner: Some(0), ending: Ending::Normal, scores, micros, nodes, ..GameRecord::default() };
//! let ledger = store.ledger(id)?;
//! ledger.put(&[TaskResult { number: 0, games: vec![game] }])?;
//!
//! assert!(ledger.done()?.contains(0));
//! assert_eq!(store.games(&Filter::default())?[0].players, ["random", "map"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Start with `ledger.rs` for the contract, then `schema.rs` for the tables and why they are as they are.

mod backup;
mod check;
mod digest;
mod done;
mod ending;
mod error;
mod experiment;
mod games;
mod ledger;
mod library;
mod memory;
mod open;
mod repair;
mod scan;
mod schema;
mod seal;
mod standing;
mod store;
mod store_ledger;

pub use check::{Damage, StoreReport, TableReport};
pub use done::DoneTasks;
pub use ending::{Cause, Ending, EndingKind, Forfeit};
pub use error::StoreError;
pub use experiment::{Begun, Cell, ExperimentId, ExperimentSummary, Kind, NewCell, NewExperiment, StoredExperiment};
pub use games::{EndingFilter, Filter, GameId, PlayerFilter, ResultFilter, StoredGame};
pub use ledger::{GameRecord, Ledger, TaskResult};
pub use library::{SavedFilter, SavedGame};
pub use memory::MemoryLedger;
pub use repair::{Loss, Lost, RepairReport, RepairedTable};
pub use store::Store;
pub use store_ledger::StoreLedger;
