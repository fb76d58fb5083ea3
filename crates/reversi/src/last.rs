//! The last empty squares: a small function for each number of them, all on null windows and without tables. Six and seven are
//! sorted by the replies they leave, fewer by parity alone.

use enban_game::{Game, Turn};

use crate::kernel::Kernel;
use crate::lines::Lines;
use crate::reversi::{Position, ReversiOn};
use crate::ring::Edge;
use crate::squares::Squares;

/// Up to so many empty squares are solved here.
pub(crate) const LAST_SQUARES: u32 = 7;

/// The discs as the side to move sees them.
#[derive(Clone, Copy)]
struct Discs<S> {
    own: S,
    other: S,
}

impl<S: Squares> Discs<S> {
    #[inline(always)]
    fn swapped(self) -> Self {
        Self { own: self.other, other: self.own }
    }
}

/// A position with its moves, its empty squares, and the squares of odd regions.
#[derive(Clone, Copy)]
struct Node<S> {
    discs: Discs<S>,
    moves: S,
    empties: S,
    odd: S,
}

/// A walk through the last squares of one position.
pub(crate) struct LastSquares<'l, K: Kernel, E> {
    game: &'l ReversiOn<K, E>,
    lines: &'l Lines<K::Set>,
    nodes: &'l mut u64,
}

/// A few empty squares in the order in which to try them, a byte each.
#[derive(Clone, Copy)]
struct Few<const COUNT: u32>(u32);

impl<const COUNT: u32> Few<COUNT> {
    #[inline(always)]
    fn of<S: Squares>(mut set: S) -> Self {
        let mut few = 0;
        for number in 0..COUNT {
            let square = set.first_square();
            set &= !S::one(square);
            few |= (square as u32) << (8 * number);
        }
        Self(few)
    }

    #[inline(always)]
    fn get(self, number: u32) -> usize {
        (self.0 >> (8 * number) & 0xFF) as usize
    }

    /// The first one last.
    #[inline(always)]
    fn turned(self) -> Self {
        Self(self.0 >> 8 | (self.0 & 0xFF) << (8 * (COUNT - 1)))
    }

    /// The first two in each other's place.
    #[inline(always)]
    fn crossed(self) -> Self {
        Self(self.0 & !0xFFFF | self.0 >> 8 & 0xFF | (self.0 & 0xFF) << 8)
    }

    /// All but the first.
    #[inline(always)]
    fn rest<const LESS: u32>(self) -> Few<LESS> {
        Few(self.0 >> 8)
    }
}

impl<'l, K: Kernel, E: Edge<K>> LastSquares<'l, K, E> {
    #[inline(always)]
    pub(crate) fn new(game: &'l ReversiOn<K, E>, nodes: &'l mut u64) -> Self {
        Self { game, lines: game.lines(), nodes }
    }

    /// A bound that answers "is the result more than `alpha`?"; see [`Endgame::solve_last`](enban_game::Endgame::solve_last).
    #[inline(always)]
    pub(crate) fn solve(&mut self, state: &Position<K::Set>, moves: K::Set, alpha: i32) -> i32 {
        let game = self.game;
        // Asked inside the closure: before it, the question makes the solver's node too large to be inlined.
        game.accelerate(
            #[inline(always)]
            || match game.placing(state) != K::Set::NONE {
                true => self.plain(state),
                false => self.start(Discs { own: state.own, other: state.other }, moves, alpha),
            },
        )
    }

    /// The result by the rules alone, for the functions below know only moves that turn something. Needed where hardly any
    /// square but the middle ones is alive: few moves are left while the first four discs are still placed at will.
    #[cold]
    #[inline(never)]
    fn plain(&mut self, state: &Position<K::Set>) -> i32 {
        let game = self.game;
        *self.nodes += 1;
        match game.turn(state) {
            Turn::Over => game.final_lead_of(state.own, state.other),
            Turn::Pass => {
                let mut after = *state;
                game.pass(&mut after);
                -self.plain(&after)
            }
            Turn::Moves(moves) => {
                let result = |choice| {
                    let mut after = *state;
                    game.play(&mut after, choice);
                    -self.plain(&after)
                };
                enban_game::MoveSet::iter(&moves).map(result).max().expect("a turn with moves has one")
            }
        }
    }

