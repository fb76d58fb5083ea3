//! How far shallow searches are from deep ones and from the truth: measured, and fitted to a model that a search asks.

use enban_eval::patterns::{self, Deviations, ErrorModel, PERCENTS, TERMS};
use enban_game::Watch;
use enban_search::{Compared, probe_of};

use crate::course::Course;
use crate::teacher::{Labels, Sample};

/// How far two searches were apart on some positions.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// Which searches.
    pub between: Compared,
    /// By how much each position's values differ, in discs.
    pub differences: Vec<f32>,
}

impl Measured {
    /// The root of the mean squared difference, in discs.
    pub fn deviation(&self) -> f64 {
        let squares: f64 = self.differences.iter().map(|&difference| f64::from(difference).powi(2)).sum();
        (squares / self.differences.len().max(1) as f64).sqrt()
    }
}

/// Searches of so many plies at most are compared.
const DEPTH_MAX: u32 = 7;
/// What the deviation depends on where the deep search reads to the end: a constant, the empty squares and the probe's plies.
/// More would not hold beyond what was measured.
const EXACT_TERMS: [usize; 3] = [0, 1, 4];
/// No deviation is fitted below this, in discs.
const LEAST: f64 = 0.05;

/// The deviations between searches of all plies up to [`DEPTH_MAX`] at a number of empty squares; `None` if the watch stopped it.
pub fn between_searches(course: &Course<'_>, empties: u32, samples: &[Sample], watch: &Watch) -> Option<Vec<Measured>> {
    let deepest = DEPTH_MAX.min(empties.saturating_sub(1));
    let plies: Vec<u32> = (0..=deepest).collect();
    let values = course.teacher().depths(samples, &plies, course.learned(), watch)?;
    let pairs = (2..=deepest).flat_map(|depth| (0..depth).map(move |probe| (depth, probe)));
    let measure = |(depth, probe): (u32, u32)| {
        let value = |row: &[i16], plies: u32| f32::from(row[plies as usize]) / 100.0;
        let rows = values.chunks_exact(plies.len());
        let differences = rows.map(|row| value(row, depth) - value(row, probe)).collect();
        Measured { between: Compared { moves_left: empties, depth, probe }, differences }
    };
    Some(pairs.filter(|(depth, probe)| (depth - probe) % 2 == 0).map(measure).collect())
}

/// The deviations of searches of all plies up to [`DEPTH_MAX`] from the exact result.
pub fn from_truth(course: &Course<'_>, empties: u32, samples: &[Sample], watch: &Watch) -> Option<Vec<Measured>> {
    let deepest = DEPTH_MAX.min(empties.saturating_sub(1));
    let plies: Vec<u32> = (0..=deepest).collect();
    let values = course.teacher().depths(samples, &plies, course.learned(), watch)?;
    let truth = course.teacher().label(samples, Labels::Exact, course.learned(), watch)?;
    let measure = |&probe: &u32| {
        let rows = values.chunks_exact(plies.len()).zip(&truth);
        let difference = |(row, truth): (&[i16], &i16)| (f32::from(*truth) - f32::from(row[probe as usize])) / 100.0;
        let between = Compared { moves_left: empties, depth: empties, probe };
        Measured { between, differences: rows.map(difference).collect() }
    };
    Some(plies.iter().map(measure).collect())
}

/// The model that fits what was measured: between searches, and from the truth.
pub fn fit_errors(searches: &[Measured], truth: &[Measured]) -> ErrorModel {
    let all: Vec<usize> = (0..TERMS).collect();
    ErrorModel { search: fit_half(searches, &all), exact: fit_half(truth, &EXACT_TERMS) }
}

/// One half of the model: the deviations, then what holds so many percent of the differences that a search asks for.
fn fit_half(measured: &[Measured], terms: &[usize]) -> Deviations {
    let mut half = Deviations { coefficients: regression(measured, terms), spreads: [1.0; PERCENTS.len()] };
    let is_any_asked = measured.iter().any(is_asked);
    let mut ratios: Vec<f32> = Vec::new();
    for measured in measured.iter().filter(|measured| is_asked(measured) || !is_any_asked) {
        let deviation = half.deviation(&measured.between) / 100.0;
        ratios.extend(measured.differences.iter().map(|difference| difference.abs() / deviation));
    }
    ratios.sort_by(f32::total_cmp);
    if !ratios.is_empty() {
        half.spreads = PERCENTS.map(|percent| ratios[(ratios.len() - 1) * percent as usize / 100]);
    }
    half
}

