//! Running: the tasks that a ledger does not hold yet, on any number of threads, written as they come.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use enban_catalog::AnyGame;
use enban_game::Watch;
use enban_store::{Ledger, StoreError, TaskResult};

use crate::plan::Plan;
use crate::play::play_task;

/// Finished tasks are written after this time at the latest: so much is lost when the power fails.
const WRITE_EVERY: Duration = Duration::from_millis(100);
/// Finished tasks that are written together.
const BATCH_MAX: usize = 2_000;

/// A run that could not go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The ledger could not be read or written. What was written before is kept.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Plays a plan.
pub struct Runner<'r> {
    /// The game.
    pub game: &'r dyn AnyGame,
    /// What to play.
    pub plan: &'r Plan,
    /// Where results go.
    pub ledger: &'r dyn Ledger,
    /// Games played at the same time.
    pub threads: usize,
    /// Stops it; told of finished games.
    pub watch: &'r Watch,
}

impl Runner<'_> {
    /// Plays all tasks that are missing. `seen` is called with the tasks that were just written, in the order in
    /// which they were finished; it may end the run early by answering `false`.
    pub fn run(&self, mut seen: impl FnMut(&[TaskResult]) -> bool) -> Result<(), RunError> {
        let done = self.ledger.done()?;
        let missing: Vec<u64> = (0..self.plan.tasks()).filter(|&task| !done.contains(task)).collect();
        self.watch.expect(self.plan.games());
        self.watch.advance((self.plan.tasks() - missing.len() as u64) * self.plan.games_per_task());
        let (next, enough) = (AtomicUsize::new(0), Watch::default());
        let (send, receive) = sync_channel::<TaskResult>(4 * BATCH_MAX);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (send, missing, next, enough) = (send.clone(), &missing, &next, &enough);
                scope.spawn(move || {
                    while let Some(&task) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if enough.is_stopped() {
                            return;
                        }
                        let Some(result) = play_task(self.game, self.plan, task, self.watch) else { return };
                        if send.send(result).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            let written = self.write(&receive, &mut seen, &enough);
            enough.stop();
            // Workers that wait to be heard find nobody listening.
            drop(receive);
            written
        })
    }

    /// Writes what comes until nothing more does.
    fn write(
        &self,
        receive: &Receiver<TaskResult>,
        seen: &mut impl FnMut(&[TaskResult]) -> bool,
        enough: &Watch,
    ) -> Result<(), RunError> {
        let mut batch: Vec<TaskResult> = Vec::new();
        let mut since = Instant::now();
        loop {
            let wait = WRITE_EVERY.saturating_sub(since.elapsed());
            let is_last = match receive.recv_timeout(wait) {
                Ok(result) => {
                    batch.push(result);
                    if batch.len() < BATCH_MAX && since.elapsed() < WRITE_EVERY {
                        continue;
                    }
                    false
                }
                Err(RecvTimeoutError::Timeout) => false,
                Err(RecvTimeoutError::Disconnected) => true,
            };
            if !batch.is_empty() {
                self.ledger.put(&batch)?;
                self.watch.advance(batch.iter().map(|task| task.games.len() as u64).sum());
                if !seen(&batch) {
                    enough.stop();
                    return Ok(());
                }
                batch.clear();
            }
            if is_last {
                return Ok(());
            }
            since = Instant::now();
        }
    }
}
