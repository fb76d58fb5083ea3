//! Positions and moves as text: what is written is read back, mistakes are named, nothing panics.
#![allow(clippy::unwrap_used)]

use enban_game::{Game, Notation, Seat};
use enban_reversi::family::{nip, on_open_board};
use enban_reversi::kernel::Portable;
use enban_reversi::{Options, Position, ReversiOn, Round, Shape, YoninOn};
use proptest::prelude::*;

fn round() -> ReversiOn<Portable<u64>, Round> {
    nip(Portable::new(), "nip", 52, true).unwrap()
}

#[test]
fn the_start_is_written_by_the_boards_own_squares() {
    let game = round();
    let text = "---------------------OX------XO--------------------- X";
    assert_eq!(game.write_position(&game.start()), text);
}

#[test]
fn the_same_board_is_read_from_every_way_of_writing_it() {
    let game = round();
    let texts = [
        "----/------/--------/---OX---/---XO---/--------/------/----X",
        "..----..\n.------.\n--------\n---ox---\n---xo---\n--------\n.------.\n..----..\nx",
        "  - - - - ------ -------- ---OX--- ---XO--- -------- ------ ---- /X ",
    ];
    for text in texts {
        assert_eq!(game.read_position(text), Ok(game.start()), "{text}");
    }
}

/// Every mistake is answered with the place and what was expected.
#[test]
fn mistakes_are_named() {
    let game = round();
    let check = |text: &str, message: &str| {
        assert_eq!(game.read_position(text).unwrap_err().to_string(), message, "{text}");
    };
    check("----/--Z", "character 8: found \"Z\", expected X, O or - for d2");
    check("----", "character 5: the text ends, expected 48 more of 52 squares (next b2), then the side to move");
    check("..----..\n.------.\nX.", "line 3, character 2: found \".\", expected X, O or - for b3");
    check("-.", "character 1: found \"-\", expected . as a1 is not on the board");
    let board = "-".repeat(52);
    check(&board, "character 53: the text ends, expected the side to move: X, O");
    check(&format!("{board} 1"), "character 54: found \"1\", expected the side to move: X, O");
    check(&format!("{board} X more"), "character 56: found \"more\", expected nothing after the side to move");
    let check = |word: &str, message: &str| assert_eq!(game.read_move(word).unwrap_err().expected, message, "{word}");
    check("a1", "a square of the board, a1 to h8; a1 is not on it");
    check("z9", "a square of the board, a1 to h8");
}

#[test]
fn a_dead_square_is_not_on_the_board() {
    let options = Options { dead: 1, ..Options::default() };
    let game = on_open_board(Portable::<u64>::new(), "dead", Shape::square(4), options).unwrap();
    assert_eq!(game.write_position(&game.start()), "----OX--XO----- X");
    assert_eq!(game.read_position(".---/-OX-/-XO-/----X"), Ok(game.start()));
    assert!(game.read_move("a1").is_err());
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(own: u64, other: u64, seat in 0u8..2) {
        let game = round();
        let squares = game.shape().squares;
        let state = Position { own: own & squares, other: other & squares & !own, seat: Seat(seat) };
        prop_assert_eq!(game.read_position(&game.write_position(&state)), Ok(state));
    }

    #[test]
    fn wide_boards_are_read_back(own: u128, other: u128, seat in 0u8..2) {
        let game = on_open_board(Portable::<u128>::new(), "wide", Shape::octagon(), Options::default()).unwrap();
        let squares = game.shape().squares;
        let state = Position { own: own & squares, other: other & squares & !own, seat: Seat(seat) };
        prop_assert_eq!(game.read_position(&game.write_position(&state)), Ok(state));
    }

    #[test]
    fn no_text_panics(text in "\\PC*|[-XO./ \n1-4x円]{0,90}") {
        let _ = round().read_position(&text);
        let _ = round().read_move(&text);
        let yonin = YoninOn::new(Portable::<u64>::new(), "yonin".to_owned(), Default::default());
        let _ = yonin.read_position(&text);
        let _ = yonin.read_move(&text);
    }
}
