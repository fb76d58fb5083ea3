//! The work of a training as numbered tasks: games, values, errors, the match.

use std::ops::{Range, RangeInclusive};

use enban_eval::Learned;
use enban_game::Watch;
use enban_train::{Course, Duel, Lesson, Play, Sample, Teacher, between_searches, from_truth};

use super::kept::Deviation;
use crate::task::Tasks;

/// Games of a task.
pub(super) const GAMES: u64 = 200;
/// Positions that are given values in a task.
pub(super) const CHUNK: usize = 2_000;
/// Positions that errors are measured on in a task: some are read to the end from afar.
pub(super) const MEASURED: usize = 25;

/// The games of a generation: a task gives their positions.
pub(super) struct Played<'w> {
    pub(super) teacher: &'w dyn Teacher,
    pub(super) play: Play,
    /// Who plays; the hand-set evaluation if nobody.
    pub(super) by: Option<&'w Learned>,
    /// All games.
    pub(super) games: u64,
}

impl Tasks for Played<'_> {
    type Output = Vec<Sample>;

    fn perform(&self, number: u64, watch: &Watch) -> Option<Vec<Sample>> {
        let mut samples = Vec::new();
        for game in number * GAMES..self.games.min((number + 1) * GAMES) {
            if watch.is_stopped() {
                return None;
            }
            samples.extend(self.teacher.positions(game, &self.play, self.by));
        }
        Some(samples)
    }
}

/// The values of the positions of a lesson, a chunk a task.
pub(super) struct Labelled<'w> {
    pub(super) course: &'w Course<'w>,
    pub(super) lesson: Lesson,
}

impl Labelled<'_> {
    /// The positions of a chunk.
    pub(super) fn positions(&self, chunk: u64) -> &[Sample] {
        let all = self.course.positions(self.lesson.empties);
        let first = (chunk as usize * CHUNK).min(all.len());
        &all[first..all.len().min(first + CHUNK)]
    }
}

impl Tasks for Labelled<'_> {
    /// The chunk with its values.
    type Output = (u64, Vec<i16>);

    fn perform(&self, chunk: u64, watch: &Watch) -> Option<Self::Output> {
        let (teacher, by) = (self.course.teacher(), self.course.learned());
        Some((chunk, teacher.label(self.positions(chunk), self.lesson.labels, by, watch)?))
    }
}

/// Which error is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Of {
    /// Between searches, for the model.
    Searches,
    /// From the exact result, for the model.
    Truth,
    /// From the exact result, to be told.
    Check,
}

/// A task that measures errors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Measurement {
    pub(super) of: Of,
    pub(super) empties: u32,
    /// Which of the held-out positions.
    pub(super) positions: Range<usize>,
}

impl Measurement {
    /// All measurements on a board of so many squares, on so many positions each.
    pub(super) fn all(size: u32, positions: usize) -> Vec<Self> {
        /// The error that everybody states is the one at 20 empty squares.
        const CHECK_EMPTIES: u32 = 20;
        const CHECK_POSITIONS: usize = 100;
        /// Where the deep search reads to the end, it does so within milliseconds.
        const TRUTH: RangeInclusive<u32> = 9..=18;
        let last = size - 4;
        let searches = (8..last).step_by(3).map(|empties| (Of::Searches, empties, positions));
        let truth = TRUTH.filter(|&empties| empties <= last).map(|empties| (Of::Truth, empties, positions));
        let check = (last > CHECK_EMPTIES).then_some((Of::Check, CHECK_EMPTIES, CHECK_POSITIONS));
        let parts = |(of, empties, positions): (Of, u32, usize)| {
            let part = move |first: usize| first..positions.min(first + MEASURED);
            (0..positions).step_by(MEASURED).map(move |first| Self { of, empties, positions: part(first) })
        };
        searches.chain(truth).chain(check).flat_map(parts).collect()
    }

    /// Under this key it is kept.
    pub(super) fn key(&self) -> String {
        let of = match self.of {
            Of::Searches => "searches",
            Of::Truth => "truth",
            Of::Check => "check",
        };
        format!("errors/{of}/{}/{}", self.empties, self.positions.start)
    }
}

/// Measures errors, a measurement a task.
pub(super) struct Errors<'w> {
    pub(super) course: &'w Course<'w>,
    pub(super) all: &'w [Measurement],
}

impl Tasks for Errors<'_> {
    /// The task with what it measured.
    type Output = (u64, Vec<Deviation>);

    fn perform(&self, number: u64, watch: &Watch) -> Option<Self::Output> {
        let Measurement { of, empties, positions } = &self.all[number as usize];
        let mut samples = self.course.held_out(*empties, positions.end);
        samples.drain(..positions.start.min(samples.len()));
        let measured = match of {
            _ if samples.is_empty() => Vec::new(),
            Of::Searches => between_searches(self.course, *empties, &samples, watch)?,
            Of::Truth | Of::Check => from_truth(self.course, *empties, &samples, watch)?,
        };
        Some((number, measured.into_iter().map(Deviation::from).collect()))
    }
}

/// The match, an opening a task.
pub(super) struct Duels<'w> {
    pub(super) teacher: &'w dyn Teacher,
    pub(super) how: Duel,
    /// What was learned, and what it plays.
    pub(super) evaluations: [Option<&'w Learned>; 2],
}

impl Tasks for Duels<'_> {
    /// The opening with the leads at the end of its two games.
    type Output = (u64, [i32; 2]);

    fn perform(&self, number: u64, watch: &Watch) -> Option<Self::Output> {
        Some((number, self.teacher.duel(number, &self.how, self.evaluations, watch)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_measured_where_the_board_has_positions() {
        let check = |size: u32, searches: &[u32], truth: RangeInclusive<u32>, has_check: bool| {
            let all = Measurement::all(size, 60);
            let empties = |of: Of| {
                let mut empties: Vec<u32> = all.iter().filter(|one| one.of == of).map(|one| one.empties).collect();
                empties.dedup();
                empties
            };
            assert_eq!(empties(Of::Searches), searches);
            assert_eq!(empties(Of::Truth), truth.collect::<Vec<_>>());
            assert_eq!(empties(Of::Check), if has_check { vec![20] } else { vec![] });
            let keys: std::collections::BTreeSet<String> = all.iter().map(Measurement::key).collect();
            assert_eq!(keys.len(), all.len(), "no two are kept in the same place");
            let first: Vec<_> = all.iter().take(3).map(|one| one.positions.clone()).collect();
            assert_eq!(first, [0..25, 25..50, 50..60]);
        };
        check(16, &[8, 11], 9..=12, false);
        check(24, &[8, 11, 14, 17], 9..=18, false);
        check(32, &[8, 11, 14, 17, 20, 23, 26], 9..=18, true);
    }
}
