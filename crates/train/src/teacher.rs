//! A board as it makes positions and values to learn from.

use std::sync::Arc;

use enban_eval::patterns::fingerprint;
use enban_eval::{Layout, Learned, MobilityStability, Weights, learned};
use enban_game::rng::mix;
use enban_game::{Endgame, Game, Move, MoveSet, Rng, Seat, Turn, Watch};
use enban_reversi::{Edge, Kernel, Position, ReversiOn, Squares};
use enban_search::exact::{Settings, Solver};
use enban_search::{Evaluate, Lookahead};

use crate::duel::{Duel, duel};

/// A position: the discs of the mover, and of the other side.
pub type Sample = [u128; 2];

/// How the games are played that positions are taken from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Play {
    /// The seed of all games.
    pub seed: u64,
    /// Random moves at the start are drawn up to this share of the board's squares; in one game of ten up to twice as many.
    pub random: f64,
    /// The noise in a choice is drawn up to so many discs, once a game.
    pub noise: f64,
    /// Of a hundred positions so many are left by a random move as well, and what follows is taken too.
    pub siblings: u32,
}

impl Default for Play {
    fn default() -> Self {
        Self { seed: 1, random: 0.4, noise: 6.0, siblings: 50 }
    }
}

/// What positions are given as values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Labels {
    /// The exact result.
    Exact,
    /// The value of a search of so many plies with what was learned so far.
    Search(u32),
}

/// A board that teaches. Safe to ask from many threads.
pub trait Teacher: Send + Sync {
    /// Where the weights of the board lie.
    fn layout(&self) -> Layout;

    /// Of which board the weights are, see [`Weights::fingerprint`].
    fn fingerprint(&self) -> String;

    /// The evaluation by the weights that the program carries for the board, if it has any.
    fn carried(&self) -> Option<Learned>;

    /// The positions with moves of the game of a number, played by what was learned before, or by the hand-set evaluation.
    fn positions(&self, number: u64, play: &Play, by: Option<&Learned>) -> Vec<Sample>;

    /// The values of positions in hundredths of a disc for the mover; `None` if the watch stopped it.
    fn label(&self, samples: &[Sample], labels: Labels, by: &Learned, watch: &Watch) -> Option<Vec<i16>>;

    /// The moves of the mover and of the other side.
    fn mobility(&self, sample: &Sample) -> [u32; 2];

    /// Values of positions by searches of some plies each, position by position: how far they differ is what a search may
    /// conclude from a shallower one. `None` if the watch stopped it.
    fn depths(&self, samples: &[Sample], plies: &[u32], by: &Learned, watch: &Watch) -> Option<Vec<i16>>;

    /// The leads of the first of two evaluations at the end of two games from the opening of a number, one with either seat. No
    /// evaluation stands for the hand-set one. `None` if the watch stopped it.
    fn duel(&self, number: u64, how: &Duel, evaluations: [Option<&Learned>; 2], watch: &Watch) -> Option<[i32; 2]>;
}

/// The largest table that a label needs.
const SOLVER_MEGABYTES: usize = 8;
/// A window that holds every value.
const WHOLE: (i32, i32) = (-i32::MAX, i32::MAX);

impl<K: Kernel, E: Edge<K>> Teacher for ReversiOn<K, E> {
    fn layout(&self) -> Layout {
        Layout::of(self)
    }

    fn fingerprint(&self) -> String {
        fingerprint(self)
    }

    fn carried(&self) -> Option<Learned> {
        learned(self)
    }

    fn positions(&self, number: u64, play: &Play, by: Option<&Learned>) -> Vec<Sample> {
        let by_hand = MobilityStability::with_defaults(self);
        let value = |state: &Position<K::Set>| match by {
            Some(learned) => learned.lead_for_mover(self, state),
            None => by_hand.lead_for_mover(self, state),
        };
        self.accelerate(|| played(self, &mut Rng::stream(play.seed, number), play, value))
    }

    fn label(&self, samples: &[Sample], labels: Labels, by: &Learned, watch: &Watch) -> Option<Vec<i16>> {
        let mut values = Vec::with_capacity(samples.len());
        let solver = (labels == Labels::Exact).then(|| Solver::new(self.clone(), SOLVER_MEGABYTES));
        for sample in samples {
            if watch.is_stopped() {
                return None;
            }
            let state = position(sample);
            let value = match (&solver, labels) {
                (Some(solver), _) => 100 * solver.bounds(&state, &Settings::default(), watch).0,
                (None, Labels::Search(plies)) => searched(self, by, &state, plies),
                (None, Labels::Exact) => unreachable!("exact values have a solver"),
            };
            values.push(value as i16);
        }
        (!watch.is_stopped()).then_some(values)
    }

