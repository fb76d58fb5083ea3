//! A game as it was played: the steps from a starting position, undo, and the rule against repetition.

use crate::contract::{Game, Key, Move, Repetition, Seat, Turn};
use crate::notation::{Colour, Notation, SetUpError};
use crate::rng::mix;
use crate::set::MoveSet;
use crate::text::{TextError, move_tokens};

/// One step of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A chosen move.
    Play(Move),
    /// A forced pass.
    Pass,
}

impl Step {
    /// Makes the step.
    #[inline]
    pub fn apply<G: Game>(self, game: &G, state: &mut G::State) {
        match self {
            Self::Play(choice) => game.play(state, choice),
            Self::Pass => game.pass(state),
        }
    }

    /// The step as text.
    pub fn write<G: Notation>(self, game: &G) -> String {
        match self {
            Self::Play(choice) => game.write_move(choice),
            Self::Pass => "pass".to_owned(),
        }
    }
}

/// The positions a game has been through, as far as its rule against repetition looks at them.
#[derive(Clone, Debug, Default)]
pub struct History {
    keys: Vec<Key>,
    /// Positions before this one no longer count: a position was set up since.
    floor: usize,
}

impl History {
    /// Remembers a position.
    pub fn push<G: Game>(&mut self, game: &G, state: &G::State) {
        if game.repetition() != Repetition::Free {
            self.keys.push(repetition_key(game, state));
        }
    }

    /// Forgets the newest position.
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// Whether the move would bring back a position of the past.
    pub fn forbids<G: Game>(&self, game: &G, state: &G::State, choice: Move) -> bool {
        if game.repetition() == Repetition::Free || !game.may_repeat(state, choice) {
            return false;
        }
        let mut after = state.clone();
        game.play(&mut after, choice);
        self.keys[self.floor..].contains(&repetition_key(game, &after))
    }

    /// The turn without the moves that would repeat. A seat whose every move would repeat must pass.
    pub fn filter<G: Game>(&self, game: &G, state: &G::State, turn: Turn<G::Moves>) -> Turn<G::Moves> {
        let Turn::Moves(mut moves) = turn else { return turn };
        if game.repetition() != Repetition::Free {
            for choice in moves.iter() {
                if self.forbids(game, state, choice) {
                    moves.remove(choice);
                }
            }
        }
        if moves.is_empty() { Turn::Pass } else { Turn::Moves(moves) }
    }
}

fn repetition_key<G: Game>(game: &G, state: &G::State) -> Key {
    let Key(position) = game.position_key(state);
    match game.repetition() {
        Repetition::Situation => Key(mix(position ^ u64::from(game.mover(state).0 + 1))),
        Repetition::Position | Repetition::Free => Key(position),
    }
}

/// A step that the rules do not allow.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalStep {
    /// The move is not legal here.
    #[error("the move is not legal here")]
    NotLegal,
    /// The move would bring back an earlier position.
    #[error("the move would repeat an earlier position")]
    Repeats,
    /// There is no move: the seat must pass.
    #[error("there is no legal move: pass")]
    MustPass,
    /// There are moves, so passing is not allowed.
    #[error("there are legal moves, so passing is not allowed")]
    MayNotPass,
    /// The game has ended.
    #[error("the game is over")]
    Over,
}

/// Why a stretch of a game began.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// The game began.
    Start,
    /// A position was set up. What was before no longer counts as repetition.
    SetUp,
    /// The turn was given to a seat, or a game that passes had ended was resumed. The past still counts as repetition.
    Turn,
}

/// A moment of a [`Trail`], to go back to; of two, the greater is the later.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mark {
    stretches: usize,
    steps: usize,
}

/// A stretch of a game that another follows.
#[derive(Clone, Debug)]
struct Stretch<S> {
    origin: Origin,
    start: S,
    steps: Vec<Step>,
    /// How much of the history there was at its end, and from where on it counted.
    seen: usize,
    floor: usize,
}

