//! What a player is: something that chooses a move in a game in progress, and can say what it thought.

use std::cell::Cell;
use std::time::{Duration, Instant};

use enban_game::{Game, Move, MoveSet, Points, Rng, Step, Trail, Turn, Watch};

use crate::failure::Failure;
use crate::limits::Limits;

/// A player of one game. It is asked only when there is a choice to make, and keeps what it learned from
/// one move to the next.
pub trait Player<G: Game>: Send {
    /// The move it makes in the position of the trail, out of those that [`Trail::turn`] allows, with
    /// what it thought of it. It answers within 20 ms once the desk says stop.
    fn think(&mut self, trail: &Trail<G>, desk: &Desk<'_>) -> Thought;

    /// The same for whoever runs games with any player: one that lives outside the program may fail.
    fn try_think(&mut self, trail: &Trail<G>, desk: &Desk<'_>) -> Result<Thought, Failure> {
        Ok(self.think(trail, desk))
    }

    /// Thinks on another seat's turn, for what it learns; the desk says how long. Players that keep nothing between moves
    /// have nothing to do.
    fn ponder(&mut self, _trail: &Trail<G>, _desk: &Desk<'_>) {}
}

/// A request to a player: what it may spend on this move, who may stop it, and who looks on.
pub struct Desk<'d> {
    /// Says when to stop.
    pub watch: &'d Watch,
    /// What this move may take. It meets the player's own limits as [`Limits::with`] says; a player keeps what it learned
    /// (tree, transposition table) between requests with different limits.
    pub limits: Limits,
    /// Is told of every new thought worth showing. Called from one thread at a time.
    pub tell: &'d (dyn Fn(&Thought) + Sync),
    /// Whether all moves are asked about, not only which is best: then a player takes its time also where that is clear.
    pub is_study: bool,
}

impl<'d> Desk<'d> {
    /// A request with the player's own limits, at which nobody looks on.
    pub fn quiet(watch: &'d Watch) -> Self {
        Self { watch, limits: Limits::default(), tell: &|_| {}, is_study: false }
    }

    /// The same with limits for this move.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// A desk at which all moves are asked about and nobody looks on.
    pub fn study(watch: &'d Watch) -> Self {
        Self { is_study: true, ..Self::quiet(watch) }
    }
}

/// Between two thoughts told.
pub(crate) const TELL_EVERY: Duration = Duration::from_millis(250);

/// Tells whoever looks on what a search thinks, four times a second at most. It belongs to one thread of the search.
pub struct Teller<'d> {
    tell: &'d (dyn Fn(&Thought) + Sync),
    last: Cell<Instant>,
}

impl<'d> Teller<'d> {
    /// A teller that waits before its first word.
    pub fn new(desk: &Desk<'d>) -> Self {
        Self { tell: desk.tell, last: Cell::new(Instant::now()) }
    }

    /// Tells the thought if it is time for one; it is not made otherwise.
    pub fn tell(&self, thought: impl FnOnce() -> Thought) {
        if self.last.get().elapsed() >= TELL_EVERY {
            self.last.set(Instant::now());
            (self.tell)(&thought());
        }
    }
}

/// What a move is worth to the seat that makes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// The proven result: by how much the seat will lead.
    Exact(Points),
    /// Proven: it will lead by this or more.
    AtLeast(Points),
    /// Proven: it will lead by this or less.
    AtMost(Points),
    /// An estimate of the lead, in points.
    Lead(f64),
    /// An estimate of the share of games won, draws as halves.
    Chance(f64),
    /// A figure that means something only beside others of the same player.
    Figure(f64),
}

/// A move that was looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub choice: Move,
    /// What it is worth to the seat on turn.
    pub value: Value,
    /// How deep it was read, in plies; 0 if that means nothing.
    pub depth: u32,
    /// How many positions or simulations went into it.
    pub visits: u64,
    /// The line expected to follow, this move first.
    pub line: Vec<Step>,
}

/// A move chosen, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The move.
    pub choice: Move,
    /// Moves that were looked at, best first. May be empty.
    pub candidates: Vec<Candidate>,
    /// Positions or simulations looked at in all.
    pub nodes: u64,
}

impl Thought {
    /// A move without reasons.
    pub fn plain(choice: Move) -> Self {
        Self { choice, candidates: Vec::new(), nodes: 0 }
    }
}

/// Draws uniformly among the moves; where that would never end (Go), among those of
/// [`Game::playout_turn`].
#[derive(Clone, Debug)]
pub struct Random(Rng);

impl Random {
    /// A random player with its own stream of numbers.
    pub fn new(rng: Rng) -> Self {
        Self(rng)
    }
}

impl<G: Game> Player<G> for Random {
    fn think(&mut self, trail: &Trail<G>, _desk: &Desk<'_>) -> Thought {
        let (game, state) = (trail.game(), trail.state());
        let moves = match trail.history().filter(game, state, game.playout_turn(state)) {
            Turn::Moves(moves) => moves,
            // No playout move is left but the rules give others: in Go, the pass.
            Turn::Pass | Turn::Over => match trail.turn() {
                Turn::Moves(moves) => return Thought::plain(moves.nth(moves.len() - 1)),
                Turn::Pass | Turn::Over => panic!("a player is asked only when it has a move"),
            },
        };
        Thought::plain(game.nth_move(&moves, self.0.below(moves.len())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_game::toy::Toy;

    #[test]
    fn random_draws_every_move_evenly_and_repeats_with_its_seed() {
        let trail = Trail::new(Toy::<2>::parse("(1 2 3 4)").expect("a tree"));
        let draw = |seed: u64| {
            let mut player = Random::new(Rng::new(seed));
            let watch = Watch::default();
            let mut drawn = [0; 4];
            (0..4_000).for_each(|_| drawn[player.think(&trail, &Desk::quiet(&watch)).choice.index()] += 1);
            drawn
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        assert!(draw(1).iter().all(|count| (900..1_100).contains(count)), "{:?}", draw(1));
    }
}
