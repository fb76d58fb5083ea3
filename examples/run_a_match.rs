//! Runs a match: two players from distinct openings, each opening twice with the seats exchanged, and what that shows.
//!
//! ```sh
//! cargo run --release -p enban-examples --bin run-a-match -- reversi "alphabeta(depth=3)" "mcts(playouts=200)" 100
//! ```
//!
//! `enban match` does the same on all cores, keeps the games and can stop early; this is the idea in one file.

use std::error::Error;

use enban_catalog::{AnyGame, Expression, open};
use enban_game::{Seat, Step, Watch};
use enban_search::Desk;
use enban_stats::{Pairs, conclusion};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |index: usize, usual: &'static str| words.get(index).map_or(usual, String::as_str);
    let game = open(word(0, "nip24"))?;
    let (a, b) =
        (Expression::parse(word(1, "montecarlo(playouts=4,from=all)"))?, Expression::parse(word(2, "random"))?);
    let pairs_wanted: usize = word(3, "10").parse()?;

    let mut pairs = Pairs::default();
    for (number, opening) in (0..).zip(game.openings(4, pairs_wanted, 1)) {
        let as_first = play(&*game, &opening, [&a, &b], number)?;
        let as_second = play(&*game, &opening, [&b, &a], number)?;
        // The points of A in both games, a win as two halves.
        pairs.count(as_first + (2 - as_second));
    }

    let said = conclusion(&pairs, 0.95);
    println!("{a} against {b}: {} games, {}", said.games, said.verdict);
    if let (Some(score), Some(elo)) = (said.score, said.elo) {
        println!("score {:.1}% ({:.1} to {:.1})", 100.0 * score.value, 100.0 * score.low, 100.0 * score.high);
        println!("Elo {:+.0} ({:+.0} to {:+.0})", elo.value, elo.low, elo.high);
    }
    Ok(())
}

/// The half points of the first seat: 2 for a win, 1 for a draw, 0 for a loss.
fn play(game: &dyn AnyGame, opening: &[Step], players: [&Expression; 2], seed: u64) -> Result<usize, Box<dyn Error>> {
    let mut session = game.begin();
    for &step in opening {
        session.play(step)?;
    }
    for (seat, player) in players.into_iter().enumerate() {
        session.seat_player(Seat(seat as u8), player, seed)?;
    }
    let watch = Watch::default();
    while session.think(&Desk::quiet(&watch))?.is_some() {}
    Ok(match session.ending().scores.winner() {
        Some(Seat(0)) => 2,
        Some(_) => 0,
        None => 1,
    })
}
