//! Elo ratings of many players from the games of each two: the model of Bradley and Terry.
//!
//! A draw counts as half a win for each. The intervals come from the curvature of the likelihood at its
//! maximum, which takes every game for a win or a loss: with many draws they are wider than they need be.
//! Ratings have a weak normal prior about 0 (`PRIOR_PRECISION`), which keeps them finite for one who won
//! or lost everything, and ties together groups that never met (with intervals as wide as the prior).

use crate::counts::{Results, Tally};
use crate::describe::Estimate;
use crate::elo::ELO_PER_NAT;
use crate::newton::{Local, Matrix, inverse, maximise};
use crate::special::{exp, two_sided_z};

/// Precision (one over the variance) of the prior of strengths in natural logarithms: a standard deviation
/// of 4.5, or 777 Elo.
pub(crate) const PRIOR_PRECISION: f64 = 0.05;

/// The games of each two of several players.
///
/// ```
/// use enban_stats::{CrossTable, Tally};
///
/// let mut table = CrossTable::new(3);
/// table.add(0, 1, Tally::new(60, 0, 40));
/// table.add(1, 2, Tally::new(60, 0, 40));
/// let ratings = table.ratings(0.95);
/// assert!(ratings.converged);
/// assert!(ratings.players[0].value > ratings.players[1].value);
/// // 0 and 2 never met; through 1 their difference is known all the same.
/// assert!(ratings.difference(0, 2).low > 0.0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    players: usize,
    /// Games of the row's player against the column's, kept above the diagonal only.
    cells: Vec<Tally>,
}

/// The ratings of players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// Elo of each player; their mean is 0. The interval is that of the distance to the mean.
    pub players: Vec<Estimate>,
    /// Whether the likelihood was brought to its maximum.
    pub converged: bool,
    /// Covariances of the ratings, in squared Elo.
    covariances: Matrix,
    confidence: f64,
}

