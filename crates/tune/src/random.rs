//! The random numbers of one step, decided by the seed and the number of the step alone.
//!
//! So a question can be asked again and a run can go on from a file without a generator's state in it.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The numbers drawn in one step.
#[derive(Clone, Debug)]
pub(crate) struct Draws(Xoshiro256PlusPlus);

impl Draws {
    /// The stream of a step.
    pub(crate) fn new(seed: u64, step: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed ^ scatter(step)))
    }

    /// 1 or -1, each with probability one half.
    pub(crate) fn sign(&mut self) -> f64 {
        if self.0.next_u64() >> 63 == 0 { 1.0 } else { -1.0 }
    }

    /// A number of the standard normal distribution, by Marsaglia's polar method.
    pub(crate) fn normal(&mut self) -> f64 {
        loop {
            let (x, y) = (2.0 * self.unit() - 1.0, 2.0 * self.unit() - 1.0);
            let square = x * x + y * y;
            if square > 0.0 && square < 1.0 {
                return x * (-2.0 * libm::log(square) / square).sqrt();
            }
        }
    }

    /// A number in [0, 1).
    fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Spreads neighbouring steps over all seeds: the multiplications and shifts at the end of SplitMix64. The
/// seeding of the generator adds a constant again and again, so plain step numbers could meet it half way.
fn scatter(step: u64) -> u64 {
    let mixed = (step ^ (step >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_numbers_have_the_moments_of_the_normal_distribution() {
        let mut draws = Draws::new(3, 0);
        let drawn: Vec<f64> = (0..200_000).map(|_| draws.normal()).collect();
        let moment = |power: i32| drawn.iter().map(|x| x.powi(power)).sum::<f64>() / drawn.len() as f64;
        assert!(moment(1).abs() < 0.01, "{}", moment(1));
        assert!((moment(2) - 1.0).abs() < 0.02, "{}", moment(2));
        assert!(moment(3).abs() < 0.05, "{}", moment(3));
        assert!((moment(4) - 3.0).abs() < 0.1, "{}", moment(4));
    }

    #[test]
    fn steps_and_seeds_have_streams_of_their_own() {
        let mut first: Vec<u64> = Vec::new();
        for seed in 0..50 {
            first.extend((0..50).map(|step| Draws::new(seed, step).normal().to_bits()));
        }
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 2500);
        let signs: f64 = (0..10_000).map(|step| Draws::new(7, step).sign()).sum();
        assert!(signs.abs() < 300.0, "{signs}");
    }
}
