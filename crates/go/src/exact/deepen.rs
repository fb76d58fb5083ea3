//! The search where repetition has no result: alpha-beta, a ply deeper each time, until the answer no longer
//! depends on the depth.
//!
//! A value is the prover's success or failure, or in between what the position looks like. What it looks like only guides: it says
//! which moves come first and which are not worth a look at this depth. Success and failure are proven wherever they
//! appear, for they come from points that can never be lost, from moves that are all shown, or from a position that came
//! back. Later moves are searched less deeply at first, which leaves a third of the work on 4x4 and far less on 5x5. On 4x4
//! all takes a fifth of the time that proof numbers took.

use super::grid::{Grid, Set, Stones};
use super::prove::Allowance;
use super::question::{CHILDREN_MAX, Goal, Node, PASS, Verdict};
use super::table::Rows;
use enban_game::rng::mix;

/// The value of a success; a failure has its negative. Nothing else looks so good.
const SURE: i32 = 10_000;
/// Leans on no ancestor.
const ALONE: usize = usize::MAX;
/// The depth of what is true at every depth: more than is ever searched.
const ALWAYS: u8 = 255;
/// Depths that are searched are below this; an answer that lies deeper is not found.
const DEPTH_MAX: u8 = 250;
/// Counters of what is on the way, by hash: a power of two.
const COUNTERS: usize = 4096;
/// Two moves that cut off lately are kept for each ply up to this.
const KILLERS: usize = 128;
/// No move.
const NONE: u8 = 26;

/// What is known of a question: the value is at least this, at most this, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Known {
    value: i32,
    bounds: Bounds,
    depth: u8,
    /// The best move, turned as the question is.
    choice: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bounds {
    AtLeast,
    AtMost,
    Exact,
}

impl Known {
    fn packed(self) -> u64 {
        let bounds = match self.bounds {
            Bounds::AtLeast => 1,
            Bounds::AtMost => 2,
            Bounds::Exact => 3,
        };
        u64::from((self.value + 2 * SURE) as u16)
            | bounds << 16
            | u64::from(self.choice) << 24
            | u64::from(self.depth) << 32
    }

    fn unpacked(word: u64) -> Self {
        let bounds = match word >> 16 & 3 {
            1 => Bounds::AtLeast,
            2 => Bounds::AtMost,
            _ => Bounds::Exact,
        };
        let byte = |at: u32| (word >> at) as u8;
        Self { value: i32::from(word as u16) - 2 * SURE, bounds, depth: byte(32), choice: byte(24) }
    }

    fn is_at_least(&self, value: i32) -> bool {
        self.bounds != Bounds::AtMost && self.value >= value
    }

    fn is_at_most(&self, value: i32) -> bool {
        self.bounds != Bounds::AtLeast && self.value <= value
    }
}

/// How hard an entry is to find again. Answers are worth many plies.
fn effort(word: u64) -> u64 {
    match Known::unpacked(word).depth {
        ALWAYS => 40,
        depth => u64::from(depth),
    }
}

/// The value of a node for its mover; for a failure of the prover, the shallowest ancestor that it leans on.
#[derive(Clone, Copy)]
struct Found {
    value: i32,
    leans_on: usize,
}

/// A move out of a node.
#[derive(Clone, Copy)]
struct Child {
    choice: u8,
    node: Node,
    question: u64,
    turn: usize,
    /// Larger comes first.
    order: u32,
}

/// One search for an answer.
pub(super) struct Deepening<'s, const N: usize> {
    goal: Goal,
    rows: &'s mut Rows,
    allowance: &'s Allowance<'s>,
    /// Positions looked at, counted on from earlier searches.
    pub nodes: u64,
    is_stopped: bool,
    way: Vec<u64>,
    counters: [u16; COUNTERS],
    /// How often each move cut off, for the opponent and for the prover.
    history: [[u32; CHILDREN_MAX]; 2],
    killers: [[u8; 2]; KILLERS],
}

