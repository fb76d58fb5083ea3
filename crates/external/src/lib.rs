//! External engines: other programs that speak GTP, as players, and a check of what such an engine gets wrong.
//!
//! Reading order: [`gtp::message`] is the text of the protocol, shared by both ends of a conversation;
//! [`gtp::engine`] an engine running as a child process; [`player`] a player made of one; [`check`] the examination.
//! [`supervisor`] sees to it that no engine outlives the program.

#![warn(unreachable_pub)]

pub mod check;
pub mod gtp;
pub mod player;
pub mod supervisor;

pub use check::{CheckParams, Finding, Severity, check_engine};
pub use gtp::{Engine, EngineError, Fault};
pub use player::{ExternalParams, ExternalPlayer, Unfit};
