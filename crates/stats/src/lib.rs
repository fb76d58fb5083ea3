//! The statistics of matches and experiments.
//!
//! Where to start: count a match as a [`Tally`] of games or, better, as [`Pairs`] with the sides swapped;
//! both add up with `+`. [`conclusion`] says who is the better, with the numbers behind it. [`elo()`],
//! [`likelihood_of_superiority`] and [`Sprt`] are its parts. [`CrossTable`] rates the players of a round
//! robin, [`many`] describes games of more than two seats, and [`same_shares`] and its neighbours hold
//! counts of ours against printed ones.
//!
//! Nothing here draws a random number or reads a clock on its own: what resamples takes a seed, and gives
//! the same figures for it on every machine.

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
pub use describe::{Estimate, Mean, mean, quantile, quantile_of_sorted};
pub use elo::{
    ELO_PER_NAT, Elo, Method, NORMAL_RESULTS_MIN, NORMALISED_ELO_PER_DEVIATION, Score, elo, elo_of_score,
    likelihood_of_superiority, normalised_elo, score, score_of_elo,
};
pub use ratings::{CrossTable, PRIOR_PRECISION, Ratings};
pub use share::{Interval, clopper_pearson, jeffreys, wilson};
pub use sprt::{Decision, Model, Sprt, SprtError};
pub use stopped::StoppedElo;
pub use verdict::{Conclusion, GamesNeeded, Verdict, conclusion, games_needed};
