//! Which patterns a board has: they follow from its squares, its ring and its symmetries.

use enban_reversi::kernel::LANES;
use enban_reversi::{Edge, Kernel, ReversiOn, Shape, Squares};

use super::POWERS;

/// Squares of a pattern at most: 3^10 contents fit 16 bits.
pub const SQUARES_MAX: usize = 10;

/// Instances of all patterns of a board at most: the lanes of the index vector.
pub const INSTANCES_MAX: usize = LANES;

/// A small set of squares with its images under the symmetries of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// What it is, for reports.
    pub name: String,
    /// The squares of each instance; those at one place play the same part in all of them.
    pub instances: Vec<Vec<u8>>,
    /// The permutations of the places that some symmetry of the board makes: contents that differ only by these are
    /// worth the same. The identity comes first.
    pub turns: Vec<Vec<u8>>,
}

impl Pattern {
    /// The pattern of some squares, with its images under the symmetries of a board.
    fn of(name: &str, squares: &[u8], symmetries: &[Vec<u8>]) -> Self {
        let image = |table: &Vec<u8>| squares.iter().map(|&square| table[usize::from(square)]).collect::<Vec<u8>>();
        let mut instances: Vec<Vec<u8>> = Vec::new();
        let mut turns: Vec<Vec<u8>> = vec![(0..squares.len() as u8).collect()];
        for image in symmetries.iter().map(image) {
            match instances.iter().find(|known| set_of(known) == set_of(&image)) {
                None => instances.push(image),
                // A symmetry that brings the first instance onto itself says which contents are alike.
                Some(known) if *known == instances[0] => {
                    let place = |square: &u8| known.iter().position(|other| other == square).expect("the same squares");
                    let turn: Vec<u8> = image.iter().map(|square| place(square) as u8).collect();
                    if !turns.contains(&turn) {
                        turns.push(turn);
                    }
                }
                Some(_) => {}
            }
        }
        Self { name: name.to_owned(), instances, turns }
    }

    /// How many squares it has.
    pub fn squares(&self) -> usize {
        self.instances[0].len()
    }

    /// How many contents there are.
    pub fn contents(&self) -> usize {
        3usize.pow(self.squares() as u32)
    }

    /// The number of the contents in the middle, where all squares are empty.
    pub fn centre(&self) -> usize {
        self.contents() / 2
    }

    /// For every contents, counted from 0, the number of the class of those that are worth the same, and how many
    /// classes there are. Classes are numbered in the order of their smallest contents.
    pub fn classes(&self) -> (Vec<u32>, usize) {
        let unset = u32::MAX;
        let mut classes = vec![unset; self.contents()];
        let mut count = 0;
        for contents in 0..self.contents() {
            if classes[contents] != unset {
                continue;
            }
            for turn in &self.turns {
                classes[self.turned(contents, turn)] = count as u32;
            }
            count += 1;
        }
        (classes, count)
    }

    /// The contents with the squares sent to other places.
    fn turned(&self, contents: usize, turn: &[u8]) -> usize {
        let digit = |place: usize| contents / POWERS[place] as usize % 3;
        turn.iter().enumerate().map(|(place, &to)| digit(place) * POWERS[usize::from(to)] as usize).sum()
    }
}

/// The patterns of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Patterns {
    /// Each with its instances.
    pub patterns: Vec<Pattern>,
}

impl Patterns {
    /// The patterns of a game's board.
    pub fn of<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) -> Self {
        let (shape, ring) = (game.shape(), game.edge().ring().map(|ring| ring.squares()));
        let board = Board { shape, symmetries: shape.symmetries() };
        let mut found =
            Collected { symmetries: &board.symmetries, patterns: Vec::new(), seen: Vec::new(), instances: 0 };
        board.edges(ring.is_some()).iter().for_each(|squares| found.add("edge", squares));
        if let Some(ring) = ring {
            board.arcs(ring).iter().for_each(|squares| found.add("arc", squares));
        }
        found.add("corner", &board.nearest_to_corner(SQUARES_MAX));
        found.add("block", &board.block(2, 5));
        found.add("square", &board.block(3, 3));
        board.rows().iter().for_each(|squares| found.add("row", squares));
        board.diagonals().iter().for_each(|squares| found.add("diagonal", squares));
        Self { patterns: found.patterns }
    }

    /// The squares of every instance, pattern by pattern.
    pub fn instances(&self) -> impl Iterator<Item = &Vec<u8>> {
        self.patterns.iter().flat_map(|pattern| &pattern.instances)
    }
}

/// A board and how it can be turned.
struct Board<'s, S> {
    shape: &'s Shape<S>,
    symmetries: Vec<Vec<u8>>,
}

