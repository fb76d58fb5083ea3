//! What can be seen in a position beyond the rules: each idea a small pure function with its own type.
//!
//! Reading order, which is that of the study: [`chains`], [`links`], [`groups`], [`influence`] (whose territory
//! a point is while moves are chosen), [`end_territory`] (whose it is at the end), [`candidate_values`]. Then what the
//! study asked for next: [`eyes`], [`strength`], [`read`] (exact reading of small eye spaces), and [`final_status`] (dead
//! stones, seki and the score).

mod candidates;
mod chains;
mod ending;
mod eyes;
mod groups;
mod influence;
mod life;
mod links;
mod local;
mod seki;
mod status;
mod strength;

pub use candidates::{Best, CandidateValue, best_candidates, candidate_value, candidate_values};
pub use chains::{NumberedChain, chains};
pub use ending::{EndTerritory, WEAK_STONES_MAX, end_territory};
pub use eyes::{Eyes, eyes};
pub use groups::{Group, groups};
pub use influence::{Influence, influence};
pub use life::{Enclosed, Fate, Outcome, Reading, read};
pub use links::{Link, LinkKind, links};
pub use status::{FinalStatus, agreed_status, ending, final_status};
pub use strength::{Strength, strength};

#[cfg(test)]
mod tests;
