//! What a search asks of an evaluation, without knowing the game.

use std::sync::Arc;

use enban_game::{Endgame, Game, Move, Points};

/// A guess at the result of a position, for games of two.
pub trait Evaluate<G: Game>: Send + Sync {
    /// The expected lead of the seat on turn, in hundredths of a point (centi-discs); well below
    /// [`CERTAIN`] in size. Called at every leaf: no allocation, no randomness.
    fn lead_for_mover(&self, game: &G, state: &G::State) -> i32;
}

/// Two searches of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Compared {
    /// Moves that are left at most.
    pub moves_left: u32,
    /// Plies of the deep search; as many as are left if it reads to the end.
    pub depth: u32,
    /// Plies of the shallow search.
    pub probe: u32,
}

/// An evaluation that follows a search from position to position and keeps what it has added up.
pub trait Incremental<G: Game>: Clone + Send + Sync {
    /// What is carried from a position to the next. A pass does not change it.
    type Accumulator: Copy;

    /// The accumulator of a position, from nothing.
    fn accumulate(&self, game: &G, state: &G::State) -> Self::Accumulator;

    /// The accumulator after a move, given the position before and after it.
    fn advance(
        &self,
        before: &G::State,
        carried: &Self::Accumulator,
        choice: Move,
        after: &G::State,
    ) -> Self::Accumulator;

    /// The expected lead of the seat on turn, as [`Evaluate::lead_for_mover`] gives it.
    fn lead_for_mover(&self, game: &G, state: &G::State, carried: &Self::Accumulator) -> i32;

    /// Returns true if it is good and cheap enough to sort moves by; otherwise the game's own [`promise`](enban_game::Endgame::promise) is.
    fn sorts_moves(&self) -> bool {
        false
    }

    /// What so many percent of the differences between the values of two searches do not exceed, in hundredths of a point: what
    /// a search may conclude from a shallower one. `None` where that was not measured.
    fn margin(&self, _between: &Compared, _percent: u32) -> Option<f32> {
        None
    }
}

/// Any evaluation can follow a search by starting over at each position.
impl<G: Game, E: Evaluate<G> + ?Sized> Incremental<G> for Arc<E> {
    type Accumulator = ();

    fn accumulate(&self, _game: &G, _state: &G::State) {}

    #[inline(always)]
    fn advance(&self, _before: &G::State, _carried: &(), _choice: Move, _after: &G::State) {}

    #[inline(always)]
    fn lead_for_mover(&self, game: &G, state: &G::State, _carried: &()) -> i32 {
        (**self).lead_for_mover(game, state)
    }
}

/// Larger than any evaluation: results beyond it are proven.
pub const CERTAIN: i32 = 1_000_000;

/// No knowledge at all: the lead if the game ended here.
#[derive(Clone, Copy, Debug)]
pub struct Count;

impl<G: Game> Evaluate<G> for Count {
    fn lead_for_mover(&self, game: &G, state: &G::State) -> i32 {
        let lead: Points = game.scores(state).margin(game.mover(state));
        lead.in_halves() * 50
    }
}

/// Nothing learned: the game's own guess, which is not good enough to sort by.
#[derive(Clone, Copy, Debug)]
pub struct Guess;

impl<G: Endgame> Incremental<G> for Guess {
    type Accumulator = ();

    fn accumulate(&self, _game: &G, _state: &G::State) {}

    fn advance(&self, _before: &G::State, _carried: &(), _choice: Move, _after: &G::State) {}

    fn lead_for_mover(&self, game: &G, state: &G::State, _carried: &()) -> i32 {
        game.guess(state)
    }
}
