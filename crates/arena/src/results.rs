//! What came out: games added up by cell, as values that statistics and reports take.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;

use enban_game::rng::mix;
use enban_stats::many::{Block, SeatedGame};
use enban_stats::{Decision, Pairs, Tally};
use enban_store::{Ending, GameRecord, Ledger, StoreError};

use crate::plan::{Plan, Seating};

/// What a player of a cell has spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// Thinking time in microseconds.
    pub micros: u64,
    /// Positions or simulations.
    pub nodes: u64,
    /// Moves made, to within one a game.
    pub moves: u64,
}

impl Spent {
    /// Milliseconds for a move.
    pub fn milliseconds_per_move(&self) -> f64 {
        self.micros as f64 / 1000.0 / self.moves.max(1) as f64
    }

    /// Positions or simulations for a move.
    pub fn nodes_per_move(&self) -> f64 {
        self.nodes as f64 / self.moves.max(1) as f64
    }
}

/// The openings that tasks began with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Openings {
    /// How many there are, as move text.
    pub distinct: u64,
    /// Tasks that the rarest began.
    pub least: u64,
    /// Tasks that the most frequent began.
    pub most: u64,
}

impl Openings {
    /// How often each was taken: `once`, `3 times` or `3 to 4 times`.
    pub fn times(&self) -> String {
        match (self.least, self.most) {
            (1, 1) => "once".to_owned(),
            (least, most) if least == most => format!("{least} times"),
            (least, most) => format!("{least} to {most} times"),
        }
    }
}

/// The games of a cell, added up.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CellResult {
    /// Games of the first player.
    pub all: Tally,
    /// Those in which it had the first seat, the second, and so on.
    pub by_seat: Vec<Tally>,
    /// Pairs of games with colours swapped, no pair twice. Only with two seats that rotate.
    pub pairs: Pairs,
    /// Games of the first player, no game twice.
    pub distinct: Tally,
    /// Games that had been played before, move for move.
    pub duplicates: u64,
    /// Games that ended otherwise than by the rules, by how they did.
    pub failures: BTreeMap<Ending, u64>,
    /// What each player has spent.
    pub spent: Vec<Spent>,
    /// Moves in all.
    pub plies: u64,
    /// Scores of the first player minus the best of the others', added up, in half points.
    pub lead_halves: i64,
    /// Where its tasks began.
    pub openings: Openings,
    /// In games for many: the players at each seat, by their number in [`Plan::players`], and the scores, by block.
    pub blocks: Vec<Block>,
}

impl CellResult {
    /// Games that ended otherwise than by the rules, by their reason in words.
    pub fn failures_in_words(&self) -> BTreeMap<String, u64> {
        self.failures.iter().map(|(ending, count)| (ending.to_string(), *count)).collect()
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.all.wins + self.all.draws + self.all.losses
    }
}

/// Adds up games in the order of their tasks.
pub(crate) struct Collector<'p> {
    plan: &'p Plan,
    cells: Vec<CellResult>,
    seen: HashSet<(u32, u64)>,
    seen_pairs: HashSet<(u32, u64)>,
    block: Vec<GameRecord>,
    /// Tasks by cell and opening.
    openings: HashMap<(u32, u64), u64>,
    /// Tasks that are whole.
    tasks: u64,
    is_decided: bool,
    /// The number in [`Plan::players`] of each player of each cell.
    numbers: Vec<Vec<usize>>,
}

impl<'p> Collector<'p> {
    /// Nothing added yet.
    pub(crate) fn new(plan: &'p Plan) -> Self {
        let empty = CellResult {
            by_seat: vec![Tally::default(); plan.seats],
            spent: vec![Spent::default(); plan.seats],
            ..CellResult::default()
        };
        let players = plan.players();
        let number = |player: &String| players.iter().position(|name| name == player).expect("all players are there");
        Self {
            plan,
            numbers: plan.cells.iter().map(|cell| cell.players.iter().map(number).collect()).collect(),
            cells: vec![empty; plan.cells.len()],
            seen: HashSet::new(),
            seen_pairs: HashSet::new(),
            block: Vec::new(),
            openings: HashMap::new(),
            tasks: 0,
            is_decided: false,
        }
    }

