//! A game in progress without its type: [`Session`].

use std::any::Any;

use enban_game::perft::perft_parallel;
use enban_game::playout::{Totals, random_games};
use enban_game::{
    Capture, Colour, IllegalStep, Mark, Move, MoveSet, Origin, Points, Rng, Scores, Seat, SetUpError, Step, TextError,
    Trail, Turn, Watch,
};
use enban_search::exact::Solution;
use enban_search::{Desk, Failure, Thought};

use crate::capabilities::OverlayKind;
use crate::expression::Expression;
use crate::game::{AnyGame, Erased};
use crate::players::{AnyPlayer, Catalogued, PlayerError, SolveRequest, player};
use crate::view::{Overlay, View};

/// The leaves below a position, divided by first step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftCount {
    /// Leaves in all.
    pub leaves: u64,
    /// First steps, with the leaves below each.
    pub divided: Vec<(Step, u64)>,
}

/// Why there is no analysis.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum AnalysisError {
    /// There is no such player.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The player failed.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// An exact result.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved {
    /// The lead of the seat on turn is at least this.
    pub low: i32,
    /// And at most this.
    pub high: i32,
    /// The best move; none if the position allows none or none is known.
    pub best: Option<Move>,
    /// The line of best play, as far as it is known.
    pub line: Vec<Step>,
    /// Positions visited.
    pub nodes: u64,
    /// Seconds taken.
    pub seconds: f64,
    /// Every legal move with its bounds, best first, where that was asked for.
    pub moves: Vec<(Move, i32, i32)>,
}

/// A step that was made, and what it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Made {
    /// The step.
    pub step: Step,
    /// The seat that made it.
    pub seat: Seat,
    /// Positions or simulations looked at.
    pub nodes: u64,
}

impl Made {
    /// Returns true for a forced pass, which nobody thought about.
    pub fn is_forced(&self) -> bool {
        self.step == Step::Pass
    }
}

/// How a game stands, without what it takes to show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Whether it has ended.
    pub over: bool,
    /// The seat on turn.
    pub mover: Seat,
    /// Steps made, forced passes included.
    pub steps: usize,
    /// The scores if it ended here, by seat, as a match counts them.
    pub scores: Vec<Points>,
}

/// A position as if the game ended there, as players would agree on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Dead stones, which are taken off.
    pub dead: Vec<Move>,
    /// Stones that live in seki.
    pub seki: Vec<Move>,
    /// Empty points, and those of dead stones, with the colour that owns them.
    pub territory: Vec<(Move, Colour)>,
    /// Stones that black and white have lost before the end.
    pub prisoners: [u32; 2],
    /// The scores by seat.
    pub scores: Scores,
}

/// A game in progress. It takes and gives values; words are the business of [`AnyGame`] and of whoever calls.
pub trait Session: Any + Send {
    /// The game.
    fn game(&self) -> &dyn AnyGame;
    /// The same game in progress, with nobody seated.
    fn copy(&self) -> Box<dyn Session>;

    /// The seat on turn.
    fn mover(&self) -> Seat;
    /// What the seat on turn may do.
    fn turn(&self) -> Turn<Vec<Move>>;
    /// The steps since the game began, a position was set up or the turn was given to a seat.
    fn steps(&self) -> &[Step];
    /// How the game stands.
    fn standing(&self) -> Standing;
    /// What can be seen of the position.
    fn view(&self) -> View;
    /// The position as text.
    fn position(&self) -> String;
    /// What the last step took, line by line; `None` where no step was made.
    fn last_captures(&self) -> Option<Vec<Capture>>;
    /// The position as if the game ended here.
    fn ending(&self) -> Ending;
    /// What is laid over the position; `None` if the game has no such overlay.
    fn overlay(&self, kind: OverlayKind) -> Option<Overlay>;
    /// For each cell how surely it will be black's (1) or white's (-1) at the end, row by row from the top; `None` in games in
    /// which nobody owns cells.
    fn owners(&self) -> Option<Vec<f32>>;

