//! The exact solver: results of positions near the end, proven.
//!
//! Start with [`Solver::solve`]. It closes in on the result with null windows ("is it more than t?"), each a search of
//! the whole tree in which a proven bound is enough. Near the root nodes are sorted with care and remembered
//! ([`node`]); towards the leaves they are sorted by parity alone; the last squares are left to the game.
//! Several threads search the same tree and share what they prove; each puts off moves that another is at.

mod informed;
mod low;
mod node;
mod table;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use enban_game::{Endgame, Move, MoveSet, Step, Turn, Watch};

use crate::abdada::Busy;
use crate::evaluate::{Guess, Incremental};
use crate::limits::{Clock, Limits};
use crate::memory::Memory;
use crate::midgame;
use informed::Informed;
use node::Worker;
use table::{Local, Table};

/// Parts of the solver that can be switched off. Results never change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switches {
    /// Remember positions.
    pub table: bool,
    /// Remember positions near the leaves in a small table of each thread.
    pub local: bool,
    /// Look the children up before searching any.
    pub enhanced: bool,
    /// Sort moves by what they leave to the opponent.
    pub sorting: bool,
    /// Sort moves high in the tree by small searches on an evaluation that was learned.
    pub probing: bool,
    /// Look for the likely result first, with cuts on likelihood.
    pub selective: bool,
    /// Prefer moves in odd regions.
    pub parity: bool,
    /// Cut where discs that can never be turned decide.
    pub stability: bool,
    /// The last squares by the game's own functions.
    pub last_squares: bool,
}

impl Switches {
    /// The names of the switches, as on the command line.
    pub const NAMES: [&'static str; 9] =
        ["table", "local", "enhanced", "sorting", "probing", "selective", "parity", "stability", "last-squares"];

    /// Everything on.
    pub const ALL: Self = Self {
        table: true,
        local: true,
        enhanced: true,
        sorting: true,
        probing: true,
        selective: true,
        parity: true,
        stability: true,
        last_squares: true,
    };

    /// Switches one part off; whether there is such a part.
    pub fn off(&mut self, name: &str) -> bool {
        let switch = match name {
            "table" => &mut self.table,
            "local" => &mut self.local,
            "enhanced" => &mut self.enhanced,
            "sorting" => &mut self.sorting,
            "probing" => &mut self.probing,
            "selective" => &mut self.selective,
            "parity" => &mut self.parity,
            "stability" => &mut self.stability,
            "last-squares" => &mut self.last_squares,
            _ => return false,
        };
        *switch = false;
        true
    }
}

/// How to solve.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The result is asked for only as far as it lies within these leads: `(-1, 1)` asks who wins.
    pub window: Option<(i32, i32)>,
    /// Threads.
    pub threads: usize,
    /// Time and nodes.
    pub limits: Limits,
    /// What is on.
    pub switches: Switches,
}

impl Default for Settings {
    fn default() -> Self {
        Self { window: None, threads: 1, limits: Limits::default(), switches: Switches::ALL }
    }
}

/// What was proven.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// The lead of the seat on turn is at least this.
    pub low: i32,
    /// And at most this.
    pub high: i32,
    /// The best move, where one is known; none if the position allows no move.
    pub best: Option<Move>,
    /// The line of best play as far as it is known.
    pub line: Vec<Step>,
    /// Positions visited.
    pub nodes: u64,
    /// Seconds on the clock.
    pub seconds: f64,
}

impl Solution {
    /// The result, if it is proven.
    pub fn exact(&self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }
}

/// A solver for one game, with a table that it keeps from one position to the next.
pub struct Solver<G: Endgame, V = Guess> {
    game: G,
    table: Table,
    busy: Busy,
    knowledge: V,
    /// What searches on the evaluation remember; made when one is first needed.
    memory: OnceLock<Memory>,
}

/// What one call of a solver has and counts.
struct Run<'r> {
    settings: Settings,
    clock: &'r Clock<'r>,
    nodes: u64,
    /// One for each thread.
    locals: Vec<Local>,
}

impl<'r> Run<'r> {
    /// For a position with so many moves left.
    fn new(settings: Settings, clock: &'r Clock<'r>, left: u32) -> Self {
        let entries = if left < low::SHALLOW { 1 } else { LOCAL_ENTRIES };
        let locals = (0..settings.threads.max(1)).map(|_| Local::new(entries)).collect();
        Self { settings, clock, nodes: 0, locals }
    }
}

