//! A game without its type: [`AnyGame`], what can be asked of it before anything is played, and its words.

use std::any::Any;

use enban_external::{CheckParams, Finding, check_engine};
use enban_game::symmetry::draw_openings;
use enban_game::text::Token;
use enban_game::{Cell, Colour, Diagram, IllegalStep, Move, Rng, Seat, Step, TextError, Trail, UnknownMove};
use enban_train::Teacher;

use crate::capabilities::Capabilities;
use crate::expression::Expression;
use crate::players::{Catalogued, Definition, PlayerEntry};
use crate::session::{Live, Session};

/// The most moves that a player values on request.
pub const LINES_MAX: u32 = 100;

/// A game with its rules settled.
///
/// Moves are values: [`Move`]s and [`Step`]s. Words are read and written here, at the door, by whoever speaks with
/// people, files or other programs.
pub trait AnyGame: Send + Sync {
    /// Its name with options.
    fn name(&self) -> String;
    /// How many seats it has.
    fn seats(&self) -> usize;
    /// What it can do.
    fn capabilities(&self) -> Capabilities;
    /// The squares of the board, as they lie in a drawing.
    fn layout(&self) -> Layout;
    /// How a seat is written.
    fn seat_label(&self, seat: Seat) -> String;
    /// The colour a seat plays.
    fn seat_colour(&self, seat: Seat) -> Colour;
    /// Its players.
    fn players(&self) -> Vec<PlayerEntry>;
    /// The names of its players.
    fn player_names(&self) -> Vec<&'static str> {
        self.players().iter().map(|player| player.name).collect()
    }

    /// Returns true if a player of this name has an option of this key.
    fn player_takes(&self, name: &str, key: &str) -> bool {
        let has = |player: &PlayerEntry| player.options.iter().any(|option| option.key == key);
        self.players().iter().any(|player| player.name == name && has(player))
    }

    /// The strongest player with so much time for a move, which reads the last squares exactly and values so many moves
    /// where it can be told how many.
    fn analyst(&self, seconds: f64, lines: u32) -> Expression {
        /// The last 20 moves are read in far less than a second.
        const EXACT: u32 = 20;
        let name = self.capabilities().analyst;
        let mut player = Expression::plain(name);
        player.set("time", seconds);
        if self.player_takes(name, "lines") {
            player.set("exact", EXACT);
            player.set("lines", lines.clamp(1, LINES_MAX));
        }
        player
    }
    /// The most steps of a game, forced passes included; where the rules allow a game to go round, it has none beyond.
    fn move_limit(&self) -> u32;
    /// The version of the rules as the program plays them: it grows when the same moves would give another result.
    fn rules_version(&self) -> u32;
    /// Openings of so many moves, no two the same up to symmetry, drawn by the seed: as many as are wanted, or all
    /// there are.
    fn openings(&self, plies: u32, wanted: usize, seed: u64) -> Vec<Vec<Step>>;
    /// What an external engine gets wrong when it is to play this game.
    fn check_engine(&self, command: &str, seed: u64) -> Vec<Finding>;
    /// The board as it teaches an evaluation; `None` where there is none to learn.
    fn teacher(&self) -> Option<&dyn Teacher>;

    /// The step that passes: a move where one may pass at will, a forced pass elsewhere.
    fn pass(&self) -> Step;
    /// The step that a word names, legal or not; otherwise what was expected.
    fn read_step(&self, word: &str) -> Result<Step, UnknownMove>;
    /// A move as text.
    fn write_move(&self, choice: Move) -> String;

    /// A new game.
    fn begin(&self) -> Box<dyn Session>;
    /// A game in progress from the text of a position (or the start) after the moves of a list (or none).
    fn session(&self, position: Option<&str>, moves: Option<&str>) -> Result<Box<dyn Session>, SetupError>;
    /// A game in progress under the rules of this game, on the same board; `None` if the board is another.
    fn adopt(&self, session: &dyn Session) -> Option<Result<Box<dyn Session>, IllegalStep>>;

    /// A step as text.
    fn write_step(&self, step: Step) -> String {
        match step {
            Step::Play(choice) => self.write_move(choice),
            Step::Pass => "pass".to_owned(),
        }
    }

    /// Steps as move text without blanks.
    fn write_steps(&self, steps: &[Step]) -> String {
        steps.iter().map(|&step| self.write_step(step)).collect()
    }
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

