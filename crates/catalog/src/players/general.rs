//! Players that know no game: random, Monte Carlo, tree search, alpha-beta, and those for many seats.

use std::sync::Arc;

use enban_game::{Endgame, Game, Notation, Rng, Watch};
use enban_search::exact::{Settings, Solution, Solver};
use enban_search::many::{BestReply, EvaluateSeats, Goal, ManyParams, MaxN, Paranoid};
use enban_search::mcts::{Mcts, MctsParams};
use enban_search::montecarlo::{MonteCarlo, MonteCarloParams, Onset};
use enban_search::{AlphaBeta, AlphaBetaParams, Evaluate, Limits, Random, TimeBy};

use super::{AnyPlayer, Keys, SolveRequest};

/// The most threads a player may use.
const THREADS_MAX: u64 = 64;
/// The most megabytes a player may use.
const MEMORY_MAX: u64 = 65_536;

/// The threads asked for.
pub(super) fn threads(keys: &Keys<'_>) -> Result<usize, String> {
    Ok(keys.whole("threads", 1, THREADS_MAX)?.unwrap_or(1) as usize)
}

/// The megabytes asked for. A shallow search does not fill a large table, and laying one out takes longer than the
/// search.
fn memory(keys: &Keys<'_>) -> Result<usize, String> {
    let suited = match keys.whole("depth", 1, 60)? {
        Some(..=4) => 1,
        Some(..=7) => 4,
        Some(8) => 16,
        _ => 32,
    };
    Ok(keys.whole("memory", 1, MEMORY_MAX)?.unwrap_or(suited) as usize)
}

fn time_by(keys: &Keys<'_>) -> Result<TimeBy, String> {
    let named = [("wall", TimeBy::Wall), ("processor", TimeBy::Processor)];
    Ok(keys.word("clock", &named)?.unwrap_or_default())
}

pub(super) fn limits(keys: &Keys<'_>) -> Result<Limits, String> {
    Ok(Limits {
        depth: keys.whole("depth", 1, 60)?.map(|depth| depth as u32),
        time: keys.seconds("time")?,
        by: time_by(keys)?,
        nodes: keys.whole("nodes", 1, u64::MAX)?,
    })
}

/// Draws among its moves.
pub(super) fn random<G: Game>(rng: Rng) -> AnyPlayer<G> {
    Box::new(Random::new(rng))
}

/// Flat Monte Carlo; `left` counts the moves that are left, where the game can tell.
pub(super) fn montecarlo<G: Notation + 'static>(
    keys: &Keys<'_>,
    left: Option<fn(&G, &G::State) -> u32>,
    rng: Rng,
) -> Result<AnyPlayer<G>, String> {
    let time = keys.seconds("time")?;
    let playouts = keys.whole("playouts", 1, 1_000_000_000)?;
    let onset = match (keys.text("from"), left) {
        (Some("all"), _) | (None, None) => Onset::All,
        (None, Some(count)) => Onset::MovesLeft { at_most: 16, count },
        (Some(_), Some(count)) => {
            let at_most = keys.whole("from", 0, 1_000).map_err(|error| format!("{error}, or all"))?.unwrap_or(16);
            Onset::MovesLeft { at_most: at_most as u32, count }
        }
        (Some(_), None) => return Err("this game does not know how many moves are left; from=all".to_owned()),
    };
    let params = MonteCarloParams { playouts, time, by: time_by(keys)?, onset, threads: threads(keys)? };
    Ok(Box::new(MonteCarlo::new(params, rng)))
}

fn mcts_player<G: Game>(keys: &Keys<'_>, rng: Rng) -> Result<Mcts<G>, String> {
    let defaults = MctsParams::default();
    let (time, nodes) = (keys.seconds("time")?, keys.whole("playouts", 1, u64::MAX)?);
    let params = MctsParams {
        limits: Limits { depth: None, time, by: time_by(keys)?, nodes },
        exploration: keys.number("exploration", 0.0, 10.0)?.unwrap_or(defaults.exploration),
        threads: threads(keys)?,
        memory_mb: keys.whole("memory", 1, MEMORY_MAX)?.unwrap_or(defaults.memory_mb as u64) as usize,
        ..defaults
    };
    Ok(Mcts::new(params, rng))
}

