//! The order of learning: from the end of the game backwards, one number of empty squares after the other.

use std::collections::BTreeMap;
use std::sync::Arc;

use enban_eval::patterns::DISC;
use enban_eval::{Layout, Learned, Weights};

use crate::fit::{Fit, FitParams, Rows, fit};
use crate::teacher::{Labels, Sample, Teacher, blank, lot};

/// Of so many positions one is held out.
const HELD_OUT: u64 = 16;

/// What is learned at one number of empty squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// Empty squares of its positions.
    pub empties: u32,
    /// What they are given as values.
    pub labels: Labels,
    /// Whether the weights of its stage are fitted when they have values.
    pub is_fitted: bool,
}

/// What was learned so far, and the positions that it is learned from.
pub struct Course<'c> {
    teacher: &'c dyn Teacher,
    layout: Arc<Layout>,
    /// The positions by their empty squares.
    positions: Vec<Vec<Sample>>,
    labels: BTreeMap<u32, Vec<i16>>,
    /// The weights of the stages in discs, as they were fitted.
    fitted: Vec<Vec<f32>>,
    learned: Learned,
    weights: Weights,
}

impl<'c> Course<'c> {
    /// A course that begins. Of the positions, which need not be in order, so many are kept for each number of empty squares, each
    /// once, in an order that depends on them alone.
    pub fn new(teacher: &'c dyn Teacher, samples: Vec<Sample>, positions_max: usize) -> Self {
        let (learned, weights) = blank(teacher);
        let layout = learned.layout().clone();
        let mut positions = vec![Vec::new(); layout.size() as usize + 1];
        for sample in samples {
            let discs = (sample[0] | sample[1]).count_ones();
            positions[(layout.size() - discs) as usize].push(sample);
        }
        for positions in &mut positions {
            positions.sort_by_cached_key(|sample| (lot(sample), *sample));
            positions.dedup();
            positions.truncate(positions_max);
            positions.shrink_to_fit();
        }
        let fitted = vec![vec![0.0; layout.parameters()]; layout.stages()];
        Self { teacher, layout, positions, labels: BTreeMap::new(), fitted, learned, weights }
    }

    /// The lessons in their order: values are exact up to so many empty squares, then of a search of so many plies.
    pub fn lessons(&self, exact: u32, plies: u32) -> Vec<Lesson> {
        let last = self.layout.size() - 4;
        let lesson = |empties: u32| {
            let labels = if empties <= exact { Labels::Exact } else { Labels::Search(plies) };
            let ends_stage = empties == last || Layout::stage(empties + 1) > Layout::stage(empties);
            // A search that starts at the next number of empty squares needs weights for all that lies below.
            Lesson { empties, labels, is_fitted: ends_stage || empties >= exact }
        };
        (1..=last).map(lesson).collect()
    }

    /// The positions of a number of empty squares.
    pub fn positions(&self, empties: u32) -> &[Sample] {
        &self.positions[empties as usize]
    }

    /// The first so many held-out positions of a number of empty squares.
    pub fn held_out(&self, empties: u32, count: usize) -> Vec<Sample> {
        self.positions(empties).iter().filter(|sample| is_held_out(sample)).take(count).copied().collect()
    }

    /// What is known so far.
    pub fn learned(&self) -> &Learned {
        &self.learned
    }

    /// The teacher.
    pub fn teacher(&self) -> &'c dyn Teacher {
        self.teacher
    }

    /// Takes the values of the positions of a number of empty squares.
    pub fn take_labels(&mut self, empties: u32, values: Vec<i16>) {
        assert_eq!(values.len(), self.positions(empties).len(), "a value for each position");
        self.labels.insert(empties, values);
    }

    /// Fits the weights of the stage of a number of empty squares to all values there are for it.
    pub fn fit(&mut self, empties: u32, params: &FitParams) -> Fit {
        let number = Layout::stage(empties);
        let (rows, held_out) = self.rows(number);
        let blank = vec![0.0; self.layout.parameters()];
        let expected = if number == 0 { &blank } else { &self.fitted[number - 1] };
        let has_begun = self.fitted[number].iter().any(|&weight| weight != 0.0);
        let start = if has_begun { &self.fitted[number] } else { expected };
        let fit = fit(&rows, &held_out, expected, start, params);
        self.set_stage(number, fit.weights.clone());
        fit
    }

    /// Puts weights in discs in the place of a stage's, as when a course is resumed.
    pub fn set_stage(&mut self, number: usize, weights: Vec<f32>) {
        let whole =
            |weight: &f32| (weight * DISC as f32).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16;
        self.weights.stages[number] = weights.iter().map(whole).collect();
        self.learned.set_stage(number, &self.weights.stages[number]);
        self.fitted[number] = weights;
    }

    /// The weights as they are now, rounded.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The weights of a stage in discs.
    pub fn stage(&self, number: usize) -> &[f32] {
        &self.fitted[number]
    }

    /// The error of the evaluation on the held-out positions of a number of empty squares, in discs, and how many they are.
    pub fn error(&self, empties: u32) -> Option<(f64, usize)> {
        let values = self.labels.get(&empties)?;
        let held_out = self.positions(empties).iter().zip(values).filter(|(sample, _)| is_held_out(sample));
        let (mut squares, mut count) = (0.0, 0);
        let weights = &self.weights.stages[Layout::stage(empties)];
        let mut features = Vec::new();
        for (sample, &value) in held_out {
            features.clear();
            self.layout.features_of(sample[0], sample[1], self.teacher.mobility(sample), &mut features);
            let sum: i32 = features.iter().map(|&at| i32::from(weights[at as usize])).sum();
            squares += (f64::from(value) / 100.0 - f64::from(sum) / f64::from(DISC)).powi(2);
            count += 1;
        }
        (count > 0).then(|| ((squares / f64::from(count)).sqrt(), count as usize))
    }

    /// The positions of a stage with their values: those to learn from, and those held out.
    fn rows(&self, number: usize) -> (Rows, Rows) {
        let width = self.layout.features();
        let mut both = [(); 2].map(|()| Rows { width, ..Rows::default() });
        for (&empties, values) in self.labels.iter().filter(|(empties, _)| Layout::stage(**empties) == number) {
            for (sample, &value) in self.positions(empties).iter().zip(values) {
                let rows = &mut both[usize::from(is_held_out(sample))];
                self.layout.features_of(sample[0], sample[1], self.teacher.mobility(sample), &mut rows.features);
                rows.values.push(f32::from(value) / 100.0);
            }
        }
        both.into()
    }
}

fn is_held_out(sample: &Sample) -> bool {
    lot(sample) >> 32 & (HELD_OUT - 1) == 0
}
