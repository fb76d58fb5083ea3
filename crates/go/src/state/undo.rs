//! Stones that are taken back: what they overwrite is written down first.
//!
//! A position of a large board is some ten thousand bytes, of which a stone changes a few hundred. Where moves are
//! tried by the dozen, as in a ladder, this is many times faster than a copy for each.

use enban_game::Bits;

use super::{Chain, State};

/// The stones that can be taken back, and what they overwrote.
#[derive(Clone, Debug)]
pub struct Undo<const W: usize> {
    past: Vec<Past<W>>,
    /// Heads whose slot was overwritten, with what was there.
    slots: Vec<(u16, Chain<W>)>,
    /// Heads of chains that became part of another one; their slots are as they were.
    joined: Vec<u16>,
}

/// The small parts of a position, and how long the lists were.
#[derive(Clone, Debug)]
struct Past<const W: usize> {
    stones: [Bits<W>; 2],
    atari: [Bits<W>; 2],
    hash: u64,
    prisoners: [u32; 2],
    ko: u16,
    mover: u8,
    passes: u8,
    /// The point that was played on, and the head that was noted there.
    point: u16,
    head: u16,
    slots: usize,
    joined: usize,
}

impl<const W: usize> Default for Undo<W> {
    fn default() -> Self {
        Self { past: Vec::new(), slots: Vec::new(), joined: Vec::new() }
    }
}

impl<const W: usize> Undo<W> {
    /// Before a stone is put on a point: what that will change and is small.
    #[inline(always)]
    pub(crate) fn begin(&mut self, state: &State<W>, point: usize) {
        let &State { stones, atari, hash, prisoners, ko, mover, passes, .. } = state;
        let (slots, joined) = (self.slots.len(), self.joined.len());
        // A stone that was taken here in a move before will be back with the head it had.
        let (head, point) = (state.heads.as_flattened()[point], point as u16);
        self.past.push(Past { stones, atari, hash, prisoners, ko, mover, passes, point, head, slots, joined });
    }
}

/// Hears of chains before they are overwritten.
pub(crate) trait Scribe<const W: usize> {
    /// The slot of a head will hold something else.
    fn overwritten(&mut self, head: usize, chain: &Chain<W>);

    /// The chain of a head becomes part of another one.
    fn joined(&mut self, head: usize);
}

/// For moves that are not taken back.
pub(crate) struct Nobody;

impl<const W: usize> Scribe<W> for Nobody {
    #[inline(always)]
    fn overwritten(&mut self, _: usize, _: &Chain<W>) {}

    #[inline(always)]
    fn joined(&mut self, _: usize) {}
}

impl<const W: usize> Scribe<W> for Undo<W> {
    #[inline(always)]
    fn overwritten(&mut self, head: usize, chain: &Chain<W>) {
        self.slots.push((head as u16, *chain));
    }

    #[inline(always)]
    fn joined(&mut self, head: usize) {
        self.joined.push(head as u16);
    }
}

impl<const W: usize> State<W> {
    /// Takes back the last stone of those that `undo` has heard of, all of which were put on this board one after the other.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[inline(always)]
    pub(crate) fn take_back(&mut self, undo: &mut Undo<W>) {
        let past = undo.past.pop().expect("a stone was put on the board");
        (self.stones, self.atari, self.hash, self.prisoners) = (past.stones, past.atari, past.hash, past.prisoners);
        (self.ko, self.mover, self.passes) = (past.ko, past.mover, past.passes);
        // A slot that was overwritten twice gets what was there first.
        for (head, chain) in undo.slots.drain(past.slots..).rev() {
            self.chains.as_flattened_mut()[usize::from(head)] = chain;
        }
        for head in undo.joined.drain(past.joined..).rev() {
            let head = usize::from(head);
            self.relabel(self.chain(head).stones, head);
        }
        self.heads.as_flattened_mut()[usize::from(past.point)] = past.head;
    }
}
