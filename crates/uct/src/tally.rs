//! What the search counts at a node of the [tree](enban_search::tree): its own results, those of games in which the move was
//! played later (RAVE), and what it looked like before it was tried.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use enban_search::tree::{self, Stats};

/// The tree of this search.
pub(crate) type Tree = tree::Tree<Tally>;

/// A node of it.
pub(crate) type Node = tree::Node<Tally>;

/// Worths are whole numbers from 0 to this.
pub(crate) const ONE: u32 = 1 << 12;

/// What is counted at a node. Worths are those of the side that moved here.
#[derive(Default)]
pub(crate) struct Tally {
    /// The worth of the playouts through this node, added up.
    worth: AtomicU64,
    /// Results of games in which the move was played later.
    pub(crate) rave: Rave,
    /// Playouts that came here, those under way included: until they are back they count as lost.
    visits: AtomicU32,
    /// Two numbers of 16 bits in sixteenths.
    prior: AtomicU32,
}

impl Stats for Tally {
    type Seed = Prior;

    fn begin(&self, prior: Prior) {
        let fixed = |number: f32| (number * FIXED).round().clamp(0.0, 65535.0) as u32;
        self.prior.store(fixed(prior.visits) << 16 | fixed(prior.worth), Ordering::Relaxed);
    }

    fn copy(&self, from: &Self) {
        self.worth.store(from.worth.load(Ordering::Relaxed), Ordering::Relaxed);
        self.rave.0.store(from.rave.0.load(Ordering::Relaxed), Ordering::Relaxed);
        self.visits.store(from.visits(), Ordering::Relaxed);
        self.prior.store(from.prior.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    #[inline]
    fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }
}

const FIXED: f32 = 16.0;

impl Tally {
    /// A playout comes by.
    #[inline]
    pub(crate) fn visit(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
    }

    /// A playout is back with what it was worth.
    #[inline]
    pub(crate) fn add_worth(&self, worth: u32) {
        self.worth.fetch_add(u64::from(worth), Ordering::Relaxed);
    }

    /// Visits, and their worth in units of [`ONE`].
    #[inline]
    pub(crate) fn read(&self) -> (u32, f32) {
        // Signed numbers are turned into fractions in one instruction on every machine; no sum comes near the sign.
        (self.visits(), self.worth.load(Ordering::Relaxed) as i64 as f32 * (1.0 / ONE as f32))
    }

    /// The mean worth of the games through this node; a half if there are none.
    pub(crate) fn mean(&self) -> f64 {
        let (visits, worth) = self.read();
        if visits == 0 { 0.5 } else { f64::from(worth) / f64::from(visits) }
    }

    /// What the move was taken to be worth before it was tried.
    #[inline]
    pub(crate) fn prior(&self) -> Prior {
        let word = self.prior.load(Ordering::Relaxed);
        Prior { visits: (word >> 16) as f32 * (1.0 / FIXED), worth: (word & 0xFFFF) as f32 * (1.0 / FIXED) }
    }
}

/// Visits and the sum of what they were worth in one word, so that both change and are read together: 26 bits of
/// visits above 38 bits of worth. Searches stop counting before it is full.
#[derive(Default)]
pub(crate) struct Rave(AtomicU64);

const WORTH_BITS: u32 = 38;

/// Visits of a node from which the later moves of its playouts are no longer counted: they weigh next to nothing by then, and
/// each child counts at most once for a visit of its parent, so that no [`Rave`] overflows.
pub(crate) const RAVE_VISITS_MAX: u32 = 1 << 25;

impl Rave {
    #[inline]
    pub(crate) fn add(&self, visits: u32, worth: u32) {
        self.0.fetch_add(u64::from(visits) << WORTH_BITS | u64::from(worth), Ordering::Relaxed);
    }

    /// Visits, and their worth in units of [`ONE`].
    #[inline]
    pub(crate) fn read(&self) -> (u32, f32) {
        let word = self.0.load(Ordering::Relaxed);
        ((word >> WORTH_BITS) as u32, (word & ((1 << WORTH_BITS) - 1)) as f32 * (1.0 / ONE as f32))
    }
}

/// What a move is taken to be worth before it is tried.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Prior {
    /// As if it had been visited so often,
    pub(crate) visits: f32,
    /// and won so many of these games.
    pub(crate) worth: f32,
}

impl Prior {
    /// Adds games of which a share was won.
    pub(crate) fn add(&mut self, visits: f32, share: f32) {
        self.visits += visits;
        self.worth += visits * share;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_half_a_cache_line() {
        assert_eq!(size_of::<Node>(), 32);
    }

    #[test]
    fn visits_and_worths_are_read_as_they_were_added_and_copied() {
        let tally = Tally::default();
        tally.begin(Prior { visits: 10.0, worth: 2.5 });
        (0..4).for_each(|_| tally.visit());
        tally.add_worth(ONE / 4);
        tally.add_worth(ONE);
        tally.rave.add(6, 6 * ONE);
        tally.rave.add(2, ONE);
        let copied = Tally::default();
        copied.copy(&tally);
        for tally in [tally, copied] {
            assert_eq!((tally.read(), tally.rave.read()), ((4, 1.25), (8, 7.0)));
            assert_eq!(tally.prior(), Prior { visits: 10.0, worth: 2.5 });
        }
    }

    #[test]
    fn a_hundred_million_visits_do_not_run_over() {
        let tally = Tally::default();
        tally.visits.store(100_000_000, Ordering::Relaxed);
        tally.worth.store(60_000_000 * u64::from(ONE), Ordering::Relaxed);
        tally.visit();
        tally.add_worth(ONE);
        assert_eq!(tally.read().0, 100_000_001);
        assert!((tally.mean() - 0.6).abs() < 1e-6, "{}", tally.mean());
        // Each child counts at most once a visit, a few more where one playout stands for four.
        let rave = Rave::default();
        rave.add(RAVE_VISITS_MAX + 4, 0);
        (0..1 << 10).for_each(|_| rave.add(0, (RAVE_VISITS_MAX >> 10) * ONE));
        assert_eq!(rave.read(), (RAVE_VISITS_MAX + 4, RAVE_VISITS_MAX as f32));
    }
}
