//! The exact solver against plain minimax on random late positions of every board and rule option, with each
//! of its parts switched off in turn, and alone against several threads.
#![allow(clippy::unwrap_used)]

use enban_game::endgame::plain_minimax;
use enban_game::machine::{V3, V4};
use enban_game::{Endgame, Game, MoveSet, Notation, Rng, Seat, Step, Turn, Watch};
use enban_reversi::family::{nip, on_open_board};
use enban_reversi::kernel::Portable;
use enban_reversi::{Kernel, Options, Position, Shape, Squares};
use enban_search::exact::{Settings, Solver, Switches};

/// A position of a random game with at most so many moves left that is not over, if the game passes one.
fn late_position<G: Endgame>(game: &G, left: u32, rng: &mut Rng) -> Option<G::State> {
    let mut state = game.start();
    while game.moves_left(&state) > left {
        match game.turn(&state) {
            Turn::Moves(moves) => game.play(&mut state, game.nth_move(&moves, rng.below(moves.len()))),
            Turn::Pass => game.pass(&mut state),
            Turn::Over => return None,
        }
    }
    Some(state)
}

fn solve<G: Endgame>(solver: &Solver<G>, state: &G::State, settings: &Settings) -> i32 {
    solver.solve(state, settings, &Watch::default()).exact().expect("without limits the result is proven")
}

fn without(name: &str) -> Settings {
    let mut settings = Settings::default();
    assert!(settings.switches.off(name));
    settings
}

/// Plays the solution's line and holds the result at its end against the score.
fn check_line<G: Endgame + Notation>(game: &G, solver: &Solver<G>, state: &G::State) {
    let solution = solver.solve(state, &Settings::default(), &Watch::default());
    let mut at = *state;
    let mut sign = 1;
    for step in &solution.line {
        assert_eq!(matches!(game.turn(&at), Turn::Pass), *step == Step::Pass);
        step.apply(game, &mut at);
        sign = -sign;
    }
    assert!(matches!(game.turn(&at), Turn::Over), "the line goes to the end");
    assert_eq!(sign * game.margin_for_mover(&at).in_halves(), 2 * solution.low, "{}", game.write_position(state));
}

fn check<G: Endgame + Notation>(game: &G, positions: u64, left: u32) {
    let mut rng = Rng::new(11);
    let solver = Solver::new(game.clone(), 4);
    for number in 0..positions {
        let Some(state) = late_position(game, left - (number % 3) as u32, &mut rng) else { continue };
        let expected = plain_minimax(game, &state);
        let text = game.write_position(&state);
        assert_eq!(2 * solve(&solver, &state, &Settings::default()), expected, "{} {text}", game.name());
        // Each part off, with a table of its own so that nothing is remembered from the run before.
        let name = Switches::NAMES[number as usize % Switches::NAMES.len()];
        let fresh = Solver::new(game.clone(), 1);
        assert_eq!(2 * solve(&fresh, &state, &without(name)), expected, "{} without {name} {text}", game.name());
        if number % 8 == 0 {
            check_line(game, &solver, &state);
        }
    }
}

fn check_boards<K: Kernel<Set = u64>>(kernel: K, positions: u64) {
    let plain = Options::default();
    let boards = [
        (8, plain),
        (6, plain),
        (4, plain),
        (8, Options { anti: true, ..plain }),
        (6, Options { anti: true, ..plain }),
        (8, Options { dead: 1 << 0 | 1 << 18 | 1 << 45, ..plain }),
        (6, Options { dead: 1 << 5, ..plain }),
        (6, Options { anti: true, dead: 1 << 5 | 1 << 25, ..plain }),
        (8, Options { free_opening: true, ..plain }),
        (6, Options { free_opening: true, ..plain }),
        (4, Options { free_opening: true, anti: true, dead: 1 << 3 }),
    ];
    for (side, options) in boards {
        check(&on_open_board(kernel, "reversi", Shape::square(side), options).unwrap(), positions, 8);
    }
    for squares in [24, 32, 40, 52, 60] {
        for lap in [true, false] {
            check(&nip(kernel, &format!("nip{squares} lap {lap}"), squares, lap).unwrap(), positions, 8);
        }
    }
}

#[test]
fn results_are_those_of_minimax() {
    check_boards(Portable::<u64>::new(), 60);
    V3::detect().into_iter().for_each(|kernel| check_boards(kernel, 60));
    V4::detect().into_iter().for_each(|kernel| check_boards(kernel, 120));
    let plain = Options::default();
    let wide =
        [plain, Options { anti: true, ..plain }, Options { dead: 1 << 22 | 1 << 90, free_opening: true, ..plain }];
    for shape in [Shape::square(10), Shape::octagon()] {
        for options in wide {
            check(&on_open_board(Portable::<u128>::new(), "wide", shape.clone(), options).unwrap(), 40, 8);
        }
    }
}

