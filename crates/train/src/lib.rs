//! Evaluations of the Reversi family learned from nothing: positions, values to learn, regression.
//!
//! A [`Teacher`] is a board: it plays games whose positions are of all kinds ([`Teacher::positions`]) and gives positions values to
//! learn ([`Teacher::label`]): exact ones near the end, values of a search with what was just learned before that. [`fit`]
//! finds the weights of a stage by regression. A [`Course`] says in which order: from the end of the game backwards.
//! [`seats`] is a course of its own for the four seats of Yonin.
//! Everything depends on its arguments alone, so it can be cut into numbered tasks, done by anyone and done again.

mod course;
mod duel;
mod errors;
mod fit;
pub mod seats;
mod teacher;

pub use course::{Course, Lesson};
pub use duel::Duel;
pub use errors::{Measured, between_searches, fit_errors, from_truth};
pub use fit::{Fit, FitParams, Rows, fit};
pub use teacher::{Labels, Play, Sample, Teacher};
