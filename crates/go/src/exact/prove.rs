//! The proof search under superko: depth-first, always at the child that looks easiest, by proof numbers.
//!
//! The number of a node with several children to be shown is that of the hardest plus one for each other open child,
//! not the sum: positions of Go are reached by many orders of moves, and sums would count the same work again.

use std::time::Instant;

use enban_game::Watch;
use enban_game::rng::mix;

use super::grid::Grid;
use super::question::{CHILDREN_MAX, Cycles, Goal, Node, PASS, Verdict};
use super::support::{Passed, Support};
use super::table::{Known, Table};

/// The number of what cannot be shown.
const NEVER: u32 = u16::MAX as u32;
/// No open question looks harder.
const HARDEST: u32 = NEVER - 1;
/// Leans on no ancestor.
const ALONE: usize = usize::MAX;
/// Counters of what is on the way, by hash: a power of two.
const COUNTERS: usize = 4096;

/// What a search may spend.
pub(super) struct Allowance<'w> {
    pub watch: &'w Watch,
    pub deadline: Option<Instant>,
    pub nodes_max: u64,
}

impl Allowance<'_> {
    pub fn is_spent(&self, nodes: u64) -> bool {
        let late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        nodes >= self.nodes_max || nodes & 0x3FF == 0 && (self.watch.is_stopped() || late())
    }
}

/// One search for a proof.
pub(super) struct Search<'s, const N: usize> {
    goal: Goal,
    table: &'s mut Table,
    allowance: &'s Allowance<'s>,
    /// Positions expanded, counted on from earlier searches.
    pub nodes: u64,
    is_stopped: bool,
    way: Way,
}

/// The nodes between the root and where the search is.
struct Way {
    steps: Vec<WayStep>,
    /// How many steps have each hash, so that most questions need no look at the steps.
    counters: [u16; COUNTERS],
}

#[derive(Clone, Copy)]
struct WayStep {
    board: Passed,
    prover_moves: bool,
}

#[derive(Clone, Copy)]
struct Child {
    node: Node,
    choice: u8,
    question: u64,
    turn: usize,
    numbers: Numbers,
}

/// The numbers of a node as its mover sees it; for an answer, what it rests on and the shallowest ancestor it
/// leans on.
#[derive(Clone, Copy)]
struct Numbers {
    phi: u32,
    delta: u32,
    support: Support,
    leans_on: usize,
}

impl Numbers {
    const OPEN: Self = Self { phi: 1, delta: 1, support: Support::NONE, leans_on: ALONE };
    const WON: Self = Self { phi: 0, delta: NEVER, ..Self::OPEN };
    const LOST: Self = Self { phi: NEVER, delta: 0, ..Self::OPEN };

