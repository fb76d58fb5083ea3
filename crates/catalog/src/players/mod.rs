//! Players by name: which a game has, with what options, and how they are made.

mod entries;
mod family;
mod general;
mod keys;

use enban_external::{ExternalParams, ExternalPlayer};
use enban_game::{Move, Notation, Rng, Scores, Symmetric, Trail, Watch};
use enban_search::Player;
use enban_search::exact::{Settings, Solution};

use crate::capabilities::{Capabilities, OverlayKind};
use crate::expression::{Expression, nearest};
use crate::session::Ending;
use crate::view::Overlay;

pub use entries::{PlayerEntry, player_entries};
pub(crate) use keys::Keys;

/// A player of a game.
pub(crate) type AnyPlayer<G> = Box<dyn Player<G>>;

/// What an exact solver is asked for.
#[derive(Clone, Debug)]
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

    /// The names of its players.
    fn player_names(&self) -> Vec<&'static str>;

    /// The player of a name out of [`player_names`](Catalogued::player_names); otherwise what is wrong with its
    /// options.
    fn make_player(&self, name: &str, keys: &Keys<'_>, rng: Rng) -> Result<AnyPlayer<Self>, String>;

    /// What an engine outside the program must be told before a game, in commands of its protocol.
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
}

/// A player outside the program.
fn external<G: Catalogued>(game: &G, keys: &Keys<'_>) -> Result<AnyPlayer<G>, String> {
    let command = keys.text("cmd").ok_or("gtp: expected cmd=\"...\", the command line that starts the engine")?;
    let mut params = ExternalParams::new(command);
    params.setup = game.engine_setup();
    params.time = keys.seconds("time")?;
    if let Some(grace) = keys.seconds("grace")? {
        params.grace = grace;
    }
    Ok(Box::new(ExternalPlayer::new(game.clone(), params).map_err(|unfit| unfit.to_string())?))
}

/// The player that an expression names; otherwise what is wrong with it.
pub(crate) fn player<G: Catalogued>(game: &G, expression: &Expression, rng: Rng) -> Result<AnyPlayer<G>, String> {
    let names = game.player_names();
    let Some(entry) =
        player_entries().iter().find(|entry| entry.name == expression.name && names.contains(&entry.name))
    else {
        let (name, game) = (&expression.name, game.name());
        let hint = nearest(name, names.iter().copied());
        let hint = hint.map(|near| format!(" (did you mean {near}?)")).unwrap_or_default();
        return Err(format!("{game} has no player {name:?}{hint}; its players are: {}", names.join(", ")));
    };
    let keys = Keys::of(expression, entry.options)?;
    if entry.name == "gtp" {
        return external(game, &keys);
    }
    let rng = match keys.whole("seed", 0, u64::MAX)? {
        Some(seed) => Rng::new(seed),
        None => rng,
    };
    game.make_player(entry.name, &keys, rng)
}
