//! Seals: each row carries a digest of itself, written by the statement that writes the row and held against it by
//! whoever reads.
//!
//! A seal says that a row is what was written, not that no row is lost. For that, what stands above rows counts them:
//! `serial` the experiments and the library, `experiment` its cells, `progress` its tasks, games and notes, `task` and
//! `outcome` their games. Whoever reads a set holds it against its count.

use std::fmt::Display;

use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, OptionalExtension, Row, ToSql, Transaction};

use crate::digest::Digest;
use crate::error::Failure;

/// Columns of a table, and the column that has the digest of them.
#[derive(Debug)]
pub(crate) struct Sealed {
    pub(crate) table: &'static str,
    /// The column of the digest.
    pub(crate) seal: &'static str,
    /// How many of the columns name the row.
    pub(crate) key: usize,
    pub(crate) columns: &'static [&'static str],
}

const fn sealed(table: &'static str, key: usize, columns: &'static [&'static str]) -> Sealed {
    Sealed { table, seal: "seal", key, columns }
}

pub(crate) const EXPERIMENT: Sealed = sealed(
    "experiment",
    1,
    &["id", "name", "title", "kind", "game", "seats", "cells", "tasks", "created", "finished", "program"],
);
/// The long texts have a seal of their own, so that lists do not read them.
pub(crate) const TEXTS: Sealed = Sealed {
    table: "experiment",
    seal: "text_seal",
    key: 1,
    columns: &["id", "rules", "seed", "machine", "command", "plan", "file"],
};
pub(crate) const PROGRESS: Sealed = sealed("progress", 1, &["experiment", "tasks_done", "games", "notes"]);
pub(crate) const NOTE: Sealed = sealed("note", 2, &["experiment", "key", "value"]);
pub(crate) const PLAYER: Sealed = sealed("player", 1, &["id", "expression"]);
pub(crate) const CELL: Sealed = sealed("cell", 2, &["experiment", "number", "label"]);
pub(crate) const CELL_PLAYER: Sealed = sealed("cell_player", 3, &["experiment", "cell", "position", "player"]);
pub(crate) const ENDING: Sealed = sealed("ending", 1, &["id", "kind", "seat", "label", "answer", "detail", "moves"]);
pub(crate) const OUTCOME: Sealed = sealed("outcome", 1, &["id", "experiment", "cell", "winner", "ending", "games"]);
pub(crate) const TASK: Sealed = sealed("task", 2, &["experiment", "number", "first_game", "games"]);
pub(crate) const GAME: Sealed = sealed(
    "game",
    1,
    &[
        "id", "outcome", "task", "number", "rotation", "plies", "seed", "digest", "scores", "micros", "nodes",
        "opening", "moves",
    ],
);
pub(crate) const SAVED: Sealed =
    sealed("saved", 1, &["id", "game", "players", "result", "scores", "moves", "changed", "record"]);
pub(crate) const SERIAL: Sealed = sealed("serial", 0, &["next_game", "next_experiment", "experiments", "saved"]);

impl Sealed {
    /// The digest that a row should have, as SQL.
    pub(crate) fn value(&self) -> String {
        self.value_of(|column| format!("{}.{column}", self.table))
    }

    /// Whether a row has the digest that it should, as SQL.
    pub(crate) fn fits(&self) -> String {
        format!("({}.{} = {})", self.table, self.seal, self.value())
    }

    /// Inserts a whole row; the parameters are the columns in their order.
    pub(crate) fn insert(&self) -> String {
        let names = self.columns.join(", ");
        let places: Vec<String> = (1..=self.columns.len()).map(|place| format!("?{place}")).collect();
        let (table, seal, places) = (self.table, self.seal, places.join(", "));
        format!("INSERT INTO {table} ({names}, {seal}) VALUES ({places}, row_seal('{table}.{seal}', {places}))")
    }

    /// Gives columns new values in rows that fit; a damaged row stays as it is, and is seen to be damaged.
    /// A condition may follow.
    pub(crate) fn update(&self, changes: &[(&str, &str)]) -> String {
        let set: Vec<String> = changes.iter().map(|(column, value)| format!("{column} = {value}")).collect();
        let after = self.value_of(|column| match changes.iter().find(|(changed, _)| *changed == column) {
            Some((_, value)) => (*value).to_owned(),
            None => column.to_owned(),
        });
        format!("UPDATE {} SET {}, {} = {after} WHERE {}", self.table, set.join(", "), self.seal, self.fits())
    }

    fn value_of(&self, name: impl Fn(&str) -> String) -> String {
        let names: Vec<String> = self.columns.iter().map(|column| name(column)).collect();
        format!("row_seal('{}.{}', {})", self.table, self.seal, names.join(", "))
    }

    /// Runs an update of one row, which must be there and fit.
    pub(crate) fn change(
        &self,
        transaction: &Transaction<'_>,
        sql: &str,
        values: &[&dyn ToSql],
    ) -> Result<(), Failure> {
        match transaction.prepare_cached(sql)?.execute(values)? {
            0 => Err(self.damaged(values.first().map_or_else(String::new, |value| shown(*value)))),
            _ => Ok(()),
        }
    }

    /// Fails unless a column of the row, asked for by [`Sealed::fits`], says that the row named fits.
    pub(crate) fn require(&self, row: &Row<'_>, at: usize, name: impl Display) -> Result<(), Failure> {
        match row.get::<_, Option<bool>>(at)? {
            Some(true) => Ok(()),
            _ => Err(self.damaged(name)),
        }
    }

    /// What is said of a row that does not fit.
    pub(crate) fn damaged(&self, name: impl Display) -> Failure {
        let name = name.to_string();
        let row = if name.is_empty() { String::new() } else { format!(", row {name}") };
        Failure::Damaged(format!("table {}{row}: it is missing or its digest does not fit", self.table))
    }
}

/// The row of a table that names things by numbers: found by what it says, or made. `unique` are the columns after the
/// id that say it, `rest` those that a new row gets.
pub(crate) fn find_or_insert(
    transaction: &Transaction<'_>,
    sealed: &Sealed,
    unique: &[&dyn ToSql],
    rest: &[&dyn ToSql],
) -> Result<i64, Failure> {
    let columns = &sealed.columns[1..=unique.len()];
    let equal = |first: usize| {
        let each = columns.iter().zip(first..).map(|(column, place)| format!("{column} = ?{place}"));
        each.collect::<Vec<_>>().join(" AND ")
    };
    let table = sealed.table;
    let sql = format!("SELECT id FROM {table} WHERE {}", equal(1));
    let found: Option<i64> = transaction.prepare_cached(&sql)?.query_row(unique, |row| row.get(0)).optional()?;
    if let Some(id) = found {
        // The number came from an index: it is held against the row itself.
        let sql = format!("SELECT 1 FROM {table} NOT INDEXED WHERE id = ?1 AND {} AND {}", equal(2), sealed.fits());
        let values = [&[&id as &dyn ToSql], unique].concat();
        let fits = transaction.prepare_cached(&sql)?.exists(&*values)?;
        return if fits { Ok(id) } else { Err(sealed.damaged(id)) };
    }
    let sql = format!("SELECT coalesce(max(id), 0) + 1 FROM {table}");
    let id: i64 = transaction.prepare_cached(&sql)?.query_row([], |row| row.get(0))?;
    let values = [&[&id as &dyn ToSql], unique, rest].concat();
    transaction.prepare_cached(&sealed.insert())?.execute(&*values)?;
    Ok(id)
}

/// The one row of `serial`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Serial {
    pub(crate) next_game: i64,
    pub(crate) next_experiment: i64,
    pub(crate) experiments: i64,
    pub(crate) saved: i64,
}