    fn is_answer(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

impl<'s, const N: usize> Search<'s, N> {
    /// A search that counts on from so many nodes.
    pub fn new(goal: Goal, table: &'s mut Table, allowance: &'s Allowance<'s>, nodes: u64) -> Self {
        let way = Way { steps: Vec::new(), counters: [0; COUNTERS] };
        Self { goal, table, allowance, nodes, is_stopped: false, way }
    }

    /// Whether the prover reaches the goal; `None` if the search was stopped. The past is what lies before the
    /// root, the newest last.
    pub fn prove(&mut self, past: &[Node], root: &Node) -> Option<bool> {
        match self.goal.verdict::<N>(root.stones) {
            Verdict::Proven => return Some(true),
            Verdict::Refuted => return Some(false),
            Verdict::Open => {}
        }
        for node in past {
            self.way.push(WayStep { board: self.passed(node), prover_moves: node.prover_moves });
        }
        let (question, turn) = self.goal.question::<N>(root);
        let phi = match self.answer(question, turn) {
            Some(known) => known.phi,
            None => self.search(root, question, turn, NEVER, NEVER).phi,
        };
        if self.is_stopped { None } else { Some((phi == 0) == root.prover_moves) }
    }

    /// Works on a node until one of its numbers reaches its limit.
    fn search(&mut self, node: &Node, question: u64, turn: usize, phi_max: u32, delta_max: u32) -> Numbers {
        // 1. Go there.
        self.nodes += 1;
        self.is_stopped |= self.allowance.is_spent(self.nodes);
        let nodes_before = self.nodes;
        let depth = self.way.steps.len();
        self.way.push(WayStep { board: self.passed(node), prover_moves: node.prover_moves });
        let (mut children, count) = self.children(node);
        let children = &mut children[..count];
        // 2. Work on the most promising child until a limit is reached.
        let mut numbers = loop {
            let (numbers, best, second) = combine(children);
            if numbers.phi >= phi_max || numbers.delta >= delta_max || self.is_stopped {
                break numbers;
            }
            // Another way may have led there in the meantime.
            let child = children[best];
            if let Some(found) = self.answer(child.question, child.turn) {
                children[best].numbers = found;
                continue;
            }
            let open = children.iter().filter(|child| !child.numbers.is_answer()).count() as u32;
            let child_phi_max = if delta_max == NEVER { NEVER } else { delta_max - (open - 1) };
            let child_delta_max = phi_max.min((second + 1 + second / 4).min(NEVER));
            children[best].numbers =
                self.search(&child.node, child.question, child.turn, child_phi_max, child_delta_max);
        };
        // 3. Say what an answer rests on, and remember what is true elsewhere too.
        numbers.support = self.support(&numbers, children);
        self.way.pop();
        if !self.is_stopped && (numbers.leans_on >= depth || !numbers.is_answer()) {
            let support = numbers.support.turned::<N>(turn);
            let known = Known { phi: numbers.phi, delta: numbers.delta, support };
            self.table.store(question, &known, self.nodes - nodes_before + 1);
        }
        if numbers.leans_on >= depth {
            numbers.leans_on = ALONE;
        }
        numbers
    }

    fn children(&mut self, node: &Node) -> ([Child; CHILDREN_MAX], usize) {
        let none = Child { node: *node, choice: PASS, question: 0, turn: 0, numbers: Numbers::OPEN };
        let (mut children, mut count) = ([none; CHILDREN_MAX], 0);
        let goal = self.goal;
        goal.expand::<N>(node, |choice, after| {
            let (question, turn) = goal.question::<N>(&after);
            let numbers = self.first_look(choice, &after, question, turn);
            children[count] = Child { node: after, choice, question, turn, numbers };
            count += 1;
        });
        (children, count)
    }

    /// What is known of a child before it is searched.
    #[inline]
    fn first_look(&self, choice: u8, node: &Node, question: u64, turn: usize) -> Numbers {
        // A move that is not allowed is as good as lost.
        if choice != PASS
            && let Some(depth) = self.way.forbids(&self.goal, node)
        {
            return Numbers { leans_on: depth, ..Numbers::WON };
        }
        let known = self.table.find(question);
        if known.is_some_and(|known| known.is_answer())
            && let Some(answer) = self.answer(question, turn)
        {
            return answer;
        }
        if let Some(known) = known {
            // Only open positions are searched and remembered, so no verdict is needed.
            let (phi, delta) = if known.is_answer() { (1, 1) } else { (known.phi, known.delta) };
            return Numbers { phi, delta, ..Numbers::OPEN };
        }
        match (self.goal.verdict::<N>(node.stones), node.prover_moves) {
            (Verdict::Proven, true) | (Verdict::Refuted, false) => Numbers::WON,
            (Verdict::Proven, false) | (Verdict::Refuted, true) => Numbers::LOST,
            (Verdict::Open, _) => guess::<N>(&self.goal, node),
        }
    }

    /// The answer in the table, if it is true here too.
    #[inline]
    fn answer(&self, question: u64, turn: usize) -> Option<Numbers> {
        let known = self.table.find(question).filter(Known::is_answer)?;
        let support = known.support.turned::<N>(Grid::<N>::undoing(turn));
        let holds = !self.way.steps.iter().any(|step| support.may_hold(&step.board));
        holds.then_some(Numbers { phi: known.phi, delta: known.delta, support, leans_on: ALONE })
    }

    fn passed(&self, node: &Node) -> Passed {
        Passed::new::<N>(node.stones)
    }

    /// The boards that the winner of an answered node brings about.
    fn support(&self, numbers: &Numbers, children: &[Child]) -> Support {
        if numbers.delta == 0 {
            return children.iter().fold(Support::NONE, |sum, child| sum.and(child.numbers.support));
        }
        match children.iter().find(|child| numbers.phi == 0 && child.numbers.delta == 0) {
            Some(child) if child.choice == PASS => child.numbers.support,
            Some(child) => child.numbers.support.with(&self.passed(&child.node)),
            None => Support::NONE,
        }
    }
}

/// How hard an open question looks at first: by what the prover lacks of his goal, or has beyond it, if every empty
/// point went to the side that is nearer. Tried on one question on 4x4, this
/// took a third to a half off the work.
fn guess<const N: usize>(goal: &Goal, node: &Node) -> Numbers {
    let margin = Grid::<N>::nearer_lead(node.stones) - goal.target;
    let (to_prove, to_refute) = (1 + (-margin).max(0) as u32 / 2, 1 + margin.max(0) as u32 / 2);
    let (phi, delta) = if node.prover_moves { (to_prove, to_refute) } else { (to_refute, to_prove) };
    Numbers { phi, delta, ..Numbers::OPEN }
}

impl Way {
    fn push(&mut self, step: WayStep) {
        self.steps.push(step);
        self.counters[Self::counter(step.board.stones.packed())] += 1;
    }

    fn pop(&mut self) {
        let step = self.steps.pop().expect("every step is taken back once");
        self.counters[Self::counter(step.board.stones.packed())] -= 1;
    }

    #[inline(always)]
    fn counter(hashed: u64) -> usize {
        mix(hashed) as usize & (COUNTERS - 1)
    }

    /// Where the board stood that superko forbids to bring back.
    #[inline]
    fn forbids(&self, goal: &Goal, node: &Node) -> Option<usize> {
        if self.counters[Self::counter(node.stones.packed())] == 0 {
            return None;
        }
        self.steps.iter().position(|step| {
            step.board.stones == node.stones
                && (goal.cycles == Cycles::Positional || step.prover_moves == node.prover_moves)
        })
    }
}

/// The numbers of a node from those of its children, the child to go to, and the number of the next best.
fn combine(children: &[Child]) -> (Numbers, usize, u32) {
    let (mut best, mut least, mut second) = (0, NEVER, NEVER);
    let (mut hardest, mut open, mut leans_on) = (0, 0, ALONE);
    for (at, child) in children.iter().enumerate() {
        let numbers = &child.numbers;
        if numbers.delta < least {
            (best, second, least) = (at, least, numbers.delta);
        } else {
            second = second.min(numbers.delta);
        }
        open += u32::from(numbers.phi != 0);
        hardest = hardest.max(numbers.phi);
        leans_on = leans_on.min(numbers.leans_on);
    }
    let delta = if hardest == 0 || hardest == NEVER { hardest } else { (hardest + open - 1).min(HARDEST) };
    // One move is enough to win; who loses leans on whatever any of his moves leans on.
    if least == 0 {
        leans_on = children[best].numbers.leans_on;
    }
    (Numbers { phi: least, delta, support: Support::NONE, leans_on }, best, second)
}
