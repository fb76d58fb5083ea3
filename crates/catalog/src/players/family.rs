//! The players of each type of game.

use std::time::Instant;

use enban_eval::{YoninEval, is_nip, is_reversi, knowledge};
use enban_game::{Colour, Endgame, Game, Move, Notation, Scores, Step, Trail, Watch};
use enban_go::exact::{Budget, Cycles, Exact, cycles_of};
use enban_go::recognition::{agreed_status, ending};
use enban_go::{Go, Scoring};
use enban_reversi::kernel::{Portable, V3, V4};
use enban_reversi::{Edge, Kernel, Open, Position, ReversiOn, YoninOn};
use enban_search::CountSeats;
use enban_search::exact::Solution;
use enban_search::mcts::Expect;
use enban_train::Teacher;
use enban_uct::ownership;

use super::{Catalogued, Definition, SolveRequest, boards, general, go};
use crate::capabilities::{Capabilities, Family, GoTerms, OverlayKind, SolverScope};
use crate::overlays::{GO_OVERLAYS, go_overlay};
use crate::session::Ending;
use crate::view::Overlay;

/// The players of every board of the family.
fn board_players<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) -> Vec<Definition<ReversiOn<K, E>>>
where
    ReversiOn<K, E>: Catalogued<State = Position<K::Set>, Moves = K::Set>,
{
    let left: general::MovesLeft<ReversiOn<K, E>> = |game, state| game.moves_left(state);
    vec![
        general::random(),
        general::montecarlo(Some(left)),
        boards::alphabeta(game),
        general::mcts_exact(knowledge),
        general::external(),
    ]
}

/// Judges a position where only a tree search does.
const TREE_JUDGE: &str = "mcts(playouts=1000,memory=8)";

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
        impl<E: Edge<$kernel>> Catalogued for ReversiOn<$kernel, E> {
            fn capabilities(&self) -> Capabilities {
                board_capabilities(if self.ring().is_empty() { Family::Reversi } else { Family::Nip })
            }

            fn players(&self) -> Vec<Definition<Self>> {
                let mut players = board_players(self);
                if is_nip(self) {
                    players.push(boards::map());
                }
                if is_reversi(self) {
                    players.push(boards::weights());
                }
                players
            }

            fn solve(&self, states: &[Self::State], request: &SolveRequest, watch: &Watch) -> Option<Vec<Solution>> {
                Some(general::solve(self, knowledge(self), states, request, watch))
            }

            fn teacher(&self) -> Option<&dyn Teacher> {
                Some(self)
            }
        }
    };
}

catalogue_board!(Portable<u64>);
catalogue_board!(V3);
catalogue_board!(V4);

impl Catalogued for ReversiOn<Portable<u128>, Open> {
    fn capabilities(&self) -> Capabilities {
        board_capabilities(Family::Reversi)
    }

    fn players(&self) -> Vec<Definition<Self>> {
        board_players(self)
    }

    fn solve(&self, states: &[Self::State], request: &SolveRequest, watch: &Watch) -> Option<Vec<Solution>> {
        Some(general::solve(self, knowledge(self), states, request, watch))
    }

    fn teacher(&self) -> Option<&dyn Teacher> {
        Some(self)
    }
}

impl<K: Kernel<Set = u64>> Catalogued for YoninOn<K> {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            family: Family::Yonin,
            has_free_pass: false,
            solver: None,
            analyst: "mcts",
            judge: TREE_JUDGE,
            overlays: &[],
            go: None,
        }
    }

    fn players(&self) -> Vec<Definition<Self>> {
        let left: general::MovesLeft<Self> = |_, state| 64 - (state.black | state.white).count_ones();
        let horizons =
            || general::Horizons { learned: || Box::new(YoninEval::carried()), count: || Box::new(CountSeats) };
        let expect: fn() -> Expect<Self> = || {
            let eval = YoninEval::carried();
            Box::new(move |game, state| eval.chances(game, state))
        };
        let mut players = vec![
            general::random(),
            general::montecarlo(Some(left)),
            general::mcts_learned(expect),
            general::maxn(horizons()),
            general::paranoid(horizons()),
            general::best_reply(horizons(), Game::pass),
        ];
        players.extend(boards::strategies());
        players
    }
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
            judge: TREE_JUDGE,
            overlays: GO_OVERLAYS,
            go: Some(GoTerms { size: self.board().size(), rules: *self.rules() }),
        }
    }

    fn solve(&self, states: &[Self::State], request: &SolveRequest, watch: &Watch) -> Option<Vec<Solution>> {
        solve_go(self, states, request, watch)
    }

    fn players(&self) -> Vec<Definition<Self>> {
        vec![
            general::random(),
            general::montecarlo(None),
            general::mcts(),
            go::uct(),
            go::territory(),
            go::candidates(),
            general::external(),
        ]
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
}