/// A game in progress: where it began, what was played, where it stands.
///
/// A game is one stretch of steps, or several where a position was set up or the turn given to another seat in
/// between. [`start`](Trail::start) and [`steps`](Trail::steps) tell the current stretch, which is all that a player
/// needs; the rule against repetition looks back as far as it should.
///
/// ```
/// use enban_game::{Move, Step, Trail, Turn, toy::Toy};
///
/// let mut trail = Trail::new(Toy::<2>::parse("((1 2) 3)")?);
/// trail.try_step(Step::Play(Move(0)))?;
/// trail.try_step(Step::Play(Move(1)))?;
/// assert_eq!(trail.turn(), Turn::Over);
/// assert_eq!(trail.undo(), Some(Step::Play(Move(1))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trail<G: Game> {
    game: G,
    past: Vec<Stretch<G::State>>,
    origin: Origin,
    start: G::State,
    state: G::State,
    steps: Vec<Step>,
    history: History,
}

impl<G: Game> Trail<G> {
    /// A new game.
    pub fn new(game: G) -> Self {
        let start = game.start();
        Self::from(game, start)
    }

    /// A game that begins with `start`.
    pub fn from(game: G, start: G::State) -> Self {
        let mut history = History::default();
        history.push(&game, &start);
        let (past, origin) = (Vec::new(), Origin::Start);
        Self { state: start.clone(), steps: Vec::new(), history, game, past, origin, start }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Why the current stretch began.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// The position that the current stretch began with.
    pub fn start(&self) -> &G::State {
        &self.start
    }

    /// The position now.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The steps of the current stretch.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The positions so far.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The seat on turn.
    pub fn mover(&self) -> Seat {
        self.game.mover(&self.state)
    }

    /// What the seat on turn may do, repetition considered.
    pub fn turn(&self) -> Turn<G::Moves> {
        self.history.filter(&self.game, &self.state, self.game.turn(&self.state))
    }

    /// Makes a step if the rules allow it.
    pub fn try_step(&mut self, step: Step) -> Result<(), IllegalStep> {
        match (self.turn(), step) {
            (Turn::Over, _) => return Err(IllegalStep::Over),
            (Turn::Pass, Step::Pass) => {}
            (Turn::Pass, Step::Play(_)) => return Err(IllegalStep::MustPass),
            (Turn::Moves(_), Step::Pass) => return Err(IllegalStep::MayNotPass),
            (Turn::Moves(moves), Step::Play(choice)) if moves.contains(choice) => {}
            (Turn::Moves(_), Step::Play(choice)) => {
                let repeats = matches!(self.game.turn(&self.state), Turn::Moves(all) if all.contains(choice));
                return Err(if repeats { IllegalStep::Repeats } else { IllegalStep::NotLegal });
            }
        }
        self.advance(step);
        Ok(())
    }

    /// Takes the last step of the current stretch back and returns it.
    pub fn undo(&mut self) -> Option<Step> {
        let last = self.steps.pop()?;
        self.history.pop();
        self.replay();
        Some(last)
    }

    /// This moment.
    pub fn mark(&self) -> Mark {
        Mark { stretches: self.past.len(), steps: self.steps.len() }
    }

    /// The moment right after the last set-up.
    pub fn last_set_up(&self) -> Option<Mark> {
        let origins = self.past.iter().map(|past| past.origin).chain([self.origin]);
        let stretches = origins.enumerate().filter(|(_, origin)| *origin == Origin::SetUp).last()?.0;
        Some(Mark { stretches, steps: 0 })
    }

    /// Goes back to an earlier moment of the same game: steps, set-ups and changes of turn since then are undone.
    ///
    /// # Panics
    /// If the moment is not in the past of the game.
    pub fn go_back(&mut self, mark: Mark) {
        while self.past.len() > mark.stretches {
            let stretch = self.past.pop().expect("just counted");
            self.history.keys.truncate(stretch.seen);
            self.history.floor = stretch.floor;
            (self.origin, self.start, self.steps) = (stretch.origin, stretch.start, stretch.steps);
        }
        assert!(self.past.len() == mark.stretches && self.steps.len() >= mark.steps, "a moment of the past");
        for _ in mark.steps..self.steps.len() {
            self.history.pop();
        }
        self.steps.truncate(mark.steps);
        self.replay();
    }

    /// Goes on from another position in a stretch of its own.
    fn begin_stretch(&mut self, origin: Origin, start: G::State) {
        let (seen, floor) = (self.history.keys.len(), self.history.floor);
        if origin == Origin::SetUp {
            self.history.floor = seen;
        }
        self.history.push(&self.game, &start);
        self.state = start.clone();
        let (start, steps) = (std::mem::replace(&mut self.start, start), std::mem::take(&mut self.steps));
        let origin = std::mem::replace(&mut self.origin, origin);
        self.past.push(Stretch { origin, start, steps, seen, floor });
    }

    /// Finds the position by making the steps of the current stretch again.
    fn replay(&mut self) {
        self.state = self.start.clone();
        for step in &self.steps {
            step.apply(&self.game, &mut self.state);
        }
    }

    fn advance(&mut self, step: Step) {
        step.apply(&self.game, &mut self.state);
        self.steps.push(step);
        self.history.push(&self.game, &self.state);
    }
}

impl<G: Notation> Trail<G> {
    /// Changes cells and says whose turn it is. What was played before is no longer looked at for repetition.
    pub fn set_up(&mut self, cells: &[(Move, Option<Colour>)], mover: Seat) -> Result<(), SetUpError> {
        let start = self.game.with_cells(&self.state, cells, mover)?;
        self.begin_stretch(Origin::SetUp, start);
        Ok(())
    }