/// Returns true if a search decides on cuts by these two.
fn is_asked(measured: &Measured) -> bool {
    probe_of(measured.between.depth) == measured.between.probe
}

/// The coefficients of some terms for the logarithm of the deviation, each measurement by its positions.
fn regression(measured: &[Measured], terms: &[usize]) -> [f32; TERMS] {
    let size = terms.len();
    let mut equations = vec![vec![0.0; size + 1]; size];
    for measurement in measured {
        let all = patterns::terms(&measurement.between);
        let row: Vec<f64> = terms.iter().map(|&term| f64::from(all[term])).collect();
        // What a search asks for counts more than what helps to know how it goes on.
        let asked = if is_asked(measurement) { 5.0 } else { 1.0 };
        let (weight, log) = (asked * measurement.differences.len() as f64, measurement.deviation().max(LEAST).ln());
        for (left, equation) in row.iter().zip(&mut equations) {
            equation.iter_mut().zip(row.iter().chain([&log])).for_each(|(sum, right)| *sum += weight * left * right);
        }
    }
    // A little weight on zero, so that terms that say the same share it.
    equations.iter_mut().enumerate().for_each(|(at, equation)| equation[at] += 1.0);
    let solved = eliminate(equations);
    let mut coefficients = [0.0; TERMS];
    terms.iter().zip(solved).for_each(|(&term, value)| coefficients[term] = value as f32);
    coefficients
}

/// Solves equations, each with its right side last, by elimination. Their matrix is positive definite.
fn eliminate(mut equations: Vec<Vec<f64>>) -> Vec<f64> {
    let size = equations.len();
    for at in 0..size {
        let pivot = equations[at].clone();
        for (other, equation) in equations.iter_mut().enumerate() {
            let factor = equation[at] / pivot[at];
            if other != at {
                equation.iter_mut().zip(&pivot).for_each(|(part, pivot)| *part -= factor * pivot);
            }
        }
    }
    (0..size).map(|at| equations[at][size] / equations[at][at]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_game::Rng;

    /// Differences drawn from a known model: as often positive as negative, spread evenly up to twice the deviation.
    fn measure(model: &ErrorModel, between: Compared, rng: &mut Rng) -> Measured {
        let deviation = model.of(&between).deviation(&between) / 100.0;
        let wide = deviation * 3f32.sqrt();
        let differences = (0..2_000).map(|_| wide * (2.0 * rng.unit() as f32 - 1.0)).collect();
        Measured { between, differences }
    }

    #[test]
    fn a_known_model_is_found_again() {
        let half = |coefficients| Deviations { coefficients, spreads: [0.0; PERCENTS.len()] };
        let model = ErrorModel {
            search: half([0.5, -0.2, 0.03, 0.1, -0.4, 0.3]),
            exact: half([1.0, 0.1, 0.0, 0.0, -0.5, 0.0]),
        };
        let mut rng = Rng::new(9);
        let (mut searches, mut truth) = (Vec::new(), Vec::new());
        for moves_left in [10, 20, 30, 40, 50] {
            for (depth, probe) in (2..8).flat_map(|depth| (0..depth).map(move |probe| (depth, probe))) {
                searches.push(measure(&model, Compared { moves_left, depth, probe }, &mut rng));
            }
            for probe in 0..7 {
                truth.push(measure(&model, Compared { moves_left, depth: moves_left, probe }, &mut rng));
            }
        }
        let found = fit_errors(&searches, &truth);
        for (half, known) in [(found.search, model.search), (found.exact, model.exact)] {
            for measured in searches.iter().chain(&truth) {
                if std::ptr::eq(model.of(&measured.between), &model.search) == (half == found.search) {
                    let ratio = half.deviation(&measured.between) / known.deviation(&measured.between);
                    assert!((0.97..1.03).contains(&ratio), "{:?}: {ratio}", measured.between);
                }
            }
            // Evenly spread differences lie within so much of the root of three deviations.
            for (percent, spread) in PERCENTS.into_iter().zip(half.spreads) {
                let expected = 3f32.sqrt() * percent as f32 / 100.0;
                assert!((spread - expected).abs() < 0.05, "{percent}: {spread}, not {expected}");
            }
        }
    }
}
