//! Nodes with few moves left, by far the most: too many for a sorting search, too few squares for long lists.

use enban_game::{Endgame, Game, Move, MoveSet};

use super::node::Worker;
use super::table::{Known, NO_MOVE};

/// Nodes with at least so many moves left are for [`deep`](Worker::deep).
pub(super) const DEEP_FROM: u32 = 13;
/// Nodes with fewer moves left neither remember nor sort: that would cost more than it saves.
pub(super) const SHALLOW: u32 = 8;
/// Nodes with at least so many moves left look their children up first.
const ENHANCE_FROM: u32 = 10;
/// Nodes with fewer moves left are remembered in the thread's own small table.
const LOCAL_BELOW: u32 = 11;
/// Nodes with more moves than this are for [`deep`](Worker::deep): a board game has no more than empty squares.
const LOW_MOVES: usize = DEEP_FROM as usize - 1;

/// A move, the position after it, and the moves there.
#[derive(Clone, Copy)]
struct Child<S, M> {
    choice: Move,
    after: S,
    replies: M,
}

/// The moves of a node.
type Children<G> = [Child<<G as Game>::State, <G as Game>::Moves>; LOW_MOVES];

impl<G: Endgame> Worker<'_, G> {
    /// A node of fewer than [`DEEP_FROM`] moves left, given its moves.
    #[inline(always)]
    pub(super) fn low(&mut self, state: &G::State, moves: G::Moves, alpha: i32, left: u32) -> i32 {
        // 1. The clock, and discs that can never be turned.
        if let Some(bound) = self.begin_node(state, alpha) {
            return bound;
        }
        // 2. What is known already.
        let identity = self.game.identity(state);
        let known = self.recall(identity, left);
        if let Some(bound) = known.answer(alpha) {
            return bound;
        }
        // 3. No moves.
        if moves.is_empty() {
            return self.passed(state, alpha);
        }
        if moves.len() as usize > LOW_MOVES {
            return self.deep(state, alpha, left);
        }
        // 4. The moves with how soon to try them, unless one is known to be enough.
        let mut children = [Child { choice: Move(0), after: *state, replies: G::Moves::empty() }; LOW_MOVES];
        let mut ranks = [i32::MIN; LOW_MOVES];
        let count = self.unfold(state, &moves, left, known.best, (&mut children, &mut ranks));
        if self.switches.enhanced && left >= ENHANCE_FROM {
            for child in &children[..count] {
                let known = self.recall(self.game.identity(&child.after), left - 1);
                if -i32::from(known.high) > alpha && known != Known::NOTHING {
                    return -i32::from(known.high);
                }
            }
        }
        // 5. One after the other.
        let (mut best, mut choice) = (i32::MIN, NO_MOVE);
        for _ in 0..count {
            let next = (1..count).fold(0, |next, other| if ranks[other] > ranks[next] { other } else { next });
            ranks[next] = i32::MIN;
            let child = &children[next];
            let found = -self.open(&child.after, child.replies, -alpha - 1, left - 1);
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
        // 6. Remember.
        if self.switches.table {
            let known = known.after_search(best, alpha, choice, left);
            match self.switches.local && left < LOCAL_BELOW {
                true => self.local.keep(identity, known),
                false => self.table.keep(identity, known),
            }
        }
        best
    }

    /// What is known of a position with so many moves left.
    #[inline(always)]
    fn recall(&self, identity: [u64; 2], left: u32) -> Known {
        match self.switches.local && left < LOCAL_BELOW {
            _ if !self.switches.table => Known::NOTHING,
            true => self.local.find(identity),
            false => self.table.find(identity).proven(),
        }
    }

    /// Plays every move and ranks it, and has the table fetch what it knows of the position after it.
    #[inline(always)]
    fn unfold(
        &mut self,
        state: &G::State,
        moves: &G::Moves,
        left: u32,
        known_best: u8,
        (children, ranks): (&mut Children<G>, &mut [i32; LOW_MOVES]),
    ) -> usize {
        let urgent = if self.switches.parity { self.game.urgent(state, *moves) } else { G::Moves::empty() };
        let is_shared = self.switches.table && (left > LOCAL_BELOW || left > SHALLOW && !self.switches.local);
        let mut count = 0;
        for ((choice, child), rank) in moves.iter().zip(children).zip(ranks) {
            child.choice = choice;
            self.game.play(&mut child.after, choice);
            child.replies = self.game.open_moves(&child.after);
            if is_shared {
                self.table.prefetch(self.game.identity(&child.after));
            }
            *rank = i32::from(urgent.contains(choice));
            if u16::from(known_best) == choice.0 {
                *rank = i32::MAX;
            } else if self.switches.sorting {
                *rank += self.game.promise(choice, &child.after, &child.replies);
            }
            count += 1;
        }
        count
    }
}