/// The squares of a board, row by row from the top left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Column labels, left to right.
    pub columns: Vec<String>,
    /// Row labels, top to bottom.
    pub rows: Vec<String>,
    /// The move that plays on each cell; none outside the board.
    pub cells: Vec<Option<Move>>,
}

impl Layout {
    fn of(diagram: Diagram) -> Self {
        let square = |cell: &Cell| match cell {
            Cell::Outside => None,
            Cell::Empty(square) | Cell::Filled(square, _) => Some(*square),
        };
        Self { cells: diagram.cells.iter().map(square).collect(), columns: diagram.columns, rows: diagram.rows }
    }

    /// The move that plays at a column and a row, both counted from the top left.
    pub fn at(&self, column: usize, row: usize) -> Option<Move> {
        if column < self.columns.len() { self.cells.get(row * self.columns.len() + column).copied()? } else { None }
    }

    /// The cell of a square.
    pub fn cell_of(&self, square: Move) -> Option<usize> {
        self.cells.iter().position(|cell| *cell == Some(square))
    }

    /// The squares of the board in the order of the cells.
    pub fn squares(&self) -> impl Iterator<Item = Move> {
        self.cells.iter().copied().flatten()
    }
}

/// A game of a known type behind [`AnyGame`].
pub(crate) struct Erased<G>(pub(crate) G);

/// The stream of a seed that openings are drawn from.
const OPENINGS: u64 = u64::MAX;

impl<G: Catalogued> AnyGame for Erased<G> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn seats(&self) -> usize {
        self.0.seats()
    }

    fn capabilities(&self) -> Capabilities {
        self.0.capabilities()
    }

    fn layout(&self) -> Layout {
        Layout::of(self.0.diagram(&self.0.start()))
    }

    fn seat_label(&self, seat: Seat) -> String {
        self.0.seat_label(seat)
    }

    fn seat_colour(&self, seat: Seat) -> Colour {
        self.0.seat_colour(seat)
    }

    fn players(&self) -> Vec<PlayerEntry> {
        self.0.players().iter().map(Definition::entry).collect()
    }

    fn move_limit(&self) -> u32 {
        self.0.move_limit()
    }

    fn rules_version(&self) -> u32 {
        self.0.rules_version()
    }

    fn openings(&self, plies: u32, wanted: usize, seed: u64) -> Vec<Vec<Step>> {
        draw_openings(&self.0, plies, wanted, Rng::stream(seed, OPENINGS))
    }

    fn check_engine(&self, command: &str, seed: u64) -> Vec<Finding> {
        check_engine(command, &self.0, &CheckParams { setup: self.0.engine_setup(), seed, ..CheckParams::default() })
    }

    fn teacher(&self) -> Option<&dyn Teacher> {
        self.0.teacher()
    }

    fn pass(&self) -> Step {
        self.0.pass_move().map_or(Step::Pass, Step::Play)
    }

    fn read_step(&self, word: &str) -> Result<Step, UnknownMove> {
        let word = word.trim();
        match (Token { offset: 0, word }).is_pass() {
            true => Ok(self.pass()),
            false => self.0.read_move(word).map(Step::Play),
        }
    }

    fn write_move(&self, choice: Move) -> String {
        self.0.write_move(choice)
    }

    fn begin(&self) -> Box<dyn Session> {
        Box::new(Live::new(Trail::new(self.0.clone())))
    }

    fn session(&self, position: Option<&str>, moves: Option<&str>) -> Result<Box<dyn Session>, SetupError> {
        let game = self.0.clone();
        let start = match position {
            Some(text) => game.read_position(text).map_err(SetupError::Position)?,
            None => game.start(),
        };
        let mut trail = Trail::from(game, start);
        if let Some(text) = moves {
            trail.play_text(text).map_err(SetupError::Moves)?;
        }
        Ok(Box::new(Live::new(trail)))
    }

    fn adopt(&self, session: &dyn Session) -> Option<Result<Box<dyn Session>, IllegalStep>> {
        let live = (session as &dyn Any).downcast_ref::<Live<G>>()?;
        let trail = live.trail();
        (self.layout() == session.game().layout())
            .then(|| trail.under(self.0.clone()).map(|trail| Box::new(Live::new(trail)) as Box<dyn Session>))
    }
}
