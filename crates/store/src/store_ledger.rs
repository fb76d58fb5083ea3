//! The ledger of an experiment that is kept in a store.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::{Display, Write};
use std::ops::ControlFlow;
use std::str::FromStr;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{Connection, Row, Transaction, params};

use crate::ending::EndingRow;
use crate::error::Failure;
use crate::ledger::check_task;
use crate::seal::{ENDING, GAME, OUTCOME, PROGRESS, Serial, TASK, find_or_insert, require_count};
use crate::standing::Outcome;
use crate::{DoneTasks, Ending, ExperimentId, GameRecord, Ledger, Store, StoreError, TaskResult, open, standing};

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
        let found = self.read(|transaction| standing::shape(transaction, id))?;
        let shape = found.ok_or_else(|| self.no_experiment(id))?;
        Ok(StoreLedger { store: self.clone(), id, seats: shape.seats.into(), cells: shape.cells })
    }
}

impl Ledger for StoreLedger {
    fn done(&self) -> Result<DoneTasks, StoreError> {
        self.store.read(|transaction| {
            self.store.require(transaction, self.id)?;
            let mut done = DoneTasks::default();
            let sql = format!("SELECT number, {} FROM task WHERE experiment = ?1 ORDER BY number", TASK.fits());
            let mut statement = transaction.prepare_cached(&sql)?;
            let mut rows = statement.query([self.id.0])?;
            while let Some(row) = rows.next()? {
                let number: i64 = row.get(0)?;
                TASK.require(row, 1, format_args!("({}, {number})", self.id))?;
                done.insert(number.cast_unsigned());
            }
            let stored = standing::progress(transaction, self.id)?.tasks_done;
            require_count(format_args!("tasks of experiment {}", self.id), done.count(), stored)?;
            Ok(done)
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
            batch.close()
        })
    }

    fn finish(&self) -> Result<(), StoreError> {
        self.store.finish(self.id)
    }

