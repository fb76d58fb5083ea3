//! Drawn cases: a position, moves, and the position after them or the reason why the last is refused.

use enban_game::{Game, Move, Notation, Trail};

use super::{game, read};

/// Plays the moves from the drawn position. `Ok` is the position after them; `Err` is part of the answer
/// to the last move, which must be the one that is refused.
fn check(name: &str, before: &str, moves: &str, after: Result<&str, &str>) {
    let game = game::<2>(name);
    let mut trail = Trail::from(game.clone(), read(&game, before));
    match (trail.play_text(moves), after) {
        (Ok(()), Ok(after)) => {
            assert_eq!(game.validate(trail.state()), Ok(()));
            let expected = game.write_position(&read(&game, after));
            assert_eq!(game.write_position(trail.state()), expected, "{name}: {moves}");
        }
        (Err(error), Err(reason)) => {
            assert!(error.expected.contains(reason), "{name}: {moves}: {error}");
            let last = moves.split_whitespace().last();
            assert_eq!(error.found.as_deref(), last, "{name}: refused too early");
        }
        (Ok(()), Err(_)) => panic!("{name}: {moves} was allowed: {}", game.write_position(trail.state())),
        (Err(error), Ok(_)) => panic!("{name}: {moves}: {error}"),
    }
}

const NOT_LEGAL: Result<&str, &str> = Err("the move is not legal here");
const REPEATS: Result<&str, &str> = Err("repeat an earlier position");

#[test]
fn stones_without_liberties_are_taken() {
    check("go3", ".X. / XO. / .X. X", "c2", Ok(".X. / X.X / .X. O prisoners=0,1"));
    check("go3", "OX. / ... / ... X", "a2", Ok(".X. / X.. / ... O prisoners=0,1"));
    check("go3", "OO. / XX. / ... X", "c3", Ok("..X / XX. / ... O prisoners=0,2"));
    // Several chains at once: three single stones, and two chains of two.
    check("go3", "O.O / XOX / .X. X", "b3", Ok(".X. / X.X / .X. O prisoners=0,3"));
    check(
        "go5",
        "OO.OO / XX.XX / ..X.. / ..... / ..... O",
        "pass c5",
        Ok("..X.. / XX.XX / ..X.. / ..... / ..... O prisoners=0,4"),
    );
}

#[test]
fn taking_comes_before_suicide() {
    // The new stone has no liberty until it has taken three stones.
    check("go3", ".XO / XXO / OO. O", "a3", Ok("O.O / ..O / OO. X prisoners=3,0"));
    check("go4", ".XO. / XXO. / OOO. / .... O", "a4", Ok("O.O. / ..O. / OOO. / .... X prisoners=3,0"));
}

const KO: &str = ".XO. / XO.O / .XO. / .... X";

#[test]
fn a_ko_is_not_taken_back_at_once() {
    check("go4", KO, "c3", Ok(".XO. / X.XO / .XO. / .... O ko=b3 prisoners=0,1"));
    check("go4", KO, "c3 b3", NOT_LEGAL);
    check("go4", KO, "c3 a1 d1 b3", Ok(".XO. / XO.O / .XO. / O..X X ko=c3 prisoners=1,1"));
    check("go4", KO, "c3 pass pass b3", Err("the game is over"));
    check("go4", KO, "c3 a1 pass b3", Ok(".XO. / XO.O / .XO. / O... X ko=c3 prisoners=1,1"));
    check("go4", ".XO. / X.XO / .XO. / .... O ko=b3", "b3", NOT_LEGAL);
    check("go4", ".XO. / X.XO / .XO. / .... O", "b3", Ok(".XO. / XO.O / .XO. / .... X ko=c3 prisoners=1,0"));
}

#[test]
fn two_stones_taken_or_taking_make_no_ko() {
    check("go4", ".OOX / XXOX / .XXX / .... X", "a4", Ok("X..X / XX.X / .XXX / .... O prisoners=0,3"));
    // A snapback: the stone thrown in is taken, and the takers are taken at once.
    let thrown = "..OX / OOOX / XXXX / .... X";
    check("go4", thrown, "a4 b4", Ok(".OOX / OOOX / XXXX / .... X prisoners=1,0"));
    check("go4", thrown, "a4 b4 a4", Ok("X..X / ...X / XXXX / .... O prisoners=1,5"));
}

