//! What a match shows, and how much more of it would show more.

use std::f64::consts::LN_10;
use std::fmt;

use crate::counts::Results;
use crate::elo::{Elo, Score, elo, likelihood_of_superiority, score};
use crate::special::{exp_minus_one, two_sided_z};

/// Who is the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The whole interval of the score is above one half.
    ABetter,
    /// The whole interval of the score is below one half.
    BBetter,
    /// The interval holds one half, or nothing was played.
    NotDecided,
}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::ABetter => "A is better",
            Self::BBetter => "B is better",
            Self::NotDecided => "not decided",
        })
    }
}

/// A verdict with the numbers behind it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conclusion {
    /// Who is the better.
    pub verdict: Verdict,
    /// Games played.
    pub games: u64,
    /// Score of A; `None` without games.
    pub score: Option<Score>,
    /// Elo of A above B; `None` without games.
    pub elo: Option<Elo>,
    /// Likelihood that A is the stronger.
    pub superiority: f64,
    /// Where nothing is decided: the games to play besides until it is, should score and variance stay as
    /// they are. `None` where it is decided, or where they give no hint.
    pub more_games: Option<u64>,
}

/// How much a narrower interval costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamesNeeded {
    /// Games in all, those played included; whole pairs where pairs are counted.
    pub total: u64,
    /// Games to play besides; 0 where the interval is narrow enough.
    pub more: u64,
}

/// The verdict of a match at the given confidence, usually 0.95.
pub fn conclusion(results: &impl Results, confidence: f64) -> Conclusion {
    let score = score(results, confidence);
    let verdict = match score {
        Some(score) if score.low > 0.5 => Verdict::ABetter,
        Some(score) if score.high < 0.5 => Verdict::BBetter,
        _ => Verdict::NotDecided,
    };
    let lead = score.map_or(0.0, |score| (score.value - 0.5).abs());
    let to_decide = || games_for_score(results, lead, confidence).map(|needed| needed.more);
    Conclusion {
        verdict,
        games: results.games(),
        score,
        elo: elo(results, confidence),
        superiority: likelihood_of_superiority(results),
        more_games: if verdict == Verdict::NotDecided { to_decide().filter(|&more| more > 0) } else { None },
    }
}

/// The games needed until half the width of the Elo interval is `half_width_elo`, if score and variance
/// stay as they are. `None` where they say nothing: without games, or with results all alike.
pub fn games_needed(results: &impl Results, half_width_elo: f64, confidence: f64) -> Option<GamesNeeded> {
    assert!(half_width_elo > 0.0, "the interval must have a width");
    let score = results.score()?;
    // Elo(s + d) - Elo(s - d) = 2 h is a quadratic in d: with g = 10^(2h/400) - 1 and q = s(1 - s),
    // g d^2 - (g + 2) d + g q = 0. The smaller root, written so that nothing cancels.
    let growth = exp_minus_one(2.0 * half_width_elo * LN_10 / 400.0);
    let product = score * (1.0 - score);
    let middle = growth + 2.0;
    let root = (middle * middle - 4.0 * growth * growth * product).sqrt();
    games_for_score(results, 2.0 * growth * product / (middle + root), confidence)
}

/// The games needed until half the width of the score interval is `half_width`, by the normal approximation.
fn games_for_score<R: Results>(results: &R, half_width: f64, confidence: f64) -> Option<GamesNeeded> {
    let variance = results.variance().filter(|&variance| variance > 0.0 && half_width > 0.0)?;
    let deviations = two_sided_z(confidence) / half_width;
    let total = (variance * deviations * deviations).ceil() as u64 * R::GAMES_PER_RESULT;
    Some(GamesNeeded { total, more: total.saturating_sub(results.games()) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::{Pairs, Tally};

    #[test]
    fn verdicts() {
        let check = |tally: Tally, verdict: Verdict, more_games: Option<u64>| {
            let conclusion = conclusion(&tally, 0.95);
            assert_eq!((conclusion.verdict, conclusion.more_games), (verdict, more_games), "{tally:?}");
        };
        check(Tally::new(70, 0, 30), Verdict::ABetter, None);
        check(Tally::new(30, 0, 70), Verdict::BBetter, None);
        // 0.2475 (1.96 / 0.05)^2 = 380.3 games in all.
        check(Tally::new(55, 0, 45), Verdict::NotDecided, Some(281));
        check(Tally::new(50, 0, 50), Verdict::NotDecided, None);
        check(Tally::new(3, 0, 0), Verdict::NotDecided, None);
        check(Tally::new(6, 0, 0), Verdict::ABetter, None);
        check(Tally::default(), Verdict::NotDecided, None);
    }

    #[test]
    fn the_games_needed_make_the_interval_as_narrow() {
        for (unit, half_width) in [(Pairs([3, 10, 20, 14, 3]), 5.0), (Pairs([1, 2, 9, 22, 30]), 20.0)] {
            let needed = games_needed(&unit, half_width, 0.95).unwrap();
            assert_eq!(needed.more, needed.total - unit.games());
            let rounds = needed.total / unit.games() + 1;
            let width = |rounds: u64| {
                let elo = elo(&Pairs(unit.0.map(|count| count * rounds)), 0.95).unwrap();
                0.5 * (elo.high - elo.low)
            };
            assert!(width(rounds) <= half_width && width(rounds - 1) > half_width, "{needed:?}");
        }
    }

    #[test]
    fn alike_results_say_nothing_of_the_games_needed() {
        assert_eq!(games_needed(&Tally::new(9, 0, 0), 10.0, 0.95), None);
        assert_eq!(games_needed(&Tally::default(), 10.0, 0.95), None);
        let wide = games_needed(&Tally::new(500, 0, 500), 100.0, 0.95).unwrap();
        assert_eq!(wide.more, 0);
    }
}
