//! Values of squares: the maps of the studies, and an evaluation that is nothing but a map.

use enban_game::Game;
use enban_reversi::{Edge, Kernel, ReversiOn, Squares};
use enban_search::Evaluate;

/// The map of the first study of Nip: the ring is worth 20 a square.
pub const RING20: [i32; 64] = mirrored([[0, 0, 20, 20], [0, 20, -5, -5], [20, -5, -2, 3], [20, -5, 3, 0]]);

/// The map of the second study of Nip: the ring is worth 100 a square.
pub const RING100: [i32; 64] = mirrored([[0, 0, 100, 100], [0, 100, -20, -20], [100, -20, -20, 50], [100, -20, 50, 0]]);

/// The map of the study of Reversi, its BP.
pub const REVERSI_BP: [i32; 64] = mirrored([[45, -11, 4, -1], [-11, -16, -1, -3], [4, -1, 2, -1], [-1, -3, -1, 0]]);

/// The map NORMAL of the study of Yonin.
pub const YONIN_NORMAL: [i32; 64] = mirrored([[100, -30, 0, -1], [-30, -50, -3, -3], [0, -3, 0, -1], [-1, -3, -1, 0]]);

/// The whole 8x8 grid from its top left quarter, squares that are not on the board as 0.
const fn mirrored(quarter: [[i32; 4]; 4]) -> [i32; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (column, row) = (square % 8, square / 8);
        let (column, row) = (if column < 4 { column } else { 7 - column }, if row < 4 { row } else { 7 - row });
        table[square] = quarter[row][column];
        square += 1;
    }
    table
}

/// A value for every square. Squares of one value are kept as one set, so that a sum over the board is a
/// few counts of bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SquareMap<S> {
    values: Vec<i32>,
    groups: Vec<Group<S>>,
}

/// The squares of one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group<S> {
    /// The value; never 0.
    pub value: i32,
    /// The squares.
    pub squares: S,
}

impl<S: Squares> SquareMap<S> {
    /// A map that gives each square of the grid its value.
    pub fn new(value: impl Fn(usize) -> i32) -> Self {
        let values: Vec<i32> = (0..S::SIDE * S::SIDE).map(value).collect();
        let mut groups: Vec<Group<S>> = Vec::new();
        for (square, &value) in values.iter().enumerate().filter(|&(_, &value)| value != 0) {
            match groups.iter_mut().find(|group| group.value == value) {
                Some(group) => group.squares |= S::one(square),
                None => groups.push(Group { value, squares: S::one(square) }),
            }
        }
        Self { values, groups }
    }

    /// The value of one square.
    #[inline(always)]
    pub fn value(&self, square: usize) -> i32 {
        self.values[square]
    }

    /// The squares that are worth something, by value.
    pub fn groups(&self) -> &[Group<S>] {
        &self.groups
    }

    /// The sum over a set of squares.
    #[inline(always)]
    pub fn sum(&self, set: S) -> i32 {
        self.groups.iter().map(|group| group.value * (set & group.squares).count() as i32).sum()
    }

    /// The sum over the squares of `own` less that over the squares of `other`.
    #[inline(always)]
    pub fn lead(&self, own: S, other: S) -> i32 {
        let count = |set: S, group: &Group<S>| (set & group.squares).count() as i32;
        self.groups.iter().map(|group| group.value * (count(own, group) - count(other, group))).sum()
    }
}

impl SquareMap<u64> {
    /// The map of a table of the 8x8 grid.
    pub fn of(table: &[i32; 64]) -> Self {
        Self::new(|square| table[square])
    }
}

/// The lead on a map, scaled to hundredths of a disc.
#[derive(Clone, Debug)]
pub struct MapEval<S> {
    map: SquareMap<S>,
    centidiscs_per_point: i32,
}

impl<S: Squares> MapEval<S> {
    /// A map, and what a point on it is worth in hundredths of a disc.
    pub fn new(map: SquareMap<S>, centidiscs_per_point: i32) -> Self {
        Self { map, centidiscs_per_point }
    }

    /// The map.
    pub fn map(&self) -> &SquareMap<S> {
        &self.map
    }
}

impl<K: Kernel, E: Edge<K>> Evaluate<ReversiOn<K, E>> for MapEval<K::Set> {
    fn lead_for_mover(&self, game: &ReversiOn<K, E>, state: &<ReversiOn<K, E> as Game>::State) -> i32 {
        game.accelerate(
            #[inline(always)]
            || self.map.lead(state.own, state.other) * self.centidiscs_per_point,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_game::Rng;

    const TABLES: [(&str, &[i32; 64]); 4] =
        [("ring20", &RING20), ("ring100", &RING100), ("BP", &REVERSI_BP), ("normal", &YONIN_NORMAL)];

    #[test]
    fn tables_are_their_own_mirror_images() {
        for (name, table) in TABLES {
            for square in 0..64 {
                let (column, row) = (square % 8, square / 8);
                let images = [row * 8 + 7 - column, (7 - row) * 8 + column, column * 8 + row];
                assert!(images.iter().all(|&image| table[image] == table[square]), "{name} at {square}");
            }
        }
    }

    #[test]
    fn rows_are_those_that_were_printed() {
        assert_eq!(RING20[..8], [0, 0, 20, 20, 20, 20, 0, 0]);
        assert_eq!(RING20[8..16], [0, 20, -5, -5, -5, -5, 20, 0]);
        assert_eq!(RING20[16..24], [20, -5, -2, 3, 3, -2, -5, 20]);
        assert_eq!(RING20[32..40], [20, -5, 3, 0, 0, 3, -5, 20]);
        assert_eq!(RING100[16..24], [100, -20, -20, 50, 50, -20, -20, 100]);
        assert_eq!(RING100[48..56], [0, 100, -20, -20, -20, -20, 100, 0]);
        assert_eq!(REVERSI_BP[..8], [45, -11, 4, -1, -1, 4, -11, 45]);
        assert_eq!(REVERSI_BP[8..16], [-11, -16, -1, -3, -3, -1, -16, -11]);
        assert_eq!(YONIN_NORMAL[48..56], [-30, -50, -3, -3, -3, -3, -50, -30]);
    }

    #[test]
    fn the_maps_of_nip_value_its_board_only() {
        let board = enban_reversi::shape::round(52).unwrap().squares;
        for table in [&RING20, &RING100] {
            assert!((0..64).all(|square| board.has(square) || table[square] == 0));
            let ring = (0..64).filter(|&square| table[square] == table[2]).count();
            assert_eq!(ring, 20);
        }
    }

    #[test]
    fn sums_by_groups_are_plain_sums() {
        let mut rng = Rng::new(1);
        for (name, table) in TABLES {
            let map = SquareMap::of(table);
            for _ in 0..500 {
                let own = rng.bits() & rng.bits();
                let other = rng.bits() & !own;
                let plain = |set: u64| set.each().map(|square| table[square]).sum::<i32>();
                assert_eq!(map.sum(own), plain(own), "{name}");
                assert_eq!(map.lead(own, other), plain(own) - plain(other), "{name}");
            }
        }
    }
}
