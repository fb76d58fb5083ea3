//! The game of a room: its variations, and one session that stands at the node that is shown.
//!
//! A move is one step of the session, never a replay: to another node it walks back to where the lines part and on from
//! there. The position is drawn when it is first looked at.

use std::cell::OnceCell;
use std::sync::Arc;

use enban_catalog::{AnyGame, Capabilities, OverlayKind, Session, View};
use enban_game::{Colour, IllegalStep, Mark, Seat, Step, TextError, Turn};

use crate::refusal::{Reason, Refusal};
use crate::shown::{Laid, Last, Shown};
use crate::tree::{Entry, Phase, Tree};

/// Nodes that a game may have.
pub(crate) const NODES_MAX: usize = 20_000;
/// A game of more positions takes a while to draw.
pub(crate) const LARGE: usize = 1_000;

/// A game with its variations.
pub(crate) struct Game {
    rules: Arc<dyn AnyGame>,
    capabilities: Capabilities,
    /// The position it began with, if it is not the game's own start.
    start: Option<String>,
    pub(super) tree: Tree,
    /// Stands at the shown node.
    session: Box<dyn Session>,
    /// The nodes from the root to the shown one, each with the session's moment there.
    path: Vec<(u32, Mark)>,
    /// The step that led to the shown node, where what it took is known.
    last: Option<Last>,
    shown: OnceCell<Shown>,
    wish: Wish,
    pub(super) comment_bytes: usize,
    pub(super) kept_bytes: usize,
}

/// What someone wants to see over the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wish {
    /// What a position needs to be understood.
    Usual,
    /// Nothing at this node.
    BareAt(u32),
    /// This overlay.
    Overlay(OverlayKind),
}

impl Game {
    /// A game that begins where a session stands.
    pub(crate) fn begin(rules: Arc<dyn AnyGame>, session: Box<dyn Session>) -> Self {
        let position = session.position();
        Self {
            capabilities: rules.capabilities(),
            start: (position != rules.begin().position()).then_some(position),
            tree: Tree::new(Entry::root(session.mover(), phase(&*session))),
            path: vec![(Tree::ROOT, session.mark())],
            session,
            last: None,
            shown: OnceCell::new(),
            wish: Wish::Usual,
            comment_bytes: 0,
            kept_bytes: 0,
            rules,
        }
    }

    /// The rules.
    pub(crate) fn rules(&self) -> &Arc<dyn AnyGame> {
        &self.rules
    }

    /// What the game can do.
    pub(crate) fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    /// The position it began with, if it is not the game's own start.
    pub(crate) fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The tree of its variations.
    pub(crate) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The node that is shown.
    pub(crate) fn node(&self) -> u32 {
        self.path.last().map_or(Tree::ROOT, |(node, _)| *node)
    }

    /// The steps from the root to the shown node.
    pub(crate) fn steps_made(&self) -> usize {
        self.path.len() - 1
    }

    /// Whether an overlay is shown, which is read anew at each position.
    pub(crate) fn has_overlay(&self) -> bool {
        matches!(self.wish, Wish::Overlay(_))
    }

    /// The position that is shown.
    pub(crate) fn shown(&self) -> &Shown {
        self.shown.get_or_init(|| {
            let laid = match self.wish {
                Wish::Overlay(kind) => Laid::Overlay(kind),
                Wish::BareAt(node) if node == self.node() => Laid::Nothing,
                Wish::BareAt(_) | Wish::Usual => Laid::Usual,
            };
            match &self.last {
                Some(last) => Shown::after(Some(last.clone()), &*self.session, laid),
                None => Shown::of(&*self.session, laid),
            }
        })
    }

    /// What can be seen of the position that is shown.
    pub(crate) fn view(&self) -> &View {
        &self.shown().view
    }

    /// The seat on turn at the shown node.
    pub(crate) fn mover(&self) -> Seat {
        self.here().to_move
    }

    /// What the seat on turn has to do at the shown node.
    pub(crate) fn phase(&self) -> Phase {
        self.here().phase
    }

    /// The colour of a seat.
    pub(crate) fn colour(&self, seat: Seat) -> Colour {
        self.rules.seat_colour(seat)
    }

    /// A node, or that there is none.
    pub(crate) fn entry(&self, node: u32) -> Result<&Entry, Refusal> {
        self.tree.get(node).ok_or_else(|| Refusal::no_such(format!("there is no node {node}")))
    }

    /// The step that a word names at the shown node: the door for words.
    pub(crate) fn read(&self, word: &str) -> Result<Step, Refusal> {
        self.session.read_step(word).map_err(|error| Refusal::text("move", word, &error))
    }

