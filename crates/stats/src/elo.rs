//! Scores and Elo with intervals, and the likelihood that A is the stronger.
//!
//! Elo is the logistic scale: a score `s` is `-400 log10(1/s - 1)`. A score of 0 or 1 has no finite Elo;
//! it is given as minus or plus infinity.

use std::f64::consts::LN_10;

use crate::counts::{Moments, Results};
use crate::share::exact_low;
use crate::special::{beta_cdf, exp, ln, two_sided_z};

/// Elo of one unit of natural log-odds, 400 / ln 10.
pub(crate) const ELO_PER_NAT: f64 = 400.0 / LN_10;

/// Normalised Elo of one standard deviation of a game, 800 / ln 10.
pub(crate) const NORMALISED_ELO_PER_DEVIATION: f64 = 800.0 / LN_10;

/// Results below which the normal approximation is not trusted.
pub(crate) const NORMAL_RESULTS_MIN: u64 = 10;

/// How an interval was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The normal approximation with the variance that was seen.
    Normal,
    /// An exact binomial interval that holds whatever the variance: there were few results, all were
    /// alike, or the normal interval left the range of scores.
    Exact,
}

/// A mean score with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The mean score of A, from 0 to 1.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// How the ends were found.
    pub method: Method,
}

/// A difference in Elo with its interval, which is not symmetric: its ends are those of the score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// Elo of A above B; infinite where A won or lost everything.
    pub value: f64,
    /// Lower end; may be minus infinity.
    pub low: f64,
    /// Upper end; may be plus infinity.
    pub high: f64,
    /// How the ends were found.
    pub method: Method,
}

/// Elo of a score from 0 to 1.
///
/// ```
/// use enban_stats::{elo_of_score, score_of_elo};
///
/// assert_eq!(elo_of_score(0.5), 0.0);
/// assert_eq!(elo_of_score(0.75).round(), 191.0);
/// assert!((score_of_elo(elo_of_score(0.75)) - 0.75).abs() < 1e-12);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if score >= 1.0 {
        return f64::INFINITY;
    }
    ELO_PER_NAT * (ln(score) - libm::log1p(-score))
}

/// The expected score of the one who is `elo` above the other.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + exp(-elo / ELO_PER_NAT))
}

/// The score of A with its interval; `None` without games.
///
/// With at least 10 results that differ, and where its ends stay within the range of
/// scores, this is the normal interval of the mean. Otherwise it is the interval of Clopper and Pearson
/// for as many trials as there are results (pairs, not games) with the points of A as successes, rounded
/// down for the lower end and up for the upper one. That is conservative: of all results between 0 and 1
/// with the same mean, those that are only 0 or 1 vary most.
pub fn score(results: &impl Results, confidence: f64) -> Option<Score> {
    let moments = results.moments()?;
    if normal_holds(&moments, confidence) {
        let (low, high) = moments.normal_ends(confidence);
        return Some(Score { value: moments.mean, low, high, method: Method::Normal });
    }
    let counts = results.counts();
    let steps = counts.len() as u64 - 1;
    let points: u64 = counts.iter().zip(0..).map(|(count, step)| count * step).sum();
    let trials = results.results();
    let missed = trials * steps - points;
    Some(Score {
        value: moments.mean,
        low: exact_low(points / steps, trials, confidence),
        high: 1.0 - exact_low(missed / steps, trials, confidence),
        method: Method::Exact,
    })
}

/// The Elo of A above B with its interval; `None` without games. See [`score`] for how it is found.
///
/// ```
/// use enban_stats::{Method, Tally, elo};
///
/// let few = elo(&Tally::new(3, 0, 1), 0.95).expect("games were played");
/// assert_eq!(few.method, Method::Exact);
/// let many = elo(&Tally::new(300, 0, 100), 0.95).expect("games were played");
/// assert_eq!(few.value, many.value);
/// assert!(few.low < 0.0 && many.low > 150.0, "four games prove nothing");
/// ```
pub fn elo(results: &impl Results, confidence: f64) -> Option<Elo> {
    score(results, confidence).map(Elo::from)
}

/// The normalised Elo of A with the symmetric interval of its normal approximation: the lead in standard
/// deviations of a game. `None` without games, or where all results are alike.
pub fn normalised_elo(results: &impl Results, confidence: f64) -> Option<Elo> {
    let moments = results.moments().filter(|moments| moments.variance > 0.0)?;
    let value = moments.normalised_elo();
    let half_width = moments.normalised_elo_half_width(confidence);
    Some(Elo { value, low: value - half_width, high: value + half_width, method: Method::Normal })
}

/// The likelihood that A is the stronger, from 0 to 1; one half without games.
///
/// By the normal approximation where [`score`] trusts it. Otherwise by the posterior of the share of A
/// among the decided results (games or pairs that were not level), after a uniform prior: one won game is
/// 3/4, not certainty.
///
/// ```
/// use enban_stats::{Tally, likelihood_of_superiority};
///
/// assert_eq!(likelihood_of_superiority(&Tally::default()), 0.5);
/// assert!((likelihood_of_superiority(&Tally::new(1, 0, 0)) - 0.75).abs() < 1e-12);
/// ```
pub fn likelihood_of_superiority(results: &impl Results) -> f64 {
    if let Some(moments) = results.moments().filter(|moments| normal_holds(moments, 0.95)) {
        return moments.superiority();
    }
    let counts = results.counts();
    let middle = counts.len() / 2;
    let lost: u64 = counts[..middle].iter().sum();
    let won: u64 = counts[middle + 1..].iter().sum();
    beta_cdf(lost as f64 + 1.0, won as f64 + 1.0, 0.5)
}

