//! Players that know no game: random, Monte Carlo, tree search, those for many seats, external engines.

use std::time::Duration;

use enban_external::{ExternalParams, ExternalPlayer};
use enban_game::contract::SEATS_MAX;
use enban_game::{Endgame, Game, Watch};
use enban_search::exact::{Settings, Solution, Solver};
use enban_search::many::{BestReply, EvaluateSeats, Goal, ManyParams, MaxN, Paranoid};
use enban_search::mcts::{Expect, Mcts, MctsParams};
use enban_search::montecarlo::{MonteCarlo, MonteCarloParams, Onset};
use enban_search::{Incremental, Limits, Random, many, mcts, montecarlo};

use super::shared::{CLOCK, NODES, SEED, THREADS, TIME, by_depth, depth, memory, playouts, table_mb};
use super::{AnyPlayer, Catalogued, Definition, SolveRequest};
use crate::options::{Keys, Kind, Opt, OptionError, Options, Takes, Usual, Value};

/// Draws among its moves.
pub(super) fn random<G: Catalogued>() -> Definition<G> {
    Definition {
        name: "random",
        study: true,
        about: "draws uniformly among its moves (in Go it keeps its eyes)",
        options: vec![&SEED],
        make: Box::new(|_, _, rng| Ok(Box::new(Random::new(rng)))),
    }
}

static FLAT_PLAYOUTS: Opt<Option<u64>> =
    playouts("random games for each move", &montecarlo::DEFAULT_LIMITS, 1_000_000_000);

/// So many moves left at most; `None` means all.
static FROM: Opt<Option<u32>> = Opt {
    key: "from",
    about: FROM_ABOUT,
    takes: Takes::WholeOr { min: 0, max: 1_000, of: |left| Some(left as u32), word: "all", meaning: None },
    default: Usual::Value(Value::Whole(16)),
};

/// For games that do not know how many moves are left.
static FROM_ALL: Opt<Option<u32>> = Opt {
    key: "from",
    about: FROM_ABOUT,
    takes: Takes::Words(&[("all", None)]),
    default: Usual::Value(Value::Text("all")),
};

const FROM_ABOUT: &str = "moves left from which on it thinks; before, it moves at random";

/// How many moves are left in a position.
pub(super) type MovesLeft<G> = fn(&G, &<G as Game>::State) -> u32;

/// Flat Monte Carlo; `left` counts the moves that are left, where the game can tell.
pub(super) fn montecarlo<G: Catalogued>(left: Option<MovesLeft<G>>) -> Definition<G> {
    let from = if left.is_some() { &FROM } else { &FROM_ALL };
    Definition {
        name: "montecarlo",
        study: true,
        about: "plays each move out at random so many times and takes the best",
        options: vec![&FLAT_PLAYOUTS, from, &TIME, &CLOCK, &THREADS, &SEED],
        make: Box::new(move |_, keys, rng| {
            let onset = match (keys.get(from)?, left) {
                (Some(at_most), Some(count)) => Onset::MovesLeft { at_most, count },
                _ => Onset::All,
            };
            let params = MonteCarloParams {
                playouts: keys.get(&FLAT_PLAYOUTS)?,
                time: keys.get(&TIME)?,
                by: keys.get(&CLOCK)?,
                onset,
                threads: keys.get(&THREADS)?,
            };
            Ok(Box::new(MonteCarlo::new(params, rng)))
        }),
    }
}

static TREE_PLAYOUTS: Opt<Option<u64>> = playouts("simulations for a move", &mcts::DEFAULT_LIMITS, u64::MAX);

static EXPLORATION: Opt<f64> = Opt {
    key: "exploration",
    about: "how much it tries moves that look worse",
    takes: Takes::Number { min: 0.0, max: 10.0, of: |exploration| exploration },
    default: Usual::Value(Value::Number(0.5)),
};

static LEAVES: Opt<u32> = Opt {
    key: "exact",
    about: "moves left at which a leaf is solved",
    takes: Takes::Whole { min: 0, max: 20, of: |left| left as u32 },
    default: Usual::Value(Value::Whole(6)),
};

static TREE_MEMORY: Opt<usize> = memory(Usual::Value(Value::Whole(256)));

fn mcts_params(keys: &Keys<'_>) -> Result<MctsParams, OptionError> {
    let (time, by, nodes) = (keys.get(&TIME)?, keys.get(&CLOCK)?, keys.get(&TREE_PLAYOUTS)?);
    Ok(MctsParams {
        limits: Limits { depth: None, time, by, nodes },
        exploration: keys.get(&EXPLORATION)?,
        threads: keys.get(&THREADS)?,
        memory_mb: keys.get(&TREE_MEMORY)?,
        ..MctsParams::default()
    })
}

