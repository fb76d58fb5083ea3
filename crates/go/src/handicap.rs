//! Handicap: where the stones go, and what White is given for them.

use enban_game::Move;

/// What White is given for handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandicapBonus {
    /// Nothing.
    Nothing,
    /// A point for every stone.
    EveryStone,
    /// A point for every stone but the first, which was Black's move anyway.
    AllButOne,
}

impl HandicapBonus {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Nothing, Self::EveryStone, Self::AllButOne];

    /// The points for so many stones.
    pub fn points(self, stones: usize) -> usize {
        match self {
            Self::Nothing => 0,
            Self::EveryStone => stones,
            Self::AllButOne => stones.saturating_sub(1),
        }
    }
}

/// The points of a fixed handicap; `None` if the board has no places for so many stones.
pub fn fixed_handicap(size: usize, stones: usize) -> Option<Vec<Move>> {
    (2..=fixed_max(size)).contains(&stones).then(|| places(size, stones))
}

/// The points where a program that may choose puts its handicap stones: those of a fixed handicap, and fewer stones
/// than asked for where there are no more places. `None` if so many stones are no handicap.
pub fn free_handicap(size: usize, stones: usize) -> Option<Vec<Move>> {
    (2..size * size).contains(&stones).then(|| places(size, stones.min(free_max(size))))
}

/// How many stones have a fixed place: the corners from seven lines on, the middle of odd boards from nine.
fn fixed_max(size: usize) -> usize {
    match size {
        0..=6 => 0,
        7 => 4,
        even if even.is_multiple_of(2) => 4,
        _ => 9,
    }
}

/// The same where the program may choose. On the smallest boards two are all that leaves room.
fn free_max(size: usize) -> usize {
    if size <= 3 { 2 } else { fixed_max(size).max(4) }
}

/// The places of so many stones. `1` is the line near the edge, `2` the middle, `3` the line near the far edge; columns
/// come first, rows are counted from the bottom.
fn places(size: usize, stones: usize) -> Vec<Move> {
    const CORNERS: [(usize, usize); 4] = [(1, 1), (3, 3), (1, 3), (3, 1)];
    const SIDES: [(usize, usize); 4] = [(1, 2), (3, 2), (2, 1), (2, 3)];
    let edge = match size {
        0..=3 => 0,
        4..=6 => 1,
        7..=12 => 2,
        _ => 3,
    };
    let sides = if stones >= 6 { (stones - 4) / 2 * 2 } else { 0 };
    let middle = (stones >= 5 && stones % 2 == 1).then_some((2, 2));
    let places = CORNERS.iter().take(stones).chain(SIDES.iter().take(sides)).copied().chain(middle);
    let line = |place: usize| match place {
        1 => edge,
        2 => size / 2,
        _ => size - 1 - edge,
    };
    places.map(|(column, row)| Move(((size - 1 - line(row)) * size + line(column)) as u16)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Go, Rules};
    use enban_game::Notation;

    fn check(size: usize, points: Option<Vec<Move>>, expected: Option<&str>) {
        let game = Go::<6>::with_rules(size, Rules::default()).unwrap();
        let write = |points: Vec<Move>| points.into_iter().map(|at| game.write_move(at)).collect::<Vec<_>>().join(" ");
        assert_eq!(points.map(write).as_deref(), expected, "size {size}");
    }

    #[test]
    fn fixed_stones_have_the_places_of_the_standard() {
        check(19, fixed_handicap(19, 2), Some("d4 q16"));
        check(19, fixed_handicap(19, 5), Some("d4 q16 d16 q4 k10"));
        check(19, fixed_handicap(19, 7), Some("d4 q16 d16 q4 d10 q10 k10"));
        check(19, fixed_handicap(19, 9), Some("d4 q16 d16 q4 d10 q10 k4 k16 k10"));
        check(19, fixed_handicap(19, 10), None);
        check(19, fixed_handicap(19, 1), None);
        check(9, fixed_handicap(9, 3), Some("c3 g7 c7"));
        check(8, fixed_handicap(8, 5), None);
        check(7, fixed_handicap(7, 4), Some("c3 e5 c5 e3"));
        check(5, fixed_handicap(5, 2), None);
    }

    #[test]
    fn free_stones_are_as_many_as_there_is_room_for() {
        check(5, free_handicap(5, 4), Some("b2 d4 b4 d2"));
        check(5, free_handicap(5, 24), Some("b2 d4 b4 d2"));
        check(3, free_handicap(3, 4), Some("a1 c3"));
        check(5, free_handicap(5, 25), None);
        check(5, free_handicap(5, 1), None);
    }

    #[test]
    fn bonuses_pay_by_the_stone() {
        let check = |stones: usize, expected: [usize; 3]| {
            assert_eq!(HandicapBonus::ALL.map(|bonus| bonus.points(stones)), expected, "{stones}");
        };
        check(0, [0, 0, 0]);
        check(1, [0, 1, 0]);
        check(9, [0, 9, 8]);
    }
}
