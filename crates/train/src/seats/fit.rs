//! Weights fitted to games: gradient descent with a step of its own for each weight (AdaGrad), towards values that lie
//! between how the game ended and what is already foretold of the positions on the way there (TD(lambda)).
//!
//! One game says next to nothing about a position in its middle; taken as they are, the ends of some ten thousand games are
//! soon known by heart, and what was held out is foretold worse with each pass. Most of the chance is gone when a position
//! learns from those a few moves later.

use std::fmt;

use enban_eval::yonin::{FEATURES, Head, POINTS, SCORE_MEAN, STAGES, UNIT, features, layout, softmax, stage};
use enban_game::Rng;
use enban_game::contract::SEATS_MAX;
use enban_reversi::{FourSeats, Kernel, YoninOn};

use super::play::Played;

/// How weights are fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Passes {
    /// Passes over all positions; the last two take smaller steps.
    pub count: u32,
    /// The size of a step.
    pub rate: f32,
    /// How much of a value is what came later, for each position on the way; the rest is what is foretold there. On 12,000 games
    /// of tree search the held-out loss after five passes is 1.153 with 1, 1.123 with 0.9 and 1.122 with 0.8.
    pub lambda: f32,
}

impl Default for Passes {
    fn default() -> Self {
        Self { count: 7, rate: 0.01, lambda: 0.8 }
    }
}

/// Keeps the first steps of a weight small.
const DAMPING: f32 = 3.0;

/// How well held-out games are foretold; summed over the positions of a stage.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct StageLoss {
    /// Positions.
    pub positions: u32,
    loss: f64,
    base: f64,
    squares: f64,
}

impl StageLoss {
    /// All stages together.
    pub fn sum(stages: &[Self]) -> Self {
        stages.iter().fold(Self::default(), |sum, stage| Self {
            positions: sum.positions + stage.positions,
            loss: sum.loss + stage.loss,
            base: sum.base + stage.base,
            squares: sum.squares + stage.squares,
        })
    }

    /// The mean cross entropy of the chances with how games ended, in nats.
    pub fn mean_loss(&self) -> f64 {
        self.loss / f64::from(self.positions)
    }

    /// The same if all seats were always given equal chances.
    pub fn mean_base(&self) -> f64 {
        self.base / f64::from(self.positions)
    }

    /// The error of the scores as the root of its mean square, in points.
    pub fn mean_error(&self) -> f64 {
        (self.squares / (4.0 * f64::from(self.positions))).sqrt()
    }
}

impl fmt::Display for StageLoss {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (loss, base, error) = (self.mean_loss(), self.mean_base(), self.mean_error());
        write!(out, "held-out loss {loss:.4}, by the base rate {base:.4}; error {error:.3} points")
    }
}

/// A weight with the sum of its squared gradients.
type Adaptive = [f32; 2];

type Features = [[u32; FEATURES]; SEATS_MAX];

/// Weights on their way. The weight of a stage is a sum: what all stages have in common, and what is its own.
pub(super) struct Fitter<'f, K> {
    game: &'f YoninOn<K>,
    games: &'f [Played],
    passes: Passes,
    /// For each head the common weights, then those of each stage.
    heads: [Vec<Adaptive>; 2],
}

impl<'f, K: Kernel<Set = u64>> Fitter<'f, K> {
    pub(super) fn new(game: &'f YoninOn<K>, games: &'f [Played], passes: Passes) -> Self {
        let blank = || vec![[0.0; 2]; (1 + STAGES) * layout().parameters()];
        Self { game, games, passes, heads: [blank(), blank()] }
    }

    /// One pass over all positions, in an order of its own.
    pub(super) fn pass(&mut self, number: u32) {
        let slowdown = match self.passes.count - number {
            1 => 0.2,
            2 => 0.5,
            _ => 1.0,
        };
        // At first nothing can be foretold.
        let lambda = if number == 0 { 1.0 } else { self.passes.lambda };
        let values: Vec<[[f32; SEATS_MAX]; 2]> =
            self.games.iter().flat_map(|played| self.values(played, lambda)).collect();
        let states: Vec<&FourSeats> = self.games.iter().flat_map(|played| &played.states).collect();
        let mut order: Vec<u32> = (0..states.len() as u32).collect();
        let mut rng = Rng::stream(0, u64::from(number));
        (1..order.len()).rev().for_each(|last| order.swap(last, rng.below(last as u32 + 1) as usize));
        for at in order {
            let (state, values) = (states[at as usize], &values[at as usize]);
            let (features, stage) = (features(self.game, state), stage(state));
            for head in Head::ALL {
                let weights = &mut self.heads[head as usize];
                let foretold = foretell(head, weights, &features, stage);
                let misses = std::array::from_fn(|seat| foretold[seat] - values[head as usize][seat]);
                descend(weights, &features, stage, misses, slowdown * self.passes.rate);
            }
        }
    }

