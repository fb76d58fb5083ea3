//! Games of many seats: blocks of games, ranks, shares of wins, and strengths with the effects of seats.

mod games;
mod plackett_luce;
mod standings;

pub use games::{Block, ManyError, ManyGames, SeatedGame, ranks};
pub use plackett_luce::{PlackettLuce, plackett_luce};
pub use standings::{Standing, Standings, standings};
