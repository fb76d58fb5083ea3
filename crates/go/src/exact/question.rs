//! The questions that are proven: "does this side get at least so much, however the other plays?"

use super::grid::{FREE, Grid, Stones, points};

/// How repetition is treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cycles {
    /// No move may bring back an earlier board: positional superko.
    Positional,
    /// No move may bring back an earlier board with the same side to move: situational superko.
    Situational,
    /// A ko may not be taken back at once; a game that goes round has no result and counts as a draw.
    NoResult,
}

/// What is asked, and under which rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Goal {
    /// The lead that the prover wants at least.
    pub target: i32,
    pub cycles: Cycles,
    pub suicide: bool,
}

/// A position as the prover sees it: his are the stones called `own`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node {
    pub stones: Stones,
    pub prover_moves: bool,
    /// Where the side to move may not take back, or [`FREE`].
    pub ban: u8,
}

/// What a position is without any search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Proven,
    Refuted,
    Open,
}

/// Moves out of a node: every point and the pass.
pub(super) const CHILDREN_MAX: usize = 26;

/// The pass, as a move.
pub(super) const PASS: u8 = 25;

impl Goal {
    /// The node and the goal as one word, the same for all turns and reflections and never 0; and the number of the
    /// turn that was taken.
    #[inline]
    pub fn question<const N: usize>(&self, node: &Node) -> (u64, usize) {
        let (stones, ban, turn) = Grid::<N>::canonical(node.stones, node.ban);
        let places = u64::from(stones.own) | u64::from(stones.other) << 25;
        let rest = u64::from(ban) | u64::from(node.prover_moves) << 5 | ((self.target + 26) as u64) << 6;
        (places | rest << 50, turn)
    }

    /// What follows from points that can never be lost.
    #[inline]
    pub fn verdict<const N: usize>(&self, stones: Stones) -> Verdict {
        let area = |stones: Stones| Grid::<N>::secured(stones).count_ones() as i32;
        // With suicide an opponent could go round for ever while the prover passes, if going round is allowed.
        let may_end = !self.suicide || self.cycles != Cycles::NoResult;
        if may_end && 2 * area(stones) - Grid::<N>::POINTS >= self.target {
            return Verdict::Proven;
        }
        if Grid::<N>::POINTS - 2 * area(stones.swapped()) < self.target {
            return Verdict::Refuted;
        }
        Verdict::Open
    }

    /// Calls `each` with every move that matters and the node it leads to.
    ///
    /// The prover passes only where the opponent's pass, which would end the game, leaves him what he wants; there a
    /// pass of the opponent is as good as the end of the game, and is left out. So a position need not
    /// say whether the last move was a pass.
    #[inline]
    pub fn expand<const N: usize>(&self, node: &Node, mut each: impl FnMut(u8, Node)) {
        let mover = if node.prover_moves { node.stones } else { node.stones.swapped() };
        let empty = Grid::<N>::ALL & !(mover.own | mover.other);
        for point in points(empty) {
            if point == u32::from(node.ban) {
                continue;
            }
            let Some(put) = Grid::<N>::put(mover, point, self.suicide) else { continue };
            let stones = if node.prover_moves { put.stones } else { put.stones.swapped() };
            each(point as u8, Node { stones, prover_moves: !node.prover_moves, ban: put.ko });
        }
        if node.prover_moves == (Grid::<N>::lead(node.stones) >= self.target) {
            each(PASS, Node { stones: node.stones, prover_moves: !node.prover_moves, ban: FREE });
        }
    }
}