    /// A game in progress at a node, with nobody seated.
    pub(crate) fn session_at(&self, node: u32) -> Result<Box<dyn Session>, Refusal> {
        self.entry(node)?;
        let mut session = self.session.copy();
        walk(&self.tree, &self.path, &mut *session, node);
        Ok(session)
    }

    /// Makes a step from the shown node and shows where it leads. A result that a record said of another end goes.
    pub(crate) fn play(&mut self, step: Step) -> Result<(), Refusal> {
        let end = self.tree.main_end();
        self.graft(step)?;
        self.forget_result(end);
        Ok(())
    }

    /// Makes a step of a record from the shown node and shows where it leads.
    pub(crate) fn graft(&mut self, step: Step) -> Result<(), Refusal> {
        let (node, mover) = (self.node(), self.mover());
        let known = self.tree.child(node, step);
        if known.is_none() && self.tree.len() >= NODES_MAX {
            return Err(Refusal::new(Reason::TooMany, format!("a room may have {NODES_MAX} positions")));
        }
        self.session.play(step).map_err(|illegal| self.refused(step, &illegal))?;
        self.last = self.shown.take().and_then(|shown| shown.next(step));
        let child = known.unwrap_or_else(|| {
            self.tree.add(Entry {
                parent: Some(node),
                step: Some(step),
                mover: Some(mover),
                ..Entry::root(self.session.mover(), phase(&*self.session))
            })
        });
        self.path.push((child, self.session.mark()));
        Ok(())
    }

    /// Shows another node.
    pub(crate) fn go_to(&mut self, node: u32) -> Result<(), Refusal> {
        self.entry(node)?;
        if node == self.node() {
            return Ok(());
        }
        let (common, onward) = walk(&self.tree, &self.path, &mut *self.session, node);
        self.path.truncate(common);
        self.path.extend(onward);
        (self.last, self.shown) = (None, OnceCell::new());
        Ok(())
    }

    /// Makes the line to a node the main line.
    pub(crate) fn promote(&mut self, node: u32) -> Result<(), Refusal> {
        self.entry(node)?;
        let end = self.tree.main_end();
        self.tree.promote(node);
        self.forget_result(end);
        Ok(())
    }

    /// Removes a node with all that follows it. Returns true if the shown node was among them; then the one before is shown.
    pub(crate) fn remove(&mut self, node: u32) -> Result<bool, Refusal> {
        let Some(parent) = self.entry(node)?.parent else {
            return Err(Refusal::not_now("the first position cannot be removed"));
        };
        let is_shown = self.path.iter().any(|(id, _)| *id == node);
        if is_shown {
            self.go_to(parent)?;
        }
        let end = self.tree.main_end();
        self.tree.remove(node);
        self.forget_result(end);
        self.weigh();
        Ok(is_shown)
    }

    /// Lays something over the board, or takes it away.
    pub(crate) fn set_overlay(&mut self, name: Option<&str>) -> Result<(), Refusal> {
        let known = self.capabilities.overlays;
        self.wish = match name {
            None => Wish::BareAt(self.node()),
            Some(name) => Wish::Overlay(OverlayKind::named(name, known).ok_or_else(|| {
                let names: Vec<&str> = known.iter().map(|kind| kind.name()).collect();
                let listed = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                Refusal::bad(format!("{} has no overlay {name:?}; it has: {listed}", self.rules.name()))
            })?),
        };
        self.shown = OnceCell::new();
        Ok(())
    }

    fn here(&self) -> &Entry {
        self.tree.get(self.node()).expect("the shown node is in the tree")
    }

    fn refused(&self, step: Step, illegal: &IllegalStep) -> Refusal {
        let word = self.rules.write_step(step);
        let error = TextError::about(&word, 0, Some(&word), self.session.instead(illegal));
        Refusal::text("move", &word, &error)
    }
}

/// Takes a session from the end of a path to another node. Returns how much of the path stays, and what comes after it.
fn walk(tree: &Tree, path: &[(u32, Mark)], session: &mut dyn Session, node: u32) -> (usize, Vec<(u32, Mark)>) {
    let nodes = tree.path(node);
    let common = path.iter().zip(&nodes).take_while(|((old, _), new)| old == *new).count();
    if common < path.len() {
        session.go_back(path[common - 1].1);
    }
    let onward = nodes[common..].iter().map(|&id| {
        let step = tree.get(id).and_then(|entry| entry.step).expect("a step leads to all but the root");
        session.play(step).expect("the steps of the tree are legal");
        (id, session.mark())
    });
    (common, onward.collect())
}

fn phase(session: &dyn Session) -> Phase {
    match session.turn() {
        Turn::Moves(_) => Phase::Choice,
        Turn::Pass => Phase::Pass,
        Turn::Over => Phase::Over,
    }
}
