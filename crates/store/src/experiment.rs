//! Experiments: how they are begun, gone on with, listed, finished and removed.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{Row, Transaction, params};

use crate::error::Failure;
use crate::seal::{CELL, CELL_PLAYER, EXPERIMENT, PLAYER, PROGRESS, Serial, TEXTS, find_or_insert, require_count};
use crate::{Store, StoreError, standing};

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
            let names = names(transaction)?;
            let Some(id) = names.of(&new.name) else {
                names.require_whole(transaction)?;
                return Ok(Begun::New(insert(transaction, new)?));
            };
            let (plan, file) = texts(transaction, id, |row| Ok((row.get::<_, String>("plan")?, row.get("file")?)))?;
            if plan != new.plan {
                return Ok(Begun::Changed { id, plan, file });
            }
            let tasks = new.tasks.cast_signed();
            let more = EXPERIMENT.update(&[("tasks", "?2"), ("finished", "NULL")]);
            transaction.execute(&format!("{more} AND id = ?1 AND tasks < ?2"), params![id.0, tasks])?;
            // Titles and figures to compare with are not part of the plan, and may change.
            let sql = format!("{} AND id = ?1", EXPERIMENT.update(&[("title", "?2")]));
            EXPERIMENT.change(transaction, &sql, params![id.0, new.title])?;
            let sql = format!("{} AND id = ?1", TEXTS.update(&[("file", "?2")]));
            TEXTS.change(transaction, &sql, params![id.0, new.file])?;
            Ok(Begun::Resumed(id))
        })
    }

    /// The experiment that goes by a name, or else has the name as its number.
    pub fn find(&self, name: &str) -> Result<ExperimentId, StoreError> {
        self.read(|transaction| {
            let names = names(transaction)?;
            if let Some(id) = names.of(name) {
                return Ok(id);
            }
            names.require_whole(transaction)?;
            let number = name.parse().ok().map(ExperimentId);
            let found = number.filter(|number| names.found.iter().any(|(id, _)| id == number));
            found.ok_or_else(|| self.no_experiment(name).into())
        })
    }

    /// All experiments, oldest first.
    pub fn experiments(&self) -> Result<Vec<ExperimentSummary>, StoreError> {
        self.read(|transaction| {
            let mut statement = transaction.prepare(&format!("{} ORDER BY id", summary_sql()))?;
            let found: Vec<ExperimentSummary> =
                statement.query_and_then([], summary)?.collect::<Result<_, Failure>>()?;
            let stored = Serial::read(transaction)?.experiments.cast_unsigned();
            require_count("experiments", found.len() as u64, stored)?;
            Ok(found)
        })
    }

    /// All that is known of an experiment but its games.
    pub fn experiment(&self, id: ExperimentId) -> Result<StoredExperiment, StoreError> {
        self.read(|transaction| {
            let shape = standing::shape(transaction, id)?.ok_or_else(|| self.no_experiment(id))?;
            let mut statement = transaction.prepare(&format!("{} WHERE id = ?1", summary_sql()))?;
            let found = statement.query_and_then([id.0], summary)?.next();
            let summary = found.unwrap_or_else(|| Err(EXPERIMENT.damaged(id)))?;
            let cells = standing::cells(transaction, id, shape)?;
            texts(transaction, id, |row| {
                Ok(StoredExperiment {
                    summary,
                    plan: row.get("plan")?,
                    file: row.get("file")?,
                    seed: row.get::<_, i64>("seed")?.cast_unsigned(),
                    rules: row.get("rules")?,
                    machine: row.get("machine")?,
                    command: row.get("command")?,
                    cells,
                })
            })
        })
    }

    /// Marks an experiment as finished now; the first time counts.
    pub fn finish(&self, id: ExperimentId) -> Result<(), StoreError> {
        self.write(|transaction| {
            self.require(transaction, id)?;
            let sql = format!("{} AND id = ?1", EXPERIMENT.update(&[("finished", "coalesce(finished, ?2)")]));
            EXPERIMENT.change(transaction, &sql, params![id.0, now_unix_s()])
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
            let serial = Serial::read(transaction)?;
            Serial { experiments: serial.experiments - 1, ..serial }.write(transaction)
        })
    }
}

fn summary_sql() -> String {
    format!(
        "SELECT id, name, title, kind, experiment.game, seats, experiment.tasks, tasks_done, games, created, finished,
        program, {}, {} FROM experiment NOT INDEXED LEFT JOIN progress ON progress.experiment = experiment.id",
        EXPERIMENT.fits(),
        PROGRESS.fits()
    )
}