    #[inline(always)]
    fn start(&mut self, discs: Discs<K::Set>, moves: K::Set, alpha: i32) -> i32 {
        let empties = self.lines.squares & !(discs.own | discs.other);
        match empties.count() {
            0 => {
                *self.nodes += 1;
                self.game.final_lead_of(discs.own, discs.other)
            }
            1 => self.last_one(discs, empties.first_square()),
            2 => self.last_two(discs, Few::of(empties), alpha),
            3 => self.last_three(discs, Few::of(empties), alpha),
            4 => self.last_four(discs, Few::of(empties), alpha),
            left => {
                let odd = self.game.odd_regions(empties);
                self.shallow(Node { discs, moves, empties, odd }, left, alpha)
            }
        }
    }

    /// Five to seven empty squares.
    #[inline(always)]
    fn shallow(&mut self, node: Node<K::Set>, left: u32, alpha: i32) -> i32 {
        *self.nodes += 1;
        if node.moves == K::Set::NONE {
            return self.passed(node.discs, alpha);
        }
        if left == 5 {
            return self.by_parity(node, alpha);
        }
        let ceiling = self.game.ceiling_of(node.discs.own, node.discs.other, alpha);
        if ceiling <= alpha {
            return ceiling;
        }
        self.fastest_first(node, left, alpha)
    }

