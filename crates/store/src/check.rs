//! Looking for damage: the database's own check, every row against its digest, and counts and tasks against the games.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension};

use crate::scan::{Found, TABLES, Table};
use crate::{Store, StoreError, open};

/// Each finds something only if the content contradicts itself.
const CONTRADICTIONS: [(&str, &str); 8] = [
    ("a row refers to nothing", "SELECT 1 FROM pragma_foreign_key_check"),
    (
        "a task is not whole",
        "SELECT 1 FROM task WHERE games <> (SELECT count(*) FROM game CROSS JOIN outcome ON outcome.id = game.outcome
            WHERE game.id >= task.first_game AND game.id < task.first_game + task.games
            AND game.task = task.number AND outcome.experiment = task.experiment)",
    ),
    ("a game is of no task", "SELECT 1 WHERE (SELECT count(*) FROM game) <> (SELECT total(games) FROM task)"),
    (
        "games of an outcome are miscounted",
        "SELECT 1 FROM outcome WHERE games <> (SELECT count(*) FROM game WHERE outcome = outcome.id)",
    ),
    (
        "tasks or games of an experiment are miscounted",
        "SELECT 1 FROM experiment LEFT JOIN progress ON progress.experiment = experiment.id
            WHERE tasks_done IS NOT (SELECT count(*) FROM task WHERE task.experiment = experiment.id)
            OR progress.games IS NOT
                (SELECT coalesce(sum(task.games), 0) FROM task WHERE task.experiment = experiment.id)",
    ),
    (
        "notes of an experiment are miscounted",
        "SELECT 1 FROM progress WHERE notes <> (SELECT count(*) FROM note WHERE note.experiment = progress.experiment)",
    ),
    (
        "cells or players of an experiment are miscounted",
        "SELECT 1 FROM experiment WHERE cells <> (SELECT count(*) FROM cell WHERE experiment = experiment.id)
            OR cells * seats <> (SELECT count(*) FROM cell_player WHERE experiment = experiment.id)",
    ),
    (
        "experiments or games of the library are miscounted",
        "SELECT 1 WHERE (SELECT count(*) FROM serial WHERE experiments = (SELECT count(*) FROM experiment)
            AND saved = (SELECT count(*) FROM saved)
            AND next_experiment > (SELECT coalesce(max(id), 0) FROM experiment)
            AND next_game > (SELECT coalesce(max(id), 0) FROM game)) <> 1",
    ),
];

/// What was found in a store that was read from end to end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StoreReport {
    /// The tables that were read.
    pub tables: Vec<TableReport>,
    /// All damage that was found; none if the store is whole.
    pub damage: Vec<Damage>,
}

/// How much of a table there is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableReport {
    /// Its name.
    pub name: String,
    /// Rows that could be read, damaged or not.
    pub rows: u64,
    /// Those of them that are damaged.
    pub damaged: u64,
}

/// A place that is damaged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// The table; empty if it is a matter of the file.
    pub table: String,
    /// What names the row; empty if it is a matter of the table.
    pub row: String,
    /// The experiment that the row belongs to, where that can still be read.
    pub experiment: Option<String>,
    /// What is wrong.
    pub what: String,
}

impl Damage {
    /// A part of a table that cannot be read.
    pub(crate) fn of_table(table: &str, fault: &rusqlite::Error) -> Self {
        Self { table: table.to_owned(), row: String::new(), experiment: None, what: fault.to_string() }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.table.as_str() {
            "" => write!(out, "file")?,
            table => write!(out, "table {table}")?,
        }
        if !self.row.is_empty() {
            write!(out, ", row {}", self.row)?;
        }
        if let Some(name) = &self.experiment {
            write!(out, " (experiment {name:?})")?;
        }
        write!(out, ": {}", self.what)
    }
}

impl StoreReport {
    /// Returns true if nothing is damaged.
    pub fn is_whole(&self) -> bool {
        self.damage.is_empty()
    }

    fn of_file(what: impl Into<String>) -> Self {
        let damage = Damage { table: String::new(), row: String::new(), experiment: None, what: what.into() };
        Self { tables: Vec::new(), damage: vec![damage] }
    }
}

impl Store {
    /// Reads the whole store and fails if anything in it is damaged or contradicts anything else.
    pub fn check(&self) -> Result<(), StoreError> {
        let found = self.read(|transaction| {
            if let Some(verdict) = integrity(transaction)?.into_iter().next() {
                return Ok(Some(verdict));
            }
            for (what, sql) in CONTRADICTIONS {
                if transaction.query_row(sql, [], |_| Ok(())).optional()?.is_some() {
                    return Ok(Some(what.to_owned()));
                }
            }
            let (report, unread) = rows(transaction);
            match unread {
                Some(error) => Err(error.into()),
                None => Ok(report.damage.first().map(Damage::to_string)),
            }
        })?;
        match found {
            None => Ok(()),
            Some(what) => Err(StoreError::Damaged { path: self.path().to_path_buf(), what }),
        }
    }

