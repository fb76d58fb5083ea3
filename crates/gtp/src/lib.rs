//! Enban as an engine for others: GTP 2 over any pair of streams, for Go and for the Reversi family.
//!
//! Reading order: [`serve`] is the loop; `board` the game that a conversation is about, in pieces that are a `stage` each;
//! `commands` the words it knows, a file for each group; `analysis` what is told while a player thinks; `clock` how much
//! of the time a move gets; `ending` whose points are whose; `rules` what the rules of others are called and give;
//! `record` games read from files.
//!
//! What the protocol leaves open is settled so:
//!
//! - **Out of turn.** In Go the turn is simply given: the ko is over, but superko still looks back, and nobody has passed.
//!   In the Reversi family it is an illegal move, unless the other side has to pass, which it then does without being
//!   told.
//! - **Komi** is kept as it was told, whatever it is, and counts so in `final_score`. The rules, and with them the player,
//!   have the nearest half up to the size of the board.
//! - **Handicap stones**, placed by a command for them or told by `HA` in a file, give White a point each under Chinese
//!   rules, one less under those of the AGA, and none under others; `kata-set-rules` may settle it otherwise.
//! - **After two passes** a game of Go goes on when it is asked to: the ko is over, and superko still looks back.
//! - **Points** are written in capitals, as in `D4`. The Reversi family keeps its own names: `A1` is at the top left, and
//!   no letter is left out. Front ends have the first row at the bottom, so they show those boards upside down, which is
//!   the same game; on boards wider than eight they name the columns otherwise, and cannot be used.
//! - **Dead stones** and stones in seki are those of the overlay `status`. Under Tromp-Taylor rules every
//!   stone counts as it stands. **Ownership** is how often playouts of `uct` from here end with a point in either hand.

mod analysis;
mod board;
mod clock;
mod commands;
mod draw;
mod ending;
mod record;
mod rules;
mod server;
mod stage;

pub use server::{Options, StartError, serve};
