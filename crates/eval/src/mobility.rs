//! An evaluation for every board of the family: moves now and later, discs that stay, and the places that
//! decide: corners on open boards, the ring on round ones.

use enban_game::{Game, Seat};
use enban_reversi::{Edge, Kernel, Position, ReversiOn, Squares};
use enban_search::Evaluate;

/// What each feature is worth, in hundredths of a disc for one more of it than the other side has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MobilityParams {
    /// A legal move.
    pub mobility: i32,
    /// An empty square next to a disc of the other side: a move to come.
    pub potential: i32,
    /// A disc that nothing can turn.
    pub stable: i32,
    /// A disc in a corner of an open board, beside its being stable.
    pub corner: i32,
    /// A disc next to an empty corner, into which it leads the other side.
    pub beside_corner: i32,
    /// A disc on the ring of a round board.
    pub ring: i32,
    /// A disc, when `late_empties` or fewer squares are empty; it grows from nothing to this at the end.
    pub late_disc: i32,
    /// Empty squares from which on discs count.
    pub late_empties: u32,
    /// Having the last move if nobody passes: an odd number of empty squares is good for the mover.
    pub last_move: i32,
}

/// Set by hand, near what a least-squares fit of 6000 games of two-ply self-play gives in the middle game, and
/// held against neighbours in matches of 800 games at three plies; differences of a third do not show there.
impl MobilityParams {
    /// For boards whose lines end at the edge.
    pub const OPEN: Self = Self {
        mobility: 100,
        potential: 40,
        stable: 150,
        corner: 500,
        beside_corner: -300,
        ring: 0,
        late_disc: 40,
        late_empties: 14,
        last_move: 100,
    };

    /// For round boards. Whoever has the last move is ahead by several discs all through the game.
    pub const ROUND: Self = Self {
        mobility: 60,
        potential: 30,
        stable: 120,
        corner: 0,
        beside_corner: 0,
        ring: 80,
        late_disc: 40,
        late_empties: 14,
        last_move: 400,
    };
}

/// Mobility and stability, on any board.
#[derive(Clone, Debug)]
pub struct MobilityStability {
    params: MobilityParams,
    /// -1 where the fewest discs win: discs that stay are then bad, moves are good all the same.
    discs_sign: i32,
}

/// How many of each a side has more than the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// Legal moves.
    pub mobility: i32,
    /// Empty squares next to the other side's discs.
    pub potential: i32,
    /// Stable discs.
    pub stable: i32,
    /// Discs in corners.
    pub corner: i32,
    /// Discs next to empty corners.
    pub beside_corner: i32,
    /// Discs on the ring.
    pub ring: i32,
    /// Discs.
    pub discs: i32,
    /// Empty squares, of no side.
    pub empties: u32,
}

impl MobilityStability {
    /// The evaluation for the board of a game.
    pub fn new<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>, params: MobilityParams) -> Self {
        Self { params, discs_sign: if game.options().anti { -1 } else { 1 } }
    }

    /// The evaluation with the parameters for the kind of board that the game has.
    pub fn with_defaults<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) -> Self {
        let round = game.edge().ring().is_some();
        Self::new(game, if round { MobilityParams::ROUND } else { MobilityParams::OPEN })
    }

    /// What the seat on turn has more than the other.
    #[inline(always)]
    pub fn features<K: Kernel, E: Edge<K>>(&self, game: &ReversiOn<K, E>, own: K::Set, other: K::Set) -> Features {
        let empties = game.empties(&Position { own, other, seat: Seat(0) });
        let more = |ours: K::Set, theirs: K::Set| ours.count() as i32 - theirs.count() as i32;
        let more_on = |squares: K::Set| more(own & squares, other & squares);
        let beside_corner = game.around(game.corners() & empties);
        Features {
            mobility: more(game.moves(own, other), game.moves(other, own)),
            potential: more(game.around(other) & empties, game.around(own) & empties),
            stable: more(game.stable(own, other), game.stable(other, own)),
            corner: more_on(game.corners()),
            beside_corner: more_on(beside_corner),
            ring: more_on(game.ring_squares()),
            discs: more(own, other),
            empties: empties.count(),
        }
    }

    /// The features by their worth.
    #[inline(always)]
    fn weigh(&self, features: &Features) -> i32 {
        let params = &self.params;
        let moves = params.mobility * features.mobility + params.potential * features.potential;
        let places = params.stable * features.stable
            + params.corner * features.corner
            + params.beside_corner * features.beside_corner
            + params.ring * features.ring;
        let (empties, late) = (features.empties as i32, params.late_empties as i32);
        let discs = params.late_disc * features.discs * (late - empties).max(0) / late.max(1);
        let last = if features.empties % 2 == 1 { params.last_move } else { -params.last_move };
        moves + last + self.discs_sign * (places + discs)
    }
}

impl<K: Kernel, E: Edge<K>> Evaluate<ReversiOn<K, E>> for MobilityStability {
    fn lead_for_mover(&self, game: &ReversiOn<K, E>, state: &<ReversiOn<K, E> as Game>::State) -> i32 {
        game.accelerate(
            #[inline(always)]
            || self.weigh(&self.features(game, state.own, state.other)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{boards_open, boards_round};
    use enban_game::Notation;
    use enban_reversi::Options;
    use enban_reversi::family::on_open_board;
    use enban_reversi::kernel::Portable;

    #[test]
    fn features_are_those_counted_by_hand() {
        let game = &boards_open()[0];
        let rows = ["XX------", "------O-", "--------", "---OX---", "---XO---", "--------", "--------", "--------"];
        let state = game.read_position(&format!("{} X", rows.concat())).unwrap();
        let features = MobilityStability::with_defaults(game).features(game, state.own, state.other);
        // Around O's d4 and e5 lie 10 empty squares and 8 around its g2; as many around X's d5 and e4, 4 more
        // around a1 and b1.
        let expected = Features {
            mobility: 0,
            potential: 18 - 14,
            stable: 2,
            corner: 1,
            beside_corner: -1,
            ring: 0,
            discs: 1,
            empties: 57,
        };
        assert_eq!(features, expected);
    }

    #[test]
    fn the_ring_counts_on_round_boards_only() {
        let game = &boards_round()[0];
        let state = game.start();
        let eval = MobilityStability::with_defaults(game);
        let features = eval.features(game, state.own | 1 << 2, state.other);
        assert_eq!((features.ring, features.corner, features.beside_corner), (1, 0, 0));
    }

    #[test]
    fn where_the_fewest_discs_win_stable_ones_are_bad() {
        let anti = Options { anti: true, ..Options::default() };
        let anti = on_open_board(Portable::<u64>::new(), "anti", enban_reversi::Shape::square(8), anti).unwrap();
        let plain = &boards_open()[0];
        let params = MobilityParams { mobility: 0, potential: 0, last_move: 0, ..MobilityParams::OPEN };
        let state = Position { own: 0b1, other: 0, seat: Seat(0) };
        let lead = MobilityStability::new(plain, params).lead_for_mover(plain, &state);
        assert_eq!(lead, params.stable + params.corner);
        assert_eq!(MobilityStability::new(&anti, params).lead_for_mover(&anti, &state), -lead);
    }
}
