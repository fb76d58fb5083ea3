//! Ridge regression by conjugate gradients: the weights of a stage from positions and their values.
//!
//! The value of a position is the sum of the weights of its features. Sought are the weights with the least sum of squared
//! errors, plus a penalty for each weight that leaves what was expected of it (the stage after it in the game): so a weight
//! that is seldom seen stays there. Rows are added up in blocks of fixed size and the blocks in their order: any number of
//! threads gives the same weights, bit for bit.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Positions as features, a row each.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Rows {
    /// Features of a row.
    pub width: usize,
    /// The features of all rows, one row after the other: numbers of weights.
    pub features: Vec<u32>,
    /// The value of each row.
    pub values: Vec<f32>,
}

impl Rows {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    fn sum(&self, row: usize, weights: &[f32]) -> f32 {
        self.features[row * self.width..][..self.width].iter().map(|&at| weights[at as usize]).sum()
    }
}

/// How to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitParams {
    /// The penalty for a weight that is one unit from where it was expected, in squared units of error.
    pub ridge: f32,
    /// Steps of the conjugate gradient at most. Fitting ends before that once the held-out error has grown for three steps.
    pub steps: u32,
    /// Threads.
    pub threads: usize,
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The weights with the least held-out error on the way.
    pub weights: Vec<f32>,
    /// The mean squared error after each step as a root: on the rows, and on those held out.
    pub curve: Vec<(f64, f64)>,
}

impl Fit {
    /// The held-out error of the weights.
    pub fn error(&self) -> f64 {
        self.curve.iter().map(|&(_, held_out)| held_out).fold(f64::INFINITY, f64::min)
    }
}

/// Rows that are added up before they are added to others.
const BLOCK: usize = 1 << 15;
/// Steps without a smaller held-out error after which to end.
const PATIENCE: usize = 3;

/// Fits weights to rows, from `start`, with a penalty for leaving `expected`.
pub fn fit(rows: &Rows, held_out: &Rows, expected: &[f32], start: &[f32], params: &FitParams) -> Fit {
    // Where there are too few rows to hold any out, the rows themselves judge.
    let held_out = if held_out.is_empty() { rows } else { held_out };
    let mut weights = start.to_vec();
    let residual = |row: usize, weights: &[f32]| rows.values[row] - rows.sum(row, weights);
    let counts = gather(rows, expected.len(), params.threads, |_| 1.0);
    let mut gradient = gather(rows, expected.len(), params.threads, |row| residual(row, &weights));
    for (at, part) in gradient.iter_mut().enumerate() {
        *part -= f64::from(params.ridge * (weights[at] - expected[at]));
    }
    let precondition = |gradient: &[f64]| -> Vec<f64> {
        let ridge = f64::from(params.ridge.max(1e-6));
        gradient.iter().zip(&counts).map(|(part, count)| part / (count + ridge)).collect()
    };
    let mut towards = precondition(&gradient);
    let mut direction: Vec<f32> = towards.iter().map(|&part| part as f32).collect();
    let mut reach = dot(&gradient, &towards);
    let mut fit = Fit { weights: weights.clone(), curve: vec![(error(rows, &weights), error(held_out, &weights))] };
    for _ in 0..params.steps {
        let mut image = gather(rows, expected.len(), params.threads, |row| rows.sum(row, &direction));
        let ridge = f64::from(params.ridge);
        image.iter_mut().zip(&direction).for_each(|(part, &towards)| *part += ridge * f64::from(towards));
        let steepness: f64 = image.iter().zip(&direction).map(|(part, &towards)| part * f64::from(towards)).sum();
        if steepness <= 0.0 || reach <= 0.0 {
            break;
        }
        let length = reach / steepness;
        for (weight, towards) in weights.iter_mut().zip(&direction) {
            *weight += length as f32 * towards;
        }
        gradient.iter_mut().zip(&image).for_each(|(part, image)| *part -= length * image);
        let least = fit.error();
        fit.curve.push((error(rows, &weights), error(held_out, &weights)));
        let now = fit.curve[fit.curve.len() - 1].1;
        if now < least {
            fit.weights.clone_from(&weights);
        }
        let late = fit.curve.iter().rev().take_while(|&&(_, held_out)| held_out > fit.error()).count();
        if late >= PATIENCE {
            break;
        }
        towards = precondition(&gradient);
        let reach_next = dot(&gradient, &towards);
        let keep = (reach_next / reach) as f32;
        direction
            .iter_mut()
            .zip(&towards)
            .for_each(|(direction, &towards)| *direction = towards as f32 + keep * *direction);
        reach = reach_next;
    }
    fit
}