    /// Says whose turn it is at the beginning of a stretch.
    pub fn set_mover(&mut self, mover: Seat) -> Result<(), SetUpError> {
        if !self.steps.is_empty() {
            return Err(SetUpError::Played);
        }
        self.start = self.game.with_cells(&self.start, &[], mover)?;
        self.history.pop();
        self.history.push(&self.game, &self.start);
        self.state = self.start.clone();
        Ok(())
    }

    /// Makes it the turn of a seat: freely in games that know such a thing (Go, where it also resumes a game that
    /// passes have ended), elsewhere only if the seat on turn has to pass.
    pub fn give_turn(&mut self, seat: Seat) -> Result<(), IllegalStep> {
        let is_over = matches!(self.game.turn(&self.state), Turn::Over);
        if !is_over && self.mover() == seat {
            return Ok(());
        }
        match self.game.with_turn(&self.state, seat) {
            Some(start) => self.begin_stretch(Origin::Turn, start),
            None if is_over => {}
            None => self.try_step(Step::Pass)?,
        }
        Ok(())
    }

    /// The same game under other rules on the same board, if they allow what was played.
    pub fn under(&self, game: G) -> Result<Self, IllegalStep> {
        let current = (self.origin, &self.start, &self.steps);
        let mut stretches = self.past.iter().map(|past| (past.origin, &past.start, &past.steps)).chain([current]);
        let (_, first, steps) = stretches.next().expect("the current one is there");
        let mut other = Self::from(game, first.clone());
        steps.iter().try_for_each(|step| other.try_step(*step))?;
        for (origin, start, steps) in stretches {
            other.begin_stretch(origin, start.clone());
            steps.iter().try_for_each(|step| other.try_step(*step))?;
        }
        Ok(other)
    }

    /// Plays a move list on from here. Forced passes may be written or left out.
    pub fn play_text(&mut self, text: &str) -> Result<(), TextError> {
        for token in move_tokens(text)? {
            let error = |expected: String| TextError::about(text, token.offset, Some(token.word), expected);
            let forced = matches!(self.turn(), Turn::Pass);
            if forced {
                self.advance(Step::Pass);
            }
            let step = match (token.is_pass(), self.game.pass_move()) {
                (true, None) if forced => continue,
                (true, None) => Step::Pass,
                (true, Some(pass)) => Step::Play(pass),
                (false, _) => Step::Play(self.game.read_move(token.word).map_err(|unknown| error(unknown.expected))?),
            };
            self.try_step(step).map_err(|illegal| error(self.instead(&illegal)))?;
        }
        Ok(())
    }

    /// The steps as text, separated by blanks, forced passes included.
    pub fn write_steps(&self) -> String {
        self.steps.iter().map(|step| step.write(&self.game)).collect::<Vec<_>>().join(" ")
    }

