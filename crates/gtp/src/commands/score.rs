//! Commands about the end of a game: the score, and which stones count.

use enban_game::Seat;

use super::{Answer, one, syntax_error};
use crate::ending::{Ending, owners};
use crate::rules::figure;
use crate::server::Engine;

/// The result if the game ended here, dead stones taken off in Go, and with the komi that the front end knows.
pub(super) fn final_score(engine: &mut Engine, _: &[String]) -> Answer {
    let scores = match engine.board.is_go() {
        true => Ending::of(&engine.board).scores(&engine.board),
        false => engine.board.session().standing().scores,
    };
    let beyond = if engine.board.is_go() { engine.terms.beyond(&engine.board) } else { 0.0 };
    let lead = f64::from(scores[0].in_halves() - scores[1].in_halves()) / 2.0 - beyond;
    Ok(match figure(lead.abs()) {
        even if even == "0" => even,
        points if lead > 0.0 => format!("B+{points}"),
        points => format!("W+{points}"),
    })
}

/// Stones by their status, a chain a line. Elsewhere than in Go all are alive.
pub(super) fn final_status_list(engine: &mut Engine, arguments: &[String]) -> Answer {
    let board = &engine.board;
    let chains = match (one(arguments)?.to_ascii_lowercase().as_str(), board.is_go()) {
        ("alive", true) => Ending::of(board).alive(),
        ("dead", true) => Ending::of(board).dead(),
        ("alive", false) => {
            let colours = board.colours();
            vec![(0..colours.len()).filter(|&cell| colours[cell].is_some()).collect()]
        }
        ("seki", true) => Ending::of(board).seki(),
        ("dead" | "seki", false) => Vec::new(),
        _ => return Err(syntax_error()),
    };
    let lines = chains.into_iter().map(|chain| board.vertices(chain).join(" "));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// What is expected of every point of a board of Go, from 1 for the seat to -1 for the other, row by row from the top.
pub(crate) fn ownership(engine: &Engine, seat: Seat) -> String {
    let own = if seat.0 == 0 { 1.0 } else { -1.0 };
    let owners = owners(&engine.board);
    // Adding zero keeps a nobody's point of white from being written as -0.
    owners.iter().map(|owner| format!("{:.2}", owner * own + 0.0)).collect::<Vec<_>>().join(" ")
}
