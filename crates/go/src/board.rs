//! The geometry of a square board: neighbours, borders, symmetries, labels and hash numbers.
//!
//! Points are numbered row by row from the top left. Sets of points are [`Bits`]; most questions about
//! neighbours are answered for a whole set at once by shifting it.

use enban_game::Bits;
use enban_game::rng::mix;

/// The smallest board.
pub const SIZE_MIN: usize = 2;
/// The largest board: there are 25 letters without `i`.
pub const SIZE_MAX: usize = 25;

/// One item for each point of the board. Two levels because arrays of `64 * W` cannot be named.
pub(crate) type PerPoint<T, const W: usize> = [[T; 64]; W];

/// The words a set needs for a board of this size, the pass included: 2 up to 11x11, 3 up to 13x13,
/// 6 up to 19x19, 10 up to 25x25. `None` if there is no such board.
pub const fn words_for(size: usize) -> Option<usize> {
    match size {
        SIZE_MIN..=11 => Some(2),
        12..=13 => Some(3),
        14..=19 => Some(6),
        20..=SIZE_MAX => Some(10),
        _ => None,
    }
}

/// A square board of one size.
#[derive(Debug)]
pub struct Board<const W: usize> {
    size: usize,
    all: Bits<W>,
    /// All but the leftmost column, and all but the rightmost: what may move left, and right.
    movable_left: Bits<W>,
    movable_right: Bits<W>,
    border: Bits<W>,
    neighbours: PerPoint<Bits<W>, W>,
    hashes: [PerPoint<u64, W>; 2],
}

impl<const W: usize> Board<W> {
    /// The board of a size that fits into the words.
    pub(crate) fn new(size: usize) -> Self {
        assert!((SIZE_MIN..=SIZE_MAX).contains(&size) && size * size < 64 * W);
        let mut board = Self {
            size,
            all: Bits::EMPTY,
            movable_left: Bits::EMPTY,
            movable_right: Bits::EMPTY,
            border: Bits::EMPTY,
            neighbours: [[Bits::EMPTY; 64]; W],
            hashes: [[[0; 64]; W]; 2],
        };
        for point in 0..size * size {
            let (column, row) = (point % size, point / size);
            board.all.set(point);
            if column > 0 {
                board.movable_left.set(point);
            }
            if column + 1 < size {
                board.movable_right.set(point);
            }
            if [column, row].iter().any(|&at| at == 0 || at + 1 == size) {
                board.border.set(point);
            }
            for (colour, hashes) in board.hashes.iter_mut().enumerate() {
                hashes.as_flattened_mut()[point] = mix(mix(0x60) ^ (2 * point + colour + 1) as u64);
            }
        }
        for point in 0..size * size {
            board.neighbours.as_flattened_mut()[point] = board.neighbours_of(&Bits::one(point));
        }
        board
    }

    /// How many points a side has.
    #[inline]
    pub fn size(&self) -> usize {
        self.size
    }

    /// How many points there are; also the number of the pass.
    #[inline]
    pub fn points(&self) -> usize {
        self.size * self.size
    }

    /// Every point.
    #[inline]
    pub fn all(&self) -> Bits<W> {
        self.all
    }

    /// The points next to a point.
    #[inline(always)]
    pub fn neighbours(&self, point: usize) -> Bits<W> {
        self.neighbours.as_flattened()[point]
    }

    /// The points next to any point of a set. Points of the set itself are among them only where they
    /// touch each other.
    #[inline(always)]
    pub fn neighbours_of(&self, set: &Bits<W>) -> Bits<W> {
        let by = self.size as u32;
        let (left, right) = self.beside(set);
        (left | right | set.shifted_up(by) | set.shifted_down(by)) & self.all
    }

    /// The points that have at least two points of the set diagonally next to them, or one if they lie
    /// on the border: where that set is the opponent's, an eye is false.
    #[inline(always)]
    pub fn cut_at_corners(&self, set: &Bits<W>) -> Bits<W> {
        let by = self.size as u32;
        let (left, right) = self.beside(set);
        let (above_left, above_right) = (left.shifted_down(by), right.shifted_down(by));
        let (below_left, below_right) = (left.shifted_up(by), right.shifted_up(by));
        let (above, below) = (above_left | above_right, below_left | below_right);
        let twice = (above_left & above_right) | (below_left & below_right) | (above & below);
        (twice | ((above | below) & self.border)) & self.all
    }

    /// The set moved one column to the left and one to the right.
    #[inline(always)]
    fn beside(&self, set: &Bits<W>) -> (Bits<W>, Bits<W>) {
        ((*set & self.movable_left).shifted_down(1), (*set & self.movable_right).shifted_up(1))
    }

