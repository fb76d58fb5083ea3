//! The laboratory as a person or a script uses it: matches, experiments and what is kept of them, by real processes
//! in folders of their own.
#![allow(clippy::unwrap_used)]

mod damage;
mod designs;
mod engines;
mod files;
mod gnugo;
mod interruption;
mod lineage;
mod matches;
mod records;
mod reports;
mod serving;
mod stores;
mod support;