impl<'s, const N: usize> Deepening<'s, N> {
    /// A search that counts on from so many nodes.
    pub fn new(goal: Goal, rows: &'s mut Rows, allowance: &'s Allowance<'s>, nodes: u64) -> Self {
        Self {
            goal,
            rows,
            allowance,
            nodes,
            is_stopped: false,
            way: Vec::new(),
            counters: [0; COUNTERS],
            history: [[0; CHILDREN_MAX]; 2],
            killers: [[NONE; 2]; KILLERS],
        }
    }

    /// Whether the prover reaches the goal; `None` if the search was stopped.
    pub fn prove(&mut self, root: &Node) -> Option<bool> {
        match self.goal.verdict::<N>(root.stones) {
            Verdict::Proven => return Some(true),
            Verdict::Refuted => return Some(false),
            Verdict::Open => {}
        }
        let (question, turn) = self.goal.question::<N>(root);
        for depth in 1..DEPTH_MAX {
            let found = self.search(root, question, turn, depth, -SURE, SURE);
            if self.is_stopped {
                break;
            }
            if found.value.abs() == SURE {
                return Some((found.value > 0) == root.prover_moves);
            }
            // What cut off at smaller depths counts less.
            self.history.iter_mut().flatten().for_each(|count| *count /= 4);
        }
        None
    }

    /// The value of an open node for its mover, as far as it lies between alpha and beta.
    fn search(&mut self, node: &Node, question: u64, turn: usize, depth: u8, alpha: i32, beta: i32) -> Found {
        // 1. What is known, and what it looks like where the search ends.
        self.nodes += 1;
        self.is_stopped |= self.allowance.is_spent(self.nodes);
        let known = self.rows.find(question).map(Known::unpacked);
        if let Some(known) = known.filter(|known| known.depth >= depth)
            && (known.is_at_least(beta) || known.is_at_most(alpha) || known.bounds == Bounds::Exact)
        {
            return Found { value: known.value, leans_on: ALONE };
        }
        if depth == 0 || self.is_stopped {
            let value = looks::<N>(node);
            return Found { value: if node.prover_moves { value } else { -value }, leans_on: ALONE };
        }
        // 2. Go there, and look at its moves, the promising first.
        let ply = self.way.len();
        self.way.push(question);
        self.counters[counter(question)] += 1;
        let first = known.map_or(NONE, |known| turned::<N>(known.choice, Grid::<N>::undoing(turn)));
        let (mut children, count) = self.children(node, first, ply, depth > 1);
        let (best, choice, leans_on) = self.best(&mut children[..count], depth, alpha, beta);
        self.way.pop();
        self.counters[counter(question)] -= 1;
        // 3. Remember what is true elsewhere too.
        let is_failure = best == if node.prover_moves { -SURE } else { SURE };
        let is_alone = !is_failure || leans_on >= ply;
        if is_alone && !self.is_stopped {
            let (depth, bounds) = match best {
                _ if best.abs() == SURE => (ALWAYS, Bounds::Exact),
                _ if best >= beta => (depth, Bounds::AtLeast),
                _ if best > alpha => (depth, Bounds::Exact),
                _ => (depth, Bounds::AtMost),
            };
            let known = Known { value: best, bounds, depth, choice: turned::<N>(choice, turn) };
            self.rows.store(question, known.packed(), effort);
        }
        Found { value: best, leans_on: if is_alone { ALONE } else { leans_on } }
    }

    /// The moves out of a node, unordered, with what puts them in order: the best before, then captures, then those that cut
    /// off. Their questions are put only where all are asked.
    fn children(&self, node: &Node, first: u8, ply: usize, asks: bool) -> ([Child; CHILDREN_MAX], usize) {
        let none = Child { choice: NONE, node: *node, question: 0, turn: 0, order: 0 };
        let (mut children, mut count) = ([none; CHILDREN_MAX], 0);
        let history = &self.history[usize::from(node.prover_moves)];
        let killers = self.killers.get(ply).copied().unwrap_or([NONE; 2]);
        let hit = |stones: Stones| if node.prover_moves { stones.other } else { stones.own };
        self.goal.expand::<N>(node, |choice, after| {
            let taken = hit(node.stones).count_ones() - hit(after.stones).count_ones();
            let mut order = if choice == PASS { 0 } else { 1 + (history[usize::from(choice)] >> 4) };
            order += u32::from(choice == first) << 30;
            order += if taken > 0 { (1 << 28) + taken } else { 0 };
            order += u32::from(killers.contains(&choice)) << 26;
            let (question, turn) = if asks { self.goal.question::<N>(&after) } else { (0, 0) };
            children[count] = Child { choice, node: after, question, turn, order };
            count += 1;
        });
        (children, count)
    }

