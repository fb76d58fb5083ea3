//! The steps of a tuning: the games that are asked for, and the optimiser written down after each step.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use enban_catalog::AnyGame;
use enban_game::rng::mix;
use enban_game::{Rng, Watch};
use enban_store::{ExperimentId, GameRecord, Ledger, Store, StoreError, TaskResult};
use enban_tune::{Ask, Optimiser, Told};
use serde::{Deserialize, Serialize};

use super::{Tuning, TuningError};
use crate::plan::{Cell, Plan, Seating};
use crate::play::play_task;

/// How far a tuning is: what the store holds of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Progress {
    /// The programs that played its steps, by name and version.
    pub programs: Vec<String>,
    /// The search.
    pub optimiser: Optimiser,
}

/// Plays a tuning, or goes on with it.
pub struct Tuner<'t> {
    /// What is tuned.
    pub tuning: &'t Tuning,
    /// Where it is kept.
    pub store: &'t Store,
    /// Its number there.
    pub id: ExperimentId,
    /// The program with its version.
    pub program: &'t str,
    /// Games played at the same time.
    pub threads: usize,
    /// Stops it; told of finished steps.
    pub watch: &'t Watch,
}

impl Tuner<'_> {
    /// Under this key an experiment holds its [`Progress`] as JSON.
    pub const NOTE: &'static str = "tuning";

    /// How far it is.
    pub fn progress(&self) -> Result<Progress, TuningError> {
        match self.store.note(self.id, Self::NOTE)? {
            None => Ok(Progress { programs: Vec::new(), optimiser: self.tuning.optimiser()? }),
            Some(bytes) => serde_json::from_slice(&bytes).map_err(|error| TuningError::State(error.to_string())),
        }
    }

    /// Makes at most so many further steps, each of them kept as soon as it is made.
    pub fn run(&self, steps_max: u64) -> Result<Progress, TuningError> {
        let mut progress = self.progress()?;
        let (done, all) = (progress.optimiser.step(), progress.optimiser.steps_max());
        self.watch.expect(all);
        self.watch.advance(done);
        self.mark(0..done)?;
        for _ in 0..steps_max {
            if self.watch.is_stopped() {
                break;
            }
            let answer = self.tuning.answer(&progress.optimiser, self.threads, self.watch)?;
            let Some(told) = answer else { break };
            progress.optimiser.tell(&told)?;
            if !progress.programs.iter().any(|program| program == self.program) {
                progress.programs.push(self.program.to_owned());
            }
            let bytes = serde_json::to_vec(&progress).expect("a search is plain data");
            self.store.set_note(self.id, Self::NOTE, &bytes)?;
            let step = progress.optimiser.step();
            self.mark(step - 1..step)?;
            self.watch.advance(1);
        }
        if progress.optimiser.is_finished() {
            // Steps that the search had no need of are none that are missing.
            self.mark(progress.optimiser.step()..all)?;
            self.store.finish(self.id)?;
        }
        Ok(progress)
    }

    /// Lets the list of experiments show how far it is. The games of steps are not kept.
    fn mark(&self, steps: Range<u64>) -> Result<(), StoreError> {
        let tasks: Vec<TaskResult> = steps.map(|number| TaskResult { number, games: Vec::new() }).collect();
        self.store.ledger(self.id)?.put(&tasks)
    }
}

impl Tuning {
    /// A part of a step as a plan: the first of each pair against the second, all from the same openings.
    fn plan(&self, step: u64, round: u64, pairs: Vec<[String; 2]>) -> Plan {
        let seed = mix(mix(self.file.seed ^ mix(step + 1)) ^ (round + 1));
        let seats = self.game.seats();
        let cell = |[first, second]: [String; 2]| {
            let mut players = vec![first];
            players.resize(seats, second);
            Cell { label: String::new(), players, blocks: self.blocks(), parameters: Vec::new(), printed: [None; 3] }
        };
        Plan {
            name: self.name.clone(),
            title: String::new(),
            game: self.game.name(),
            rules_version: self.game.rules_version(),
            seats,
            seed,
            seating: Seating::Rotated,
            source: self.source.clone(),
            openings: drawn(&self.pool, self.blocks() as usize, Rng::new(seed)),
            test: None,
            cells: pairs.into_iter().map(cell).collect(),
        }
    }

