//! The evaluation by learned weights: a sum of look-ups, kept ready as discs turn.

use std::sync::Arc;

use enban_game::Move;
use enban_reversi::kernel::LookUps;
use enban_reversi::{Edge, Kernel, Position, ReversiOn, Squares};
use enban_search::{Compared, Evaluate, Incremental};

use super::errors::ErrorModel;
use super::indices::Indices;
use super::layout::{Layout, MOBILITY, STAGE_EMPTIES};
use super::weights::{DISC, Weights};

/// The evaluation of one board.
#[derive(Clone, Debug)]
pub struct Learned {
    layout: Arc<Layout>,
    stages: Arc<[Stage]>,
    errors: Option<ErrorModel>,
}

/// The weights of a stage, spread out so that one look-up finds each.
#[derive(Clone, Debug)]
struct Stage {
    entries: Vec<i16>,
    /// By the moves of the mover, and of the other side.
    moves: [[i16; MOBILITY]; 2],
    /// By the number of empty squares.
    constants: [i16; STAGE_EMPTIES as usize],
}

impl Stage {
    fn of(layout: &Layout, weights: &[i16]) -> Self {
        let entries = layout.parameter_of().iter().map(|&parameter| weights[parameter as usize]);
        // Kernels read one entry beyond.
        let entries = entries.chain([0]).collect();
        let (own, rest) = weights[layout.first_beside()..].split_at(MOBILITY);
        let (other, constants) = rest.split_at(MOBILITY);
        let moves = [own, other].map(|weights| weights.try_into().expect("one for each number of moves"));
        Self { entries, moves, constants: constants.try_into().expect("one for each number of empty squares") }
    }
}

impl Learned {
    /// The evaluation by some weights of a board.
    ///
    /// # Panics
    /// If the weights are those of another layout.
    pub fn new(layout: Arc<Layout>, weights: &Weights) -> Self {
        assert!(weights.stages.iter().all(|stage| stage.len() == layout.parameters()), "weights of this layout");
        let stages = weights.stages.iter().map(|weights| Stage::of(&layout, weights)).collect();
        let errors = weights.origin.fact(ErrorModel::FACT).and_then(ErrorModel::parse);
        Self { layout, stages, errors }
    }

    /// What so many percent of the differences between two searches with it do not exceed, if that was measured.
    #[inline(always)]
    pub fn margin(&self, between: &Compared, percent: u32) -> Option<f32> {
        self.errors.as_ref().map(|errors| errors.margin(between, percent))
    }

    /// The layout of its board.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// Puts other weights in the place of a stage's.
    pub fn set_stage(&mut self, number: usize, weights: &[i16]) {
        let stage = Stage::of(&self.layout, weights);
        Arc::make_mut(&mut self.stages)[number] = stage;
    }

    /// The contents of a position, disc by disc.
    pub fn indices<S: Squares>(&self, state: &Position<S>) -> Indices {
        let (black, white) = state.by_seat();
        self.layout.updates.fresh(black, white)
    }

    /// The contents after a move.
    #[inline(always)]
    pub fn after<S: Squares>(
        &self,
        before: &Position<S>,
        indices: &Indices,
        choice: Move,
        after: &Position<S>,
    ) -> Indices {
        let turned = before.other & !after.own;
        let sign = 1 - 2 * i16::from(before.seat.0);
        let next = self.layout.updates.play(indices, choice.index(), turned, sign);
        debug_assert_eq!(next, self.indices(after), "incremental and fresh contents");
        next
    }

    /// The value of a position for the mover, in hundredths of a disc.
    #[inline(always)]
    pub fn value<K: Kernel, E: Edge<K>>(
        &self,
        game: &ReversiOn<K, E>,
        state: &Position<K::Set>,
        indices: &Indices,
    ) -> i32 {
        let (own, other) = (state.own, state.other);
        let empties = game.size() - own.count() - other.count();
        let stage = &self.stages[Layout::stage(empties).min(self.stages.len() - 1)];
        let sign = 1 - 2 * i16::from(state.seat.0);
        let Layout { centres, lanes, .. } = &*self.layout;
        let look_ups = LookUps { table: &stage.entries, centres, indices: &indices.0, lanes: *lanes, sign };
        let mut sum = game.kernel().look_up(&look_ups);
        let count = |moves: K::Set| (moves.count() as usize).min(MOBILITY - 1);
        sum += i32::from(stage.moves[0][count(game.moves(own, other))]);
        sum += i32::from(stage.moves[1][count(game.moves(other, own))]);
        sum += i32::from(stage.constants[(empties % STAGE_EMPTIES) as usize]);
        let most = 100 * game.size() as i32;
        (sum * 100 / DISC).clamp(-most, most)
    }
}

impl<K: Kernel, E: Edge<K>> Evaluate<ReversiOn<K, E>> for Learned {
    fn lead_for_mover(&self, game: &ReversiOn<K, E>, state: &Position<K::Set>) -> i32 {
        self.value(game, state, &self.indices(state))
    }
}

impl<K: Kernel, E: Edge<K>> Incremental<ReversiOn<K, E>> for Learned {
    type Accumulator = Indices;

    fn accumulate(&self, _game: &ReversiOn<K, E>, state: &Position<K::Set>) -> Indices {
        self.indices(state)
    }

    #[inline(always)]
    fn advance(&self, before: &Position<K::Set>, carried: &Indices, choice: Move, after: &Position<K::Set>) -> Indices {
        self.after(before, carried, choice, after)
    }

    #[inline(always)]
    fn lead_for_mover(&self, game: &ReversiOn<K, E>, state: &Position<K::Set>, carried: &Indices) -> i32 {
        self.value(game, state, carried)
    }

    #[inline(always)]
    fn sorts_moves(&self) -> bool {
        true
    }

    #[inline(always)]
    fn margin(&self, between: &Compared, percent: u32) -> Option<f32> {
        self.margin(between, percent)
    }
}
