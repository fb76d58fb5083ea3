//! The 3x3 surroundings of an empty point as a number of 16 bits, and what is known about them.
//!
//! The low eight bits are the mover's stones, the high eight the opponent's, in the order left above, above,
//! right above, left, right, left below, below, right below. What lies off the board counts as both.

use std::sync::LazyLock;

use enban_game::Bits;
use enban_go::{Board, Go, State};

/// How many surroundings there are.
pub(crate) const CODES: usize = 1 << 16;

/// Finds surroundings on a board of one size.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    size: usize,
    /// For each point, which of the eight lie off the board.
    off: Vec<u8>,
}

impl Surroundings {
    pub(crate) fn new<const W: usize>(board: &Board<W>) -> Self {
        let size = board.size();
        let off = |point: usize| {
            let (column, row) = (point % size, point / size);
            let mut mask = 0;
            for (at, (right, down)) in STEPS.into_iter().enumerate() {
                let inside = |from: usize, step: isize| from.checked_add_signed(step).is_some_and(|to| to < size);
                if !inside(column, right) || !inside(row, down) {
                    mask |= 1 << at;
                }
            }
            mask
        };
        Self { size, off: (0..size * size).map(off).collect() }
    }

    /// The surroundings of a point, seen by the mover.
    #[inline(always)]
    pub(crate) fn code<const W: usize>(&self, state: &State<W>, point: usize) -> usize {
        let off = self.off[point];
        let (own, theirs) = (state.stones(state.mover()), state.stones(state.mover().other()));
        usize::from(self.ring(&own, point) | off) | usize::from(self.ring(&theirs, point) | off) << 8
    }

    /// Which of the eight around a point are in a set; arbitrary where they lie off the board.
    #[inline(always)]
    fn ring<const W: usize>(&self, set: &Bits<W>, point: usize) -> u8 {
        // Shifting by one more than the point keeps the numbers from going below 0.
        let above = three(set, (point + 63 - self.size).wrapping_sub(64));
        let beside = three(set, (point + 63).wrapping_sub(64));
        let below = three(set, point + self.size - 1);
        above | (beside & 1) << 3 | (beside & 4) << 2 | below << 5
    }
}

/// The bits `from`, `from + 1` and `from + 2` of a set; arbitrary if `from` is below 0 (wrapped).
#[inline(always)]
fn three<const W: usize>(set: &Bits<W>, from: usize) -> u8 {
    if from > usize::MAX - 64 {
        // Only the last of the three can lie on the board when one or two are before its first point.
        let missing = from.wrapping_neg();
        return if missing < 3 { ((set.0[0] << missing) & 7) as u8 } else { 0 };
    }
    let (word, shift) = (from / 64, from % 64);
    let low = set.0.get(word).map_or(0, |bits| bits >> shift);
    let high = if shift > 61 { set.0.get(word + 1).map_or(0, |bits| bits << (64 - shift)) } else { 0 };
    ((low | high) & 7) as u8
}

/// Columns to the right and rows down to each of the eight.
const STEPS: [(isize, isize); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// The same surroundings seen through each of the eight symmetries of the square.
pub(crate) fn symmetries(code: usize) -> [usize; 8] {
    std::array::from_fn(|number| {
        let mut result = 0;
        for (at, &to) in TURNED[number].iter().enumerate() {
            result |= (code >> at & 1) << to | (code >> (at + 8) & 1) << (to + 8);
        }
        result
    })
}

/// Where each of the eight goes under each symmetry.
static TURNED: LazyLock<[[usize; 8]; 8]> = LazyLock::new(|| {
    std::array::from_fn(|number| {
        STEPS.map(|(mut right, mut down)| {
            if number & 1 != 0 {
                right = -right;
            }
            if number & 2 != 0 {
                down = -down;
            }
            if number & 4 != 0 {
                (right, down) = (down, right);
            }
            STEPS.iter().position(|&step| step == (right, down)).expect("a symmetry keeps the eight")
        })
    })
});

/// One number for all surroundings that are alike up to symmetry.
pub(crate) fn canonical(code: usize) -> usize {
    symmetries(code).into_iter().min().unwrap_or(code)
}

/// What is at one of the eight points around a point.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Neighbour {
    Empty,
    Own,
    Theirs,
    Off,
}

/// The eight points clockwise from left above, as indices into [`STEPS`].
const CLOCKWISE: [usize; 8] = [0, 1, 2, 4, 7, 6, 5, 3];

/// For every surrounding whether it is worth answering there, with either colour as the mover.
pub(crate) fn hand_made() -> Vec<bool> {
    (0..CODES).map(is_answer).collect()
}

/// Whether a stone here bends around a stone, cuts or keeps from being cut, or settles a contact at the edge; seen from all
/// sides and for both colours.
fn is_answer(code: usize) -> bool {
    let around = CLOCKWISE.map(|at| match (code >> at & 1 != 0, code >> (at + 8) & 1 != 0) {
        (false, false) => Neighbour::Empty,
        (true, false) => Neighbour::Own,
        (false, true) => Neighbour::Theirs,
        (true, true) => Neighbour::Off,
    });
    let seen = |side: usize, is_mirrored: bool| -> [Neighbour; 8] {
        // Mirrored, the point straight above stays and the others change sides.
        std::array::from_fn(|at| around[(side + if is_mirrored { 10 - at } else { at }) % 8])
    };
    [0, 2, 4, 6].into_iter().any(|side| {
        [false, true].into_iter().any(|is_mirrored| {
            let view = seen(side, is_mirrored);
            let colours = [(Neighbour::Own, Neighbour::Theirs), (Neighbour::Theirs, Neighbour::Own)];
            colours.into_iter().any(|(a, b)| is_answer_seen(view, a, b))
        })
    })
}

