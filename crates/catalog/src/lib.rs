//! Names to games and players: the one place where generic becomes `dyn`.
//!
//! A game is opened by its name, [`open`]`("nip(lap=off)")`, and gives [`Session`]s: games in progress
//! that speak in text and plain data. Everything below a session is monomorphic.

pub mod expression;
pub mod games;
mod overlays;
pub mod players;
pub mod session;
pub mod view;

pub use expression::Expression;
pub use games::{Entry, OptionEntry, entries, open, open_at};
pub use overlays::SEKI;
pub use players::{PlayerEntry, SolveRequest, player_entries, strongest};
pub use session::{AnyGame, CandidateView, Made, PerftCount, Session, SetupError, Solved, Standing, ThoughtView};
pub use view::{CaptureView, LegalMove, Overlay, OverlayCell, OverlayLine, TurnView, View};
