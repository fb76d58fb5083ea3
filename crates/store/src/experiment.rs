//! Experiments: how they are begun, gone on with, listed, finished and removed.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{OptionalExtension, Row, Transaction, params};

use crate::error::Failure;
use crate::{Store, StoreError};

/// Number of an experiment in its store; never given twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ExperimentId(pub i64);

impl fmt::Display for ExperimentId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.0)
    }
}

/// What sort of experiment it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A table of players.
    Run,
    /// Two players against each other.
    Match,
    /// The parameters of a player set by games.
    Tune,
    /// An evaluation learned from games.
    Train,
}

impl Kind {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Match => "match",
            Self::Tune => "tune",
            Self::Train => "train",
        }
    }
}

impl FromSql for Kind {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let name = value.as_str()?;
        let kinds = [Self::Run, Self::Match, Self::Tune, Self::Train];
        kinds.into_iter().find(|kind| kind.name() == name).ok_or(FromSqlError::InvalidType)
    }
}

/// An experiment to begin, or to go on with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewExperiment {
    /// What it is called; no two in a store are called the same.
    pub name: String,
    /// A line about it.
    pub title: String,
    /// What sort it is.
    pub kind: Kind,
    /// The game that is played.
    pub game: String,
    /// Seats of the game.
    pub seats: u8,
    /// All that decides the results, in one canonical text: equal plans are the same experiment.
    pub plan: String,
    /// The experiment file as it was written.
    pub file: String,
    /// Seed of its randomness.
    pub seed: u64,
    /// Version of the program.
    pub program: String,
    /// Version of the rules.
    pub rules: String,
    /// The machine that it began on.
    pub machine: String,
    /// The command line that began it.
    pub command: String,
    /// How many tasks it has.
    pub tasks: u64,
    /// Who plays whom.
    pub cells: Vec<NewCell>,
}

/// A row of the table: players who meet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewCell {
    /// What it is called in reports.
    pub label: String,
    /// One player for each seat.
    pub players: Vec<String>,
}

/// What became of an experiment that was to begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Begun {
    /// It is new.
    New(ExperimentId),
    /// It was there with the same plan: go on with it.
    Resumed(ExperimentId),
    /// Another plan goes by this name, and nothing was changed.
    Changed {
        /// The experiment of this name.
        id: ExperimentId,
        /// Its plan.
        plan: String,
        /// Its file.
        file: String,
    },
}

/// A line of the list of experiments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExperimentSummary {
    /// Its number.
    pub id: ExperimentId,
    /// What it is called.
    pub name: String,
    /// A line about it.
    pub title: String,
    /// What sort it is.
    pub kind: Kind,
    /// The game that is played.
    pub game: String,
    /// Seats of the game.
    pub seats: u8,
    /// How many tasks it has.
    pub tasks: u64,
    /// How many of them are done.
    pub tasks_done: u64,
    /// Games kept.
    pub games: u64,
    /// When it began, in seconds since 1970.
    pub created_unix_s: i64,
    /// When it was finished, if it was.
    pub finished_unix_s: Option<i64>,
    /// Version of the program that began it.
    pub program: String,
}

/// All that is known of an experiment but its games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredExperiment {
    /// What the list shows.
    pub summary: ExperimentSummary,
    /// Its plan.
    pub plan: String,
    /// The experiment file as it was written.
    pub file: String,
    /// Seed of its randomness.
    pub seed: u64,
    /// Version of the rules.
    pub rules: String,
    /// The machine that it began on.
    pub machine: String,
    /// The command line that began it.
    pub command: String,
    /// Who plays whom, with the standing.
    pub cells: Vec<Cell>,
}

/// A row of the table, with the standing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// What it is called in reports.
    pub label: String,
    /// The players.
    pub players: Vec<String>,
    /// Games kept.
    pub games: u64,
    /// Games won by each player; the rest were drawn or shared.
    pub wins: Vec<u64>,
}

