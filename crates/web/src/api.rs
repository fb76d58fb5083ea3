//! What the page and the server say to each other: plain types, written as JSON, TypeScript and OpenAPI.

mod lab;
mod options;
mod requests;
#[cfg(test)]
mod typescript;
mod view;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

pub(crate) use lab::{
    ExperimentDetail, ExperimentInfo, Experiments, GameLine, Library, NewExperimentRequest, StartedExperiment,
};
pub use options::{OptionInfo, OptionKind, OptionValue};
pub(crate) use requests::{
    AnalysisRequest, CheckRequest, Checked, CommentRequest, ImportRequest, Imported, NewRoom, NodeRequest,
    OverlayRequest, PlayRequest, ReviewRequest, RunRequest, SeatSpec, SeatsRequest, SolveRequest,
};
pub(crate) use view::{Board, Capture, Cell, Direction, Last, Legal, Overlay, OverlayCell, OverlayLine, View};

/// An error: what is wrong, where, and what was expected.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub(crate) struct ErrorAnswer {
    /// The error.
    pub error: ErrorDetail,
}

/// What is wrong, where, and what was expected.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct ErrorDetail {
    /// What is wrong, for people.
    pub message: String,
    /// Where in the text that was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub place: Option<TextPlace>,
    /// What was expected there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub expected: Option<String>,
}

/// A place in a text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TextPlace {
    /// Characters before it, as JavaScript counts them.
    pub offset: usize,
    /// What stands there; empty at the end.
    pub text: String,
}

/// The games, their players and their levels.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Games {
    /// The games.
    pub games: Vec<GameInfo>,
    /// The version of the program.
    pub version: String,
}

/// A game that can be played.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct GameInfo {
    /// Its id.
    pub id: String,
    /// Its English name.
    pub name_en: String,
    /// Its Japanese name.
    pub name_ja: String,
    /// What it is.
    pub about: String,
    /// How many seats it has.
    pub seats: usize,
    /// The family it belongs to.
    #[ts(type = "\"nip\" | \"reversi\" | \"yonin\" | \"go\"")]
    pub family: String,
    /// Its options.
    pub options: Vec<OptionInfo>,
    /// Its players.
    pub players: Vec<PlayerInfo>,
    /// Its ten levels.
    pub levels: Vec<LevelInfo>,
    /// What can be laid over its board.
    pub overlays: Vec<String>,
    /// Whether its positions can be solved exactly.
    pub solver: bool,
}

/// A player that can be named.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct PlayerInfo {
    /// Its name.
    pub name: String,
    /// Whether it is the player of a study.
    pub study: bool,
    /// What it does.
    pub about: String,
    /// Its options.
    pub options: Vec<OptionInfo>,
}

/// A level of a game.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct LevelInfo {
    /// From 1, the weakest, to 10.
    pub level: u8,
    /// The player that plays it.
    pub player: String,
    /// Its measured strength.
    pub elo: Option<f64>,
    /// The low end of its 95% interval.
    pub elo_low: Option<f64>,
    /// The high end.
    pub elo_high: Option<f64>,
}

/// A game in progress with its variations.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Room {
    /// Its id.
    pub id: String,
    /// Grows with every change.
    #[ts(type = "number")]
    pub seq: u64,
    /// The game with its options.
    pub game: String,
    /// The family of the game.
    #[ts(type = "\"nip\" | \"reversi\" | \"yonin\" | \"go\"")]
    pub family: String,
    /// Who sits where.
    pub seats: Vec<Seat>,
    /// Whether the players that are not people move by themselves.
    pub running: bool,
    /// The least time between two of their moves.
    #[ts(type = "number")]
    pub delay_ms: u64,
    /// Who thinks, if anyone.
    pub thinking: Option<Thinking>,
    /// The node that is shown.
    pub node: u32,
    /// All nodes; ids are not places in the list once some were removed.
    pub nodes: Vec<Node>,
    /// The position that is shown.
    pub view: View,
    /// Why its latest changes are not in the library yet, if they could not be saved.
    pub not_saved: Option<String>,
    /// What has just happened.
    pub announcement: Option<Announcement>,
    /// What the analysis says.
    pub analysis: Analysis,
    /// Whether its positions can be solved exactly.
    pub solver: bool,
    /// What the solver says.
    pub solve: Option<Solve>,
    /// How far the review is.
    pub review: Option<Review>,
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Seat {
    /// human, player or level.
    #[ts(type = "\"human\" | \"player\" | \"level\"")]
    pub kind: String,
    /// The player's expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub player: Option<String>,
    /// The level.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub level: Option<u8>,
    /// How the seat is written in positions.
    pub label: String,
    /// black or white.
    #[ts(type = "\"black\" | \"white\"")]
    pub colour: String,
}

