//! Alpha-beta for games of two: iterative deepening, principal variation search, and an exact end.
//!
//! Start with [`AlphaBeta::think`]: from `exact` moves left on it hands over to the exact solver, which first
//! proves who wins and then by how much. Before that it deepens ply by ply until its limits are reached. Several
//! threads deepen side by side and share what they remember.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use enban_game::{Endgame, Move, MoveSet, Points, Step, Trail, Turn};

use crate::abdada::Busy;
use crate::evaluate::{CERTAIN, Incremental};
use crate::exact::{Settings, Solution, Solver};
use crate::limits::{Clock, Limits, Stopwatch, TimeBy};
use crate::memory::{Bound, Memory, Remembered};
use crate::midgame::{Haste, Worker};
use crate::player::{Candidate, Desk, Player, Thought, Value};

/// No search goes deeper.
const DEPTH_MAX: u32 = 100;
/// No position has more moves.
const MOVES_MAX: usize = 128;
/// Half the first window around the last value, in hundredths of a point.
const WINDOW: i32 = 150;
/// Larger than any value.
const INFINITE: i32 = 2 * CERTAIN;

/// Where neither the player nor the request sets a limit.
pub const DEFAULT_LIMITS: Limits = Limits { depth: Some(6), time: None, by: TimeBy::Wall, nodes: None };

/// How an alpha-beta player thinks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AlphaBetaParams {
    /// What it may spend on a move; with nothing set here or in the request, it looks six plies ahead.
    pub limits: Limits,
    /// From when on it reads to the end.
    pub exact: ReadOut,
    /// Threads.
    pub threads: usize,
    /// Megabytes of memory, for the search and for the solver each.
    pub megabytes: usize,
    /// How many of the best moves to value fully; the others are only known to be no better.
    pub lines: usize,
    /// How sure a cut on likelihood must be, in percent; 100 for no such cuts.
    pub selectivity: u32,
}

impl Default for AlphaBetaParams {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            exact: ReadOut::From(12),
            threads: 1,
            megabytes: 32,
            lines: 1,
            selectivity: 100,
        }
    }
}

/// When a player begins to read to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadOut {
    /// From so many moves left on.
    From(u32),
    /// From as many moves left on as can mostly be read within the time for the move.
    AsTimeAllows,
}

impl ReadOut {
    /// Moves left where no time is set.
    const UNTIMED: u32 = 12;
    /// Moves left where the time is not an end that somebody waits for; then nothing is shown until it is read.
    const ENDLESS: u32 = 20;
    /// From here on a time is no limit.
    const DAY: Duration = Duration::from_secs(86_400);

    /// Moves left from which on to read: each further one takes about twice as long.
    pub fn within(self, limits: &Limits) -> u32 {
        match (self, limits.time) {
            (Self::From(left), _) => left,
            (Self::AsTimeAllows, None) => Self::UNTIMED,
            (Self::AsTimeAllows, Some(time)) if time >= Self::DAY => Self::ENDLESS,
            (Self::AsTimeAllows, Some(time)) => {
                let doublings = time.as_secs_f64().max(1e-3).log2();
                (20.0 + doublings).clamp(10.0, 30.0) as u32
            }
        }
    }
}

/// The player.
pub struct AlphaBeta<G: Endgame, V> {
    params: AlphaBetaParams,
    evaluate: V,
    memory: Memory,
    busy: Busy,
    game: G,
    /// Made when the end is first in reach: its table takes a while to lay out.
    solver: OnceLock<Solver<G, V>>,
}

impl<G: Endgame, V: Incremental<G>> AlphaBeta<G, V> {
    /// A player of `game` with an evaluation.
    pub fn new(game: &G, evaluate: V, params: AlphaBetaParams) -> Self {
        let memory = Memory::new(params.megabytes);
        Self { params, evaluate, memory, busy: Busy::new(), game: game.clone(), solver: OnceLock::new() }
    }

    fn solver(&self) -> &Solver<G, V> {
        let make = || Solver::informed(self.game.clone(), self.params.megabytes, self.evaluate.clone());
        self.solver.get_or_init(make)
    }

