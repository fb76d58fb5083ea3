//! One file a command. Each takes its arguments and the common ones, prints, and says what went wrong.

pub mod analyze;
pub mod bench;
mod bench_parallel;
mod bench_signature;
pub mod games;
pub mod gtp;
pub mod perft;
pub mod play;
pub mod players;
pub mod random;
pub mod serve;
pub mod show;
pub mod solve;

use anyhow::Result;
use enban_catalog::{Session, open};

use crate::arguments::StartArguments;

/// The game in progress that the arguments name.
fn session(start: &StartArguments) -> Result<Box<dyn Session>> {
    Ok(open(&start.game)?.session(start.position.as_deref(), start.moves.as_deref())?)
}
