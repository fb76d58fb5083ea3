//! The contract every game of Enban keeps, and everything that can be built on the contract alone.
//!
//! Start with [`Game`]. A game is a small value that knows the rules; a state is a plain value that
//! is cloned and played on. States hold no randomness, no clock and no history: what must remember
//! (repetition in Go, undo at the board) is a [`Trail`].
//!
//! Reading order: [`contract`], [`set`], [`trail`], [`notation`], then whichever tool is needed:
//! [`perft`](mod@perft), [`playout`], [`symmetry`], [`conformance`], [`toy`].

pub mod conformance;
pub mod contract;
pub mod endgame;
pub mod machine;
pub mod notation;
pub mod perft;
pub mod playout;
pub mod rng;
pub mod set;
pub mod symmetry;
pub mod text;
pub mod toy;
pub mod trail;
pub mod watch;

pub use contract::{Game, Key, Move, Points, Repetition, Scores, Seat, Turn, ZeroSum};
pub use endgame::Endgame;
pub use notation::{Capture, Cell, Colour, Diagram, Line, Notation};
pub use perft::perft;
pub use rng::Rng;
pub use set::{Bits, MoveSet};
pub use symmetry::Symmetric;
pub use text::TextError;
pub use trail::{Step, Trail};
pub use watch::Watch;
