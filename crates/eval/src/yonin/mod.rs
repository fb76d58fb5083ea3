//! Yonin judged by patterns that four seats see, with weights learned from games of tree search.
//!
//! What a position promises a seat is a sum of weights, one for each pattern as the seat sees it: once as an expected score,
//! once as what the four chances of the first place are made from (their logarithms but for what all have in common). The
//! weights stand in `weights/yonin.weights`; `cargo xtask learn yonin` makes them again.
//!
//! [`layout`](layout()) says which patterns there are, `spread` adds weights up, [`YoninEval`] is the evaluation.

mod layout;
mod spread;

use std::sync::{Arc, LazyLock, OnceLock};

use enban_game::contract::SEATS_MAX;
use enban_game::{Game, Seat};
use enban_reversi::{FourSeats, Kernel, YoninOn};
use enban_search::EvaluateSeats;

use crate::patterns::{Origin, Weights, WeightsError};

pub use self::layout::{Layout, STAGES, layout, stage};
pub use self::spread::{FEATURES, features};

use self::spread::Stage;

/// What is learned about a position, in the order of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Head {
    /// The chance of each seat to end first; a place that is shared counts in parts.
    Chances,
    /// The score of each seat.
    Scores,
}

impl Head {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Chances, Self::Scores];
}

/// This many make a weight of one: a factor e of a chance, or the points of [`POINTS`].
pub const UNIT: f32 = 64.0;

/// Points that a sum of one is worth.
pub const POINTS: f32 = 8.0;

/// The score of a sum of nothing: what four equal seats get.
pub const SCORE_MEAN: f32 = 8.0;

/// Tells the weights of this game from those of boards for two.
const FINGERPRINT: &str = "four seats on 8x8";

/// The weights of both heads; `stages` holds those of the chances, then those of the scores, in parts of a [`UNIT`].
pub fn weights(origin: Origin, stages: Vec<Vec<i16>>) -> Weights {
    Weights { fingerprint: FINGERPRINT.to_owned(), origin, stages }
}

/// The learned evaluation. A clone costs nothing.
#[derive(Clone)]
pub struct YoninEval {
    tables: Arc<Tables>,
}

struct Tables {
    weights: Weights,
    /// The weights as they are looked up, made when a position of their stage is first judged.
    spread: Vec<OnceLock<Stage>>,
}

static CARRIED: LazyLock<YoninEval> = LazyLock::new(|| {
    let bytes = include_bytes!("../../weights/yonin.weights");
    YoninEval::read(bytes).expect("the program's own weights are whole")
});

impl YoninEval {
    /// The evaluation by the weights that the program carries.
    pub fn carried() -> Self {
        CARRIED.clone()
    }

    /// Reads a file of weights.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let shape = (Head::ALL.len() * STAGES, layout().parameters());
        Ok(Self::new(Weights::read(bytes, shape, FINGERPRINT)?))
    }

    /// The evaluation by [`weights`].
    pub fn new(weights: Weights) -> Self {
        assert_eq!(weights.stages.len(), Head::ALL.len() * STAGES, "each stage of each head");
        let spread = weights.stages.iter().map(|_| OnceLock::new()).collect();
        Self { tables: Arc::new(Tables { weights, spread }) }
    }

    /// The weights.
    pub fn weights(&self) -> &Weights {
        &self.tables.weights
    }

    /// The chance of each seat to end first.
    #[inline]
    pub fn chances<K: Kernel<Set = u64>>(&self, game: &YoninOn<K>, state: &FourSeats) -> [f32; SEATS_MAX] {
        softmax(self.sums(Head::Chances, game, state).map(|sum| sum as f32 / UNIT))
    }

    /// The sums of the weights that a position has.
    #[inline]
    fn sums<K: Kernel<Set = u64>>(&self, head: Head, game: &YoninOn<K>, state: &FourSeats) -> [i32; SEATS_MAX] {
        let number = head as usize * STAGES + stage(state);
        let stage = self.tables.spread[number].get_or_init(|| Stage::new(&self.tables.weights.stages[number]));
        game.accelerate(
            #[inline(always)]
            || {
                if !game.options().anticlockwise {
                    return stage.sums(game, state);
                }
                let [first, second, third, fourth] = stage.sums(game, &mirrored(state));
                [first, fourth, third, second]
            },
        )
    }
}

impl<K: Kernel<Set = u64>> EvaluateSeats<YoninOn<K>> for YoninEval {
    #[inline]
    fn scores(&self, game: &YoninOn<K>, state: &FourSeats) -> [f32; SEATS_MAX] {
        self.sums(Head::Scores, game, state).map(|sum| SCORE_MEAN + sum as f32 * (POINTS / UNIT))
    }
}

/// Shares of one by the exponentials of some sums.
#[inline(always)]
pub fn softmax(sums: [f32; SEATS_MAX]) -> [f32; SEATS_MAX] {
    let most = sums.into_iter().fold(f32::MIN, f32::max);
    let parts = sums.map(|sum| exp(sum - most));
    let whole: f32 = parts.iter().sum();
    parts.map(|part| part / whole)
}

/// The exponential function up to 0, within a millionth of itself, the same on every machine.
#[inline(always)]
fn exp(x: f32) -> f32 {
    let x = x.max(-60.0) * std::f32::consts::LOG2_E;
    let whole = x.floor();
    let rest = (x - whole) * std::f32::consts::LN_2;
    // The series of the rest, which is less than 0.7.
    let series = (1..=8).rev().fold(1.0, |sum, term| 1.0 + sum * rest / term as f32);
    series * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}

/// The position in a game whose turn goes round the other way: mirrored in the diagonal through the homes of the first and the
/// third seat, the other two change places.
#[inline(always)]
fn mirrored(state: &FourSeats) -> FourSeats {
    let seat = Seat((4 - state.seat.0) % 4);
    FourSeats { black: transposed(state.black), white: transposed(state.white), seat }
}

/// Rows and columns exchanged, block by block.
#[inline(always)]
fn transposed(mut board: u64) -> u64 {
    for (mask, shift) in [(0x00AA_00AA_00AA_00AA, 7), (0x0000_CCCC_0000_CCCC, 14), (0x0000_0000_F0F0_F0F0, 28)] {
        let swapped = (board ^ board >> shift) & mask;
        board ^= swapped ^ swapped << shift;
    }
    board
}

#[cfg(test)]
mod tests;
