//! The ledger of an experiment that is kept in a store.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::{Display, Write};
use std::ops::ControlFlow;
use std::str::FromStr;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use crate::ending::{COLUMNS, EndingRow};
use crate::error::Failure;
use crate::ledger::check_task;
use crate::{DoneTasks, Ending, ExperimentId, GameRecord, Ledger, Store, StoreError, TaskResult, open};

/// The results of one experiment. It holds the store open, and may be shared and sent between threads.
#[derive(Clone, Debug)]
pub struct StoreLedger {
    store: Store,
    id: ExperimentId,
    /// What every game of the experiment must fit.
    seats: usize,
    cells: u32,
}

impl Store {
    /// Where the results of an experiment go.
    pub fn ledger(&self, id: ExperimentId) -> Result<StoreLedger, StoreError> {
        let sql = "SELECT seats, (SELECT count(*) FROM cell WHERE experiment = id) FROM experiment WHERE id = ?1";
        let shape = self.read(|transaction| {
            let shape = transaction.query_row(sql, [id.0], |row| Ok((row.get::<_, u8>(0)?, row.get(1)?))).optional()?;
            shape.ok_or_else(|| self.no_experiment(id).into())
        });
        shape.map(|(seats, cells)| StoreLedger { store: self.clone(), id, seats: seats.into(), cells })
    }
}

impl Ledger for StoreLedger {
    fn done(&self) -> Result<DoneTasks, StoreError> {
        self.store.read(|transaction| {
            self.store.require(transaction, self.id)?;
            let sql = "SELECT number FROM task WHERE experiment = ?1 ORDER BY number";
            let mut statement = transaction.prepare_cached(sql)?;
            let rows = statement.query_map([self.id.0], |row| row.get::<_, i64>(0))?;
            Ok(rows.map(|number| number.map(i64::cast_unsigned)).collect::<Result<_, _>>()?)
        })
    }

    fn put(&self, tasks: &[TaskResult]) -> Result<(), StoreError> {
        tasks.iter().try_for_each(|task| self.check(task))?;
        if tasks.is_empty() {
            return Ok(());
        }
        self.store.write(|transaction| {
            self.store.require(transaction, self.id)?;
            let mut batch = Batch::new(transaction, self.id)?;
            tasks.iter().try_for_each(|task| batch.add(task))?;
            Ok(batch.close()?)
        })
    }

    fn finish(&self) -> Result<(), StoreError> {
        self.store.finish(self.id)
    }

    fn each_game(&self, visit: &mut dyn FnMut(&GameRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
        // On a connection of its own: the visitor may use the store, and results that come in do not wait.
        let mut connection = open::for_reading(self.store.path())?;
        let result = visit_games(&mut connection, self.id, visit);
        result.map_err(|error| StoreError::from_sqlite(error, self.store.path()))
    }
}

impl StoreLedger {
    /// The experiment whose results these are.
    pub fn id(&self) -> ExperimentId {
        self.id
    }

    /// Refuses games that do not fit the experiment, before anything is written.
    fn check(&self, task: &TaskResult) -> Result<(), StoreError> {
        check_task(task)?;
        let seats = self.seats;
        for game in &task.games {
            let lists = [game.scores.len(), game.micros.len(), game.nodes.len()];
            let what = if game.cell >= self.cells {
                format!("cell {} is none of the experiment's {}", game.cell, self.cells)
            } else if usize::from(game.rotation) >= seats {
                format!("the rotation is {}, there are {seats} seats", game.rotation)
            } else if game.winner.is_some_and(|winner| usize::from(winner) >= seats) {
                format!("the winner is player {:?} of {seats}", game.winner)
            } else if let Ending::Lost(forfeit) = &game.ending
                && usize::from(forfeit.seat) >= seats
            {
                format!("seat {} lost it, there are {seats}", forfeit.seat)
            } else if lists != [seats; 3] {
                format!("scores, micros and nodes have lengths {lists:?}, there are {seats} seats")
            } else {
                continue;
            };
            return Err(StoreError::invalid(format!("task {}, game {}: {what}", game.task, game.number)));
        }
        Ok(())
    }
}

/// Tasks on their way into the store, with the counts that go in at the end.
struct Batch<'t> {
    transaction: &'t Transaction<'t>,
    id: ExperimentId,
    next_game: i64,
    tasks: i64,
    games: i64,
    /// Cell, winner and ending to the row of `outcome` and the games added to it.
    outcomes: HashMap<(u32, i64, Ending), (i64, i64)>,
}

