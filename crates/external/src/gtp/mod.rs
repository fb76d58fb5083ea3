//! The Go Text Protocol, version 2, in which programs play Go and, with other words for squares, any game here.

pub mod engine;
pub mod error;
pub mod message;
mod process;

pub use engine::Engine;
pub use error::{EngineError, Fault};
pub use message::{Command, Response};
