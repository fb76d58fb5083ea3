//! The Reversi family: Reversi on square and octagonal boards, Nip on round ones, Yonin for four.
//!
//! A game is made with a constructor and asked through the contract of `enban_game`; the fastest kernel of the machine
//! is chosen inside.
//!
//! ```
//! use enban_game::{Game, Turn};
//! use enban_reversi::Reversi;
//!
//! let game = Reversi::standard();
//! let mut state = game.start();
//! let scores = loop {
//!     match game.turn(&state) {
//!         // Always the first move of the set.
//!         Turn::Moves(moves) => game.play(&mut state, game.nth_move(&moves, 0)),
//!         Turn::Pass => game.pass(&mut state),
//!         Turn::Over => break game.scores(&state),
//!     }
//! };
//! assert_eq!(scores.as_slice().iter().map(|points| points.as_f64()).sum::<f64>(), 64.0);
//! ```
//!
//! Reading order: [`Twin`] is the rules told slowly and plainly; [`shape`] the boards; [`kernel`] the
//! same rules as fast operations on bits, [`Ring`] the rim of a round board; [`ReversiOn`] and [`YoninOn`]
//! the games for one kernel, [`text`] how squares are written.

mod endgame;
pub mod family;
pub mod kernel;
mod last;
mod lines;
mod reversi;
mod ring;
pub mod shape;
mod squares;
pub mod text;
mod twin;
mod yonin;

pub use family::{BoardError, Nip, Reversi, Yonin};
pub use kernel::Kernel;
pub use reversi::{Options, Position, ReversiOn};
pub use ring::{Edge, Open, Ring, Round};
pub use shape::Shape;
pub use squares::Squares;
pub use twin::Twin;
pub use yonin::{FourSeats, YoninOn, YoninOptions};
