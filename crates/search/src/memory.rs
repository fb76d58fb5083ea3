//! The memory of heuristic searches: values by position, shared by all threads without locks.
//!
//! An entry is two words, the key xor-ed with the data, and the data: a torn write fits no key.

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

    fn unpack(word: u64) -> Option<Self> {
        let bound = match word >> 56 {
            1 => Bound::Exact,
            2 => Bound::Low,
            3 => Bound::High,
            _ => return None,
        };
        Some(Self { value: word as u32 as i32, bound, depth: (word >> 48) as u8, best: Move((word >> 32) as u16) })
    }
}

/// The memory.
pub struct Memory {
    entries: Pages<[AtomicU64; 2]>,
}

impl Memory {
    /// Memory of so many megabytes, 1 at least.
    pub fn new(megabytes: usize) -> Self {
        let count = (megabytes.max(1) << 20) / size_of::<[AtomicU64; 2]>();
        let empty = || [AtomicU64::new(0), AtomicU64::new(0)];
        Self { entries: Pages::new(count, empty) }
    }

    #[inline]
    fn entry(&self, key: Key) -> &[AtomicU64; 2] {
        let place = (u128::from(key.0) * self.entries.len() as u128) >> 64;
        &self.entries[place as usize]
    }

    /// What is remembered of a position.
    #[inline]
    pub fn find(&self, key: Key) -> Option<Remembered> {
        let entry = self.entry(key);
        let word = entry[1].load(Ordering::Relaxed);
        if entry[0].load(Ordering::Relaxed) ^ word != key.0 {
            return None;
        }
        Remembered::unpack(word)
    }

    /// Remembers, in place of whatever stood there.
    #[inline]
    pub fn keep(&self, key: Key, remembered: Remembered) {
        let word = remembered.pack();
        let entry = self.entry(key);
        entry[0].store(key.0 ^ word, Ordering::Relaxed);
        entry[1].store(word, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found() {
        let memory = Memory::new(1);
        for (value, bound) in [(-1_006_400, Bound::Exact), (5, Bound::Low), (0, Bound::High)] {
            let kept = Remembered { value, bound, depth: 60, best: Move(624) };
            memory.keep(Key(77), kept);
            assert_eq!(memory.find(Key(77)), Some(kept));
        }
        assert_eq!(memory.find(Key(78)), None);
    }
}
