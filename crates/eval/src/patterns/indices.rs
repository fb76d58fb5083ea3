//! The contents of all instances of a board's patterns, kept up to date as discs are placed and turned.

use enban_reversi::Squares;

use super::POWERS;
use super::shapes::{INSTANCES_MAX, Patterns};

/// What each instance holds, as black sees it: a number in base three with the digits +1 (black), 0 and -1 (white).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Indices(pub(crate) [i16; INSTANCES_MAX]);

impl Indices {
    /// An empty board.
    pub const EMPTY: Self = Self([0; INSTANCES_MAX]);
}

/// By how much a disc on each square changes each instance.
#[derive(Clone, Debug)]
pub(crate) struct Updates {
    /// One vector a square.
    squares: Box<[Indices; 128]>,
}

impl Updates {
    /// The updates for the patterns of a board.
    pub(crate) fn of(patterns: &Patterns) -> Self {
        let mut squares = Box::new([Indices::EMPTY; 128]);
        for (lane, instance) in patterns.instances().enumerate() {
            for (place, &square) in instance.iter().enumerate() {
                squares[usize::from(square)].0[lane] = POWERS[place];
            }
        }
        Self { squares }
    }

    /// The contents of a position, found disc by disc: the slow twin of [`play`](Updates::play).
    pub(crate) fn fresh<S: Squares>(&self, black: S, white: S) -> Indices {
        let mut indices = Indices::EMPTY;
        black.each().for_each(|square| self.add(&mut indices, square, 1));
        white.each().for_each(|square| self.add(&mut indices, square, -1));
        indices
    }

    /// The contents after a move: `sign` is 1 where black moves and -1 where white does.
    #[inline(always)]
    pub(crate) fn play<S: Squares>(&self, indices: &Indices, square: usize, turned: S, sign: i16) -> Indices {
        let mut change = Indices::EMPTY;
        turned.each().for_each(|square| self.add(&mut change, square, 1));
        // Discs that turn count twice, the one that is placed once. Twice a sum may leave 16 bits; the result does not.
        for (change, placed) in change.0.iter_mut().zip(&self.squares[square & 127].0) {
            *change = change.wrapping_add(*change).wrapping_add(*placed);
        }
        let mut after = *indices;
        for (index, change) in after.0.iter_mut().zip(&change.0) {
            *index = index.wrapping_add(sign.wrapping_mul(*change));
        }
        after
    }

    #[inline(always)]
    fn add(&self, indices: &mut Indices, square: usize, times: i16) {
        let lanes = &self.squares[square & 127].0;
        for (index, lane) in indices.0.iter_mut().zip(lanes) {
            *index += times * lane;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{boards_open, boards_round};
    use enban_game::{Game, MoveSet, Rng, Turn};
    use enban_reversi::{Edge, Kernel, ReversiOn};

    /// Along random games the contents brought up to date are those of a fresh look.
    fn check<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>, rng: &mut Rng) {
        let updates = Updates::of(&Patterns::of(game));
        let fresh = |state: &enban_reversi::Position<K::Set>| {
            let (black, white) = state.by_seat();
            updates.fresh(black, white)
        };
        for _ in 0..20 {
            let mut state = game.start();
            let mut indices = fresh(&state);
            while let turn @ (Turn::Moves(_) | Turn::Pass) = game.turn(&state) {
                let Turn::Moves(moves) = turn else {
                    game.pass(&mut state);
                    continue;
                };
                let choice = game.nth_move(&moves, rng.below(moves.len()));
                let before = state;
                game.play(&mut state, choice);
                let sign = if before.seat.0 == 0 { 1 } else { -1 };
                indices = updates.play(&indices, choice.index(), before.other & !state.own, sign);
                assert_eq!(indices, fresh(&state));
                let exchanged = updates.fresh(state.by_seat().1, state.by_seat().0);
                assert!(indices.0.iter().zip(exchanged.0).all(|(&index, exchanged)| index == -exchanged));
            }
        }
    }

    #[test]
    fn updates_give_what_a_fresh_look_gives() {
        let mut rng = Rng::new(4);
        boards_open().iter().for_each(|game| check(game, &mut rng));
        boards_round().iter().for_each(|game| check(game, &mut rng));
    }
}