    /// Reads to the end: first who wins, then by how much. `None` if not even that was proven in time.
    fn read_out(&self, game: &G, state: &G::State, limits: Limits, desk: &Desk<'_>) -> Option<Thought> {
        let settings = Settings { threads: self.params.threads, limits, ..Settings::default() };
        let started = Stopwatch::start(limits.by);
        let outcome = self.solver().solve(state, &Settings { window: Some((-1, 1)), ..settings }, desk.watch);
        let thought = told(&outcome, self.solver().moves_left(state), outcome.nodes)?;
        (desk.tell)(&thought);
        let left = Limits {
            time: limits.time.map(|time| time.saturating_sub(started.elapsed())),
            nodes: limits.nodes.map(|nodes| nodes.saturating_sub(outcome.nodes)),
            ..limits
        };
        if left.time.is_some_and(|time| time.is_zero()) || left.nodes == Some(0) {
            return Some(thought);
        }
        let margin = self.solver().solve(state, &Settings { limits: left, ..settings }, desk.watch);
        let nodes = outcome.nodes + margin.nodes;
        let mut thought = told(&margin, self.solver().moves_left(state), nodes).unwrap_or(Thought { nodes, ..thought });
        if self.params.lines > 1 && margin.exact().is_some() {
            (desk.tell)(&thought);
            self.value_others(game, state, limits, started, desk, &mut thought);
        }
        Some(thought)
    }

    /// Values the moves besides the best one, as long as the limits allow.
    fn value_others(
        &self,
        game: &G,
        state: &G::State,
        limits: Limits,
        started: Stopwatch,
        desk: &Desk<'_>,
        thought: &mut Thought,
    ) {
        for choice in game.open_moves(state).iter().filter(|&choice| choice != thought.choice) {
            let mut after = *state;
            game.play(&mut after, choice);
            let left = Limits {
                time: limits.time.map(|time| time.saturating_sub(started.elapsed())),
                nodes: limits.nodes.map(|nodes| nodes.saturating_sub(thought.nodes)),
                ..limits
            };
            let settings = Settings { threads: self.params.threads, limits: left, ..Settings::default() };
            let solution = self.solver().solve(&after, &settings, desk.watch);
            thought.nodes += solution.nodes;
            let value = match solution.exact() {
                Some(lead) => Value::Exact(Points::whole(-lead)),
                None => Value::AtMost(Points::whole(-solution.low)),
            };
            let line = std::iter::once(Step::Play(choice)).chain(solution.line).collect();
            let depth = self.solver().moves_left(state);
            thought.candidates.push(Candidate { choice, value, depth, visits: solution.nodes, line });
        }
        best_first(&mut thought.candidates);
        thought.candidates.truncate(self.params.lines);
    }

    /// Deepens until the limits are reached.
    fn deepen(&self, game: &G, state: &G::State, limits: &Limits, desk: &Desk<'_>) -> Thought {
        let clock = Clock::start(limits, desk.watch);
        let first = game.open_moves(state).iter().next().expect("a player is asked only when it has a move");
        let progress = Progress { finished: AtomicU32::new(0), thought: Mutex::new(Thought::plain(first)) };
        let search = |tell: Option<&dyn Fn(&Thought)>| {
            let mut root = Root::new(self, game, &clock, &progress);
            root.deepen(state, limits, tell);
            clock.spend(root.worker.untold());
        };
        std::thread::scope(|scope| {
            for _ in 1..self.params.threads {
                scope.spawn(|| search(None));
            }
            search(Some(desk.tell));
        });
        let mut thought = progress.thought.into_inner().expect("no thread panics");
        thought.nodes = clock.nodes();
        thought
    }
}

/// What the threads have found between them.
struct Progress {
    /// Plies that one of them has finished.
    finished: AtomicU32,
    /// What it found.
    thought: Mutex<Thought>,
}

