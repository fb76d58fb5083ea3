//! The page in a real browser: Debian's Chromium without a window, driven over WebDriver as a person would use it.
//!
//! Each test has a server, a store and a browser of its own. `cargo xtask test` installs what is missing.
#![allow(clippy::unwrap_used)]

mod analysis;
mod browser;
mod experiments;
mod go;
mod keyboard;
mod lasting;
mod phone;
mod play;
mod records;
mod server;
mod serving;
mod sights;
mod surface;
mod visit;