/// The rules for one view and one pair of colours.
fn is_answer_seen(view: [Neighbour; 8], a: Neighbour, b: Neighbour) -> bool {
    use Neighbour::{Empty, Off};
    let [left_above, above, right_above, right, right_below, below, left_below, left] = view;
    if below == Off {
        return match (left, above, right) {
            // A stone along the edge that its enemy stands over: stop it from running.
            (l, Empty, _) if l == a => left_above == b,
            // A stone that has come down to the second line: block it, or take the point under it.
            (l, u, r) if u == b && r == a && l != b => true,
            (l, u, r) if u == b && l != b && r != b => right_above == a,
            (l, u, Empty) if u == b && l == a => right_above == Empty,
            // Two crossing pairs.
            (l, u, r) if u == b && l == a && r == b => right_above == a,
            _ => false,
        };
    }
    if view.contains(&Off) {
        return false;
    }
    let is_bend = above == a && left_above == b && right == Empty && ![left, below, right_above].contains(&a);
    let is_lean = above == a && left == b && view.iter().filter(|&&neighbour| neighbour == Empty).count() == 6;
    let is_crossing = above == a && right == a && right_above == b && ![below, left].contains(&a);
    let is_between = left == a && right == a && above == b && ![below, left_below, right_below].contains(&a);
    let is_knights_cut = above == b && left_above == a && right == a && left != a;
    is_bend || is_lean || is_crossing || is_between || is_knights_cut
}

/// The same for all boards, so made once.
pub(crate) static ANSWERS: LazyLock<Vec<bool>> = LazyLock::new(hand_made);

/// Everything about surroundings that a playout or a prior looks up.
#[derive(Debug)]
pub(crate) struct Shapes {
    pub(crate) surroundings: Surroundings,
    pub(crate) answers: &'static [bool],
}

impl Shapes {
    pub(crate) fn new<const W: usize>(game: &Go<W>) -> Self {
        Self { surroundings: Surroundings::new(game.board()), answers: &ANSWERS }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_game::{Game, Move, MoveSet, Rng, Turn};
    use enban_go::Rules;

    /// Codes read from bits agree with looking at each neighbour.
    fn check<const W: usize>(size: usize) {
        let game = Go::<W>::with_rules(size, Rules::default()).unwrap();
        let surroundings = Surroundings::new(game.board());
        let (mut state, mut rng) = (game.start(), Rng::new(size as u64));
        while let Turn::Moves(moves) = game.playout_turn(&state) {
            for point in state.empties(game.board()).indices() {
                let mut code = 0;
                for (at, (right, down)) in STEPS.into_iter().enumerate() {
                    let to = |from: usize, step: isize| from.checked_add_signed(step).filter(|&to| to < size);
                    let place = to(point % size, right).zip(to(point / size, down));
                    let colour = place.map(|(column, row)| state.colour_at(row * size + column));
                    code |= match colour {
                        None => 0x101 << at,
                        Some(None) => 0,
                        Some(Some(colour)) if colour == state.mover() => 1 << at,
                        Some(Some(_)) => 0x100 << at,
                    };
                }
                assert_eq!(surroundings.code(&state, point), code, "{size} {point}");
            }
            game.play(&mut state, Move(moves.nth(rng.below(moves.len())).0));
        }
    }

    #[test]
    fn codes_agree_with_looking() {
        [2, 3, 5, 9, 11].into_iter().for_each(check::<2>);
        [13, 19].into_iter().for_each(check::<6>);
        check::<10>(25);
    }

    #[test]
    fn symmetries_keep_the_canonical_code() {
        for code in [0, 0x0102, 0x07E1, 0xFFFF, 0x1281] {
            assert!(symmetries(code).into_iter().all(|seen| canonical(seen) == canonical(code)));
        }
        assert_eq!(symmetries(1)[1], 4);
    }

    #[test]
    fn answers_are_the_same_from_all_sides_and_for_both_colours() {
        let answers = hand_made();
        for code in 0..CODES {
            let swapped = code >> 8 | (code & 0xFF) << 8;
            assert_eq!(answers[code], answers[swapped], "{code:#x}");
            assert!(symmetries(code).into_iter().all(|seen| answers[seen] == answers[code]), "{code:#x}");
        }
        // Some of all, and by no means most.
        let count = answers.iter().filter(|&&is| is).count();
        assert!((3_000..20_000).contains(&count), "{count}");
    }

    #[test]
    fn a_hane_is_an_answer_and_an_empty_place_is_not() {
        let answers = hand_made();
        // O above, X to its left and right.
        assert!(answers[0b101 | 0b010 << 8] && answers[0b010 | 0b101 << 8]);
        assert!(!answers[0]);
    }
}
