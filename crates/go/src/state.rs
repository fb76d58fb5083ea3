//! A position: stones, chains with their stones and liberties, and what a stone put on the board changes.
//!
//! Every chain keeps its stones and liberties as sets in the slot of its head, one of its points; every
//! stone knows the head of its chain. Per colour the state also keeps the set of stones in atari (whose
//! chain has one liberty), because with it the legal points of a position are one question about
//! neighbours of a set. All of this is kept up to date stone by stone; [`State::validate`] recomputes it.

mod undo;

use std::fmt;

use enban_game::{Bits, Colour, Seat};

use crate::board::{Board, PerPoint};

pub use undo::Undo;
pub(crate) use undo::{Nobody, Scribe};

/// Where no point is meant.
const NOWHERE: u16 = u16::MAX;

/// A maximal set of stones of one colour that are joined along the lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chain<const W: usize> {
    /// Its stones.
    pub stones: Bits<W>,
    /// The empty points next to them.
    pub liberties: Bits<W>,
}

/// A position with everything that decides what may happen next, except for superko.
#[derive(Clone)]
pub struct State<const W: usize> {
    /// The stones of black and of white.
    stones: [Bits<W>; 2],
    /// Those of them whose chain has exactly one liberty.
    atari: [Bits<W>; 2],
    hash: u64,
    /// The stones of each colour that were taken off the board.
    prisoners: [u32; 2],
    ko: u16,
    mover: u8,
    passes: u8,
    /// The head of each stone's chain; left over from the past where there is no stone.
    heads: PerPoint<u16, W>,
    /// The chain of each head; left over from the past elsewhere.
    chains: PerPoint<Chain<W>, W>,
}

/// What a state keeps up to date and has wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Invalid {
    /// The stones of the colours.
    #[error("stones overlap or lie outside the board")]
    Stones,
    /// The hash.
    #[error("the hash is not that of the stones")]
    Hash,
    /// The stones with one liberty left.
    #[error("the stones in atari are not those with one liberty")]
    Atari,
    /// The chain of a point.
    #[error("the chain of point {0} is not what walking finds")]
    Chain(usize),
    /// A chain that should have been taken off.
    #[error("the chain of point {0} has no liberty")]
    NoLiberty(usize),
    /// A point that the ko rule forbids without reason.
    #[error("no ko at point {0}")]
    Ko(usize),
}

/// The index of a colour in per-colour arrays.
#[inline(always)]
pub(crate) fn index_of(colour: Colour) -> usize {
    match colour {
        Colour::Black => 0,
        Colour::White => 1,
    }
}

/// Whether a set has exactly one member, given that it is not empty.
#[inline(always)]
fn is_single<const W: usize>(set: &Bits<W>) -> bool {
    set.count() == 1
}

/// The set of one point. Every word is computed: a store of one word of a set that is then read as a whole
/// makes the processor wait.
#[inline(always)]
fn only<const W: usize>(point: usize) -> Bits<W> {
    Bits(std::array::from_fn(|at| u64::from(point / 64 == at) << (point % 64)))
}

impl<const W: usize> State<W> {
    /// The empty board, black to move.
    pub(crate) fn new() -> Self {
        Self {
            stones: [Bits::EMPTY; 2],
            atari: [Bits::EMPTY; 2],
            hash: 0,
            prisoners: [0; 2],
            ko: NOWHERE,
            mover: 0,
            passes: 0,
            heads: [[NOWHERE; 64]; W],
            chains: [[Chain { stones: Bits::EMPTY, liberties: Bits::EMPTY }; 64]; W],
        }
    }

    /// A position with these stones of black and white, which do not overlap. Chains without liberties
    /// are not noticed here.
    pub(crate) fn from_stones(board: &Board<W>, stones: [Bits<W>; 2], mover: Seat) -> Self {
        let mut state = Self::new();
        state.stones = stones;
        state.mover = mover.0;
        for (colour, own) in stones.into_iter().enumerate() {
            let mut left = own;
            while let Some(head) = left.first() {
                let chain = state.flood(board, colour, head);
                left &= !chain.stones;
                chain.stones.indices().for_each(|point| state.hash ^= board.hash(colour, point));
                state.settle(colour, head, chain);
            }
        }
        state
    }

