//! Commands about the end of a game: the score, and which stones count.

use enban_game::Seat;

use super::{Answer, one, syntax_error};
use crate::ending::{Status, owners, stones_by};
use crate::engine::Engine;
use crate::rules::figure;

/// The result if the game ended here, without dead stones and with the komi that the front end set.
pub(super) fn final_score(engine: &mut Engine, arguments: &[String]) -> Answer {
    // Programs made for GNU Go send a seed.
    if arguments.len() > 1 {
        return Err(syntax_error());
    }
    let scores = engine.board.session().ending().scores;
    let lead = (scores.of(Seat(0)) - scores.of(Seat(1))).as_f64() - engine.terms.beyond(&engine.board);
    Ok(match figure(lead.abs()) {
        even if even == "0" => even,
        points if lead > 0.0 => format!("B+{points}"),
        points => format!("W+{points}"),
    })
}

/// Stones by status, one chain per line. In games other than Go all are alive.
pub(super) fn final_status_list(engine: &mut Engine, arguments: &[String]) -> Answer {
    let status = match one(arguments)?.to_ascii_lowercase().as_str() {
        "alive" => Status::Alive,
        "dead" => Status::Dead,
        "seki" => Status::Seki,
        _ => return Err(syntax_error()),
    };
    let chains = stones_by(&engine.board, status).into_iter();
    let lines = chains.map(|chain| engine.board.vertices().list_moves(chain));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// The ownership of each point, from 1 for the seat to -1 for the other, row by row from the top.
pub(crate) fn ownership(engine: &Engine, seat: Seat) -> String {
    let own = if seat.0 == 0 { 1.0 } else { -1.0 };
    let owners = owners(&engine.board);
    // Adding zero turns -0 into 0.
    owners.iter().map(|owner| format!("{:.2}", owner * own + 0.0)).collect::<Vec<_>>().join(" ")
}
