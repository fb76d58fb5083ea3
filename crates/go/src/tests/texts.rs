//! Positions and moves as text: what is read, what is refused and where, and that nothing panics.

use enban_game::{Game, Move, MoveSet, Notation, Points, Rng, Turn, UnknownMove};
use proptest::prelude::*;

use super::{game, read};
use crate::{Go, Rules, Ruleset, SetupError};

/// A position as written by anyone, and as written by us; or the error.
fn check(name: &str, text: &str, expected: Result<&str, &str>) {
    let game = game::<2>(name);
    let result = game.read_position(text).map(|state| game.write_position(&state)).map_err(|error| error.to_string());
    match expected {
        Ok(canonical) => assert_eq!(result, Ok(canonical.to_owned()), "{text}"),
        Err(error) => assert_eq!(result, Err(error.to_owned()), "{text}"),
    }
}

#[test]
fn positions_are_read_from_lines_and_drawings() {
    check("go2", "../.. X", Ok("../.. X"));
    check("go2", "x-\n+o\n\nO", Ok("X./.O O"));
    check("go2", " . . . . X prisoners=0,0 passes=0", Ok("../.. X"));
    check("go2", "....X passes=2 prisoners=12,3", Ok("../.. X prisoners=12,3 passes=2"));
    check("go4", ".XO./X.XO/.XO./.... O ko=B3", Ok(".XO./X.XO/.XO./.... O ko=b3"));
}

#[test]
fn mistakes_are_named_with_their_place() {
    let cell = "(2 rows of 2): X, O or .";
    check("go2", "", Err(&format!("character 1: the text ends, expected cell 1 of 4 {cell}")));
    check("go2", "..\n.? X", Err(&format!("line 2, character 2: found \"?\", expected cell 4 of 4 {cell}")));
    check("go2", ".円.. X", Err(&format!("character 2: found \"円\", expected cell 2 of 4 {cell}")));
    let side = "expected the side to move, X or O, after 4 cells";
    check("go2", "... X", Err(&format!("character 6: the text ends, {side}")));
    check("go2", "..... X", Err(&format!("character 5: found \".\", {side}")));
    let blank = "expected a blank or the end after the side to move, as there were 4 cells";
    check("go2", "....XX", Err(&format!("character 6: found \"X\", {blank}")));
    check("go2", "XX/.. X/", Err(&format!("character 8: found \"/\", {blank}")));
    check("go2", "XX/XX X", Err("character 1: found \"X\", expected a chain with a liberty at a2"));
    check("go3", "..X/.XO/..X X", Err("character 7: found \"O\", expected a chain with a liberty at c2"));
    let fields = "expected the end, or one of ko=d4, prisoners=1,2 and passes=1, each once";
    check("go2", ".... X X", Err(&format!("character 8: found \"X\", {fields}")));
    check("go2", ".... X passes=1 passes=1", Err(&format!("character 17: found \"passes=1\", {fields}")));
    check("go2", ".... X passes=3", Err("character 8: found \"passes=3\", expected passes=0, 1 or 2"));
    let prisoners = "expected prisoners=1,2: black stones lost, white stones lost";
    check("go2", ".... X prisoners=1", Err(&format!("character 8: found \"prisoners=1\", {prisoners}")));
    check("go2", ".... X prisoners=1,-1", Err(&format!("character 8: found \"prisoners=1,-1\", {prisoners}")));
    check(
        "go2",
        ".... X prisoners=9999999,0",
        Err(&format!("character 8: found \"prisoners=9999999,0\", {prisoners}")),
    );
    check("go2", ".... X ko=c1", Err("character 11: found \"c1\", expected a point from a1 to b2"));
}

#[test]
fn a_ko_must_be_one() {
    let board = ".XO./X.XO/.XO./....";
    let shape = |label| format!("expected a point where {label} would take back one stone with one stone");
    check("go4", &format!("{board} O ko=c3"), Err("character 26: found \"c3\", expected an empty point"));
    check("go4", &format!("{board} O ko=b3 passes=1"), Err("character 26: found \"b3\", expected no ko after a pass"));
    check("go4", &format!("{board} X ko=b3"), Err(&format!("character 26: found \"b3\", {}", shape('X'))));
    check("go4", &format!("{board} O ko=a1"), Err(&format!("character 26: found \"a1\", {}", shape('O'))));
}

