//! What decides how the player plays.

use enban_search::Limits;

use crate::prior::Weights;

/// The parameters of a [`Uct`](crate::Uct).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct UctParams {
    /// Playouts (`nodes`) and time for one move; with nothing set here or in the request, 3,000 playouts. The depth is not
    /// looked at.
    pub limits: Limits,
    /// Threads that share the tree. With one, the same seed and `limits.nodes` give the same tree.
    pub threads: usize,
    /// The largest size of the tree; when it is reached the tree stops growing and the search goes on.
    pub memory_mb: usize,
    /// Whether what was learned below the moves made since is kept for the next turn.
    pub reuse: bool,
    /// Whether to stop when no other move can catch up with the most visited one. Without it the rest of the time deepens
    /// what the next turn begins with. Games that are decided get less time in any case.
    pub early_stop: bool,
    /// Playouts that end at a leaf before it grows children.
    pub expand_after: u32,
    /// Visits at which a move's own results and those of games in which it was played later weigh the same.
    pub rave_equivalence: f32,
    /// The weight of what was seldom tried. The later-move results explore enough by themselves.
    pub exploration: f32,
    /// How much of a playout's worth is the size of its win, from 0 to 1: the rest is the win itself. It keeps
    /// won games tidy and lost games open.
    pub score_weight: f32,
    /// How much of a playout's worth on a large board is whether it ends better than expected when the turn began. It keeps
    /// a lead from melting away while the win seems safe. With 0.25 s a move on 19x19 0.3 won 12 of 16 games against 0, and 0.6
    /// won 5 of 16 against 0.3; on 13x13 with 0.12 s 0.3 won 21 of 40 against 0.
    pub margin_weight: f32,
    /// How strongly priors count, against 1.
    pub prior_weight: f32,
    /// How strongly the empty corners and sides of a large board attract, against 1.
    pub opening_weight: f32,
    /// How strongly the known ways to play in a corner of a large board count, against 1.
    pub corner_weight: f32,
    /// How many more moves of a position of a large board are looked at each time its visits have grown by a factor of
    /// e, those that look best first; 0 for all at once. With 0.1 s a move and `opening_weight` 6 won 27 of 40 games on
    /// 13x13 against 0 without it, 3 won 6 of 18 against 6. On 9x9, where 6 won 30 of 60 against 0, all are looked at.
    pub widening: f32,
    /// Which weights of move features the priors use. On 9x9 with 500 playouts a move weights learned from 80 games won 59 of
    /// 100 games against those set by hand; with 0.05 s a move those of now, from 600 games and with races of liberties among the
    /// features, won 122 of 200 against these.
    pub weights: Weights,
    /// How playouts choose their moves.
    pub playout: PlayoutParams,
}

impl Default for UctParams {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            threads: 1,
            memory_mb: 256,
            reuse: true,
            early_stop: true,
            expand_after: 4,
            rave_equivalence: 3000.0,
            exploration: 0.0,
            score_weight: 0.04,
            margin_weight: 0.3,
            prior_weight: 1.0,
            opening_weight: 1.0,
            corner_weight: 1.0,
            widening: 6.0,
            weights: Weights::Learned,
            playout: PlayoutParams::default(),
        }
    }
}

/// How playouts choose: the chance, out of 256, that each rule is asked at a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutParams {
    /// Saving own chains beside the last move from atari, or taking the stone that was just played.
    pub answer_atari: u32,
    /// Filling the heart of a small space beside the last move.
    pub heart: u32,
    /// Pressing or saving chains beside the last move that have two liberties. Off: against 160 that won 13 of 24
    /// games on 9x9 with 500 playouts a move, so nothing is known to be gained.
    pub two_liberties: u32,
    /// A known 3x3 shape beside the last move. Always asked, and chosen as the next two say, playouts foresee the owners of
    /// points better, and with 0.12 s a move won 33 of 50 games on 13x13 against shapes drawn evenly beside
    /// both moves and asked 240 times out of 256; on 19x19 14 of 24, on 9x9 48 of 100.
    pub shape: u32,
    /// To what power, in sixteenths, the learned weights of shapes count where several are known: 0 draws evenly.
    pub shape_weight: u32,
    /// Whether shapes are also looked for beside the own move before.
    pub shape_own: bool,
    /// Taking any chain in atari anywhere.
    pub capture: u32,
    /// Not giving stones away where the move is drawn from all.
    pub keep_stones: u32,
    /// Stones that a ladder may be read ahead.
    pub ladder_stones: u32,
}

impl Default for PlayoutParams {
    fn default() -> Self {
        Self {
            answer_atari: 256,
            heart: 240,
            two_liberties: 0,
            shape: 256,
            shape_weight: 16,
            shape_own: false,
            capture: 128,
            keep_stones: 256,
            ladder_stones: 30,
        }
    }
}