    /// The chain of a stone, found by walking over the stones.
    fn flood(&self, board: &Board<W>, colour: usize, point: usize) -> Chain<W> {
        let stones = board.reach(&Bits::one(point), &self.stones[colour]);
        Chain { stones, liberties: board.neighbours_of(&stones) & self.empties(board) }
    }

    /// The stones of a colour.
    #[inline(always)]
    pub fn stones(&self, colour: Colour) -> Bits<W> {
        self.stones[index_of(colour)]
    }

    /// The stones of a colour whose chain has exactly one liberty.
    #[inline(always)]
    pub fn in_atari(&self, colour: Colour) -> Bits<W> {
        self.atari[index_of(colour)]
    }

    /// How many stones of a colour were taken off the board.
    #[inline]
    pub fn prisoners(&self, colour: Colour) -> u32 {
        self.prisoners[index_of(colour)]
    }

    /// The points without a stone.
    #[inline(always)]
    pub fn empties(&self, board: &Board<W>) -> Bits<W> {
        board.all() & !(self.stones[0] | self.stones[1])
    }

    /// The colour of the stone on a point.
    #[inline]
    pub fn colour_at(&self, point: usize) -> Option<Colour> {
        [Colour::Black, Colour::White].into_iter().find(|&colour| self.stones(colour).has(point))
    }

    /// The chain of the stone on a point.
    #[inline]
    pub fn chain_at(&self, point: usize) -> Option<&Chain<W>> {
        self.colour_at(point).map(|_| self.chain(self.head(point)))
    }

    /// The points on which opposing chains beside a chain of the mover can be taken.
    #[inline(always)]
    pub fn counter_captures(&self, board: &Board<W>, chain: &Chain<W>) -> Bits<W> {
        let mut left = board.neighbours_of(&chain.stones) & self.in_atari(self.mover().other());
        let mut points = Bits::EMPTY;
        while let Some(other) = left.first().and_then(|point| self.chain_at(point)) {
            left &= !other.stones;
            points |= other.liberties;
        }
        points
    }

    /// The colour to move.
    #[inline]
    pub fn mover(&self) -> Colour {
        if self.mover == 0 { Colour::Black } else { Colour::White }
    }

    /// The point where the mover may not take back at once.
    #[inline(always)]
    pub fn ko(&self) -> Option<usize> {
        (self.ko != NOWHERE).then_some(usize::from(self.ko))
    }

    /// The passes in a row that led here: 0, 1, or 2 when the game is over.
    #[inline(always)]
    pub fn passes(&self) -> u32 {
        u32::from(self.passes)
    }

    /// The hash of the stones alone.
    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    pub(crate) fn set_ko(&mut self, point: usize) {
        self.ko = point as u16;
    }

    pub(crate) fn set_prisoners(&mut self, prisoners: [u32; 2]) {
        self.prisoners = prisoners;
    }

    pub(crate) fn set_passes(&mut self, passes: u8) {
        self.passes = passes;
    }

    /// Lets the game go on after passes, as where players do not agree on what is dead.
    pub fn resume(&mut self) {
        self.passes = 0;
    }

    /// Makes it the turn of a seat; the ko and the passes are over.
    pub(crate) fn give_turn(&mut self, seat: Seat) {
        (self.mover, self.passes, self.ko) = (seat.0, 0, NOWHERE);
    }

    #[inline(always)]
    fn head(&self, point: usize) -> usize {
        usize::from(self.heads.as_flattened()[point])
    }

    #[inline(always)]
    fn chain(&self, head: usize) -> &Chain<W> {
        &self.chains.as_flattened()[head]
    }

