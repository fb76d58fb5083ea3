//! Monte Carlo tree search (UCT) for any number of seats.
//!
//! A simulation goes down the tree by upper confidence bounds, each seat choosing for itself, and ends in a
//! random game; its payoffs, one a seat, are added up along the way. Forced passes take no place in the tree.
//! Where payoffs are certain (finished games, and what the caller's exact hook knows) they are kept as such,
//! and for two seats certainty climbs the tree as in a solver.
//!
//! `tally` is what a node of the [tree](crate::tree) counts, `near` a thread's copies of the busiest, `worker` is a thread of
//! the search; here are the parameters and the player.

mod near;
mod tally;
mod worker;

#[cfg(test)]
mod tests;

use std::fmt;

use enban_game::contract::SEATS_MAX;
use enban_game::{Game, MoveSet, Repetition, Rng, Scores, Seat, Trail, Turn};

use self::tally::{Node, ONE, Payoffs, Tally, Tree};
use self::worker::{Shared, Worker, expand};
use crate::limits::{Clock, Limits, TimeBy};
use crate::player::{Candidate, Desk, Player, Teller, Thought, Value};
use crate::tree::{Keeper, ROOT, Stats};

/// What the caller knows for certain about a position: each seat's payoff from 0 to 1 under best play, adding
/// up to 1 with two seats. Asked once for each new leaf, whose seat on turn may have to pass; it answers
/// `None` wherever the answer is not cheap.
pub type Exact<G> = Box<dyn Fn(&G, &<G as Game>::State) -> Option<[f32; SEATS_MAX]> + Send + Sync>;

/// What each seat may expect of a position, from 0 to 1: an evaluation in place of random games. Asked once for each new leaf,
/// past forced passes and before the end of the game.
pub type Expect<G> = Box<dyn Fn(&G, &<G as Game>::State) -> [f32; SEATS_MAX] + Send + Sync>;

/// What decides how an [`Mcts`] plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsParams {
    /// Simulations (`nodes`) and time for one move; with nothing set here or in the request, 10,000 simulations. The depth
    /// is not looked at.
    pub limits: Limits,
    /// The weight of what was seldom tried, against payoffs from 0 to 1. Against 0.7, at 2000
    /// simulations and 200 games each, 0.3, 0.45 and 1.0 made 0.52, 0.53 and 0.43 in Nip, 0.54, 0.56 and 0.41 in
    /// Reversi (each +- 0.035); 0.5 itself was not played.
    pub exploration: f64,
    /// What a move that was never tried is taken to be worth; with 2 or so every move is tried first. In
    /// matches of Nip 0.6 and 0.8 lose to 1.0 (0.33 and 0.43 of 200 games), 1.2 and 2.0 do not differ from it.
    pub first_play: f64,
    /// Simulations that end at a leaf before it grows children. Against 1, at 20 ms a move, 4 makes 0.475 of 300 games
    /// of Nip and 0.53 of 200 of Reversi (each +- 0.03), with a third of the memory.
    pub expand_after: u32,
    /// How much of the payoff is the lead rather than the win, from 0 to 1.
    pub score_weight: f64,
    /// The lead in points that counts in full.
    pub score_range: f64,
    /// Threads that share the tree. With one, the same seed and `limits.nodes` give the same tree.
    pub threads: usize,
    /// The largest size of the tree; when it is reached the tree stops growing and the search goes on.
    pub memory_mb: usize,
    /// Whether what was learned below the moves made since is kept for the next turn.
    pub reuse: bool,
    /// Whether certain values are carried up the tree.
    pub solve: bool,
    /// Visits from which each thread counts in a copy of its own. Two threads gain no more with 256 or 64.
    pub copy_from: u32,
}

impl Default for MctsParams {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            exploration: 0.5,
            first_play: 1.0,
            expand_after: 4,
            score_weight: 0.0,
            score_range: 32.0,
            threads: 1,
            memory_mb: 256,
            reuse: true,
            solve: true,
            copy_from: 1024,
        }
    }
}

impl MctsParams {
    /// What scores are worth: the first place, shared if need be, blended with the lead.
    fn payoffs(&self, scores: &Scores) -> Payoffs {
        let points = scores.as_slice();
        let best = points.iter().max().copied().unwrap_or_default();
        let firsts = points.iter().filter(|&&points| points == best).count() as u16;
        let mut payoffs = [0; SEATS_MAX];
        for (payoff, _) in payoffs.iter_mut().zip(points).filter(|(_, points)| **points == best) {
            *payoff = ONE / firsts;
        }
        if self.score_weight > 0.0 {
            for (seat, payoff) in payoffs.iter_mut().enumerate().take(points.len()) {
                let lead = scores.margin(Seat(seat as u8)).as_f64();
                let share = (0.5 + lead / (2.0 * self.score_range)).clamp(0.0, 1.0);
                let won = f64::from(*payoff) / f64::from(ONE);
                let blend = (1.0 - self.score_weight) * won + self.score_weight * share;
                *payoff = (blend * f64::from(ONE)).round() as u16;
            }
        }
        Payoffs(payoffs)
    }
}

/// The tree search player.
pub struct Mcts<G: Game> {
    params: MctsParams,
    exact: Option<Exact<G>>,
    expect: Option<Expect<G>>,
    rng: Rng,
    keeper: Keeper<G, Tally>,
}

