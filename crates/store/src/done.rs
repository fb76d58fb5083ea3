//! The set of tasks that are done, as ranges: a run fills it almost in order, so ranges are few.

use std::ops::Range;

/// A set of task numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DoneTasks {
    /// In order, none empty, no two touching.
    ranges: Vec<Range<u64>>,
}

impl DoneTasks {
    /// Adds a task. In ascending order this takes constant time.
    ///
    /// # Panics
    /// If `number` is `u64::MAX`, which no ledger accepts.
    pub fn insert(&mut self, number: u64) {
        assert!(number < u64::MAX, "task numbers are less than 2^63");
        let at = self.ranges.partition_point(|range| range.end < number);
        // `at` is the first range that could hold the number or end just before it.
        match self.ranges.get_mut(at) {
            Some(range) if range.contains(&number) => {}
            Some(range) if range.end == number => {
                range.end += 1;
                if self.ranges.get(at + 1).is_some_and(|next| next.start == number + 1) {
                    let next = self.ranges.remove(at + 1);
                    self.ranges[at].end = next.end;
                }
            }
            Some(range) if range.start == number + 1 => range.start = number,
            _ => self.ranges.insert(at, number..number + 1),
        }
    }

    /// Whether the task is done.
    pub fn contains(&self, number: u64) -> bool {
        let at = self.ranges.partition_point(|range| range.end <= number);
        self.ranges.get(at).is_some_and(|range| range.contains(&number))
    }

    /// How many are done.
    pub fn count(&self) -> u64 {
        self.ranges.iter().map(|range| range.end - range.start).sum()
    }

    /// The numbers as ranges, in order; no two touch.
    pub fn ranges(&self) -> &[Range<u64>] {
        &self.ranges
    }

    /// The numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.ranges.iter().cloned().flatten()
    }

    /// What is left to do of `tasks` tasks, in order.
    pub fn missing(&self, tasks: u64) -> impl Iterator<Item = u64> + '_ {
        let starts = std::iter::once(0).chain(self.ranges.iter().map(|range| range.end));
        let ends = self.ranges.iter().map(|range| range.start).chain(std::iter::once(tasks));
        starts.zip(ends).flat_map(move |(start, end)| start..end.min(tasks))
    }
}

impl FromIterator<u64> for DoneTasks {
    fn from_iter<I: IntoIterator<Item = u64>>(numbers: I) -> Self {
        let mut done = Self::default();
        numbers.into_iter().for_each(|number| done.insert(number));
        done
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Holds the ranges against a plain set.
    fn check(numbers: &[u64], ranges: &[(u64, u64)]) {
        let done: DoneTasks = numbers.iter().copied().collect();
        let plain: BTreeSet<u64> = numbers.iter().copied().collect();
        let found: Vec<(u64, u64)> = done.ranges().iter().map(|range| (range.start, range.end)).collect();
        assert_eq!(found, ranges, "{numbers:?}");
        assert_eq!(done.count(), plain.len() as u64, "{numbers:?}");
        assert!(done.iter().eq(plain.iter().copied()), "{numbers:?}");
        for tasks in 0..12 {
            let missing: Vec<u64> = (0..tasks).filter(|number| !plain.contains(number)).collect();
            assert_eq!(done.missing(tasks).collect::<Vec<_>>(), missing, "{numbers:?} of {tasks}");
            assert_eq!(done.contains(tasks), plain.contains(&tasks), "{numbers:?} has {tasks}");
        }
    }

    #[test]
    fn ranges_join_whatever_the_order() {
        check(&[], &[]);
        check(&[0, 1, 2], &[(0, 3)]);
        check(&[2, 1, 0, 1], &[(0, 3)]);
        check(&[0, 2, 1], &[(0, 3)]);
        check(&[5, 1, 3], &[(1, 2), (3, 4), (5, 6)]);
        check(&[5, 1, 3, 4], &[(1, 2), (3, 6)]);
        check(&[9, 7, 8, 0, 3, 2], &[(0, 1), (2, 4), (7, 10)]);
    }

    #[test]
    fn every_order_of_six_numbers_gives_the_same_set() {
        let wanted = [(0, 2), (4, 7), (9, 10)];
        let numbers = [0, 1, 4, 5, 6, 9];
        for code in 0..720 {
            let (mut code, mut left, mut order) = (code, numbers.to_vec(), Vec::new());
            while !left.is_empty() {
                order.push(left.remove(code % left.len()));
                code /= left.len() + 1;
            }
            check(&order, &wanted);
        }
    }
}
