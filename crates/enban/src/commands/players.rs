//! `enban players`: who can play a game, and with what options.

use std::io::Write;

use anyhow::Result;
use enban_catalog::{PlayerEntry, open};
use enban_web::api::OptionInfo;
use serde_json::json;

use crate::arguments::{Common, Players};

/// Lists the players of a game.
pub fn run(command: &Players, common: &Common) -> Result<()> {
    let game = open(&command.game)?;
    let players = game.players();
    let mut out = std::io::stdout().lock();
    if common.json {
        writeln!(out, "{:#}", json!(players.iter().map(to_json).collect::<Vec<_>>()))?;
        return Ok(());
    }
    writeln!(out, "Players of {} (those of the studies, kept as they were, are marked *)\n", game.name())?;
    for player in players {
        writeln!(out, "{}{:<11} {}", if player.study { '*' } else { ' ' }, player.name, player.about)?;
        for option in player.options {
            let values = format!("{}={}", option.key, option.values());
            writeln!(out, "      {values:<34} {} [{}]", option.about, option.usual())?;
        }
        writeln!(out)?;
    }
    writeln!(out, "A player with its options is one word: \"alphabeta(depth=8,exact=16)\".")?;
    Ok(())
}

fn to_json(player: &PlayerEntry) -> serde_json::Value {
    let options: Vec<OptionInfo> = player.options.iter().map(OptionInfo::of).collect();
    json!({ "name": player.name, "study": player.study, "about": player.about, "options": options })
}
