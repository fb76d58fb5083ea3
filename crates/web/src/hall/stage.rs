//! What the hall runs on: a clock, and whoever does its work. The server has the system's; the tests have one of their own, on which
//! every schedule can be had again (`simulation.rs`).

use std::sync::Arc;
use std::time::{Duration, Instant};

use enban_game::Watch;
use futures_util::future::BoxFuture;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use crate::behind;

/// Something to be done once.
pub(crate) type Work = Box<dyn FnOnce() + Send>;

/// A clock, and whoever does the work of the hall.
pub(crate) trait Stage: Send + Sync {
    /// The time.
    fn now(&self) -> Instant;

    /// Waits for so long.
    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()>;

    /// Follows a future to its end.
    fn spawn(&self, future: BoxFuture<'static, ()>);

    /// Does what may have to wait or takes a moment, away from the threads that answer.
    fn do_aside(&self, work: Work);

    /// Does what may take minutes, on a thread of its own that stands behind all others, until it ends or hears the watch.
    fn search(&self, work: Work, watch: &Arc<Watch>);
}

/// The clock and the threads of the system.
pub(super) struct System(Handle);

impl System {
    /// The runtime of the caller.
    pub(super) fn current() -> Self {
        Self(Handle::current())
    }
}

impl Stage for System {
    fn now(&self) -> Instant {
        Instant::now()
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep(time))
    }

    fn spawn(&self, future: BoxFuture<'static, ()>) {
        self.0.spawn(future);
    }

    fn do_aside(&self, work: Work) {
        self.0.spawn_blocking(work);
    }

    fn search(&self, work: Work, _: &Arc<Watch>) {
        // If it is dropped, whoever waits for it is told that it broke down.
        behind::run("search", work);
    }
}

/// What a piece of work returns, once someone does it; the receiver is told if it broke down.
pub(super) fn answered<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> (Work, oneshot::Receiver<R>) {
    let (tell, told) = oneshot::channel();
    // Whoever asked may be gone.
    let work = move || drop(tell.send(work()));
    (Box::new(work), told)
}

/// Does something aside and waits for what it returns; `None` if it broke down.
pub(super) async fn aside<R: Send + 'static>(
    stage: &dyn Stage,
    work: impl FnOnce() -> R + Send + 'static,
) -> Option<R> {
    let (work, told) = answered(work);
    stage.do_aside(work);
    told.await.ok()
}
