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

    /// The bound that answers "is the result more than `alpha`?", if one does.
    #[inline(always)]
    pub fn answer(self, alpha: i32) -> Option<i32> {
        let (low, high) = (i32::from(self.low), i32::from(self.high));
        if low > alpha {
            Some(low)
        } else if high <= alpha {
            Some(high)
        } else {
            None
        }
    }

    /// What is known after a search that asked "is the result more than `alpha`?" and found a bound and a move.
    #[inline(always)]
    pub fn after_search(self, found: i32, alpha: i32, choice: u8, left: u32) -> Self {
        let (low, high) = match found > alpha {
            true => (found as i8, self.high),
            false => (self.low, found as i8),
        };
        let best = if found > alpha || self.best == NO_MOVE { choice } else { self.best };
        Self { low, high, best, moves_left: left as u8, doubt: self.doubt }
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

/// A small table of one thread, for the many positions near the leaves: it stays in the processor's cache.
pub struct Local {
    entries: Box<[LocalEntry]>,
}

/// An entry of a [`Local`].
#[derive(Clone, Copy)]
struct LocalEntry {
    identity: [u64; 2],
    known: Known,
}

impl Local {
    /// An empty one of so many entries, a power of two: about a hundred kilobytes for 4096.
    pub fn new(entries: usize) -> Self {
        debug_assert!(entries.is_power_of_two());
        // No position has all squares taken by both sides.
        Self { entries: vec![LocalEntry { identity: [u64::MAX; 2], known: Known::NOTHING }; entries].into() }
    }

    #[inline(always)]
    fn place(&self, [first, second]: [u64; 2]) -> usize {
        // Two odd numbers without a pattern: the high bits of the sum depend on every square.
        let hash = first.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(second.wrapping_mul(0xC2B2_AE3D_27D4_EB4F));
        (hash >> 40) as usize & (self.entries.len() - 1)
    }

    /// What is known of a position.
    #[inline(always)]
    pub fn find(&self, identity: [u64; 2]) -> Known {
        let entry = &self.entries[self.place(identity)];
        if entry.identity == identity { entry.known } else { Known::NOTHING }
    }

    /// Remembers what is known, in place of what was there.
    #[inline(always)]
    pub fn keep(&mut self, identity: [u64; 2], known: Known) {
        self.entries[self.place(identity)] = LocalEntry { identity, known };
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

    #[test]
    fn a_local_table_finds_what_it_kept_last_in_a_place_and_nothing_else() {
        let mut local = Local::new(64);
        let known = |low| Known { low, high: 10, best: 63, moves_left: 9, doubt: 0 };
        for number in 0..1000 {
            let identity = [number, 3 * number];
            assert_eq!(local.find(identity), Known::NOTHING);
            local.keep(identity, known(number as i8 % 8));
            assert_eq!(local.find(identity), known(number as i8 % 8));
            local.keep(identity, known(-1));
            assert_eq!(local.find(identity), known(-1));
        }
        let kept = (0..1000).filter(|&number| local.find([number, 3 * number]) != Known::NOTHING).count();
        assert!((50..=64).contains(&kept), "{kept} of 64 places are in use");
    }

    #[test]
    fn bounds_answer_and_grow_together() {
        let known = Known { low: -4, high: 6, best: NO_MOVE, moves_left: 9, doubt: 2 };
        assert_eq!([-5, -4, 5, 6].map(|alpha| known.answer(alpha)), [Some(-4), None, None, Some(6)]);
        let more = known.after_search(3, 0, 17, 9);
        assert_eq!(more, Known { low: 3, best: 17, ..known });
        // A move that was not enough does not take the place of one that was.
        assert_eq!(more.after_search(4, 4, 20, 9), Known { high: 4, ..more });
        assert_eq!(known.after_search(0, 2, 20, 9), Known { high: 0, best: 20, ..known });
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
