//! Commands that begin a game: the size of the board, stones that are set up, games from files.

use enban_game::{Colour, Seat};

use super::{Answer, colour, one, spot, syntax_error};
use crate::board::{Board, Spot};
use crate::record;
use crate::rules::without_komi;
use crate::server::Engine;

/// Another size, another game.
pub(super) fn boardsize(engine: &mut Engine, arguments: &[String]) -> Answer {
    let size: i64 = one(arguments)?.parse().map_err(|_| syntax_error())?;
    engine.board = resized(&engine.board, size).ok_or("unacceptable size")?;
    engine.terms.settle(&mut engine.board);
    engine.clock = engine.clock.reset();
    Ok(String::new())
}

/// A new game of the same rules and their usual komi on a board of some size, if there is one.
fn resized(board: &Board, size: i64) -> Option<Board> {
    let mut name = without_komi(board.name());
    if !board.is_go() {
        let same = usize::try_from(size) == Ok(board.side());
        return same.then(|| Board::open(&name.to_string()).ok())?;
    }
    name.name = format!("go{size}");
    Board::open(&name.to_string()).ok()
}

pub(super) fn clear_board(engine: &mut Engine, _: &[String]) -> Answer {
    engine.board.clear();
    engine.terms.settle(&mut engine.board);
    engine.clock = engine.clock.reset();
    Ok(String::new())
}

/// The game of a file, up to the move before a given one, or to its end.
pub(super) fn loadsgf(engine: &mut Engine, arguments: &[String]) -> Answer {
    let (before, words) = match arguments.split_last() {
        Some((last, words)) if !words.is_empty() && last.parse::<usize>().is_ok() => (last.parse().ok(), words),
        Some(_) => (None, arguments),
        None => return Err(syntax_error()),
    };
    let path = words.join(" ");
    let path = path.strip_prefix('"').and_then(|path| path.strip_suffix('"')).unwrap_or(&path);
    let failed = || "cannot load file".to_owned();
    let bytes = std::fs::read(path).map_err(|_| failed())?;
    let open = |size: i64| resized(&engine.board, size);
    let (is_go, terms) = (engine.board.is_go(), engine.terms);
    (engine.board, engine.terms) = record::load(&bytes, before, is_go, terms, open).ok_or_else(failed)?;
    engine.clock = engine.clock.reset();
    Ok(String::new())
}

/// Stones as pairs of a colour, which may be `e` for none, and a point.
pub(super) fn gogui_setup(engine: &mut Engine, arguments: &[String]) -> Answer {
    let mut cells = Vec::new();
    for pair in arguments.chunks(2) {
        let [stone, point] = pair else { return Err(syntax_error()) };
        let Spot::At(cell) = spot(&engine.board, point)? else { return Err(syntax_error()) };
        let empty = ["e", "empty"].iter().any(|word| word.eq_ignore_ascii_case(stone));
        cells.push((cell, if empty { None } else { Some(stone_of(colour(stone)?)) }));
    }
    let mover = Seat(engine.board.session().standing().mover as u8);
    engine.board.set_up(&cells, mover)?;
    Ok(String::new())
}

/// Whose turn it is in a position that was set up.
pub(super) fn gogui_setup_player(engine: &mut Engine, arguments: &[String]) -> Answer {
    let seat = colour(one(arguments)?)?;
    if engine.board.session().standing().steps > 0 {
        return Err("moves were played already".to_owned());
    }
    engine.board.set_mover(seat)?;
    Ok(String::new())
}

pub(super) fn gogui_undo_setup(engine: &mut Engine, _: &[String]) -> Answer {
    if !engine.board.undo_setup() {
        return Err("cannot undo setup".to_owned());
    }
    engine.terms.settle(&mut engine.board);
    Ok(String::new())
}

fn stone_of(seat: Seat) -> Colour {
    if seat.0 == 0 { Colour::Black } else { Colour::White }
}
