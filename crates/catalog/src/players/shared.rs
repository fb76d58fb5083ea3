//! Options that several players have.

use std::time::Duration;

use enban_search::{Limits, TimeBy};

use crate::options::{Keys, Opt, OptionError, Takes, Usual, Value};

/// The seed of a player's own.
pub(super) static SEED: Opt<Option<u64>> = Opt {
    key: "seed",
    about: "its own seed",
    takes: Takes::Whole { min: 0, max: u64::MAX, of: Some },
    default: Usual::Rule { text: "the game's", rule: |_| Ok(None) },
};

pub(super) static THREADS: Opt<usize> = Opt {
    key: "threads",
    about: "threads",
    takes: Takes::Whole { min: 1, max: 64, of: |threads| threads as usize },
    default: Usual::Value(Value::Whole(1)),
};

pub(super) static TIME: Opt<Option<Duration>> = Opt {
    key: "time",
    about: "time for a move",
    takes: Takes::Seconds(Some),
    default: Usual::Rule { text: "no limit", rule: |_| Ok(None) },
};

pub(super) static CLOCK: Opt<TimeBy> = Opt {
    key: "clock",
    about: "what the time is measured by",
    takes: Takes::Words(&[("wall", TimeBy::Wall), ("processor", TimeBy::Processor)]),
    default: Usual::Value(Value::Text("wall")),
};

pub(super) static NODES: Opt<Option<u64>> = Opt {
    key: "nodes",
    about: "positions for a move",
    takes: Takes::Whole { min: 1, max: u64::MAX, of: Some },
    default: Usual::Rule { text: "no limit", rule: |_| Ok(None) },
};

/// Plies to look ahead, for a player that has these limits by default.
pub(super) const fn depth(limits: &Limits) -> Opt<Option<u32>> {
    let plies = limits.depth.expect("the default is a depth");
    Opt {
        key: "depth",
        about: "plies to look ahead",
        takes: Takes::Whole { min: 1, max: 60, of: |plies| Some(plies as u32) },
        default: Usual::Own { value: Value::Whole(plies as u64), without: &["time", "nodes"], unset: || None },
    }
}

/// Playouts for a move, for a player that has these limits by default.
pub(super) const fn playouts(about: &'static str, limits: &Limits, max: u64) -> Opt<Option<u64>> {
    let playouts = limits.nodes.expect("the default is a number of playouts");
    Opt {
        key: "playouts",
        about,
        takes: Takes::Whole { min: 1, max, of: Some },
        default: Usual::Own { value: Value::Whole(playouts), without: &["time"], unset: || None },
    }
}

/// Megabytes of memory.
pub(super) const fn memory(default: Usual<usize>) -> Opt<usize> {
    let takes = Takes::Whole { min: 1, max: 65_536, of: |megabytes| megabytes as usize };
    Opt { key: "memory", about: "megabytes of memory", takes, default }
}

/// Megabytes of a table by the depth that was given. A shallow search does not fill a large table, and laying one out takes
/// longer than the search.
pub(super) const fn by_depth(rule: fn(&Keys<'_>) -> Result<usize, OptionError>) -> Usual<usize> {
    Usual::Rule { text: "32; 1, 4 or 16 where a depth up to 4, 7 or 8 is given", rule }
}

/// The megabytes that [`by_depth`] speaks of.
pub(super) fn table_mb(depth_given: Option<Option<u32>>) -> usize {
    match depth_given.flatten() {
        Some(..=4) => 1,
        Some(..=7) => 4,
        Some(8) => 16,
        _ => 32,
    }
}
