//! Boards and positions for the tests of this crate.

use enban_game::{Game, MoveSet, Rng, Turn};
use enban_reversi::family::{nip, on_open_board};
use enban_reversi::kernel::Portable;
use enban_reversi::{Edge, Kernel, Open, Options, Position, ReversiOn, Round, Shape};

/// Reversi on 8x8, 6x6, 4x4, and on 8x8 with dead squares.
pub(crate) fn boards_open() -> Vec<ReversiOn<Portable<u64>, Open>> {
    let open = |name: &str, side: usize, options: Options<u64>| {
        on_open_board(Portable::new(), name, Shape::square(side), options).unwrap()
    };
    let dead = Options { dead: 1 << 18 | 1 << 45, ..Options::default() };
    let plain = Options::default();
    vec![open("8x8", 8, plain), open("6x6", 6, plain), open("4x4", 4, plain), open("dead", 8, dead)]
}

/// Nip on its boards, and without the lap.
pub(crate) fn boards_round() -> Vec<ReversiOn<Portable<u64>, Round>> {
    let boards = [(52, true), (24, true), (32, true), (40, true), (60, true), (52, false)];
    boards.map(|(squares, lap)| nip(Portable::new(), &format!("nip{squares} {lap}"), squares, lap).unwrap()).into()
}

/// A position of a random game with so many empty squares; `None` if the game did not get there.
pub(crate) fn random_position<K: Kernel, E: Edge<K>>(
    game: &ReversiOn<K, E>,
    empties: u32,
    rng: &mut Rng,
) -> Option<Position<K::Set>> {
    let mut state = game.start();
    while game.empties(&state).len() > empties {
        match game.turn(&state) {
            Turn::Moves(moves) => game.play(&mut state, game.nth_move(&moves, rng.below(moves.len()))),
            Turn::Pass => game.pass(&mut state),
            Turn::Over => return None,
        }
    }
    Some(state)
}
