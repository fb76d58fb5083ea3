//! Searches with the learned evaluation: as right as searches without it, and as sure as they say.
#![allow(clippy::unwrap_used)]

use enban_eval::{Knowledge, Learned, knowledge, learned};
use enban_game::{Endgame, Game, MoveSet, Rng, Trail, Turn, Watch};
use enban_reversi::family::{nip, on_open_board};
use enban_reversi::kernel::Portable;
use enban_reversi::{Edge, Kernel, Open, Options, Position, ReversiOn, Round, Shape};
use enban_search::exact::{Settings, Solver, Switches};
use enban_search::{AlphaBeta, AlphaBetaParams, Desk, Evaluate, Incremental, Limits, Player, ReadOut, Value};

fn reversi(side: usize) -> ReversiOn<Portable<u64>, Open> {
    on_open_board(Portable::new(), "reversi", Shape::square(side), Options::default()).unwrap()
}

fn nip_of(squares: u32) -> ReversiOn<Portable<u64>, Round> {
    nip(Portable::new(), "nip", squares, true).unwrap()
}

/// A position of a random game with so many empty squares in which there is a move.
fn drawn<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>, empties: u32, rng: &mut Rng) -> Position<K::Set> {
    loop {
        let mut state = game.start();
        while game.moves_left(&state) > empties {
            match game.turn(&state) {
                Turn::Moves(moves) => game.play(&mut state, game.nth_move(&moves, rng.below(moves.len()))),
                Turn::Pass => game.pass(&mut state),
                Turn::Over => break,
            }
        }
        if game.moves_left(&state) == empties && matches!(game.turn(&state), Turn::Moves(_)) {
            return state;
        }
    }
}

/// With and without the evaluation, with each part switched off, on one thread and two: the same results.
fn check_solver<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>, empties: &[u32]) {
    let knowledge = knowledge(game);
    assert!(matches!(knowledge, Knowledge::Learned(_)), "the board has weights");
    let mut rng = Rng::new(12);
    let solve =
        |solver: Solver<ReversiOn<K, E>, Knowledge<ReversiOn<K, E>>>, state: &Position<K::Set>, settings: &Settings| {
            solver.solve(state, settings, &Watch::default()).exact().unwrap()
        };
    for &empties in empties {
        let state = drawn(game, empties, &mut rng);
        let expected = Solver::new(game.clone(), 4).solve(&state, &Settings::default(), &Watch::default());
        let informed = || Solver::informed(game.clone(), 4, knowledge.clone());
        for threads in [1, 2] {
            let settings = Settings { threads, ..Settings::default() };
            assert_eq!(Some(solve(informed(), &state, &settings)), expected.exact(), "{state:?}");
        }
        for name in Switches::NAMES.iter().filter(|name| **name != "table") {
            let mut settings = Settings::default();
            assert!(settings.switches.off(name));
            assert_eq!(Some(solve(informed(), &state, &settings)), expected.exact(), "{state:?} without {name}");
        }
    }
}

/// What passes with doubt left in the table is not taken for proven once they are switched off.
#[test]
fn what_may_be_doubted_is_not_taken_for_proven() {
    let game = reversi(6);
    let solver = Solver::informed(game.clone(), 4, knowledge(&game));
    let mut rng = Rng::new(15);
    for empties in [14, 15, 16, 17] {
        let state = drawn(&game, empties, &mut rng);
        let expected = Solver::new(game.clone(), 4).solve(&state, &Settings::default(), &Watch::default());
        // Few nodes: the passes are not finished, or just so.
        for nodes in [2_000, 10_000, 50_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            solver.solve(&state, &Settings { limits, ..Settings::default() }, &Watch::default());
        }
        let mut settings = Settings::default();
        assert!(settings.switches.off("probing"));
        assert_eq!(solver.solve(&state, &settings, &Watch::default()).exact(), expected.exact(), "{state:?}");
    }
}

#[test]
fn the_solver_finds_the_same_results_with_the_evaluation() {
    check_solver(&reversi(6), &[12, 13, 14, 16, 17]);
    check_solver(&nip_of(24), &[12, 14, 16, 17]);
    check_solver(&nip_of(52), &[12, 13, 16]);
}

/// Negamax without any cleverness; passes use up no ply.
fn plain<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>, by: &Learned, state: &Position<K::Set>, depth: u32) -> i32 {
    match game.turn(state) {
        Turn::Over => {
            let lead = game.final_lead(state);
            100 * lead + lead.signum() * enban_search::CERTAIN
        }
        Turn::Pass => {
            let mut after = *state;
            game.pass(&mut after);
            -plain(game, by, &after, depth)
        }
        Turn::Moves(_) if depth == 0 => Evaluate::lead_for_mover(by, game, state),
        Turn::Moves(moves) => {
            let value = |choice| {
                let mut after = *state;
                game.play(&mut after, choice);
                -plain(game, by, &after, depth - 1)
            };
            moves.iter().map(value).max().unwrap()
        }
    }
}

fn check_values<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) {
    let by = learned(game).unwrap();
    let mut rng = Rng::new(13);
    for (empties, depth) in [(6, 3), (9, 4), (14, 4), (20, 3), (20, 4), (15, 5)] {
        let state = drawn(game, empties, &mut rng);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let params = AlphaBetaParams {
            limits,
            exact: ReadOut::From(0),
            megabytes: 1,
            selectivity: 100,
            ..AlphaBetaParams::default()
        };
        let mut player = AlphaBeta::new(game, by.clone(), params);
        let thought = player.think(&Trail::from(game.clone(), state), &Desk::quiet(&Watch::default()));
        let found = match thought.candidates[0].value {
            Value::Lead(lead) => (lead * 100.0).round() as i32,
            Value::Exact(lead) => lead.in_halves() * 50 + lead.in_halves().signum() * enban_search::CERTAIN,
            other => panic!("{other:?}"),
        };
        assert_eq!(found, plain(game, &by, &state, depth), "{empties} empty, depth {depth}");
    }
}

/// Without cuts on likelihood alpha-beta is plain negamax on the same evaluation.
#[test]
fn values_without_doubt_are_those_of_plain_negamax() {
    check_values(&reversi(6));
    check_values(&nip_of(32));
}

/// Carried along the moves of random games, the evaluation is what it is from nothing.
#[test]
fn carried_along_it_is_what_it_is_from_nothing() {
    let game = nip_of(52);
    let knowledge = knowledge(&game);
    let mut rng = Rng::new(14);
    for _ in 0..20 {
        let mut state = game.start();
        let mut carried = knowledge.accumulate(&game, &state);
        while let turn @ (Turn::Moves(_) | Turn::Pass) = game.turn(&state) {
            let Turn::Moves(moves) = turn else {
                game.pass(&mut state);
                continue;
            };
            let choice = game.nth_move(&moves, rng.below(moves.len()));
            let before = state;
            game.play(&mut state, choice);
            carried = knowledge.advance(&before, &carried, choice, &state);
            let fresh = knowledge.accumulate(&game, &state);
            let value = |carried| knowledge.lead_for_mover(&game, &state, carried);
            assert_eq!(value(&carried), value(&fresh));
        }
    }
}
