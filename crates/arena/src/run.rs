//! Running: the tasks that a ledger does not hold yet, on any number of threads, written as they come.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use enban_catalog::AnyGame;
use enban_game::Watch;
use enban_store::{Ledger, StoreError, TaskResult};

use crate::plan::Plan;
use crate::play::play_task;
use crate::results::Collector;

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
    /// Plays all tasks that are missing, or until the test of the plan is decided. `seen` is called with the tasks that
    /// were just written, in the order in which they were finished; it may end the run early by answering `false`.
    pub fn run(&self, mut seen: impl FnMut(&[TaskResult]) -> bool) -> Result<(), RunError> {
        let mut follower = Follower::of(self.plan, self.ledger)?;
        if follower.as_ref().is_some_and(|follower| follower.collector.is_decided()) {
            return Ok(());
        }
        let mut seen = |tasks: &[TaskResult]| {
            let is_open = follower.as_mut().is_none_or(|follower| follower.take(tasks));
            seen(tasks) && is_open
        };
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

/// Follows the tasks in their own order, so that when to stop does not depend on which was finished first.
struct Follower<'p> {
    collector: Collector<'p>,
    waiting: BTreeMap<u64, TaskResult>,
}

impl<'p> Follower<'p> {
    /// Has seen what an earlier run has left; `None` if the plan has no test.
    fn of(plan: &'p Plan, ledger: &dyn Ledger) -> Result<Option<Self>, StoreError> {
        if plan.test.is_none() {
            return Ok(None);
        }
        let mut earlier: Vec<TaskResult> = Vec::new();
        ledger.each_game(&mut |game| {
            match earlier.last_mut() {
                Some(task) if task.number == game.task => task.games.push(game.clone()),
                _ => earlier.push(TaskResult { number: game.task, games: vec![game.clone()] }),
            }
            ControlFlow::Continue(())
        })?;
        let mut follower = Self { collector: Collector::new(plan), waiting: BTreeMap::new() };
        follower.take(&earlier);
        Ok(Some(follower))
    }

    /// Takes tasks; `false` once the test is decided.
    fn take(&mut self, tasks: &[TaskResult]) -> bool {
        self.waiting.extend(tasks.iter().map(|task| (task.number, task.clone())));
        while !self.collector.is_decided()
            && let Some(task) = self.waiting.remove(&self.collector.tasks())
        {
            task.games.iter().for_each(|game| self.collector.add(game));
        }
        !self.collector.is_decided()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use enban_store::MemoryLedger;

    use super::*;
    use crate::file::ExperimentFile;
    use crate::results::CellResult;
    use crate::summary::Summary;

    fn plan(games: u64, test: &str) -> (Plan, Box<dyn AnyGame>) {
        let text = format!(
            "game = \"nip24\"\ngames = {games}\nopenings = \"ply=4\"\n{test}\n[[cells]]\n\
             players = [\"montecarlo(playouts=8)\", \"random\"]\n"
        );
        let file = ExperimentFile::parse(&text).unwrap();
        Plan::of_file(&file, "test", Path::new("."), 1, &Watch::default()).unwrap()
    }

    fn counted(plan: &Plan, ledger: &MemoryLedger) -> CellResult {
        let mut cells = Collector::of_ledger(plan, ledger, None).unwrap();
        // Time is not the same twice.
        cells[0].spent.clear();
        cells.remove(0)
    }

    #[test]
    fn a_test_counts_the_same_games_on_any_number_of_threads() {
        const TEST: &str = "sprt = { elo0 = 0, elo1 = 100 }";
        let (plan, game) = plan(600, TEST);
        let watch = Watch::default();
        let play = |ledger: &MemoryLedger, threads| {
            Runner { game: &*game, plan: &plan, ledger, threads, watch: &watch }.run(|_| true).unwrap();
        };
        let alone = MemoryLedger::default();
        play(&alone, 1);
        let decided = counted(&plan, &alone);
        assert!(decided.games() > 4 && decided.games() < 400, "{}", decided.games());
        let summary = Summary::of(&plan, &Collector::of_ledger(&plan, &alone, None).unwrap());
        assert!(summary.is_done(&plan, 0) && summary.games() == decided.games());
        for threads in [2, 5] {
            let ledger = MemoryLedger::default();
            play(&ledger, threads);
            assert_eq!(counted(&plan, &ledger), decided, "{threads} threads");
        }
        // A decided match needs no more games, and more games do not change what was decided.
        let before = alone.done().unwrap().count();
        play(&alone, 2);
        assert_eq!(alone.done().unwrap().count(), before);
        let without = Plan { test: None, ..plan.clone() };
        Runner { game: &*game, plan: &without, ledger: &alone, threads: 2, watch: &watch }.run(|_| true).unwrap();
        assert_eq!(alone.done().unwrap().count(), plan.tasks());
        assert_eq!(counted(&plan, &alone), decided);
        assert_eq!(counted(&without, &alone).games(), 600);
    }

    #[test]
    fn what_comes_after_a_gap_waits() {
        let (plan, game) = plan(40, "sprt = { elo0 = 300, elo1 = 310 }");
        let watch = Watch::default();
        let task = |number| play_task(&*game, &plan, number, &watch).unwrap();
        let ledger = MemoryLedger::default();
        ledger.put(&[task(0), task(1), task(3)]).unwrap();
        assert_eq!(counted(&plan, &ledger).games(), 4);
        let mut follower = Follower::of(&plan, &ledger).unwrap().unwrap();
        assert_eq!(follower.collector.tasks(), 2);
        assert!(follower.take(&[task(2)]));
        assert_eq!(follower.collector.tasks(), 4);
    }
}