    fn mobility(&self, sample: &Sample) -> [u32; 2] {
        let state: Position<K::Set> = position(sample);
        [self.moves(state.own, state.other).count(), self.moves(state.other, state.own).count()]
    }

    fn depths(&self, samples: &[Sample], plies: &[u32], by: &Learned, watch: &Watch) -> Option<Vec<i16>> {
        let mut values = Vec::with_capacity(samples.len() * plies.len());
        for sample in samples {
            if watch.is_stopped() {
                return None;
            }
            let state = position(sample);
            values.extend(plies.iter().map(|&plies| searched(self, by, &state, plies) as i16));
        }
        Some(values)
    }

    fn duel(&self, number: u64, how: &Duel, evaluations: [Option<&Learned>; 2], watch: &Watch) -> Option<[i32; 2]> {
        duel(self, number, how, evaluations, watch)
    }
}

fn position<S: Squares>(sample: &Sample) -> Position<S> {
    Position { own: S::narrow(sample[0]), other: S::narrow(sample[1]), seat: Seat(0) }
}

fn searched<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>, by: &Learned, state: &Position<K::Set>, plies: u32) -> i32 {
    let mut search = Lookahead { game, evaluate: by, certain: 0, nodes: 0 };
    let most = 100 * game.lead_max();
    search.value(state, &by.indices(state), plies, WHOLE).clamp(-most, most)
}

/// The positions of a game: some random moves, then moves that look best with noise.
fn played<K: Kernel, E: Edge<K>>(
    game: &ReversiOn<K, E>,
    rng: &mut Rng,
    play: &Play,
    value: impl Fn(&Position<K::Set>) -> i32,
) -> Vec<Sample> {
    let longest = (play.random * f64::from(game.size())) as u32;
    let longest = if rng.below(10) == 0 { 2 * longest } else { longest };
    let random_plies = rng.below(longest + 1);
    let noise = 100.0 * play.noise * rng.unit();
    let mut samples = Vec::new();
    let mut state = game.start();
    for ply in 0.. {
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Pass => game.pass(&mut state),
            Turn::Moves(moves) => {
                take(game, &state, &mut samples);
                let drawn = game.nth_move(&moves, rng.below(moves.len()));
                if rng.below(100) < play.siblings {
                    let mut sibling = state;
                    game.play(&mut sibling, drawn);
                    take(game, &sibling, &mut samples);
                }
                let is_random = ply < random_plies;
                let choice = if is_random {
                    drawn
                } else {
                    best(game, &state, &moves, |state| f64::from(value(state)) + noise * gauss(rng))
                };
                game.play(&mut state, choice);
            }
        }
    }
    samples
}

/// Takes a position in which there is something to choose.
fn take<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>, state: &Position<K::Set>, samples: &mut Vec<Sample>) {
    if !game.open_moves(state).is_empty() {
        samples.push([state.own.widen(), state.other.widen()]);
    }
}

/// The move that leaves the other side the least.
fn best<K: Kernel, E: Edge<K>>(
    game: &ReversiOn<K, E>,
    state: &Position<K::Set>,
    moves: &K::Set,
    mut value: impl FnMut(&Position<K::Set>) -> f64,
) -> Move {
    let after = |choice: Move| {
        let mut after = *state;
        game.play(&mut after, choice);
        after
    };
    let valued = moves.iter().map(|choice| (value(&after(choice)), choice));
    valued.min_by(|one, other| one.0.total_cmp(&other.0)).expect("a turn with moves has one").1
}

/// Roughly normal: three uniform numbers.
fn gauss(rng: &mut Rng) -> f64 {
    2.0 * (rng.unit() + rng.unit() + rng.unit() - 1.5)
}

/// Where a position stands in the order in which positions are taken, and whether it is held out: by its discs alone.
pub(crate) fn lot(sample: &Sample) -> u64 {
    let fold = |word: u128| mix(word as u64 ^ mix((word >> 64) as u64 ^ 0x9E37_79B9_7F4A_7C15));
    mix(fold(sample[0]) ^ fold(sample[1]).rotate_left(29))
}

/// An evaluation that knows nothing.
pub(crate) fn blank(teacher: &dyn Teacher) -> (Learned, Weights) {
    let layout = teacher.layout();
    let stages = vec![vec![0; layout.parameters()]; layout.stages()];
    let weights = Weights { fingerprint: teacher.fingerprint(), origin: Default::default(), stages };
    (Learned::new(Arc::new(layout), &weights), weights)
}
