//! Changes to a room that are no moves: comments, the order of variations, overlays.

use super::Room;
use crate::refusal::{Reason, Refusal};

/// Bytes that a comment may have.
const COMMENT_MAX: usize = 40_000;
/// Bytes that all comments of a room may have.
const COMMENTS_MAX: usize = 4 << 20;

impl Room {
    /// Writes something about a node.
    pub fn comment(&mut self, node: u32, text: &str) -> Result<(), Refusal> {
        let others = self.comment_bytes - self.entry(node)?.comment.len();
        if text.len() > COMMENT_MAX || others + text.len() > COMMENTS_MAX {
            let message =
                format!("a comment may have {COMMENT_MAX} bytes, and all comments of a game {COMMENTS_MAX} together");
            return Err(Refusal::new(Reason::TooLarge, message));
        }
        self.change();
        self.comment_bytes = others + text.len();
        self.tree.get_mut(node).expect("just found").comment = text.to_owned();
        Ok(())
    }

    /// Makes the line to a node the main line.
    pub fn promote(&mut self, node: u32) -> Result<(), Refusal> {
        self.entry(node)?;
        self.change();
        self.tree.promote(node);
        Ok(())
    }

    /// Removes a node with all that follows it.
    pub fn remove(&mut self, node: u32) -> Result<(), Refusal> {
        let Some(parent) = self.entry(node)?.parent else {
            return Err(Refusal::not_now("the first position cannot be removed"));
        };
        self.change();
        let is_shown = self.tree.path(self.node).contains(&node);
        self.tree.remove(node);
        self.comment_bytes = self.tree.iter().map(|(_, entry)| entry.comment.len()).sum();
        self.forget_removed();
        if is_shown {
            (self.node, self.resting) = (parent, true);
        }
        self.look()
    }

    /// Lays something over the board, or takes it away.
    pub fn set_overlay(&mut self, name: Option<&str>) -> Result<(), Refusal> {
        let known = self.session_at(self.node)?.overlay_names();
        if let Some(name) = name.filter(|name| !known.contains(name)) {
            let listed = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Err(Refusal::bad(format!("{} has no overlay {name:?}; it has: {listed}", self.name)));
        }
        self.change();
        self.overlay = name.map(str::to_owned);
        self.look()
    }
}