/// What a solution says as a thought; `None` if it proves no move.
fn told(solution: &Solution, depth: u32, nodes: u64) -> Option<Thought> {
    let choice = solution.best?;
    let value = match solution.exact() {
        Some(lead) => Value::Exact(Points::whole(lead)),
        None if solution.low > 0 => Value::AtLeast(Points::whole(solution.low)),
        None if solution.high < 0 => Value::AtMost(Points::whole(solution.high)),
        None => return None,
    };
    let line = if solution.line.is_empty() { vec![Step::Play(choice)] } else { solution.line.clone() };
    let candidate = Candidate { choice, value, depth, visits: nodes, line };
    Some(Thought { choice, candidates: vec![candidate], nodes })
}

/// Puts the best exact values first. The best move stays there: the sort keeps the order of equals.
fn best_first(candidates: &mut [Candidate]) {
    let rank = |candidate: &Candidate| match candidate.value {
        Value::Exact(points) => points,
        _ => Points::halves(i32::MIN / 2),
    };
    candidates.sort_by_key(|candidate| std::cmp::Reverse(rank(candidate)));
}

impl<G: Endgame, V: Incremental<G>> Player<G> for AlphaBeta<G, V> {
    fn think(&mut self, trail: &Trail<G>, desk: &Desk<'_>) -> Thought {
        let (game, state) = (trail.game(), trail.state());
        let mut limits = self.params.limits.with(&desk.limits).or(DEFAULT_LIMITS);
        if game.moves_left(state) <= self.params.exact.within(&limits) {
            // A proof may take too long: it gets four fifths, and what is left goes to the estimate.
            let share = Limits {
                depth: None,
                time: limits.time.map(|time| time * 4 / 5),
                nodes: limits.nodes.map(|nodes| nodes * 4 / 5),
                ..limits
            };
            if let Some(thought) = self.read_out(game, state, share, desk) {
                return thought;
            }
            limits =
                Limits { time: limits.time.map(|time| time / 5), nodes: limits.nodes.map(|nodes| nodes / 5), ..limits };
        }
        self.deepen(game, state, &limits, desk)
    }

    fn ponder(&mut self, trail: &Trail<G>, desk: &Desk<'_>) {
        self.think(trail, desk);
    }
}

/// One thread at the root of the tree.
struct Root<'w, G: Endgame, V> {
    worker: Worker<'w, G, V>,
    progress: &'w Progress,
    lines: usize,
}

impl<'w, G: Endgame, V: Incremental<G>> Root<'w, G, V> {
    fn new(player: &'w AlphaBeta<G, V>, game: &'w G, clock: &'w Clock<'w>, progress: &'w Progress) -> Self {
        let mut worker = Worker::new(game, &player.evaluate, &player.memory, clock);
        worker.busy = (player.params.threads > 1).then_some(&player.busy);
        worker.finished = (player.params.threads > 1).then_some(&progress.finished);
        worker.confidence = Some(player.params.selectivity).filter(|&percent| percent < 100);
        Self { worker, progress, lines: player.params.lines.max(1) }
    }

    /// Ply by ply, until the limits; the first ply is always completed, so that there is a move. A ply that another thread
    /// has finished is given up. One thread tells what they find, and what it had found when the clock was up.
    fn deepen(&mut self, state: &G::State, limits: &Limits, tell: Option<&dyn Fn(&Thought)>) {
        let progress = self.progress;
        let last = limits.depth.unwrap_or(DEPTH_MAX).min(self.worker.game.moves_left(state)).max(1);
        let mut told = 0;
        loop {
            let (finished, before) = {
                let thought = progress.thought.lock().expect("no thread panics");
                let finished = progress.finished.load(Ordering::Relaxed);
                if let Some(tell) = tell.filter(|_| finished > told) {
                    tell(&thought);
                }
                told = finished;
                (finished, thought.candidates.first().cloned())
            };
            if finished >= last || (finished > 0 && self.worker.clock.is_up()) {
                break;
            }
            let depth = finished + 1;
            self.worker.ply = depth;
            let candidates = self.best_lines(state, depth, before.as_ref());
            let is_done = !self.worker.clock.is_up();
            let mut thought = progress.thought.lock().expect("no thread panics");
            if progress.finished.load(Ordering::Relaxed) >= depth {
                continue;
            }
            // A first move that was searched to the end is worth more than what the last ply said.
            if let Some(best) = candidates.first().filter(|_| is_done || tell.is_some()) {
                *thought = Thought { choice: best.choice, candidates, nodes: self.worker.nodes };
                if let Some(tell) = tell {
                    tell(&thought);
                    told = depth;
                }
            }
            if !is_done {
                break;
            }
            progress.finished.store(depth, Ordering::Relaxed);
        }
        self.worker.clock.ring();
    }

