//! Engines under a supervisor, which is this very program started again: they are spoken to as without one, and nothing
//! that they start outlives us.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

#[path = "../engines/conversation.rs"]
mod conversation;
mod lineage;
#[path = "../engines/scripted.rs"]
mod scripted;
mod support;
