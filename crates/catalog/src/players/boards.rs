//! Players of the Reversi family: alpha-beta with its evaluations, and those of the studies.

use std::sync::Arc;

use enban_eval::{Knowledge, StudyWeights, evaluation, is_learned, is_nip, is_reversi};
use enban_reversi::{Edge, Kernel, ReversiOn, YoninOn};
use enban_search::{AlphaBeta, AlphaBetaParams, Count, Limits, ReadOut, alphabeta};
use enban_studies::{
    Choices, MapParams, MapPlayer, MapSearch, MapTable, NipValues, ReversiValues, Strategy, UnsuitedGame,
    WeightsParams, WeightsPlayer, YoninParams, YoninPlayer, YoninSearch,
};

use super::shared::{CLOCK, NODES, SEED, THREADS, TIME, by_depth, depth, memory, table_mb};
use super::{Catalogued, Definition, PlayerError};
use crate::options::{Kind, Opt, Takes, Usual, Value};

static DEPTH: Opt<Option<u32>> = depth(&alphabeta::DEFAULT_LIMITS);

static MEMORY: Opt<usize> = memory(by_depth(|keys| Ok(table_mb(keys.given(&DEPTH)?))));

/// The evaluation of a name; the choices are those that the game has, the first by default.
const fn eval(names: &'static [(&'static str, &'static str)]) -> Opt<&'static str> {
    let default = Usual::Value(Value::Text(names[0].0));
    Opt { key: "eval", about: "the evaluation", takes: Takes::Words(names), default }
}

const LEARNED: (&str, &str) = ("learned", "learned");
const MAP: (&str, &str) = ("map", "map");
const WEIGHTS: (&str, &str) = ("weights", "weights");
const MOBILITY: (&str, &str) = ("mobility+stability", "mobility+stability");
/// The discs alone, which needs nothing of a board.
const COUNT: (&str, &str) = ("count", "count");

static EVAL_REVERSI: Opt<&str> = eval(&[LEARNED, MOBILITY, WEIGHTS, MAP, COUNT]);
static EVAL_NIP: Opt<&str> = eval(&[LEARNED, MOBILITY, MAP, COUNT]);
static EVAL_LEARNED: Opt<&str> = eval(&[LEARNED, MOBILITY, COUNT]);
static EVAL_REVERSI_BY_HAND: Opt<&str> = eval(&[MOBILITY, WEIGHTS, MAP, COUNT]);
static EVAL_NIP_BY_HAND: Opt<&str> = eval(&[MOBILITY, MAP, COUNT]);
static EVAL_BY_HAND: Opt<&str> = eval(&[MOBILITY, COUNT]);

static EXACT: Opt<ReadOut> = Opt {
    key: "exact",
    about: "moves left from which on it reads to the end",
    takes: Takes::Whole { min: 0, max: 60, of: |left| ReadOut::From(left as u32) },
    default: Usual::Rule {
        text: "as many as the time allows: 16 for 0.1 s, 20 for 1 s, 23 for 10 s; 12 where none is set",
        rule: |_| Ok(ReadOut::AsTimeAllows),
    },
};

static SELECTIVITY: Opt<u32> = Opt {
    key: "selectivity",
    about: "how sure a cut on likelihood must be, in percent; 100 for none",
    takes: Takes::Whole { min: 73, max: 100, of: |percent| percent as u32 },
    default: Usual::Value(Value::Whole(73)),
};

static LINES: Opt<usize> = Opt {
    key: "lines",
    about: "how many of the best moves it values fully",
    takes: Takes::Whole { min: 1, max: 100, of: |lines| lines as usize },
    default: Usual::Value(Value::Whole(1)),
};

/// Alpha-beta with an evaluation that the game has.
pub(super) fn alphabeta<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) -> Definition<ReversiOn<K, E>>
where
    ReversiOn<K, E>: Catalogued,
{
    let eval = match (is_learned(game), is_reversi(game), is_nip(game)) {
        (true, true, _) => &EVAL_REVERSI,
        (true, _, true) => &EVAL_NIP,
        (true, _, _) => &EVAL_LEARNED,
        (false, true, _) => &EVAL_REVERSI_BY_HAND,
        (false, _, true) => &EVAL_NIP_BY_HAND,
        (false, _, _) => &EVAL_BY_HAND,
    };
    Definition {
        name: "alphabeta",
        study: false,
        about: "iterative deepening alpha-beta, exact at the end",
        options: vec![&DEPTH, &TIME, &CLOCK, &NODES, eval, &EXACT, &SELECTIVITY, &LINES, &THREADS, &MEMORY, &SEED],
        make: Box::new(|game, keys, _| {
            let evaluate = match keys.get(eval)? {
                "count" => Knowledge::Plain(Arc::new(Count)),
                name => evaluation(name, game).map_err(|none| keys.wrong(eval, none.to_string()))?,
            };
            let (depth, time) = (keys.get(&DEPTH)?, keys.get(&TIME)?);
            let params = AlphaBetaParams {
                limits: Limits { depth, time, by: keys.get(&CLOCK)?, nodes: keys.get(&NODES)? },
                exact: keys.get(&EXACT)?,
                threads: keys.get(&THREADS)?,
                megabytes: keys.get(&MEMORY)?,
                lines: keys.get(&LINES)?,
                selectivity: keys.get(&SELECTIVITY)?,
            };
            Ok(Box::new(AlphaBeta::new(game, evaluate, params)))
        }),
    }
}

