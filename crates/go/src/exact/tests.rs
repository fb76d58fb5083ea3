//! The solver beside the rules of the crate, beside plain searches of whole games, and beside known results.

use std::collections::HashMap;

use enban_game::trail::History;
use enban_game::{Game, Move, MoveSet, Rng, Turn};

use super::*;
use crate::tests::game;

/// A random position after at most so many moves that fill few eyes.
fn wander<const W: usize>(game: &Go<W>, rng: &mut Rng, moves_max: u32) -> State<W> {
    let mut state = game.start();
    for _ in 0..rng.below(moves_max + 1) {
        let turn = if rng.below(4) > 0 { game.playout_turn(&state) } else { game.turn(&state) };
        let Turn::Moves(moves) = turn else { break };
        game.play(&mut state, game.nth_move(&moves, rng.below(moves.len())));
    }
    state
}

/// The margin on the board for the mover, komi aside, by the rules of the crate.
fn margin<const W: usize>(game: &Go<W>, state: &State<W>) -> i32 {
    let scores = game.scores(state);
    let [black, white] = [0, 1].map(|seat| scores.as_slice()[seat].in_halves());
    let margin = (black - white + game.rules().komi().in_halves()) / 2;
    if state.mover() == Colour::Black { margin } else { -margin }
}

fn check_rules<const N: usize>(options: &str) {
    let game = game::<2>(&format!("go{N}{options}"));
    let mut rng = Rng::stream(0xE0, N as u64);
    for _ in 0..1000 {
        let state = wander(&game, &mut rng, 4 * (N * N) as u32);
        let Turn::Moves(moves) = game.turn(&state) else { continue };
        let position = Position::of(&state);
        assert_eq!(Grid::<N>::lead(position.stones), margin(&game, &state), "{state:?}");
        let after = position.after::<N>(game.rules().suicide());
        let expected = moves.iter().map(|choice| {
            let mut after = state.clone();
            game.play(&mut after, choice);
            (if choice.index() == game.pass_index() { PASS } else { choice.index() as u8 }, Position::of(&after))
        });
        assert_eq!(after, expected.collect::<Vec<_>>(), "{state:?}");
    }
}

#[test]
fn moves_captures_kos_and_scores_are_those_of_the_rules() {
    for options in ["(komi=0)", "(suicide=on)"] {
        check_rules::<2>(options);
        check_rules::<3>(options);
        check_rules::<4>(options);
        check_rules::<5>(options);
    }
}

fn check_turns<const N: usize>() {
    let game = game::<2>(&format!("go{N}"));
    let mut rng = Rng::stream(0xE1, N as u64);
    for _ in 0..300 {
        let state = wander(&game, &mut rng, 3 * (N * N) as u32);
        let Position { stones, ban, .. } = Position::of(&state);
        let (least, least_ban, turn) = Grid::<N>::canonical(stones, ban);
        assert_eq!(Grid::<N>::turned(stones, turn), least);
        for number in 0..8 {
            let turned = enban_game::Symmetric::transform(&game, &state, number);
            let Position { stones: other, ban: other_ban, .. } = Position::of(&turned);
            let (same, same_ban, _) = Grid::<N>::canonical(other, other_ban);
            assert_eq!((same, same_ban), (least, least_ban), "{state:?} turned by {number}");
            assert_eq!(Grid::<N>::turned(Grid::<N>::turned(stones, number), Grid::<N>::undoing(number)), stones);
        }
    }
}

#[test]
fn turned_positions_are_the_same_question() {
    check_turns::<2>();
    check_turns::<3>();
    check_turns::<4>();
    check_turns::<5>();
}

#[test]
fn pieces_are_chains_less_their_holes() {
    type Board = Grid<5>;
    let ring: u32 = 0b00000_01110_01010_01110_00000;
    assert_eq!([0, 1, ring, ring | 1, Board::ALL, Board::EDGE].map(Board::pieces), [0, 1, 0, 1, 1, 0]);
    assert_eq!(Board::EDGE.count_ones(), 16);
}

