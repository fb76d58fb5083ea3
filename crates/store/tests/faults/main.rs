//! The store over a disk that fails: old content or new, never a mixture, and nothing said that is not so.
#![allow(clippy::unwrap_used)]

mod disk;
mod life;
mod others;
#[allow(dead_code)]
#[path = "../store/samples.rs"]
mod samples;
mod trial;
