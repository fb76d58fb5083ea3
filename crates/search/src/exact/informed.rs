//! The upper part of the tree, where an evaluation that is good enough to sort by pays for itself.
//!
//! Nodes here carry an evaluation along. They sort their moves by small searches on it, and in a pass that allows doubt they
//! cut where a search of fewer plies is far enough beyond what is asked (multi-probcut). Passes with doubt go before the exact
//! one: they find the likely result, around which to ask, and leave good moves in the table. What they find is kept with
//! its doubt and never taken for proven.

use std::ops::ControlFlow;

use enban_game::{Endgame, Move, MoveSet};

use super::node::{MOVES_MAX, Worker};
use super::table::Known;
use crate::abdada::try_in_order;
use crate::evaluate::{CERTAIN, Compared, Incremental};
use crate::midgame;
use crate::order::Ranked;

/// Nodes with at least so many moves left carry the evaluation along.
pub(super) const INFORMED_FROM: u32 = 13;
/// Nodes with at least so many moves left may be cut on likelihood.
const CUT_FROM: u32 = 13;
/// Nodes with at least so many moves left put off moves that another thread is at.
const SHARE_FROM: u32 = INFORMED_FROM;
/// In the rank of a move its value in hundredths counts by this part, beside what it leaves to the opponent: two and a half
/// discs are worth a move of theirs.
const VALUE_PARTS: i32 = 8;
/// Moves are sorted by what they are worth at once, and above so many moves left by a ply more for each so many.
const SORT_DEEPER_FROM: u32 = 14;
const SORT_DEEPER_EACH: u32 = 3;
/// No search to sort by looks further ahead.
const SORT_PLIES_MAX: u32 = 5;

/// No search that decides on a cut looks further ahead than this, or one ply less.
const PROBE_MAX: u32 = 6;

/// How sure a cut on likelihood must be, in percent, by doubt. Without any there are no cuts; what sorts moves then may doubt
/// a little all the same.
const SURE: [u32; 6] = [99, 99, 98, 95, 87, 73];

/// The doubts of the passes before the exact one, by the moves left.
pub(super) fn passes(left: u32) -> &'static [u8] {
    match left {
        0..=15 => &[],
        16..=18 => &[5],
        19..=23 => &[5, 3],
        24..=26 => &[5, 4, 2],
        _ => &[5, 4, 3, 2, 1],
    }
}

/// One thread in the upper part of the tree.
pub(super) struct Informed<'w, G: Endgame, V> {
    /// The lower part.
    pub(super) worker: Worker<'w, G>,
    /// Searches on the evaluation.
    pub(super) midgame: midgame::Worker<'w, G, V>,
    /// What may be doubted: 0 for nothing.
    pub(super) doubt: u8,
}

