//! What the family tells the exact solver: the last squares by a small function each, discs that can
//! never be turned, and which moves to try first.

use enban_game::{Endgame, Game, Move, MoveSet, Turn};

use crate::kernel::Kernel;
use crate::reversi::{Position, ReversiOn};
use crate::ring::Edge;
use crate::squares::Squares;

/// Up to so many empty squares have a function of their own.
const LAST_SQUARES: u32 = 4;

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

    /// Whether discs are still placed at will is asked inside the closure: before it, the question makes the solver's node
    /// too large to be inlined, at 2.4% more instructions instead of 0.3%.
    #[inline(always)]
    fn solve_last(&self, state: &Self::State, alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
        self.accelerate(
            #[inline(always)]
            || match self.placing(state) != K::Set::NONE {
                true => self.plain_result(state, nodes),
                false => {
                    LastSquares { game: self, nodes }.solve(state.own, state.other, self.empties(state), alpha, beta)
                }
            },
        )
    }

    /// Each disc of theirs that can never be turned keeps two points from us. In anti it is ours that count. Discs of a
    /// free opening turn nothing, so the bound holds while they are placed too.
    #[inline(always)]
    fn ceiling(&self, state: &Self::State) -> i32 {
        let (own, other) = match self.options().anti {
            false => (state.other, state.own),
            true => (state.own, state.other),
        };
        self.size() as i32 - 2 * self.stable(own, other).count() as i32
    }

    #[inline(always)]
    fn urgent(&self, state: &Self::State, moves: K::Set) -> K::Set {
        moves & self.odd_regions(self.empties(state))
    }

    /// Fewest replies first, weighted by where they are; then few empty squares next to our discs, for them
    /// to use later; then odd regions.
    #[inline(always)]
    fn promise(&self, choice: Move, after: &Self::State) -> i32 {
        let empties = self.empties(after);
        let replies = self.moves(after.own, after.other);
        let weighted = replies.count() + (replies & self.corners()).count();
        let potential = (self.around(after.other) & empties).count();
        let odd = i32::from(self.odd_regions(empties | K::Set::one(choice.index())).has(choice.index()));
        let corner = i32::from(self.corners().has(choice.index()));
        -32 * weighted as i32 - 4 * potential as i32 + 8 * odd + 40 * corner
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
    fn final_lead_of(&self, own: K::Set, other: K::Set) -> i32 {
        let (own, other) = (own.count() as i32, other.count() as i32);
        let lead = own - other;
        let taken = lead + lead.signum() * (self.size() as i32 - own - other);
        if self.options().anti { -taken } else { taken }
    }

    /// The result by the rules alone, for those functions know only moves that turn something. Needed where hardly any square
    /// but the middle ones is alive: few moves are left while the first four discs are still placed at will.
    #[cold]
    #[inline(never)]
    fn plain_result(&self, state: &Position<K::Set>, nodes: &mut u64) -> i32 {
        *nodes += 1;
        match self.turn(state) {
            Turn::Over => self.final_lead(state),
            Turn::Pass => {
                let mut after = *state;
                self.pass(&mut after);
                -self.plain_result(&after, nodes)
            }
            Turn::Moves(moves) => {
                let result = |choice| {
                    let mut after = *state;
                    self.play(&mut after, choice);
                    -self.plain_result(&after, nodes)
                };
                moves.iter().map(result).max().expect("a turn with moves has one")
            }
        }
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

/// The last empty squares, without move lists, tables or sets of legal moves.
struct LastSquares<'l, G> {
    game: &'l G,
    nodes: &'l mut u64,
}

impl<K: Kernel, E: Edge<K>> LastSquares<'_, ReversiOn<K, E>> {
    #[inline(always)]
    fn solve(&mut self, own: K::Set, other: K::Set, empties: K::Set, alpha: i32, beta: i32) -> i32 {
        match empties.count() {
            0 => {
                *self.nodes += 1;
                self.game.final_lead_of(own, other)
            }
            1 => self.last_one(own, other, empties),
            2 => self.last_two(own, other, empties, alpha, beta),
            3 => self.last_three(own, other, empties, alpha, beta),
            _ => self.last_four(own, other, empties, alpha, beta),
        }
    }

    /// One empty square: nobody has a choice.
    #[inline(always)]
    fn last_one(&mut self, own: K::Set, other: K::Set, last: K::Set) -> i32 {
        *self.nodes += 1;
        let square = last.first_square();
        let (size, mine) = (self.game.size() as i32, own.count() as i32);
        let turned = self.game.flips(square, own, other).count() as i32;
        let lead = if turned > 0 {
            2 * (mine + turned + 1) - size
        } else {
            let turned = self.game.flips(square, other, own).count() as i32;
            if turned > 0 { 2 * (mine - turned) - size } else { return self.game.final_lead_of(own, other) }
        };
        if self.game.options().anti { -lead } else { lead }
    }

    #[inline(always)]
    fn last_two(&mut self, own: K::Set, other: K::Set, empties: K::Set, alpha: i32, beta: i32) -> i32 {
        *self.nodes += 1;
        let first = K::Set::one(empties.first_square());
        let second = empties & !first;
        let mut best = i32::MIN;
        for (here, left) in [(first, second), (second, first)] {
            if let Some((own, other)) = self.try_square(own, other, here) {
                best = best.max(-self.last_one(other, own, left));
                if best >= beta {
                    return best;
                }
            }
        }
        if best > i32::MIN {
            return best;
        }
        // Pass: they choose the least for us.
        let mut worst = i32::MAX;
        for (here, left) in [(first, second), (second, first)] {
            if let Some((other, own)) = self.try_square(other, own, here) {
                worst = worst.min(self.last_one(own, other, left));
                if worst <= alpha {
                    return worst;
                }
            }
        }
        if worst < i32::MAX { worst } else { self.game.final_lead_of(own, other) }
    }

    #[inline(always)]
    fn last_three(&mut self, own: K::Set, other: K::Set, empties: K::Set, alpha: i32, beta: i32) -> i32 {
        *self.nodes += 1;
        let (mut best, mut floor) = (i32::MIN, alpha);
        let odd = self.game.odd_regions(empties);
        for part in [empties & odd, empties & !odd] {
            for square in part.each() {
                let here = K::Set::one(square);
                if let Some((own, other)) = self.try_square(own, other, here) {
                    best = best.max(-self.last_two(other, own, empties & !here, -beta, -floor));
                    if best >= beta {
                        return best;
                    }
                    floor = floor.max(best);
                }
            }
        }
        if best > i32::MIN {
            return best;
        }
        self.passed(own, other, empties, alpha, beta)
    }

    #[inline(always)]
    fn last_four(&mut self, own: K::Set, other: K::Set, empties: K::Set, alpha: i32, beta: i32) -> i32 {
        *self.nodes += 1;
        let (mut best, mut floor) = (i32::MIN, alpha);
        let odd = self.game.odd_regions(empties);
        for part in [empties & odd, empties & !odd] {
            for square in part.each() {
                let here = K::Set::one(square);
                if let Some((own, other)) = self.try_square(own, other, here) {
                    best = best.max(-self.last_three(other, own, empties & !here, -beta, -floor));
                    if best >= beta {
                        return best;
                    }
                    floor = floor.max(best);
                }
            }
        }
        if best > i32::MIN {
            return best;
        }
        self.passed(own, other, empties, alpha, beta)
    }

    /// The side on turn has no move: the other side plays, or the game is over.
    #[inline(never)]
    fn passed(&mut self, own: K::Set, other: K::Set, empties: K::Set, alpha: i32, beta: i32) -> i32 {
        if self.game.moves(other, own) == K::Set::NONE {
            return self.game.final_lead_of(own, other);
        }
        let game = self.game;
        -game.accelerate(
            #[inline(always)]
            || self.solve(other, own, empties, -beta, -alpha),
        )
    }

    /// The discs after a disc of `own` on the square, if it turns anything.
    #[inline(always)]
    fn try_square(&self, own: K::Set, other: K::Set, here: K::Set) -> Option<(K::Set, K::Set)> {
        let square = here.first_square();
        if self.game.lines().near[square] & other == K::Set::NONE {
            return None;
        }
        let flips = self.game.flips(square, own, other);
        (flips != K::Set::NONE).then(|| (own | flips | here, other & !flips))
    }
}
