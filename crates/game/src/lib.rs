//! The contract every game of Enban keeps, and everything that can be built on the contract alone.
//!
//! Start with [`Game`]. A game is a small value that knows the rules; a state is a plain value that
//! is cloned and played on. States hold no randomness, no clock and no history: what must remember
//! (repetition in Go, undo at the board) is a [`Trail`].
//!
//! ```
//! use enban_game::toy::Toy;
//! use enban_game::{Game, MoveSet, Points, Seat, Trail, Turn};
//!
//! // A toy game: X takes 3 points, or lets O choose between 2 and 5 points for X.
//! let game = Toy::<2>::parse("(3 (2 5))")?;
//!
//! // The bare rules: ask for the turn, play a move out of its set.
//! let mut state = game.start();
//! while let Turn::Moves(mut moves) = game.turn(&state) {
//!     game.play(&mut state, moves.pop().expect("a turn has a move"));
//! }
//! assert_eq!(game.scores(&state).of(Seat(0)), Points::whole(3));
//!
//! // A game as people play it: checked moves in text, and undo.
//! let mut trail = Trail::new(game);
//! trail.play_text("c1 c0")?;
//! assert_eq!(trail.turn(), Turn::Over);
//! trail.undo();
//! assert!(trail.play_text("d4").is_err());
//! # Ok::<(), enban_game::TextError>(())
//! ```
//!
//! Reading order: [`contract`], [`set`], [`trail`], [`notation`], then whichever tool is needed:
//! [`perft`](mod@perft), [`playout`], [`symmetry`], [`conformance`], [`toy`].

#![warn(unreachable_pub)]

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
pub use notation::{Capture, Cell, Colour, Diagram, Line, Notation, SetUpError, UnknownMove};
pub use perft::perft;
pub use rng::Rng;
pub use set::{Bits, MoveSet};
pub use symmetry::Symmetric;
pub use text::TextError;
pub use trail::{IllegalStep, Mark, Origin, Step, Trail};
pub use watch::Watch;