    /// The values that the positions of a game are to have.
    fn values(&self, played: &Played, lambda: f32) -> Vec<[[f32; SEATS_MAX]; 2]> {
        let mut later = Head::ALL.map(|head| outcome(head, &played.scores));
        let mut values = Vec::with_capacity(played.states.len());
        for state in played.states.iter().rev() {
            values.push(later);
            let (features, stage) = (features(self.game, state), stage(state));
            for (head, later) in Head::ALL.into_iter().zip(&mut later) {
                let foretold = foretell(head, &self.heads[head as usize], &features, stage);
                later.iter_mut().zip(foretold).for_each(|(later, now)| *later = lambda * *later + (1.0 - lambda) * now);
            }
        }
        values.reverse();
        values
    }

    /// How well games are foretold, by stage.
    pub(super) fn losses(&self, games: &[Played]) -> Vec<StageLoss> {
        let mut losses = vec![StageLoss::default(); STAGES];
        for played in games {
            let [shares, scores] = Head::ALL.map(|head| outcome(head, &played.scores));
            for state in &played.states {
                let (features, stage) = (features(self.game, state), stage(state));
                let [chances, points] =
                    Head::ALL.map(|head| foretell(head, &self.heads[head as usize], &features, stage));
                let loss = &mut losses[stage];
                loss.positions += 1;
                for seat in 0..SEATS_MAX {
                    loss.loss -= f64::from(shares[seat]) * f64::from(chances[seat].max(1e-9)).ln();
                    loss.base -= f64::from(shares[seat]) * 0.25_f64.ln();
                    loss.squares += f64::from(POINTS * (points[seat] - scores[seat])).powi(2);
                }
            }
        }
        losses
    }

    /// The weights of all stages of the chances, then of the scores, rounded.
    pub(super) fn stages(&self) -> Vec<Vec<i16>> {
        let parameters = layout().parameters();
        let whole = |weight: f32| (weight * UNIT).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16;
        let stages = self.heads.iter().flat_map(|weights| {
            let (common, own) = weights.split_at(parameters);
            own.chunks_exact(parameters)
                .map(move |own| own.iter().zip(common).map(|([own, _], [common, _])| whole(own + common)).collect())
        });
        stages.collect()
    }
}

/// What the scores at the end say: shares of the first place, or points from the mean.
fn outcome(head: Head, scores: &[f32; SEATS_MAX]) -> [f32; SEATS_MAX] {
    if head == Head::Scores {
        return scores.map(|score| (score - SCORE_MEAN) / POINTS);
    }
    let best = scores.iter().copied().fold(f32::MIN, f32::max);
    let firsts = scores.iter().filter(|&&score| score == best).count() as f32;
    scores.map(|score| if score == best { 1.0 / firsts } else { 0.0 })
}

/// What the weights say of a position.
fn foretell(head: Head, weights: &[Adaptive], features: &Features, stage: usize) -> [f32; SEATS_MAX] {
    let (common, own) = weights.split_at(layout().parameters());
    let own = &own[stage * common.len()..][..common.len()];
    let sums =
        features.each_ref().map(|seen| seen.iter().map(|&at| common[at as usize][0] + own[at as usize][0]).sum());
    match head {
        Head::Chances => softmax(sums),
        Head::Scores => sums,
    }
}

/// A step against what was missed by: for both heads that is the gradient of the loss by the sum of a seat.
fn descend(weights: &mut [Adaptive], features: &Features, stage: usize, misses: [f32; SEATS_MAX], rate: f32) {
    let (common, own) = weights.split_at_mut(layout().parameters());
    let own = &mut own[stage * common.len()..][..common.len()];
    for (seen, miss) in features.iter().zip(misses) {
        for &at in seen {
            for [weight, squares] in [&mut common[at as usize], &mut own[at as usize]] {
                *squares += miss * miss;
                *weight -= rate * miss / (squares.sqrt() + DAMPING);
            }
        }
    }
}
