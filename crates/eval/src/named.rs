//! Evaluations by name.

use std::sync::Arc;

use enban_game::Notation;
use enban_reversi::shape::round;
use enban_reversi::{Edge, Kernel, ReversiOn, Squares};

use crate::knowledge::{Knowledge, is_learned, learned};
use crate::map::{MapEval, REVERSI_BP, RING20, SquareMap};
use crate::mobility::MobilityStability;
use crate::weights::{StudyWeights, WeightsEval};

/// Whether the board is the round one of 52 squares, on which the studies of Nip were made.
pub fn is_nip<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) -> bool {
    let nip = round(52).expect("nip has 52 squares");
    let same_squares = K::Set::SIDE == u64::SIDE && game.shape().in_order().eq(nip.in_order());
    same_squares && game.edge().ring().is_some()
}

/// Whether the game is plain 8x8 Reversi but for its opening: all 64 squares, most discs win.
pub fn is_reversi<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) -> bool {
    let whole = K::Set::SIDE == 8 && game.shape().squares.count() == 64;
    whole && game.edge().ring().is_none() && !game.options().anti
}

/// The names of the evaluations that a game has, the best first.
pub fn evaluation_names<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) -> &'static [&'static str] {
    let all: &[&str] = if is_reversi(game) {
        &["learned", "mobility+stability", "weights", "map"]
    } else if is_nip(game) {
        &["learned", "mobility+stability", "map"]
    } else {
        &["learned", "mobility+stability"]
    };
    if is_learned(game) { all } else { &all[1..] }
}

/// A game that has no evaluation of a name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{game} has no evaluation {name:?}; its evaluations are: {}", .names.join(", "))]
pub struct NoEvaluation {
    /// The game.
    pub game: String,
    /// The name.
    pub name: String,
    /// The names that it has.
    pub names: &'static [&'static str],
}

/// The evaluation of this name for a game; otherwise what names it has.
///
/// `map` is the study's own: ring20 on Nip at 7 hundredths of a disc a point, BP on Reversi at 25: what a
/// point was worth at the end of 6000 games of two-ply self-play, from positions with 20 to 30 empty squares.
pub fn evaluation<K: Kernel, E: Edge<K>>(
    name: &str,
    game: &ReversiOn<K, E>,
) -> Result<Knowledge<ReversiOn<K, E>>, NoEvaluation> {
    let names = evaluation_names(game);
    let none = || NoEvaluation { game: game.name(), name: name.to_owned(), names };
    if !names.contains(&name) {
        return Err(none());
    }
    Ok(Knowledge::Plain(match name {
        "learned" => return learned(game).map(Knowledge::Learned).ok_or_else(none),
        "map" if is_nip(game) => Arc::new(MapEval::new(SquareMap::new(|square| RING20[square]), 7)),
        "map" => Arc::new(MapEval::new(SquareMap::new(|square| REVERSI_BP[square]), 25)),
        "weights" => Arc::new(WeightsEval::new(StudyWeights::BEST)),
        _ => Arc::new(MobilityStability::with_defaults(game)),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mobility::MobilityParams;
    use crate::patterns::Indices;
    use crate::testing::{boards_open, boards_round, random_position};
    use enban_game::{Game, Rng, Symmetric};
    use enban_reversi::family::on_open_board;
    use enban_reversi::kernel::Portable;
    use enban_reversi::{Options, Position, Shape};
    use enban_search::Incremental;

    #[test]
    fn names_depend_on_the_board() {
        let (open, round) = (boards_open(), boards_round());
        let by_hand = |names: &[&str]| names.iter().filter(|name| **name != "learned").count();
        assert_eq!(open.iter().map(|game| by_hand(evaluation_names(game))).collect::<Vec<_>>(), [3, 1, 1, 1]);
        assert_eq!(round.iter().map(|game| by_hand(evaluation_names(game))).collect::<Vec<_>>(), [2, 1, 1, 1, 1, 2]);
        let error = evaluation("weights", &round[5]).err().unwrap().to_string();
        assert_eq!(error, r#"nip52 false has no evaluation "weights"; its evaluations are: mobility+stability, map"#);
        let anti = Options { anti: true, ..Options::default() };
        let anti = on_open_board(Portable::<u64>::new(), "anti", Shape::square(8), anti).unwrap();
        assert_eq!(evaluation_names(&anti), ["mobility+stability"]);
    }

    /// Deterministic, far below certainty, and blind to the turning of the board.
    fn check<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) {
        let mut rng = Rng::new(8);
        for name in evaluation_names(game) {
            let evaluation = evaluation(name, game).unwrap();
            let lead_of =
                |state: &Position<K::Set>| evaluation.lead_for_mover(game, state, &evaluation.accumulate(game, state));
            for empties in [2, 8, 16, 30] {
                let Some(state) = random_position(game, empties, &mut rng) else { continue };
                let lead = lead_of(&state);
                assert!(lead.abs() < enban_search::CERTAIN / 10, "{name} on {}: {lead}", game.name());
                for number in 0..game.symmetries() {
                    assert_eq!(lead_of(&game.transform(&state, number)), lead);
                }
            }
        }
    }

    #[test]
    fn every_evaluation_works_on_every_board_that_has_it() {
        boards_open().iter().for_each(check);
        boards_round().iter().for_each(check);
        let wide = |shape| on_open_board(Portable::<u128>::new(), "wide", shape, Options::default()).unwrap();
        check(&wide(Shape::square(10)));
        check(&wide(Shape::octagon()));
    }

    /// What one side gains the other loses, but for the last move, which is the mover's where an odd number of
    /// squares is empty.
    #[test]
    fn maps_and_mobility_are_antisymmetric() {
        let games = boards_round();
        let mut rng = Rng::new(9);
        for (name, last_move) in [("map", 0), ("mobility+stability", MobilityParams::ROUND.last_move)] {
            let evaluation = evaluation(name, &games[0]).unwrap();
            for empties in [30, 31].repeat(50) {
                let state = random_position(&games[0], empties, &mut rng).unwrap();
                let swapped = Position { own: state.other, other: state.own, seat: state.seat };
                let lead = |state: &Position<u64>| evaluation.lead_for_mover(&games[0], state, &Indices::EMPTY);
                let both = if empties % 2 == 1 { 2 * last_move } else { -2 * last_move };
                assert_eq!(lead(&state) + lead(&swapped), both);
            }
        }
        let map = evaluation("map", &games[0]).unwrap();
        assert_eq!(map.lead_for_mover(&games[0], &games[0].start(), &Indices::EMPTY), 0);
    }
}
