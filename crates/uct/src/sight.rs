//! What is asked of a position again and again: what a move leads to, which chains can be taken or saved, where
//! a dead shape has its heart.
//!
//! Everything here is about sets of points. Small questions are inlined into code that runs with the machine's bit
//! instructions (see [`Game::accelerate`]); larger ones are functions that do so themselves.

use enban_game::{Bits, Game, Move};
use enban_go::{Chain, Go, State};

/// A position under its rules.
#[derive(Clone, Copy)]
pub(crate) struct Sight<'p, const W: usize> {
    pub(crate) game: &'p Go<W>,
    pub(crate) state: &'p State<W>,
}

/// The chain that a stone of the mover would belong to.
pub(crate) struct After<const W: usize> {
    pub(crate) stones: Bits<W>,
    pub(crate) liberties: Bits<W>,
    pub(crate) taken: Bits<W>,
}

impl<'p, const W: usize> Sight<'p, W> {
    #[inline(always)]
    pub(crate) fn new(game: &'p Go<W>, state: &'p State<W>) -> Self {
        Self { game, state }
    }

    #[inline(always)]
    pub(crate) fn own(&self) -> Bits<W> {
        self.state.stones(self.state.mover())
    }

    #[inline(always)]
    pub(crate) fn theirs(&self) -> Bits<W> {
        self.state.stones(self.state.mover().other())
    }

    #[inline(always)]
    pub(crate) fn empties(&self) -> Bits<W> {
        self.state.empties(self.game.board())
    }

    #[inline(always)]
    pub(crate) fn around(&self, point: usize) -> Bits<W> {
        self.game.board().neighbours(point)
    }

