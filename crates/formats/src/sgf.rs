//! SGF, the Smart Game Format, FF\[4\] and the older ones: trees of nodes, nodes of properties.
//!
//! Start at [`read`] and [`Collection`]. A [`Tree`] is a game with variations, a [`Node`] has properties by name and
//! the usual ones by meaning (`moves`, `setup`, `labels`), and [`Information`] is what the root says about the game;
//! [`terms`] understands rules and komi of Go in it.
//! What is unknown is kept as it stood.
//!
//! In memory all is Unicode, and what is written is UTF-8. So the root of a tree that was read says `CA[UTF-8]`, if it
//! said anything about its character set or has more than ASCII in it. With that,
//! `read(collection.write())` is `collection` again.

mod information;
mod point;
mod reader;
mod record;
pub mod terms;
mod tree;
mod value;
mod writer;

use encoding_rs::UTF_8;

pub use information::{Information, Margin, Outcome};
pub use point::{BoardSize, Move, Point, SIZE_MAX};
pub use record::{Setup, ValueError};
pub use tree::{Node, NodeId, Tree};
pub use value::{Property, Value};

use crate::charset::{self, Decoded};
use crate::reading::{Fault, Limits, Notes, ReadError, Reading, Warning, check_size};

/// The `GM` of Go.
pub const GAME_GO: u32 = 1;
/// The `GM` of Othello.
pub const GAME_OTHELLO: u32 = 2;

/// The games of a file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Collection {
    /// One tree a game.
    pub trees: Vec<Tree>,
}

impl Collection {
    /// Writes all games, to be stored as UTF-8.
    ///
    /// A root that names another character set, or none though the game has more than ASCII, is written with
    /// `CA[UTF-8]`. A collection without games is an empty text, which no reader takes.
    ///
    /// ```
    /// use enban_formats::sgf::{self, GAME_GO, Collection, Tree};
    /// use enban_formats::{Colour, Move, Point};
    ///
    /// let mut tree = Tree::for_game(GAME_GO);
    /// tree.node_mut(tree.root()).set("SZ", "9");
    /// let first = tree.add_child(tree.root());
    /// tree.node_mut(first).set_move(Colour::Black, Move::At(Point::new(4, 4)));
    ///
    /// let collection = Collection { trees: vec![tree] };
    /// let text = collection.write();
    /// assert_eq!(text.replace('\n', ""), "(;FF[4]CA[UTF-8]GM[1]SZ[9];B[ee])");
    /// assert_eq!(sgf::read(text.as_bytes())?.content, collection);
    /// # Ok::<(), enban_formats::ReadError>(())
    /// ```
    #[must_use]
    pub fn write(&self) -> String {
        writer::write(self)
    }
}

/// Reads the games of a file with the usual limits.
pub fn read(bytes: &[u8]) -> Result<Reading<Collection>, ReadError> {
    read_with(bytes, &Limits::default())
}

/// Reads the games of a file.
///
/// The character set is that of the byte order mark, else the one that `CA` names in the first root that has it, else
/// UTF-8, Shift_JIS or Latin-1, by looking.
pub fn read_with(bytes: &[u8], limits: &Limits) -> Result<Reading<Collection>, ReadError> {
    check_size(bytes, limits)?;
    if let Some(decoded) = charset::by_mark(bytes) {
        return read_decoded(&decoded, limits);
    }
    if std::str::from_utf8(bytes).is_err() {
        let declared = charset::declared_in(bytes).map(|encoding| charset::decode(bytes, encoding));
        return read_decoded(&declared.unwrap_or_else(|| charset::guess(bytes)), limits);
    }
    // What may be UTF-8 is read so, and again if it turns out to say otherwise. Looking for the label in the bytes
    // would find it in comments too.
    let plain = charset::decode(bytes, UTF_8);
    let (trees, warnings) = reader::read(&plain.text, limits)?;
    match declared_charset(&trees).and_then(|label| charset::by_label(&label)) {
        Some(encoding) if encoding != UTF_8 && !(bytes.is_ascii() && charset::keeps_ascii(encoding)) => {
            read_decoded(&charset::decode(bytes, encoding), limits)
        }
        _ => Ok(finish(&plain, trees, warnings)),
    }
}

fn read_decoded(decoded: &Decoded<'_>, limits: &Limits) -> Result<Reading<Collection>, ReadError> {
    let (trees, warnings) = reader::read(&decoded.text, limits)?;
    Ok(finish(decoded, trees, warnings))
}

/// Tells what was wrong with the character set, and makes the roots say that the text is Unicode now.
fn finish(decoded: &Decoded<'_>, mut trees: Vec<Tree>, mut warnings: Vec<Warning>) -> Reading<Collection> {
    let mut notes = Notes::new(&decoded.text);
    if let Some(label) = declared_charset(&trees).filter(|label| charset::by_label(label).is_none()) {
        notes.warn(0, Fault::UnknownCharset(label, decoded.charset));
    }
    if decoded.malformed {
        let place = decoded.text.find(char::REPLACEMENT_CHARACTER).unwrap_or(0);
        notes.warn(place, Fault::Malformed(decoded.charset));
    }
    warnings.splice(0..0, notes.into_warnings());
    for tree in &mut trees {
        if let Some(root) = unicode_root(tree) {
            let id = tree.root();
            *tree.node_mut(id) = root;
        }
    }
    Reading { content: Collection { trees }, charset: decoded.charset, warnings }
}

/// The label of the first root that has one.
fn declared_charset(trees: &[Tree]) -> Option<String> {
    trees.iter().find_map(|tree| tree.node(tree.root()).simple_text("CA"))
}

/// The root that says `CA[UTF-8]`, if the tree needs one and has another.
fn unicode_root(tree: &Tree) -> Option<Node> {
    let root = tree.node(tree.root());
    let is_unicode = |value: &Value| charset::by_label(&value.to_simple_text()) == Some(UTF_8);
    if root.has("CA") {
        return (!root.values("CA").all(is_unicode)).then(|| {
            let mut root = root.clone();
            root.set("CA", "UTF-8");
            root
        });
    }
    (!tree.is_ascii()).then(|| {
        // Some programs know a record by its first property, so that one stays.
        let heads = |property: &&Property| matches!(property.name(), "FF" | "GM" | "AP");
        let place = root.properties().iter().take_while(heads).count();
        let mut root = root.clone();
        root.insert(place, Property::new("CA", "UTF-8"));
        root
    })
}

#[cfg(test)]
mod tests;
