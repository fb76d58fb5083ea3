//! What an answer under superko rests on: the boards that the winner's own moves bring about.
//!
//! Such a move is forbidden where its board has been before, so an answer found on one way through the game is
//! true on another only if none of these boards lies on that way. There may be a great many of them; what is kept is
//! the stones that all of them have, and a few bits that their hashes set. A board that lacks one of the stones, or
//! whose bit is not set, is none of them. What looks like one need not be one: then the answer is found again.

use enban_game::rng::mix;

use super::grid::{Grid, Set, Stones};

/// The boards that an answer rests on, roughly: none of them is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Support {
    /// The stones that all boards have.
    common: Stones,
    /// One bit for the hash of each.
    marks: u64,
}

/// A board on the way through the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Passed {
    pub stones: Stones,
    mark: u64,
}

impl Passed {
    /// The board of these stones. Its mark is that of all its turns and reflections.
    pub fn new<const N: usize>(stones: Stones) -> Self {
        let (least, ..) = Grid::<N>::canonical(stones, super::grid::FREE);
        Self { stones, mark: 1 << (mix(least.packed()) & 63) }
    }
}

impl Support {
    /// No boards.
    pub const NONE: Self = Self { common: Stones { own: Set::MAX, other: Set::MAX }, marks: 0 };

    /// The boards of both.
    #[inline(always)]
    pub fn and(self, more: Self) -> Self {
        let common = Stones { own: self.common.own & more.common.own, other: self.common.other & more.common.other };
        Self { common, marks: self.marks | more.marks }
    }

    /// These boards and one more.
    pub fn with(self, board: &Passed) -> Self {
        self.and(Self { common: board.stones, marks: board.mark })
    }

    /// Whether a board may be one of these.
    #[inline]
    pub fn may_hold(&self, board: &Passed) -> bool {
        let has = |stones: Set, common: Set| common & !stones == 0;
        self.marks & board.mark != 0
            && has(board.stones.own, self.common.own)
            && has(board.stones.other, self.common.other)
    }

    /// The same boards, all turned.
    pub fn turned<const N: usize>(self, number: usize) -> Self {
        if self.marks == 0 { self } else { Self { common: Grid::<N>::turned(self.common, number), ..self } }
    }

    pub fn words(self) -> [u64; 2] {
        [self.common.packed(), self.marks]
    }

    pub fn from_words([common, marks]: [u64; 2]) -> Self {
        Self { common: Stones::unpacked(common), marks }
    }
}
