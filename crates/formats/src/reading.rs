//! What every reader answers with: the content, what was wrong with the text, and where.

use std::fmt;

/// What was read, and what was not as it should be.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading<T> {
    /// The records.
    pub content: T,
    /// The character set in which the text was read, by its usual name.
    pub charset: &'static str,
    /// Mistakes that were passed over, in the order they were met. At most [`Warning::KEPT_MAX`] are kept.
    pub warnings: Vec<Warning>,
}

/// How much a reader takes before it gives up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of the text. 16 MiB unless told.
    pub bytes_max: usize,
    /// Nodes and values together: a bound for the memory that a text of nothing but semicolons can ask for.
    /// 4 million unless told.
    pub items_max: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes_max: 16 << 20, items_max: 4_000_000 }
    }
}

/// Where something stands in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location {
    /// Line, counted from 1.
    pub line: usize,
    /// Character in the line, counted from 1.
    pub column: usize,
}

impl fmt::Display for Location {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}, column {}", self.line, self.column)
    }
}

/// Why nothing was read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadError {
    /// The text is longer than the limit.
    #[error("{place}: the text goes on past {bytes_max} bytes, the most that is read")]
    TooLarge {
        /// Where the limit is reached. Columns are bytes here, for the text is not decoded.
        place: Location,
        /// The limit.
        bytes_max: usize,
    },
    /// The text has more nodes and values than the limit.
    #[error("{place}: more than {items_max} nodes and values, the most that is read")]
    TooManyItems {
        /// The first one too many.
        place: Location,
        /// The limit.
        items_max: usize,
    },
    /// There is no game in the text.
    #[error("{place}: the text ends, expected {expected}")]
    NoGame {
        /// The end of the text.
        place: Location,
        /// What a game would have begun with.
        expected: &'static str,
    },
}

/// A mistake that was passed over.
///
/// ```
/// let reading = enban_formats::sgf::read(b"(;GM[1];B[dd]\n;w[pp]")?;
/// assert_eq!(
///     reading.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
///     [r#"line 2, column 2: the name "w" was read as "W""#, "line 2, column 7: missing closing parentheses: 1"],
/// );
/// # Ok::<(), enban_formats::ReadError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct Warning {
    /// Where it is.
    pub place: Location,
    /// What it is.
    pub fault: Fault,
}

impl Warning {
    /// A text that is no record at all has a mistake at every letter. The first ones tell enough.
    pub const KEPT_MAX: usize = 100;
}

/// What can be wrong with a text that is read nonetheless.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The record names a character set that nobody knows.
    #[error("the character set {0:?} is unknown, {1} was taken")]
    UnknownCharset(String, &'static str),
    /// Some bytes are not letters of the character set.
    #[error("bytes that are no {0} were replaced")]
    Malformed(&'static str),
    /// A node began without its semicolon.
    #[error("a node begins without ;")]
    MissingSemicolon,
    /// Nodes or properties came after the variations that should have been last.
    #[error("the line goes on after its variations")]
    AfterVariations,
    /// A pair of parentheses without a node.
    #[error("a variation without a node")]
    EmptyVariation,
    /// A value without the name of its property.
    #[error("a value without a name was left out")]
    NamelessValue,
    /// A property without a value.
    #[error("{0:?} has no value and was left out")]
    MissingValue(String),
    /// A name in small letters only.
    #[error("the name {0:?} was read as {1:?}")]
    SmallName(String, String),
    /// Something that has no meaning where it stands.
    #[error("{0:?} was left out")]
    Stray(String),
    /// The text ends within a value.
    #[error("the value that begins here is not closed")]
    UnclosedValue,
    /// The text ends, or the next game begins, before this one is closed.
    #[error("missing closing parentheses: {0}")]
    Unclosed(usize),
    /// A value is not of the kind that its property has.
    #[error("{name}[{value}] was not understood, expected {expected}")]
    BadValue {
        /// The property.
        name: String,
        /// What stands there.
        value: String,
        /// What should.
        expected: &'static str,
    },
}

/// The first few letters of a text, for messages.
pub(crate) fn excerpt(text: &str) -> String {
    const LETTERS_MAX: usize = 24;
    text.chars().take(LETTERS_MAX).collect()
}

/// Refuses bytes past the limit.
pub(crate) fn check_size(bytes: &[u8], limits: &Limits) -> Result<(), ReadError> {
    if bytes.len() <= limits.bytes_max {
        return Ok(());
    }
    let before = &bytes[..limits.bytes_max];
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let place = Location { line, column: before.len() - line_start + 1 };
    Err(ReadError::TooLarge { place, bytes_max: limits.bytes_max })
}

/// Collects warnings and knows the places of bytes.
///
/// Warnings come nearly in the order of the text, so a place is counted from the last one and not from the start.
pub(crate) struct Notes<'t> {
    text: &'t str,
    counted: usize,
    place: Location,
    warnings: Vec<Warning>,
}

impl<'t> Notes<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, counted: 0, place: Location { line: 1, column: 1 }, warnings: Vec::new() }
    }

    pub(crate) fn warn(&mut self, offset: usize, fault: Fault) {
        if self.warnings.len() < Warning::KEPT_MAX {
            let place = self.place(offset);
            self.warnings.push(Warning { place, fault });
        }
    }

    /// The place of a byte. The byte begins a character.
    pub(crate) fn place(&mut self, offset: usize) -> Location {
        if offset < self.counted {
            (self.counted, self.place) = (0, Location { line: 1, column: 1 });
        }
        let between = &self.text[self.counted..offset];
        match between.rfind('\n') {
            Some(newline) => {
                self.place.line += between.bytes().filter(|&byte| byte == b'\n').count();
                self.place.column = between[newline + 1..].chars().count() + 1;
            }
            None => self.place.column += between.chars().count(),
        }
        self.counted = offset;
        self.place
    }

    pub(crate) fn into_warnings(self) -> Vec<Warning> {
        self.warnings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_forth_and_back() {
        let text = "ab\n円盤\n\nx";
        let mut notes = Notes::new(text);
        let mut check = |offset: usize, line: usize, column: usize| {
            assert_eq!(notes.place(offset), Location { line, column }, "{offset}");
        };
        check(0, 1, 1);
        check(2, 1, 3);
        check(3, 2, 1);
        check(6, 2, 2);
        check(9, 2, 3);
        check(11, 4, 1);
        check(12, 4, 2);
        check(6, 2, 2);
        check(1, 1, 2);
    }

    #[test]
    fn the_size_is_limited() {
        let limits = Limits { bytes_max: 4, ..Limits::default() };
        assert_eq!(check_size(b"a\nbc", &limits), Ok(()));
        let message = check_size(b"a\nbcd", &limits).unwrap_err().to_string();
        assert_eq!(message, "line 2, column 3: the text goes on past 4 bytes, the most that is read");
    }

    #[test]
    fn only_the_first_warnings_are_kept() {
        let mut notes = Notes::new("x");
        for _ in 0..1000 {
            notes.warn(0, Fault::MissingSemicolon);
        }
        assert_eq!(notes.into_warnings().len(), Warning::KEPT_MAX);
    }
}
