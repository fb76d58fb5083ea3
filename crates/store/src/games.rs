//! Games for people: filtered, counted, a page at a time.

use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::fmt;

use rusqlite::{OptionalExtension, Transaction};

use crate::error::Failure;
use crate::seal::{EXPERIMENT, GAME, require_count};
use crate::standing::{self, Outcome, Shape};
use crate::store_ledger::{RECORD, RECORD_COLUMNS, outcome_of, record};
use crate::{EndingKind, ExperimentId, GameRecord, Store, StoreError};

/// Number of a game in its store; never given twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId(pub i64);

impl fmt::Display for GameId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.0)
    }
}

/// Which games, and which part of them. The default is all of them, oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Only games of this experiment.
    pub experiment: Option<ExperimentId>,
    /// Only games in which such a player took part.
    pub player: Option<PlayerFilter>,
    /// Only games that went this way for such a player, or for the cell's first player if none is asked for.
    pub result: Option<ResultFilter>,
    /// Only games that ended like this.
    pub ending: Option<EndingFilter>,
    /// How many games at most.
    pub limit: Option<usize>,
    /// How many games to leave out before the first.
    pub offset: usize,
    /// Latest stored first.
    pub newest_first: bool,
}

/// Which players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerFilter {
    /// The player with this expression.
    Exactly(String),
    /// Players whose expression begins like this.
    Prefix(String),
}

/// How a game went. A player who meets itself wins and loses the same game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultFilter {
    /// One of the players won.
    Won,
    /// Somebody won, and one of the players did not.
    Lost,
    /// Nobody won alone.
    Drawn,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EndingFilter {
    /// By the rules.
    Normal,
    /// In any other way.
    Irregular,
    /// In this way.
    Of(EndingKind),
}

/// A game with what its row in the store leaves to others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// Its number.
    pub id: GameId,
    /// The experiment that it belongs to.
    pub experiment: ExperimentId,
    /// The name of the experiment.
    pub experiment_name: String,
    /// The game that was played.
    pub game: String,
    /// The players by seat.
    pub players: Vec<String>,
    /// The game as it was put.
    pub record: GameRecord,
}

impl Store {
    /// The games that pass a filter, in the order in which they were stored or its reverse.
    pub fn games(&self, filter: &Filter) -> Result<Vec<StoredGame>, StoreError> {
        self.read(|transaction| {
            let mut reader = Reader::new(transaction, filter.experiment)?;
            let ids = page(transaction, filter, &reader.passing(filter)?)?;
            let games = ids.into_iter().map(|(id, outcome)| match reader.game(id)? {
                // The index named the outcome; the game itself must agree.
                Some((found, game)) if found == outcome => Ok(game),
                _ => Err(GAME.damaged(id)),
            });
            games.collect()
        })
    }

    /// How many games pass a filter, whatever its limit and offset.
    pub fn count(&self, filter: &Filter) -> Result<u64, StoreError> {
        self.read(|transaction| {
            let passing = Reader::new(transaction, filter.experiment)?.passing(filter)?;
            Ok(passing.iter().map(|(_, games)| games).sum())
        })
    }

    /// One game.
    pub fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError> {
        self.read(|transaction| {
            let sql = "SELECT experiment FROM game LEFT JOIN outcome ON outcome.id = game.outcome WHERE game.id = ?1";
            let mut statement = transaction.prepare_cached(sql)?;
            let found = statement.query_row([id.0], |row| row.get::<_, Option<i64>>(0)).optional()?;
            let Some(experiment) = found else {
                // None of this number: then no task may have one.
                let sql = "SELECT 1 FROM task WHERE first_game <= ?1 AND ?1 < first_game + games";
                let is_lost = transaction.prepare_cached(sql)?.exists([id.0])?;
                return if is_lost { Err(GAME.damaged(id)) } else { Ok(None) };
            };
            let experiment = experiment.ok_or_else(|| GAME.damaged(id))?;
            Ok(Reader::new(transaction, Some(ExperimentId(experiment)))?.game(id)?.map(|(_, game)| game))
        })
    }
}

/// The ids of the page that a filter asks for, out of the outcomes that pass it, each with its outcome.
fn page(
    transaction: &Transaction<'_>,
    filter: &Filter,
    outcomes: &[(i64, u64)],
) -> Result<Vec<(GameId, i64)>, Failure> {
    let (order, sign) = if filter.newest_first { ("DESC", -1) } else { ("ASC", 1) };
    let limit = filter.limit.unwrap_or(usize::MAX);
    let needed = limit.saturating_add(filter.offset);
    let sql = format!("SELECT id FROM game INDEXED BY game_by_outcome WHERE outcome = ?1 ORDER BY id {order}");
    let mut statement = transaction.prepare_cached(&sql)?;
    // The games of an outcome lie together in the index, in order. Keep the first of all outcomes, the last of them
    // on top. The index is read to the end of each outcome: only then is it known that it has not lost a game.
    let mut first: BinaryHeap<(i64, i64)> = BinaryHeap::new();
    for &(outcome, games) in outcomes {
        let mut rows = statement.query([outcome])?;
        let (mut found, mut before) = (0, i64::MIN);
        while let Some(row) = rows.next()? {
            let place = sign * row.get::<_, i64>(0)?;
            if place <= before {
                return Err(Failure::Damaged(format!("index game_by_outcome, outcome {outcome}: out of order")));
            }
            (found, before) = (found + 1, place);
            if first.len() == needed {
                if first.peek().is_none_or(|(last, _)| *last < place) {
                    continue;
                }
                first.pop();
            }
            first.push((place, outcome));
        }
        require_count(format_args!("games of outcome {outcome}"), found, games)?;
    }
    let ids = first.into_sorted_vec().into_iter().map(|(place, outcome)| (GameId(sign * place), outcome));
    Ok(ids.skip(filter.offset).take(limit).collect())
}

