//! What is written beside the moves of a game: comments, and what a record said of its nodes.

use enban_formats::Property;

use super::Game;
use crate::refusal::{Reason, Refusal};
use crate::tree::Tree;

/// Bytes that a comment may have.
const COMMENT_MAX: usize = 40_000;
/// Bytes that all comments of a room may have.
const COMMENTS_MAX: usize = 4 << 20;
/// Bytes that what a room keeps of a record may take.
const KEPT_MAX: usize = 2 << 20;
/// Values that are kept with one node.
const KEPT_VALUES_MAX: usize = 2_000;
/// Properties of SGF whose values are a list, so that those of two nodes can be put together.
const LISTS: [&str; 12] = ["TR", "SQ", "CR", "MA", "SL", "LB", "AR", "LN", "DD", "VW", "TB", "TW"];

impl Game {
    /// Writes something about a node.
    pub(crate) fn comment(&mut self, node: u32, text: &str) -> Result<(), Refusal> {
        let others = self.comment_bytes - self.entry(node)?.comment.len();
        if text.len() > COMMENT_MAX || others + text.len() > COMMENTS_MAX {
            return Err(too_long());
        }
        self.comment_bytes = others + text.len();
        self.tree.get_mut(node).expect("just found").comment = text.to_owned();
        Ok(())
    }

    /// Writes something about a node behind what is written there already.
    pub(crate) fn add_comment(&mut self, node: u32, text: &str) -> Result<(), Refusal> {
        let before = &self.entry(node)?.comment;
        if before == text {
            return Ok(());
        }
        // Asked first, so that a record of nothing but comments does not copy them again and again.
        if before.len() + text.len() > COMMENT_MAX {
            return Err(too_long());
        }
        let blank = if before.is_empty() { "" } else { "\n\n" };
        let both = format!("{before}{blank}{text}");
        self.comment(node, &both)
    }

    /// Keeps a property of a record with a node, to be written back; whether it could be.
    pub(crate) fn keep(&mut self, node: u32, property: &Property) -> bool {
        let Some(entry) = self.tree.get_mut(node) else { return false };
        let values: usize = entry.kept.iter().map(|kept| kept.values().len()).sum();
        let bytes = self.kept_bytes + weight(property);
        if bytes > KEPT_MAX || values + property.values().len() > KEPT_VALUES_MAX {
            return false;
        }
        match entry.kept.iter_mut().find(|kept| kept.name() == property.name()) {
            None => entry.kept.push(property.clone()),
            Some(kept) if LISTS.contains(&property.name()) => {
                for value in property.values() {
                    if !kept.values().contains(value) {
                        kept.push(value.clone());
                    }
                }
            }
            Some(kept) => return kept == property,
        }
        self.kept_bytes = bytes;
        true
    }

    /// A property of the record's root as one line, if one was kept.
    pub(crate) fn kept(&self, name: &str) -> Option<String> {
        let root = self.tree.get(Tree::ROOT).expect("a tree has its root");
        root.kept.iter().find(|kept| kept.name() == name).map(|kept| kept.values()[0].to_simple_text())
    }

    /// Drops the names in a record that are those of the players who sit there now: they leave with them.
    pub(super) fn forget_names(&mut self, players: &[String; 2]) {
        for (name, players) in ["PB", "PW"].into_iter().zip(players) {
            if self.kept(name).is_some_and(|kept| kept == *players) {
                self.drop_kept(name);
            }
        }
    }

    /// The result of a record is that of its main line, and goes when this ends elsewhere.
    pub(super) fn forget_result(&mut self, end: u32) {
        if self.tree.main_end() != end {
            self.drop_kept("RE");
        }
    }

    /// Counts anew what is written and kept.
    pub(super) fn weigh(&mut self) {
        self.comment_bytes = self.tree.iter().map(|(_, entry)| entry.comment.len()).sum();
        self.kept_bytes = self.tree.iter().flat_map(|(_, entry)| &entry.kept).map(weight).sum();
    }

    fn drop_kept(&mut self, name: &str) {
        self.tree.get_mut(Tree::ROOT).expect("a tree has its root").kept.retain(|kept| kept.name() != name);
    }
}

fn too_long() -> Refusal {
    let message = format!("a comment may have {COMMENT_MAX} bytes, and all comments of a game {COMMENTS_MAX} together");
    Refusal::new(Reason::TooLarge, message)
}

/// Bytes that a property takes, with what it costs to hold its parts.
fn weight(property: &Property) -> usize {
    const PART: usize = 40;
    let values = property.values().iter().map(|value| PART + value.raw().len());
    PART + property.name().len() + values.sum::<usize>()
}
