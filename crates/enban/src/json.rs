//! Views as JSON.

use enban_catalog::{AnyGame, LegalMove, Overlay, OverlayCell, OverlayLine, TurnView, View};
use enban_game::{Capture, Line, Move, Points, Step};
use serde_json::{Value, json};

/// A position with all that can be seen of it.
pub fn view(game: &dyn AnyGame, view: &View) -> Value {
    let by_seat = |points: &[Points]| points.iter().map(|points| points.as_f64()).collect::<Vec<_>>();
    json!({
        "game": view.game,
        "position": view.position,
        "moves": steps(game, &view.steps),
        "to_move": view.mover_label(),
        "turn": match view.turn {
            TurnView::Moves(_) => "move",
            TurnView::Pass => "pass",
            TurnView::Over => "over",
        },
        "legal": view.moves().iter().map(|choice| legal(game, choice)).collect::<Vec<_>>(),
        "seats": view.seat_labels,
        "count": by_seat(&view.tally),
        "score": by_seat(&view.scores),
        "taken_off": squares(game, &view.taken_off),
        "winner": view.winner.filter(|_| view.is_over()).map(|seat| view.seat_labels[seat.index()].clone()),
    })
}

/// Steps as words.
pub fn steps(game: &dyn AnyGame, steps: &[Step]) -> Vec<String> {
    steps.iter().map(|&step| game.write_step(step)).collect()
}

fn squares(game: &dyn AnyGame, squares: &[Move]) -> Vec<String> {
    squares.iter().map(|&square| game.write_move(square)).collect()
}

/// An overlay: the cells of which it says something, its lines and its notes.
pub fn overlay(game: &dyn AnyGame, view: &View, overlay: &Overlay) -> Value {
    let columns = view.diagram.columns.len();
    let name = |at: usize| format!("{}{}", view.diagram.columns[at % columns], view.diagram.rows[at / columns]);
    let told = overlay.cells.iter().enumerate().filter(|(_, over)| **over != OverlayCell::default());
    let cell = |(at, over): (usize, &OverlayCell)| {
        json!({
            "cell": name(at),
            "number": over.number,
            "owner": over.owner.map(|colour| colour.letter()),
            "letter": over.letter,
            "strength": over.strength,
            "removed": over.removed,
        })
    };
    json!({
        "name": overlay.kind.name(),
        "about": overlay.about,
        "cells": told.map(cell).collect::<Vec<_>>(),
        "lines": overlay.lines.iter().map(|between| line(game, between)).collect::<Vec<_>>(),
        "notes": overlay.notes,
    })
}

fn line(game: &dyn AnyGame, line: &OverlayLine) -> Value {
    json!({
        "from": game.write_move(line.from),
        "to": game.write_move(line.to),
        "kind": line.kind,
        "owner": line.owner.letter(),
        "points": squares(game, &line.points),
    })
}

fn legal(game: &dyn AnyGame, legal: &LegalMove) -> Value {
    json!({
        "move": game.write_move(legal.choice),
        "captured": legal.captured,
        "captures": legal.captures.iter().map(|taken| capture(game, taken)).collect::<Vec<_>>(),
    })
}

fn capture(game: &dyn AnyGame, capture: &Capture) -> Value {
    let (kind, direction) = match capture.line {
        Line::Straight { right, down } => ("line", json!([right, down])),
        Line::Ring { clockwise } => ("ring", json!(if clockwise { 1 } else { -1 })),
        Line::Chain => ("chain", Value::Null),
    };
    let anchor = capture.anchor.map(|cell| game.write_move(cell));
    json!({ "kind": kind, "direction": direction, "cells": squares(game, &capture.cells), "anchor": anchor })
}
