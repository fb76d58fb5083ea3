//! The rules of Go on any square board from 2x2 to 25x25.
//!
//! [`Go`] is the game with all options settled, [`State`] a position, [`Board`] the geometry that both
//! share, [`Rules`] the options. The history that superko needs is not in the state: it lives in
//! [`Trail`](enban_game::Trail).
//!
//! Reading order: [`rules`], [`board`], [`state`] (chains, liberties, captures), [`game`] (the contract),
//! [`score`], [`notation`]. What can be seen in a position beyond the rules is in [`recognition`], exact
//! results of the smallest boards in [`exact`].

pub mod board;
pub mod exact;
pub mod game;
pub mod handicap;
mod known;
pub mod ladder;
pub mod notation;
pub mod recognition;
pub mod rules;
pub mod score;
mod select;
pub mod state;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;

pub use board::{Board, words_for};
pub use game::{Go, SetupError};
pub use handicap::{HandicapBonus, fixed_handicap, free_handicap};
pub use known::KnownRules;
pub use rules::{Ko, Rules, Ruleset, Scoring, read_komi};
pub use state::{Chain, State, Undo};
