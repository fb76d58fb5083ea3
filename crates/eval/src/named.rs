//! Evaluations by name.

use enban_game::Notation;
use enban_reversi::shape::round;
use enban_reversi::{Edge, Kernel, ReversiOn, Squares};
use enban_search::Evaluate;

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

/// The names of the evaluations that a game has.
pub fn evaluation_names<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) -> &'static [&'static str] {
    if is_reversi(game) {
        &["map", "weights", "mobility+stability"]
    } else if is_nip(game) {
        &["map", "mobility+stability"]
    } else {
        &["mobility+stability"]
    }
}

/// The evaluation of this name for a game; otherwise what names it has.
///
/// `map` is the study's own: ring20 on Nip at 7 hundredths of a disc a point, BP on Reversi at 25: what a
/// point was worth at the end of 6000 games of two-ply self-play, from positions with 20 to 30 empty squares.
pub fn evaluation<K: Kernel, E: Edge<K>>(
    name: &str,
    game: &ReversiOn<K, E>,
) -> Result<Box<dyn Evaluate<ReversiOn<K, E>>>, String> {
    let names = evaluation_names(game);
    if !names.contains(&name) {
        let game = game.name();
        return Err(format!("{game} has no evaluation {name:?}; its evaluations are: {}", names.join(", ")));
    }
    Ok(match name {
        "map" if is_nip(game) => Box::new(MapEval::new(SquareMap::new(|square| RING20[square]), 7)),
        "map" => Box::new(MapEval::new(SquareMap::new(|square| REVERSI_BP[square]), 25)),
        "weights" => Box::new(WeightsEval::new(StudyWeights::BEST)),
        _ => Box::new(MobilityStability::with_defaults(game)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mobility::MobilityParams;
    use crate::testing::{boards_open, boards_round, random_position};
    use enban_game::{Game, Rng, Symmetric};
    use enban_reversi::family::on_open_board;
    use enban_reversi::kernel::Portable;
    use enban_reversi::{Options, Position, Shape};

    #[test]
    fn names_depend_on_the_board() {
        let (open, round) = (boards_open(), boards_round());
        assert_eq!(open.iter().map(|game| evaluation_names(game).len()).collect::<Vec<_>>(), [3, 1, 1, 1]);
        assert_eq!(round.iter().map(|game| evaluation_names(game).len()).collect::<Vec<_>>(), [2, 1, 1, 1, 1, 2]);
        let error = evaluation("weights", &round[0]).err().unwrap();
        assert_eq!(error, r#"nip52 true has no evaluation "weights"; its evaluations are: map, mobility+stability"#);
        let anti = Options { anti: true, ..Options::default() };
        let anti = on_open_board(Portable::<u64>::new(), "anti", Shape::square(8), anti).unwrap();
        assert_eq!(evaluation_names(&anti), ["mobility+stability"]);
    }

    /// Deterministic, far below certainty, and blind to the turning of the board.
    fn check<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) {
        let mut rng = Rng::new(8);
        for name in evaluation_names(game) {
            let evaluation = evaluation(name, game).unwrap();
            for empties in [2, 8, 16, 30] {
                let Some(state) = random_position(game, empties, &mut rng) else { continue };
                let lead = evaluation.lead_for_mover(game, &state);
                assert!(lead.abs() < enban_search::CERTAIN / 10, "{name} on {}: {lead}", game.name());
                for number in 0..game.symmetries() {
                    assert_eq!(evaluation.lead_for_mover(game, &game.transform(&state, number)), lead);
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
                let lead = |state: &Position<u64>| evaluation.lead_for_mover(&games[0], state);
                let both = if empties % 2 == 1 { 2 * last_move } else { -2 * last_move };
                assert_eq!(lead(&state) + lead(&swapped), both);
            }
        }
        assert_eq!(evaluation("map", &games[0]).unwrap().lead_for_mover(&games[0], &games[0].start()), 0);
    }
}
