//! A stage with a clock of its own, on which one thing happens at a time and a seed draws which.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::task::{Context, Poll, Wake, Waker};
use std::time::{Duration, Instant};

use enban_game::Watch;
use enban_game::rng::{Rng, mix};
use futures_util::future::BoxFuture;

use super::super::stage::{Stage, Work};
use super::SHARES;

/// How long the longest searches take: longer than any may.
const FOR_EVER: Duration = Duration::from_secs(100_000);
/// Once told to stop, a search may take so long to hear it.
const HEARS_WITHIN_MS: u32 = 30;

/// The stage, seen by whoever directs.
pub(super) struct Theatre(Arc<Inner>);

/// The stage, seen by the hall.
struct Inner {
    state: Mutex<State>,
    me: Weak<Inner>,
}

struct State {
    rng: Rng,
    now: Instant,
    began: Instant,
    digest: u64,
    futures: Vec<Running>,
    asides: Vec<Work>,
    searches: Vec<Search>,
    alarms: Vec<(Instant, Waker)>,
}

/// A future that is followed to its end.
struct Running {
    future: BoxFuture<'static, ()>,
    flag: Arc<Flag>,
}

/// Set when a future may go on.
struct Flag(AtomicBool);

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A search that takes a time that was drawn, or ends soon after it was told to stop.
struct Search {
    work: Work,
    watch: Arc<Watch>,
    due: Instant,
    is_hurried: bool,
}

/// What may happen next.
enum Next {
    Future(usize),
    Aside(usize),
    Search(usize),
}

impl Theatre {
    pub(super) fn new(seed: u64) -> Self {
        let began = Instant::now();
        let state = State {
            rng: Rng::new(seed),
            now: began,
            began,
            digest: seed,
            futures: Vec::new(),
            asides: Vec::new(),
            searches: Vec::new(),
            alarms: Vec::new(),
        };
        Self(Arc::new_cyclic(|me| Inner { state: Mutex::new(state), me: me.clone() }))
    }

    pub(super) fn stage(&self) -> Arc<dyn Stage> {
        Arc::clone(&self.0) as Arc<dyn Stage>
    }

    /// A number below a bound.
    pub(super) fn draw(&self, bound: u32) -> u32 {
        self.0.lock().rng.below(bound)
    }

    /// What has happened so far, as a number.
    pub(super) fn digest(&self) -> u64 {
        self.0.lock().digest
    }

    /// Lets one of the things happen that can; false if there is none.
    pub(super) fn step(&self) -> bool {
        let mut state = self.0.lock();
        let Some(next) = state.choose() else { return false };
        match next {
            Next::Future(index) => {
                let mut running = state.futures.swap_remove(index);
                running.flag.0.store(false, Ordering::Relaxed);
                drop(state);
                let waker = Waker::from(Arc::clone(&running.flag));
                if running.future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
                    self.0.lock().futures.push(running);
                }
            }
            Next::Aside(index) => {
                let work = state.asides.swap_remove(index);
                drop(state);
                work();
            }
            Next::Search(index) => {
                let search = state.searches.swap_remove(index);
                let breaks_down = state.rng.below(30) == 0;
                drop(state);
                if !breaks_down {
                    (search.work)();
                }
            }
        }
        true
    }

    /// Time passes.
    pub(super) fn let_pass(&self, time: Duration) {
        let mut state = self.0.lock();
        let now = state.now + time;
        state.set_clock(now);
    }

    /// Time passes until something may happen; false if nothing ever will.
    pub(super) fn let_pass_to_next(&self) -> bool {
        let mut state = self.0.lock();
        let alarms = state.alarms.iter().map(|(at, _)| *at);
        let Some(next) = alarms.chain(state.searches.iter().map(|search| search.due)).min() else { return false };
        let now = next.max(state.now);
        state.set_clock(now);
        true
    }
}

impl State {
    /// One of the things that can happen.
    fn choose(&mut self) -> Option<Next> {
        self.hurry_the_stopped();
        let ready = |running: &Running| running.flag.0.load(Ordering::Relaxed);
        let futures = (0..self.futures.len()).filter(|&index| ready(&self.futures[index])).map(Next::Future);
        let asides = (0..self.asides.len()).map(Next::Aside);
        let due = (0..self.searches.len()).filter(|&index| self.searches[index].due <= self.now).map(Next::Search);
        let mut all: Vec<Next> = futures.chain(asides).chain(due).collect();
        if all.is_empty() {
            return None;
        }
        let index = self.rng.below(all.len() as u32) as usize;
        self.digest = mix(self.digest ^ mix(index as u64 + 1) ^ (self.now - self.began).as_nanos() as u64);
        Some(all.swap_remove(index))
    }

    /// Searches that were told to stop do so soon.
    fn hurry_the_stopped(&mut self) {
        for search in self.searches.iter_mut().filter(|search| search.watch.is_stopped() && !search.is_hurried) {
            search.is_hurried = true;
            let heard = Duration::from_millis(u64::from(self.rng.below(HEARS_WITHIN_MS)));
            search.due = search.due.min(self.now + heard);
        }
    }

    fn set_clock(&mut self, now: Instant) {
        self.now = now;
        let (rung, later) = std::mem::take(&mut self.alarms).into_iter().partition(|(at, _)| *at <= now);
        self.alarms = later;
        let rung: Vec<(Instant, Waker)> = rung;
        rung.into_iter().for_each(|(_, waker)| waker.wake());
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nothing panics while it is held")
    }
}

impl Stage for Inner {
    fn now(&self) -> Instant {
        self.lock().now
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        let stage = self.me.upgrade().expect("the theatre is there");
        let at = self.now() + time;
        Box::pin(Sleep { stage, at })
    }

    fn spawn(&self, future: BoxFuture<'static, ()>) {
        let flag = Arc::new(Flag(AtomicBool::new(true)));
        self.lock().futures.push(Running { future, flag });
    }

    fn do_aside(&self, work: Work) {
        self.lock().asides.push(work);
    }

    fn search(&self, work: Work, watch: &Arc<Watch>) {
        let mut state = self.lock();
        let time = match state.rng.below(40) {
            0 => FOR_EVER,
            1..8 => Duration::from_millis(u64::from(state.rng.below(60_000))),
            _ => Duration::from_millis(u64::from(state.rng.below(1_000))),
        };
        let search = Search { work, watch: Arc::clone(watch), due: state.now + time, is_hurried: false };
        state.searches.push(search);
        let most: usize = SHARES.iter().map(|shares| shares.at_once).sum();
        assert!(state.searches.len() <= most, "more searches at once than there are turns");
    }
}

/// Waits for a time of the theatre's clock.
struct Sleep {
    stage: Arc<Inner>,
    at: Instant,
}

impl Future for Sleep {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut state = self.stage.lock();
        if state.now >= self.at {
            return Poll::Ready(());
        }
        state.alarms.push((self.at, context.waker().clone()));
        Poll::Pending
    }
}
