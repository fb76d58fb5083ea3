//! `enban games`: every game with its options.

use std::io::Write;

use anyhow::Result;
use enban_catalog::{Entry, Family, OptionEntry, entries};
use enban_web::api::OptionInfo;
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
    let others: Vec<&Entry> = all.iter().filter(|entry| !is_go(entry)).collect();
    for family in others.chunk_by(|entry, next| entry.options() == next.options()) {
        for entry in family {
            writeln!(out, "{:<12} {}", entry.id, entry.about)?;
        }
        print_options(&mut out, &family[0].options())?;
    }
    writeln!(out, "{:<12} Go on boards of that many lines", "go2 to go25")?;
    let go = all.iter().find(is_go).map(Entry::options);
    print_options(&mut out, &go.unwrap_or_default())?;
    writeln!(out, "Options are part of the name: nip(lap=off), go9(rules=japanese,komi=5.5).")?;
    Ok(())
}

fn print_options(out: &mut impl Write, options: &[OptionEntry]) -> Result<()> {
    for option in options {
        let values = format!("{}={}", option.key, option.values());
        writeln!(out, "    {values:<36} {} [{}]", option.about, option.usual())?;
    }
    writeln!(out)?;
    Ok(())
}

fn entry(entry: &Entry) -> serde_json::Value {
    let options: Vec<OptionInfo> = entry.options().iter().map(OptionInfo::of).collect();
    json!({ "id": entry.id, "about": entry.about, "seats": entry.seats, "options": options })
}
