//! Every game of the family passes the suite that all games pass.
#![allow(clippy::unwrap_used)]

use enban_game::conformance::{check, check_symmetry, check_zero_sum};
use enban_game::symmetry::distinct_positions;
use enban_game::{Endgame, Game, MoveSet, Notation, Points, Rng, Turn};
use enban_reversi::family::{nip, on_open_board};
use enban_reversi::kernel::Portable;
use enban_reversi::{Options, Shape, YoninOn, YoninOptions};

#[test]
fn square_boards_conform() {
    let kernel = Portable::<u64>::new();
    let plain = Options::default();
    let all = [
        (4, plain),
        (6, plain),
        (8, plain),
        (8, Options { anti: true, ..plain }),
        (8, Options { free_opening: true, ..plain }),
        (6, Options { free_opening: true, ..plain }),
        (4, Options { free_opening: true, anti: true, dead: 1 << 3 }),
        (8, Options { dead: 1 << 0 | 1 << 21, ..plain }),
    ];
    for (side, options) in all {
        let game = on_open_board(kernel, "reversi", Shape::square(side), options).unwrap();
        check(&game, 6);
        check_symmetry(&game, 3);
        check_zero_sum(&game, 3);
    }
}

#[test]
fn wide_boards_conform() {
    let kernel = Portable::<u128>::new();
    for shape in [Shape::square(10), Shape::octagon()] {
        let game = on_open_board(kernel, "wide", shape, Options::default()).unwrap();
        check(&game, 3);
        check_symmetry(&game, 2);
        check_zero_sum(&game, 2);
    }
}

#[test]
fn round_boards_conform() {
    for squares in [24, 32, 40, 52, 60] {
        for lap in [true, false] {
            let game = nip(Portable::<u64>::new(), "nip", squares, lap).unwrap();
            check(&game, 4);
            check_symmetry(&game, 2);
            check_zero_sum(&game, 2);
        }
    }
}

#[test]
fn yonin_conforms() {
    for (turned_start, anticlockwise, first) in [(false, false, 0), (true, true, 2), (false, true, 3)] {
        let options = YoninOptions { turned_start, anticlockwise, first };
        let game = YoninOn::new(Portable::<u64>::new(), "yonin".to_owned(), options);
        check(&game, 5);
        check_symmetry(&game, 3);
    }
}

#[test]
fn a_dead_square_in_the_middle_is_refused() {
    let options = Options { dead: 1 << 27, ..Options::default() };
    assert!(on_open_board(Portable::<u64>::new(), "dead", Shape::square(8), options).is_err());
}

/// Distinct positions up to symmetry, as published for openings of matches.
#[test]
fn openings_are_counted_once_up_to_symmetry() {
    let kernel = Portable::<u64>::new();
    let reversi = |side| on_open_board(kernel, "reversi", Shape::square(side), Options::default()).unwrap();
    let count = |plies| distinct_positions(&reversi(8), plies).len();
    assert_eq!([5, 6, 7].map(count), [322, 1773, 10649]);
    let count = |plies| distinct_positions(&reversi(6), plies).len();
    assert_eq!([5, 6, 7].map(count), [314, 1632, 9069]);
    let game = nip(kernel, "nip", 52, true).unwrap();
    let count = |plies| distinct_positions(&game, plies).len();
    assert_eq!([5, 6, 7].map(count), [321, 1726, 10230]);
}

/// The opening's four discs are placed on the middle squares in turn, and turn nothing.
#[test]
fn a_free_opening_places_four_discs() {
    let options = Options { free_opening: true, ..Options::default() };
    let game = on_open_board(Portable::<u64>::new(), "reversi", Shape::square(8), options).unwrap();
    let mut trail = enban_game::Trail::new(game.clone());
    let Turn::Moves(first) = trail.turn() else { panic!("a move") };
    assert_eq!(first, game.shape().centre_set());
    trail.play_text("d4 d5 e4 e5").unwrap();
    let expected = "--------/--------/--------/---XX---/---OO---/--------/--------/-------- X";
    assert_eq!(*trail.state(), game.read_position(expected).unwrap());
    trail.play_text("d6").unwrap();
    let expected = "--------/--------/--------/---XX---/---XO---/---X----/--------/-------- O";
    assert_eq!(*trail.state(), game.read_position(expected).unwrap());
}

/// What an exact solver is told of a position is what the rules say, from the first disc to the last.
#[test]
fn solvers_are_told_the_moves_and_results_of_the_rules() {
    fn check_game<G: Endgame<Moves: PartialEq + std::fmt::Debug> + Notation>(game: &G) {
        let mut rng = Rng::new(7);
        for _ in 0..20 {
            let mut state = game.start();
            loop {
                let text = format!("{} {}", game.name(), game.write_position(&state));
                let open = game.open_moves(&state);
                match game.turn(&state) {
                    Turn::Moves(moves) => {
                        assert_eq!(open, moves, "{text}");
                        game.play(&mut state, game.nth_move(&moves, rng.below(moves.len())));
                    }
                    Turn::Pass => {
                        assert!(open.is_empty(), "{text}");
                        game.pass(&mut state);
                        assert!(!game.open_moves(&state).is_empty(), "{text}");
                    }
                    Turn::Over => {
                        assert!(open.is_empty(), "{text}");
                        let lead = Points::whole(game.final_lead(&state));
                        assert_eq!(lead, game.margin_for_mover(&state), "{text}");
                        break;
                    }
                }
            }
        }
    }
    let kernel = Portable::<u64>::new();
    for (side, anti, free_opening, dead) in [
        (4, false, false, 0),
        (4, false, true, 0),
        (4, true, true, 1 << 3),
        (6, true, false, 1 << 5),
        (6, false, true, 0),
        (8, false, true, 1 << 18),
    ] {
        let options = Options { anti, free_opening, dead };
        check_game(&on_open_board(kernel, &format!("{options:?}"), Shape::square(side), options).unwrap());
    }
    check_game(&nip(kernel, "nip24", 24, true).unwrap());
    check_game(&nip(kernel, "nip32(lap=off)", 32, false).unwrap());
}

/// In anti the side with fewer discs wins, by what it would have lost in the plain game.
#[test]
fn anti_turns_the_result_round() {
    let kernel = Portable::<u64>::new();
    let options = Options { anti: true, ..Options::default() };
    let anti = on_open_board(kernel, "anti", Shape::square(4), options).unwrap();
    let plain = on_open_board(kernel, "plain", Shape::square(4), Options::default()).unwrap();
    let state = plain.read_position("XXXX/XXXX/OOO-/---- X").unwrap();
    assert_eq!(plain.scores(&state).as_slice(), [13, 3].map(Points::whole));
    assert_eq!(anti.scores(&state).as_slice(), [3, 13].map(Points::whole));
}
