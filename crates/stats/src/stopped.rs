//! Elo of a match that a sequential test stopped.
//!
//! A test that stops at a lucky moment makes the plain mean too large, at an unlucky one too small. Here
//! the log-likelihood ratio is taken as a Brownian motion between the bounds of the test, with the variance
//! that was seen, and an Elo is judged by the probability of an outcome worse than the one seen: an earlier failure, a later success,
//! or a failure instead of a success. Where that is one half is the estimate; the ends of the interval are
//! where it is `1 - tail` and `tail`.

use std::f64::consts::PI;

use crate::counts::{Moments, Results};
use crate::elo::score_of_elo;
use crate::special::{exp, exp_minus_one, ln_normal_cdf, normal_cdf};
use crate::sprt::Sprt;

/// An estimate of Elo that allows for the stopping of the test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoppedElo {
    /// The Elo (logistic) at which a worse outcome was as likely as a better one.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Probability of a worse outcome if both were equally strong.
    pub superiority: f64,
}

impl Sprt {
    /// The Elo of A above B, given that the match was run, and perhaps stopped, by this test; `None`
    /// without games. Ends beyond 1000 Elo are given as infinite.
    pub fn stopped_elo(&self, results: &impl Results, confidence: f64) -> Option<StoppedElo> {
        if results.results() == 0 {
            return None;
        }
        let seen = Seen::new(self, results.regularised_moments());
        let tail = 0.5 * (1.0 - confidence);
        Some(StoppedElo {
            value: seen.elo_at(0.5),
            low: seen.elo_at(1.0 - tail),
            high: seen.elo_at(tail),
            superiority: seen.worse(0.0),
        })
    }
}

/// The outcome of a test: where the ratio stood, and when.
struct Seen {
    moments: Moments,
    scores: (f64, f64),
    bounds: (f64, f64),
    ratio: f64,
    time: f64,
}

impl Seen {
    fn new(test: &Sprt, moments: Moments) -> Self {
        let (s0, s1) = test.scores(&moments);
        let (lower, upper) = test.bounds();
        let slope = (moments.mean - 0.5 * (s0 + s1)) * (s1 - s0) / moments.variance;
        // A ratio beyond a bound is one that overshot it, or that was played on: only the moment counts
        // at which it crossed.
        let ratio = (slope * moments.results).clamp(lower, upper);
        let time = if ratio == slope * moments.results { moments.results } else { ratio / slope };
        Self { moments, scores: (s0, s1), bounds: (lower, upper), ratio, time }
    }

    /// The probability of an outcome worse than the one seen, if A were `elo` above B.
    fn worse(&self, elo: f64) -> f64 {
        let (s0, s1) = self.scores;
        let drift = (score_of_elo(elo) - 0.5 * (s0 + s1)) * (s1 - s0) / self.moments.variance;
        let spread = (s1 - s0) * (s1 - s0) / self.moments.variance;
        Brownian { lower: self.bounds.0, upper: self.bounds.1, drift, spread }.worse(self.time, self.ratio)
    }

    /// The Elo at which a worse outcome has the given probability, which falls with Elo.
    fn elo_at(&self, level: f64) -> f64 {
        const ELO_MAX: f64 = 1000.0;
        if self.worse(-ELO_MAX) < level {
            return f64::NEG_INFINITY;
        }
        if self.worse(ELO_MAX) > level {
            return f64::INFINITY;
        }
        let (mut low, mut high) = (-ELO_MAX, ELO_MAX);
        for _ in 0..70 {
            let middle = 0.5 * (low + high);
            if self.worse(middle) < level {
                high = middle;
            } else {
                low = middle;
            }
        }
        0.5 * (low + high)
    }
}

/// A Brownian motion from 0 that ends at either of two bounds.
struct Brownian {
    lower: f64,
    upper: f64,
    /// Mean change a unit of time.
    drift: f64,
    /// Variance of the change a unit of time.
    spread: f64,
}

impl Brownian {
    /// The probability that the motion ended at the lower bound before `time`, or is between the bounds
    /// and at most at `height` then.
    fn worse(&self, time: f64, height: f64) -> f64 {
        let width = self.upper - self.lower;
        // Both series are exact; the one needs few terms for short times, the other for long ones.
        let worse = if self.spread * time < 0.5 * width * width {
            self.by_reflections(time, height)
        } else {
            self.by_waves(time, height)
        };
        worse.clamp(0.0, 1.0)
    }

    /// Free paths below the height, and those above it that met the lower bound first, less those below it
    /// that met the upper bound first. Which bound was met first is counted by reflections, in and out.
    fn by_reflections(&self, time: f64, height: f64) -> f64 {
        let (width, deviation) = (self.upper - self.lower, (self.spread * time).sqrt());
        let tilt = self.drift / self.spread;
        let rest = (height - self.drift * time) / deviation;
        let above = |shift: f64| exp(-tilt * shift + ln_normal_cdf(-rest - shift / deviation));
        let below = |shift: f64| exp(tilt * shift + ln_normal_cdf(rest - shift / deviation));
        let mut sum = normal_cdf(rest);
        for turn in 0..20 {
            let (turns, next) = (2.0 * f64::from(turn) * width, 2.0 * f64::from(turn + 1) * width);
            sum += above(turns - 2.0 * self.lower) - above(next);
            sum -= below(turns + 2.0 * self.upper) - below(next);
        }
        sum
    }

