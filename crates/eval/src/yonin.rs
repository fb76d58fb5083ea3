//! A guess at the final scores of Yonin, for all four seats at once.
//!
//! The expected score of a seat is a sum over squares, each worth something for a disc of the seat's colour and something
//! else for one of the other, and over the moves that each seat could make; how much depends on how full the board is. The
//! weights are in `yonin_learned`, made by `cargo xtask learn yonin` from games of the project's own players.

use std::sync::LazyLock;

use enban_game::contract::SEATS_MAX;
use enban_game::{Game, Seat};
use enban_reversi::{FourSeats, Kernel, Shape, YoninOn};
use enban_search::EvaluateSeats;

use crate::yonin_learned::LEARNED;

/// Stages of the game by empty squares, ten to a stage.
pub const STAGES: usize = 6;

/// Weights of a stage: for each square an own disc, then for each one of the other colour; then the moves of the seat itself
/// and of the three clockwise from it, then which of these is on turn.
pub const WEIGHTS: usize = MOVES + 2 * SEATS_MAX;
const MOVES: usize = 2 * 64;
const TURN: usize = MOVES + SEATS_MAX;

/// The stage of a position.
#[inline]
pub fn stage(state: &FourSeats) -> usize {
    let empties = (!(state.black | state.white)).count_ones() as usize;
    (empties / 10).min(STAGES - 1)
}

/// What the weights of a position's stage are multiplied by, as the first seat sees it. This is the slow way to the
/// same guess, for learning and for tests; other seats see the board turned.
pub fn features<K: Kernel<Set = u64>>(game: &YoninOn<K>, state: &FourSeats) -> [f32; WEIGHTS] {
    let mut features = [0.0; WEIGHTS];
    for square in 0..64 {
        features[square] = (state.black >> square & 1) as f32;
        features[64 + square] = (state.white >> square & 1) as f32;
    }
    features[MOVES..TURN].copy_from_slice(&moves_of_all(game, state));
    features[TURN + state.seat.index()] = 1.0;
    features
}

#[inline(always)]
fn moves_of_all<K: Kernel<Set = u64>>(game: &YoninOn<K>, state: &FourSeats) -> [f32; SEATS_MAX] {
    std::array::from_fn(|seat| game.moves_of(state, Seat(seat as u8)).count_ones() as f32)
}

/// The learned evaluation.
#[derive(Clone, Copy, Debug)]
pub struct YoninEval;

/// The weights of a stage, added up for every row of the board and laid out by seat.
struct Sums {
    /// By colour, row and the row's discs of that colour.
    rows: [[[[f32; SEATS_MAX]; 256]; 8]; 2],
    /// By the seat whose moves are counted, or that is on turn.
    moves: [[f32; SEATS_MAX]; SEATS_MAX],
    turn: [[f32; SEATS_MAX]; SEATS_MAX],
}

static SUMS: LazyLock<Vec<Sums>> = LazyLock::new(|| LEARNED.iter().map(Sums::new).collect());

impl Sums {
    fn new(weights: &[f32; WEIGHTS]) -> Self {
        let shape = Shape::<u64>::square(8);
        let mut squares = [[[0.0; SEATS_MAX]; 64]; 2];
        for seat in 0..SEATS_MAX {
            for (square, &seen) in shape.turn_table(seat).iter().enumerate() {
                // Black is the colour of the first and the third seat.
                squares[seat % 2][usize::from(seen)][seat] = weights[square];
                squares[1 - seat % 2][usize::from(seen)][seat] = weights[64 + square];
            }
        }
        let row_sum = |colour: usize, row: usize, discs: usize| {
            let held = (0..8).filter(|column| discs >> column & 1 == 1);
            held.fold([0.0; SEATS_MAX], |sum, column| add(sum, squares[colour][8 * row + column]))
        };
        let by_seat = |first: usize| {
            let seen = |seat: usize, other: usize| weights[first + (other + SEATS_MAX - seat) % SEATS_MAX];
            std::array::from_fn(|other| std::array::from_fn(|seat| seen(seat, other)))
        };
        let rows =
            [0, 1].map(|colour| std::array::from_fn(|row| std::array::from_fn(|discs| row_sum(colour, row, discs))));
        Self { rows, moves: by_seat(MOVES), turn: by_seat(TURN) }
    }
}

#[inline(always)]
fn add(one: [f32; SEATS_MAX], other: [f32; SEATS_MAX]) -> [f32; SEATS_MAX] {
    std::array::from_fn(|seat| one[seat] + other[seat])
}

impl<K: Kernel<Set = u64>> EvaluateSeats<YoninOn<K>> for YoninEval {
    #[inline]
    fn scores(&self, game: &YoninOn<K>, state: &FourSeats) -> [f32; SEATS_MAX] {
        game.accelerate(
            #[inline(always)]
            || self.scores_here(game, state),
        )
    }
}

impl YoninEval {
    #[inline(always)]
    fn scores_here<K: Kernel<Set = u64>>(self, game: &YoninOn<K>, state: &FourSeats) -> [f32; SEATS_MAX] {
        let sums = &SUMS[stage(state)];
        let mut scores = sums.turn[game.mover(state).index()];
        for (rows, discs) in sums.rows.iter().zip([state.black, state.white]) {
            for (row, discs) in rows.iter().zip(discs.to_le_bytes()) {
                scores = add(scores, row[usize::from(discs)]);
            }
        }
        for (weights, count) in sums.moves.iter().zip(moves_of_all(game, state)) {
            scores = add(scores, weights.map(|weight| weight * count));
        }
        scores
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_game::{MoveSet, Rng, Symmetric, Turn};
    use enban_reversi::YoninOptions;
    use enban_reversi::kernel::Portable;

    fn random_positions(count: usize) -> Vec<(YoninOn<Portable<u64>>, FourSeats)> {
        let game = YoninOn::new(Portable::new(), "yonin".to_owned(), YoninOptions::default());
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
                found.push((game.clone(), state));
            }
        }
        found
    }

    #[test]
    fn rows_add_up_to_the_weights_as_each_seat_sees_them() {
        for (game, state) in random_positions(200) {
            let scores = YoninEval.scores(&game, &state);
            for (seat, score) in scores.into_iter().enumerate() {
                // Turned so that this seat sits where the first one does.
                let seen = game.transform(&state, (4 - seat) % 4);
                let features = features(&game, &seen);
                let slow: f32 = features.iter().zip(&LEARNED[stage(&state)]).map(|(one, other)| one * other).sum();
                assert!((slow - score).abs() < 1e-3, "seat {seat}: {slow} and {score}");
            }
        }
    }

    #[test]
    fn it_knows_more_than_the_discs_on_the_board() {
        let (mut by_guess, mut by_count) = (0.0, 0.0);
        let positions = random_positions(1_000);
        for (game, state) in positions.iter().filter(|(_, state)| stage(state) == 1) {
            let mut end = *state;
            let mut rng = Rng::new(u64::from(state.black as u32));
            loop {
                match game.turn(&end) {
                    Turn::Moves(moves) => game.play(&mut end, moves.nth(rng.below(moves.len()))),
                    Turn::Pass => game.pass(&mut end),
                    Turn::Over => break,
                }
            }
            let scores = |state: &FourSeats| enban_search::CountSeats.scores(game, state);
            let error = |guess: [f32; 4]| guess.iter().zip(scores(&end)).map(|(a, b)| (a - b).powi(2)).sum::<f32>();
            by_guess += error(YoninEval.scores(game, state));
            by_count += error(scores(state));
        }
        assert!(by_guess < 0.8 * by_count, "{by_guess} against {by_count}");
    }
}
