//! Every kernel against the slow rules, on random positions of every board.
#![allow(clippy::unwrap_used)]

use enban_game::machine::Level;
use enban_game::{Game, Notation, Rng, Turn};
use enban_reversi::family::{nip, on_open_board};
use enban_reversi::kernel::{Portable, V3, V4};
use enban_reversi::{
    BoardError, Edge, Kernel, Nip, Options, Position, Reversi, ReversiOn, Shape, Squares, Yonin, YoninOn,
};

const POSITIONS: u64 = 1_500;

/// Random discs of every density, and among them rings that are nearly all of one colour.
fn scattered<S: Squares>(rng: &mut Rng, squares: S) -> (S, S) {
    let (filled, theirs) = (rng.unit(), rng.unit());
    let mut discs = (S::NONE, S::NONE);
    for square in squares.each().filter(|_| rng.unit() < filled.sqrt()).collect::<Vec<_>>() {
        let side = if rng.unit() < theirs { &mut discs.1 } else { &mut discs.0 };
        *side |= S::one(square);
    }
    discs
}

/// A ring that is all theirs but for one or two places, around random discs.
fn nearly_full_ring<K: Kernel<Set = u64>, E: Edge<K>>(rng: &mut Rng, game: &ReversiOn<K, E>) -> (u64, u64) {
    let (mut own, mut other) = scattered(rng, game.shape().squares);
    let Some(ring) = game.edge().ring() else { return (own, other) };
    ring.squares().iter().for_each(|&square| (own, other) = (own & !u64::one(square), other | u64::one(square)));
    for _ in 0..=rng.below(2) {
        let hole = u64::one(ring.squares()[rng.below(ring.squares().len() as u32) as usize]);
        other &= !hole;
        if rng.below(4) == 0 {
            own |= hole;
        }
    }
    (own, other)
}

fn agree<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>, (own, other): (K::Set, K::Set)) {
    let position = game.write_position(&Position { own, other, seat: enban_game::Seat(0) });
    let moves = game.accelerate(|| game.moves(own, other));
    assert_eq!(moves, game.twin().moves(own, other), "{:?} {} {position}", game.kernel(), game.name());
    let empties = game.shape().squares & !(own | other);
    for square in empties.each() {
        let flips = game.accelerate(|| game.flips(square, own, other));
        let slow = game.twin().flips(square, own, other);
        assert_eq!(flips, slow, "{:?} {} {position} square {square}", game.kernel(), game.name());
    }
    for (index, square) in moves.each().enumerate() {
        let nth = game.accelerate(|| game.nth_move(&moves, index as u32));
        assert_eq!(nth.index(), square);
    }
}

fn check_scattered<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) {
    let mut rng = Rng::new(3);
    (0..POSITIONS).for_each(|_| agree(game, scattered(&mut rng, game.shape().squares)));
    check_last(game, &mut rng);
}

/// On boards that are full but for one square: what a disc there turns is counted as the slow rules have it.
fn check_last<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>, rng: &mut Rng) {
    let squares: Vec<usize> = game.shape().squares.each().collect();
    for _ in 0..POSITIONS {
        let square = squares[rng.below(squares.len() as u32) as usize];
        // Positions that are all of one colour but for a few discs have long runs.
        let ours = rng.unit();
        let (mut own, mut other) = (K::Set::NONE, K::Set::NONE);
        for &taken in squares.iter().filter(|&&taken| taken != square) {
            let side = if rng.unit() < ours { &mut own } else { &mut other };
            *side |= K::Set::one(taken);
        }
        let turned = |own, other| game.twin().flips(square, own, other).count() as i32;
        let slow = if turned(own, other) > 0 { turned(own, other) } else { -turned(other, own) };
        let fast = game.accelerate(|| game.last_turned(square, own, other));
        let position = game.write_position(&Position { own, other, seat: enban_game::Seat(0) });
        assert_eq!(fast, slow, "{:?} {} {position} square {square}", game.kernel(), game.name());
    }
}

/// Positions that random games go through.
fn check_played<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) {
    let mut rng = Rng::new(4);
    for _ in 0..20 {
        let mut state = game.start();
        loop {
            agree(game, (state.own, state.other));
            match game.turn(&state) {
                Turn::Moves(moves) => game.play(&mut state, game.nth_move(&moves, rng.below(moves.count()))),
                Turn::Pass => game.pass(&mut state),
                Turn::Over => break,
            }
        }
    }
}

