//! The laboratory of the page: experiments that run in the background, and the library of games, in one store.
//!
//! What runs here is what `enban run` runs: the same files, plans, tasks and figures. Experiments of the page may not
//! name files or external engines.

mod experiments;
mod library;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use enban_game::Watch;
use enban_store::{Store, StoreError};

use crate::refusal::Refusal;

pub(crate) use experiments::Page;
pub(crate) use library::LibraryFilter;

/// Experiments that run at the same time.
const RUNS_MAX: usize = 2;
/// The store that commands use unless told otherwise.
const STORE: &str = "enban.db";

/// The laboratory of a server.
#[derive(Clone)]
pub(crate) struct Lab(Arc<Inner>);

struct Inner {
    path: PathBuf,
    threads: usize,
    store: Mutex<Option<Store>>,
    runs: Mutex<HashMap<String, Run>>,
}

/// An experiment that was started here.
struct Run {
    watch: Arc<Watch>,
    is_over: bool,
    failure: Option<String>,
}

impl Lab {
    /// The laboratory with the store at a path, which is made when something is first kept in it.
    pub(crate) fn new(path: PathBuf, threads: usize) -> Self {
        Self(Arc::new(Inner { path, threads: threads.max(1), store: Mutex::default(), runs: Mutex::default() }))
    }

    /// Stops all experiments that run here; what they have finished is kept.
    pub(crate) fn stop_all(&self) {
        self.runs().values().for_each(|run| run.watch.stop());
    }

    /// Waits until nothing runs any more, for so long at most.
    pub(crate) fn wait(&self, most: Duration) {
        let began = Instant::now();
        while self.runs().values().any(|run| !run.is_over) && began.elapsed() < most {
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The store, opened once; made only where something is to be written.
    fn store(&self) -> Result<Store, Refusal> {
        let mut store = self.0.store.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = &*store {
            return Ok(store.clone());
        }
        let opened = Store::open(&self.0.path).map_err(unkept)?;
        Ok(store.insert(opened).clone())
    }

    /// The store, if there is one.
    fn store_if_any(&self) -> Result<Option<Store>, Refusal> {
        if self.0.path.exists() { self.store().map(Some) } else { Ok(None) }
    }

    fn runs(&self) -> MutexGuard<'_, HashMap<String, Run>> {
        self.0.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the store refused. Pages are told its file, and not where on the disk that is.
fn unkept(error: StoreError) -> Refusal {
    let text = error.to_string();
    match &error {
        StoreError::NoExperiment { wanted, .. } => Refusal::no_such(format!("there is no experiment {wanted}")),
        StoreError::Missing { path }
        | StoreError::NotAStore { path, .. }
        | StoreError::Newer { path, .. }
        | StoreError::Older { path, .. }
        | StoreError::ReadOnly { path }
        | StoreError::CannotOpen { path, .. }
        | StoreError::Full { path }
        | StoreError::Busy { path }
        | StoreError::Disk { path, .. }
        | StoreError::Damaged { path, .. }
        | StoreError::Sqlite { path, .. } => Refusal::failed(without_folder(&text, path)),
        StoreError::Invalid { .. } => Refusal::failed(text),
    }
}

/// A text with the file's name where it has the whole path.
fn without_folder(text: &str, path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    text.replace(&path.display().to_string(), &name)
}

#[cfg(test)]
mod tests;
