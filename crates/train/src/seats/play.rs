//! Games of tree search to learn from.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};

use enban_eval::YoninEval;
use enban_game::contract::SEATS_MAX;
use enban_game::{Game, MoveSet, Rng, Step, Trail, Turn, Watch};
use enban_reversi::{FourSeats, Kernel, YoninOn};
use enban_search::{Desk, Limits, Mcts, MctsParams, Player};

/// How the games of a generation are played: every one begins with random moves, and a few later ones are random too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatsPlay {
    /// The seed of all games.
    pub seed: u64,
    /// Simulations for a move.
    pub playouts: u64,
}

/// A game to learn from.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// Its positions after the random moves, in their order, the end of the game left out.
    pub states: Vec<FourSeats>,
    /// What each seat had at the end, in points.
    pub scores: [f32; SEATS_MAX],
}

/// Random moves at the start: so many at least, and less than so many more.
const RANDOM_MIN: u32 = 2;
const RANDOM_RANGE: u32 = 30;

/// Of so many moves after them one is random.
const RANDOM_EVERY: u32 = 24;

impl SeatsPlay {
    /// The first so many games, in order.
    pub(super) fn games<K: Kernel<Set = u64>>(
        &self,
        game: &YoninOn<K>,
        count: u64,
        by: Option<&YoninEval>,
        threads: usize,
    ) -> Vec<Played> {
        let (next, done) = (AtomicU64::new(0), Mutex::new(vec![None; count as usize]));
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    return;
                }
                let played = self.game(game, number, by);
                done.lock().unwrap_or_else(PoisonError::into_inner)[number as usize] = Some(played);
            }
        };
        std::thread::scope(|scope| {
            (1..threads).for_each(|_| {
                scope.spawn(work);
            });
            work();
        });
        let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.into_iter().map(|played| played.expect("every game was played")).collect()
    }

    /// The game of a number.
    fn game<K: Kernel<Set = u64>>(&self, game: &YoninOn<K>, number: u64, by: Option<&YoninEval>) -> Played {
        let mut rng = Rng::stream(self.seed, number);
        let mut trail = Trail::new(game.clone());
        let limits = Limits { nodes: Some(self.playouts), ..Limits::default() };
        let params = MctsParams { limits, memory_mb: 4, ..MctsParams::default() };
        let lot = Rng::new(rng.bits());
        let mut player = match by.cloned() {
            Some(eval) => Mcts::judging(params, Box::new(move |game, state| eval.chances(game, state)), lot),
            None => Mcts::new(params, lot),
        };
        let random_moves = (RANDOM_MIN + rng.below(RANDOM_RANGE)) as usize;
        let mut states = Vec::new();
        loop {
            let turn = trail.turn();
            if turn != Turn::Over && trail.steps().len() >= random_moves {
                states.push(*trail.state());
            }
            let step = match turn {
                Turn::Over => break,
                Turn::Pass => Step::Pass,
                Turn::Moves(moves) if trail.steps().len() < random_moves || rng.below(RANDOM_EVERY) == 0 => {
                    Step::Play(moves.nth(rng.below(moves.len())))
                }
                Turn::Moves(_) => Step::Play(player.think(&trail, &Desk::quiet(&Watch::default())).choice),
            };
            trail.try_step(step).expect("players make legal moves");
        }
        let scores = game.scores(trail.state());
        Played { states, scores: std::array::from_fn(|seat| scores.as_slice()[seat].as_f64() as f32) }
    }
}
