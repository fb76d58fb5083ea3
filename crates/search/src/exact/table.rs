//! The solver's memory: proven bounds and best moves by position, shared by all threads without locks.
//!
//! An entry is three words: the two words that identify the position, each xor-ed with the third, and the third
//! with what is known. A torn write fits no position and is not found.

use std::sync::atomic::{AtomicU64, Ordering};

use enban_game::rng::mix;

use crate::pages::Pages;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The result is at least this.
    pub low: i8,
    /// The result is at most this.
    pub high: i8,
    /// The best move found, as its number; 255 if none is known.
    pub best: u8,
    /// Moves that were left: how much work the entry stands for.
    pub moves_left: u8,
    /// How much the bounds may be doubted: 0 if they are proven.
    pub doubt: u8,
}

/// No best move.
pub const NO_MOVE: u8 = 255;

impl Known {
    /// Nothing is known.
    pub const NOTHING: Self = Self { low: i8::MIN, high: i8::MAX, best: NO_MOVE, moves_left: 0, doubt: 0 };

    /// What is left if bounds that may be doubted do not count.
    #[inline(always)]
    pub fn proven(self) -> Self {
        if self.doubt == 0 { self } else { Self { low: i8::MIN, high: i8::MAX, doubt: 0, ..self } }
    }

    fn pack(self) -> u64 {
        let bytes = [self.low as u8, self.high as u8, self.best, self.moves_left, 1, self.doubt, 0, 0];
        u64::from_le_bytes(bytes)
    }

    fn unpack(word: u64) -> Self {
        let [low, high, best, moves_left, _, doubt, ..] = word.to_le_bytes();
        Self { low: low as i8, high: high as i8, best, moves_left, doubt }
    }
}

/// Entries that share a place.
const WAYS: usize = 4;

/// A place of the table: four entries of three words.
type Bucket = [AtomicU64; 3 * WAYS];

/// The table.
pub struct Table {
    buckets: Pages<Bucket>,
}

impl Table {
    /// A table of at most so many megabytes, 1 at least.
    pub fn new(megabytes: usize) -> Self {
        let count = (megabytes.max(1) << 20) / size_of::<Bucket>();
        let empty = || std::array::from_fn(|_| AtomicU64::new(0));
        Self { buckets: Pages::new(count, empty) }
    }

    #[inline]
    fn place(&self, [first, second]: [u64; 2]) -> usize {
        let hash = mix(first ^ mix(second));
        // The high half of a product spreads any hash over any number of buckets.
        ((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline]
    fn bucket(&self, identity: [u64; 2]) -> &Bucket {
        &self.buckets[self.place(identity)]
    }

    /// Brings the place of a position nearer, before it is asked for.
    #[inline(always)]
    pub fn prefetch(&self, identity: [u64; 2]) {
        self.buckets.prefetch(self.place(identity));
    }

    /// What is known of a position.
    #[inline]
    pub fn find(&self, identity: [u64; 2]) -> Known {
        let bucket = self.bucket(identity);
        for entry in bucket.chunks_exact(3) {
            let word = entry[2].load(Ordering::Relaxed);
            let same = entry[0].load(Ordering::Relaxed) == identity[0] ^ word
                && entry[1].load(Ordering::Relaxed) == identity[1] ^ word;
            if same && word != 0 {
                return Known::unpack(word);
            }
        }
        Known::NOTHING
    }

    /// Remembers what is known, in place of an older entry for the position or else of the one that stood for
    /// the least work.
    #[inline]
    pub fn keep(&self, identity: [u64; 2], known: Known) {
        let bucket = self.bucket(identity);
        let (mut cheapest, mut least_work) = (0, u8::MAX);
        for (way, entry) in bucket.chunks_exact(3).enumerate() {
            let word = entry[2].load(Ordering::Relaxed);
            let same = entry[0].load(Ordering::Relaxed) == identity[0] ^ word
                && entry[1].load(Ordering::Relaxed) == identity[1] ^ word;
            if same {
                cheapest = way;
                break;
            }
            let work = if word == 0 { 0 } else { Known::unpack(word).moves_left };
            if work < least_work {
                (cheapest, least_work) = (way, work);
            }
        }
        let word = known.pack();
        let entry = &bucket[3 * cheapest..3 * cheapest + 3];
        entry[0].store(identity[0] ^ word, Ordering::Relaxed);
        entry[1].store(identity[1] ^ word, Ordering::Relaxed);
        entry[2].store(word, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found() {
        let table = Table::new(1);
        let known = Known { low: -64, high: 10, best: 63, moves_left: 20, doubt: 3 };
        table.keep([1, 2], known);
        assert_eq!(table.find([1, 2]), known);
        assert_eq!(table.find([2, 1]), Known::NOTHING);
        let better = Known { low: 0, ..known };
        table.keep([1, 2], better);
        assert_eq!(table.find([1, 2]), better);
    }

    /// In a full table the entries that stand for much work stay.
    #[test]
    fn large_work_outlives_small() {
        let table = Table::new(1);
        let known = |moves_left| Known { low: 0, high: 0, best: 0, moves_left, doubt: 0 };
        (0..100).for_each(|number| table.keep([number, 7], known(30)));
        (0..1_000_000).for_each(|number| table.keep([number, 8], known(5)));
        let found = (0..100).filter(|&number| table.find([number, 7]) == known(30)).count();
        assert!(found >= 98, "{found}");
    }
}
