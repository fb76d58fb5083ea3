//! Players by name.

use enban_game::{Notation, Rng};
use enban_search::{Player, Random};

use crate::expression::{Expression, nearest};

/// A player that can be named.
#[derive(Clone, Copy, Debug)]
pub struct PlayerEntry {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// The players of every game.
pub fn player_entries() -> &'static [PlayerEntry] {
    &[PlayerEntry { name: "random", about: "draws uniformly among its moves (in Go it keeps its eyes)" }]
}

/// The player that an expression names; otherwise what is wrong with it.
pub(crate) fn player<G: Notation + 'static>(expression: &Expression, rng: Rng) -> Result<Box<dyn Player<G>>, String> {
    match expression.name.as_str() {
        "random" => {
            if let Some((key, _)) = expression.arguments.first() {
                return Err(format!("the player random has no option {key:?}; it takes none"));
            }
            Ok(Box::new(Random::new(rng)))
        }
        other => Err(unknown_player(other)),
    }
}

fn unknown_player(name: &str) -> String {
    let names = || player_entries().iter().map(|entry| entry.name);
    let hint = nearest(name, names()).map(|near| format!(" (did you mean {near}?)")).unwrap_or_default();
    format!("there is no player {name:?}{hint}; the players are: {}", names().collect::<Vec<_>>().join(", "))
}
