//! Views as JSON.

use enban_catalog::{CaptureView, LegalMove, Overlay, OverlayCell, OverlayLine, TurnView, View};
use enban_game::{Line, Points};
use serde_json::{Value, json};

/// A position with all that can be seen of it.
pub fn view(view: &View) -> Value {
    let by_seat = |points: &[Points]| points.iter().map(|points| points.as_f64()).collect::<Vec<_>>();
    json!({
        "game": view.game,
        "position": view.position,
        "moves": view.steps,
        "to_move": view.mover_label(),
        "turn": match view.turn {
            TurnView::Moves(_) => "move",
            TurnView::Pass => "pass",
            TurnView::Over => "over",
        },
        "legal": view.moves().iter().map(legal).collect::<Vec<_>>(),
        "seats": view.seat_labels,
        "count": by_seat(&view.tally),
        "score": by_seat(&view.scores),
        "taken_off": view.taken_off,
        "winner": view.winner.filter(|_| view.is_over()).map(|seat| view.seat_labels[seat.index()].clone()),
    })
}

/// An overlay: the cells of which it says something, its lines and its notes.
pub fn overlay(view: &View, overlay: &Overlay) -> Value {
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
        "name": overlay.name,
        "about": overlay.about,
        "cells": told.map(cell).collect::<Vec<_>>(),
        "lines": overlay.lines.iter().map(line).collect::<Vec<_>>(),
        "notes": overlay.notes,
    })
}

fn line(line: &OverlayLine) -> Value {
    json!({
        "from": line.from,
        "to": line.to,
        "kind": line.kind,
        "owner": line.owner.letter(),
        "points": line.points,
    })
}

fn legal(legal: &LegalMove) -> Value {
    json!({
        "move": legal.word,
        "captured": legal.captured,
        "captures": legal.captures.iter().map(capture).collect::<Vec<_>>(),
    })
}

fn capture(capture: &CaptureView) -> Value {
    let (kind, direction) = match capture.line {
        Line::Straight { right, down } => ("line", json!([right, down])),
        Line::Ring { clockwise } => ("ring", json!(if clockwise { 1 } else { -1 })),
        Line::Chain => ("chain", Value::Null),
    };
    json!({ "kind": kind, "direction": direction, "cells": capture.cells, "anchor": capture.anchor })
}
