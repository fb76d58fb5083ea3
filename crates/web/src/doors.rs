//! The doors: connections, how many there may be, and how long one may take to say what it wants.
//!
//! A connection is a stranger until one of its requests was let in. Strangers are few and have little time: when one more comes
//! than there may be, the one that has waited longest is shown out, so that somebody who opens connections and says nothing never
//! keeps out those who do. Whoever was let in stays, an idle one for a while, a stream of events as long as it is heard.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tower::Service;

/// How many connections there may be, and for how long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Those that have not yet sent a request that was let in.
    pub strangers: usize,
    /// All of one address, but for those of this machine, which are all of one.
    pub of_one: usize,
    /// All together: systems give a program 1024 files at the least.
    pub all: usize,
    /// How long a stranger has until its first request is let in.
    pub first: Duration,
    /// How long a connection may be idle, or take to send the head of a request.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { strangers: 256, of_one: 200, all: 800, first: Duration::from_secs(10), idle: Duration::from_secs(60) }
    }
}

/// After this long a server that has run out of files tries again.
const TRY_AGAIN_AFTER: Duration = Duration::from_millis(100);

/// Serves connections until `ending` turns true, and lets those that are being answered end.
pub(crate) async fn serve(listener: TcpListener, router: Router, limits: Limits, ending: watch::Receiver<bool>) {
    let doors = Doors { limits, inside: Arc::default() };
    let mut connections = JoinSet::new();
    let mut end = pin!(ended(ending.clone()));
    loop {
        tokio::select! {
            () = &mut end => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, from)) => {
                    if let Some(visit) = doors.enter(from.ip()) {
                        connections.spawn(attend(stream, visit, router.clone(), limits, ending.clone()));
                    }
                }
                Err(_) => tokio::time::sleep(TRY_AGAIN_AFTER).await,
            },
            Some(_) = connections.join_next() => {}
        }
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

/// Waits until the server ends.
pub(crate) async fn ended(mut ending: watch::Receiver<bool>) {
    // Without a sender the server has ended too.
    let _ = ending.wait_for(|ending| *ending).await;
}

/// One connection from its beginning to its end.
async fn attend(stream: TcpStream, visit: Arc<Visit>, router: Router, limits: Limits, ending: watch::Receiver<bool>) {
    // Answers are small and wanted at once; where it cannot be set they come a little later.
    let _ = stream.set_nodelay(true);
    let visitor = Arc::clone(&visit);
    let answer = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Arc::clone(&visitor));
        let mut router = router.clone();
        async move { Ok::<_, Infallible>(router.call(request.map(Body::new)).await.unwrap_or_else(|never| match never {})) }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.idle);
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), answer));
    let mut first = pin!(tokio::time::sleep(limits.first));
    let mut end = pin!(ended(ending));
    let (mut is_new, mut is_ending) = (true, false);
    loop {
        tokio::select! {
            // A visitor who goes without a word has nothing to be told.
            _ = connection.as_mut() => return,
            () = visit.shown_out.notified() => return,
            () = &mut first, if is_new => {
                if visit.is_stranger() {
                    return;
                }
                is_new = false;
            }
            () = &mut end, if !is_ending => {
                connection.as_mut().graceful_shutdown();
                is_ending = true;
            }
        }
    }
}

/// Who is inside.
struct Doors {
    limits: Limits,
    inside: Arc<Mutex<Inside>>,
}

#[derive(Default)]
struct Inside {
    /// The number of the next visit.
    next: u64,
    visits: BTreeMap<u64, Visitor>,
}

struct Visitor {
    address: IpAddr,
    is_stranger: bool,
    shown_out: Arc<Notify>,
}

impl Doors {
    /// Lets a connection in; `None` if there are too many. A stranger may have to go for it.
    fn enter(&self, address: IpAddr) -> Option<Arc<Visit>> {
        let mut inside = lock(&self.inside);
        let of_one = inside.visits.values().filter(|visitor| visitor.address == address).count();
        if inside.visits.len() >= self.limits.all || (!address.is_loopback() && of_one >= self.limits.of_one) {
            return None;
        }
        let strangers = inside.visits.iter().filter(|(_, visitor)| visitor.is_stranger);
        if strangers.clone().count() >= self.limits.strangers {
            // The longest there of the address that has the most of them.
            let of = |address: IpAddr| strangers.clone().filter(|(_, visitor)| visitor.address == address).count();
            let most =
                strangers.clone().rev().max_by_key(|(_, visitor)| of(visitor.address)).map(|(_, one)| one.address);
            let longest =
                strangers.clone().find(|(_, visitor)| Some(visitor.address) == most).map(|(number, _)| *number);
            if let Some(visitor) = longest.and_then(|number| inside.visits.remove(&number)) {
                visitor.shown_out.notify_one();
            }
        }
        let number = inside.next;
        inside.next += 1;
        let shown_out = Arc::new(Notify::new());
        inside.visits.insert(number, Visitor { address, is_stranger: true, shown_out: Arc::clone(&shown_out) });
        Some(Arc::new(Visit { number, inside: Arc::clone(&self.inside), shown_out }))
    }
}

/// A connection that is inside; it leaves when it is dropped.
pub(crate) struct Visit {
    number: u64,
    inside: Arc<Mutex<Inside>>,
    shown_out: Arc<Notify>,
}

impl Visit {
    /// One of its requests was let in.
    pub(crate) fn is_let_in(&self) {
        if let Some(visitor) = lock(&self.inside).visits.get_mut(&self.number) {
            visitor.is_stranger = false;
        }
    }

    fn is_stranger(&self) -> bool {
        lock(&self.inside).visits.get(&self.number).is_none_or(|visitor| visitor.is_stranger)
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        lock(&self.inside).visits.remove(&self.number);
    }
}

fn lock(inside: &Mutex<Inside>) -> MutexGuard<'_, Inside> {
    inside.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
