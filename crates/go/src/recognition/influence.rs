//! Territory for choosing moves: each stone radiates strength 1 to every point within two steps of it.
//!
//! The sums of all points are counted at once, bit by bit: plane `b` holds the points in whose sum bit `b` is
//! set. At most twelve points lie within two steps, so four planes are enough.

use enban_game::{Bits, Colour};

use crate::board::Board;
use crate::state::index_of;

/// Numbers from 0 to 15, one for each point, bit by bit.
pub(crate) type Planes<const W: usize> = [Bits<W>; 4];

/// Who is stronger where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Influence<const W: usize> {
    sums: [Planes<W>; 2],
    /// The points where black's sum is larger, and those where white's is; also points with stones.
    pub stronger: [Bits<W>; 2],
    /// The empty ones of them: the territory.
    pub owned: [Bits<W>; 2],
}

impl<const W: usize> Influence<W> {
    /// The strength that the stones of a colour radiate to a point: the number of them within two steps, the
    /// point itself not counted.
    pub fn sum(&self, colour: Colour, point: usize) -> u32 {
        number_at(&self.sums[index_of(colour)], point)
    }
}

/// The influence of the stones of black and white.
#[inline(always)]
pub fn influence<const W: usize>(board: &Board<W>, stones: [Bits<W>; 2]) -> Influence<W> {
    let sums = [count_within_two(board, &stones[0]), count_within_two(board, &stones[1])];
    let mut stronger = [Bits::EMPTY; 2];
    let mut equal = board.all();
    for bit in (0..4).rev() {
        let (black, white) = (sums[0][bit], sums[1][bit]);
        stronger[0] |= equal & black & !white;
        stronger[1] |= equal & white & !black;
        equal &= !(black ^ white);
    }
    let empties = board.all() & !(stones[0] | stones[1]);
    Influence { sums, stronger, owned: [stronger[0] & empties, stronger[1] & empties] }
}

/// The points within two steps of any of a set, and the set.
#[inline(always)]
pub(crate) fn within_two<const W: usize>(board: &Board<W>, set: &Bits<W>) -> Bits<W> {
    let near = *set | board.neighbours_of(set);
    near | board.neighbours_of(&near)
}

/// For each point, how many points of the set lie within two steps of it, itself not counted.
#[inline(always)]
pub(crate) fn count_within_two<const W: usize>(board: &Board<W>, set: &Bits<W>) -> Planes<W> {
    let [left, right, up, down] = board.moved(set);
    let [left_left, _, left_up, left_down] = board.moved(&left);
    let [_, right_right, right_up, right_down] = board.moved(&right);
    let [_, _, up_up, _] = board.moved(&up);
    let [_, _, _, down_down] = board.moved(&down);
    let (a, a2) = add(left, right, up);
    let (b, b2) = add(down, left_left, right_right);
    let (c, c2) = add(up_up, down_down, left_up);
    let (d, d2) = add(left_down, right_up, right_down);
    let (e, e2) = add(a, b, c);
    let (ones, f2) = add(e, d, Bits::EMPTY);
    let (g, g4) = add(a2, b2, c2);
    let (h, h4) = add(d2, e2, f2);
    let (twos, i4) = add(g, h, Bits::EMPTY);
    let (fours, eights) = add(g4, h4, i4);
    [ones, twos, fours, eights]
}

/// The number of a point.
pub(crate) fn number_at<const W: usize>(planes: &Planes<W>, point: usize) -> u32 {
    planes.iter().enumerate().map(|(bit, plane)| u32::from(plane.has(point)) << bit).sum()
}

/// The sum of three bits at each point: its ones and its twos.
#[inline(always)]
fn add<const W: usize>(x: Bits<W>, y: Bits<W>, z: Bits<W>) -> (Bits<W>, Bits<W>) {
    let half = x ^ y;
    (half ^ z, (x & y) | (half & z))
}
