//! Players of Go alone.

use enban_go::Go;
use enban_search::Limits;
use enban_studies::{CandidatesParams, CandidatesPlayer, TerritoryPlayer};
use enban_uct::{DEFAULT_LIMITS, Uct, UctParams};

use super::Definition;
use super::shared::{CLOCK, SEED, THREADS, TIME, memory, playouts};
use crate::options::{Opt, Takes, Usual, Value};

static PLAYOUTS: Opt<Option<u64>> = playouts("playouts for a move", &DEFAULT_LIMITS, u64::MAX);

static EARLY: Opt<bool> = Opt {
    key: "early",
    about: "stopping when the choice can no longer change",
    takes: Takes::Switch(|on| on),
    default: Usual::Value(Value::Switch(true)),
};

static MEMORY: Opt<usize> = memory(Usual::Value(Value::Whole(256)));

/// Tree search with knowledge of Go.
pub(super) fn uct<const W: usize>() -> Definition<Go<W>> {
    Definition {
        name: "uct",
        study: false,
        about: "Go: tree search with tactical playouts, learned priors and all moves as first",
        options: vec![&PLAYOUTS, &TIME, &CLOCK, &EARLY, &THREADS, &MEMORY, &SEED],
        make: Box::new(|_, keys, rng| {
            let (time, by, nodes) = (keys.get(&TIME)?, keys.get(&CLOCK)?, keys.get(&PLAYOUTS)?);
            let params = UctParams {
                limits: Limits { depth: None, time, by, nodes },
                threads: keys.get(&THREADS)?,
                memory_mb: keys.get(&MEMORY)?,
                early_stop: keys.get(&EARLY)?,
                ..UctParams::default()
            };
            Ok(Box::new(Uct::new(params, rng)))
        }),
    }
}

/// The first player of the study of Go.
pub(super) fn territory<const W: usize>() -> Definition<Go<W>> {
    Definition {
        name: "territory",
        study: true,
        about: "Go: the point by which its territory grows most",
        options: vec![&SEED],
        make: Box::new(|_, _, rng| Ok(Box::new(TerritoryPlayer::new(rng)))),
    }
}

static SIMULATIONS: Opt<u64> = Opt {
    key: "playouts",
    about: "simulated games for each candidate",
    takes: Takes::Whole { min: 1, max: 1_000_000_000, of: |playouts| playouts },
    default: Usual::Value(Value::Whole(100)),
};

static MARGIN: Opt<u32> = Opt {
    key: "margin",
    about: "how far below the best growth a candidate may be",
    takes: Takes::Whole { min: 0, max: 100, of: |margin| margin as u32 },
    default: Usual::Value(Value::Whole(2)),
};

/// The second player of the study of Go.
pub(super) fn candidates<const W: usize>() -> Definition<Go<W>> {
    Definition {
        name: "candidates-mc",
        study: true,
        about: "Go: plays out the points near the best growth of territory, with moves chosen likewise",
        options: vec![&SIMULATIONS, &MARGIN, &THREADS, &SEED],
        make: Box::new(|_, keys, rng| {
            let (playouts, margin) = (keys.get(&SIMULATIONS)?, keys.get(&MARGIN)?);
            let params = CandidatesParams { playouts, margin, threads: keys.get(&THREADS)? };
            Ok(Box::new(CandidatesPlayer::new(params, rng)))
        }),
    }
}
