//! The evaluation against its slow twin, and what it must have in common with the game.

use enban_game::{MoveSet, Rng, Symmetric, Turn};
use enban_reversi::YoninOptions;
use enban_reversi::kernel::Portable;

use super::*;

type Yonin = YoninOn<Portable<u64>>;

fn yonin(options: YoninOptions) -> Yonin {
    YoninOn::new(Portable::new(), "yonin".to_owned(), options)
}

/// Positions of random games.
fn random_positions(game: &Yonin, count: usize) -> Vec<FourSeats> {
    let mut rng = Rng::new(7);
    let mut found = Vec::new();
    while found.len() < count {
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Moves(moves) => game.play(&mut state, moves.nth(rng.below(moves.len()))),
                Turn::Pass => game.pass(&mut state),
                Turn::Over => break,
            }
            found.push(state);
        }
    }
    found
}

/// Weights drawn at random: what is checked does not depend on what they say.
fn drawn() -> YoninEval {
    let mut rng = Rng::new(3);
    let mut stage = || (0..layout().parameters()).map(|_| rng.below(40) as i16 - 20).collect();
    YoninEval::new(weights(Origin::default(), (0..2 * STAGES).map(|_| stage()).collect()))
}

/// The sum of a seat, square by square from the position as the seat sees it.
fn slow_sum(game: &Yonin, state: &FourSeats, seat: usize, weights: &[i16]) -> i32 {
    let seen = game.transform(state, (4 - seat) % 4);
    let patterns = layout().patterns.iter().map(|pattern| {
        let digit = |square: usize| (seen.black >> square & 1) + 2 * (seen.white >> square & 1);
        let number = pattern.squares.iter().rev().fold(0, |number, &square| 3 * number + digit(square) as usize);
        pattern.parameter(number, 0)
    });
    let moves = (0..4).map(|other| {
        let count = game.slow_moves(&seen, Seat(other)).count_ones() as usize;
        16 * usize::from(other) + count.min(15)
    });
    let homes = [(0, 0), (0, 1), (1, 1), (1, 0)];
    let is_empty = |square: usize| (seen.black | seen.white) >> square & 1 == 0;
    let odd = homes.into_iter().enumerate().map(|(number, (row, column))| {
        let home = (0..64).filter(|square| (square / 8 / 4, square % 8 / 4) == (row, column));
        (home.filter(|&square| is_empty(square)).count() % 2) << number
    });
    let parity = 64 + 16 * seen.seat.index() + odd.sum::<usize>();
    patterns.chain(moves).chain([parity]).map(|place| i32::from(weights[place])).sum()
}

#[test]
fn sums_are_those_of_the_slow_twin() {
    let (game, eval) = (yonin(YoninOptions::default()), drawn());
    for state in random_positions(&game, 300) {
        for head in Head::ALL {
            let weights = &eval.weights().stages[head as usize * STAGES + stage(&state)];
            let fast = eval.sums(head, &game, &state);
            let named = features(&game, &state).map(|all| all.iter().map(|&at| i32::from(weights[at as usize])).sum());
            let slow = std::array::from_fn(|seat| slow_sum(&game, &state, seat, weights));
            assert_eq!((fast, named), (slow, slow), "{state:?}");
        }
    }
}

#[test]
fn every_pattern_is_seen_by_all_seats_with_the_same_weights() {
    let layout = layout();
    let mut used = vec![0; layout.parameters()];
    for pattern in &layout.patterns {
        for seat in 0..4 {
            (0..pattern.states()).for_each(|state| used[pattern.parameter(state, seat)] += 1);
        }
    }
    let patterns = &used[4 * 16 + 64..];
    assert!(patterns.iter().all(|&count| count >= 4), "each weight is met, from every seat");
    assert_eq!(patterns.iter().sum::<usize>(), 4 * layout.patterns.iter().map(layout::Pattern::states).sum::<usize>());
}

#[test]
fn chances_add_up_to_one_and_turn_with_the_board() {
    let game = yonin(YoninOptions::default());
    for eval in [drawn(), YoninEval::carried()] {
        for state in random_positions(&game, 150) {
            let (chances, scores) = (eval.chances(&game, &state), eval.scores(&game, &state));
            assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{chances:?}");
            for number in 1..4 {
                let turned = game.transform(&state, number);
                let (other, points) = (eval.chances(&game, &turned), eval.scores(&game, &turned));
                for seat in 0..4 {
                    let to = game.transform_seat(Seat(seat as u8), number).index();
                    assert!((chances[seat] - other[to]).abs() < 1e-6);
                    assert_eq!(scores[seat], points[to]);
                }
            }
        }
    }
}

