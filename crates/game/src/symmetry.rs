//! Turning and mirroring: [`Symmetric`], and openings counted once up to symmetry.

use std::collections::HashSet;

use crate::contract::{Game, Key, Move, Seat, Turn};
use crate::set::MoveSet;

/// A game whose positions may be turned or mirrored without changing their worth.
pub trait Symmetric: Game {
    /// How many symmetries keep the rules as they are; number 0 is the identity.
    fn symmetries(&self) -> usize;

    /// The state seen through symmetry `number`.
    fn transform(&self, state: &Self::State, number: usize) -> Self::State;

    /// The move seen through symmetry `number`.
    fn transform_move(&self, choice: Move, number: usize) -> Move;

    /// The seat seen through symmetry `number`; most symmetries leave the seats alone.
    fn transform_seat(&self, seat: Seat, _number: usize) -> Seat {
        seat
    }

    /// One key for all the states that symmetries turn into each other.
    fn canonical_key(&self, state: &Self::State) -> Key {
        let keys = (0..self.symmetries()).map(|number| self.key(&self.transform(state, number)));
        keys.min().unwrap_or_else(|| self.key(state))
    }
}

/// The positions after `plies` moves from the start, one of each class under symmetry, in the order
/// in which they are first reached. Games that have ended on the way are left out; a forced pass is
/// not a move.
pub fn distinct_positions<G: Symmetric>(game: &G, plies: u32) -> Vec<G::State> {
    let mut layer = vec![game.start()];
    for _ in 0..plies {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for state in layer {
            let mut state = state;
            if matches!(game.turn(&state), Turn::Pass) {
                game.pass(&mut state);
            }
            let Turn::Moves(moves) = game.turn(&state) else { continue };
            for choice in moves.iter() {
                let mut after = state.clone();
                game.play(&mut after, choice);
                if seen.insert(game.canonical_key(&after)) {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    layer
}