/// Every part off, and two and three threads, give the expected result.
fn check_parts<G: Endgame + Notation>(game: &G, state: &G::State, expected: i32) {
    let text = game.write_position(state);
    for name in Switches::NAMES {
        let found = solve(&Solver::new(game.clone(), 4), state, &without(name));
        assert_eq!(found, expected, "{} without {name} {text}", game.name());
    }
    for threads in [2, 3] {
        let settings = Settings { threads, ..Settings::default() };
        let found = solve(&Solver::new(game.clone(), 4), state, &settings);
        assert_eq!(found, expected, "{} on {threads} threads {text}", game.name());
    }
}

/// Deeper positions, where the table, the sorting and the small searches are at work: every part off gives the
/// same result, and so do two and three threads.
#[test]
fn every_part_may_be_off_deeper_down() {
    fn check_deep<G: Endgame + Notation>(game: &G, left: u32, positions: u64) {
        let mut rng = Rng::new(12);
        for _ in 0..positions {
            let Some(state) = late_position(game, left, &mut rng) else { continue };
            let expected = solve(&Solver::new(game.clone(), 4), &state, &Settings::default());
            check_parts(game, &state, expected);
        }
    }
    let kernel = Portable::<u64>::new();
    check_deep(&on_open_board(kernel, "reversi", Shape::square(8), Options::default()).unwrap(), 13, 4);
    let anti = Options { anti: true, ..Options::default() };
    check_deep(&on_open_board(kernel, "anti", Shape::square(8), anti).unwrap(), 12, 3);
    let dead = Options { dead: 1 << 0 | 1 << 18 | 1 << 45, ..Options::default() };
    check_deep(&on_open_board(kernel, "dead", Shape::square(8), dead).unwrap(), 13, 2);
    check_deep(&nip(kernel, "nip", 52, true).unwrap(), 13, 4);
    check_deep(&nip(kernel, "nip(lap=off)", 52, false).unwrap(), 13, 3);
}

/// The bounds proven in every window around a result are true and answer what was asked.
fn check_windows<G: Endgame>(game: &G, result: i32) {
    for least in [-6, -2, -1, 0, 1, 10].map(|from_result| result + from_result) {
        let settings = Settings { window: Some((least, least + 1)), ..Settings::default() };
        let solution = Solver::new(game.clone(), 4).solve(&game.start(), &settings, &Watch::default());
        assert!(solution.low <= result && result <= solution.high, "{solution:?}");
        assert!(if least < result { solution.low > least } else { solution.high <= least }, "{least} {solution:?}");
    }
}

/// Small boards from the start: the published value of 4x4, and every window around it.
#[test]
fn the_4x4_board_is_lost_by_ten() {
    let game = on_open_board(Portable::<u64>::new(), "reversi4", Shape::square(4), Options::default()).unwrap();
    let solver = Solver::new(game.clone(), 4);
    assert_eq!(solve(&solver, &game.start(), &Settings::default()), -10);
    check_windows(&game, -10);
}

/// Every position in which a disc of the opening is placed is worth what minimax says.
fn check_placing<G: Endgame + Notation>(game: &G, solver: &Solver<G>, state: &G::State) {
    let Turn::Moves(moves) = game.turn(state) else { panic!("a disc to place") };
    let text = game.write_position(state);
    assert_eq!(2 * solve(solver, state, &Settings::default()), plain_minimax(game, state), "{text}");
    for choice in moves.iter() {
        let mut after = *state;
        game.play(&mut after, choice);
        if game.lead_max() as u32 - game.moves_left(&after) < 4 {
            check_placing(game, solver, &after);
        }
    }
}

/// With its first four discs placed at will the 4x4 board is lost by four: black keeps white from the crossed start,
/// which loses ten.
#[test]
fn the_4x4_board_with_a_free_opening_is_lost_by_four() {
    let options = Options { free_opening: true, ..Options::default() };
    let game = on_open_board(Portable::<u64>::new(), "free", Shape::square(4), options).unwrap();
    let solver = Solver::new(game.clone(), 4);
    assert_eq!(solve(&solver, &game.start(), &Settings::default()), -4);
    check_windows(&game, -4);
    check_parts(&game, &game.start(), -4);
    check_line(&game, &solver, &game.start());
    check_placing(&game, &solver, &game.start());
}

