//! The tree of a Monte Carlo tree search, shared by threads without locks: fixed places, all fields atomic.
//!
//! Nodes are handed out in blocks (the children of one node) from chunks that are made when first needed, so that a
//! large limit costs nothing until it is used. A block never crosses a chunk. What a node counts is the search's own
//! [`Stats`]; a forced pass takes no node.
//!
//! [`Tree`] holds the nodes, [`Keeper`] a tree from one turn to the next.

mod keep;

use std::collections::VecDeque;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering};

use enban_game::{Move, Step};

pub use self::keep::Keeper;
use crate::pages::Pages;

/// What a search counts at a node, in atomics: threads share it.
pub trait Stats: Default + Send + Sync {
    /// What a child begins with.
    type Seed;

    /// Sets the beginning of a fresh child, which nobody else sees yet.
    fn begin(&self, seed: Self::Seed);
    /// Takes over all that another node has counted, what it began with included.
    fn copy(&self, from: &Self);
    /// Simulations that came here.
    fn visits(&self) -> u32;
}

/// A position in the tree and the move that led to it.
#[derive(Default)]
pub struct Node<S> {
    /// What the search counts here.
    pub stats: S,
    /// The first child; 0 for none yet, [`BUSY`] while a thread is making them.
    first: AtomicU32,
    /// How many children in the low 12 bits, forced passes before them above.
    shape: AtomicU16,
    choice: AtomicU16,
}

const BUSY: u32 = u32::MAX;
const COUNT_MASK: u16 = (1 << 12) - 1;

/// The children of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Children {
    /// The first of them.
    pub first: u32,
    /// How many there are.
    pub count: u16,
    /// Forced passes between the node's move and the children's.
    pub passes: u16,
}

impl Children {
    /// Their places in the tree.
    pub fn indices(self) -> std::ops::Range<u32> {
        self.first..self.first + u32::from(self.count)
    }
}

impl<S> Node<S> {
    /// The move that led here.
    #[inline]
    pub fn choice(&self) -> Move {
        Move(self.choice.load(Ordering::Relaxed))
    }

    /// The children, once a thread has made them.
    #[inline]
    pub fn children(&self) -> Option<Children> {
        match self.first.load(Ordering::Acquire) {
            0 | BUSY => None,
            first => {
                let shape = self.shape.load(Ordering::Relaxed);
                Some(Children { first, count: shape & COUNT_MASK, passes: shape >> 12 })
            }
        }
    }

