//! The eye space of a group and the eyes that are certain.
//!
//! The stones and link points of a colour are its walls. What they enclose is eye space, so long as no strong
//! group of the opponent stands in it; the link points next to the group belong to the space too.

use enban_game::Bits;

use super::ending::WEAK_STONES_MAX;
use super::groups::Group;
use super::links::link_points;
use crate::board::Board;
use crate::state::index_of;

/// Where a group may make eyes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Eyes<const W: usize> {
    /// The enclosed points next to the group, region by region; weak stones of the opponent are among them.
    pub regions: Vec<Bits<W>>,
    /// Single empty points with the group's stones on all sides that the opponent does not cut off at the corners.
    pub certain: Bits<W>,
}

impl<const W: usize> Eyes<W> {
    /// All the points of the eye space.
    pub fn space(&self) -> Bits<W> {
        self.regions.iter().fold(Bits::EMPTY, |all, region| all | *region)
    }
}

/// The eyes of one of the groups of a position.
pub fn eyes<const W: usize>(board: &Board<W>, stones: [Bits<W>; 2], groups: &[Group<W>], group: &Group<W>) -> Eyes<W> {
    let colour = group.colour;
    let own = stones[index_of(colour)];
    let theirs = stones[index_of(colour.other())];
    let empties = board.all() & !(own | theirs);
    let links = super::links::links(board, stones);
    let walls = own | (link_points(&links, colour) & !link_points(&links, colour.other()));
    let strong = |other: &&Group<W>| other.colour != colour && other.stones.count() > WEAK_STONES_MAX;
    let strong = groups.iter().filter(strong).fold(Bits::EMPTY, |all, other| all | other.stones);
    let near = group.stones | group.link_points;
    let mut left = board.all() & !walls;
    let mut regions = Vec::new();
    while let Some(first) = left.first() {
        let region = board.reach(&Bits::one(first), &left);
        left &= !region;
        if !region.meets(&strong) && board.neighbours_of(&region).meets(&near) {
            regions.push(region);
        }
    }
    merge_through(board, &mut regions, walls & empties & board.neighbours_of(&near));
    let enclosed = empties & !board.neighbours_of(&(board.all() & !group.stones));
    let certain = enclosed & !board.cut_at_corners(&theirs);
    Eyes { regions, certain }
}

/// Adds the link points to the regions: those that touch become one.
fn merge_through<const W: usize>(board: &Board<W>, regions: &mut Vec<Bits<W>>, points: Bits<W>) {
    let all = regions.iter().fold(points, |all, region| all | *region);
    let mut left = all;
    regions.clear();
    while let Some(first) = left.first() {
        let region = board.reach(&Bits::one(first), &all);
        left &= !region;
        regions.push(region);
    }
}
