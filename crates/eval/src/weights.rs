//! The three parameters of the study of Reversi as an evaluation: map, stable discs on the edges, moves.

use enban_game::Game;
use enban_reversi::{Edge, Kernel, ReversiOn, Squares};
use enban_search::Evaluate;

use crate::edges::Edges;
use crate::map::{REVERSI_BP, SquareMap};

/// How much each parameter of the study counts; the study tries 0 to 5 of each.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StudyWeights {
    /// Of the square map.
    pub bp: f64,
    /// Of the stable discs on the edges, 11 points a disc.
    pub fs: f64,
    /// Of the number of moves, 10 points a move.
    pub cn: f64,
}

impl StudyWeights {
    /// Points of the study a stable disc on the edge is worth before its weight.
    pub const POINTS_PER_STABLE: i32 = 11;
    /// Points of the study a move is worth before its weight.
    pub const POINTS_PER_MOVE: i32 = 10;
    /// The mixture that did best in the study.
    pub const BEST: Self = Self { bp: 2.0, fs: 5.0, cn: 1.0 };
}

/// The study's sum without its noise, seen by the seat on turn: it has the moves, so they count for it.
#[derive(Clone, Debug)]
pub struct WeightsEval<S> {
    map: SquareMap<S>,
    edges: Edges<S>,
    weights: StudyWeights,
    centidiscs_per_point: f64,
}

impl<S: Squares> WeightsEval<S> {
    /// Points of the study that stand for a disc when the weights add up to 1: as many as for the map alone,
    /// whose points were worth 0.27 discs in middle games of two-ply self-play.
    const POINTS_PER_DISC: f64 = 4.0;

    /// The evaluation for 8x8. Only the ratio of the weights matters: they are scaled to add up to 1.
    pub fn new(weights: StudyWeights) -> Self {
        assert_eq!(S::SIDE, 8, "the study's map is one of 8x8");
        let sum = weights.bp.abs() + weights.fs.abs() + weights.cn.abs();
        let centidiscs_per_point = if sum > 0.0 { 100.0 / (Self::POINTS_PER_DISC * sum) } else { 0.0 };
        let map = SquareMap::new(|square| REVERSI_BP[square]);
        Self { map, edges: Edges::of_square(8), weights, centidiscs_per_point }
    }
}

impl<K: Kernel, E: Edge<K>> Evaluate<ReversiOn<K, E>> for WeightsEval<K::Set> {
    fn lead_for_mover(&self, game: &ReversiOn<K, E>, state: &<ReversiOn<K, E> as Game>::State) -> i32 {
        game.accelerate(
            #[inline(always)]
            || {
                let (own, other) = (state.own, state.other);
                let stable = |discs: K::Set| self.edges.stable(discs, own | other).count() as i32;
                let map = self.map.lead(own, other);
                let edge = StudyWeights::POINTS_PER_STABLE * (stable(own) - stable(other));
                let moves = StudyWeights::POINTS_PER_MOVE * game.moves(own, other).count() as i32;
                let points = self.weights.bp * f64::from(map)
                    + self.weights.fs * f64::from(edge)
                    + self.weights.cn * f64::from(moves);
                (points * self.centidiscs_per_point) as i32
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::boards_open;
    use enban_game::Notation;

    #[test]
    fn each_parameter_counts_what_it_says() {
        let game = &boards_open()[0];
        let rows = ["XX------", "--------", "--------", "---OX---", "---XO---", "--------", "--------", "--------"];
        let state = game.read_position(&format!("{} X", rows.concat())).unwrap();
        let lead = |bp: f64, fs: f64, cn: f64| {
            WeightsEval::<u64>::new(StudyWeights { bp, fs, cn }).lead_for_mover(game, &state)
        };
        assert_eq!(lead(1.0, 0.0, 0.0), (45 - 11) * 25);
        assert_eq!(lead(0.0, 3.0, 0.0), 2 * 11 * 25);
        assert_eq!(lead(0.0, 0.0, 1.0), 4 * 10 * 25);
        assert_eq!(lead(0.0, 0.0, 0.0), 0);
        assert_eq!(lead(1.0, 1.0, 0.0), (34 + 22) * 25 / 2);
    }
}