impl<G: Game> fmt::Debug for Mcts<G> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Mcts")
            .field("params", &self.params)
            .field("exact", &self.exact.is_some())
            .field("expect", &self.expect.is_some())
            .finish()
    }
}

impl<G: Game> Mcts<G> {
    /// A player that draws its random numbers from `rng`.
    pub fn new(params: MctsParams, rng: Rng) -> Self {
        Self { params, exact: None, expect: None, rng, keeper: Keeper::default() }
    }

    /// A player whose leaves are judged instead of played out at random. A second look at a leaf would say the same again, so a
    /// leaf grows children when it is met again.
    pub fn judging(params: MctsParams, expect: Expect<G>, rng: Rng) -> Self {
        Self { expect: Some(expect), ..Self::new(MctsParams { expand_after: 1, ..params }, rng) }
    }

    /// The same with certain knowledge of some positions.
    pub fn with_exact(mut self, exact: Exact<G>) -> Self {
        self.exact = Some(exact);
        self
    }

    /// The size of the tree after the last turn, in nodes.
    pub fn tree_size(&self) -> u32 {
        self.keeper.tree().map_or(0, Tree::used)
    }
}

/// Where neither the player nor the request sets a limit.
pub const DEFAULT_LIMITS: Limits = Limits { depth: None, time: None, by: TimeBy::Wall, nodes: Some(10_000) };

impl<G: Game> Player<G> for Mcts<G> {
    fn think(&mut self, trail: &Trail<G>, desk: &Desk<'_>) -> Thought {
        let Turn::Moves(allowed) = trail.turn() else { panic!("a player is asked only when it has a move") };
        let seed = self.rng.bits();
        if allowed.len() == 1 {
            return Thought::plain(allowed.nth(0));
        }
        let (game, state, seat) = (trail.game(), trail.state(), trail.mover());
        if !self.params.reuse {
            self.keeper.clear();
        }
        let tree = self.keeper.take(trail, self.params.memory_mb);
        let root = tree.node(ROOT);
        if root.claim() {
            expand(game, &tree, root, state);
        }
        let clock = Clock::start(&self.params.limits.with(&desk.limits).or(DEFAULT_LIMITS), desk.watch);
        let shared = Shared {
            game,
            params: &self.params,
            exact: self.exact.as_ref(),
            expect: self.expect.as_ref(),
            tree: &tree,
            state,
            allowed: &allowed,
            clock: &clock,
            seed,
            solve: self.params.solve && game.repetition() == Repetition::Free,
        };
        // A kept tree may already know all; then the clock has rung.
        shared.prove(ROOT, seat);
        search(&shared, desk);
        let thought = sum_up(&shared, seat);
        self.keeper.keep(trail, tree);
        thought
    }

    fn ponder(&mut self, trail: &Trail<G>, desk: &Desk<'_>) {
        self.think(trail, desk);
    }
}

/// Runs the threads until the clock is up. This thread is one of them, and the one that tells.
fn search<G: Game>(shared: &Shared<'_, G>, desk: &Desk<'_>) {
    let teller = Teller::new(desk);
    let seat = shared.game.mover(shared.state);
    let tell = || teller.tell(|| sum_up(shared, seat));
    std::thread::scope(|scope| {
        for thread in 1..shared.params.threads as u64 {
            scope.spawn(move || Worker::new(shared, thread, &|| {}).run());
        }
        Worker::new(shared, 0, &tell).run();
    });
}

/// What the tree says about the moves at the root: those with most visits first, what is certainly won before
/// all others and what is certainly lost behind them; if all is certain, by what is certain.
fn sum_up<G: Game>(shared: &Shared<'_, G>, seat: Seat) -> Thought {
    let children = shared.tree.root_children().iter();
    let nodes = children.filter(|node| shared.allowed.contains(node.choice())).collect();
    let candidates = ranked(shared.tree, nodes, seat);
    Thought { choice: candidates[0].choice, candidates, nodes: shared.clock.nodes() }
}

/// Children of the root as candidates in that order.
fn ranked(tree: &Tree, nodes: Vec<&Node>, seat: Seat) -> Vec<Candidate> {
    let all_known = nodes.iter().all(|node| node.stats.proof().is_some());
    let class = |node: &Node| match node.stats.proof().map(|payoffs| payoffs.of(seat)) {
        Some(payoff) if all_known || payoff == 0 || payoff == ONE => i32::from(payoff),
        _ => i32::from(ONE) / 2,
    };
    // The keys are read once: other threads may still be adding to them.
    let mut ranked: Vec<_> = nodes.into_iter().map(|node| ((class(node), node.stats.visits()), node)).collect();
    ranked.sort_by_key(|&(key, _)| std::cmp::Reverse(key));
    let candidate = |&((_, visits), node): &((i32, u32), &Node)| {
        let line = tree.line_from(node);
        let chance =
            node.stats.proof().map_or(node.stats.mean(), |payoffs| f64::from(payoffs.of(seat)) / f64::from(ONE));
        let depth = line.len() as u32;
        Candidate { choice: node.choice(), value: Value::Chance(chance), depth, visits: u64::from(visits), line }
    };
    ranked.iter().map(candidate).collect()
}
