//! Measures uniformly random games on one thread:
//! `cargo run --release -p enban-go --example speed -- [games on 9x9] [size]`.

use std::time::Instant;

use enban_game::playout::{Totals, random_games};
use enban_game::{Notation, Seat, Trail, Watch};
use enban_go::{Go, Rules};

fn main() {
    let mut words = std::env::args().skip(1).map(|word| word.parse::<u64>().expect("a number"));
    let games = words.next().unwrap_or(100_000);
    let only = words.next().unwrap_or(0);
    if only == 0 || only == 9 {
        measure::<2>(9, "chinese", games);
    }
    if only == 0 || only == 13 {
        measure::<3>(13, "chinese", games / 3);
        measure::<6>(13, "chinese", games / 3);
    }
    if only == 0 || only == 19 {
        measure::<6>(19, "chinese", games / 8);
    }
    if only == 0 {
        measure::<2>(9, "tromp-taylor", games / 20);
    }
}

/// Plays the games in slices and reports the fastest slice, as other work on the machine only slows down.
fn measure<const W: usize>(size: usize, rules: &str, games: u64) {
    const SLICES: u64 = 16;
    let rules = Rules::preset(rules).expect("a preset");
    let trail = Trail::new(Go::<W>::with_rules(size, rules).expect("a size that fits"));
    let mut totals = Totals::default();
    let mut fastest = f64::INFINITY;
    for slice in 0..SLICES {
        let begin = Instant::now();
        totals.merge(&random_games(&trail, games / SLICES, slice, 1, &Watch::default()));
        fastest = fastest.min(begin.elapsed().as_secs_f64() / (games / SLICES) as f64);
    }
    println!(
        "{} in {W} words: {:.0} games/s, {:.1} moves a game, {:.0} ns a move, black {:.2} on average, {} cut off",
        trail.game().name(),
        1.0 / fastest,
        totals.mean_moves(),
        fastest * 1e9 / totals.mean_moves(),
        totals.mean_score(Seat(0)) - totals.mean_score(Seat(1)),
        totals.unfinished
    );
}
