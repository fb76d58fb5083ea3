//! The tables of a store, and how a file is told from other files.
//!
//! The games table is the one that gets long, so all else is arranged around it. Games of one cell that ended
//! alike (same winner, same ending) share a row of `outcome`, which counts them. A filter by experiment, player,
//! result or ending chooses rows of `outcome`: its count is a sum over a few rows, and its games are read from
//! the one index on `game`, in which the games of an outcome lie in the order of their ids.
//!
//! The games of a task get consecutive ids when they are stored, so `task` needs only the first id and a number
//! to find them again, and reading an experiment in order of tasks needs no further index.
//!
//! Every row has a digest of itself in its column `seal`; see `seal.rs`.

mod endings;
mod seals;

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use crate::StoreError;
use crate::error::Failure;

/// Marks the file as ours in its header: "Enbn".
pub(crate) const APPLICATION_ID: i64 = 0x456e_626e;

/// What brings a file from each schema to the next; the number of steps taken is the file's `user_version`.
/// A step that was released is never changed: add one.
pub(crate) const MIGRATIONS: &[Step] =
    &[Step::Sql(FIRST), Step::Sql(SECOND), Step::Code(endings::migrate), Step::Code(seals::migrate)];

/// What brings a file from one schema to the next.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    Sql(&'static str),
    /// Where SQL does not suffice.
    Code(fn(&Connection) -> rusqlite::Result<()>),
}