impl<G: Endgame, V: Incremental<G>> Informed<'_, G, V> {
    /// Allows a doubt in what follows.
    pub(super) fn allow(&mut self, doubt: u8) {
        self.doubt = doubt;
        self.midgame.confidence = Some(SURE[usize::from(doubt)]);
    }

    /// A bound that answers "is the result more than `alpha`?", as [`Worker::prove`] gives it, proven up to the doubt.
    pub(super) fn prove(&mut self, state: &G::State, carried: &V::Accumulator, alpha: i32) -> i32 {
        let left = self.worker.game.moves_left(state);
        if left < INFORMED_FROM {
            return self.worker.prove(state, alpha);
        }
        self.worker.game.accelerate(
            #[inline(always)]
            || self.node(state, carried, alpha, left),
        )
    }

    #[inline(always)]
    fn node(&mut self, state: &G::State, carried: &V::Accumulator, alpha: i32, left: u32) -> i32 {
        let (game, switches) = (self.worker.game, self.worker.switches);
        // 1. The clock, and discs that can never be turned.
        if let Some(bound) = self.worker.begin_node(state, alpha) {
            return bound;
        }
        // 2. What is known already, if it is sure enough.
        let identity = game.identity(state);
        let known = if switches.table { self.worker.table.find(identity) } else { Known::NOTHING };
        let sure = if known.doubt <= self.doubt { known } else { Known { best: known.best, ..Known::NOTHING } };
        if let Some(bound) = sure.answer(alpha) {
            return bound;
        }
        // 3. No moves.
        let moves = game.open_moves(state);
        if moves.is_empty() {
            let mut after = *state;
            if !matches!(game.turn(state), enban_game::Turn::Pass) {
                return game.final_lead(state);
            }
            game.pass(&mut after);
            return -self.prove(&after, carried, -alpha - 1);
        }
        // 4. What a search of fewer plies makes likely.
        if let Some(bound) = self.likely(state, carried, alpha, left) {
            return bound;
        }
        // 5. The moves in the order in which to try them, unless one is known to be enough.
        let mut ranked = [(0, Move(0)); MOVES_MAX];
        let ranked = match self.rank(state, carried, &moves, alpha, left, known.best, &mut ranked) {
            Ok(count) => &mut ranked[..count],
            Err(enough) => return enough,
        };
        let (best, choice) = self.try_all(state, carried, alpha, left, ranked);
        if self.worker.is_stopped() {
            return alpha;
        }
        // 6. Remember, unless what is there is surer.
        if switches.table && (known.doubt >= self.doubt || known == Known::NOTHING) {
            let found = Known { doubt: self.doubt, ..sure }.after_search(best, alpha, choice.0 as u8, left);
            self.worker.table.keep(identity, found);
        }
        best
    }

    /// A bound that a search of fewer plies makes likely enough.
    #[inline(always)]
    fn likely(&mut self, state: &G::State, carried: &V::Accumulator, alpha: i32, left: u32) -> Option<i32> {
        if self.doubt == 0 || left < CUT_FROM {
            return None;
        }
        let probe = midgame::probe_of(left).min(PROBE_MAX - left % 2);
        let between = Compared { moves_left: left, depth: left, probe };
        let margin = self.midgame.evaluate.margin(&between, SURE[usize::from(self.doubt)])? as i32;
        let (high, low) = (100 * (alpha + 1) + margin, 100 * alpha - margin);
        let glance = self.midgame.evaluate.lead_for_mover(self.worker.game, state, carried);
        let bound = if glance > 100 * alpha && self.midgame.search(state, carried, probe, (high - 1, high)) >= high {
            Some(alpha + 1)
        } else if glance <= 100 * alpha && self.midgame.search(state, carried, probe, (low, low + 1)) <= low {
            Some(alpha)
        } else {
            None
        };
        bound.filter(|_| !self.worker.is_stopped())
    }

    /// Searches the moves in order until one is enough. Moves that another thread is at wait for the end.
    #[inline(always)]
    fn try_all(
        &mut self,
        state: &G::State,
        carried: &V::Accumulator,
        alpha: i32,
        left: u32,
        ranked: &mut [Ranked],
    ) -> (i32, Move) {
        let (mut best, mut best_choice) = (i32::MIN, ranked[0].1);
        let busy = self.worker.busy.filter(|_| left >= SHARE_FROM);
        try_in_order(
            self.worker.game,
            state,
            ranked,
            busy,
            left,
            #[inline(always)]
            |choice, after| {
                let found = match left > INFORMED_FROM {
                    true => {
                        let next = self.midgame.evaluate.advance(state, carried, choice, after);
                        -self.prove(after, &next, -alpha - 1)
                    }
                    false => -self.worker.prove(after, -alpha - 1),
                };
                if self.worker.is_stopped() {
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

    /// Ranks the moves by a small search and by what they leave to the opponent, or says what is enough: `Err` with a bound
    /// above `alpha`, or with `alpha` if it is time to give up.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn rank(
        &mut self,
        state: &G::State,
        carried: &V::Accumulator,
        moves: &G::Moves,
        alpha: i32,
        left: u32,
        known_best: u8,
        ranked: &mut [Ranked],
    ) -> Result<usize, i32> {
        let (game, switches) = (self.worker.game, self.worker.switches);
        let plies = (left.saturating_sub(SORT_DEEPER_FROM) / SORT_DEEPER_EACH).min(SORT_PLIES_MAX);
        let is_enhanced = switches.enhanced && switches.table;
        if is_enhanced {
            for choice in moves.iter() {
                let mut after = *state;
                game.play(&mut after, choice);
                self.worker.table.prefetch(game.identity(&after));
            }
        }
        let mut count = 0;
        for choice in moves.iter() {
            let mut after = *state;
            game.play(&mut after, choice);
            if is_enhanced {
                let known = self.worker.table.find(game.identity(&after));
                if known.doubt <= self.doubt && -i32::from(known.high) > alpha && known != Known::NOTHING {
                    return Err(-i32::from(known.high));
                }
            }
            let rank = if u16::from(known_best) == choice.0 {
                i32::MAX
            } else if switches.sorting {
                let next = self.midgame.evaluate.advance(state, carried, choice, &after);
                let value = -self.midgame.look_ahead(&after, &next, plies, (-2 * CERTAIN, 2 * CERTAIN));
                if self.midgame.look_at_clock() {
                    return Err(alpha);
                }
                game.promise(choice, &after, &game.open_moves(&after)) + value / VALUE_PARTS
            } else {
                0
            };
            ranked[count] = (rank, choice);
            count += 1;
        }
        Ok(count)
    }
}
