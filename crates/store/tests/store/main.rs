//! The store seen from outside: what it keeps, what it finds, and what it survives.
#![allow(clippy::unwrap_used)]

mod damage;
mod experiments;
mod games;
mod ledgers;
mod opening;
mod power;
mod processes;
mod samples;
