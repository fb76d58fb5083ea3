//! A thread's own copies of the busiest nodes.
//!
//! Every simulation passes the nodes near the root. If all threads count there in common memory, they wait for
//! each other's writes: with fast random games two threads then gain a third over one instead of nearly all. So a thread
//! counts in a copy, and every [`AGE_MAX`] visits brings to the common tree what is new and takes over what others
//! brought. With one thread the copies say at any time what the tree would.

use std::sync::atomic::Ordering;

use enban_game::Move;

use super::tally::{Node, Payoffs, Tree};
use crate::tree::{Children, ROOT, Stats};

/// Visits after which a copy is brought up to date.
const AGE_MAX: u32 = 32;

/// Copies that a thread keeps; a power of two.
const SLOTS: usize = 256;

/// What a copy knows of a child.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) visits: u32,
    pub(super) sum: u64,
    pub(super) proof: Option<Payoffs>,
    pub(super) choice: Move,
    new_visits: u32,
    new_sum: u64,
}

impl Child {
    fn of(node: &Node) -> Self {
        Self {
            visits: node.stats.visits(),
            sum: node.stats.sum.load(Ordering::Relaxed),
            proof: node.stats.proof(),
            choice: node.choice(),
            new_visits: 0,
            new_sum: 0,
        }
    }
}

/// The children of one node, copied.
struct Slot {
    parent: u32,
    children: Children,
    age: u32,
    rows: Vec<Child>,
}

const NOBODY: u32 = u32::MAX;

/// The copies of one thread.
pub(super) struct Near<'a> {
    tree: &'a Tree,
    slots: Vec<Slot>,
    root_visits: u32,
    new_root_visits: u32,
}

impl<'a> Near<'a> {
    pub(super) fn new(tree: &'a Tree) -> Self {
        let nothing = Children { first: 0, count: 0, passes: 0 };
        let empty = || Slot { parent: NOBODY, children: nothing, age: 0, rows: Vec::new() };
        let root_visits = tree.node(ROOT).stats.visits();
        Self { tree, slots: std::iter::repeat_with(empty).take(SLOTS).collect(), root_visits, new_root_visits: 0 }
    }

    /// Counts a visit of the root.
    pub(super) fn visit_root(&mut self) -> u32 {
        self.new_root_visits += 1;
        if self.new_root_visits == AGE_MAX {
            self.bring_root();
        }
        self.root_visits + self.new_root_visits
    }

    fn bring_root(&mut self) {
        let new = std::mem::take(&mut self.new_root_visits);
        self.root_visits = self.tree.node(ROOT).stats.visits.fetch_add(new, Ordering::Relaxed) + new;
    }

    /// The copied children of a node, read now if they are not there or too old.
    pub(super) fn children(&mut self, parent: u32) -> Option<(Children, &[Child])> {
        let slot = &mut self.slots[number(parent)];
        if slot.parent != parent {
            let children = self.tree.node(parent).children()?;
            slot.bring(self.tree);
            (slot.parent, slot.children) = (parent, children);
            slot.take_over(self.tree);
        } else if slot.age >= AGE_MAX {
            slot.bring(self.tree);
            slot.take_over(self.tree);
        }
        slot.age += 1;
        Some((slot.children, &slot.rows))
    }

    /// The copy of a child of this parent, if there is one.
    fn child(&mut self, parent: u32, index: u32) -> Option<&mut Child> {
        let slot = &mut self.slots[number(parent)];
        (slot.parent == parent).then(|| &mut slot.rows[(index - slot.children.first) as usize])
    }

    /// Counts a visit of a child; returns its visits and what is certain of it.
    pub(super) fn visit(&mut self, parent: u32, index: u32) -> (u32, Option<Payoffs>) {
        if let Some(child) = self.child(parent, index) {
            child.visits += 1;
            child.new_visits += 1;
            return (child.visits, child.proof);
        }
        let node = self.tree.node(index);
        (node.stats.visits.fetch_add(1, Ordering::Relaxed) + 1, node.stats.proof())
    }

    /// Adds a payoff to a child.
    pub(super) fn add(&mut self, parent: u32, index: u32, payoff: u64) {
        if let Some(child) = self.child(parent, index) {
            child.sum += payoff;
            child.new_sum += payoff;
        } else {
            self.tree.node(index).stats.sum.fetch_add(payoff, Ordering::Relaxed);
        }
    }

    /// Has the copy of a node's children read anew before it is next used: one of them became certain.
    pub(super) fn outdate(&mut self, parent: u32) {
        let slot = &mut self.slots[number(parent)];
        if slot.parent == parent {
            slot.age = AGE_MAX;
        }
    }

    /// Brings all that is new to the tree.
    pub(super) fn finish(&mut self) {
        self.bring_root();
        self.slots.iter_mut().for_each(|slot| slot.bring(self.tree));
    }
}

/// The slot for the children of a node.
fn number(parent: u32) -> usize {
    (parent.wrapping_mul(0x9E37_79B9) >> 24) as usize % SLOTS
}

impl Slot {
    fn bring(&mut self, tree: &Tree) {
        for (row, node) in self.rows.iter_mut().zip(tree.block(self.children)) {
            if row.new_visits > 0 {
                node.stats.visits.fetch_add(std::mem::take(&mut row.new_visits), Ordering::Relaxed);
            }
            if row.new_sum > 0 {
                node.stats.sum.fetch_add(std::mem::take(&mut row.new_sum), Ordering::Relaxed);
            }
        }
    }

    fn take_over(&mut self, tree: &Tree) {
        self.age = 0;
        self.rows.clear();
        self.rows.extend(tree.block(self.children).iter().map(Child::of));
    }
}
