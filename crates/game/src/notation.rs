//! How a game is written and drawn: [`Notation`], the second half of the contract.
//!
//! The rules half ([`Game`]) is for searches; this half is for people, files and pages.

use crate::contract::{Game, Move, Points, Seat};
use crate::text::TextError;

/// The colour of a disc or stone. Yonin has four seats but two colours.
///
/// ```
/// use enban_game::Colour;
///
/// assert_eq!(Colour::Black.letter(), 'X');
/// assert_eq!(Colour::Black.other(), Colour::White);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// Written `X`.
    Black,
    /// Written `O`.
    White,
}

impl Colour {
    /// `X` or `O`.
    pub fn letter(self) -> char {
        match self {
            Self::Black => 'X',
            Self::White => 'O',
        }
    }

    /// The other colour.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// One cell of a drawn board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Not part of the board.
    Outside,
    /// An empty square; the move that plays there.
    Empty(Move),
    /// A square with a disc or stone; the move that would have played there.
    Filled(Move, Colour),
}

/// A position as a rectangle of cells, from the top left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// Column labels, left to right.
    pub columns: Vec<String>,
    /// Row labels, top to bottom.
    pub rows: Vec<String>,
    /// Row after row.
    pub cells: Vec<Cell>,
}

/// The way along which a capture was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// A straight line; steps to the right and down from the placed disc.
    Straight {
        /// Columns to the right at each step.
        right: i8,
        /// Rows down at each step.
        down: i8,
    },
    /// Around the ring of a round board.
    Ring {
        /// Clockwise from the placed disc.
        clockwise: bool,
    },
    /// A chain of stones without liberties.
    Chain,
}

/// What a move takes along one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Capture {
    /// The way of the capture.
    pub line: Line,
    /// The captured cells, outward from the placed disc.
    pub cells: Vec<Move>,
    /// The disc at the far end that closes the line: the placed disc itself for a lap, none for a chain.
    pub anchor: Option<Move>,
}

/// A word that names no move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {expected}")]
pub struct UnknownMove {
    /// What was expected instead: `a square of the board, a1 to h8`.
    pub expected: String,
}

impl UnknownMove {
    /// An error that says what was expected.
    pub fn expected(expected: impl Into<String>) -> Self {
        Self { expected: expected.into() }
    }
}

/// A game that can be read, written and drawn.
pub trait Notation: Game {
    /// The game's id with its options, as everywhere: `nip(lap=off)`.
    fn name(&self) -> String;

    /// A move as text: `d3`, or `pass` for a pass that is a move.
    fn write_move(&self, choice: Move) -> String;

    /// The move that a word names, legal or not.
    fn read_move(&self, word: &str) -> Result<Move, UnknownMove>;

    /// A position on one line that [`read_position`](Notation::read_position) understands.
    fn write_position(&self, state: &Self::State) -> String;

    /// A position from text; every mistake is answered with the place and what was expected.
    fn read_position(&self, text: &str) -> Result<Self::State, TextError>;

    /// The position as a rectangle of cells.
    fn diagram(&self, state: &Self::State) -> Diagram;

    /// How a seat is written: `X` and `O`, or `1` to `4`.
    fn seat_label(&self, seat: Seat) -> String;

    /// The colour a seat plays.
    fn seat_colour(&self, seat: Seat) -> Colour;

    /// What a legal move captures, line by line; nothing where nothing is ever captured.
    fn captures(&self, _state: &Self::State, _choice: Move) -> Vec<Capture> {
        Vec::new()
    }

    /// The ring of a round board, clockwise; empty where there is none.
    fn ring(&self) -> Vec<Move> {
        Vec::new()
    }

    /// The seat whose home a square is, in games where squares have one.
    fn home(&self, _square: Move) -> Option<Seat> {
        None
    }

    /// The empty squares on which the seat on turn may not play whatever it would capture there.
    fn forbidden(&self, _state: &Self::State) -> Vec<Move> {
        Vec::new()
    }

    /// What players count on the board right now, by seat: the scores, unless they count otherwise.
    fn tally(&self, state: &Self::State) -> Vec<Points> {
        self.scores(state).as_slice().to_vec()
    }

    /// The move that passes, in games where a pass is a move.
    fn pass_move(&self) -> Option<Move> {
        None
    }

    /// A position with some cells changed and a seat to move. What a position knows beside its cells and its turn
    /// (stones taken so far) stays, what the last moves left behind (ko, passes) goes.
    fn with_cells(
        &self,
        _state: &Self::State,
        _cells: &[(Move, Option<Colour>)],
        _mover: Seat,
    ) -> Result<Self::State, SetUpError> {
        Err(SetUpError::Unknown)
    }

    /// A position with the turn given to a seat, in games where that is allowed at any time; what the last moves left
    /// behind (ko, passes) is gone.
    fn with_turn(&self, _state: &Self::State, _seat: Seat) -> Option<Self::State> {
        None
    }
}

/// Why a position cannot be set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetUpError {
    /// No position can be set up in this game.
    #[error("positions of this game cannot be set up")]
    Unknown,
    /// The cell is not part of the board.
    #[error("a cell is not on the board")]
    Outside(Move),
    /// The chain of this stone has no liberty.
    #[error("a chain has no liberty")]
    NoLiberty(Move),
    /// Moves were played already.
    #[error("moves were played already")]
    Played,
}
