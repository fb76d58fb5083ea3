//! The map player against plain enumeration, and against random play.

use super::*;
use crate::testing::{Nip, nip52, play_games, positions, reversi8};
use enban_reversi::family::nip;
use enban_reversi::kernel::Portable;
use enban_search::{Random, Value};

/// The value of a position for the player who just moved, square by square.
fn plain_value(game: &Nip, params: &MapParams, state: &Position<u64>) -> i32 {
    let table = if params.table == MapTable::Ring20 { &RING20 } else { &RING100 };
    let sum = |set: u64| set.iter().map(|square| table[square.index()]).sum::<i32>();
    let moves = game.twin().moves(state.own, state.other).count_ones() as usize;
    sum(state.other) - sum(state.own) + params.choices.bonuses().get(moves).copied().unwrap_or(0)
}

/// The largest sum over all lines, by enumeration.
fn plain_sum(game: &Nip, params: &MapParams, state: &Position<u64>, sign: i32, plies: u32) -> i32 {
    if plies == 0 {
        return 0;
    }
    let mut next = *state;
    match game.turn(state) {
        Turn::Over => 0,
        Turn::Pass => {
            game.pass(&mut next);
            plain_sum(game, params, &next, -sign, plies - 1)
        }
        Turn::Moves(moves) => {
            let sum = |choice: Move| {
                let mut after = *state;
                game.play(&mut after, choice);
                sign * plain_value(game, params, &after) + plain_sum(game, params, &after, -sign, plies - 1)
            };
            moves.iter().map(sum).max().unwrap()
        }
    }
}

/// Negamax without any pruning.
fn plain_negamax(game: &Nip, params: &MapParams, state: &Position<u64>, plies: u32) -> i32 {
    let mut next = *state;
    match game.turn(state) {
        Turn::Pass if plies > 0 => {
            game.pass(&mut next);
            -plain_negamax(game, params, &next, plies - 1)
        }
        Turn::Moves(moves) if plies > 0 => {
            let value = |choice: Move| {
                let mut after = *state;
                game.play(&mut after, choice);
                -plain_negamax(game, params, &after, plies - 1)
            };
            moves.iter().map(value).max().unwrap()
        }
        _ => -plain_value(game, params, state),
    }
}

fn think(player: &mut MapPlayer, game: &Nip, state: &Position<u64>) -> Thought {
    player.think(&Trail::from(game.clone(), *state), &Desk::quiet(&Watch::default()))
}

/// The moves with the largest value and that value, one position after the other.
fn check(params: MapParams, count: usize, value: impl Fn(&Nip, &MapParams, &Position<u64>) -> i32) {
    let game = nip52();
    let mut player = MapPlayer::new(&game, params, Rng::new(1)).unwrap();
    for state in positions(&game, count, 7 + u64::from(params.lookahead)) {
        let Turn::Moves(moves) = game.turn(&state) else { unreachable!() };
        let values: Vec<(Move, f64)> = moves
            .iter()
            .map(|choice| {
                let mut after = state;
                game.play(&mut after, choice);
                (choice, f64::from(value(&game, &params, &after)))
            })
            .collect();
        let best = values.iter().map(|&(_, value)| value).fold(f64::MIN, f64::max);
        let best_moves: Vec<Move> =
            values.iter().filter(|(_, value)| *value == best).map(|&(choice, _)| choice).collect();
        let thought = think(&mut player, &game, &state);
        let tied = thought.candidates.iter().filter(|candidate| candidate.value == Value::Figure(best));
        let mut tied: Vec<Move> = tied.map(|candidate| candidate.choice).collect();
        tied.sort();
        assert_eq!(tied, best_moves, "{params:?} {state:?}");
        assert!(best_moves.contains(&thought.choice));
        for candidate in &thought.candidates {
            let (_, plain) = values.iter().find(|(choice, _)| *choice == candidate.choice).unwrap();
            assert_eq!(candidate.value, Value::Figure(*plain), "{params:?} {state:?}");
        }
        assert!(thought.nodes > 0);
    }
}

fn with(table: MapTable, choices: Choices, lookahead: u32, search: MapSearch) -> MapParams {
    MapParams { table, choices, lookahead, search }
}

#[test]
fn described_is_the_largest_sum_over_all_lines() {
    let sum = |game: &Nip, params: &MapParams, after: &Position<u64>| {
        plain_value(game, params, after) + plain_sum(game, params, after, -1, params.lookahead - 1)
    };
    for choices in [Choices::First, Choices::Second, Choices::Third, Choices::None] {
        for table in [MapTable::Ring20, MapTable::Ring100] {
            for (lookahead, count) in [(1, 40), (2, 40), (3, 40), (4, 12)] {
                check(with(table, choices, lookahead, MapSearch::Described), count, sum);
            }
        }
    }
    check(with(MapTable::Ring20, Choices::First, 5, MapSearch::Described), 6, sum);
}

