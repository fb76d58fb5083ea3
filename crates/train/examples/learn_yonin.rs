//! Learns the weights of Yonin's evaluation from games of tree search and writes them to the standard output.
//!
//! `cargo xtask learn yonin` runs it with the figures of the weights in the repository. By hand:
//! `learn_yonin SEED PLAYOUTS GAMES [GAMES ...] > yonin.weights`, with the games of each generation. One game of sixteen is kept
//! back to judge by; what it says about quality goes to the error output.

use std::io::Write;

use enban_reversi::kernel::{Portable, V3, V4};
use enban_reversi::{Kernel, YoninOn, YoninOptions};
use enban_train::seats::{Passes, Recipe};

fn main() -> std::io::Result<()> {
    if let Some(kernel) = V4::detect() {
        learn(kernel)
    } else if let Some(kernel) = V3::detect() {
        learn(kernel)
    } else {
        learn(Portable::new())
    }
}

fn learn<K: Kernel<Set = u64>>(kernel: K) -> std::io::Result<()> {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|word| word.parse().expect("arguments are numbers")).collect();
    let [seed, playouts, games @ ..] = &numbers[..] else { panic!("expected SEED PLAYOUTS GAMES [GAMES ...]") };
    assert!(!games.is_empty(), "expected the games of a generation at least");
    let recipe = Recipe { seed: *seed, games: games.to_vec(), playouts: *playouts, passes: Passes::default() };
    let game = YoninOn::new(kernel, "yonin".to_owned(), YoninOptions::default());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let program = concat!("enban ", env!("CARGO_PKG_VERSION"));
    let lesson = recipe.learn(&game, threads, program, |done| eprintln!("{done}"));
    std::io::stdout().write_all(&lesson.weights.to_bytes())
}
