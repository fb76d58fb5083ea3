//! What a study player can refuse. The messages say what was expected, for whoever puts the player's name before them.

use thiserror::Error;

/// The game that a study player needs, and was not given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum UnsuitedGame {
    /// The map of the studies of Nip.
    #[error("nip, the round board of 52 squares, which the study's map values")]
    NotNip,
    /// The map of the study of Reversi.
    #[error("plain reversi on 8x8, whose squares the study values")]
    NotReversi,
}

/// Square values that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ValuesError {
    /// Too few or too many.
    #[error("{expected}, found {found}")]
    Count {
        /// What was expected.
        expected: String,
        /// How many there were.
        found: usize,
    },
    /// One that is no number, or too large.
    #[error("{expected}, found {found:?}")]
    Number {
        /// What was expected.
        expected: String,
        /// What stands there.
        found: String,
    },
}
