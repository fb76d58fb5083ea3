//! Resampling: how much a figure would vary if the same experiment were run again.
//!
//! What is drawn again is the independent unit of an experiment (a block of games from one opening), never
//! a part of one. Where there are few units the intervals are too narrow, and where all are alike they have no
//! width at all: nothing was seen to vary.

use crate::describe::{Estimate, quantile_of_sorted};
use crate::random::Indices;

/// How figures are resampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bootstrap {
    /// Number of experiments drawn.
    pub resamples: usize,
    /// Seed of the draws.
    pub seed: u64,
    /// Share of the drawn figures that an interval covers, its ends cut off evenly.
    pub confidence: f64,
}

impl Default for Bootstrap {
    fn default() -> Self {
        Self { resamples: 2000, seed: 1, confidence: 0.95 }
    }
}

impl Bootstrap {
    /// Figures of the experiment as it was, each with the percentile interval of the figures of resampled
    /// experiments.
    ///
    /// `figures` is given how often each of the `units` occurs, and returns the figures in a fixed order.
    /// A figure that an experiment does not define (say, the mean of a player who was not drawn) is NaN
    /// and left out of its interval.
    pub(crate) fn estimates(&self, units: usize, mut figures: impl FnMut(&[f64]) -> Vec<f64>) -> Vec<Estimate> {
        let values = figures(&vec![1.0; units]);
        let mut drawn = vec![Vec::with_capacity(self.resamples); values.len()];
        let mut indices = Indices::new(self.seed);
        let mut times = vec![0.0; units];
        for _ in 0..if units == 0 { 0 } else { self.resamples } {
            times.fill(0.0);
            (0..units).for_each(|_| times[indices.below(units)] += 1.0);
            let resampled = figures(&times);
            drawn.iter_mut().zip(resampled).for_each(|(drawn, figure)| drawn.push(figure));
        }
        values.into_iter().zip(drawn).map(|(value, drawn)| self.estimate(value, drawn)).collect()
    }

    /// A value with the percentile interval of drawn ones; without any, the interval is everything.
    fn estimate(&self, value: f64, mut drawn: Vec<f64>) -> Estimate {
        drawn.retain(|figure| !figure.is_nan());
        drawn.sort_by(f64::total_cmp);
        let tail = 0.5 * (1.0 - self.confidence);
        Estimate {
            value,
            low: quantile_of_sorted(&drawn, tail).unwrap_or(f64::NEG_INFINITY),
            high: quantile_of_sorted(&drawn, 1.0 - tail).unwrap_or(f64::INFINITY),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_mean_is_about_the_normal_one() {
        let numbers: Vec<f64> = (0..400).map(|number| f64::from(number % 20)).collect();
        let mean = |times: &[f64]| {
            let sum: f64 = times.iter().zip(&numbers).map(|(times, number)| times * number).sum();
            vec![sum / times.iter().sum::<f64>()]
        };
        let estimate = Bootstrap::default().estimates(numbers.len(), mean)[0];
        let half_width = 1.96 * (399.0f64 / 12.0 / 400.0).sqrt();
        assert_eq!(estimate.value, 9.5);
        assert!((estimate.low - (9.5 - half_width)).abs() < 0.06, "{estimate:?}");
        assert!((estimate.high - (9.5 + half_width)).abs() < 0.06, "{estimate:?}");
        assert_eq!(estimate, Bootstrap::default().estimates(numbers.len(), mean)[0]);
        let other = Bootstrap { seed: 2, ..Bootstrap::default() };
        assert_ne!(estimate, other.estimates(numbers.len(), mean)[0]);
    }

    #[test]
    fn figures_that_are_not_defined_are_left_out() {
        // Defined only where the first of the two units was drawn: then it is at least 1.
        let figure = |times: &[f64]| vec![if times[0] > 0.0 { times[0] } else { f64::NAN }];
        let estimate = Bootstrap::default().estimates(2, figure)[0];
        assert_eq!((estimate.value, estimate.low, estimate.high), (1.0, 1.0, 2.0));
        let nothing = Bootstrap::default().estimates(0, |_| vec![f64::NAN])[0];
        assert_eq!((nothing.low, nothing.high), (f64::NEG_INFINITY, f64::INFINITY));
    }
}
