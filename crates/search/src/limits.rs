//! How long a player may think: limits, and the clock that holds them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use enban_game::Watch;

/// What a search may spend on one move. Without any limit it goes on until it is told to stop or knows all.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Limits {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Time on the clock.
    pub time: Option<Duration>,
    /// Positions, or simulations.
    pub nodes: Option<u64>,
}

/// Holds one search to its limits; shared by its threads.
pub struct Clock<'w> {
    watch: &'w Watch,
    deadline: Option<Instant>,
    nodes_max: u64,
    nodes: AtomicU64,
    is_up: AtomicBool,
}

impl<'w> Clock<'w> {
    /// Starts the clock.
    pub fn start(limits: &Limits, watch: &'w Watch) -> Self {
        Self {
            watch,
            deadline: limits.time.map(|time| Instant::now() + time),
            nodes_max: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            is_up: AtomicBool::new(false),
        }
    }

    /// Adds positions (or simulations) and says whether to stop. Searches call this every few hundred to
    /// few thousand positions, so that they answer a stop within milliseconds and read the time seldom.
    pub fn spend(&self, nodes: u64) -> bool {
        let spent = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if spent >= self.nodes_max || self.watch.is_stopped() || late() {
            self.is_up.store(true, Ordering::Relaxed);
        }
        self.is_up()
    }

    /// Whether the search is to stop.
    #[inline]
    pub fn is_up(&self) -> bool {
        self.is_up.load(Ordering::Relaxed)
    }

    /// Stops the other threads of the search, whose work is no longer needed.
    pub fn ring(&self) {
        self.is_up.store(true, Ordering::Relaxed);
    }

    /// Positions spent so far, as far as they were told.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}