impl<'t> Batch<'t> {
    fn new(transaction: &'t Transaction<'t>, id: ExperimentId) -> rusqlite::Result<Self> {
        let mut statement = transaction.prepare_cached("SELECT next_game FROM serial")?;
        let next_game = statement.query_row([], |row| row.get(0))?;
        Ok(Self { transaction, id, next_game, tasks: 0, games: 0, outcomes: HashMap::new() })
    }

    fn add(&mut self, task: &TaskResult) -> Result<(), Failure> {
        let sql = "INSERT OR IGNORE INTO task (experiment, number, first_game, games) VALUES (?1, ?2, ?3, ?4)";
        let count = i64::try_from(task.games.len()).expect("the games are in memory");
        let mut statement = self.transaction.prepare_cached(sql)?;
        let added = statement.execute(params![self.id.0, task.number.cast_signed(), self.next_game, count])?;
        if added == 0 {
            return Ok(());
        }
        // Ids ascend with the numbers, which is what reading them in order relies on.
        let mut games: Vec<&GameRecord> = task.games.iter().collect();
        games.sort_by_key(|game| game.number);
        for game in games {
            self.add_game(game)?;
        }
        self.tasks += 1;
        self.games += count;
        Ok(())
    }

    fn add_game(&mut self, game: &GameRecord) -> Result<(), Failure> {
        let winner = game.winner.map_or(-1, i64::from);
        let outcome = match self.outcomes.entry((game.cell, winner, game.ending.clone())) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(vacant) => {
                let row = outcome_row(self.transaction, self.id, vacant.key())?;
                vacant.insert((row, 0))
            }
        };
        outcome.1 += 1;
        let sql = "INSERT INTO game (id, outcome, task, number, rotation, plies, seed, digest, scores, micros, nodes,
            opening, moves) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";
        self.transaction.prepare_cached(sql)?.execute(params![
            self.next_game,
            outcome.0,
            game.task.cast_signed(),
            game.number,
            game.rotation,
            game.plies,
            game.seed.cast_signed(),
            game.digest.cast_signed(),
            list_text(&game.scores),
            list_text(&game.micros),
            list_text(&game.nodes),
            game.opening,
            game.moves,
        ])?;
        self.next_game += 1;
        Ok(())
    }

    fn close(self) -> rusqlite::Result<()> {
        let mut count = self.transaction.prepare_cached("UPDATE outcome SET games = games + ?2 WHERE id = ?1")?;
        for (row, added) in self.outcomes.values() {
            count.execute([row, added])?;
        }
        let sql = "UPDATE progress SET tasks_done = tasks_done + ?2, games = games + ?3 WHERE experiment = ?1";
        self.transaction.prepare_cached(sql)?.execute([self.id.0, self.tasks, self.games])?;
        self.transaction.prepare_cached("UPDATE serial SET next_game = ?1")?.execute([self.next_game])?;
        Ok(())
    }
}

/// Finds or makes the row of games that ended alike.
fn outcome_row(
    transaction: &Transaction<'_>,
    id: ExperimentId,
    (cell, winner, ending): &(u32, i64, Ending),
) -> rusqlite::Result<i64> {
    let ending = ending_row(transaction, ending)?;
    let sql = "INSERT OR IGNORE INTO outcome (experiment, cell, winner, ending, games) VALUES (?1, ?2, ?3, ?4, 0)";
    transaction.prepare_cached(sql)?.execute(params![id.0, cell, winner, ending])?;
    let sql = "SELECT id FROM outcome WHERE experiment = ?1 AND cell = ?2 AND winner = ?3 AND ending = ?4";
    transaction.prepare_cached(sql)?.query_row(params![id.0, cell, winner, ending], |row| row.get(0))
}