/// A player that thinks.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Thinking {
    /// Its seat.
    pub seat: usize,
    /// For how long it has been thinking.
    #[ts(type = "number")]
    pub since_ms: u64,
    /// Positions or simulations so far, as far as it tells.
    #[ts(type = "number")]
    pub nodes: u64,
}

/// A position of the tree, and the move that led to it.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Node {
    /// Its id.
    pub id: u32,
    /// The node before it.
    pub parent: Option<u32>,
    /// The move that led here.
    #[serde(rename = "move")]
    pub step: Option<String>,
    /// What was played from here, the main line first.
    pub children: Vec<u32>,
    /// What was written about it.
    pub comment: String,
    /// The seat that made the move.
    pub mover: Option<usize>,
    /// What the position is worth to the seat on turn.
    pub value: Option<Value>,
    /// What the move lost, in points or in share of games.
    pub loss: Option<f64>,
    /// How bad that is.
    #[ts(type = "\"slip\" | \"mistake\" | \"blunder\" | null")]
    pub mistake: Option<String>,
}

/// What a move or a position is worth.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Value {
    /// exact, lead, chance, at_least, at_most or figure.
    #[ts(type = "\"exact\" | \"lead\" | \"chance\" | \"at_least\" | \"at_most\" | \"figure\"")]
    pub kind: String,
    /// As the seat on turn sees it: points, or for a chance the share of games won.
    pub value: f64,
    /// How deep it was read.
    pub depth: u32,
    /// As black sees it, in the same unit; in games for more than two as the seat on turn sees it.
    pub black: f64,
}

/// Something that happened without being asked for.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Announcement {
    /// pass, over, resign, round (players alone do not come to an end) or failure.
    #[ts(type = "\"pass\" | \"over\" | \"resign\" | \"round\" | \"failure\"")]
    pub kind: String,
    /// The seat it is about; of a finished game the winner, if there is one.
    pub seat: Option<usize>,
    /// The key of the sentence for it.
    pub text_key: String,
    /// More about a failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
}

/// What the analysis says.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Analysis {
    /// Whether it goes on.
    pub on: bool,
    /// Who analyses.
    pub player: String,
    /// The node that the candidates are about.
    pub node: u32,
    /// Whether the best value is proven.
    pub exact: bool,
    /// Positions or simulations.
    #[ts(type = "number")]
    pub nodes: u64,
    /// Moves, best first.
    pub candidates: Vec<Candidate>,
}

/// A move that was looked at.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Candidate {
    /// The move.
    #[serde(rename = "move")]
    pub step: String,
    /// What it is worth to the seat on turn.
    pub value: Value,
    /// How deep it was read.
    pub depth: u32,
    /// Positions or simulations that went into it.
    #[ts(type = "number")]
    pub visits: u64,
    /// The line expected to follow.
    pub line: Vec<String>,
    /// Whether enough went into it to show a number.
    pub trusted: bool,
}

/// What the solver says of the position that is shown.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Solve {
    /// Whether it goes on.
    pub on: bool,
    /// The lead of the seat on turn is at least this.
    pub low: i32,
    /// And at most this.
    pub high: i32,
    /// Whether the two are equal and proven.
    pub exact: bool,
    /// The best move.
    pub best: Option<String>,
    /// The line of best play.
    pub line: Vec<String>,
    /// Positions visited.
    #[ts(type = "number")]
    pub nodes: u64,
    /// Seconds taken.
    pub seconds: f64,
    /// Every legal move with its bounds, best first.
    pub moves: Vec<SolvedMove>,
    /// Whether the game has a solver at all.
    pub possible: bool,
}

/// The bounds of a move.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct SolvedMove {
    /// The move.
    #[serde(rename = "move")]
    pub step: String,
    /// The lead of the seat that makes it is at least this.
    pub low: i32,
    /// And at most this.
    pub high: i32,
}

/// How far the review of the main line is.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Review {
    /// Whether it goes on.
    pub on: bool,
    /// Positions done.
    pub done: usize,
    /// Positions in all.
    pub total: usize,
}
