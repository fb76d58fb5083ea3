//! Which players a request may name, and which one analyses.

use enban_catalog::{AnyGame, Expression};
use enban_game::Seat;

use crate::refusal::Refusal;

/// Megabytes that a player of the page may have.
const MEGABYTES_MAX: u64 = 512;

/// Reads a player that a request has named, and tries it.
///
/// External engines are not started for a request: whoever can send one could run any command.
pub(crate) fn checked(game: &dyn AnyGame, text: &str) -> Result<Expression, Refusal> {
    let expression = Expression::parse(text).map_err(|error| Refusal::text("player", text, &error))?;
    check_safe(&expression)?;
    let mut session = game.begin();
    session.seat_player(Seat(0), &frugal(game, &expression), 1).map_err(|error| Refusal::bad(error.to_string()))?;
    Ok(expression)
}

/// The same player with little memory: a large table takes time to lay out, and nothing is searched with it here.
fn frugal(game: &dyn AnyGame, expression: &Expression) -> Expression {
    let mut frugal = expression.clone();
    let is_right = |text: &str| text.parse::<u64>().is_ok_and(|megabytes| (1..=MEGABYTES_MAX).contains(&megabytes));
    if game.player_takes(&expression.name, "memory") && expression.get("memory").is_none_or(is_right) {
        frugal.set("memory", 1);
    }
    frugal
}

/// Refuses players that cost too much or start an external engine.
pub(crate) fn check_safe(expression: &Expression) -> Result<(), Refusal> {
    if expression.name == "gtp" {
        return Err(Refusal::bad("external engines are played from the command line, not from the page"));
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    for (key, most) in [("memory", MEGABYTES_MAX), ("threads", cores.max(2))] {
        if expression.get(key).and_then(|text| text.parse::<u64>().ok()).is_some_and(|number| number > most) {
            return Err(Refusal::bad(format!("the page allows {key}={most} at most for a player")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_that_reach_outside_or_cost_too_much_are_refused() {
        let game = enban_catalog::open("nip24").unwrap();
        let check = |text: &str, part: &str| {
            let refusal = checked(&*game, text).unwrap_err();
            assert!(refusal.detail.message.contains(part), "{refusal:?}");
        };
        check("gtp(cmd=\"touch x\")", "command line");
        check("mcts(memory=4096)", "memory=512");
        check("mcts(threads=60)", "threads=");
        check("mcts(memory=much)", "memory=much");
        check("mtcs", "did you mean mcts?");
        check("mcts(", "expected");
        assert!(checked(&*game, &game.analyst(1.0, 3).to_string()).is_ok());
    }
}
