//! Stand-ins for the kernels of x86-64 on other architectures. Their tokens are never given out there, so
//! this is never run; it lets the same program compile everywhere.

use super::{Kernel, Portable, V3, V4};
use crate::ring::Ring;

macro_rules! never_run {
    ($token:ty) => {
        impl Kernel for $token {
            type Set = u64;

            fn moves(self, own: u64, other: u64) -> u64 {
                Portable::new().moves(own, other)
            }

            fn flips(self, square: usize, own: u64, other: u64) -> u64 {
                Portable::new().flips(square, own, other)
            }

            fn nth(self, set: u64, index: u32) -> usize {
                Portable::new().nth(set, index)
            }

            fn ring_moves(self, ring: &Ring, own: u64, other: u64) -> u64 {
                Portable::<u64>::new().ring_moves(ring, own, other)
            }

            fn ring_flips(self, ring: &Ring, square: usize, own: u64, other: u64) -> u64 {
                Portable::<u64>::new().ring_flips(ring, square, own, other)
            }

            fn run<R>(self, work: impl FnOnce() -> R) -> R {
                work()
            }
        }
    };
}

never_run!(V3);
never_run!(V4);
