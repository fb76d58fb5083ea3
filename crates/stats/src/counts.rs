//! Counted results of two players: single games, and pairs of games with the sides swapped.

use std::ops::{Add, AddAssign};

use crate::special::{normal_cdf, two_sided_z};

/// What a cell without results counts as where a likelihood needs every outcome to be possible.
///
/// Fishtest replaces zeros, and only zeros, by the same thousandth of a result, so that our likelihood
/// ratios can be compared with its figures.
const EMPTY_CELL: f64 = 1e-3;

/// Games of A by outcome.
///
/// ```
/// use enban_stats::{Results, Tally};
///
/// let total = Tally::new(3, 1, 0) + Tally::new(0, 1, 1);
/// assert_eq!(total, Tally { wins: 3, draws: 2, losses: 1 });
/// assert_eq!(total.score(), Some(4.0 / 6.0));
/// assert_eq!(total.reversed().wins, 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    /// Games that A won.
    pub wins: u64,
    /// Games without a winner.
    pub draws: u64,
    /// Games that A lost.
    pub losses: u64,
}

/// Pairs of games of A by the points A took from both: 0, 1/2, 1, 3/2, 2 (the pentanomial count).
///
/// The two games of a pair start from the same opening with the sides swapped, so they are not
/// independent; the pairs are, and everything is estimated from them.
///
/// ```
/// use enban_stats::{Pairs, Results};
///
/// let mut pairs = Pairs::default();
/// pairs.count(4); // A won both games
/// pairs.count(2); // each won one, or both were drawn
/// assert_eq!((pairs.results(), pairs.games(), pairs.score()), (2, 4, Some(0.75)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pairs(pub [u64; 5]);

/// Independent results with scores spread evenly from 0 to 1.
pub trait Results {
    /// Games in one independent result: 1, or 2 for a pair.
    const GAMES_PER_RESULT: u64;

    /// How often each score occurred, from the worst (0) to the best (1).
    fn counts(&self) -> Vec<u64>;

    /// Number of independent results: games of a tally, pairs of pairs.
    fn results(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// Number of games.
    fn games(&self) -> u64 {
        self.results() * Self::GAMES_PER_RESULT
    }

    /// The mean score of A in a game, from 0 to 1; `None` without games.
    fn score(&self) -> Option<f64> {
        self.moments().map(|moments| moments.mean)
    }

    /// The variance of the score of one result (a game or a pair) about the mean; `None` without games.
    fn variance(&self) -> Option<f64> {
        self.moments().map(|moments| moments.variance)
    }

    /// Count, mean and variance; `None` without games.
    fn moments(&self) -> Option<Moments> {
        let weights: Vec<f64> = self.counts().iter().map(|&count| count as f64).collect();
        (self.results() > 0).then(|| Distribution { weights }.moments(Self::GAMES_PER_RESULT))
    }

    /// The counts as weights, with a thousandth of a result in every empty cell.
    fn regularised(&self) -> Distribution {
        let weight = |&count: &u64| if count == 0 { EMPTY_CELL } else { count as f64 };
        Distribution { weights: self.counts().iter().map(weight).collect() }
    }

    /// Count, mean and variance of the [regularised](Results::regularised) counts.
    fn regularised_moments(&self) -> Moments {
        self.regularised().moments(Self::GAMES_PER_RESULT)
    }
}

/// Weights of the scores 0, ..., 1 in even steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// One weight a score; at least two, with a positive sum.
    pub weights: Vec<f64>,
}

/// Number, mean and variance of independent results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// Number of results; not whole where the counts were regularised.
    pub results: f64,
    /// Games in one result.
    pub games_per_result: u64,
    /// Mean score, from 0 to 1.
    pub mean: f64,
    /// Variance of one result about the mean, divided by the number of results (not by one less).
    pub variance: f64,
}

impl Tally {
    /// So many games won, drawn and lost by A.
    pub fn new(wins: u64, draws: u64, losses: u64) -> Self {
        Self { wins, draws, losses }
    }

    /// The same games as B saw them.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl Results for Tally {
    const GAMES_PER_RESULT: u64 = 1;

    fn counts(&self) -> Vec<u64> {
        vec![self.losses, self.draws, self.wins]
    }
}

impl Pairs {
    /// The same pairs as B saw them.
    #[must_use]
    pub fn reversed(self) -> Self {
        let [zero, half, one, three_halves, two] = self.0;
        Self([two, three_halves, one, half, zero])
    }

