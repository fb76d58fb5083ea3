//! What a store holds of a training: values and weights as bytes, what was measured as JSON.

use enban_search::Compared;
use enban_stats::{Model, Pairs, Score, Sprt, score};
use enban_store::{ExperimentId, Store};
use enban_train::Measured;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::TrainingError;
use crate::summary::CONFIDENCE;

/// A stage of a generation, whose weights are fitted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StageReport {
    /// What was learned at each of its numbers of empty squares, fewest first.
    pub lessons: Vec<LessonReport>,
}

/// What was learned at one number of empty squares.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LessonReport {
    /// Empty squares.
    pub empties: u32,
    /// Positions that were given values.
    pub positions: usize,
    /// Plies of the search that gave them; none where they are exact.
    pub plies: Option<u32>,
    /// Positions of them that were held out.
    pub held_out: usize,
    /// The error of the stage's weights on those, in discs.
    pub error: Option<f64>,
    /// The error after each step of the regression, if one followed: on what it learned from, and on what was held out.
    pub curve: Option<Vec<(f64, f64)>>,
}

impl StageReport {
    /// Positions that were given values.
    pub fn positions(&self) -> usize {
        self.lessons.iter().map(|lesson| lesson.positions).sum()
    }

    /// The steps of its last regression.
    pub fn curve(&self) -> Option<&[(f64, f64)]> {
        self.lessons.iter().rev().find_map(|lesson| lesson.curve.as_deref())
    }

    /// The held-out error of its weights in discs.
    pub fn error(&self) -> Option<f64> {
        self.curve()?.iter().map(|&(_, held_out)| held_out).reduce(f64::min)
    }

    /// The fewest and the most empty squares of its positions.
    pub fn empties(&self) -> Option<(u32, u32)> {
        Some((self.lessons.first()?.empties, self.lessons.last()?.empties))
    }
}

/// How far two searches were apart on some positions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Deviation {
    /// Empty squares.
    pub empties: u32,
    /// Plies of the deep search; as many as there are empty squares if it read to the end.
    pub depth: u32,
    /// Plies of the shallow one.
    pub probe: u32,
    /// By how much each position's values differ, in discs.
    pub differences: Vec<f32>,
}

impl Deviation {
    /// Which searches.
    pub fn between(&self) -> Compared {
        Compared { moves_left: self.empties, depth: self.depth, probe: self.probe }
    }

    /// Positions.
    pub fn count(&self) -> usize {
        self.differences.len()
    }

    /// The root of the mean squared difference, in discs.
    pub fn deviation(&self) -> f64 {
        self.measured().deviation()
    }

    /// As a model is fitted to it.
    pub(super) fn measured(&self) -> Measured {
        Measured { between: self.between(), differences: self.differences.clone() }
    }
}

impl From<Measured> for Deviation {
    fn from(measured: Measured) -> Self {
        let Compared { moves_left, depth, probe } = measured.between;
        Self { empties: moves_left, depth, probe, differences: measured.differences }
    }
}

/// One measurement for each pair of searches, of all positions that it was measured on.
pub(super) fn merged(parts: Vec<Deviation>) -> Vec<Deviation> {
    let mut whole: Vec<Deviation> = Vec::new();
    for mut part in parts {
        match whole.iter_mut().find(|one| one.between() == part.between()) {
            None => whole.push(part),
            Some(one) => one.differences.append(&mut part.differences),
        }
    }
    whole
}

/// The match against another evaluation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Judged {
    /// The other evaluation, in words.
    pub against: String,
    /// Nodes of a move.
    pub nodes: u64,
    /// The leads of what was learned at the end of the two games of each opening, in discs.
    pub leads: Vec<[i32; 2]>,
}

impl Judged {
    /// The pairs by their points.
    pub fn pairs(&self) -> Pairs {
        let mut pairs = Pairs::default();
        for leads in &self.leads {
            pairs.count(leads.iter().map(|lead| (lead.signum() + 1) as usize).sum());
        }
        pairs
    }

    /// The score of what was learned, with its interval; `None` without games.
    pub fn score(&self) -> Option<Score> {
        score(&self.pairs(), CONFIDENCE)
    }

    /// The mean lead in discs.
    pub fn lead(&self) -> f64 {
        let sum: i32 = self.leads.iter().flatten().sum();
        f64::from(sum) / (2 * self.leads.len()).max(1) as f64
    }

