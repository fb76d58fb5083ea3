//! The games of the family by their boards, for any kernel.

use crate::kernel::Kernel;
use crate::reversi::{Options, Reversi};
use crate::ring::{Open, Ring, Round};
use crate::shape::{Shape, ring_of, round};

/// Reversi on a board whose edge ends its lines.
pub fn on_open_board<K: Kernel>(
    kernel: K,
    name: &str,
    shape: Shape<K::Set>,
    options: Options<K::Set>,
) -> Result<Reversi<K, Open>, String> {
    Reversi::new(kernel, name.to_owned(), shape, Open, options)
}

/// Nip on the round board of so many squares.
pub fn nip<K: Kernel<Set = u64>>(kernel: K, name: &str, squares: u32, lap: bool) -> Result<Reversi<K, Round>, String> {
    let shape = round(squares).ok_or("a round board of 24, 32, 40, 52 or 60 squares")?;
    let edge = Round::new(Ring::new(&ring_of(&shape), lap));
    Reversi::new(kernel, name.to_owned(), shape, edge, Options::default())
}
