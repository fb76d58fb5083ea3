//! Running: the tasks that a ledger does not hold yet, on any number of threads, written as they come.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use enban_game::Watch;
use enban_store::{Ledger, StoreError, TaskResult};

use crate::plan::Plan;
use crate::play::Games;
use crate::results::Collector;
use crate::task::Workers;

/// Finished tasks are written after this time at the latest: so much is lost when the power fails.
const WRITE_EVERY: Duration = Duration::from_millis(100);
/// Finished tasks that are written together.
const BATCH_MAX: usize = 2_000;

/// Plays all tasks that are missing, or until the test of the plan is decided. Returns true if nothing is left to play.
///
/// `seen` is called with the tasks that were just written, in the order in which they were finished; it may end the run.
pub(crate) fn run(
    games: &Games<'_>,
    ledger: &dyn Ledger,
    workers: &Workers<'_>,
    mut seen: impl FnMut(&[TaskResult]) -> ControlFlow<()>,
) -> Result<bool, StoreError> {
    let plan = games.plan;
    let mut follower = Follower::of(plan, ledger)?;
    if follower.as_ref().is_some_and(|follower| follower.collector.is_decided()) {
        return Ok(true);
    }
    let done = ledger.done()?;
    let missing: Vec<u64> = (0..plan.tasks()).filter(|&task| !done.contains(task)).collect();
    workers.watch.expect(plan.games());
    workers.watch.advance((plan.tasks() - missing.len() as u64) * plan.games_per_task());
    let mut left = missing.len();
    let mut is_decided = false;
    let mut keep = |tasks: &[TaskResult]| {
        left -= tasks.len();
        is_decided = follower.as_mut().is_some_and(|follower| follower.take(tasks).is_break());
        match seen(tasks) {
            ControlFlow::Continue(()) if !is_decided => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    };
    workers.perform(games, &missing, |results| write(results, ledger, workers.watch, &mut keep))?;
    Ok(is_decided || left == 0)
}

/// Writes what comes until nothing more does, or `keep` has enough.
fn write(
    results: &Receiver<TaskResult>,
    ledger: &dyn Ledger,
    watch: &Watch,
    keep: &mut dyn FnMut(&[TaskResult]) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    let mut batch: Vec<TaskResult> = Vec::new();
    let mut since = Instant::now();
    loop {
        let wait = WRITE_EVERY.saturating_sub(since.elapsed());
        let is_last = match results.recv_timeout(wait) {
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
            ledger.put(&batch)?;
            watch.advance(batch.iter().map(|task| task.games.len() as u64).sum());
            if keep(&batch).is_break() {
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
        let _decided = follower.take(&earlier);
        Ok(Some(follower))
    }

    /// Takes tasks, until the test is decided.
    fn take(&mut self, tasks: &[TaskResult]) -> ControlFlow<()> {
        self.waiting.extend(tasks.iter().map(|task| (task.number, task.clone())));
        while !self.collector.is_decided()
            && let Some(task) = self.waiting.remove(&self.collector.tasks())
        {
            task.games.iter().for_each(|game| self.collector.add(game));
        }
        if self.collector.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use enban_catalog::AnyGame;
    use enban_store::MemoryLedger;

    use super::*;
    use crate::file::ExperimentFile;
    use crate::results::CellResult;
    use crate::summary::Summary;
    use crate::task::Tasks;

    fn plan(games: u64, test: &str) -> (Plan, Box<dyn AnyGame>) {
        let text = format!(
            "game = \"nip24\"\ngames = {games}\nopenings = \"ply=4\"\n{test}\n[[cells]]\n\
             players = [\"montecarlo(playouts=8)\", \"random\"]\n"
        );
        let file = ExperimentFile::parse(&text).unwrap();
        let workers = Workers { threads: 1, watch: &Watch::default() };
        Plan::of_file(&file, "test", Path::new("."), &workers).unwrap()
    }

    fn counted(plan: &Plan, ledger: &MemoryLedger) -> CellResult {
        let mut cells = Collector::of_ledger(plan, ledger).unwrap();
        // Time is not the same twice.
        cells[0].spent.clear();
        cells.remove(0)
    }

    #[test]
    fn a_test_counts_the_same_games_on_any_number_of_threads() {
        const TEST: &str = "sprt = { elo0 = 0, elo1 = 100 }";
        let (plan, game) = plan(600, TEST);
        let watch = Watch::default();
        let play = |plan: &Plan, ledger: &MemoryLedger, threads| {
            let games = Games { game: &*game, plan };
            let is_finished = run(&games, ledger, &Workers { threads, watch: &watch }, |_| ControlFlow::Continue(()));
            assert!(is_finished.unwrap());
        };
        let alone = MemoryLedger::default();
        play(&plan, &alone, 1);
        let decided = counted(&plan, &alone);
        assert!(decided.games() > 4 && decided.games() < 400, "{}", decided.games());
        let summary = Summary::of(&plan, &Collector::of_ledger(&plan, &alone).unwrap());
        assert!(summary.is_done(&plan, 0) && summary.games() == decided.games());
        for threads in [2, 5] {
            let ledger = MemoryLedger::default();
            play(&plan, &ledger, threads);
            assert_eq!(counted(&plan, &ledger), decided, "{threads} threads");
        }
        // A decided match needs no more games, and more games do not change what was decided.
        let before = alone.done().unwrap().count();
        play(&plan, &alone, 2);
        assert_eq!(alone.done().unwrap().count(), before);
        let without = Plan { test: None, ..plan.clone() };
        play(&without, &alone, 2);
        assert_eq!(alone.done().unwrap().count(), plan.tasks());
        assert_eq!(counted(&plan, &alone), decided);
        assert_eq!(counted(&without, &alone).games(), 600);
    }

    #[test]
    fn what_comes_after_a_gap_waits() {
        let (plan, game) = plan(40, "sprt = { elo0 = 300, elo1 = 310 }");
        let watch = Watch::default();
        let games = Games { game: &*game, plan: &plan };
        let task = |number| games.perform(number, &watch).unwrap();
        let ledger = MemoryLedger::default();
        ledger.put(&[task(0), task(1), task(3)]).unwrap();
        assert_eq!(counted(&plan, &ledger).games(), 4);
        let mut follower = Follower::of(&plan, &ledger).unwrap().unwrap();
        assert_eq!(follower.collector.tasks(), 2);
        assert!(follower.take(&[task(2)]).is_continue());
        assert_eq!(follower.collector.tasks(), 4);
    }

    #[test]
    fn whoever_follows_sees_every_task_and_may_end_the_run() {
        let (plan, game) = plan(40, "");
        let watch = Watch::default();
        let (games, ledger) = (Games { game: &*game, plan: &plan }, MemoryLedger::default());
        let workers = Workers { threads: 2, watch: &watch };
        let mut seen = Vec::new();
        let is_finished = run(&games, &ledger, &workers, |tasks| {
            seen.extend(tasks.iter().map(|task| task.number));
            ControlFlow::Break(())
        });
        assert_eq!(is_finished.unwrap(), seen.len() == 20, "it was ended early");
        let is_finished = run(&games, &ledger, &workers, |tasks| {
            seen.extend(tasks.iter().map(|task| task.number));
            ControlFlow::Continue(())
        });
        assert!(is_finished.unwrap());
        seen.sort_unstable();
        assert_eq!(seen, (0..20).collect::<Vec<_>>());
    }
}