impl Store {
    /// Begins an experiment, or finds the one of this name. One that is resumed may ask for more tasks than before.
    pub fn begin(&self, new: &NewExperiment) -> Result<Begun, StoreError> {
        check_new(new)?;
        self.write(|transaction| {
            let sql = "SELECT id, plan, file FROM experiment WHERE name = ?1";
            let found = transaction
                .query_row(sql, [&new.name], |row| Ok((row.get(0)?, row.get::<_, String>(1)?, row.get(2)?)))
                .optional()?;
            match found {
                None => Ok(Begun::New(insert(transaction, new)?)),
                Some((id, plan, _)) if plan == new.plan => {
                    let sql = "UPDATE experiment SET tasks = ?2, finished = NULL WHERE id = ?1 AND tasks < ?2";
                    transaction.execute(sql, params![id, new.tasks.cast_signed()])?;
                    // Titles and figures to compare with are not part of the plan, and may change.
                    let sql = "UPDATE experiment SET title = ?2, file = ?3 WHERE id = ?1";
                    transaction.execute(sql, params![id, new.title, new.file])?;
                    Ok(Begun::Resumed(ExperimentId(id)))
                }
                Some((id, plan, file)) => Ok(Begun::Changed { id: ExperimentId(id), plan, file }),
            }
        })
    }

    /// The experiment that goes by a name, or else has the name as its number.
    pub fn find(&self, name: &str) -> Result<ExperimentId, StoreError> {
        self.read(|transaction| {
            let sql = "SELECT id FROM experiment WHERE name = ?1 OR id = ?2 ORDER BY name = ?1 DESC";
            let found =
                transaction.query_row(sql, params![name, name.parse::<i64>().ok()], |row| row.get(0)).optional()?;
            found.map(ExperimentId).ok_or_else(|| self.no_experiment(name).into())
        })
    }

