//! The player: it keeps the tree from move to move, watches the time, and knows when to pass.

use std::fmt;
use std::sync::Mutex;

use enban_game::{Game, Move, Points, Rng, Scores, Seat, Step, Trail, Turn};
use enban_go::recognition::final_status;
use enban_go::{Go, Scoring, Undo};
use enban_search::tree::{Keeper, ROOT, Stats};
use enban_search::{Candidate, Clock, Desk, Limits, Player, Stopwatch, Teller, Thought, TimeBy, Value};

use crate::ending::dead_by;
use crate::params::UctParams;
use crate::playout::{Policy, Recent, Scratch};
use crate::tally::{Node, Tally};
use crate::worker::{Margin, Shared, Worker};

/// A player of Go by Monte Carlo tree search.
pub struct Uct<const W: usize> {
    params: UctParams,
    rng: Rng,
    policy: Option<Policy<W>>,
    keeper: Keeper<Go<W>, Tally>,
    owners: Vec<f32>,
}

impl<const W: usize> fmt::Debug for Uct<W> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Uct").field("params", &self.params).finish_non_exhaustive()
    }
}

impl<const W: usize> Uct<W> {
    /// A player that draws its random numbers from `rng`.
    pub fn new(params: UctParams, rng: Rng) -> Self {
        Self { params, rng, policy: None, keeper: Keeper::default(), owners: Vec::new() }
    }

    /// For each point how surely it will be black's (1) or white's (-1), by the playouts of the last turn. Empty
    /// before the first.
    pub fn owners(&self) -> &[f32] {
        &self.owners
    }

    /// The playouts' rules for this game, made anew when the game changes.
    fn policy_for(&mut self, game: &Go<W>) -> Policy<W> {
        let same = |policy: &Policy<W>| {
            policy.game.board().size() == game.board().size() && policy.game.rules() == game.rules()
        };
        match self.policy.take() {
            Some(policy) if same(&policy) => policy,
            _ => {
                self.keeper.clear();
                Policy::new(game, self.params.playout)
            }
        }
    }

    /// What margins are counted from on a large board: the lead by the playouts of the last turn, or by a few of now if
    /// there was none in this game.
    fn margin(&self, trail: &Trail<Go<W>>, policy: &Policy<W>, is_fresh: bool, seed: u64) -> Option<Margin> {
        let weight = self.params.margin_weight;
        if weight == 0.0 || !policy.opening.is_large() {
            return None;
        }
        let komi_halves = trail.game().rules().komi().in_halves() as f32;
        let black_halves = if is_fresh || self.owners.is_empty() {
            let mut scratch = Scratch::new(Rng::stream(seed, u64::MAX));
            let mut lead = || {
                let mut state = trail.state().clone();
                policy.play(&mut state, recent_of(trail), &mut scratch, |_| {}).lead_halves
            };
            (0..EXPECTED_PLAYOUTS).map(|_| lead()).sum::<i32>() as f32 / EXPECTED_PLAYOUTS as f32
        } else {
            2.0 * self.owners.iter().sum::<f32>() - komi_halves
        };
        let expected = if trail.mover() == Seat(0) { black_halves } else { -black_halves };
        Some(Margin { weight, expected, scale: 2.0 * trail.game().board().size() as f32 })
    }

    /// Whether passing ends the game with a win: by area as the board stands, which is what counts in a match, and without the
    /// dead stones, which is what people agree on, those of the playouts as well as those of the recognition.
    fn wins_by_passing(&self, trail: &Trail<Go<W>>) -> bool {
        let (game, state, seat) = (trail.game(), trail.state(), trail.mover());
        let dead = dead_by(game, state, &self.owners);
        let leads = |scores: Scores| scores.margin(seat) > Points::ZERO;
        let by_territory = game.rules().scoring() == Scoring::Territory;
        (by_territory || leads(game.scores(state))) && leads(game.score_with_dead(state, &dead)) && leads(agreed(trail))
    }

