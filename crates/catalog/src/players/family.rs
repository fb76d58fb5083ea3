//! The players of each type of game.

use std::sync::Arc;
use std::time::Instant;

use enban_eval::{StudyWeights, YoninEval, evaluation, evaluation_names, is_nip, is_reversi};
use enban_game::{Colour, Endgame, Game, Move, Notation, Rng, Scores, Step, Trail, Watch};
use enban_go::exact::{Budget, Cycles, Exact, cycles_of};
use enban_go::recognition::{agreed_status, ending};
use enban_go::{Go, Scoring};
use enban_reversi::kernel::{Portable, V3, V4};
use enban_reversi::{Edge, Kernel, Open, Reversi, Yonin};
use enban_search::exact::Solution;
use enban_search::{Count, CountSeats, Evaluate, EvaluateSeats, Limits};
use enban_studies::{
    CandidatesParams, CandidatesPlayer, Choices, MapParams, MapPlayer, MapSearch, MapTable, NipValues, ReversiValues,
    Strategy, TerritoryPlayer, WeightsParams, WeightsPlayer, YoninParams, YoninPlayer, YoninSearch,
};
use enban_uct::{Uct, UctParams, ownership};

use super::{AnyPlayer, Catalogued, Keys, SolveRequest, general};
use crate::capabilities::{Capabilities, Family, GoTerms, OverlayKind, SolverScope};
use crate::overlays::{GO_OVERLAYS, go_overlay};
use crate::session::Ending;
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

/// Judges a position where nothing but playouts does.
const PLAYOUT_JUDGE: &str = "mcts(playouts=1000,memory=8)";

/// What a game for two of the Reversi family can do.
fn board_capabilities(family: Family) -> Capabilities {
    Capabilities {
        family,
        has_free_pass: false,
        solver: Some(SolverScope { note: None, has_switches: true, moves_left_max: 22 }),
        analyst: "alphabeta",
        judge: "alphabeta(depth=6,exact=0)",
        overlays: &[],
        go: None,
    }
}

/// The studies' players as well, on boards of up to 64 squares.
macro_rules! catalogue_board {
    ($kernel:ty) => {
        impl<E: Edge<$kernel>> Catalogued for Reversi<$kernel, E> {
            fn capabilities(&self) -> Capabilities {
                board_capabilities(if self.ring().is_empty() { Family::Reversi } else { Family::Nip })
            }

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
    fn capabilities(&self) -> Capabilities {
        board_capabilities(Family::Reversi)
    }

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
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            family: Family::Yonin,
            has_free_pass: false,
            solver: None,
            analyst: "mcts",
            judge: PLAYOUT_JUDGE,
            overlays: &[],
            go: None,
        }
    }

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
            "maxn" | "paranoid" | "bestreply" => {
                let is_learned = keys.word("eval", &[("learned", true), ("count", false)])?.unwrap_or(true);
                let evaluation: Box<dyn EvaluateSeats<Self>> =
                    if is_learned { Box::new(YoninEval) } else { Box::new(CountSeats) };
                general::many(name, keys, evaluation, Game::pass, rng)
            }
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
    Ok(UctParams {
        limits: Limits { nodes: keys.whole("playouts", 1, u64::MAX)?, ..general::limits(keys)? },
        threads: general::threads(keys)?,
        memory_mb: keys.whole("memory", 1, 65_536)?.map_or(defaults.memory_mb, |megabytes| megabytes as usize),
        early_stop: keys.word("early", &[("on", true), ("off", false)])?.unwrap_or(defaults.early_stop),
        ..defaults
    })
}

