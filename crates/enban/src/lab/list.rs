//! `enban list`: the experiments of a store.

use std::io::Write;

use anyhow::Result;
use enban_arena::keep::date;
use serde_json::json;

use super::arguments::List;
use super::look_into;
use crate::arguments::Common;
use crate::report::{Table, thousands};

/// Lists experiments.
pub fn run(command: &List, common: &Common) -> Result<()> {
    let experiments = look_into(&command.store.store)?.experiments()?;
    let mut out = std::io::stdout().lock();
    if common.json {
        let values = experiments.iter().map(|one| {
            json!({
                "id": one.id.0, "name": one.name, "title": one.title, "kind": one.kind.name(), "game": one.game,
                "tasks": one.tasks, "tasks_done": one.tasks_done, "games": one.games, "created": one.created_unix_s,
                "finished": one.finished_unix_s, "program": one.program,
            })
        });
        writeln!(out, "{:#}", json!(values.collect::<Vec<_>>()))?;
        return Ok(());
    }
    let mut table = Table::new(["name", "number", "kind", "game", "games", "done", "begun (UTC)"]);
    for one in experiments {
        let share = 100.0 * one.tasks_done as f64 / one.tasks.max(1) as f64;
        // A match that its test has ended is done without the games that were left.
        let done = match one.finished_unix_s {
            Some(_) if one.tasks_done < one.tasks => "decided".to_owned(),
            _ => format!("{share:.0}%"),
        };
        table.row(vec![
            one.name,
            one.id.to_string(),
            one.kind.name().to_owned(),
            one.game,
            thousands(one.games),
            done,
            date(one.created_unix_s),
        ]);
    }
    write!(out, "{table}")?;
    Ok(())
}
