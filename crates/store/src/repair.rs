//! Saving what is left of a damaged store: a new one of all rows that are as they were written.

use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Transaction, params, params_from_iter};

use crate::backup::write_whole;
use crate::error::Failure;
use crate::scan::{Found, TABLES, Table};
use crate::seal::{EXPERIMENT, OUTCOME, PROGRESS, SERIAL};
use crate::{Damage, Store, StoreError, open};

/// What a store that was saved has, and what it lacks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RepairReport {
    /// The tables.
    pub tables: Vec<RepairedTable>,
    /// Experiments that lost something.
    pub losses: Vec<Loss>,
    /// Parts of tables that could not be read, with the rows that were in them.
    pub unread: Vec<Damage>,
}

/// How much of a table was saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RepairedTable {
    /// Its name.
    pub name: String,
    /// Rows of the new store.
    pub kept: u64,
    /// Rows that were found and left out: they are damaged, or of no use without others that are.
    pub left_out: u64,
}

/// What an experiment lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    /// Its name.
    pub experiment: String,
    /// What is gone.
    pub lost: Lost,
}

/// How much is gone of an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lost {
    /// All of it.
    Everything,
    /// So many tasks; running the experiment again plays them again.
    Tasks(u64),
    /// Some tasks, and how many were there can no longer be read.
    Unknown,
}

/// What is of no use without rows that were lost, in an order in which each step sees what the one before left.
const PRUNE: [&str; 12] = [
    "DELETE FROM cell_player WHERE player NOT IN (SELECT id FROM player)",
    "DELETE FROM experiment WHERE cells <> (SELECT count(*) FROM cell WHERE cell.experiment = experiment.id)
        OR cells * seats <> (SELECT count(*) FROM cell_player WHERE cell_player.experiment = experiment.id)",
    "DELETE FROM cell WHERE experiment NOT IN (SELECT id FROM experiment)",
    "DELETE FROM cell_player WHERE experiment NOT IN (SELECT id FROM experiment)",
    "DELETE FROM note WHERE experiment NOT IN (SELECT id FROM experiment)",
    "DELETE FROM task WHERE experiment NOT IN (SELECT id FROM experiment)",
    "DELETE FROM outcome WHERE experiment NOT IN (SELECT id FROM experiment)
        OR ending NOT IN (SELECT id FROM ending)",
    "DELETE FROM player WHERE id NOT IN (SELECT player FROM cell_player)",
    "DELETE FROM game WHERE outcome NOT IN (SELECT id FROM outcome)",
    "DELETE FROM task WHERE games <> (SELECT count(*) FROM game CROSS JOIN outcome ON outcome.id = game.outcome
        WHERE game.id >= task.first_game AND game.id < task.first_game + task.games
        AND game.task = task.number AND outcome.experiment = task.experiment)",
    "DELETE FROM game WHERE NOT EXISTS (SELECT 1 FROM outcome JOIN task ON task.experiment = outcome.experiment
        AND task.number = game.task WHERE outcome.id = game.outcome
        AND game.id >= task.first_game AND game.id < task.first_game + task.games)",
    "DELETE FROM progress",
];

/// The counts as they are now. What lost tasks is not finished.
const RECOUNT: [&str; 3] = [
    "INSERT INTO progress (experiment, tasks_done, games, notes, seal) SELECT id,
        (SELECT count(*) FROM task WHERE task.experiment = id),
        (SELECT coalesce(sum(games), 0) FROM task WHERE task.experiment = id),
        (SELECT count(*) FROM note WHERE note.experiment = id), 0 FROM experiment",
    "UPDATE outcome SET games = (SELECT count(*) FROM game WHERE game.outcome = outcome.id)",
    "UPDATE experiment SET finished = NULL WHERE NOT EXISTS (SELECT 1 FROM progress JOIN temp.before
        ON before.experiment = progress.experiment AND before.tasks_done = progress.tasks_done
        WHERE progress.experiment = experiment.id)",
];

impl Store {
    /// Writes a new store to `file` with all that is not damaged in the store at `path`, which is left as it is. A task of which
    /// anything is lost is left out whole, so that running its experiment again plays it again; so is an experiment whose
    /// plan or players are lost.
    pub fn repair(path: impl AsRef<Path>, file: impl AsRef<Path>) -> Result<RepairReport, StoreError> {
        let path = path.as_ref();
        write_whole(file.as_ref(), |partial| {
            let mut damaged = open::for_reading(path)?;
            let source = damaged.transaction().map_err(|error| StoreError::from_sqlite(error, path))?;
            let mut target = open::for_writing(partial)?;
            let report = save(&source, &mut target)
                .and_then(|report| empty_log(&target).map(|()| report))
                .map_err(|failure| failure.at(partial))?;
            drop(target);
            let saved = Self::open(partial)?;
            saved.check()?;
            Ok(report)
        })
    }
}

