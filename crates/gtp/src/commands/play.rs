//! Commands that make moves and take them back.

use std::time::Instant;

use enban_game::{Colour, Seat};

use super::{Answer, colour, one, spot, syntax_error};
use crate::board::{Illegal, Spot};
use crate::ending::{Ending, neighbours};
use crate::server::Engine;

/// A move of one colour. That the same colour moves twice is not against the protocol.
pub(super) fn play(engine: &mut Engine, arguments: &[String]) -> Answer {
    let [seat, point] = arguments else { return Err(syntax_error()) };
    let (seat, point) = (colour(seat)?, spot(&engine.board, point)?);
    engine.board.play(seat, point).map_err(illegal)?;
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

/// The move that `genmove` would make, which is not made.
pub(super) fn reg_genmove(engine: &mut Engine, arguments: &[String]) -> Answer {
    let seat = colour(one(arguments)?)?;
    let thought = engine.consider(seat)?;
    Ok(thought.map_or_else(|| "pass".to_owned(), |thought| engine.word_of(seat, &thought)))
}

/// A move that does not end the game as long as dead stones of the other side are to be taken.
pub(super) fn kgs_genmove_cleanup(engine: &mut Engine, arguments: &[String]) -> Answer {
    let seat = colour(one(arguments)?)?;
    let asked = Instant::now();
    let word = clean_up(engine, seat);
    engine.clock.spend(seat, asked.elapsed().as_secs_f64());
    word
}

fn clean_up(engine: &mut Engine, seat: Seat) -> Answer {
    let thought = engine.consider(seat)?;
    let words = thought.iter().flat_map(|thought| {
        std::iter::once(&thought.word).chain(thought.candidates.iter().map(|candidate| &candidate.word))
    });
    let words: Vec<Spot> = words.filter_map(|word| engine.board.read(word)).collect();
    let first = words.first().copied().unwrap_or(Spot::Pass);
    let near = if first == Spot::Pass { beside_dead(engine, seat) } else { Vec::new() };
    // What the player itself thinks of comes before what is merely near.
    let better = words.into_iter().filter(|spot| near.contains(spot));
    let choices: Vec<Spot> = better.chain(near.iter().copied()).chain([first, Spot::Pass]).collect();
    for choice in choices {
        if engine.board.play(seat, choice).is_ok() {
            return Ok(match choice {
                Spot::At(cell) => engine.board.vertex(cell).unwrap_or_default().to_owned(),
                Spot::Pass => "pass".to_owned(),
            });
        }
    }
    Ok("pass".to_owned())
}

/// The empty points beside dead stones of the other side.
fn beside_dead(engine: &Engine, seat: Seat) -> Vec<Spot> {
    let colours = engine.board.colours();
    let theirs = if seat.0 == 0 { Colour::White } else { Colour::Black };
    let dead = Ending::of(&engine.board).dead().into_iter().flatten();
    let beside = dead.filter(|&cell| colours[cell] == Some(theirs));
    let beside = beside.flat_map(|cell| neighbours(cell, engine.board.side(), colours.len()));
    beside.filter(|&cell| colours[cell].is_none()).map(Spot::At).collect()
}

pub(super) fn undo(engine: &mut Engine, _: &[String]) -> Answer {
    if engine.board.undo() { Ok(String::new()) } else { Err("cannot undo".to_owned()) }
}

/// Takes several moves back, or none if there are not so many.
pub(super) fn gg_undo(engine: &mut Engine, arguments: &[String]) -> Answer {
    let count: usize = match arguments {
        [] => 1,
        [count] => count.parse().map_err(|_| syntax_error())?,
        _ => return Err(syntax_error()),
    };
    if count > engine.board.turns_since_setup() {
        return Err("cannot undo".to_owned());
    }
    (0..count).for_each(|_| assert!(engine.board.undo(), "there are so many turns"));
    Ok(String::new())
}

fn illegal(_: Illegal) -> String {
    "illegal move".to_owned()
}
