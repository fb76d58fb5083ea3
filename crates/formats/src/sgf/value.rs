//! Properties and their values. A value is kept as it stood in the file, escapes and all, and read when asked.

use std::fmt;

/// A name and at least one value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    name: Box<str>,
    values: Vec<Value>,
}

impl Property {
    /// A property with one value. The name is capital letters, and perhaps digits after the first letter.
    pub fn new(name: &str, value: impl Into<Value>) -> Self {
        let mut letters = name.bytes();
        let first = letters.next().is_some_and(|letter| letter.is_ascii_uppercase());
        let fits = first && letters.all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit());
        assert!(fits, "{name:?} is no name of a property: capital letters expected");
        Self { name: name.into(), values: vec![value.into()] }
    }

    /// The name, in capital letters.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The values; there is always one.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Adds a value at the end.
    pub fn push(&mut self, value: impl Into<Value>) {
        self.values.push(value.into());
    }
}

/// What stands between brackets: no `]` but after a backslash, and no backslash alone at the end.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Value(Box<str>);

impl Value {
    /// A value that reads as this text. Tabs will be read as blanks, and in simple text line breaks too.
    pub fn text(text: &str) -> Self {
        Self(escape(text, &['\\', ']']).into())
    }

    /// A value of two texts with a colon between, such as a label and its point.
    pub(crate) fn compose(first: &str, second: &str) -> Self {
        let escaped = |text| escape(text, &['\\', ']', ':']);
        Self(format!("{}:{}", escaped(first), escaped(second)).into())
    }

    /// A value in the words of the file, if they can stand between brackets.
    ///
    /// ```
    /// use enban_formats::Value;
    ///
    /// let value = Value::from_raw(r"a bracket \] and a backslash \\").expect("it can stand between brackets");
    /// assert_eq!(value.to_simple_text(), r"a bracket ] and a backslash \");
    /// assert_eq!(Value::from_raw("]"), None);
    /// ```
    pub fn from_raw(raw: &str) -> Option<Self> {
        (raw_length(raw.as_bytes()) == RawEnd::Open { dangling: false }).then(|| Self(raw.into()))
    }

    /// The value as it stands in the file.
    pub fn raw(&self) -> &str {
        &self.0
    }

    /// The value as text: escapes resolved, soft line breaks gone, hard ones kept as `\n`, other blanks as spaces.
    pub fn to_text(&self) -> String {
        unescape(&self.0, "\n")
    }

    /// The value as text on one line.
    pub fn to_simple_text(&self) -> String {
        unescape(&self.0, " ")
    }

    /// The two halves around the first colon that no backslash protects.
    pub fn split(&self) -> Option<(Value, Value)> {
        let mut escaped = false;
        let colon = self.0.bytes().position(|byte| {
            let found = byte == b':' && !escaped;
            escaped = byte == b'\\' && !escaped;
            found
        })?;
        Some((Self(self.0[..colon].into()), Self(self.0[colon + 1..].into())))
    }

    /// Takes what is known to stand between brackets.
    pub(crate) fn trusted(raw: &str) -> Self {
        debug_assert!(Self::from_raw(raw).is_some(), "{raw:?} cannot stand between brackets");
        Self(raw.into())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::text(&text)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "[{}]", self.0.escape_debug())
    }
}

/// How the search for the end of a value went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RawEnd {
    /// The bracket that closes it is this many bytes away.
    Closed(usize),
    /// There is none.
    Open {
        /// Whether the last byte is a backslash that protects nothing.
        dangling: bool,
    },
}

/// Looks for the bracket that closes a value.
pub(crate) fn raw_length(bytes: &[u8]) -> RawEnd {
    let mut escaped = false;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b']' if !escaped => return RawEnd::Closed(at),
            b'\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    RawEnd::Open { dangling: escaped }
}

fn escape(text: &str, special: &[char]) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if special.contains(&letter) {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

fn unescape(raw: &str, line_break: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut letters = raw.chars().peekable();
    while let Some(letter) = letters.next() {
        let protected = letter == '\\';
        let Some(letter) = (if protected { letters.next() } else { Some(letter) }) else { break };
        match letter {
            '\n' | '\r' => {
                // A break may be written with both, in either order, and is one break.
                letters.next_if_eq(if letter == '\n' { &'\r' } else { &'\n' });
                text.push_str(if protected { "" } else { line_break });
            }
            '\t' | '\u{b}' | '\u{c}' => text.push(' '),
            letter => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn escapes_and_line_breaks_are_resolved() {
        let check = |raw: &str, text: &str, simple: &str| {
            let value = Value::from_raw(raw).unwrap();
            assert_eq!((&*value.to_text(), &*value.to_simple_text()), (text, simple), "{raw:?}");
        };
        check("", "", "");
        check(r"a\]b\\c\:d\e", r"a]b\c:de", r"a]b\c:de");
        check("soft\\\nbreak", "softbreak", "softbreak");
        check("soft\\\r\nbreak\\\n\rs", "softbreaks", "softbreaks");
        check("hard\r\nbreak\n\rs\n\nand\rmore", "hard\nbreak\ns\n\nand\nmore", "hard break s  and more");
        check("tab\there\\\tand", "tab here and", "tab here and");
        check("[open", "[open", "[open");
        check("円\\盤", "円盤", "円盤");
    }

    #[test]
    fn values_that_would_break_the_file_are_refused() {
        for bad in ["]", "a]b", "\\", "a\\\\\\", "\\\\]"] {
            assert_eq!(Value::from_raw(bad), None, "{bad}");
        }
    }

    #[test]
    fn composed_values_are_split_at_the_first_bare_colon() {
        let check = |raw: &str, expected: Option<(&str, &str)>| {
            let halves = Value::from_raw(raw).unwrap().split();
            let texts = halves.map(|(first, second)| (first.to_text(), second.to_text()));
            assert_eq!(texts, expected.map(|(first, second)| (first.to_owned(), second.to_owned())), "{raw}");
        };
        check("aa:1", Some(("aa", "1")));
        check(r"a\:b:c:d", Some(("a:b", "c:d")));
        check(r"a\\:b", Some((r"a\", "b")));
        check(":", Some(("", "")));
        check("aa", None);
        check(r"a\:a", None);
    }

    #[test]
    #[should_panic(expected = "capital letters expected")]
    fn a_name_in_small_letters_is_a_bug() {
        Property::new("Black", "aa");
    }

    proptest! {
        #[test]
        fn text_is_read_back(text in "[^\r\t\u{b}\u{c}]*|[a\\\\\\]:\n\\[]*") {
            let value = Value::text(&text);
            prop_assert_eq!(value.to_text(), text.clone());
            prop_assert_eq!(value.to_simple_text(), text.replace('\n', " "));
            prop_assert_eq!(Value::from_raw(value.raw()), Some(value));
        }

        #[test]
        fn halves_are_read_back(first in "[a\\\\\\]:\n\\[円]*", second in "[a\\\\\\]:\n\\[円]*") {
            let (left, right) = Value::compose(&first, &second).split().unwrap();
            prop_assert_eq!((left.to_text(), right.to_text()), (first, second));
        }

        #[test]
        fn no_raw_text_panics(raw in "[a\\\\\\]:\n\r\t円]*") {
            if let Some(value) = Value::from_raw(&raw) {
                value.to_text();
                if let Some((first, second)) = value.split() {
                    prop_assert!(Value::from_raw(first.raw()).is_some() && Value::from_raw(second.raw()).is_some());
                }
            }
        }
    }
}
