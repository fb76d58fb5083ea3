//! Reads an SGF record of Go, replays it under the rules and prints the final position and score.
//!
//! ```sh
//! cargo run --release -p enban-examples --bin read-an-sgf -- game.sgf
//! ```

use std::error::Error;

use enban_catalog::open;
use enban_formats::{Colour, Information, Move, sgf};
use enban_game::{Points, Seat, Step};

/// What is read where no file is named: White captures a stone in the corner.
const SAMPLE: &str = "(;GM[1]SZ[5]KM[0.5]PB[Chie]PW[Taro];B[bb];W[db];B[ea];W[eb];B[cc];W[da];B[];W[])";

fn main() -> Result<(), Box<dyn Error>> {
    let bytes = match std::env::args().nth(1) {
        Some(path) => std::fs::read(path)?,
        None => SAMPLE.as_bytes().to_vec(),
    };
    let reading = sgf::read(&bytes)?;
    for warning in &reading.warnings {
        eprintln!("{warning}");
    }
    let tree = reading.content.trees.first().ok_or("there is no game")?;
    let facts = Information::of(tree);
    let size = facts.size.ok_or("the record does not say the size of its board")?;
    let komi = Points::halves((2.0 * facts.komi.unwrap_or(0.0)).round() as i32);

    let game = open(&format!("go{}(komi={komi})", size.width()))?;
    let layout = game.layout();
    let mut session = game.begin();
    for node in tree.main_line().map(|id| tree.node(id)) {
        for (colour, played) in node.moves(size)? {
            let seat = if colour == Colour::Black { Seat(0) } else { Seat(1) };
            if session.mover() != seat {
                session.give_turn(seat)?;
            }
            let step = match played {
                Move::Pass => game.pass(),
                Move::At(point) => {
                    let square = layout.at(usize::from(point.x), usize::from(point.y));
                    Step::Play(square.ok_or_else(|| format!("{point} is not on the board"))?)
                }
            };
            session.play(step).map_err(|illegal| format!("{}: {illegal}", game.write_step(step)))?;
        }
    }

    let name = |name: Option<String>| name.unwrap_or_else(|| "?".to_owned());
    println!("{} against {}", name(facts.black_name), name(facts.white_name));
    println!("{}", session.position());
    let ending = session.ending();
    println!("prisoners: black lost {}, white lost {}", ending.prisoners[0], ending.prisoners[1]);
    println!("score: black {}, white {}", ending.scores.of(Seat(0)), ending.scores.of(Seat(1)));
    Ok(())
}
