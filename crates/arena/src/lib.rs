//! Experiments: what is to be played, playing it, and what came out.
//!
//! A [file](ExperimentFile) says what to find out; it becomes a [`plan`]: cells (who plays whom), and for each of them numbered
//! [tasks](task) of a few games that depend on nothing but the plan and their number. An [`Experiment`] plays the tasks that
//! a ledger does not hold yet, on any number of threads, and adds up what the ledger holds. So a run that was killed goes on
//! where it stopped, and ends with the table of one that was not. [`tune`] sets the parameters of a player by games,
//! [`train`] learns an evaluation.
//!
//! Whoever runs experiments takes the same steps: [`Experiment::begin`], [`play`](Experiment::play),
//! [`status`](Experiment::status). A reader of a store asks for a [`Review`].

mod document;
pub mod experiment;
mod file;
pub mod json;
pub mod keep;
mod openings;
pub mod plan;
mod play;
mod results;
mod run;
pub mod summary;
pub mod task;
pub mod train;
pub mod tune;

pub use experiment::{Experiment, ExperimentError, Origin, Review, Status};
pub use file::{CellEntry, ExperimentFile, FileError, Printed, SprtEntry};
pub use keep::KeepError;
pub use openings::{OpeningSource, OpeningsError};
pub use plan::{Cell, Plan, PlanError, Seating};
pub use play::{Games, note_on};
pub use results::{CellResult, Openings, Spent};
pub use summary::{AmongOthers, Compared, Many, Row, Sequential, Summary};
pub use task::{Tasks, Workers};
pub use train::{TrainFile, Trained, Trainer, Training, TrainingError};
pub use tune::{Progress, TuneFile, Tuner, Tuning, TuningError};