/// Boards with so few squares around the middle that the last ones are in reach while the first four discs are still being
/// placed, from up to three discs anywhere.
#[test]
fn discs_may_be_placed_at_will_up_to_the_last_squares() {
    fn check_small<K: Kernel>(kernel: K, side: usize, anti: bool, rng: &mut Rng) {
        let shape = Shape::square(side);
        let whole = on_open_board(kernel, "whole", shape.clone(), Options::default()).unwrap();
        let middle = shape.centre_set();
        let mut drawn = |from: K::Set, chance: u32| {
            from.each().filter(|_| rng.below(chance) == 0).fold(K::Set::NONE, |set, square| set | K::Set::one(square))
        };
        let squares = middle | drawn(whole.around(middle), 4);
        let options = Options { anti, free_opening: true, dead: shape.squares & !squares };
        let game = on_open_board(kernel, "small", shape, options).unwrap();
        let discs = drawn(squares, 5).each().take(3).fold(K::Set::NONE, |set, square| set | K::Set::one(square));
        let own = drawn(discs, 2);
        let state = Position { own, other: discs & !own, seat: Seat(0) };
        let expected = plain_minimax(&game, &state);
        let text = game.write_position(&state);
        assert_eq!(2 * solve(&Solver::new(game.clone(), 1), &state, &Settings::default()), expected, "{text}");
        for name in Switches::NAMES {
            let found = solve(&Solver::new(game.clone(), 1), &state, &without(name));
            assert_eq!(2 * found, expected, "without {name} {text}");
        }
        check_line(&game, &Solver::new(game.clone(), 1), &state);
    }
    let mut rng = Rng::new(14);
    for number in 0..150 {
        let anti = number % 5 == 0;
        match number % 4 {
            0 => check_small(Portable::<u128>::new(), 10, anti, &mut rng),
            size => check_small(Portable::<u64>::new(), 2 + 2 * size, anti, &mut rng),
        }
    }
}

/// Out of nodes, the solver tells what it has proven; stopped from the start, it tells nothing false.
#[test]
fn what_is_proven_before_a_limit_is_true() {
    let game = nip(Portable::<u64>::new(), "nip24", 24, true).unwrap();
    let result = solve(&Solver::new(game.clone(), 16), &game.start(), &Settings::default());
    for nodes in [1, 10_000, 100_000, 1_000_000] {
        let mut settings = Settings::default();
        settings.limits.nodes = Some(nodes);
        let solution = Solver::new(game.clone(), 16).solve(&game.start(), &settings, &Watch::default());
        assert!(solution.low <= result && result <= solution.high, "{nodes}: {solution:?}, {result}");
    }
}

/// No disc that is called stable is ever turned, whatever is played.
#[test]
fn stable_discs_are_never_turned() {
    fn never_turned<G: Endgame>(game: &G, state: &G::State, check: &dyn Fn(&G::State)) {
        check(state);
        match game.turn(state) {
            Turn::Over => {}
            Turn::Pass => {
                let mut after = *state;
                game.pass(&mut after);
                never_turned(game, &after, check);
            }
            Turn::Moves(moves) => moves.iter().for_each(|choice| {
                let mut after = *state;
                game.play(&mut after, choice);
                never_turned(game, &after, check);
            }),
        }
    }
    let kernel = Portable::<u64>::new();
    let mut claimed = [0, 0];
    for round in [false, true] {
        let mut rng = Rng::new(13);
        for number in 0..150 {
            let left = 5 + number % 3;
            macro_rules! check_game {
                ($game:expr) => {{
                    let game = $game;
                    let Some(state) = late_position(&game, left, &mut rng) else { continue };
                    let (black, white) = state.by_seat();
                    let stable = (game.stable(black, white), game.stable(white, black));
                    claimed[usize::from(round)] += (stable.0 | stable.1).count_ones();
                    never_turned(&game, &state, &|later| {
                        let (black, white) = later.by_seat();
                        assert_eq!((stable.0 & !black, stable.1 & !white), (0, 0), "{}", game.write_position(&state));
                    });
                }};
            }
            match round {
                true => check_game!(nip(kernel, "nip", [32, 52, 60][number as usize % 3], number % 2 == 0).unwrap()),
                false => {
                    let options = Options { dead: [0, 0, 1 << 3 | 1 << 11][number as usize % 3], ..Options::default() };
                    let shape = Shape::square([6, 8][number as usize % 2]);
                    check_game!(on_open_board(kernel, "reversi", shape, options).unwrap())
                }
            }
        }
    }
    assert!(claimed[0] > 1_000 && claimed[1] > 100, "the test sees stable discs: {claimed:?}");
}
