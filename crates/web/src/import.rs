//! Reading records of any format into rooms: SGF with its variations, GGF, move text, boards.
//!
//! Formats are told apart by looking. What people have typed, moves and boards, must be right, and a mistake is told with
//! its place; files of the wild are read as far as they go, with warnings.

mod base64;
pub(crate) mod start;
mod trees;

use std::sync::Arc;

use enban_catalog::{AnyGame, Entry, Family, Session, entries, open};
use enban_formats::ggf::{self, GgfBoard, GgfCell, GgfGame};
use enban_formats::{Limits, Property, ReadError, sgf};
use enban_game::{Colour, UnknownMove};

use crate::api::{ErrorDetail, ImportRequest, NewRoom, TextPlace};
use crate::refusal::{Reason, Refusal, offset_of};
use crate::room::{Game, NODES_MAX, Room};
use crate::tree::Tree;
use crate::{export, facts, ids};

/// Bytes of a record.
const RECORD_MAX: usize = 4 << 20;
/// Warnings that are told.
const WARNINGS_MAX: usize = 20;
/// A record that was read.
pub(crate) struct Read {
    /// The format that was found.
    pub format: &'static str,
    /// What was wrong with it.
    pub warnings: Vec<String>,
    /// The game.
    pub room: Room,
}

/// Which lines of a record are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lines {
    /// All variations.
    All,
    /// The main line.
    Main,
}

/// The main line of a game record.
pub struct MainLine {
    /// The game that the record itself is of.
    pub game: String,
    /// The line as it was played, to its end.
    pub session: Box<dyn Session>,
    /// What was wrong with the record.
    pub warnings: Vec<String>,
}

/// A game record that was read, before it is anybody's.
struct Told {
    said: String,
    game: Game,
    warnings: Vec<String>,
    /// Why the main line ends before that of the record, if it does.
    cut: Option<String>,
}

impl Told {
    /// The game in a room for people, who look at its end.
    fn into_read(self, format: &'static str) -> Result<Read, Refusal> {
        let end = self.game.node();
        let mut room = Room::around(ids::random_id(), self.game, ids::random_number() >> 12)?;
        room.goto(end)?;
        Ok(Read { format, warnings: self.warnings, room })
    }
}

/// Reads a record.
pub(crate) fn read(request: &ImportRequest) -> Result<Read, Refusal> {
    let bytes = match (&request.text, &request.base64) {
        (Some(text), None) => text.clone().into_bytes(),
        (None, Some(text)) => base64::decode(text)?,
        _ => return Err(Refusal::bad("expected text or base64, one of the two")),
    };
    if bytes.len() > RECORD_MAX {
        return Err(Refusal::new(Reason::TooLarge, "a record may have 4 megabytes"));
    }
    let text = String::from_utf8_lossy(&bytes);
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Err(Refusal::bad("the record is empty; expected a game record, moves or a board"));
    }
    let limits = Limits { bytes_max: RECORD_MAX, items_max: 20 * NODES_MAX };
    let game = request.game.as_deref();
    let mut read = match record_format(&text) {
        Some("ggf") => read_ggf(&bytes, game, &limits).and_then(|told| told.into_read("ggf")),
        Some(_) => read_sgf(&bytes, game, Lines::All, &limits).and_then(|told| told.into_read("sgf")),
        None if is_board(&text) => read_board(&text, game),
        None => read_moves(&text, game),
    }?;
    read.warnings.truncate(WARNINGS_MAX);
    Ok(read)
}

/// The main line of SGF or GGF, as moves of a game; `None` if the bytes are neither. Here all of the line must be right.
pub fn main_line(bytes: &[u8], game: &str) -> Result<Option<MainLine>, Refusal> {
    let limits = Limits::default();
    let told = match record_format(&String::from_utf8_lossy(bytes)) {
        Some("ggf") => read_ggf(bytes, Some(game), &limits)?,
        Some(_) => read_sgf(bytes, Some(game), Lines::Main, &limits)?,
        None => return Ok(None),
    };
    if let Some(why) = told.cut {
        return Err(Refusal::bad(why));
    }
    let session = told.game.session_at(told.game.tree().main_end())?;
    Ok(Some(MainLine { game: told.said, session, warnings: told.warnings }))
}