    /// Makes a pass.
    #[inline(always)]
    pub(crate) fn pass(&mut self) {
        self.passes += 1;
        self.ko = NOWHERE;
        self.mover ^= 1;
    }

    /// Puts a stone of the mover on a legal point, takes what has lost its last liberty, and gives the
    /// turn to the other colour.
    #[inline(always)]
    pub(crate) fn put(&mut self, board: &Board<W>, point: usize, scribe: &mut impl Scribe<W>) {
        let own = usize::from(self.mover & 1);
        let around = board.neighbours(point);
        let alone = !around.meets(&self.stones[own]);
        self.stones[own] |= only(point);
        self.hash ^= board.hash(own, point);
        let head = self.join(board, own, point, around, scribe);
        let taken = self.press(1 - own, point, around, scribe);
        self.ko = NOWHERE;
        if !taken.none() {
            self.take(board, 1 - own, taken, scribe);
            if alone && is_single(&taken) && is_single(&self.chain(head).liberties) {
                self.ko = taken.first().map_or(NOWHERE, |point| point as u16);
            }
        } else if self.chain(head).liberties.none() {
            let chain = *self.chain(head);
            self.take(board, own, chain.stones, scribe);
        }
        self.passes = 0;
        self.mover ^= 1;
    }

    /// Joins a new stone with the chains next to it and returns the head of the result. The largest
    /// chain keeps its head, so that few stones change theirs: random games are a tenth faster for it.
    #[inline(always)]
    fn join(
        &mut self,
        board: &Board<W>,
        own: usize,
        point: usize,
        around: Bits<W>,
        scribe: &mut impl Scribe<W>,
    ) -> usize {
        let mut chain = Chain { stones: only(point), liberties: around & self.empties(board) };
        let mut near = around & self.stones[own];
        let mut head = point;
        if let Some(neighbour) = near.first() {
            head = self.head(neighbour);
            let mut kept = *self.chain(head);
            near &= !kept.stones;
            chain.liberties |= kept.liberties;
            while let Some(neighbour) = near.first() {
                let mut other_head = self.head(neighbour);
                let mut other = *self.chain(other_head);
                near &= !other.stones;
                chain.liberties |= other.liberties;
                if other.stones.count() > kept.stones.count() {
                    std::mem::swap(&mut head, &mut other_head);
                    std::mem::swap(&mut kept, &mut other);
                }
                scribe.joined(other_head);
                self.relabel(other.stones, head);
                kept.stones |= other.stones;
            }
            chain.stones |= kept.stones;
            chain.liberties &= !only(point);
        }
        self.heads.as_flattened_mut()[point] = head as u16;
        scribe.overwritten(head, self.chain(head));
        self.chains.as_flattened_mut()[head] = chain;
        self.mark(own, &chain);
        head
    }

    /// Takes the liberty `point` away from the chains of a colour around it, and returns the stones that
    /// have none left.
    #[inline(always)]
    fn press(&mut self, colour: usize, point: usize, around: Bits<W>, scribe: &mut impl Scribe<W>) -> Bits<W> {
        let mut near = around & self.stones[colour];
        let mut taken = Bits::EMPTY;
        while let Some(neighbour) = near.first() {
            let head = self.head(neighbour);
            let chain = &mut self.chains.as_flattened_mut()[head];
            scribe.overwritten(head, chain);
            chain.liberties &= !only(point);
            near &= !chain.stones;
            match chain.liberties.count() {
                0 => taken |= chain.stones,
                1 => self.atari[colour] |= chain.stones,
                _ => {}
            }
        }
        taken
    }