    /// Five empty squares: moves in odd regions first.
    #[inline(always)]
    fn by_parity(&mut self, node: Node<K::Set>, alpha: i32) -> i32 {
        let Node { discs, moves, empties, odd } = node;
        let mut best = i32::MIN;
        for mut part in [moves & odd, moves & !odd] {
            while part != K::Set::NONE {
                let square = part.first_square();
                part &= !K::Set::one(square);
                let after = self.played(discs, square);
                let squares = Few::of(empties & !K::Set::one(square));
                let this = &mut *self;
                let found = this.game.accelerate(
                    #[inline(always)]
                    move || this.last_four(after, squares, -alpha - 1),
                );
                best = best.max(-found);
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }

    /// Six or seven empty squares: moves that leave the fewest replies first, then those in odd regions. The replies are the
    /// moves of the next node, so that only those of nodes that are never visited are found in vain.
    #[inline(always)]
    fn fastest_first(&mut self, node: Node<K::Set>, left: u32, alpha: i32) -> i32 {
        let Node { discs, moves, empties, odd } = node;
        let mut children = [node; LAST_SQUARES as usize + 1];
        // What a move costs, with its number in the lowest bits.
        let mut costs = [u32::MAX; LAST_SQUARES as usize + 1];
        let mut rest = moves;
        for ((number, child), cost) in (0..).zip(&mut children).zip(&mut costs).take(moves.count() as usize) {
            let square = rest.first_square();
            let here = K::Set::one(square);
            rest &= !here;
            let after = self.played(discs, square);
            let replies = self.game.moves(after.own, after.other);
            let odd_after = odd ^ self.lines.at(square).quarter;
            *child = Node { discs: after, moves: replies, empties: empties & !here, odd: odd_after };
            let weighted = replies.count() + (replies & self.lines.corners).count();
            *cost = (4 * weighted + u32::from(odd & here == K::Set::NONE)) << 3 | number;
        }
        let mut best = i32::MIN;
        for _ in 0..moves.count() {
            let cheapest = costs.iter().fold(u32::MAX, |least, &cost| least.min(cost));
            let number = (cheapest % 8) as usize;
            costs[number] = u32::MAX;
            let (this, child) = (&mut *self, children[number]);
            let found = this.game.accelerate(
                #[inline(always)]
                move || this.shallow(child, left - 1, -alpha - 1),
            );
            best = best.max(-found);
            if best > alpha {
                break;
            }
        }
        best
    }

    #[inline(always)]
    fn last_four(&mut self, discs: Discs<K::Set>, squares: Few<4>, alpha: i32) -> i32 {
        *self.nodes += 1;
        let mut squares = self.four_by_parity(squares);
        let mut best = i32::MIN;
        for _ in 0..4 {
            if let Some(after) = self.try_square(discs, squares.get(0)) {
                best = best.max(-self.last_three(after, squares.rest(), -alpha - 1));
                if best > alpha {
                    return best;
                }
            }
            squares = squares.turned();
        }
        if best > i32::MIN { best } else { self.passed(discs, alpha) }
    }

    #[inline(always)]
    fn last_three(&mut self, discs: Discs<K::Set>, squares: Few<3>, alpha: i32) -> i32 {
        *self.nodes += 1;
        let mut squares = self.three_by_parity(squares);
        let mut best = i32::MIN;
        for _ in 0..3 {
            if let Some(after) = self.try_square(discs, squares.get(0)) {
                best = best.max(-self.last_two(after, squares.rest(), -alpha - 1));
                if best > alpha {
                    return best;
                }
            }
            squares = squares.turned();
        }
        if best > i32::MIN { best } else { self.passed(discs, alpha) }
    }

    #[inline(always)]
    fn last_two(&mut self, discs: Discs<K::Set>, squares: Few<2>, alpha: i32) -> i32 {
        *self.nodes += 1;
        let (a, b) = (squares.get(0), squares.get(1));
        let mut best = i32::MIN;
        for (square, last) in [(a, b), (b, a)] {
            if let Some(after) = self.try_square(discs, square) {
                best = best.max(-self.last_one(after, last));
                if best > alpha {
                    return best;
                }
            }
        }
        if best > i32::MIN {
            return best;
        }
        // Pass: they choose the least for us.
        let mut worst = i32::MAX;
        for (square, last) in [(a, b), (b, a)] {
            if let Some(after) = self.try_square(discs.swapped(), square) {
                worst = worst.min(self.last_one(after, last));
                if worst <= alpha {
                    return worst;
                }
            }
        }
        if worst < i32::MAX { worst } else { self.game.final_lead_of(discs.own, discs.other) }
    }

    /// One empty square: nobody has a choice, and only the number of discs turned counts.
    #[inline(always)]
    fn last_one(&mut self, discs: Discs<K::Set>, last: usize) -> i32 {
        *self.nodes += 1;
        let game = self.game;
        let (size, mine) = (game.size() as i32, discs.own.count() as i32);
        let turned = game.last_turned(last, discs.own, discs.other);
        let lead = match turned {
            0 => return game.final_lead_of(discs.own, discs.other),
            _ => 2 * (mine + turned + i32::from(turned > 0)) - size,
        };
        if game.options().anti { -lead } else { lead }
    }

    /// The side on turn has no move: the other side plays, or the game is over.
    #[inline(never)]
    fn passed(&mut self, discs: Discs<K::Set>, alpha: i32) -> i32 {
        let game = self.game;
        game.accelerate(
            #[inline(always)]
            || match game.moves(discs.other, discs.own) {
                none if none == K::Set::NONE => game.final_lead_of(discs.own, discs.other),
                moves => -self.start(discs.swapped(), moves, -alpha - 1),
            },
        )
    }

    /// Parity makes a difference where two are in one quarter and two alone: those alone first.
    #[inline(always)]
    fn four_by_parity(&self, squares: Few<4>) -> Few<4> {
        let same = |first: u32, second: u32| self.same_quarter(squares.get(first), squares.get(second));
        let order = |order: [usize; 4]| {
            Few(order.iter().rev().fold(0, |few, &number| few << 8 | squares.get(number as u32) as u32))
        };
        match [same(0, 1), same(0, 2), same(0, 3), same(1, 2), same(1, 3), same(2, 3)] {
            [true, false, false, false, false, false] => order([2, 3, 0, 1]),
            [false, true, false, false, false, false] => order([1, 3, 0, 2]),
            [false, false, true, false, false, false] => order([1, 2, 0, 3]),
            [false, false, false, true, false, false] => order([0, 3, 1, 2]),
            [false, false, false, false, true, false] => order([0, 2, 1, 3]),
            _ => squares,
        }
    }

    /// With two in one quarter the one alone is first.
    #[inline(always)]
    fn three_by_parity(&self, squares: Few<3>) -> Few<3> {
        let region = self.lines.at(squares.get(0)).quarter;
        match (region.has(squares.get(1)), region.has(squares.get(2))) {
            (true, false) => squares.turned().turned(),
            (false, true) => squares.crossed(),
            _ => squares,
        }
    }

    #[inline(always)]
    fn same_quarter(&self, first: usize, second: usize) -> bool {
        self.lines.at(first).quarter.has(second)
    }

    /// The discs after one of ours on the square, if it turns anything, as the other side sees them.
    #[inline(always)]
    fn try_square(&self, discs: Discs<K::Set>, square: usize) -> Option<Discs<K::Set>> {
        if self.lines.at(square).near & discs.other == K::Set::NONE {
            return None;
        }
        let flips = self.game.flips(square, discs.own, discs.other);
        let after = Discs { own: discs.other & !flips, other: discs.own | flips | K::Set::one(square) };
        (flips != K::Set::NONE).then_some(after)
    }

    /// The discs after one of ours on a square where it turns something, as the other side sees them.
    #[inline(always)]
    fn played(&self, discs: Discs<K::Set>, square: usize) -> Discs<K::Set> {
        let flips = self.game.flips(square, discs.own, discs.other);
        Discs { own: discs.other & !flips, other: discs.own | flips | K::Set::one(square) }
    }
}
