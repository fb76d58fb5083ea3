//! The library: every game of the page is saved, finished or not, and can be opened again.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use enban_catalog::Family;
use enban_store::{SavedFilter, SavedGame};
use serde::Deserialize;

use super::{Lab, unkept};
use crate::api::{GameLine, ImportRequest, Library, SeatSpec};
use crate::hall::OpenRoom;
use crate::refusal::Refusal;
use crate::room::Room;
use crate::{export, import, levels};

/// Games of the library that are shown unless told otherwise, and at most.
const LIMIT: (usize, usize) = (50, 500);

/// Which games of the library.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct LibraryFilter {
    /// Only of this game.
    pub game: Option<String>,
    /// Only with such a player.
    pub player: Option<String>,
    /// Only those that went like this: the number of the seat that won, draw or unfinished.
    pub result: Option<String>,
    /// Only those from before this, in seconds since 1970.
    pub before: Option<i64>,
    /// How many at most.
    pub limit: Option<usize>,
}

impl Lab {
    /// Saves a room if it has changed and there is something to save. If that fails it is still to be saved.
    pub(crate) fn save(&self, open: &Arc<OpenRoom>) -> Result<(), Refusal> {
        open.save(saved, |game| self.store()?.save_game(game).map_err(unkept))
    }

    /// Games of the library, latest first.
    pub(crate) fn library(&self, filter: &LibraryFilter) -> Result<Library, Refusal> {
        let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        let filter = SavedFilter {
            game: given(&filter.game),
            player: given(&filter.player),
            result: given(&filter.result),
            before_unix_s: filter.before,
            limit: Some(filter.limit.unwrap_or(LIMIT.0).min(LIMIT.1)),
        };
        let Some(store) = self.store_if_any()? else { return Ok(Library { count: 0, games: Vec::new() }) };
        let (count, games) = store.saved_games(&filter).map_err(unkept)?;
        Ok(Library { count, games: games.iter().map(line).collect() })
    }

    /// A game of the library as a room.
    pub(crate) fn open_saved(&self, id: &str) -> Result<Room, Refusal> {
        let found = match self.store_if_any()? {
            Some(store) => store.saved_game(id).map_err(unkept)?,
            None => None,
        };
        let game = found.ok_or_else(|| Refusal::no_such("the library has no such game"))?;
        let request = ImportRequest { text: Some(game.record), base64: None, game: Some(game.game) };
        let mut room = import::read(&request)?.room;
        let family = room.game().capabilities().family;
        let seats: Vec<SeatSpec> = game.players.iter().map(|player| seat(family, player)).collect();
        // A player that is no longer there leaves its seat to people.
        if room.set_seats(&seats).is_err() {
            room.set_seats(&vec![SeatSpec::Human; seats.len()])?;
        }
        room.set_origin(game.id);
        Ok(room)
    }
}

/// Who sits where, by the name that the library has. A level is known by its player.
fn seat(family: Family, player: &str) -> SeatSpec {
    match (1..=10).find(|&level| levels::player(family, level) == Some(player)) {
        _ if player == "human" => SeatSpec::Human,
        Some(level) => SeatSpec::Level { level },
        None => SeatSpec::Player { player: player.to_owned() },
    }
}

/// A room for the library; nothing where no move was made.
fn saved(room: &mut Room) -> Option<SavedGame> {
    if room.game().tree().len() < 2 {
        return None;
    }
    if room.origin().is_none() {
        room.set_origin(room.id().to_owned());
    }
    let game = room.game();
    let view = game.session_at(game.tree().main_end()).ok()?.view();
    let winner = view.winner.filter(|_| view.is_over()).map(|seat| (seat.index() + 1).to_string());
    let result = winner.unwrap_or_else(|| if view.is_over() { "draw" } else { "unfinished" }.to_owned());
    Some(SavedGame {
        id: room.origin().expect("just given").to_owned(),
        game: view.game,
        players: room.seating().names(),
        result,
        scores: view.scores.iter().map(|points| points.in_halves()).collect(),
        moves: view.steps.len() as u32,
        changed_unix_s: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64),
        record: export::write(room, "sgf").ok()?,
    })
}

fn line(game: &SavedGame) -> GameLine {
    GameLine {
        id: game.id.clone(),
        game: game.game.clone(),
        players: game.players.clone(),
        result: game.result.clone(),
        scores: game.scores.iter().map(|&halves| f64::from(halves) / 2.0).collect(),
        date: game.changed_unix_s,
        moves_count: game.moves as usize,
    }
}
