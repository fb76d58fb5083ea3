//! Stones that are tried and taken back, beside copies of the position.

use enban_game::{Colour, Game, MoveSet, Rng, Turn};

use super::game;
use crate::{Go, State, Undo};

/// Tries lines of random stones from every position of random games.
fn check<const W: usize>(name: &str, games: u64, moves_max: u32) {
    let game = game::<W>(name);
    let mut undo = Undo::default();
    let mut captures = 0;
    for number in 0..games {
        let mut rng = Rng::stream(0x61, number);
        let mut state = game.start();
        for _ in 0..moves_max {
            captures += try_line(&game, &mut state, &mut undo, &mut rng);
            let Turn::Moves(moves) = game.playout_turn(&state) else { break };
            game.play(&mut state, game.nth_move(&moves, rng.below(moves.len())));
        }
    }
    assert!(captures > 0, "{name}: nothing was taken in any line");
}

/// Puts stones one after the other and takes them all back; every position on the way is that of a copy that was
/// played on, and right in all it keeps. Returns how many stones were taken off the board.
fn try_line<const W: usize>(game: &Go<W>, state: &mut State<W>, undo: &mut Undo<W>, rng: &mut Rng) -> u32 {
    let mut copies = Vec::new();
    for _ in 0..1 + rng.below(12) {
        let Turn::Moves(mut moves) = game.turn(state) else { break };
        moves.clear(game.pass_index());
        if moves.none() {
            break;
        }
        let choice = game.nth_move(&moves, rng.below(moves.count()));
        copies.push(state.clone());
        let mut played = state.clone();
        game.play(&mut played, choice);
        game.try_stone(state, choice.index(), undo);
        same(game, state, &played);
    }
    let lost = |state: &State<W>| state.prisoners(Colour::Black) + state.prisoners(Colour::White);
    let taken = lost(state) - copies.first().map_or(lost(state), &lost);
    while let Some(copy) = copies.pop() {
        game.take_back(state, undo);
        same(game, state, &copy);
    }
    taken
}

fn same<const W: usize>(game: &Go<W>, state: &State<W>, copy: &State<W>) {
    assert_eq!(state, copy);
    assert_eq!(game.validate(state), Ok(()), "{copy:?}");
}

#[test]
fn stones_that_are_taken_back_leave_no_trace() {
    check::<2>("go3(suicide=on)", 40, 60);
    check::<2>("go5", 20, 60);
    check::<2>("go9(suicide=on)", 4, 150);
    check::<6>("go13", 1, 150);
}

#[test]
#[should_panic(expected = "a stone was put on the board")]
fn nothing_is_taken_back_where_nothing_was_tried() {
    let game = game::<2>("go5");
    game.take_back(&mut game.start(), &mut Undo::default());
}