/// sgf or ggf, where a text is a game record. Mail headers and the like may stand before it.
fn record_format(text: &str) -> Option<&'static str> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let is_typed = || begins_as_moves(text) || is_board(text);
    let record = match text.find("(;") {
        Some(start) if !text.starts_with('(') && !is_typed() => &text[start..],
        _ => text,
    };
    match record {
        record if record.starts_with("(;") && is_ggf(record) => Some("ggf"),
        record if record.starts_with('(') => Some("sgf"),
        _ => None,
    }
}

/// Whether the first word after any numbers is a move, or several without spaces between.
fn begins_as_moves(text: &str) -> bool {
    let is_number = |word: &&str| word.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    let word = text.split_whitespace().find(|word| !is_number(word)).unwrap_or_default().to_ascii_lowercase();
    let word = word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    let word = word.trim_end_matches([',', ';']);
    let is_edge = word.starts_with(|letter: char| letter.is_ascii_lowercase())
        && word.ends_with(|letter: char| letter.is_ascii_digit());
    let letters_in_a_row = word.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_lowercase));
    let is_plain = word.bytes().all(|letter| letter.is_ascii_alphanumeric());
    word == "pass" || (is_edge && is_plain && !letters_in_a_row)
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
    let boards = by_squares();
    let squares = text.chars().filter(|letter| "XxOo-*".contains(*letter)).count();
    let has_side = text.trim_end().ends_with(['X', 'x', 'O', 'o', '*']);
    let guess = boards.iter().find(|(count, _)| *count + usize::from(has_side) == squares).map(|(_, id)| *id);
    let guess = if guess.is_none() && squares == 64 { Some("yonin") } else { guess };
    let game = game.or(guess).ok_or_else(|| {
        let boards: Vec<String> = boards.iter().map(|(count, id)| format!("{count} ({id})")).collect();
        let boards = boards.join(", ");
        Refusal::bad(format!("a board of {squares} letters; expected squares and the side to move: {boards}"))
    })?;
    let position = Some(text.trim().replace('*', "X"));
    let room = new_room(&NewRoom { game: game.to_owned(), position, ..NewRoom::default() })?;
    Ok(Read { format: "board", warnings: Vec::new(), room })
}

/// The games for two whose boards are written by their discs, with the number of their squares, the smallest first.
fn by_squares() -> Vec<(usize, &'static str)> {
    let is_written_so = |entry: &Entry| matches!(entry.family(), Family::Nip | Family::Reversi);
    let squares = |entry: &Entry| open(entry.id).map_or(0, |game| game.layout().squares().count());
    let mut boards: Vec<_> = entries().filter(is_written_so).map(|entry| (squares(&entry), entry.id)).collect();
    boards.sort_unstable();
    boards
}

fn unreadable(text: &str, error: &ReadError) -> Refusal {
    let (place, expected) = match error {
        ReadError::NoGame { place, expected } => (place, Some((*expected).to_owned())),
        ReadError::TooLarge { place, .. } | ReadError::TooManyItems { place, .. } => (place, None),
    };
    let place = TextPlace { offset: offset_of(text, place.line, place.column), text: String::new() };
    Refusal { reason: Reason::Bad, detail: ErrorDetail { message: error.to_string(), place: Some(place), expected } }
}

fn read_sgf(bytes: &[u8], game: Option<&str>, lines: Lines, limits: &Limits) -> Result<Told, Refusal> {
    let reading = sgf::read_with(bytes, limits).map_err(|error| unreadable(&String::from_utf8_lossy(bytes), &error))?;
    let mut warnings: Vec<String> = reading.warnings.iter().map(ToString::to_string).collect();
    let tree = first_of(&reading.content.trees, &mut warnings)?;
    let mut guesses = Vec::new();
    let said = facts::game_of(tree, &mut guesses).map_err(|error| Refusal::bad(error.to_string()))?;
    if game.is_none() {
        warnings.append(&mut guesses);
    }
    let trees::Grown { game, cut } = trees::grow(tree, game.unwrap_or(&said), lines, &mut warnings)?;
    Ok(Told { said, game, warnings, cut })
}

