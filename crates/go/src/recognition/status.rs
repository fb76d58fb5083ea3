//! Dead stones of a finished game, and its score.
//!
//! Groups are settled one by one. A group lives that encloses a large space, or a small one in which exact reading
//! finds life. When no more can be said to live, the weakest of the rest is taken to be dead and off the board,
//! what it stood in becomes its opponent's space, and the groups are looked at again. A group of more than four
//! stones, the size that the study calls weak, stays on the board if it still has room enough of its own or if its eye
//! space, open as it may be, is enough to live, and any group that is not shut in, so that a game given up early leaves its stones where
//! they are. Among groups that may be taken one that cannot get out of atari goes first: it has lost its race.
//!
//! Last, stones that were taken to be dead but hold out in a seki are put back.

use std::cell::RefCell;
use std::collections::HashMap;

use enban_game::{Bits, Colour, Game, Scores, Seat};

use super::ending::WEAK_STONES_MAX;
use super::eyes::eyes;
use super::groups::{Group, groups};
use super::influence::influence;
use super::life::{Enclosed, Fate, Outcome, Reading, SPACE_MAX, read};
use super::links::{Link, LinkKind, link_points, links};
use super::seki::in_seki;
use crate::board::Board;
use crate::game::Go;
use crate::ladder::Reader;
use crate::state::{State, Undo, index_of};

/// A group that owns so many points by influence can make eyes on them.
const ROOM_MIN: u32 = 8;

/// An empty space of more points than this makes two eyes in a finished game, if its owner wants them.
const LARGE_SPACE: u32 = 5;

/// Stones that may be put on the board to see whether a chain gets out of atari.
const CAPTURE_STONES: u32 = 60;

/// How a finished game stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinalStatus<const W: usize> {
    /// The dead stones of both colours.
    pub dead: Bits<W>,
    /// The stones of both colours that live in seki.
    pub seki: Bits<W>,
    /// The empty points and the points of dead stones that black, and white, surrounds.
    pub territory: [Bits<W>; 2],
    /// The scores with the dead stones taken off.
    pub scores: Scores,
}

/// The dead stones, the territory and the score, as if the game were over.
pub fn final_status<const W: usize>(game: &Go<W>, state: &State<W>) -> FinalStatus<W> {
    let stones = [state.stones(Colour::Black), state.stones(Colour::White)];
    let dead = Settling { game, board: game.board(), stones, alive: Bits::EMPTY, readings: RefCell::default() }.dead();
    let seki = in_seki(game.board(), stones, dead);
    let dead = without_own(game, stones, dead & !seki);
    let territory = game.territory(stones.map(|own| own & !dead), &seki);
    FinalStatus { dead, seki, territory, scores: game.score_with_seki(state, &dead, &seki) }
}

/// How a game that has ended stands once dead stones are taken off, where the rules leave them to the players; `None` while it goes
/// on, and under Tromp-Taylor rules.
pub fn agreed_status<const W: usize>(game: &Go<W>, state: &State<W>) -> Option<FinalStatus<W>> {
    (state.passes() >= 2 && game.rules().takes_off_dead()).then(|| final_status(game, state))
}

/// How the game would end if it ended here: dead stones are taken off where the rules leave them to the players; under
/// Tromp-Taylor rules what stands counts.
pub fn ending<const W: usize>(game: &Go<W>, state: &State<W>) -> FinalStatus<W> {
    if game.rules().takes_off_dead() {
        return final_status(game, state);
    }
    let stones = [state.stones(Colour::Black), state.stones(Colour::White)];
    let territory = game.surrounded(stones);
    FinalStatus { dead: Bits::EMPTY, seki: Bits::EMPTY, territory, scores: game.scores(state) }
}

/// The dead stones without those that stand in territory of their own colour once all are off: they were weak only while stones that
/// are dead themselves stood around them.
fn without_own<const W: usize>(game: &Go<W>, stones: [Bits<W>; 2], dead: Bits<W>) -> Bits<W> {
    let territory = game.surrounded(stones.map(|own| own & !dead));
    dead & !(stones[0] & territory[0]) & !(stones[1] & territory[1])
}

/// A board on which groups are settled one by one.
struct Settling<'b, const W: usize> {
    game: &'b Go<W>,
    board: &'b Board<W>,
    /// The stones that are not known to be dead.
    stones: [Bits<W>; 2],
    /// Those of them that are known to live.
    alive: Bits<W>,
    /// What was read before: most groups are looked at again unchanged each time another one is settled.
    readings: RefCell<HashMap<Question<W>, Option<Reading>>>,
}