impl CrossTable {
    /// A table of players, numbered from 0, who have not played.
    pub fn new(players: usize) -> Self {
        Self { players, cells: vec![Tally::default(); players * players] }
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Adds games of `player` against `opponent`, as the first saw them.
    pub fn add(&mut self, player: usize, opponent: usize, tally: Tally) {
        assert!(player != opponent && player.max(opponent) < self.players, "{player} against {opponent}");
        let ordered = if player < opponent { tally } else { tally.reversed() };
        self.cells[player.min(opponent) * self.players + player.max(opponent)] += ordered;
    }

    /// The games of `player` against `opponent`, as the first saw them.
    pub fn games(&self, player: usize, opponent: usize) -> Tally {
        let tally = self.cells[player.min(opponent) * self.players + player.max(opponent)];
        if player < opponent { tally } else { tally.reversed() }
    }

    /// The ratings that make these games likeliest.
    pub fn ratings(&self, confidence: f64) -> Ratings {
        let top = maximise(vec![0.0; self.players], |point| self.likelihood(point));
        let precision = self.likelihood(&top.point).curvature;
        let raw = inverse(&precision).expect("the prior makes the curvature positive");
        let covariances = about_the_mean(&raw);
        let mean = top.point.iter().sum::<f64>() / self.players.max(1) as f64;
        let z = two_sided_z(confidence);
        let rating = |(player, strength): (usize, &f64)| {
            let value = ELO_PER_NAT * (strength - mean);
            let half_width = z * covariances[player][player].max(0.0).sqrt();
            Estimate { value, low: value - half_width, high: value + half_width }
        };
        let players = top.point.iter().enumerate().map(rating).collect();
        Ratings { players, converged: top.converged, covariances, confidence }
    }

    /// The logarithm of likelihood and prior at a point, with derivatives.
    fn likelihood(&self, point: &[f64]) -> Local {
        let prior = |strength: &f64| -0.5 * PRIOR_PRECISION * strength * strength;
        let mut value = point.iter().map(prior).sum();
        let mut gradient: Vec<f64> = point.iter().map(|strength| -PRIOR_PRECISION * strength).collect();
        let mut curvature = vec![vec![0.0; self.players]; self.players];
        for player in 0..self.players {
            curvature[player][player] += PRIOR_PRECISION;
            for opponent in player + 1..self.players {
                let tally = self.games(player, opponent);
                let games = tally.games() as f64;
                let points = tally.wins as f64 + 0.5 * tally.draws as f64;
                let lead = point[player] - point[opponent];
                let chance = 1.0 / (1.0 + exp(-lead));
                value -= points * libm::log1p(exp(-lead)) + (games - points) * libm::log1p(exp(lead));
                gradient[player] += points - games * chance;
                gradient[opponent] -= points - games * chance;
                let spread = games * chance * (1.0 - chance);
                curvature[player][player] += spread;
                curvature[opponent][opponent] += spread;
                curvature[player][opponent] -= spread;
                curvature[opponent][player] -= spread;
            }
        }
        Local { value, gradient, curvature }
    }
}

impl Ratings {
    /// The Elo of `player` above `opponent`: a narrower interval than their two ratings suggest, or a
    /// wider one.
    pub fn difference(&self, player: usize, opponent: usize) -> Estimate {
        let value = self.players[player].value - self.players[opponent].value;
        let covariances = &self.covariances;
        let variance =
            covariances[player][player] + covariances[opponent][opponent] - 2.0 * covariances[player][opponent];
        let half_width = two_sided_z(self.confidence) * variance.max(0.0).sqrt();
        Estimate { value, low: value - half_width, high: value + half_width }
    }
}

/// Covariances of the distances to the mean, in squared Elo: the prior alone knows where the mean is.
fn about_the_mean(raw: &Matrix) -> Matrix {
    let size = raw.len() as f64;
    let means: Vec<f64> = raw.iter().map(|row| row.iter().sum::<f64>() / size).collect();
    let overall = means.iter().sum::<f64>() / size;
    let centred = |row: usize, column: usize| raw[row][column] - means[row] - means[column] + overall;
    let scale = ELO_PER_NAT * ELO_PER_NAT;
    let row = |row: usize| (0..raw.len()).map(|column| scale * centred(row, column)).collect();
    (0..raw.len()).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(players: usize, games: &[(usize, usize, Tally)]) -> CrossTable {
        let mut table = CrossTable::new(players);
        games.iter().for_each(|&(player, opponent, tally)| table.add(player, opponent, tally));
        table
    }

    #[test]
    fn agrees_with_a_general_optimiser() {
        // Values and half-widths from scipy's BFGS on the same likelihood and its curvature.
        let games = [
            (0, 1, Tally::new(12, 4, 4)),
            (0, 2, Tally::new(15, 2, 3)),
            (2, 1, Tally::new(5, 6, 9)),
            (2, 3, Tally::new(10, 0, 0)),
            (1, 3, Tally::new(18, 1, 1)),
        ];
        let ratings = table(4, &games).ratings(0.95);
        assert!(ratings.converged);
        let check = |estimate: Estimate, value: f64, half_width: f64| {
            let off = (estimate.value - value).abs().max((estimate.high - value - half_width).abs());
            assert!(off < 1e-3, "{estimate:?}, expected {value} and {half_width}");
            assert!((estimate.high + estimate.low - 2.0 * estimate.value).abs() < 1e-9);
        };
        check(ratings.players[0], 265.1798089, 115.04769191);
        check(ratings.players[1], 105.14765236, 95.6251962);
        check(ratings.players[2], 44.40539631, 101.26394919);
        check(ratings.players[3], -414.73285757, 206.35623513);
        check(ratings.difference(0, 1), 265.1798089 - 105.14765236, 137.08825979);
        check(ratings.difference(0, 3), 265.1798089 + 414.73285757, 298.59587640);
    }

    #[test]
    fn many_games_of_two_give_their_elo() {
        let ratings = table(2, &[(1, 0, Tally::new(60_000, 20_000, 20_000))]).ratings(0.95);
        let expected = crate::elo::elo_of_score(0.7);
        let found = ratings.difference(1, 0);
        assert!((found.value - expected).abs() < 0.01, "{found:?}, expected {expected}");
        assert!(ratings.players.iter().map(|player| player.value).sum::<f64>().abs() < 1e-9);
    }

    #[test]
    fn a_clean_sweep_and_strangers_stay_finite() {
        // Players 2 and 3 never met 0 and 1; 0 won everything.
        let ratings = table(4, &[(0, 1, Tally::new(10, 0, 0)), (2, 3, Tally::new(5, 0, 5))]).ratings(0.95);
        assert!(ratings.converged);
        assert!(ratings.players[0].value > 300.0 && ratings.players[0].high.is_finite(), "{ratings:?}");
        assert_eq!(ratings.players[2].value, ratings.players[3].value);
        let strangers = ratings.difference(0, 2);
        assert!(strangers.low < 0.0 && strangers.high > 1000.0, "nothing is known of them: {strangers:?}");
    }

    #[test]
    fn games_are_kept_from_both_sides() {
        let table = table(3, &[(2, 0, Tally::new(3, 2, 1)), (0, 2, Tally::new(1, 0, 0))]);
        assert_eq!(table.games(2, 0), Tally::new(3, 2, 2));
        assert_eq!(table.games(0, 2), Tally::new(2, 2, 3));
        assert_eq!(table.games(0, 1), Tally::default());
    }
}
