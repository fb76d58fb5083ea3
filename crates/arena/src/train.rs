//! Training: an evaluation learned from nothing.
//!
//! A [`TrainFile`] says how many games, which values, how they are fitted; checked, it is a [`Training`]. A [`Trainer`] plays the
//! games of a generation, gives their positions values from the end of the game backwards, fits the weights stage by
//! stage, measures how far searches with them err, and has them play the evaluation that the program carries. Values
//! and weights are written down as they come: a run that was killed loses the chunks that were under way and no more. All
//! of it depends on the file alone, so that any number of threads gives the same weights, bit for bit.

mod document;
mod kept;
mod steps;
mod work;

use std::ops::RangeInclusive;

use enban_catalog::{AnyGame, open};
use enban_game::rng::mix;
use enban_store::StoreError;
use enban_train::{FitParams, Play, Teacher};
use serde::Deserialize;

use crate::file::{FileError, read};
use crate::keep::KeepError;

pub use document::training_document;
pub use kept::{Deviation, Judged, LessonReport, StageReport, Trained};
pub use steps::Trainer;

/// What a training file says.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainFile {
    /// The name under which it is kept; the file's own if not given.
    pub name: Option<String>,
    /// What it is about, for people.
    #[serde(default)]
    pub title: String,
    /// The game with its options.
    pub game: String,
    /// The seed of all randomness.
    #[serde(default = "one")]
    pub seed: u64,
    /// How often all is done: the games of a further generation are played by what the one before has learned.
    #[serde(default = "one")]
    pub generations: u64,
    /// The games that positions are taken from.
    pub games: GamesEntry,
    /// What positions are given as values.
    pub labels: LabelsEntry,
    /// How weights are fitted to them.
    #[serde(default)]
    pub fit: FitEntry,
    /// How the error of searches is measured.
    #[serde(default)]
    pub errors: ErrorsEntry,
    /// The match against the evaluation that the program carries.
    #[serde(rename = "match", default)]
    pub last_match: TrainMatchEntry,
}

fn one() -> u64 {
    1
}

/// The games of a generation.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesEntry {
    /// How many.
    pub count: u64,
    /// Random moves at the start are drawn up to this share of the board's squares.
    #[serde(default = "random")]
    pub random: f64,
    /// The noise in a choice is drawn up to this many discs, once a game.
    #[serde(default = "noise")]
    pub noise: f64,
    /// Of a hundred positions this many are left by a random move as well.
    #[serde(default = "siblings")]
    pub siblings: u32,
}

fn random() -> f64 {
    Play::default().random
}

fn noise() -> f64 {
    Play::default().noise
}

fn siblings() -> u32 {
    Play::default().siblings
}

/// The values of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelsEntry {
    /// Positions for each number of empty squares.
    pub positions: u64,
    /// Up to this many empty squares values are exact.
    #[serde(default = "exact")]
    pub exact: u32,
    /// Beyond, they are those of a search of this many plies.
    #[serde(default = "depth")]
    pub depth: u32,
}

fn exact() -> u32 {
    12
}

fn depth() -> u32 {
    3
}

/// The regression.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FitEntry {
    /// The penalty for a weight that leaves what was expected of it.
    pub ridge: f32,
    /// Steps at most.
    pub steps: u32,
}

impl Default for FitEntry {
    fn default() -> Self {
        Self { ridge: 20.0, steps: 30 }
    }
}

/// The measurement of errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ErrorsEntry {
    /// Positions for each number of empty squares that is measured.
    pub positions: u64,
}

impl Default for ErrorsEntry {
    fn default() -> Self {
        Self { positions: 150 }
    }
}

/// The match at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TrainMatchEntry {
    /// Its games, in pairs from the same opening.
    pub games: u64,
    /// Nodes of a move.
    pub nodes: u64,
}

impl Default for TrainMatchEntry {
    fn default() -> Self {
        Self { games: 200, nodes: 20_000 }
    }
}

impl TrainFile {
    /// Reads the text of a file. Errors name the line, and for an unknown key the nearest valid one.
    pub fn parse(text: &str) -> Result<Self, FileError> {
        read(text)
    }

    /// What positions are given as values, in words.
    pub fn labels_text(&self) -> String {
        format!("exact to {}, then {} plies", self.labels.exact, self.labels.depth)
    }
}

/// A training that cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// Something the file says is wrong.
    #[error("{place}: {expected}")]
    Wrong {
        /// Where.
        place: String,
        /// What is wrong, and what was expected.
        expected: String,
    },
    /// The store could not be read or written. What was written before is kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store holds another training of this name.
    #[error(transparent)]
    Keep(#[from] KeepError),
    /// What was written down cannot be read.
    #[error("what the store holds of this training cannot be read: {0}")]
    State(String),
}

