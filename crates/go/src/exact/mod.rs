//! Exact results of the smallest boards, 2x2 to 5x5, under area scoring.
//!
//! Start with [`Exact::solve`]. It asks "does the side to move get at least t points?" until the bounds meet; every
//! question is a search for a proof or a refutation on plain bits ([`grid`]), cut short where points can
//! never be lost ([`life`]): by proof numbers under superko ([`prove`]), by alpha-beta where going round has no result
//! ([`deepen`]). It does not use the rules of the rest of the crate; the tests hold it against them.
//!
//! # Why the answers are true
//!
//! What makes Go hard to solve is repetition: a table that knows positions by their stones mixes up games that came
//! there on different ways. Each treatment of repetition needs its own care.
//!
//! **Simple ko, no result** ([`Cycles::NoResult`]). The ban on taking back is part of a position, and a game that
//! goes round counts as a draw, 0 points. To win at least t > 0 points a side must bring the game to an end, so for
//! him a position that comes back is a failure. Questions about t <= 0 are asked of the opponent, who needs 1 - t or
//! more. A *proof* has no repetition in it and is true on every way. A *refutation* may have one; it then leans on
//! the shallowest position that came back, and is kept only if that is not above its root. Then it is the whole
//! truth about the root as the start of a game, which does not depend on the way: a side that can force an end can do
//! so without ever coming back to a position, always moving to one that is nearer to the end.
//!
//! **Superko** ([`Cycles::Positional`], [`Cycles::Situational`]). A move that brings back a board of the past is not
//! allowed, so the past is part of the game. Every game ends, and both answers are treated alike. An answer found on
//! one way holds on another if
//!
//! 1. no move of the *loser* was left out because a board above the root of the answer forbade it: otherwise he might
//!    have that move on the other way. An answer that leans on a board above its root is not kept;
//! 2. no move of the *winner* is forbidden on the other way. With every answer the table keeps which boards the
//!    winner's moves bring about, in a form that may name too many but never too few ([`support`]). The answer is
//!    used only where none of them lies on the way.
//!
//! The immediate retake of a ko leans on the board before, but every way to the position has that board, so it is in
//! the position itself as a ban. The moves by which a side keeps what it can never lose lead to boards on which that
//! side has it as surely; the search never goes beyond such a board, so none lies on a way.
//!
//! A position is solved as the start of a game: of its past only the ko is known.
//!
//! **Both.** A pass needs no count. A side that wants t points passes only where it has them if the game ended now;
//! there the opponent's pass is the end he does not want. Where it has not, it answers his pass with a stone.

mod deepen;
mod grid;
mod life;
mod prove;
mod question;
mod support;
mod table;

#[cfg(test)]
mod tests;

use std::time::Instant;

use enban_game::{Colour, Move, Watch};

use crate::rules::{Ko, Scoring};
use crate::{Go, State};
use deepen::Deepening;
use grid::{FREE, Grid, Stones};
use prove::{Allowance, Search};
pub use question::Cycles;
use question::{Goal, Node, PASS, Verdict};
use table::{Rows, Table};

/// The largest board that is solved.
pub const SIZE_MAX: usize = 5;

/// The search recurses once a ply, and lines under superko can be long.
const STACK_BYTES: usize = 1 << 29;

/// Why a game has no exact solver.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unsolvable {
    /// The board is too large.
    #[error("exact results of Go are for boards up to {SIZE_MAX}x{SIZE_MAX}, not {0}x{0}")]
    Size(usize),
    /// Prisoners count.
    #[error("exact results of Go are for area scoring: rules=chinese or rules=tromp-taylor")]
    Territory,
}

/// What a solver may spend, and how far the result is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'w> {
    /// Who may stop it.
    pub watch: &'w Watch,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Positions to look at, at most.
    pub nodes_max: Option<u64>,
    /// The result is asked for only as far as it lies within these leads.
    pub window: Option<(i32, i32)>,
}

impl<'w> Budget<'w> {
    /// All the time in the world, for the whole result.
    pub fn unlimited(watch: &'w Watch) -> Self {
        Self { watch, deadline: None, nodes_max: None, window: None }
    }
}

/// What was proven.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The lead of the side to move on the board, komi aside, is at least this, in points.
    pub low: i32,
    /// And at most this.
    pub high: i32,
    /// A move that keeps the result, where one is known.
    pub best: Option<Move>,
    /// A line of best play, up to where the points of both sides can no longer be lost or nothing more is known.
    pub line: Vec<Move>,
    /// Positions looked at.
    pub nodes: u64,
}

/// A solver for one game, with a table that it keeps from one position to the next.
pub struct Exact {
    size: usize,
    cycles: Cycles,
    suicide: bool,
    memory: Memory,
}