/// Finds or makes the row of an ending.
fn ending_row(transaction: &Transaction<'_>, ending: &Ending) -> rusqlite::Result<i64> {
    let EndingRow { kind, seat, label, answer, detail, moves } = EndingRow::of(ending);
    let values = params![kind.name(), seat, label, answer, detail, moves];
    let sql = "INSERT OR IGNORE INTO ending (kind, seat, label, answer, detail, moves) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    transaction.prepare_cached(sql)?.execute(values)?;
    let sql = "SELECT id FROM ending WHERE kind = ?1 AND seat = ?2 AND label = ?3 AND answer = ?4 AND detail = ?5
        AND moves = ?6";
    transaction.prepare_cached(sql)?.query_row(values, |row| row.get(0))
}

/// The columns that [`record`] reads of tables `game` and `outcome`; those of the ending follow them.
pub(crate) const RECORD: &str = "game.task, game.number, cell, rotation, opening, game.moves, scores, winner, plies,
    micros, nodes, game.seed, digest";

/// The columns of [`RECORD`] and of an ending.
pub(crate) const RECORD_COLUMNS: usize = 19;

/// A game from the columns of [`RECORD`] and [`COLUMNS`], which are the first of the row.
pub(crate) fn record(row: &Row<'_>) -> rusqlite::Result<GameRecord> {
    Ok(GameRecord {
        task: row.get::<_, i64>(0)?.cast_unsigned(),
        number: row.get(1)?,
        cell: row.get(2)?,
        rotation: row.get(3)?,
        opening: row.get(4)?,
        moves: row.get(5)?,
        scores: row.get::<_, List<i32>>(6)?.0,
        winner: u8::try_from(row.get::<_, i64>(7)?).ok(),
        plies: row.get(8)?,
        micros: row.get::<_, List<u64>>(9)?.0,
        nodes: row.get::<_, List<u64>>(10)?.0,
        seed: row.get::<_, i64>(11)?.cast_unsigned(),
        digest: row.get::<_, i64>(12)?.cast_unsigned(),
        ending: EndingRow::read(row, 13)?.into_ending()?,
    })
}

fn visit_games(
    connection: &mut Connection,
    id: ExperimentId,
    visit: &mut dyn FnMut(&GameRecord) -> ControlFlow<()>,
) -> rusqlite::Result<()> {
    // CROSS JOIN keeps the order of the tables: tasks by number, then their games by id, and nothing to sort.
    let sql = format!(
        "SELECT {RECORD}, {COLUMNS} FROM task
        CROSS JOIN game ON game.id >= task.first_game AND game.id < task.first_game + task.games
        CROSS JOIN outcome ON outcome.id = game.outcome
        CROSS JOIN ending ON ending.id = outcome.ending
        WHERE task.experiment = ?1 ORDER BY task.number, game.id"
    );
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query([id.0])?;
    while let Some(row) = rows.next()? {
        if visit(&record(row)?).is_break() {
            break;
        }
    }
    Ok(())
}

/// Numbers by seat, as a JSON list so that people can take it apart in SQL.
struct List<T>(Vec<T>);

impl<T: FromStr<Err: std::error::Error + Send + Sync + 'static>> FromSql for List<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let text = value.as_str()?;
        let inside = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).ok_or(FromSqlError::InvalidType)?;
        let numbers = inside.split_terminator(',').map(str::parse).collect::<Result<_, _>>();
        numbers.map(List).map_err(|error| FromSqlError::Other(Box::new(error)))
    }
}

fn list_text<T: Display>(numbers: &[T]) -> String {
    let mut text = String::from("[");
    for (at, number) in numbers.iter().enumerate() {
        write!(text, "{}{number}", if at == 0 { "" } else { "," }).expect("writing to a string does not fail");
    }
    text + "]"
}
