//! Alpha-beta on toy trees, against plain negamax, with limits, stops and threads.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::time::Duration;

use enban_game::toy::Toy;
use enban_game::{Endgame, Game, MoveSet, Points, Rng, Trail, Turn, Watch};
use enban_reversi::family::{nip, on_open_board};
use enban_reversi::kernel::Portable;
use enban_reversi::{Options, Shape};
use enban_search::{AlphaBeta, AlphaBetaParams, Count, Desk, Evaluate, Limits, Player, ReadOut, Thought, Value};

fn think<G: Endgame>(trail: &Trail<G>, params: AlphaBetaParams) -> Thought {
    let mut player = AlphaBeta::new(trail.game(), Arc::new(Count), params);
    player.think(trail, &Desk::quiet(&Watch::default()))
}

fn to_depth(depth: u32) -> AlphaBetaParams {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    AlphaBetaParams { limits, exact: ReadOut::From(0), megabytes: 1, ..AlphaBetaParams::default() }
}

#[test]
fn toy_trees_are_read_right() {
    let check = |tree: &str, choice: u16, lead: i32| {
        let trail = Trail::new(Toy::<2>::parse(tree).unwrap());
        for params in [to_depth(9), AlphaBetaParams { exact: ReadOut::From(9), ..to_depth(9) }] {
            let thought = think(&trail, params);
            assert_eq!(
                (thought.choice.0, thought.candidates[0].value),
                (choice, Value::Exact(Points::whole(lead))),
                "{tree}"
            );
        }
    };
    check("((3 2) (5 1) (4 4))", 2, 4);
    check("((3 -2) ((5 -7) -1))", 1, -1);
    check("((8 (-3 2)) ~(1 7) 6)", 1, 7);
    check("(-1 -5 ((2 9) (-4 -3)))", 0, -1);
}

/// Negamax without any cleverness; passes use up no ply.
fn plain<G: Endgame>(game: &G, state: &G::State, depth: u32) -> i32 {
    match game.turn(state) {
        Turn::Over => {
            let lead = game.final_lead(state);
            100 * lead + lead.signum() * enban_search::CERTAIN
        }
        Turn::Pass => {
            let mut after = *state;
            game.pass(&mut after);
            -plain(game, &after, depth)
        }
        Turn::Moves(_) if depth == 0 => Count.lead_for_mover(game, state),
        Turn::Moves(moves) => {
            let value = |choice| {
                let mut after = *state;
                game.play(&mut after, choice);
                -plain(game, &after, depth - 1)
            };
            moves.iter().map(value).max().unwrap()
        }
    }
}

fn played<G: Endgame>(game: G, moves: u32, rng: &mut Rng) -> Option<Trail<G>> {
    let mut state = game.start();
    for _ in 0..moves {
        match game.turn(&state) {
            Turn::Moves(set) => game.play(&mut state, game.nth_move(&set, rng.below(set.len()))),
            Turn::Pass => game.pass(&mut state),
            Turn::Over => return None,
        }
    }
    matches!(game.turn(&state), Turn::Moves(_)).then(|| Trail::from(game, state))
}

/// The values of a position some random moves from the start, at every depth up to four.
fn check_values<G: Endgame>(game: G, moves: u32, rng: &mut Rng) {
    let Some(trail) = played(game, moves, rng) else { return };
    for depth in 1..=4 {
        let expected = plain(trail.game(), trail.state(), depth);
        let thought = think(&trail, to_depth(depth));
        let found = match thought.candidates[0].value {
            Value::Lead(lead) => (lead * 100.0).round() as i32,
            Value::Exact(lead) => lead.in_halves() * 50 + lead.in_halves().signum() * enban_search::CERTAIN,
            other => panic!("{other:?}"),
        };
        assert_eq!(found, expected, "{moves} depth {depth} {:?}", trail.state());
    }
}

#[test]
fn values_are_those_of_plain_negamax() {
    let mut rng = Rng::new(21);
    for number in 0..60 {
        let game = nip(Portable::<u64>::new(), "nip32", 32, true).unwrap();
        check_values(game, 4 + number % 22, &mut rng);
    }
}

/// Every option of the open boards, from the first disc on: with a free opening the first four are placed at will.
#[test]
fn values_are_those_of_plain_negamax_with_every_option() {
    let mut rng = Rng::new(22);
    let plain = Options::default();
    let free = Options { free_opening: true, ..plain };
    let boards = [
        (4, free),
        (6, free),
        (8, free),
        (4, Options { anti: true, dead: 1 << 3, ..free }),
        (4, Options { anti: true, ..plain }),
        (6, Options { dead: 1 << 5 | 1 << 25, ..plain }),
    ];
    for (side, options) in boards {
        for moves in [0, 1, 2, 3, 4, 5, 8, 12] {
            let game = on_open_board(Portable::<u64>::new(), "reversi", Shape::square(side), options).unwrap();
            check_values(game, moves, &mut rng);
        }
    }
}

