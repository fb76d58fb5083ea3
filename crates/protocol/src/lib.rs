//! Enban and other programs: engines that speak GTP as players, and a check of what such an engine gets wrong.
//!
//! Reading order: [`gtp::message`] is the text of the protocol, shared by both ends of a conversation;
//! [`gtp::engine`] a child process spoken to in it; [`external`] a player made of one; [`check`] the examination.

pub mod check;
pub mod external;
pub mod gtp;

pub use check::{CheckParams, Finding, Severity, check_engine};
pub use external::{ExternalParams, ExternalPlayer, Unfit};
pub use gtp::{Engine, EngineError, Fault};
