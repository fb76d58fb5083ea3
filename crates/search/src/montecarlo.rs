//! Flat Monte Carlo: every move is tried with games finished at random, and the best sum is played.
//!
//! A game counts +1 for the seat on turn when it is first alone, 0 when it shares the first place, -1
//! otherwise. Playout `p` of move `m` draws from a stream of its own and sums are whole numbers, so the
//! result of a number of playouts does not depend on the number of threads.

use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use enban_game::playout::{Outcome, each_random_game};
use enban_game::{Game, Move, MoveSet, Repetition, Rng, Seat, Step, Trail, Turn};

use crate::limits::{Clock, Limits, TimeBy};
use crate::player::{Candidate, Desk, Player, Random, Teller, Thought, Value};

/// From when on the player thinks; before, it moves at random.
pub enum Onset<G: Game> {
    /// From the first move.
    All,
    /// When at most so many moves are left.
    MovesLeft {
        /// The number of moves.
        at_most: u32,
        /// How many moves are left in a position, which the contract does not know.
        count: fn(&G, &G::State) -> u32,
    },
}

impl<G: Game> Clone for Onset<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Onset<G> {}

impl<G: Game> fmt::Debug for Onset<G> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => write!(out, "All"),
            Self::MovesLeft { at_most, .. } => write!(out, "MovesLeft({at_most})"),
        }
    }
}

/// What decides how a [`MonteCarlo`] plays.
#[derive(Clone, Debug)]
pub struct MonteCarloParams<G: Game> {
    /// Random games for each legal move. With neither these nor a time, here or in the request, 100 are played; with a time
    /// alone rounds go on until it is up.
    pub playouts: Option<u64>,
    /// Time for one move. Moves are then compared by their means, as the last round may be cut short.
    pub time: Option<Duration>,
    /// What the time is measured by.
    pub by: TimeBy,
    /// From when on it thinks.
    pub onset: Onset<G>,
    /// Threads that play the random games.
    pub threads: usize,
}

impl<G: Game> Default for MonteCarloParams<G> {
    fn default() -> Self {
        Self { playouts: None, time: None, by: TimeBy::Wall, onset: Onset::All, threads: 1 }
    }
}

impl<G: Game> MonteCarloParams<G> {
    /// Playouts for each of so many moves, and the time. The nodes of a request are playouts in all, which the moves share
    /// evenly: the result does not depend on the number of threads.
    fn settle(&self, desk: &Desk<'_>, moves: usize) -> (u64, Limits) {
        let own = Limits { depth: None, time: self.time, by: self.by, nodes: self.playouts };
        let asked = desk.limits.nodes.map(|nodes| (nodes / moves as u64).max(1));
        let limits = own.with(&Limits { nodes: asked, ..desk.limits }).or(DEFAULT_LIMITS);
        (limits.nodes.unwrap_or(PLAYOUTS_MAX).min(PLAYOUTS_MAX), Limits { nodes: None, ..limits })
    }
}

/// Where neither the player nor the request sets a limit; the nodes are playouts for each move.
pub const DEFAULT_LIMITS: Limits = Limits { depth: None, time: None, by: TimeBy::Wall, nodes: Some(100) };

/// The flat Monte Carlo player.
#[derive(Clone, Debug)]
pub struct MonteCarlo<G: Game> {
    params: MonteCarloParams<G>,
    rng: Rng,
    random: Random,
}

impl<G: Game> MonteCarlo<G> {
    /// A player that draws its random numbers from `rng`.
    pub fn new(params: MonteCarloParams<G>, mut rng: Rng) -> Self {
        let random = Random::new(Rng::new(rng.bits()));
        Self { params, rng, random }
    }
}

impl<G: Game> Player<G> for MonteCarlo<G> {
    fn think(&mut self, trail: &Trail<G>, desk: &Desk<'_>) -> Thought {
        if let Onset::MovesLeft { at_most, count } = self.params.onset
            && count(trail.game(), trail.state()) > at_most
        {
            return self.random.think(trail, desk);
        }
        let Turn::Moves(moves) = trail.turn() else { panic!("a player is asked only when it has a move") };
        let arms: Vec<Arm<G>> = moves.iter().map(|choice| Arm::new(trail, choice)).collect();
        let (seed, tie) = (self.rng.bits(), self.rng.bits());
        let (playouts, limits) = self.params.settle(desk, arms.len());
        let contest = Contest {
            arms: &arms,
            seat: trail.mover(),
            seed,
            tie,
            playouts,
            block: block_size(trail.game()),
            next: AtomicU64::new(0),
            clock: Clock::start(&limits, desk.watch),
        };
        contest.run(self.params.threads, desk)
    }
}

/// More would run into the numbers of the next move's streams.
const PLAYOUTS_MAX: u64 = 1 << 40;

/// Playouts that are played without a look at the clock: well below a millisecond of work for small
/// states, a few milliseconds for large ones. Where positions must not repeat a playout is slow.
fn block_size<G: Game>(game: &G) -> u64 {
    match game.repetition() {
        Repetition::Free if size_of::<G::State>() <= 64 => 128,
        Repetition::Free => 8,
        Repetition::Position | Repetition::Situation => 1,
    }
}

