//! A position as the page draws it.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

/// A position with all that can be seen of it.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct View {
    /// The game with its options.
    pub game: String,
    /// The position as text.
    pub position: String,
    /// The steps that led here.
    pub steps: Vec<String>,
    /// move, pass or over.
    #[ts(type = "\"move\" | \"pass\" | \"over\"")]
    pub turn: String,
    /// The seat on turn.
    pub mover: usize,
    /// The board.
    pub board: Board,
    /// The legal moves.
    pub legal: Vec<Legal>,
    /// Empty squares on which the seat on turn may never play.
    pub forbidden: Vec<String>,
    /// The move that led here.
    pub last: Option<Last>,
    /// What players count on the board, by seat.
    pub count: Vec<f64>,
    /// The scores if the game ended here, by seat; of one that has ended, those that players would agree on.
    pub scores: Vec<f64>,
    /// Dead stones that were taken off before the scores of a finished game were counted.
    pub taken_off: Vec<String>,
    /// The seat that won, once the game is over.
    pub winner: Option<usize>,
    /// How the seats are written.
    pub seat_labels: Vec<String>,
    /// What is laid over the board; over a finished game life and death, where stones were taken off and nothing else is asked for.
    pub overlay: Option<Overlay>,
}

/// A board.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Board {
    /// Column labels, left to right.
    pub columns: Vec<String>,
    /// Row labels, top to bottom.
    pub rows: Vec<String>,
    /// The cells of the board.
    pub cells: Vec<Cell>,
    /// The ring, clockwise; empty where there is none.
    pub ring: Vec<String>,
    /// How it is drawn.
    #[ts(type = "\"nip\" | \"reversi\" | \"yonin\" | \"go\"")]
    pub kind: String,
}

/// A cell of a board.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Cell {
    /// Its name.
    pub name: String,
    /// Its column from 0.
    pub column: usize,
    /// Its row from 0, from the top.
    pub row: usize,
    /// The disc or stone on it.
    #[ts(type = "\"black\" | \"white\" | null")]
    pub colour: Option<String>,
    /// The seat whose home it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub home: Option<usize>,
}

/// A legal move and what it does.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Legal {
    /// The move.
    #[serde(rename = "move")]
    pub step: String,
    /// How many discs or stones it captures, each counted once.
    pub captured: usize,
    /// What it captures, line by line.
    pub captures: Vec<Capture>,
}

/// A capture along one line.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Capture {
    /// ring, line or chain.
    #[ts(type = "\"ring\" | \"line\" | \"chain\"")]
    pub kind: String,
    /// The way it goes: 1 clockwise or -1 on the ring, columns right and rows down on a line.
    pub direction: Option<Direction>,
    /// The captured cells, outward.
    pub cells: Vec<String>,
    /// The disc that closes the line.
    pub anchor: Option<String>,
}

/// The way of a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS, ToSchema)]
#[serde(untagged)]
pub(crate) enum Direction {
    /// Clockwise (1) or not (-1).
    Ring(i8),
    /// Columns to the right and rows down.
    Line([i8; 2]),
}

/// The move that led to a position.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Last {
    /// The move.
    #[serde(rename = "move")]
    pub step: String,
    /// What it captured.
    pub captures: Vec<Capture>,
}

/// What a program sees in a position.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Overlay {
    /// Its name.
    pub name: String,
    /// What its signs mean.
    pub about: String,
    /// What it says of cells; those it says nothing of are left out.
    pub cells: Vec<OverlayCell>,
    /// Lines between cells.
    pub lines: Vec<OverlayLine>,
    /// What cannot be drawn.
    pub notes: Vec<String>,
}

/// What an overlay says of one cell.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct OverlayCell {
    /// The cell.
    pub name: String,
    /// The colour to which it belongs.
    #[ts(type = "\"black\" | \"white\" | null")]
    pub owner: Option<String>,
    /// The number of a chain or group, or a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub number: Option<i32>,
    /// A sign to draw there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mark: Option<String>,
    /// How strong, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub strength: Option<f64>,
    /// Whether its stone is taken off.
    pub removed: bool,
}

/// A line between two cells.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct OverlayLine {
    /// Where it begins.
    pub from: String,
    /// Where it ends.
    pub to: String,
    /// What kind of line it is.
    pub kind: String,
    /// Whose it is.
    #[ts(type = "\"black\" | \"white\"")]
    pub owner: String,
}
