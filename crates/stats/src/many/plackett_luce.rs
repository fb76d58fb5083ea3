//! Strengths of players and effects of seats, from the order of scores: the model of Plackett and Luce.
//!
//! The first place of a game goes to each seat with a chance in proportion to its worth, the second to one
//! of the others in the same way, and so on; the logarithm of a seat's worth is the strength of its player
//! plus the effect of the seat. Equal scores count as every order of theirs does on average (the mean of
//! the logarithms of the likelihood), which makes a draw of two players half a win for each.
//!
//! All strengths and effects have a normal prior about 0 with the precision `PRIOR_PRECISION`. It is
//! weak, a deviation of 4.5 (777 Elo), but it keeps a player who never lost from an infinite strength, and
//! makes the mean of the strengths, and that of the effects, 0.

use std::collections::BTreeMap;

use super::games::{Block, ManyGames, SeatedGame};
use crate::bootstrap::Bootstrap;
use crate::describe::Estimate;
use crate::newton::{Local, Maximum, maximise};
use crate::ratings::PRIOR_PRECISION;
use crate::special::{exp, ln};

/// Strengths and seat effects, in natural logarithms: a difference of 1 is a ratio of e in chances.
#[derive(Clone, Debug, PartialEq)]
pub struct PlackettLuce {
    /// The strength of each player; their mean is 0.
    pub strengths: Vec<Estimate>,
    /// The effect of each seat; their mean is 0.
    pub seats: Vec<Estimate>,
    /// Whether the likelihood was brought to its maximum, also in every resampled experiment.
    pub converged: bool,
    /// Steps that the search for the maximum took.
    pub steps: usize,
}

/// Fits the model, with intervals from resampled blocks.
pub fn plackett_luce(games: &ManyGames, bootstrap: &Bootstrap) -> PlackettLuce {
    let choices = Choices::new(games);
    let once = vec![1.0; games.blocks().len()];
    let start = choices.fit(&once, vec![0.0; choices.unknowns]);
    let mut converged = start.converged;
    let estimates = bootstrap.estimates(games.blocks().len(), |times| {
        let fit = choices.fit(times, start.point.clone());
        converged &= fit.converged;
        let (strengths, seats) = fit.point.split_at(games.players());
        [centred(strengths), centred(seats)].concat()
    });
    let (strengths, seats) = estimates.split_at(games.players());
    PlackettLuce { strengths: strengths.to_vec(), seats: seats.to_vec(), converged, steps: start.steps }
}

/// The games as choices: the weight of every set of seats from which one was chosen, and how often each
/// player and seat was.
///
/// Few different sets occur however many games there are, so that a resampled experiment is only a new
/// sum of weights.
struct Choices {
    /// Players, then seats.
    unknowns: usize,
    sets: Vec<Set>,
    blocks: Vec<BlockChoices>,
}

/// Seats from which one was chosen.
#[derive(Clone, Default)]
struct Set {
    /// The unknowns of each seat: its player, and the seat itself (after all players).
    seats: Vec<(usize, usize)>,
    /// All unknowns that occur, each once.
    unknowns: Vec<usize>,
}

/// The choices of one block.
struct BlockChoices {
    /// How often each player and each seat was chosen.
    chosen: Vec<f64>,
    /// Number of a set, and its weight.
    sets: Vec<(usize, f64)>,
}

impl Choices {
    fn new(games: &ManyGames) -> Self {
        let unknowns = games.players() + games.seats();
        let mut numbers = BTreeMap::new();
        let blocks = games.blocks().iter().map(|block| block_choices(games, block, &mut numbers)).collect();
        let mut sets = vec![Set::default(); numbers.len()];
        numbers.into_iter().for_each(|(seats, number)| sets[number] = Set::new(seats));
        Self { unknowns, sets, blocks }
    }

    /// The maximum of the likelihood if each block had occurred so many times.
    fn fit(&self, times: &[f64], start: Vec<f64>) -> Maximum {
        let mut chosen = vec![0.0; self.unknowns];
        let mut weights = vec![0.0; self.sets.len()];
        for (times, block) in times.iter().zip(&self.blocks).filter(|(times, _)| **times > 0.0) {
            chosen.iter_mut().zip(&block.chosen).for_each(|(sum, part)| *sum += times * part);
            block.sets.iter().for_each(|&(set, weight)| weights[set] += times * weight);
        }
        maximise(start, |point| self.likelihood(point, &chosen, &weights))
    }

