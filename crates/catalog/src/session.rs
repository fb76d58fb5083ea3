//! Games and games in progress without their types: [`AnyGame`] and [`Session`].

use enban_external::{CheckParams, Finding, check_engine};
use enban_game::perft::perft_parallel;
use enban_game::playout::{Totals, random_games};
use enban_game::symmetry::draw_openings;
use enban_game::trail::IllegalStep;
use enban_game::{MoveSet, Notation, Points, Rng, Step, TextError, Trail, Turn, Watch};
use enban_search::exact::Solution;
use enban_search::{Candidate, Desk, Failure, Thought, Value};

use crate::expression::Expression;
use crate::players::{AnyPlayer, Catalogued, SolveRequest, player};
use crate::view::{Overlay, View};

/// A game with its rules settled.
pub trait AnyGame: Send + Sync {
    /// Its name with options.
    fn name(&self) -> String;
    /// How many seats it has.
    fn seats(&self) -> usize;
    /// The names of its players.
    fn player_names(&self) -> Vec<&'static str>;
    /// The most steps of a game, forced passes included; where the rules allow a game to go round, it has none beyond.
    fn move_limit(&self) -> u32;
    /// The version of the rules as the program plays them: it grows when the same moves would give another result.
    fn rules_version(&self) -> u32;
    /// Openings of so many moves as move text, no two the same up to symmetry, drawn by the seed: as many as are
    /// wanted, or all there are.
    fn openings(&self, plies: u32, wanted: usize, seed: u64) -> Vec<String>;
    /// What the results of its exact solver are about, where that needs saying.
    fn solver_note(&self) -> Option<String>;
    /// What an engine outside the program gets wrong when it is to play this game.
    fn check_engine(&self, command: &str, seed: u64) -> Vec<Finding>;
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

/// A move that a player looked at, in words.
#[derive(Clone, PartialEq, Debug)]
pub struct CandidateView {
    /// The move.
    pub word: String,
    /// What it is worth to the seat on turn.
    pub value: Value,
    /// How deep it was read; 0 if that means nothing.
    pub depth: u32,
    /// Positions or simulations that went into it.
    pub visits: u64,
    /// The line expected to follow, this move first.
    pub line: Vec<String>,
}

/// What a player thinks, in words.
#[derive(Clone, PartialEq, Debug)]
pub struct ThoughtView {
    /// The move it would make.
    pub word: String,
    /// Moves it looked at, best first.
    pub candidates: Vec<CandidateView>,
    /// Positions or simulations in all.
    pub nodes: u64,
}

impl ThoughtView {
    fn of<G: Notation>(game: &G, thought: &Thought) -> Self {
        let candidate = |candidate: &Candidate| CandidateView {
            word: game.write_move(candidate.choice),
            value: candidate.value,
            depth: candidate.depth,
            visits: candidate.visits,
            line: candidate.line.iter().map(|step| step.write(game)).collect(),
        };
        Self {
            word: game.write_move(thought.choice),
            candidates: thought.candidates.iter().map(candidate).collect(),
            nodes: thought.nodes,
        }
    }
}

/// An exact result, in words.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved {
    /// The lead of the seat on turn is at least this.
    pub low: i32,
    /// And at most this.
    pub high: i32,
    /// The best move; none if the position allows none or none is known.
    pub best: Option<String>,
    /// The line of best play, as far as it is known.
    pub line: Vec<String>,
    /// Positions visited.
    pub nodes: u64,
    /// Seconds taken.
    pub seconds: f64,
    /// Every legal move with its bounds, best first, where that was asked for.
    pub moves: Vec<(String, i32, i32)>,
}

/// A step that was made, in words, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// The step.
    pub word: String,
    /// The seat that made it.
    pub seat: usize,
    /// Whether it was a forced pass, which nobody thought about.
    pub forced: bool,
    /// Positions or simulations looked at.
    pub nodes: u64,
}

