//! Reading records of any format into rooms: SGF with its variations, GGF, move text, boards.
//!
//! Formats are told apart by looking. What people have typed, moves and boards, must be right, and a mistake is told with
//! its place; files of the wild are read as far as they go, with warnings.

mod base64;
mod trees;

use enban_catalog::{AnyGame, View, open};
use enban_formats::ggf::{self, GgfBoard, GgfCell, GgfGame};
use enban_formats::{Color, Limits, ReadError, sgf};
use enban_game::Cell;

use crate::api::{ErrorDetail, ImportRequest, NewRoom, Place};
use crate::ids;
use crate::refusal::{Reason, Refusal, offset_of};
use crate::room::{NODES_MAX, Room};

/// Bytes of a record.
pub const RECORD_MAX: usize = 4 << 20;
/// Warnings that are told.
const WARNINGS_MAX: usize = 20;
/// Boards by the number of their squares.
const BY_SQUARES: [(usize, &str); 10] = [
    (16, "reversi4"),
    (24, "nip24"),
    (32, "nip32"),
    (36, "reversi6"),
    (40, "nip40"),
    (52, "nip"),
    (60, "nip60"),
    (64, "reversi"),
    (88, "reversi88"),
    (100, "reversi10"),
];

/// A record that was read.
pub struct Read {
    /// The format that was found.
    pub format: &'static str,
    /// What was wrong with it.
    pub warnings: Vec<String>,
    /// The game.
    pub room: Room,
}

/// Reads a record.
pub fn read(request: &ImportRequest) -> Result<Read, Refusal> {
    let bytes = match (&request.text, &request.base64) {
        (Some(text), None) => text.clone().into_bytes(),
        (None, Some(text)) => base64::decode(text)?,
        _ => return Err(Refusal::bad("expected text or base64, one of the two")),
    };
    if bytes.len() > RECORD_MAX {
        return Err(Refusal::new(Reason::TooLarge, "a record may have 4 megabytes"));
    }
    let text = String::from_utf8_lossy(&bytes);
    let trimmed = text.trim_start_matches('\u{feff}').trim_start();
    let mut read = match trimmed {
        record if record.starts_with("(;") && is_ggf(record) => read_ggf(&bytes, request.game.as_deref()),
        record if record.starts_with('(') => read_sgf(&bytes, request.game.as_deref()),
        board if is_board(board) => read_board(&text, request.game.as_deref()),
        _ => read_moves(&text, request.game.as_deref()),
    }?;
    read.warnings.truncate(WARNINGS_MAX);
    Ok(read)
}

/// GGF closes a game with `;)`, and names the game in words.
fn is_ggf(text: &str) -> bool {
    text.contains(";)") && text.contains("GM[") && !text.contains("GM[1]") && !text.contains("GM[2]")
}

/// Nothing but what boards are written with, and at least a small board of it.
fn is_board(text: &str) -> bool {
    let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let is_square = |letter: &&char| "XxOo-./*".contains(**letter);
    let squares = letters.iter().filter(is_square).count();
    squares >= 16 && squares * 10 >= letters.len() * 9
}

fn new_room(request: &NewRoom) -> Result<Room, Refusal> {
    Room::new(ids::random_id(), request, ids::random_number() >> 12)
}

fn read_moves(text: &str, game: Option<&str>) -> Result<Read, Refusal> {
    let try_game =
        |game: &str| new_room(&NewRoom { game: game.to_owned(), moves: Some(text.to_owned()), ..NewRoom::default() });
    // Without a game the most common ones are tried; the first tells what is wrong.
    let room = match game {
        Some(game) => try_game(game)?,
        None => try_game("reversi").or_else(|refusal| try_game("nip").map_err(|_| refusal))?,
    };
    Ok(Read { format: "moves", warnings: Vec::new(), room })
}

fn read_board(text: &str, game: Option<&str>) -> Result<Read, Refusal> {
    let squares = text.chars().filter(|letter| "XxOo-*".contains(*letter)).count();
    let has_side = text.trim_end().ends_with(['X', 'x', 'O', 'o', '*']);
    let guess = BY_SQUARES.iter().find(|(count, _)| *count + usize::from(has_side) == squares).map(|(_, id)| *id);
    let guess = if guess.is_none() && squares == 64 { Some("yonin") } else { guess };
    let game = game.or(guess).ok_or_else(|| {
        let boards = BY_SQUARES.map(|(count, id)| format!("{count} ({id})")).join(", ");
        Refusal::bad(format!("a board of {squares} letters; expected squares and the side to move: {boards}"))
    })?;
    let position = Some(text.trim().replace('*', "X"));
    let room = new_room(&NewRoom { game: game.to_owned(), position, ..NewRoom::default() })?;
    Ok(Read { format: "board", warnings: Vec::new(), room })
}

