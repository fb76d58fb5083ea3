//! Turns for searches. Each room searches one thing of a kind at a time, and the system shares the processors among them, so that a
//! slow player slows the others but does not stop them. There is an end to how many run at once, for each has its memory: then the
//! rest wait in order, and while someone waits a search that has had its share is told to answer with what it has.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use enban_game::Watch;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::stage::Stage;

/// How many searches run at once, and for how long while others wait.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    /// Searches at the same time.
    pub at_once: usize,
    /// What a search has while others wait.
    pub share: Duration,
}

/// The turns of one kind of search.
pub(super) struct Turns {
    stage: Arc<dyn Stage>,
    free: Arc<Semaphore>,
    share: Duration,
    running: Arc<Mutex<Running>>,
}

#[derive(Default)]
struct Running {
    next: u64,
    /// By number, so the first has run longest.
    searches: BTreeMap<u64, (Instant, Arc<Watch>)>,
}

impl Turns {
    /// Turns of which nobody has one.
    pub(super) fn new(stage: Arc<dyn Stage>, shares: Shares) -> Self {
        let free = Arc::new(Semaphore::new(shares.at_once));
        Self { stage, free, share: shares.share, running: Arc::default() }
    }

    /// Waits for a turn. While it waits, those who have had their share are told to stop.
    pub(super) async fn take(&self, watch: Arc<Watch>) -> Turn {
        let mut waiting = std::pin::pin!(Arc::clone(&self.free).acquire_owned());
        let permit = loop {
            tokio::select! {
                biased;
                permit = &mut waiting => break permit.expect("turns are never closed"),
                () = self.stage.sleep(self.share / 8) => self.hurry(),
            }
        };
        let mut running = lock(&self.running);
        let number = running.next;
        running.next += 1;
        running.searches.insert(number, (self.stage.now(), watch));
        Turn { number, running: Arc::clone(&self.running), _permit: permit }
    }

    /// Turns that nobody has.
    #[cfg(test)]
    pub(super) fn free(&self) -> usize {
        self.free.available_permits()
    }

    /// Stops the search that has run longest, if it has had its share.
    fn hurry(&self) {
        let running = lock(&self.running);
        let now = self.stage.now();
        let had_enough =
            |(began, watch): &&(Instant, Arc<Watch>)| now.duration_since(*began) >= self.share && !watch.is_stopped();
        if let Some((_, watch)) = running.searches.values().find(had_enough) {
            watch.stop();
        }
    }
}

/// A turn; the next one gets it when it is dropped.
pub(super) struct Turn {
    number: u64,
    running: Arc<Mutex<Running>>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Turn {
    fn drop(&mut self) {
        lock(&self.running).searches.remove(&self.number);
    }
}

fn lock(running: &Mutex<Running>) -> MutexGuard<'_, Running> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::super::stage::System;
    use super::*;

    const SHARES: Shares = Shares { at_once: 2, share: Duration::from_millis(400) };

    #[tokio::test]
    async fn nobody_is_hurried_while_there_is_room() {
        let turns = Turns::new(Arc::new(System::current()), SHARES);
        let watch = Arc::new(Watch::default());
        let _turn = turns.take(Arc::clone(&watch)).await;
        let _other = turns.take(Arc::default()).await;
        tokio::time::sleep(2 * SHARES.share).await;
        assert!(!watch.is_stopped());
    }

    #[tokio::test]
    async fn who_has_had_its_share_makes_room_for_who_waits() {
        let turns = Arc::new(Turns::new(Arc::new(System::current()), SHARES));
        // Each searches until it is stopped, as one without limits does.
        let search = async |turns: Arc<Turns>| {
            let watch = Arc::new(Watch::default());
            let _turn = turns.take(Arc::clone(&watch)).await;
            let began = Instant::now();
            while !watch.is_stopped() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            began.elapsed()
        };
        let began = Instant::now();
        let slow: Vec<_> = (0..6).map(|_| tokio::spawn(search(Arc::clone(&turns)))).collect();
        tokio::time::sleep(Duration::from_millis(20)).await;
        let _last = tokio::time::timeout(Duration::from_secs(20), turns.take(Arc::default())).await.unwrap();
        assert!(began.elapsed() >= 2 * SHARES.share, "the six before it have had their share");
        for search in slow.into_iter().take(4) {
            let had = search.await.unwrap();
            assert!(had >= SHARES.share, "{had:?}");
        }
    }
}
