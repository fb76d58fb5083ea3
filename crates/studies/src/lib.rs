//! The players of the studies, kept for the record: as they were described, as they were printed, and, where
//! it makes a difference that can be measured, as they might have been meant.
//!
//! These are study players. They are not meant to be strong; for that there are the searches.
//!
//! - [`MapPlayer`]: the map and the opponent's choices, in Nip;
//! - [`WeightsPlayer`]: three parameters and their weights, one move ahead, in Reversi;
//! - [`YoninPlayer`]: five maps, looking ahead four plies, in Yonin;
//! - [`TerritoryPlayer`] and [`CandidatesPlayer`]: the growth of territory, in Go.

mod decide;
mod error;
pub mod go;
pub mod nip;
pub mod values;
pub mod weights;
pub mod yonin;

pub use error::{UnsuitedGame, ValuesError};
pub use go::{CandidatesParams, CandidatesPlayer, TerritoryPlayer};
pub use nip::{Choices, MapParams, MapPlayer, MapSearch, MapTable};
pub use values::{NipValues, ReversiValues, SquareValues};
pub use weights::{WeightsParams, WeightsPlayer};
pub use yonin::{Strategy, YoninParams, YoninPlayer, YoninSearch};

#[cfg(test)]
mod testing;
