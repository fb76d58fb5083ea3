//! Territory at the end, as the study counts it: weak groups are taken off, then every empty point looks up,
//! right, down and left.
//!
//! The study's rule gives black a point if at most two of the four looks meet the edge and at most two meet
//! white; then the same for white with what is left. As it is written, black would own every corner that white
//! surrounds (two edges, two white), so here a point must also see its owner at least once. All points of one
//! colour look at once: white sees what became black's territory, black does not see its own grow.

use enban_game::{Bits, Colour};

use super::groups::{Group, groups};
use super::links::{link_points, links};
use crate::board::Board;
use crate::state::index_of;

/// Groups of so many stones or fewer are weak, in the study.
pub const WEAK_STONES_MAX: u32 = 4;

/// The territory of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndTerritory<const W: usize> {
    /// The stones of weak groups, which were taken off.
    pub removed: Bits<W>,
    /// The empty points of black and of white; points of removed stones may be among them.
    pub owned: [Bits<W>; 2],
}

/// The territory when groups of `weak_stones_max` stones or fewer are taken off.
pub fn end_territory<const W: usize>(board: &Board<W>, stones: [Bits<W>; 2], weak_stones_max: u32) -> EndTerritory<W> {
    let weak = |group: &Group<W>| group.stones.count() <= weak_stones_max;
    let removed = groups(board, stones).iter().filter(|group| weak(group)).fold(Bits::EMPTY, |all, g| all | g.stones);
    let kept = stones.map(|own| own & !removed);
    let links = links(board, kept);
    let points = [Colour::Black, Colour::White].map(|colour| link_points(&links, colour));
    let mut owned = [points[0] & !points[1], points[1] & !points[0]];
    for colour in [Colour::Black, Colour::White].map(index_of) {
        let looker = Looker { board, held: [kept[0] | owned[0], kept[1] | owned[1]] };
        let free = board.all() & !(looker.held[0] | looker.held[1]);
        let gained: Vec<usize> = free.indices().filter(|&point| looker.gives(point, colour)).collect();
        gained.into_iter().for_each(|point| owned[colour].set(point));
    }
    EndTerritory { removed, owned }
}

/// What is seen from empty points.
struct Looker<'b, const W: usize> {
    board: &'b Board<W>,
    /// The stones and the territory of each colour.
    held: [Bits<W>; 2],
}

impl<const W: usize> Looker<'_, W> {
    /// Whether the four looks from a point give it to a colour.
    fn gives(&self, point: usize, colour: usize) -> bool {
        let (mut edges, mut own, mut other) = (0, 0, 0);
        for direction in 0..4 {
            match self.look(point, direction) {
                None => edges += 1,
                Some(seen) if seen == colour => own += 1,
                Some(_) => other += 1,
            }
        }
        edges <= 2 && other <= 2 && own >= 1
    }

    /// The colour that is met first in a direction; none if the edge is.
    fn look(&self, point: usize, direction: usize) -> Option<usize> {
        let mut at = Bits::one(point);
        loop {
            at = self.board.moved(&at)[direction];
            if at.none() {
                return None;
            }
            if let Some(colour) = (0..2).find(|&colour| self.held[colour].meets(&at)) {
                return Some(colour);
            }
        }
    }
}