    /// The best value of a row of moves, its move, and what a failure of the prover leans on. Without a move the mover fails.
    fn best(&mut self, children: &mut [Child], depth: u8, alpha: i32, beta: i32) -> (i32, u8, usize) {
        // A move that is known to be good enough needs no search.
        for child in children.iter().filter(|child| child.question != 0) {
            let known = self.rows.find(child.question).map(Known::unpacked);
            if let Some(known) = known.filter(|known| known.depth >= depth - 1 && known.is_at_most(-beta)) {
                return (-known.value, child.choice, ALONE);
            }
        }
        let (mut best, mut best_choice, mut leans_on) = (-SURE, NONE, ALONE);
        let mut floor = alpha;
        for at in 0..children.len() {
            let most = (at..children.len()).max_by_key(|&place| (children[place].order, usize::MAX - place));
            children.swap(at, most.expect("a row that is not at its end"));
            let mut child = children[at];
            if child.question == 0 {
                (child.question, child.turn) = self.goal.question::<N>(&child.node);
            }
            let found = self.value(&child, at, depth - 1, floor, beta);
            let value = -found.value;
            if value > best || best_choice == NONE {
                (best, best_choice) = (value, child.choice);
            }
            // One move is enough; who fails leans on whatever any of his moves leans on.
            leans_on = if value == SURE { found.leans_on } else { leans_on.min(found.leans_on) };
            floor = floor.max(value);
            if floor >= beta {
                self.note_cut(&child, depth);
                break;
            }
        }
        (best, best_choice, leans_on)
    }

    /// The value of a child for its mover: by repetition, by what can never be lost, or by search. All but the first of a row are
    /// asked only whether they are better than what is known, the later ones less deeply at first.
    fn value(&mut self, child: &Child, at: usize, depth: u8, floor: i32, beta: i32) -> Found {
        let failure = if child.node.prover_moves { -SURE } else { SURE };
        if self.counters[counter(child.question)] > 0
            && let Some(at) = self.way.iter().position(|question| *question == child.question)
        {
            return Found { value: failure, leans_on: at };
        }
        match self.goal.verdict::<N>(child.node.stones) {
            Verdict::Proven => return Found { value: -failure, leans_on: ALONE },
            Verdict::Refuted => return Found { value: failure, leans_on: ALONE },
            Verdict::Open => {}
        }
        let Child { node, question, turn, .. } = child;
        let less = reduction(at, depth);
        if less > 0 {
            let found = self.search(node, *question, *turn, depth - less, -floor - 1, -floor);
            if -found.value <= floor {
                return found;
            }
        }
        if at > 0 {
            let found = self.search(node, *question, *turn, depth, -floor - 1, -floor);
            if -found.value <= floor || -found.value >= beta {
                return found;
            }
        }
        self.search(node, *question, *turn, depth, -beta, -floor)
    }

    /// Remembers a move after which no other was needed.
    fn note_cut(&mut self, child: &Child, depth: u8) {
        // The child's mover is the other side.
        let history = &mut self.history[usize::from(!child.node.prover_moves)];
        if child.choice != PASS {
            let count = &mut history[usize::from(child.choice)];
            *count += u32::from(depth) * u32::from(depth);
            if *count > 1 << 26 {
                history.iter_mut().for_each(|count| *count /= 2);
            }
        }
        if let Some(killers) = self.killers.get_mut(self.way.len() - 1)
            && killers[0] != child.choice
        {
            *killers = [child.choice, killers[0]];
        }
    }
}

