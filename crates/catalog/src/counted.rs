//! A game that counts what is asked of it, for tests of those above: what a move costs, and how often text is read.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use enban_external::Finding;
use enban_game::playout::Totals;
use enban_game::{
    Capture, Colour, IllegalStep, Mark, Move, Origin, Seat, SetUpError, Step, TextError, Turn, UnknownMove, Watch,
};
use enban_search::{Desk, Failure, Thought};
use enban_train::Teacher;

use crate::capabilities::{Capabilities, OverlayKind};
use crate::expression::Expression;
use crate::game::{AnyGame, Layout, SetupError};
use crate::players::{PlayerEntry, PlayerError, SolveRequest};
use crate::session::{AnalysisError, Ending, Made, PerftCount, Session, Solved, Standing};
use crate::view::{Overlay, View};

/// What was asked of a game and its sessions since it was last looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Games in progress that were begun, read or copied.
    pub sessions: usize,
    /// Words that were read.
    pub words: usize,
    /// Steps that were made.
    pub steps: usize,
    /// Times that steps were taken back.
    pub backs: usize,
}

/// Counts what is asked of a game.
#[derive(Clone, Default)]
pub struct Counter(Arc<[AtomicUsize; 4]>);

impl Counter {
    /// The game, counted.
    pub fn count(&self, game: Box<dyn AnyGame>) -> Box<dyn AnyGame> {
        Box::new(CountedGame { inner: game.into(), counter: self.clone() })
    }

    /// What was asked since the last time.
    pub fn take(&self) -> Counts {
        let [sessions, words, steps, backs] = [0, 1, 2, 3].map(|kind: usize| self.0[kind].swap(0, Ordering::Relaxed));
        Counts { sessions, words, steps, backs }
    }

    fn add(&self, kind: usize) {
        self.0[kind].fetch_add(1, Ordering::Relaxed);
    }
}

const SESSIONS: usize = 0;
const WORDS: usize = 1;
const STEPS: usize = 2;
const BACKS: usize = 3;

#[derive(Clone)]
struct CountedGame {
    inner: Arc<dyn AnyGame>,
    counter: Counter,
}

struct CountedSession {
    game: CountedGame,
    inner: Box<dyn Session>,
}

impl CountedGame {
    fn session_of(&self, inner: Box<dyn Session>) -> Box<dyn Session> {
        self.counter.add(SESSIONS);
        Box::new(CountedSession { game: self.clone(), inner })
    }
}

/// Methods that only pass on what they are asked.
macro_rules! pass_on {
    ($(fn $name:ident(&self $(, $argument:ident: $type:ty)*) $(-> $answer:ty)?;)*) => {
        $(fn $name(&self $(, $argument: $type)*) $(-> $answer)? {
            self.inner.$name($($argument),*)
        })*
    };
}

/// The same for those that change something.
macro_rules! pass_on_mut {
    ($(fn $name:ident(&mut self $(, $argument:ident: $type:ty)*) $(-> $answer:ty)?;)*) => {
        $(fn $name(&mut self $(, $argument: $type)*) $(-> $answer)? {
            self.inner.$name($($argument),*)
        })*
    };
}

impl AnyGame for CountedGame {
    pass_on! {
        fn name(&self) -> String;
        fn seats(&self) -> usize;
        fn capabilities(&self) -> Capabilities;
        fn layout(&self) -> Layout;
        fn seat_label(&self, seat: Seat) -> String;
        fn seat_colour(&self, seat: Seat) -> Colour;
        fn players(&self) -> Vec<PlayerEntry>;
        fn move_limit(&self) -> u32;
        fn rules_version(&self) -> u32;
        fn openings(&self, plies: u32, wanted: usize, seed: u64) -> Vec<Vec<Step>>;
        fn check_engine(&self, command: &str, seed: u64) -> Vec<Finding>;
        fn teacher(&self) -> Option<&dyn Teacher>;
        fn pass(&self) -> Step;
        fn write_move(&self, choice: Move) -> String;
    }