/// The game of a file that is read.
fn first_of<'g, T>(games: &'g [T], warnings: &mut Vec<String>) -> Result<&'g T, Refusal> {
    if games.len() > 1 {
        warnings.push(format!("the file has {} games; the first was read", games.len()));
    }
    games.first().ok_or_else(|| Refusal::bad("there is no game in the record"))
}

fn read_ggf(bytes: &[u8], game: Option<&str>, limits: &Limits) -> Result<Told, Refusal> {
    let reading = ggf::read_with(bytes, limits).map_err(|error| unreadable(&String::from_utf8_lossy(bytes), &error))?;
    let mut warnings: Vec<String> = reading.warnings.iter().map(ToString::to_string).collect();
    let record = first_of(&reading.content, &mut warnings)?;
    let said = ggf_game(record);
    let rules: Arc<dyn AnyGame> = open_game(game.unwrap_or(&said))?.into();
    let start = match &record.board {
        Some(board) => ggf_start(board, &*rules)?,
        None => rules.begin(),
    };
    let mut game = Game::begin(rules, start);
    let mut cut = None;
    for played in &record.moves {
        let word = if played.is_pass() { "pass" } else { played.text.trim() };
        let unread = |unknown: UnknownMove| format!("move {}, {word}: {unknown}", game.steps_made() + 1);
        let step = game.rules().read_step(word).map_err(unread);
        if let Err(why) = step.and_then(|step| trees::make(&mut game, played.colour, step)) {
            warnings.push(format!("{why}; the rest was left out"));
            cut = Some(why);
            break;
        }
    }
    let lost = ggf_facts(record).iter().filter(|fact| !game.keep(Tree::ROOT, fact)).count();
    if lost > 0 {
        warnings.push(format!("properties that could not be kept: {lost}"));
    }
    Ok(Told { said, game, warnings, cut })
}

/// Who played and how it ended, as SGF has it.
fn ggf_facts(record: &GgfGame) -> Vec<Property> {
    let result = record.result.map(|result| export::result::of_ggf(result).to_string());
    let facts = [("PB", record.black_name.clone()), ("PW", record.white_name.clone()), ("RE", result)];
    let properties = facts.into_iter().filter_map(|(name, fact)| Some(Property::new(name, fact?)));
    properties.filter(trees::is_kept).collect()
}

/// Ours write the game's own name; those of the server say Othello and a size.
fn ggf_game(record: &GgfGame) -> String {
    if let Ok(game) = open(&record.game) {
        return game.name();
    }
    let size = record.board.as_ref().map(GgfBoard::size);
    match size {
        Some(side @ (4 | 6 | 10)) => format!("reversi{side}"),
        _ => "reversi".to_owned(),
    }
}

/// Where a record with a board begins.
fn ggf_start(board: &GgfBoard, rules: &dyn AnyGame) -> Result<Box<dyn Session>, Refusal> {
    let (found, rows) = (board.size(), rules.layout().rows.len());
    if found != rows {
        let name = rules.name();
        return Err(Refusal::bad(format!("the record has a board of {found} rows, and {name} has {rows}")));
    }
    let disc = |cell: &GgfCell| match cell {
        GgfCell::Black => Some(Colour::Black),
        GgfCell::White => Some(Colour::White),
        GgfCell::Empty => None,
    };
    let cells: Vec<Option<Colour>> = board.cells().iter().map(disc).collect();
    start::set_up(rules, &cells, board.to_move())
}

/// The game of a name.
fn open_game(name: &str) -> Result<Box<dyn AnyGame>, Refusal> {
    open(name).map_err(|error| Refusal::game(&error))
}

#[cfg(test)]
mod tests;
