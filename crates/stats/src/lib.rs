//! The statistics of matches and experiments.
//!
//! Where to start: count a match as a [`Tally`] of games or, better, as [`Pairs`] with the sides swapped;
//! both add up with `+`. [`conclusion`] says who is the better, with the numbers behind it. [`elo()`],
//! [`likelihood_of_superiority`] and [`Sprt`] are its parts. [`CrossTable`] rates the players of a round
//! robin, [`many`] describes games of more than two seats, and [`same_shares`] and its neighbours hold
//! counts of ours against printed ones.
//!
//! ```
//! use enban_stats::{Decision, Model, Pairs, Sprt, Verdict, conclusion};
//!
//! // 200 pairs of games by the points A took from each: 0, 1/2, 1, 3/2, 2.
//! let match_so_far = Pairs([20, 25, 70, 45, 40]);
//! let said = conclusion(&match_so_far, 0.95);
//! assert_eq!((said.verdict, said.games), (Verdict::ABetter, 400));
//! let elo = said.elo.expect("games were played");
//! assert!(elo.low > 0.0 && elo.low < elo.value && elo.value < elo.high);
//!
//! // Is A 20 Elo stronger rather than equal? Stop as soon as it is decided.
//! let test = Sprt::new(0.0, 20.0, 0.05, 0.05, Model::Logistic)?;
//! assert_eq!(test.decision(&match_so_far), Decision::AcceptH1);
//! # Ok::<(), enban_stats::SprtError>(())
//! ```
//!
//! Nothing here draws a random number or reads a clock on its own: what resamples takes a seed, and gives
//! the same figures for it on every machine.

#![warn(unreachable_pub)]

mod agreement;
mod bootstrap;
mod counts;
mod describe;
mod elo;
pub mod many;
mod newton;
mod random;
mod ratings;
mod share;
mod special;
mod sprt;
mod stopped;
mod verdict;

pub use agreement::{
    PValueMethod, TableError, TableTest, binomial_test, fisher_exact, holm, known_shares, same_shares,
};
pub use bootstrap::Bootstrap;
pub use counts::{Distribution, Moments, Pairs, Results, Tally};
pub use describe::{Estimate, Mean, mean, quantile};
pub use elo::{Elo, Method, Score, elo, elo_of_score, likelihood_of_superiority, normalised_elo, score, score_of_elo};
pub use ratings::{CrossTable, Ratings};
pub use share::{Interval, clopper_pearson, jeffreys, wilson};
pub use sprt::{Decision, Model, Sprt, SprtError};
pub use stopped::StoppedElo;
pub use verdict::{Conclusion, GamesNeeded, Verdict, conclusion, games_needed};
