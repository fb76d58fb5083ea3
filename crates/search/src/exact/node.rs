//! One thread's way through the tree.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use enban_game::{Endgame, Move, MoveSet};

use super::Switches;
use super::low::{DEEP_FROM, SHALLOW};
use super::table::{Known, Local, Table};
use crate::abdada::{Busy, try_in_order};
use crate::limits::Clock;
use crate::order::Ranked;

/// Nodes with at least so many moves left put off moves that another thread is at.
const SHARE_FROM: u32 = 12;
/// Positions between two looks at the clock: well under a millisecond.
const NODES_PER_LOOK: u64 = 4096;
/// No position of a 10x10 board has more moves.
pub(super) const MOVES_MAX: usize = 96;

/// One thread at work on one question.
pub(super) struct Worker<'w, G> {
    pub(super) game: &'w G,
    pub(super) table: &'w Table,
    /// The thread's own table for positions near the leaves.
    pub(super) local: &'w mut Local,
    pub(super) busy: Option<&'w Busy>,
    pub(super) clock: &'w Clock<'w>,
    /// Set when some thread has answered the question.
    pub(super) finish: &'w AtomicBool,
    pub(super) switches: Switches,
    pub(super) nodes: u64,
    pub(super) told: u64,
}

impl<G: Endgame> Worker<'_, G> {
    /// Whether to give up: what comes back then means nothing and must not be kept.
    #[inline(always)]
    pub(super) fn is_stopped(&self) -> bool {
        self.clock.is_up() || self.finish.load(Ordering::Relaxed)
    }

    /// Counts a node and looks at the clock and at discs that can never be turned: a bound if they decide, or `alpha` if it is
    /// time to give up.
    #[inline(always)]
    pub(super) fn begin_node(&mut self, state: &G::State, alpha: i32) -> Option<i32> {
        self.nodes += 1;
        self.look_at_clock();
        if self.is_stopped() {
            return Some(alpha);
        }
        let ceiling = if self.switches.stability { self.game.ceiling(state, alpha) } else { i32::MAX };
        (ceiling <= alpha).then_some(ceiling)
    }

    #[inline(always)]
    fn look_at_clock(&mut self) {
        if self.nodes - self.told >= NODES_PER_LOOK {
            self.clock.spend(self.nodes - self.told);
            self.told = self.nodes;
        }
    }

    /// A bound that answers "is the result more than `alpha`?": more than it, and then at most the result; or not
    /// more, and then at least the result.
    pub(super) fn prove(&mut self, state: &G::State, alpha: i32) -> i32 {
        let left = self.game.moves_left(state);
        if left >= DEEP_FROM {
            return self.deep(state, alpha, left);
        }
        let game = self.game;
        let moves = game.accelerate(
            #[inline(always)]
            || game.open_moves(state),
        );
        self.open(state, moves, alpha, left)
    }

    /// The same for a position with fewer than [`DEEP_FROM`] moves left, given its open moves.
    #[inline(always)]
    pub(super) fn open(&mut self, state: &G::State, moves: G::Moves, alpha: i32, left: u32) -> i32 {
        let game = self.game;
        if left <= G::LAST_SQUARES && self.switches.last_squares {
            return game.solve_last(state, moves, alpha, &mut self.nodes);
        }
        if left < SHALLOW {
            return game.accelerate(
                #[inline(always)]
                || self.shallow(state, moves, alpha),
            );
        }
        game.accelerate(
            #[inline(always)]
            || self.low(state, moves, alpha, left),
        )
    }

    /// No moves: the other seat's turn, or the end.
    #[inline(always)]
    pub(super) fn passed(&mut self, state: &G::State, alpha: i32) -> i32 {
        if self.game.moves_left(state) == 0 {
            return self.game.final_lead(state);
        }
        let mut after = *state;
        self.game.pass(&mut after);
        if self.game.open_moves(&after).is_empty() {
            return self.game.final_lead(state);
        }
        -self.prove(&after, -alpha - 1)
    }

    #[inline(always)]
    fn shallow(&mut self, state: &G::State, moves: G::Moves, alpha: i32) -> i32 {
        self.nodes += 1;
        if moves.is_empty() {
            return self.passed(state, alpha);
        }
        let urgent = if self.switches.parity { self.game.urgent(state, moves) } else { moves };
        let mut best = i32::MIN;
        let mut part = urgent;
        let mut urgent_done = false;
        loop {
            while let Some(choice) = part.pop() {
                // The second part is all the moves: those that were urgent have been tried.
                if urgent_done && urgent.contains(choice) {
                    continue;
                }
                let mut after = *state;
                self.game.play(&mut after, choice);
                best = best.max(-self.prove(&after, -alpha - 1));
                if best > alpha {
                    return best;
                }
            }
            if urgent_done {
                return best;
            }
            (urgent_done, part) = (true, moves);
        }
    }

    /// A node near the root.
    pub(super) fn deep(&mut self, state: &G::State, alpha: i32, left: u32) -> i32 {
        let game = self.game;
        game.accelerate(
            #[inline(always)]
            || self.deep_node(state, alpha, left),
        )
    }

    #[inline(always)]
    fn deep_node(&mut self, state: &G::State, alpha: i32, left: u32) -> i32 {
        // 1. The clock, and discs that can never be turned.
        if let Some(bound) = self.begin_node(state, alpha) {
            return bound;
        }
        // 2. What is known already.
        let identity = self.game.identity(state);
        let known = if self.switches.table { self.table.find(identity).proven() } else { Known::NOTHING };
        if let Some(bound) = known.answer(alpha) {
            return bound;
        }
        // 3. No moves.
        let moves = self.game.open_moves(state);
        if moves.is_empty() {
            return self.passed(state, alpha);
        }
        // 4. The moves in the order in which to try them, unless one is known to be enough.
        let mut ranked = [(0, Move(0)); MOVES_MAX];
        let ranked = match self.rank(state, &moves, alpha, known.best, &mut ranked) {
            Ok(count) => &mut ranked[..count],
            Err(enough) => return enough,
        };
        // 5. One after the other.
        let (best, choice) = self.try_all(state, alpha, left, ranked);
        if self.is_stopped() {
            return alpha;
        }
        // 6. Remember.
        if self.switches.table {
            self.table.keep(identity, known.after_search(best, alpha, choice.0 as u8, left));
        }
        best
    }

    /// Searches the moves in order until one is enough. Moves that another thread is at wait for the end.
    #[inline(always)]
    fn try_all(&mut self, state: &G::State, alpha: i32, left: u32, ranked: &mut [Ranked]) -> (i32, Move) {
        let (mut best, mut best_choice) = (i32::MIN, ranked[0].1);
        let busy = self.busy.filter(|_| left >= SHARE_FROM);
        try_in_order(
            self.game,
            state,
            ranked,
            busy,
            left,
            #[inline(always)]
            |choice, after| {
                let found = -self.prove(after, -alpha - 1);
                if self.is_stopped() {
                    return ControlFlow::Break(());
                }
                if found > best {
                    (best, best_choice) = (found, choice);
                }
                if best > alpha { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        (best, best_choice)
    }

    /// Ranks the moves, or says what is enough: `Err` with a bound above `alpha`.
    #[inline(always)]
    fn rank(
        &mut self,
        state: &G::State,
        moves: &G::Moves,
        alpha: i32,
        known_best: u8,
        ranked: &mut [Ranked],
    ) -> Result<usize, i32> {
        let urgent = if self.switches.parity { self.game.urgent(state, *moves) } else { G::Moves::empty() };
        let mut count = 0;
        for choice in moves.iter() {
            let mut after = *state;
            self.game.play(&mut after, choice);
            if self.switches.enhanced && self.switches.table {
                let known = self.table.find(self.game.identity(&after)).proven();
                if -i32::from(known.high) > alpha && known != Known::NOTHING {
                    return Err(-i32::from(known.high));
                }
            }
            let mut rank = if urgent.contains(choice) { 1 } else { 0 };
            if u16::from(known_best) == choice.0 {
                rank = i32::MAX;
            } else if self.switches.sorting {
                rank += self.game.promise(choice, &after, &self.game.open_moves(&after));
            }
            ranked[count] = (rank, choice);
            count += 1;
        }
        Ok(count)
    }
}
