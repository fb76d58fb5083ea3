//! A few plies on an evaluation, without a table: to sort the moves of a deep search, to ask whether a position is worth one,
//! and to give positions values to learn from.

use enban_game::{Endgame, Move, MoveSet, Turn};

use crate::evaluate::Incremental;
use crate::order::{Ranked, bring_best_forward};

/// No position has more moves.
const MOVES_MAX: usize = 128;

/// A search of few plies.
pub struct Lookahead<'l, G, V> {
    /// The game.
    pub game: &'l G,
    /// What leaves are worth.
    pub evaluate: &'l V,
    /// What a certain win is worth beside its points, see [`CERTAIN`](crate::CERTAIN).
    pub certain: i32,
    /// Positions visited.
    pub nodes: u64,
}

impl<G: Endgame, V: Incremental<G>> Lookahead<'_, G, V> {
    /// The value for the seat on turn after so many plies, in hundredths of a point: exact if it lies between `alpha` and
    /// `beta`, otherwise a bound on its side of them. A pass uses up no ply.
    pub fn value(&mut self, state: &G::State, carried: &V::Accumulator, depth: u32, (alpha, beta): (i32, i32)) -> i32 {
        let game = self.game;
        game.accelerate(
            #[inline(always)]
            || self.node(state, carried, depth, (alpha, beta)),
        )
    }

    #[inline(always)]
    fn node(&mut self, state: &G::State, carried: &V::Accumulator, depth: u32, (alpha, beta): (i32, i32)) -> i32 {
        self.nodes += 1;
        let mut moves = self.game.open_moves(state);
        if moves.is_empty() {
            if !matches!(self.game.turn(state), Turn::Pass) {
                let lead = self.game.final_lead(state);
                return 100 * lead + lead.signum() * self.certain;
            }
            let mut after = *state;
            self.game.pass(&mut after);
            return -self.value(&after, carried, depth, (-beta, -alpha));
        }
        if depth == 0 {
            return self.evaluate.lead_for_mover(self.game, state, carried);
        }
        let (mut best, mut floor) = (-i32::MAX, alpha);
        if depth == 1 {
            while let Some(choice) = moves.pop() {
                let (after, next) = self.child(state, carried, choice);
                best = best.max(-self.node_at_leaf(&after, &next, (-beta, -floor)));
                floor = floor.max(best);
                if floor >= beta {
                    break;
                }
            }
            return best;
        }
        let mut ranked = [(0, Move(0)); MOVES_MAX];
        let count = self.rank(state, carried, &moves, &mut ranked);
        for number in 0..count {
            bring_best_forward(&mut ranked[number..count]);
            let (after, next) = self.child(state, carried, ranked[number].1);
            best = best.max(-self.value(&after, &next, depth - 1, (-beta, -floor)));
            floor = floor.max(best);
            if floor >= beta {
                break;
            }
        }
        best
    }

    /// A leaf; where it has no moves, what follows the pass.
    #[inline(always)]
    fn node_at_leaf(&mut self, state: &G::State, carried: &V::Accumulator, window: (i32, i32)) -> i32 {
        if self.game.open_moves(state).is_empty() {
            return self.value(state, carried, 0, window);
        }
        self.nodes += 1;
        self.evaluate.lead_for_mover(self.game, state, carried)
    }

    #[inline(always)]
    fn child(&self, state: &G::State, carried: &V::Accumulator, choice: Move) -> (G::State, V::Accumulator) {
        let mut after = *state;
        self.game.play(&mut after, choice);
        let next = self.evaluate.advance(state, carried, choice, &after);
        (after, next)
    }

    /// Ranks moves by what they are worth at once.
    #[inline(always)]
    fn rank(
        &mut self,
        state: &G::State,
        carried: &V::Accumulator,
        moves: &G::Moves,
        ranked: &mut [Ranked; MOVES_MAX],
    ) -> usize {
        let mut count = 0;
        for choice in moves.iter() {
            let (after, next) = self.child(state, carried, choice);
            let rank = match self.evaluate.sorts_moves() {
                true => -self.evaluate.lead_for_mover(self.game, &after, &next),
                false => self.game.promise(choice, &after, &self.game.open_moves(&after)),
            };
            ranked[count] = (rank, choice);
            count += 1;
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::evaluate::{Count, Evaluate};
    use enban_game::Game;
    use enban_game::toy::Toy;

    /// Plain minimax to a depth.
    fn plain<G: Endgame>(game: &G, state: &G::State, depth: u32) -> i32 {
        let moves = game.open_moves(state);
        if moves.is_empty() || depth == 0 {
            return 100 * game.final_lead(state);
        }
        let value = |choice| {
            let mut after = *state;
            game.play(&mut after, choice);
            -plain(game, &after, depth - 1)
        };
        moves.iter().map(value).max().unwrap()
    }

    #[test]
    fn values_are_those_of_minimax_or_bounds_on_their_side() {
        let game = Toy::<2>::parse("((3 (2 5) 1) ((7 1) 4 (6 (2 8))) (5 (9 3)))").unwrap();
        let evaluate: Arc<dyn Evaluate<Toy<2>>> = Arc::new(Count);
        for depth in 0..5 {
            let truth = plain(&game, &game.start(), depth);
            let mut search = Lookahead { game: &game, evaluate: &evaluate, certain: 0, nodes: 0 };
            assert_eq!(search.value(&game.start(), &(), depth, (-i32::MAX, i32::MAX)), truth);
            for bound in [-900, -100, 0, 100, 900] {
                let found = search.value(&game.start(), &(), depth, (bound, bound + 1));
                assert_eq!(found > bound, truth > bound, "depth {depth}, more than {bound}?");
            }
        }
    }
}