/// What a solver remembers, by the search that its rules ask for.
enum Memory {
    Superko(Table),
    NoResult(Rows),
}

impl Exact {
    /// A solver with a table of so many megabytes.
    pub fn new<const W: usize>(game: &Go<W>, megabytes: usize) -> Result<Self, Unsolvable> {
        let (size, rules) = (game.board().size(), game.rules());
        if size > SIZE_MAX {
            return Err(Unsolvable::Size(size));
        }
        if rules.scoring() != Scoring::Area {
            return Err(Unsolvable::Territory);
        }
        let cycles = cycles_of(rules.ko());
        let memory = match cycles {
            Cycles::NoResult => Memory::NoResult(Rows::new(megabytes, size_of::<[u64; 2]>())),
            _ => Memory::Superko(Table::new(megabytes)),
        };
        Ok(Self { size, cycles, suicide: rules.suicide(), memory })
    }

    /// The result of a position, or what could be proven of it.
    pub fn solve<const W: usize>(&mut self, state: &State<W>, budget: &Budget<'_>) -> Outcome {
        let position = Position::of(state);
        std::thread::scope(|scope| {
            let work = || match self.size {
                2 => Session::<2>::new(self, budget).solve(position),
                3 => Session::<3>::new(self, budget).solve(position),
                4 => Session::<4>::new(self, budget).solve(position),
                _ => Session::<5>::new(self, budget).solve(position),
            };
            let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
            let worker = builder.spawn_scoped(scope, work).expect("the system has room for one thread");
            worker.join().expect("the search does not panic")
        })
    }
}

/// How a rule against repetition is solved.
pub fn cycles_of(ko: Ko) -> Cycles {
    match ko {
        Ko::Simple => Cycles::NoResult,
        Ko::Positional => Cycles::Positional,
        Ko::Situational => Cycles::Situational,
    }
}

/// A position as its mover sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Position {
    stones: Stones,
    ban: u8,
    passes: u32,
}

impl Position {
    fn of<const W: usize>(state: &State<W>) -> Self {
        let set = |colour: Colour| state.stones(colour).indices().fold(0, |set, point| set | 1 << point);
        let stones = Stones { own: set(state.mover()), other: set(state.mover().other()) };
        Self { stones, ban: state.ko().map_or(FREE, |point| point as u8), passes: state.passes() }
    }

    /// The positions after every legal move, superko aside.
    fn after<const N: usize>(&self, suicide: bool) -> Vec<(u8, Self)> {
        let empty = Grid::<N>::ALL & !(self.stones.own | self.stones.other);
        let open = grid::points(empty).filter(|point| *point != u32::from(self.ban));
        let put = |point| {
            let put = Grid::<N>::put(self.stones, point, suicide)?;
            Some((point as u8, Self { stones: put.stones.swapped(), ban: put.ko, passes: 0 }))
        };
        let pass = Self { stones: self.stones.swapped(), ban: FREE, passes: self.passes + 1 };
        open.filter_map(put).chain([(PASS, pass)]).collect()
    }

    /// The node that a prover sees: the mover himself or his opponent.
    fn node(&self, prover_moves: bool) -> Node {
        let stones = if prover_moves { self.stones } else { self.stones.swapped() };
        Node { stones, prover_moves, ban: self.ban }
    }
}

/// One call of [`Exact::solve`].
struct Session<'s, const N: usize> {
    solver: &'s mut Exact,
    allowance: Allowance<'s>,
    window: (i32, i32),
    nodes: u64,
}

impl<'s, const N: usize> Session<'s, N> {
    fn new(solver: &'s mut Exact, budget: &'s Budget<'_>) -> Self {
        let nodes_max = budget.nodes_max.unwrap_or(u64::MAX);
        let allowance = Allowance { watch: budget.watch, deadline: budget.deadline, nodes_max };
        let window = budget.window.unwrap_or((-Grid::<N>::POINTS, Grid::<N>::POINTS));
        Self { solver, allowance, window, nodes: 0 }
    }

    fn solve(mut self, position: Position) -> Outcome {
        let (low, high) = self.close_in(&position);
        let line = if low == high && position.passes < 2 { self.line(position, low) } else { Vec::new() };
        let choice = |choice: u8| Move(if choice == PASS { N * N } else { usize::from(choice) } as u16);
        let line: Vec<Move> = line.into_iter().map(choice).collect();
        Outcome { low, high, best: line.first().copied(), line, nodes: self.nodes }
    }

