//! The text of GTP: commands and responses as lines, and the words for colours. No process, no game.

use std::fmt;

use enban_game::Seat;

/// More text than any response has. What goes on longer is not a response.
pub(crate) const RESPONSE_BYTES_MAX: usize = 1 << 20;

/// A line as the protocol reads it: no control characters, tabs as blanks, no comment, no blanks around it.
pub(crate) fn clean(line: &str) -> String {
    let spoken = line.split('#').next().unwrap_or_default();
    plain(spoken).trim().to_owned()
}

/// Tabs become blanks, other control characters vanish.
fn plain(text: &str) -> String {
    let letters = text.chars().map(|letter| if letter == '\t' { ' ' } else { letter });
    letters.filter(|letter| !letter.is_control()).collect()
}

/// A command as it was sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// The number that the response must repeat.
    pub id: Option<u32>,
    /// What is to be done; empty if the line was a number alone.
    pub name: String,
    /// With what.
    pub arguments: Vec<String>,
}

impl Command {
    /// The command of a line; none if there is nothing on it but blanks and a comment.
    pub fn parse(line: &str) -> Option<Self> {
        let line = clean(line);
        let mut words = line.split_whitespace().peekable();
        let id = number(words.peek()?);
        if id.is_some() {
            words.next();
        }
        let name = words.next().unwrap_or_default().to_owned();
        Some(Self { id, name, arguments: words.map(str::to_owned).collect() })
    }
}

impl fmt::Display for Command {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(out, "{id} ")?;
        }
        out.write_str(&self.name)?;
        self.arguments.iter().try_for_each(|argument| write!(out, " {argument}"))
    }
}

/// What is answered to a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response {
    /// The number of the command, if it had one.
    pub id: Option<u32>,
    /// The answer, or why there is none.
    pub outcome: Result<String, String>,
}

impl Response {
    /// The response to a command.
    pub fn to(command: &Command, outcome: Result<String, String>) -> Self {
        Self { id: command.id, outcome }
    }

    /// The text behind the mark.
    pub fn text(&self) -> &str {
        self.outcome.as_ref().unwrap_or_else(|reason| reason)
    }
}

/// As it goes over the wire, with the empty line that ends it. Empty lines within would end it early, so they
/// are left out.
impl fmt::Display for Response {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(if self.outcome.is_ok() { "=" } else { "?" })?;
        if let Some(id) = self.id {
            write!(out, "{id}")?;
        }
        let mut lines = self.text().lines().map(plain).filter(|line| !line.trim().is_empty());
        write!(out, " {}", lines.next().unwrap_or_default())?;
        lines.try_for_each(|line| write!(out, "\n{line}"))?;
        out.write_str("\n\n")
    }
}

/// Text that is not a response.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{why}: {text:?}")]
pub(crate) struct NotResponse {
    /// What is wrong with it.
    pub why: &'static str,
    /// The text.
    pub text: String,
}

/// Puts lines together to a response.
#[derive(Clone, Default, Debug)]
pub(crate) struct Assembly {
    lines: Vec<String>,
    bytes: usize,
}

impl Assembly {
    /// Takes the next line, without its line feed. Gives the response when it is complete.
    pub(crate) fn push(&mut self, line: &str) -> Result<Option<Response>, NotResponse> {
        let line = plain(line);
        if line.trim().is_empty() {
            return if self.lines.is_empty() { Ok(None) } else { Ok(Some(self.finish())) };
        }
        if self.lines.is_empty() && !line.starts_with(['=', '?']) {
            return Err(NotResponse { why: "it does not begin with = or ?", text: line });
        }
        self.bytes += line.len();
        if self.bytes > RESPONSE_BYTES_MAX {
            return Err(NotResponse { why: "it does not end", text: self.so_far() });
        }
        self.lines.push(line);
        Ok(None)
    }

    /// What has come so far of a response that is not complete.
    pub(crate) fn so_far(&self) -> String {
        self.lines.join("\n")
    }

    fn finish(&mut self) -> Response {
        let lines = std::mem::take(self).lines;
        let first = &lines[0][1..];
        let digits = first.bytes().take_while(u8::is_ascii_digit).count();
        // Digits that are not set off from what follows, or are too many, are no id but text.
        let set_off = first[digits..].is_empty() || first[digits..].starts_with(' ');
        let id = number(&first[..digits]).filter(|_| set_off);
        let begin = if id.is_some() { &first[digits..] } else { first };
        let text = std::iter::once(begin.trim()).chain(lines[1..].iter().map(|line| line.trim_end()));
        let text = text.collect::<Vec<_>>().join("\n");
        Response { id, outcome: if lines[0].starts_with('=') { Ok(text) } else { Err(text) } }
    }
}

/// An id: digits that fit.
fn number(word: &str) -> Option<u32> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().ok()).flatten()
}

