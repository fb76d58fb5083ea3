//! Names to games and players: the one place where generic becomes `dyn`.
//!
//! A game is opened by its name and gives [`Session`]s: games in progress that take and give values. Words are read
//! and written at the door, by [`AnyGame`]. Everything below a session is monomorphic.
//!
//! ```
//! use enban_catalog::{Expression, open};
//! use enban_game::{Seat, Turn, Watch};
//! use enban_search::Desk;
//!
//! let game = open("nip24")?;
//! let mut session = game.begin();
//! session.seat_player(Seat(1), &Expression::parse("random")?, 7)?;
//! while !matches!(session.turn(), Turn::Over) {
//!     match session.mover() {
//!         Seat(0) => {
//!             let step = session.legal_steps()[0];
//!             session.play(step)?;
//!         }
//!         _ => {
//!             session.think(&Desk::quiet(&Watch::default()))?;
//!         }
//!     }
//! }
//! println!("{}: {}", game.write_steps(session.steps()), session.ending().scores.as_slice()[0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// The rules of Go and their handicap as values, for whoever opens boards with [`open_go`].
pub use enban_go::{HandicapBonus, KnownRules, Ko, Rules, Ruleset, Scoring, fixed_handicap, free_handicap};

mod capabilities;
pub mod counted;
pub mod expression;
mod game;
pub mod games;
pub mod options;
mod overlays;
pub mod players;
mod session;
mod view;

pub use capabilities::{Capabilities, Family, GoTerms, OverlayKind, SolverScope};
pub use expression::Expression;
pub use game::{AnyGame, LINES_MAX, Layout, SetupError};
pub use games::{Entry, entries, open, open_at, open_go};
pub use options::{OptionEntry, OptionError};
pub use players::{PlayerEntry, PlayerError, SolveRequest, player_entries};
pub use session::{AnalysisError, Ending, Made, PerftCount, Session, Solved, Standing};
pub use view::{LegalMove, Overlay, OverlayCell, OverlayLine, TurnView, View};
