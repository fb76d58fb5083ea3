//! A game as it was played: the steps from a starting position, undo, and the rule against repetition.

use crate::contract::{Game, Key, Move, Repetition, Seat, Turn};
use crate::notation::Notation;
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
pub struct History(Vec<Key>);

impl History {
    /// Remembers a position.
    pub fn push<G: Game>(&mut self, game: &G, state: &G::State) {
        if game.repetition() != Repetition::Free {
            self.0.push(repetition_key(game, state));
        }
    }

    /// Forgets the newest position.
    pub fn pop(&mut self) {
        self.0.pop();
    }

    /// Whether the move would bring back a position of the past.
    pub fn forbids<G: Game>(&self, game: &G, state: &G::State, choice: Move) -> bool {
        if game.repetition() == Repetition::Free || !game.may_repeat(state, choice) {
            return false;
        }
        let mut after = state.clone();
        game.play(&mut after, choice);
        self.0.contains(&repetition_key(game, &after))
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

/// A game in progress: where it began, what was played, where it stands.
#[derive(Clone, Debug)]
pub struct Trail<G: Game> {
    game: G,
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
        Self { state: start.clone(), steps: Vec::new(), history, game, start }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The position it began with.
    pub fn start(&self) -> &G::State {
        &self.start
    }

    /// The position now.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The steps so far.
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

    /// Takes the last step back and returns it.
    pub fn undo(&mut self) -> Option<Step> {
        let last = self.steps.pop()?;
        self.history.pop();
        self.state = self.start.clone();
        for step in &self.steps {
            step.apply(&self.game, &mut self.state);
        }
        Some(last)
    }

    fn advance(&mut self, step: Step) {
        step.apply(&self.game, &mut self.state);
        self.steps.push(step);
        self.history.push(&self.game, &self.state);
    }
}

impl<G: Notation> Trail<G> {
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
