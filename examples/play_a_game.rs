//! Plays a game between two players and prints its moves and the result.
//!
//! ```sh
//! cargo run --release -p enban-examples --bin play-a-game -- nip "alphabeta(depth=4)" "mcts(playouts=500)"
//! ```

use std::error::Error;

use enban_catalog::{Expression, open};
use enban_game::{Seat, Watch};
use enban_search::Desk;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |index: usize, usual: &'static str| words.get(index).map_or(usual, String::as_str);
    let game = open(word(0, "nip24"))?;
    let players = [word(1, "montecarlo(playouts=20,from=all)"), word(2, "random")];

    // Every seat gets a player; in games for four, each player has two.
    let mut session = game.begin();
    for seat in 0..game.seats() {
        session.seat_player(Seat(seat as u8), &Expression::parse(players[seat % 2])?, 1)?;
    }

    // A watch can stop a search from another thread; a desk could also set limits for each move.
    let watch = Watch::default();
    while let Some(made) = session.think(&Desk::quiet(&watch))? {
        println!("{:>3}. {} {}", session.steps().len(), game.seat_label(made.seat), game.write_step(made.step));
    }

    let scores = session.ending().scores;
    let texts: Vec<String> = scores.as_slice().iter().map(ToString::to_string).collect();
    match scores.winner() {
        Some(seat) => println!("{} wins, {}", game.seat_label(seat), texts.join(" : ")),
        None => println!("a draw, {}", texts.join(" : ")),
    }
    Ok(())
}
