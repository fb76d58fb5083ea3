//! The nodes of a search tree, shared by threads without locks: fixed places, all fields atomic.
//!
//! Nodes are handed out in blocks (the children of one node) from chunks that are made when first needed,
//! so that a large limit costs nothing until it is used. A block never crosses a chunk.

use std::collections::VecDeque;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};

use enban_game::contract::SEATS_MAX;
use enban_game::{Move, Seat};

use crate::pages::Pages;

/// The payoff of a game won alone; payoffs are whole numbers from 0 to this.
pub(super) const ONE: u16 = 1 << 14;

/// What a finished game is worth to each seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Payoffs(pub(super) [u16; SEATS_MAX]);

impl Payoffs {
    pub(super) fn from_shares(shares: &[f32; SEATS_MAX]) -> Self {
        Self(shares.map(|share| (share.clamp(0.0, 1.0) * f32::from(ONE)).round() as u16))
    }

    #[inline]
    pub(super) fn of(self, seat: Seat) -> u16 {
        self.0[seat.index()]
    }

    /// All payoffs and a mark in one word, which is never 0.
    fn pack(self) -> u64 {
        self.0.iter().rev().fold(0, |word, &payoff| word << 16 | u64::from(payoff)) | MARK
    }

    fn unpack(word: u64) -> Self {
        let word = word & !MARK;
        Self(std::array::from_fn(|seat| (word >> (16 * seat)) as u16))
    }
}

const MARK: u64 = 1 << 15;

/// A position in the tree and the move that led to it.
#[derive(Default)]
pub(super) struct Node {
    /// Payoffs of the seat that moved here, added up.
    pub(super) sum: AtomicU64,
    /// Simulations that came here, those under way included: until they are back they count as lost.
    pub(super) visits: AtomicU32,
    proof: AtomicU64,
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
pub(super) struct Children {
    pub(super) first: u32,
    pub(super) count: u16,
    /// Forced passes between the node's move and the children's.
    pub(super) passes: u16,
}

impl Children {
    pub(super) fn indices(self) -> std::ops::Range<u32> {
        self.first..self.first + u32::from(self.count)
    }
}

impl Node {
    pub(super) fn choice(&self) -> Move {
        Move(self.choice.load(Ordering::Relaxed))
    }

    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// The mean payoff, from 0 to 1, of the seat that moved here.
    pub(super) fn mean(&self) -> f64 {
        let visits = self.visits().max(1);
        self.sum.load(Ordering::Relaxed) as f64 / (f64::from(visits) * f64::from(ONE))
    }

    /// The payoffs, if they are known for certain.
    #[inline]
    pub(super) fn proof(&self) -> Option<Payoffs> {
        let word = self.proof.load(Ordering::SeqCst);
        (word != 0).then(|| Payoffs::unpack(word))
    }

    pub(super) fn set_proof(&self, payoffs: Option<Payoffs>) {
        self.proof.store(payoffs.map_or(0, Payoffs::pack), Ordering::SeqCst);
    }

    #[inline]
    pub(super) fn children(&self) -> Option<Children> {
        match self.first.load(Ordering::Acquire) {
            0 | BUSY => None,
            first => {
                let shape = self.shape.load(Ordering::Relaxed);
                Some(Children { first, count: shape & COUNT_MASK, passes: shape >> 12 })
            }
        }
    }

