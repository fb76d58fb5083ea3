//! How the threads of a search share the moves of a node: the simplified ABDADA.
//!
//! All threads search the same tree and share a transposition table. Each says where it is; a move whose position another
//! thread is at is put off until the others are done, when the table likely knows its value.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use enban_game::rng::mix;
use enban_game::{Endgame, Move};

use crate::order::{Ranked, bring_best_forward};

/// Searches the ranked moves of a position, the best-ranked first, until `search` breaks off. With `busy` those that
/// another thread is at come last, except the first of all.
#[inline(always)]
pub(crate) fn try_in_order<G: Endgame>(
    game: &G,
    state: &G::State,
    ranked: &mut [Ranked],
    busy: Option<&Busy>,
    mut search: impl FnMut(Move, &G::State) -> ControlFlow<()>,
) {
    let mut waiting = 0;
    for round in 0..2 {
        let count = if round == 0 { ranked.len() } else { waiting };
        for number in 0..count {
            if round == 0 {
                bring_best_forward(&mut ranked[number..]);
            }
            let choice = ranked[number].1;
            let mut after = *state;
            game.play(&mut after, choice);
            let Some(busy) = busy else {
                if search(choice, &after).is_break() {
                    return;
                }
                continue;
            };
            let identity = game.identity(&after);
            if round == 0 && number > 0 && busy.is_taken(identity) {
                ranked.swap(waiting, number);
                waiting += 1;
                continue;
            }
            busy.take(identity);
            let flow = search(choice, &after);
            busy.leave(identity);
            if flow.is_break() {
                return;
            }
        }
    }
}

/// Which positions other threads are searching right now. A hint, nothing more: a lost or wrong entry costs time,
/// never a result.
pub(crate) struct Busy(Vec<AtomicU64>);

impl Busy {
    const PLACES: usize = 1 << 14;

    /// Nobody is busy.
    pub(crate) fn new() -> Self {
        Self((0..Self::PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn place(&self, hash: u64) -> &AtomicU64 {
        &self.0[hash as usize % Self::PLACES]
    }

    #[inline]
    fn hash([first, second]: [u64; 2]) -> u64 {
        mix(first ^ mix(second)) | 1
    }

    /// Whether someone is at this position.
    #[inline]
    fn is_taken(&self, identity: [u64; 2]) -> bool {
        let hash = Self::hash(identity);
        self.place(hash >> 1).load(Ordering::Relaxed) == hash
    }

    /// Says that we are at this position.
    #[inline]
    fn take(&self, identity: [u64; 2]) {
        let hash = Self::hash(identity);
        self.place(hash >> 1).store(hash, Ordering::Relaxed);
    }

    /// Says that we have left it.
    #[inline]
    fn leave(&self, identity: [u64; 2]) {
        let hash = Self::hash(identity);
        let place = self.place(hash >> 1);
        if place.load(Ordering::Relaxed) == hash {
            place.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_game::toy::Toy;
    use enban_game::{Game, MoveSet};

    /// The order in which moves are tried, breaking off after one of them.
    fn order(busy: Option<&Busy>, last: u16) -> Vec<u16> {
        let game = Toy::<2>::parse("(1 2 3 4)").unwrap();
        let state = game.start();
        let mut ranked = [10, 40, 20, 30].into_iter().zip((0..4).map(Move)).collect::<Vec<Ranked>>();
        let mut tried = Vec::new();
        try_in_order(&game, &state, &mut ranked, busy, |choice, after| {
            assert!(game.open_moves(after).is_empty());
            assert!(busy.is_none_or(|busy| busy.is_taken(game.identity(after))), "a thread says where it is");
            tried.push(choice.0);
            if choice.0 == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        tried
    }

    #[test]
    fn moves_are_tried_by_rank_until_one_is_enough() {
        assert_eq!(order(None, 9), [1, 3, 2, 0]);
        assert_eq!(order(None, 3), [1, 3]);
    }

    #[test]
    fn moves_that_others_are_at_come_last_and_every_move_comes_once() {
        let game = Toy::<2>::parse("(1 2 3 4)").unwrap();
        let after = |number: u16| {
            let mut after = game.start();
            game.play(&mut after, Move(number));
            game.identity(&after)
        };
        let busy = Busy::new();
        assert_eq!(order(Some(&busy), 9), [1, 3, 2, 0]);
        assert!((0..4).all(|number| !busy.is_taken(after(number))), "all were left");
        // The best-ranked move is searched all the same.
        busy.take(after(1));
        busy.take(after(3));
        assert_eq!(order(Some(&busy), 9), [1, 2, 0, 3]);
        busy.take(after(3));
        assert_eq!(order(Some(&busy), 2), [1, 2]);
    }
}
