//! `enban show`: a position, its legal moves and what each captures.

use std::io::Write;

use anyhow::Result;
use enban_catalog::{CaptureView, LegalMove, TurnView, View};
use enban_game::Line;

use crate::arguments::{Common, Show};
use crate::commands::session;
use crate::draw::{self, Look};
use crate::json;

/// Draws a position.
pub fn run(command: &Show, common: &Common) -> Result<()> {
    let view = session(&command.place)?.view();
    let mut out = std::io::stdout().lock();
    if common.json {
        writeln!(out, "{}", json::view(&view))?;
        return Ok(());
    }
    print(&mut out, &view, Look::choose(command.ascii))
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
