//! Games between two evaluations, to judge what was learned.

use std::sync::Arc;

use enban_eval::{Knowledge, Learned, MobilityStability};
use enban_game::{Endgame, Game, MoveSet, Rng, Seat, Trail, Turn, Watch};
use enban_reversi::{Edge, Kernel, ReversiOn};
use enban_search::{AlphaBeta, AlphaBetaParams, Desk, Limits, Player, ReadOut};

/// How two evaluations play each other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Duel {
    /// The seed of all openings.
    pub seed: u64,
    /// Random moves at the start.
    pub plies: u32,
    /// What both may spend on a move.
    pub limits: Limits,
    /// From so many moves left on both read to the end.
    pub exact: u32,
}

/// Megabytes of a player's memory: a move of some thousand positions fills no more.
const MEGABYTES: usize = 4;
/// How sure a cut on likelihood must be, in percent.
const SELECTIVITY: u32 = 73;

/// The leads of the first evaluation at the end of two games from the opening of a number, one with either seat. No
/// evaluation stands for the hand-set one. `None` if the watch stopped it.
pub(crate) fn duel<K: Kernel, E: Edge<K>>(
    game: &ReversiOn<K, E>,
    number: u64,
    duel: &Duel,
    evaluations: [Option<&Learned>; 2],
    watch: &Watch,
) -> Option<[i32; 2]> {
    let start = opening(game, duel, number);
    let lead = |first: Seat| {
        let mut players = evaluations.map(|evaluation| {
            let knowledge = match evaluation {
                Some(learned) => Knowledge::Learned(learned.clone()),
                None => Knowledge::Plain(Arc::new(MobilityStability::with_defaults(game))),
            };
            let params = AlphaBetaParams {
                limits: duel.limits,
                exact: ReadOut::From(duel.exact),
                megabytes: MEGABYTES,
                selectivity: SELECTIVITY,
                ..AlphaBetaParams::default()
            };
            AlphaBeta::new(game, knowledge, params)
        });
        let mut state = start;
        loop {
            match game.turn(&state) {
                Turn::Over => {
                    let lead = game.final_lead(&state);
                    return Some(if state.seat == first { lead } else { -lead });
                }
                Turn::Pass => game.pass(&mut state),
                Turn::Moves(_) => {
                    let player = &mut players[usize::from(state.seat != first)];
                    let thought = player.think(&Trail::from(game.clone(), state), &Desk::quiet(watch));
                    if watch.is_stopped() {
                        return None;
                    }
                    game.play(&mut state, thought.choice);
                }
            }
        }
    };
    Some([lead(Seat(0))?, lead(Seat(1))?])
}

/// A position some random moves from the start; the start itself if every game drawn was over before.
fn opening<K: Kernel, E: Edge<K>>(
    game: &ReversiOn<K, E>,
    duel: &Duel,
    number: u64,
) -> <ReversiOn<K, E> as Game>::State {
    const TRIES: u32 = 20;
    let mut rng = Rng::stream(duel.seed, number);
    let draw = |rng: &mut Rng| {
        let mut state = game.start();
        for _ in 0..duel.plies {
            match game.turn(&state) {
                Turn::Moves(moves) => game.play(&mut state, game.nth_move(&moves, rng.below(moves.len()))),
                Turn::Pass => game.pass(&mut state),
                Turn::Over => return None,
            }
        }
        matches!(game.turn(&state), Turn::Moves(_)).then_some(state)
    };
    (0..TRIES).find_map(|_| draw(&mut rng)).unwrap_or_else(|| game.start())
}
