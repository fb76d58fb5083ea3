//! What the tree search counts at a node: visits, payoffs, and what is known for certain.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use enban_game::Seat;
use enban_game::contract::SEATS_MAX;

use crate::tree;

/// The payoff of a game won alone; payoffs are whole numbers from 0 to this.
pub(super) const ONE: u16 = 1 << 14;

/// What a finished game is worth to each seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Payoffs(pub(super) [u16; SEATS_MAX]);

impl Payoffs {
    pub(super) fn from_shares(shares: &[f32; SEATS_MAX]) -> Self {
        Self(shares.map(|share| (share.clamp(0.0, 1.0) * f32::from(ONE)).round() as u16))
    }

    #[inline]
    pub(super) fn of(self, seat: Seat) -> u16 {
        self.0[seat.index()]
    }

    /// All payoffs and a mark in one word, which is never 0.
    fn pack(self) -> u64 {
        self.0.iter().rev().fold(0, |word, &payoff| word << 16 | u64::from(payoff)) | MARK
    }

    fn unpack(word: u64) -> Self {
        let word = word & !MARK;
        Self(std::array::from_fn(|seat| (word >> (16 * seat)) as u16))
    }
}

const MARK: u64 = 1 << 15;

/// The tree of this search.
pub(super) type Tree = tree::Tree<Tally>;

/// A node of it.
pub(super) type Node = tree::Node<Tally>;

/// What is counted at a node.
#[derive(Default)]
pub(super) struct Tally {
    /// Payoffs of the seat that moved here, added up.
    pub(super) sum: AtomicU64,
    /// Simulations that came here, those under way included: until they are back they count as lost.
    pub(super) visits: AtomicU32,
    proof: AtomicU64,
}

impl tree::Stats for Tally {
    type Seed = ();

    fn begin(&self, (): ()) {}

    fn copy(&self, from: &Self) {
        self.sum.store(from.sum.load(Ordering::Relaxed), Ordering::Relaxed);
        self.visits.store(from.visits.load(Ordering::Relaxed), Ordering::Relaxed);
        self.set_proof(from.proof());
    }

    #[inline]
    fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }
}

impl Tally {
    /// The mean payoff, from 0 to 1, of the seat that moved here.
    pub(super) fn mean(&self) -> f64 {
        let visits = self.visits.load(Ordering::Relaxed).max(1);
        self.sum.load(Ordering::Relaxed) as f64 / (f64::from(visits) * f64::from(ONE))
    }

    /// The payoffs, if they are known for certain.
    #[inline]
    pub(super) fn proof(&self) -> Option<Payoffs> {
        let word = self.proof.load(Ordering::SeqCst);
        (word != 0).then(|| Payoffs::unpack(word))
    }

    pub(super) fn set_proof(&self, payoffs: Option<Payoffs>) {
        self.proof.store(payoffs.map_or(0, Payoffs::pack), Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_half_a_cache_line_and_payoffs_fit_a_word() {
        assert_eq!(size_of::<Node>(), 32);
        for payoffs in [[0; 4], [ONE; 4], [0, ONE, 1, 2], [ONE, 5, 0, ONE - 1]].map(Payoffs) {
            assert_ne!(payoffs.pack(), 0);
            assert_eq!(Payoffs::unpack(payoffs.pack()), payoffs);
        }
    }

    #[test]
    fn all_that_was_counted_is_copied() {
        let (old, new) = (Tally::default(), Tally::default());
        old.sum.store(77, Ordering::Relaxed);
        old.visits.store(5, Ordering::Relaxed);
        old.set_proof(Some(Payoffs([ONE, 0, 0, 0])));
        tree::Stats::copy(&new, &old);
        assert_eq!((tree::Stats::visits(&new), new.sum.load(Ordering::Relaxed)), (5, 77));
        assert_eq!(new.proof(), old.proof());
    }
}
