//! Chains: stones of one colour joined along the lines, numbered in scan order from the top left.

use enban_game::{Bits, Colour};

use crate::board::Board;

/// A chain with its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumberedChain<const W: usize> {
    /// From 1, in the order in which the chains' first stones are met row by row.
    pub number: usize,
    /// Its colour.
    pub colour: Colour,
    /// Its stones.
    pub stones: Bits<W>,
    /// The empty points next to them.
    pub liberties: Bits<W>,
}

/// The chains of the stones of black and white.
pub fn chains<const W: usize>(board: &Board<W>, stones: [Bits<W>; 2]) -> Vec<NumberedChain<W>> {
    let empties = board.all() & !(stones[0] | stones[1]);
    let mut left = stones[0] | stones[1];
    let mut found = Vec::new();
    while let Some(first) = left.first() {
        let (colour, own) = if stones[0].has(first) { (Colour::Black, stones[0]) } else { (Colour::White, stones[1]) };
        let members = board.reach(&Bits::one(first), &own);
        left &= !members;
        let liberties = board.neighbours_of(&members) & empties;
        found.push(NumberedChain { number: found.len() + 1, colour, stones: members, liberties });
    }
    found
}