    /// What would have been right in place of an illegal step.
    pub fn instead(&self, illegal: &IllegalStep) -> String {
        let label = self.game.seat_label(self.mover());
        match (illegal, self.turn()) {
            (IllegalStep::Over, _) => "no further move: the game is over".to_owned(),
            (_, Turn::Moves(moves)) => {
                let words = moves.iter().take(LISTED_MAX).map(|choice| self.game.write_move(choice));
                let words = words.collect::<Vec<_>>().join(" ");
                let more = match (moves.len() as usize).saturating_sub(LISTED_MAX) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                format!("a legal move of {label} ({illegal}): {words}{more}")
            }
            _ => format!("pass, as {label} has no legal move"),
        }
    }
}

/// Legal moves that are listed in place of an illegal one. Boards of Reversi seldom have more; those of Go have hundreds.
const LISTED_MAX: usize = 30;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    #[test]
    fn steps_are_checked_and_undone() {
        let mut trail = Trail::new(Toy::<2>::parse("((1 2) (3 ~(4 5)))").unwrap());
        assert_eq!(trail.try_step(Step::Play(Move(2))), Err(IllegalStep::NotLegal));
        assert_eq!(trail.try_step(Step::Pass), Err(IllegalStep::MayNotPass));
        trail.play_text("c1 c1").unwrap();
        assert_eq!(trail.try_step(Step::Play(Move(0))), Err(IllegalStep::MustPass));
        trail.try_step(Step::Pass).unwrap();
        trail.play_text("c0").unwrap();
        assert_eq!(trail.turn(), Turn::Over);
        assert_eq!(trail.try_step(Step::Pass), Err(IllegalStep::Over));
        assert_eq!(trail.write_steps(), "c1 c1 pass c0");
        while trail.undo().is_some() {}
        assert_eq!(trail.state(), trail.start());
    }

    #[test]
    fn a_game_goes_back_to_any_moment() {
        let mut trail = Trail::new(Toy::<2>::parse("((1 2) (3 ~(4 5)))").unwrap());
        let begin = trail.mark();
        trail.play_text("c1 c1").unwrap();
        let before_pass = trail.mark();
        assert_eq!(trail.give_turn(Seat(0)), Ok(()), "nothing to do");
        assert_eq!(trail.give_turn(Seat(1)), Ok(()), "the other must pass");
        assert_eq!(trail.write_steps(), "c1 c1 pass");
        assert_eq!(trail.give_turn(Seat(0)), Err(IllegalStep::MayNotPass));
        assert_eq!(trail.set_up(&[], Seat(0)), Err(SetUpError::Unknown));
        assert_eq!(trail.last_set_up(), None);
        trail.go_back(before_pass);
        assert_eq!(trail.write_steps(), "c1 c1");
        assert!(begin < before_pass);
        trail.go_back(begin);
        assert_eq!(trail.state(), trail.start());
    }

    #[test]
    fn forced_passes_may_be_left_out() {
        let game = Toy::<2>::parse("(~(1 2))").unwrap();
        for text in ["c0 pass c1", "c0 c1", "c0--c1"] {
            let mut trail = Trail::new(game.clone());
            trail.play_text(text).unwrap();
            assert_eq!(trail.write_steps(), "c0 pass c1");
        }
    }

    #[test]
    fn a_wrong_move_is_named_with_what_was_legal() {
        let mut trail = Trail::new(Toy::<2>::parse("((1 2) 3)").unwrap());
        let error = trail.play_text("c0 c7").unwrap_err().to_string();
        assert_eq!(error, "character 4: found \"c7\", expected a legal move of O (the move is not legal here): c0 c1");
    }

    #[test]
    fn of_many_legal_moves_some_are_named() {
        let leaves =
            |count: u32| format!("({})", (0..count).map(|leaf| leaf.to_string()).collect::<Vec<_>>().join(" "));
        let refused = |count: u32| {
            let mut trail = Trail::new(Toy::<2>::parse(&leaves(count)).unwrap());
            trail.play_text("c50").unwrap_err().to_string()
        };
        assert!(refused(30).ends_with(" c28 c29"), "{}", refused(30));
        assert!(refused(33).ends_with(" c28 c29 and 3 more"), "{}", refused(33));
    }
}
