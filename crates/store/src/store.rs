//! The store itself: one file, one connection, and the transactions that all else is made of.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use crate::error::Failure;
use crate::seal::{NOTE, PROGRESS, require_count};
use crate::{ExperimentId, StoreError, open, standing};

/// Experiments and games in one file. Copies share one connection; threads may share a copy.
///
/// The file must be on a disk of this machine: over a network the locks of several machines do not work.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    path: PathBuf,
    connection: Mutex<Connection>,
}

impl Store {
    /// Opens the store at `path`, or makes it. While it is open, `-wal` and `-shm` files lie beside it and belong
    /// to it: copy it with [`Store::back_up`], or when nobody has it open.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::opened(path.as_ref(), open::for_writing)
    }

    /// Opens the store at `path` to look into it; nothing can be changed.
    pub fn open_read_only(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::opened(path.as_ref(), open::for_reading)
    }

    /// Opens the store at `path` to look into it, after bringing one of an older program up to date.
    pub fn look_into(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let path = path.as_ref();
        match Self::open_read_only(path) {
            Err(StoreError::Older { .. }) => {
                drop(Self::open(path)?);
                Self::open_read_only(path)
            }
            opened => opened,
        }
    }

    fn opened(path: &Path, open: fn(&Path) -> Result<Connection, StoreError>) -> Result<Self, StoreError> {
        // Full, so that it stays right when the process changes its directory.
        let path = std::path::absolute(path)
            .map_err(|error| StoreError::CannotOpen { path: path.to_path_buf(), reason: error.to_string() })?;
        let connection = Mutex::new(open(&path)?);
        Ok(Self { inner: Arc::new(Inner { path, connection }) })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.inner.path
    }

    /// What was written down under a key of an experiment.
    pub fn note(&self, id: ExperimentId, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.read(|transaction| {
            let sql = format!("SELECT value, {} FROM note WHERE experiment = ?1 AND key = ?2", NOTE.fits());
            let mut statement = transaction.prepare_cached(&sql)?;
            let mut rows = statement.query(params![id.0, key])?;
            if let Some(row) = rows.next()? {
                NOTE.require(row, 1, format_args!("({id}, {key})"))?;
                return Ok(Some(row.get(0)?));
            }
            // None of this key: then all that were written must be under other keys, in the table itself.
            if standing::shape(transaction, id)?.is_some() {
                let others = "SELECT count(*) FROM note NOT INDEXED WHERE experiment = ?1 AND key <> ?2";
                let sql = format!("{others} AND {}", NOTE.fits());
                let others = transaction.query_row(&sql, params![id.0, key], |row| row.get::<_, i64>(0))?;
                let stored = standing::progress(transaction, id)?.notes;
                require_count(format_args!("notes of experiment {id}"), others.cast_unsigned(), stored)?;
            }
            Ok(None)
        })
    }

    /// Writes something down under a key of an experiment, in place of what was there.
    pub fn set_note(&self, id: ExperimentId, key: &str, value: &[u8]) -> Result<(), StoreError> {
        self.write(|transaction| {
            self.require(transaction, id)?;
            let replaced =
                transaction.execute("DELETE FROM note WHERE experiment = ?1 AND key = ?2", params![id.0, key])?;
            transaction.prepare_cached(&NOTE.insert())?.execute(params![id.0, key, value])?;
            if replaced > 0 {
                return Ok(());
            }
            let sql = format!("{} AND experiment = ?1", PROGRESS.update(&[("notes", "notes + 1")]));
            PROGRESS.change(transaction, &sql, params![id.0])
        })
    }

    /// Runs `work` on one state of the store.
    pub(crate) fn read<T>(&self, work: impl FnOnce(&Transaction<'_>) -> Result<T, Failure>) -> Result<T, StoreError> {
        self.run(TransactionBehavior::Deferred, work)
    }

    /// Runs `work` alone among writers; what it wrote is kept if it succeeds, and nothing of it if not.
    pub(crate) fn write<T>(&self, work: impl FnOnce(&Transaction<'_>) -> Result<T, Failure>) -> Result<T, StoreError> {
        self.run(TransactionBehavior::Immediate, work)
    }

    fn run<T>(
        &self,
        behavior: TransactionBehavior,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, Failure>,
    ) -> Result<T, StoreError> {
        let mut connection = self.connection();
        let attempt = || {
            let transaction = connection.transaction_with_behavior(behavior)?;
            let value = work(&transaction)?;
            transaction.commit()?;
            Ok(value)
        };
        attempt().map_err(|failure: Failure| failure.at(&self.inner.path))
    }

    /// The connection, which a panic in another thread leaves in order: its transaction was rolled back.
    pub(crate) fn connection(&self) -> MutexGuard<'_, Connection> {
        self.inner.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Fails if there is no such experiment: it may have been removed by another process.
    pub(crate) fn require(&self, transaction: &Transaction<'_>, id: ExperimentId) -> Result<(), Failure> {
        let found = transaction.prepare_cached("SELECT 1 FROM experiment WHERE id = ?1")?.exists([id.0])?;
        if found { Ok(()) } else { Err(self.no_experiment(id).into()) }
    }

    pub(crate) fn no_experiment(&self, wanted: impl fmt::Display) -> StoreError {
        StoreError::NoExperiment { path: self.inner.path.clone(), wanted: wanted.to_string() }
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Store").field("path", &self.inner.path).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{Begun, GameRecord, Kind, Ledger, NewCell, NewExperiment, StoreLedger, TaskResult};

    fn begin(path: &Path) -> (Store, StoreLedger) {
        let store = Store::open(path).unwrap();
        let new = NewExperiment {
            name: "one".to_owned(),
            title: String::new(),
            kind: Kind::Match,
            game: "nip".to_owned(),
            seats: 1,
            plan: String::new(),
            file: String::new(),
            seed: 0,
            program: String::new(),
            rules: String::new(),
            machine: String::new(),
            command: String::new(),
            tasks: 1000,
            cells: vec![NewCell { label: String::new(), players: vec!["random".to_owned()] }],
        };
        let (Begun::New(id) | Begun::Resumed(id)) = store.begin(&new).unwrap() else { panic!("the plan is the same") };
        let ledger = store.ledger(id).unwrap();
        (store, ledger)
    }

    fn task(number: u64) -> TaskResult {
        let (scores, micros, nodes) = (vec![0], vec![0], vec![0]);
        let moves = "d3 c4 ".repeat(100);
        TaskResult {
            number,
            games: vec![GameRecord { task: number, scores, micros, nodes, moves, ..GameRecord::default() }],
        }
    }

    #[test]
    fn a_full_disk_says_so_and_loses_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let (store, ledger) = begin(&directory.path().join("games.enban"));
        let pages = |name| store.connection().pragma_query_value(None, name, |row| row.get::<_, i64>(0)).unwrap();
        let limit = |pages: i64| {
            store.connection().pragma_update_and_check(None, "max_page_count", pages, |_| Ok(())).unwrap();
        };
        // Room for one page more each time: the failing write is another one each time.
        for round in 0..20 {
            limit(pages("page_count") + round);
            let before = ledger.done().unwrap();
            let mut number = before.count();
            let error = loop {
                match ledger.put(&[task(number), task(number + 1)]) {
                    Ok(()) => number += 2,
                    Err(error) => break error,
                }
            };
            assert!(matches!(error, StoreError::Full { .. }), "{error:?}");
            let text = error.to_string();
            assert!(text.contains("games.enban: no room left on the disk; nothing that was stored is lost"), "{text}");
            assert_eq!(ledger.done().unwrap(), (0..number).collect());
            let big = store.set_note(ledger.id(), "state", &[1; 200_000]).unwrap_err();
            assert!(matches!(big, StoreError::Full { .. }), "{big:?}");
            store.check().unwrap();
        }
        limit(1_000_000);
        ledger.put(&(0..2000).map(task).collect::<Vec<_>>()).unwrap();
        assert_eq!(ledger.done().unwrap(), (0..2000).collect());
        store.check().unwrap();
    }

    #[test]
    fn a_store_that_another_holds_is_waited_for_and_then_reported() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.enban");
        let (store, ledger) = begin(&path);
        store.connection().busy_timeout(Duration::from_millis(20)).unwrap();
        let other = Connection::open(&path).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let error = ledger.put(&[task(0)]).unwrap_err();
        assert!(matches!(error, StoreError::Busy { .. }), "{error:?}");
        assert!(error.to_string().contains("games.enban: another process keeps the store locked"), "{error}");
        assert_eq!(ledger.done().unwrap().count(), 0, "reading does not wait");

        store.connection().busy_timeout(open::WAIT).unwrap();
        std::thread::scope(|scope| {
            let put = scope.spawn(|| ledger.put(&[task(0)]));
            std::thread::sleep(Duration::from_millis(50));
            other.execute_batch("COMMIT").unwrap();
            put.join().unwrap().unwrap();
        });
        assert_eq!(ledger.done().unwrap().count(), 1);
    }
}