/// A move and what its playouts gave.
struct Arm<G: Game> {
    choice: Move,
    after: Trail<G>,
    sum: AtomicI64,
    playouts: AtomicU64,
}

impl<G: Game> Arm<G> {
    fn new(trail: &Trail<G>, choice: Move) -> Self {
        let mut after = trail.clone();
        after.try_step(Step::Play(choice)).expect("the trail allowed this move");
        Self { choice, after, sum: AtomicI64::new(0), playouts: AtomicU64::new(0) }
    }

    /// The mean result from -1 to 1; a move that was never tried comes last.
    fn mean(&self) -> f64 {
        match self.playouts.load(Ordering::Relaxed) {
            0 => -2.0,
            playouts => self.sum.load(Ordering::Relaxed) as f64 / playouts as f64,
        }
    }
}

/// The playouts of one turn, shared by the threads.
struct Contest<'c, G: Game> {
    arms: &'c [Arm<G>],
    seat: Seat,
    seed: u64,
    /// Decides between equal sums.
    tie: u64,
    playouts: u64,
    block: u64,
    /// The next block of playouts: all moves take their first block, then all their second.
    next: AtomicU64,
    clock: Clock<'c>,
}

impl<G: Game> Contest<'_, G> {
    fn run(&self, threads: usize, desk: &Desk<'_>) -> Thought {
        let teller = Teller::new(desk);
        let tell = || teller.tell(|| self.thought());
        let blocks = self.playouts.div_ceil(self.block).saturating_mul(self.arms.len() as u64);
        let helpers = (threads.max(1) as u64).min(blocks) as usize - usize::from(blocks > 0);
        std::thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|| self.work(&|| {}));
            }
            self.work(&tell);
        });
        self.thought()
    }

    /// Plays blocks until there are no more or the clock is up.
    fn work(&self, after_block: &dyn Fn()) {
        let arms = self.arms.len() as u64;
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let first = (number / arms) * self.block;
            if first >= self.playouts || self.clock.is_up() {
                return;
            }
            let arm = (number % arms) as usize;
            let count = self.block.min(self.playouts - first);
            self.play(arm, first..first + count);
            self.clock.spend(count);
            after_block();
        }
    }

    fn play(&self, arm: usize, playouts: Range<u64>) {
        let offset = arm as u64 * PLAYOUTS_MAX;
        let count = playouts.end - playouts.start;
        let mut sum = 0;
        let numbers = offset + playouts.start..offset + playouts.end;
        each_random_game(&self.arms[arm].after, self.seed, numbers, |outcome| sum += result(outcome, self.seat));
        self.arms[arm].sum.fetch_add(sum, Ordering::Relaxed);
        self.arms[arm].playouts.fetch_add(count, Ordering::Relaxed);
    }

    /// What is known so far, the best mean first, equal ones in random order.
    fn thought(&self) -> Thought {
        let count = |arm: &Arm<G>| (arm.choice, arm.mean(), arm.playouts.load(Ordering::Relaxed));
        let candidates = ranked(self.arms.iter().map(count).collect(), self.tie);
        let nodes = candidates.iter().map(|candidate| candidate.visits).sum();
        Thought { choice: candidates[0].choice, candidates, nodes }
    }
}

/// Moves with their means and playouts as candidates, the best mean first, equal ones in random order.
fn ranked(counts: Vec<(Move, f64, u64)>, tie: u64) -> Vec<Candidate> {
    let mut keyed: Vec<_> = counts.into_iter().zip(shuffle_keys(tie)).collect();
    keyed.sort_by(|(a, key_a), (b, key_b)| b.1.total_cmp(&a.1).then(key_a.cmp(key_b)));
    let candidate = |((choice, mean, visits), _): ((Move, f64, u64), u64)| Candidate {
        choice,
        value: Value::Chance((mean.max(-1.0) + 1.0) / 2.0),
        depth: 0,
        visits,
        line: vec![Step::Play(choice)],
    };
    keyed.into_iter().map(candidate).collect()
}

/// Random numbers by which equal things are put in order.
fn shuffle_keys(seed: u64) -> impl Iterator<Item = u64> {
    let mut rng = Rng::new(seed);
    std::iter::repeat_with(move || rng.bits())
}