/// Tree search without knowledge of the end.
pub(super) fn mcts<G: Catalogued>() -> Definition<G> {
    Definition {
        name: "mcts",
        study: false,
        about: "Monte Carlo tree search",
        options: vec![&TREE_PLAYOUTS, &TIME, &CLOCK, &EXPLORATION, &THREADS, &TREE_MEMORY, &SEED],
        make: Box::new(|_, keys, rng| Ok(Box::new(Mcts::new(mcts_params(keys)?, rng)))),
    }
}

static LEAF: Opt<bool> = Opt {
    key: "eval",
    about: "what a leaf is valued by: weights learned from games, or a random game",
    takes: Takes::Words(&[("learned", true), ("random", false)]),
    default: Usual::Value(Value::Text("learned")),
};

/// Tree search whose leaves are valued by a learned evaluation, or played out at random.
pub(super) fn mcts_learned<G: Catalogued>(expect: fn() -> Expect<G>) -> Definition<G> {
    Definition {
        name: "mcts",
        study: false,
        about: "Monte Carlo tree search, its leaves valued by what was learned from games",
        options: vec![&TREE_PLAYOUTS, &TIME, &CLOCK, &LEAF, &EXPLORATION, &THREADS, &TREE_MEMORY, &SEED],
        make: Box::new(move |_, keys, rng| {
            let params = mcts_params(keys)?;
            let player = if keys.get(&LEAF)? { Mcts::judging(params, expect(), rng) } else { Mcts::new(params, rng) };
            Ok(Box::new(player))
        }),
    }
}

/// Tree search whose leaves near the end are solved.
pub(super) fn mcts_exact<G: Catalogued + Endgame, V: Incremental<G> + 'static>(
    knowledge: fn(&G) -> V,
) -> Definition<G> {
    Definition {
        name: "mcts",
        study: false,
        about: "Monte Carlo tree search, exact at leaves near the end",
        options: vec![&TREE_PLAYOUTS, &TIME, &CLOCK, &EXPLORATION, &LEAVES, &THREADS, &TREE_MEMORY, &SEED],
        make: Box::new(move |game, keys, rng| {
            let player = Mcts::new(mcts_params(keys)?, rng);
            Ok(Box::new(match keys.get(&LEAVES)? {
                0 => player,
                at_most => player.with_exact(Box::new(solved_leaves(game, knowledge(game), at_most))),
            }))
        }),
    }
}