fn wrong(place: impl Into<String>, expected: impl Into<String>) -> TrainingError {
    TrainingError::Wrong { place: place.into(), expected: expected.into() }
}

/// A checked training: all that decides how it goes.
pub struct Training {
    /// The name under which it is kept.
    pub name: String,
    /// What the file says.
    pub file: TrainFile,
    /// The game.
    pub game: Box<dyn AnyGame>,
    /// Squares of the board.
    size: u32,
}

impl Training {
    /// The training of a file. `stem` is its name if it gives none.
    pub fn of_file(file: TrainFile, stem: &str) -> Result<Self, TrainingError> {
        let game = open(&file.game).map_err(|error| wrong("game", error.to_string()))?;
        let Some(teacher) = game.teacher() else {
            let expected = "expected a board of Reversi or Nip for two players";
            return Err(wrong("game", format!("{} has no evaluation to learn; {expected}", game.name())));
        };
        let size = teacher.layout().size();
        check(&file)?;
        let name = file.name.clone().unwrap_or_else(|| stem.to_owned());
        if name.is_empty() {
            return Err(wrong("name", "expected a name, found nothing"));
        }
        Ok(Self { name, size, file, game })
    }

    /// The board as it teaches.
    fn teacher(&self) -> &dyn Teacher {
        self.game.teacher().expect("this was checked")
    }

    /// What decides the weights as text, a fact a line: two trainings are the same if and only if these are equal. Titles and
    /// the match at the end are not part of it.
    pub fn canonical(&self) -> String {
        let TrainFile { games, labels, fit, .. } = &self.file;
        let lines = [
            format!("game: {}", self.game.name()),
            format!("rules version: {}", self.game.rules_version()),
            format!("board: {}", self.teacher().fingerprint()),
            format!("seed: {}", self.file.seed),
            format!("generations: {}", self.file.generations),
            format!(
                "games: {}, random {}, noise {}, siblings {}",
                games.count, games.random, games.noise, games.siblings
            ),
            format!("labels: {} positions, {}", labels.positions, self.file.labels_text()),
            format!("fit: ridge {}, {} steps", fit.ridge, fit.steps),
            format!("errors: {} positions", self.file.errors.positions),
        ];
        lines.join("\n")
    }

    /// A seed for a purpose of its own.
    fn seed(&self, purpose: u64) -> u64 {
        mix(self.file.seed ^ mix(purpose))
    }

    /// How the games of a generation are played.
    fn play_params(&self, generation: u64) -> Play {
        let GamesEntry { random, noise, siblings, .. } = self.file.games;
        Play { seed: self.seed(generation), random, noise, siblings }
    }

    fn fit_params(&self, threads: usize) -> FitParams {
        FitParams { ridge: self.file.fit.ridge, steps: self.file.fit.steps, threads }
    }

    /// Pairs of games of the match.
    fn pairs(&self) -> u64 {
        self.file.last_match.games.div_ceil(2)
    }
}

/// Holds what a file says against what can be done.
fn check(file: &TrainFile) -> Result<(), TrainingError> {
    let GamesEntry { count, random, noise, siblings } = file.games;
    let LabelsEntry { positions, exact, depth } = file.labels;
    between("generations", file.generations, 1..=100)?;
    between("games.count", count, 1..=100_000_000)?;
    between("games.random", random, 0.0..=1.0)?;
    between("games.noise", noise, 0.0..=100.0)?;
    between("games.siblings", siblings, 0..=100)?;
    between("labels.positions", positions, 1..=10_000_000)?;
    between("labels.exact", exact, 1..=30)?;
    between("labels.depth", depth, 1..=9)?;
    if depth % 2 == 0 {
        let reason = "the values would swing with its parity, as every fit looks at those before it";
        return Err(wrong("labels.depth", format!("expected an odd number of plies, found {depth}: {reason}")));
    }
    between("fit.ridge", file.fit.ridge, 0.0..=1e9)?;
    between("fit.steps", file.fit.steps, 1..=10_000)?;
    between("errors.positions", file.errors.positions, 1..=1_000_000)?;
    between("match.games", file.last_match.games, 2..=1_000_000)?;
    between("match.nodes", file.last_match.nodes, 1..=1_000_000_000_000)?;
    if i64::try_from(file.seed).is_err() {
        return Err(wrong("seed", "expected less than 2^63, which is what files can hold"));
    }
    Ok(())
}

fn between<T: PartialOrd + std::fmt::Display>(
    place: &str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<(), TrainingError> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(wrong(place, format!("expected {} to {}, found {value}", range.start(), range.end())))
}

/// Returns true if the bytes of a file begin as weights do, for any board.
pub fn are_weights(bytes: &[u8]) -> bool {
    enban_eval::Weights::fingerprint_of(bytes).is_ok()
}

#[cfg(test)]
mod tests;
