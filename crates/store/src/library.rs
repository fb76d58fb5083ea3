//! The library: games that people play and keep, with their variations. Unlike the games of experiments they change.

use rusqlite::{Row, Transaction, params};

use crate::error::Failure;
use crate::seal::{SAVED, Serial, require_count};
use crate::{Store, StoreError};

/// A game of the library.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SavedGame {
    /// Its id, given by whoever saves it.
    pub id: String,
    /// The game with its options.
    pub game: String,
    /// The players by seat.
    pub players: Vec<String>,
    /// How it went, in a word.
    pub result: String,
    /// Half points by seat.
    pub scores: Vec<i32>,
    /// Steps of its main line.
    pub moves: u32,
    /// When it was last changed, in seconds since 1970.
    pub changed_unix_s: i64,
    /// The game itself, in a format that is its owner's business.
    pub record: String,
}

/// Which games of the library. The default is all of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SavedFilter {
    /// Only games whose name begins like this.
    pub game: Option<String>,
    /// Only games in which a player's name has this in it.
    pub player: Option<String>,
    /// Only games that went like this.
    pub result: Option<String>,
    /// Only games that were last changed before this, in seconds since 1970.
    pub before_unix_s: Option<i64>,
    /// How many at most.
    pub limit: Option<usize>,
}

const PASSES: &str = "(?1 IS NULL OR substr(game, 1, length(?1)) = ?1) AND (?2 IS NULL OR instr(players, ?2) > 0)
     AND (?3 IS NULL OR result = ?3) AND (?4 IS NULL OR changed < ?4)";

impl Store {
    /// Keeps a game of the library, in place of what was there under its id.
    pub fn save_game(&self, game: &SavedGame) -> Result<(), StoreError> {
        self.write(|transaction| {
            let replaced = transaction.execute("DELETE FROM saved WHERE id = ?1", [&game.id])?;
            let values = params![
                game.id,
                game.game,
                game.players.join("\n"),
                game.result,
                numbers(&game.scores),
                game.moves,
                game.changed_unix_s,
                game.record
            ];
            transaction.prepare_cached(&SAVED.insert())?.execute(values)?;
            let serial = Serial::read(transaction)?;
            Serial { saved: serial.saved + 1 - replaced.min(1) as i64, ..serial }.write(transaction)
        })
    }

    /// How many games of the library pass a filter, whatever its limit, and those it asks for, latest first.
    pub fn saved_games(&self, filter: &SavedFilter) -> Result<(u64, Vec<SavedGame>), StoreError> {
        self.read(|transaction| {
            require_whole(transaction)?;
            let SavedFilter { game, player, result, before_unix_s, limit } = filter;
            let sql = format!("SELECT count(*) FROM saved NOT INDEXED WHERE {PASSES}");
            let count = transaction
                .query_row(&sql, params![game, player, result, before_unix_s], |row| row.get::<_, i64>(0))?;
            let sql = format!(
                "SELECT *, {} FROM saved NOT INDEXED WHERE {PASSES} ORDER BY changed DESC, id LIMIT ?5",
                SAVED.fits()
            );
            let limit = limit.map_or(-1, |limit| i64::try_from(limit).unwrap_or(-1));
            let mut statement = transaction.prepare_cached(&sql)?;
            let rows = statement.query_and_then(params![game, player, result, before_unix_s, limit], read)?;
            Ok((count as u64, rows.collect::<Result<_, Failure>>()?))
        })
    }

    /// A game of the library.
    pub fn saved_game(&self, id: &str) -> Result<Option<SavedGame>, StoreError> {
        self.read(|transaction| {
            let sql = format!("SELECT *, {} FROM saved WHERE id = ?1", SAVED.fits());
            let mut statement = transaction.prepare_cached(&sql)?;
            let found = statement.query_and_then([id], read)?.next().transpose()?;
            if found.is_none() {
                // The index may have lost it.
                require_whole(transaction)?;
                let sql = "SELECT 1 FROM saved NOT INDEXED WHERE id = ?1";
                if transaction.prepare_cached(sql)?.exists([id])? {
                    return Err(SAVED.damaged(id));
                }
            }
            Ok(found)
        })
    }

