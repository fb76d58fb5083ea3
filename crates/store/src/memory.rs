//! A ledger for matches that nobody keeps.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::ledger::check_task;
use crate::{DoneTasks, GameRecord, Ledger, StoreError, TaskResult};

/// Results in memory, gone with the process.
#[derive(Debug, Default)]
pub struct MemoryLedger {
    /// The games of each task, by number.
    tasks: Mutex<BTreeMap<u64, Arc<[GameRecord]>>>,
}

impl MemoryLedger {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<[GameRecord]>>> {
        // Whoever panicked did not do so between two inserts: nothing in there can.
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ledger for MemoryLedger {
    fn done(&self) -> Result<DoneTasks, StoreError> {
        Ok(self.lock().keys().copied().collect())
    }

    fn put(&self, tasks: &[TaskResult]) -> Result<(), StoreError> {
        tasks.iter().try_for_each(check_task)?;
        let mut kept = self.lock();
        for task in tasks {
            kept.entry(task.number).or_insert_with(|| {
                let mut games = task.games.clone();
                games.sort_by_key(|game| game.number);
                games.into()
            });
        }
        Ok(())
    }

    fn finish(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn each_game(&self, visit: &mut dyn FnMut(&GameRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
        // The lock is not held while visiting, so that a visitor may put results.
        let tasks: Vec<_> = self.lock().values().cloned().collect();
        let _stopped = tasks.iter().flat_map(|games| games.iter()).try_for_each(visit);
        Ok(())
    }
}
