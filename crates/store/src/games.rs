//! Games for people: filtered, counted, a page at a time.

use std::collections::{BinaryHeap, HashMap};
use std::fmt;

use rusqlite::types::Value;
use rusqlite::{OptionalExtension, Transaction, params_from_iter};

use crate::ending::COLUMNS;
use crate::error::Failure;
use crate::store_ledger::{RECORD, RECORD_COLUMNS, record};
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
            let ids = page(transaction, filter)?;
            let mut reader = Reader { transaction, players: HashMap::new() };
            let games = ids.into_iter().map(|id| reader.game(id)?.ok_or(rusqlite::Error::QueryReturnedNoRows));
            Ok(games.collect::<Result<_, _>>()?)
        })
    }

    /// How many games pass a filter, whatever its limit and offset.
    pub fn count(&self, filter: &Filter) -> Result<u64, StoreError> {
        self.read(|transaction| Ok(outcomes(transaction, filter)?.iter().map(|outcome| outcome.games).sum()))
    }

    /// One game.
    pub fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError> {
        self.read(|transaction| Ok(Reader { transaction, players: HashMap::new() }.game(id)?))
    }
}

/// A row of `outcome` that passes a filter.
struct Outcome {
    row: i64,
    games: u64,
}

/// The outcomes that pass, those that came last first if so are the games.
/// Every filter is a matter of outcomes, see `schema.rs`.
fn outcomes(transaction: &Transaction<'_>, filter: &Filter) -> rusqlite::Result<Vec<Outcome>> {
    let mut conditions = vec!["games > 0".to_owned()];
    let mut values: Vec<Value> = Vec::new();
    let mut bind = |value: Value| {
        values.push(value);
        format!("?{}", values.len())
    };
    if let Some(id) = filter.experiment {
        conditions.push(format!("experiment = {}", bind(id.0.into())));
    }
    let normal = EndingKind::Normal.name().to_owned();
    match &filter.ending {
        None => {}
        Some(EndingFilter::Normal) => conditions.push(format!("kind = {}", bind(normal.into()))),
        Some(EndingFilter::Irregular) => conditions.push(format!("kind <> {}", bind(normal.into()))),
        Some(EndingFilter::Of(kind)) => conditions.push(format!("kind = {}", bind(kind.name().to_owned().into()))),
    }
    match &filter.player {
        None => conditions.extend(filter.result.map(|result| match result {
            ResultFilter::Won => "winner = 0".to_owned(),
            ResultFilter::Lost => "winner > 0".to_owned(),
            ResultFilter::Drawn => "winner = -1".to_owned(),
        })),
        Some(player) => {
            let matching = match player {
                PlayerFilter::Exactly(text) => format!("expression = {}", bind(text.clone().into())),
                // Up to the last of all characters, so that the index on the expressions can be used.
                PlayerFilter::Prefix(text) => {
                    let low = bind(text.clone().into());
                    format!("expression >= {low} AND expression < {low} || char(0x10ffff)")
                }
            };
            let seat = match filter.result {
                None => "",
                Some(ResultFilter::Won) => "AND position = outcome.winner",
                Some(ResultFilter::Lost) => "AND position <> outcome.winner AND outcome.winner >= 0",
                Some(ResultFilter::Drawn) => "AND outcome.winner = -1",
            };
            conditions.push(format!(
                "EXISTS (SELECT 1 FROM cell_player JOIN player ON player.id = cell_player.player WHERE {matching}
                AND cell_player.experiment = outcome.experiment AND cell_player.cell = outcome.cell {seat})"
            ));
        }
    }
    let conditions = conditions.join(" AND ");
    let order = if filter.newest_first { "DESC" } else { "ASC" };
    let sql = format!(
        "SELECT outcome.id, games FROM outcome JOIN ending ON ending.id = outcome.ending WHERE {conditions}
        ORDER BY outcome.id {order}"
    );
    let mut statement = transaction.prepare_cached(&sql)?;
    let rows = statement.query_map(params_from_iter(values), |row| {
        Ok(Outcome { row: row.get(0)?, games: row.get::<_, i64>(1)?.cast_unsigned() })
    })?;
    rows.collect()
}

/// The ids of the page that a filter asks for.
fn page(transaction: &Transaction<'_>, filter: &Filter) -> Result<Vec<GameId>, Failure> {
    let (order, sign) = if filter.newest_first { ("DESC", -1) } else { ("ASC", 1) };
    let limit = filter.limit.unwrap_or(usize::MAX);
    let needed = limit.saturating_add(filter.offset);
    let sql = format!("SELECT id FROM game INDEXED BY game_by_outcome WHERE outcome = ?1 ORDER BY id {order}");
    let mut statement = transaction.prepare_cached(&sql)?;
    // The games of an outcome lie together in the index, in order. Keep the first of all outcomes, the last of them
    // on top, and leave an outcome at the first game that comes after all that are kept.
    let mut first: BinaryHeap<i64> = BinaryHeap::new();
    for outcome in outcomes(transaction, filter)? {
        let mut rows = statement.query([outcome.row])?;
        while let Some(row) = rows.next()? {
            let place = sign * row.get::<_, i64>(0)?;
            if first.len() == needed {
                if first.peek().is_none_or(|last| *last < place) {
                    break;
                }
                first.pop();
            }
            first.push(place);
        }
    }
    let ids = first.into_sorted_vec().into_iter().map(|place| GameId(sign * place));
    Ok(ids.skip(filter.offset).take(limit).collect())
}

/// Reads games, and the players of each cell only once.
struct Reader<'t> {
    transaction: &'t Transaction<'t>,
    players: HashMap<(i64, u32), Vec<String>>,
}

impl Reader<'_> {
    fn game(&mut self, id: GameId) -> rusqlite::Result<Option<StoredGame>> {
        let sql = format!(
            "SELECT {RECORD}, {COLUMNS}, experiment.id, experiment.name, experiment.game FROM game
            JOIN outcome ON outcome.id = game.outcome
            JOIN ending ON ending.id = outcome.ending
            JOIN experiment ON experiment.id = outcome.experiment
            WHERE game.id = ?1"
        );
        let mut statement = self.transaction.prepare_cached(&sql)?;
        let found = statement.query_row([id.0], |row| {
            let players = Vec::new();
            let experiment = ExperimentId(row.get(RECORD_COLUMNS)?);
            let (experiment_name, game) = (row.get(RECORD_COLUMNS + 1)?, row.get(RECORD_COLUMNS + 2)?);
            Ok(StoredGame { id, experiment, experiment_name, game, players, record: record(row)? })
        });
        let Some(mut game) = found.optional()? else { return Ok(None) };
        let mut players = self.players(game.experiment, game.record.cell)?.clone();
        let seats = players.len().max(1);
        players.rotate_left(usize::from(game.record.rotation) % seats);
        game.players = players;
        Ok(Some(game))
    }

    fn players(&mut self, experiment: ExperimentId, cell: u32) -> rusqlite::Result<&Vec<String>> {
        let key = (experiment.0, cell);
        if !self.players.contains_key(&key) {
            let sql = "SELECT expression FROM cell_player JOIN player ON player.id = cell_player.player
                WHERE experiment = ?1 AND cell = ?2 ORDER BY position";
            let mut statement = self.transaction.prepare_cached(sql)?;
            let players = statement.query_map(key, |row| row.get(0))?.collect::<Result<_, _>>()?;
            self.players.insert(key, players);
        }
        Ok(&self.players[&key])
    }
}
