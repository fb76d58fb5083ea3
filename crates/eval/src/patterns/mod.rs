//! Patterns: small sets of squares whose contents are looked up in tables of learned weights.
//!
//! Which patterns a board has follows from its shape ([`Patterns::of`]): lines, blocks at its corners and edges, arcs of
//! its ring. A pattern stands on the board once for each symmetry that moves it, and all its instances share one table.
//! The contents of an instance are a number in base three ([`Indices`]): +1 for a black disc, -1 for a white one, times
//! a power of three for each square. So the same contents with the colours exchanged have the negative number, and a
//! disc that turns adds twice its power: [`Indices`] is kept up to date move by move. A [`Layout`] says where the weights
//! of a board lie, [`Weights`] are weights with where they come from, and [`Learned`] evaluates with them.

mod errors;
mod file;
mod indices;
mod layout;
mod learned;
mod shapes;
mod weights;

pub use errors::{Deviations, ErrorModel, PERCENTS, TERMS, terms};
pub use file::WeightsError;
pub use indices::Indices;
pub use layout::{Layout, STAGE_EMPTIES};
pub use learned::Learned;
pub use shapes::{INSTANCES_MAX, Pattern, Patterns, SQUARES_MAX};
pub use weights::{DISC, Origin, Weights, fingerprint};

/// Powers of three.
pub(crate) const POWERS: [i16; SQUARES_MAX] = {
    let mut powers = [1; SQUARES_MAX];
    let mut at = 1;
    while at < SQUARES_MAX {
        powers[at] = 3 * powers[at - 1];
        at += 1;
    }
    powers
};
