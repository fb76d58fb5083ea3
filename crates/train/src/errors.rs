//! How far shallow searches are from deep ones and from the truth: measured, and fitted to a model that a search asks.

use enban_eval::patterns::{ErrorModel, TERMS};
use enban_game::Watch;
use enban_search::Compared;

use crate::course::Course;
use crate::teacher::{Labels, Sample};

/// How far two searches were apart on some positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// Which searches.
    pub between: Compared,
    /// Positions.
    pub count: usize,
    /// The root of the mean squared difference, in discs.
    pub deviation: f64,
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
        let value = |row: &[i16], plies: u32| f64::from(row[plies as usize]) / 100.0;
        let rows = values.chunks_exact(plies.len());
        let differences: Vec<f64> = rows.map(|row| value(row, depth) - value(row, probe)).collect();
        measured(Compared { moves_left: empties, depth, probe }, &differences)
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
        let difference = |(row, truth): (&[i16], &i16)| (f64::from(*truth) - f64::from(row[probe as usize])) / 100.0;
        measured(Compared { moves_left: empties, depth: empties, probe }, &rows.map(difference).collect::<Vec<_>>())
    };
    Some(plies.iter().map(measure).collect())
}

fn measured(between: Compared, differences: &[f64]) -> Measured {
    let squares: f64 = differences.iter().map(|difference| difference * difference).sum();
    let count = differences.len();
    Measured { between, count, deviation: (squares / count.max(1) as f64).sqrt() }
}

/// The model that fits what was measured: between searches, and from the truth.
pub fn fit_errors(searches: &[Measured], truth: &[Measured]) -> ErrorModel {
    let all: Vec<usize> = (0..TERMS).collect();
    ErrorModel { search: regression(searches, &all), exact: regression(truth, &EXACT_TERMS) }
}

/// The coefficients of some terms for the logarithm of the deviation, each measurement by its positions.
fn regression(measured: &[Measured], terms: &[usize]) -> [f32; TERMS] {
    let size = terms.len();
    let mut equations = vec![vec![0.0; size + 1]; size];
    for measurement in measured {
        let all = ErrorModel::terms(&measurement.between);
        let row: Vec<f64> = terms.iter().map(|&term| f64::from(all[term])).collect();
        let (weight, log) = (measurement.count as f64, measurement.deviation.max(LEAST).ln());
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

    #[test]
    fn a_known_model_is_found_again() {
        let model = ErrorModel { search: [0.5, -0.2, 0.03, 0.1, -0.4, 0.3], exact: [1.0, 0.1, 0.0, 0.0, -0.5, 0.0] };
        let measure = |between: Compared| {
            let deviation = f64::from(model.deviation(&between)) / 100.0;
            Measured { between, count: 1_000, deviation }
        };
        let lefts = [10, 20, 30, 40, 50];
        let probes = |depth: u32| (0..depth).map(move |probe| (depth, probe));
        let searches = lefts.into_iter().flat_map(|moves_left| {
            let pairs = (2..8).flat_map(probes);
            pairs.map(move |(depth, probe)| measure(Compared { moves_left, depth, probe }))
        });
        let truth = lefts
            .into_iter()
            .flat_map(|moves_left| (0..7).map(move |probe| measure(Compared { moves_left, depth: moves_left, probe })));
        let found = fit_errors(&searches.collect::<Vec<_>>(), &truth.collect::<Vec<_>>());
        let close = |one: [f32; TERMS], other: [f32; TERMS]| one.iter().zip(other).all(|(a, b)| (a - b).abs() < 0.01);
        assert!(close(found.search, model.search) && close(found.exact, model.exact), "{found:?}");
    }
}