    /// Reads the whole store at `path` and lists all that is damaged in it. Damage is no error; a path that has no store is.
    /// A store of an older program is brought up to date first if it has no fault that shows.
    pub fn examine(path: impl AsRef<Path>) -> Result<StoreReport, StoreError> {
        let path = path.as_ref();
        let mut opened = open::for_reading(path);
        if let Err(StoreError::Older { .. }) = opened {
            let faults = open::of_any_schema(path)
                .and_then(|connection| integrity(&connection).map_err(|error| StoreError::from_sqlite(error, path)));
            match faults {
                Ok(faults) if faults.is_empty() => drop(Self::open(path)?),
                Ok(faults) => return Ok(StoreReport::of_file(faults.join("; "))),
                Err(StoreError::Damaged { what, .. }) => return Ok(StoreReport::of_file(what)),
                Err(error) => return Err(error),
            }
            opened = open::for_reading(path);
        }
        match opened {
            Err(StoreError::Damaged { what, .. }) => Ok(StoreReport::of_file(what)),
            Err(error) => Err(error),
            Ok(mut connection) => {
                // One state of the store, whoever writes meanwhile.
                let transaction = connection.transaction().map_err(|error| StoreError::from_sqlite(error, path))?;
                Ok(report(&transaction).0)
            }
        }
    }
}

/// Reads a store that was just written. Unlike one that is examined, it has to be readable.
pub(crate) fn read_back(path: &Path) -> Result<StoreReport, StoreError> {
    let mut connection = open::for_reading(path)?;
    let read = connection.transaction().map(|transaction| report(&transaction));
    match read {
        Ok((report, None)) => Ok(report),
        Ok((_, Some(error))) | Err(error) => Err(StoreError::from_sqlite(error, path)),
    }
}

/// All that is damaged in an opened store, and the first failure of the disk, which is among the damage: what cannot be read may
/// be whole.
fn report(connection: &Connection) -> (StoreReport, Option<rusqlite::Error>) {
    let (mut report, mut unread) = rows(connection);
    let mut file = |what: String| report.damage.extend(StoreReport::of_file(what).damage);
    let mut failed = |error: rusqlite::Error, file: &mut dyn FnMut(String)| {
        file(error.to_string());
        if is_of_disk(&error) {
            unread.get_or_insert(error);
        }
    };
    match integrity(connection) {
        Ok(faults) => faults.into_iter().for_each(&mut file),
        Err(error) => failed(error, &mut file),
    }
    for (what, sql) in CONTRADICTIONS {
        match connection.query_row(sql, [], |_| Ok(())).optional() {
            Ok(None) => {}
            Ok(Some(())) => file(what.to_owned()),
            Err(error) => failed(error, &mut file),
        }
    }
    (report, unread)
}

/// Returns true if the disk failed, whatever is on it.
pub(crate) fn is_of_disk(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{CannotOpen, DiskFull, SystemIoFailure};
    matches!(error.sqlite_error_code(), Some(SystemIoFailure | DiskFull | CannotOpen))
}

/// What the database itself finds.
fn integrity(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let verdicts = || -> rusqlite::Result<Vec<String>> {
        let mut statement = connection.prepare("PRAGMA integrity_check(20)")?;
        let verdicts: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(verdicts.into_iter().filter(|verdict| verdict != "ok").collect())
    };
    let first = verdicts()?;
    if first.is_empty() {
        return Ok(first);
    }
    // A page that the disk failed to give is among the verdicts as if it were damaged. The table of pages reads all of them, and
    // fails as the disk does; if it does not, then what is found a second time is damage.
    match connection.query_row("SELECT count(*) FROM dbstat", [], |_| Ok(())) {
        Err(error) if is_of_disk(&error) => Err(error),
        _ => verdicts(),
    }
}

/// Every row against its digest, and the first failure of the disk.
fn rows(connection: &Connection) -> (StoreReport, Option<rusqlite::Error>) {
    let mut report = StoreReport::default();
    let mut unread = None;
    let mut names = Names::default();
    for table in &TABLES {
        let mut of_table = TableReport { name: table.name().to_owned(), rows: 0, damaged: 0 };
        let mut damage = Vec::new();
        let faults = table.each(connection, &mut |row| {
            of_table.rows += 1;
            names.learn(table, &row);
            if let Some(what) = row.fault.clone() {
                of_table.damaged += 1;
                let experiment = names.experiment_of(table, &row);
                damage.push(Damage { table: table.name().to_owned(), row: row.name, experiment, what });
            }
        });
        report.damage.extend(damage);
        report.damage.extend(faults.iter().map(|fault| Damage::of_table(table.name(), fault)));
        unread = unread.or(faults.into_iter().find(is_of_disk));
        report.tables.push(of_table);
    }
    (report, unread)
}

/// What experiments are called, and which experiment outcomes belong to.
#[derive(Default)]
struct Names {
    experiments: HashMap<i64, String>,
    outcomes: HashMap<i64, i64>,
}

impl Names {
    fn learn(&mut self, table: &Table, row: &Found) {
        let id = table.number(row, "id");
        match (table.name(), id, row.values.get(1)) {
            ("experiment", Some(id), Some(Value::Text(name))) => drop(self.experiments.insert(id, name.clone())),
            ("outcome", Some(id), Some(Value::Integer(experiment))) if row.fault.is_none() => {
                self.outcomes.insert(id, *experiment);
            }
            _ => {}
        }
    }

    fn experiment_of(&self, table: &Table, row: &Found) -> Option<String> {
        let id = match table.name() {
            "experiment" => table.number(row, "id"),
            "game" => self.outcomes.get(&table.number(row, "outcome")?).copied(),
            _ => table.number(row, "experiment"),
        };
        self.experiments.get(&id?).cloned()
    }
}
