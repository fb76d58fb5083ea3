//! What is known of the empty parts of a large board, where the features of a move say nothing: corners before sides before
//! the centre, the third and the fourth line, nothing on the edge.
//!
//! The learned weights come from 9x9, where every point is near a stone after a few moves. On larger boards they spread
//! the first moves over the centre and the second line.

use enban_game::Bits;
use enban_go::Board;

/// On smaller boards nothing is far from everything.
pub(crate) const SIZE_MIN: usize = 12;

/// A point is lonely if no stone is within so many columns and rows.
const NEAR: usize = 3;

/// The logarithm of the weight of a lonely point by the lines between it and the edge; the last is for all above.
const BY_LINE: [f32; 6] = [-4.0, -2.5, 1.5, 1.4, -0.2, -1.0];

/// What a corner adds: two of the third to the fifth line, not both the fifth.
const CORNER: f32 = 1.5;

/// Lost games that a move on the first and on the second line of an empty board counts as.
const LOW_VISITS: [f32; 2] = [60.0, 30.0];

/// The share of the points that have stones when a board is no longer young.
const YOUNG: f32 = 0.35;

/// The weights of lonely points on one board.
#[derive(Debug)]
pub(crate) struct Opening<const W: usize> {
    /// For each point its weight and the points near it; empty on small boards.
    points: Vec<(f32, Bits<W>)>,
    /// The points of the first and of the second line.
    low: [Bits<W>; 2],
}

impl<const W: usize> Opening<W> {
    pub(crate) fn new(board: &Board<W>) -> Self {
        let size = board.size();
        if size < SIZE_MIN {
            return Self { points: Vec::new(), low: [Bits::EMPTY; 2] };
        }
        let mut low = [Bits::EMPTY; 2];
        for point in 0..size * size {
            if let Some(set) = low.get_mut(lines(point, size).0) {
                set.set(point);
            }
        }
        let points = (0..size * size).map(|point| (weight(point, size), around(point, size, NEAR))).collect();
        Self { points, low }
    }

    /// Whether the board is large enough to have lonely points.
    #[inline]
    pub(crate) fn is_large(&self) -> bool {
        !self.points.is_empty()
    }

    /// As how many lost games a move on the first two lines counts that neither takes nor saves anything: many while the board is
    /// young. Playouts do not see how small these are.
    #[inline]
    pub(crate) fn low_visits(&self, point: usize, stones: u32) -> f32 {
        let youth = 1.0 - stones as f32 / (YOUNG * self.points.len().max(1) as f32);
        let lost = LOW_VISITS.iter().zip(&self.low).find(|(_, set)| set.has(point)).map_or(0.0, |(visits, _)| *visits);
        lost * youth.max(0.0)
    }

    /// The logarithm of what multiplies the strength of a move, given all stones on the board.
    #[inline]
    pub(crate) fn strength(&self, point: usize, stones: &Bits<W>) -> f32 {
        match self.points.get(point) {
            Some((weight, near)) if !near.meets(stones) => *weight,
            _ => 0.0,
        }
    }
}

/// The points within so many columns and rows of one, itself among them.
pub(crate) fn around<const W: usize>(point: usize, size: usize, distance: usize) -> Bits<W> {
    let side = |place: usize| place.saturating_sub(distance)..=(place + distance).min(size - 1);
    let mut set = Bits::EMPTY;
    for row in side(point / size) {
        side(point % size).for_each(|column| set.set(row * size + column));
    }
    set
}

/// The lines between a point and the nearest edge, and the nearest edge of the other direction.
fn lines(point: usize, size: usize) -> (usize, usize) {
    let line = |place: usize| place.min(size - 1 - place);
    let (column, row) = (line(point % size), line(point / size));
    (column.min(row), column.max(row))
}

fn weight(point: usize, size: usize) -> f32 {
    let (low, high) = lines(point, size);
    let is_corner = (2..=3).contains(&low) && high <= 4;
    BY_LINE[low.min(BY_LINE.len() - 1)] + if is_corner { CORNER } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::UctParams;
    use crate::playout::{Policy, Recent};
    use enban_game::{Game, Notation};
    use enban_go::{Go, Rules, Undo};

    /// The moves of an empty board, the pass aside, best first.
    fn first_moves<const W: usize>(size: usize) -> Vec<String> {
        let game = Go::<W>::with_rules(size, Rules::default()).unwrap();
        let policy = Policy::new(&game, UctParams::default().playout);
        let moves = policy.moves(&game.start(), Recent::default(), &UctParams::default(), &mut Undo::default());
        moves.iter().skip(1).map(|&(choice, _)| game.write_move(choice)).collect()
    }

    #[test]
    fn the_first_moves_of_a_large_board_are_its_corners() {
        for (size, moves) in [(13, first_moves::<3>(13)), (19, first_moves::<6>(19))] {
            let is_corner = |place: usize| (2..=4).contains(&place.min(size - 1 - place));
            // Eight points in each of four corners.
            for word in &moves[..32] {
                let column = "abcdefghjklmnopqrst".find(&word[..1]).unwrap();
                let row = word[1..].parse::<usize>().unwrap() - 1;
                assert!(is_corner(column) && is_corner(row), "{size}: {moves:?}");
            }
        }
    }

    #[test]
    fn only_what_is_far_from_all_stones_is_lonely() {
        let game = Go::<6>::with_rules(19, Rules::default()).unwrap();
        let opening = Opening::new(game.board());
        let (corner, beside, stone) = (3 * 19 + 3, 3 * 19 + 7, Bits::one(3 * 19 + 6));
        assert_eq!(opening.strength(corner, &Bits::EMPTY), BY_LINE[3] + CORNER);
        assert_eq!(opening.strength(corner, &stone), 0.0);
        assert_eq!(opening.strength(beside, &Bits::one(corner)), BY_LINE[3]);
        assert_eq!(opening.strength(0, &stone), BY_LINE[0]);
        let small = Opening::new(Go::<2>::with_rules(9, Rules::default()).unwrap().board());
        assert_eq!(small.strength(0, &Bits::EMPTY), 0.0);
    }

    #[test]
    fn low_moves_are_put_off_while_the_board_is_young() {
        let game = Go::<6>::with_rules(19, Rules::default()).unwrap();
        let opening = Opening::new(game.board());
        let lost = |point: usize, stones: u32| opening.low_visits(point, stones);
        assert_eq!([0, 19 + 1, 2 * 19 + 2, 9 * 19].map(|point| lost(point, 0)), [60.0, 30.0, 0.0, 60.0]);
        assert!(lost(0, 60) < 60.0 && lost(0, 60) > 20.0);
        assert_eq!(lost(0, 130), 0.0);
        let small = Opening::new(Go::<2>::with_rules(9, Rules::default()).unwrap().board());
        assert_eq!(small.low_visits(0, 0), 0.0);
    }
}
