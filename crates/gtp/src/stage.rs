//! A piece of a game: what a session holds, why it began, and who plays in it.

use enban_catalog::{AnyGame, Expression, Session};
use enban_game::Seat;

/// A piece of a game without a break.
pub(crate) struct Stage {
    /// The game in progress.
    pub(crate) session: Box<dyn Session>,
    /// The position that it began with, if that is not the start of a game.
    pub(crate) start: Option<String>,
    /// Why it began.
    pub(crate) origin: Origin,
    /// Black stones that White is paid for under some rules.
    pub(crate) handicap: usize,
    /// What a rule against repetition remembers of this stage when the next one goes on from it.
    pub(crate) boards: Vec<String>,
    seated: [Option<Expression>; 2],
}

/// Why a stage began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// A game begins.
    Game,
    /// Stones were set up.
    Setup,
    /// A side moves out of turn, or after two passes. Another pass would not do: players take it for an offer to end the
    /// game.
    Turn,
}

impl Stage {
    /// Begins at a position, or at the start of a game, and makes moves from there.
    pub(crate) fn begin(game: &dyn AnyGame, start: Option<String>, moves: Option<&str>) -> Result<Self, String> {
        let session = game.session(start.as_deref(), moves).map_err(|error| error.to_string())?;
        let seated = [None, None];
        Ok(Self { session, start, origin: Origin::Game, seated, handicap: 0, boards: Vec::new() })
    }

    /// The same stage as one that began for this reason, with so many handicap stones.
    pub(crate) fn with(self, origin: Origin, handicap: usize) -> Self {
        Self { origin, handicap, ..self }
    }

    /// The positions of the stage, each with the step that led to it.
    pub(crate) fn retrace(&self, game: &dyn AnyGame) -> Vec<(Option<String>, String)> {
        let mut session = game.session(self.start.as_deref(), None).expect("the stage began here");
        let mut positions = vec![(None, session.view().position)];
        for step in 0..self.session.standing().steps {
            let (text, rest) = (self.session.text_from(step), self.session.text_from(step + 1));
            let word = text.strip_suffix(&rest).expect("texts of one game end alike");
            session.step(word).expect("the step was made");
            positions.push((Some(word.to_owned()), session.view().position));
        }
        positions
    }

    /// Gives a seat to a player. One that sits there already keeps what it has learned.
    pub(crate) fn seat(&mut self, seat: Seat, player: &Expression, seed: u64) -> Result<(), String> {
        let known = &mut self.seated[seat.index()];
        if known.as_ref() != Some(player) {
            *known = None;
            self.session.seat_player(seat.index(), player, seed)?;
            *known = Some(player.clone());
        }
        Ok(())
    }

    /// Lets the players go.
    pub(crate) fn unseat(&mut self) {
        for (seat, known) in self.seated.iter_mut().enumerate() {
            if known.take().is_some() {
                // A session gives no seat back: the one who takes it needs next to nothing.
                let nobody = Expression::plain("random");
                self.session.seat_player(seat, &nobody, 0).expect("every game has a random player");
            }
        }
    }

    /// Whether a seat has a player.
    #[cfg(test)]
    pub(crate) fn is_seated(&self, seat: Seat) -> bool {
        self.seated[seat.index()].is_some()
    }
}