/// Whether the mover gets the target under superko, by trying everything; `None` if that takes too long.
fn brute_force(game: &Go<2>, state: &State<2>, past: &mut History, target: i32, nodes_left: &mut u32) -> Option<bool> {
    let Turn::Moves(moves) = past.filter(game, state, game.turn(state)) else {
        return Some(margin(game, state) >= target);
    };
    *nodes_left = nodes_left.checked_sub(1)?;
    // The pass first: it ends games.
    let pass = Move(game.pass_index() as u16);
    for choice in std::iter::once(pass).chain(moves.iter().filter(|choice| *choice != pass)) {
        let mut after = state.clone();
        game.play(&mut after, choice);
        past.push(game, &after);
        let answer = brute_force(game, &after, past, 1 - target, nodes_left);
        past.pop();
        if !answer? {
            return Some(true);
        }
    }
    Some(false)
}

/// Random positions, each with random targets; how many could be compared.
fn check_superko<const N: usize>(options: &str, positions: u64, nodes_max: u32) -> u32 {
    let game = game::<2>(&format!("go{N}{options}"));
    let (watch, mut compared) = (Watch::default(), 0);
    // One table for all positions: what was learned on one way must not mislead on another.
    let mut solver = Exact::new(&game, 4).unwrap();
    for number in 0..positions {
        let mut rng = Rng::stream(0xE2, number);
        let mut state = wander(&game, &mut rng, 3 * (N * N) as u32);
        state.set_prisoners([1, 1]);
        if state.passes() >= 2 || state.ko().is_some() {
            continue;
        }
        let outcome = solver.solve(&state, &Budget::unlimited(&watch));
        assert_eq!(outcome.low, outcome.high, "{state:?}");
        for (target, expected) in [(outcome.low, true), (outcome.low + 1, false)] {
            let mut past = History::default();
            past.push(&game, &state);
            if let Some(answer) = brute_force(&game, &state, &mut past, target, &mut { nodes_max }) {
                assert_eq!(answer, expected, "target {target}: {state:?}");
                compared += 1;
            }
        }
    }
    compared
}

#[test]
fn superko_is_solved_as_by_trying_everything() {
    // Games under superko go on for thousands of moves if all is tried.
    let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
    builder.spawn(compare_with_brute_force).unwrap().join().unwrap();
}

fn compare_with_brute_force() {
    for ko in ["positional", "situational"] {
        for suicide in ["", "suicide=on,"] {
            let options = format!("({suicide}ko={ko})");
            let (small, larger) = (check_superko::<2>(&options, 60, 50_000), check_superko::<3>(&options, 150, 10_000));
            // With suicide few games can be tried out in full.
            let enough = if suicide.is_empty() { 60 } else { 10 };
            assert!(small >= 40 && larger >= enough, "{options}: only {small} and {larger} compared");
        }
    }
}

/// Every position that can arise, with what follows each.
fn graph<const N: usize>() -> Vec<(Position, Vec<usize>)> {
    let key = |position: &Position| (position.stones.packed(), position.ban, position.passes);
    let start = Position { stones: Stones::default(), ban: FREE, passes: 0 };
    let mut numbers = HashMap::from([(key(&start), 0)]);
    let mut positions = vec![(start, Vec::new())];
    let mut at = 0;
    while at < positions.len() {
        let position = positions[at].0;
        if position.passes < 2 {
            for (_, after) in position.after::<N>(false) {
                let next = positions.len();
                let number = *numbers.entry(key(&after)).or_insert(next);
                if number == next {
                    positions.push((after, Vec::new()));
                }
                positions[at].1.push(number);
            }
        }
        at += 1;
    }
    positions
}

/// From which positions a side can force the end of the game with at least the target: for the mover and for the
/// other side, found from the end backwards.
fn forced<const N: usize>(positions: &[(Position, Vec<usize>)], target: i32) -> Vec<[bool; 2]> {
    let mut wins = vec![[false; 2]; positions.len()];
    loop {
        let mut has_changed = false;
        for (at, (position, after)) in positions.iter().enumerate() {
            let lead = Grid::<N>::lead(position.stones);
            let now = match after.is_empty() {
                true => [lead >= target, -lead >= target],
                false => [after.iter().any(|next| wins[*next][1]), after.iter().all(|next| wins[*next][0])],
            };
            has_changed |= now != wins[at];
            wins[at] = now;
        }
        if !has_changed {
            return wins;
        }
    }
}