    /// The logarithm of likelihood and prior at a point, with derivatives.
    fn likelihood(&self, point: &[f64], chosen: &[f64], weights: &[f64]) -> Local {
        let prior = |unknown: &f64| -0.5 * PRIOR_PRECISION * unknown * unknown;
        let won: f64 = chosen.iter().zip(point).map(|(times, unknown)| times * unknown).sum();
        let mut value = won + point.iter().map(prior).sum::<f64>();
        let mut gradient: Vec<f64> =
            chosen.iter().zip(point).map(|(times, unknown)| times - PRIOR_PRECISION * unknown).collect();
        let mut curvature = vec![vec![0.0; self.unknowns]; self.unknowns];
        (0..self.unknowns).for_each(|index| curvature[index][index] = PRIOR_PRECISION);
        let mut chances = vec![0.0; self.unknowns];
        for (set, &weight) in self.sets.iter().zip(weights).filter(|(_, weight)| **weight > 0.0) {
            let worth = |&(player, seat): &(usize, usize)| exp(point[player] + point[seat]);
            let total: f64 = set.seats.iter().map(worth).sum();
            value -= weight * ln(total);
            set.unknowns.iter().for_each(|&one| chances[one] = 0.0);
            for both in &set.seats {
                let chance = worth(both) / total;
                let &(player, seat) = both;
                for (one, other) in [(player, player), (seat, seat), (player, seat), (seat, player)] {
                    curvature[one][other] += weight * chance;
                }
                chances[player] += chance;
                chances[seat] += chance;
            }
            for &one in &set.unknowns {
                gradient[one] -= weight * chances[one];
                for &other in &set.unknowns {
                    curvature[one][other] -= weight * chances[one] * chances[other];
                }
            }
        }
        Local { value, gradient, curvature }
    }
}

impl Set {
    fn new(seats: Vec<(usize, usize)>) -> Self {
        let mut unknowns: Vec<usize> = seats.iter().flat_map(|&(player, seat)| [player, seat]).collect();
        unknowns.sort_unstable();
        unknowns.dedup();
        Self { seats, unknowns }
    }
}

/// Values less their mean: it is 0 but for rounding.
fn centred(values: &[f64]) -> Vec<f64> {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|value| value - mean).collect()
}

/// The choices of a block; new sets get the next number.
fn block_choices(games: &ManyGames, block: &Block, numbers: &mut BTreeMap<Vec<(usize, usize)>, usize>) -> BlockChoices {
    let mut chosen = vec![0.0; games.players() + games.seats()];
    let mut weights = BTreeMap::new();
    for game in &block.0 {
        for seat in 0..games.seats() {
            chosen[game.players[seat]] += 1.0;
            chosen[games.players() + seat] += 1.0;
        }
        for (seats, weight) in game_choices(game) {
            let set = seats.iter().map(|&seat| (game.players[seat], games.players() + seat)).collect();
            let next = numbers.len();
            let number = *numbers.entry(set).or_insert(next);
            *weights.entry(number).or_insert(0.0) += weight;
        }
    }
    BlockChoices { chosen, sets: weights.into_iter().collect() }
}

/// The sets of seats from which one was chosen, with their weights.
///
/// Of k seats with equal scores, each set of those still to be placed occurs in the share one over
/// "k choose its size" of their orders; the seats with lower scores are in every one.
fn game_choices(game: &SeatedGame) -> Vec<(Vec<usize>, f64)> {
    let mut levels = game.scores.clone();
    levels.sort_by(f64::total_cmp);
    levels.dedup();
    let mut choices = Vec::new();
    for level in levels {
        let with = |keep: fn(f64, f64) -> bool| -> Vec<usize> {
            (0..game.scores.len()).filter(|&seat| keep(game.scores[seat], level)).collect()
        };
        let (tied, lower) = (with(|score, level| score == level), with(|score, level| score < level));
        for mask in 1u32..1 << tied.len() {
            let left = (0..tied.len()).filter(|bit| mask >> bit & 1 == 1).map(|bit| tied[bit]);
            let mut set: Vec<usize> = lower.iter().copied().chain(left).collect();
            set.sort_unstable();
            choices.push((set, 1.0 / choose(tied.len() as u32, mask.count_ones())));
        }
    }
    choices
}

