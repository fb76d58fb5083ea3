//! The maps of the seats, and the look-ahead against plain minimax.

use super::*;
use crate::testing::{Four, play_games, positions, yonin};
use enban_game::Move;
use enban_search::{Random, Value};

/// A square of each home, off the middle: b2, g2, g7, b7.
const IN_HOMES: [usize; 4] = [9, 14, 54, 49];

/// What the strategies subtract at homes 1 to 4, by seat, in the order of the homes.
#[test]
fn constants_turn_with_the_seat() {
    let expected = [
        (Strategy::Home, [[0, 50, 50, 50], [50, 0, 50, 50], [50, 50, 0, 50], [50, 50, 50, 0]]),
        (Strategy::Right, [[0, 50, 50, 20], [20, 0, 50, 50], [50, 20, 0, 50], [50, 50, 20, 0]]),
        (Strategy::Opposite, [[0, 50, 20, 50], [50, 0, 50, 20], [20, 50, 0, 50], [50, 20, 50, 0]]),
        (Strategy::Left, [[0, 20, 50, 50], [50, 0, 20, 50], [50, 50, 0, 20], [20, 50, 50, 0]]),
        (Strategy::Normal, [[0; 4]; 4]),
    ];
    for (strategy, by_seat) in expected {
        for (seat, constants) in by_seat.into_iter().enumerate() {
            let map = strategy.map(Seat(seat as u8));
            let subtracted = IN_HOMES.map(|square| YONIN_NORMAL[square] - map.value(square));
            assert_eq!(subtracted, constants, "{strategy:?} seat {seat}");
        }
    }
}

/// Every square of a quadrant has the quadrant's constant, and seat 1's map is as printed.
#[test]
fn the_first_seats_map_is_normal_less_a_constant() {
    let map = Strategy::Right.map(Seat(0));
    let row = |row: usize| [0, 1, 2, 3, 4, 5, 6, 7].map(|column| map.value(8 * row + column));
    assert_eq!(row(0), [100, -30, 0, -1, -51, -50, -80, 50]);
    assert_eq!(row(3), [-1, -3, -1, 0, -50, -51, -53, -51]);
    assert_eq!(row(7), [80, -50, -20, -21, -51, -50, -80, 50]);
}

/// Minimax without pruning, seen from black's side.
fn plain(game: &Four, maps: &[SquareMap<u64>; 4], state: &FourSeats, last: Seat, plies: u32) -> i32 {
    let here = || {
        let value = |square: usize| maps[last.index()].value(square);
        let sum = |set: u64| set.iter().map(|square| value(square.index())).sum::<i32>();
        sum(state.black) - sum(state.white)
    };
    let mut next = *state;
    match game.turn(state) {
        Turn::Pass if plies > 0 => {
            game.pass(&mut next);
            plain(game, maps, &next, state.seat, plies - 1)
        }
        Turn::Moves(moves) if plies > 0 => {
            let values = moves.iter().map(|choice| {
                next = *state;
                game.play(&mut next, choice);
                plain(game, maps, &next, state.seat, plies - 1)
            });
            if state.seat.0.is_multiple_of(2) { values.max().unwrap() } else { values.min().unwrap() }
        }
        _ => here(),
    }
}

fn think(player: &mut YoninPlayer, game: &Four, state: &FourSeats) -> Thought {
    player.think(&Trail::from(game.clone(), *state), &Desk::quiet(&Watch::default()))
}

#[test]
fn looking_ahead_is_plain_minimax_among_the_five_best() {
    let game = yonin();
    for (_, strategy) in Strategy::ALL {
        for (lookahead, count) in [(0, 20), (1, 20), (2, 20), (3, 10), (4, 3)] {
            let params = YoninParams { lookahead, ..YoninParams::study(strategy) };
            let mut player = YoninPlayer::new(params, Rng::new(1));
            let maps = player.maps.clone();
            for state in positions(&game, count, 20 + u64::from(lookahead)) {
                let Turn::Moves(moves) = game.turn(&state) else { unreachable!() };
                let sign = if state.seat.0.is_multiple_of(2) { 1 } else { -1 };
                let value = |choice: Move, plies: u32| {
                    let mut after = state;
                    game.play(&mut after, choice);
                    sign * plain(&game, &maps, &after, state.seat, plies)
                };
                let mut by_static: Vec<i32> = moves.iter().map(|choice| value(choice, 0)).collect();
                by_static.sort_by_key(|&value| -value);
                let worst_kept = by_static[by_static.len().min(5) - 1];
                let thought = think(&mut player, &game, &state);
                assert!(thought.candidates.len() <= 5);
                for candidate in &thought.candidates {
                    assert!(value(candidate.choice, 0) >= worst_kept);
                    assert_eq!(candidate.value, Value::Figure(f64::from(value(candidate.choice, lookahead))));
                }
                // All moves that are surely kept are no better than the one that was chosen.
                let sure = moves.iter().filter(|&choice| value(choice, 0) > worst_kept);
                let chosen = value(thought.choice, lookahead);
                sure.for_each(|choice| assert!(value(choice, lookahead) <= chosen));
            }
        }
    }
}

#[test]
fn printed_draws_among_the_five_best_and_its_constants_grow() {
    let game = yonin();
    let params = YoninParams { search: YoninSearch::Printed, ..YoninParams::study(Strategy::Normal) };
    let state = positions(&game, 200, 2).into_iter().max_by_key(|state| match game.turn(state) {
        Turn::Moves(moves) => moves.len(),
        _ => 0,
    });
    let state = state.unwrap();
    let mut drawn = std::collections::BTreeSet::new();
    let mut player = YoninPlayer::new(params, Rng::new(1));
    (0..200).for_each(|_| assert!(drawn.insert(think(&mut player, &game, &state).choice) || drawn.len() <= 6));
    assert!((5..=7).contains(&drawn.len()), "{drawn:?}");

    let mut player = YoninPlayer::new(YoninParams { strategy: Strategy::Home, ..params }, Rng::new(1));
    let corner = FourSeats { black: 1 << 63, white: 0, seat: Seat(0) };
    let values = [1, 2, 3].map(|_| player.static_value(&corner, Seat(0)));
    assert_eq!(values, [50, 0, -50]);
}

#[test]
fn the_same_seed_plays_the_same_moves_and_a_stop_is_answered() {
    let game = yonin();
    let states = positions(&game, 30, 4);
    let moves = |seed: u64| {
        let mut player = YoninPlayer::new(YoninParams::study(Strategy::Opposite), Rng::new(seed));
        states.iter().map(|state| think(&mut player, &game, state).choice).collect::<Vec<_>>()
    };
    assert_eq!(moves(3), moves(3));
    let watch = Watch::default();
    watch.stop();
    let deep = YoninParams { lookahead: 12, ..YoninParams::study(Strategy::Normal) };
    let mut player = YoninPlayer::new(deep, Rng::new(1));
    let begun = std::time::Instant::now();
    player.think(&Trail::new(game), &Desk::quiet(&watch));
    assert!(begun.elapsed().as_millis() < 20);
}

/// A player after its own home beats three random ones to the first place far more often than one in four.
#[test]
fn going_for_the_own_home_beats_random_players() {
    let game = yonin();
    let study = || Box::new(YoninPlayer::new(YoninParams::study(Strategy::Home), Rng::new(1)));
    let random = |seed: u64| Box::new(Random::new(Rng::new(seed)));
    let wins = play_games(&game, &mut [study(), random(2), random(3), random(4)], 60);
    assert!(wins[0] > 20, "{wins:?}");
}
