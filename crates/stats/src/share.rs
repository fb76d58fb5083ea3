//! Intervals for a share: `successes` out of `trials`.

use crate::special::{beta_quantile, two_sided_z};

/// The ends of an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Whether the value lies between the ends, or on one.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// Wilson's score interval: short, and covers on average as often as it says.
pub fn wilson(successes: u64, trials: u64, confidence: f64) -> Interval {
    assert!(successes <= trials, "{successes} successes in {trials} trials");
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (n, z) = (trials as f64, two_sided_z(confidence));
    let share = successes as f64 / n;
    let centre = share + z * z / (2.0 * n);
    let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    Interval {
        low: if successes == 0 { 0.0 } else { (centre - spread) / scale },
        high: if successes == trials { 1.0 } else { (centre + spread) / scale },
    }
}

/// The exact interval of Clopper and Pearson: covers at least as often as it says, whatever the share.
///
/// ```
/// use enban_stats::{clopper_pearson, wilson};
///
/// let exact = clopper_pearson(0, 10, 0.95);
/// assert!(exact.low == 0.0 && (exact.high - 0.3085).abs() < 1e-4);
/// assert!(wilson(0, 10, 0.95).high < exact.high);
/// ```
pub fn clopper_pearson(successes: u64, trials: u64, confidence: f64) -> Interval {
    assert!(successes <= trials, "{successes} successes in {trials} trials");
    Interval {
        low: exact_low(successes, trials, confidence),
        high: 1.0 - exact_low(trials - successes, trials, confidence),
    }
}

/// The middle of the posterior after Jeffreys' prior, a beta distribution with both parameters one half.
pub fn jeffreys(successes: u64, trials: u64, confidence: f64) -> Interval {
    assert!(successes <= trials, "{successes} successes in {trials} trials");
    let (a, b) = (successes as f64 + 0.5, (trials - successes) as f64 + 0.5);
    let tail = 0.5 * (1.0 - confidence);
    Interval { low: beta_quantile(a, b, tail), high: 1.0 - beta_quantile(b, a, tail) }
}

/// Lower end of the exact interval; the upper one is that of the failures, mirrored.
pub(crate) fn exact_low(successes: u64, trials: u64, confidence: f64) -> f64 {
    if successes == 0 {
        return 0.0;
    }
    beta_quantile(successes as f64, (trials - successes) as f64 + 1.0, 0.5 * (1.0 - confidence))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_trials_nothing_is_known() {
        for interval in [wilson(0, 0, 0.95), clopper_pearson(0, 0, 0.95)] {
            assert_eq!(interval, Interval { low: 0.0, high: 1.0 });
        }
    }

    #[test]
    fn a_higher_confidence_is_a_wider_interval() {
        for interval in [wilson, clopper_pearson, jeffreys] {
            let (narrow, wide) = (interval(3, 17, 0.9), interval(3, 17, 0.99));
            assert!(wide.low < narrow.low && narrow.low < 3.0 / 17.0);
            assert!(wide.high > narrow.high && narrow.high > 3.0 / 17.0);
        }
    }
}
