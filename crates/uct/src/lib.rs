//! Go by Monte Carlo tree search.
//!
//! [`Uct`] is the player: a tree that grows by simulations, whose moves are valued by games that passed through
//! them, by games in which they were played later (all moves as first, RAVE), and before either by what their look
//! promises. Simulations end in playouts that answer the last move: take, save, kill, follow a shape.
//!
//! Reading order: `params`, `sight` (what is asked of a position), `shape` (3x3 surroundings),
//! `playout`, `prior` (with `learned`, made by [`learning`], `opening` and `corners`), `tally` (what a node counts), `worker` (a thread of the
//! search), [`player`](Uct), `ending` (who owns what).

mod corners;
mod ending;
mod learned;
pub mod learning;
mod opening;
mod params;
mod player;
mod playout;
mod prior;
mod race;
mod shape;
mod sight;
mod tally;
mod worker;

#[cfg(test)]
mod tests;

pub use ending::{dead_stones, final_scores, ownership};
pub use params::{PlayoutParams, UctParams};
pub use player::{DEFAULT_LIMITS, Uct};
pub use prior::Weights;
