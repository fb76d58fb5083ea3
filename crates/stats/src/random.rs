//! The seeded numbers of resampling: the same for a seed on every machine.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A stream of random indices, fully decided by its seed.
#[derive(Clone, Debug)]
pub(crate) struct Indices(Xoshiro256PlusPlus);

impl Indices {
    /// The stream of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// An index below `bound`, by the high half of a product. The bias is at most `bound / 2^64`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }

    /// A number in [0, 1).
    pub(crate) fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Puts the items into a random order, every order equally likely.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_stable() {
        let mut indices = Indices::new(42);
        let drawn: Vec<usize> = (0..6).map(|_| indices.below(1000)).collect();
        assert_eq!(drawn, [814, 318, 983, 701, 793, 588], "resampled intervals would no longer repeat");
    }

    #[test]
    fn every_order_is_equally_likely() {
        let mut indices = Indices::new(5);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            indices.shuffle(&mut items);
            *seen.entry(items).or_insert(0u32) += 1;
        }
        assert_eq!(seen.len(), 24);
        assert!(seen.values().all(|count| (850..1150).contains(count)), "{seen:?}");
    }
}
