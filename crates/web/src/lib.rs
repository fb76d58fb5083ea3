//! The page: rooms, searches, experiments and the library over HTTP.
//!
//! From the inside out: a `room` is a game in progress, synchronous and without a network; its values and positions
//! are plain data ([`api`]). The `hall` keeps the rooms and runs what they want to be searched; the `lab` keeps games
//! and runs experiments. The rest is doors: connections (`doors`) and what they ask for (`http`): routes,
//! events, files, and what must not come in. Start with [`serve`].

pub mod api;
mod behind;
mod catalogue;
mod doors;
mod drawing;
mod export;
pub mod facts;
mod hall;
mod http;
mod ids;
pub mod import;
mod lab;
mod levels;
mod players;
pub mod refusal;
mod room;
mod server;
mod shown;
mod tree;
mod values;

pub use server::{Options, WhenToken, serve};
