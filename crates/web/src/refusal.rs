//! Why something was not done: the one kind of error between the rooms and the page.

use enban_catalog::SetupError;
use enban_catalog::games::OpenError;
use enban_game::TextError;

use crate::api::{ErrorDetail, TextPlace};

/// A request that was not carried out.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    /// What sort it is.
    pub reason: Reason,
    /// What is told.
    pub detail: ErrorDetail,
}

/// Why a request was not carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// What was sent is wrong.
    Bad,
    /// The access token is missing or wrong.
    NoToken,
    /// Another page asked.
    Foreign,
    /// There is no such thing.
    NoSuch,
    /// It is not possible now.
    NotNow,
    /// What was sent is not of the kind that is taken.
    NotJson,
    /// It did not come in time.
    TooSlow,
    /// Too much was sent.
    TooLarge,
    /// There are too many of these.
    TooMany,
    /// The server itself could not.
    Failed,
}

impl Refusal {
    /// A refusal with a sentence.
    pub(crate) fn new(reason: Reason, message: impl Into<String>) -> Self {
        Self { reason, detail: ErrorDetail { message: message.into(), ..ErrorDetail::default() } }
    }

    /// Something wrong with what was sent.
    pub(crate) fn bad(message: impl Into<String>) -> Self {
        Self::new(Reason::Bad, message)
    }

    /// Something that is not possible now.
    pub(crate) fn not_now(message: impl Into<String>) -> Self {
        Self::new(Reason::NotNow, message)
    }

    /// Something that is not there.
    pub(crate) fn no_such(message: impl Into<String>) -> Self {
        Self::new(Reason::NoSuch, message)
    }

    /// Something that the server could not do.
    pub(crate) fn failed(message: impl std::fmt::Display) -> Self {
        Self::new(Reason::Failed, message.to_string())
    }

    /// A mistake in a text that was sent, with its place.
    pub(crate) fn text(what: &str, text: &str, error: &TextError) -> Self {
        Self {
            reason: Reason::Bad,
            detail: ErrorDetail {
                message: format!("{what}, {error}"),
                place: Some(TextPlace {
                    offset: offset_of(text, error.line, error.column),
                    text: error.found.clone().unwrap_or_default(),
                }),
                expected: Some(error.expected.clone()),
            },
        }
    }

    /// A position or a move list that is wrong.
    pub(crate) fn setup(position: Option<&str>, moves: Option<&str>, error: &SetupError) -> Self {
        match error {
            SetupError::Position(error) => Self::text("position", position.unwrap_or_default(), error),
            SetupError::Moves(error) => Self::text("moves", moves.unwrap_or_default(), error),
        }
    }

    /// A game that is not there.
    pub(crate) fn game(error: &OpenError) -> Self {
        match error {
            OpenError::Expression { text, error } => Self::text("game", text, error),
            other => Self::bad(other.to_string()),
        }
    }
}

/// How many UTF-16 units, which JavaScript counts, come before a line and a column.
pub(crate) fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(units).sum();
    let rest = text.split_inclusive('\n').nth(line.saturating_sub(1)).unwrap_or_default();
    before + rest.chars().take(column.saturating_sub(1)).map(char::len_utf16).sum::<usize>()
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_as_the_page_counts_them() {
        let check = |text: &str, line, column, offset| assert_eq!(offset_of(text, line, column), offset, "{text:?}");
        check("f5 ?", 1, 4, 3);
        check("f5\nd6 ?3", 2, 4, 6);
        check("円𠮷x", 1, 3, 3);
        check("", 1, 1, 0);
        check("a\n", 2, 1, 2);
        check("a", 9, 9, 1);
    }
}