/// The word for a seat of a game for two.
pub(crate) fn write_colour(seat: Seat) -> &'static str {
    if seat.0 == 0 { "B" } else { "W" }
}

/// The seat that a word names.
pub fn read_colour(word: &str) -> Option<Seat> {
    let names =
        |seat: u8, words: [&str; 2]| words.iter().any(|name| name.eq_ignore_ascii_case(word)).then_some(Seat(seat));
    names(0, ["b", "black"]).or_else(|| names(1, ["w", "white"]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_are_cleaned() {
        let check = |line: &str, cleaned: &str| assert_eq!(clean(line), cleaned, "{line:?}");
        check("name\r", "name");
        check("\tplay\tB  d4 # a remark # and more", "play B  d4");
        check("na\u{1}me\u{7f}", "name");
        check(" # all remark", "");
    }

    #[test]
    fn commands_are_read_and_written() {
        let check = |line: &str, id: Option<u32>, words: &str| {
            let command = Command::parse(line).unwrap();
            let mut expected = words.split(' ').map(str::to_owned);
            assert_eq!((command.id, Some(&command.name)), (id, expected.next().as_ref()), "{line:?}");
            assert_eq!(command.arguments, expected.collect::<Vec<_>>(), "{line:?}");
            assert_eq!(Command::parse(&command.to_string()), Some(command));
        };
        check("name", None, "name");
        check("  12 play\tB d4\r", Some(12), "play B d4");
        check("0 quit#now", Some(0), "quit");
        check("7", Some(7), "");
        check("99999999999 name", None, "99999999999 name");
        check("-1 name", None, "-1 name");
        assert_eq!(["", "  \t\r", "# 1 name"].map(Command::parse), [None, None, None]);
    }

    #[test]
    fn responses_are_written_so_that_one_empty_line_ends_them() {
        let check = |id, outcome: Result<&str, &str>, text: &str| {
            let outcome = outcome.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(Response { id, outcome }.to_string(), text);
        };
        check(None, Ok(""), "= \n\n");
        check(Some(3), Ok("D4"), "=3 D4\n\n");
        check(Some(0), Err("unknown command"), "?0 unknown command\n\n");
        check(None, Ok("a\n\n\n b\tc\r\nd\n"), "= a\n b c\nd\n\n");
        check(None, Ok("\n\n1"), "= 1\n\n");
    }

    #[test]
    fn responses_are_put_together() {
        let check = |lines: &[&str], expected: Result<Response, &str>| {
            let mut assembly = Assembly::default();
            let found = lines.iter().find_map(|line| assembly.push(line).map_err(|error| error.text).transpose());
            assert_eq!(found, Some(expected.map_err(str::to_owned)), "{lines:?}");
        };
        let good = |id, text: &str| Ok(Response { id, outcome: Ok(text.to_owned()) });
        check(&["=", ""], good(None, ""));
        check(&["=4", ""], good(Some(4), ""));
        check(&["=4 d4\r", "\r"], good(Some(4), "d4"));
        check(&["", "\r", "= 4", ""], good(None, "4"));
        check(&["=1 a", " b ", "c", " "], good(Some(1), "a\n b\nc"));
        check(&["=4x", ""], good(None, "4x"));
        check(&["=99999999999", ""], good(None, "99999999999"));
        check(&["?7 no", ""], Ok(Response { id: Some(7), outcome: Err("no".to_owned()) }));
        check(&["hello"], Err("hello"));
        check(&[" = d4"], Err(" = d4"));
    }

    #[test]
    fn endless_lines_are_no_response() {
        let mut assembly = Assembly::default();
        let pushed = (0..2_000_000).find_map(|_| assembly.push("= and so on").transpose());
        assert!(matches!(pushed, Some(Err(NotResponse { why: "it does not end", .. }))));
    }

    #[test]
    fn colours_have_two_names() {
        assert_eq!(
            ["b", "BLACK", "W", "white", "x", ""].map(read_colour),
            [Some(Seat(0)), Some(Seat(0)), Some(Seat(1)), Some(Seat(1)), None, None]
        );
        assert_eq!([Seat(0), Seat(1)].map(|seat| read_colour(write_colour(seat))), [Some(Seat(0)), Some(Seat(1))]);
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC*|[=?0-9 a\n\t\r#円]*") {
            let _ = Command::parse(&text);
            let mut assembly = Assembly::default();
            text.lines().for_each(|line| { let _ = assembly.push(line); });
        }

        #[test]
        fn what_is_answered_is_read_back(id in proptest::option::of(0u32..), text in "[a-z=?円][ -~円]{0,20}(\n[!-~][ -~]{0,9})*") {
            let trimmed = text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
            let response = Response { id, outcome: Ok(trimmed) };
            let mut assembly = Assembly::default();
            let read = response.to_string().lines().find_map(|line| assembly.push(line).transpose());
            prop_assert_eq!(read, Some(Ok(response)));
        }
    }
}
