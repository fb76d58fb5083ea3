//! The sequential test of two hypotheses about Elo, by the generalised likelihood ratio.
//!
//! Under each hypothesis the most likely distribution of results is found that has the supposed mean (or
//! ratio of mean to deviation); the logarithm of the ratio of the two likelihoods is compared with
//! Wald's bounds. This is the test of Fishtest and fastchess. Theory: M. Van den Bergh, "A note on
//! maximum likelihood estimation for the multinomial distribution" and "Normalized Elo in practice".

use crate::counts::{Distribution, Moments, Results};
use crate::elo::{NORMALISED_ELO_PER_DEVIATION, score_of_elo};
use crate::special::ln;

/// The scale on which the hypotheses are stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Elo of the score.
    Logistic,
    /// Elo of the lead in standard deviations of a game: as many games whatever the share of draws.
    Normalised,
}

/// A test of "A is `elo0` above B" (H0) against "A is `elo1` above B" (H1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Elo under H0.
    pub elo0: f64,
    /// Elo under H1, above `elo0`.
    pub elo1: f64,
    /// Chance of accepting H1 where H0 holds.
    pub alpha: f64,
    /// Chance of accepting H0 where H1 holds.
    pub beta: f64,
    /// The scale of the hypotheses.
    pub model: Model,
}

/// Whether to go on playing.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Neither bound is reached.
    Continue,
    /// The ratio fell to the lower bound.
    AcceptH0,
    /// The ratio rose to the upper bound.
    AcceptH1,
}

/// A test that cannot be run as stated.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses do not differ, are in the wrong order or too far out.
    #[error("hypotheses {elo0} and {elo1}: expected the first below the second, both from -{limit} to {limit}")]
    Hypotheses {
        /// Elo under H0.
        elo0: f64,
        /// Elo under H1.
        elo1: f64,
        /// The farthest Elo of the model.
        limit: f64,
    },
    /// An error rate is not a small probability.
    #[error("error rates {alpha} and {beta}: expected both above 0 and below 0.5")]
    Rates {
        /// Chance of accepting H1 wrongly.
        alpha: f64,
        /// Chance of accepting H0 wrongly.
        beta: f64,
    },
}

