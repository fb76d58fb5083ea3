//! Experiments: what is to be played, playing it, and what came out.
//!
//! A [`file`] says what to find out; it becomes a [`plan`]: cells (who plays whom), and for each of them numbered
//! tasks of a few games that depend on nothing but the plan and their number. [`run`](mod@run) plays the tasks that a ledger does not hold
//! yet, on any number of threads, and [`results`] adds up what the ledger holds. So a run that was killed goes on where
//! it stopped, and ends with the table of one that was not. [`tune`] sets the parameters of a player by games.

pub mod document;
pub mod file;
pub mod json;
pub mod keep;
pub mod openings;
pub mod plan;
pub mod play;
pub mod results;
pub mod run;
pub mod summary;
pub mod tune;

pub use file::{ExperimentFile, FileError, Printed};
pub use openings::{OpeningSource, OpeningsError};
pub use plan::{Cell, Plan, PlanError, Seating};
pub use play::{note_on, play_task};
pub use results::{CellResult, Collector, Openings, Spent};
pub use run::{RunError, Runner};
pub use summary::{AmongOthers, Compared, Many, Row, Sequential, Summary};
pub use tune::{Progress, TuneFile, Tuner, Tuning, TuningError};
