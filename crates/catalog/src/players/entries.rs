//! The list of players with their options.

use crate::games::{OptionEntry, option};

/// A player that can be named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerEntry {
    /// Its name.
    pub name: &'static str,
    /// Whether it is the player of a study, kept as it was.
    pub study: bool,
    /// What it does.
    pub about: &'static str,
    /// Its options.
    pub options: &'static [OptionEntry],
}

const SEED: OptionEntry = option("seed", "N", "the game's", "its own seed");
const THREADS: OptionEntry = option("threads", "1..64", "1", "threads");
const MEMORY: OptionEntry =
    option("memory", "MB", "32, less for a small depth; mcts and uct 256", "megabytes of memory");
const TIME: OptionEntry = option("time", "SECONDS", "no limit", "time for a move");
const CLOCK: OptionEntry = option("clock", "wall|processor", "wall", "what the time is measured by");
const DEPTH: OptionEntry = option("depth", "1..60", "no limit", "plies to look ahead");
const NODES: OptionEntry = option("nodes", "N", "no limit", "positions for a move");

const YONIN: &[OptionEntry] = &[
    option("lookahead", "0..8", "4", "plies to look ahead"),
    option("search", "described|printed", "described", "as the study describes it, or as its listing works"),
    SEED,
];

const MANY: &[OptionEntry] = &[
    DEPTH,
    TIME,
    CLOCK,
    NODES,
    option(
        "eval",
        "learned|count",
        "learned",
        "what is expected at the horizon: learned from games, or the discs shown",
    ),
    option("goal", "score|rank|lead", "score", "own score, own rank, or the lead over the best rival"),
    MEMORY,
    SEED,
];

const ENTRIES: &[PlayerEntry] = &[
    PlayerEntry {
        name: "uct",
        study: false,
        about: "Go: tree search with tactical playouts, learned priors and all moves as first",
        options: &[
            option("playouts", "N", "3000 without time", "playouts for a move"),
            TIME,
            CLOCK,
            option("early", "on|off", "on", "stopping when the choice can no longer change"),
            THREADS,
            MEMORY,
            SEED,
        ],
    },
    PlayerEntry {
        name: "gtp",
        study: false,
        about: "an engine outside the program that speaks GTP; what it fails at is its loss",
        options: &[
            option("cmd", "\"COMMAND\"", "must be given", "the command line that starts it"),
            option("time", "SECONDS", "not told", "time for a move, told to the engine"),
            option("grace", "SECONDS", "10", "how long after its time an answer is waited for"),
        ],
    },
    PlayerEntry {
        name: "random",
        study: true,
        about: "draws uniformly among its moves (in Go it keeps its eyes)",
        options: &[SEED],
    },
    PlayerEntry {
        name: "map",
        study: true,
        about: "Nip, study 1: square values plus a bonus for leaving few choices",
        options: &[
            option("table", "ring20|ring100", "ring20", "the square values"),
            option("values", "V/V/...", "the table's", "square values of c1/d1/b2/c2/d2/c3/d3/d4 in place of a table"),
            option("choices", "first|second|third|none", "first", "the bonus for few choices"),
            option("lookahead", "0..12", "1", "plies to look ahead"),
            option("search", "described|printed|negamax", "described", "adding up, as listed, or sound"),
            SEED,
        ],
    },
    PlayerEntry {
        name: "weights",
        study: true,
        about: "Reversi: square map, edge-stable discs and candidate moves, weighted",
        options: &[
            option("bp", "0..5", "1", "weight of the square map"),
            option("fs", "0..5", "3", "weight of stable discs"),
            option("cn", "0..5", "0", "weight of candidate moves"),
            option("values", "V/V/...", "the study's", "square values of a1/b1/c1/d1/b2/c2/d2/c3/d3/d4"),
            option("noise", "on|off", "on", "the study's random terms"),
            SEED,
        ],
    },
    PlayerEntry {
        name: "montecarlo",
        study: true,
        about: "plays each move out at random so many times and takes the best",
        options: &[
            option("playouts", "N", "100", "random games for each move"),
            option("from", "N|all", "16, in Go all", "moves left from which on it thinks; before, it moves at random"),
            TIME,
            CLOCK,
            THREADS,
            SEED,
        ],
    },
    PlayerEntry {
        name: "territory",
        study: true,
        about: "Go: the point by which its territory grows most",
        options: &[SEED],
    },
    PlayerEntry {
        name: "candidates-mc",
        study: true,
        about: "Go: plays out the points near the best growth of territory, with moves chosen likewise",
        options: &[
            option("playouts", "N", "100", "simulated games for each candidate"),
            option("margin", "0..100", "2", "how far below the best growth a candidate may be"),
            THREADS,
            SEED,
        ],
    },
    PlayerEntry { name: "self", study: true, about: "Yonin: after its own home", options: YONIN },
    PlayerEntry { name: "right", study: true, about: "Yonin: favours its right neighbour's quadrant", options: YONIN },
    PlayerEntry { name: "opposite", study: true, about: "Yonin: favours the opposite quadrant", options: YONIN },
    PlayerEntry { name: "left", study: true, about: "Yonin: favours its left neighbour's quadrant", options: YONIN },
    PlayerEntry { name: "normal", study: true, about: "Yonin: the plain square map", options: YONIN },
    PlayerEntry {
        name: "alphabeta",
        study: false,
        about: "iterative deepening alpha-beta, exact at the end",
        options: &[
            DEPTH,
            TIME,
            CLOCK,
            NODES,
            option("eval", "NAME", "mobility+stability", "the evaluation: map, weights, mobility+stability, count"),
            option("exact", "0..60", "12", "moves left from which on it reads to the end"),
            option("lines", "1..100", "1", "how many of the best moves it values fully"),
            THREADS,
            MEMORY,
            SEED,
        ],
    },
    PlayerEntry {
        name: "mcts",
        study: false,
        about: "Monte Carlo tree search, exact at leaves near the end",
        options: &[
            option("playouts", "N", "10000 without time", "simulations for a move"),
            TIME,
            CLOCK,
            option("exploration", "0..10", "0.5", "how much it tries moves that look worse"),
            option("exact", "0..20", "6", "moves left at which a leaf is solved"),
            THREADS,
            MEMORY,
            SEED,
        ],
    },
    PlayerEntry { name: "maxn", study: false, about: "every seat seeks its own goal", options: MANY },
    PlayerEntry { name: "paranoid", study: false, about: "all others are against it", options: MANY },
    PlayerEntry {
        name: "bestreply",
        study: false,
        about: "only the strongest reply of the others counts",
        options: MANY,
    },
];

/// All the players.
pub fn player_entries() -> &'static [PlayerEntry] {
    ENTRIES
}
