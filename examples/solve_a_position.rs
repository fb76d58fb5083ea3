//! Solves a position exactly: its result, the best move and the line of best play.
//!
//! ```sh
//! cargo run --release -p enban-examples --bin solve-a-position -- nip24
//! cargo run --release -p enban-examples --bin solve-a-position -- go3 b2
//! ```

use std::error::Error;

use enban_catalog::{SolveRequest, open};
use enban_game::Watch;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let game = open(words.first().map_or("reversi4", String::as_str))?;
    let session = game.session(None, words.get(1).map(String::as_str))?;

    let watch = Watch::default();
    let solved = session.solve(&SolveRequest::default(), &watch).ok_or("this game has no exact solver")?;

    let mover = game.seat_label(session.mover());
    match (solved.low, solved.high) {
        (low, high) if low < high => println!("{mover} leads by {low} to {high}"),
        (0, _) => println!("a draw"),
        (lead @ 1.., _) => println!("{mover} wins by {lead}"),
        (lead, _) => println!("{mover} loses by {}", -lead),
    }
    let line: Vec<String> = solved.line.iter().map(|&step| game.write_step(step)).collect();
    println!("best play: {}", line.join(" "));
    println!("{} positions in {:.2} s", solved.nodes, solved.seconds);
    Ok(())
}
