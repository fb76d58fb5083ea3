//! Life and death of enclosed groups, by exact reading of small eye spaces.
//!
//! Everything outside the group and its eye space is taken to be the opponent's and immortal, so the group has no
//! liberties but those in its eye space: what lives here lives, however it is attacked from outside. Suicide is
//! not allowed, whatever the rules say.
//!
//! All positions that can arise are listed once, then the result is found from the end backwards, so that
//! cycles are no trouble. Ko is read twice: once the defender may take back at once and a game that never ends is
//! life, once the attacker may and such a game is death. Where the two differ it is ko.

use std::collections::HashMap;

use enban_game::{Bits, Colour};

use crate::board::Board;
use crate::state::index_of;

/// The largest eye space that is read, in points.
pub(crate) const SPACE_MAX: u32 = 7;

/// More positions than this are not read: it keeps an odd shape from taking seconds.
const NODES_MAX: usize = 200_000;

/// Taking more stones than this at once makes room for two eyes, wherever the attacker plays back.
const HEART_MAX: u32 = 6;

/// A group and where it may make its eyes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    let starts = starts(stones, group);
    let surroundings = Surroundings { attackers: board.all() & !(group.space | group.target), defenders: Bits::EMPTY };
    let graph = |favours| Graph::explore(board, group, surroundings, favours, &starts);
    let taken = graph(KoFavours::Defender)?.reached(CAPTURED);
    let saved = graph(KoFavours::Attacker)?.reached(SETTLED);
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
    let graph = Graph::explore(board, group, surroundings, KoFavours::Attacker, &starts(stones, group))?;
    Some(graph.reached(CAPTURED)[0])
}

/// The positions to read from: the attacker moves first, the defender does.
fn starts<const W: usize>(stones: [Bits<W>; 2], group: &Enclosed<W>) -> [Node<W>; 2] {
    let attacking = stones[index_of(group.defender.other())] & group.space;
    [true, false].map(|attacker_moves| Node {
        defending: group.target,
        attacking,
        ko: None,
        attacker_moves,
        passed: false,
    })
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

/// Who may take back in a ko at once, as if he had threats without end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KoFavours {
    Attacker,
    Defender,
}

/// A local position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Node<const W: usize> {
    defending: Bits<W>,
    attacking: Bits<W>,
    /// Where the mover may not take back.
    ko: Option<u16>,
    attacker_moves: bool,
    passed: bool,
}

/// The number of "all stones of the group were taken".
const CAPTURED: u32 = 0;
/// The number of "both passed, and the group is still there".
const SETTLED: u32 = 1;

/// All local positions that can arise, by number.
struct Graph<'b, const W: usize> {
    board: &'b Board<W>,
    target: Bits<W>,
    /// Where stones may come to stand.
    playable: Bits<W>,
    surroundings: Surroundings<W>,
    favours: KoFavours,
    numbers: HashMap<Node<W>, u32>,
    nodes: Vec<Node<W>>,
    successors: Vec<Vec<u32>>,
}

impl<'b, const W: usize> Graph<'b, W> {
    /// Lists the positions; the starts get the first numbers after the two ends.
    fn explore(
        board: &'b Board<W>,
        group: &Enclosed<W>,
        surroundings: Surroundings<W>,
        favours: KoFavours,
        starts: &[Node<W>; 2],
    ) -> Option<Self> {
        let playable = group.space | group.target;
        let (numbers, nodes, successors) = (HashMap::new(), Vec::new(), vec![Vec::new(); 2]);
        let mut graph =
            Self { board, target: group.target, playable, surroundings, favours, numbers, nodes, successors };
        for &start in starts {
            graph.number(start);
        }
        let mut at = 0;
        while at < graph.nodes.len() {
            if graph.nodes.len() > NODES_MAX {
                return None;
            }
            let node = graph.nodes[at];
            let mut next = vec![graph.after_pass(&node)];
            let empties = playable & !(node.defending | node.attacking);
            for point in empties.indices() {
                if let Some(after) = graph.after_stone(&node, point) {
                    let is_taken = (after.defending & graph.target).none();
                    let is_free = node.attacking.count() > after.attacking.count() + HEART_MAX;
                    next.push(match (is_taken, is_free) {
                        (true, _) => CAPTURED,
                        (_, true) => SETTLED,
                        _ => graph.number(after),
                    });
                }
            }
            graph.successors.push(next);
            at += 1;
        }
        Some(graph)
    }

    fn number(&mut self, node: Node<W>) -> u32 {
        let fresh = self.nodes.len() as u32 + 2;
        let number = *self.numbers.entry(node).or_insert(fresh);
        if number == fresh {
            self.nodes.push(node);
        }
        number
    }

    fn after_pass(&mut self, node: &Node<W>) -> u32 {
        if node.passed {
            return SETTLED;
        }
        self.number(Node { ko: None, attacker_moves: !node.attacker_moves, passed: true, ..*node })
    }

    /// The position after a stone, if that is legal.
    fn after_stone(&self, node: &Node<W>, point: usize) -> Option<Node<W>> {
        if node.ko == Some(point as u16) {
            return None;
        }
        let attacker = node.attacker_moves;
        let (mut own, mut other) =
            if attacker { (node.attacking, node.defending) } else { (node.defending, node.attacking) };
        own.set(point);
        let mut near = self.board.neighbours(point) & other;
        let mut taken = Bits::EMPTY;
        while let Some(neighbour) = near.first() {
            let chain = self.board.reach(&Bits::one(neighbour), &other);
            near &= !chain;
            if self.breath(&chain, own | other, !attacker).none() {
                taken |= chain;
            }
        }
        other &= !taken;
        let chain = self.board.reach(&Bits::one(point), &own);
        let breath = self.breath(&chain, own | other, attacker);
        if breath.none() {
            return None;
        }
        let is_ko = taken.count() == 1 && chain.count() == 1 && breath == taken;
        // The stone was put by the one whom ko favours if the other may not take back.
        let bans = attacker == (self.favours == KoFavours::Attacker);
        let ko = taken.first().filter(|_| is_ko && bans).map(|point| point as u16);
        let (defending, attacking) = if attacker { (other, own) } else { (own, other) };
        Some(Node { defending, attacking, ko, attacker_moves: !attacker, passed: false })
    }

    /// What a chain lives by: empty points, and its ground outside.
    fn breath(&self, chain: &Bits<W>, stones: Bits<W>, is_attacker: bool) -> Bits<W> {
        let around = self.board.neighbours_of(chain);
        let ground = if is_attacker { self.surroundings.attackers } else { self.surroundings.defenders };
        around & ((self.playable & !stones) | ground)
    }

    /// Whether the side that wants this end can force it from each of the two starts.
    fn reached(&self, end: u32) -> [bool; 2] {
        let wants = |number: usize| self.nodes[number - 2].attacker_moves == (end == CAPTURED);
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.successors.len()];
        for (number, successors) in self.successors.iter().enumerate() {
            successors.iter().for_each(|&next| before[next as usize].push(number as u32));
        }
        let mut open: Vec<usize> = self.successors.iter().map(Vec::len).collect();
        let mut forced = vec![false; self.successors.len()];
        let mut queue = vec![end as usize];
        forced[end as usize] = true;
        while let Some(reached) = queue.pop() {
            for &previous in &before[reached] {
                let previous = previous as usize;
                open[previous] -= 1;
                if !forced[previous] && (wants(previous) || open[previous] == 0) {
                    forced[previous] = true;
                    queue.push(previous);
                }
            }
        }
        [forced[2], forced[3]]
    }
}
