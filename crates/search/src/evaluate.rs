//! What a search asks of an evaluation, without knowing the game.

use enban_game::{Game, Points};

/// A guess at the result of a position, for games of two.
pub trait Evaluate<G: Game>: Send + Sync {
    /// The expected lead of the seat on turn, in hundredths of a point (centi-discs); well below
    /// [`CERTAIN`] in size. Called at every leaf: no allocation, no randomness.
    fn lead_for_mover(&self, game: &G, state: &G::State) -> i32;
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