/// The exact results of small boards of Go; `None` for the others.
fn solve_go<const W: usize>(
    game: &Go<W>,
    states: &[enban_go::State<W>],
    request: &SolveRequest,
    watch: &Watch,
) -> Option<Vec<Solution>> {
    // The smallest boards have few positions.
    let suited = match game.board().size() {
        2..=3 => 8,
        4 => 256,
        _ => 1024,
    };
    let mut solver = Exact::new(game, request.megabytes.unwrap_or(suited)).ok()?;
    let limits = &request.settings.limits;
    let solve = |state| {
        let started = Instant::now();
        let deadline = limits.time.map(|time| started + time);
        let budget = Budget { watch, deadline, nodes_max: limits.nodes, window: request.settings.window };
        let outcome = solver.solve(state, &budget);
        Solution {
            low: outcome.low,
            high: outcome.high,
            best: outcome.best,
            line: outcome.line.into_iter().map(Step::Play).collect(),
            nodes: outcome.nodes,
            seconds: started.elapsed().as_secs_f64(),
        }
    };
    Some(states.iter().map(solve).collect())
}

/// What the exact solver of a board of Go does, if the board has one.
fn go_solver<const W: usize>(game: &Go<W>) -> Option<SolverScope> {
    let rules = game.rules();
    if rules.scoring() != Scoring::Area || game.board().size() > enban_go::exact::SIZE_MAX {
        return None;
    }
    let repetition = match cycles_of(rules.ko()) {
        Cycles::Positional => "positional superko",
        Cycles::Situational => "situational superko",
        Cycles::NoResult => "simple ko, going round counts 0",
    };
    let suicide = if rules.suicide() { "suicide allowed" } else { "no suicide" };
    let note = format!("{repetition}; {suicide}; points on the board, komi aside; no past but the ko");
    Some(SolverScope { note: Some(note), has_switches: false, moves_left_max: 16 })
}

impl<const W: usize> Catalogued for Go<W> {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            family: Family::Go,
            has_free_pass: true,
            solver: go_solver(self),
            analyst: "uct",
            judge: PLAYOUT_JUDGE,
            overlays: GO_OVERLAYS,
            go: Some(GoTerms { size: self.board().size(), rules: *self.rules() }),
        }
    }

    fn solve(&self, states: &[Self::State], request: &SolveRequest, watch: &Watch) -> Option<Vec<Solution>> {
        solve_go(self, states, request, watch)
    }

    fn player_names(&self) -> Vec<&'static str> {
        vec!["random", "montecarlo", "mcts", "uct", "territory", "candidates-mc", "gtp"]
    }

    fn rules_version(&self) -> u32 {
        // By territory dead stones are taken off at the end since the second.
        if self.rules().scoring() == Scoring::Territory { 2 } else { 1 }
    }

    fn agreed(&self, state: &Self::State) -> Option<(Scores, Vec<Move>)> {
        let status = agreed_status(self, state)?;
        Some((status.scores, status.dead.indices().map(|point| Move(point as u16)).collect()))
    }

    /// By area programs take what is dead before they pass, and nobody need judge it; by territory that would cost them points.
    fn result(&self, state: &Self::State) -> Scores {
        let by_territory = self.rules().scoring() == Scoring::Territory;
        let agreed = if by_territory { self.agreed(state) } else { None };
        agreed.map_or_else(|| self.scores(state), |(scores, _)| scores)
    }

    fn overlay(&self, state: &Self::State, kind: OverlayKind) -> Option<Overlay> {
        Some(go_overlay(self, state, kind))
    }

    fn ending(&self, state: &Self::State) -> Ending {
        let status = ending(self, state);
        let both = [Colour::Black, Colour::White];
        let owned = both.into_iter().zip(status.territory);
        let points = |set: enban_game::Bits<W>| set.indices().map(|point| Move(point as u16));
        Ending {
            dead: points(status.dead).collect(),
            seki: points(status.seki).collect(),
            territory: owned.flat_map(|(colour, set)| points(set).map(move |point| (point, colour))).collect(),
            prisoners: both.map(|colour| state.prisoners(colour)),
            scores: status.scores,
        }
    }

    fn owners(trail: &Trail<Self>) -> Option<Vec<f32>> {
        const PLAYOUTS: u32 = 400;
        Some(ownership(trail, PLAYOUTS))
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