/// By how many plies a move is searched less deeply at first: the more the later it stands in its row. Most are bad, and
/// what refutes them is short. A proof is none the worse for it.
fn reduction(at: usize, depth: u8) -> u8 {
    let by_place = match at {
        0 => 0,
        1..3 => 1,
        3..6 => 2,
        6..12 => 3,
        _ => 4,
    };
    let by_depth = match depth {
        0..2 => 0,
        2 => 1,
        3 => 2,
        4..6 => 3,
        _ => 4,
    };
    by_place.min(by_depth)
}

fn counter(question: u64) -> usize {
    mix(question) as usize & (COUNTERS - 1)
}

/// A move turned with the board.
fn turned<const N: usize>(choice: u8, turn: usize) -> u8 {
    if u32::from(choice) >= Grid::<N>::ALL.count_ones() {
        return choice;
    }
    let stone = Stones { own: 1 << choice, other: 0 };
    Grid::<N>::turned(stone, turn).own.trailing_zeros() as u8
}

/// What a position looks like to the prover: stones, room to breathe, whole shapes with eyes, not on the edge.
/// The weights follow van der Werf, Uiterwijk and van den Herik (2003), who solved 5x5 with such a guess.
fn looks<const N: usize>(node: &Node) -> i32 {
    let stones = node.stones;
    let empty = Grid::<N>::ALL & !(stones.own | stones.other);
    // Empty points at distance one, two and three count 2, 1 and a half.
    let room = |side: Set| {
        let near = Grid::<N>::beside(side) & empty;
        let next = Grid::<N>::beside(near) & empty & !near;
        let far = Grid::<N>::beside(next) & empty & !(near | next);
        2 * near.count_ones() as i32 + next.count_ones() as i32 + (far.count_ones() as i32 + 1) / 2
    };
    let lead = |count: &dyn Fn(Set) -> i32| count(stones.own) - count(stones.other);
    let edge = Grid::<N>::EDGE;
    let turn = if node.prover_moves { 1 } else { -1 };
    2 * lead(&room).clamp(-10, 10) - 4 * lead(&|side| Grid::<N>::pieces(side))
        + 5 * lead(&|side| side.count_ones() as i32)
        - lead(&|side| (side & edge).count_ones() as i32)
        + turn
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::grid::FREE;

    #[test]
    fn what_is_known_fits_into_a_word() {
        for value in [-SURE, -37, 0, 1, SURE] {
            for bounds in [Bounds::AtLeast, Bounds::AtMost, Bounds::Exact] {
                for (depth, choice) in [(0, 0), (17, PASS), (ALWAYS, NONE)] {
                    let known = Known { value, bounds, depth, choice };
                    assert_eq!(Known::unpacked(known.packed()), known);
                }
            }
        }
    }

    #[test]
    fn later_moves_are_searched_less_deeply_but_never_below_nothing() {
        for depth in 0..20 {
            for at in 0..CHILDREN_MAX {
                assert!(reduction(at, depth) <= depth && reduction(at, depth) <= reduction(at + 1, depth));
            }
        }
        assert_eq!((reduction(0, 10), reduction(1, 10), reduction(25, 10)), (0, 1, 4));
    }

    #[test]
    fn a_position_looks_as_good_to_one_side_as_it_looks_bad_to_the_other() {
        let mut seed = 1;
        for _ in 0..200 {
            seed = mix(seed);
            let (one, two) = (seed as u32 & Grid::<5>::ALL, (seed >> 32) as u32 & Grid::<5>::ALL);
            let stones = Stones { own: one & !two, other: two & !one };
            let node = Node { stones, prover_moves: true, ban: FREE };
            let swapped = Node { stones: stones.swapped(), prover_moves: false, ..node };
            assert_eq!(looks::<5>(&node), -looks::<5>(&swapped));
            assert!(looks::<5>(&node).abs() < SURE);
        }
        let lone = Node { stones: Stones { own: 1 << 12, other: 0 }, prover_moves: true, ban: FREE };
        let edge = Node { stones: Stones { own: 1 << 2, other: 0 }, ..lone };
        assert!(looks::<5>(&lone) > looks::<5>(&edge) && looks::<5>(&edge) > 0);
    }
}
