//! Text to trees. The stack of open variations is a vector, so nesting costs memory and never the program.

use super::tree::{NodeId, Tree};
use super::value::{Property, RawEnd, Value, raw_length};
use crate::reading::{Fault, Limits, Notes, ReadError, Warning, excerpt};

/// Reads all trees of a text; there is one at least.
pub(super) fn read(text: &str, limits: &Limits) -> Result<(Vec<Tree>, Vec<Warning>), ReadError> {
    let mut reader = Reader {
        text,
        at: 0,
        trees: Vec::new(),
        open: Vec::new(),
        current: None,
        fresh: false,
        items: 0,
        limits,
        notes: Notes::new(text),
    };
    while reader.at < text.len() {
        if reader.open.is_empty() && !reader.seek_tree() {
            break;
        }
        reader.step()?;
    }
    if !reader.open.is_empty() {
        reader.notes.warn(text.len(), Fault::Unclosed(reader.open.len()));
    }
    if reader.trees.is_empty() {
        let place = reader.notes.place(text.len());
        return Err(ReadError::NoGame { place, expected: "a game tree, which begins with (;" });
    }
    Ok((reader.trees, reader.notes.into_warnings()))
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    trees: Vec<Tree>,
    /// For every open parenthesis the node before it.
    open: Vec<Option<NodeId>>,
    /// The node that was read last in this line, always of the last tree. `None` before the root.
    current: Option<NodeId>,
    /// Whether the last parenthesis opened and no node came since.
    fresh: bool,
    items: usize,
    limits: &'t Limits,
    notes: Notes<'t>,
}