/// The number of ways to choose.
fn choose(of: u32, taken: u32) -> f64 {
    (0..taken).map(|done| f64::from(of - done) / f64::from(done + 1)).product()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Indices;

    fn game(players: &[usize], scores: &[f64]) -> SeatedGame {
        SeatedGame { players: players.to_vec(), scores: scores.to_vec() }
    }

    fn few() -> Bootstrap {
        Bootstrap { resamples: 200, ..Bootstrap::default() }
    }

    fn values(estimates: &[Estimate]) -> Vec<f64> {
        estimates.iter().map(|estimate| estimate.value).collect()
    }

    #[test]
    fn agrees_with_all_orders_written_out() {
        // The maximum by scipy's BFGS of the mean, over all orders that agree with the scores, of the
        // logarithm of the likelihood; with ties of two and three, and players in two seats.
        let games = [
            game(&[0, 1, 2], &[5.0, 3.0, 1.0]),
            game(&[1, 2, 0], &[4.0, 4.0, 2.0]),
            game(&[2, 0, 1], &[1.0, 7.0, 7.0]),
            game(&[0, 1, 2], &[2.0, 2.0, 2.0]),
            game(&[0, 0, 1], &[3.0, 2.0, 4.0]),
            game(&[1, 2, 2], &[6.0, 1.0, 1.0]),
            game(&[2, 1, 0], &[0.0, 1.0, 2.0]),
        ];
        let blocks = games.into_iter().map(|game| Block(vec![game])).collect();
        let fit = plackett_luce(&ManyGames::new(3, blocks).unwrap(), &few());
        assert!(fit.converged);
        let expected = [0.2032148, 0.74996975, -0.95318455, 0.18999313, -0.2868205, 0.0968271];
        for (value, expected) in values(&fit.strengths).iter().chain(&values(&fit.seats)).zip(expected) {
            assert!((value - expected).abs() < 1e-5, "{value}, expected {expected}");
        }
    }

    #[test]
    fn finds_the_strengths_that_made_the_games() {
        let (strengths, seats) = ([0.6, 0.1, -0.2, -0.5], [0.3, 0.1, -0.1, -0.3]);
        let mut indices = Indices::new(3);
        let mut block = |_| {
            let turn = |turn: usize| {
                let players: Vec<usize> = (0..4).map(|seat| (seat + turn) % 4).collect();
                // The largest of the logarithms of exponential times orders them by Plackett and Luce.
                let luck = |indices: &mut Indices| -ln(-ln(indices.unit().max(1e-300)));
                let scores = (0..4).map(|seat| strengths[players[seat]] + seats[seat] + luck(&mut indices));
                let scores = scores.collect();
                SeatedGame { players, scores }
            };
            Block([0, 1, 2, 3].into_iter().map(turn).collect())
        };
        let games = ManyGames::new(4, (0..600).map(&mut block).collect()).unwrap();
        let fit = plackett_luce(&games, &few());
        assert!(fit.converged);
        for (estimate, truth) in fit.strengths.iter().chain(&fit.seats).zip(strengths.iter().chain(&seats)) {
            assert!((estimate.value - truth).abs() < 0.1, "{estimate:?}, made with {truth}");
            assert!(estimate.low < estimate.value && estimate.value < estimate.high);
            assert!(estimate.high - estimate.low < 0.25, "{estimate:?}");
        }
    }

    #[test]
    fn one_who_never_loses_stays_finite() {
        let blocks = vec![Block(vec![game(&[0, 1], &[1.0, 0.0]), game(&[1, 0], &[0.0, 1.0])]); 20];
        let fit = plackett_luce(&ManyGames::new(2, blocks).unwrap(), &few());
        assert!(fit.converged);
        let [first, second] = fit.strengths[..] else { panic!("two players") };
        assert!(first.value > 1.5 && first.value < 10.0, "{first:?}");
        assert!((first.value + second.value).abs() < 1e-9);
        assert!(fit.seats.iter().all(|seat| seat.value.abs() < 1e-9));
    }

    #[test]
    fn a_tie_of_two_is_half_a_win_for_each() {
        let tied = Block(vec![game(&[0, 1], &[1.0, 1.0]); 2]);
        let decided = Block(vec![game(&[0, 1], &[1.0, 0.0]), game(&[0, 1], &[0.0, 1.0])]);
        let more = Block(vec![game(&[0, 1], &[1.0, 0.0]); 3]);
        let fit = |block: Block| plackett_luce(&ManyGames::new(2, vec![block, more.clone()]).unwrap(), &few());
        assert_eq!(values(&fit(tied).strengths), values(&fit(decided).strengths));
    }
}
