//! Best-reply search: between two moves of the root's seat only one of the others moves, the one that can
//! hurt it most; the rest are skipped. Trees are as deep as for two seats, at the price of positions that
//! cannot come about (Schadd and Winands 2011).

use enban_game::{Game, MoveSet, Step, Turn};

use super::deepen::{Judged, RootSearch, Spot};
use super::goal::{EvaluateSeats, of};
use super::order::{History, key_of};
use super::paranoid::{Best, Bounded, Window};
use super::table::{Found, Table};

/// Hands the turn to the next seat, whether or not the one on turn has moves.
pub type Skip<G> = fn(&G, &mut <G as Game>::State);

/// A search in progress.
pub(super) struct Search<'s, G: Game, E> {
    spot: Spot<'s, G, E>,
    table: &'s mut Table<Bounded>,
    history: History,
    skip: Skip<G>,
}

impl<'s, G: Game, E: EvaluateSeats<G>> Search<'s, G, E> {
    pub(super) fn new(spot: Spot<'s, G, E>, table: &'s mut Table<Bounded>, skip: Skip<G>) -> Self {
        table.grow_older();
        let history = History::new(spot.game.seats());
        Self { spot, table, history, skip }
    }

    /// A position with the root's seat on turn.
    fn own(&mut self, state: &G::State, depth: u16, window: Window) -> Option<Judged> {
        let (game, root) = (self.spot.game, self.spot.root);
        game.accelerate(
            #[inline(always)]
            || {
                // 1. A finished game, a forced pass, the horizon.
                let mut moves = match game.turn(state) {
                    Turn::Moves(moves) => moves,
                    Turn::Over => return self.over(state),
                    Turn::Pass => {
                        let mut after = state.clone();
                        game.pass(&mut after);
                        return self.others(&after, depth, window, Before::Passed);
                    }
                };
                if self.spot.count() {
                    return None;
                }
                if depth == 0 {
                    return Some(Judged { payoff: of(&self.spot.estimate(state), root), complete: false });
                }
                // 2. The table may know.
                let key = key_of(game, state, Some(root));
                let found = self.table.find(key);
                if let Some(found) = found.filter(|found| found.serves(depth))
                    && let Some(payoff) = found.value.settles(window)
                {
                    return Some(Judged { payoff, complete: found.complete });
                }
                // 3. The moves, the best of before first.
                let mut first = found.and_then(|found| found.best).filter(|&first| moves.contains(first));
                if let Some(first) = first {
                    moves.remove(first);
                }
                let mut best = Best::new(window, true);
                while let Some(choice) = first.take().or_else(|| self.history.pop(&mut moves, root, depth)) {
                    let mut after = state.clone();
                    game.play(&mut after, choice);
                    let judged = self.others(&after, depth - 1, best.window(), Before::Moved)?;
                    if best.consider(choice, judged) {
                        self.history.praise(root, choice, depth);
                        break;
                    }
                }
                self.note(key, depth, window, &best);
                Some(best.judged())
            },
        )
    }

    /// A position with the first of the others on turn: all moves of all of them, in turn order.
    fn others(&mut self, state: &G::State, depth: u16, window: Window, before: Before) -> Option<Judged> {
        let (game, root) = (self.spot.game, self.spot.root);
        game.accelerate(
            #[inline(always)]
            || {
                // 1. A finished game, the horizon.
                if matches!(game.turn(state), Turn::Over) {
                    return self.over(state);
                }
                if self.spot.count() {
                    return None;
                }
                if depth == 0 {
                    return Some(Judged { payoff: of(&self.spot.estimate(state), root), complete: false });
                }
                // 2. The table may know.
                let key = key_of(game, state, Some(root));
                let found = self.table.find(key).filter(|found| found.serves(depth));
                if let Some(found) = found
                    && let Some(payoff) = found.value.settles(window)
                {
                    return Some(Judged { payoff, complete: found.complete });
                }
                // 3. Seat by seat; whoever is not on turn yet or no longer is skipped.
                let mut best = Best::new(window, false);
                let mut waiting = state.clone();
                while game.mover(&waiting) != root {
                    if let Turn::Moves(moves) = game.turn(&waiting)
                        && self.replies(&waiting, moves, depth, &mut best)?
                    {
                        break;
                    }
                    (self.skip)(game, &mut waiting);
                }
                // 4. Nobody could reply: the root's seat goes on at the same depth, if it can.
                if best.choice.is_none() {
                    return match before {
                        Before::Moved => self.own(&waiting, depth, window),
                        Before::Passed => self.over(&waiting),
                    };
                }
                self.note(key, depth, window, &best);
                Some(best.judged())
            },
        )
    }

    /// The replies of one seat; `true` if one of them is enough.
    #[inline(always)]
    fn replies(&mut self, state: &G::State, mut moves: G::Moves, depth: u16, best: &mut Best) -> Option<bool> {
        let (game, seat) = (self.spot.game, self.spot.game.mover(state));
        while let Some(choice) = self.history.pop(&mut moves, seat, depth) {
            let mut after = state.clone();
            game.play(&mut after, choice);
            while game.mover(&after) != self.spot.root {
                (self.skip)(game, &mut after);
            }
            let judged = self.own(&after, depth - 1, best.window())?;
            if best.consider(choice, judged) {
                self.history.praise(seat, choice, depth);
                return Some(true);
            }
        }
        Some(false)
    }

    fn over(&mut self, state: &G::State) -> Option<Judged> {
        let payoff = of(&self.spot.goal.exact(&self.spot.game.scores(state)), self.spot.root);
        (!self.spot.count()).then_some(Judged { payoff, complete: true })
    }

    fn note(&mut self, key: u64, depth: u16, window: Window, best: &Best) {
        let Judged { payoff, complete } = best.judged();
        let value = Bounded::within(payoff, window);
        self.table.note(key, Found { value, depth, complete, best: best.choice });
    }
}

/// What the root's seat did before the others' turn. After a pass of its own and none of the others able to
/// reply, nobody can move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Moved,
    Passed,
}

impl<G: Game, E: EvaluateSeats<G>> RootSearch<G> for Search<'_, G, E> {
    type Evaluation = E;

    fn spot(&self) -> &Spot<'_, G, E> {
        &self.spot
    }

    fn judge(&mut self, after: &G::State, depth: u16, floor: i32) -> Option<Judged> {
        self.others(after, depth, Window::above(floor), Before::Moved)
    }

    /// A line with skipped seats cannot be written as steps.
    fn best(&self, _state: &G::State) -> Option<Step> {
        None
    }
}
