//! The sound look-ahead: negamax on the value at the end of the line, with alpha-beta.
//!
//! At the end of the line the position is valued for the player who moved last, as the study values it. A
//! game that ends earlier ends the line there and is valued like any other position, not by its result: reading the end
//! of the game exactly is a further idea of the study, to be measured apart. A pass uses up a ply.

use enban_game::{Game, MoveSet};
use enban_reversi::{Edge, Kernel, ReversiOn};

use super::{Meter, Node, Valuation};

/// One search.
pub(crate) struct Negamax<'s, 'w, K: Kernel, E> {
    game: &'s ReversiOn<K, E>,
    valuation: &'s Valuation,
    meter: &'s mut Meter<'w>,
    /// Positions after the moves of the nodes on the way down, those of the deepest node last.
    stack: Vec<Node>,
}

impl<'s, 'w, K: Kernel<Set = u64>, E: Edge<K>> Negamax<'s, 'w, K, E> {
    pub(crate) fn new(game: &'s ReversiOn<K, E>, valuation: &'s Valuation, meter: &'s mut Meter<'w>) -> Self {
        Self { game, valuation, meter, stack: Vec::new() }
    }

    /// The value for the side to move of looking `plies` further: exact between `alpha` and `beta`, a bound
    /// outside. Meaningless once the meter says stop.
    pub(crate) fn value(&mut self, node: &Node, plies: u32, alpha: i32, beta: i32) -> i32 {
        let game = self.game;
        game.accelerate(
            #[inline(always)]
            || {
                if self.meter.count(1) || plies == 0 {
                    return self.at_the_end(node);
                }
                if node.moves == 0 {
                    return match node.passed(self.game) {
                        Some(passed) => -self.value(&passed, plies - 1, -beta, -alpha),
                        None => self.at_the_end(node),
                    };
                }
                self.best_of_moves(node, plies, alpha, beta)
            },
        )
    }

    /// What the position is worth as it stands: the player who moved last has the bonus.
    #[inline(always)]
    fn at_the_end(&self, node: &Node) -> i32 {
        node.map - self.valuation.bonus(node.moves)
    }

    #[inline(always)]
    fn best_of_moves(&mut self, node: &Node, plies: u32, mut alpha: i32, beta: i32) -> i32 {
        let first = self.stack.len();
        for choice in node.moves.iter() {
            let after = node.after(self.game, self.valuation, choice);
            self.stack.push(after);
        }
        if plies > 1 {
            // The most promising first: lowest for the opponent as it stands.
            let valuation = self.valuation;
            self.stack[first..].sort_by_key(|after| after.map - valuation.bonus(after.moves));
        }
        let mut best = i32::MIN;
        for at in first..self.stack.len() {
            let after = self.stack[at];
            best = best.max(-self.value(&after, plies - 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta || self.meter.stopped {
                break;
            }
        }
        self.stack.truncate(first);
        best
    }
}
