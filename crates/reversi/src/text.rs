//! How squares and boards of the family are written.

use enban_game::text::column_and_row;
use enban_game::{Cell, Colour, Diagram, Move, SetUpError, TextError, UnknownMove};

use crate::shape::Shape;
use crate::squares::Squares;

/// The name of a square: `a1` at the top left, letters for columns, numbers for rows.
pub fn square_name<S: Squares>(square: usize) -> String {
    format!("{}{}", column_letter(square % S::SIDE), square / S::SIDE + 1)
}

fn column_letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

/// The square of the board that a word names.
pub fn read_square<S: Squares>(shape: &Shape<S>, word: &str) -> Result<usize, UnknownMove> {
    let last = square_name::<S>(shape.at(shape.side - 1, shape.side - 1));
    let expected = || format!("a square of the board, a1 to {last}");
    let (column, row) = column_and_row(word).ok_or_else(|| UnknownMove::expected(expected()))?;
    if column >= shape.side || row >= shape.side {
        return Err(UnknownMove::expected(expected()));
    }
    let square = shape.at(column, row);
    if shape.squares.has(square) {
        return Ok(square);
    }
    Err(UnknownMove::expected(format!("{}; {} is not on it", expected(), word.to_ascii_lowercase())))
}

/// The discs on a board, row by row, without the squares that are not on it.
pub(crate) fn write_board<S: Squares>(shape: &Shape<S>, black: S, white: S) -> String {
    let letter = |square: usize| match (black.has(square), white.has(square)) {
        (true, _) => Colour::Black.letter(),
        (_, true) => Colour::White.letter(),
        _ => '-',
    };
    shape.in_order().map(letter).collect()
}

/// A board that was read: the discs, and which of the sides stands behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ReadBoard<S> {
    /// Black's discs.
    pub black: S,
    /// White's discs.
    pub white: S,
    /// The side to move, as its number among the letters that were allowed.
    pub side: usize,
}

/// Reads a board, then one of the letters in `sides`. The board is given by its own squares row by
/// row, or as a full grid with `.` for squares that are not on it.
pub(crate) fn read_board<S: Squares>(shape: &Shape<S>, text: &str, sides: &str) -> Result<ReadBoard<S>, TextError> {
    let grid = text.contains('.');
    let wanted: Vec<usize> = (0..shape.side)
        .flat_map(|row| (0..shape.side).map(move |column| (column, row)))
        .map(|(column, row)| shape.at(column, row))
        .filter(|&square| grid || shape.squares.has(square))
        .collect();
    let mut letters = text.char_indices().filter(|(_, letter)| !letter.is_whitespace() && *letter != '/');
    let mut board = ReadBoard { black: S::NONE, white: S::NONE, side: 0 };
    for (read, &square) in wanted.iter().enumerate() {
        let name = square_name::<S>(square);
        let Some((offset, letter)) = letters.next() else {
            let all = wanted.len();
            let expected = format!("{} more of {all} squares (next {name}), then the side to move", all - read);
            return Err(TextError::at_char(text, text.len(), expected));
        };
        match (letter.to_ascii_uppercase(), shape.squares.has(square)) {
            ('X', true) => board.black |= S::one(square),
            ('O', true) => board.white |= S::one(square),
            ('-', true) | ('.', false) => {}
            (_, true) => return Err(TextError::at_char(text, offset, format!("X, O or - for {name}"))),
            (_, false) => return Err(TextError::at_char(text, offset, format!(". as {name} is not on the board"))),
        }
    }
    board.side = read_side(text, letters, sides)?;
    Ok(board)
}

fn read_side(text: &str, mut rest: impl Iterator<Item = (usize, char)>, sides: &str) -> Result<usize, TextError> {
    let allowed = sides.chars().map(String::from).collect::<Vec<_>>().join(", ");
    let (offset, letter) = rest.next().unwrap_or((text.len(), ' '));
    let side = sides.chars().position(|side| side == letter.to_ascii_uppercase());
    let side = side.ok_or_else(|| TextError::at_char(text, offset, format!("the side to move: {allowed}")))?;
    match rest.next() {
        None => Ok(side),
        Some((offset, _)) => Err(TextError::at(text, offset, "nothing after the side to move")),
    }
}

/// The discs of black and white with some cells changed.
pub(crate) fn with_cells<S: Squares>(
    shape: &Shape<S>,
    (mut black, mut white): (S, S),
    cells: &[(Move, Option<Colour>)],
) -> Result<(S, S), SetUpError> {
    for &(cell, colour) in cells {
        // Of wider boards a number may be beyond the set.
        if !shape.in_order().any(|square| square == cell.index()) {
            return Err(SetUpError::Outside(cell));
        }
        let disc = S::one(cell.index());
        (black, white) = (black & !disc, white & !disc);
        match colour {
            Some(Colour::Black) => black |= disc,
            Some(Colour::White) => white |= disc,
            None => {}
        }
    }
    Ok((black, white))
}

/// The board as a rectangle of cells.
pub(crate) fn diagram<S: Squares>(shape: &Shape<S>, black: S, white: S) -> Diagram {
    let cell = |square: usize| match (shape.squares.has(square), black.has(square), white.has(square)) {
        (false, ..) => Cell::Outside,
        (_, true, _) => Cell::Filled(Move(square as u16), Colour::Black),
        (_, _, true) => Cell::Filled(Move(square as u16), Colour::White),
        _ => Cell::Empty(Move(square as u16)),
    };
    let side = shape.side;
    Diagram {
        columns: (0..side).map(|column| column_letter(column).to_string()).collect(),
        rows: (1..=side).map(|row| row.to_string()).collect(),
        cells: (0..side * side).map(|at| cell(shape.at(at % side, at / side))).collect(),
    }
}