    /// The set moved one point to the left, right, up and down; what would leave the board is lost.
    #[inline(always)]
    pub fn moved(&self, set: &Bits<W>) -> [Bits<W>; 4] {
        let by = self.size as u32;
        let (left, right) = self.beside(set);
        [left, right, set.shifted_down(by), set.shifted_up(by) & self.all]
    }

    /// All the points that can be reached from `seeds` by steps inside `through`, seeds included.
    #[inline(always)]
    pub fn reach(&self, seeds: &Bits<W>, through: &Bits<W>) -> Bits<W> {
        let mut reached = *seeds;
        loop {
            let next = reached | (self.neighbours_of(&reached) & *through);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The number that a stone of a colour (0 black, 1 white) adds to the hash.
    #[inline(always)]
    pub(crate) fn hash(&self, colour: usize, point: usize) -> u64 {
        self.hashes[colour].as_flattened()[point]
    }

    /// The point seen through one of the eight symmetries of the square.
    pub fn transform(&self, point: usize, symmetry: usize) -> usize {
        let last = self.size - 1;
        let (mut column, mut row) = (point % self.size, point / self.size);
        if symmetry & 1 != 0 {
            column = last - column;
        }
        if symmetry & 2 != 0 {
            row = last - row;
        }
        if symmetry & 4 != 0 {
            (column, row) = (row, column);
        }
        row * self.size + column
    }

    /// The letters of the columns, left to right; there is no `i`.
    pub(crate) fn column_labels(&self) -> Vec<String> {
        (b'a'..=b'z')
            .filter(|&letter| letter != b'i')
            .take(self.size)
            .map(|letter| char::from(letter).to_string())
            .collect()
    }

    /// The numbers of the rows, top to bottom: the bottom row is 1.
    pub(crate) fn row_labels(&self) -> Vec<String> {
        (1..=self.size).rev().map(|row| row.to_string()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Neighbours, borders and corners agree with counting columns and rows.
    fn check<const W: usize>(size: usize) {
        let board = Board::<W>::new(size);
        let place = |point: usize| (point % size, point / size);
        for point in 0..size * size {
            let (column, row) = place(point);
            let steps = |other: usize| (place(other).0.abs_diff(column), place(other).1.abs_diff(row));
            let beside = |other: &usize| matches!(steps(*other), (0, 1) | (1, 0));
            let expected: Vec<usize> = (0..size * size).filter(beside).collect();
            let step = |right: usize, down: usize| {
                let (column, row) = (column.wrapping_add(right), row.wrapping_add(down));
                if column < size && row < size { Bits::one(row * size + column) } else { Bits::EMPTY }
            };
            let moved = [step(usize::MAX, 0), step(1, 0), step(0, usize::MAX), step(0, 1)];
            assert_eq!(board.moved(&Bits::one(point)), moved, "{size} {point}");
            assert_eq!(board.neighbours(point).indices().collect::<Vec<_>>(), expected, "{size} {point}");
            let corners: Vec<usize> = (0..size * size).filter(|&other| steps(other) == (1, 1)).collect();
            for (index, &corner) in corners.iter().enumerate() {
                let cut_by = |stones: Bits<W>| board.cut_at_corners(&stones).has(point);
                assert_eq!(cut_by(Bits::one(corner)), corners.len() < 4, "{size} {point}");
                for &second in &corners[..index] {
                    assert!(cut_by(Bits::one(corner) | Bits::one(second)), "{size} {point}");
                }
            }
        }
        assert_eq!(board.reach(&Bits::one(0), &board.all()), board.all());
    }

    #[test]
    fn geometry_agrees_with_columns_and_rows() {
        [2, 3, 4, 9, 11].into_iter().for_each(check::<2>);
        [8, 13, 19].into_iter().for_each(check::<6>);
        [20, 25].into_iter().for_each(check::<10>);
    }

    #[test]
    fn symmetries_are_eight_and_keep_neighbours() {
        let board = Board::<2>::new(5);
        let images: std::collections::BTreeSet<Vec<usize>> =
            (0..8).map(|symmetry| (0..25).map(|point| board.transform(point, symmetry)).collect()).collect();
        assert_eq!(images.len(), 8);
        for image in images {
            for point in 0..25 {
                let turned: std::collections::BTreeSet<usize> =
                    board.neighbours(point).indices().map(|at| image[at]).collect();
                assert!(turned.into_iter().eq(board.neighbours(image[point]).indices()));
            }
        }
    }

    #[test]
    fn the_words_hold_every_point_and_the_pass() {
        for size in 0..40 {
            assert_eq!(words_for(size).is_some(), (2..=25).contains(&size));
            assert!(words_for(size).is_none_or(|words| size * size < 64 * words));
        }
    }
}
