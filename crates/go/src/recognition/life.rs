//! Life and death of enclosed groups, by exact reading of small eye spaces.
//!
//! Everything outside the group and its eye space is taken to be the opponent's and immortal, so the group has no
//! liberties but those in its eye space: what lives here lives, however it is attacked from outside. Suicide is
//! not allowed, whatever the rules say.
//!
//! All positions that can arise are listed once, then the result is found from the end backwards, so that
//! cycles are no trouble (`local`). Ko is read twice: once the defender may take back at once and a game that never ends is
//! life, once the attacker may and such a game is death. Where the two differ it is ko.

use enban_game::{Bits, Colour};

use super::local::{CAPTURED, Ground, KoFavours, SETTLED};
use crate::board::Board;

/// The largest eye space that is read, in points.
pub(crate) const SPACE_MAX: u32 = 7;

/// Taking more stones than this at once makes room for two eyes, wherever the attacker plays back.
pub(super) const HEART_MAX: u32 = 6;

/// A group and where it may make its eyes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Enclosed<const W: usize> {
    /// Whose group it is.
    pub defender: Colour,
    /// Its stones. It dies when all of them are taken.
    pub target: Bits<W>,
    /// The points inside, empty or with stones of the attacker.
    pub space: Bits<W>,
}

/// What becomes of a group under best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It cannot be taken.
    Lives,
    /// That depends on a ko.
    Ko,
    /// It is taken.
    Dies,
}

/// What becomes of a group, by who moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// If the attacker moves first.
    pub attacked: Outcome,
    /// If the group's owner moves first.
    pub defended: Outcome,
}

/// The life of a group in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It lives even if the attacker moves first: two eyes, or a seki.
    Alive,
    /// It depends on who moves first, or on a ko: one and a half eyes.
    Unsettled,
    /// It dies even if it moves first: one eye.
    Dead,
}

impl Reading {
    /// The reading in one word.
    pub fn fate(self) -> Fate {
        match (self.attacked, self.defended) {
            (Outcome::Lives, _) => Fate::Alive,
            (_, Outcome::Dies) => Fate::Dead,
            _ => Fate::Unsettled,
        }
    }
}

/// Reads a group exactly. `None` if its eye space is larger than 7 points or gives rise to too many positions.
pub fn read<const W: usize>(board: &Board<W>, stones: [Bits<W>; 2], group: &Enclosed<W>) -> Option<Reading> {
    if group.space.count() > SPACE_MAX {
        return None;
    }
    let group = &with_liberties(board, stones, group);
    if group.target.none() {
        return Some(Reading { attacked: Outcome::Dies, defended: Outcome::Dies });
    }
    let surroundings = Surroundings { attackers: board.all() & !(group.space | group.target), defenders: Bits::EMPTY };
    let ground = Ground::of(board, stones, group, surroundings)?;
    let graph = ground.explore(KoFavours::Defender)?;
    let taken = graph.reached(CAPTURED);
    // Without a ko it does not matter whom one would favour.
    let saved = match graph.has_ko() {
        true => ground.explore(KoFavours::Attacker)?.reached(SETTLED),
        false => graph.reached(SETTLED),
    };
    let outcome = |taken: bool, saved: bool| match (taken, saved) {
        (true, _) => Outcome::Dies,
        (_, true) => Outcome::Lives,
        _ => Outcome::Ko,
    };
    Some(Reading { attacked: outcome(taken[0], saved[0]), defended: outcome(taken[1], saved[1]) })
}

/// Whether the attacker, who moves first, takes all the stones of a group, a ko on the way being his. Unlike in [`read`] the
/// ground around is what it is. `None` if there are too many positions.
pub(super) fn is_taken<const W: usize>(
    board: &Board<W>,
    stones: [Bits<W>; 2],
    group: &Enclosed<W>,
    surroundings: Surroundings<W>,
) -> Option<bool> {
    if (group.space & !(stones[0] | stones[1])).count() > SPACE_MAX {
        return None;
    }
    let graph = Ground::of(board, stones, group, surroundings)?.explore(KoFavours::Attacker)?;
    Some(graph.reached(CAPTURED)[0])
}

/// Points around a local position by which chains live.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Surroundings<const W: usize> {
    /// Those of the attacker.
    pub attackers: Bits<W>,
    /// Those of the defender.
    pub defenders: Bits<W>,
}

/// The group without the chains that have no liberty inside: once the outside is filled they are gone.
fn with_liberties<const W: usize>(board: &Board<W>, stones: [Bits<W>; 2], group: &Enclosed<W>) -> Enclosed<W> {
    let empties = group.space & !(stones[0] | stones[1]);
    let seeds = board.neighbours_of(&empties) & group.target;
    Enclosed { target: board.reach(&seeds, &group.target), ..*group }
}