    /// Makes a step if the rules allow it.
    fn play(&mut self, step: Step) -> Result<(), IllegalStep>;
    /// Takes the last step back and returns it.
    fn undo(&mut self) -> Option<Step>;
    /// Changes cells and says whose turn it is.
    fn set_up(&mut self, cells: &[(Move, Option<Colour>)], mover: Seat) -> Result<(), SetUpError>;
    /// Says whose turn it is where nothing was played yet.
    fn set_mover(&mut self, mover: Seat) -> Result<(), SetUpError>;
    /// Makes it the turn of a seat: in Go at any time, also after the end, elsewhere if the seat on turn has to pass.
    fn give_turn(&mut self, seat: Seat) -> Result<(), IllegalStep>;
    /// Why the steps began where they did.
    fn origin(&self) -> Origin;
    /// This moment.
    fn mark(&self) -> Mark;
    /// The moment right after the last set-up.
    fn last_set_up(&self) -> Option<Mark>;
    /// Goes back to an earlier moment of the same game.
    fn go_back(&mut self, mark: Mark);

    /// Gives a seat to a player; otherwise says what is wrong with the expression. The player draws
    /// from its own stream of the seed.
    fn seat_player(&mut self, seat: Seat, expression: &Expression, seed: u64) -> Result<(), PlayerError>;
    /// Lets the player of a seat go. Returns true if there was one.
    fn clear_seat(&mut self, seat: Seat) -> bool;
    /// Lets the player of the seat on turn make its step. `None` if nobody was given the seat or the game is over.
    /// A forced pass is made without asking. A player that failed has made no step.
    fn think(&mut self, desk: &Desk<'_>) -> Result<Option<Made>, Failure>;
    /// Lets the player of the seat on turn think without moving; it keeps what it learned. `None` if nobody was given
    /// the seat or there is no choice to make.
    fn consider(&mut self, desk: &Desk<'_>) -> Result<Option<Thought>, Failure>;
    /// Lets the player of a seat think on the turn of another, for what it learns, as long as the desk says.
    fn ponder(&mut self, seat: Seat, desk: &Desk<'_>);
    /// Lets a player think about the position without moving. `None` if there is no choice to think about; an error
    /// says what is wrong with the expression.
    fn analyze(&self, expression: &Expression, seed: u64, desk: &Desk<'_>) -> Result<Option<Thought>, AnalysisError>;
    /// Solves the position exactly; `None` where the game has no exact solver.
    fn solve(&self, request: &SolveRequest, watch: &Watch) -> Option<Solved>;
    /// Counts leaves; `None` if it was stopped.
    fn perft(&self, depth: u32, threads: usize, watch: &Watch) -> Option<PerftCount>;
    /// Plays random games from here.
    fn random_games(&self, games: u64, seed: u64, threads: usize, watch: &Watch) -> Totals;

    /// The steps of the seat on turn that the rules allow.
    fn legal_steps(&self) -> Vec<Step> {
        match self.turn() {
            Turn::Moves(moves) => moves.into_iter().map(Step::Play).collect(),
            Turn::Pass => vec![Step::Pass],
            Turn::Over => Vec::new(),
        }
    }

    /// What would be right in place of an illegal step, for people.
    fn instead(&self, illegal: &IllegalStep) -> String;

    /// The step that a word names here, if the rules allow it; otherwise what was expected. The door for words that
    /// people write about this position.
    fn read_step(&self, word: &str) -> Result<Step, TextError> {
        let error = |expected: String| TextError::about(word, 0, Some(word.trim()), expected);
        let step = self.game().read_step(word).map_err(|unknown| error(unknown.expected))?;
        let illegal = match (self.turn(), step) {
            (Turn::Moves(moves), Step::Play(choice)) if moves.contains(&choice) => return Ok(step),
            (Turn::Pass, Step::Pass) => return Ok(step),
            (Turn::Over, _) => IllegalStep::Over,
            (Turn::Pass, Step::Play(_)) => IllegalStep::MustPass,
            (Turn::Moves(_), Step::Pass) => IllegalStep::MayNotPass,
            (Turn::Moves(_), Step::Play(_)) => self.copy().play(step).err().unwrap_or(IllegalStep::NotLegal),
        };
        Err(error(self.instead(&illegal)))
    }
}

/// A game of a known type in progress.
pub(crate) struct Live<G: Catalogued> {
    game: Erased<G>,
    trail: Trail<G>,
    players: Vec<Option<AnyPlayer<G>>>,
}

impl<G: Catalogued> Live<G> {
    pub(crate) fn new(trail: Trail<G>) -> Self {
        let players = (0..trail.game().seats()).map(|_| None).collect();
        Self { game: Erased(trail.game().clone()), trail, players }
    }

    pub(crate) fn trail(&self) -> &Trail<G> {
        &self.trail
    }

    /// Every legal move with its bounds, best first, and what it took to find them.
    fn solve_moves(&self, request: &SolveRequest, watch: &Watch) -> Option<Vec<(Move, Solution)>> {
        let (game, state) = (self.trail.game(), self.trail.state());
        let Turn::Moves(moves) = self.trail.turn() else { return Some(Vec::new()) };
        let after = |choice| {
            let mut after = state.clone();
            game.play(&mut after, choice);
            after
        };
        let states: Vec<G::State> = moves.iter().map(after).collect();
        let solutions = game.solve(&states, request, watch)?;
        let mut values: Vec<(Move, Solution)> = moves.iter().zip(solutions).collect();
        // The values are the other side's.
        values.sort_by_key(|(_, solution)| (solution.high, solution.low));
        Some(values)
    }
}

impl<G: Catalogued> Session for Live<G> {
    fn game(&self) -> &dyn AnyGame {
        &self.game
    }

    fn copy(&self) -> Box<dyn Session> {
        Box::new(Self::new(self.trail.clone()))
    }

    fn mover(&self) -> Seat {
        self.trail.mover()
    }

    fn turn(&self) -> Turn<Vec<Move>> {
        match self.trail.turn() {
            Turn::Moves(moves) => Turn::Moves(moves.iter().collect()),
            Turn::Pass => Turn::Pass,
            Turn::Over => Turn::Over,
        }
    }

    fn steps(&self) -> &[Step] {
        self.trail.steps()
    }

    fn standing(&self) -> Standing {
        Standing {
            over: matches!(self.trail.turn(), Turn::Over),
            mover: self.trail.mover(),
            steps: self.trail.steps().len(),
            scores: self.trail.game().result(self.trail.state()).as_slice().to_vec(),
        }
    }

    fn view(&self) -> View {
        View::of(&self.trail)
    }

    fn position(&self) -> String {
        self.trail.game().write_position(self.trail.state())
    }

    fn last_captures(&self) -> Option<Vec<Capture>> {
        let (last, earlier) = self.trail.steps().split_last()?;
        let game = self.trail.game();
        let mut before = self.trail.start().clone();
        earlier.iter().for_each(|step| step.apply(game, &mut before));
        Some(match last {
            Step::Play(choice) => game.captures(&before, *choice),
            Step::Pass => Vec::new(),
        })
    }

    fn ending(&self) -> Ending {
        self.trail.game().ending(self.trail.state())
    }

    fn overlay(&self, kind: OverlayKind) -> Option<Overlay> {
        self.trail.game().overlay(self.trail.state(), kind)
    }

    fn owners(&self) -> Option<Vec<f32>> {
        G::owners(&self.trail)
    }

    fn play(&mut self, step: Step) -> Result<(), IllegalStep> {
        self.trail.try_step(step)
    }

    fn undo(&mut self) -> Option<Step> {
        self.trail.undo()
    }

    fn set_up(&mut self, cells: &[(Move, Option<Colour>)], mover: Seat) -> Result<(), SetUpError> {
        self.trail.set_up(cells, mover)
    }

    fn set_mover(&mut self, mover: Seat) -> Result<(), SetUpError> {
        self.trail.set_mover(mover)
    }

    fn give_turn(&mut self, seat: Seat) -> Result<(), IllegalStep> {
        self.trail.give_turn(seat)
    }

    fn origin(&self) -> Origin {
        self.trail.origin()
    }

    fn mark(&self) -> Mark {
        self.trail.mark()
    }

    fn last_set_up(&self) -> Option<Mark> {
        self.trail.last_set_up()
    }

    fn go_back(&mut self, mark: Mark) {
        self.trail.go_back(mark);
    }

    fn seat_player(&mut self, seat: Seat, expression: &Expression, seed: u64) -> Result<(), PlayerError> {
        let stream = Rng::stream(seed, u64::from(seat.0));
        self.players[seat.index()] = Some(player(self.trail.game(), expression, stream)?);
        Ok(())
    }

    fn clear_seat(&mut self, seat: Seat) -> bool {
        self.players[seat.index()].take().is_some()
    }

    fn think(&mut self, desk: &Desk<'_>) -> Result<Option<Made>, Failure> {
        let seat = self.trail.mover();
        let (step, nodes) = match self.trail.turn() {
            Turn::Over => return Ok(None),
            Turn::Pass => (Step::Pass, 0),
            Turn::Moves(_) => {
                let Some(player) = self.players[seat.index()].as_mut() else { return Ok(None) };
                let thought = player.try_think(&self.trail, desk)?;
                (Step::Play(thought.choice), thought.nodes)
            }
        };
        self.trail.try_step(step).expect("players make legal steps");
        Ok(Some(Made { step, seat, nodes }))
    }

    fn consider(&mut self, desk: &Desk<'_>) -> Result<Option<Thought>, Failure> {
        let seat = self.trail.mover().index();
        match (self.trail.turn(), self.players[seat].as_mut()) {
            (Turn::Moves(_), Some(player)) => player.try_think(&self.trail, desk).map(Some),
            _ => Ok(None),
        }
    }

    fn ponder(&mut self, seat: Seat, desk: &Desk<'_>) {
        if let (Turn::Moves(_), Some(player)) = (self.trail.turn(), self.players[seat.index()].as_mut()) {
            player.ponder(&self.trail, desk);
        }
    }

    fn analyze(&self, expression: &Expression, seed: u64, desk: &Desk<'_>) -> Result<Option<Thought>, AnalysisError> {
        let mut player = player(self.trail.game(), expression, Rng::new(seed))?;
        if !matches!(self.trail.turn(), Turn::Moves(_)) {
            return Ok(None);
        }
        Ok(Some(player.try_think(&self.trail, desk)?))
    }

    fn solve(&self, request: &SolveRequest, watch: &Watch) -> Option<Solved> {
        let (game, state) = (self.trail.game(), self.trail.state());
        let solution = game.solve(std::slice::from_ref(state), request, watch)?.pop()?;
        let moves = if request.all_moves { self.solve_moves(request, watch)? } else { Vec::new() };
        Some(Solved {
            low: solution.low,
            high: solution.high,
            best: solution.best,
            line: solution.line,
            nodes: solution.nodes + moves.iter().map(|(_, found)| found.nodes).sum::<u64>(),
            seconds: solution.seconds + moves.iter().map(|(_, found)| found.seconds).sum::<f64>(),
            moves: moves.into_iter().map(|(choice, found)| (choice, -found.high, -found.low)).collect(),
        })
    }

    fn perft(&self, depth: u32, threads: usize, watch: &Watch) -> Option<PerftCount> {
        let (leaves, divided) = perft_parallel(&self.trail, depth, threads, watch)?;
        Some(PerftCount { leaves, divided })
    }

    fn random_games(&self, games: u64, seed: u64, threads: usize, watch: &Watch) -> Totals {
        random_games(&self.trail, games, seed, threads, watch)
    }

    fn instead(&self, illegal: &IllegalStep) -> String {
        self.trail.instead(illegal)
    }
}