    /// The test of "no stronger" against "stronger by 20 Elo".
    pub fn test() -> Sprt {
        Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05, model: Model::Logistic }
    }
}

/// All that is known of a training.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trained {
    /// The finished stages of each generation that was begun, from the end of the game backwards.
    pub generations: Vec<Vec<StageReport>>,
    /// How far searches were apart, once all of it was measured.
    pub searches: Vec<Deviation>,
    /// How far searches were from the exact result.
    pub truth: Vec<Deviation>,
    /// The same where nothing was fitted to it.
    pub check: Vec<Deviation>,
    /// The file of weights, once they are finished.
    pub weights: Option<Vec<u8>>,
    /// The match, once it is played.
    pub judged: Option<Judged>,
}

impl Trained {
    /// Reads it.
    pub fn of(store: &Store, id: ExperimentId) -> Result<Self, TrainingError> {
        let mut trained = Self { weights: store.note(id, WEIGHTS)?, ..Self::default() };
        for generation in 1.. {
            let mut stages = Vec::new();
            while let Some(stage) = read(store, id, &report_key(generation, stages.len()))? {
                stages.push(stage);
            }
            if stages.is_empty() {
                break;
            }
            trained.generations.push(stages);
        }
        let deviations = |key: &str| read(store, id, key).map(Option::unwrap_or_default);
        trained.searches = deviations(SEARCHES)?;
        trained.truth = deviations(TRUTH)?;
        trained.check = deviations(CHECK)?;
        trained.judged = read(store, id, MATCH)?;
        Ok(trained)
    }

    /// Positions that were given values.
    pub fn positions(&self) -> usize {
        self.generations.iter().flatten().map(StageReport::positions).sum()
    }

    /// The error of the evaluation alone, without a search, on exact positions that nothing was fitted to.
    pub fn static_error(&self) -> Option<&Deviation> {
        self.check.iter().find(|deviation| deviation.probe == 0)
    }
}

/// The finished file of weights.
pub(super) const WEIGHTS: &str = "weights";
/// Deviations between searches.
pub(super) const SEARCHES: &str = "errors/searches";
/// Deviations from the exact result.
pub(super) const TRUTH: &str = "errors/truth";
/// Deviations from the exact result that nothing is fitted to.
pub(super) const CHECK: &str = "errors/check";
/// The whole match.
pub(super) const MATCH: &str = "match";

/// The values of a chunk of positions.
pub(super) fn labels_key(generation: u64, empties: u32, chunk: usize) -> String {
    format!("{generation}/labels/{empties}/{chunk}")
}

/// The weights of a stage.
pub(super) fn stage_key(generation: u64, stage: usize) -> String {
    format!("{generation}/stage/{stage}")
}

/// What is told of a stage. It is written before its weights.
pub(super) fn report_key(generation: u64, stage: usize) -> String {
    format!("{generation}/report/{stage}")
}

/// Reads what was written as JSON.
pub(super) fn read<T: DeserializeOwned>(
    store: &Store,
    id: ExperimentId,
    key: &str,
) -> Result<Option<T>, TrainingError> {
    let Some(bytes) = store.note(id, key)? else { return Ok(None) };
    serde_json::from_slice(&bytes).map(Some).map_err(|error| TrainingError::State(format!("{key}: {error}")))
}

/// Writes something as JSON.
pub(super) fn write<T: Serialize>(store: &Store, id: ExperimentId, key: &str, value: &T) -> Result<(), TrainingError> {
    let bytes = serde_json::to_vec(value).expect("reports are plain data");
    Ok(store.set_note(id, key, &bytes)?)
}

/// Values as bytes.
pub(super) fn bytes_of_values(values: &[i16]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// Values from bytes, if they are so many.
pub(super) fn values_of_bytes(bytes: &[u8], count: usize) -> Option<Vec<i16>> {
    let (pairs, rest) = bytes.as_chunks();
    (pairs.len() == count && rest.is_empty()).then(|| pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect())
}

/// Weights as bytes.
pub(super) fn bytes_of_weights(weights: &[f32]) -> Vec<u8> {
    weights.iter().flat_map(|weight| weight.to_le_bytes()).collect()
}

/// Weights from bytes, if they are so many.
pub(super) fn weights_of_bytes(bytes: &[u8], count: usize) -> Option<Vec<f32>> {
    let (words, rest) = bytes.as_chunks();
    (words.len() == count && rest.is_empty()).then(|| words.iter().map(|&word| f32::from_le_bytes(word)).collect())
}
