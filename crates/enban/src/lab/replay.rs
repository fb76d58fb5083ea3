//! `enban replay`: a stored game at the terminal, at any move.

use std::io::Write;

use anyhow::{Result, anyhow, bail};
use enban_catalog::{Session, open};
use enban_store::GameId;
use serde_json::json;

use super::arguments::Replay;
use super::{look_into, records};
use crate::arguments::Common;
use crate::draw::{self, Look};
use crate::json;

/// Shows a game.
pub fn run(command: &Replay, common: &Common) -> Result<()> {
    let store = look_into(&command.store.store)?;
    let path = command.store.store.display();
    let game = store.game(GameId(command.id as i64))?;
    let game = game.ok_or_else(|| anyhow!("{path} has no game {}; `enban records` lists them", command.id))?;
    let opened = open(&game.game)?;
    let moves = format!("{}{}", game.record.opening, game.record.moves);
    let mut session = opened.session(None, Some(&moves))?;
    let words = json::steps(&*opened, session.steps());
    let steps = words.len();
    let at = command.r#move.unwrap_or(steps);
    if at > steps {
        bail!("--move {at}: expected 0 to {steps}");
    }
    (at..steps).for_each(|_| _ = session.undo());
    if common.json {
        let mut value = records::to_json(&game);
        value["step"] = json!(at);
        value["steps"] = json!(words);
        value["position"] = json!(session.position());
        writeln!(std::io::stdout(), "{value:#}")?;
        return Ok(());
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "Game {} of {}: {}", game.id, game.experiment_name, game.players.join(" - "))?;
    writeln!(out, "{}, {}\n", records::result(&game), records::scores(&game))?;
    let opening = opened.session(None, Some(&game.record.opening))?.steps().len();
    let shown = words.iter().enumerate().map(|(number, word)| match number {
        number if number + 1 == at => format!("[{word}]"),
        number if number < opening => format!("({word})"),
        _ => word.clone(),
    });
    writeln!(out, "{}\n", shown.collect::<Vec<_>>().join(" "))?;
    writeln!(out, "After step {at} of {steps} (the opening in parentheses):\n")?;
    write!(out, "{}", drawing(&*session, command.ascii))?;
    Ok(())
}

fn drawing(session: &dyn Session, ascii: bool) -> String {
    draw::board(&session.view(), Look::choose(ascii))
}
