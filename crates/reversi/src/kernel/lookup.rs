//! Sums of look-ups in a table of weights: what an evaluation by patterns does at every leaf.

/// Lanes of a vector of indices.
pub const LANES: usize = 64;

/// What to add up: for each of the first `lanes` lanes the weight at its centre plus or minus its index.
#[derive(Clone, Copy, Debug)]
pub struct LookUps<'l> {
    /// The weights. No sum of a centre and an index reaches the last.
    pub table: &'l [i16],
    /// Where in the table the index 0 of each lane is.
    pub centres: &'l [u32; LANES],
    /// The index of each lane.
    pub indices: &'l [i16; LANES],
    /// How many lanes count: a multiple of 16.
    pub lanes: usize,
    /// 1 to add indices, -1 to take them off.
    pub sign: i16,
}

impl LookUps<'_> {
    /// The sum, one look-up after the other.
    ///
    /// # Panics
    /// If a look-up is outside of the table.
    #[inline(always)]
    pub fn sum(&self) -> i32 {
        let entry = |(index, centre): (&i16, &u32)| centre.wrapping_add_signed(i32::from(self.sign * *index)) as usize;
        let entries = self.indices[..self.lanes].iter().zip(self.centres).map(entry);
        entries.map(|entry| i32::from(self.table[..self.table.len() - 1][entry])).sum()
    }
}

/// A look-up outside of the table, found by a kernel that checks many at once.
#[cold]
#[inline(never)]
#[allow(dead_code, reason = "kernels that look up one by one check as they do")]
pub(super) fn outside() -> ! {
    panic!("a look-up is outside of the table")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Kernel, Portable, V3, V4};
    use enban_game::Rng;

    fn check<K: Kernel>(kernel: K) {
        let mut rng = Rng::new(6);
        let table: Vec<i16> = (0..100_000).map(|_| rng.bits() as i16).collect();
        for lanes in [16, 48, 64] {
            let centres = std::array::from_fn(|_| 30_000 + rng.below(39_000));
            let indices =
                std::array::from_fn(|_| rng.below(60_001) as i16).map(|index: i16| index.clamp(-30_000, 30_000));
            for sign in [1, -1] {
                let look_ups = LookUps { table: &table, centres: &centres, indices: &indices, lanes, sign };
                assert_eq!(kernel.run(|| kernel.look_up(&look_ups)), look_ups.sum());
            }
        }
    }

    #[test]
    fn every_kernel_gives_the_sum_of_the_plain_loop() {
        check(Portable::<u64>::new());
        V3::detect().into_iter().for_each(check);
        V4::detect().into_iter().for_each(check);
    }

    /// The last entry counts as outside, as kernels read a little further than they need.
    #[test]
    fn look_ups_outside_of_the_table_are_refused_by_every_kernel() {
        fn is_refused<K: Kernel + std::panic::RefUnwindSafe>(kernel: K) -> bool {
            let refused = [99u32, 100, u32::MAX].map(|centre| {
                let (mut centres, indices, table) = ([5; LANES], [0; LANES], [1; 100]);
                centres[37] = centre;
                let look_ups = LookUps { table: &table, centres: &centres, indices: &indices, lanes: LANES, sign: 1 };
                std::panic::catch_unwind(|| kernel.run(|| kernel.look_up(&look_ups))).is_err()
            });
            refused == [true; 3]
        }
        assert!(is_refused(Portable::<u64>::new()));
        assert!(V3::detect().is_none_or(is_refused));
        assert!(V4::detect().is_none_or(is_refused));
    }
}