impl Sprt {
    /// A test with hypotheses and error rates that make sense.
    ///
    /// ```
    /// use enban_stats::{Decision, Model, Sprt, Tally};
    ///
    /// let test = Sprt::new(0.0, 50.0, 0.05, 0.05, Model::Logistic)?;
    /// assert_eq!(test.decision(&Tally::new(12, 0, 10)), Decision::Continue);
    /// assert_eq!(test.decision(&Tally::new(250, 0, 150)), Decision::AcceptH1);
    /// assert!(Sprt::new(50.0, 0.0, 0.05, 0.05, Model::Logistic).is_err(), "the first must be below the second");
    /// # Ok::<(), enban_stats::SprtError>(())
    /// ```
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: Model) -> Result<Self, SprtError> {
        // The likelihood under a normalised hypothesis is found by an iteration that starts from even
        // outcomes; 100 is far inside the range in which it is known to settle.
        let limit = if model == Model::Logistic { 1000.0 } else { 100.0 };
        if !(elo0 < elo1 && elo0 >= -limit && elo1 <= limit) {
            return Err(SprtError::Hypotheses { elo0, elo1, limit });
        }
        let sensible = |rate: f64| rate > 0.0 && rate < 0.5;
        if !(sensible(alpha) && sensible(beta)) {
            return Err(SprtError::Rates { alpha, beta });
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// Wald's bounds of the log-likelihood ratio: H0 is accepted at the first, H1 at the second.
    pub fn bounds(&self) -> (f64, f64) {
        (ln(self.beta / (1.0 - self.alpha)), ln((1.0 - self.beta) / self.alpha))
    }

    /// The log-likelihood ratio of H1 over H0; 0 without games.
    ///
    /// Empty cells count as a thousandth of a result, as in Fishtest.
    pub fn llr<R: Results>(&self, results: &R) -> f64 {
        if results.results() == 0 {
            return 0.0;
        }
        let distribution = results.regularised();
        let likeliest = |elo: f64| match self.model {
            Model::Logistic => with_mean(&distribution, score_of_elo(elo)),
            Model::Normalised => {
                let per_result = (R::GAMES_PER_RESULT as f64).sqrt();
                with_lead(&distribution, per_result * elo / NORMALISED_ELO_PER_DEVIATION)
            }
        };
        match (likeliest(self.elo0), likeliest(self.elo1)) {
            (Some(under0), Some(under1)) => {
                let terms = distribution.weights.iter().zip(under0.iter().zip(&under1));
                terms.map(|(weight, (p0, p1))| weight * ln(p1 / p0)).sum()
            }
            _ => self.llr_approximate(results),
        }
    }

    /// The log-likelihood ratio by a formula that needs no search.
    ///
    /// On the logistic scale results are taken as normal with the variance seen, on the normalised one as
    /// normal with the likeliest variance under each hypothesis. Good for many results and close
    /// hypotheses; wrong where one outcome makes up nearly all results.
    pub fn llr_approximate(&self, results: &impl Results) -> f64 {
        if results.results() == 0 {
            return 0.0;
        }
        let moments = results.regularised_moments();
        match self.model {
            Model::Logistic => {
                let (s0, s1) = (score_of_elo(self.elo0), score_of_elo(self.elo1));
                moments.results * (s1 - s0) * (2.0 * moments.mean - s0 - s1) / (2.0 * moments.variance)
            }
            Model::Normalised => {
                let lead = (moments.mean - 0.5) / moments.deviation_per_game();
                let misfit = |elo: f64| {
                    let distance = lead - elo / NORMALISED_ELO_PER_DEVIATION;
                    1.0 + distance * distance
                };
                0.5 * moments.games() * ln(misfit(self.elo0) / misfit(self.elo1))
            }
        }
    }

    /// What the results so far decide.
    pub fn decision(&self, results: &impl Results) -> Decision {
        let (lower, upper) = self.bounds();
        match self.llr(results) {
            llr if llr <= lower => Decision::AcceptH0,
            llr if llr >= upper => Decision::AcceptH1,
            _ => Decision::Continue,
        }
    }

    /// The scores of both hypotheses, given the variance seen.
    pub(crate) fn scores(&self, moments: &Moments) -> (f64, f64) {
        let score = |elo: f64| match self.model {
            Model::Logistic => score_of_elo(elo),
            Model::Normalised => 0.5 + elo / NORMALISED_ELO_PER_DEVIATION * moments.deviation_per_game(),
        };
        (score(self.elo0), score(self.elo1))
    }
}

/// The likeliest probabilities of the outcomes among those with the given mean score.
fn with_mean(distribution: &Distribution, mean: f64) -> Option<Vec<f64>> {
    let deviations = distribution.probabilities().map(|(score, probability)| (score - mean, probability));
    tilted(&deviations.collect::<Vec<_>>())
}

/// The likeliest probabilities of the outcomes among those whose mean is `lead` standard deviations above 1/2.
///
/// The constraint is not linear; it is replaced by its tangent at the last solution until that stands still.
fn with_lead(distribution: &Distribution, lead: f64) -> Option<Vec<f64>> {
    const ROUNDS_MAX: usize = 200;
    let cells = distribution.weights.len();
    let mut current = vec![1.0 / cells as f64; cells];
    for _ in 0..ROUNDS_MAX {
        let moments = Distribution { weights: current.clone() }.moments(1);
        let deviation = moments.variance.sqrt();
        let tangent = distribution.probabilities().map(|(score, probability)| {
            let standard = (score - moments.mean) / deviation;
            (score - 0.5 - 0.5 * lead * deviation * (1.0 + standard * standard), probability)
        });
        let next = tilted(&tangent.collect::<Vec<_>>())?;
        let change = next.iter().zip(&current).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        current = next;
        if change < 1e-14 {
            break;
        }
    }
    Some(current)
}

/// The likeliest probabilities with mean 0 over the given (value, observed probability): each is divided
/// by `1 + x value`, with the one `x` that makes the mean 0. `None` if no value is below 0 or none above.
fn tilted(observed: &[(f64, f64)]) -> Option<Vec<f64>> {
    let least = observed.iter().map(|cell| cell.0).fold(f64::INFINITY, f64::min);
    let most = observed.iter().map(|cell| cell.0).fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    // The mean falls in x from plus infinity at the one pole to minus infinity at the other.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    // Newton's steps double the digits; the cap only bounds the halving before they take hold.
    for _ in 0..500 {
        let (mut mean, mut slope) = (0.0, 0.0);
        for &(value, probability) in observed {
            let share = value / (1.0 + x * value);
            mean += probability * share;
            slope -= probability * share * share;
        }
        if mean > 0.0 {
            low = x;
        } else {
            high = x;
        }
        // Newton's step where it stays between the poles, else the middle.
        let newton = x - mean / slope;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if (next - x).abs() <= 1e-15 * x.abs().max(1.0) || mean == 0.0 {
            break;
        }
        x = next;
    }
    Some(observed.iter().map(|(value, probability)| probability / (1.0 + x * value)).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::counts::{Pairs, Tally};

    #[test]
    fn decisions() {
        let test = Sprt::new(0.0, 10.0, 0.05, 0.05, Model::Logistic).unwrap();
        let check = |tally: Tally, decision: Decision| assert_eq!(test.decision(&tally), decision, "{tally:?}");
        check(Tally::default(), Decision::Continue);
        check(Tally::new(110, 100, 90), Decision::Continue);
        check(Tally::new(2000, 1000, 1700), Decision::AcceptH1);
        check(Tally::new(1700, 1000, 2000), Decision::AcceptH0);
        let (lower, upper) = test.bounds();
        assert!((lower + 19f64.ln()).abs() < 1e-12 && (upper - 19f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn tests_that_make_no_sense_are_refused() {
        let refused = |elo0, elo1, alpha, beta, model| Sprt::new(elo0, elo1, alpha, beta, model).is_err();
        assert!(refused(5.0, 0.0, 0.05, 0.05, Model::Logistic));
        assert!(refused(0.0, f64::NAN, 0.05, 0.05, Model::Logistic));
        assert!(refused(0.0, 150.0, 0.05, 0.05, Model::Normalised));
        assert!(refused(0.0, 5.0, 0.0, 0.05, Model::Logistic));
        assert!(refused(0.0, 5.0, 0.05, 0.5, Model::Logistic));
    }

    proptest! {
        #[test]
        fn the_likeliest_distributions_keep_their_constraint(
            counts in prop::array::uniform5(0u64..2000), lead in -0.4f64..0.4, mean in 0.1f64..0.9,
        ) {
            let distribution = Pairs(counts).regularised();
            let fitted = with_mean(&distribution, mean).expect("the mean is inside");
            let moments = Distribution { weights: fitted }.moments(2);
            prop_assert!((moments.results - 1.0).abs() < 1e-8 && (moments.mean - mean).abs() < 1e-8);
            // A lead of 0.4 is the 100 normalised Elo that a test may ask for.
            let fitted = with_lead(&distribution, lead);
            prop_assert!(fitted.is_some());
            let moments = Distribution { weights: fitted.unwrap_or_default() }.moments(2);
            prop_assert!((moments.results - 1.0).abs() < 1e-7, "{moments:?}");
            prop_assert!(((moments.mean - 0.5) / moments.variance.sqrt() - lead).abs() < 1e-6, "{moments:?}");
        }

        #[test]
        fn seen_from_the_other_side_the_ratio_turns(counts in prop::array::uniform5(0u64..500)) {
            for model in [Model::Logistic, Model::Normalised] {
                let pairs = Pairs(counts);
                let ours = Sprt::new(-3.0, 7.0, 0.05, 0.05, model).expect("a test").llr(&pairs);
                let theirs = Sprt::new(-7.0, 3.0, 0.05, 0.05, model).expect("a test").llr(&pairs.reversed());
                prop_assert!((ours + theirs).abs() < 1e-7 * ours.abs().max(1.0), "{ours} and {theirs}");
            }
        }
    }
}