const FIRST: &str = "
CREATE TABLE experiment (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    tasks INTEGER NOT NULL,
    created INTEGER NOT NULL, -- seconds since 1970
    finished INTEGER,
    program TEXT NOT NULL,
    rules TEXT NOT NULL,
    seed INTEGER NOT NULL, -- the bits of an unsigned number
    machine TEXT NOT NULL,
    command TEXT NOT NULL,
    plan TEXT NOT NULL, -- long texts last, so that lists do not read them
    file TEXT NOT NULL
) STRICT;
-- Apart from experiment, so that keeping a result does not write the long texts again.
CREATE TABLE progress (
    experiment INTEGER PRIMARY KEY REFERENCES experiment,
    tasks_done INTEGER NOT NULL,
    games INTEGER NOT NULL
) STRICT;
CREATE TABLE note (
    experiment INTEGER NOT NULL REFERENCES experiment,
    key TEXT NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (experiment, key)
) STRICT;
CREATE TABLE player (
    id INTEGER PRIMARY KEY,
    expression TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE cell (
    experiment INTEGER NOT NULL REFERENCES experiment,
    number INTEGER NOT NULL,
    label TEXT NOT NULL,
    PRIMARY KEY (experiment, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE cell_player (
    experiment INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    position INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES player,
    PRIMARY KEY (experiment, cell, position),
    FOREIGN KEY (experiment, cell) REFERENCES cell
) STRICT, WITHOUT ROWID;
CREATE INDEX cell_player_by_player ON cell_player (player);
CREATE TABLE ending (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE outcome (
    id INTEGER PRIMARY KEY,
    experiment INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    winner INTEGER NOT NULL, -- position in the cell, -1 if there is none
    ending INTEGER NOT NULL REFERENCES ending,
    games INTEGER NOT NULL,
    UNIQUE (experiment, cell, winner, ending),
    FOREIGN KEY (experiment, cell) REFERENCES cell
) STRICT;
CREATE TABLE task (
    experiment INTEGER NOT NULL REFERENCES experiment,
    number INTEGER NOT NULL,
    first_game INTEGER NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (experiment, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    outcome INTEGER NOT NULL REFERENCES outcome,
    task INTEGER NOT NULL,
    number INTEGER NOT NULL,
    rotation INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    seed INTEGER NOT NULL, -- the bits of an unsigned number, as digest
    digest INTEGER NOT NULL,
    scores TEXT NOT NULL, -- a JSON list by seat, as micros and nodes
    micros TEXT NOT NULL,
    nodes TEXT NOT NULL,
    opening TEXT NOT NULL,
    moves TEXT NOT NULL
) STRICT;
CREATE INDEX game_by_outcome ON game (outcome);
-- Ids of removed games are not given again.
CREATE TABLE serial (next_game INTEGER NOT NULL) STRICT;
INSERT INTO serial VALUES (1);
";

/// Games that people keep, with their variations; see `library.rs`.
const SECOND: &str = "
CREATE TABLE saved (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    players TEXT NOT NULL, -- by seat, one a line, as scores
    result TEXT NOT NULL,
    scores TEXT NOT NULL,
    moves INTEGER NOT NULL,
    changed INTEGER NOT NULL, -- seconds since 1970
    record TEXT NOT NULL
) STRICT;
CREATE INDEX saved_by_time ON saved (changed);
";

/// The schema of an opened file: the steps taken out of `known`, 0 if the file is still empty.
pub(crate) fn version(connection: &Connection, known: usize, path: &Path) -> Result<usize, Failure> {
    // In one transaction: another process may be making the store between two questions.
    let _snapshot = connection.is_autocommit().then(|| connection.unchecked_transaction()).transpose()?;
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let (application, version) = (pragma("application_id")?, pragma("user_version")?);
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if (application, version, tables) == (0, 0, 0) {
        return Ok(0);
    }
    let not_ours = |found: String| Failure::Store(StoreError::NotAStore { path: path.to_path_buf(), found });
    if application != APPLICATION_ID {
        return Err(not_ours(format!("an SQLite file with {tables} tables of another program")));
    }
    match usize::try_from(version) {
        Ok(found) if found > known => Err(Failure::Store(StoreError::Newer { path: path.to_path_buf(), found, known })),
        Ok(found) if found > 0 => Ok(found),
        _ => Err(not_ours(format!("its schema has the number {version}"))),
    }
}

/// Takes the steps that the file lacks, all or none.
pub(crate) fn migrate(connection: &mut Connection, steps: &[Step], path: &Path) -> Result<(), Failure> {
    if version(connection, steps.len(), path)? == steps.len() {
        return Ok(());
    }
    // A step may put another table in the place of one that rows refer to. The switch works only between transactions.
    connection.pragma_update(None, "foreign_keys", false)?;
    let taken = take(connection, steps, path);
    connection.pragma_update(None, "foreign_keys", true)?;
    taken
}

fn take(connection: &mut Connection, steps: &[Step], path: &Path) -> Result<(), Failure> {
    // Another process may have been quicker: look again when nobody else can write.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let taken = version(&transaction, steps.len(), path)?;
    for step in &steps[taken..] {
        match step {
            Step::Sql(sql) => transaction.execute_batch(sql)?,
            Step::Code(code) => code(&transaction)?,
        }
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", i64::try_from(steps.len()).expect("there are few steps"))?;
    transaction.commit()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema(connection: &Connection) -> Vec<String> {
        let mut statement = connection.prepare("SELECT name FROM sqlite_schema ORDER BY name").unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn steps_are_taken_once_and_in_order() {
        let path = Path::new("test");
        let steps =
            ["CREATE TABLE one (a); INSERT INTO one VALUES (1)", "ALTER TABLE one RENAME TO two"].map(Step::Sql);
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, &steps[..1], path).unwrap();
        assert_eq!(schema(&connection), ["one"]);
        migrate(&mut connection, &steps, path).unwrap();
        migrate(&mut connection, &steps, path).unwrap();
        assert_eq!(schema(&connection), ["two"]);
        assert_eq!(version(&connection, 2, path).unwrap(), 2);
        let newer = migrate(&mut connection, &steps[..1], path).unwrap_err();
        assert!(matches!(newer, Failure::Store(StoreError::Newer { found: 2, known: 1, .. })), "{newer:?}");
    }

    #[test]
    fn a_step_that_fails_leaves_the_file_as_it_was() {
        let path = Path::new("test");
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, &[Step::Sql("CREATE TABLE one (a)")], path).unwrap();
        let steps = ["CREATE TABLE one (a)", "CREATE TABLE two (a)", "CREATE TABLE one (a)"].map(Step::Sql);
        migrate(&mut connection, &steps, path).unwrap_err();
        assert_eq!(schema(&connection), ["one"]);
        assert_eq!(version(&connection, 3, path).unwrap(), 1);
    }
}
