//! The kernel for any machine, and for boards of more than 64 squares.

use std::marker::PhantomData;

use enban_game::MoveSet;

use super::Kernel;
use crate::ring::Ring;
use crate::squares::Squares;

/// Plain shifts and masks.
#[derive(Debug)]
pub struct Portable<S>(PhantomData<S>);

impl<S> Portable<S> {
    /// Always to be had.
    pub fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S> Default for Portable<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S> Clone for Portable<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Portable<S> {}

/// Runs of `through` that begin next to `from`, in the direction of larger squares.
#[inline(always)]
fn run_up<S: Squares>(from: S, through: S, step: u32) -> S {
    let mut run = through & (from << step);
    for _ in 0..S::SIDE - 3 {
        run |= through & (run << step);
    }
    run
}

/// Runs of `through` that begin next to `from`, in the direction of smaller squares.
#[inline(always)]
fn run_down<S: Squares>(from: S, through: S, step: u32) -> S {
    let mut run = through & (from >> step);
    for _ in 0..S::SIDE - 3 {
        run |= through & (run >> step);
    }
    run
}

/// The four steps to larger squares with the discs that a run may pass through: a run that would leave
/// the grid on one side and come in on the other needs a disc in an outer column, so those are left out.
#[inline(always)]
fn ways<S: Squares>(other: S) -> [(u32, S); 4] {
    let side = S::SIDE as u32;
    let inner = other & S::INNER_COLUMNS;
    [(1, inner), (side - 1, inner), (side, other), (side + 1, inner)]
}

impl<S: Squares> Kernel for Portable<S> {
    type Set = S;

    #[inline(always)]
    fn moves(self, own: S, other: S) -> S {
        let mut moves = S::NONE;
        for (step, through) in ways(other) {
            moves |= (run_up(own, through, step) << step) | (run_down(own, through, step) >> step);
        }
        moves
    }

    #[inline(always)]
    fn flips(self, square: usize, own: S, other: S) -> S {
        let placed = S::one(square);
        let mut flips = S::NONE;
        for (step, through) in ways(other) {
            let up = run_up(placed, through, step);
            if (up << step) & own != S::NONE {
                flips |= up;
            }
            let down = run_down(placed, through, step);
            if (down >> step) & own != S::NONE {
                flips |= down;
            }
        }
        flips
    }

    #[inline(always)]
    fn nth(self, set: S, index: u32) -> usize {
        MoveSet::nth(&set, index).index()
    }

    #[inline(always)]
    fn ring_moves(self, ring: &Ring, own: u64, other: u64) -> u64 {
        let both_ways = |set: u64| {
            let word = ring.word_by_rows(set);
            word | ring.backward(word) << 32
        };
        let ends = ring.ends_of_runs(both_ways(own), both_ways(other));
        ring.set_by_bytes(ends | ring.backward(ends >> 32))
    }

    #[inline(always)]
    fn ring_flips(self, ring: &Ring, square: usize, own: u64, other: u64) -> u64 {
        ring.set_by_bytes(ring.turned(square, ring.word_by_rows(own), ring.word_by_rows(other)))
    }

    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }
}
