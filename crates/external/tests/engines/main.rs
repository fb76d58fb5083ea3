//! Engines that play well, hang, crash and lie, and what becomes of them. Each is this very program, started again
//! with a word in its environment that says how to behave.

mod conversation;
mod examination;
mod player;
mod scripted;
mod support;
