//! Cells, their players and how often each outcome occurred, read whole: every row fits its seal and none is missing.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, params_from_iter};

use crate::ending::{COLUMNS, EndingRow};
use crate::error::Failure;
use crate::seal::{CELL, CELL_PLAYER, ENDING, EXPERIMENT, OUTCOME, PLAYER, PROGRESS, Serial, require_count};
use crate::{Cell, Ending, ExperimentId};

/// What every cell and every game of an experiment must fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) seats: u8,
    pub(crate) cells: u32,
}

/// Games of one cell that ended alike.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) row: i64,
    pub(crate) experiment: ExperimentId,
    pub(crate) cell: u32,
    /// Position in the cell, -1 if there is none.
    pub(crate) winner: i64,
    pub(crate) games: u64,
    pub(crate) ending: Ending,
}

/// How much is kept of an experiment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Progress {
    pub(crate) tasks_done: u64,
    pub(crate) games: u64,
    pub(crate) notes: u64,
}

/// The shape of an experiment, if there is one of this number.
pub(crate) fn shape(connection: &Connection, id: ExperimentId) -> Result<Option<Shape>, Failure> {
    let sql = format!("SELECT seats, cells, {} FROM experiment WHERE id = ?1", EXPERIMENT.fits());
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query([id.0])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    EXPERIMENT.require(row, 2, id)?;
    Ok(Some(Shape { seats: row.get(0)?, cells: row.get(1)? }))
}

/// How much is kept of an experiment.
pub(crate) fn progress(connection: &Connection, id: ExperimentId) -> Result<Progress, Failure> {
    let sql = format!("SELECT tasks_done, games, notes, {} FROM progress WHERE experiment = ?1", PROGRESS.fits());
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query([id.0])?;
    let row = rows.next()?.ok_or_else(|| PROGRESS.damaged(id))?;
    PROGRESS.require(row, 3, id)?;
    let number = |at: usize| row.get::<_, i64>(at).map(i64::cast_unsigned);
    Ok(Progress { tasks_done: number(0)?, games: number(1)?, notes: number(2)? })
}

/// The players of a cell.
pub(crate) fn players(
    connection: &Connection,
    (id, cell): (ExperimentId, u32),
    shape: Shape,
) -> Result<Vec<String>, Failure> {
    let sql = format!(
        "SELECT position, player, expression, {}, {} FROM cell_player LEFT JOIN player ON player.id = cell_player.player
        WHERE experiment = ?1 AND cell = ?2 ORDER BY position",
        CELL_PLAYER.fits(),
        PLAYER.fits()
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query((id.0, cell))?;
    let mut players = Vec::new();
    while let Some(row) = rows.next()? {
        let position = row.get::<_, i64>(0)?;
        CELL_PLAYER.require(row, 3, format_args!("({id}, {cell}, {position})"))?;
        PLAYER.require(row, 4, row.get::<_, i64>(1)?)?;
        players.push(row.get(2)?);
    }
    let what = format_args!("players of experiment {id}, cell {cell}");
    require_count(what, players.len() as u64, shape.seats.into())?;
    Ok(players)
}

/// The cells of an experiment, with the standing.
pub(crate) fn cells(connection: &Connection, id: ExperimentId, shape: Shape) -> Result<Vec<Cell>, Failure> {
    let sql = format!("SELECT number, label, {} FROM cell WHERE experiment = ?1 ORDER BY number", CELL.fits());
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query([id.0])?;
    let mut cells: Vec<Cell> = Vec::new();
    while let Some(row) = rows.next()? {
        let number: u32 = row.get(0)?;
        CELL.require(row, 2, format_args!("({id}, {number})"))?;
        let players = players(connection, (id, number), shape)?;
        let wins = vec![0; players.len()];
        cells.push(Cell { label: row.get(1)?, players, games: 0, wins });
    }
    require_count(format_args!("cells of experiment {id}"), cells.len() as u64, shape.cells.into())?;
    for outcome in outcomes(connection, Some(id))? {
        let nowhere = || OUTCOME.damaged(outcome.row);
        let cell = cells.get_mut(outcome.cell as usize).ok_or_else(nowhere)?;
        cell.games += outcome.games;
        if let Ok(winner) = usize::try_from(outcome.winner) {
            *cell.wins.get_mut(winner).ok_or_else(nowhere)? += outcome.games;
        }
    }
    Ok(cells)
}

/// The outcomes of an experiment, or of all, in the order of their rows.
pub(crate) fn outcomes(connection: &Connection, id: Option<ExperimentId>) -> Result<Vec<Outcome>, Failure> {
    let of = if id.is_some() { "WHERE outcome.experiment = ?1" } else { "" };
    let sql = format!(
        "SELECT outcome.id, experiment, cell, winner, games, outcome.ending, {}, {}, {COLUMNS} FROM outcome
        LEFT JOIN ending ON ending.id = outcome.ending {of} ORDER BY outcome.id",
        OUTCOME.fits(),
        ENDING.fits()
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query(params_from_iter(id.map(|id| id.0)))?;
    let mut left = games_kept(connection, id)?;
    let mut outcomes = Vec::new();
    while let Some(row) = rows.next()? {
        let number = row.get(0)?;
        OUTCOME.require(row, 6, number)?;
        ENDING.require(row, 7, row.get::<_, i64>(5)?)?;
        let outcome = Outcome {
            row: number,
            experiment: ExperimentId(row.get(1)?),
            cell: row.get(2)?,
            winner: row.get(3)?,
            games: row.get::<_, i64>(4)?.cast_unsigned(),
            ending: EndingRow::read(row, 8)?.into_ending()?,
        };
        let counted = left.get_mut(&outcome.experiment).ok_or_else(|| PROGRESS.damaged(outcome.experiment))?;
        counted.0 += outcome.games;
        outcomes.push(outcome);
    }
    for (id, (counted, kept)) in left {
        require_count(format_args!("games of experiment {id}"), counted, kept)?;
    }
    Ok(outcomes)
}

/// None counted yet, and the games kept, by experiment.
fn games_kept(connection: &Connection, id: Option<ExperimentId>) -> Result<HashMap<ExperimentId, (u64, u64)>, Failure> {
    let mut kept = HashMap::new();
    if let Some(id) = id {
        let found = connection.prepare_cached("SELECT 1 FROM experiment WHERE id = ?1")?;
        let is_there = { found }.query_row([id.0], |_| Ok(())).optional()?.is_some();
        if is_there {
            kept.insert(id, (0, progress(connection, id)?.games));
        }
        return Ok(kept);
    }
    let sql = format!("SELECT experiment, games, {} FROM progress", PROGRESS.fits());
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let id = ExperimentId(row.get(0)?);
        PROGRESS.require(row, 2, id)?;
        kept.insert(id, (0, row.get::<_, i64>(1)?.cast_unsigned()));
    }
    require_count("experiments", kept.len() as u64, Serial::read(connection)?.experiments.cast_unsigned())?;
    Ok(kept)
}
