//! The players of each type of game.

use std::sync::Arc;

use enban_eval::{StudyWeights, evaluation, evaluation_names, is_nip, is_reversi};
use enban_game::{Endgame, Notation, Rng, Watch};
use enban_go::Go;
use enban_reversi::kernel::{Portable, V3, V4};
use enban_reversi::{Edge, Kernel, Open, Reversi, Yonin};
use enban_search::exact::Solution;
use enban_search::{Count, Evaluate, Limits};
use enban_studies::{
    CandidatesParams, CandidatesPlayer, Choices, MapParams, MapPlayer, MapSearch, MapTable, NipValues, ReversiValues,
    Strategy, TerritoryPlayer, WeightsParams, WeightsPlayer, YoninParams, YoninPlayer, YoninSearch,
};
use enban_uct::{Uct, UctParams};

use super::{AnyPlayer, Catalogued, Keys, SolveRequest, general};
use crate::overlays::{GO_OVERLAYS, go_overlay};
use crate::view::Overlay;

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
    let (table, values) = (keys.read("table", MapTable::named)?, keys.read("values", NipValues::parse)?);
    if table.is_some() && values.is_some() {
        return Err("the player map takes either table or values; leave one out".to_owned());
    }
    Ok(MapParams {
        table: values.map(MapTable::Values).or(table).unwrap_or(defaults.table),
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

fn weights_player<K: Kernel<Set = u64>, E: Edge<K>>(
    game: &Reversi<K, E>,
    keys: &Keys<'_>,
    rng: Rng,
) -> Result<WeightsPlayer, String> {
    let player = WeightsPlayer::new(game, weights_params(keys)?, rng)?;
    Ok(match keys.read("values", ReversiValues::parse)? {
        Some(values) => player.with_values(&values),
        None => player,
    })
}

/// The studies' players as well, on boards of up to 64 squares.
macro_rules! catalogue_board {
    ($kernel:ty) => {
        impl<E: Edge<$kernel>> Catalogued for Reversi<$kernel, E> {
            fn player_names(&self) -> Vec<&'static str> {
                let mut names = vec!["random", "montecarlo", "alphabeta", "mcts", "gtp"];
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
                    "weights" => Ok(Box::new(weights_player(self, keys, rng)?)),
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
        vec!["random", "montecarlo", "alphabeta", "mcts", "gtp"]
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

fn candidates_params(keys: &Keys<'_>) -> Result<CandidatesParams, String> {
    let defaults = CandidatesParams::default();
    Ok(CandidatesParams {
        playouts: keys.whole("playouts", 1, 1_000_000_000)?.unwrap_or(defaults.playouts),
        margin: keys.whole("margin", 0, 100)?.map_or(defaults.margin, |margin| margin as u32),
        threads: general::threads(keys)?,
    })
}

fn uct_params(keys: &Keys<'_>) -> Result<UctParams, String> {
    let defaults = UctParams::default();
    let mut limits = general::limits(keys)?;
    limits.nodes = keys.whole("playouts", 1, u64::MAX)?;
    if limits == Limits::default() {
        limits = defaults.limits;
    }
    Ok(UctParams {
        limits,
        threads: general::threads(keys)?,
        memory_mb: keys.whole("memory", 1, 65_536)?.map_or(defaults.memory_mb, |megabytes| megabytes as usize),
        ..defaults
    })
}

impl<const W: usize> Catalogued for Go<W> {
    fn player_names(&self) -> Vec<&'static str> {
        vec!["random", "montecarlo", "mcts", "uct", "territory", "candidates-mc", "gtp"]
    }

    fn overlay_names(&self) -> &'static [&'static str] {
        GO_OVERLAYS
    }

    fn overlay(&self, state: &Self::State, name: &str) -> Option<Overlay> {
        go_overlay(self, state, name)
    }

    fn engine_setup(&self) -> Vec<String> {
        vec![format!("boardsize {}", self.board().size()), format!("komi {}", self.rules().komi())]
    }

    fn make_player(&self, name: &str, keys: &Keys<'_>, rng: Rng) -> Result<AnyPlayer<Self>, String> {
        match name {
            "montecarlo" => general::montecarlo(keys, None, rng),
            "mcts" => general::mcts(keys, rng),
            "uct" => Ok(Box::new(Uct::new(uct_params(keys)?, rng))),
            "territory" => Ok(Box::new(TerritoryPlayer::new(rng))),
            "candidates-mc" => Ok(Box::new(CandidatesPlayer::new(candidates_params(keys)?, rng))),
            _ => Ok(general::random(rng)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Expression, open};
    use enban_game::Watch;

    /// The moves of a game between two players.
    fn moves(game: &str, players: [&str; 2], seed: u64) -> String {
        let mut session = open(game).unwrap().session(None, None).unwrap();
        for (seat, player) in players.into_iter().enumerate() {
            session.seat_player(seat, &Expression::parse(player).unwrap(), seed).unwrap();
        }
        while session.think(&Watch::default()).unwrap().is_some() {}
        session.text_from(0)
    }

    #[test]
    fn values_play_as_the_table_they_spell_out() {
        let check = |game: &str, plain: &str, spelled: &str| {
            for seed in 0..20 {
                for seats in [[plain, "random"], ["random", plain]] {
                    let other = seats.map(|player| if player == plain { spelled } else { player });
                    assert_eq!(moves(game, seats, seed), moves(game, other, seed), "{spelled} {seed}");
                }
            }
        };
        check("nip", "map", "map(values=20/20/20/-5/-5/-2/3/0)");
        check("nip", "map(search=printed)", "map(values=\"20/20/20/-5/-5/-2/3/0\",search=printed)");
        check(
            "nip",
            "map(search=negamax,lookahead=3)",
            "map(values=20/20/20/-5.0/-5/-2/3/0,search=negamax,lookahead=3)",
        );
        check(
            "nip",
            "map(table=ring100,choices=third,lookahead=3)",
            "map(values=100/100/100/-20/-20/-20/50/0,choices=third,lookahead=3)",
        );
        check("reversi", "weights", "weights(values=45/-11/4/-1/-16/-1/-3/2/-1/0)");
        check("reversi", "weights(bp=2,cn=1)", "weights(bp=2,cn=1,values=45/-11/4/-1/-16/-1/-3/2/-1/0)");
    }

    #[test]
    fn other_values_play_otherwise() {
        let other = "map(values=-20/20/20/-5/-5/-2/3/0.5)";
        assert!((0..5).any(|seed| moves("nip", ["map", "random"], seed) != moves("nip", [other, "random"], seed)));
    }

    #[test]
    fn wrong_values_say_what_was_expected() {
        let check = |game: &str, player: &str, message: &str| {
            let mut session = open(game).unwrap().session(None, None).unwrap();
            let error = session.seat_player(0, &Expression::parse(player).unwrap(), 1).unwrap_err();
            assert_eq!(error, message);
        };
        check(
            "nip",
            "map(values=20/-5)",
            "the player map does not take values=20/-5; expected 8 numbers from -1000 to 1000 for c1/d1/b2/c2/d2/c3/d3/d4, found 2",
        );
        check(
            "reversi",
            "weights(values=1/2/3/4/five/6/7/8/9/10)",
            "the player weights does not take values=1/2/3/4/five/6/7/8/9/10; expected 10 numbers from -1000 to 1000 for a1/b1/c1/d1/b2/c2/d2/c3/d3/d4, found \"five\"",
        );
        check(
            "nip",
            "map(table=ring20,values=1/2/3/4/5/6/7/8)",
            "the player map takes either table or values; leave one out",
        );
    }
}
