//! Stable discs on the four edges of a square board, as the study of Reversi counts them.

use enban_reversi::Squares;

/// The edges of a square board.
#[derive(Clone, Copy, Debug)]
pub struct Edges<S> {
    corners: S,
    /// First and last row.
    rows: S,
    /// First and last column.
    columns: S,
    /// First row, last row, first column, last column.
    each: [S; 4],
}

impl<S: Squares> Edges<S> {
    /// The edges of the square board of this side.
    pub fn of_square(side: usize) -> Self {
        let last = side - 1;
        let line = |square: &dyn Fn(usize) -> usize| (0..side).fold(S::NONE, |set, at| set | S::one(square(at)));
        let each = [
            line(&|at| at),
            line(&|at| last * S::SIDE + at),
            line(&|at| at * S::SIDE),
            line(&|at| at * S::SIDE + last),
        ];
        let (rows, columns) = (each[0] | each[1], each[2] | each[3]);
        Self { corners: rows & columns, rows, columns, each }
    }

    /// The discs of `own` on the edges that can never be turned: those on a full edge, those in a corner, and
    /// those joined to such a disc along an edge by discs of their own colour. An edge disc can be turned
    /// along its edge only, which is what makes this sound.
    #[inline(always)]
    pub fn stable(&self, own: S, occupied: S) -> S {
        let full = |set: S, edge: &S| if *edge & !occupied == S::NONE { set | *edge } else { set };
        let mut stable = own & self.each.iter().fold(self.corners, full);
        if stable == S::NONE {
            return stable;
        }
        let side = S::SIDE as u32;
        loop {
            let (flat, steep) = (stable & self.rows, stable & self.columns);
            let beside = ((flat << 1 | flat >> 1) & self.rows) | ((steep << side | steep >> side) & self.columns);
            let more = stable | (own & beside);
            if more == stable {
                return stable;
            }
            stable = more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{boards_open, random_position};
    use enban_game::Rng;

    fn set(names: &str) -> u64 {
        names
            .split(' ')
            .map(|name| name.as_bytes())
            .fold(0, |set, name| set | 1 << (usize::from(name[1] - b'1') * 8 + usize::from(name[0] - b'a')))
    }

    #[test]
    fn corners_runs_and_full_edges_are_stable() {
        let edges = Edges::<u64>::of_square(8);
        let own = set("a1 b1 d1 a2 h7 g8");
        assert_eq!(edges.stable(own, own), set("a1 b1 a2"));
        let full = own | set("a8 b8 c8 d8 e8 f8 h8");
        assert_eq!(edges.stable(own, full), set("a1 b1 a2 g8"), "h7 is beside no stable disc of its own");
        assert_eq!(edges.stable(own | set("h8"), full), set("a1 b1 a2 g8 h8 h7"));
        assert_eq!(edges.stable(0, full), 0);
    }

    /// The general rule restricted to the edges finds the same discs.
    #[test]
    fn agrees_with_the_stable_discs_of_the_whole_board() {
        let mut rng = Rng::new(3);
        for game in &boards_open()[..3] {
            let edges = Edges::<u64>::of_square(game.shape().side);
            for empties in [0, 2, 5, 10, 20] {
                for _ in 0..100 {
                    let Some(state) = random_position(game, empties, &mut rng) else { continue };
                    let occupied = state.own | state.other;
                    let own = game.stable(state.own, state.other);
                    let rim = edges.rows | edges.columns;
                    assert_eq!(edges.stable(state.own, occupied), own & rim);
                }
            }
        }
    }
}