    /// Claims the right to make the children. Whoever gets it calls [`publish`](Node::publish) or
    /// [`give_up`](Node::give_up).
    pub(super) fn claim(&self) -> bool {
        self.first.compare_exchange(0, BUSY, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    pub(super) fn give_up(&self) {
        self.first.store(0, Ordering::Relaxed);
    }

    pub(super) fn publish(&self, children: Children) {
        debug_assert!(children.count <= COUNT_MASK && children.passes < 16);
        self.shape.store(children.count | children.passes << 12, Ordering::Relaxed);
        self.first.store(children.first, Ordering::Release);
    }
}

/// Nodes of a chunk, which fills a large page of 2 MB.
const CHUNK: u32 = 1 << 16;

/// The store of nodes. Node 0 is the root.
pub(super) struct Arena {
    chunks: Vec<OnceLock<Pages<Node>>>,
    next: Apart<AtomicU32>,
}

/// On cache lines of its own: it is written all the time, and what stands beside it is read all the time.
#[repr(align(128))]
struct Apart<T>(T);

pub(super) const ROOT: u32 = 0;

impl Arena {
    /// Room for about so many megabytes of nodes, one chunk (two megabytes) at least.
    pub(super) fn new(memory_mb: usize) -> Self {
        let chunk_bytes = size_of::<Node>() * CHUNK as usize;
        let most = (BUSY / CHUNK) as usize;
        let chunks = (memory_mb.saturating_mul(1 << 20) / chunk_bytes).clamp(1, most);
        let arena = Self {
            chunks: std::iter::repeat_with(OnceLock::new).take(chunks).collect(),
            next: Apart(AtomicU32::new(0)),
        };
        arena.take(1).expect("there is room for the root");
        arena
    }

    /// Nodes handed out so far, gaps at the ends of chunks included.
    pub(super) fn used(&self) -> u32 {
        self.next.0.load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) fn node(&self, index: u32) -> &Node {
        let chunk = self.chunks[(index / CHUNK) as usize].get().expect("nodes are handed out before they are used");
        &chunk[(index % CHUNK) as usize]
    }

    /// The children of a node side by side.
    #[inline]
    pub(super) fn block(&self, children: Children) -> &[Node] {
        let chunk = self.chunks[(children.first / CHUNK) as usize].get().expect("children were handed out");
        let first = (children.first % CHUNK) as usize;
        &chunk[first..first + usize::from(children.count)]
    }

    /// A block of fresh nodes; `None` when the arena is full.
    pub(super) fn take(&self, count: u32) -> Option<u32> {
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

    /// Makes the children of a node that was claimed. `false` when the arena is full.
    pub(super) fn expand(&self, node: &Node, moves: impl ExactSizeIterator<Item = Move>, passes: u16) -> bool {
        let count = moves.len() as u16;
        let Some(first) = self.take(u32::from(count)) else {
            node.give_up();
            return false;
        };
        for (index, choice) in (first..).zip(moves) {
            self.node(index).choice.store(choice.0, Ordering::Relaxed);
        }
        node.publish(Children { first, count, passes });
        true
    }

    /// A new arena that holds the tree below a node, which becomes its root: the forced passes behind it
    /// have been made. The tree exists twice until the old arena is dropped.
    pub(super) fn below(&self, root: u32, memory_mb: usize) -> Self {
        let fresh = Self::new(memory_mb);
        let mut waiting = VecDeque::from([(root, ROOT)]);
        while let Some((from, to)) = waiting.pop_front() {
            let (old, new) = (self.node(from), fresh.node(to));
            new.sum.store(old.sum.load(Ordering::Relaxed), Ordering::Relaxed);
            new.visits.store(old.visits(), Ordering::Relaxed);
            new.set_proof(old.proof());
            let Some(children) = old.children() else { continue };
            let moves: Vec<Move> = children.indices().map(|child| self.node(child).choice()).collect();
            let passes = if to == ROOT { 0 } else { children.passes };
            if fresh.expand(new, moves.into_iter(), passes) {
                let first = new.children().expect("just expanded").first;
                waiting.extend(children.indices().zip(first..));
            }
        }
        fresh
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_half_a_cache_line_and_payoffs_fit_a_word() {
        assert_eq!(size_of::<Node>(), 32);
        for payoffs in [[0; 4], [ONE; 4], [0, ONE, 1, 2], [ONE, 5, 0, ONE - 1]].map(Payoffs) {
            assert_ne!(payoffs.pack(), 0);
            assert_eq!(Payoffs::unpack(payoffs.pack()), payoffs);
        }
    }

    #[test]
    fn blocks_stay_within_chunks_and_end_with_the_room() {
        let arena = Arena::new(4);
        let mut seen = 1;
        while let Some(first) = arena.take(600) {
            assert!(first >= seen && first / CHUNK == (first + 599) / CHUNK);
            seen = first + 600;
            assert_eq!(arena.node(seen - 1).visits(), 0);
        }
        assert_eq!(seen, 2 * 109 * 600 + (CHUNK - 109 * 600), "two chunks of 109 blocks");
        assert!(arena.take(1).is_some(), "small blocks still fit");
    }

    #[test]
    fn a_subtree_is_copied_whole() {
        let arena = Arena::new(1);
        let grow = |index: u32, moves: &[u16]| {
            let node = arena.node(index);
            assert!(node.claim() && !node.claim());
            assert!(arena.expand(node, moves.iter().map(|&m| Move(m)).collect::<Vec<_>>().into_iter(), 1));
            node.children().unwrap().first
        };
        let first = grow(ROOT, &[3, 4]);
        let below = grow(first + 1, &[7, 8, 9]);
        arena.node(first + 1).visits.store(5, Ordering::Relaxed);
        arena.node(below + 2).sum.store(77, Ordering::Relaxed);
        arena.node(below).set_proof(Some(Payoffs([ONE, 0, 0, 0])));
        let fresh = arena.below(first + 1, 1);
        assert_eq!((fresh.used(), fresh.node(ROOT).visits()), (4, 5));
        let children = fresh.node(ROOT).children().unwrap();
        assert_eq!((children.count, children.passes), (3, 0));
        let choices: Vec<u16> = children.indices().map(|child| fresh.node(child).choice().0).collect();
        assert_eq!(choices, [7, 8, 9]);
        assert_eq!(fresh.node(children.first + 2).sum.load(Ordering::Relaxed), 77);
        assert_eq!(fresh.node(children.first).proof(), Some(Payoffs([ONE, 0, 0, 0])));
    }
}
