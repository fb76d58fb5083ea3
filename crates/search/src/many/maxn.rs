//! max^n: every seat chooses what gives itself most, and payoffs of all seats come back together.

use enban_game::{Game, Move, MoveSet, Seat, Step, Turn};

use super::deepen::{Judged, RootSearch, Spot};
use super::goal::{EvaluateSeats, Payoffs, of};
use super::order::key_of;
use super::table::{Found, Table};

/// A search in progress.
pub(super) struct Search<'s, G: Game, E> {
    spot: Spot<'s, G, E>,
    table: &'s mut Table<Payoffs>,
}

/// What a position is worth to all seats.
#[derive(Clone, Copy)]
struct Worth {
    payoffs: Payoffs,
    complete: bool,
}

/// The seat that moved to a position, and what it already has from another move: the position is of no
/// interest if that seat gets less here.
type Above = (Seat, i32);

impl<'s, G: Game, E: EvaluateSeats<G>> Search<'s, G, E> {
    pub(super) fn new(spot: Spot<'s, G, E>, table: &'s mut Table<Payoffs>) -> Self {
        table.grow_older();
        Self { spot, table }
    }

    /// The payoffs of a position `depth` plies deep; `None` when the search is to be given up.
    fn node(&mut self, state: &G::State, depth: u16, above: Above) -> Option<Worth> {
        let game = self.spot.game;
        game.accelerate(
            #[inline(always)]
            || {
                // 1. Forced passes take no ply; a finished game is worth what it is.
                let mut state = state.clone();
                let moves = loop {
                    match game.turn(&state) {
                        Turn::Moves(moves) => break moves,
                        Turn::Pass => game.pass(&mut state),
                        Turn::Over => {
                            let payoffs = self.spot.goal.exact(&game.scores(&state));
                            return (!self.spot.count()).then_some(Worth { payoffs, complete: true });
                        }
                    }
                };
                if self.spot.count() {
                    return None;
                }
                // 2. At the horizon it is worth what is expected.
                if depth == 0 {
                    return Some(Worth { payoffs: self.spot.estimate(&state), complete: false });
                }
                // 3. The table may know.
                let key = key_of(game, &state, None);
                let found = self.table.find(key);
                if let Some(found) = found.filter(|found| found.serves(depth)) {
                    return Some(Worth { payoffs: found.value, complete: found.complete });
                }
                // 4. The moves, the one that was best before first.
                self.inner(&state, moves, depth, above, found.and_then(|found| found.best))
            },
        )
    }

    #[inline(always)]
    fn inner(
        &mut self,
        state: &G::State,
        mut moves: G::Moves,
        depth: u16,
        above: Above,
        first: Option<Move>,
    ) -> Option<Worth> {
        let game = self.spot.game;
        let seat = game.mover(state);
        let mut first = first.filter(|&first| moves.contains(first));
        if let Some(first) = first {
            moves.remove(first);
        }
        let mut best: Option<(Move, Worth)> = None;
        let mut complete = true;
        while let Some(choice) = first.take().or_else(|| moves.pop()) {
            let mut after = state.clone();
            game.play(&mut after, choice);
            let floor = best.map_or(i32::MIN, |(_, worth)| of(&worth.payoffs, seat));
            let worth = self.node(&after, depth - 1, (seat, floor))?;
            complete &= worth.complete;
            // Equal moves: the first in the order of moves, in whatever order they are tried.
            let own = of(&worth.payoffs, seat);
            if best.is_none_or(|(choice_before, _)| own > floor || (own == floor && choice < choice_before)) {
                best = Some((choice, worth));
            }
            // Shallow pruning: this seat will have `own` or more, which leaves the one above too little. The
            // payoffs are those of a move that is not made, but the seat above will not come here.
            let left = self.spot.goal.most_for_others(own, game.seats());
            if above.0 != seat && left < above.1 {
                let mut payoffs = worth.payoffs;
                payoffs[above.0.index()] = left;
                return Some(Worth { payoffs, complete: worth.complete });
            }
        }
        let (choice, worth) = best.expect("a turn has at least one move");
        let found = Found { value: worth.payoffs, depth, complete, best: Some(choice) };
        self.table.note(key_of(game, state, None), found);
        Some(Worth { payoffs: worth.payoffs, complete })
    }
}

impl<G: Game, E: EvaluateSeats<G>> RootSearch<G> for Search<'_, G, E> {
    type Evaluation = E;

    fn spot(&self) -> &Spot<'_, G, E> {
        &self.spot
    }

    fn judge(&mut self, after: &G::State, depth: u16, floor: i32) -> Option<Judged> {
        let root = self.spot.root;
        let worth = self.node(after, depth, (root, floor))?;
        Some(Judged { payoff: of(&worth.payoffs, root), complete: worth.complete })
    }

    fn best(&self, state: &G::State) -> Option<Step> {
        self.table.find(key_of(self.spot.game, state, None))?.best.map(Step::Play)
    }
}
