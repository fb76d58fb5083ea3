//! Paranoid search: one seat against all others, so that alpha-beta holds for any number of seats.

use enban_game::{Game, Move, MoveSet, Step, Turn};

use super::deepen::{Judged, RootSearch, Spot};
use super::goal::{EvaluateSeats, of};
use super::order::{History, key_of};
use super::table::{Found, Table};

/// A payoff of the root's seat, and which side of it is certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bounded {
    Exact(i32),
    AtLeast(i32),
    AtMost(i32),
}

impl Bounded {
    /// What a search within a window found out: on its edges or beyond, only a bound.
    #[inline]
    pub(super) fn within(payoff: i32, window: Window) -> Self {
        if payoff <= window.alpha {
            Self::AtMost(payoff)
        } else if payoff >= window.beta {
            Self::AtLeast(payoff)
        } else {
            Self::Exact(payoff)
        }
    }

    /// The payoff, if it settles a search within a window.
    #[inline]
    pub(super) fn settles(self, window: Window) -> Option<i32> {
        match self {
            Self::Exact(payoff) => Some(payoff),
            Self::AtLeast(payoff) => (payoff >= window.beta).then_some(payoff),
            Self::AtMost(payoff) => (payoff <= window.alpha).then_some(payoff),
        }
    }
}

/// Between what the root's seat is sure to get elsewhere and what the others will not grant it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// Everything from a floor up.
    pub(super) fn above(floor: i32) -> Self {
        Self { alpha: floor.saturating_sub(1), beta: i32::MAX }
    }
}

/// The best of the moves seen so far at a node, for whoever chooses there.
pub(super) struct Best {
    window: Window,
    /// Whether the one who chooses is the root's seat.
    maximises: bool,
    judged: Judged,
    pub(super) choice: Option<Move>,
}

impl Best {
    pub(super) fn new(window: Window, maximises: bool) -> Self {
        let payoff = if maximises { i32::MIN } else { i32::MAX };
        Self { window, maximises, judged: Judged { payoff, complete: true }, choice: None }
    }

    /// The window for the next move.
    pub(super) fn window(&self) -> Window {
        self.window
    }

    /// What the node is worth.
    pub(super) fn judged(&self) -> Judged {
        self.judged
    }

    /// Takes another move into account; `true` if it is enough.
    #[inline]
    pub(super) fn consider(&mut self, choice: Move, judged: Judged) -> bool {
        let payoff = judged.payoff;
        let better = if self.maximises { payoff > self.judged.payoff } else { payoff < self.judged.payoff };
        if better || self.choice.is_none() {
            self.judged.payoff = payoff;
            self.choice = Some(choice);
            if self.maximises {
                self.window.alpha = self.window.alpha.max(payoff);
            } else {
                self.window.beta = self.window.beta.min(payoff);
            }
        }
        if self.window.alpha >= self.window.beta {
            // Only this move matters now.
            self.judged.complete = judged.complete;
            return true;
        }
        self.judged.complete &= judged.complete;
        false
    }
}

/// A search in progress.
pub(super) struct Search<'s, G: Game, E> {
    spot: Spot<'s, G, E>,
    table: &'s mut Table<Bounded>,
    history: History,
}

impl<'s, G: Game, E: EvaluateSeats<G>> Search<'s, G, E> {
    pub(super) fn new(spot: Spot<'s, G, E>, table: &'s mut Table<Bounded>) -> Self {
        table.grow_older();
        let history = History::new(spot.game.seats());
        Self { spot, table, history }
    }

    /// What the root's seat gets from a position `depth` plies deep; `None` when the search is to be given up.
    fn node(&mut self, state: &G::State, depth: u16, window: Window) -> Option<Judged> {
        let (game, root) = (self.spot.game, self.spot.root);
        game.accelerate(
            #[inline(always)]
            || {
                // 1. Forced passes take no ply; a finished game is worth what it is.
                let mut state = state.clone();
                let mut moves = loop {
                    match game.turn(&state) {
                        Turn::Moves(moves) => break moves,
                        Turn::Pass => game.pass(&mut state),
                        Turn::Over => {
                            let payoff = of(&self.spot.goal.exact(&game.scores(&state)), root);
                            return (!self.spot.count()).then_some(Judged { payoff, complete: true });
                        }
                    }
                };
                if self.spot.count() {
                    return None;
                }
                // 2. At the horizon it is worth what is expected.
                if depth == 0 {
                    return Some(Judged { payoff: of(&self.spot.estimate(&state), root), complete: false });
                }
                // 3. The table may know.
                let key = key_of(game, &state, Some(root));
                let found = self.table.find(key);
                if let Some(found) = found.filter(|found| found.serves(depth))
                    && let Some(payoff) = found.value.settles(window)
                {
                    return Some(Judged { payoff, complete: found.complete });
                }
                // 4. The moves: the best of before first, then those that were often enough.
                let seat = game.mover(&state);
                let mut first = found.and_then(|found| found.best).filter(|&first| moves.contains(first));
                if let Some(first) = first {
                    moves.remove(first);
                }
                let mut best = Best::new(window, seat == root);
                while let Some(choice) = first.take().or_else(|| self.history.pop(&mut moves, seat, depth)) {
                    let mut after = state.clone();
                    game.play(&mut after, choice);
                    let judged = self.node(&after, depth - 1, best.window())?;
                    if best.consider(choice, judged) {
                        self.history.praise(seat, choice, depth);
                        break;
                    }
                }
                // 5. Keep what was found out.
                let Judged { payoff, complete } = best.judged();
                let value = Bounded::within(payoff, window);
                self.table.note(key, Found { value, depth, complete, best: best.choice });
                Some(best.judged())
            },
        )
    }
}

impl<G: Game, E: EvaluateSeats<G>> RootSearch<G> for Search<'_, G, E> {
    type Evaluation = E;

    fn spot(&self) -> &Spot<'_, G, E> {
        &self.spot
    }

    fn judge(&mut self, after: &G::State, depth: u16, floor: i32) -> Option<Judged> {
        self.node(after, depth, Window::above(floor))
    }

    fn best(&self, state: &G::State) -> Option<Step> {
        self.table.find(key_of(self.spot.game, state, Some(self.spot.root)))?.best.map(Step::Play)
    }
}