/// Tree search without knowledge of the end.
pub(super) fn mcts<G: Notation + 'static>(keys: &Keys<'_>, rng: Rng) -> Result<AnyPlayer<G>, String> {
    if keys.text("exact").is_some() {
        return Err("this game has no exact solver for mcts to use; leave exact out".to_owned());
    }
    Ok(Box::new(mcts_player(keys, rng)?))
}

/// Tree search whose leaves near the end are solved.
pub(super) fn mcts_exact<G: Endgame + Notation + 'static>(
    game: &G,
    keys: &Keys<'_>,
    rng: Rng,
) -> Result<AnyPlayer<G>, String> {
    let exact = keys.whole("exact", 0, 20)?.unwrap_or(6) as u32;
    let player = mcts_player(keys, rng)?;
    if exact == 0 {
        return Ok(Box::new(player));
    }
    let solver = Solver::new(game.clone(), 8);
    let solve = move |game: &G, state: &G::State| {
        if game.moves_left(state) > exact {
            return None;
        }
        // Who wins is all that the payoffs of a tree for two ask.
        let settings = Settings { window: Some((-1, 1)), ..Settings::default() };
        let (low, high) = solver.bounds(state, &settings, &Watch::default());
        let share = match (low, high) {
            (low, _) if low > 0 => 1.0,
            (_, high) if high < 0 => 0.0,
            _ => 0.5,
        };
        let mut payoffs = [0.0; enban_game::contract::SEATS_MAX];
        payoffs[game.mover(state).index()] = share;
        payoffs[1 - game.mover(state).index()] = 1.0 - share;
        Some(payoffs)
    };
    Ok(Box::new(player.with_exact(Box::new(solve))))
}

/// Alpha-beta with an evaluation.
pub(super) fn alphabeta<G: Endgame + Notation + 'static>(
    game: &G,
    keys: &Keys<'_>,
    evaluate: Arc<dyn Evaluate<G>>,
) -> Result<AnyPlayer<G>, String> {
    let params = AlphaBetaParams {
        limits: limits(keys)?,
        exact: keys.whole("exact", 0, 60)?.unwrap_or(12) as u32,
        threads: threads(keys)?,
        megabytes: memory(keys)?,
        lines: keys.whole("lines", 1, 100)?.unwrap_or(1) as usize,
    };
    Ok(Box::new(AlphaBeta::new(game, evaluate, params)))
}

/// Searches for any number of seats. `skip` hands the turn on whether or not there are moves.
pub(super) fn many<G: Notation + 'static>(
    name: &str,
    keys: &Keys<'_>,
    evaluation: Box<dyn EvaluateSeats<G>>,
    skip: fn(&G, &mut G::State),
    rng: Rng,
) -> Result<AnyPlayer<G>, String> {
    let goals = [("score", Goal::OwnScore), ("rank", Goal::Rank), ("lead", Goal::LeadOverBest)];
    let goal = keys.word("goal", &goals)?.unwrap_or(Goal::OwnScore);
    let params = ManyParams { limits: limits(keys)?, goal, memory_mb: memory(keys)? };
    Ok(match name {
        "maxn" => Box::new(MaxN::new(params, evaluation, rng)),
        "paranoid" => Box::new(Paranoid::new(params, evaluation, rng)),
        _ => Box::new(BestReply::new(params, evaluation, skip, rng)),
    })
}

/// Solves positions one after another with one table.
pub(super) fn solve<G: Endgame>(game: &G, states: &[G::State], request: &SolveRequest, watch: &Watch) -> Vec<Solution> {
    let left = states.iter().map(|state| game.moves_left(state)).max().unwrap_or(0);
    // A small task does not fill a large table, and clearing one takes a while.
    let suited = match left {
        0..=14 => 8,
        15..=18 => 64,
        19..=21 => 256,
        _ => 1024,
    };
    let solver = Solver::new(game.clone(), request.megabytes.unwrap_or(suited));
    states.iter().map(|state| solver.solve(state, &request.settings, watch)).collect()
}