    /// The probability of ending at the lower bound at all, corrected by the standing waves between the
    /// bounds that are left at `time`.
    fn by_waves(&self, time: f64, height: f64) -> f64 {
        let width = self.upper - self.lower;
        let (start, height) = (-self.lower, height - self.lower);
        let tilt = self.drift / self.spread;
        let mut sum = 0.0;
        for wave in 1..60 {
            let number = f64::from(wave) * PI / width;
            let size = number * number + tilt * tilt;
            let decay = -0.5 * self.spread * size * time + tilt * (height - start);
            let (sine, cosine) = (libm::sin(number * height), libm::cos(number * height));
            let shape = libm::sin(number * start) * (tilt * sine - number * cosine) / size;
            sum += 2.0 / width * exp(decay) * shape;
        }
        self.ends_low() + sum
    }

    /// The probability of ending at the lower bound, whenever.
    fn ends_low(&self) -> f64 {
        let width = self.upper - self.lower;
        let tilt = self.drift / self.spread;
        if (tilt * width).abs() < 1e-9 {
            return self.upper / width;
        }
        if tilt > 0.0 {
            // The general formula, divided by its largest power so that it cannot overflow.
            let scale = exp(2.0 * tilt * self.lower);
            return scale * exp_minus_one(-2.0 * tilt * self.upper) / exp_minus_one(-2.0 * tilt * width);
        }
        exp_minus_one(2.0 * tilt * self.upper) / exp_minus_one(2.0 * tilt * width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Pairs;
    use crate::random::Indices;
    use crate::sprt::{Decision, Model};

    #[test]
    fn both_series_agree() {
        for (drift, time, height) in [(0.0, 12.0, 1.0), (0.4, 17.0, 2.9), (-0.3, 20.0, -1.0), (0.8, 9.0, 0.0)] {
            let motion = Brownian { lower: -2.9, upper: 2.9, drift, spread: 1.0 };
            let (short, long) = (motion.by_reflections(time, height), motion.by_waves(time, height));
            assert!((short - long).abs() < 1e-12, "{short} and {long} with drift {drift}");
        }
    }

    #[test]
    fn without_time_nothing_ended_and_with_much_everything_did() {
        let motion = Brownian { lower: -2.0, upper: 3.0, drift: 0.1, spread: 1.0 };
        assert!(motion.worse(1e-3, 0.5) > 1.0 - 1e-12);
        assert!((motion.worse(1e4, 1.0) - motion.ends_low()).abs() < 1e-12);
        // Wald's identity for the motion with this drift.
        let identity = (1.0 - exp(-0.6)) / (exp(0.4) - exp(-0.6));
        assert!((motion.ends_low() - identity).abs() < 1e-12);
    }

    #[test]
    fn a_lucky_stop_counts_for_less() {
        let test = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Logistic).unwrap();
        let pairs = Pairs([177, 1629, 3083, 1780, 221]);
        let stopped = test.stopped_elo(&pairs, 0.95).unwrap();
        let plain = crate::elo::elo(&pairs, 0.95).unwrap();
        assert!(stopped.value < plain.value, "{stopped:?} against {plain:?}");
        assert!(stopped.low < stopped.value && stopped.value < stopped.high);
    }

    /// Matches of pairs with the given chances, played until the test decides.
    fn play(chances: [f64; 5], test: &Sprt, indices: &mut Indices) -> Pairs {
        let mut pairs = Pairs::default();
        loop {
            let mut rest = indices.unit();
            let cell = chances.iter().position(|chance| {
                rest -= chance;
                rest < 0.0
            });
            pairs.count(cell.unwrap_or(4));
            if test.decision(&pairs) != Decision::Continue {
                return pairs;
            }
        }
    }

    #[test]
    fn the_test_errs_and_the_interval_covers_as_often_as_they_say() {
        const MATCHES: usize = 500;
        // A score of 1/2 is H0, one of 0.535 halfway to H1, 0.57 H1.
        let test = Sprt::new(0.0, crate::elo::elo_of_score(0.57), 0.05, 0.05, Model::Logistic).unwrap();
        let cases = [
            ([0.1, 0.2, 0.4, 0.2, 0.1], 0.0..0.07),
            ([0.08, 0.18, 0.4, 0.2, 0.14], 0.35..0.65),
            ([0.06, 0.16, 0.4, 0.2, 0.18], 0.93..1.0),
        ];
        for (chances, expected) in cases {
            let score: f64 = chances.iter().zip(0..).map(|(chance, cell)| chance * f64::from(cell) / 4.0).sum();
            let truth = crate::elo::elo_of_score(score);
            let mut indices = Indices::new(11);
            let (mut accepted, mut covered, mut below) = (0, 0, 0);
            for _ in 0..MATCHES {
                let pairs = play(chances, &test, &mut indices);
                accepted += usize::from(test.decision(&pairs) == Decision::AcceptH1);
                let stopped = test.stopped_elo(&pairs, 0.95).unwrap();
                covered += usize::from(stopped.low <= truth && truth <= stopped.high);
                below += usize::from(stopped.value < truth);
            }
            let share = |count: usize| count as f64 / MATCHES as f64;
            assert!(expected.contains(&share(accepted)), "accepted {}", share(accepted));
            assert!((0.93..0.98).contains(&share(covered)), "covered {}", share(covered));
            assert!((0.45..0.56).contains(&share(below)), "too small {}", share(below));
        }
    }
}
