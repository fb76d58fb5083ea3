//! What can be seen in a position beyond the rules: each idea a small pure function with its own type.
//!
//! Reading order, which is that of the study: [`chains`](mod@chains), [`links`](mod@links), [`groups`](mod@groups),
//! [`influence`](mod@influence) (whose territory a point is while moves are chosen), [`ending`] (whose it is at the
//! end), [`candidates`]. Then what the study asked for next: [`eyes`], [`strength`](mod@strength), [`life`] (exact
//! reading of small eye spaces), `seki`, and [`status`] (dead stones and the score).

pub mod candidates;
pub mod chains;
pub mod ending;
pub mod eyes;
pub mod groups;
pub mod influence;
pub mod life;
pub mod links;
mod seki;
pub mod status;
pub mod strength;

pub use candidates::{Best, CandidateValue, best_candidates, candidate_value, candidate_values};
pub use chains::{NumberedChain, chains};
pub use ending::{EndTerritory, WEAK_STONES_MAX, end_territory};
pub use eyes::{Eyes, eyes};
pub use groups::{Group, groups, groups_of};
pub use influence::{Influence, influence};
pub use life::{Enclosed, Fate, Outcome, Reading, SPACE_MAX, read};
pub use links::{Link, LinkKind, link_points, links};
pub use status::{FinalStatus, agreed_status, ending, final_status};
pub use strength::{Strength, strength};

#[cfg(test)]
mod tests;
