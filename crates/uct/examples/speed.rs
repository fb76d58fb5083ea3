//! Measures playouts: `speed [SIZE] [PLAYOUTS] [THREADS]` from the empty board, in playouts per second of processor time
//! of the thread, and with more threads per second of the clock on the wall.

use std::time::Instant;

use enban_game::{Rng, Trail, Watch};
use enban_go::{Go, Rules};
use enban_search::{Desk, Limits, Player, Stopwatch, TimeBy};
use enban_uct::{Uct, UctParams};

fn main() {
    let numbers: Vec<usize> =
        std::env::args().skip(1).map(|word| word.parse().expect("arguments are numbers")).collect();
    let get = |at: usize, or: usize| numbers.get(at).copied().unwrap_or(or);
    let (size, playouts, threads) = (get(0, 9), get(1, 10_000) as u64, get(2, 1));
    match size {
        2..=11 => measure::<2>(size, playouts, threads),
        12..=13 => measure::<3>(size, playouts, threads),
        _ => measure::<6>(size, playouts, threads),
    }
}

fn measure<const W: usize>(size: usize, playouts: u64, threads: usize) {
    let trail = Trail::new(Go::<W>::new(size, Rules::default()).expect("a board that exists"));
    let limits = Limits { nodes: Some(playouts), ..Limits::default() };
    let params = UctParams { limits, threads, early_stop: false, ..UctParams::default() };
    let (watch, begun, own) = (Watch::default(), Instant::now(), Stopwatch::start(TimeBy::Processor));
    let thought = Uct::new(params, Rng::new(1)).think(&trail, &Desk::quiet(&watch));
    let (wall, own) = (begun.elapsed().as_secs_f64(), own.elapsed().as_secs_f64());
    let nodes = thought.nodes as f64;
    println!(
        "{size}x{size}, {threads} threads: {:.0} playouts/s on the wall, {:.0} by the first thread's processor",
        nodes / wall,
        nodes / own
    );
}
