//! Players and searches for any game that keeps the contract. This crate names no game.

mod abdada;
pub mod alphabeta;
pub mod evaluate;
pub mod exact;
mod failure;
pub mod limits;
mod lookahead;
pub mod many;
pub mod mcts;
pub mod memory;
mod midgame;
pub mod montecarlo;
mod order;
mod pages;
pub mod player;
pub mod tree;

pub use alphabeta::{AlphaBeta, AlphaBetaParams, ReadOut};
pub use evaluate::{CERTAIN, Compared, Count, Evaluate, Guess, Incremental};
pub use failure::Failure;
pub use limits::{Clock, Limits, Stopwatch, TimeBy};
pub use lookahead::Lookahead;
pub use many::{BestReply, CountSeats, EvaluateSeats, Goal, ManyParams, MaxN, Paranoid};
pub use mcts::{Mcts, MctsParams};
pub use midgame::probe_of;
pub use montecarlo::{MonteCarlo, MonteCarloParams, Onset};
pub use player::{Candidate, Desk, Player, Random, Teller, Thought, Value};
