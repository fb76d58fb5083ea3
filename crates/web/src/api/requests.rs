//! What the page asks for.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Room, View};

/// Who is to sit at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum SeatSpec {
    /// A person.
    Human,
    /// A player by its expression.
    Player {
        /// The expression.
        player: String,
    },
    /// A level of the game.
    Level {
        /// From 1 to 10.
        level: u8,
    },
}

/// A new room.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRoom {
    /// The game with its options.
    pub game: String,
    /// Where it begins; the game's own start if not given.
    #[serde(default)]
    #[ts(optional)]
    pub position: Option<String>,
    /// Moves to play first.
    #[serde(default)]
    #[ts(optional)]
    pub moves: Option<String>,
    /// Who sits where; people if not given.
    #[serde(default)]
    #[ts(optional)]
    pub seats: Option<Vec<SeatSpec>>,
    /// The seed of all randomness; drawn if not given.
    #[serde(default)]
    #[ts(optional, type = "number")]
    pub seed: Option<u64>,
    /// Whether it stays out of the library, as lessons do.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub unsaved: bool,
}

/// A move at the node that is shown.
#[derive(Clone, PartialEq, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayRequest {
    /// The move.
    #[serde(rename = "move")]
    pub step: String,
}

/// A node of the tree.
#[derive(Clone, PartialEq, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NodeRequest {
    /// Its id.
    pub node: u32,
}

/// Who is to sit where.
#[derive(Clone, PartialEq, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatsRequest {
    /// One for each seat.
    pub seats: Vec<SeatSpec>,
}

/// Whether players move by themselves.
#[derive(Clone, PartialEq, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunRequest {
    /// Whether they do.
    pub running: bool,
    /// The least time between two of their moves.
    #[serde(default)]
    #[ts(optional, type = "number")]
    pub delay_ms: Option<u64>,
    /// One move only.
    #[serde(default)]
    #[ts(optional)]
    pub step: Option<bool>,
}

/// Live analysis.
#[derive(Clone, PartialEq, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalysisRequest {
    /// Whether it goes on.
    pub on: bool,
    /// Who analyses; the strongest of the game if not given.
    #[serde(default)]
    #[ts(optional)]
    pub player: Option<String>,
    /// How many moves are valued.
    #[serde(default)]
    #[ts(optional)]
    pub lines: Option<u32>,
}

/// The exact solver.
#[derive(Clone, PartialEq, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveRequest {
    /// Whether it goes on.
    pub on: bool,
    /// Whether every legal move is valued.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub all_moves: bool,
    /// Seconds to spend at most.
    #[serde(default)]
    #[ts(optional)]
    pub seconds: Option<f64>,
}

/// The review of the main line.
#[derive(Clone, PartialEq, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewRequest {
    /// Whether it goes on.
    pub on: bool,
    /// Seconds for a position in the second pass.
    #[serde(default)]
    #[ts(optional)]
    pub seconds_per_move: Option<f64>,
}

/// Words about a node.
#[derive(Clone, PartialEq, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommentRequest {
    /// The node.
    pub node: u32,
    /// The words.
    pub text: String,
}

/// What to lay over the board.
#[derive(Clone, PartialEq, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OverlayRequest {
    /// Its name; none to take it away.
    pub name: Option<String>,
}

/// A position to be checked.
#[derive(Clone, PartialEq, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckRequest {
    /// The game with its options.
    pub game: String,
    /// The position.
    pub position: String,
}

/// A position that is right.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Checked {
    /// Always true; what is wrong is an error.
    pub ok: bool,
    /// The position.
    pub view: View,
}

/// A record of any format, as text or as bytes in base64.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportRequest {
    /// The text.
    #[serde(default)]
    #[ts(optional)]
    pub text: Option<String>,
    /// The bytes, where the character set is not known.
    #[serde(default)]
    #[ts(optional)]
    pub base64: Option<String>,
    /// The game it is of, if it does not say so itself.
    #[serde(default)]
    #[ts(optional)]
    pub game: Option<String>,
}

/// A record that was read.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub(crate) struct Imported {
    /// moves, sgf, ggf or board.
    #[ts(type = "\"moves\" | \"sgf\" | \"ggf\" | \"board\"")]
    pub format: String,
    /// What was wrong with it.
    pub warnings: Vec<String>,
    /// The room it was put into.
    pub room: Room,
}