    /// All the games of a ledger.
    ///
    /// A plan with a test counts its tasks in their order and up to the one that decides the test. Those after it, or
    /// after one that is missing, were played because several threads were at work: how many says nothing.
    pub(crate) fn of_ledger(plan: &'p Plan, ledger: &dyn Ledger) -> Result<Vec<CellResult>, StoreError> {
        let mut collector = Self::new(plan);
        ledger.each_game(&mut |game| {
            if plan.test.is_some() && (collector.is_decided || game.task != collector.tasks) {
                return ControlFlow::Break(());
            }
            collector.add(game);
            ControlFlow::Continue(())
        })?;
        Ok(collector.into_cells())
    }

    /// What has been added up.
    pub(crate) fn into_cells(mut self) -> Vec<CellResult> {
        for (&(cell, _), &times) in &self.openings {
            let openings = &mut self.cells[cell as usize].openings;
            openings.least = if openings.distinct == 0 { times } else { openings.least.min(times) };
            openings.most = openings.most.max(times);
            openings.distinct += 1;
        }
        self.cells
    }

    /// Tasks of which all games were added.
    pub(crate) fn tasks(&self) -> u64 {
        self.tasks
    }

    /// Whether the plan has a test and the tasks so far decide it.
    pub(crate) fn is_decided(&self) -> bool {
        self.is_decided
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, game: &GameRecord) {
        let seats = self.plan.seats;
        let cell = &mut self.cells[game.cell as usize];
        let rotation = usize::from(game.rotation);
        let first_seat = (seats - rotation) % seats;
        // Of four, two may share the first place without the first player.
        let is_beaten = seats > 2 && game.scores.iter().any(|score| *score > game.scores[first_seat]);
        let result = match game.winner {
            Some(0) => Tally::new(1, 0, 0),
            None if !is_beaten => Tally::new(0, 1, 0),
            _ => Tally::new(0, 0, 1),
        };
        cell.all += result;
        cell.by_seat[first_seat] += result;
        cell.plies += u64::from(game.plies);
        let others = game.scores.iter().enumerate().filter(|(seat, _)| *seat != first_seat).map(|(_, score)| *score);
        cell.lead_halves += i64::from(game.scores[first_seat]) - i64::from(others.max().unwrap_or(0));
        if !game.ending.is_normal() {
            *cell.failures.entry(game.ending.clone()).or_default() += 1;
        }
        for seat in 0..seats {
            let spent = &mut cell.spent[(seat + rotation) % seats];
            spent.micros += game.micros[seat];
            spent.nodes += game.nodes[seat];
            spent.moves += u64::from(game.plies) / seats as u64;
        }
        if self.seen.insert((game.cell, game.digest)) {
            cell.distinct += result;
        } else {
            cell.duplicates += 1;
        }
        self.block.push(game.clone());
        if self.block.len() as u64 == self.plan.games_per_task() {
            self.close_block();
        }
    }

    fn close_block(&mut self) {
        let block = std::mem::take(&mut self.block);
        let (number, seats) = (block[0].cell, self.plan.seats);
        let opening = block[0].opening.bytes().fold(0, |digest, byte| mix(digest ^ u64::from(byte)));
        *self.openings.entry((number, opening)).or_default() += 1;
        self.tasks += 1;
        let numbers = &self.numbers[number as usize];
        let cell = &mut self.cells[number as usize];
        if seats > 2 {
            let seated = |game: &GameRecord| SeatedGame {
                players: (0..seats).map(|seat| numbers[(seat + usize::from(game.rotation)) % seats]).collect(),
                scores: game.scores.iter().map(|&halves| f64::from(halves) / 2.0).collect(),
            };
            cell.blocks.push(Block(block.iter().map(seated).collect()));
        } else if self.plan.seating == Seating::Rotated {
            let digest = block.iter().fold(0, |digest, game| mix(digest ^ game.digest));
            let half_points: usize = block
                .iter()
                .map(|game| match game.winner {
                    Some(0) => 2,
                    Some(_) => 0,
                    None => 1,
                })
                .sum();
            if self.seen_pairs.insert((number, digest)) {
                cell.pairs.0[half_points] += 1;
            }
            let test = self.plan.test.as_ref();
            self.is_decided = test.is_some_and(|test| test.decision(&cell.pairs) != Decision::Continue);
        }
    }
}
