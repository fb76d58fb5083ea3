//! One thread's alpha-beta on an evaluation: a transposition table, null windows, shallow searches to sort by, and cuts that
//! a shallow search makes likely enough (multi-probcut).

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

use enban_game::{Endgame, Move, MoveSet, Turn};

use crate::abdada::{Busy, try_in_order};
use crate::evaluate::{CERTAIN, Compared, Incremental};
use crate::limits::Clock;
use crate::lookahead::Lookahead;
use crate::memory::{Bound, Memory, Remembered};
use crate::order::Ranked;

/// No position has more moves.
const MOVES_MAX: usize = 128;
/// Positions between two looks at the clock.
const NODES_PER_LOOK: u64 = 1024;
/// Nodes of at least so many plies put off moves that another thread is at.
const SHARE_FROM: u32 = 6;
/// Nodes of at most so many plies are searched without a table.
const PLAIN_UP_TO: u32 = 2;
/// Moves are sorted by what they are worth at once, and from this depth on by a ply more for each so many.
const SORT_DEEPER_FROM: u32 = 7;
const SORT_DEEPER_EACH: u32 = 8;
/// Nodes of at least so many plies are worth a shallow search that may cut them.
const CUT_FROM: u32 = 3;
/// Cuts within the searches that decide on cuts, one inside the other.
const CUTS_WITHIN: u32 = 2;

/// One thread at work on positions of one game.
pub(crate) struct Worker<'w, G: Endgame, V> {
    pub(crate) game: &'w G,
    pub(crate) evaluate: &'w V,
    pub(crate) memory: &'w Memory,
    /// Where the threads are; none if there is only one.
    pub(crate) busy: Option<&'w Busy>,
    pub(crate) clock: &'w Clock<'w>,
    /// How sure a cut on likelihood must be, in percent; none for no such cuts.
    pub(crate) confidence: Option<u32>,
    /// The ply of the deepening that this thread is at.
    pub(crate) ply: u32,
    /// The last ply that any thread has finished: there is no use in finishing it again.
    pub(crate) finished: Option<&'w AtomicU32>,
    pub(crate) nodes: u64,
    spent: u64,
    /// How often a move was enough, by move.
    history: Vec<i32>,
    /// Searches that decide on cuts, from the root to here.
    cuts_above: u32,
}

impl<'w, G: Endgame, V: Incremental<G>> Worker<'w, G, V> {
    pub(crate) fn new(game: &'w G, evaluate: &'w V, memory: &'w Memory, clock: &'w Clock<'w>) -> Self {
        Self {
            game,
            evaluate,
            memory,
            busy: None,
            clock,
            confidence: None,
            ply: 0,
            finished: None,
            nodes: 0,
            spent: 0,
            history: vec![0; 1 << 10],
            cuts_above: 0,
        }
    }

    /// Positions that the clock has not been told of.
    pub(crate) fn untold(&self) -> u64 {
        self.nodes - self.spent
    }

    /// Tells the clock of positions that it has not been told of, if there are many; returns true if it is time to give up.
    pub(crate) fn look_at_clock(&mut self) -> bool {
        if self.untold() >= NODES_PER_LOOK {
            self.clock.spend(self.untold());
            self.spent = self.nodes;
        }
        self.is_up()
    }

    /// Whether to give up: the clock is up, or another thread has finished this ply.
    #[inline]
    pub(crate) fn is_up(&self) -> bool {
        self.clock.is_up() || self.finished.is_some_and(|finished| finished.load(Ordering::Relaxed) >= self.ply)
    }

    /// What a certain result is worth beside its points: nothing where cuts are made on likelihood, for then nothing is certain.
    pub(crate) fn certain(&self) -> i32 {
        if self.confidence.is_some() { 0 } else { CERTAIN }
    }

    /// A child's value for us: by a null window first unless it is the first child.
    #[inline(always)]
    fn child(
        &mut self,
        after: &G::State,
        carried: &V::Accumulator,
        depth: u32,
        (alpha, beta): (i32, i32),
        is_later: bool,
    ) -> i32 {
        if is_later && beta - alpha > 1 {
            let value = -self.search(after, carried, depth, (-alpha - 1, -alpha));
            if value <= alpha || value >= beta {
                return value;
            }
        }
        -self.search(after, carried, depth, (-beta, -alpha))
    }

