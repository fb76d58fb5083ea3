//! Reading every row of a table that may be damaged, past the places that cannot be read.

use std::collections::HashSet;

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use crate::ending::EndingRow;
use crate::seal::{
    CELL, CELL_PLAYER, ENDING, EXPERIMENT, GAME, NOTE, OUTCOME, PLAYER, PROGRESS, SAVED, SERIAL, Sealed, TASK, TEXTS,
};
use crate::store_ledger::List;
use crate::{EndingKind, Kind};

/// A table with all its seals. Those that others refer to come first.
pub(crate) struct Table {
    pub(crate) parts: &'static [&'static Sealed],
    /// What its rows are ordered by in the file.
    order: &'static [&'static str],
}

pub(crate) const TABLES: [Table; 12] = [
    Table { parts: &[&EXPERIMENT, &TEXTS], order: &["rowid"] },
    Table { parts: &[&PROGRESS], order: &["rowid"] },
    Table { parts: &[&NOTE], order: &["rowid"] },
    Table { parts: &[&PLAYER], order: &["rowid"] },
    Table { parts: &[&CELL], order: &["experiment", "number"] },
    Table { parts: &[&CELL_PLAYER], order: &["experiment", "cell", "position"] },
    Table { parts: &[&ENDING], order: &["rowid"] },
    Table { parts: &[&OUTCOME], order: &["rowid"] },
    Table { parts: &[&TASK], order: &["experiment", "number"] },
    Table { parts: &[&GAME], order: &["rowid"] },
    Table { parts: &[&SAVED], order: &["rowid"] },
    Table { parts: &[&SERIAL], order: &["rowid"] },
];

/// A row as it was found.
pub(crate) struct Found {
    /// What names it.
    pub(crate) name: String,
    /// The columns of [`Table::columns`].
    pub(crate) values: Vec<Value>,
    /// What is wrong with it.
    pub(crate) fault: Option<String>,
}

impl Table {
    pub(crate) fn name(&self) -> &'static str {
        self.parts[0].table
    }

    /// All columns with the seals.
    pub(crate) fn columns(&self) -> Vec<&'static str> {
        let mut columns = self.parts[0].columns.to_vec();
        self.parts[1..].iter().for_each(|part| columns.extend(&part.columns[1..]));
        columns.extend(self.parts.iter().map(|part| part.seal));
        columns
    }

    /// The value of a column in a row.
    pub(crate) fn number(&self, row: &Found, column: &str) -> Option<i64> {
        let at = self.parts[0].columns.iter().position(|name| *name == column)?;
        match row.values.get(at) {
            Some(Value::Integer(number)) => Some(*number),
            _ => None,
        }
    }

    /// Shows every row that can be read, once, and returns what the database says of the places that cannot. From the first of
    /// them on the table is read from its end; between two of them, row by row where rows have numbers.
    pub(crate) fn each(&self, connection: &Connection, visit: &mut dyn FnMut(Found)) -> Vec<rusqlite::Error> {
        let mut faults = Vec::new();
        let mut scan = Scan { table: self, connection, damaged: HashSet::new(), visit };
        let (first, up) = scan.run("ASC", "", &[]);
        let Err(fault) = up else { return faults };
        faults.push(fault);
        let rest = match &first {
            None => String::new(),
            Some(_) => {
                let places: Vec<String> = (1..=self.order.len()).map(|place| format!("?{place}")).collect();
                format!("WHERE ({}) > ({})", self.order.join(", "), places.join(", "))
            }
        };
        let (last, down) = scan.run("DESC", &rest, first.as_deref().unwrap_or_default());
        let Err(fault) = down else { return faults };
        faults.push(fault);
        if let (Some([Value::Integer(first)]), Some([Value::Integer(last)])) = (first.as_deref(), last.as_deref()) {
            for row in first + 1..*last {
                // What cannot be read was told already.
                let _unreadable = scan.run("ASC", "WHERE rowid = ?1", &[Value::Integer(row)]);
            }
        }
        faults.dedup_by_key(|fault| fault.to_string());
        faults
    }
}

/// A table on its way past the damage.
struct Scan<'s> {
    table: &'s Table,
    connection: &'s Connection,
    /// Names of damaged rows that were shown.
    damaged: HashSet<String>,
    visit: &'s mut dyn FnMut(Found),
}

impl Scan<'_> {
    /// Reads in one direction up to the first fault; returns the place of the last row that fits.
    fn run(
        &mut self,
        direction: &str,
        condition: &str,
        values: &[Value],
    ) -> (Option<Vec<Value>>, rusqlite::Result<()>) {
        let mut place = None;
        let read = self.read(direction, condition, values, &mut place);
        (place, read)
    }

    fn read(
        &mut self,
        direction: &str,
        condition: &str,
        values: &[Value],
        place: &mut Option<Vec<Value>>,
    ) -> rusqlite::Result<()> {
        let Table { parts, order } = self.table;
        let columns = self.table.columns();
        let fits: Vec<String> = parts.iter().map(|part| part.fits()).collect();
        let ordered: Vec<String> = order.iter().map(|column| format!("{column} {direction}")).collect();
        let sql = format!(
            "SELECT {}, {}, {} FROM {} NOT INDEXED {condition} ORDER BY {}",
            columns.join(", "),
            fits.join(" AND "),
            order.join(", "),
            self.table.name(),
            ordered.join(", ")
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let mut rows = statement.query(params_from_iter(values))?;
        while let Some(row) = rows.next()? {
            let name: Vec<String> =
                (0..parts[0].key).map(|at| shown(row.get_ref(at).ok().map(Value::try_from))).collect();
            let name = if name.len() < 2 { name.concat() } else { format!("({})", name.join(", ")) };
            let values: rusqlite::Result<Vec<Value>> = (0..columns.len()).map(|at| row.get(at)).collect();
            let fits = row.get::<_, Option<bool>>(columns.len())? == Some(true);
            let fault = match &values {
                Err(error) => Some(error.to_string()),
                Ok(_) if !fits => Some("its digest does not fit".to_owned()),
                Ok(_) => self.not_understood(row),
            };
            if fault.is_some() && !self.damaged.insert(name.clone()) {
                continue;
            }
            if fault.is_none() {
                let at = |at: usize| row.get::<_, Value>(columns.len() + 1 + at);
                *place = Some((0..order.len()).map(at).collect::<Result<_, _>>()?);
            }
            (self.visit)(Found { name, values: values.unwrap_or_default(), fault });
        }
        Ok(())
    }

    /// What is wrong with a row that is as it was written.
    fn not_understood(&self, row: &rusqlite::Row<'_>) -> Option<String> {
        let understood = match self.table.name() {
            "experiment" => row.get::<_, Kind>("kind").map(drop),
            "ending" => row.get::<_, EndingKind>("kind").and_then(|_| EndingRow::read(row, 1)?.into_ending().map(drop)),
            "game" => row
                .get::<_, List<i32>>("scores")
                .and_then(|_| row.get::<_, List<u64>>("micros"))
                .and_then(|_| row.get::<_, List<u64>>("nodes"))
                .map(drop),
            _ => Ok(()),
        };
        understood.err().map(|error| error.to_string())
    }
}

fn shown<E>(value: Option<Result<Value, E>>) -> String {
    match value {
        Some(Ok(Value::Integer(number))) => number.to_string(),
        Some(Ok(Value::Text(text))) => text,
        _ => "?".to_owned(),
    }
}
