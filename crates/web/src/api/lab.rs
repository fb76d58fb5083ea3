//! Experiments and the library.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The experiments of the store.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Experiments {
    /// Oldest first.
    pub experiments: Vec<ExperimentInfo>,
}

/// A line of the list of experiments.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct ExperimentInfo {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// The game.
    pub game: String,
    /// run, match, tune or train.
    pub kind: String,
    /// How many tasks it has.
    #[ts(type = "number")]
    pub tasks: u64,
    /// How many are done.
    #[ts(type = "number")]
    pub tasks_done: u64,
    /// Games kept.
    #[ts(type = "number")]
    pub games: u64,
    /// Whether nothing is left to play: all tasks are done, or its test was decided before.
    pub finished: bool,
    /// Whether this server plays it now.
    pub running: bool,
    /// When it began, in seconds since 1970.
    #[ts(type = "number")]
    pub created: i64,
    /// Why it stopped, if it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub failure: Option<String>,
}

/// All about an experiment.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct ExperimentDetail {
    /// What the list shows.
    #[serde(flatten)]
    #[ts(flatten)]
    pub info: ExperimentInfo,
    /// The command line that does the same.
    pub command: String,
    /// The experiment file.
    pub toml: String,
    /// The figures as `enban run --json` prints them.
    #[ts(type = "any")]
    pub summary: serde_json::Value,
    /// The report as a piece of HTML.
    pub html: String,
    /// The plots of the report as SVG.
    pub plots: Vec<String>,
}

/// An experiment to begin.
#[derive(Clone, PartialEq, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewExperimentRequest {
    /// The experiment file.
    pub toml: String,
    /// Whether it starts at once.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub start: bool,
}

/// An experiment that was taken.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct StartedExperiment {
    /// Its name.
    pub name: String,
}

/// Games of the library or of an experiment.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Library {
    /// How many there are in all.
    #[ts(type = "number")]
    pub count: u64,
    /// Those of this page, newest first.
    pub games: Vec<GameLine>,
}

/// A game of the library.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub(crate) struct GameLine {
    /// Its id.
    pub id: String,
    /// The game with its options.
    pub game: String,
    /// The players by seat.
    pub players: Vec<String>,
    /// The seat that won from 1, draw, or unfinished.
    pub result: String,
    /// The scores by seat.
    pub scores: Vec<f64>,
    /// When it was last played, in seconds since 1970.
    #[ts(type = "number")]
    pub date: i64,
    /// Steps made.
    pub moves_count: usize,
}