/// Entries of a thread's own table.
const LOCAL_ENTRIES: usize = 1 << 12;

/// Megabytes for what searches on the evaluation remember.
const MEMORY_MB: usize = 16;

impl<G: Endgame> Solver<G> {
    /// A solver with a table of so many megabytes, which knows nothing of the game but its rules.
    pub fn new(game: G, megabytes: usize) -> Self {
        Self::informed(game, megabytes, Guess)
    }
}

impl<G: Endgame, V: Incremental<G>> Solver<G, V> {
    /// A solver with a table of so many megabytes and an evaluation, by which it sorts moves high in the tree and finds the
    /// likely result before it proves one.
    pub fn informed(game: G, megabytes: usize, knowledge: V) -> Self {
        assert!(game.lead_max() < i32::from(i8::MAX), "leads fit the table");
        Self { game, table: Table::new(megabytes), busy: Busy::new(), knowledge, memory: OnceLock::new() }
    }

    /// At most so many moves are left in a position.
    pub fn moves_left(&self, state: &G::State) -> u32 {
        self.game.moves_left(state)
    }

    /// The result of a position, or what could be proven of it before the limits or a stop.
    pub fn solve(&self, state: &G::State, settings: &Settings, watch: &Watch) -> Solution {
        let started = Instant::now();
        let clock = Clock::start(&settings.limits, watch);
        let mut run = Run::new(*settings, &clock, self.game.moves_left(state));
        let (low, high) = self.close_in(state, &mut run);
        let line = match low == high || settings.window.is_some_and(|(least, most)| low >= most || high <= least) {
            true => self.line(state, &mut run),
            false => Vec::new(),
        };
        let known = self.table.find(self.game.identity(state)).best;
        let best = line.iter().find_map(|step| match step {
            Step::Play(choice) => Some(*choice),
            Step::Pass => None,
        });
        let legal = |choice: &Move| self.game.open_moves(state).contains(*choice);
        let best = match self.game.turn(state) {
            Turn::Moves(_) => best.or(Some(Move(u16::from(known)))).filter(legal),
            Turn::Pass | Turn::Over => None,
        };
        Solution { low, high, best, line, nodes: run.nodes, seconds: started.elapsed().as_secs_f64() }
    }

    /// The bounds alone, without a line: for those who ask very often.
    pub fn bounds(&self, state: &G::State, settings: &Settings, watch: &Watch) -> (i32, i32) {
        let clock = Clock::start(&settings.limits, watch);
        self.close_in(state, &mut Run::new(*settings, &clock, self.game.moves_left(state)))
    }

    /// Narrows the bounds of the result until they meet, leave the window, or the clock is up.
    fn close_in(&self, state: &G::State, run: &mut Run<'_>) -> (i32, i32) {
        let left = self.game.moves_left(state);
        let mut guess = 0;
        if self.is_informed(&run.settings) && run.settings.switches.selective && left >= informed::INFORMED_FROM {
            let carried = self.knowledge.accumulate(&self.game, state);
            guess = (self.knowledge.lead_for_mover(&self.game, state, &carried) + 50).div_euclid(100);
            for &doubt in informed::passes(left) {
                let (low, high) = self.narrow(state, guess, doubt, run);
                if run.clock.is_up() {
                    break;
                }
                guess = (low + high).div_euclid(2);
            }
        }
        self.narrow(state, guess, 0, run)
    }

    /// Returns true if there is an evaluation to sort by, and it is not switched off.
    fn is_informed(&self, settings: &Settings) -> bool {
        settings.switches.probing && settings.switches.sorting && self.knowledge.sorts_moves()
    }