    fn read_step(&self, word: &str) -> Result<Step, UnknownMove> {
        self.counter.add(WORDS);
        self.inner.read_step(word)
    }

    fn begin(&self) -> Box<dyn Session> {
        self.session_of(self.inner.begin())
    }

    fn session(&self, position: Option<&str>, moves: Option<&str>) -> Result<Box<dyn Session>, SetupError> {
        self.inner.session(position, moves).map(|session| self.session_of(session))
    }

    fn adopt(&self, session: &dyn Session) -> Option<Result<Box<dyn Session>, IllegalStep>> {
        let counted = (session as &dyn Any).downcast_ref::<CountedSession>();
        let adopted = self.inner.adopt(counted.map_or(session, |counted| &*counted.inner))?;
        Some(adopted.map(|session| self.session_of(session)))
    }
}

impl Session for CountedSession {
    pass_on! {
        fn mover(&self) -> Seat;
        fn turn(&self) -> Turn<Vec<Move>>;
        fn steps(&self) -> &[Step];
        fn standing(&self) -> Standing;
        fn view(&self) -> View;
        fn position(&self) -> String;
        fn last_captures(&self) -> Option<Vec<Capture>>;
        fn ending(&self) -> Ending;
        fn overlay(&self, kind: OverlayKind) -> Option<Overlay>;
        fn owners(&self) -> Option<Vec<f32>>;
        fn origin(&self) -> Origin;
        fn mark(&self) -> Mark;
        fn last_set_up(&self) -> Option<Mark>;
        fn analyze(&self, expression: &Expression, seed: u64, desk: &Desk<'_>) -> Result<Option<Thought>, AnalysisError>;
        fn solve(&self, request: &SolveRequest, watch: &Watch) -> Option<Solved>;
        fn perft(&self, depth: u32, threads: usize, watch: &Watch) -> Option<PerftCount>;
        fn random_games(&self, games: u64, seed: u64, threads: usize, watch: &Watch) -> Totals;
        fn instead(&self, illegal: &IllegalStep) -> String;
    }

    pass_on_mut! {
        fn set_up(&mut self, cells: &[(Move, Option<Colour>)], mover: Seat) -> Result<(), SetUpError>;
        fn set_mover(&mut self, mover: Seat) -> Result<(), SetUpError>;
        fn give_turn(&mut self, seat: Seat) -> Result<(), IllegalStep>;
        fn seat_player(&mut self, seat: Seat, expression: &Expression, seed: u64) -> Result<(), PlayerError>;
        fn clear_seat(&mut self, seat: Seat) -> bool;
        fn consider(&mut self, desk: &Desk<'_>) -> Result<Option<Thought>, Failure>;
        fn ponder(&mut self, seat: Seat, desk: &Desk<'_>);
    }

    fn game(&self) -> &dyn AnyGame {
        &self.game
    }

    fn copy(&self) -> Box<dyn Session> {
        self.game.session_of(self.inner.copy())
    }

    fn play(&mut self, step: Step) -> Result<(), IllegalStep> {
        self.game.counter.add(STEPS);
        self.inner.play(step)
    }

    fn think(&mut self, desk: &Desk<'_>) -> Result<Option<Made>, Failure> {
        let made = self.inner.think(desk)?;
        if made.is_some() {
            self.game.counter.add(STEPS);
        }
        Ok(made)
    }

    fn undo(&mut self) -> Option<Step> {
        self.game.counter.add(BACKS);
        self.inner.undo()
    }

    fn go_back(&mut self, mark: Mark) {
        self.game.counter.add(BACKS);
        self.inner.go_back(mark);
    }

    fn read_step(&self, word: &str) -> Result<Step, TextError> {
        self.game.counter.add(WORDS);
        self.inner.read_step(word)
    }
}
