//! Commands that start a game: board size, set-up, SGF files.

use std::io::ErrorKind;
use std::path::Path;

use enban_formats::files::{RECORD_MAX_MB, read_file};
use enban_game::{Colour, Seat};

use super::{Answer, colour, one, square, syntax_error};
use crate::engine::Engine;
use crate::record;

pub(super) fn query_boardsize(engine: &mut Engine) -> Answer {
    Ok(engine.board.side().to_string())
}

/// Starts a game on a board of another size.
pub(super) fn boardsize(engine: &mut Engine, arguments: &[String]) -> Answer {
    let size: i64 = one(arguments)?.parse().map_err(|_| syntax_error())?;
    let resized = usize::try_from(size).ok().and_then(|size| engine.board.resized(size));
    engine.board = resized.ok_or("unacceptable size")?;
    engine.forget_record();
    engine.terms.settle(&mut engine.board);
    engine.clock = engine.clock.reset();
    Ok(String::new())
}

pub(super) fn clear_board(engine: &mut Engine) -> Answer {
    engine.board.clear();
    engine.forget_record();
    engine.terms.settle(&mut engine.board);
    engine.clock = engine.clock.reset();
    Ok(String::new())
}

/// Loads a game from a file, up to but not including a given move, or all of it.
pub(super) fn loadsgf(engine: &mut Engine, arguments: &[String]) -> Answer {
    let (before, words) = match arguments.split_last() {
        Some((last, words)) if !words.is_empty() && last.parse::<usize>().is_ok() => (last.parse().ok(), words),
        Some(_) => (None, arguments),
        None => return Err(syntax_error()),
    };
    let path = words.join(" ");
    let path = path.strip_prefix('"').and_then(|path| path.strip_suffix('"')).unwrap_or(&path);
    let failed = || "cannot load file".to_owned();
    let bytes = read_file(Path::new(path), RECORD_MAX_MB).map_err(|error| match error.kind() {
        ErrorKind::InvalidData => format!("cannot load file: {error}"),
        _ => failed(),
    })?;
    let own = engine.own_terms();
    (engine.board, engine.terms) = record::load(&bytes, before, &engine.board, engine.terms).ok_or_else(failed)?;
    engine.before_record = own;
    engine.clock = engine.clock.reset();
    Ok(String::new())
}

/// Sets stones, given as pairs of a colour (`e` for empty) and a point.
pub(super) fn gogui_setup(engine: &mut Engine, arguments: &[String]) -> Answer {
    let mut cells = Vec::new();
    for pair in arguments.chunks(2) {
        let [stone, point] = pair else { return Err(syntax_error()) };
        let square = square(&engine.board, point)?;
        let empty = ["e", "empty"].iter().any(|word| word.eq_ignore_ascii_case(stone));
        cells.push((square, if empty { None } else { Some(stone_of(colour(stone)?)) }));
    }
    engine.board.set_up(&cells, engine.board.session().mover())?;
    Ok(String::new())
}

/// Says who is to move in a position that was set up.
pub(super) fn gogui_setup_player(engine: &mut Engine, arguments: &[String]) -> Answer {
    engine.board.set_mover(colour(one(arguments)?)?)?;
    Ok(String::new())
}

pub(super) fn gogui_undo_setup(engine: &mut Engine) -> Answer {
    if !engine.board.undo_set_up() {
        return Err("cannot undo setup".to_owned());
    }
    engine.terms.settle(&mut engine.board);
    Ok(String::new())
}

fn stone_of(seat: Seat) -> Colour {
    if seat.0 == 0 { Colour::Black } else { Colour::White }
}
