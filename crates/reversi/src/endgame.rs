//! What the family tells the exact solver: the last squares by a small function each, discs that can
//! never be turned, and which moves to try first.

use enban_game::{Endgame, Move};

use crate::kernel::Kernel;
use crate::last::{LAST_SQUARES, LastSquares};
use crate::reversi::ReversiOn;
use crate::ring::Edge;
use crate::squares::Squares;

impl<K: Kernel, E: Edge<K>> Endgame for ReversiOn<K, E> {
    #[inline(always)]
    fn moves_left(&self, state: &Self::State) -> u32 {
        self.empties(state).count()
    }

    #[inline(always)]
    fn open_moves(&self, state: &Self::State) -> K::Set {
        match self.placing(state) {
            placing if placing != K::Set::NONE => placing,
            _ => self.moves(state.own, state.other),
        }
    }

    #[inline(always)]
    fn final_lead(&self, state: &Self::State) -> i32 {
        self.final_lead_of(state.own, state.other)
    }

    #[inline(always)]
    fn lead_max(&self) -> i32 {
        self.size() as i32
    }

    #[inline(always)]
    fn identity(&self, state: &Self::State) -> [u64; 2] {
        K::Set::identity(state.own, state.other)
    }

    const LAST_SQUARES: u32 = LAST_SQUARES;

    #[inline(always)]
    fn solve_last(&self, state: &Self::State, moves: K::Set, alpha: i32, nodes: &mut u64) -> i32 {
        LastSquares::new(self, nodes).solve(state, moves, alpha)
    }

    #[inline(always)]
    fn ceiling(&self, state: &Self::State, alpha: i32) -> i32 {
        self.ceiling_of(state.own, state.other, alpha)
    }

    #[inline(always)]
    fn urgent(&self, state: &Self::State, moves: K::Set) -> K::Set {
        moves & self.odd_regions(self.empties(state))
    }

    /// Fewest replies first, weighted by where they are; then few empty squares next to our discs, for them
    /// to use later; then odd regions.
    #[inline(always)]
    fn promise(&self, choice: Move, after: &Self::State, replies: &K::Set) -> i32 {
        let empties = self.empties(after);
        let weighted = replies.count() + (*replies & self.corners()).count();
        let potential = (self.around(after.other) & empties).count();
        let region = self.lines().at(choice.index()).quarter;
        // The square itself was empty before.
        let odd = i32::from((empties & region).count().is_multiple_of(2));
        let corner = i32::from(self.corners().has(choice.index()));
        -32 * weighted as i32 - 12 * potential as i32 + 8 * odd + 20 * corner
    }

    /// Mobility, room to move later, corners or the ring, and safe discs; hand-set, to sort moves only.
    #[inline(always)]
    fn guess(&self, state: &Self::State) -> i32 {
        let empties = self.empties(state);
        let mobility =
            self.moves(state.own, state.other).count() as i32 - self.moves(state.other, state.own).count() as i32;
        let room =
            (self.around(state.other) & empties).count() as i32 - (self.around(state.own) & empties).count() as i32;
        let corners = (state.own & self.corners()).count() as i32 - (state.other & self.corners()).count() as i32;
        let sign = if self.options().anti { -1 } else { 1 };
        200 * mobility + 60 * room + sign * 800 * corners
    }
}

impl<K: Kernel, E: Edge<K>> ReversiOn<K, E> {
    /// The lead of `own` if the game ended here, the winner taking the empty squares.
    #[inline(always)]
    pub(crate) fn final_lead_of(&self, own: K::Set, other: K::Set) -> i32 {
        let (own, other) = (own.count() as i32, other.count() as i32);
        let lead = own - other;
        let taken = lead + lead.signum() * (self.size() as i32 - own - other);
        if self.options().anti { -taken } else { taken }
    }

    /// A lead that `own` cannot exceed: each disc of theirs that can never be turned keeps two points from us. In anti it is
    /// ours that count. Discs of a free opening turn nothing, so the bound holds while they are placed too.
    ///
    /// It is looked for only where an eighth of the board more than needed is theirs: with fewer it is hardly ever enough.
    #[inline(always)]
    pub(crate) fn ceiling_of(&self, own: K::Set, other: K::Set, alpha: i32) -> i32 {
        let (kept, lost) = if self.options().anti { (own, other) } else { (other, own) };
        let size = self.size() as i32;
        if size + size / 4 - 2 * kept.count() as i32 > alpha {
            return size;
        }
        size - 2 * self.stable(kept, lost).count() as i32
    }

    /// Discs of `own` that no play can ever turn: a lower bound.
    ///
    /// A disc is turned along a line only when a disc is placed on an empty square of that line and the disc
    /// lies in an unbroken run of its colour with the other colour at both ends. So along one line it is safe if the
    /// line has no empty square; or if next to it on the line is no square at all, for then one end is missing;
    /// or if next to it is a disc of its own colour that can never be turned, for that one would be in the same run.
    /// A disc that is safe along every line through it can never be turned, and the set is built up from nothing by these
    /// three reasons.
    ///
    /// The ring is one more line for the discs on it. It has no ends, and the second reason never holds; the first
    /// and the third hold there as they do elsewhere, the lap included, since a lap too needs an empty place and turns
    /// every disc of the run. The first disc on the ring that is safe by the third reason would need one before it,
    /// so unless the ring is full no disc on it is ever safe.
    #[inline(always)]
    pub fn stable(&self, own: K::Set, other: K::Set) -> K::Set {
        let lines = self.lines();
        let empty = lines.squares & !(own | other);
        let ring_is_full = lines.ring & empty == K::Set::NONE;
        let mut candidates = own;
        if !ring_is_full {
            candidates &= !lines.ring;
        }
        if candidates == K::Set::NONE {
            return K::Set::NONE;
        }
        let safe = lines.safe_along(empty);
        let mut stable = K::Set::NONE;
        loop {
            let mut grown = candidates;
            for (way, step) in lines.steps.iter().enumerate() {
                grown &=
                    safe[way] | ((stable & lines.not_last[way]) << *step) | ((stable & lines.not_first[way]) >> *step);
            }
            if grown == stable {
                return stable;
            }
            stable = grown;
        }
    }
}
