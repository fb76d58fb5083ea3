//! Small expressions that name games and players: `nip(lap=off)`, `montecarlo(playouts=100)`.

use std::fmt;

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

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.arguments.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.name)?;
        for (number, (key, value)) in self.arguments.iter().enumerate() {
            let plain = !value.is_empty() && value.chars().all(is_bare);
            let quoted = if plain { value.clone() } else { format!("{value:?}") };
            write!(out, "{}{key}={quoted}", if number == 0 { "(" } else { "," })?;
        }
        if self.arguments.is_empty() { Ok(()) } else { out.write_str(")") }
    }
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
        let start = self.at;
        let mut value = String::new();
        let mut letters = self.rest().char_indices().skip(1);
        while let Some((offset, letter)) = letters.next() {
            match letter {
                '"' => {
                    self.at += offset + 1;
                    return Ok(value);
                }
                '\\' => match letters.next() {
                    Some((_, 'n')) => value.push('\n'),
                    Some((_, 't')) => value.push('\t'),
                    Some((_, escaped @ ('"' | '\\' | '\''))) => value.push(escaped),
                    other => {
                        let at = other.map_or(self.text.len(), |(offset, _)| start + offset);
                        return Err(TextError::at_char(self.text, at, r#"one of n t " \ after a backslash"#));
                    }
                },
                letter => value.push(letter),
            }
        }
        Err(TextError::at_char(self.text, self.text.len(), "a closing quote"))
    }
}

/// The valid word nearest to a mistyped one, if one is near.
pub fn nearest<'w>(word: &str, valid: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let scored = valid.into_iter().map(|candidate| (distance(word, candidate), candidate));
    scored.filter(|&(far, candidate)| far <= 1 + candidate.len() / 4).min_by_key(|&(far, _)| far).map(|(_, near)| near)
}

/// How many letters must be put in, taken out or exchanged to make one word the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (line, letter) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], line + 1);
        for (column, other) in to.iter().enumerate() {
            let exchanged = diagonal + usize::from(letter != *other);
            diagonal = row[column + 1];
            row[column + 1] = exchanged.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[to.len()]
}
