//! Sets of squares in one machine word: 64 bits hold boards up to 8x8, 128 bits up to 10x10.
//!
//! A square is `row * SIDE + column`, row 0 at the top, whatever the size of the board inside: a 6x6
//! board is the top left of the 8x8 grid. Squares that are not on the board are never occupied, so
//! the lines end there by themselves.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use enban_game::MoveSet;
use enban_game::rng::mix;

/// A word that holds a grid of `SIDE` by `SIDE` squares.
pub trait Squares:
    MoveSet
    + Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Columns (and rows) of the grid.
    const SIDE: usize;
    /// All columns but the first and the last.
    const INNER_COLUMNS: Self;
    /// No square.
    const NONE: Self;

    /// The set of one square.
    fn one(square: usize) -> Self;

    /// The squares as 64 scattered bits.
    fn scatter(self) -> u64;

    /// Two sets as two words, different for different pairs (in 128-bit boards, in practice).
    fn identity(own: Self, other: Self) -> [u64; 2];

    /// The smallest square; the set is not empty.
    fn first_square(self) -> usize;

    /// The set as a word that holds any board.
    fn widen(self) -> u128;

    /// The set of a word; squares that the grid does not have are left out.
    fn narrow(word: u128) -> Self;

    /// How many squares.
    #[inline]
    fn count(self) -> u32 {
        self.len()
    }

    /// Whether the square is in the set.
    #[inline]
    fn has(self, square: usize) -> bool {
        self & Self::one(square) != Self::NONE
    }

    /// The squares one by one.
    #[inline]
    fn each(self) -> impl Iterator<Item = usize> {
        self.iter().map(|choice| choice.index())
    }
}

impl Squares for u64 {
    const SIDE: usize = 8;
    const INNER_COLUMNS: Self = 0x7E7E_7E7E_7E7E_7E7E;
    const NONE: Self = 0;

    #[inline]
    fn one(square: usize) -> Self {
        1 << square
    }

    #[inline]
    fn scatter(self) -> u64 {
        mix(self)
    }

    #[inline]
    fn identity(own: Self, other: Self) -> [u64; 2] {
        [own, other]
    }

    #[inline]
    fn first_square(self) -> usize {
        self.trailing_zeros() as usize
    }

    #[inline]
    fn widen(self) -> u128 {
        u128::from(self)
    }

    #[inline]
    fn narrow(word: u128) -> Self {
        word as u64
    }
}

impl Squares for u128 {
    const SIDE: usize = 10;
    const INNER_COLUMNS: Self = {
        let mut rows = 0;
        let mut row = 0;
        while row < 10 {
            rows |= 0b01_1111_1110 << (10 * row);
            row += 1;
        }
        rows
    };
    const NONE: Self = 0;

    #[inline]
    fn one(square: usize) -> Self {
        1 << square
    }

    #[inline]
    fn scatter(self) -> u64 {
        mix(self as u64) ^ mix((self >> 64) as u64 ^ 0x9E37_79B9_7F4A_7C15)
    }

    #[inline]
    fn identity(own: Self, other: Self) -> [u64; 2] {
        let words = [own as u64, (own >> 64) as u64, other as u64, (other >> 64) as u64];
        let fold = |seed: u64| words.iter().fold(seed, |hash, word| mix(hash ^ word).wrapping_add(seed));
        [fold(0x9E37_79B9_7F4A_7C15), fold(0xD1B5_4A32_D192_ED03)]
    }

    #[inline]
    fn first_square(self) -> usize {
        self.trailing_zeros() as usize
    }

    #[inline]
    fn widen(self) -> u128 {
        self
    }

    #[inline]
    fn narrow(word: u128) -> Self {
        word
    }
}
