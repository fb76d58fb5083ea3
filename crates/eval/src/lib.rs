//! Evaluations of positions of the Reversi family, in hundredths of a disc for the seat on turn.
//!
//! Reading order: [`map`] values of squares, [`edges`] stable discs on edges; then the evaluations [`MapEval`], [`WeightsEval`] and [`MobilityStability`], and
//! [`evaluation`], which finds one by its name.

pub mod edges;
mod knowledge;
pub mod map;
pub mod mobility;
pub mod named;
pub mod patterns;
pub mod weights;
pub mod yonin;

pub use edges::Edges;
pub use knowledge::{Knowledge, is_learned, knowledge, learned, read_weights};
pub use map::{MapEval, SquareMap};
pub use mobility::{MobilityParams, MobilityStability};
pub use named::{NoEvaluation, evaluation, evaluation_names, is_nip, is_reversi};
pub use patterns::{Layout, Learned, Weights};
pub use weights::{StudyWeights, WeightsEval};
pub use yonin::YoninEval;

#[cfg(test)]
mod testing;
