//! The boards: which squares there are, where a game begins, how a board is turned.

use crate::squares::Squares;

/// A board drawn on the grid of `S`.
#[derive(Clone, Debug)]
pub struct Shape<S> {
    /// Rows and columns of the smallest square around the board.
    pub side: usize,
    /// The squares of the board.
    pub squares: S,
}

impl<S: Squares> Shape<S> {
    /// A square board.
    pub fn square(side: usize) -> Self {
        Self::rows(&vec![(0, side - 1); side])
    }

    /// A board given by the first and last column of each row.
    pub fn rows(spans: &[(usize, usize)]) -> Self {
        assert!(spans.len() <= S::SIDE, "the board fits its word");
        let mut squares = S::NONE;
        for (row, &(first, last)) in spans.iter().enumerate() {
            (first..=last).for_each(|column| squares |= S::one(row * S::SIDE + column));
        }
        Self { side: spans.len(), squares }
    }

    /// The square board of side 10 without three squares at each corner.
    pub fn octagon() -> Self {
        let mut spans = vec![(0, 9); 10];
        (spans[0], spans[1], spans[8], spans[9]) = ((2, 7), (1, 8), (1, 8), (2, 7));
        Self::rows(&spans)
    }

    /// The same board without some squares.
    pub fn without(mut self, dead: S) -> Self {
        self.squares &= !dead;
        self
    }

    /// The number of the square in a column and a row.
    pub fn at(&self, column: usize, row: usize) -> usize {
        row * S::SIDE + column
    }

    /// Column and row of a square.
    pub fn place(&self, square: usize) -> (usize, usize) {
        (square % S::SIDE, square / S::SIDE)
    }

    /// The squares of the board in reading order.
    pub fn in_order(&self) -> impl Iterator<Item = usize> + use<S> {
        self.squares.each()
    }

    /// The four squares in the middle: first the two on the main diagonal, then the other two.
    pub fn centre(&self) -> [usize; 4] {
        let high = self.side / 2;
        let low = high - 1;
        [(low, low), (high, high), (high, low), (low, high)].map(|(column, row)| self.at(column, row))
    }

    /// The four middle squares as a set.
    pub fn centre_set(&self) -> S {
        self.centre().into_iter().fold(S::NONE, |set, square| set | S::one(square))
    }

    /// Where each symmetry that keeps the board sends each square. The identity comes first.
    pub fn symmetries(&self) -> Vec<Vec<u8>> {
        (0..8)
            .map(|number| self.turn_table(number))
            .filter(|table| permute(self.squares, table) == self.squares)
            .collect()
    }

    /// Where symmetry `number` of the square sends each square: quarter turns clockwise by the two low
    /// bits, then mirrored left to right by the third.
    pub fn turn_table(&self, number: usize) -> Vec<u8> {
        let last = self.side - 1;
        let turned = |square: usize| {
            let (mut column, mut row) = self.place(square);
            if column > last || row > last {
                return square;
            }
            for _ in 0..number % 4 {
                (column, row) = (last - row, column);
            }
            if number >= 4 {
                column = last - column;
            }
            self.at(column, row)
        };
        (0..S::SIDE * S::SIDE).map(|square| turned(square) as u8).collect()
    }
}

/// Every square of a set sent to its place in a table.
pub(crate) fn permute<S: Squares>(set: S, table: &[u8]) -> S {
    set.each().fold(S::NONE, |out, square| out | S::one(usize::from(table[square])))
}

/// The round boards: nip24, nip32, nip40, nip (52 squares) and nip60.
pub fn round(squares: u32) -> Option<Shape<u64>> {
    let half: &[(usize, usize)] = match squares {
        24 => &[(2, 3), (1, 4), (0, 5)],
        32 => &[(1, 4), (0, 5), (0, 5)],
        40 => &[(3, 4), (2, 5), (1, 6), (0, 7)],
        52 => &[(2, 5), (1, 6), (0, 7), (0, 7)],
        60 => &[(1, 6), (0, 7), (0, 7), (0, 7)],
        _ => return None,
    };
    let spans: Vec<_> = half.iter().chain(half.iter().rev()).copied().collect();
    Some(Shape::rows(&spans))
}

/// The ring of a round board, clockwise from the left end of the top row: first row, right ends, last
/// row, left ends.
pub(crate) fn ring_of(shape: &Shape<u64>) -> Vec<usize> {
    let last = shape.side - 1;
    let span = |row: usize| {
        let columns: Vec<usize> = (0..shape.side).filter(|&column| shape.squares.has(shape.at(column, row))).collect();
        (columns[0], columns[columns.len() - 1])
    };
    let top = (span(0).0..=span(0).1).map(|column| (column, 0));
    let right = (1..last).map(|row| (span(row).1, row));
    let bottom = (span(last).0..=span(last).1).rev().map(|column| (column, last));
    let left = (1..last).rev().map(|row| (span(row).0, row));
    top.chain(right).chain(bottom).chain(left).map(|(column, row)| shape.at(column, row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_their_squares() {
        assert_eq!([4, 6, 8].map(|side| Shape::<u64>::square(side).squares.count()), [16, 36, 64]);
        assert_eq!(Shape::<u128>::square(10).squares.count(), 100);
        assert_eq!(Shape::<u128>::octagon().squares.count(), 88);
        for squares in [24, 32, 40, 52, 60] {
            let shape = round(squares).unwrap();
            assert_eq!(shape.squares.count(), squares);
            assert_eq!(shape.symmetries().len(), 8);
        }
        assert!(round(64).is_none());
    }

    #[test]
    fn the_ring_of_nip_is_the_one_in_the_rules() {
        let shape = round(52).unwrap();
        let names = "c1 d1 e1 f1 g2 h3 h4 h5 h6 g7 f8 e8 d8 c8 b7 a6 a5 a4 a3 b2";
        let ring: Vec<String> = ring_of(&shape).into_iter().map(crate::text::square_name::<u64>).collect();
        assert_eq!(ring.join(" "), names);
        let lengths = [24, 32, 40, 60].map(|squares| ring_of(&round(squares).unwrap()).len());
        assert_eq!(lengths, [12, 16, 16, 24]);
    }

    #[test]
    fn symmetries_form_a_group_and_dead_squares_break_them() {
        let shape = Shape::<u64>::square(6);
        assert_eq!(shape.symmetries().len(), 8);
        assert_eq!(shape.turn_table(0), (0..64).collect::<Vec<u8>>());
        let corner = Shape::<u64>::square(8).without(1);
        assert_eq!(corner.symmetries().len(), 2);
    }
}