    fn each_game(&self, visit: &mut dyn FnMut(&GameRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
        // On a connection of its own: the visitor may use the store, and results that come in do not wait.
        let mut connection = open::for_reading(self.store.path())?;
        visit_games(&mut connection, self.id, visit).map_err(|failure| failure.at(self.store.path()))
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
    /// As it was, except for the number of the next game.
    serial: Serial,
    insert_task: String,
    insert_game: String,
    tasks: i64,
    games: i64,
    /// Cell, winner and ending to the row of `outcome` and the games added to it.
    outcomes: HashMap<(u32, i64, Ending), (i64, i64)>,
}

impl<'t> Batch<'t> {
    fn new(transaction: &'t Transaction<'t>, id: ExperimentId) -> Result<Self, Failure> {
        let serial = Serial::read(transaction)?;
        let insert_task = format!("{} ON CONFLICT DO NOTHING", TASK.insert());
        let outcomes = HashMap::new();
        Ok(Self { transaction, id, serial, insert_task, insert_game: GAME.insert(), tasks: 0, games: 0, outcomes })
    }

    fn add(&mut self, task: &TaskResult) -> Result<(), Failure> {
        let count = i64::try_from(task.games.len()).expect("the games are in memory");
        let mut statement = self.transaction.prepare_cached(&self.insert_task)?;
        let added = statement.execute(params![self.id.0, task.number.cast_signed(), self.serial.next_game, count])?;
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
        self.transaction.prepare_cached(&self.insert_game)?.execute(params![
            self.serial.next_game,
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
        self.serial.next_game += 1;
        Ok(())
    }

    fn close(self) -> Result<(), Failure> {
        let sql = format!("{} AND id = ?1", OUTCOME.update(&[("games", "games + ?2")]));
        for (row, added) in self.outcomes.values() {
            OUTCOME.change(self.transaction, &sql, params![row, added])?;
        }
        let changes = [("tasks_done", "tasks_done + ?2"), ("games", "games + ?3")];
        let sql = format!("{} AND experiment = ?1", PROGRESS.update(&changes));
        PROGRESS.change(self.transaction, &sql, params![self.id.0, self.tasks, self.games])?;
        self.serial.write(self.transaction)
    }
}

/// Finds or makes the row of games that ended alike.
fn outcome_row(
    transaction: &Transaction<'_>,
    id: ExperimentId,
    (cell, winner, ending): &(u32, i64, Ending),
) -> Result<i64, Failure> {
    let EndingRow { kind, seat, label, answer, detail, moves } = EndingRow::of(ending);
    let values = params![kind.name(), seat, label, answer, detail, moves];
    let ending = find_or_insert(transaction, &ENDING, values, &[])?;
    find_or_insert(transaction, &OUTCOME, params![id.0, cell, winner, ending], params![0])
}

/// The columns that [`record`] reads of table `game`.
pub(crate) const RECORD: &str = "game.task, game.number, rotation, opening, game.moves, scores, plies, micros, nodes,
    game.seed, digest, game.outcome";

/// The columns of [`RECORD`].
pub(crate) const RECORD_COLUMNS: usize = 12;

/// The outcome of the game of a row that begins with [`RECORD`].
pub(crate) fn outcome_of(row: &Row<'_>) -> rusqlite::Result<i64> {
    row.get(RECORD_COLUMNS - 1)
}

/// A game from the columns of [`RECORD`], which are the first of the row, and its outcome.
pub(crate) fn record(row: &Row<'_>, outcome: &Outcome) -> rusqlite::Result<GameRecord> {
    Ok(GameRecord {
        task: row.get::<_, i64>(0)?.cast_unsigned(),
        number: row.get(1)?,
        cell: outcome.cell,
        rotation: row.get(2)?,
        opening: row.get(3)?,
        moves: row.get(4)?,
        scores: row.get::<_, List<i32>>(5)?.0,
        winner: u8::try_from(outcome.winner).ok(),
        plies: row.get(6)?,
        micros: row.get::<_, List<u64>>(7)?.0,
        nodes: row.get::<_, List<u64>>(8)?.0,
        seed: row.get::<_, i64>(9)?.cast_unsigned(),
        digest: row.get::<_, i64>(10)?.cast_unsigned(),
        ending: outcome.ending.clone(),
    })
}

fn visit_games(
    connection: &mut Connection,
    id: ExperimentId,
    visit: &mut dyn FnMut(&GameRecord) -> ControlFlow<()>,
) -> Result<(), Failure> {
    // One state of the store for all that is asked.
    let transaction = connection.transaction()?;
    if standing::shape(&transaction, id)?.is_none() {
        return Ok(());
    }
    let stored = standing::progress(&transaction, id)?;
    let outcomes = standing::outcomes(&transaction, Some(id))?;
    let outcomes: HashMap<i64, Outcome> = outcomes.into_iter().map(|outcome| (outcome.row, outcome)).collect();
    let fits = TASK.fits();
    let sql = format!("SELECT number, first_game, games, {fits} FROM task WHERE experiment = ?1 ORDER BY number");
    let mut tasks = transaction.prepare(&sql)?;
    let sql = format!(
        "SELECT {RECORD}, {}, game.id FROM game NOT INDEXED WHERE id >= ?1 AND id < ?1 + ?2 ORDER BY id",
        GAME.fits()
    );
    let mut games = transaction.prepare(&sql)?;
    let mut rows = tasks.query([id.0])?;
    let (mut done, mut last) = (0, -1);
    while let Some(row) = rows.next()? {
        let (number, first, count): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        TASK.require(row, 3, format_args!("({id}, {number})"))?;
        if number <= last {
            return Err(Failure::Damaged(format!("tasks of experiment {id}: out of order at {number}")));
        }
        last = number;
        let mut of_task = 0_u64;
        let mut rows = games.query([first, count])?;
        while let Some(row) = rows.next()? {
            let game: i64 = row.get(RECORD_COLUMNS + 1)?;
            GAME.require(row, RECORD_COLUMNS, game)?;
            if game != first + of_task.cast_signed() {
                return Err(GAME.damaged(first + of_task.cast_signed()));
            }
            let outcome = outcomes.get(&outcome_of(row)?).ok_or_else(|| GAME.damaged(game))?;
            of_task += 1;
            if visit(&record(row, outcome)?).is_break() {
                return Ok(());
            }
        }
        require_count(format_args!("games of experiment {id}, task {number}"), of_task, count.cast_unsigned())?;
        done += 1;
    }
    require_count(format_args!("tasks of experiment {id}"), done, stored.tasks_done)
}

/// Numbers by seat, as a JSON list so that people can take it apart in SQL.
pub(crate) struct List<T>(pub(crate) Vec<T>);

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