    /// The chain of a stone that is known to be there.
    #[inline(always)]
    pub(crate) fn chain(&self, point: usize) -> &'p Chain<W> {
        self.state.chain_at(point).expect("a stone stands there")
    }

    /// One call for each chain that has a stone in the set.
    #[inline(always)]
    pub(crate) fn each_chain(&self, stones: Bits<W>, mut visit: impl FnMut(&'p Chain<W>)) {
        let mut left = stones;
        while let Some(point) = left.first() {
            let chain = self.chain(point);
            left &= !chain.stones;
            visit(chain);
        }
    }

    #[inline(always)]
    pub(crate) fn is_legal(&self, point: usize) -> bool {
        self.game.is_legal(self.state, Move(point as u16))
    }

    /// What a stone of the mover on an empty point would lead to.
    #[inline(always)]
    pub(crate) fn after(&self, point: usize) -> After<W> {
        let around = self.around(point);
        let (mut stones, mut liberties) = (Bits::one(point), around & self.empties());
        self.each_chain(around & self.own(), |chain| {
            stones |= chain.stones;
            liberties |= chain.liberties;
        });
        let mut taken = Bits::EMPTY;
        let in_atari = around & self.state.in_atari(self.state.mover().other());
        if !in_atari.none() {
            self.each_chain(in_atari, |chain| taken |= chain.stones);
            liberties |= taken & self.game.board().neighbours_of(&stones);
        }
        liberties.clear(point);
        After { stones, liberties, taken }
    }

    /// Whether a legal move only gives stones away. Taking is never that. A stone or a few that leave an
    /// opposing chain with a single liberty are thrown in, so long as what the opponent takes is a shape
    /// without two eyes.
    #[inline(never)]
    pub(crate) fn is_wasted(&self, point: usize) -> bool {
        self.game.accelerate(
            #[inline(always)]
            || self.is_wasted_here(point),
        )
    }

    #[inline(always)]
    fn is_wasted_here(&self, point: usize) -> bool {
        // Two empty neighbours are two liberties.
        let around = self.around(point);
        if (around & self.empties()).count() >= 2 {
            return false;
        }
        let after = self.after(point);
        match after.liberties.count() {
            0 => return true,
            1 => {}
            _ => return false,
        }
        let size = after.stones.count();
        if size == 1 {
            // A stone thrown in takes an eye or a liberty of a chain that is short of them.
            return after.taken.none() && !self.presses(&after, 3);
        }
        if !after.taken.none() {
            // What was taken gives the liberty: a snapback only costs if much is lost for little.
            return after.taken.count() + 1 < size;
        }
        !(size <= 6 && self.presses(&after, 2) && self.is_dead_shape(after.stones))
    }

    /// Whether an opposing chain beside the new one has few liberties.
    #[inline(always)]
    fn presses(&self, after: &After<W>, liberties_max: u32) -> bool {
        let beside = self.game.board().neighbours_of(&after.stones) & self.theirs();
        let mut found = false;
        self.each_chain(beside, |chain| found |= chain.liberties.count() <= liberties_max);
        found
    }

    /// Whether stones, taken off, leave a space with at most one eye.
    #[inline(always)]
    pub(crate) fn is_dead_shape(&self, stones: Bits<W>) -> bool {
        match stones.count() {
            0..=3 => true,
            4 => self.heart(stones).is_some() || self.joints(stones) == 4,
            _ => self.heart(stones).is_some(),
        }
    }

    /// How many pairs of neighbours a set has.
    #[inline(always)]
    fn joints(&self, set: Bits<W>) -> u32 {
        set.indices().map(|point| (self.around(point) & set).count()).sum::<u32>() / 2
    }

    /// The one point of a space of three to six that makes two eyes or prevents them.
    #[inline(never)]
    pub(crate) fn heart(&self, space: Bits<W>) -> Option<usize> {
        self.game.accelerate(
            #[inline(always)]
            || self.heart_here(space),
        )
    }

    #[inline(always)]
    fn heart_here(&self, space: Bits<W>) -> Option<usize> {
        let size = space.count();
        if !(3..=6).contains(&size) {
            return None;
        }
        let (mut best, mut most, mut ties, mut joints) = (0, 0, 0, 0);
        for point in space.indices() {
            let beside = (self.around(point) & space).count();
            joints += beside;
            if beside > most {
                (best, most, ties) = (point, beside, 0);
            } else if beside == most {
                ties += 1;
            }
        }
        joints /= 2;
        let is_heart = match size {
            3 => most == 2,
            4 => most == 3,
            // The cross, and the square with a tail.
            5 => most == 4 || (most == 3 && joints == 5),
            // The flower: a square with two tails at one corner.
            _ => most == 4 && joints == 6,
        };
        (is_heart && ties == 0).then_some(best)
    }

    /// The heart of a small empty space of one colour that touches `near`, if it is not filled yet.
    #[inline(never)]
    pub(crate) fn heart_near(&self, near: Bits<W>) -> Option<usize> {
        self.game.accelerate(
            #[inline(always)]
            || self.heart_near_here(near),
        )
    }

    #[inline(always)]
    fn heart_near_here(&self, near: Bits<W>) -> Option<usize> {
        let empties = self.empties();
        let mut left = near & empties;
        while let Some(point) = left.first() {
            let space = self.small_space(point, empties);
            left &= !space;
            left.clear(point);
            if let Some(heart) = self.heart(space) {
                return Some(heart);
            }
        }
        None
    }

    /// The empty space around a point; nothing if it is larger than six or if stones of both colours stand beside it.
    #[inline(always)]
    fn small_space(&self, point: usize, empties: Bits<W>) -> Bits<W> {
        let (board, own, theirs) = (self.game.board(), self.own(), self.theirs());
        let mut space = Bits::one(point);
        loop {
            let beside = board.neighbours_of(&space);
            if beside.meets(&own) && beside.meets(&theirs) {
                return Bits::EMPTY;
            }
            let next = space | (beside & empties);
            if next == space {
                return space;
            }
            if next.count() > 6 {
                return Bits::EMPTY;
            }
            space = next;
        }
    }

    /// The points on which opposing chains beside the own chain can be taken.
    #[inline(always)]
    pub(crate) fn counter_captures(&self, chain: &Chain<W>) -> Bits<W> {
        self.state.counter_captures(self.game.board(), chain)
    }

    /// Whether a point is an eye of the mover: own stones on all sides, not cut off at the corners.
    #[inline(always)]
    pub(crate) fn is_eye(&self, point: usize) -> bool {
        let around = self.around(point);
        around & self.own() == around && !self.game.board().cut_at_corners(&self.theirs()).has(point)
    }
}