    /// The answer to what an optimiser asks; `None` if it was stopped, or nothing is asked.
    fn answer(&self, optimiser: &Optimiser, threads: usize, watch: &Watch) -> Result<Option<Told>, TuningError> {
        let step = optimiser.step();
        let scores = |round, pairs| scores(&*self.game, &self.plan(step, round, pairs), threads, watch);
        match optimiser.ask() {
            Ask::Nothing => Ok(None),
            Ask::Duel { plus, minus } => {
                let pair = [self.tried(self.player(&plus))?, self.tried(self.player(&minus))?];
                let games = u32::try_from(self.games()).expect("games were checked");
                Ok(scores(0, vec![pair]).map(|scores| Told::Duel { score: scores[0], games }))
            }
            Ask::Rate { candidates } => {
                let mut told = vec![0.0; candidates.len()];
                for (round, members) in (0..).zip(rounds(&candidates)) {
                    let pair = |&at: &usize| Ok([self.tried(self.player(&candidates[at]))?, self.against.clone()]);
                    let pairs = members.iter().map(pair).collect::<Result<_, TuningError>>()?;
                    let Some(scores) = scores(round, pairs) else { return Ok(None) };
                    members.iter().zip(scores).for_each(|(&at, score)| told[at] = score);
                }
                Ok(Some(Told::Rate { scores: told }))
            }
        }
    }
}

/// So many of the pool, or all.
pub(super) fn drawn(pool: &[String], wanted: usize, mut rng: Rng) -> Vec<String> {
    let mut order: Vec<usize> = (0..pool.len()).collect();
    let count = wanted.min(order.len());
    for at in 0..count {
        let other = at + rng.below((order.len() - at) as u32) as usize;
        order.swap(at, other);
    }
    order[..count].iter().map(|&at| pool[at].clone()).collect()
}

/// Candidates by how often they were listed before: those that are to be rated again come later, with other
/// openings, or players without chance would give the same rating again.
pub(super) fn rounds(candidates: &[Vec<f64>]) -> Vec<Vec<usize>> {
    let mut rounds: Vec<Vec<usize>> = Vec::new();
    for (at, candidate) in candidates.iter().enumerate() {
        let earlier = candidates[..at].iter().filter(|other| *other == candidate).count();
        if rounds.len() == earlier {
            rounds.push(Vec::new());
        }
        rounds[earlier].push(at);
    }
    rounds
}

/// The mean score of the first player of each cell, from 0 to 1; `None` if it was stopped.
fn scores(game: &dyn AnyGame, plan: &Plan, threads: usize, watch: &Watch) -> Option<Vec<f64>> {
    let next = AtomicU64::new(0);
    let work = || {
        let mut points = vec![0; plan.cells.len()];
        loop {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= plan.tasks() {
                return Some(points);
            }
            let played = play_task(game, plan, task, watch)?;
            played.games.iter().for_each(|game| points[game.cell as usize] += points_of(game, plan.seats));
        }
    };
    let parts: Option<Vec<Vec<u64>>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let parts = workers.into_iter().map(|worker| worker.join());
        parts.map(|part| part.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    let parts = parts?;
    let score = |(at, cell): (usize, &Cell)| {
        let points: u64 = parts.iter().map(|part| part[at]).sum();
        points as f64 / (cell.blocks * plan.games_per_task() * 2 * (plan.seats as u64 - 1)) as f64
    };
    Some(plan.cells.iter().enumerate().map(score).collect())
}

/// Two points for each other seat that the first player left behind, one for each that came out equal.
pub(super) fn points_of(game: &GameRecord, seats: usize) -> u64 {
    if seats == 2 {
        // Not by score: a player that failed has lost, however the board stood.
        return match game.winner {
            Some(0) => 2,
            Some(_) => 0,
            None => 1,
        };
    }
    let own = (seats - usize::from(game.rotation)) % seats;
    let against = |&other: &i32| match game.scores[own].cmp(&other) {
        std::cmp::Ordering::Greater => 2,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Less => 0,
    };
    // Less the comparison with itself.
    game.scores.iter().map(against).sum::<u64>() - 1
}