    /// The best moves, each valued fully, by leaving the better ones out of the next search.
    fn best_lines(&mut self, state: &G::State, depth: u32, last: Option<&Candidate>) -> Vec<Candidate> {
        let mut left = self.worker.game.open_moves(state);
        let mut candidates: Vec<Candidate> = Vec::new();
        while candidates.len() < self.lines && !left.is_empty() {
            let around = match (last, candidates.is_empty()) {
                (Some(Candidate { value: Value::Lead(lead), .. }), true) => Some((lead * 100.0) as i32),
                _ => None,
            };
            let Some((value, choice)) = self.root(state, &left, depth, around) else { break };
            left.remove(choice);
            let line = self.line(state, choice, depth);
            let shown = match value.abs() >= CERTAIN {
                true => Value::Exact(Points::whole((value - value.signum() * CERTAIN) / 100)),
                false => Value::Lead(f64::from(value) / 100.0),
            };
            candidates.push(Candidate { choice, value: shown, depth, visits: self.worker.nodes, line });
            if self.worker.is_up() {
                break;
            }
        }
        candidates
    }

    /// The best of some moves, searched around the value of the last ply; `None` if the clock was up before
    /// the first move was done.
    fn root(&mut self, state: &G::State, moves: &G::Moves, depth: u32, around: Option<i32>) -> Option<(i32, Move)> {
        let (mut alpha, mut beta) = match around {
            Some(value) if depth > 2 => (value - WINDOW, value + WINDOW),
            _ => (-INFINITE, INFINITE),
        };
        loop {
            let found = self.root_within(state, moves, depth, alpha, beta)?;
            if self.worker.is_up() {
                return Some(found);
            }
            match found.0 {
                value if value <= alpha && alpha > -INFINITE => alpha = -INFINITE,
                value if value >= beta && beta < INFINITE => beta = INFINITE,
                _ => return Some(found),
            }
        }
    }

    fn root_within(
        &mut self,
        state: &G::State,
        moves: &G::Moves,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Option<(i32, Move)> {
        let mut ranked = [(0, Move(0)); MOVES_MAX];
        let remembered = self.worker.memory.best(self.worker.game.key(state));
        let carried = self.worker.evaluate.accumulate(self.worker.game, state);
        let count = self.worker.rank(state, &carried, moves, remembered, depth, &mut ranked);
        // An unfinished search means nothing, except at the very first ply, which is always finished.
        let haste = if depth == 1 { Haste::Finishes } else { Haste::Stops };
        let best = self.worker.best_of(state, &carried, &mut ranked[..count], depth, (alpha, beta), haste);
        if let Some((value, choice)) = best.filter(|(value, _)| *value > alpha && *value < beta) {
            let remembered = Remembered { value, bound: Bound::Exact, depth: depth as u8, best: choice };
            self.worker.memory.keep(self.worker.game.key(state), remembered);
        }
        best
    }

    /// The line that is expected after a move, as far as it is remembered.
    fn line(&self, state: &G::State, choice: Move, depth: u32) -> Vec<Step> {
        let mut state = *state;
        self.worker.game.play(&mut state, choice);
        let mut line = vec![Step::Play(choice)];
        while line.len() < depth as usize {
            match self.worker.game.turn(&state) {
                Turn::Over => break,
                Turn::Pass => {
                    self.worker.game.pass(&mut state);
                    line.push(Step::Pass);
                }
                Turn::Moves(moves) => {
                    let known = self.worker.memory.best(self.worker.game.key(&state));
                    let Some(best) = known.filter(|&best| moves.contains(best)) else { break };
                    self.worker.game.play(&mut state, best);
                    line.push(Step::Play(best));
                }
            }
        }
        line
    }
}