    /// The value of a position for the seat on turn, exact if it lies between `alpha` and `beta`.
    pub(crate) fn search(&mut self, state: &G::State, carried: &V::Accumulator, depth: u32, window: (i32, i32)) -> i32 {
        let game = self.game;
        game.accelerate(
            #[inline(always)]
            || self.node(state, carried, depth, window),
        )
    }

    #[inline(always)]
    fn node(&mut self, state: &G::State, carried: &V::Accumulator, depth: u32, (alpha, beta): (i32, i32)) -> i32 {
        // 1. The clock, and the end of the look-ahead.
        if depth <= PLAIN_UP_TO {
            return self.look_ahead(state, carried, depth, (alpha, beta));
        }
        self.nodes += 1;
        if self.look_at_clock() {
            return alpha;
        }
        // 2. No moves: a pass, which uses up no ply, or the end, which is certain.
        let moves = self.game.open_moves(state);
        if moves.is_empty() {
            let mut after = *state;
            if !matches!(self.game.turn(state), Turn::Pass) {
                let lead = self.game.final_lead(state);
                return 100 * lead + lead.signum() * self.certain();
            }
            self.game.pass(&mut after);
            return -self.search(&after, carried, depth, (-beta, -alpha));
        }
        // 3. What is remembered.
        let key = self.game.key(state);
        let known = self.memory.find(key);
        if let Some(known) = decisive(known, depth, (alpha, beta)) {
            return known.value;
        }
        // 4. What a shallow search makes likely.
        if let Some(bound) = self.likely(state, carried, depth, (alpha, beta)) {
            return bound;
        }
        // 5. The moves, the most promising first.
        let mut ranked = [(0, Move(0)); MOVES_MAX];
        let count =
            self.rank(state, carried, &moves, known[0].or(known[1]).map(|known| known.best), depth, &mut ranked);
        let found = self.best_of(state, carried, &mut ranked[..count], depth, (alpha, beta), Haste::Stops);
        let Some((best, best_choice)) = found.filter(|_| !self.is_up()) else { return alpha };
        if best >= beta {
            self.history[best_choice.index() & 1023] += (depth * depth) as i32;
        }
        // 6. Remember.
        let bound = match best {
            best if best <= alpha => Bound::High,
            best if best >= beta => Bound::Low,
            _ => Bound::Exact,
        };
        self.memory.keep(key, Remembered { value: best, bound, depth: depth as u8, best: best_choice });
        best
    }

    /// A few plies without a table.
    #[inline(always)]
    pub(crate) fn look_ahead(
        &mut self,
        state: &G::State,
        carried: &V::Accumulator,
        depth: u32,
        window: (i32, i32),
    ) -> i32 {
        let certain = self.certain();
        let mut search = Lookahead { game: self.game, evaluate: self.evaluate, certain, nodes: 0 };
        let value = search.value(state, carried, depth, window);
        self.nodes += search.nodes;
        value
    }

    /// A bound on its side of a null window, if a search of fewer plies is so far beyond it that this one would very likely be
    /// beyond it too: multi-probcut.
    #[inline(always)]
    fn likely(
        &mut self,
        state: &G::State,
        carried: &V::Accumulator,
        depth: u32,
        (alpha, beta): (i32, i32),
    ) -> Option<i32> {
        let confidence = self.confidence.filter(|_| depth >= CUT_FROM && beta - alpha == 1)?;
        if self.cuts_above >= CUTS_WITHIN {
            return None;
        }
        let probe = probe_of(depth);
        let moves_left = self.game.moves_left(state);
        let margin = self.evaluate.margin(&Compared { moves_left, depth, probe }, confidence)? as i32;
        let (high, low) = (beta + margin, alpha - margin);
        // Where the evaluation alone is not beyond the window the shallow search rarely is.
        let glance = self.evaluate.lead_for_mover(self.game, state, carried);
        self.cuts_above += 1;
        let bound = if glance >= beta && self.search(state, carried, probe, (high - 1, high)) >= high {
            Some(beta)
        } else if glance <= alpha && self.search(state, carried, probe, (low, low + 1)) <= low {
            Some(alpha)
        } else {
            None
        };
        self.cuts_above -= 1;
        bound.filter(|_| !self.is_up())
    }

