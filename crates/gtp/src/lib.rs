//! Enban as an engine: GTP 2 over any pair of streams, for Go and the Reversi family.
//!
//! Reading order: [`serve`] is the loop; `engine` holds what the commands work on; `board` is the current game and
//! `vertices` the names of its moves; `commands` has a file for each group of commands; `analysis` writes what a player
//! thinks; `clock` divides the time; `ending` lists dead stones and territory; `rules` keeps komi and handicap points as
//! the front end set them; `record` loads SGF files.
//!
//! Where the protocol leaves a choice:
//!
//! - **Out of turn.** In Go a side may move twice in a row: a ko may be retaken, superko still looks back, and it does
//!   not count as a pass. In the Reversi family it is an illegal move, unless the other side has to pass; that pass is
//!   then made silently.
//! - **Komi.** Any value is kept as given and used in `final_score`. The rules, and so the players, get the nearest half
//!   point within the size of the board.
//! - **Handicap stones**, placed by a handicap command or declared by `HA` in a file, give White a point each under
//!   Chinese rules, one point fewer under AGA rules, and none under others; `kata-set-rules` can change that.
//! - **After two passes** a game of Go can be resumed: a ko may be retaken, superko still looks back.
//! - **Points** are written in capitals, as in `D4`. The Reversi family keeps its own names: `A1` is at the top left, and
//!   no letter is skipped. Front ends put the first row at the bottom, so they show those boards upside down, which is
//!   the same game; on boards wider than eight they name the columns differently and cannot be used.
//! - **Dead stones** and seki are judged as at the end of any game of Go here; under Tromp-Taylor rules no stone is dead.
//!   **Ownership** is how often `uct` playouts from the position end with a point in either hand.

mod analysis;
mod board;
mod clock;
mod commands;
mod draw;
mod ending;
mod engine;
mod record;
mod rules;
mod server;
mod vertices;

pub use engine::{Options, StartError};
pub use server::serve;