/// The root of the mean squared error; 0 for no rows.
fn error(rows: &Rows, weights: &[f32]) -> f64 {
    let square = |row: usize| f64::from(rows.values[row] - rows.sum(row, weights)).powi(2);
    ((0..rows.len()).map(square).sum::<f64>() / rows.len().max(1) as f64).sqrt()
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// For every weight the sum over the rows that have it of what each row gives.
fn gather(rows: &Rows, weights: usize, threads: usize, given: impl Fn(usize) -> f32 + Sync) -> Vec<f64> {
    let blocks = rows.len().div_ceil(BLOCK);
    let next = AtomicUsize::new(0);
    // Blocks are added in their order: a block that is done early waits.
    let waiting = Mutex::new((vec![0.0; weights], 0, vec![None; blocks]));
    let work = || {
        loop {
            let block = next.fetch_add(1, Ordering::Relaxed);
            if block >= blocks {
                return;
            }
            let mut part = vec![0f32; weights];
            for row in block * BLOCK..((block + 1) * BLOCK).min(rows.len()) {
                let given = given(row);
                for &at in &rows.features[row * rows.width..][..rows.width] {
                    part[at as usize] += given;
                }
            }
            let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
            let (sums, first, parts) = &mut *waiting;
            parts[block] = Some(part);
            while let Some(part) = parts.get_mut(*first).and_then(Option::take) {
                sums.iter_mut().zip(part).for_each(|(sum, part)| *sum += f64::from(part));
                *first += 1;
            }
        }
    };
    std::thread::scope(|scope| {
        (1..threads.max(1)).for_each(|_| {
            scope.spawn(work);
        });
        work();
    });
    waiting.into_inner().unwrap_or_else(PoisonError::into_inner).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_game::Rng;

    /// Rows of two of ten features each, whose values are sums of known weights with noise.
    fn rows(count: usize, noise: f64, seed: u64) -> (Rows, Vec<f32>) {
        let truth: Vec<f32> = (0..10).map(|at| at as f32 - 4.0).collect();
        let mut rng = Rng::new(seed);
        let mut rows = Rows { width: 2, ..Rows::default() };
        for _ in 0..count {
            let features = [rng.below(5), 5 + rng.below(5)];
            rows.features.extend(features);
            let sum: f32 = features.iter().map(|&at| truth[at as usize]).sum();
            rows.values.push(sum + (noise * (rng.unit() - 0.5)) as f32);
        }
        (rows, truth)
    }

    #[test]
    fn known_weights_are_found() {
        let ((rows, _), (held_out, _)) = (rows(100_000, 1.0, 1), rows(5_000, 1.0, 2));
        let params = FitParams { ridge: 0.1, steps: 30, threads: 2 };
        let fit = fit(&rows, &held_out, &[0.0; 10], &[0.0; 10], &params);
        // Uniform noise of width one has this deviation, and nothing can do better.
        assert!((fit.error() - (1.0f64 / 12.0).sqrt()).abs() < 0.01, "{}", fit.error());
        assert!(fit.curve[0].1 > 2.0 && fit.curve.len() < 20, "{:?}", fit.curve);
    }

    #[test]
    fn any_number_of_threads_gives_the_same_weights() {
        let ((rows, _), (held_out, _)) = (rows(150_000, 3.0, 1), rows(5_000, 3.0, 2));
        let with = |threads| {
            let params = FitParams { ridge: 5.0, steps: 10, threads };
            fit(&rows, &held_out, &[0.5; 10], &[0.0; 10], &params)
        };
        assert_eq!(with(1), with(3));
    }

    #[test]
    fn without_held_out_rows_weights_are_fitted_all_the_same() {
        let (rows, _) = rows(100, 0.0, 3);
        let params = FitParams { ridge: 0.1, steps: 10, threads: 1 };
        let fit = fit(&rows, &Rows { width: 2, ..Rows::default() }, &[0.0; 10], &[0.0; 10], &params);
        assert!(fit.error() < 0.2 && fit.curve[0].1 > 2.0, "{:?}", fit.curve);
    }

    #[test]
    fn what_is_never_seen_stays_where_it_was_expected() {
        let (mut rows, _) = rows(1_000, 0.0, 1);
        rows.features.iter_mut().filter(|feature| **feature == 9).for_each(|feature| *feature = 8);
        let params = FitParams { ridge: 1.0, steps: 20, threads: 1 };
        let expected: Vec<f32> = vec![7.0; 10];
        let fit = fit(&rows, &rows, &expected, &expected, &params);
        assert_eq!(fit.weights[9], 7.0);
        assert_ne!(fit.weights[8], 7.0);
    }
}
