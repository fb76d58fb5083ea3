//! The table of the proof search: how hard a question looks, or its answer, by the whole question itself.
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

/// Questions and what is known of them.
pub(super) struct Table {
    /// Two words an entry: the question, then its numbers and the work. A question is never 0.
    entries: Vec<[u64; 2]>,
    /// What answers rest on, where that is kept: two words an entry.
    supports: Vec<[u64; 2]>,
    /// The places are a power of two.
    mask: usize,
}

impl Table {
    /// A table of at most so many megabytes, at least one; with supports it has half as many entries.
    pub fn new(megabytes: usize, keeps_supports: bool) -> Self {
        let bytes = WAYS * size_of::<[u64; 2]>() * if keeps_supports { 2 } else { 1 };
        let places = (megabytes.max(1) << 20) / bytes;
        let places = if places.is_power_of_two() { places } else { places.next_power_of_two() / 2 };
        let count = places * WAYS;
        Self {
            entries: vec![[0; 2]; count],
            supports: vec![[0; 2]; if keeps_supports { count } else { 0 }],
            mask: places - 1,
        }
    }

    /// What is known of a question.
    #[inline]
    pub fn find(&self, question: u64) -> Option<Known> {
        let place = self.place(question);
        let way = self.entries[place..place + WAYS].iter().position(|entry| entry[0] == question)?;
        let numbers = self.entries[place + way][1];
        let support = self.supports.get(place + way).map_or(Support::NONE, |words| Support::from_words(*words));
        Some(Known { phi: (numbers & 0xFFFF) as u32, delta: (numbers >> 16 & 0xFFFF) as u32, support })
    }

    /// Remembers what is known of a question now, and the work that took.
    pub fn store(&mut self, question: u64, known: &Known, work: u64) {
        let place = self.place(question);
        let ways = &mut self.entries[place..place + WAYS];
        let effort = |entry: &[u64; 2]| entry[1] >> 32;
        let (mut victim, mut before) = (0, 0);
        for (way, entry) in ways.iter().enumerate() {
            if entry[0] == question {
                (victim, before) = (way, effort(entry));
                break;
            }
            if effort(entry) < effort(&ways[victim]) {
                victim = way;
            }
        }
        let work = (before + work).min(u64::from(u32::MAX));
        ways[victim] = [question, u64::from(known.phi) | u64::from(known.delta) << 16 | work << 32];
        if let Some(words) = self.supports.get_mut(place + victim) {
            *words = known.support.words();
        }
    }

    #[inline]
    fn place(&self, question: u64) -> usize {
        (mix(question) as usize & self.mask) * WAYS
    }
}
