//! The solver's memory: proven bounds and best moves by position, shared by all threads without locks.
//!
//! An entry is three words: two that identify the position, and one with what is known, a lock and the number of the write. Who
//! writes takes the lock, or else lets it be: an entry is only worth time. Who reads looks at the third word before and after the
//! others, and finds nothing if it was locked or has changed. So no answer is ever put together from two writes, whatever they hold:
//! the number comes round after 2^26 writes to one entry, which no reader sleeps through between two loads.

use std::sync::atomic::{AtomicU64, Ordering, fence};

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

    /// As the low bits of a word that is not 0.
    fn pack(self) -> u64 {
        u64::from_le_bytes([self.low as u8, self.high as u8, self.best, self.moves_left, self.doubt, 0, 0, 0]) | PRESENT
    }

    fn unpack(word: u64) -> Self {
        let [low, high, best, moves_left, doubt, ..] = word.to_le_bytes();
        Self { low: low as i8, high: high as i8, best, moves_left, doubt: doubt & 15 }
    }
}

/// Says that an entry holds something. Doubts are less than 16.
const PRESENT: u64 = 1 << 36;
/// Somebody writes.
const LOCKED: u64 = 1 << 37;
/// The number of the write starts here.
const WRITE: u64 = 1 << 38;

/// Three words of a bucket.
struct Entry<'t>(&'t [AtomicU64]);

impl Entry<'_> {
    /// What is known of a position, as the word that says it; `None` if the entry is another's or is being written.
    #[inline(always)]
    fn word_of(&self, identity: [u64; 2]) -> Option<u64> {
        let before = self.0[2].load(Ordering::Acquire);
        let found = [self.0[0].load(Ordering::Relaxed), self.0[1].load(Ordering::Relaxed)];
        if found != identity || before & (PRESENT | LOCKED) != PRESENT {
            return None;
        }
        // The loads above are done before the one below.
        fence(Ordering::Acquire);
        (self.0[2].load(Ordering::Relaxed) == before).then_some(before)
    }

    /// Writes, unless someone else does, or has done so since `before` was read.
    #[inline(always)]
    fn write(&self, before: u64, identity: [u64; 2], known: Known) {
        let is_mine = before & LOCKED == 0
            && self.0[2].compare_exchange(before, before | LOCKED, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        if is_mine {
            // Who sees one of the stores below also sees the lock.
            fence(Ordering::Release);
            self.0[0].store(identity[0], Ordering::Relaxed);
            self.0[1].store(identity[1], Ordering::Relaxed);
            let write = (before & !(WRITE - 1)).wrapping_add(WRITE);
            self.0[2].store(write | known.pack(), Ordering::Release);
        }
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
        let entries = self.bucket(identity).chunks_exact(3).map(Entry);
        entries.filter_map(|entry| entry.word_of(identity)).next().map_or(Known::NOTHING, Known::unpack)
    }

    /// Remembers what is known, in place of an older entry for the position or else of the one that stood for
    /// the least work. Where another thread writes at the same moment, its entry stays.
    #[inline]
    pub fn keep(&self, identity: [u64; 2], known: Known) {
        let bucket = self.bucket(identity);
        let (mut cheapest, mut least_work, mut before) = (0, u8::MAX, 0);
        for (way, words) in bucket.chunks_exact(3).enumerate() {
            if let Some(word) = Entry(words).word_of(identity) {
                (cheapest, before) = (way, word);
                break;
            }
            let word = words[2].load(Ordering::Relaxed);
            let work = if word & PRESENT == 0 { 0 } else { Known::unpack(word).moves_left };
            if work < least_work {
                (cheapest, least_work, before) = (way, work, word);
            }
        }
        Entry(&bucket[3 * cheapest..3 * cheapest + 3]).write(before, identity, known);
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

    /// Two threads write positions with equal data to one entry, so that halves of both would look like a third position.
    #[test]
    fn no_position_is_found_that_nobody_kept() {
        let table = Table::new(1);
        let (first, second) = ([11, 22], 1000..);
        let place = table.place(first);
        let crossed = second.map(|number| [first[0], number]).find(|&identity| table.place(identity) == place).unwrap();
        let other =
            (1000..).map(|number| [number, crossed[1]]).find(|&identity| table.place(identity) == place).unwrap();
        let known = |moves_left| Known { low: 0, high: 0, best: 0, moves_left, doubt: 0 };
        // The other ways of the place are taken, so that both positions use the same one.
        let dear = (1_000_000..).map(|number| [number, 5]).filter(|&identity| table.place(identity) == place);
        dear.take(WAYS - 1).for_each(|identity| table.keep(identity, known(40)));
        let is_over = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            for identity in [first, other] {
                let (table, is_over) = (&table, &is_over);
                scope.spawn(move || {
                    while !is_over.load(Ordering::Relaxed) {
                        table.keep(identity, known(10));
                    }
                });
            }
            let mut seen = 0;
            for _ in 0..10_000_000 {
                seen += usize::from(table.find(first) == known(10));
                if table.find(crossed) != Known::NOTHING {
                    is_over.store(true, Ordering::Relaxed);
                    panic!("half of one position and half of another");
                }
            }
            is_over.store(true, Ordering::Relaxed);
            assert!(seen > 0, "what was kept is found");
        });
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