    /// Removes a game of the library; whether it was there.
    pub fn remove_saved(&self, id: &str) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let removed = transaction.execute("DELETE FROM saved WHERE id = ?1", [id])?;
            if removed > 0 {
                let serial = Serial::read(transaction)?;
                Serial { saved: serial.saved - 1, ..serial }.write(transaction)?;
            }
            Ok(removed > 0)
        })
    }
}

/// Fails unless every game fits its seal and none is missing: a damaged one might pass no filter.
fn require_whole(transaction: &Transaction<'_>) -> Result<(), Failure> {
    let sql = format!("SELECT id, {} FROM saved NOT INDEXED", SAVED.fits());
    let mut statement = transaction.prepare_cached(&sql)?;
    let mut rows = statement.query([])?;
    let mut found = 0;
    while let Some(row) = rows.next()? {
        SAVED.require(row, 1, row.get::<_, String>(0)?)?;
        found += 1;
    }
    require_count("games of the library", found, Serial::read(transaction)?.saved.cast_unsigned())
}

fn numbers(scores: &[i32]) -> String {
    scores.iter().map(i32::to_string).collect::<Vec<_>>().join("\n")
}

fn read(row: &Row<'_>) -> Result<SavedGame, Failure> {
    SAVED.require(row, row.as_ref().column_count() - 1, row.get::<_, String>("id")?)?;
    let (players, scores): (String, String) = (row.get("players")?, row.get("scores")?);
    Ok(SavedGame {
        id: row.get("id")?,
        game: row.get("game")?,
        players: players.lines().map(str::to_owned).collect(),
        result: row.get("result")?,
        scores: scores.lines().filter_map(|score| score.parse().ok()).collect(),
        moves: row.get("moves")?,
        changed_unix_s: row.get("changed")?,
        record: row.get("record")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_kept_found_and_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path().join("store.db")).unwrap();
        let game = |id: &str, name: &str, player: &str, result: &str, changed_unix_s: i64| SavedGame {
            id: id.to_owned(),
            game: name.to_owned(),
            players: vec!["human".to_owned(), player.to_owned()],
            result: result.to_owned(),
            scores: vec![40, -3],
            moves: 7,
            changed_unix_s,
            record: "円".to_owned(),
        };
        let games = [
            game("a", "nip(lap=off)", "random", "1", 10),
            game("b", "reversi", "mcts(time=1)", "draw", 20),
            game("c", "nip", "random", "unfinished", 30),
        ];
        games.iter().for_each(|game| store.save_game(game).unwrap());
        store.save_game(&games[1]).unwrap();
        let found = |filter: SavedFilter| {
            let (count, games) = store.saved_games(&filter).unwrap();
            format!("{count}: {}", games.iter().map(|game| game.id.as_str()).collect::<String>())
        };
        let all = SavedFilter::default();
        assert_eq!(found(all.clone()), "3: cba");
        assert_eq!(found(SavedFilter { limit: Some(1), ..all.clone() }), "3: c");
        assert_eq!(found(SavedFilter { game: Some("nip".to_owned()), ..all.clone() }), "2: ca");
        assert_eq!(found(SavedFilter { player: Some("mcts".to_owned()), ..all.clone() }), "1: b");
        assert_eq!(found(SavedFilter { result: Some("1".to_owned()), ..all.clone() }), "1: a");
        assert_eq!(found(SavedFilter { before_unix_s: Some(30), ..all }), "2: ba");
        assert_eq!(store.saved_game("b").unwrap().as_ref(), Some(&games[1]));
        assert!(store.remove_saved("b").unwrap() && !store.remove_saved("b").unwrap());
        assert_eq!(store.saved_game("b").unwrap(), None);
    }
}
