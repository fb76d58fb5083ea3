//! How a game came to its end.

use std::fmt;

use rusqlite::Row;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};

/// How a game came to its end. As text it is empty for a normal end, and the reason for any other.
///
/// ```
/// use enban_store::{Cause, Ending, EndingKind, Forfeit};
///
/// let ending = Ending::Lost(Forfeit {
///     label: "X".to_owned(),
///     detail: "resigned: engine \"gnugo\" gave up".to_owned(),
///     seat: 0,
///     cause: Cause::Resigned,
/// });
/// assert_eq!(ending.kind(), EndingKind::Resigned);
/// assert_eq!(ending.to_string(), "X: resigned: engine \"gnugo\" gave up");
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Ending {
    /// By the rules.
    #[default]
    Normal,
    /// The player of a seat lost it before the rules ended it.
    Lost(Forfeit),
    /// It went round, and was ended without a result.
    Repetition {
        /// Moves on the board when it was ended.
        moves: u32,
    },
}

/// Who lost a game before its end, and why.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Forfeit {
    /// The sign of the seat as the game writes it.
    pub label: String,
    /// What happened, for people.
    pub detail: String,
    /// The seat.
    pub seat: u8,
    /// What happened.
    pub cause: Cause,
}

/// What a player did in place of a legal move.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// It gave up.
    Resigned,
    /// It did not answer in time.
    OutOfTime,
    /// It ended, or could not be started.
    Crashed,
    /// It made an illegal move, or none that could be read.
    IllegalMove {
        /// Its answer as it was written.
        answer: String,
    },
    /// It was stopped from outside.
    Stopped,
    /// It failed in some other way: refused to move, broke the protocol.
    Failed,
}

/// The kinds of endings, as the store names them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndingKind {
    /// By the rules.
    Normal,
    /// Without a result: it went round.
    Repetition,
    /// A player gave up.
    Resigned,
    /// A player did not answer in time.
    OutOfTime,
    /// A player ended, or could not be started.
    Crashed,
    /// A player made an illegal move.
    IllegalMove,
    /// A player was stopped from outside.
    Stopped,
    /// A player failed in some other way.
    Failed,
}

impl EndingKind {
    const ALL: [Self; 8] = [
        Self::Normal,
        Self::Repetition,
        Self::Resigned,
        Self::OutOfTime,
        Self::Crashed,
        Self::IllegalMove,
        Self::Stopped,
        Self::Failed,
    ];

    /// The word for it in the store.
    pub fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Repetition => "repetition",
            Self::Resigned => "resigned",
            Self::OutOfTime => "out of time",
            Self::Crashed => "crashed",
            Self::IllegalMove => "illegal move",
            Self::Stopped => "stopped",
            Self::Failed => "failed",
        }
    }
}

impl Ending {
    /// What kind of ending it is.
    pub fn kind(&self) -> EndingKind {
        match self {
            Self::Normal => EndingKind::Normal,
            Self::Repetition { .. } => EndingKind::Repetition,
            Self::Lost(forfeit) => match forfeit.cause {
                Cause::Resigned => EndingKind::Resigned,
                Cause::OutOfTime => EndingKind::OutOfTime,
                Cause::Crashed => EndingKind::Crashed,
                Cause::IllegalMove { .. } => EndingKind::IllegalMove,
                Cause::Stopped => EndingKind::Stopped,
                Cause::Failed => EndingKind::Failed,
            },
        }
    }

    /// Returns true if the game ended by the rules.
    pub fn is_normal(&self) -> bool {
        *self == Self::Normal
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Normal => Ok(()),
            Self::Repetition { moves } => write!(out, "no result after {moves} moves"),
            Self::Lost(Forfeit { label, detail, .. }) => write!(out, "{label}: {detail}"),
        }
    }
}

/// A row of the table `ending` without its id; `schema.rs` says what stands in each column.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct EndingRow {
    pub(crate) kind: EndingKind,
    pub(crate) seat: i64,
    pub(crate) label: String,
    pub(crate) answer: String,
    pub(crate) detail: String,
    pub(crate) moves: u32,
}

/// The columns of an [`EndingRow`], in its order.
pub(crate) const COLUMNS: &str = "ending.kind, ending.seat, ending.label, ending.answer, ending.detail, ending.moves";

impl EndingRow {
    pub(crate) fn of(ending: &Ending) -> Self {
        let plain = Self {
            kind: ending.kind(),
            seat: -1,
            label: String::new(),
            answer: String::new(),
            detail: String::new(),
            moves: 0,
        };
        match ending {
            Ending::Normal => plain,
            Ending::Repetition { moves } => Self { moves: *moves, ..plain },
            Ending::Lost(Forfeit { label, detail, seat, cause }) => {
                let answer = if let Cause::IllegalMove { answer } = cause { answer.clone() } else { String::new() };
                Self { seat: i64::from(*seat), label: label.clone(), answer, detail: detail.clone(), ..plain }
            }
        }
    }

    /// The row whose columns begin at a place.
    pub(crate) fn read(row: &Row<'_>, first: usize) -> rusqlite::Result<Self> {
        Ok(Self {
            kind: row.get(first)?,
            seat: row.get(first + 1)?,
            label: row.get(first + 2)?,
            answer: row.get(first + 3)?,
            detail: row.get(first + 4)?,
            moves: row.get(first + 5)?,
        })
    }

    pub(crate) fn into_ending(self) -> rusqlite::Result<Ending> {
        let cause = match self.kind {
            EndingKind::Normal => return Ok(Ending::Normal),
            EndingKind::Repetition => return Ok(Ending::Repetition { moves: self.moves }),
            EndingKind::Resigned => Cause::Resigned,
            EndingKind::OutOfTime => Cause::OutOfTime,
            EndingKind::Crashed => Cause::Crashed,
            EndingKind::IllegalMove => Cause::IllegalMove { answer: self.answer },
            EndingKind::Stopped => Cause::Stopped,
            EndingKind::Failed => Cause::Failed,
        };
        let seat = u8::try_from(self.seat).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(1, self.seat))?;
        Ok(Ending::Lost(Forfeit { label: self.label, detail: self.detail, seat, cause }))
    }
}

impl FromSql for EndingKind {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let name = value.as_str()?;
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or(FromSqlError::InvalidType)
    }
}
