//! Commands that make moves and take them back.

use std::collections::BTreeMap;
use std::time::Instant;

use enban_game::{Colour, Move, Seat, Step};

use super::{Answer, colour, one, step, syntax_error};
use crate::board::{Board, Illegal};
use crate::ending::{Status, stones_by};
use crate::engine::{Engine, choose};

/// A move of one colour. The protocol allows a colour to move twice in a row.
pub(super) fn play(engine: &mut Engine, arguments: &[String]) -> Answer {
    let [seat, point] = arguments else { return Err(syntax_error()) };
    let (seat, step) = (colour(seat)?, step(&engine.board, point)?);
    engine.board.play(seat, step).map_err(illegal)?;
    Ok(String::new())
}

/// Moves as pairs of a colour and a point: all are made, or none.
pub(super) fn play_sequence(engine: &mut Engine, arguments: &[String]) -> Answer {
    let before = engine.board.turns();
    for pair in arguments.chunks(2) {
        if let Err(reason) = play(engine, pair) {
            while engine.board.turns() > before {
                engine.board.undo();
            }
            return Err(reason);
        }
    }
    Ok(String::new())
}

pub(super) fn genmove(engine: &mut Engine, arguments: &[String]) -> Answer {
    let seat = colour(one(arguments)?)?;
    engine.genmove(seat)
}

/// The move that a new player would make, without making it.
pub(super) fn reg_genmove(engine: &mut Engine, arguments: &[String]) -> Answer {
    let seat = colour(one(arguments)?)?;
    let step = match engine.consider(seat)? {
        Some(thought) => choose(&mut engine.board, seat, &thought),
        None => engine.board.vertices().pass(),
    };
    Ok(engine.board.vertices().name(step).to_owned())
}

/// A move that does not end the game while dead stones of the other side are on the board.
pub(super) fn kgs_genmove_cleanup(engine: &mut Engine, arguments: &[String]) -> Answer {
    let seat = colour(one(arguments)?)?;
    let asked = Instant::now();
    let word = clean_up(engine, seat);
    engine.clock.spend(seat, asked.elapsed().as_secs_f64());
    word
}

fn clean_up(engine: &mut Engine, seat: Seat) -> Answer {
    let thought = engine.consider(seat)?;
    let steps = thought.iter().flat_map(|thought| {
        std::iter::once(thought.choice).chain(thought.candidates.iter().map(|candidate| candidate.choice))
    });
    let steps: Vec<Step> = steps.map(Step::Play).collect();
    let pass = engine.board.vertices().pass();
    let first = steps.first().copied().unwrap_or(pass);
    let near = if first == pass { beside_dead(&engine.board, seat) } else { Vec::new() };
    // The player's own candidates come first.
    let better = steps.into_iter().filter(|step| near.contains(step));
    let choices: Vec<Step> = better.chain(near.iter().copied()).chain([first, pass]).collect();
    let made = choices.into_iter().find(|choice| engine.board.play(seat, *choice).is_ok());
    Ok(engine.board.vertices().name(made.unwrap_or(pass)).to_owned())
}

/// Moves on the empty points beside dead stones of the other side.
fn beside_dead(board: &Board, seat: Seat) -> Vec<Step> {
    let own = board.game().seat_colour(seat);
    let stones: BTreeMap<Move, Colour> = board.stones().into_iter().collect();
    let dead = stones_by(board, Status::Dead).into_iter().flatten().filter(|stone| stones[stone] != own);
    let beside = dead.flat_map(|stone| neighbours(board, stone));
    beside.filter(|point| !stones.contains_key(point)).map(Step::Play).collect()
}

/// The squares beside a square: left, right, above, below.
fn neighbours(board: &Board, square: Move) -> impl Iterator<Item = Move> {
    let layout = board.layout();
    let cell = layout.cell_of(square).expect("the square is on the board");
    let (column, row) = (cell % board.side(), cell / board.side());
    let left = column.checked_sub(1).and_then(|left| layout.at(left, row));
    let above = row.checked_sub(1).and_then(|above| layout.at(column, above));
    [left, layout.at(column + 1, row), above, layout.at(column, row + 1)].into_iter().flatten()
}

pub(super) fn undo(engine: &mut Engine) -> Answer {
    if engine.board.undo() { Ok(String::new()) } else { Err("cannot undo".to_owned()) }
}

/// Takes several turns back, or none if there are fewer.
pub(super) fn gg_undo(engine: &mut Engine, arguments: &[String]) -> Answer {
    let count: usize = match arguments {
        [] => 1,
        [count] => count.parse().map_err(|_| syntax_error())?,
        _ => return Err(syntax_error()),
    };
    if count > engine.board.turns_since_set_up() {
        return Err("cannot undo".to_owned());
    }
    (0..count).for_each(|_| assert!(engine.board.undo(), "there are so many turns"));
    Ok(String::new())
}

fn illegal(_: Illegal) -> String {
    "illegal move".to_owned()
}
