//! The searches that a room wants, and what they find.

use enban_catalog::{Expression, Solved};
use enban_game::Seat;
use enban_search::Thought;

/// A search that a room wants. Equal tasks are the same search.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Task {
    /// A player's move.
    Move {
        /// Where.
        node: u32,
        /// Its seat.
        seat: Seat,
        /// The player.
        player: Expression,
    },
    /// Live analysis.
    Analysis {
        /// Of which position.
        node: u32,
        /// By whom.
        player: Expression,
    },
    /// An exact solution.
    Solve {
        /// Of which position.
        node: u32,
        /// Whether every legal move is valued.
        all_moves: bool,
        /// Seconds to spend at most.
        seconds: f64,
        /// Grows with every request, so that the same may be asked again.
        attempt: u64,
    },
    /// One position of a review.
    Review {
        /// Which.
        node: u32,
        /// By whom.
        player: Expression,
    },
}

impl Task {
    /// How many kinds of search a room may want at a time.
    pub(crate) const KINDS: usize = 4;

    /// The node that it is about.
    pub(crate) fn node(&self) -> u32 {
        match self {
            Self::Move { node, .. }
            | Self::Analysis { node, .. }
            | Self::Solve { node, .. }
            | Self::Review { node, .. } => *node,
        }
    }
}

/// What a search has found.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Found {
    /// A thought that may still grow.
    Thought(Thought),
    /// The last thought; none where there was nothing to think about.
    Final(Option<Thought>),
    /// What the solver has proven so far.
    Bounds(Solved),
    /// A solution; none where the game has no solver.
    Solved(Option<Solved>),
    /// It went wrong.
    Failed(String),
}

impl Found {
    /// Whether the search goes on after this.
    pub(crate) fn is_preliminary(&self) -> bool {
        matches!(self, Self::Thought(_) | Self::Bounds(_))
    }
}
