//! The hot operations of the family on whole words: which squares outflank, what a disc turns over.
//!
//! A [`Kernel`] is a token of the machine's level: [`Portable`] runs anywhere, [`V3`] and [`V4`] exist
//! only where their instructions do; a [`Level`](enban_game::machine::Level) is whichever of them the machine has. All give the same answers; the tests hold each against the slow
//! rules of [`Twin`](crate::Twin) on random positions of every board.

#[cfg(not(all(target_arch = "x86_64", not(enban_portable))))]
mod absent;
mod level;
mod lookup;
mod portable;
mod through;
#[cfg(all(target_arch = "x86_64", not(enban_portable)))]
mod v3;
#[cfg(all(target_arch = "x86_64", not(enban_portable)))]
mod v4;

use std::fmt::Debug;

use crate::ring::Ring;
use crate::squares::Squares;

pub use enban_game::machine::{V3, V4};
pub use lookup::{LANES, LookUps};
pub use portable::Portable;
pub use through::Through;

/// Straight lines, and access to the ring, on one kind of machine.
///
/// The methods are cheap only when they are inlined into code that runs inside [`run`](Kernel::run).
pub trait Kernel: Copy + Debug + Send + Sync + 'static {
    /// The word that holds the board.
    type Set: Squares;

    /// The squares from which a disc of `own` would outflank discs of `other` along a straight line.
    /// Occupied squares and squares off the board may be among them: the caller takes them out.
    fn moves(self, own: Self::Set, other: Self::Set) -> Self::Set;

    /// The discs of `other` that a disc of `own` placed on `square` outflanks along straight lines.
    fn flips(self, square: usize, own: Self::Set, other: Self::Set) -> Self::Set;

    /// The number of discs that a disc of `own` on `square` turns over along straight lines, every other square of those being
    /// taken; if it turns none, less the number that a disc of `other` would turn.
    #[inline(always)]
    fn last_turned(self, square: usize, _through: &Through<Self::Set>, own: Self::Set, other: Self::Set) -> i32 {
        match self.flips(square, own, other).count() as i32 {
            0 => -(self.flips(square, other, own).count() as i32),
            turned => turned,
        }
    }

    /// The square with `index` smaller ones before it in the set; `index` is less than their number.
    fn nth(self, set: Self::Set, index: u32) -> usize;

    /// The squares from which a disc of `own` would outflank discs of `other` along the ring; occupied
    /// squares may be among them.
    fn ring_moves(self, ring: &Ring, own: u64, other: u64) -> u64;

    /// The discs of `other` that a disc of `own` placed on `square` outflanks along the ring.
    fn ring_flips(self, ring: &Ring, square: usize, own: u64, other: u64) -> u64;

    /// A sum of look-ups.
    ///
    /// # Panics
    /// If one is outside of the table.
    #[inline(always)]
    fn look_up(self, look_ups: &LookUps<'_>) -> i32 {
        look_ups.sum()
    }

    /// Runs code compiled for this kernel's machine.
    fn run<R>(self, work: impl FnOnce() -> R) -> R;
}