/// How a game stands, without what it takes to show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Whether it has ended.
    pub over: bool,
    /// The seat on turn.
    pub mover: usize,
    /// Steps made, forced passes included.
    pub steps: usize,
    /// The scores if it ended here, by seat, as a match counts them.
    pub scores: Vec<Points>,
}

/// A game in progress.
pub trait Session: Send {
    /// What can be seen of the position.
    fn view(&self) -> View;
    /// The names of what can be laid over the board; none in most games.
    fn overlay_names(&self) -> &'static [&'static str];
    /// The overlay of a name; `None` if the game has none of that name.
    fn overlay(&self, name: &str) -> Option<Overlay>;
    /// For each cell how surely it will be black's (1) or white's (-1) at the end, row by row from the top; `None` in games in
    /// which nobody owns cells.
    fn owners(&self) -> Option<Vec<f32>>;
    /// Makes the step that a word names: a move or a pass. Otherwise says what was expected.
    fn step(&mut self, word: &str) -> Result<(), TextError>;
    /// Takes the last step back and returns its word.
    fn undo(&mut self) -> Option<String>;
    /// Gives a seat to a player; otherwise says what is wrong with the expression. The player draws
    /// from its own stream of the seed.
    fn seat_player(&mut self, seat: usize, expression: &Expression, seed: u64) -> Result<(), String>;
    /// How the game stands.
    fn standing(&self) -> Standing;
    /// The steps after the first so many, as move text without blanks.
    fn text_from(&self, first: usize) -> String;
    /// Lets the player of the seat on turn make its step. `None` if nobody was given the seat or the game is over.
    /// A forced pass is made without asking. A player that failed has made no step.
    fn think(&mut self, watch: &Watch) -> Result<Option<Made>, Failure>;
    /// Lets a player think about the position without moving, and tells every new thought. `None` if there
    /// is no choice to think about; an error says what is wrong with the expression.
    fn analyze(
        &self,
        expression: &Expression,
        seed: u64,
        watch: &Watch,
        tell: &(dyn Fn(&ThoughtView) + Sync),
    ) -> Result<Option<ThoughtView>, String>;
    /// Solves the position exactly; `None` where the game has no exact solver.
    fn solve(&self, request: &SolveRequest, watch: &Watch) -> Option<Solved>;
    /// Counts leaves; `None` if it was stopped.
    fn perft(&self, depth: u32, threads: usize, watch: &Watch) -> Option<PerftCount>;
    /// Plays random games from here.
    fn random_games(&self, games: u64, seed: u64, threads: usize, watch: &Watch) -> Totals;
}

/// A game of a known type behind [`AnyGame`].
pub(crate) struct Erased<G>(pub(crate) G);

