//! Handicap stones: at fixed points, at points that the engine chooses, at given points.

use enban_catalog::{fixed_handicap as fixed, free_handicap as free};
use enban_game::{Colour, Move, Seat};

use super::{Answer, one, square, syntax_error};
use crate::engine::Engine;

/// Places stones at the fixed points.
pub(super) fn fixed_handicap(engine: &mut Engine, arguments: &[String]) -> Answer {
    let points = fixed(engine.board.side(), count(arguments)?);
    place(engine, &points.ok_or("invalid number of stones")?)
}

/// The same, with fewer stones where there are not enough points.
pub(super) fn place_free_handicap(engine: &mut Engine, arguments: &[String]) -> Answer {
    let points = free(engine.board.side(), count(arguments)?);
    place(engine, &points.ok_or("invalid number of stones")?)
}

/// Places stones at the given points.
pub(super) fn set_free_handicap(engine: &mut Engine, arguments: &[String]) -> Answer {
    let bad = || "bad vertex list".to_owned();
    let mut points = Vec::new();
    for word in arguments {
        match square(&engine.board, word) {
            Ok(point) if !points.contains(&point) => points.push(point),
            _ => return Err(bad()),
        }
    }
    if !(2..engine.board.layout().squares().count()).contains(&points.len()) {
        return Err(bad());
    }
    place(engine, &points).map(|_| String::new())
}

fn count(arguments: &[String]) -> Result<usize, String> {
    one(arguments)?.parse().map_err(|_| syntax_error())
}

/// Places black stones on an empty board; White moves next.
fn place(engine: &mut Engine, points: &[Move]) -> Answer {
    if !engine.board.stones().is_empty() {
        return Err("board not empty".to_owned());
    }
    let stones: Vec<_> = points.iter().map(|&point| (point, Some(Colour::Black))).collect();
    engine.board.set_up(&stones, Seat(1))?;
    engine.board.set_handicap(points.len());
    engine.terms.settle(&mut engine.board);
    Ok(engine.board.vertices().list_moves(points.iter().copied()))
}