impl From<Score> for Elo {
    fn from(score: Score) -> Self {
        Self {
            value: elo_of_score(score.value),
            low: elo_of_score(score.low),
            high: elo_of_score(score.high),
            method: score.method,
        }
    }
}

impl Moments {
    /// The lead over 1/2 in standard deviations of a game, in normalised Elo.
    pub fn normalised_elo(&self) -> f64 {
        let lead = self.mean - 0.5;
        if lead == 0.0 { 0.0 } else { NORMALISED_ELO_PER_DEVIATION * lead / self.deviation_per_game() }
    }

    /// Half the width of the interval of the normalised Elo: it depends on the number of games alone.
    pub fn normalised_elo_half_width(&self, confidence: f64) -> f64 {
        NORMALISED_ELO_PER_DEVIATION * two_sided_z(confidence) / self.games().sqrt()
    }
}

/// Whether the normal approximation is good enough for these results.
fn normal_holds(moments: &Moments, confidence: f64) -> bool {
    let (low, high) = moments.normal_ends(confidence);
    moments.results >= NORMAL_RESULTS_MIN as f64 && moments.variance > 0.0 && low > 0.0 && high < 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::{Pairs, Tally};
    use crate::share::clopper_pearson;

    #[test]
    fn elo_and_score_are_inverses() {
        for elo in [-800.0, -3.5, 0.0, 1e-6, 20.0, 400.0] {
            let back = elo_of_score(score_of_elo(elo));
            assert!((back - elo).abs() < 1e-9, "{elo} came back as {back}");
        }
        assert_eq!((elo_of_score(0.0), elo_of_score(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-15);
    }

    #[test]
    fn the_interval_of_elo_is_that_of_the_score() {
        let elo = elo(&Tally::new(80, 0, 20), 0.95).unwrap();
        assert_eq!(elo.method, Method::Normal);
        assert!(elo.high - elo.value > elo.value - elo.low, "the upper side is the longer: {elo:?}");
        assert!((score_of_elo(elo.low) + score_of_elo(elo.high) - 1.6).abs() < 1e-12);
    }

    #[test]
    fn exact_where_the_normal_fails() {
        let check = |score: Score, successes_low: u64, successes_high: u64, trials: u64| {
            let ends =
                (clopper_pearson(successes_low, trials, 0.95).low, clopper_pearson(successes_high, trials, 0.95).high);
            assert_eq!((score.method, (score.low, score.high)), (Method::Exact, ends));
        };
        check(score(&Tally::new(20, 0, 0), 0.95).unwrap(), 20, 20, 20);
        check(score(&Tally::new(30, 0, 1), 0.95).unwrap(), 30, 30, 31);
        check(score(&Tally::new(2, 3, 1), 0.95).unwrap(), 3, 4, 6);
        check(score(&Pairs([0, 0, 11, 0, 0]), 0.95).unwrap(), 5, 6, 11);
        check(score(&Pairs([0, 0, 1, 3, 5]), 0.95).unwrap(), 7, 8, 9);
        assert_eq!(elo(&Tally::new(20, 0, 0), 0.95).unwrap().value, f64::INFINITY);
        assert_eq!(elo(&Tally::new(0, 0, 3), 0.95).unwrap().low, f64::NEG_INFINITY);
    }

    #[test]
    fn superiority_of_few_games_is_no_certainty() {
        let check = |likelihood: f64, expected: f64| {
            assert!((likelihood - expected).abs() < 1e-12, "{likelihood}, expected {expected}");
        };
        check(likelihood_of_superiority(&Tally::default()), 0.5);
        check(likelihood_of_superiority(&Tally::new(1, 5, 0)), 0.75);
        check(likelihood_of_superiority(&Tally::new(3, 0, 1)), 26.0 / 32.0);
        check(likelihood_of_superiority(&Pairs([0, 0, 0, 0, 10])), 1.0 - 0.5f64.powi(11));
        check(likelihood_of_superiority(&Pairs([0, 1, 7, 0, 1])), 0.5);
        check(likelihood_of_superiority(&Pairs([3, 10, 20, 14, 3])), 0.7188013707140039);
    }

    #[test]
    fn the_exact_interval_covers_whatever_the_draws() {
        const GAMES: u64 = 8;
        let factorial = |n: u64| (1..=n).product::<u64>() as f64;
        for (win, draw) in [(0.5, 0.0), (0.3, 0.4), (0.1, 0.8), (0.7, 0.2), (0.9, 0.0), (0.02, 0.96), (0.05, 0.1)] {
            let loss: f64 = 1.0 - win - draw;
            let mut covered = 0.0;
            for wins in 0..=GAMES {
                for draws in 0..=GAMES - wins {
                    let tally = Tally::new(wins, draws, GAMES - wins - draws);
                    let interval = score(&tally, 0.95).unwrap();
                    assert_eq!(interval.method, Method::Exact);
                    if interval.low <= win + 0.5 * draw && win + 0.5 * draw <= interval.high {
                        let ways = factorial(GAMES)
                            / (factorial(tally.wins) * factorial(tally.draws) * factorial(tally.losses));
                        let power = |base: f64, count: u64| base.powi(count as i32);
                        covered += ways * power(win, wins) * power(draw, draws) * power(loss, tally.losses);
                    }
                }
            }
            assert!(covered >= 0.95, "{covered} with wins {win} and draws {draw}");
        }
    }
}