impl Serial {
    pub(crate) fn read(transaction: &Connection) -> Result<Self, Failure> {
        let sql = format!("SELECT {}, {} FROM serial", SERIAL.columns.join(", "), SERIAL.fits());
        let mut statement = transaction.prepare_cached(&sql)?;
        let mut rows = statement.query([])?;
        let row = rows.next()?.ok_or_else(|| SERIAL.damaged(""))?;
        SERIAL.require(row, SERIAL.columns.len(), "")?;
        Ok(Self { next_game: row.get(0)?, next_experiment: row.get(1)?, experiments: row.get(2)?, saved: row.get(3)? })
    }

    pub(crate) fn write(&self, transaction: &Transaction<'_>) -> Result<(), Failure> {
        let changes = [("next_game", "?1"), ("next_experiment", "?2"), ("experiments", "?3"), ("saved", "?4")];
        let values = [self.next_game, self.next_experiment, self.experiments, self.saved];
        match transaction.prepare_cached(&SERIAL.update(&changes))?.execute(values)? {
            1 => Ok(()),
            _ => Err(SERIAL.damaged("")),
        }
    }
}

/// Fails if a set has not as many rows as it should.
pub(crate) fn require_count(what: impl Display, found: u64, wanted: u64) -> Result<(), Failure> {
    match found == wanted {
        true => Ok(()),
        false => Err(Failure::Damaged(format!("{what}: {wanted} were stored, {found} are found"))),
    }
}

/// Teaches a connection the function `row_seal`: the digest of its arguments.
pub(crate) fn install(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function(c"row_seal", -1, flags, |context| {
        let mut digest = Digest::new();
        (0..context.len()).for_each(|place| digest.value(context.get_raw(place)));
        Ok(digest.finish().cast_signed())
    })
}

fn shown(value: &dyn ToSql) -> String {
    use rusqlite::types::{ToSqlOutput, Value, ValueRef};
    match value.to_sql() {
        Ok(ToSqlOutput::Borrowed(ValueRef::Integer(number)) | ToSqlOutput::Owned(Value::Integer(number))) => {
            number.to_string()
        }
        _ => String::new(),
    }
}