#[test]
fn moves_are_letters_and_numbers_without_i() {
    let nineteen = Go::<6>::with_rules(19, Rules::default()).unwrap();
    let words = ["a19", "t19", "a1", "t1", "q16", "j10", "h10", "pass"];
    assert_eq!(words.map(|word| nineteen.read_move(word).unwrap().0), [0, 18, 342, 360, 72, 179, 178, 361]);
    for choice in (0..=361).map(Move) {
        let word = nineteen.write_move(choice);
        assert_eq!(nineteen.read_move(&word.to_uppercase()), Ok(choice), "{word}");
    }
    let expected = "a point from a1 to t19 (no column is called i) or pass";
    for word in ["", "i5", "u1", "a0", "a20", "z9", "19a", "a 1", "passed", "aa1", "円1"] {
        assert_eq!(nineteen.read_move(word), Err(UnknownMove::expected(expected)), "{word}");
    }
    let largest = Go::<10>::with_rules(25, Rules::default()).unwrap();
    assert_eq!(largest.write_move(Move(24)), "z25");
}

#[test]
fn there_is_no_game_that_does_not_fit() {
    let komi = |points| Rules::of(Ruleset::Chinese).with_komi(Points::whole(points));
    assert_eq!(Go::<2>::with_rules(1, Rules::default()).unwrap_err(), SetupError::Size(1));
    assert_eq!(Go::<10>::with_rules(26, Rules::default()).unwrap_err(), SetupError::Size(26));
    assert_eq!(Go::<2>::with_rules(12, Rules::default()).unwrap_err(), SetupError::Words { size: 12, words: 2 });
    assert!(matches!(Go::<2>::with_rules(9, komi(82)).unwrap_err(), SetupError::Komi { points: 81, .. }));
    assert!([81, -81].iter().all(|&points| Go::<2>::with_rules(9, komi(points)).is_ok()));
    assert!(Go::<2>::with_rules(2, Rules::default()).is_ok(), "the komi of a rule set suits every board");
    assert_eq!(Go::<2>::with_rules(2, komi(5)).unwrap_err().to_string(), "a komi of -4 to 4 points, not 5");
}

/// Every board of three letters a cell: how many have no chain without a liberty. The numbers are those
/// of Tromp and Farnebäck, "Combinatorics of Go".
#[test]
fn legal_boards_are_counted() {
    for (size, expected) in [(2usize, 57), (3, 12_675)] {
        let game = Go::<2>::with_rules(size, Rules::default()).unwrap();
        let cells = (size * size) as u32;
        let board = |code: u32| {
            (0..cells).map(|cell| ['.', 'X', 'O'][(code / 3u32.pow(cell) % 3) as usize]).collect::<String>()
        };
        let legal = (0..3u32.pow(cells)).filter(|&code| game.read_position(&(board(code) + " X")).is_ok()).count();
        assert_eq!(legal, expected, "{size}");
    }
}

proptest! {
    #[test]
    fn positions_are_read_back(seed: u64, plies in 0u32..150) {
        let game = game::<2>("go7(rules=japanese)");
        let (mut state, mut rng) = (game.start(), Rng::new(seed));
        for _ in 0..plies {
            let Turn::Moves(moves) = game.playout_turn(&state) else { break };
            let choice = game.nth_move(&moves, rng.below(moves.len()));
            game.play(&mut state, choice);
        }
        let text = game.write_position(&state);
        prop_assert_eq!(&read(&game, &text), &state);
        prop_assert_eq!(game.key(&read(&game, &text.replace('/', "\n"))), game.key(&state));
    }

    #[test]
    fn no_text_panics(text in "\\PC*|[XO./ \n]{0,30}|[XO.]{9} [XO]( (ko|passes|prisoners|円)=[a-d0-9,]{0,12})*") {
        let game = game::<2>("go3");
        let _ = game.read_move(&text);
        if let Ok(state) = game.read_position(&text) {
            prop_assert_eq!(game.validate(&state), Ok(()));
        }
    }
}