    /// Narrows the bounds of the result from a guess on, up to a doubt.
    fn narrow(&self, state: &G::State, guess: i32, doubt: u8, run: &mut Run<'_>) -> (i32, i32) {
        let most = self.game.lead_max();
        let (floor, roof) = run.settings.window.unwrap_or((-most, most));
        let (mut low, mut high) = (-most, most);
        let mut guess = guess.clamp(floor, roof);
        let mut stride = 1;
        let mut last_was_up = None;
        while low < high && low < roof && high > floor {
            // "Is the result more than `asked`?"
            let asked = guess.clamp(low.max(floor), (high.min(roof) - 1).max(low));
            let found = self.ask(state, asked, doubt, run);
            if run.clock.is_up() {
                break;
            }
            let is_up = found > asked;
            if is_up {
                low = low.max(found);
            } else {
                high = high.min(found);
            }
            // Answers in the same direction again and again: stride out.
            stride = if last_was_up == Some(is_up) { (stride * 2).min(16) } else { 1 };
            last_was_up = Some(is_up);
            guess = if is_up { low + stride - 1 } else { high - stride };
        }
        (low, high)
    }

    /// One null-window search on all threads; the first to finish stops the others.
    fn ask(&self, state: &G::State, asked: i32, doubt: u8, run: &mut Run<'_>) -> i32 {
        let (settings, clock) = (&run.settings, run.clock);
        let (finish, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
        let work = |local: &mut Local| {
            let mut worker = Worker {
                game: &self.game,
                table: &self.table,
                local,
                busy: (settings.threads > 1).then_some(&self.busy),
                clock,
                finish: &finish,
                switches: settings.switches,
                nodes: 0,
                told: 0,
            };
            if !self.is_informed(settings) || self.game.moves_left(state) < informed::INFORMED_FROM {
                let found = self.game.accelerate(|| worker.prove(state, asked));
                nodes.fetch_add(worker.nodes, Ordering::Relaxed);
                let first = !worker.is_stopped() && !finish.swap(true, Ordering::Relaxed);
                return first.then_some(found);
            }
            let memory = self.memory.get_or_init(|| Memory::new(MEMORY_MB));
            let midgame = midgame::Worker::new(&self.game, &self.knowledge, memory, clock);
            let mut informed = Informed { worker, midgame, doubt };
            informed.allow(doubt);
            let carried = self.knowledge.accumulate(&self.game, state);
            let found = informed.prove(state, &carried, asked);
            nodes.fetch_add(informed.worker.nodes + informed.midgame.nodes, Ordering::Relaxed);
            let first = !informed.worker.is_stopped() && !finish.swap(true, Ordering::Relaxed);
            first.then_some(found)
        };
        let (mine, theirs) = run.locals.split_first_mut().expect("one for each thread");
        let found = if settings.threads <= 1 {
            work(mine)
        } else {
            std::thread::scope(|scope| {
                let work = &work;
                let helpers: Vec<_> = theirs.iter_mut().map(|local| scope.spawn(|| work(local))).collect();
                let mine = work(mine);
                let theirs = helpers.into_iter().filter_map(|helper| helper.join().expect("a worker does not panic"));
                // Only the first to finish has an answer.
                mine.into_iter().chain(theirs.collect::<Vec<_>>()).next()
            })
        };
        run.nodes += nodes.into_inner();
        found.unwrap_or(asked)
    }

    /// The line of best play, by asking after each position for a move that keeps the result.
    fn line(&self, state: &G::State, run: &mut Run<'_>) -> Vec<Step> {
        let mut line = Vec::new();
        let mut state = *state;
        run.settings = Settings { threads: 1, window: None, ..run.settings };
        loop {
            match self.game.turn(&state) {
                Turn::Over => return line,
                Turn::Pass => {
                    self.game.pass(&mut state);
                    line.push(Step::Pass);
                }
                Turn::Moves(_) => {
                    let (low, high) = self.close_in(&state, run);
                    if low < high {
                        return line;
                    }
                    let Some(choice) = self.keeping_move(&state, low, run) else { return line };
                    self.game.play(&mut state, choice);
                    line.push(Step::Play(choice));
                }
            }
        }
    }

    /// A move after which the result is still what it was.
    fn keeping_move(&self, state: &G::State, result: i32, run: &mut Run<'_>) -> Option<Move> {
        let moves = self.game.open_moves(state);
        let known = Move(u16::from(self.table.find(self.game.identity(state)).best));
        let first = moves.iter().filter(|&choice| choice == known);
        let rest = moves.iter().filter(|&choice| choice != known);
        first.chain(rest).find(|&choice| {
            let mut after = *state;
            self.game.play(&mut after, choice);
            // Their result is at most -result exactly if it is not more than that.
            -result >= self.game.lead_max() || self.ask(&after, -result, 0, run) <= -result
        })
    }
}
