//! `enban players`: who can play a game, and with what options.

use std::io::Write;

use anyhow::Result;
use enban_catalog::{PlayerEntry, open, player_entries};
use serde_json::json;

use crate::arguments::{Common, Players};

/// Lists the players of a game.
pub fn run(command: &Players, common: &Common) -> Result<()> {
    let game = open(&command.game)?;
    let names = game.player_names();
    let entries: Vec<&PlayerEntry> = player_entries().iter().filter(|entry| names.contains(&entry.name)).collect();
    let mut out = std::io::stdout().lock();
    if common.json {
        writeln!(out, "{:#}", json!(entries.iter().map(|entry| to_json(entry)).collect::<Vec<_>>()))?;
        return Ok(());
    }
    writeln!(out, "Players of {} (those of the studies, kept as they were, are marked *)\n", game.name())?;
    for entry in entries {
        writeln!(out, "{}{:<11} {}", if entry.study { '*' } else { ' ' }, entry.name, entry.about)?;
        for option in entry.options {
            let values = format!("{}={}", option.key, option.values);
            writeln!(out, "      {values:<34} {} [{}]", option.about, option.default)?;
        }
        writeln!(out)?;
    }
    writeln!(out, "A player with its options is one word: \"alphabeta(depth=8,exact=16)\".")?;
    Ok(())
}

fn to_json(entry: &PlayerEntry) -> serde_json::Value {
    let option = |option: &enban_catalog::OptionEntry| json!({ "key": option.key, "values": option.values, "default": option.default, "about": option.about });
    json!({
        "name": entry.name,
        "study": entry.study,
        "about": entry.about,
        "options": entry.options.iter().map(option).collect::<Vec<_>>(),
    })
}
