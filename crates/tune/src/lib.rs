//! Optimisers of noisy scores, in the form of question and answer.
//!
//! Where to start: describe what may change as a [`Space`] of [`Parameter`]s, choose [`Settings`], and make
//! an [`Optimiser`]. It asks for a match or for some ratings ([`Ask`]), is told how they went ([`Told`]),
//! and after every step says what it believes. It plays no games and knows none.
//!
//! ```
//! use enban_tune::{Ask, Optimiser, Parameter, Settings, Space, SpsaSettings, Told};
//!
//! let corner = Parameter { name: "corner".into(), start: 20.0, low: 0.0, high: 100.0, step: 10.0, whole: true };
//! let space = Space { parameters: vec![corner] };
//! let settings = Settings::Spsa(SpsaSettings { steps_max: 50, ..SpsaSettings::default() });
//! let mut optimiser = Optimiser::new(space, settings, 1)?;
//! loop {
//!     match optimiser.ask() {
//!         // A real caller plays a match here. In this one the higher corner always wins.
//!         Ask::Duel { plus, minus } => {
//!             let score = if plus[0] > minus[0] { 1.0 } else { 0.0 };
//!             optimiser.tell(&Told::Duel { score, games: 32 })?;
//!         }
//!         Ask::Rate { .. } => unreachable!("SPSA asks for duels"),
//!         Ask::Nothing => break,
//!     }
//! }
//! assert!(optimiser.best()[0] > 50.0);
//! # Ok::<(), enban_tune::TuneError>(())
//! ```
//!
//! **To go on after a crash**, write the optimiser with serde after every [`Optimiser::tell`] and read it
//! back at the start. It is the whole state: the random numbers of a step depend on the seed and the number
//! of the step alone, and nothing is kept that is not written. The format must bring every `f64` back
//! exactly, or the run goes on along another path. `serde_json` does so only with its feature
//! `float_roundtrip`; `toml` does as it is.
//!
//! **The same everywhere**: sums run in a fixed order, and what is transcendental goes through `libm`, so
//! that a seed and the same answers give the same questions on every machine.

#![warn(unreachable_pub)]

mod cma;
mod covariance;
mod error;
mod history;
mod matrix;
mod optimiser;
mod random;
mod space;
mod spsa;

pub use cma::{CmaEs, CmaEsSettings, CovarianceShape};
pub use error::TuneError;
pub use history::{HISTORY_MAX, Record};
pub use optimiser::{Ask, Belief, Optimiser, Settings, Told};
pub use space::{Parameter, Space};
pub use spsa::{Spsa, SpsaSettings};
