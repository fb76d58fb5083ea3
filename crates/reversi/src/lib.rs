//! The Reversi family: Reversi on square and octagonal boards, Nip on round ones, Yonin for four.
//!
//! Reading order: [`twin`] is the rules told slowly and plainly; [`shape`] the boards; [`kernel`] the
//! same rules as fast operations on bits, [`ring`] the rim of a round board; [`reversi`] and [`yonin`]
//! the games, [`text`] how they are written.

mod endgame;
pub mod family;
pub mod kernel;
pub mod lines;
pub mod reversi;
pub mod ring;
pub mod shape;
pub mod squares;
pub mod text;
pub mod twin;
pub mod yonin;

pub use kernel::Kernel;
pub use reversi::{Options, Position, Reversi};
pub use ring::{Edge, Open, Round};
pub use shape::Shape;
pub use squares::Squares;
pub use yonin::{FourSeats, Yonin, YoninOptions};
