//! What a search of the family judges by: the learned weights of its board, or any other evaluation.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use enban_game::Move;
use enban_reversi::{Edge, Kernel, Position, ReversiOn};
use enban_search::{Compared, Evaluate, Incremental};

use crate::mobility::MobilityStability;
use crate::patterns::{Indices, Layout, Learned, Weights, WeightsError, fingerprint};

/// The weights that the program carries, by the game that they were learned for.
const CARRIED: &[(&str, &[u8])] = &[
    ("reversi", include_bytes!("../weights/reversi.weights")),
    ("reversi6", include_bytes!("../weights/reversi6.weights")),
    ("nip", include_bytes!("../weights/nip.weights")),
    ("nip24", include_bytes!("../weights/nip24.weights")),
    ("nip32", include_bytes!("../weights/nip32.weights")),
    ("nip40", include_bytes!("../weights/nip40.weights")),
    ("nip60", include_bytes!("../weights/nip60.weights")),
];

/// An evaluation as a search carries it along.
pub enum Knowledge<G> {
    /// Learned weights, kept up to date move by move.
    Learned(Learned),
    /// Any other evaluation, asked at each leaf.
    Plain(Arc<dyn Evaluate<G>>),
}

impl<G> Clone for Knowledge<G> {
    fn clone(&self) -> Self {
        match self {
            Self::Learned(learned) => Self::Learned(learned.clone()),
            Self::Plain(evaluate) => Self::Plain(evaluate.clone()),
        }
    }
}

impl<K: Kernel, E: Edge<K>> Incremental<ReversiOn<K, E>> for Knowledge<ReversiOn<K, E>> {
    type Accumulator = Indices;

    fn accumulate(&self, _game: &ReversiOn<K, E>, state: &Position<K::Set>) -> Indices {
        match self {
            Self::Learned(learned) => learned.indices(state),
            Self::Plain(_) => Indices::EMPTY,
        }
    }

    #[inline(always)]
    fn advance(&self, before: &Position<K::Set>, carried: &Indices, choice: Move, after: &Position<K::Set>) -> Indices {
        match self {
            Self::Learned(learned) => learned.after(before, carried, choice, after),
            Self::Plain(_) => *carried,
        }
    }

    #[inline(always)]
    fn lead_for_mover(&self, game: &ReversiOn<K, E>, state: &Position<K::Set>, carried: &Indices) -> i32 {
        match self {
            Self::Learned(learned) => learned.value(game, state, carried),
            Self::Plain(evaluate) => Evaluate::lead_for_mover(&**evaluate, game, state),
        }
    }

    #[inline(always)]
    fn sorts_moves(&self) -> bool {
        matches!(self, Self::Learned(_))
    }

    #[inline(always)]
    fn margin(&self, between: &Compared, percent: u32) -> Option<f32> {
        match self {
            Self::Learned(learned) => learned.margin(between, percent),
            Self::Plain(_) => None,
        }
    }
}

/// Evaluations that were spread out once, by the board.
static READY: Mutex<BTreeMap<String, Learned>> = Mutex::new(BTreeMap::new());

/// Returns true if the program carries learned weights for the board of a game.
pub fn is_learned<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) -> bool {
    let board = fingerprint(game);
    ready().contains_key(&board) || carried(&board).is_some()
}

/// The evaluation by the weights that the program carries for the board of a game.
pub fn learned<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) -> Option<Learned> {
    let board = fingerprint(game);
    if let Some(learned) = ready().get(&board) {
        return Some(learned.clone());
    }
    let layout = Layout::of(game);
    let weights = Weights::from_bytes(carried(&board)?, &layout, &board).expect("the program's own weights are whole");
    let learned = Learned::new(Arc::new(layout), &weights);
    ready().insert(board, learned.clone());
    Some(learned)
}

/// The best there is for the board of a game: learned weights, otherwise the hand-set evaluation.
pub fn knowledge<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) -> Knowledge<ReversiOn<K, E>> {
    match learned(game) {
        Some(learned) => Knowledge::Learned(learned),
        None => Knowledge::Plain(Arc::new(MobilityStability::with_defaults(game))),
    }
}

/// Reads weights for the board of a game, such as a training has written.
pub fn read_weights<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>, bytes: &[u8]) -> Result<Learned, WeightsError> {
    let layout = Layout::of(game);
    let weights = Weights::from_bytes(bytes, &layout, &fingerprint(game))?;
    Ok(Learned::new(Arc::new(layout), &weights))
}

fn ready() -> std::sync::MutexGuard<'static, BTreeMap<String, Learned>> {
    READY.lock().unwrap_or_else(PoisonError::into_inner)
}

fn carried(board: &str) -> Option<&'static [u8]> {
    let is_for = |bytes: &[u8]| Weights::fingerprint_of(bytes).is_ok_and(|found| found == board);
    CARRIED.iter().map(|&(_, bytes)| bytes).find(|bytes| is_for(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{boards_open, boards_round, random_position};
    use enban_game::{Rng, Symmetric};

    /// Weights drawn at random: what is checked does not depend on what they say.
    fn drawn<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) -> Learned {
        let layout = Layout::of(game);
        let mut weights = Weights::zero(game, &layout);
        let mut rng = Rng::new(3);
        weights.stages.iter_mut().flatten().for_each(|weight| *weight = (rng.below(400) as i16) - 200);
        // What belongs to lanes without an instance stays 0.
        weights.stages.iter_mut().for_each(|stage| stage[0] = 0);
        Learned::new(Arc::new(layout), &weights)
    }

    /// The value is the sum of the features' weights, turned boards have the same, and both seats see the same board.
    fn check<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) {
        let learned = drawn(game);
        let mut rng = Rng::new(5);
        for empties in [3, 8, 9, 20, 33] {
            let Some(state) = random_position(game, empties, &mut rng) else { continue };
            let value = Evaluate::lead_for_mover(&learned, game, &state);
            for number in 0..game.symmetries() {
                let turned = game.transform(&state, number);
                assert_eq!(Evaluate::lead_for_mover(&learned, game, &turned), value);
            }
            let seen = Position { seat: enban_game::Seat(1 - state.seat.0), ..state };
            assert_eq!(Evaluate::lead_for_mover(&learned, game, &seen), value, "the seat's number does not matter");
        }
    }

    #[test]
    fn learned_values_do_not_depend_on_turns_of_the_board_or_the_seat() {
        boards_open().iter().take(3).for_each(check);
        boards_round().iter().for_each(check);
    }

    #[test]
    fn every_carried_file_is_whole_and_for_the_board_that_it_names() {
        for (name, bytes) in CARRIED {
            let fits = |board: &str| Weights::fingerprint_of(bytes).unwrap() == board;
            let open = boards_open().iter().filter(|game| fits(&fingerprint(*game))).map(learned).count();
            let round = boards_round().iter().filter(|game| fits(&fingerprint(*game))).map(learned).count();
            assert_eq!(open + round, 1, "{name}");
        }
    }
}
