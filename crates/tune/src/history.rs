//! What happened so far, thinned so that a saved state stays small however long the run.

use serde::{Deserialize, Serialize};

use crate::TuneError;
use crate::error::check_numbers;

/// At most so many records are kept. A run of up to so many steps keeps every one; in a longer run every
/// second one is dropped whenever there are too many, and the newest is always there.
pub const HISTORY_MAX: usize = 256;

/// How an optimiser stood after a step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The step, counted from 1.
    pub step: u64,
    /// The values that the search is centred on after the step, not rounded where they must be whole.
    pub centre: Vec<f64>,
    /// How far from its centre the next step looks, in steps of the parameters: SPSA's perturbation, or the root
    /// of the mean variance of CMA-ES.
    pub spread: f64,
    /// What the step was told: the score of plus, or the mean of all ratings.
    pub score: f64,
    /// The standard error of one rating, where it can be known. For a duel it is that of as many games without
    /// draws, which draws only lower; for ratings it comes from their repeats.
    pub noise: Option<f64>,
}

/// Records of every `stride`-th step, and of the newest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct History {
    stride: u64,
    records: Vec<Record>,
}

impl History {
    /// Nothing has happened yet.
    pub(crate) fn new() -> Self {
        Self { stride: 1, records: Vec::new() }
    }

    /// The records, oldest first.
    pub(crate) fn records(&self) -> &[Record] {
        &self.records
    }

    /// The records of the later half of the steps so far.
    pub(crate) fn later_half(&self) -> &[Record] {
        let done = self.records.last().map_or(0, |newest| newest.step);
        &self.records[self.records.partition_point(|record| record.step <= done / 2)..]
    }

    /// Adds the newest record.
    pub(crate) fn push(&mut self, record: Record) {
        let stride = self.stride;
        self.records.pop_if(|last| !last.step.is_multiple_of(stride));
        self.records.push(record);
        if self.records.len() > HISTORY_MAX {
            self.stride *= 2;
            let (stride, newest) = (self.stride, self.records.last().map(|record| record.step));
            self.records.retain(|kept| kept.step.is_multiple_of(stride) || Some(kept.step) == newest);
        }
    }

    /// Whether a saved history fits a space of `size` parameters and a run of `step` steps.
    pub(crate) fn check(&self, size: usize, step: u64) -> Result<(), TuneError> {
        let newest = self.records.last().map_or(0, |record| record.step);
        if newest != step || !self.records.is_sorted_by(|left, right| left.step < right.step) || self.stride == 0 {
            let found = format!("a history up to step {newest} with stride {}", self.stride);
            return Err(TuneError::state(found, format!("one in order up to step {step}")));
        }
        self.records.iter().try_for_each(|record| check_numbers("the history", &record.centre, size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_histories_are_thinned_evenly() {
        let check = |steps: u64, first: &[u64], length: usize, later: usize| {
            let mut history = History::new();
            for step in 1..=steps {
                history.push(Record { step, centre: vec![0.5], spread: 1.0, score: 0.5, noise: None });
                assert_eq!(history.check(1, step), Ok(()));
            }
            let kept: Vec<u64> = history.records().iter().map(|record| record.step).collect();
            assert_eq!((&kept[..first.len()], kept.len(), history.later_half().len()), (first, length, later));
        };
        check(1, &[1], 1, 1);
        check(2, &[1, 2], 2, 1);
        check(256, &[1, 2, 3], 256, 128);
        check(257, &[2, 4, 6], 129, 65);
        check(258, &[2, 4, 6], 129, 65);
        check(10_001, &[64, 128, 192], 157, 79);
    }
}
