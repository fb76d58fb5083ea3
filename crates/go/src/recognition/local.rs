//! Positions of a small part of the board, read out whole.
//!
//! The points of the part are numbered, and a set of them is one word. All positions that can arise from the start are listed, each
//! with those that may follow; then what a side can force is found from the ends backwards.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use enban_game::Bits;
use enban_game::rng::mix;

use super::life::{Enclosed, HEART_MAX, Surroundings};
use crate::board::Board;
use crate::state::index_of;

/// More positions than this are not read: it keeps an odd shape from taking seconds.
const NODES_MAX: usize = 170_000;
/// Where so many positions are known once so many of them were looked at, there will be more than that. In two games of 19x19, every
/// twentieth position, all shapes that came to an end were below.
const GROWTHS: [(usize, usize); 2] = [(4_096, 14_000), (16_384, 36_000)];

/// The number of "all stones of the group were taken".
pub(super) const CAPTURED: u32 = 0;
/// The number of "both passed, and the group is still there".
pub(super) const SETTLED: u32 = 1;

/// Points of the part that is read, by their numbers in it.
type Part = u128;

/// Who may take back in a ko at once, as if he had threats without end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KoFavours {
    Attacker,
    Defender,
}

/// A part of the board with what stands around it.
pub(super) struct Ground {
    /// The points next to each point, within the part.
    near: Vec<Part>,
    all: Part,
    /// The points beside ground of the attacker's, and of the defender's: chains there live.
    safe: [Part; 2],
    /// The stones of the group.
    target: Part,
    /// The attacker's stones at the start.
    attacking: Part,
}

impl Ground {
    /// The points of a group and its space. `None` if they are more than there are numbers for.
    pub(super) fn of<const W: usize>(
        board: &Board<W>,
        stones: [Bits<W>; 2],
        group: &Enclosed<W>,
        surroundings: Surroundings<W>,
    ) -> Option<Self> {
        let playable = group.space | group.target;
        let points: Vec<usize> = playable.indices().collect();
        if points.len() > Part::BITS as usize {
            return None;
        }
        let part = |set: Bits<W>| {
            let inside = points.iter().enumerate().filter(|(_, point)| set.has(**point));
            inside.fold(0, |part, (number, _)| part | 1 << number)
        };
        Some(Self {
            near: points.iter().map(|&point| part(board.neighbours(point))).collect(),
            all: part(playable),
            safe: [surroundings.attackers, surroundings.defenders].map(|ground| part(board.neighbours_of(&ground))),
            target: part(group.target),
            attacking: part(stones[index_of(group.defender.other())] & group.space),
        })
    }

    /// Lists all positions that can arise; the starts, in which the attacker and the defender move first, get the first numbers
    /// after the two ends. `None` if there are too many.
    pub(super) fn explore(&self, favours: KoFavours) -> Option<Graph> {
        let mut graph =
            Graph { numbers: HashMap::default(), nodes: Vec::new(), edges: Edges::default(), has_ko: false };
        for attacker_moves in [true, false] {
            let (defending, attacking) = (self.target, self.attacking);
            graph.number(Node { defending, attacking, ko: NO_KO, attacker_moves, passed: false });
        }
        // The two ends lead nowhere.
        (0..2).for_each(|_| graph.edges.close());
        let mut at = 0;
        while at < graph.nodes.len() {
            let known = graph.nodes.len();
            if known > NODES_MAX || GROWTHS.iter().any(|&(seen, limit)| at == seen && known > limit) {
                return None;
            }
            let node = graph.nodes[at];
            let next = graph.after_pass(&node);
            graph.edges.add(next);
            for point in numbers_in(self.all & !(node.defending | node.attacking)) {
                if let Some((after, is_ko)) = self.after_stone(&node, point, favours) {
                    graph.has_ko |= is_ko;
                    let is_taken = after.defending & self.target == 0;
                    let is_free = node.attacking.count_ones() > after.attacking.count_ones() + HEART_MAX;
                    let next = match (is_taken, is_free) {
                        (true, _) => CAPTURED,
                        (_, true) => SETTLED,
                        _ => graph.number(after),
                    };
                    graph.edges.add(next);
                }
            }
            graph.edges.close();
            at += 1;
        }
        Some(graph)
    }