fn check_64<K: Kernel<Set = u64>>(kernel: K) {
    for side in [4, 6, 8] {
        let game = on_open_board(kernel, "square", Shape::square(side), Options::default()).unwrap();
        check_scattered(&game);
        check_played(&game);
    }
    let dead = Options { dead: 1 << 0 | 1 << 18 | 1 << 45, ..Options::default() };
    check_scattered(&on_open_board(kernel, "dead", Shape::square(8), dead).unwrap());
    for squares in [24, 32, 40, 52, 60] {
        for lap in [true, false] {
            let game = nip(kernel, &format!("nip{squares} lap {lap}"), squares, lap).unwrap();
            check_scattered(&game);
            check_played(&game);
            let mut rng = Rng::new(5);
            (0..POSITIONS).for_each(|_| {
                let discs = nearly_full_ring(&mut rng, &game);
                agree(&game, discs);
            });
        }
    }
    check_yonin(kernel);
}

fn check_yonin<K: Kernel<Set = u64>>(kernel: K) {
    let game = YoninOn::new(kernel, "yonin".to_owned(), Default::default());
    let mut rng = Rng::new(6);
    for _ in 0..100 {
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Moves(moves) => {
                    assert_eq!(moves, game.slow_moves(&state, state.seat), "{}", game.write_position(&state));
                    game.play(&mut state, game.nth_move(&moves, rng.below(moves.count())));
                }
                Turn::Pass => {
                    assert_eq!(game.slow_moves(&state, state.seat), 0);
                    game.pass(&mut state);
                }
                Turn::Over => break,
            }
        }
    }
}

#[test]
fn the_portable_kernel_keeps_the_rules() {
    check_64(Portable::<u64>::new());
}

#[test]
fn the_wide_kernel_keeps_the_rules() {
    let kernel = Portable::<u128>::new();
    for shape in [Shape::square(10), Shape::octagon()] {
        let game = on_open_board(kernel, "wide", shape, Options::default()).unwrap();
        check_scattered(&game);
        check_played(&game);
    }
}

/// On a machine without these instructions there is no kernel to test, and none that could be chosen.
#[test]
fn the_v3_kernel_keeps_the_rules() {
    if let Some(kernel) = V3::detect() {
        check_64(kernel);
    }
}

#[test]
fn the_v4_kernel_keeps_the_rules() {
    if let Some(kernel) = V4::detect() {
        check_64(kernel);
    }
}

/// The kernel that is chosen while the program runs, held to each level that this machine has.
#[test]
fn the_chosen_kernel_keeps_the_rules_at_every_level() {
    let fast = [V3::detect().map(Level::V3), V4::detect().map(Level::V4)];
    [Some(Level::Portable)].into_iter().chain(fast).flatten().for_each(check_64);
}

/// A game moved to another kernel is the same game.
#[test]
fn a_game_keeps_its_rules_on_another_kernel() {
    let options = Options { dead: 1 << 9, anti: true, ..Options::default() };
    let game = on_open_board(Level::detect(), "anti", Shape::square(6), options).unwrap();
    let moved = game.on(Portable::<u64>::new());
    assert_eq!((moved.name(), moved.start(), *moved.options()), (game.name(), game.start(), *game.options()));
    check_played(&moved);
    let yonin = Yonin::standard();
    assert_eq!(yonin.on(Portable::<u64>::new()).start(), yonin.start());
}

#[test]
fn constructors_give_the_games_by_their_names() {
    let reversi = [4, 6, 8].map(|side| Reversi::sized(side).unwrap().name());
    assert_eq!(reversi, ["reversi4", "reversi6", "reversi"]);
    let nip = [24, 32, 40, 52, 60].map(|squares| Nip::sized(squares).unwrap().name());
    assert_eq!(nip, ["nip24", "nip32", "nip40", "nip", "nip60"]);
    let standard = [Reversi::default().name(), Nip::default().name(), Yonin::default().name()];
    assert_eq!(standard, ["reversi", "nip", "yonin"]);
    assert_eq!(Reversi::sized(10).unwrap_err(), BoardError::Side(10));
    assert_eq!(Nip::sized(50).unwrap_err(), BoardError::Round(50));
}
