//! Moves in the order in which to try them.

use enban_game::Move;

/// A move and how soon to try it.
pub(crate) type Ranked = (i32, Move);

/// Puts the move with the highest rank first; of equals, the one that came first. Sorting as moves are
/// needed is cheap where the first is often enough.
#[inline(always)]
pub(crate) fn bring_best_forward(ranked: &mut [Ranked]) {
    let mut best = 0;
    for number in 1..ranked.len() {
        if ranked[number].0 > ranked[best].0 {
            best = number;
        }
    }
    ranked.swap(0, best);
}
