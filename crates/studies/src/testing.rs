//! Games and positions for the tests of this crate.

use enban_game::{Game, MoveSet, Rng, Seat, Trail, Turn, Watch};
use enban_reversi::family::{nip, on_open_board};
use enban_reversi::kernel::Portable;
use enban_reversi::{Open, Options, ReversiOn, Round, Shape, YoninOn, YoninOptions};
use enban_search::{Desk, Player};

pub(crate) type Nip = ReversiOn<Portable<u64>, Round>;
pub(crate) type Square = ReversiOn<Portable<u64>, Open>;
pub(crate) type Four = YoninOn<Portable<u64>>;

pub(crate) fn nip52() -> Nip {
    nip(Portable::new(), "nip", 52, true).unwrap()
}

pub(crate) fn reversi8() -> Square {
    on_open_board(Portable::new(), "reversi", Shape::square(8), Options::default()).unwrap()
}

pub(crate) fn yonin() -> Four {
    YoninOn::new(Portable::new(), "yonin".to_owned(), YoninOptions::default())
}

/// Random positions in which the seat on turn has more than one move.
pub(crate) fn positions<G: Game>(game: &G, count: usize, seed: u64) -> Vec<G::State> {
    let mut rng = Rng::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut state = game.start();
        let moves_made = rng.below(60);
        for _ in 0..moves_made {
            match game.turn(&state) {
                Turn::Moves(moves) => game.play(&mut state, moves.nth(rng.below(moves.len()))),
                Turn::Pass => game.pass(&mut state),
                Turn::Over => break,
            }
        }
        if matches!(game.turn(&state), Turn::Moves(moves) if moves.len() > 1) {
            found.push(state);
        }
    }
    found
}

/// Plays games between players at the seats and counts wins by seat, shared first places last.
pub(crate) fn play_games<G: Game>(game: &G, players: &mut [Box<dyn Player<G>>], games: u32) -> [u32; 5] {
    let watch = Watch::default();
    let mut wins = [0; 5];
    for _ in 0..games {
        let mut trail = Trail::new(game.clone());
        loop {
            let step = match trail.turn() {
                Turn::Moves(_) => {
                    let Seat(seat) = trail.mover();
                    let thought = players[usize::from(seat)].think(&trail, &Desk::quiet(&watch));
                    enban_game::Step::Play(thought.choice)
                }
                Turn::Pass => enban_game::Step::Pass,
                Turn::Over => break,
            };
            trail.try_step(step).unwrap();
        }
        wins[game.scores(trail.state()).winner().map_or(4, Seat::index)] += 1;
    }
    wins
}
