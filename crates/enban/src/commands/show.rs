//! `enban show`: a position, its legal moves and what each captures.

use std::io::Write;

use anyhow::{Result, bail};
use enban_catalog::{AnyGame, LegalMove, Overlay, OverlayKind, Session, TurnView, View};
use enban_game::{Capture, Line};

use crate::arguments::{Common, Show};
use crate::commands::session;
use crate::draw::{self, Look};
use crate::json;

/// Draws a position.
pub fn run(command: &Show, common: &Common) -> Result<()> {
    let session = session(&command.start)?;
    let (game, view) = (session.game(), session.view());
    let overlay = command.overlay.as_deref().map(|name| overlay(&*session, name)).transpose()?;
    let mut out = std::io::stdout().lock();
    if common.json {
        let mut answer = json::view(game, &view);
        if let Some(overlay) = &overlay {
            answer["overlay"] = json::overlay(game, &view, overlay);
        }
        writeln!(out, "{answer}")?;
        return Ok(());
    }
    let look = Look::choose(command.ascii);
    match overlay {
        Some(overlay) => print_overlay(&mut out, &view, &overlay, look),
        None => print(&mut out, game, &view, look),
    }
}

fn overlay(session: &dyn Session, name: &str) -> Result<Overlay> {
    let (game, kinds) = (session.game().name(), session.game().capabilities().overlays);
    match OverlayKind::named(name, kinds).and_then(|kind| session.overlay(kind)) {
        Some(overlay) => Ok(overlay),
        None if kinds.is_empty() => bail!("{game} has no overlays"),
        None => {
            let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
            bail!("{game} has no overlay {name:?}; its overlays are: {}", names.join(", "))
        }
    }
}

fn print_overlay(out: &mut impl Write, view: &View, overlay: &Overlay, look: Look) -> Result<()> {
    writeln!(out, "{}   {}: {}\n", view.game, overlay.kind.name(), overlay.about)?;
    writeln!(out, "{}", draw::overlay(view, overlay, look))?;
    for note in &overlay.notes {
        writeln!(out, "{note}")?;
    }
    writeln!(out, "position  {}", view.position)?;
    Ok(())
}

fn print(out: &mut impl Write, game: &dyn AnyGame, view: &View, look: Look) -> Result<()> {
    writeln!(out, "{}\n", view.game)?;
    writeln!(out, "{}", draw::board(view, look))?;
    let state = match &view.turn {
        TurnView::Moves(_) => format!("{} to move", view.mover_label()),
        TurnView::Pass => format!("{} has no legal move and must pass", view.mover_label()),
        TurnView::Over => format!("The game is over. {}", draw::result(game, view)),
    };
    writeln!(out, "{state}   {}", draw::tally(view))?;
    print_moves(out, game, view.moves())?;
    if !view.steps.is_empty() {
        writeln!(out, "moves     {}", draw::steps(game, &view.steps))?;
    }
    writeln!(out, "position  {}", view.position)?;
    Ok(())
}

/// Moves that capture a line each, the others together.
fn print_moves(out: &mut impl Write, game: &dyn AnyGame, moves: &[LegalMove]) -> Result<()> {
    if moves.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{} legal moves", moves.len())?;
    for legal in moves.iter().filter(|legal| legal.captured > 0) {
        let captures: Vec<String> = legal.captures.iter().map(|taken| capture(game, taken)).collect();
        writeln!(out, "  {:<4} {:>3}  {}", game.write_move(legal.choice), legal.captured, captures.join("; "))?;
    }
    let quiet = moves.iter().filter(|legal| legal.captured == 0).map(|legal| game.write_move(legal.choice));
    let quiet: Vec<String> = quiet.collect();
    for line in quiet.chunks(20) {
        writeln!(out, "  {}", line.join(" "))?;
    }
    writeln!(out)?;
    Ok(())
}

fn capture(game: &dyn AnyGame, capture: &Capture) -> String {
    let cells = draw::squares(game, &capture.cells);
    let anchor = capture.anchor.map(|cell| game.write_move(cell)).unwrap_or_default();
    match capture.line {
        Line::Straight { .. } => format!("{cells} (to {anchor})"),
        Line::Ring { clockwise: true } => format!("{cells} (ring clockwise to {anchor})"),
        Line::Ring { clockwise: false } => format!("{cells} (ring anticlockwise to {anchor})"),
        Line::Chain => cells,
    }
}
