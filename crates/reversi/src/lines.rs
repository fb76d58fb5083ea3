//! The lines of a board as sets of squares: which are full, what is next to what, the quarters and corners.

use crate::kernel::Through;
use crate::ring::Ring;
use crate::shape::Shape;
use crate::squares::Squares;

/// Tables about the lines of one board.
#[derive(Debug)]
pub struct Lines<S> {
    /// The squares of the board, and how many.
    pub(crate) squares: S,
    pub(crate) size: u32,
    /// The squares of the ring; none where there is none.
    pub(crate) ring: S,
    /// Squares at which at least three of the four straight lines end.
    pub(crate) corners: S,
    /// Bits from one square of a line to the next: across, down, and the two diagonals.
    pub(crate) steps: [u32; 4],
    /// Squares that have a next one on the board along each line, upward in bits.
    pub(crate) not_last: [S; 4],
    /// Squares that have one before them.
    pub(crate) not_first: [S; 4],
    quarters: [S; 4],
    /// Squares at an end of their line, for each way.
    ends: [S; 4],
    at: [AtSquare<S>; PLACES],
}

/// Places of the largest grid, rounded up: a power of two saves the check of an index.
const PLACES: usize = 128;

/// What the last squares ask about one square, together in one cache line on boards of 64 bits.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct AtSquare<S> {
    /// The squares next to it.
    pub(crate) near: S,
    /// The quarter of the board that it is in.
    pub(crate) quarter: S,
    /// The lines through it.
    pub(crate) through: Through<S>,
}

impl<S: Squares> Lines<S> {
    /// The lines of a board.
    pub fn new(shape: &Shape<S>, ring: Option<&Ring>) -> Self {
        let side = S::SIDE as u32;
        let ways: [(i64, i64); 4] = [(1, 0), (0, 1), (-1, 1), (1, 1)];
        let neighbour = |square: usize, (right, down): (i64, i64)| {
            let (column, row) = shape.place(square);
            let (column, row) = (column as i64 + right, row as i64 + down);
            let inside = (0..shape.side as i64).contains(&column) && (0..shape.side as i64).contains(&row);
            let next = inside.then(|| shape.at(column as usize, row as usize));
            next.filter(|&next| shape.squares.has(next))
        };
        let back = |(right, down): (i64, i64)| (-right, -down);
        let set_of = |wanted: &dyn Fn(usize) -> bool| {
            shape.in_order().filter(|&square| wanted(square)).fold(S::NONE, |set, square| set | S::one(square))
        };
        let ends = |square: usize, way| neighbour(square, way).is_none() || neighbour(square, back(way)).is_none();
        let middle = shape.side / 2;
        let quarter = |right: bool, low: bool| {
            set_of(&|square| {
                let (column, row) = shape.place(square);
                (column >= middle) == right && (row >= middle) == low
            })
        };
        let quarters = [quarter(false, false), quarter(true, false), quarter(false, true), quarter(true, true)];
        let at_square = |square: usize| {
            let all = ways.iter().flat_map(|&way| [neighbour(square, way), neighbour(square, back(way))]);
            let along = |way| std::iter::successors(Some(square), move |&at| neighbour(at, way));
            let line = |way| along(way).chain(along(back(way))).fold(S::NONE, |set, at| set | S::one(at));
            AtSquare {
                near: all.flatten().fold(S::NONE, |set, next| set | S::one(next)),
                quarter: quarters.into_iter().find(|quarter| quarter.has(square)).unwrap_or(S::NONE),
                through: Through::new(square, ways.map(line)),
            }
        };
        let mut at = [AtSquare { near: S::NONE, quarter: S::NONE, through: Through::NONE }; PLACES];
        shape.in_order().for_each(|square| at[square] = at_square(square));
        let ring_set =
            ring.map_or(S::NONE, |ring| ring.squares().iter().fold(S::NONE, |set, &square| set | S::one(square)));
        Self {
            squares: shape.squares,
            size: shape.squares.count(),
            ring: ring_set,
            corners: set_of(&|square| ring.is_none() && ways.iter().all(|&way| ends(square, way))),
            steps: [1, side, side - 1, side + 1],
            not_last: ways.map(|way| set_of(&|square| neighbour(square, way).is_some())),
            not_first: ways.map(|way| set_of(&|square| neighbour(square, back(way)).is_some())),
            quarters,
            ends: ways.map(|way| set_of(&|square| ends(square, way))),
            at,
        }
    }

    /// What there is to know about a square.
    #[inline(always)]
    pub(crate) fn at(&self, square: usize) -> &AtSquare<S> {
        &self.at[square % PLACES]
    }

    /// For each way the squares that are safe along it whatever their neighbours: on a line without an empty
    /// square, or at the end of the line.
    #[inline(always)]
    pub(crate) fn safe_along(&self, empty: S) -> [S; 4] {
        let mut open = [S::NONE; 4];
        let mut rest = empty;
        while rest != S::NONE {
            let square = rest.first_square();
            rest &= !S::one(square);
            for (open, line) in open.iter_mut().zip(&self.at(square).through.lines) {
                *open |= *line;
            }
        }
        std::array::from_fn(|way| self.ends[way] | !open[way])
    }

    #[inline(always)]
    pub(crate) fn odd_quarters(&self, empties: S) -> S {
        self.quarters.iter().fold(S::NONE, |odd, &quarter| match (empties & quarter).count() % 2 {
            0 => odd,
            _ => odd | quarter,
        })
    }

    #[inline(always)]
    pub(crate) fn around(&self, discs: S) -> S {
        let mut around = S::NONE;
        for (way, step) in self.steps.iter().enumerate() {
            around |= ((discs & self.not_last[way]) << *step) | ((discs & self.not_first[way]) >> *step);
        }
        around
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_game::Rng;

    /// A square is safe along a line that ends at it or has no empty square: found by walking along the line.
    fn check<S: Squares>(shape: &Shape<S>) {
        let lines = Lines::new(shape, None);
        let mut rng = Rng::new(8);
        for _ in 0..300 {
            let holes = 1 + rng.below(12);
            let empty = shape.in_order().filter(|_| rng.below(64) < holes).fold(S::NONE, |set, at| set | S::one(at));
            let safe = lines.safe_along(empty);
            for square in shape.in_order() {
                for (way, &step) in lines.steps.iter().enumerate() {
                    let step = step as usize;
                    let next = |&at: &usize| lines.not_last[way].has(at).then(|| at + step);
                    let before = |&at: &usize| lines.not_first[way].has(at).then(|| at - step);
                    let is_end = next(&square).is_none() || before(&square).is_none();
                    let is_full = std::iter::successors(Some(square), next)
                        .chain(std::iter::successors(Some(square), before))
                        .all(|at| !empty.has(at));
                    assert_eq!(safe[way].has(square), is_end || is_full, "{square} {way} {empty:?}");
                }
            }
        }
    }

    #[test]
    fn safe_along_a_line_are_its_ends_and_whole_lines_without_an_empty_square() {
        check::<u64>(&Shape::square(8));
        check::<u64>(&Shape::square(6));
        check::<u64>(&Shape::square(8).without(1 << 18 | 1 << 45));
        check::<u128>(&Shape::square(10));
        check::<u128>(&Shape::octagon());
    }
}