fn summary(row: &Row<'_>) -> Result<ExperimentSummary, Failure> {
    let id = ExperimentId(row.get(0)?);
    EXPERIMENT.require(row, 12, id)?;
    PROGRESS.require(row, 13, id)?;
    Ok(ExperimentSummary {
        id,
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

/// Reads the columns that lists leave out.
fn texts<T>(
    transaction: &Transaction<'_>,
    id: ExperimentId,
    read: impl FnOnce(&Row<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let sql = format!("SELECT {}, {} FROM experiment WHERE id = ?1", TEXTS.columns.join(", "), TEXTS.fits());
    let mut statement = transaction.prepare(&sql)?;
    let mut rows = statement.query([id.0])?;
    let row = rows.next()?.ok_or_else(|| TEXTS.damaged(id))?;
    TEXTS.require(row, TEXTS.columns.len(), id)?;
    read(row)
}

/// The experiments by name, read from the table itself: an index may have lost one.
struct Names {
    found: Vec<(ExperimentId, String)>,
    /// The first that does not fit.
    damaged: Option<i64>,
}

fn names(transaction: &Transaction<'_>) -> Result<Names, Failure> {
    let sql = format!("SELECT id, name, {} FROM experiment NOT INDEXED", EXPERIMENT.fits());
    let mut statement = transaction.prepare_cached(&sql)?;
    let mut rows = statement.query([])?;
    let mut names = Names { found: Vec::new(), damaged: None };
    while let Some(row) = rows.next()? {
        match row.get(2)? {
            true => names.found.push((ExperimentId(row.get(0)?), row.get(1)?)),
            false => names.damaged = names.damaged.or(Some(row.get(0)?)),
        }
    }
    Ok(names)
}

impl Names {
    fn of(&self, name: &str) -> Option<ExperimentId> {
        self.found.iter().find(|(_, found)| found == name).map(|(id, _)| *id)
    }

    /// Fails unless all are there, so that a name that was not found is none.
    fn require_whole(&self, transaction: &Transaction<'_>) -> Result<(), Failure> {
        if let Some(id) = self.damaged {
            return Err(EXPERIMENT.damaged(id));
        }
        let stored = Serial::read(transaction)?.experiments.cast_unsigned();
        require_count("experiments", self.found.len() as u64, stored)
    }
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
    let serial = Serial::read(transaction)?;
    let id = serial.next_experiment;
    let (heads, texts) = (EXPERIMENT.columns.len(), TEXTS.columns.len());
    let places = |from: usize, to: usize| (from..=to).map(|place| format!("?{place}")).collect::<Vec<_>>().join(", ");
    let (head, text) = (places(1, heads), places(heads + 1, heads + texts - 1));
    // The id is the first of both parts.
    let sql = format!(
        "INSERT INTO experiment ({}, {}, seal, text_seal) VALUES ({head}, {text}, row_seal('experiment.seal', {head}),
        row_seal('experiment.text_seal', ?1, {text}))",
        EXPERIMENT.columns.join(", "),
        TEXTS.columns[1..].join(", ")
    );
    transaction.execute(
        &sql,
        params![
            id,
            new.name,
            new.title,
            new.kind.name(),
            new.game,
            new.seats,
            new.cells.len() as i64,
            new.tasks.cast_signed(),
            now_unix_s(),
            None::<i64>,
            new.program,
            new.rules,
            new.seed.cast_signed(),
            new.machine,
            new.command,
            new.plan,
            new.file
        ],
    )?;
    transaction.execute(&PROGRESS.insert(), params![id, 0, 0, 0])?;
    let mut cell_row = transaction.prepare(&CELL.insert())?;
    let mut seat_row = transaction.prepare(&CELL_PLAYER.insert())?;
    for (number, cell) in (0_u32..).zip(&new.cells) {
        cell_row.execute(params![id, number, cell.label])?;
        for (position, player) in (0_u8..).zip(&cell.players) {
            let player = find_or_insert(transaction, &PLAYER, &[player], &[])?;
            seat_row.execute(params![id, number, position, player])?;
        }
    }
    Serial { next_experiment: id + 1, experiments: serial.experiments + 1, ..serial }.write(transaction)?;
    Ok(ExperimentId(id))
}

fn now_unix_s() -> i64 {
    let passed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs());
    i64::try_from(passed).unwrap_or(i64::MAX)
}