fn unreadable(text: &str, error: &ReadError) -> Refusal {
    let (place, expected) = match error {
        ReadError::NoGame { place, expected } => (place, Some((*expected).to_owned())),
        ReadError::TooLarge { place, .. } | ReadError::TooManyItems { place, .. } => (place, None),
    };
    let place = Place { offset: offset_of(text, place.line, place.column), text: String::new() };
    Refusal { reason: Reason::Bad, detail: ErrorDetail { message: error.to_string(), place: Some(place), expected } }
}

fn limits() -> Limits {
    Limits { bytes_max: RECORD_MAX, items_max: 20 * NODES_MAX }
}

fn read_sgf(bytes: &[u8], game: Option<&str>) -> Result<Read, Refusal> {
    let reading =
        sgf::read_with(bytes, &limits()).map_err(|error| unreadable(&String::from_utf8_lossy(bytes), &error))?;
    let mut warnings: Vec<String> = reading.warnings.iter().map(ToString::to_string).collect();
    if reading.content.trees.len() > 1 {
        warnings.push(format!("the file has {} games; the first was read", reading.content.trees.len()));
    }
    let tree = reading.content.trees.first().ok_or_else(|| Refusal::bad("there is no game in the record"))?;
    let room = trees::grow(tree, game, &mut warnings)?;
    Ok(Read { format: "sgf", warnings, room })
}

fn read_ggf(bytes: &[u8], game: Option<&str>) -> Result<Read, Refusal> {
    let reading =
        ggf::read_with(bytes, &limits()).map_err(|error| unreadable(&String::from_utf8_lossy(bytes), &error))?;
    let mut warnings: Vec<String> = reading.warnings.iter().map(ToString::to_string).collect();
    let record = reading.content.first().ok_or_else(|| Refusal::bad("there is no game in the record"))?;
    let name = game.map_or_else(|| ggf_game(record), str::to_owned);
    let rules = open(&name).map_err(|error| Refusal::game(&error))?;
    let start = rules.session(None, None).map_err(Refusal::failed)?.view();
    let position = record.board.as_ref().map(|board| ggf_position(board, &start)).transpose()?;
    let position = position.filter(|position| *position != start.position);
    let mut room = new_room(&NewRoom { game: name, position, ..NewRoom::default() })?;
    for (number, played) in record.moves.iter().enumerate() {
        let word = if played.is_pass() { "pass" } else { played.text.trim() };
        if let Err(refusal) = trees::follow(&mut room, word) {
            let number = number + 1;
            warnings.push(format!("move {number}, {word}: {}; the rest was left out", refusal.detail.message));
            break;
        }
    }
    room.goto(room.line_end())?;
    Ok(Read { format: "ggf", warnings, room })
}

/// Ours write the game's own name; those of the server say Othello and a size.
fn ggf_game(record: &GgfGame) -> String {
    if open(&record.game).is_ok() {
        return record.game.clone();
    }
    let size = record.board.as_ref().map(GgfBoard::size);
    match size {
        Some(side @ (4 | 6 | 10)) => format!("reversi{side}"),
        _ => "reversi".to_owned(),
    }
}

fn ggf_position(board: &GgfBoard, start: &View) -> Result<String, Refusal> {
    if board.size() != start.diagram.rows.len() {
        let (found, rows) = (board.size(), start.diagram.rows.len());
        return Err(Refusal::bad(format!("the record has a board of {found} rows, and {} has {rows}", start.game)));
    }
    let letter = |at: usize| match board.cells()[at] {
        GgfCell::Black => 'X',
        GgfCell::White => 'O',
        GgfCell::Empty => '-',
    };
    Ok(board_text(start, letter, board.to_move()))
}

/// A position by what stands on each cell of the diagram.
fn board_text(start: &View, letter: impl Fn(usize) -> char, to_move: Color) -> String {
    let cells = start.diagram.cells.iter().enumerate().filter(|(_, cell)| !matches!(cell, Cell::Outside));
    let side = if to_move == Color::Black { &start.seat_labels[0] } else { &start.seat_labels[1] };
    format!("{} {side}", cells.map(|(at, _)| letter(at)).collect::<String>())
}

/// The game of a name.
fn open_game(name: &str) -> Result<Box<dyn AnyGame>, Refusal> {
    open(name).map_err(|error| Refusal::game(&error))
}

#[cfg(test)]
mod tests;
