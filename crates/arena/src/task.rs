//! Numbered tasks: what all work of the laboratory is cut into, and the threads that do it.
//!
//! A task depends on nothing but the work it belongs to and its number. So it can be done by any thread, at any time and
//! in any order, done again after a crash, and gives the same result each time. A new kind of work is one type that
//! implements [`Tasks`].

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};

use enban_game::Watch;

/// Work that is cut into numbered tasks.
///
/// ```
/// use enban_arena::task::{Tasks, Workers};
/// use enban_game::Watch;
///
/// struct Squares;
///
/// impl Tasks for Squares {
///     type Output = u64;
///     fn perform(&self, number: u64, _watch: &Watch) -> Option<u64> {
///         Some(number * number)
///     }
/// }
///
/// let workers = Workers { threads: 2, watch: &Watch::default() };
/// let sum: u64 = workers.perform(&Squares, &[1, 2, 3], |results| results.iter().sum());
/// assert_eq!(sum, 14);
/// ```
pub trait Tasks: Sync {
    /// What a task gives. If it does not say which task it is of, nobody knows.
    type Output: Send;

    /// Does a task; `None` if the watch stopped it before its end.
    fn perform(&self, number: u64, watch: &Watch) -> Option<Self::Output>;
}

/// Those who do tasks.
#[derive(Clone, Copy, Debug)]
pub struct Workers<'w> {
    /// How many tasks are done at the same time.
    pub threads: usize,
    /// Stops them, and is told how far they are.
    pub watch: &'w Watch,
}

/// Results that may wait for the listener.
const WAITING_MAX: usize = 8_000;

impl Workers<'_> {
    /// Does the tasks of these numbers. The listener gets the results as they come, on the thread of the caller; they end
    /// early if the watch stops the work, and no further task is begun once the listener returns.
    pub fn perform<T: Tasks, R>(
        &self,
        tasks: &T,
        numbers: &[u64],
        listen: impl FnOnce(&Receiver<T::Output>) -> R,
    ) -> R {
        let (next, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (send, receive) = sync_channel(WAITING_MAX);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (send, next, is_over) = (send.clone(), &next, &is_over);
                scope.spawn(move || {
                    while let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if is_over.load(Ordering::Relaxed) || self.watch.is_stopped() {
                            return;
                        }
                        let Some(result) = tasks.perform(number, self.watch) else { return };
                        if send.send(result).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            let heard = listen(&receive);
            is_over.store(true, Ordering::Relaxed);
            // Workers that wait to be heard find nobody listening.
            drop(receive);
            heard
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives back its number; the watch stops it at 7.
    struct Numbers;

    impl Tasks for Numbers {
        type Output = u64;

        fn perform(&self, number: u64, watch: &Watch) -> Option<u64> {
            if number == 7 {
                watch.stop();
            }
            (!watch.is_stopped()).then_some(number)
        }
    }

    fn done(numbers: &[u64], threads: usize, most: usize) -> Vec<u64> {
        let watch = Watch::default();
        let workers = Workers { threads, watch: &watch };
        let mut done: Vec<u64> = workers.perform(&Numbers, numbers, |results| results.iter().take(most).collect());
        done.sort_unstable();
        done
    }

    #[test]
    fn every_task_is_done_once_on_any_number_of_threads() {
        let numbers: Vec<u64> = (10..50_000).collect();
        for threads in [0, 1, 3] {
            assert_eq!(done(&numbers, threads, usize::MAX), numbers, "{threads} threads");
        }
    }

    #[test]
    fn a_listener_that_has_heard_enough_ends_the_work() {
        let numbers: Vec<u64> = (10..50_000).collect();
        assert_eq!(done(&numbers, 2, 3).len(), 3);
    }

    #[test]
    fn the_watch_stops_the_work() {
        assert_eq!(done(&[1, 2, 7, 3, 4], 1, usize::MAX), [1, 2]);
    }
}
