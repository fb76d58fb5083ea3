//! Handicap stones: the places of the standard, places of our own, places of others.

use enban_game::{Colour, Seat};

use super::{Answer, one, spot, syntax_error};
use crate::board::Spot;
use crate::server::Engine;

/// The stones of the standard.
pub(super) fn fixed_handicap(engine: &mut Engine, arguments: &[String]) -> Answer {
    let (stones, side) = (count(arguments)?, engine.board.side());
    if !(2..=fixed_max(side)).contains(&stones) {
        return Err("invalid number of stones".to_owned());
    }
    place(engine, &layout(side, stones))
}

/// The same places, and fewer stones than asked for where there are no more of them.
pub(super) fn place_free_handicap(engine: &mut Engine, arguments: &[String]) -> Answer {
    let (stones, side) = (count(arguments)?, engine.board.side());
    if !(2..side * side).contains(&stones) {
        return Err("invalid number of stones".to_owned());
    }
    place(engine, &layout(side, stones.min(free_max(side))))
}

/// The stones that somebody else has chosen.
pub(super) fn set_free_handicap(engine: &mut Engine, arguments: &[String]) -> Answer {
    let bad = || "bad vertex list".to_owned();
    let mut cells = Vec::new();
    for word in arguments {
        match spot(&engine.board, word) {
            Ok(Spot::At(cell)) if !cells.contains(&cell) => cells.push(cell),
            _ => return Err(bad()),
        }
    }
    let side = engine.board.side();
    if !(2..side * side).contains(&cells.len()) {
        return Err(bad());
    }
    place(engine, &cells).map(|_| String::new())
}

fn count(arguments: &[String]) -> Result<usize, String> {
    one(arguments)?.parse().map_err(|_| syntax_error())
}

/// Puts black stones on an empty board, with white to move.
fn place(engine: &mut Engine, cells: &[usize]) -> Answer {
    if engine.board.colours().iter().any(Option::is_some) {
        return Err("board not empty".to_owned());
    }
    let stones: Vec<_> = cells.iter().map(|&cell| (cell, Some(Colour::Black))).collect();
    engine.board.set_up(&stones, Seat(1))?;
    engine.board.set_handicap(cells.len());
    engine.terms.settle(&mut engine.board);
    Ok(engine.board.vertices(cells.iter().copied()).join(" "))
}

/// How many stones have a place in the standard: the corners from seven lines on, the middle of odd boards from nine.
fn fixed_max(side: usize) -> usize {
    match side {
        0..=6 => 0,
        7 => 4,
        even if even.is_multiple_of(2) => 4,
        _ => 9,
    }
}

/// The same for stones that we may place as we like. On the smallest boards two are all that leaves room.
fn free_max(side: usize) -> usize {
    if side <= 3 { 2 } else { fixed_max(side).max(4) }
}

/// The places of so many stones, as cells. `1` is the line near the edge, `2` the middle, `3` the line near the far
/// edge; columns come first, rows are counted from the bottom.
fn layout(side: usize, stones: usize) -> Vec<usize> {
    const CORNERS: [(usize, usize); 4] = [(1, 1), (3, 3), (1, 3), (3, 1)];
    const SIDES: [(usize, usize); 4] = [(1, 2), (3, 2), (2, 1), (2, 3)];
    let edge = match side {
        0..=3 => 0,
        4..=6 => 1,
        7..=12 => 2,
        _ => 3,
    };
    let sides = if stones >= 6 { (stones - 4) / 2 * 2 } else { 0 };
    let middle = (stones >= 5 && stones % 2 == 1).then_some((2, 2));
    let places = CORNERS.iter().take(stones).chain(SIDES.iter().take(sides)).copied().chain(middle);
    let line = |place: usize| match place {
        1 => edge,
        2 => side / 2,
        _ => side - 1 - edge,
    };
    places.map(|(column, row)| (side - 1 - line(row)) * side + line(column)).collect()
}
