//! The one source of randomness: a seeded generator whose numbers never change between versions.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A stream of random numbers, fully decided by its seed and stream number.
///
/// ```
/// use enban_game::Rng;
///
/// let mut rng = Rng::stream(42, 17);
/// let die = 1 + rng.below(6);
/// assert!((1..=6).contains(&die));
/// assert_eq!(1 + Rng::stream(42, 17).below(6), die, "the same stream gives the same numbers");
/// ```
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// One of many independent streams of a seed: game 17 of an experiment gets the same numbers
    /// whichever thread plays it.
    pub fn stream(seed: u64, number: u64) -> Self {
        Self::new(mix(mix(seed) ^ number))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, by the high half of a product. The bias, at most `bound / 2^32`, is far
    /// below what any experiment here can see.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// A number in [0, 1).
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Scatters the bits of a number: every input bit changes about half of the output bits.
#[inline]
pub const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_stable() {
        let mut rng = Rng::new(42);
        let first = rng.bits();
        assert_eq!(first, 15021278609987233951, "results stored with a seed would no longer repeat");
        assert_ne!(Rng::stream(42, 0).bits(), Rng::stream(42, 1).bits());
    }

    #[test]
    fn below_reaches_every_number_evenly() {
        let mut rng = Rng::new(7);
        let mut seen = [0u32; 7];
        (0..70_000).for_each(|_| seen[rng.below(7) as usize] += 1);
        assert!(seen.iter().all(|count| (9_600..10_400).contains(count)), "{seen:?}");
    }
}