impl<S: Squares> Board<'_, S> {
    fn has(&self, column: usize, row: usize) -> bool {
        column < self.shape.side && row < self.shape.side && self.shape.squares.has(self.shape.at(column, row))
    }

    fn line(&self, (column, row): (usize, usize), (right, down): (usize, usize)) -> Vec<u8> {
        let steps = (0..self.shape.side).map(|step| (column + step * right, row + step * down));
        let on_board = steps.filter(|&(column, row)| self.has(column, row));
        on_board.map(|(column, row)| self.shape.at(column, row) as u8).collect()
    }

    /// The rows from the edge to the middle; the others are their images.
    fn rows(&self) -> Vec<Vec<u8>> {
        let half = self.shape.side.div_ceil(2);
        (0..half).map(|row| self.line((0, row), (1, 0))).filter(|line| line.len() >= SHORTEST).collect()
    }

    /// The diagonals that begin in the upper row, the longest first; the others are their images.
    fn diagonals(&self) -> Vec<Vec<u8>> {
        let lines = (0..self.shape.side).map(|column| self.line((column, 0), (1, 1)));
        lines.filter(|line| line.len() >= SHORTEST).collect()
    }

    /// The edge with the squares diagonally inside its ends. On a round board the arcs of the ring take its place.
    fn edges(&self, is_round: bool) -> Vec<Vec<u8>> {
        let mut edge = self.line((0, 0), (1, 0));
        let last = self.shape.side - 1;
        if is_round || edge.len() + 2 > SQUARES_MAX || last < 3 {
            return Vec::new();
        }
        edge.extend([(1, 1), (last - 1, 1)].map(|(column, row)| self.shape.at(column, row) as u8));
        vec![edge]
    }

    /// Arcs of the ring that begin at every other of its squares: with those of all symmetries each stretch of the ring is
    /// looked at from several sides.
    fn arcs(&self, ring: &[usize]) -> Vec<Vec<u8>> {
        let length = SQUARES_MAX.min(ring.len() * 2 / 3);
        let arc = |start: usize| (0..length).map(|step| ring[(start + step) % ring.len()] as u8).collect();
        (0..ring.len()).step_by(2).map(arc).collect()
    }

    /// So many squares nearest to a corner of the square around the board.
    fn nearest_to_corner(&self, count: usize) -> Vec<u8> {
        let mut squares: Vec<usize> = self.shape.in_order().collect();
        squares.sort_by_key(|&square| {
            let (column, row) = self.shape.place(square);
            (column + row, column.abs_diff(row), column)
        });
        squares.into_iter().take(count).map(|square| square as u8).collect()
    }

    /// The first squares of each of the first rows.
    fn block(&self, rows: usize, columns: usize) -> Vec<u8> {
        let row = |row: usize| self.line((0, row), (1, 0)).into_iter().take(columns).collect::<Vec<u8>>();
        (0..rows.min(self.shape.side)).flat_map(row).collect()
    }
}

/// Lines of fewer squares say little.
const SHORTEST: usize = 4;

/// Patterns as they are found; what is there already, or does not fit any more, is left out.
struct Collected<'b> {
    symmetries: &'b [Vec<u8>],
    patterns: Vec<Pattern>,
    seen: Vec<u128>,
    instances: usize,
}

impl Collected<'_> {
    fn add(&mut self, kind: &str, squares: &[u8]) {
        if squares.len() > SQUARES_MAX || squares.len() < 3 {
            return;
        }
        let number = 1 + self.patterns.iter().filter(|known| known.name.starts_with(kind)).count();
        let pattern = Pattern::of(&format!("{kind}{number}"), squares, self.symmetries);
        let sets: Vec<u128> = pattern.instances.iter().map(|squares| set_of(squares)).collect();
        let is_part = |set: &u128| self.seen.iter().any(|known| known & set == *set);
        if sets.iter().all(is_part) || self.instances + sets.len() > INSTANCES_MAX {
            return;
        }
        self.instances += sets.len();
        self.seen.extend(sets);
        self.patterns.push(pattern);
    }
}

fn set_of(squares: &[u8]) -> u128 {
    squares.iter().fold(0, |set, &square| set | 1 << square)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::testing::{boards_open, boards_round};

    fn boards() -> Vec<(Patterns, u64)> {
        let open = boards_open().into_iter().map(|game| (Patterns::of(&game), game.shape().squares));
        let round = boards_round().into_iter().map(|game| (Patterns::of(&game), game.shape().squares));
        open.chain(round).collect()
    }

    #[test]
    fn patterns_cover_every_board_and_fit_the_vector() {
        for (patterns, squares) in boards() {
            assert!(patterns.instances().count() <= INSTANCES_MAX);
            let covered = patterns.instances().fold(0, |all, squares| all | set_of(squares));
            assert_eq!(covered, u128::from(squares));
            for pattern in &patterns.patterns {
                assert!((3..=SQUARES_MAX).contains(&pattern.squares()), "{}", pattern.name);
                let sets: BTreeSet<u128> = pattern.instances.iter().map(|squares| set_of(squares)).collect();
                assert_eq!(sets.len(), pattern.instances.len(), "{}: each instance once", pattern.name);
            }
        }
    }

    #[test]
    fn contents_that_a_symmetry_exchanges_are_one_class() {
        let patterns = Patterns::of(&boards_open()[0]);
        let edge = &patterns.patterns[0];
        assert_eq!((edge.squares(), edge.instances.len(), edge.turns.len()), (10, 4, 2));
        let (classes, count) = edge.classes();
        // Of 3^10 contents 3^5 are their own mirror image.
        assert_eq!(count, (59_049 + 243) / 2);
        assert!(classes.iter().all(|&class| (class as usize) < count));
        let mirrored = |contents: usize| edge.turned(contents, &edge.turns[1]);
        assert!((0..edge.contents()).all(|contents| classes[contents] == classes[mirrored(contents)]));
        assert!((0..edge.contents()).all(|contents| mirrored(mirrored(contents)) == contents));
    }
}
