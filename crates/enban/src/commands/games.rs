//! `enban games`: every game with its options.

use std::io::Write;

use anyhow::Result;
use enban_catalog::{Entry, Family, entries};
use serde_json::json;

use crate::arguments::{Common, Games};

/// Lists the games.
pub fn run(_command: &Games, common: &Common) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let all: Vec<Entry> = entries().collect();
    if common.json {
        writeln!(out, "{:#}", json!(all.iter().map(entry).collect::<Vec<_>>()))?;
        return Ok(());
    }
    let is_go = |entry: &&Entry| entry.family() == Family::Go;
    let mut shown_options = None;
    for entry in all.iter().filter(|entry| !is_go(entry)) {
        if shown_options.is_some_and(|options| options != entry.options) {
            print_options(&mut out, shown_options.unwrap_or_default())?;
        }
        shown_options = Some(entry.options);
        writeln!(out, "{:<12} {}", entry.id, entry.about)?;
    }
    print_options(&mut out, shown_options.unwrap_or_default())?;
    writeln!(out, "{:<12} Go on boards of that many lines", "go2 to go25")?;
    let go = all.iter().find(is_go).map(|entry| entry.options);
    print_options(&mut out, go.unwrap_or_default())?;
    writeln!(out, "Options are part of the name: nip(lap=off), go9(rules=japanese,komi=5.5).")?;
    Ok(())
}

fn print_options(out: &mut impl Write, options: &[enban_catalog::OptionEntry]) -> Result<()> {
    for option in options {
        let values = format!("{}={}", option.key, option.values);
        writeln!(out, "    {values:<36} {} [{}]", option.about, option.default)?;
    }
    writeln!(out)?;
    Ok(())
}

fn entry(entry: &Entry) -> serde_json::Value {
    let options: Vec<_> = entry
        .options
        .iter()
        .map(|option| {
            json!({ "key": option.key, "values": option.values, "default": option.default, "about": option.about })
        })
        .collect();
    json!({ "id": entry.id, "about": entry.about, "seats": entry.seats, "options": options })
}