    /// Claims the right to make the children. Whoever gets it calls [`Tree::expand`] or [`give_up`](Node::give_up).
    pub fn claim(&self) -> bool {
        self.first.compare_exchange(0, BUSY, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Gives the claim back.
    pub fn give_up(&self) {
        self.first.store(0, Ordering::Relaxed);
    }

    fn publish(&self, children: Children) {
        debug_assert!(children.count <= COUNT_MASK && children.passes < 16);
        self.shape.store(children.count | children.passes << 12, Ordering::Relaxed);
        self.first.store(children.first, Ordering::Release);
    }
}

/// Nodes of a chunk: with 32 bytes each it fills a large page of 2 MB.
const CHUNK: u32 = 1 << 16;

/// The store of nodes. Node [`ROOT`] is the position to move in.
pub struct Tree<S> {
    chunks: Vec<OnceLock<Pages<Node<S>>>>,
    next: Apart<AtomicU32>,
}

/// On cache lines of its own: it is written all the time, and what stands beside it is read all the time.
#[repr(align(128))]
struct Apart<T>(T);

/// The root of a tree.
pub const ROOT: u32 = 0;

impl<S: Stats> Tree<S> {
    /// Room for about so many megabytes of nodes, one chunk (two megabytes) at least.
    pub fn new(memory_mb: usize) -> Self {
        let chunk_bytes = size_of::<Node<S>>() * CHUNK as usize;
        let most = (BUSY / CHUNK) as usize;
        let chunks = (memory_mb.saturating_mul(1 << 20) / chunk_bytes).clamp(1, most);
        let tree = Self {
            chunks: std::iter::repeat_with(OnceLock::new).take(chunks).collect(),
            next: Apart(AtomicU32::new(0)),
        };
        tree.take(1).expect("there is room for the root");
        tree
    }

    /// Nodes handed out so far, gaps at the ends of chunks included.
    pub fn used(&self) -> u32 {
        self.next.0.load(Ordering::Relaxed)
    }

    /// The node of a place.
    #[inline]
    pub fn node(&self, index: u32) -> &Node<S> {
        let chunk = self.chunks[(index / CHUNK) as usize].get().expect("nodes are handed out before they are used");
        &chunk[(index % CHUNK) as usize]
    }

    /// The children of a node side by side.
    #[inline]
    pub fn block(&self, children: Children) -> &[Node<S>] {
        let chunk = self.chunks[(children.first / CHUNK) as usize].get().expect("children were handed out");
        let first = (children.first % CHUNK) as usize;
        &chunk[first..first + usize::from(children.count)]
    }

    /// The children of the root, which a search makes before anything else.
    pub fn root_children(&self) -> &[Node<S>] {
        self.block(self.node(ROOT).children().expect("the root is expanded first"))
    }

    /// A block of fresh nodes; `None` when the tree is full.
    fn take(&self, count: u32) -> Option<u32> {
        let room = self.chunks.len() as u32 * CHUNK;
        let place = |next: u32| {
            let fits = next % CHUNK + count <= CHUNK;
            if fits { next } else { next.next_multiple_of(CHUNK) }
        };
        let claim = |next: u32| place(next).checked_add(count).filter(|&end| end <= room);
        let before = self.next.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, claim).ok()?;
        let first = place(before);
        let chunk = &self.chunks[(first / CHUNK) as usize];
        chunk.get_or_init(|| Pages::new(CHUNK as usize, Node::default));
        Some(first)
    }

    /// Makes the children of a node that was claimed, past so many forced passes; there is at least one. `None` when the
    /// tree is full, and then the claim is given back.
    pub fn expand(
        &self,
        node: &Node<S>,
        moves: impl ExactSizeIterator<Item = (Move, S::Seed)>,
        passes: u16,
    ) -> Option<Children> {
        let count = moves.len() as u16;
        let Some(first) = self.take(u32::from(count)) else {
            node.give_up();
            return None;
        };
        let children = Children { first, count, passes };
        for (child, (choice, seed)) in self.block(children).iter().zip(moves) {
            child.choice.store(choice.0, Ordering::Relaxed);
            child.stats.begin(seed);
        }
        node.publish(children);
        Some(children)
    }

    /// A new tree that holds what is below a node, which becomes its root: the forced passes behind it have been made. The
    /// nodes exist twice until the old tree is dropped.
    pub fn below(&self, root: u32, memory_mb: usize) -> Self {
        let fresh = Self::new(memory_mb);
        let mut waiting = VecDeque::from([(root, ROOT)]);
        while let Some((from, to)) = waiting.pop_front() {
            let (old, new) = (self.node(from), fresh.node(to));
            new.choice.store(old.choice().0, Ordering::Relaxed);
            new.stats.copy(&old.stats);
            let Some(children) = old.children() else { continue };
            let Some(first) = fresh.take(u32::from(children.count)) else { continue };
            let passes = if to == ROOT { 0 } else { children.passes };
            new.publish(Children { first, passes, ..children });
            waiting.extend(children.indices().zip(first..));
        }
        fresh
    }

    /// The most visited way on from a child of the root: the principal variation, its own move first.
    pub fn line_from(&self, child: &Node<S>) -> Vec<Step> {
        let mut line = vec![Step::Play(child.choice())];
        let mut node = child;
        while let Some(children) = node.children() {
            let most = self.block(children).iter().max_by_key(|child| child.stats.visits());
            let Some(next) = most.filter(|child| child.stats.visits() > 0) else { break };
            line.extend((0..children.passes).map(|_| Step::Pass));
            line.push(Step::Play(next.choice()));
            node = next;
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts visits, beginning with a number.
    #[derive(Default)]
    pub(super) struct Count {
        visits: AtomicU32,
        seed: AtomicU32,
    }

    impl Stats for Count {
        type Seed = u32;

        fn begin(&self, seed: u32) {
            self.seed.store(seed, Ordering::Relaxed);
        }

        fn copy(&self, from: &Self) {
            self.visits.store(from.visits(), Ordering::Relaxed);
            self.seed.store(from.seed.load(Ordering::Relaxed), Ordering::Relaxed);
        }

        fn visits(&self) -> u32 {
            self.visits.load(Ordering::Relaxed)
        }
    }

    fn grow(tree: &Tree<Count>, index: u32, moves: &[u16], passes: u16) -> u32 {
        let node = tree.node(index);
        assert!(node.claim() && !node.claim() && node.children().is_none());
        let moves: Vec<(Move, u32)> = moves.iter().map(|&number| (Move(number), u32::from(number) + 100)).collect();
        tree.expand(node, moves.into_iter(), passes).unwrap().first
    }

    fn visit(tree: &Tree<Count>, index: u32, visits: u32) {
        tree.node(index).stats.visits.store(visits, Ordering::Relaxed);
    }

    #[test]
    fn blocks_stay_within_chunks_and_end_with_the_room() {
        let tree = Tree::<Count>::new(2);
        let chunks = tree.chunks.len() as u32;
        let mut seen = 1;
        while let Some(first) = tree.take(600) {
            assert!(first >= seen && first / CHUNK == (first + 599) / CHUNK);
            seen = first + 600;
            assert_eq!(tree.node(seen - 1).stats.visits(), 0);
        }
        assert_eq!(seen, (chunks - 1) * CHUNK + 109 * 600, "chunks of 109 blocks");
        assert!(tree.take(1).is_some(), "small blocks still fit");
        let node = tree.node(ROOT);
        assert!(node.claim() && tree.expand(node, [(Move(1), 0); 600].into_iter(), 0).is_none());
        assert!(node.claim(), "a full tree gives the claim back");
    }

    #[test]
    fn a_subtree_is_copied_whole() {
        let tree = Tree::<Count>::new(1);
        let first = grow(&tree, ROOT, &[3, 4], 0);
        let below = grow(&tree, first + 1, &[7, 8, 9], 1);
        let last = grow(&tree, below + 2, &[5], 2);
        visit(&tree, first + 1, 5);
        visit(&tree, last, 6);
        let fresh = tree.below(first + 1, 1);
        assert_eq!((fresh.used(), fresh.node(ROOT).stats.visits()), (5, 5));
        let children = fresh.node(ROOT).children().unwrap();
        assert_eq!((children.count, children.passes), (3, 0), "the passes before the root have been made");
        let choices: Vec<u16> = fresh.root_children().iter().map(|child| child.choice().0).collect();
        assert_eq!(choices, [7, 8, 9]);
        assert_eq!(fresh.node(children.first + 1).stats.seed.load(Ordering::Relaxed), 108);
        let copied = fresh.node(children.first + 2).children().unwrap();
        assert_eq!((copied.count, copied.passes, fresh.node(copied.first).stats.visits()), (1, 2, 6));
    }

    #[test]
    fn the_line_goes_where_most_went_and_tells_passes() {
        let tree = Tree::<Count>::new(1);
        let first = grow(&tree, ROOT, &[3, 4], 0);
        let below = grow(&tree, first, &[7, 8], 2);
        grow(&tree, below + 1, &[9], 0);
        visit(&tree, below, 1);
        visit(&tree, below + 1, 2);
        let line = tree.line_from(tree.node(first));
        assert_eq!(line, [Step::Play(Move(3)), Step::Pass, Step::Pass, Step::Play(Move(8))]);
    }
}
