//! Monte Carlo tree search (UCT) for any number of seats.
//!
//! A simulation goes down the tree by upper confidence bounds, each seat choosing for itself, and ends in a
//! random game; its payoffs, one a seat, are added up along the way. Forced passes take no place in the tree.
//! Where payoffs are certain (finished games, and what the caller's exact hook knows) they are kept as such,
//! and for two seats certainty climbs the tree as in a solver.
//!
//! `arena` holds the nodes, `near` a thread's copies of the busiest, `worker` is a thread of the search; here are the parameters and the player.

mod arena;
mod near;
mod worker;

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use enban_game::contract::SEATS_MAX;
use enban_game::{Game, MoveSet, Repetition, Rng, Scores, Seat, Step, Trail, Turn};

use self::arena::{Arena, Node, ONE, Payoffs, ROOT};
use self::worker::{Shared, Worker, expand};
use crate::limits::{Clock, Limits, TimeBy};
use crate::player::{Candidate, Desk, Player, Thought, Value};

/// What the caller knows for certain about a position: each seat's payoff from 0 to 1 under best play, adding
/// up to 1 with two seats. Asked once for each new leaf, whose seat on turn may have to pass; it answers
/// `None` wherever the answer is not cheap.
pub type Exact<G> = Box<dyn Fn(&G, &<G as Game>::State) -> Option<[f32; SEATS_MAX]> + Send + Sync>;

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
    rng: Rng,
    kept: Option<Kept<G>>,
}

/// A tree and the game it belongs to.
struct Kept<G: Game> {
    arena: Arena,
    start: G::State,
    steps: Vec<Step>,
}

impl<G: Game> fmt::Debug for Mcts<G> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Mcts").field("params", &self.params).field("exact", &self.exact.is_some()).finish()
    }
}

impl<G: Game> Mcts<G> {
    /// A player that draws its random numbers from `rng`.
    pub fn new(params: MctsParams, rng: Rng) -> Self {
        Self { params, exact: None, rng, kept: None }
    }

    /// The same with certain knowledge of some positions.
    pub fn with_exact(mut self, exact: Exact<G>) -> Self {
        self.exact = Some(exact);
        self
    }

    /// The size of the tree after the last turn, in nodes.
    pub fn tree_size(&self) -> u32 {
        self.kept.as_ref().map_or(0, |kept| kept.arena.used())
    }

    /// The tree below the position of the trail, as far as there is one.
    fn take_tree(&mut self, trail: &Trail<G>) -> Arena {
        let memory_mb = self.params.memory_mb;
        let found = self.kept.take().filter(|_| self.params.reuse).and_then(|kept| {
            let root = kept.find(trail)?;
            Some(if root == ROOT { kept.arena } else { kept.arena.below(root, memory_mb) })
        });
        found.unwrap_or_else(|| Arena::new(memory_mb))
    }
}

impl<G: Game> Kept<G> {
    /// The node of the trail's position.
    fn find(&self, trail: &Trail<G>) -> Option<u32> {
        let since = trail.steps().strip_prefix(self.steps.as_slice()).filter(|_| *trail.start() == self.start)?;
        let (mut index, mut passes) = (ROOT, 0);
        for step in since {
            match step {
                Step::Pass => passes += 1,
                Step::Play(choice) => {
                    let children = self.arena.node(index).children().filter(|children| children.passes == passes)?;
                    index = children.indices().find(|&child| self.arena.node(child).choice() == *choice)?;
                    passes = 0;
                }
            }
        }
        let fits = self.arena.node(index).children().is_none_or(|children| children.passes == passes);
        fits.then_some(index)
    }
}

/// Where neither the player nor the request sets a limit.
pub const DEFAULT_LIMITS: Limits = Limits { depth: None, time: None, by: TimeBy::Wall, nodes: Some(10_000) };

/// Between two thoughts told.
const TELL_EVERY: Duration = Duration::from_millis(250);

impl<G: Game> Player<G> for Mcts<G> {
    fn think(&mut self, trail: &Trail<G>, desk: &Desk<'_>) -> Thought {
        let Turn::Moves(allowed) = trail.turn() else { panic!("a player is asked only when it has a move") };
        let seed = self.rng.bits();
        if allowed.len() == 1 {
            return Thought::plain(allowed.nth(0));
        }
        let (game, state, seat) = (trail.game(), trail.state(), trail.mover());
        let arena = self.take_tree(trail);
        let root = arena.node(ROOT);
        if root.claim() {
            expand(game, &arena, root, state);
        }
        let clock = Clock::start(&self.params.limits.with(&desk.limits).or(DEFAULT_LIMITS), desk.watch);
        let shared = Shared {
            game,
            params: &self.params,
            exact: self.exact.as_ref(),
            arena: &arena,
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
        self.kept = Some(Kept { arena, start: trail.start().clone(), steps: trail.steps().to_vec() });
        thought
    }
}

/// Runs the threads until the clock is up. This thread is one of them, and the one that tells.
fn search<G: Game>(shared: &Shared<'_, G>, desk: &Desk<'_>) {
    let told = Mutex::new(Instant::now());
    let seat = shared.game.mover(shared.state);
    let tell = || {
        if let Ok(mut last) = told.try_lock()
            && last.elapsed() >= TELL_EVERY
        {
            *last = Instant::now();
            (desk.tell)(&sum_up(shared, seat));
        }
    };
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
    let arena = shared.arena;
    let children = arena.node(ROOT).children().expect("the root is expanded first");
    let mut nodes: Vec<&Node> = children.indices().map(|index| arena.node(index)).collect();
    nodes.retain(|node| shared.allowed.contains(node.choice()));
    let candidates = ranked(arena, nodes, seat);
    Thought { choice: candidates[0].choice, candidates, nodes: shared.clock.nodes() }
}

/// Children of the root as candidates in that order.
fn ranked(arena: &Arena, nodes: Vec<&Node>, seat: Seat) -> Vec<Candidate> {
    let all_known = nodes.iter().all(|node| node.proof().is_some());
    let class = |node: &Node| match node.proof().map(|payoffs| payoffs.of(seat)) {
        Some(payoff) if all_known || payoff == 0 || payoff == ONE => i32::from(payoff),
        _ => i32::from(ONE) / 2,
    };
    // The keys are read once: other threads may still be adding to them.
    let mut ranked: Vec<_> = nodes.into_iter().map(|node| ((class(node), node.visits()), node)).collect();
    ranked.sort_by_key(|&(key, _)| std::cmp::Reverse(key));
    let candidate = |&((_, visits), node): &((i32, u32), &Node)| {
        let line = line_below(arena, node);
        let chance = node.proof().map_or(node.mean(), |payoffs| f64::from(payoffs.of(seat)) / f64::from(ONE));
        let depth = line.len() as u32;
        Candidate { choice: node.choice(), value: Value::Chance(chance), depth, visits: u64::from(visits), line }
    };
    ranked.iter().map(candidate).collect()
}

/// The most visited way on, from a child of the root.
fn line_below(arena: &Arena, child: &Node) -> Vec<Step> {
    let mut line = vec![Step::Play(child.choice())];
    let mut node = child;
    while let Some(children) = node.children() {
        let most = children.indices().map(|index| arena.node(index)).max_by_key(|child| child.visits());
        let Some(next) = most.filter(|child| child.visits() > 0) else { break };
        line.extend((0..children.passes).map(|_| Step::Pass));
        line.push(Step::Play(next.choice()));
        node = next;
    }
    line
}
