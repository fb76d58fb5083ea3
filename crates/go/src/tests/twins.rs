//! Thousands of random moves, the fast rules beside the slow twin.

use enban_game::{Bits, Colour, Game, Move, MoveSet, Notation, Points, Rng, Scores, Turn};

use super::game;
use crate::twin::Twin;
use crate::{Go, Scoring, State};

fn check<const W: usize>(name: &str, games: u64, moves_max: u32) {
    let game = game::<W>(name);
    for number in 0..games {
        let mut rng = Rng::stream(0x60, number);
        let mut state = game.start();
        let mut twin = Twin::new(game.board().size(), game.rules().suicide());
        for _ in 0..moves_max {
            compare(&game, &state, &twin);
            let Turn::Moves(mut moves) = game.turn(&state) else { break };
            // Passes are rare, and eyes are filled only now and then, so that games are long.
            if let Turn::Moves(playout) = game.playout_turn(&state)
                && rng.below(20) > 0
            {
                moves = playout;
            }
            let choice = game.nth_move(&moves, rng.below(moves.len()));
            compare_captures(&game, &state, choice);
            game.play(&mut state, choice);
            if choice.index() == game.pass_index() { twin.pass() } else { twin.play(choice.index()) }
        }
    }
}

fn compare<const W: usize>(game: &Go<W>, state: &State<W>, twin: &Twin) {
    let text = game.write_position(state);
    assert_eq!(game.validate(state), Ok(()), "{text}");
    let board: String = text.chars().filter(|&letter| letter != '/').take(twin.cells.len()).collect();
    assert_eq!(board.as_bytes(), twin.cells, "{text}");
    assert_eq!(state.mover().letter(), char::from(twin.mover), "{text}");
    let lost = [Colour::Black, Colour::White].map(|colour| state.prisoners(colour));
    assert_eq!((lost, state.passes()), ([twin.lost_black, twin.lost_white], twin.passes), "{text}");
    let moves = match game.turn(state) {
        Turn::Moves(moves) => moves,
        Turn::Pass => panic!("passing is a move: {text}"),
        Turn::Over => Bits::EMPTY,
    };
    for point in 0..twin.cells.len() {
        assert_eq!(moves.has(point), twin.is_legal(point), "point {point}: {text}");
        assert_eq!(moves.has(point), game.is_legal(state, Move(point as u16)), "point {point}: {text}");
        if let Some(chain) = state.chain_at(point) {
            let sets = (chain.stones.indices().collect(), chain.liberties.indices().collect());
            assert_eq!(sets, twin.chain(point), "point {point}: {text}");
        }
    }
    compare_playout(game, state, twin, &moves);
    let [black, white, black_stones, white_stones] = twin.count();
    let counts = match game.rules().scoring() {
        Scoring::Area => [black + black_stones, white + white_stones],
        Scoring::Territory => [black + twin.lost_white, white + twin.lost_black],
    };
    let points = counts.map(|count| Points::whole(count as i32));
    assert_eq!(game.scores(state), Scores::new(&[points[0], points[1] + game.rules().komi()]), "{text}");
}

/// A random player plays every legal point except its eyes, and passes when there is no other.
fn compare_playout<const W: usize>(game: &Go<W>, state: &State<W>, twin: &Twin, moves: &Bits<W>) {
    let Turn::Moves(playout) = game.playout_turn(state) else { return };
    let mut expected: Vec<usize> =
        (0..twin.cells.len()).filter(|&point| moves.has(point) && !is_eye(twin, point)).collect();
    if expected.is_empty() {
        expected.push(twin.cells.len());
    }
    assert_eq!(playout.indices().collect::<Vec<_>>(), expected, "{}", game.write_position(state));
}

/// The mover's stones on all sides; at the corners none of the opponent's, or one in the middle of the board.
fn is_eye(twin: &Twin, point: usize) -> bool {
    let place = |at: usize| (at % twin.size, at / twin.size);
    let (column, row) = place(point);
    let corners: Vec<usize> = (0..twin.cells.len())
        .filter(|&at| place(at).0.abs_diff(column) == 1 && place(at).1.abs_diff(row) == 1)
        .collect();
    let theirs = corners.iter().filter(|&&at| ![b'.', twin.mover].contains(&twin.cells[at])).count();
    let own = twin.beside(point).iter().all(|&at| twin.cells[at] == twin.mover);
    own && theirs <= usize::from(corners.len() == 4)
}

/// The listed captures are the stones that leave the board.
fn compare_captures<const W: usize>(game: &Go<W>, state: &State<W>, choice: Move) {
    let mut after = state.clone();
    game.play(&mut after, choice);
    let stones = |state: &State<W>| state.stones(Colour::Black) | state.stones(Colour::White);
    let gone = stones(state) & !stones(&after);
    let mut listed: Vec<usize> =
        game.captures(state, choice).iter().flat_map(|c| &c.cells).map(|cell| cell.index()).collect();
    listed.sort_unstable();
    assert_eq!(listed, gone.indices().collect::<Vec<_>>(), "{}", game.write_position(state));
    let may_repeat = game.may_repeat(state, choice);
    assert!(may_repeat || gone.none(), "a capture may repeat");
}

#[test]
fn small_boards_agree_with_the_twin() {
    for rules in ["komi=0", "rules=japanese", "rules=tromp-taylor", "suicide=on"] {
        check::<2>(&format!("go2({rules})"), 50, 40);
        check::<2>(&format!("go3({rules})"), 50, 100);
        check::<2>(&format!("go4({rules})"), 30, 150);
        check::<2>(&format!("go5({rules})"), 20, 200);
    }
}

#[test]
fn common_boards_agree_with_the_twin() {
    check::<2>("go9", 6, 300);
    check::<2>("go9(rules=japanese)", 6, 300);
    check::<2>("go9(suicide=on)", 6, 300);
    check::<6>("go13", 1, 400);
}

#[test]
fn large_boards_agree_with_the_twin() {
    check::<6>("go19", 1, 200);
    check::<10>("go25(suicide=on)", 1, 60);
}
