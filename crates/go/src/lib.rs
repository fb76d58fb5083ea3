//! The rules of Go on any square board from 2x2 to 25x25.
//!
//! ```
//! use enban_game::{Game, MoveSet, Notation, Turn};
//! use enban_go::Go;
//!
//! let game = Go::new(9)?;
//! let mut state = game.start();
//! for word in ["e5", "c3", "pass", "pass"] {
//!     let Turn::Moves(moves) = game.turn(&state) else { panic!("two passes have not been made") };
//!     let choice = if word == "pass" { game.pass_move() } else { game.read_move(word).ok() };
//!     game.play(&mut state, choice.filter(|&choice| moves.contains(choice)).expect("a legal move"));
//! }
//! assert!(matches!(game.turn(&state), Turn::Over));
//! // A stone each, the rest of the board nobody's, and a komi of 7.5.
//! assert_eq!(game.scores(&state).as_slice().iter().map(|points| points.as_f64()).collect::<Vec<_>>(), [1.0, 8.5]);
//! # Ok::<(), enban_go::SetupError>(())
//! ```
//!
//! [`Go`] is the game with all options settled, [`State`] a position, [`Board`] the geometry that both
//! share, [`Rules`] the options. The history that superko needs is not in the state: it lives in
//! [`Trail`](enban_game::Trail).
//!
//! Reading order: [`Rules`], [`Board`], [`State`] (chains, liberties, captures), [`Go`] (the contract, then scores and
//! notation). What can be seen in a position beyond the rules is in [`recognition`], exact
//! results of the smallest boards in [`exact`].

mod board;
pub mod exact;
mod game;
mod handicap;
mod known;
pub mod ladder;
mod notation;
pub mod recognition;
mod rules;
mod score;
mod select;
mod state;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;

pub use board::{Board, words_for};
pub use game::{Go, SetupError};
pub use handicap::{HandicapBonus, fixed_handicap, free_handicap};
pub use known::KnownRules;
pub use rules::{Ko, RuleError, Rules, Ruleset, Scoring, read_komi};
pub use state::{Chain, Invalid, State, Undo};
