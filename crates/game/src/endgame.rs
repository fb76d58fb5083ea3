//! What a game tells an exact solver: [`Endgame`], for games in which every move fills a square.

use crate::contract::{Game, Move, ZeroSum};

/// A game of two that ends because the board fills up or neither side can move. Leads are whole points for
/// the seat on turn.
///
/// The solver needs only the first four methods to be right. The others make it fast: each has a plain
/// default, and each can be switched off in the solver, which must not change any result.
pub trait Endgame: ZeroSum<State: Copy, Moves: Copy> {
    /// At most so many moves are left: the empty squares.
    fn moves_left(&self, state: &Self::State) -> u32;

    /// The moves of the seat on turn, possibly none: a pass, or the end if the other seat has none either.
    fn open_moves(&self, state: &Self::State) -> Self::Moves;

    /// The lead of the seat on turn if the game ended here.
    fn final_lead(&self, state: &Self::State) -> i32;

    /// No lead is larger than this.
    fn lead_max(&self) -> i32;

    /// The state as two words, different for different states as far as their results can differ. The
    /// seat on turn is not part of it: leads are its own. Boards that do not fit into 128 bits scatter
    /// theirs so that a clash is out of the question in practice.
    fn identity(&self, state: &Self::State) -> [u64; 2];

    /// Positions with so many moves left or fewer are for [`solve_last`](Endgame::solve_last).
    const LAST_SQUARES: u32 = 0;

    /// A bound on the result of a position with at most [`LAST_SQUARES`](Endgame::LAST_SQUARES) moves left, given its open moves,
    /// that answers "is it more than `alpha`?": more than it, and then at most the result; or not more, and then at least the
    /// result. Counts the positions it visits.
    fn solve_last(&self, state: &Self::State, _moves: Self::Moves, _alpha: i32, _nodes: &mut u64) -> i32 {
        self.final_lead(state)
    }

    /// A lead that the seat on turn cannot exceed, whatever is played: by discs that can never be turned. Only one of at
    /// most `alpha` is of use.
    fn ceiling(&self, _state: &Self::State, _alpha: i32) -> i32 {
        self.lead_max()
    }

    /// Moves that are likely better than others for being in a region with an odd number of empty squares.
    fn urgent(&self, _state: &Self::State, moves: Self::Moves) -> Self::Moves {
        moves
    }

    /// How soon a move is worth trying, larger first, given the position after it and the open moves there. Cheap.
    fn promise(&self, _choice: Move, _after: &Self::State, _replies: &Self::Moves) -> i32 {
        0
    }

    /// A rough guess at the result for the seat on turn, in hundredths of a point, to sort moves by.
    fn guess(&self, state: &Self::State) -> i32 {
        100 * self.final_lead(state)
    }
}

/// The result of a position by plain minimax, without any cleverness: the oracle of the tests. In half points
/// for the seat on turn.
///
/// ```
/// use enban_game::endgame::plain_minimax;
/// use enban_game::toy::Toy;
/// use enban_game::{Game, Points};
///
/// let game = Toy::<2>::parse("(3 (2 5))")?;
/// // X gets 3 where O would only leave 2; O then has -3.
/// assert_eq!(plain_minimax(&game, &game.start()), (Points::whole(3) - Points::whole(-3)).in_halves());
/// # Ok::<(), enban_game::TextError>(())
/// ```
pub fn plain_minimax<G: Game + ZeroSum>(game: &G, state: &G::State) -> i32 {
    use crate::contract::Turn;
    use crate::set::MoveSet;
    match game.turn(state) {
        Turn::Over => game.margin_for_mover(state).in_halves(),
        Turn::Pass => {
            let mut after = state.clone();
            game.pass(&mut after);
            -plain_minimax(game, &after)
        }
        Turn::Moves(moves) => {
            let value = |choice| {
                let mut after = state.clone();
                game.play(&mut after, choice);
                -plain_minimax(game, &after)
            };
            moves.iter().map(value).max().expect("a turn with moves has one")
        }
    }
}
