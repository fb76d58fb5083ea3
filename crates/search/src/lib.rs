//! Players and searches for any game that keeps the contract. This crate names no game.

pub mod player;

pub use player::{Player, Random};
