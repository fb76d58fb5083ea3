//! Groups: chains joined by links. A group takes the smallest number of its chains.

use enban_game::{Bits, Colour};

use super::chains::{NumberedChain, chains};
use super::links::{Link, links};
use crate::board::Board;

/// Chains that links join.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group<const W: usize> {
    /// The smallest number of its chains.
    pub number: usize,
    /// Its colour.
    pub colour: Colour,
    /// All its stones.
    pub stones: Bits<W>,
    /// The empty points next to them.
    pub liberties: Bits<W>,
    /// The points of its links, those within one chain included.
    pub link_points: Bits<W>,
    /// The numbers of its chains, in order.
    pub chains: Vec<usize>,
}

/// The groups of the stones of black and white, by number.
pub fn groups<const W: usize>(board: &Board<W>, stones: [Bits<W>; 2]) -> Vec<Group<W>> {
    groups_of(&chains(board, stones), &links(board, stones))
}

/// The groups that these links make of these chains.
fn groups_of<const W: usize>(chains: &[NumberedChain<W>], links: &[Link<W>]) -> Vec<Group<W>> {
    let mut groups: Vec<Group<W>> = chains.iter().map(Group::of_chain).collect();
    for link in links {
        let holder = |stone: usize| groups.iter().position(|group| group.stones.has(stone));
        let (Some(from), Some(to)) = (holder(link.from), holder(link.to)) else { continue };
        groups[from].link_points |= link.points;
        if from != to {
            let absorbed = groups.remove(from.max(to));
            groups[from.min(to)].absorb(absorbed);
        }
    }
    groups
}

impl<const W: usize> Group<W> {
    fn of_chain(chain: &NumberedChain<W>) -> Self {
        Self {
            number: chain.number,
            colour: chain.colour,
            stones: chain.stones,
            liberties: chain.liberties,
            link_points: Bits::EMPTY,
            chains: vec![chain.number],
        }
    }

    /// Joins another group, which has a larger number, to this one.
    fn absorb(&mut self, other: Self) {
        self.stones |= other.stones;
        self.liberties |= other.liberties;
        self.link_points |= other.link_points;
        self.chains.extend(other.chains);
        self.chains.sort_unstable();
    }
}
