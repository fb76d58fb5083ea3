//! How a game ended, as SGF and GGF say it.

use enban_formats::Colour;
use enban_formats::ggf::{GgfEnding, GgfResult};
use enban_formats::sgf::{Margin, Outcome};

use super::colour_of;
use crate::refusal::Refusal;
use crate::room::Game;

/// The result of the line that ends at a node: that of the record which the game was read from, if the line is its own,
/// or else the one that is counted there.
pub(crate) fn said(game: &Game, end: u32) -> Result<Option<Outcome>, Refusal> {
    let kept = game.kept("RE").filter(|_| end == game.tree().main_end());
    match kept.and_then(|text| Outcome::read(&text)) {
        Some(outcome) => Ok(Some(outcome)),
        None => counted(game, end),
    }
}

/// The result that is counted at a node; none before the game is over, and none where four play, of whom a colour wins
/// nothing.
pub(crate) fn counted(game: &Game, end: u32) -> Result<Option<Outcome>, Refusal> {
    let view = game.session_at(end)?.view();
    if !view.is_over() || view.scores.len() != 2 {
        return Ok(None);
    }
    let Some(seat) = view.winner else { return Ok(Some(Outcome::Draw)) };
    let lead = view.scores[seat.index()] - view.scores[1 - seat.index()];
    Ok(Some(Outcome::Win { winner: colour_of(game, seat), by: Margin::Points(lead.as_f64()) }))
}

/// A result for GGF, which wants a number: a game that was given up is won by all squares of the board. None where it is
/// not known who won by how much.
pub(crate) fn to_ggf(outcome: Outcome, squares: usize) -> Option<GgfResult> {
    let (winner, by) = match outcome {
        Outcome::Win { winner, by } => (winner, by),
        Outcome::Draw => return Some(GgfResult { score: 0.0, ending: None }),
        Outcome::Void | Outcome::Unknown => return None,
    };
    let (lead, ending) = match by {
        Margin::Points(points) => (points, None),
        Margin::Resignation | Margin::Forfeit => (squares as f64, Some(GgfEnding::Resigned)),
        Margin::Time => (squares as f64, Some(GgfEnding::TimedOut)),
        Margin::Unstated => return None,
    };
    let score = if winner == Colour::Black { lead } else { -lead };
    Some(GgfResult { score, ending })
}

/// A result of GGF for SGF, which has either a number or a reason.
pub(crate) fn of_ggf(result: GgfResult) -> Outcome {
    if result.score == 0.0 {
        return Outcome::Draw;
    }
    let winner = if result.score > 0.0 { Colour::Black } else { Colour::White };
    let by = match result.ending {
        Some(GgfEnding::Resigned) => Margin::Resignation,
        Some(GgfEnding::TimedOut) => Margin::Time,
        Some(GgfEnding::Agreed) | None => Margin::Points(result.score.abs()),
    };
    Outcome::Win { winner, by }
}
