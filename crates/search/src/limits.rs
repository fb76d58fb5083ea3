//! How long a player may think: limits, and the clock that holds them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::ThreadId;
use std::time::Duration;

use enban_game::Watch;

/// What a search may spend on one move. Without any limit it goes on until it is told to stop or knows all.
///
/// A player has limits of its own, and every request ([`Desk::limits`](crate::Desk::limits)) may bring others: see
/// [`with`](Limits::with) for how the two meet. Where neither sets any, each player has a default.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Limits {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Time for the move.
    pub time: Option<Duration>,
    /// What the time is measured by; without a time it means nothing.
    pub by: TimeBy,
    /// Positions, or simulations.
    pub nodes: Option<u64>,
}

impl Limits {
    /// No end in time or nodes: the search goes on until it is told to stop. With a request it lifts a player's own limits, but
    /// not the depth.
    pub const ENDLESS: Self =
        Self { depth: None, time: Some(Duration::from_secs(1 << 40)), by: TimeBy::Wall, nodes: Some(u64::MAX) };

    /// The limits of a player for a request that brings its own: each limit of the request replaces the player's, the
    /// others stay. A time comes with what it is measured by.
    ///
    /// So a clock that gives 2 s for a move replaces the player's `time=1`, and a player that was told `playouts=500` stops at
    /// whichever comes first.
    #[must_use]
    pub fn with(&self, request: &Self) -> Self {
        Self {
            depth: request.depth.or(self.depth),
            time: request.time.or(self.time),
            by: if request.time.is_some() { request.by } else { self.by },
            nodes: request.nodes.or(self.nodes),
        }
    }

    /// These limits, or the default if none is set. A player applies its default last, so that a time in the request
    /// alone governs a player that has no limits of its own.
    #[must_use]
    pub fn or(self, default: Self) -> Self {
        let is_open = self.depth.is_none() && self.time.is_none() && self.nodes.is_none();
        if is_open { Self { by: self.by, ..default } } else { self }
    }
}

/// What time is measured by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeBy {
    /// The clock on the wall.
    #[default]
    Wall,
    /// What the thread that thinks has had of the processor: fair to both sides on a machine that does other work
    /// as well. Meant for searches of one thread; others end when the thread that started them has had its time.
    Processor,
}

/// Measures time from a moment on.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    by: TimeBy,
    started: Duration,
}

impl Stopwatch {
    /// Starts measuring. To be read by the same thread.
    pub fn start(by: TimeBy) -> Self {
        Self { by, started: now(by) }
    }

    /// What has gone by since.
    pub fn elapsed(&self) -> Duration {
        now(self.by).saturating_sub(self.started)
    }
}

/// Time since some moment in the past.
fn now(by: TimeBy) -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let clock = match by {
        TimeBy::Wall => ClockId::Monotonic,
        TimeBy::Processor => ClockId::ThreadCPUTime,
    };
    let time = clock_gettime(clock);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Holds one search to its limits; shared by its threads.
pub struct Clock<'w> {
    watch: &'w Watch,
    deadline: Option<(Stopwatch, Duration)>,
    /// Whose processor time is measured.
    owner: ThreadId,
    nodes_max: u64,
    nodes: AtomicU64,
    is_up: AtomicBool,
}

impl<'w> Clock<'w> {
    /// Starts the clock.
    pub fn start(limits: &Limits, watch: &'w Watch) -> Self {
        Self {
            watch,
            deadline: limits.time.map(|time| (Stopwatch::start(limits.by), time)),
            owner: std::thread::current().id(),
            nodes_max: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            is_up: AtomicBool::new(false),
        }
    }

    /// Adds positions (or simulations) and says whether to stop. Searches call this every few hundred to
    /// few thousand positions, so that they answer a stop within milliseconds and read the time seldom.
    pub fn spend(&self, nodes: u64) -> bool {
        let spent = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if spent >= self.nodes_max || self.watch.is_stopped() || self.is_late() {
            self.is_up.store(true, Ordering::Relaxed);
        }
        self.is_up()
    }

    /// Asks for so many positions (or simulations) before they are spent, and returns how many are granted: less
    /// at the end of a limit, none once the search is to stop. Threads that ask for many at a time wait for each other
    /// seldom, and the limit is kept to the last one.
    pub fn grant(&self, nodes: u64) -> u64 {
        if self.is_up() {
            return 0;
        }
        let left = |spent: u64| Some(spent + nodes.min(self.nodes_max.saturating_sub(spent)));
        let spent = self.nodes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left).expect("always some");
        let granted = nodes.min(self.nodes_max.saturating_sub(spent));
        if granted == 0 || self.watch.is_stopped() || self.is_late() {
            self.ring();
        }
        granted
    }

    fn is_late(&self) -> bool {
        let Some((stopwatch, time)) = &self.deadline else { return false };
        let can_tell = stopwatch.by == TimeBy::Wall || std::thread::current().id() == self.owner;
        can_tell && stopwatch.elapsed() >= *time
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_stands_still_while_the_thread_sleeps() {
        let limits = |by| Limits { time: Some(Duration::from_millis(10)), by, ..Limits::default() };
        let watch = Watch::default();
        let clocks = [TimeBy::Wall, TimeBy::Processor].map(|by| Clock::start(&limits(by), &watch));
        std::thread::sleep(Duration::from_millis(15));
        assert_eq!(clocks.each_ref().map(|clock| clock.spend(1)), [true, false]);
        let begun = Stopwatch::start(TimeBy::Processor);
        while begun.elapsed() < Duration::from_millis(12) {}
        // Only the thread that started the clock can tell.
        std::thread::scope(|scope| assert!(!scope.spawn(|| clocks[1].spend(1)).join().expect("no panic")));
        assert!(clocks[1].spend(1));
    }

    #[test]
    fn a_request_replaces_what_it_names_and_the_default_comes_last() {
        let nodes = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
        let time = |seconds| Limits { time: Some(Duration::from_secs(seconds)), ..Limits::default() };
        let check = |own: Limits, request: Limits, expected: Limits| {
            assert_eq!(own.with(&request).or(nodes(7)), expected, "{own:?} asked with {request:?}");
        };
        let (none, both) = (Limits::default(), Limits { nodes: Some(500), ..time(2) });
        check(none, none, nodes(7));
        check(nodes(500), none, nodes(500));
        check(none, time(2), time(2));
        check(time(1), time(2), time(2));
        check(nodes(500), time(2), both);
        check(both, nodes(9), Limits { nodes: Some(9), ..time(2) });
        // A time of the request is measured as the request says, the player's own as the player says.
        let own = Limits { by: TimeBy::Processor, ..time(1) };
        check(own, time(2), time(2));
        check(own, nodes(9), Limits { nodes: Some(9), ..own });
        check(Limits { depth: Some(3), ..both }, Limits::ENDLESS, Limits { depth: Some(3), ..Limits::ENDLESS });
    }

    #[test]
    fn grants_add_up_to_the_limit() {
        let watch = Watch::default();
        let clock = Clock::start(&Limits { nodes: Some(40), ..Limits::default() }, &watch);
        assert_eq!([0; 4].map(|_| clock.grant(16)), [16, 16, 8, 0]);
        assert!(clock.is_up() && clock.nodes() == 40);
    }
}
