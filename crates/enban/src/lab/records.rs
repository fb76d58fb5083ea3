//! `enban records`: the games of a store.

use std::io::Write;

use anyhow::Result;
use enban_game::Points;
use enban_store::{Filter, StoredGame};
use serde_json::{Value, json};

use super::arguments::Records;
use super::{filter, look_into};
use crate::arguments::Common;
use crate::report::{Table, thousands};

/// Lists games.
pub fn run(command: &Records, common: &Common) -> Result<()> {
    let store = look_into(&command.store.store)?;
    let all = filter(&store, &command.selection)?;
    let count = store.count(&all)?;
    let page = Filter { limit: Some(command.limit as usize), offset: command.offset as usize, ..all };
    let games = store.games(&page)?;
    let mut out = std::io::stdout().lock();
    if common.json {
        let games: Vec<Value> = games.iter().map(to_json).collect();
        writeln!(out, "{:#}", json!({ "count": count, "games": games }))?;
        return Ok(());
    }
    let mut table = Table::new(["experiment", "game", "players", "result", "scores", "moves"]);
    for game in &games {
        table.row(vec![
            game.experiment_name.clone(),
            game.id.to_string(),
            game.players.join(" - "),
            result(game),
            scores(game),
            game.record.plies.to_string(),
        ]);
    }
    write!(out, "{table}")?;
    writeln!(out, "\n{} of {} games; `enban replay ID` shows one", thousands(games.len() as u64), thousands(count))?;
    Ok(())
}

/// The seat of the winner, from 1, or a draw; with the reason if the game did not end by the rules.
pub fn result(game: &StoredGame) -> String {
    let record = &game.record;
    let seats = game.players.len();
    let seat = record.winner.map(|player| (usize::from(player) + seats - usize::from(record.rotation)) % seats + 1);
    let who = seat.map_or("draw".to_owned(), |seat| format!("seat {seat} won"));
    if record.ending.is_normal() { who } else { format!("{who} ({})", record.ending) }
}

/// The scores by seat.
pub fn scores(game: &StoredGame) -> String {
    game.record.scores.iter().map(|&halves| Points::halves(halves).to_string()).collect::<Vec<_>>().join(":")
}

/// A game for programs.
pub fn to_json(game: &StoredGame) -> Value {
    let record = &game.record;
    let scores: Vec<f64> = record.scores.iter().map(|&halves| f64::from(halves) / 2.0).collect();
    json!({
        "id": game.id.0, "experiment": game.experiment_name, "game": game.game, "players": game.players,
        "opening": record.opening, "moves": record.moves, "scores": scores, "result": result(game),
        "ending": record.ending.to_string(), "plies": record.plies, "task": record.task, "number": record.number,
        "cell": record.cell, "rotation": record.rotation, "seed": record.seed,
        "microseconds": record.micros, "nodes": record.nodes,
    })
}
