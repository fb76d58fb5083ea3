//! The nodes of the search tree, shared by threads without locks: fixed places, all fields atomic.
//!
//! Nodes are handed out in blocks (the children of one node) from chunks that are made when first needed, so that
//! a large limit costs nothing until it is used. A block never crosses a chunk.

use std::collections::VecDeque;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};

use enban_game::Move;

/// Worths are whole numbers from 0 to this.
pub(crate) const ONE: u32 = 1 << 12;

/// Visits and the sum of what they were worth in one word, so that both change and are read together: 26 bits of
/// visits above 38 bits of worth.
#[derive(Default)]
pub(crate) struct Tally(AtomicU64);

const WORTH_BITS: u32 = 38;

impl Tally {
    #[inline]
    pub(crate) fn visit(&self) {
        self.0.fetch_add(1 << WORTH_BITS, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn add_worth(&self, worth: u32) {
        self.0.fetch_add(u64::from(worth), Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn add(&self, visits: u32, worth: u32) {
        self.0.fetch_add(u64::from(visits) << WORTH_BITS | u64::from(worth), Ordering::Relaxed);
    }

    /// Visits, and their worth in units of [`ONE`].
    #[inline]
    pub(crate) fn read(&self) -> (u32, f32) {
        let word = self.0.load(Ordering::Relaxed);
        ((word >> WORTH_BITS) as u32, (word & ((1 << WORTH_BITS) - 1)) as f32 * (1.0 / ONE as f32))
    }

    fn copy(&self, from: &Self) {
        self.0.store(from.0.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

/// What a move is taken to be worth before it is tried.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Prior {
    /// As if it had been visited so often,
    pub(crate) visits: f32,
    /// and won so many of these games.
    pub(crate) worth: f32,
}

impl Prior {
    /// Adds games of which a share was won.
    pub(crate) fn add(&mut self, visits: f32, share: f32) {
        self.visits += visits;
        self.worth += visits * share;
    }
}

/// A position in the tree and the move that led to it. Worths are those of the side that moved here.
#[derive(Default)]
pub(crate) struct Node {
    pub(crate) tally: Tally,
    /// Results of games in which the move was played later.
    pub(crate) rave: Tally,
    /// Two numbers of 16 bits in sixteenths.
    prior: AtomicU32,
    /// The first child; 0 for none yet, [`BUSY`] while a thread is making them.
    first: AtomicU32,
    count: AtomicU16,
    choice: AtomicU16,
}

const BUSY: u32 = u32::MAX;
const FIXED: f32 = 16.0;

impl Node {
    pub(crate) fn choice(&self) -> Move {
        Move(self.choice.load(Ordering::Relaxed))
    }

    pub(crate) fn visits(&self) -> u32 {
        self.tally.read().0
    }

    /// The mean worth of the games through this node; a half if there are none.
    pub(crate) fn mean(&self) -> f64 {
        let (visits, worth) = self.tally.read();
        if visits == 0 { 0.5 } else { f64::from(worth) / f64::from(visits) }
    }

    #[inline]
    pub(crate) fn prior(&self) -> Prior {
        let word = self.prior.load(Ordering::Relaxed);
        Prior { visits: (word >> 16) as f32 * (1.0 / FIXED), worth: (word & 0xFFFF) as f32 * (1.0 / FIXED) }
    }

    fn set_prior(&self, prior: Prior) {
        let fixed = |number: f32| (number * FIXED).round().clamp(0.0, 65535.0) as u32;
        self.prior.store(fixed(prior.visits) << 16 | fixed(prior.worth), Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn children(&self) -> Option<Children> {
        match self.first.load(Ordering::Acquire) {
            0 | BUSY => None,
            first => Some(Children { first, count: self.count.load(Ordering::Relaxed) }),
        }
    }

    /// Claims the right to make the children with [`Tree::expand`].
    pub(crate) fn claim(&self) -> bool {
        self.first.compare_exchange(0, BUSY, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }
}

/// The children of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Children {
    pub(crate) first: u32,
    pub(crate) count: u16,
}

/// Nodes of a chunk.
const CHUNK: u32 = 1 << 15;

/// The store of nodes. Node 0 is the root.
pub(crate) struct Tree {
    chunks: Vec<OnceLock<Box<[Node]>>>,
    next: AtomicU32,
}

/// The node of the position to move in.
pub(crate) const ROOT: u32 = 0;

impl Tree {
    /// Room for about so many megabytes of nodes, one chunk at least.
    pub(crate) fn new(memory_mb: usize) -> Self {
        let chunk_bytes = size_of::<Node>() * CHUNK as usize;
        let chunks = (memory_mb.saturating_mul(1 << 20) / chunk_bytes).clamp(1, (BUSY / CHUNK) as usize);
        let tree = Self { chunks: std::iter::repeat_with(OnceLock::new).take(chunks).collect(), next: 0.into() };
        tree.take(1).expect("there is room for the root");
        tree
    }

    /// Nodes handed out so far, gaps at the ends of chunks included.
    pub(crate) fn used(&self) -> u32 {
        self.next.load(Ordering::Relaxed)
    }

    #[inline]
    pub(crate) fn node(&self, index: u32) -> &Node {
        let chunk = self.chunks[(index / CHUNK) as usize].get().expect("nodes are handed out before they are used");
        &chunk[(index % CHUNK) as usize]
    }

    /// The children of a node side by side.
    #[inline]
    pub(crate) fn block(&self, children: Children) -> &[Node] {
        let chunk = self.chunks[(children.first / CHUNK) as usize].get().expect("children were handed out");
        let first = (children.first % CHUNK) as usize;
        &chunk[first..first + usize::from(children.count)]
    }

    fn take(&self, count: u32) -> Option<u32> {
        let room = self.chunks.len() as u32 * CHUNK;
        let place = |next: u32| if next % CHUNK + count <= CHUNK { next } else { next.next_multiple_of(CHUNK) };
        let claim = |next: u32| place(next).checked_add(count).filter(|&end| end <= room);
        let before = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, claim).ok()?;
        let first = place(before);
        self.chunks[(first / CHUNK) as usize]
            .get_or_init(|| std::iter::repeat_with(Node::default).take(CHUNK as usize).collect());
        Some(first)
    }

    /// Makes the children of a node that was claimed; there is at least one. `None` when there is no room.
    pub(crate) fn expand(&self, node: &Node, moves: &[(Move, Prior)]) -> Option<Children> {
        let count = moves.len() as u16;
        let Some(first) = self.take(u32::from(count)) else {
            node.first.store(0, Ordering::Relaxed);
            return None;
        };
        for (index, &(choice, prior)) in (first..).zip(moves) {
            let child = self.node(index);
            child.choice.store(choice.0, Ordering::Relaxed);
            child.set_prior(prior);
        }
        node.count.store(count, Ordering::Relaxed);
        node.first.store(first, Ordering::Release);
        Some(Children { first, count })
    }

    /// A new tree that holds what is below a node, which becomes its root.
    pub(crate) fn below(&self, root: u32, memory_mb: usize) -> Self {
        let fresh = Self::new(memory_mb);
        let mut waiting = VecDeque::from([(root, ROOT)]);
        while let Some((from, to)) = waiting.pop_front() {
            let (old, new) = (self.node(from), fresh.node(to));
            new.tally.copy(&old.tally);
            new.rave.copy(&old.rave);
            let Some(children) = old.children() else { continue };
            let moves: Vec<(Move, Prior)> =
                self.block(children).iter().map(|child| (child.choice(), child.prior())).collect();
            if let Some(copied) = fresh.expand(new, &moves) {
                waiting.extend((children.first..).zip(copied.first..copied.first + u32::from(copied.count)));
            }
        }
        fresh
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(numbers: &[u16]) -> Vec<(Move, Prior)> {
        numbers.iter().map(|&number| (Move(number), Prior { visits: 10.0, worth: 2.5 })).collect()
    }

    #[test]
    fn a_node_is_half_a_cache_line_and_a_tally_one_word() {
        assert_eq!(size_of::<Node>(), 32);
        let tally = Tally::default();
        tally.visit();
        tally.add_worth(ONE / 4);
        tally.add(3, ONE);
        assert_eq!(tally.read(), (4, 1.25));
    }

    #[test]
    fn blocks_stay_within_chunks_and_end_with_the_room() {
        let tree = Tree::new(2);
        let mut seen = 1;
        while let Some(first) = tree.take(600) {
            assert!(first >= seen && first / CHUNK == (first + 599) / CHUNK);
            seen = first + 600;
        }
        assert!(seen > 2 * (CHUNK - 600) && tree.take(1).is_some());
    }

    #[test]
    fn a_subtree_is_copied_whole() {
        let tree = Tree::new(1);
        let grow = |index: u32, numbers: &[u16]| {
            assert!(tree.node(index).claim() && !tree.node(index).claim());
            tree.expand(tree.node(index), &moves(numbers)).unwrap().first
        };
        let first = grow(ROOT, &[3, 4]);
        let below = grow(first + 1, &[7, 8, 9]);
        tree.node(first + 1).tally.add(5, ONE);
        tree.node(below + 2).rave.add(6, ONE);
        let fresh = tree.below(first + 1, 1);
        assert_eq!((fresh.used(), fresh.node(ROOT).visits()), (4, 5));
        let children = fresh.block(fresh.node(ROOT).children().unwrap());
        let choices: Vec<u16> = children.iter().map(|child| child.choice().0).collect();
        assert_eq!(choices, [7, 8, 9]);
        assert_eq!(children[2].rave.read(), (6, 1.0));
        assert_eq!(children[0].prior(), Prior { visits: 10.0, worth: 2.5 });
    }
}
