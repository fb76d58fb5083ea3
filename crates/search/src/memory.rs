//! The memory of heuristic searches: values by position, shared by all threads without locks.
//!
//! An entry is two words, the key xor-ed with the data, and the data: a torn write fits no key. Two entries share a place, so that
//! the many shallow searches do not push out the few deep ones.

use std::sync::atomic::{AtomicU64, Ordering};

use enban_game::{Key, Move};

use crate::pages::Pages;

/// How a remembered value relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Low,
    /// The value is at most this.
    High,
}

/// What is remembered of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Remembered {
    /// The value for the seat on turn.
    pub value: i32,
    /// How the value is meant.
    pub bound: Bound,
    /// Plies that were read below the position.
    pub depth: u8,
    /// The best move.
    pub best: Move,
}

impl Remembered {
    fn pack(self) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Low => 2,
            Bound::High => 3,
        };
        u64::from(self.value as u32) | u64::from(self.best.0) << 32 | u64::from(self.depth) << 48 | bound << 56
    }

    /// The depth in a packed word.
    fn depth_of(word: u64) -> u8 {
        (word >> 48) as u8
    }

    fn unpack(word: u64) -> Option<Self> {
        let bound = match word >> 56 {
            1 => Bound::Exact,
            2 => Bound::Low,
            3 => Bound::High,
            _ => return None,
        };
        Some(Self { value: word as u32 as i32, bound, depth: Self::depth_of(word), best: Move((word >> 32) as u16) })
    }
}

/// Two entries that share a place: one for what was searched deepest, one for what came last.
type Place = [AtomicU64; 4];

/// The memory.
pub struct Memory {
    places: Pages<Place>,
}

impl Memory {
    /// Memory of so many megabytes, 1 at least.
    pub fn new(megabytes: usize) -> Self {
        let count = (megabytes.max(1) << 20) / size_of::<Place>();
        let empty = || [const { AtomicU64::new(0) }; 4];
        Self { places: Pages::new(count, empty) }
    }

    #[inline]
    fn place(&self, key: Key) -> &Place {
        let place = (u128::from(key.0) * self.places.len() as u128) >> 64;
        &self.places[place as usize]
    }

    /// What is remembered of a position, the deeper first.
    #[inline]
    pub fn find(&self, key: Key) -> [Option<Remembered>; 2] {
        let place = self.place(key);
        [0, 2].map(|at| {
            let word = place[at + 1].load(Ordering::Relaxed);
            if place[at].load(Ordering::Relaxed) ^ word == key.0 { Remembered::unpack(word) } else { None }
        })
    }

    /// The move to try first in a position.
    pub fn best(&self, key: Key) -> Option<Move> {
        let [deep, last] = self.find(key);
        deep.or(last).map(|known| known.best)
    }

    /// Remembers. What was searched at least as deep as what is there takes its entry, and the other position moves on to the
    /// second; the rest goes to the second at once.
    #[inline]
    pub fn keep(&self, key: Key, remembered: Remembered) {
        let place = self.place(key);
        let deepest = [0, 1].map(|word| place[word].load(Ordering::Relaxed));
        let word = remembered.pack();
        let put = |at: usize, words: [u64; 2]| {
            place[at].store(words[0], Ordering::Relaxed);
            place[at + 1].store(words[1], Ordering::Relaxed);
        };
        if remembered.depth < Remembered::depth_of(deepest[1]) {
            put(2, [key.0 ^ word, word]);
            return;
        }
        if deepest[0] ^ deepest[1] != key.0 {
            put(2, deepest);
        }
        put(0, [key.0 ^ word, word]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(value: i32, depth: u8) -> Remembered {
        Remembered { value, bound: Bound::Low, depth, best: Move(3) }
    }

    /// Keys whose positions share a place.
    const KEYS: [Key; 3] = [Key(77), Key(78), Key(79)];

    #[test]
    fn what_is_kept_is_found() {
        let memory = Memory::new(1);
        for (value, bound) in [(-1_006_400, Bound::Exact), (5, Bound::Low), (0, Bound::High)] {
            let kept = Remembered { value, bound, depth: 60, best: Move(624) };
            memory.keep(Key(77), kept);
            assert_eq!(memory.find(Key(77)), [Some(kept), None]);
            assert_eq!(memory.best(Key(77)), Some(Move(624)));
        }
        assert_eq!(memory.find(Key(78)), [None; 2]);
        assert_eq!(memory.best(Key(78)), None);
    }

    #[test]
    fn a_shallow_search_of_a_position_does_not_push_out_a_deep_one() {
        let memory = Memory::new(1);
        memory.keep(KEYS[0], reading(1, 9));
        memory.keep(KEYS[0], reading(2, 4));
        assert_eq!(memory.find(KEYS[0]), [Some(reading(1, 9)), Some(reading(2, 4))]);
        memory.keep(KEYS[0], reading(3, 9));
        assert_eq!(memory.find(KEYS[0]), [Some(reading(3, 9)), Some(reading(2, 4))]);
    }

    #[test]
    fn of_many_positions_at_a_place_the_deepest_and_the_last_are_known() {
        let memory = Memory::new(1);
        memory.keep(KEYS[0], reading(1, 5));
        memory.keep(KEYS[1], reading(2, 7));
        assert_eq!(memory.find(KEYS[0]), [None, Some(reading(1, 5))], "the deeper moves in, the other moves on");
        assert_eq!(memory.find(KEYS[1]), [Some(reading(2, 7)), None]);
        memory.keep(KEYS[2], reading(3, 2));
        assert_eq!(memory.find(KEYS[0]), [None; 2]);
        assert_eq!(memory.find(KEYS[1]), [Some(reading(2, 7)), None]);
        assert_eq!(memory.find(KEYS[2]), [None, Some(reading(3, 2))]);
    }
}