/// The empty board of a free opening on 4x4, read to the end: the four first moves are the same but for a turn.
#[test]
fn a_free_opening_is_read_to_the_end() {
    let options = Options { free_opening: true, ..Options::default() };
    let game = on_open_board(Portable::<u64>::new(), "reversi4", Shape::square(4), options).unwrap();
    for threads in [1, 2] {
        let thought = think(
            &Trail::new(game.clone()),
            AlphaBetaParams { exact: ReadOut::From(16), lines: 9, threads, ..to_depth(2) },
        );
        let values: Vec<Value> = thought.candidates.iter().map(|candidate| candidate.value).collect();
        assert_eq!(values, [Value::Exact(Points::whole(-4)); 4]);
    }
}

#[test]
fn a_node_limit_gives_the_same_thought_every_time() {
    let game = on_open_board(Portable::<u64>::new(), "reversi", Shape::square(8), Options::default()).unwrap();
    let trail = Trail::new(game);
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let params = AlphaBetaParams { limits, megabytes: 4, ..AlphaBetaParams::default() };
    let first = think(&trail, params);
    assert_eq!(first, think(&trail, params));
    assert!((20_000..23_000).contains(&first.nodes), "{}", first.nodes);
    // The same limit with the request, in place of another of the player's own.
    let own = Limits { nodes: Some(5), ..limits };
    let mut player = AlphaBeta::new(trail.game(), Arc::new(Count), AlphaBetaParams { limits: own, ..params });
    assert_eq!(first, player.think(&trail, &Desk::quiet(&Watch::default()).within(limits)));
}

#[test]
fn the_time_for_a_move_says_from_when_on_the_end_is_read() {
    let check = |time: Option<f64>, expected: u32| {
        let limits = Limits { time: time.map(Duration::from_secs_f64), ..Limits::default() };
        assert_eq!(ReadOut::AsTimeAllows.within(&limits), expected, "{time:?}");
        assert_eq!(ReadOut::From(7).within(&limits), 7);
    };
    check(None, 12);
    check(Some(0.0), 10);
    check(Some(0.1), 16);
    check(Some(1.0), 20);
    check(Some(10.0), 23);
    check(Some(80_000.0), 30);
    assert_eq!(ReadOut::AsTimeAllows.within(&Limits::ENDLESS), 20);
}

/// Thinking on the other's turn fills the table: the same search afterwards has less to do.
#[test]
fn pondering_saves_work() {
    let game = on_open_board(Portable::<u64>::new(), "reversi", Shape::square(8), Options::default()).unwrap();
    let nodes_of_second_move = |ponders: bool| {
        let mut trail = Trail::new(game.clone());
        let mut player = AlphaBeta::new(trail.game(), Arc::new(Count), AlphaBetaParams { megabytes: 4, ..to_depth(7) });
        let watch = Watch::default();
        let desk = Desk::quiet(&watch);
        trail.play_text("f5").unwrap();
        if ponders {
            player.ponder(&trail, &desk);
        }
        trail.play_text("d6").unwrap();
        player.think(&trail, &desk).nodes
    };
    let (cold, warm) = (nodes_of_second_move(false), nodes_of_second_move(true));
    assert!(warm < cold, "{warm} nodes after pondering, {cold} without");
}

#[test]
fn several_lines_are_valued_best_first() {
    let game = on_open_board(Portable::<u64>::new(), "reversi", Shape::square(8), Options::default()).unwrap();
    let mut trail = Trail::new(game);
    trail.play_text("f5d6c3").unwrap();
    let thought = think(&trail, AlphaBetaParams { lines: 3, ..to_depth(4) });
    let values: Vec<f64> = thought
        .candidates
        .iter()
        .map(|candidate| match candidate.value {
            Value::Lead(lead) => lead,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(values.len(), 3);
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
}

/// Near the end several lines are valued exactly, each as minimax values it.
#[test]
fn several_lines_are_exact_near_the_end() {
    let mut rng = Rng::new(6);
    let game = nip(Portable::<u64>::new(), "nip", 52, true).unwrap();
    let trail = played(game, 40, &mut rng).unwrap();
    let thought = think(&trail, AlphaBetaParams { exact: ReadOut::From(14), lines: 20, ..to_depth(2) });
    let Turn::Moves(moves) = trail.turn() else { panic!("moves") };
    assert_eq!(thought.candidates.len() as u32, moves.len());
    for candidate in &thought.candidates {
        let mut after = *trail.state();
        trail.game().play(&mut after, candidate.choice);
        let expected = Points::halves(-enban_game::endgame::plain_minimax(trail.game(), &after));
        assert_eq!(candidate.value, Value::Exact(expected));
    }
    assert_eq!(thought.candidates[0].choice, thought.choice);
}

/// From the position on which `exact` reaches on, the value is proven; without time for the margin, the winner is.
#[test]
fn the_end_is_read_exactly() {
    let mut rng = Rng::new(5);
    let game = nip(Portable::<u64>::new(), "nip", 52, true).unwrap();
    let trail = played(game, 38, &mut rng).unwrap();
    let thought = think(&trail, AlphaBetaParams { exact: ReadOut::From(14), ..to_depth(2) });
    let Value::Exact(lead) = thought.candidates[0].value else { panic!("{thought:?}") };
    assert_eq!(lead.in_halves(), enban_game::endgame::plain_minimax(trail.game(), trail.state()));
}
