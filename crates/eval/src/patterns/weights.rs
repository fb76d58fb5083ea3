//! Learned weights of a board, with where they come from.

use enban_reversi::{Edge, Kernel, ReversiOn, Squares};

use super::layout::Layout;

/// Weights are in parts of a disc: this many make one.
pub const DISC: i32 = 128;

/// Where weights come from, as a file of weights says it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// The game that they were learned for, as it is called.
    pub game: String,
    /// Facts for people and for the search, by name: positions, seed, program, held-out error.
    pub facts: Vec<(String, String)>,
}

impl Origin {
    /// The fact of a name.
    pub fn fact(&self, name: &str) -> Option<&str> {
        self.facts.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// The weights of a board: for each stage of the game one for each parameter of its [`Layout`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// Of which board they are, see [`fingerprint`].
    pub fingerprint: String,
    /// Where they come from.
    pub origin: Origin,
    /// By stage and parameter, in parts of a [`DISC`].
    pub stages: Vec<Vec<i16>>,
}

impl Weights {
    /// Weights that say nothing, for a start.
    pub fn zero<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>, layout: &Layout) -> Self {
        let stages = vec![vec![0; layout.parameters()]; layout.stages()];
        Self { fingerprint: fingerprint(game), origin: Origin::default(), stages }
    }
}

/// What tells a board and the rules that its weights depend on from others: its squares, its ring, the lap, what wins.
pub fn fingerprint<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) -> String {
    let on_off = |is_on: bool| if is_on { "on" } else { "off" };
    let [squares, ring] = K::Set::identity(game.shape().squares, game.ring_squares());
    let lap = game.edge().ring().is_some_and(|ring| ring.lap());
    let anti = game.options().anti;
    format!("squares {squares:016x}, ring {ring:016x}, lap {}, anti {}", on_off(lap), on_off(anti))
}