/// What games say of their experiment.
struct Head {
    name: String,
    game: String,
    shape: Shape,
}

/// Reads games, and what they share only once.
struct Reader<'t> {
    transaction: &'t Transaction<'t>,
    outcomes: BTreeMap<i64, Outcome>,
    experiments: HashMap<ExperimentId, Head>,
    players: HashMap<(ExperimentId, u32), Vec<String>>,
}

impl<'t> Reader<'t> {
    /// A reader of the games of an experiment, or of all.
    fn new(transaction: &'t Transaction<'t>, experiment: Option<ExperimentId>) -> Result<Self, Failure> {
        let outcomes = standing::outcomes(transaction, experiment)?;
        let outcomes = outcomes.into_iter().map(|outcome| (outcome.row, outcome)).collect();
        Ok(Self { transaction, outcomes, experiments: HashMap::new(), players: HashMap::new() })
    }

    /// The rows of the outcomes that pass a filter, with their games, those that came last first if so are the games.
    /// Every filter is a matter of outcomes, see `schema.rs`. It is not left to the database, which would pass over a
    /// damaged row.
    fn passing(&mut self, filter: &Filter) -> Result<Vec<(i64, u64)>, Failure> {
        let mut passing = Vec::new();
        for outcome in self.outcomes.values() {
            let kind = outcome.ending.kind();
            let ended = match &filter.ending {
                None => true,
                Some(EndingFilter::Normal) => kind == EndingKind::Normal,
                Some(EndingFilter::Irregular) => kind != EndingKind::Normal,
                Some(EndingFilter::Of(wanted)) => kind == *wanted,
            };
            if ended && outcome.games > 0 {
                passing.push((outcome.row, outcome.games, (outcome.experiment, outcome.cell), outcome.winner));
            }
        }
        let mut kept = Vec::new();
        for (row, games, cell, winner) in passing {
            // The places of the players that are meant.
            let meant: Vec<i64> = match &filter.player {
                None => vec![0],
                Some(player) => {
                    let is_meant = |expression: &String| match player {
                        PlayerFilter::Exactly(text) => expression == text,
                        PlayerFilter::Prefix(text) => expression.starts_with(text),
                    };
                    let players = (0..).zip(self.players(cell)?);
                    players.filter(|(_, expression)| is_meant(expression)).map(|(place, _)| place).collect()
                }
            };
            let passes = |place: &i64| match filter.result {
                None => true,
                Some(ResultFilter::Won) => winner == *place,
                Some(ResultFilter::Lost) => winner >= 0 && winner != *place,
                Some(ResultFilter::Drawn) => winner == -1,
            };
            if meant.iter().any(passes) {
                kept.push((row, games));
            }
        }
        if filter.newest_first {
            kept.reverse();
        }
        Ok(kept)
    }

    /// A game and the row of its outcome.
    fn game(&mut self, id: GameId) -> Result<Option<(i64, StoredGame)>, Failure> {
        let sql = format!("SELECT {RECORD}, {} FROM game WHERE game.id = ?1", GAME.fits());
        let mut statement = self.transaction.prepare_cached(&sql)?;
        let mut rows = statement.query([id.0])?;
        let Some(row) = rows.next()? else { return Ok(None) };
        GAME.require(row, RECORD_COLUMNS, id)?;
        let outcome = self.outcomes.get(&outcome_of(row)?).ok_or_else(|| GAME.damaged(id))?;
        let (row, experiment, record) = (outcome.row, outcome.experiment, record(row, outcome)?);
        let mut players = self.players((experiment, record.cell))?.clone();
        let seats = players.len().max(1);
        players.rotate_left(usize::from(record.rotation) % seats);
        let head = self.head(experiment)?;
        let (experiment_name, game) = (head.name.clone(), head.game.clone());
        Ok(Some((row, StoredGame { id, experiment, experiment_name, game, players, record })))
    }

    fn head(&mut self, id: ExperimentId) -> Result<&Head, Failure> {
        if !self.experiments.contains_key(&id) {
            let sql = format!("SELECT name, game, {} FROM experiment WHERE id = ?1", EXPERIMENT.fits());
            let mut statement = self.transaction.prepare_cached(&sql)?;
            let mut rows = statement.query([id.0])?;
            let row = rows.next()?.ok_or_else(|| EXPERIMENT.damaged(id))?;
            EXPERIMENT.require(row, 2, id)?;
            let shape = standing::shape(self.transaction, id)?.ok_or_else(|| EXPERIMENT.damaged(id))?;
            self.experiments.insert(id, Head { name: row.get(0)?, game: row.get(1)?, shape });
        }
        Ok(&self.experiments[&id])
    }

    fn players(&mut self, cell: (ExperimentId, u32)) -> Result<&Vec<String>, Failure> {
        if !self.players.contains_key(&cell) {
            let shape = self.head(cell.0)?.shape;
            self.players.insert(cell, standing::players(self.transaction, cell, shape)?);
        }
        Ok(&self.players[&cell])
    }
}