impl<G: Catalogued> AnyGame for Erased<G> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn seats(&self) -> usize {
        self.0.seats()
    }

    fn player_names(&self) -> Vec<&'static str> {
        self.0.player_names()
    }

    fn move_limit(&self) -> u32 {
        self.0.move_limit()
    }

    fn rules_version(&self) -> u32 {
        self.0.rules_version()
    }

    fn solver_note(&self) -> Option<String> {
        self.0.solver_note()
    }

    fn check_engine(&self, command: &str, seed: u64) -> Vec<Finding> {
        check_engine(command, &self.0, &CheckParams { setup: self.0.engine_setup(), seed, ..CheckParams::default() })
    }

    fn openings(&self, plies: u32, wanted: usize, seed: u64) -> Vec<String> {
        let drawn = draw_openings(&self.0, plies, wanted, Rng::stream(seed, OPENINGS));
        drawn.into_iter().map(|steps| write_moves(&self.0, &steps)).collect()
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

/// The stream of a seed that openings are drawn from.
const OPENINGS: u64 = u64::MAX;

/// Puts the moves that are worth most first.
fn best_first(moves: &mut [(String, i32, i32)]) {
    moves.sort_by_key(|(_, low, high)| std::cmp::Reverse((*low, *high)));
}

fn write_moves<G: Notation>(game: &G, steps: &[Step]) -> String {
    steps.iter().map(|step| step.write(game)).collect()
}

struct Live<G: Notation> {
    trail: Trail<G>,
    players: Vec<Option<AnyPlayer<G>>>,
}

impl<G: Catalogued> Session for Live<G> {
    fn view(&self) -> View {
        View::of(&self.trail)
    }

    fn overlay_names(&self) -> &'static [&'static str] {
        self.trail.game().overlay_names()
    }

    fn overlay(&self, name: &str) -> Option<Overlay> {
        self.trail.game().overlay(self.trail.state(), name)
    }

    fn owners(&self) -> Option<Vec<f32>> {
        G::owners(&self.trail)
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
        self.players[seat] = Some(player(self.trail.game(), expression, Rng::stream(seed, seat as u64))?);
        Ok(())
    }

    fn standing(&self) -> Standing {
        Standing {
            over: matches!(self.trail.turn(), Turn::Over),
            mover: self.trail.mover().index(),
            steps: self.trail.steps().len(),
            scores: self.trail.game().result(self.trail.state()).as_slice().to_vec(),
        }
    }

    fn text_from(&self, first: usize) -> String {
        write_moves(self.trail.game(), &self.trail.steps()[first..])
    }

    fn think(&mut self, watch: &Watch) -> Result<Option<Made>, Failure> {
        let seat = self.trail.mover().index();
        let (step, nodes) = match self.trail.turn() {
            Turn::Over => return Ok(None),
            Turn::Pass => (Step::Pass, 0),
            Turn::Moves(_) => {
                let Some(player) = self.players[seat].as_mut() else { return Ok(None) };
                let thought = player.try_think(&self.trail, &Desk::quiet(watch))?;
                (Step::Play(thought.choice), thought.nodes)
            }
        };
        self.trail.try_step(step).expect("players make legal steps");
        let forced = step == Step::Pass;
        Ok(Some(Made { word: step.write(self.trail.game()), seat, forced, nodes }))
    }

    fn analyze(
        &self,
        expression: &Expression,
        seed: u64,
        watch: &Watch,
        tell: &(dyn Fn(&ThoughtView) + Sync),
    ) -> Result<Option<ThoughtView>, String> {
        let game = self.trail.game();
        let mut player = player(game, expression, Rng::new(seed))?;
        if !matches!(self.trail.turn(), Turn::Moves(_)) {
            return Ok(None);
        }
        let tell = |thought: &Thought| tell(&ThoughtView::of(game, thought));
        let thought = player
            .try_think(&self.trail, &Desk { tell: &tell, is_study: true, ..Desk::quiet(watch) })
            .map_err(|failure| failure.0)?;
        Ok(Some(ThoughtView::of(game, &thought)))
    }

    fn solve(&self, request: &SolveRequest, watch: &Watch) -> Option<Solved> {
        let (game, state) = (self.trail.game(), self.trail.state());
        let solution = game.solve(std::slice::from_ref(state), request, watch)?.pop()?;
        let mut solved = Solved {
            low: solution.low,
            high: solution.high,
            best: solution.best.map(|choice| game.write_move(choice)),
            line: solution.line.iter().map(|step| step.write(game)).collect(),
            nodes: solution.nodes,
            seconds: solution.seconds,
            moves: Vec::new(),
        };
        if let (true, Turn::Moves(moves)) = (request.all_moves, self.trail.turn()) {
            let after = |choice| {
                let mut after = state.clone();
                game.play(&mut after, choice);
                after
            };
            let states: Vec<G::State> = moves.iter().map(after).collect();
            let solutions: Vec<Solution> = game.solve(&states, request, watch)?;
            solved.nodes += solutions.iter().map(|solution| solution.nodes).sum::<u64>();
            solved.seconds += solutions.iter().map(|solution| solution.seconds).sum::<f64>();
            let values = moves.iter().zip(&solutions);
            solved.moves = values.map(|(choice, s)| (game.write_move(choice), -s.high, -s.low)).collect();
            best_first(&mut solved.moves);
        }
        Some(solved)
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