/// What a reading depends on: the group, and the stones in its space.
type Question<const W: usize> = (Enclosed<W>, [Bits<W>; 2]);

impl<const W: usize> Settling<'_, W> {
    fn dead(mut self) -> Bits<W> {
        let all = self.stones[0] | self.stones[1];
        loop {
            let groups = groups(self.board, self.stones);
            let links = links(self.board, self.stones);
            let settled: Vec<Option<Fate>> = groups.iter().map(|group| self.settle(group, &links)).collect();
            let of = |fate: Fate| groups.iter().zip(&settled).filter(move |(_, of)| **of == Some(fate));
            of(Fate::Alive).for_each(|(group, _)| self.alive |= group.stones);
            let dead = of(Fate::Dead).map(|(group, _)| group).next();
            let open = groups.iter().filter(|group| !group.stones.meets(&self.alive));
            let known = dead.or_else(|| open.clone().find(|group| self.is_caught(group)));
            let Some(weakest) = known.or_else(|| open.min_by_key(|group| self.weight(group))) else {
                return all & !(self.stones[0] | self.stones[1]);
            };
            let has_room = weakest.stones.count() > WEAK_STONES_MAX
                && (self.room(weakest) >= ROOM_MIN || self.may_live(weakest, &groups));
            if known.is_none() && (has_room || !self.is_shut_in(weakest, &groups, &links)) {
                self.alive |= weakest.stones;
            } else {
                self.stones[index_of(weakest.colour)] &= !weakest.stones;
            }
        }
    }

    /// Whether a group is known to live or to be dead, by what it encloses. In a finished game nobody will attack
    /// first, so what can be saved is alive.
    fn settle(&self, group: &Group<W>, links: &[Link<W>]) -> Option<Fate> {
        if group.stones.meets(&self.alive) {
            return Some(Fate::Alive);
        }
        let space = self.space(group, links);
        let invaded = space.meets(&self.stones[index_of(group.colour.other())]);
        let is_large = space.count() > if invaded { SPACE_MAX } else { LARGE_SPACE };
        if is_large || self.certain_eyes(group) >= 2 {
            return Some(Fate::Alive);
        }
        let enclosed = Enclosed { defender: group.colour, target: group.stones, space };
        let outcome = self.read(&enclosed).map(|reading| reading.defended);
        match outcome {
            None | Some(Outcome::Lives) => Some(Fate::Alive),
            // Stones inside that take away its eyes are not what dies first.
            Some(Outcome::Dies) if self.is_invaded(group, space) => Some(Fate::Dead),
            _ => None,
        }
    }

    /// Whether a group, moving first, lives in its eye space as the study sees it, which may be open where a link is.
    fn may_live(&self, group: &Group<W>, groups: &[Group<W>]) -> bool {
        let space = eyes(self.board, self.stones, groups, group).space();
        let enclosed = Enclosed { defender: group.colour, target: group.stones, space };
        self.read(&enclosed).is_some_and(|reading| reading.defended == Outcome::Lives)
    }

    /// Reads a group, or remembers what was read.
    fn read(&self, group: &Enclosed<W>) -> Option<Reading> {
        let question = (*group, self.stones.map(|stones| stones & group.space));
        *self.readings.borrow_mut().entry(question).or_insert_with(|| read(self.board, self.stones, group))
    }

    /// Whether most of a group is a chain in atari that does not get out of it even if it moves first.
    fn is_caught(&self, group: &Group<W>) -> bool {
        let colour = index_of(group.colour);
        let mut state = State::from_stones(self.board, self.stones, Seat(colour as u8));
        let mut left = group.stones & state.in_atari(group.colour);
        while let Some(prey) = left.first() {
            let chain = *state.chain_at(prey).expect("a stone stands there");
            left &= !chain.stones;
            let is_most = 2 * chain.stones.count() > group.stones.count() && chain.stones.count() > 1;
            if is_most && Reader::new(self.game, &mut Undo::default(), CAPTURE_STONES).is_lost(&mut state, prey) {
                return true;
            }
        }
        false
    }

    /// Whether the opponent's stones leave a group no more than half of the board, or a part in which only weak ones stand beside one
    /// of his that is not. On an open board nobody is dead.
    fn is_shut_in(&self, group: &Group<W>, groups: &[Group<W>], links: &[Link<W>]) -> bool {
        let other = group.colour.other();
        let open = self.board.all() & !(self.stones[index_of(other)] | self.gates(other, links));
        let part = self.board.reach(&group.stones, &open);
        let around = self.board.neighbours_of(&part) | part;
        let is_strong = |found: &&Group<W>| found.stones.count() > WEAK_STONES_MAX && found.stones.meets(&around);
        let has_strong = |colour: Colour| groups.iter().filter(is_strong).any(|found| found.colour == colour);
        2 * part.count() <= self.board.points() as u32 || has_strong(other) && !has_strong(group.colour)
    }

    /// The points by which a colour's stones are as good as joined, where no stone of the other stands beside.
    fn gates(&self, colour: Colour, links: &[Link<W>]) -> Bits<W> {
        let tight = |link: &&Link<W>| matches!(link.kind, LinkKind::Diagonal | LinkKind::OnePointJump);
        let tight: Vec<Link<W>> = links.iter().filter(tight).copied().collect();
        link_points(&tight, colour) & !self.board.neighbours_of(&self.stones[index_of(colour.other())])
    }

    /// Single points with the group's stones on all sides that the opponent does not cut off at the corners.
    fn certain_eyes(&self, group: &Group<W>) -> u32 {
        let theirs = self.stones[index_of(group.colour.other())];
        let enclosed =
            self.board.all() & !group.stones & !self.board.neighbours_of(&(self.board.all() & !group.stones));
        (enclosed & !theirs & !self.board.cut_at_corners(&theirs)).count()
    }

    /// Whether stones of the opponent stand in a group's space, and it has nowhere else to go.
    fn is_invaded(&self, group: &Group<W>, space: Bits<W>) -> bool {
        let theirs = self.stones[index_of(group.colour.other())];
        let owned = influence(self.board, self.stones).owned[index_of(group.colour)];
        space.meets(&theirs) && (group.liberties & owned & !space).none()
    }

    /// The points that a group encloses with its walls: regions without a stone of the opponent, and small ones
    /// with stones that are not known to live.
    fn space(&self, group: &Group<W>, links: &[Link<W>]) -> Bits<W> {
        let (own, theirs) = (self.stones[index_of(group.colour)], self.stones[index_of(group.colour.other())]);
        let gates = self.gates(group.colour, links);
        let mut left = self.board.all() & !(own | gates);
        let mut space = gates & self.board.neighbours_of(&group.stones);
        while let Some(first) = left.first() {
            let region = self.board.reach(&Bits::one(first), &left);
            left &= !region;
            let small = region.count() <= SPACE_MAX && !region.meets(&self.alive);
            let near = self.board.neighbours_of(&region).meets(&(group.stones | space));
            if near && (small || !region.meets(&theirs)) {
                space |= region;
            }
        }
        space
    }

    /// By what the weakest group is found: those that the study calls weak first, then by room and size.
    fn weight(&self, group: &Group<W>) -> (bool, u32) {
        (group.stones.count() > WEAK_STONES_MAX, self.room(group) + group.stones.count())
    }

    /// How many points a group owns by influence, those next to it and what they lead to.
    fn room(&self, group: &Group<W>) -> u32 {
        let owned = influence(self.board, self.stones).owned[index_of(group.colour)];
        let seeds = self.board.neighbours_of(&group.stones) & owned;
        self.board.reach(&seeds, &owned).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_game::Notation;

    use crate::Rules;

    /// The dead stones of a board, by their names.
    fn dead(position: &str) -> String {
        let game = Go::<2>::with_rules(9, Rules::default()).unwrap();
        let state = game.read_position(position).unwrap();
        let names =
            final_status(&game, &state).dead.indices().map(|point| game.write_move(enban_game::Move(point as u16)));
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn an_eye_space_with_an_open_point_may_be_enough() {
        let corner = "XX...O.../.X..XO.../XXXXXO.../OOOOOO.../...O..O../........./...XXXXXX/...X.X.X./...XX..XX O";
        assert_eq!(dead(corner), "");
    }

    #[test]
    fn a_chain_that_cannot_get_out_of_atari_loses_its_race() {
        // White's four stones around e2 have one liberty; the four black ones that caught them have few more.
        let race = ".XOXOOO.X/...XXXOO./X.X...XOO/XXXOXXXO./OOXX.XOOO/OOOXXOXXX/.OXXOOX../O.OXO..../.OOXXO... O";
        assert_eq!(dead(race), "c9 j9 d6 f4 e3 f3 e2 f1");
    }
}