#[test]
fn negamax_is_plain_negamax() {
    let value = |game: &Nip, params: &MapParams, after: &Position<u64>| {
        -plain_negamax(game, params, after, params.lookahead - 1)
    };
    for choices in [Choices::First, Choices::Second] {
        for (lookahead, count) in [(1, 40), (2, 40), (3, 40), (4, 12)] {
            check(with(MapTable::Ring20, choices, lookahead, MapSearch::Negamax), count, value);
        }
    }
}

#[test]
fn printed_is_greedy_and_look_ahead_0_is_the_map_alone() {
    let greedy = |game: &Nip, params: &MapParams, after: &Position<u64>| plain_value(game, params, after);
    check(with(MapTable::Ring20, Choices::First, 10, MapSearch::Printed), 100, greedy);
    let map = |_: &Nip, params: &MapParams, after: &Position<u64>| params.table.map().lead(after.other, after.own);
    check(with(MapTable::Ring20, Choices::Second, 0, MapSearch::Described), 100, map);
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = nip52();
    let params = with(MapTable::Ring20, Choices::First, 3, MapSearch::Described);
    let moves = |seed: u64| {
        let mut player = MapPlayer::new(&game, params, Rng::new(seed)).unwrap();
        positions(&game, 40, 3).iter().map(|state| think(&mut player, &game, state).choice).collect::<Vec<_>>()
    };
    assert_eq!(moves(1), moves(1));
}

#[test]
fn other_rules_are_not_read_from_an_old_table() {
    let (lap, no_lap) = (nip52(), nip(Portable::new(), "nip", 52, false).unwrap());
    let params = with(MapTable::Ring20, Choices::First, 4, MapSearch::Described);
    let mut used = MapPlayer::new(&lap, params, Rng::new(1)).unwrap();
    for state in positions(&lap, 30, 5) {
        think(&mut used, &lap, &state);
        let mut fresh = MapPlayer::new(&no_lap, params, Rng::new(1)).unwrap();
        let (used, fresh) = (think(&mut used, &no_lap, &state), think(&mut fresh, &no_lap, &state));
        let best = |thought: &Thought| thought.candidates.first().map(|candidate| candidate.value);
        assert_eq!(best(&used), best(&fresh));
    }
}

#[test]
fn a_stop_is_answered_at_once_with_a_legal_move() {
    let game = nip52();
    let watch = Watch::default();
    watch.stop();
    for search in [MapSearch::Described, MapSearch::Negamax] {
        let params = with(MapTable::Ring20, Choices::Second, 14, search);
        let mut player = MapPlayer::new(&game, params, Rng::new(1)).unwrap();
        for state in positions(&game, 5, 9) {
            let begun = std::time::Instant::now();
            let thought = player.think(&Trail::from(game.clone(), state), &Desk::quiet(&watch));
            assert!(matches!(game.turn(&state), Turn::Moves(moves) if moves.contains(thought.choice)));
            assert!(begun.elapsed().as_millis() < 20);
        }
    }
}

#[test]
fn other_boards_are_refused() {
    assert!(MapPlayer::new(&reversi8(), MapParams::STUDY_1, Rng::new(1)).is_err());
    let nip60 = nip(Portable::<u64>::new(), "nip60", 60, true).unwrap();
    assert!(MapPlayer::new(&nip60, MapParams::STUDY_1, Rng::new(1)).is_err());
}

/// 45.5 % as black and 45.9 % as white were measured over 4000 games; four standard deviations are allowed.
#[test]
fn the_greedy_player_does_as_was_measured_against_random() {
    let game = nip52();
    let greedy = || MapPlayer::new(&game, MapParams { search: MapSearch::Printed, ..MapParams::STUDY_1 }, Rng::new(5));
    let random = || Random::new(Rng::new(6));
    let games = 600;
    let black = play_games(&game, &mut [Box::new(greedy().unwrap()), Box::new(random())], games)[0];
    let white = play_games(&game, &mut [Box::new(random()), Box::new(greedy().unwrap())], games)[1];
    for wins in [black, white] {
        let share = f64::from(wins) / f64::from(games);
        assert!((share - 0.457).abs() < 4.0 * 0.0203, "{share}");
    }
}