static TABLE: Opt<MapTable> = Opt {
    key: "table",
    about: "the square values",
    takes: Takes::Words(MapTable::NAMED),
    default: Usual::Value(Value::Text("ring20")),
};

static NIP_VALUES: Opt<Option<NipValues>> = Opt {
    key: "values",
    about: "square values of c1/d1/b2/c2/d2/c3/d3/d4 in place of a table",
    takes: Takes::Read {
        kind: Kind::Text { form: "V/V/..." },
        read: |text| NipValues::parse(text).map(Some).map_err(|error| error.to_string()),
    },
    default: Usual::Rule { text: "the table's", rule: |_| Ok(None) },
};

static CHOICES: Opt<Choices> = Opt {
    key: "choices",
    about: "the bonus for few choices",
    takes: Takes::Words(Choices::NAMED),
    default: Usual::Value(Value::Text("first")),
};

static MAP_LOOKAHEAD: Opt<u32> = Opt {
    key: "lookahead",
    about: "plies to look ahead",
    takes: Takes::Whole { min: 0, max: 12, of: |plies| plies as u32 },
    default: Usual::Value(Value::Whole(1)),
};

static MAP_SEARCH: Opt<MapSearch> = Opt {
    key: "search",
    about: "adding up, as listed, or sound",
    takes: Takes::Words(MapSearch::NAMED),
    default: Usual::Value(Value::Text("described")),
};

/// The player of the studies of Nip, for boards that [`is_nip`].
pub(super) fn map<K: Kernel<Set = u64>, E: Edge<K>>() -> Definition<ReversiOn<K, E>>
where
    ReversiOn<K, E>: Catalogued,
{
    Definition {
        name: "map",
        study: true,
        about: "Nip, study 1: square values plus a bonus for leaving few choices",
        options: vec![&TABLE, &NIP_VALUES, &CHOICES, &MAP_LOOKAHEAD, &MAP_SEARCH, &SEED],
        make: Box::new(|game, keys, rng| {
            keys.either(&TABLE, &NIP_VALUES)?;
            let (table, values) = (keys.get(&TABLE)?, keys.get(&NIP_VALUES)?);
            let params = MapParams {
                table: values.map_or(table, MapTable::Values),
                choices: keys.get(&CHOICES)?,
                lookahead: keys.get(&MAP_LOOKAHEAD)?,
                search: keys.get(&MAP_SEARCH)?,
            };
            let player = MapPlayer::new(game, params, rng)
                .map_err(|needs: UnsuitedGame| PlayerError::Unsuited { name: "map", needs: needs.to_string() })?;
            Ok(Box::new(player))
        }),
    }
}