#[test]
fn suicide_is_an_option_and_never_of_one_stone() {
    let two = ".XO. / OO.. / .... / .... X";
    check("go4", two, "a4", NOT_LEGAL);
    check("go4(suicide=on)", two, "a4", Ok("..O. / OO.. / .... / .... O prisoners=2,0"));
    check("go4(rules=tromp-taylor)", two, "a4", Ok("..O. / OO.. / .... / .... O prisoners=2,0"));
    check("go4(rules=tromp-taylor,suicide=off)", two, "a4", NOT_LEGAL);
    let one = ".O.. / OO.. / .... / .... X";
    check("go4", one, "a4", NOT_LEGAL);
    check("go4(suicide=on)", one, "a4", NOT_LEGAL);
}

/// Sending two, returning one: black adds a stone, white takes two, black takes one back.
const SENDING: &str = ".X.X / OOXX / .OX. / .OX. X";

#[test]
fn superko_forbids_longer_cycles() {
    let round = "a4 c4 b4";
    check("go4", SENDING, round, Ok(".X.X / OOXX / .OX. / .OX. O prisoners=2,1"));
    check("go4(ko=positional)", SENDING, round, REPEATS);
    check("go4(rules=tromp-taylor)", SENDING, round, REPEATS);
    // The same board, but now white is to move: another situation.
    check("go4(ko=situational)", SENDING, round, Ok(".X.X / OOXX / .OX. / .OX. O prisoners=2,1"));
    check("go4(ko=situational)", SENDING, "a4 c4 b4 pass a4", REPEATS);
    check("go4(ko=situational)", SENDING, "a4 c4 b4 a1 a4", Ok("XX.X / OOXX / .OX. / OOX. O prisoners=2,1"));
    check("go4(ko=positional)", KO, "c3 b3", NOT_LEGAL);
    check("go4(ko=positional)", KO, "c3 a1 d1 b3", Ok(".XO. / XO.O / .XO. / O..X X ko=c3 prisoners=1,1"));
}

/// The two stones are set in the other order, so the board that comes back was first reached from a board
/// that does not: the move that repeats captures nothing.
#[test]
fn superko_forbids_repeating_by_a_move_that_takes_nothing() {
    let before = "X..X / OOXX / .OX. / .OX. X";
    check("go4", before, "b4 c4 b4 pass a4", Ok("XX.X / OOXX / .OX. / .OX. O prisoners=2,1"));
    check("go4(ko=positional)", before, "b4 c4 b4 pass a4", REPEATS);
    check("go4(ko=situational)", before, "b4 c4 b4 pass a4", REPEATS);
    // After a suicide the opponent need not have lost anything.
    let two = ".XO. / OO.. / .... / .... X";
    check("go4(rules=tromp-taylor)", two, "a4 pass b4", REPEATS);
    check("go4(rules=tromp-taylor)", ".OX. / XX.. / .... / .... O", "a4 pass b4", REPEATS);
    check("go4(rules=tromp-taylor,ko=situational)", two, "a4 pass b4", Ok(".XO. / OO.. / .... / .... O prisoners=2,0"));
}

#[test]
fn occupied_points_and_further_moves_are_refused() {
    check("go2", ".. / .. X", "a1 a1", NOT_LEGAL);
    check("go2", ".. / .. X", "pass pass a1", Err("the game is over"));
    check("go2", ".. / .. X", "pass a1 pass", Ok(".. / O. O passes=1"));
}

/// What a move captures, chain by chain, nearest stones first.
fn check_captures(name: &str, position: &str, choice: &str, chains: &[&str]) {
    let game = game::<2>(name);
    let state = read(&game, position);
    let choice = game.read_move(choice).unwrap();
    assert!(game.is_legal(&state, choice));
    let word = |&cell: &Move| game.write_move(cell);
    let captures = game.captures(&state, choice);
    let found: Vec<String> = captures.iter().map(|c| c.cells.iter().map(word).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(found, chains, "{position}");
    let gone = captures.iter().flat_map(|capture| &capture.cells);
    let mut after = state.clone();
    game.play(&mut after, choice);
    assert!(gone.into_iter().all(|cell| after.colour_at(cell.index()).is_none()));
}

#[test]
fn captures_are_listed_by_chain() {
    check_captures("go3", "O.O / XOX / .X. X", "b3", &["a3", "c3", "b2"]);
    check_captures("go5", "OO.OO / XX.XX / ..X.. / ..... / ..... X", "c5", &["b5 a5", "d5 e5"]);
    check_captures("go3", "O.O / XOX / .X. X", "a1", &[]);
    check_captures("go3", "O.O / XOX / .X. X", "pass", &[]);
    check_captures("go4(suicide=on)", ".XO. / OO.. / .... / .... X", "a4", &["b4"]);
}
