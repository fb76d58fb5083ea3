//! The players of each type of game.

use std::sync::Arc;

use enban_eval::{StudyWeights, evaluation, evaluation_names, is_nip, is_reversi};
use enban_game::{Endgame, Notation, Rng, Watch};
use enban_go::Go;
use enban_reversi::kernel::{Portable, V3, V4};
use enban_reversi::{Edge, Kernel, Open, Reversi, Yonin};
use enban_search::exact::Solution;
use enban_search::{Count, Evaluate};
use enban_studies::{
    Choices, MapParams, MapPlayer, MapSearch, MapTable, Strategy, WeightsParams, WeightsPlayer, YoninParams,
    YoninPlayer, YoninSearch,
};

use super::{AnyPlayer, Catalogued, Keys, SolveRequest, general};

/// The evaluation that `eval=` names, and how many there are besides `count`.
fn evaluation_of<K: Kernel, E: Edge<K>>(
    game: &Reversi<K, E>,
    keys: &Keys<'_>,
) -> Result<Arc<dyn Evaluate<Reversi<K, E>>>, String> {
    let name = keys.text("eval").unwrap_or("mobility+stability");
    if name == "count" {
        return Ok(Arc::new(Count));
    }
    let found = evaluation(name, game);
    found.map(Arc::from).map_err(|_| {
        let names = evaluation_names(game).join(", ");
        format!("{} has no evaluation {name:?}; its evaluations are: {names}, count", game.name())
    })
}

/// The players that need nothing but a board of the family.
fn board_player<K: Kernel, E: Edge<K>>(
    game: &Reversi<K, E>,
    name: &str,
    keys: &Keys<'_>,
    rng: Rng,
) -> Result<AnyPlayer<Reversi<K, E>>, String> {
    match name {
        "montecarlo" => general::montecarlo(keys, Some(|game: &Reversi<K, E>, state: &_| game.moves_left(state)), rng),
        "alphabeta" => general::alphabeta(game, keys, evaluation_of(game, keys)?),
        "mcts" => general::mcts_exact(game, keys, rng),
        _ => Ok(general::random(rng)),
    }
}

fn map_params(keys: &Keys<'_>) -> Result<MapParams, String> {
    let defaults = MapParams::STUDY_1;
    Ok(MapParams {
        table: keys.read("table", MapTable::named)?.unwrap_or(defaults.table),
        choices: keys.read("choices", Choices::named)?.unwrap_or(defaults.choices),
        lookahead: keys.whole("lookahead", 0, 12)?.map_or(defaults.lookahead, |plies| plies as u32),
        search: keys.read("search", MapSearch::named)?.unwrap_or(defaults.search),
    })
}

fn weights_params(keys: &Keys<'_>) -> Result<WeightsParams, String> {
    let defaults = WeightsParams::default();
    let weight = |key: &str, default: f64| Ok::<_, String>(keys.number(key, 0.0, 100.0)?.unwrap_or(default));
    Ok(WeightsParams {
        weights: StudyWeights {
            bp: weight("bp", defaults.weights.bp)?,
            fs: weight("fs", defaults.weights.fs)?,
            cn: weight("cn", defaults.weights.cn)?,
        },
        noise: keys.word("noise", &[("on", true), ("off", false)])?.unwrap_or(defaults.noise),
    })
}

/// The studies' players as well, on boards of up to 64 squares.
macro_rules! catalogue_board {
    ($kernel:ty) => {
        impl<E: Edge<$kernel>> Catalogued for Reversi<$kernel, E> {
            fn player_names(&self) -> Vec<&'static str> {
                let mut names = vec!["random", "montecarlo", "alphabeta", "mcts"];
                if is_nip(self) {
                    names.push("map");
                }
                if is_reversi(self) {
                    names.push("weights");
                }
                names
            }

            fn make_player(&self, name: &str, keys: &Keys<'_>, rng: Rng) -> Result<AnyPlayer<Self>, String> {
                match name {
                    "map" => Ok(Box::new(MapPlayer::new(self, map_params(keys)?, rng)?)),
                    "weights" => Ok(Box::new(WeightsPlayer::new(self, weights_params(keys)?, rng)?)),
                    _ => board_player(self, name, keys, rng),
                }
            }

            fn solve(&self, states: &[Self::State], request: &SolveRequest, watch: &Watch) -> Option<Vec<Solution>> {
                Some(general::solve(self, states, request, watch))
            }
        }
    };
}

catalogue_board!(Portable<u64>);
catalogue_board!(V3);
catalogue_board!(V4);

impl Catalogued for Reversi<Portable<u128>, Open> {
    fn player_names(&self) -> Vec<&'static str> {
        vec!["random", "montecarlo", "alphabeta", "mcts"]
    }

    fn make_player(&self, name: &str, keys: &Keys<'_>, rng: Rng) -> Result<AnyPlayer<Self>, String> {
        board_player(self, name, keys, rng)
    }

    fn solve(&self, states: &[Self::State], request: &SolveRequest, watch: &Watch) -> Option<Vec<Solution>> {
        Some(general::solve(self, states, request, watch))
    }
}

impl<K: Kernel<Set = u64>> Catalogued for Yonin<K> {
    fn player_names(&self) -> Vec<&'static str> {
        let studies = ["self", "right", "opposite", "left", "normal"];
        [&["random", "montecarlo", "mcts", "maxn", "paranoid", "bestreply"], &studies[..]].concat()
    }

    fn make_player(&self, name: &str, keys: &Keys<'_>, rng: Rng) -> Result<AnyPlayer<Self>, String> {
        match name {
            "random" => Ok(general::random(rng)),
            "montecarlo" => {
                let left = |_: &Self, state: &enban_reversi::FourSeats| 64 - (state.black | state.white).count_ones();
                general::montecarlo(keys, Some(left), rng)
            }
            "mcts" => general::mcts(keys, rng),
            "maxn" | "paranoid" | "bestreply" => general::many(name, keys, enban_game::Game::pass, rng),
            strategy => {
                let study = YoninParams::study(Strategy::named(strategy)?);
                let params = YoninParams {
                    lookahead: keys.whole("lookahead", 0, 8)?.map_or(study.lookahead, |plies| plies as u32),
                    search: keys.read("search", YoninSearch::named)?.unwrap_or(study.search),
                    ..study
                };
                Ok(Box::new(YoninPlayer::new(params, rng)))
            }
        }
    }
}

impl<const W: usize> Catalogued for Go<W> {
    fn player_names(&self) -> Vec<&'static str> {
        vec!["random", "montecarlo", "mcts"]
    }

    fn make_player(&self, name: &str, keys: &Keys<'_>, rng: Rng) -> Result<AnyPlayer<Self>, String> {
        match name {
            "montecarlo" => general::montecarlo(keys, None, rng),
            "mcts" => general::mcts(keys, rng),
            _ => Ok(general::random(rng)),
        }
    }
}
