//! In which order moves are tried, and under which key a position is kept.

use enban_game::rng::mix;
use enban_game::{Game, Move, MoveSet, Seat};

/// The key of a position in a table, for all seats or as one of them sees it. The seat on turn is mixed in,
/// because a skipped seat may leave the rest of a state as it was.
#[inline]
pub(super) fn key_of<G: Game>(game: &G, state: &G::State, seen_by: Option<Seat>) -> u64 {
    let seats = u64::from(game.mover(state).0 + 1) << 8 | seen_by.map_or(0, |seat| u64::from(seat.0 + 1));
    game.key(state).0 ^ mix(seats)
}

/// How often, and how far from the horizon, a move was enough.
pub(super) struct History(Vec<u32>);

/// Larger sets are tried in their own order, as sorting them costs more than it gains.
const SORTED_MAX: u32 = 40;
/// More moves than any game here has.
const MOVES_MAX: usize = 1 << 10;

impl History {
    pub(super) fn new(seats: usize) -> Self {
        Self(vec![0; seats * MOVES_MAX])
    }

    fn place(seat: Seat, choice: Move) -> usize {
        seat.index() * MOVES_MAX + choice.index() % MOVES_MAX
    }

    /// A move was enough to go no further.
    pub(super) fn praise(&mut self, seat: Seat, choice: Move, depth: u16) {
        let figure = &mut self.0[Self::place(seat, choice)];
        *figure = figure.saturating_add(u32::from(depth) * u32::from(depth));
    }

    /// Takes the most promising move out of a set.
    #[inline]
    pub(super) fn pop<M: MoveSet>(&self, moves: &mut M, seat: Seat, depth: u16) -> Option<Move> {
        // One ply from the horizon a move costs no more than its figure.
        if depth < 2 || moves.len() > SORTED_MAX {
            return moves.pop();
        }
        let figure = |choice: &Move| self.0[Self::place(seat, *choice)];
        let best = moves.iter().max_by_key(|choice| (figure(choice), std::cmp::Reverse(*choice)))?;
        moves.remove(best);
        Some(best)
    }
}