    /// Takes whole chains of a colour off the board.
    #[inline(always)]
    fn take(&mut self, board: &Board<W>, colour: usize, taken: Bits<W>, scribe: &mut impl Scribe<W>) {
        self.stones[colour] &= !taken;
        self.atari[colour] &= !taken;
        let count = taken.count();
        self.prisoners[colour] += count;
        let mut left = taken;
        while let Some(point) = left.first() {
            self.hash ^= board.hash(colour, point);
            left.clear(point);
        }
        let other = 1 - colour;
        let mut near = board.neighbours_of(&taken) & self.stones[other];
        while let Some(neighbour) = near.first() {
            let head = self.head(neighbour);
            let mut chain = *self.chain(head);
            near &= !chain.stones;
            scribe.overwritten(head, &chain);
            // All the chains around a single stone gain the same liberty.
            chain.liberties |= if count == 1 { taken } else { board.neighbours_of(&chain.stones) & taken };
            self.chains.as_flattened_mut()[head].liberties = chain.liberties;
            self.mark(other, &chain);
        }
    }

    /// Notes whether a chain stands in atari.
    #[inline(always)]
    fn mark(&mut self, colour: usize, chain: &Chain<W>) {
        if is_single(&chain.liberties) {
            self.atari[colour] |= chain.stones;
        } else {
            self.atari[colour] &= !chain.stones;
        }
    }

    #[inline(always)]
    fn relabel(&mut self, stones: Bits<W>, head: usize) {
        let mut left = stones;
        while let Some(point) = left.first() {
            self.heads.as_flattened_mut()[point] = head as u16;
            left.clear(point);
        }
    }

    /// Stores a chain found by walking.
    fn settle(&mut self, colour: usize, head: usize, chain: Chain<W>) {
        self.relabel(chain.stones, head);
        self.chains.as_flattened_mut()[head] = chain;
        self.mark(colour, &chain);
    }

    /// Recomputes everything that is kept up to date stone by stone, and names what differs. Slow: for
    /// tests.
    pub fn validate(&self, board: &Board<W>) -> Result<(), Invalid> {
        let [black, white] = self.stones;
        if black.meets(&white) || !((black | white) & !board.all()).none() {
            return Err(Invalid::Stones);
        }
        let fresh = Self::from_stones(board, self.stones, Seat(self.mover));
        if fresh.hash != self.hash {
            return Err(Invalid::Hash);
        }
        if fresh.atari != self.atari {
            return Err(Invalid::Atari);
        }
        for point in (black | white).indices() {
            let (walked, kept) = (fresh.chain(fresh.head(point)), self.chain(self.head(point)));
            if walked != kept {
                return Err(Invalid::Chain(point));
            }
            if walked.liberties.none() {
                return Err(Invalid::NoLiberty(point));
            }
        }
        match self.ko() {
            Some(ko) if !self.is_ko_shape(board, ko) => Err(Invalid::Ko(ko)),
            _ => Ok(()),
        }
    }

    /// Whether the mover, playing on `point`, would take back the one stone that has just taken there:
    /// all around are stones of the opponent, one of them alone and without another liberty.
    pub(crate) fn is_ko_shape(&self, board: &Board<W>, point: usize) -> bool {
        let around = board.neighbours(point);
        let theirs = self.stones[usize::from(1 - self.mover)];
        let lone = |neighbour: usize| {
            self.chain_at(neighbour)
                .is_some_and(|chain| chain.stones == Bits::one(neighbour) && chain.liberties == Bits::one(point))
        };
        self.empties(board).has(point) && around & theirs == around && around.indices().any(lone)
    }
}

/// Positions are equal when the same may happen next; which stone heads a chain does not matter.
impl<const W: usize> PartialEq for State<W> {
    fn eq(&self, other: &Self) -> bool {
        let rest = |state: &Self| (state.prisoners, state.ko, state.mover, state.passes);
        self.stones == other.stones && rest(self) == rest(other)
    }
}

impl<const W: usize> Eq for State<W> {}

impl<const W: usize> fmt::Debug for State<W> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = |set: Bits<W>| set.indices().collect::<Vec<_>>();
        out.debug_struct("State")
            .field("black", &points(self.stones[0]))
            .field("white", &points(self.stones[1]))
            .field("mover", &self.mover())
            .field("ko", &self.ko())
            .field("prisoners", &self.prisoners)
            .field("passes", &self.passes)
            .finish_non_exhaustive()
    }
}