#[test]
fn the_other_way_round_is_the_mirror_image() {
    let (game, eval) = (yonin(YoninOptions::default()), drawn());
    let other = yonin(YoninOptions { anticlockwise: true, ..YoninOptions::default() });
    for state in random_positions(&game, 100) {
        let image = mirrored(&state);
        assert_eq!(mirrored(&image), state);
        let flip =
            |board: u64| (0..64).filter(|at| board >> at & 1 == 1).map(|at| 1 << (8 * (at % 8) + at / 8)).sum::<u64>();
        assert_eq!((image.black, image.white), (flip(state.black), flip(state.white)));
        // A move there leads where the image of the same move leads here.
        if let Turn::Moves(moves) = game.turn(&state) {
            assert_eq!(other.turn(&image), Turn::Moves(flip(moves)));
        }
        let [first, second, third, fourth] = eval.scores(&game, &state);
        assert_eq!(eval.scores(&other, &image), [first, fourth, third, second]);
    }
}

#[test]
fn the_exponential_is_near_enough() {
    for step in 0..6_000 {
        let x = -step as f32 / 100.0;
        let (found, true_value) = (f64::from(exp(x)), f64::from(x).exp());
        assert!((found / true_value - 1.0).abs() < 1e-5, "exp({x}) = {found}");
    }
    assert_eq!(softmax([0.0; 4]), [0.25; 4]);
    assert_eq!(softmax([-1e6, 0.0, -1e6, -1e6])[1], 1.0);
}

#[test]
fn weights_are_read_as_they_were_written_and_others_are_refused() {
    // Few weights are packed in no time.
    let mut stages = vec![vec![0; layout().parameters()]; 2 * STAGES];
    stages.iter_mut().zip(1..).for_each(|(stage, number)| stage[1_000 * number as usize] = -number);
    let origin = Origin { game: "yonin".to_owned(), facts: vec![("seed".to_owned(), "3".to_owned())] };
    let eval = YoninEval::new(weights(origin, stages));
    let bytes = eval.weights().to_bytes();
    assert!(
        bytes.starts_with(b"Enban weights, version 1\ngame: yonin\nboard: four seats on 8x8\nshape: 24 stages of ")
    );
    assert_eq!(YoninEval::read(&bytes).unwrap().weights(), eval.weights());
    let refused = |bytes: &[u8]| YoninEval::read(bytes).err().unwrap();
    assert_eq!(refused(b"PK"), WeightsError::NoWeights);
    assert_eq!(refused(&bytes[..bytes.len() - 1]), WeightsError::Damaged);
    let foreign = refused(include_bytes!("../../weights/reversi.weights"));
    assert!(foreign.to_string().starts_with("weights for another board: expected four seats on 8x8, found squares"));
    let text = b"Enban weights, version 1\ngame: yonin\nboard: four seats on 8x8\nshape: 3 stages of 5 weights\n\n";
    assert!(matches!(refused(text), WeightsError::OtherPatterns { .. }));
}

#[test]
fn the_carried_weights_say_where_they_come_from() {
    let eval = YoninEval::carried();
    let origin = &eval.weights().origin;
    assert_eq!(origin.game, "yonin");
    for name in ["seed", "program", "generations", "games", "held-out loss", "held-out error"] {
        assert!(origin.fact(name).is_some(), "{name}");
    }
}

/// How a random game goes on, against what was expected of it.
#[test]
fn it_knows_more_than_the_discs_on_the_board() {
    let (game, eval) = (yonin(YoninOptions::default()), YoninEval::carried());
    let (mut by_guess, mut by_count, mut by_mean) = (0.0, 0.0, 0.0);
    for state in random_positions(&game, 1_000).iter().filter(|state| (2..4).contains(&stage(state))) {
        let mut end = *state;
        let mut rng = Rng::new(u64::from(state.black as u32));
        loop {
            match game.turn(&end) {
                Turn::Moves(moves) => game.play(&mut end, moves.nth(rng.below(moves.len()))),
                Turn::Pass => game.pass(&mut end),
                Turn::Over => break,
            }
        }
        let scores = |state: &FourSeats| enban_search::CountSeats.scores(&game, state);
        let error = |guess: [f32; 4]| guess.iter().zip(scores(&end)).map(|(a, b)| (a - b).powi(2)).sum::<f32>();
        by_guess += error(eval.scores(&game, state));
        by_count += error(scores(state));
        by_mean += error([SCORE_MEAN; 4]);
    }
    assert!(by_guess < 0.8 * by_count && by_guess < 0.8 * by_mean, "{by_guess}, not {by_count} or {by_mean}");
}
