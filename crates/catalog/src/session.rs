//! Games and games in progress without their types: [`AnyGame`] and [`Session`].

use enban_game::perft::perft_parallel;
use enban_game::playout::{Totals, random_games};
use enban_game::trail::IllegalStep;
use enban_game::{Notation, Rng, Step, TextError, Trail, Turn, Watch};
use enban_search::Player;

use crate::expression::Expression;
use crate::players::player;
use crate::view::View;

/// A game with its rules settled.
pub trait AnyGame: Send + Sync {
    /// Its name with options.
    fn name(&self) -> String;
    /// How many seats it has.
    fn seats(&self) -> usize;
    /// A game in progress from a position (or the start) after some moves (or none).
    fn session(&self, position: Option<&str>, moves: Option<&str>) -> Result<Box<dyn Session>, SetupError>;
}

/// A position or a move list that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The position is wrong.
    #[error("position, {0}")]
    Position(TextError),
    /// The move list is wrong.
    #[error("moves, {0}")]
    Moves(TextError),
}

/// The leaves below a position, divided by first step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftCount {
    /// Leaves in all.
    pub leaves: u64,
    /// First steps as words, with the leaves below each.
    pub divided: Vec<(String, u64)>,
}

/// A game in progress.
pub trait Session: Send {
    /// What can be seen of the position.
    fn view(&self) -> View;
    /// Makes the step that a word names: a move or a pass. Otherwise says what was expected.
    fn step(&mut self, word: &str) -> Result<(), TextError>;
    /// Takes the last step back and returns its word.
    fn undo(&mut self) -> Option<String>;
    /// Gives a seat to a player; otherwise says what is wrong with the expression. The player draws
    /// from its own stream of the seed.
    fn seat_player(&mut self, seat: usize, expression: &Expression, seed: u64) -> Result<(), String>;
    /// Lets the player of the seat on turn make its step, and returns the word of the step. `None` if
    /// nobody was given the seat or the game is over. A forced pass is made without asking.
    fn think(&mut self) -> Option<String>;
    /// Counts leaves; `None` if it was stopped.
    fn perft(&self, depth: u32, threads: usize, watch: &Watch) -> Option<PerftCount>;
    /// Plays random games from here.
    fn random_games(&self, games: u64, seed: u64, threads: usize, watch: &Watch) -> Totals;
}

/// A game of a known type behind [`AnyGame`].
pub(crate) struct Erased<G>(pub(crate) G);

impl<G: Notation + 'static> AnyGame for Erased<G> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn seats(&self) -> usize {
        self.0.seats()
    }

    fn session(&self, position: Option<&str>, moves: Option<&str>) -> Result<Box<dyn Session>, SetupError> {
        let game = self.0.clone();
        let start = match position {
            Some(text) => game.read_position(text).map_err(SetupError::Position)?,
            None => game.start(),
        };
        let players = (0..game.seats()).map(|_| None).collect();
        let mut trail = Trail::from(game, start);
        if let Some(text) = moves {
            trail.play_text(text).map_err(SetupError::Moves)?;
        }
        Ok(Box::new(Live { trail, players }))
    }
}

struct Live<G: Notation> {
    trail: Trail<G>,
    players: Vec<Option<Box<dyn Player<G>>>>,
}

impl<G: Notation + 'static> Session for Live<G> {
    fn view(&self) -> View {
        View::of(&self.trail)
    }

    fn step(&mut self, word: &str) -> Result<(), TextError> {
        let steps_before = self.trail.steps().len();
        let mut tried = self.trail.clone();
        tried.play_text(word)?;
        // A forced pass comes before a move without being written; one word makes one step otherwise.
        if tried.steps().len() == steps_before {
            return Err(TextError::at(word, 0, self.trail.instead(&IllegalStep::NotLegal)));
        }
        self.trail = tried;
        Ok(())
    }

    fn undo(&mut self) -> Option<String> {
        self.trail.undo().map(|step| step.write(self.trail.game()))
    }

    fn seat_player(&mut self, seat: usize, expression: &Expression, seed: u64) -> Result<(), String> {
        self.players[seat] = Some(player(expression, Rng::stream(seed, seat as u64))?);
        Ok(())
    }

    fn think(&mut self) -> Option<String> {
        let step = match self.trail.turn() {
            Turn::Over => return None,
            Turn::Pass => Step::Pass,
            Turn::Moves(_) => Step::Play(self.players[self.trail.mover().index()].as_mut()?.choose(&self.trail)),
        };
        self.trail.try_step(step).expect("players make legal steps");
        Some(step.write(self.trail.game()))
    }

    fn perft(&self, depth: u32, threads: usize, watch: &Watch) -> Option<PerftCount> {
        let (leaves, divided) = perft_parallel(&self.trail, depth, threads, watch)?;
        let game = self.trail.game();
        Some(PerftCount {
            leaves,
            divided: divided.into_iter().map(|(step, leaves)| (step.write(game), leaves)).collect(),
        })
    }

    fn random_games(&self, games: u64, seed: u64, threads: usize, watch: &Watch) -> Totals {
        random_games(&self.trail, games, seed, threads, watch)
    }
}