/// The payoffs of positions with at most so many moves left.
fn solved_leaves<G: Endgame, V: Incremental<G>>(
    game: &G,
    knowledge: V,
    at_most: u32,
) -> impl Fn(&G, &G::State) -> Option<[f32; SEATS_MAX]> + Send + Sync + use<G, V> {
    let solver = Solver::informed(game.clone(), 8, knowledge);
    move |game: &G, state: &G::State| {
        if game.moves_left(state) > at_most {
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
        let mut payoffs = [0.0; SEATS_MAX];
        payoffs[game.mover(state).index()] = share;
        payoffs[1 - game.mover(state).index()] = 1.0 - share;
        Some(payoffs)
    }
}

static MANY_DEPTH: Opt<Option<u32>> = depth(&many::DEFAULT_LIMITS);

static MANY_MEMORY: Opt<usize> = memory(by_depth(|keys| Ok(table_mb(keys.given(&MANY_DEPTH)?))));

static HORIZON: Opt<bool> = Opt {
    key: "eval",
    about: "what is expected at the horizon: learned from games, or the discs shown",
    takes: Takes::Words(&[("learned", true), ("count", false)]),
    default: Usual::Value(Value::Text("learned")),
};

static GOAL: Opt<Goal> = Opt {
    key: "goal",
    about: "own score, own rank, or the lead over the best rival",
    takes: Takes::Words(&[("score", Goal::OwnScore), ("rank", Goal::Rank), ("lead", Goal::LeadOverBest)]),
    default: Usual::Value(Value::Text("score")),
};

/// The options of a search for many seats.
fn many_options() -> Options {
    vec![&MANY_DEPTH, &TIME, &CLOCK, &NODES, &HORIZON, &GOAL, &MANY_MEMORY, &SEED]
}

fn many_params(keys: &Keys<'_>) -> Result<ManyParams, OptionError> {
    let (depth, time, by, nodes) = (keys.get(&MANY_DEPTH)?, keys.get(&TIME)?, keys.get(&CLOCK)?, keys.get(&NODES)?);
    let limits = Limits { depth, time, by, nodes };
    Ok(ManyParams { limits, goal: keys.get(&GOAL)?, memory_mb: keys.get(&MANY_MEMORY)? })
}

/// What a search for many seats values positions by, learned or counted.
pub(super) struct Horizons<G: Game> {
    /// Learned from games.
    pub(super) learned: fn() -> Box<dyn EvaluateSeats<G>>,
    /// The scores that the position shows.
    pub(super) count: fn() -> Box<dyn EvaluateSeats<G>>,
}

impl<G: Game> Horizons<G> {
    fn of(&self, keys: &Keys<'_>) -> Result<Box<dyn EvaluateSeats<G>>, OptionError> {
        Ok(if keys.get(&HORIZON)? { (self.learned)() } else { (self.count)() })
    }
}

/// Every seat seeks its own goal.
pub(super) fn maxn<G: Catalogued>(horizons: Horizons<G>) -> Definition<G> {
    Definition {
        name: "maxn",
        study: false,
        about: "every seat seeks its own goal",
        options: many_options(),
        make: Box::new(move |_, keys, rng| Ok(Box::new(MaxN::new(many_params(keys)?, horizons.of(keys)?, rng)))),
    }
}

/// All others are against it.
pub(super) fn paranoid<G: Catalogued>(horizons: Horizons<G>) -> Definition<G> {
    Definition {
        name: "paranoid",
        study: false,
        about: "all others are against it",
        options: many_options(),
        make: Box::new(move |_, keys, rng| Ok(Box::new(Paranoid::new(many_params(keys)?, horizons.of(keys)?, rng)))),
    }
}

/// Only the strongest reply of the others counts. `skip` hands the turn on whether or not there are moves.
pub(super) fn best_reply<G: Catalogued>(horizons: Horizons<G>, skip: fn(&G, &mut G::State)) -> Definition<G> {
    Definition {
        name: "bestreply",
        study: false,
        about: "only the strongest reply of the others counts",
        options: many_options(),
        make: Box::new(move |_, keys, rng| {
            Ok(Box::new(BestReply::new(many_params(keys)?, horizons.of(keys)?, skip, rng)))
        }),
    }
}

static COMMAND: Opt<String> = Opt {
    key: "cmd",
    about: "the command line that starts it",
    takes: Takes::Read { kind: Kind::Text { form: "\"COMMAND\"" }, read: |text| Ok(text.to_owned()) },
    default: Usual::Required,
};

static TOLD_TIME: Opt<Option<Duration>> = Opt {
    key: "time",
    about: "time for a move, told to the engine",
    takes: Takes::Seconds(Some),
    default: Usual::Rule { text: "not told", rule: |_| Ok(None) },
};

static GRACE: Opt<Duration> = Opt {
    key: "grace",
    about: "how long after its time an answer is waited for",
    takes: Takes::Seconds(|grace| grace),
    default: Usual::Value(Value::Number(10.0)),
};

/// An external engine.
pub(super) fn external<G: Catalogued>() -> Definition<G> {
    Definition {
        name: "gtp",
        study: false,
        about: "an external engine that speaks GTP; what it fails at is its loss",
        options: vec![&COMMAND, &TOLD_TIME, &GRACE],
        make: Box::new(|game, keys, _| {
            let params = ExternalParams {
                setup: game.engine_setup(),
                time: keys.get(&TOLD_TIME)?,
                grace: keys.get(&GRACE)?,
                ..ExternalParams::new(&keys.get(&COMMAND)?)
            };
            let player: AnyPlayer<G> = Box::new(ExternalPlayer::new(game.clone(), params)?);
            Ok(player)
        }),
    }
}

/// Solves positions one after another with one table.
pub(super) fn solve<G: Endgame>(
    game: &G,
    knowledge: impl Incremental<G>,
    states: &[G::State],
    request: &SolveRequest,
    watch: &Watch,
) -> Vec<Solution> {
    let left = states.iter().map(|state| game.moves_left(state)).max().unwrap_or(0);
    // A small task does not fill a large table, and clearing one takes a while.
    let suited = match left {
        0..=14 => 4,
        15..=18 => 16,
        19..=22 => 64,
        23..=25 => 256,
        _ => 1024,
    };
    let solver = Solver::informed(game.clone(), request.megabytes.unwrap_or(suited), knowledge);
    states.iter().map(|state| solver.solve(state, &request.settings, watch)).collect()
}