    /// The position after a stone, if that is legal, and whether it took a ko.
    fn after_stone(&self, node: &Node, point: u32, favours: KoFavours) -> Option<(Node, bool)> {
        if node.ko == point {
            return None;
        }
        let attacker = node.attacker_moves;
        let (mut own, mut other) =
            if attacker { (node.attacking, node.defending) } else { (node.defending, node.attacking) };
        own |= 1 << point;
        let mut near = self.near[point as usize] & other;
        let mut taken = 0;
        while near != 0 {
            let (chain, around) = self.chain(near.trailing_zeros(), other);
            near &= !chain;
            if self.breath(chain, around, own | other, !attacker) == Breath::None {
                taken |= chain;
            }
        }
        other &= !taken;
        let (chain, around) = self.chain(point, own);
        let breath = self.breath(chain, around, own | other, attacker);
        if breath == Breath::None {
            return None;
        }
        let is_ko = taken.count_ones() == 1 && chain == 1 << point && breath == Breath::Points(taken);
        // The stone was put by the one whom ko favours if the other may not take back.
        let bans = attacker == (favours == KoFavours::Attacker);
        let ko = if is_ko && bans { taken.trailing_zeros() } else { NO_KO };
        let (defending, attacking) = if attacker { (other, own) } else { (own, other) };
        Some((Node { defending, attacking, ko, attacker_moves: !attacker, passed: false }, is_ko))
    }

    /// The chain of a stone, and the points beside its stones.
    fn chain(&self, point: u32, stones: Part) -> (Part, Part) {
        let (mut chain, mut fresh, mut around): (Part, Part, Part) = (1 << point, 1 << point, 0);
        while fresh != 0 {
            let beside = numbers_in(fresh).fold(0, |beside, stone| beside | self.near[stone as usize]);
            around |= beside;
            fresh = beside & stones & !chain;
            chain |= fresh;
        }
        (chain, around)
    }

    /// What a chain lives by: empty points, and its ground outside.
    fn breath(&self, chain: Part, around: Part, stones: Part, is_attacker: bool) -> Breath {
        let safe = self.safe[usize::from(!is_attacker)];
        match (chain & safe != 0, around & !stones) {
            (true, _) => Breath::Ground,
            (false, 0) => Breath::None,
            (false, points) => Breath::Points(points),
        }
    }
}

/// What a chain lives by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Breath {
    /// Nothing.
    None,
    /// These empty points alone.
    Points(Part),
    /// Ground outside the part.
    Ground,
}

/// Nobody is kept from taking back.
const NO_KO: u32 = u32::MAX;

/// A position of the part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Node {
    defending: Part,
    attacking: Part,
    /// Where the mover may not take back.
    ko: u32,
    attacker_moves: bool,
    passed: bool,
}

/// All positions of a part that can arise, by number.
pub(super) struct Graph {
    numbers: HashMap<Node, u32, BuildHasherDefault<Mixer>>,
    nodes: Vec<Node>,
    /// The positions that may follow each.
    edges: Edges,
    has_ko: bool,
}

impl Graph {
    /// Whether a ko can arise.
    pub(super) fn has_ko(&self) -> bool {
        self.has_ko
    }

    fn number(&mut self, node: Node) -> u32 {
        let fresh = self.nodes.len() as u32 + 2;
        let number = *self.numbers.entry(node).or_insert(fresh);
        if number == fresh {
            self.nodes.push(node);
        }
        number
    }

    fn after_pass(&mut self, node: &Node) -> u32 {
        if node.passed {
            return SETTLED;
        }
        self.number(Node { ko: NO_KO, attacker_moves: !node.attacker_moves, passed: true, ..*node })
    }

    /// Whether the side that wants this end can force it from each of the two starts.
    pub(super) fn reached(&self, end: u32) -> [bool; 2] {
        let wants = |number: usize| self.nodes[number - 2].attacker_moves == (end == CAPTURED);
        let before = self.edges.turned();
        let mut open: Vec<usize> = (0..self.edges.len()).map(|number| self.edges.of(number).len()).collect();
        let mut forced = vec![false; self.edges.len()];
        let mut queue = vec![end as usize];
        forced[end as usize] = true;
        while let Some(reached) = queue.pop() {
            for &previous in before.of(reached) {
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

/// Lists of numbers, one after the other in one place.
#[derive(Default)]
struct Edges {
    all: Vec<u32>,
    /// Where each list ends.
    ends: Vec<u32>,
}

impl Edges {
    /// Adds to the list that is open.
    fn add(&mut self, number: u32) {
        self.all.push(number);
    }

    /// Ends a list.
    fn close(&mut self) {
        self.ends.push(self.all.len() as u32);
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn of(&self, list: usize) -> &[u32] {
        let start = list.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[start as usize..self.ends[list] as usize]
    }

    /// For each number the lists that it is in.
    fn turned(&self) -> Self {
        let mut ends = vec![0; self.len()];
        self.all.iter().for_each(|&number| ends[number as usize] += 1);
        let mut sum = 0;
        for end in &mut ends {
            sum += std::mem::replace(end, sum);
        }
        let mut all = vec![0; self.all.len()];
        for list in 0..self.len() {
            for &number in self.of(list) {
                let place = &mut ends[number as usize];
                all[*place as usize] = list as u32;
                *place += 1;
            }
        }
        Self { all, ends }
    }
}

/// Hashes positions, which nobody chooses to make them collide.
#[derive(Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0 ^ number);
    }

    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }
}

/// The numbers in a set.
fn numbers_in(mut set: Part) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        first
    })
}
