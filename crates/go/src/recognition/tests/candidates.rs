//! Candidate values: the fast count against its definition.

use enban_game::{Game, Move, MoveSet, Rng, Turn};

use super::drawn;
use crate::recognition::{best_candidates, candidate_value, candidate_values};
use crate::tests::game;
use crate::{Go, State};

#[test]
fn the_values_of_the_empty_board() {
    let (game, state) = drawn("..... ..... ..... ..... .....");
    let values: Vec<i32> =
        candidate_values(&game, &state, game.legal_points(&state)).iter().map(|candidate| candidate.value).collect();
    #[rustfmt::skip]
    let expected = [
        5, 7, 8, 7, 5,
        7, 10, 11, 10, 7,
        8, 11, 12, 11, 8,
        7, 10, 11, 10, 7,
        5, 7, 8, 7, 5,
    ];
    assert_eq!(values, expected);
    let best = best_candidates(&game, &state, game.legal_points(&state)).expect("a point");
    assert_eq!((best.value, best.points.indices().collect::<Vec<_>>()), (12, vec![12]));
}

#[test]
fn nothing_grows_where_all_is_settled() {
    let (game, state) = drawn(".X.X. XXXXX X.X.X XXXXX .X.X.");
    assert_eq!(best_candidates(&game, &state, game.legal_points(&state)), None);
    assert!(candidate_values(&game, &state, game.legal_points(&state)).iter().all(|at| at.value <= 0));
}

#[test]
fn what_is_taken_off_counts() {
    // Black takes three stones at a1 and owns their points.
    let (game, state) = drawn("..... ..... XXX.. OOOX. .XXX.");
    let corner = 4 * 5;
    assert_eq!(game.captured_by(&state, Move(corner)).count(), 3);
    let without_capture = candidate_value(&game, &state, 4 * 5 + 4);
    assert!(candidate_value(&game, &state, usize::from(corner)) >= 3 + without_capture.min(0));
}

/// The fast count agrees with the definition, which plays the move and counts again.
fn check_game<const W: usize>(name: &str, games: u64) {
    let game: Go<W> = game(name);
    let territory = |state: &State<W>, colour| {
        let stones = [enban_game::Colour::Black, enban_game::Colour::White].map(|colour| state.stones(colour));
        let stronger = crate::recognition::influence(game.board(), stones).stronger;
        stronger[usize::from(colour == enban_game::Colour::White)].count() as i32
    };
    for seed in 0..games {
        let (mut state, mut rng) = (game.start(), Rng::new(seed));
        while let Turn::Moves(moves) = game.playout_turn(&state) {
            let points = game.legal_points(&state);
            let values = candidate_values(&game, &state, points);
            let mover = state.mover();
            for candidate in &values {
                let mut after = state.clone();
                game.play(&mut after, Move(candidate.point as u16));
                let growth = territory(&after, mover) - territory(&state, mover);
                assert_eq!(candidate.value, growth, "{name} {seed} {state:?} {}", candidate.point);
                assert_eq!(candidate_value(&game, &state, candidate.point), growth);
            }
            let most = values.iter().map(|at| at.value).max().filter(|&value| value > 0);
            let best = best_candidates(&game, &state, points);
            assert_eq!(best.map(|best| best.value), most);
            if let Some(best) = best {
                let equals = values.iter().filter(|at| at.value == best.value).map(|at| at.point);
                assert!(best.points.indices().eq(equals));
            }
            game.play(&mut state, moves.nth(rng.below(moves.len())));
        }
    }
}

#[test]
fn the_fast_count_is_the_definition() {
    check_game::<2>("go9", 4);
    check_game::<2>("go5(rules=tromp-taylor,ko=simple)", 12);
    check_game::<3>("go13", 1);
    check_game::<2>("go2", 20);
}
