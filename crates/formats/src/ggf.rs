//! GGF, the Generic Game Format of the Generic Game Server, in which the great archives of Othello games are kept.
//!
//! A game is a list of properties between `(;` and `;)`:
//!
//! ```text
//! (;GM[Othello]PC[GGS/os]DT[2011.03.05_20:01:44.MST]PB[a]PW[b]RB[1812.25]RW[1790.50]TI[05:00//02:00]TY[8]RE[+2.000]
//! BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3//0.01]W[c5/-6.4/0.1];)
//! ```
//!
//! A move may have an evaluation and a time after slashes. There are no escapes, so a value cannot hold `]`.

mod reader;
mod writer;

use crate::charset;
use crate::reading::{Limits, ReadError, Reading, check_size};
use crate::{Colour, leading_integer};

/// One game.
///
/// A property of a known name whose value is not understood, or that comes a second time, is kept among the others.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct GgfGame {
    /// The game, `GM`: `Othello`, `Amazons`. Empty if it is not said.
    pub game: String,
    /// Where it was played, `PC`.
    pub place: Option<String>,
    /// When, `DT`. How this is written changed over the years.
    pub date: Option<String>,
    /// The name of black, `PB`.
    pub black_name: Option<String>,
    /// The name of white, `PW`.
    pub white_name: Option<String>,
    /// The rating of black, `RB`.
    pub black_rating: Option<f64>,
    /// The rating of white, `RW`.
    pub white_rating: Option<f64>,
    /// The time for both players, `TI`, as in `15:00//02:00`.
    pub time: Option<String>,
    /// The time for black if it is not the same, `TB`.
    pub black_time: Option<String>,
    /// The time for white if it is not the same, `TW`.
    pub white_time: Option<String>,
    /// The type of game, `TY`: the size, and letters for variants.
    pub kind: Option<String>,
    /// The result, `RE`.
    pub result: Option<GgfResult>,
    /// The komi, `KM`, as the first colour sees it.
    pub komi: Option<f64>,
    /// The first position, `BO`.
    pub board: Option<GgfBoard>,
    /// The moves, `B` and `W`.
    pub moves: Vec<GgfMove>,
    /// All other properties, in their order.
    pub others: Vec<(String, String)>,
}

/// The result as the first colour sees it, which in Othello is black.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GgfResult {
    /// Discs or points ahead.
    pub score: f64,
    /// How it came about, if not by playing to the end.
    pub ending: Option<GgfEnding>,
}

/// How a game ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GgfEnding {
    /// One resigned, `r`.
    Resigned,
    /// One had no time left, `t`.
    TimedOut,
    /// They agreed on the score, `s`.
    Agreed,
}

/// A position on a square board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GgfBoard {
    size: usize,
    cells: Vec<GgfCell>,
    to_move: Colour,
}

/// What is on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GgfCell {
    /// Nothing, `-`.
    Empty,
    /// A black disc, `*`.
    Black,
    /// A white disc, `O`.
    White,
}

/// One move.
#[derive(Clone, PartialEq, Debug)]
pub struct GgfMove {
    /// Who moved.
    pub colour: Colour,
    /// The move as it is written, `d3` or `PA`. It has no slash in it.
    pub text: String,
    /// What the player thought of the position, in discs.
    pub evaluation: Option<f64>,
    /// How long the player thought.
    pub seconds: Option<f64>,
}

impl GgfBoard {
    /// The most rows that are read; the server has boards up to 14.
    pub const SIZE_MAX: usize = 64;

    /// A board from its squares, row by row from the upper left. `None` if they are not `size` times `size`.
    pub fn new(size: usize, cells: Vec<GgfCell>, to_move: Colour) -> Option<Self> {
        let fits = (1..=Self::SIZE_MAX).contains(&size) && cells.len() == size * size;
        fits.then_some(Self { size, cells, to_move })
    }

    /// The number of rows.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The squares, row by row from the upper left.
    pub fn cells(&self) -> &[GgfCell] {
        &self.cells
    }

    /// Who moves first.
    pub fn to_move(&self) -> Colour {
        self.to_move
    }
}

impl GgfMove {
    /// A move about which nothing more is known.
    pub fn plain(colour: Colour, text: &str) -> Self {
        Self { colour, text: text.to_owned(), evaluation: None, seconds: None }
    }

    /// Whether it is one of the ways to write a pass.
    pub fn is_pass(&self) -> bool {
        ["pa", "pass", "--"].iter().any(|pass| self.text.trim().eq_ignore_ascii_case(pass))
    }

    /// Column and row from 0 at the upper left, if the move is a letter and a number.
    pub fn column_and_row(&self) -> Option<(usize, usize)> {
        let text = self.text.trim();
        let letter = text.bytes().next().filter(u8::is_ascii_alphabetic)?.to_ascii_lowercase();
        let digits = &text[1..];
        let plain = digits.len() <= 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
        let row = usize::try_from(plain.then(|| leading_integer(digits))??).ok()?;
        Some((usize::from(letter - b'a'), row.checked_sub(1)?))
    }
}

/// Reads the games of a file with the usual limits.
///
/// ```
/// use enban_formats::ggf;
///
/// let games = ggf::read(b"(;GM[Othello]PB[a]PW[b]TY[8]RE[+2.000]B[d3//0.01]W[c5/-6.4/0.1];)")?.content;
/// assert_eq!(games[0].result.map(|result| result.score), Some(2.0));
/// assert_eq!(games[0].moves[1].column_and_row(), Some((2, 4)));
/// assert_eq!(games[0].moves[1].evaluation, Some(-6.4));
/// # Ok::<(), enban_formats::ReadError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Reading<Vec<GgfGame>>, ReadError> {
    read_with(bytes, &Limits::default())
}

/// Reads the games of a file. What stands between them, such as the number of games in a match, is passed over.
pub fn read_with(bytes: &[u8], limits: &Limits) -> Result<Reading<Vec<GgfGame>>, ReadError> {
    check_size(bytes, limits)?;
    let decoded = charset::guess(bytes);
    let (content, warnings) = reader::read(&decoded.text, limits)?;
    Ok(Reading { content, charset: decoded.charset, warnings })
}

/// Writes games, one a line. In values `]` becomes `)`, for the format has no way to write it.
#[must_use]
pub fn write(games: &[GgfGame]) -> String {
    games.iter().map(|game| format!("{game}\n")).collect()
}

#[cfg(test)]
mod tests;