    /// Answers a pass that leaves a won game with a pass. Otherwise what the tree prefers, but by area never a pass that
    /// ends the game with a loss as the board stands, nor, while there is hope, as people would count it; by territory, where playing on
    /// costs points, a lost game is not played on.
    fn decide(&self, trail: &Trail<Go<W>>, thought: &mut Thought) {
        let (game, state) = (trail.game(), trail.state());
        if state.passes() == 0 {
            return;
        }
        let pass = Move(game.pass_index() as u16);
        let by_territory = game.rules().scoring() == Scoring::Territory;
        if self.wins_by_passing(trail) || by_territory && is_hopeless(thought) {
            thought.choice = pass;
        } else if thought.choice == pass && !by_territory {
            let loses = |scores: Scores| scores.margin(trail.mover()) < Points::ZERO;
            let other = thought.candidates.iter().find(|candidate| candidate.choice != pass);
            let has_hope = |other: &Candidate| matches!(other.value, Value::Chance(chance) if chance >= HOPE);
            let plays_on = |other: &&Candidate| loses(game.scores(state)) || has_hope(other) && loses(agreed(trail));
            thought.choice = other.filter(plays_on).map_or(pass, |candidate| candidate.choice);
        }
    }
}

/// Playouts that tell the lead where there is no turn before.
const EXPECTED_PLAYOUTS: i32 = 32;

/// Where neither the player nor the request sets a limit.
pub const DEFAULT_LIMITS: Limits = Limits { depth: None, time: None, by: TimeBy::Wall, nodes: Some(3_000) };

impl<const W: usize> Player<Go<W>> for Uct<W> {
    fn think(&mut self, trail: &Trail<Go<W>>, desk: &Desk<'_>) -> Thought {
        let Turn::Moves(allowed) = trail.turn() else { panic!("a player is asked only when it has a move") };
        let seed = self.rng.bits();
        let limits = self.params.limits.with(&desk.limits).or(DEFAULT_LIMITS);
        let clock = Clock::start(&limits, desk.watch);
        let stopwatch = Stopwatch::start(limits.by);
        let policy = self.policy_for(trail.game());
        if !self.params.reuse {
            self.keeper.clear();
        }
        let tree = self.keeper.take(trail, self.params.memory_mb);
        let recent = recent_of(trail);
        let root = tree.node(ROOT);
        let is_fresh = root.children().is_none();
        if is_fresh && root.claim() {
            let moves = policy.moves(trail.state(), recent, &self.params, &mut Undo::default());
            tree.expand(root, moves.into_iter(), 0);
        }
        let points = trail.game().board().points();
        let owned = Mutex::new((vec![0; points], 0));
        let margin = self.margin(trail, &policy, is_fresh, seed);
        let shared = Shared {
            policy: &policy,
            params: &self.params,
            limits: &limits,
            tree: &tree,
            state: trail.state(),
            recent,
            history: trail.history(),
            allowed: &allowed,
            clock: &clock,
            seed,
            margin,
            owned: &owned,
        };
        search(&shared, desk, &stopwatch);
        let mut thought = sum_up(&shared);
        let (sums, playouts) = owned.into_inner().expect("no thread panics while it adds");
        self.owners = sums.into_iter().map(|sum: i32| sum as f32 / (playouts.max(1)) as f32).collect();
        self.keeper.keep(trail, tree);
        self.policy = Some(policy);
        self.decide(trail, &mut thought);
        thought
    }

    fn ponder(&mut self, trail: &Trail<Go<W>>, desk: &Desk<'_>) {
        self.think(trail, desk);
    }
}

/// The last two moves of a trail.
pub(crate) fn recent_of<const W: usize>(trail: &Trail<Go<W>>) -> Recent {
    let pass = trail.game().pass_index();
    let back = |count: usize| {
        let step = trail.steps().iter().rev().nth(count)?;
        match step {
            Step::Play(choice) if choice.index() != pass => Some(choice.index()),
            _ => None,
        }
    };
    Recent { last: back(0), before: back(1) }
}