fn save(source: &Connection, target: &mut Connection) -> Result<RepairReport, Failure> {
    target.pragma_update(None, "foreign_keys", false)?;
    let transaction = target.transaction()?;
    transaction.execute("DELETE FROM serial", [])?;
    let mut report = RepairReport::default();
    let mut found = Vec::new();
    for table in &TABLES {
        found.push(copy(source, &transaction, table, &mut report)?);
    }
    transaction.execute_batch(
        "CREATE TEMP TABLE before AS SELECT id AS experiment, name, tasks_done FROM experiment
        LEFT JOIN progress ON progress.experiment = experiment.id",
    )?;
    PRUNE.iter().chain(&RECOUNT).try_for_each(|sql| transaction.execute(sql, []).map(drop))?;
    for sealed in [&EXPERIMENT, &PROGRESS, &OUTCOME] {
        transaction.execute(&format!("UPDATE {} SET {} = {}", sealed.table, sealed.seal, sealed.value()), [])?;
    }
    renumber(&transaction)?;
    report.losses.extend(losses(&transaction)?);
    for (table, found) in TABLES.iter().zip(found) {
        let sql = format!("SELECT count(*) FROM {}", table.name());
        let kept = transaction.query_row(&sql, [], |row| row.get::<_, i64>(0))?.cast_unsigned();
        report.tables.push(RepairedTable { name: table.name().to_owned(), kept, left_out: found.saturating_sub(kept) });
    }
    transaction.execute("DROP TABLE temp.before", [])?;
    transaction.commit()?;
    Ok(report)
}

/// Moves all that was written from the log into the file. Closing does so too, but does not say when it fails.
fn empty_log(target: &Connection) -> Result<(), Failure> {
    let busy: bool = target.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
    let path = || target.path().unwrap_or_default().into();
    if busy { Err(StoreError::Busy { path: path() }.into()) } else { Ok(()) }
}

/// Copies the rows that are as they were written; returns how many were found.
fn copy(
    source: &Connection,
    target: &Transaction<'_>,
    table: &Table,
    report: &mut RepairReport,
) -> Result<u64, Failure> {
    let columns = table.columns();
    let places: Vec<String> = (1..=columns.len()).map(|place| format!("?{place}")).collect();
    // A damaged tree may show a row twice.
    let sql = format!("INSERT OR IGNORE INTO {} ({}) VALUES ({})", table.name(), columns.join(", "), places.join(", "));
    let mut insert = target.prepare(&sql)?;
    let (mut found, mut failed) = (0, None);
    let faults = table.each(source, &mut |Found { values, fault, .. }| {
        found += 1;
        if fault.is_none() {
            failed = insert.execute(params_from_iter(values)).err().or(failed.take());
        } else if let ("experiment", Some(Value::Text(name))) = (table.name(), values.get(1)) {
            report.losses.push(Loss { experiment: name.clone(), lost: Lost::Everything });
        }
    });
    report.unread.extend(faults.iter().map(|fault| Damage::of_table(table.name(), fault)));
    failed.map_or(Ok(found), |error| Err(error.into()))
}

/// Numbers that are given next, of which none was given before as far as that can be read.
fn renumber(transaction: &Transaction<'_>) -> Result<(), Failure> {
    let old = transaction
        .query_row("SELECT next_game, next_experiment FROM serial", [], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let (next_game, next_experiment): (i64, i64) = old.unwrap_or((1, 1));
    let number = |sql: &str| transaction.query_row(sql, [], |row| row.get::<_, i64>(0));
    let next_game = next_game.max(number("SELECT coalesce(max(id), 0) + 1 FROM game")?);
    let next_experiment = next_experiment.max(number("SELECT coalesce(max(id), 0) + 1 FROM experiment")?);
    let experiments = number("SELECT count(*) FROM experiment")?;
    let saved = number("SELECT count(*) FROM saved")?;
    transaction.execute("DELETE FROM serial", [])?;
    transaction.execute(&SERIAL.insert(), params![next_game, next_experiment, experiments, saved])?;
    Ok(())
}

/// What experiments lost whose own rows were whole.
fn losses(transaction: &Transaction<'_>) -> Result<Vec<Loss>, Failure> {
    let sql = "SELECT name, before.tasks_done, progress.tasks_done FROM temp.before
        LEFT JOIN progress ON progress.experiment = before.experiment
        WHERE before.tasks_done IS NOT progress.tasks_done OR progress.tasks_done IS NULL ORDER BY before.experiment";
    let mut statement = transaction.prepare(sql)?;
    let rows = statement.query_map([], |row| {
        let (before, after): (Option<i64>, Option<i64>) = (row.get(1)?, row.get(2)?);
        let lost = match (before, after) {
            (_, None) => Lost::Everything,
            (Some(before), Some(after)) => Lost::Tasks(before.abs_diff(after)),
            (None, Some(_)) => Lost::Unknown,
        };
        Ok(Loss { experiment: row.get(0)?, lost })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}