/// +1 for a seat that is first alone, 0 for a shared first place, -1 otherwise.
fn result(outcome: &Outcome, seat: Seat) -> i64 {
    match outcome.scores.margin(seat).in_halves().signum() {
        1 => 1,
        0 => 0,
        _ => -1,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use enban_game::toy::Toy;
    use enban_game::{Notation, Watch};

    fn think<G: Notation>(game: G, params: MonteCarloParams<G>, seed: u64) -> Thought {
        let watch = Watch::default();
        MonteCarlo::new(params, Rng::new(seed)).think(&Trail::new(game), &Desk::quiet(&watch))
    }

    /// Move, result times playouts, and playouts of each candidate, by move.
    fn sums(thought: &Thought) -> Vec<(u16, i64, u64)> {
        let sum = |c: &Candidate| match c.value {
            Value::Chance(chance) => ((2.0 * chance - 1.0) * c.visits as f64).round() as i64,
            _ => panic!("a chance"),
        };
        let mut all: Vec<_> = thought.candidates.iter().map(|c| (c.choice.0, sum(c), c.visits)).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn results_are_those_of_the_tree_and_the_best_sum_is_played() {
        let game = Toy::<2>::parse("(-1 (5 -9) (0 ~0) (1 2 -1))").unwrap();
        let thought = think(game, MonteCarloParams { playouts: Some(3_000), ..Default::default() }, 1);
        let sums = sums(&thought);
        assert_eq!(sums[0], (0, -3_000, 3_000));
        assert!(sums[1].1.abs() < 200, "{sums:?}");
        assert_eq!(sums[2], (2, 0, 3_000));
        assert!((sums[3].1 - 1_000).abs() < 150, "{sums:?}");
        assert_eq!((thought.choice, thought.nodes), (Move(3), 12_000));
        assert_eq!(thought.candidates.last().unwrap().choice, Move(0));
    }

    #[test]
    fn a_shared_first_place_counts_nothing_and_the_rest_is_lost() {
        // First alone, shared by seat 0, shared by others, last.
        let game = Toy::<3>::parse("(4,3,3 4,4,0 0,4,4 1,2,3)").unwrap();
        let thought = think(game, MonteCarloParams { playouts: Some(10), ..Default::default() }, 1);
        assert_eq!(sums(&thought), [(0, 10, 10), (1, 0, 10), (2, -10, 10), (3, -10, 10)]);
    }

    #[test]
    fn sums_do_not_depend_on_threads() {
        let game = || Toy::<3>::parse("((1,2,3 4,4,0) (9,0,0 (0,0,1 ~~0,1,0)) (1,0,0 0,1,0))").unwrap();
        let with =
            |threads| think(game(), MonteCarloParams { playouts: Some(5_000), threads, ..Default::default() }, 7);
        let one = with(1);
        assert_eq!(one, with(2));
        assert_eq!(one, with(5));
        let again = think(game(), MonteCarloParams { playouts: Some(5_000), ..Default::default() }, 8);
        assert_ne!(sums(&one), sums(&again));
        let twins = think(Toy::<2>::parse("((1 -1) (1 -1))").unwrap(), MonteCarloParams::default(), 1);
        assert_ne!(sums(&twins)[0].1, sums(&twins)[1].1, "each move has streams of its own");
    }

    #[test]
    fn ties_are_drawn() {
        let chosen = |seed| think(Toy::<2>::parse("(1 1 -1 1)").unwrap(), MonteCarloParams::default(), seed).choice.0;
        let all: std::collections::BTreeSet<u16> = (0..50).map(chosen).collect();
        assert_eq!(all.into_iter().collect::<Vec<_>>(), [0, 1, 3]);
    }

    #[test]
    fn it_moves_at_random_before_its_onset() {
        let game = Toy::<2>::parse("(-1 1 -1 -1)").unwrap();
        let choices = |at_most| {
            let onset = Onset::MovesLeft { at_most, count: |_, _| 16 };
            let params = MonteCarloParams { onset, playouts: Some(4), ..Default::default() };
            (0..40)
                .map(|seed| think(game.clone(), params.clone(), seed).choice.0)
                .collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(choices(15).len(), 4);
        assert_eq!(choices(16).into_iter().collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn the_nodes_of_a_request_are_shared_by_the_moves() {
        let game = || Toy::<2>::parse("((1 -1) (1 1 -1) 0)").unwrap();
        let watch = Watch::default();
        let ask = |playouts, threads, nodes| {
            let params = MonteCarloParams { playouts, threads, ..Default::default() };
            let request = Desk::quiet(&watch).within(Limits { nodes, ..Limits::default() });
            MonteCarlo::new(params, Rng::new(1)).think(&Trail::new(game()), &request)
        };
        assert_eq!([None, Some(900), Some(1)].map(|nodes| ask(None, 1, nodes).nodes), [300, 900, 3]);
        assert_eq!(ask(Some(7), 1, None).nodes, 21);
        assert_eq!(ask(Some(7), 1, Some(600)), ask(None, 3, Some(600)));
    }

    #[test]
    fn time_and_stops_are_kept() {
        let game = || Toy::<2>::parse("((1 -1) (1 1 -1))").unwrap();
        let begun = Instant::now();
        let time = Some(Duration::from_millis(30));
        let params = MonteCarloParams { playouts: None, time, threads: 2, ..Default::default() };
        let thought = think(game(), params, 1);
        assert!(begun.elapsed() >= Duration::from_millis(30) && begun.elapsed() < Duration::from_millis(300));
        assert!(thought.nodes > 1_000);
        let watch = Watch::default();
        watch.stop();
        let params = MonteCarloParams { playouts: Some(u64::MAX), ..Default::default() };
        let thought = MonteCarlo::new(params, Rng::new(1)).think(&Trail::new(game()), &Desk::quiet(&watch));
        assert!(thought.choice.0 < 2);
    }
}
