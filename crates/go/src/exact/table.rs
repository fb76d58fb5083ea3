//! The tables of the searches: what is known of a question, by the whole question itself.
//!
//! A question fits into one word, so nothing is ever mistaken for something else. A place has room for four; the
//! one that took the least work gives way.

use enban_game::rng::mix;

use super::support::Support;

/// What is known of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The work it takes to show that the side to move gets what it wants; 0 if that is shown.
    pub phi: u32,
    /// The work to show that it does not.
    pub delta: u32,
    /// What an answer rests on.
    pub support: Support,
}

impl Known {
    /// Whether it is an answer.
    pub fn is_answer(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

const WAYS: usize = 4;

/// Questions, each with one word: places for four that a hash leads to. A question is never 0.
pub(super) struct Rows {
    entries: Vec<[u64; 2]>,
    /// The places are a power of two.
    mask: usize,
}

impl Rows {
    /// At most so many megabytes, at least one, if an entry takes so many bytes in all.
    pub fn new(megabytes: usize, entry_bytes: usize) -> Self {
        let places = (megabytes.max(1) << 20) / (WAYS * entry_bytes);
        let places = if places.is_power_of_two() { places } else { places.next_power_of_two() / 2 };
        Self { entries: vec![[0; 2]; places * WAYS], mask: places - 1 }
    }

    /// The word of a question.
    #[inline]
    pub fn find(&self, question: u64) -> Option<u64> {
        self.place_of(question).map(|place| self.entries[place][1])
    }

    #[inline]
    fn place_of(&self, question: u64) -> Option<usize> {
        let row = self.row(question);
        self.entries[row..row + WAYS].iter().position(|entry| entry[0] == question).map(|way| row + way)
    }

    /// Gives a question its word: in its place, or in that of the entry of least effort. The place.
    #[inline]
    pub fn store(&mut self, question: u64, word: u64, effort: impl Fn(u64) -> u64) -> usize {
        let row = self.row(question);
        let ways = &mut self.entries[row..row + WAYS];
        let of = |entry: &[u64; 2]| if entry[0] == 0 { 0 } else { 1 + effort(entry[1]) };
        let own = ways.iter().position(|entry| entry[0] == question);
        let least = || (0..WAYS).min_by_key(|&way| of(&ways[way])).expect("a place has room");
        let way = own.unwrap_or_else(least);
        ways[way] = [question, word];
        row + way
    }

    #[inline]
    fn row(&self, question: u64) -> usize {
        (mix(question) as usize & self.mask) * WAYS
    }
}

/// What proof numbers know of questions.
pub(super) struct Table {
    /// The numbers and the work.
    rows: Rows,
    /// What answers rest on: two words an entry.
    supports: Vec<[u64; 2]>,
}

impl Table {
    /// A table of at most so many megabytes, at least one.
    pub fn new(megabytes: usize) -> Self {
        let rows = Rows::new(megabytes, 2 * size_of::<[u64; 2]>());
        let supports = vec![[0; 2]; rows.entries.len()];
        Self { rows, supports }
    }

    /// What is known of a question.
    #[inline]
    pub fn find(&self, question: u64) -> Option<Known> {
        let place = self.rows.place_of(question)?;
        let numbers = self.rows.entries[place][1];
        let support = Support::from_words(self.supports[place]);
        Some(Known { phi: (numbers & 0xFFFF) as u32, delta: (numbers >> 16 & 0xFFFF) as u32, support })
    }

    /// Remembers what is known of a question now, and the work that took.
    pub fn store(&mut self, question: u64, known: &Known, work: u64) {
        let effort = |word: u64| word >> 32;
        let before = self.rows.find(question).map_or(0, effort);
        let work = (before + work).min(u64::from(u32::MAX));
        let word = u64::from(known.phi) | u64::from(known.delta) << 16 | work << 32;
        let place = self.rows.store(question, word, effort);
        self.supports[place] = known.support.words();
    }
}