    /// Counts one more pair in which A took the given number of half points, 0 to 4.
    pub fn count(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }
}

impl Results for Pairs {
    const GAMES_PER_RESULT: u64 = 2;

    fn counts(&self) -> Vec<u64> {
        self.0.to_vec()
    }
}

impl Distribution {
    /// Score of the cell with the given index.
    pub(crate) fn score_of(&self, cell: usize) -> f64 {
        cell as f64 / (self.weights.len() - 1) as f64
    }

    /// The scores and their probabilities.
    pub fn probabilities(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let total: f64 = self.weights.iter().sum();
        self.weights.iter().enumerate().map(move |(cell, weight)| (self.score_of(cell), weight / total))
    }

    /// Count, mean and variance.
    pub fn moments(&self, games_per_result: u64) -> Moments {
        let mean: f64 = self.probabilities().map(|(score, probability)| score * probability).sum();
        let square = |(score, probability): (f64, f64)| probability * (score - mean) * (score - mean);
        let variance = self.probabilities().map(square).sum();
        Moments { results: self.weights.iter().sum(), games_per_result, mean, variance }
    }
}

impl Moments {
    /// Standard error of the mean.
    pub(crate) fn standard_error(&self) -> f64 {
        (self.variance / self.results).sqrt()
    }

    /// Number of games.
    pub fn games(&self) -> f64 {
        self.results * self.games_per_result as f64
    }

    /// Standard deviation of one game, as if the games of a result were independent.
    pub(crate) fn deviation_per_game(&self) -> f64 {
        (self.variance * self.games_per_result as f64).sqrt()
    }

    /// Ends of the interval of the mean by the normal approximation; they may leave [0, 1].
    pub fn normal_ends(&self, confidence: f64) -> (f64, f64) {
        let half_width = two_sided_z(confidence) * self.standard_error();
        (self.mean - half_width, self.mean + half_width)
    }

    /// Probability that A is the stronger, by the normal approximation; one half where nothing varies about 1/2.
    pub fn superiority(&self) -> f64 {
        let lead = self.mean - 0.5;
        if lead == 0.0 { 0.5 } else { normal_cdf(lead / self.standard_error()) }
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { wins: self.wins + other.wins, draws: self.draws + other.draws, losses: self.losses + other.losses }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl std::iter::Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), Add::add)
    }
}

impl Add for Pairs {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|cell| self.0[cell] + other.0[cell]))
    }
}

impl AddAssign for Pairs {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl std::iter::Sum for Pairs {
    fn sum<I: Iterator<Item = Self>>(pairs: I) -> Self {
        pairs.fold(Self::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_add_up() {
        let mut tally = Tally::new(3, 2, 1) + Tally::new(1, 0, 1);
        tally += Tally::new(0, 1, 0);
        assert_eq!(tally, Tally::new(4, 3, 2));
        assert_eq!(tally.games(), 9);
        assert!((tally.score().unwrap() - 5.5 / 9.0).abs() < 1e-15);
        assert_eq!([tally, tally.reversed()].into_iter().sum::<Tally>(), Tally::new(6, 6, 6));

        let mut pairs = Pairs([1, 2, 3, 4, 5]) + Pairs([1, 0, 0, 0, 0]);
        pairs.count(4);
        pairs += Pairs([0, 0, 1, 0, 0]);
        assert_eq!(pairs, Pairs([2, 2, 4, 4, 6]));
        assert_eq!((pairs.results(), pairs.games()), (18, 36));
        assert!((pairs.score().unwrap() - 46.0 / 72.0).abs() < 1e-15);
        assert_eq!([pairs, pairs.reversed()].into_iter().sum::<Pairs>(), Pairs([8, 6, 8, 6, 8]));
    }

    #[test]
    fn variance_is_that_of_one_result() {
        assert_eq!(Tally::new(1, 0, 1).variance(), Some(0.25));
        assert_eq!(Pairs([0, 1, 0, 1, 0]).variance(), Some(0.0625));
        assert_eq!(Pairs([0, 0, 9, 0, 0]).variance(), Some(0.0));
    }

    #[test]
    fn nothing_has_no_score() {
        assert_eq!((Tally::default().score(), Pairs::default().moments()), (None, None));
    }
}
