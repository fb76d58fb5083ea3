//! Nodes with few moves left, by far the most: too many for a sorting search, too few squares for long lists.

use enban_game::{Endgame, Move, MoveSet};

use super::node::Worker;
use super::table::{Known, NO_MOVE};

/// Nodes with at least so many moves left are for [`deep`](Worker::deep).
pub(super) const DEEP_FROM: u32 = 12;
/// Nodes with fewer moves left neither remember nor sort: that would cost more than it saves.
pub(super) const SHALLOW: u32 = 8;
/// Nodes with at least so many moves left look their children up first.
const ENHANCE_FROM: u32 = 10;
/// Nodes with more moves than this are for [`deep`](Worker::deep): a board game has no more than empty squares.
pub(super) const LOW_MOVES: usize = DEEP_FROM as usize - 1;

/// A move, the position after it, and how soon to try it.
#[derive(Clone, Copy)]
struct Child<S> {
    rank: i32,
    choice: Move,
    after: S,
}

impl<G: Endgame> Worker<'_, G> {
    /// A node of fewer than [`DEEP_FROM`] moves left.
    #[inline(always)]
    pub(super) fn low(&mut self, state: &G::State, alpha: i32, left: u32) -> i32 {
        // 1. The clock.
        if self.begin_node() {
            return alpha;
        }
        // 2. Discs that can never be turned.
        if self.switches.stability {
            let ceiling = self.game.ceiling(state, alpha);
            if ceiling <= alpha {
                return ceiling;
            }
        }
        // 3. What is known already.
        let identity = self.game.identity(state);
        let known = if self.switches.table { self.table.find(identity) } else { Known::NOTHING };
        if i32::from(known.low) > alpha {
            return i32::from(known.low);
        }
        if i32::from(known.high) <= alpha {
            return i32::from(known.high);
        }
        // 4. No moves.
        let moves = self.game.open_moves(state);
        if moves.is_empty() {
            return self.passed(state, alpha);
        }
        if moves.len() as usize > LOW_MOVES {
            return self.deep(state, alpha, left);
        }
        // 5. The moves in the order in which to try them, unless one is known to be enough.
        let mut children = [Child { rank: 0, choice: Move(0), after: *state }; LOW_MOVES];
        let count = self.unfold(state, &moves, left, known.best, &mut children);
        let children = &mut children[..count];
        if self.switches.enhanced && self.switches.table && left >= ENHANCE_FROM {
            for child in children.iter() {
                let known = self.table.find(self.game.identity(&child.after));
                if -i32::from(known.high) > alpha && known != Known::NOTHING {
                    return -i32::from(known.high);
                }
            }
        }
        // 6. One after the other.
        let (mut best, mut choice) = (i32::MIN, NO_MOVE);
        for number in 0..count {
            let next = (number + 1..count)
                .fold(number, |next, other| if children[other].rank > children[next].rank { other } else { next });
            children.swap(number, next);
            let child = &children[number];
            let found = -self.prove(&child.after, -alpha - 1);
            if self.is_stopped() {
                return alpha;
            }
            if found > best {
                (best, choice) = (found, child.choice.0 as u8);
            }
            if best > alpha {
                break;
            }
        }
        // 7. Remember.
        if self.switches.table {
            let (low, high) = match best > alpha {
                true => (best as i8, known.high),
                false => (known.low, best as i8),
            };
            let best = if best > alpha || known.best == NO_MOVE { choice } else { known.best };
            self.table.keep(identity, Known { low, high, best, moves_left: left as u8, doubt: 0 });
        }
        best
    }

    /// Plays every move and ranks it, and has the table fetch what it knows of the position after it.
    #[inline(always)]
    fn unfold(
        &mut self,
        state: &G::State,
        moves: &G::Moves,
        left: u32,
        known_best: u8,
        children: &mut [Child<G::State>; LOW_MOVES],
    ) -> usize {
        let urgent = if self.switches.parity { self.game.urgent(state, moves.clone()) } else { G::Moves::empty() };
        let mut count = 0;
        for (choice, child) in moves.iter().zip(children) {
            self.game.play(&mut child.after, choice);
            if left > SHALLOW && self.switches.table {
                self.table.prefetch(self.game.identity(&child.after));
            }
            child.choice = choice;
            child.rank = i32::from(urgent.contains(choice));
            if u16::from(known_best) == choice.0 {
                child.rank = i32::MAX;
            } else if self.switches.sorting {
                child.rank += self.game.promise(choice, &child.after);
            }
            count += 1;
        }
        count
    }
}
