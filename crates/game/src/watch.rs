//! What long work tells those who watch it, and how it is told to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Shared between the work and those who watch it.
///
/// ```
/// use enban_game::Watch;
///
/// let watch = Watch::default();
/// watch.expect(10);
/// watch.advance(4);
/// assert_eq!(watch.progress(), (4, 10));
/// watch.stop();
/// assert!(watch.is_stopped());
/// ```
#[derive(Debug, Default)]
pub struct Watch {
    done: AtomicU64,
    total: AtomicU64,
    stop: AtomicBool,
}

impl Watch {
    /// Parts that are done and parts in all; 0 in all until that is known.
    pub fn progress(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }

    /// Tells the work to end early.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the work was told to end early.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Says how many parts there are in all.
    pub fn expect(&self, parts: u64) {
        self.total.store(parts, Ordering::Relaxed);
    }

    /// Says that further parts are done.
    pub fn advance(&self, parts: u64) {
        self.done.fetch_add(parts, Ordering::Relaxed);
    }
}