/// Runs the threads until the clock is up. This thread is one of them, and the one that tells.
fn search<const W: usize>(shared: &Shared<'_, W>, desk: &Desk<'_>, stopwatch: &Stopwatch) {
    let teller = Teller::new(desk);
    let pause = || {
        if !desk.is_study && is_decided(shared, stopwatch) {
            shared.clock.ring();
        }
        teller.tell(|| sum_up(shared));
    };
    std::thread::scope(|scope| {
        for thread in 1..shared.params.threads as u64 {
            scope.spawn(move || Worker::new(shared, thread).run(&|| {}));
        }
        Worker::new(shared, 0).run(&pause);
    });
}

/// The chance beyond which a game is as good as won, and below one minus which as good as lost.
const CERTAIN: f64 = 0.97;

/// The part of its time that is given to a move of such a game.
const CERTAIN_SHARE: f64 = 0.125;

/// Whether part of the time has shown that the game is decided, or with an early stop whether the most visited move can
/// no longer be caught within the limits.
fn is_decided<const W: usize>(shared: &Shared<'_, W>, stopwatch: &Stopwatch) -> bool {
    let limits = shared.limits;
    let spent = shared.clock.nodes();
    let by_nodes = limits.nodes.map(|nodes| nodes.saturating_sub(spent));
    let elapsed = stopwatch.elapsed().as_secs_f64().max(1e-3);
    if limits.time.is_some_and(|time| elapsed >= CERTAIN_SHARE * time.as_secs_f64()) && is_certain(shared) {
        return true;
    }
    if !shared.params.early_stop {
        return false;
    }
    let by_time = limits.time.map(|time| {
        let left = (time.as_secs_f64() - elapsed).max(0.0);
        (spent as f64 / elapsed * left) as u64
    });
    let Some(left) = by_nodes.into_iter().chain(by_time).min() else { return false };
    let (mut first, mut second) = (0, 0);
    for node in shared.tree.root_children() {
        let visits = u64::from(node.stats.visits());
        if visits > first {
            (first, second) = (visits, first);
        } else {
            second = second.max(visits);
        }
    }
    first > second + left
}

/// What a move must promise to be made in place of a pass that people would count as a loss.
const HOPE: f64 = 0.2;

/// The scores that people would agree on if the game ended here.
pub(crate) fn agreed<const W: usize>(trail: &Trail<Go<W>>) -> Scores {
    let (game, state) = (trail.game(), trail.state());
    if game.rules().takes_off_dead() { final_status(game, state).scores } else { game.scores(state) }
}

/// Whether even the best move all but loses.
fn is_hopeless(thought: &Thought) -> bool {
    thought.candidates.first().is_some_and(|best| matches!(best.value, Value::Chance(chance) if chance < 1.0 - CERTAIN))
}

/// The chance of winning with a move.
fn chance_of<const W: usize>(shared: &Shared<'_, W>, node: &Node) -> f64 {
    shared.margin.map_or(node.stats.mean(), |margin| margin.chance(node.stats.mean()))
}

/// Whether the most visited move all but wins or loses the game.
fn is_certain<const W: usize>(shared: &Shared<'_, W>) -> bool {
    let most = shared.tree.root_children().iter().max_by_key(|node| node.stats.visits());
    most.is_some_and(|node| !(1.0 - CERTAIN..=CERTAIN).contains(&chance_of(shared, node)))
}

/// What the tree says about the moves at the root, those with most visits first.
fn sum_up<const W: usize>(shared: &Shared<'_, W>) -> Thought {
    let tree = shared.tree;
    let mut ranked: Vec<(u32, &Node)> = tree
        .root_children()
        .iter()
        .filter(|node| shared.allowed.has(node.choice().index()))
        .map(|node| (node.stats.visits(), node))
        .collect();
    ranked.sort_by_key(|&(visits, _)| std::cmp::Reverse(visits));
    let candidate = |&(visits, node): &(u32, &Node)| {
        let line = tree.line_from(node);
        let depth = line.len() as u32;
        Candidate {
            choice: node.choice(),
            value: Value::Chance(chance_of(shared, node)),
            depth,
            visits: u64::from(visits),
            line,
        }
    };
    let candidates: Vec<Candidate> = ranked.iter().map(candidate).collect();
    Thought { choice: candidates[0].choice, candidates, nodes: shared.clock.nodes() }
}
