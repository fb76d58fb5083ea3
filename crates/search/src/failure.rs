//! Why a player made no legal move.

use std::fmt;

/// A player made no legal move. What programs ask about is in the case, what people read in its text.
///
/// ```
/// use enban_search::Failure;
///
/// let failure = Failure::IllegalMove {
///     at: "engine \"gnugo\", at \"genmove B\"".to_owned(),
///     answer: "c3".to_owned(),
///     expected: "a legal move".to_owned(),
/// };
/// assert_eq!(
///     failure.to_string(),
///     "engine \"gnugo\", at \"genmove B\": illegal move \"c3\", expected a legal move"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It gave up the game.
    Resigned {
        /// Who.
        player: String,
    },
    /// It was told to stop while it was thinking. Nobody is to blame.
    Stopped {
        /// What it was at.
        detail: String,
    },
    /// It did not answer in time.
    OutOfTime {
        /// Who, when, and how long it had.
        detail: String,
    },
    /// It ended, or could not be started.
    Crashed {
        /// Who, when, and how it ended.
        detail: String,
    },
    /// It made a move that the rules forbid.
    IllegalMove {
        /// Who, and when.
        at: String,
        /// The move as it was written.
        answer: String,
        /// What would have been right.
        expected: String,
    },
    /// It answered with something that is not a move.
    NotAMove {
        /// Who, and when.
        at: String,
        /// What it answered.
        answer: String,
        /// What would have been right.
        expected: String,
    },
    /// It refused to answer, or broke the protocol.
    Protocol {
        /// Who, when, and what it said.
        detail: String,
    },
    /// It cannot play what it was asked to play.
    Unfit {
        /// Who, and why not.
        detail: String,
    },
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resigned { player } => write!(out, "resigned: {player} gave up"),
            Self::Stopped { detail } => write!(out, "stopped: {detail}"),
            Self::IllegalMove { at, answer, expected } => {
                write!(out, "{at}: illegal move {answer:?}, expected {expected}")
            }
            Self::NotAMove { at, answer, expected } => write!(out, "{at}: answered {answer:?}, expected {expected}"),
            Self::OutOfTime { detail }
            | Self::Crashed { detail }
            | Self::Protocol { detail }
            | Self::Unfit { detail } => out.write_str(detail),
        }
    }
}

impl std::error::Error for Failure {}
