//! Learns the weights of Yonin's evaluation from games of tree search and prints them as source text.
//!
//! `cargo xtask learn yonin` runs it with the figures of the table in the repository. By hand:
//! `learn_yonin [GAMES] [PLAYOUTS] [SEED] > crates/eval/src/yonin_learned.rs`. Every game begins with some random moves, and one move in
//! sixteen is random later. A tenth of the games is kept back to judge by; what it says about quality goes to the
//! error output.

use enban_eval::yonin::{STAGES, WEIGHTS, features, stage};
use enban_game::{Game, MoveSet, Rng, Seat, Step, Symmetric, Trail, Turn, Watch};
use enban_reversi::kernel::{Portable, V3, V4};
use enban_reversi::{Kernel, YoninOn, YoninOptions};
use enban_search::{Desk, Limits, Mcts, MctsParams, Player};

/// What the weights are drawn to 0 by, as if so many samples had said so.
const RIDGE: f64 = 20.0;

fn main() {
    if let Some(kernel) = V4::detect() {
        learn(kernel);
    } else if let Some(kernel) = V3::detect() {
        learn(kernel);
    } else {
        learn(Portable::new());
    }
}

fn learn<K: Kernel<Set = u64>>(kernel: K) {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|word| word.parse().expect("arguments are numbers")).collect();
    let get = |at: usize, or: u64| numbers.get(at).copied().unwrap_or(or);
    let (games, playouts, seed) = (get(0, 2_000), get(1, 400), get(2, 1));
    let game = YoninOn::new(kernel, "yonin".to_owned(), YoninOptions::default());
    let mut stages: Vec<Stage> = (0..STAGES).map(|_| Stage::new()).collect();
    for number in (0..games).filter(|number| number % 10 != 9) {
        each_sample(&game, number, playouts, seed, |stage, features, score| stages[stage].learn(features, score));
    }
    let weights: Vec<Vec<f64>> = stages.iter().map(Stage::solve).collect();
    let mut errors = [[0.0; 4]; STAGES];
    for number in (9..games).step_by(10) {
        each_sample(&game, number, playouts, seed, |stage, features, score| {
            let guess: f64 = features.iter().zip(&weights[stage]).map(|(&one, other)| f64::from(one) * other).sum();
            // Home of the first seat: the discs that would count now.
            let home = (0..64).filter(|square| square % 8 < 4 && square / 8 < 4);
            let now: f64 = home.map(|square| f64::from(features[square])).sum();
            let [count, by_guess, by_count, spread] = &mut errors[stage];
            *count += 1.0;
            *by_guess += (guess - score).powi(2);
            *by_count += (now - score).powi(2);
            *spread += (score - 8.0).powi(2);
        });
    }
    for (stage, [count, by_guess, by_count, spread]) in errors.iter().enumerate() {
        let root = |sum: &f64| (sum / count).sqrt();
        eprintln!(
            "stage {stage}: {count} samples, error {:.2}, by the discs shown {:.2}, always 8 {:.2}",
            root(by_guess),
            root(by_count),
            root(spread)
        );
    }
    print(games, playouts, seed, &weights);
}

/// Plays a game and hands over each of its positions as each seat sees it, with the score that seat got.
fn each_sample<K: Kernel<Set = u64>>(
    game: &YoninOn<K>,
    number: u64,
    playouts: u64,
    seed: u64,
    mut take: impl FnMut(usize, &[f32; WEIGHTS], f64),
) {
    let mut rng = Rng::stream(seed, number);
    let mut trail = Trail::new(game.clone());
    let limits = Limits { nodes: Some(playouts), ..Limits::default() };
    let mut player = Mcts::new(MctsParams { limits, memory_mb: 4, ..MctsParams::default() }, Rng::new(rng.bits()));
    let random_moves = 4 + rng.below(24) as usize;
    let mut seen = Vec::new();
    loop {
        let step = match trail.turn() {
            Turn::Over => break,
            Turn::Pass => Step::Pass,
            Turn::Moves(moves) if trail.steps().len() < random_moves || rng.below(16) == 0 => {
                Step::Play(moves.nth(rng.below(moves.len())))
            }
            Turn::Moves(_) => Step::Play(player.think(&trail, &Desk::quiet(&Watch::default())).choice),
        };
        trail.try_step(step).expect("players make legal moves");
        seen.push(*trail.state());
    }
    let scores = game.scores(trail.state());
    for state in seen {
        for seat in 0..4 {
            let turned = game.transform(&state, (4 - seat) % 4);
            debug_assert_eq!(game.transform_seat(Seat(seat as u8), (4 - seat) % 4), Seat(0));
            let score = f64::from(scores.as_slice()[seat].in_halves()) / 2.0;
            take(stage(&turned), &features(game, &turned), score);
        }
    }
}

/// Least squares in the making: the sums that the normal equations ask for.
struct Stage {
    products: Vec<[f64; WEIGHTS]>,
    targets: [f64; WEIGHTS],
}

impl Stage {
    fn new() -> Self {
        Self { products: vec![[0.0; WEIGHTS]; WEIGHTS], targets: [0.0; WEIGHTS] }
    }

    fn learn(&mut self, features: &[f32; WEIGHTS], score: f64) {
        let present: Vec<(usize, f64)> =
            (0..WEIGHTS).filter(|&at| features[at] != 0.0).map(|at| (at, f64::from(features[at]))).collect();
        for &(row, one) in &present {
            self.targets[row] += one * score;
            present.iter().for_each(|&(column, other)| self.products[row][column] += one * other);
        }
    }

    /// The weights, by elimination: the matrix is positive, so that no row has to be exchanged.
    fn solve(&self) -> Vec<f64> {
        let (mut matrix, mut right) = (self.products.clone(), self.targets);
        (0..WEIGHTS).for_each(|at| matrix[at][at] += RIDGE);
        for pivot in 0..WEIGHTS {
            let row = matrix[pivot];
            for below in pivot + 1..WEIGHTS {
                let factor = matrix[below][pivot] / row[pivot];
                (pivot..WEIGHTS).for_each(|column| matrix[below][column] -= factor * row[column]);
                right[below] -= factor * right[pivot];
            }
        }
        let mut weights = vec![0.0; WEIGHTS];
        for at in (0..WEIGHTS).rev() {
            let known: f64 = (at + 1..WEIGHTS).map(|column| matrix[at][column] * weights[column]).sum();
            weights[at] = (right[at] - known) / matrix[at][at];
        }
        weights
    }
}

fn print(games: u64, playouts: u64, seed: u64, weights: &[Vec<f64>]) {
    println!("//! The weights of Yonin's evaluation, learned from games of tree search. Do not edit: made by");
    println!("//! `cargo run --release -p enban-eval --example learn_yonin -- {games} {playouts} {seed}`.");
    println!("\nuse crate::yonin::{{STAGES, WEIGHTS}};");
    println!("\n/// In points, for each stage of the game, the last first.");
    println!("#[allow(clippy::approx_constant, reason = \"a weight may be near anything\")]");
    println!("#[rustfmt::skip]\npub(crate) const LEARNED: [[f32; WEIGHTS]; STAGES] = [");
    for weights in weights {
        println!("    [");
        for row in weights.chunks(8) {
            let row: Vec<String> = row.iter().map(|weight| format!("{weight:.3},")).collect();
            println!("        {}", row.join(" "));
        }
        println!("    ],");
    }
    println!("];");
}