    /// The best of the ranked moves: first all of them, then those that another thread was at. When the clock is up, what
    /// was found before, unless the ply is to be finished all the same.
    #[inline(always)]
    pub(crate) fn best_of(
        &mut self,
        state: &G::State,
        carried: &V::Accumulator,
        ranked: &mut [Ranked],
        depth: u32,
        (alpha, beta): (i32, i32),
        haste: Haste,
    ) -> Option<(i32, Move)> {
        let (mut best, mut floor) = (None, alpha);
        let busy = self.busy.filter(|_| depth >= SHARE_FROM);
        try_in_order(
            self.game,
            state,
            ranked,
            busy,
            depth,
            #[inline(always)]
            |choice, after| {
                let next = self.evaluate.advance(state, carried, choice, after);
                let value = self.child(after, &next, depth - 1, (floor, beta), best.is_some());
                if self.is_up() && haste == Haste::Stops {
                    return ControlFlow::Break(());
                }
                if best.is_none_or(|(value_before, _)| value > value_before) {
                    best = Some((value, choice));
                }
                floor = floor.max(value);
                // Another thread may have been through this node meanwhile.
                let known = busy
                    .filter(|_| floor < beta)
                    .and_then(|_| decisive(self.memory.find(self.game.key(state)), depth, (alpha, beta)));
                if let Some(known) = known {
                    best = Some((known.value, known.best));
                    return ControlFlow::Break(());
                }
                if floor >= beta { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        best
    }

    /// Ranks the moves: the remembered one, then by what a few plies say or by what they leave to the opponent, then by how often
    /// they were enough elsewhere.
    #[inline(always)]
    pub(crate) fn rank(
        &mut self,
        state: &G::State,
        carried: &V::Accumulator,
        moves: &G::Moves,
        remembered: Option<Move>,
        depth: u32,
        ranked: &mut [Ranked],
    ) -> usize {
        let mut count = 0;
        for choice in moves.iter() {
            let mut rank = self.history[choice.index() & 1023].min(1 << 12) / 64;
            if remembered == Some(choice) {
                rank = i32::MAX;
            } else if depth > 1 {
                let mut after = *state;
                self.game.play(&mut after, choice);
                rank += match self.evaluate.sorts_moves() {
                    true => {
                        let next = self.evaluate.advance(state, carried, choice, &after);
                        let plies = depth.saturating_sub(SORT_DEEPER_FROM) / SORT_DEEPER_EACH;
                        -self.look_ahead(&after, &next, plies, (-2 * CERTAIN, 2 * CERTAIN))
                    }
                    false => self.game.promise(choice, &after, &self.game.open_moves(&after)),
                };
            }
            ranked[count] = (rank, choice);
            count += 1;
        }
        count
    }
}

/// What is remembered that decides a null window at this depth.
#[inline(always)]
fn decisive(known: [Option<Remembered>; 2], depth: u32, (alpha, beta): (i32, i32)) -> Option<Remembered> {
    known.into_iter().flatten().filter(|known| u32::from(known.depth) >= depth && beta - alpha == 1).find(|known| {
        match known.bound {
            Bound::Exact => true,
            Bound::Low => known.value >= beta,
            Bound::High => known.value <= alpha,
        }
    })
}

/// What to do when the clock is up in the middle of a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Haste {
    /// Give up.
    Stops,
    /// Finish the ply all the same.
    Finishes,
}

/// Plies of the search that decides on a cut of one of `depth` plies: about half, of the same parity; up to seven plies a glance
/// or one ply is enough.
pub fn probe_of(depth: u32) -> u32 {
    if depth < 8 { depth % 2 } else { 2 * (depth / 4) + depth % 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probes_are_shallower_and_of_the_same_parity() {
        for depth in CUT_FROM..60 {
            let probe = probe_of(depth);
            assert!(probe < depth && probe % 2 == depth % 2, "{depth}: {probe}");
            assert!(depth < 8 || probe >= depth / 3, "{depth}: {probe}");
        }
    }
}
