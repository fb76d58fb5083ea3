//! The lines of a board as shifts and masks: which squares are next to each other, and which lines are full.

use enban_reversi::{Edge, Kernel, Reversi, Squares};

/// Rounds of doubling that carry a fill across the widest grid.
const ROUNDS_MAX: usize = 4;

/// One of the four ways a straight line may run.
#[derive(Clone, Copy, Debug)]
struct Axis<S> {
    /// How many bits neighbours lie apart.
    step: u32,
    /// The squares with a neighbour on the side of smaller squares; then those with two in a row there, with
    /// four, with eight.
    up: [S; ROUNDS_MAX],
    /// The same on the side of larger squares.
    down: [S; ROUNDS_MAX],
    /// The squares at an end of their line.
    ends: S,
}

/// All lines of a board, its ring included.
#[derive(Clone, Debug)]
pub struct Lines<S> {
    board: S,
    ring: S,
    axes: [Axis<S>; 4],
}

/// On which axes a disc is safe because of where it stands: its line is full there, or ends at the disc.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Safe<S>(pub(crate) [S; 4]);

impl<S: Squares> Lines<S> {
    /// The lines of a game's board.
    pub fn of<K: Kernel<Set = S>, E: Edge<K>>(game: &Reversi<K, E>) -> Self {
        let ring = game.edge().ring().map_or(&[][..], |ring| ring.squares());
        let ring = ring.iter().fold(S::NONE, |set, &square| set | S::one(square));
        Self::new(game.shape().squares, ring)
    }

    /// The lines of a board with these squares, some of which form a ring.
    pub fn new(board: S, ring: S) -> Self {
        let axes = [(1, 0), (-1, 1), (0, 1), (1, 1)].map(|(right, down)| Axis::new(board, right, down));
        Self { board, ring, axes }
    }

    /// The squares of the ring; none on open boards.
    pub fn ring(&self) -> S {
        self.ring
    }

    /// The squares at which every straight line ends: no line runs on through them, so that a disc there is
    /// never outflanked on an open board.
    pub fn corners(&self) -> S {
        self.axes.iter().fold(self.board, |corners, axis| corners & axis.ends)
    }

    /// The squares of the board next to those of a set.
    #[inline(always)]
    pub fn around(&self, set: S) -> S {
        self.axes.iter().fold(S::NONE, |all, axis| all | axis.beside(set))
    }

    /// On which straight axes discs are safe because of where they stand.
    #[inline(always)]
    pub(crate) fn safe(&self, empties: S) -> Safe<S> {
        Safe(self.axes.map(|axis| axis.ends | (self.board & !axis.reached(empties))))
    }

    /// The squares of a set that stand beside one of `anchors` on an axis or are safe there, for all axes.
    #[inline(always)]
    pub(crate) fn held(&self, set: S, anchors: S, safe: &Safe<S>) -> S {
        let axes = self.axes.iter().zip(&safe.0);
        axes.fold(set, |held, (axis, &safe)| held & (safe | axis.beside(anchors)))
    }

    /// The squares whose line along the ring, if they have one, cannot be closed any more.
    #[inline(always)]
    pub(crate) fn off_open_ring(&self, empties: S) -> S {
        if self.ring & empties == S::NONE { self.board } else { self.board & !self.ring }
    }
}

impl<S: Squares> Axis<S> {
    fn new(board: S, right: i64, down: i64) -> Self {
        let side = S::SIDE as i64;
        let has_neighbour = |square: usize, sign: i64| {
            let (column, row) = (square as i64 % side + sign * right, square as i64 / side + sign * down);
            let inside = |at: i64| (0..side).contains(&at);
            inside(column) && inside(row) && board.has((row * side + column) as usize)
        };
        let with = |sign: i64| {
            let squares = board.each().filter(|&square| has_neighbour(square, sign));
            squares.fold(S::NONE, |set, square| set | S::one(square))
        };
        let step = (down * side + right) as u32;
        let (mut up, mut down) = ([S::NONE; ROUNDS_MAX], [S::NONE; ROUNDS_MAX]);
        (up[0], down[0]) = (with(-1), with(1));
        for round in 1..Self::rounds() {
            let shift = step << (round - 1);
            up[round] = up[round - 1] & (up[round - 1] << shift);
            down[round] = down[round - 1] & (down[round - 1] >> shift);
        }
        Self { step, up, down, ends: board & !(up[0] & down[0]) }
    }

    /// How often a fill doubles to reach the far side: 7 squares on, or 9.
    #[inline(always)]
    fn rounds() -> usize {
        if S::SIDE > 8 { 4 } else { 3 }
    }

    /// The neighbours of a set on this axis.
    #[inline(always)]
    fn beside(&self, set: S) -> S {
        ((set << self.step) & self.up[0]) | ((set >> self.step) & self.down[0])
    }

    /// The squares whose line holds one of a set.
    #[inline(always)]
    fn reached(&self, set: S) -> S {
        let (mut up, mut down) = (set, set);
        for round in 0..Self::rounds() {
            let shift = self.step << round;
            up |= (up << shift) & self.up[round];
            down |= (down >> shift) & self.down[round];
        }
        up | down
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::boards_64;
    use enban_game::Rng;
    use enban_reversi::Shape;

    /// The lines of a board, walked square by square.
    fn check<S: Squares>(board: S) {
        let lines = Lines::new(board, S::NONE);
        let side = S::SIDE as i64;
        let step = |square: usize, right: i64, down: i64| {
            let (column, row) = (square as i64 % side + right, square as i64 / side + down);
            let inside = (0..side).contains(&column) && (0..side).contains(&row);
            inside.then_some((row * side + column) as usize).filter(|&next| board.has(next))
        };
        let mut rng = Rng::new(5);
        for _ in 0..50 {
            let chance = rng.unit();
            let empties =
                board.each().filter(|_| rng.unit() < chance).fold(S::NONE, |set, square| set | S::one(square));
            let safe = lines.safe(empties);
            let around = lines.around(empties);
            for square in board.each() {
                let mut beside = false;
                for (axis, (right, down)) in [(1, 0), (-1, 1), (0, 1), (1, 1)].into_iter().enumerate() {
                    let walk =
                        |sign: i64| std::iter::successors(Some(square), move |&at| step(at, sign * right, sign * down));
                    let full = walk(1).chain(walk(-1)).all(|at| !empties.has(at));
                    let end = walk(1).count() == 1 || walk(-1).count() == 1;
                    assert_eq!(safe.0[axis].has(square), full || end);
                    beside |= [1, -1].iter().any(|&sign| walk(sign).nth(1).is_some_and(|next| empties.has(next)));
                }
                assert_eq!(around.has(square), beside);
            }
        }
    }

    #[test]
    fn lines_agree_with_a_walk_on_every_board() {
        boards_64().into_iter().for_each(check);
        check(Shape::<u128>::square(10).squares);
        check(Shape::<u128>::octagon().squares);
        check(Shape::<u64>::square(8).without(1 << 18 | 1 << 45).squares);
    }

    #[test]
    fn corners_are_where_every_line_ends() {
        assert_eq!(Lines::new(Shape::<u64>::square(8).squares, 0).corners(), 0x8100_0000_0000_0081);
        assert_eq!(Lines::new(Shape::<u64>::square(4).squares, 0).corners(), 0x0900_0009);
        assert_eq!(Lines::new(Shape::<u128>::octagon().squares, 0).corners().count(), 8);
    }
}
