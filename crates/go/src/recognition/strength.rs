//! The strength of a group: its eye space and certain eyes, its liberties, how enclosed it is, and its size.

use enban_game::Bits;

use super::eyes::eyes;
use super::groups::Group;
use super::influence::{influence, within_two};
use super::life::{Enclosed, Reading, read};
use crate::board::Board;
use crate::state::index_of;

/// What makes a group strong or weak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// Its stones.
    pub stones: u32,
    /// Its liberties.
    pub liberties: u32,
    /// The points of its eye space.
    pub eye_space: u32,
    /// Its certain eyes.
    pub certain_eyes: u32,
    /// How much of what lies within two steps of it is the opponent's, by stones or by influence, from 0 to 100.
    pub enclosure: u32,
    /// What becomes of it if it is shut in, by exact reading of its eye space; `None` where that is too large to read.
    pub life: Option<Reading>,
}

/// The strength of one of the groups of a position.
pub fn strength<const W: usize>(
    board: &Board<W>,
    stones: [Bits<W>; 2],
    groups: &[Group<W>],
    group: &Group<W>,
) -> Strength {
    let own = index_of(group.colour);
    let eyes = eyes(board, stones, groups, group);
    let around = within_two(board, &group.stones) & !stones[own];
    let theirs = around & (stones[1 - own] | influence(board, stones).owned[1 - own]);
    Strength {
        stones: group.stones.count(),
        liberties: group.liberties.count(),
        eye_space: eyes.space().count(),
        certain_eyes: eyes.certain.count(),
        life: read(board, stones, &Enclosed { defender: group.colour, target: group.stones, space: eyes.space() }),
        enclosure: (100 * theirs.count()).checked_div(around.count()).unwrap_or(0),
    }
}
