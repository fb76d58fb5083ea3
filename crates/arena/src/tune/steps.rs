//! The steps of a tuning: the games that are asked for, and the optimiser written down after each step.

use std::ops::Range;

use enban_catalog::AnyGame;
use enban_game::Rng;
use enban_game::rng::mix;
use enban_store::{ExperimentId, GameRecord, Kind, Ledger, NewCell, NewExperiment, Store, StoreError, TaskResult};
use enban_tune::{Ask, Optimiser, Told};
use serde::{Deserialize, Serialize};

use super::{Tuning, TuningError};
use crate::keep;
use crate::plan::{Cell, Plan, Seating};
use crate::play::Games;
use crate::task::Workers;

/// How far a tuning is: what the store holds of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Progress {
    /// The programs that played its steps, by name and version.
    pub programs: Vec<String>,
    /// The search.
    pub optimiser: Optimiser,
}

/// A tuning that is kept in a store: begun or resumed, played step by step.
pub struct Tuner<'t> {
    pub(super) tuning: &'t Tuning,
    pub(super) store: &'t Store,
    pub(super) id: ExperimentId,
    /// The program with its version.
    pub(super) program: String,
}

impl<'t> Tuner<'t> {
    /// Under this key an experiment holds its [`Progress`] as JSON.
    pub const NOTE: &'static str = "tuning";

    /// Begins a tuning in a store, or goes on with it; refuses one that has changed, and says what has.
    pub fn begin(store: &'t Store, tuning: &'t Tuning, file: &str, command: &str) -> Result<Self, TuningError> {
        let (seats, program) = (tuning.game.seats(), keep::program());
        let new = NewExperiment {
            name: tuning.name.clone(),
            title: tuning.file.title.clone(),
            kind: Kind::Tune,
            game: tuning.game.name(),
            seats: seats as u8,
            plan: tuning.canonical(),
            file: file.to_owned(),
            seed: tuning.file.seed,
            program: program.clone(),
            rules: tuning.game.rules_version().to_string(),
            machine: keep::machine(),
            command: command.to_owned(),
            tasks: tuning.optimiser()?.steps_max(),
            cells: vec![NewCell { label: "start".to_owned(), players: vec![tuning.start(); seats] }],
        };
        Ok(Self { tuning, store, id: keep::begin_as(store, &new)?, program })
    }

    /// How far it is.
    pub fn progress(&self) -> Result<Progress, TuningError> {
        match self.store.note(self.id, Self::NOTE)? {
            None => Ok(Progress { programs: Vec::new(), optimiser: self.tuning.optimiser()? }),
            Some(bytes) => serde_json::from_slice(&bytes).map_err(|error| TuningError::State(error.to_string())),
        }
    }

    /// Makes at most so many further steps, each of them kept as soon as it is made.
    pub fn play(&self, workers: &Workers<'_>, steps_max: u64) -> Result<Progress, TuningError> {
        let mut progress = self.progress()?;
        let (done, all) = (progress.optimiser.step(), progress.optimiser.steps_max());
        workers.watch.expect(all);
        workers.watch.advance(done);
        self.mark(0..done)?;
        for _ in 0..steps_max {
            if workers.watch.is_stopped() {
                break;
            }
            let answer = self.tuning.answer(&progress.optimiser, workers)?;
            let Some(told) = answer else { break };
            progress.optimiser.tell(&told)?;
            if !progress.programs.contains(&self.program) {
                progress.programs.push(self.program.clone());
            }
            let bytes = serde_json::to_vec(&progress).expect("a search is plain data");
            self.store.set_note(self.id, Self::NOTE, &bytes)?;
            let step = progress.optimiser.step();
            self.mark(step - 1..step)?;
            workers.watch.advance(1);
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
    fn answer(&self, optimiser: &Optimiser, workers: &Workers<'_>) -> Result<Option<Told>, TuningError> {
        let step = optimiser.step();
        let scores = |round, pairs| scores(&*self.game, &self.plan(step, round, pairs), workers);
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
fn scores(game: &dyn AnyGame, plan: &Plan, workers: &Workers<'_>) -> Option<Vec<f64>> {
    let numbers: Vec<u64> = (0..plan.tasks()).collect();
    let mut points = vec![0; plan.cells.len()];
    let done = workers.perform(&Games { game, plan }, &numbers, |results| {
        let games = |task: TaskResult| {
            task.games.iter().for_each(|game| points[game.cell as usize] += points_of(game, plan.seats));
        };
        results.iter().map(games).count()
    });
    let score = |(points, cell): (&u64, &Cell)| {
        *points as f64 / (cell.blocks * plan.games_per_task() * 2 * (plan.seats as u64 - 1)) as f64
    };
    (done == numbers.len()).then(|| points.iter().zip(&plan.cells).map(score).collect())
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