    /// All experiments, oldest first.
    pub fn experiments(&self) -> Result<Vec<ExperimentSummary>, StoreError> {
        self.read(|transaction| {
            let mut statement = transaction.prepare(&format!("{SUMMARY} ORDER BY id"))?;
            let rows = statement.query_map([], summary)?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// All that is known of an experiment but its games.
    pub fn experiment(&self, id: ExperimentId) -> Result<StoredExperiment, StoreError> {
        self.read(|transaction| {
            let found = transaction.query_row(&format!("{SUMMARY} WHERE id = ?1"), [id.0], summary).optional()?;
            let summary = found.ok_or_else(|| self.no_experiment(id))?;
            let cells = cells(transaction, id)?;
            let sql = "SELECT plan, file, seed, rules, machine, command FROM experiment WHERE id = ?1";
            let experiment = transaction.query_row(sql, [id.0], |row| {
                Ok(StoredExperiment {
                    summary,
                    plan: row.get(0)?,
                    file: row.get(1)?,
                    seed: row.get::<_, i64>(2)?.cast_unsigned(),
                    rules: row.get(3)?,
                    machine: row.get(4)?,
                    command: row.get(5)?,
                    cells,
                })
            })?;
            Ok(experiment)
        })
    }

    /// Marks an experiment as finished now; the first time counts.
    pub fn finish(&self, id: ExperimentId) -> Result<(), StoreError> {
        self.write(|transaction| {
            self.require(transaction, id)?;
            let sql = "UPDATE experiment SET finished = ?2 WHERE id = ?1 AND finished IS NULL";
            transaction.execute(sql, params![id.0, now_unix_s()])?;
            Ok(())
        })
    }

    /// Removes an experiment with its games and notes. The room it took is used for what is stored next.
    pub fn remove(&self, id: ExperimentId) -> Result<(), StoreError> {
        self.write(|transaction| {
            self.require(transaction, id)?;
            for sql in [
                "DELETE FROM game WHERE outcome IN (SELECT id FROM outcome WHERE experiment = ?1)",
                "DELETE FROM task WHERE experiment = ?1",
                "DELETE FROM outcome WHERE experiment = ?1",
                "DELETE FROM cell_player WHERE experiment = ?1",
                "DELETE FROM cell WHERE experiment = ?1",
                "DELETE FROM note WHERE experiment = ?1",
                "DELETE FROM progress WHERE experiment = ?1",
                "DELETE FROM experiment WHERE id = ?1",
            ] {
                transaction.execute(sql, [id.0])?;
            }
            let sql = "DELETE FROM player WHERE NOT EXISTS (SELECT 1 FROM cell_player WHERE player = player.id)";
            transaction.execute(sql, [])?;
            Ok(())
        })
    }
}

const SUMMARY: &str =
    "SELECT id, name, title, kind, game, seats, experiment.tasks, tasks_done, games, created, finished,
    program FROM experiment JOIN progress ON progress.experiment = experiment.id";

fn summary(row: &Row<'_>) -> rusqlite::Result<ExperimentSummary> {
    Ok(ExperimentSummary {
        id: ExperimentId(row.get(0)?),
        name: row.get(1)?,
        title: row.get(2)?,
        kind: row.get(3)?,
        game: row.get(4)?,
        seats: row.get(5)?,
        tasks: row.get::<_, i64>(6)?.cast_unsigned(),
        tasks_done: row.get::<_, i64>(7)?.cast_unsigned(),
        games: row.get::<_, i64>(8)?.cast_unsigned(),
        created_unix_s: row.get(9)?,
        finished_unix_s: row.get(10)?,
        program: row.get(11)?,
    })
}

fn cells(transaction: &Transaction<'_>, id: ExperimentId) -> rusqlite::Result<Vec<Cell>> {
    let mut cells: Vec<Cell> = Vec::new();
    let sql = "SELECT number, label, expression FROM cell
        JOIN cell_player ON cell_player.experiment = cell.experiment AND cell_player.cell = cell.number
        JOIN player ON player.id = cell_player.player
        WHERE cell.experiment = ?1 ORDER BY number, position";
    let mut statement = transaction.prepare(sql)?;
    let mut rows = statement.query([id.0])?;
    while let Some(row) = rows.next()? {
        // Numbers count from 0 without gaps, so a number beyond the last is the next cell.
        if row.get::<_, u32>(0)? as usize == cells.len() {
            cells.push(Cell { label: row.get(1)?, ..Cell::default() });
        }
        let cell = cells.last_mut().ok_or(rusqlite::Error::QueryReturnedNoRows)?;
        cell.players.push(row.get(2)?);
        cell.wins.push(0);
    }
    let mut statement = transaction.prepare("SELECT cell, winner, games FROM outcome WHERE experiment = ?1")?;
    let mut rows = statement.query([id.0])?;
    while let Some(row) = rows.next()? {
        let games = row.get::<_, i64>(2)?.cast_unsigned();
        let cell = cells.get_mut(row.get::<_, u32>(0)? as usize).ok_or(rusqlite::Error::QueryReturnedNoRows)?;
        cell.games += games;
        if let Ok(winner) = usize::try_from(row.get::<_, i64>(1)?) {
            *cell.wins.get_mut(winner).ok_or(rusqlite::Error::QueryReturnedNoRows)? += games;
        }
    }
    Ok(cells)
}

fn check_new(new: &NewExperiment) -> Result<(), StoreError> {
    let invalid = |what: String| Err(StoreError::invalid(format!("experiment {:?}: {what}", new.name)));
    if new.name.is_empty() {
        return invalid("it needs a name".to_owned());
    }
    if new.seats == 0 || new.cells.is_empty() {
        return invalid("it needs seats and cells".to_owned());
    }
    if i64::try_from(new.tasks).is_err() || u32::try_from(new.cells.len()).is_err() {
        return invalid("it has too many tasks or cells".to_owned());
    }
    for (number, cell) in new.cells.iter().enumerate() {
        if cell.players.len() != usize::from(new.seats) {
            let players = cell.players.len();
            return invalid(format!("cell {number} has {players} players, the game has {} seats", new.seats));
        }
    }
    Ok(())
}

fn insert(transaction: &Transaction<'_>, new: &NewExperiment) -> Result<ExperimentId, Failure> {
    let sql = "INSERT INTO experiment (name, title, kind, game, seats, tasks, created, program, rules, seed, machine,
        command, plan, file) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
    transaction.execute(
        sql,
        params![
            new.name,
            new.title,
            new.kind.name(),
            new.game,
            new.seats,
            new.tasks.cast_signed(),
            now_unix_s(),
            new.program,
            new.rules,
            new.seed.cast_signed(),
            new.machine,
            new.command,
            new.plan,
            new.file
        ],
    )?;
    let id = transaction.last_insert_rowid();
    transaction.execute("INSERT INTO progress (experiment, tasks_done, games) VALUES (?1, 0, 0)", [id])?;
    let mut cell_row = transaction.prepare("INSERT INTO cell (experiment, number, label) VALUES (?1, ?2, ?3)")?;
    let mut player_row = transaction.prepare("INSERT OR IGNORE INTO player (expression) VALUES (?1)")?;
    let sql = "INSERT INTO cell_player (experiment, cell, position, player)
        VALUES (?1, ?2, ?3, (SELECT id FROM player WHERE expression = ?4))";
    let mut seat_row = transaction.prepare(sql)?;
    for (number, cell) in (0_u32..).zip(&new.cells) {
        cell_row.execute(params![id, number, cell.label])?;
        for (position, player) in (0_u8..).zip(&cell.players) {
            player_row.execute([player])?;
            seat_row.execute(params![id, number, position, player])?;
        }
    }
    Ok(ExperimentId(id))
}

fn now_unix_s() -> i64 {
    let passed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs());
    i64::try_from(passed).unwrap_or(i64::MAX)
}