/// A weight of the study of Reversi, which tried 0 to 5.
const fn weight(key: &'static str, about: &'static str, default: f64) -> Opt<f64> {
    let takes = Takes::Number { min: 0.0, max: 100.0, of: |weight| weight };
    Opt { key, about, takes, default: Usual::Value(Value::Number(default)) }
}

static BP: Opt<f64> = weight("bp", "weight of the square map", 1.0);
static FS: Opt<f64> = weight("fs", "weight of stable discs", 3.0);
static CN: Opt<f64> = weight("cn", "weight of candidate moves", 0.0);

static REVERSI_VALUES: Opt<Option<ReversiValues>> = Opt {
    key: "values",
    about: "square values of a1/b1/c1/d1/b2/c2/d2/c3/d3/d4",
    takes: Takes::Read {
        kind: Kind::Text { form: "V/V/..." },
        read: |text| ReversiValues::parse(text).map(Some).map_err(|error| error.to_string()),
    },
    default: Usual::Rule { text: "the study's", rule: |_| Ok(None) },
};

static NOISE: Opt<bool> = Opt {
    key: "noise",
    about: "the study's random terms",
    takes: Takes::Switch(|on| on),
    default: Usual::Value(Value::Switch(true)),
};

/// The player of the study of Reversi, for boards that [`is_reversi`].
pub(super) fn weights<K: Kernel<Set = u64>, E: Edge<K>>() -> Definition<ReversiOn<K, E>>
where
    ReversiOn<K, E>: Catalogued,
{
    Definition {
        name: "weights",
        study: true,
        about: "Reversi: square map, edge-stable discs and candidate moves, weighted",
        options: vec![&BP, &FS, &CN, &REVERSI_VALUES, &NOISE, &SEED],
        make: Box::new(|game, keys, rng| {
            let weights = StudyWeights { bp: keys.get(&BP)?, fs: keys.get(&FS)?, cn: keys.get(&CN)? };
            let params = WeightsParams { weights, noise: keys.get(&NOISE)? };
            let unsuited = |needs: UnsuitedGame| PlayerError::Unsuited { name: "weights", needs: needs.to_string() };
            let player = WeightsPlayer::new(game, params, rng).map_err(unsuited)?;
            Ok(Box::new(match keys.get(&REVERSI_VALUES)? {
                Some(values) => player.with_values(&values),
                None => player,
            }))
        }),
    }
}

static YONIN_LOOKAHEAD: Opt<u32> = Opt {
    key: "lookahead",
    about: "plies to look ahead",
    takes: Takes::Whole { min: 0, max: 8, of: |plies| plies as u32 },
    default: Usual::Value(Value::Whole(4)),
};

static YONIN_SEARCH: Opt<YoninSearch> = Opt {
    key: "search",
    about: "as the study describes it, or as its listing works",
    takes: Takes::Words(YoninSearch::NAMED),
    default: Usual::Value(Value::Text("described")),
};

/// The players of the study of Yonin, one for each strategy.
pub(super) fn strategies<K: Kernel<Set = u64>>() -> impl Iterator<Item = Definition<YoninOn<K>>>
where
    YoninOn<K>: Catalogued,
{
    Strategy::ALL.into_iter().map(|(name, strategy)| Definition {
        name,
        study: true,
        about: match strategy {
            Strategy::Home => "Yonin: after its own home",
            Strategy::Right => "Yonin: favours its right neighbour's quadrant",
            Strategy::Opposite => "Yonin: favours the opposite quadrant",
            Strategy::Left => "Yonin: favours its left neighbour's quadrant",
            Strategy::Normal => "Yonin: the plain square map",
        },
        options: vec![&YONIN_LOOKAHEAD, &YONIN_SEARCH, &SEED],
        make: Box::new(move |_, keys, rng| {
            let (lookahead, search) = (keys.get(&YONIN_LOOKAHEAD)?, keys.get(&YONIN_SEARCH)?);
            Ok(Box::new(YoninPlayer::new(YoninParams { lookahead, search, ..YoninParams::study(strategy) }, rng)))
        }),
    })
}