fn check_no_result<const N: usize>(samples: u64) {
    let game = game::<2>(&format!("go{N}"));
    let (watch, positions) = (Watch::default(), graph::<N>());
    let mut solver = Exact::new(&game, 4).unwrap();
    let budget = Budget::unlimited(&watch);
    let most = (N * N) as i32;
    for target in [1, 2, most / 2, most - 1, most] {
        let wins = forced::<N>(&positions, target);
        let mut rng = Rng::stream(0xE3, target as u64);
        for _ in 0..samples {
            let at = rng.below(positions.len() as u32) as usize;
            let mut session = Session::<N>::new(&mut solver, &budget);
            let answers = [target, 1 - target].map(|target| session.ask(&[], &positions[at].0, target).unwrap());
            let expected = [wins[at][0], !wins[at][1]];
            assert_eq!(answers, expected, "target {target}: {:?}", positions[at].0);
        }
    }
}

#[test]
fn no_result_is_solved_as_from_the_end_backwards() {
    check_no_result::<2>(200);
    check_no_result::<3>(400);
}

fn value(name: &str, expected: i32) {
    let game = game::<2>(name);
    let mut solver = Exact::new(&game, 64).unwrap();
    let watch = Watch::default();
    let outcome = solver.solve(&game.start(), &Budget::unlimited(&watch));
    assert_eq!((outcome.low, outcome.high), (expected, expected), "{name}");
    // The line is legal, and keeps the result to its end.
    let mut trail = enban_game::Trail::new(game.clone());
    for (ply, choice) in outcome.line.iter().enumerate() {
        trail.try_step(enban_game::Step::Play(*choice)).unwrap_or_else(|error| panic!("{name} ply {ply}: {error}"));
    }
    if trail.state().passes() == 2 {
        assert_eq!(
            margin(&game, trail.state()),
            if outcome.line.len().is_multiple_of(2) { expected } else { -expected },
            "{name}"
        );
    }
    assert_eq!(outcome.best, outcome.line.first().copied());
}

#[test]
fn whole_boards_have_their_known_results() {
    value("go2", 0);
    value("go2(ko=positional)", 1);
    value("go2(ko=situational)", 1);
    for rules in ["", "(ko=positional)", "(ko=situational)"] {
        value(&format!("go3{rules}"), 9);
    }
}

#[test]
#[ignore = "reason: slow proof, run by cargo xtask slow"]
fn the_board_of_four_lines_has_its_result() {
    // The literature knows the 2 under superko. `tests/backwards.rs` finds the 1 from the end backwards.
    value("go4", 1);
    value("go4(ko=positional)", 2);
    value("go4(ko=situational)", 2);
}

#[test]
fn a_spent_budget_leaves_true_bounds() {
    let (game, watch) = (game::<2>("go3(ko=positional)"), Watch::default());
    let solve = |nodes_max| {
        let mut solver = Exact::new(&game, 1).unwrap();
        solver.solve(&game.start(), &Budget { nodes_max: Some(nodes_max), ..Budget::unlimited(&watch) })
    };
    let early = solve(10);
    assert_eq!((early.low, early.high, early.best), (0, 9, None));
    for nodes_max in [500, 1500, 3000] {
        let outcome = solve(nodes_max);
        assert!(outcome.low <= 9 && outcome.high == 9 && outcome.nodes <= nodes_max);
        assert_eq!(outcome, solve(nodes_max), "the same again");
    }
    let stopped = Watch::default();
    stopped.stop();
    let outcome = Exact::new(&game, 1).unwrap().solve(&game.start(), &Budget::unlimited(&stopped));
    assert!(outcome.low < outcome.high);
}

#[test]
fn a_window_asks_only_who_wins() {
    let (game, watch) = (game::<2>("go3"), Watch::default());
    let budget = Budget { window: Some((-1, 1)), ..Budget::unlimited(&watch) };
    let outcome = Exact::new(&game, 1).unwrap().solve(&game.start(), &budget);
    assert_eq!((outcome.low, outcome.high), (1, 9));
}

#[test]
fn what_cannot_be_solved_says_why() {
    let refused = |name: &str| Exact::new(&game::<2>(name), 1).err().unwrap().to_string();
    assert!(refused("go6").contains("up to 5x5, not 6x6"));
    assert!(refused("go3(rules=japanese)").contains("area scoring"));
}
