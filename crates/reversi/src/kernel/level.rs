//! The kernel chosen while the program runs: each operation asks which one it is.
//!
//! It lets a type of game be named without a machine. Rules, notation and pages lose nothing by it; a search is
//! compiled for a kernel of its own, see [`ReversiOn::on`](crate::ReversiOn::on).

use enban_game::machine::Level;

use super::{Kernel, Portable};
use crate::ring::Ring;

/// The same call to the kernel of each level.
macro_rules! at_level {
    ($level:expr, |$kernel:ident| $call:expr) => {
        match $level {
            Level::Portable => {
                let $kernel = Portable::<u64>::new();
                $call
            }
            Level::V3($kernel) => $call,
            Level::V4($kernel) => $call,
        }
    };
}

impl Kernel for Level {
    type Set = u64;

    fn moves(self, own: u64, other: u64) -> u64 {
        at_level!(self, |kernel| Kernel::moves(kernel, own, other))
    }

    fn flips(self, square: usize, own: u64, other: u64) -> u64 {
        at_level!(self, |kernel| Kernel::flips(kernel, square, own, other))
    }

    fn nth(self, set: u64, index: u32) -> usize {
        at_level!(self, |kernel| Kernel::nth(kernel, set, index))
    }

    fn ring_moves(self, ring: &Ring, own: u64, other: u64) -> u64 {
        at_level!(self, |kernel| Kernel::ring_moves(kernel, ring, own, other))
    }

    fn ring_flips(self, ring: &Ring, square: usize, own: u64, other: u64) -> u64 {
        at_level!(self, |kernel| Kernel::ring_flips(kernel, ring, square, own, other))
    }

    /// Compiled once, for any machine: only the operations above use the instructions of the level.
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }
}
