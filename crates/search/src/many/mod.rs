//! Searches by depth for any number of seats: [`MaxN`], [`Paranoid`] and [`BestReply`].
//!
//! All three deepen ply by ply within their [`Limits`], keep a table of positions, count forced passes as no
//! ply, and use true scores wherever a line reaches the end of the game. They differ in what they assume of
//! the others: that each seeks its own good (max^n), that all are against the seat on turn (paranoid), or
//! that between two of its moves only the worst of their replies is made (best reply).
//!
//! `goal` is what seats seek, `deepen` the frame that all share; then one file for each search.
//! The rule against repetition is looked at for the move to be made, not below it.

mod deepen;
mod goal;
mod maxn;
mod order;
mod paranoid;
mod reply;
mod table;

#[cfg(test)]
mod tests;

use enban_game::{Game, Points, Rng, Trail};

pub use self::goal::{CountSeats, EvaluateSeats, Goal};
pub use self::reply::Skip;
pub use deepen::DEFAULT_LIMITS;

use self::deepen::{deepen, open_search};
use self::goal::Payoffs;
use self::paranoid::Bounded;
use self::table::Table;
use crate::limits::Limits;
use crate::player::{Desk, Player, Thought, Value};

/// What decides how the players of this module play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ManyParams {
    /// Plies, time and positions for one move; with nothing set here or in the request, four plies. In [`BestReply`] the
    /// reply of the others is one ply.
    pub limits: Limits,
    /// What every seat is taken to seek.
    pub goal: Goal,
    /// The size of the table of positions; 0 for none.
    pub memory_mb: usize,
}

impl Default for ManyParams {
    fn default() -> Self {
        Self { limits: Limits::default(), goal: Goal::OwnScore, memory_mb: 64 }
    }
}

/// Every seat seeks its own goal, and knows that the others do (max^n). Among moves that are equal to its
/// seat the first in the order of moves is taken to be made; at the root they are drawn.
pub struct MaxN<E> {
    params: ManyParams,
    evaluation: E,
    rng: Rng,
    table: Table<Payoffs>,
}

/// All others are against the seat on turn: alpha-beta on that seat's goal.
pub struct Paranoid<E> {
    params: ManyParams,
    evaluation: E,
    rng: Rng,
    table: Table<Bounded>,
}

/// Between two of its own moves the seat on turn expects one reply: of all moves of all others the one that is
/// worst for it. The rest are passed over by the game's `skip`, which hands the turn to the next seat.
pub struct BestReply<G: Game, E> {
    params: ManyParams,
    evaluation: E,
    skip: Skip<G>,
    rng: Rng,
    table: Table<Bounded>,
}

impl<E> MaxN<E> {
    /// A player that draws between equal moves from `rng`.
    pub fn new(params: ManyParams, evaluation: E, rng: Rng) -> Self {
        Self { params, evaluation, rng, table: Table::new(params.memory_mb) }
    }
}

impl<E> Paranoid<E> {
    /// A player that draws between equal moves from `rng`.
    pub fn new(params: ManyParams, evaluation: E, rng: Rng) -> Self {
        Self { params, evaluation, rng, table: Table::new(params.memory_mb) }
    }
}

impl<G: Game, E> BestReply<G, E> {
    /// A player that draws between equal moves from `rng`. `skip` hands the turn to the next seat whether or
    /// not the one on turn has moves.
    pub fn new(params: ManyParams, evaluation: E, skip: Skip<G>, rng: Rng) -> Self {
        Self { params, evaluation, skip, rng, table: Table::new(params.memory_mb) }
    }
}

impl<G: Game, E: EvaluateSeats<G>> Player<G> for MaxN<E> {
    fn think(&mut self, trail: &Trail<G>, desk: &Desk<'_>) -> Thought {
        let (game, params) = (trail.game(), &self.params);
        let spot = open_search(game, &self.evaluation, params, trail.mover(), desk);
        let proven = if game.seats() == 2 { Proven::Exactly } else { Proven::Nothing };
        let value = |payoff, complete| params.goal.value(payoff, if complete { proven } else { Proven::Nothing });
        let mut search = maxn::Search::new(spot, &mut self.table);
        deepen(&mut search, trail, desk, &mut self.rng, value)
    }
}

impl<G: Game, E: EvaluateSeats<G>> Player<G> for Paranoid<E> {
    fn think(&mut self, trail: &Trail<G>, desk: &Desk<'_>) -> Thought {
        let (game, params) = (trail.game(), &self.params);
        let spot = open_search(game, &self.evaluation, params, trail.mover(), desk);
        // The others may be kinder than they were taken to be.
        let proven = if game.seats() == 2 { Proven::Exactly } else { Proven::AtLeast };
        let value = |payoff, complete| params.goal.value(payoff, if complete { proven } else { Proven::Nothing });
        let mut search = paranoid::Search::new(spot, &mut self.table);
        deepen(&mut search, trail, desk, &mut self.rng, value)
    }
}

impl<G: Game, E: EvaluateSeats<G>> Player<G> for BestReply<G, E> {
    fn think(&mut self, trail: &Trail<G>, desk: &Desk<'_>) -> Thought {
        let (game, params) = (trail.game(), &self.params);
        let spot = open_search(game, &self.evaluation, params, trail.mover(), desk);
        let proven = if game.seats() == 2 { Proven::Exactly } else { Proven::Nothing };
        let value = |payoff, complete| params.goal.value(payoff, if complete { proven } else { Proven::Nothing });
        let mut search = reply::Search::new(spot, &mut self.table, self.skip);
        deepen(&mut search, trail, desk, &mut self.rng, value)
    }
}

/// What a search that reached the end of every line has proven about a payoff.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Proven {
    Nothing,
    AtLeast,
    Exactly,
}

impl Goal {
    /// A payoff in hundredths as others read it.
    fn value(self, payoff: i32, proven: Proven) -> Value {
        let points = f64::from(payoff) / 100.0;
        match (self, proven) {
            (Self::LeadOverBest, Proven::Exactly) => Value::Exact(Points::halves(payoff / 50)),
            (Self::LeadOverBest, Proven::AtLeast) => Value::AtLeast(Points::halves(payoff / 50)),
            (Self::LeadOverBest, Proven::Nothing) => Value::Lead(points),
            (Self::OwnScore | Self::Rank, _) => Value::Figure(points),
        }
    }
}