impl Reader<'_> {
    fn bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }

    /// Goes to the next parenthesis that begins a tree, past mail headers, match numbers and whatever else.
    fn seek_tree(&mut self) -> bool {
        let (start, bytes) = (self.at, self.text.as_bytes());
        let mut from = start;
        let found = loop {
            let Some(length) = bytes[from..].iter().position(|&byte| byte == b'(') else { break None };
            let found = from + length;
            let is_run = |byte: &&u8| **byte == b'(' || byte.is_ascii_whitespace();
            let run_end = found + bytes[found..].iter().take_while(is_run).count();
            if bytes.get(run_end) == Some(&b';') || begins_property(&bytes[run_end..]) {
                break Some(found);
            }
            from = run_end;
        };
        self.at = found.unwrap_or(bytes.len());
        let skipped = self.text[start..self.at].trim_matches(is_blank);
        if !skipped.is_empty() && !self.trees.is_empty() {
            self.notes.warn(start, Fault::Stray(excerpt(skipped)));
        }
        found.is_some()
    }

    /// Reads one sign of structure, or one property.
    fn step(&mut self) -> Result<(), ReadError> {
        let start = self.at;
        match self.bytes()[start] {
            b'(' => {
                self.at += 1;
                self.open.push(self.current);
                self.fresh = true;
            }
            b')' => {
                self.at += 1;
                if self.fresh {
                    self.notes.warn(start, Fault::EmptyVariation);
                }
                self.current = self.open.pop().expect("a step is taken within a tree");
                self.fresh = false;
            }
            b';' => {
                self.at += 1;
                let branched = self.current.is_some_and(|id| self.has_children(id));
                if branched && !self.fresh {
                    self.notes.warn(start, Fault::AfterVariations);
                }
                self.add_node(start)?;
            }
            b'[' => {
                self.take_value();
                self.notes.warn(start, Fault::NamelessValue);
            }
            byte if byte.is_ascii_alphabetic() => self.take_property()?,
            _ => self.skip_stray(),
        }
        Ok(())
    }

    fn has_children(&self, id: NodeId) -> bool {
        self.trees.last().is_some_and(|tree| !tree.node(id).children().is_empty())
    }

    /// Adds a node after the current one, or a root if there is none.
    fn add_node(&mut self, start: usize) -> Result<NodeId, ReadError> {
        self.count_item(start)?;
        let id = match (self.current, self.trees.last_mut()) {
            (Some(parent), Some(tree)) => tree.add_child(parent),
            _ => {
                let tree = Tree::new();
                let root = tree.root();
                self.trees.push(tree);
                root
            }
        };
        self.current = Some(id);
        self.fresh = false;
        Ok(id)
    }

    fn count_item(&mut self, start: usize) -> Result<(), ReadError> {
        self.items += 1;
        // Ids of nodes have 32 bits.
        let items_max = self.limits.items_max.min(u32::MAX as usize);
        if self.items > items_max {
            return Err(ReadError::TooManyItems { place: self.notes.place(start), items_max });
        }
        Ok(())
    }

    /// Reads a name and its values into the current node.
    fn take_property(&mut self) -> Result<(), ReadError> {
        let (text, start) = (self.text, self.at);
        let length = text[start..].bytes().take_while(u8::is_ascii_alphanumeric).count();
        let written = &text[start..start + length];
        self.at += length;
        self.skip_blanks();
        if self.bytes().get(self.at) != Some(&b'[') {
            self.notes.warn(start, Fault::MissingValue(excerpt(written)));
            return Ok(());
        }
        let name = self.plain_name(start, written);
        let node = match self.current {
            Some(id) if !self.fresh => {
                if self.has_children(id) {
                    self.notes.warn(start, Fault::AfterVariations);
                }
                id
            }
            _ => {
                self.notes.warn(start, Fault::MissingSemicolon);
                self.add_node(start)?
            }
        };
        self.count_item(self.at)?;
        let mut property = Property::new(&name, self.take_value());
        self.skip_blanks();
        while self.bytes().get(self.at) == Some(&b'[') {
            self.count_item(self.at)?;
            property.push(self.take_value());
            self.skip_blanks();
        }
        self.trees.last_mut().expect("the current node is in the last tree").node_mut(node).push(property);
        Ok(())
    }

    /// The name without the small letters, which FF\[3\] ignores: `CoPyright` is `CP`. A name of small letters only is
    /// a mistake, and taken for its capitals.
    fn plain_name(&mut self, start: usize, written: &str) -> String {
        let plain: String = written.chars().filter(|letter| !letter.is_ascii_lowercase()).collect();
        if plain.starts_with(|letter: char| letter.is_ascii_uppercase()) {
            return plain;
        }
        let name = written.to_ascii_uppercase();
        self.notes.warn(start, Fault::SmallName(excerpt(written), excerpt(&name)));
        name
    }

    /// Reads a value, from its opening bracket to past the closing one.
    fn take_value(&mut self) -> Value {
        let (text, start) = (self.text, self.at + 1);
        match raw_length(&self.bytes()[start..]) {
            RawEnd::Closed(length) => {
                self.at = start + length + 1;
                Value::trusted(&text[start..start + length])
            }
            RawEnd::Open { dangling } => {
                self.notes.warn(self.at, Fault::UnclosedValue);
                self.at = text.len();
                Value::trusted(&text[start..text.len() - usize::from(dangling)])
            }
        }
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches(is_blank).len();
    }

    /// Skips blanks, or else a word that has no meaning.
    fn skip_stray(&mut self) {
        let start = self.at;
        self.skip_blanks();
        if self.at > start {
            return;
        }
        let rest = &self.text[start..];
        let ends = |letter: char| is_blank(letter) || letter.is_ascii_alphabetic() || "();[".contains(letter);
        let length = rest.find(ends).unwrap_or(rest.len());
        self.at += length;
        self.notes.warn(start, Fault::Stray(excerpt(&rest[..length])));
    }
}

/// What stands between things without meaning: also controls such as the ^Z of old disks, and misplaced order marks.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || letter == '\u{feff}'
}

/// Whether a name in capitals and a bracket come first: so begins a tree whose semicolon is missing.
fn begins_property(bytes: &[u8]) -> bool {
    let name = bytes.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
    name > 0 && bytes[name..].trim_ascii_start().starts_with(b"[")
}
