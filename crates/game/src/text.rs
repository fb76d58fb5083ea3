//! Reading text that people and programs wrote: errors that name the place, and move lists.

use std::fmt;

/// A mistake in a text: where it is, what stands there, and what should.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct TextError {
    /// Line, counted from 1.
    pub line: usize,
    /// Character in the line, counted from 1.
    pub column: usize,
    /// What stands there; `None` at the end of the text.
    pub found: Option<String>,
    /// What was expected instead.
    pub expected: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            1 => write!(out, "character {}: ", self.column)?,
            line => write!(out, "line {line}, character {}: ", self.column)?,
        }
        match &self.found {
            Some(found) => write!(out, "found {found:?}, expected {}", self.expected),
            None => write!(out, "the text ends, expected {}", self.expected),
        }
    }
}

impl TextError {
    /// An error about the token at byte `offset` of `text`, which ends at the next blank.
    pub fn at(text: &str, offset: usize, expected: impl Into<String>) -> Self {
        let rest = text.get(offset..).unwrap_or("");
        let found = rest.split_whitespace().next().filter(|_| !rest.starts_with(char::is_whitespace));
        Self::about(text, offset, found, expected)
    }

    /// An error about the one character at byte `offset` of `text`.
    pub fn at_char(text: &str, offset: usize, expected: impl Into<String>) -> Self {
        let rest = text.get(offset..).unwrap_or("");
        let width = rest.chars().next().map_or(0, char::len_utf8);
        Self::about(text, offset, (width > 0).then(|| &rest[..width]), expected)
    }

    /// An error about `found`, which stands at byte `offset` of `text`.
    pub fn about(text: &str, offset: usize, found: Option<&str>, expected: impl Into<String>) -> Self {
        const FOUND_MAX: usize = 24;
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            found: found.map(|found| found.chars().take(FOUND_MAX).collect()),
            expected: expected.into(),
        }
    }
}

/// One word of a move list and the byte where it starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'t> {
    /// Where it starts.
    pub offset: usize,
    /// The word itself.
    pub word: &'t str,
}

impl Token<'_> {
    /// Whether the word is one of the ways to write a pass.
    pub fn is_pass(&self) -> bool {
        ["pass", "pa", "--"].iter().any(|pass| self.word.eq_ignore_ascii_case(pass))
    }
}

/// Splits a move list, `f5d6c3` or `f5 d6, c3` or `1. f5 d6 pass c3`, into words.
///
/// ```
/// use enban_game::text::move_tokens;
///
/// let words: Vec<&str> = move_tokens("1. f5d6 pass")?.iter().map(|token| token.word).collect();
/// assert_eq!(words, ["f5", "d6", "pass"]);
/// let error = move_tokens("f5 ?").unwrap_err();
/// assert_eq!(error.to_string(), r#"character 4: found "?", expected a move such as d3, or pass"#);
/// # Ok::<(), enban_game::TextError>(())
/// ```
pub fn move_tokens(text: &str) -> Result<Vec<Token<'_>>, TextError> {
    let bytes = text.as_bytes();
    let digits_from = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let starts = |word: &str| rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        let length = match bytes[at] {
            b',' | b';' => {
                at += 1;
                continue;
            }
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'0'..=b'9' if bytes.get(at + digits_from(at)) == Some(&b'.') => {
                at += digits_from(at) + 1;
                continue;
            }
            _ if starts("pass") => 4,
            _ if starts("pa") || starts("--") => 2,
            byte if byte.is_ascii_alphabetic() && digits_from(at + 1) > 0 => 1 + digits_from(at + 1),
            _ => return Err(TextError::at(text, at, "a move such as d3, or pass")),
        };
        tokens.push(Token { offset: at, word: &rest[..length] });
        at += length;
    }
    Ok(tokens)
}

/// The number of a column letter and the number of a row, both from 0: `c4` is (2, 3).
pub fn column_and_row(word: &str) -> Option<(usize, usize)> {
    let letter = word.bytes().next().filter(u8::is_ascii_alphabetic)?.to_ascii_lowercase();
    let digits = &word[1..];
    let plain = !digits.is_empty() && digits.len() <= 3 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let row: usize = plain.then(|| digits.parse().ok())??;
    Some((usize::from(letter - b'a'), row.checked_sub(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(text: &str) -> Vec<&str> {
        move_tokens(text).unwrap().iter().map(|token| token.word).collect()
    }

    #[test]
    fn lists_split_with_and_without_spaces() {
        assert_eq!(words("f5d6c3"), ["f5", "d6", "c3"]);
        assert_eq!(words("1. F5 d6, 2. pass\nPA--j10"), ["F5", "d6", "pass", "PA", "--", "j10"]);
        assert_eq!(words(""), [""; 0]);
    }

    #[test]
    fn errors_name_the_place() {
        let error = move_tokens("f5\nd6 ?3").unwrap_err();
        assert_eq!(error.to_string(), r#"line 2, character 4: found "?3", expected a move such as d3, or pass"#);
        let error = TextError::at_char("円盤", 3, "X");
        assert_eq!(error.to_string(), r#"character 2: found "盤", expected X"#);
        assert_eq!(TextError::at("ab", 2, "more").to_string(), "character 3: the text ends, expected more");
    }

    #[test]
    fn squares_are_letter_then_number() {
        assert_eq!(column_and_row("c4"), Some((2, 3)));
        assert_eq!(column_and_row("J10"), Some((9, 9)));
        for bad in ["", "c", "4", "c0", "c+4", "cc", "c9999", "円4"] {
            assert_eq!(column_and_row(bad), None, "{bad}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC*|([a-j][0-9]{1,2}|pa|pass|--|[0-9.,円]|\n)*") {
            let _ = move_tokens(&text);
            let _ = column_and_row(&text);
        }
    }
}
