//! Small expressions that name games and players: `nip(lap=off)`, `montecarlo(playouts=100)`.

use std::fmt::{self, Write as _};

use enban_game::TextError;

/// A name with its arguments, in the order they were written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expression {
    /// What it names.
    pub name: String,
    /// Keys and values.
    pub arguments: Vec<(String, String)>,
}

impl Expression {
    /// Reads `name` or `name(key=value, key="a value, with a comma")`.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let mut reader = Reader { text, at: 0 };
        let name = reader.word("a name")?;
        let mut arguments: Vec<(String, String)> = Vec::new();
        if reader.take('(') {
            while !reader.take(')') {
                if !arguments.is_empty() && !reader.take(',') {
                    return Err(reader.expected(", or )"));
                }
                reader.skip_blanks();
                let start = reader.at;
                let key = reader.word("a key, as in key=value")?;
                if arguments.iter().any(|(earlier, _)| *earlier == key) {
                    return Err(TextError::about(text, start, Some(&key), "each key once"));
                }
                if !reader.take('=') {
                    return Err(reader.expected(&format!("= and a value for {key}")));
                }
                let value = reader.value()?;
                arguments.push((key, value));
            }
        }
        reader.skip_blanks();
        if reader.at < text.len() {
            return Err(reader.expected("the end of the name"));
        }
        Ok(Self { name, arguments })
    }

    /// An expression without arguments.
    pub fn plain(name: &str) -> Self {
        Self { name: name.to_owned(), arguments: Vec::new() }
    }

    /// Gives a key a value, in place of the one it had.
    pub fn set(&mut self, key: &str, value: impl fmt::Display) {
        self.arguments.retain(|(known, _)| known != key);
        self.arguments.push((key.to_owned(), value.to_string()));
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.arguments.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.name)?;
        for (number, (key, value)) in self.arguments.iter().enumerate() {
            write!(out, "{}{key}=", if number == 0 { "(" } else { "," })?;
            write_value(out, value)?;
        }
        if self.arguments.is_empty() { Ok(()) } else { out.write_str(")") }
    }
}

/// Writes a value so that it is read back: as it is, or in quotes with what cannot stand there escaped.
fn write_value(out: &mut fmt::Formatter<'_>, value: &str) -> fmt::Result {
    if !value.is_empty() && value.chars().all(is_bare) {
        return out.write_str(value);
    }
    out.write_char('"')?;
    for letter in value.chars() {
        match letter {
            '"' | '\\' => write!(out, "\\{letter}")?,
            '\n' => out.write_str("\\n")?,
            '\t' => out.write_str("\\t")?,
            letter if letter.is_control() => write!(out, "{}", letter.escape_unicode())?,
            letter => out.write_char(letter)?,
        }
    }
    out.write_char('"')
}

/// Letters that a value may have without quotes.
fn is_bare(letter: char) -> bool {
    !letter.is_whitespace() && !letter.is_control() && !matches!(letter, '(' | ')' | ',' | '"' | '=' | '\\')
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn take(&mut self, wanted: char) -> bool {
        self.skip_blanks();
        let found = self.rest().starts_with(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    fn expected(&self, what: &str) -> TextError {
        TextError::at_char(self.text, self.at, what)
    }

    fn word(&mut self, what: &str) -> Result<String, TextError> {
        self.skip_blanks();
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '+');
        let length = self.rest().find(|letter| !is_word(letter)).unwrap_or(self.rest().len());
        if length == 0 {
            return Err(self.expected(what));
        }
        let word = self.rest()[..length].to_owned();
        self.at += length;
        Ok(word)
    }

    fn value(&mut self) -> Result<String, TextError> {
        self.skip_blanks();
        if self.rest().starts_with('"') {
            return self.quoted();
        }
        let length = self.rest().find(|letter| !is_bare(letter)).unwrap_or(self.rest().len());
        if length == 0 {
            return Err(self.expected("a value"));
        }
        let value = self.rest()[..length].to_owned();
        self.at += length;
        Ok(value)
    }

    fn quoted(&mut self) -> Result<String, TextError> {
        self.at += 1;
        let mut value = String::new();
        loop {
            match self.next() {
                Some('"') => return Ok(value),
                Some('\\') => value.push(self.escaped()?),
                Some(letter) => value.push(letter),
                None => return Err(self.expected("a closing quote")),
            }
        }
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.rest().chars().next()?;
        self.at += letter.len_utf8();
        Some(letter)
    }

    /// The letter that is meant by what follows a backslash.
    fn escaped(&mut self) -> Result<char, TextError> {
        let start = self.at;
        Ok(match self.next() {
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some(escaped @ ('"' | '\\' | '\'')) => escaped,
            Some('u') => {
                let digits = self.rest().strip_prefix('{').and_then(|rest| rest.split_once('}')).map(|(code, _)| code);
                let letter = digits.and_then(|code| char::from_u32(u32::from_str_radix(code, 16).ok()?));
                let (Some(digits), Some(letter)) = (digits, letter) else {
                    return Err(self.expected("the number of a letter, as in \\u{1b}"));
                };
                self.at += digits.len() + 2;
                letter
            }
            _ => {
                return Err(TextError::at_char(self.text, start, r#"one of n r t u " \ after a backslash"#));
            }
        })
    }
}

/// The valid word nearest to a mistyped one, if one is near.
pub fn nearest<'w>(word: &str, valid: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let scored = valid.into_iter().map(|candidate| (strsim::levenshtein(word, candidate), candidate));
    scored.filter(|&(far, candidate)| far <= 1 + candidate.len() / 4).min_by_key(|&(far, _)| far).map(|(_, near)| near)
}
