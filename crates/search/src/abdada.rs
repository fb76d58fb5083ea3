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
/// another thread is at come last, except the first of all. Who searches a position to another `depth` is not in the way.
#[inline(always)]
pub(crate) fn try_in_order<G: Endgame>(
    game: &G,
    state: &G::State,
    ranked: &mut [Ranked],
    busy: Option<&Busy>,
    depth: u32,
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
            let task = Busy::task(game.identity(&after), depth);
            if round == 0 && number > 0 && busy.is_taken(task) {
                ranked.swap(waiting, number);
                waiting += 1;
                continue;
            }
            busy.take(task);
            let flow = search(choice, &after);
            busy.leave(task);
            if flow.is_break() {
                return;
            }
        }
    }
}

/// Which positions other threads are searching right now, and how deep. A hint, nothing more: a lost or wrong entry costs time,
/// never a result.
pub(crate) struct Busy(Vec<AtomicU64>);

impl Busy {
    const PLACES: usize = 1 << 14;

    /// Nobody is busy.
    pub(crate) fn new() -> Self {
        Self((0..Self::PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    /// A position that is searched to some depth, as one number that is not 0.
    #[inline]
    fn task([first, second]: [u64; 2], depth: u32) -> u64 {
        mix(first ^ mix(second ^ mix(u64::from(depth)))) | 1
    }

    #[inline]
    fn place(&self, task: u64) -> &AtomicU64 {
        &self.0[(task >> 1) as usize % Self::PLACES]
    }

    /// Whether someone is at it.
    #[inline]
    fn is_taken(&self, task: u64) -> bool {
        self.place(task).load(Ordering::Relaxed) == task
    }

    /// Says that we are at it.
    #[inline]
    fn take(&self, task: u64) {
        self.place(task).store(task, Ordering::Relaxed);
    }

    /// Says that we have left it.
    #[inline]
    fn leave(&self, task: u64) {
        let place = self.place(task);
        if place.load(Ordering::Relaxed) == task {
            place.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_game::toy::Toy;
    use enban_game::{Game, MoveSet};

    const DEPTH: u32 = 5;

    /// The order in which moves are tried, breaking off after one of them.
    fn order(busy: Option<&Busy>, last: u16) -> Vec<u16> {
        let game = Toy::<2>::parse("(1 2 3 4)").unwrap();
        let state = game.start();
        let mut ranked = [10, 40, 20, 30].into_iter().zip((0..4).map(Move)).collect::<Vec<Ranked>>();
        let mut tried = Vec::new();
        try_in_order(&game, &state, &mut ranked, busy, DEPTH, |choice, after| {
            assert!(game.open_moves(after).is_empty());
            assert!(
                busy.is_none_or(|busy| busy.is_taken(Busy::task(game.identity(after), DEPTH))),
                "a thread says where it is"
            );
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
        let to = |depth: u32, number: u16| {
            let mut after = game.start();
            game.play(&mut after, Move(number));
            Busy::task(game.identity(&after), depth)
        };
        let after = |number| to(DEPTH, number);
        let busy = Busy::new();
        assert_eq!(order(Some(&busy), 9), [1, 3, 2, 0]);
        assert!((0..4).all(|number| !busy.is_taken(after(number))), "all were left");
        // The best-ranked move is searched all the same.
        busy.take(after(1));
        busy.take(after(3));
        assert_eq!(order(Some(&busy), 9), [1, 2, 0, 3]);
        busy.take(after(3));
        assert_eq!(order(Some(&busy), 2), [1, 2]);
        // Who looks less far is no reason to wait.
        let busy = Busy::new();
        busy.take(to(DEPTH - 1, 3));
        assert_eq!(order(Some(&busy), 9), [1, 3, 2, 0]);
    }
}
