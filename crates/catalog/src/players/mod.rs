//! Players by name: which a game has, with what options, and how they are made.
//!
//! A [`Definition`] holds all of that, and a game lists its definitions: what is listed can be made.

mod boards;
mod family;
mod general;
mod go;
mod shared;

use std::sync::OnceLock;

use enban_external::Unfit;
use enban_game::{Game, Move, Notation, Rng, Scores, Symmetric, Trail, Watch};
use enban_search::Player;
use enban_search::exact::{Settings, Solution};
use enban_train::Teacher;

use crate::capabilities::{Capabilities, OverlayKind};
use crate::expression::{Expression, nearest};
use crate::options::{Keys, OptionEntry, OptionError, Options, described, did_you_mean};
use crate::session::Ending;
use crate::view::Overlay;

/// A player that can be named, as it is described to people and programs.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerEntry {
    /// Its name.
    pub name: &'static str,
    /// Whether it is the player of a study, kept as it was.
    pub study: bool,
    /// What it does.
    pub about: &'static str,
    /// Its options.
    pub options: Vec<OptionEntry>,
}

/// A player that cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayerError {
    /// The game has no such player.
    #[error("{game} has no player {name:?}{}; its players are: {}", did_you_mean(*near), players.join(", "))]
    Unknown {
        /// The game.
        game: String,
        /// What was given.
        name: String,
        /// The nearest name, if one is near.
        near: Option<&'static str>,
        /// The players that it has.
        players: Vec<&'static str>,
    },
    /// Something is wrong with its options.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// An external engine cannot play the game.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// The player of a study does not suit the board.
    #[error("the player {name} needs {needs}")]
    Unsuited {
        /// The player.
        name: &'static str,
        /// What it needs.
        needs: String,
    },
}

/// A player of a game.
pub(crate) type AnyPlayer<G> = Box<dyn Player<G>>;

/// Makes a player out of its options and the random numbers it draws.
pub(crate) type Make<G> = Box<dyn Fn(&G, &Keys<'_>, Rng) -> Result<AnyPlayer<G>, PlayerError>>;

/// All there is to say about a player: its name, its options, and how it is made from them.
pub(crate) struct Definition<G: Game> {
    pub(crate) name: &'static str,
    /// Whether it is the player of a study, kept as it was.
    pub(crate) study: bool,
    /// What it does.
    pub(crate) about: &'static str,
    pub(crate) options: Options,
    pub(crate) make: Make<G>,
}

impl<G: Game> Definition<G> {
    pub(crate) fn entry(&self) -> PlayerEntry {
        PlayerEntry { name: self.name, study: self.study, about: self.about, options: described(&self.options) }
    }
}

/// All the players of all games. A player of several games has the options that it has in the first of them.
pub fn player_entries() -> &'static [PlayerEntry] {
    static ENTRIES: OnceLock<Vec<PlayerEntry>> = OnceLock::new();
    ENTRIES.get_or_init(|| {
        let mut players: Vec<PlayerEntry> = Vec::new();
        for game in crate::games::one_of_each_family() {
            let is_new = |player: &PlayerEntry| players.iter().all(|known| known.name != player.name);
            let new: Vec<PlayerEntry> = game.players().into_iter().filter(is_new).collect();
            players.extend(new);
        }
        players
    })
}

/// What an exact solver is asked for. The default asks for the result of best play, on one thread, without limits.
#[derive(Clone, Debug, Default)]
pub struct SolveRequest {
    /// How to solve.
    pub settings: Settings,
    /// Megabytes for the table; chosen by the size of the task if not given.
    pub megabytes: Option<usize>,
    /// Whether every legal move is to be valued, not only the best.
    pub all_moves: bool,
}

/// What the catalog knows of a type of game beyond the contract.
pub(crate) trait Catalogued: Notation + Symmetric + 'static {
    /// The version of the rules as the program plays them: it grows when the same moves would give another result.
    fn rules_version(&self) -> u32 {
        1
    }

    /// What it can do.
    fn capabilities(&self) -> Capabilities;

    /// Its players.
    fn players(&self) -> Vec<Definition<Self>>;

    /// What an external engine must be told before a game, in commands of its protocol.
    fn engine_setup(&self) -> Vec<String> {
        Vec::new()
    }

    /// The scores of a game that has ended, and the stones taken off before counting, where players agree on what is dead;
    /// `None` where what stands counts.
    fn agreed(&self, _state: &Self::State) -> Option<(Scores, Vec<Move>)> {
        None
    }

    /// The scores by which a match counts a game that has ended.
    fn result(&self, state: &Self::State) -> Scores {
        self.scores(state)
    }

    /// What is laid over a position, in games whose [`capabilities`](Catalogued::capabilities) name overlays.
    fn overlay(&self, _state: &Self::State, _kind: OverlayKind) -> Option<Overlay> {
        None
    }

    /// The position as if the game ended here.
    fn ending(&self, state: &Self::State) -> Ending {
        let (dead, seki, territory) = (Vec::new(), Vec::new(), Vec::new());
        Ending { dead, seki, territory, prisoners: [0, 0], scores: self.scores(state) }
    }

    /// For each cell how surely it will be black's (1) or white's (-1) at the end, row by row from the top; `None` in games in
    /// which nobody owns cells.
    fn owners(_trail: &Trail<Self>) -> Option<Vec<f32>> {
        None
    }

    /// Solves positions one after another with one table; `None` where there is no exact solver.
    fn solve(&self, _states: &[Self::State], _request: &SolveRequest, _watch: &Watch) -> Option<Vec<Solution>> {
        None
    }

    /// The board as it teaches an evaluation; `None` where there is none to learn.
    fn teacher(&self) -> Option<&dyn Teacher> {
        None
    }
}

/// The player that an expression names.
pub(crate) fn player<G: Catalogued>(game: &G, expression: &Expression, rng: Rng) -> Result<AnyPlayer<G>, PlayerError> {
    let definitions = game.players();
    let Some(definition) = definitions.iter().find(|definition| definition.name == expression.name) else {
        let players: Vec<&'static str> = definitions.iter().map(|definition| definition.name).collect();
        let (game, name) = (game.name(), expression.name.clone());
        return Err(PlayerError::Unknown { game, near: nearest(&name, players.iter().copied()), name, players });
    };
    let keys = Keys::of(format!("player {}", definition.name), expression, &definition.options)?;
    let seed = if keys.has(&shared::SEED) { keys.get(&shared::SEED)? } else { None };
    let player = (definition.make)(game, &keys, seed.map_or(rng, Rng::new))?;
    debug_assert_eq!(keys.unread(), None, "an option of {} that its constructor does not read", definition.name);
    Ok(player)
}
