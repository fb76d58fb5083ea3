//! `enban show`: a position, its legal moves and what each captures.

use std::io::Write;

use anyhow::{Result, bail};
use enban_catalog::{CaptureView, LegalMove, Overlay, Session, TurnView, View};
use enban_game::Line;

use crate::arguments::{Common, Show};
use crate::commands::session;
use crate::draw::{self, Look};
use crate::json;

/// Draws a position.
pub fn run(command: &Show, common: &Common) -> Result<()> {
    let session = session(&command.place)?;
    let view = session.view();
    let overlay = command.overlay.as_deref().map(|name| overlay(session.as_ref(), &view, name)).transpose()?;
    let mut out = std::io::stdout().lock();
    if common.json {
        let mut answer = json::view(&view);
        if let Some(overlay) = &overlay {
            answer["overlay"] = json::overlay(&view, overlay);
        }
        writeln!(out, "{answer}")?;
        return Ok(());
    }
    let look = Look::choose(command.ascii);
    match overlay {
        Some(overlay) => print_overlay(&mut out, &view, &overlay, look),
        None => print(&mut out, &view, look),
    }
}

fn overlay(session: &dyn Session, view: &View, name: &str) -> Result<Overlay> {
    let names = session.overlay_names();
    match session.overlay(name) {
        Some(overlay) => Ok(overlay),
        None if names.is_empty() => bail!("{} has no overlays", view.game),
        None => bail!("{} has no overlay {name:?}; its overlays are: {}", view.game, names.join(", ")),
    }
}

fn print_overlay(out: &mut impl Write, view: &View, overlay: &Overlay, look: Look) -> Result<()> {
    writeln!(out, "{}   {}: {}\n", view.game, overlay.name, overlay.about)?;
    writeln!(out, "{}", draw::overlay(view, overlay, look))?;
    for note in &overlay.notes {
        writeln!(out, "{note}")?;
    }
    writeln!(out, "position  {}", view.position)?;
    Ok(())
}

fn print(out: &mut impl Write, view: &View, look: Look) -> Result<()> {
    writeln!(out, "{}\n", view.game)?;
    writeln!(out, "{}", draw::board(view, look))?;
    let state = match &view.turn {
        TurnView::Moves(_) => format!("{} to move", view.mover_label()),
        TurnView::Pass => format!("{} has no legal move and must pass", view.mover_label()),
        TurnView::Over => format!("The game is over. {}", draw::result(view)),
    };
    writeln!(out, "{state}   {}", draw::tally(view))?;
    print_moves(out, view.moves())?;
    if !view.steps.is_empty() {
        writeln!(out, "moves     {}", view.steps.join(" "))?;
    }
    writeln!(out, "position  {}", view.position)?;
    Ok(())
}

/// Moves that capture a line each, the others together.
fn print_moves(out: &mut impl Write, moves: &[LegalMove]) -> Result<()> {
    if moves.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{} legal moves", moves.len())?;
    for legal in moves.iter().filter(|legal| legal.captured > 0) {
        let captures: Vec<String> = legal.captures.iter().map(capture).collect();
        writeln!(out, "  {:<4} {:>3}  {}", legal.word, legal.captured, captures.join("; "))?;
    }
    let quiet: Vec<&str> = moves.iter().filter(|legal| legal.captured == 0).map(|legal| legal.word.as_str()).collect();
    for line in quiet.chunks(20) {
        writeln!(out, "  {}", line.join(" "))?;
    }
    writeln!(out)?;
    Ok(())
}

fn capture(capture: &CaptureView) -> String {
    let cells = capture.cells.join(" ");
    let anchor = capture.anchor.as_deref().unwrap_or_default();
    match capture.line {
        Line::Straight { .. } => format!("{cells} (to {anchor})"),
        Line::Ring { clockwise: true } => format!("{cells} (ring clockwise to {anchor})"),
        Line::Ring { clockwise: false } => format!("{cells} (ring anticlockwise to {anchor})"),
        Line::Chain => cells,
    }
}