    /// Narrows the bounds until they meet, leave the window, or the budget is spent.
    fn close_in(&mut self, position: &Position) -> (i32, i32) {
        let lead = Grid::<N>::lead(position.stones);
        if position.passes >= 2 {
            return (lead, lead);
        }
        let (floor, roof) = self.window;
        // On the empty board the first player can do what the second can: he passes. So he does not lose.
        let is_empty = position.stones == Stones::default();
        let mut low = if is_empty { 0 } else { -Grid::<N>::POINTS };
        let mut high = Grid::<N>::POINTS;
        let (mut guess, mut stride, mut last) = (1, 1, None);
        while low < high && low < roof && high > floor {
            let asked = guess.clamp(low.max(floor) + 1, high.min(roof));
            let Some(is_reached) = self.ask(&[], position, asked) else { break };
            stride = if last == Some(is_reached) { stride * 2 } else { 1 };
            last = Some(is_reached);
            if is_reached {
                (low, guess) = (asked, asked + stride);
            } else {
                (high, guess) = (asked - 1, asked - stride);
            }
        }
        (low, high)
    }

    /// Whether the mover gets at least so much; `None` if the budget was spent before that was known.
    fn ask(&mut self, past: &[Position], position: &Position, target: i32) -> Option<bool> {
        if target <= -Grid::<N>::POINTS || target > Grid::<N>::POINTS {
            return Some(target <= 0);
        }
        let lead = Grid::<N>::lead(position.stones);
        if position.passes >= 2 {
            return Some(lead >= target);
        }
        let Exact { cycles, suicide, .. } = *self.solver;
        let mover_proves = cycles != Cycles::NoResult || target > 0;
        // After a pass the mover can end the game.
        if position.passes == 1 && lead >= target {
            return Some(true);
        }
        let target = if mover_proves { target } else { 1 - target };
        let (goal, root) = (Goal { target, cycles, suicide }, position.node(mover_proves));
        let answer = match &mut self.solver.memory {
            Memory::NoResult(rows) => {
                let mut search = Deepening::<N>::new(goal, rows, &self.allowance, self.nodes);
                let answer = search.prove(&root);
                self.nodes = search.nodes;
                answer
            }
            Memory::Superko(table) => {
                // The movers of the past take turns: that of the newest position is the opponent.
                let same_mover = |at: usize| (past.len() - at).is_multiple_of(2);
                let node = |(at, position): (usize, &Position)| position.node(mover_proves == same_mover(at));
                let past: Vec<Node> = past.iter().enumerate().map(node).collect();
                let mut search = Search::<N>::new(goal, table, &self.allowance, self.nodes);
                let answer = search.prove(&past, &root);
                self.nodes = search.nodes;
                answer
            }
        };
        answer.map(|is_proven| is_proven == mover_proves)
    }

    /// Best play from a position with a known result.
    fn line(&mut self, start: Position, result: i32) -> Vec<u8> {
        let (mut line, mut past, mut position, mut result) = (Vec::new(), Vec::new(), start, result);
        while position.passes < 2 && !past.contains(&position) {
            if !past.is_empty() && self.is_settled(&position, result) {
                break;
            }
            let Some((choice, after)) = self.keeping_move(&mut past, position, result) else { break };
            line.push(choice);
            (position, result) = (after, -result);
        }
        line
    }

    /// A move after which the result is still what it was; the position joins the past.
    fn keeping_move(&mut self, past: &mut Vec<Position>, position: Position, result: i32) -> Option<(u8, Position)> {
        let cycles = self.solver.cycles;
        let forbidden = |past: &[Position], choice: u8, after: &Position| {
            choice != PASS
                && past.iter().rev().enumerate().any(|(at, earlier)| match cycles {
                    Cycles::NoResult => false,
                    // The newest of the past is the opponent's position of the one after.
                    _ if at % 2 == 0 => cycles == Cycles::Positional && earlier.stones.swapped() == after.stones,
                    _ => earlier.stones == after.stones,
                })
        };
        past.push(position);
        for (choice, after) in position.after::<N>(self.solver.suicide) {
            if forbidden(past, choice, &after) {
                continue;
            }
            let history: &[Position] = if cycles == Cycles::NoResult { &[] } else { past };
            if !self.ask(history, &after, 1 - result)? {
                return Some((choice, after));
            }
        }
        None
    }

    /// Whether what can never be lost decides the result.
    fn is_settled(&self, position: &Position, result: i32) -> bool {
        let Exact { cycles, suicide, .. } = *self.solver;
        let verdict = |target: i32| Goal { target, cycles, suicide }.verdict::<N>(position.stones);
        // Nobody can lose by more than the board, or win by more: that says nothing.
        let most = Grid::<N>::POINTS;
        result > -most && verdict(result) == Verdict::Proven || result < most && verdict(result + 1) == Verdict::Refuted
    }
}
