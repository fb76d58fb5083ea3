//! The hall: the rooms of a server, the searches that they want, and those who listen.
//!
//! Each kind of search that a room wants runs at most once at a time, on a thread of its own, under a watch and with a
//! number. When what is wanted changes, the old search is stopped; an answer whose number is no longer the current one
//! is dropped. Rooms are locked for moments only, never while something is searched.

mod search;
mod stage;
mod turns;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use enban_game::Watch;
use tokio::sync::watch;

use crate::api;
use crate::ids;
use crate::refusal::{Reason, Refusal};
use crate::room::{Found, Room, Task};
use stage::{Stage, System};
use turns::{Shares, Turns};

/// Rooms that a server may have.
const ROOMS_MAX: usize = 200;
/// Players that think at the same time. A table of an alpha-beta player takes some 30 MB.
const MOVERS: Shares = Shares { at_once: 48, share: Duration::from_secs(10) };
/// Analyses, solutions and reviews at the same time. The table of a solver takes 128 MB.
const STUDENTS: Shares = Shares { at_once: 12, share: Duration::from_secs(20) };
/// Players of a room that no page has ever listened to stop so long after the last request.
const UNHEARD: Duration = Duration::from_secs(120);
/// Rooms that nobody has touched for so long are dropped; a page that comes back to one has it out of the library.
pub(crate) const IDLE: Duration = Duration::from_secs(2 * 60 * 60);

/// The rooms of a server.
#[derive(Clone)]
pub(crate) struct Hall(Arc<Inner>);

struct Inner {
    rooms: Mutex<BTreeMap<String, Arc<OpenRoom>>>,
    shared: Arc<Shared>,
}

/// What all rooms share.
struct Shared {
    stage: Arc<dyn Stage>,
    movers: Turns,
    students: Turns,
    numbers: AtomicU64,
}

/// A room with its searches and listeners.
pub(crate) struct OpenRoom {
    state: Mutex<State>,
    /// Held while the room is saved, so that an older state is never written over a newer one.
    saving: Mutex<()>,
    /// See `OpenRoom::is_heavy`.
    is_heavy: AtomicBool,
    changed: watch::Sender<u64>,
    shared: Arc<Shared>,
}

struct State {
    /// The address of the room. A game of the library keeps the one under which it was first played, so that a page that was
    /// open before the server ended finds it again.
    id: String,
    room: Room,
    jobs: [Option<Job>; Task::KINDS],
    listeners: usize,
    /// Where a page has listened once, players wait while none does.
    was_heard: bool,
    touched: Instant,
    thinking_since: Instant,
    is_closed: bool,
    saved_edits: u64,
    /// Why it could not be saved, until it is.
    not_saved: Option<String>,
    /// It stays out of the library.
    is_unsaved: bool,
}

struct Job {
    task: Task,
    number: u64,
    watch: Arc<Watch>,
}

impl Hall {
    /// An empty hall whose searches run on the runtime of the caller.
    pub(crate) fn new() -> Self {
        Self::on(Arc::new(System::current()), [MOVERS, STUDENTS])
    }

    /// An empty hall on a stage, with the turns of players and of studies.
    fn on(stage: Arc<dyn Stage>, [movers, students]: [Shares; 2]) -> Self {
        let shared = Shared {
            movers: Turns::new(Arc::clone(&stage), movers),
            students: Turns::new(Arc::clone(&stage), students),
            numbers: AtomicU64::new(1),
            stage,
        };
        Self(Arc::new(Inner { rooms: Mutex::default(), shared: Arc::new(shared) }))
    }

    /// A new room.
    pub(crate) fn create(&self, request: &api::NewRoom) -> Result<api::Room, Refusal> {
        self.put(Room::new(ids::random_id(), request, ids::random_number() >> 12)?, request.unsaved)
    }

    /// Puts a room into the hall.
    pub(crate) fn add(&self, room: Room) -> Result<api::Room, Refusal> {
        self.put(room, false)
    }

    fn put(&self, room: Room, is_unsaved: bool) -> Result<api::Room, Refusal> {
        self.sweep(IDLE);
        let id = room.origin().unwrap_or(room.id()).to_owned();
        let now = self.0.shared.stage.now();
        let open = Arc::new(OpenRoom {
            changed: watch::Sender::new(room.seq()),
            state: Mutex::new(State {
                id: id.clone(),
                room,
                jobs: Default::default(),
                listeners: 0,
                was_heard: false,
                touched: now,
                thinking_since: now,
                is_closed: false,
                saved_edits: 0,
                not_saved: None,
                is_unsaved,
            }),
            saving: Mutex::default(),
            // Nobody has looked yet.
            is_heavy: AtomicBool::new(true),
            shared: Arc::clone(&self.0.shared),
        });
        let mut rooms = self.rooms();
        // Two pages may ask for the same game of the library at once; the later one gets what the earlier one opened.
        if let Some(open) = rooms.get(&id).cloned() {
            drop(rooms);
            return Ok(open.snapshot());
        }
        if rooms.len() >= ROOMS_MAX {
            let message = format!("the server has {ROOMS_MAX} games open; close one first");
            return Err(Refusal::new(Reason::TooMany, message));
        }
        rooms.insert(id, Arc::clone(&open));
        drop(rooms);
        open.change(|_| Ok(()))
    }

    /// A room.
    pub(crate) fn get(&self, id: &str) -> Result<Arc<OpenRoom>, Refusal> {
        self.rooms().get(id).cloned().ok_or_else(closed)
    }

    /// Changes a room and says how it is then.
    #[cfg(test)]
    pub(crate) fn change(
        &self,
        id: &str,
        work: impl FnOnce(&mut Room) -> Result<(), Refusal>,
    ) -> Result<api::Room, Refusal> {
        self.get(id)?.change(work)
    }

    /// Saves a room, stops what it searches, and closes it. It stays open if it cannot be saved.
    pub(crate) fn close(
        &self,
        id: &str,
        mut save: impl FnMut(&Arc<OpenRoom>) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let open = self.get(id)?;
        loop {
            save(&open)?;
            let mut state = open.lock();
            // Somebody may have moved since it was saved.
            if state.is_saved() {
                self.rooms().remove(id);
                open.close(&mut state);
                return Ok(());
            }
        }
    }

    /// Closes all rooms.
    pub(crate) fn close_all(&self) {
        for open in self.all() {
            open.close(&mut open.lock());
        }
    }

    /// All rooms.
    pub(crate) fn all(&self) -> Vec<Arc<OpenRoom>> {
        self.rooms().values().cloned().collect()
    }

    /// Drops rooms that nobody has touched for so long, and returns them. What is not saved stays.
    pub(crate) fn sweep(&self, idle: Duration) -> Vec<Arc<OpenRoom>> {
        let mut dropped = Vec::new();
        let now = self.0.shared.stage.now();
        let is_idle = |state: &State| state.listeners == 0 && now.duration_since(state.touched) >= idle;
        self.rooms().retain(|_, open| {
            // A room that somebody is at is not idle; to wait for it here would be to let all others wait.
            let mut state = match open.state.try_lock() {
                Ok(state) => state,
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => return true,
            };
            let is_dropped = is_idle(&state) && state.is_saved();
            if is_dropped {
                open.close(&mut state);
                dropped.push(Arc::clone(open));
            }
            !is_dropped
        });
        dropped
    }

    fn rooms(&self) -> MutexGuard<'_, BTreeMap<String, Arc<OpenRoom>>> {
        self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Hall {
    fn default() -> Self {
        Self::new()
    }
}

impl OpenRoom {
    /// Changes the room, starts and stops what it wants now, and says how it is.
    pub(crate) fn change(
        self: &Arc<Self>,
        work: impl FnOnce(&mut Room) -> Result<(), Refusal>,
    ) -> Result<api::Room, Refusal> {
        let mut state = self.lock();
        // Whoever found it before it was closed comes too late: what was changed now would never be saved.
        if state.is_closed {
            return Err(closed());
        }
        state.touched = self.now();
        let done = work(&mut state.room);
        self.reconcile(&mut state);
        done.map(|()| self.drawn(&state))
    }

    /// Looks at the room.
    pub(crate) fn look<R>(&self, look: impl FnOnce(&Room) -> R) -> R {
        look(&self.lock().room)
    }

    /// How the room is.
    pub(crate) fn snapshot(&self) -> api::Room {
        self.drawn(&self.lock())
    }

    /// How the room is, for someone who asked: players go on for him as if he listened, for a while.
    pub(crate) fn visit(self: &Arc<Self>) -> api::Room {
        let mut state = self.lock();
        state.touched = self.now();
        self.reconcile(&mut state);
        self.drawn(&state)
    }

    /// Saves the room if it has changed since it was last saved, belongs into the library and has something to save. It
    /// counts as saved once it is written; until then its pages are told why it is not.
    pub(crate) fn save<T>(
        self: &Arc<Self>,
        take: impl FnOnce(&mut Room) -> Option<T>,
        write: impl FnOnce(&T) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let _alone = self.saving.lock().unwrap_or_else(PoisonError::into_inner);
        let (taken, edits) = {
            let mut state = self.lock();
            let edits = state.room.edits();
            if state.is_saved() {
                return Ok(());
            }
            (take(&mut state.room), edits)
        };
        let written = taken.map_or(Ok(()), |taken| write(&taken));
        let failure = written.as_ref().err().map(|refusal| refusal.detail.message.clone());
        let mut state = self.lock();
        if failure.is_none() {
            state.saved_edits = edits;
        }
        if state.not_saved != failure {
            state.not_saved = failure;
            state.room.tell_anew();
            self.reconcile(&mut state);
        }
        written
    }

    /// Someone listens from now on, until the listener is dropped.
    pub(crate) fn listen(self: &Arc<Self>) -> Listener {
        let mut state = self.lock();
        state.listeners += 1;
        state.was_heard = true;
        self.reconcile(&mut state);
        Listener { room: Arc::clone(self), receiver: self.changed.subscribe() }
    }

    /// How many searches run or wait.
    #[cfg(test)]
    pub(crate) fn searches(&self) -> usize {
        self.lock().jobs.iter().flatten().count()
    }

    /// Whether a change of the room may take long: it is large, or something is read at each of its positions.
    pub(crate) fn is_heavy(&self) -> bool {
        self.is_heavy.load(Ordering::Relaxed)
    }

    /// Closes the room and stops what it searches.
    fn close(&self, state: &mut State) {
        state.is_closed = true;
        state.jobs.iter_mut().for_each(stop);
        self.changed.send_modify(|_| {});
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops what is no longer wanted and starts what is wanted now.
    fn reconcile(self: &Arc<Self>, state: &mut State) {
        self.is_heavy.store(state.room.is_heavy(), Ordering::Relaxed);
        let is_heard = state.listeners > 0;
        let wanted = match state.is_closed {
            true => Default::default(),
            false => {
                let is_asked = !state.was_heard && self.now().duration_since(state.touched) < UNHEARD;
                state.room.wanted(is_heard, is_heard || is_asked)
            }
        };
        for (kind, task) in wanted.into_iter().enumerate() {
            if state.jobs[kind].as_ref().map(|job| &job.task) == task.as_ref() {
                continue;
            }
            stop(&mut state.jobs[kind]);
            if let Some(task) = task {
                if let Task::Move { seat, .. } = &task {
                    state.thinking_since = self.now();
                    state.room.set_thinking(Some((*seat, 0)));
                }
                let number = self.shared.numbers.fetch_add(1, Ordering::Relaxed);
                let watch = Arc::new(Watch::default());
                state.jobs[kind] = Some(Job { task: task.clone(), number, watch: Arc::clone(&watch) });
                let run = search::run(Arc::clone(self), kind, number, task, watch);
                self.shared.stage.spawn(Box::pin(run));
            }
        }
        if state.jobs[0].is_none() {
            state.room.set_thinking(None);
        }
        let seq = state.room.seq();
        self.changed.send_if_modified(|seen| std::mem::replace(seen, seq) != seq);
    }

    /// Takes what a search found, if it is still the current one of its kind.
    fn take(self: &Arc<Self>, kind: usize, number: u64, found: Found) {
        let mut state = self.lock();
        let Some(job) = state.jobs[kind].as_ref().filter(|job| job.number == number) else { return };
        let task = job.task.clone();
        if !found.is_preliminary() {
            state.jobs[kind] = None;
        }
        if let Err(refusal) = state.room.take(&task, found)
            && let Task::Move { node, seat, .. } = task
        {
            state.room.fail(node, seat, &refusal.detail.message);
        }
        self.reconcile(&mut state);
    }

    /// How the room is, for pages.
    fn drawn(&self, state: &State) -> api::Room {
        let thinking = self.now().duration_since(state.thinking_since);
        let room = state.room.snapshot(thinking.as_millis() as u64);
        api::Room { id: state.id.clone(), not_saved: state.not_saved.clone(), ..room }
    }

    fn now(&self) -> Instant {
        self.shared.stage.now()
    }

    fn is_current(&self, kind: usize, number: u64) -> bool {
        self.lock().jobs[kind].as_ref().is_some_and(|job| job.number == number)
    }
}

impl State {
    /// Whether there is nothing to save: all is written, or it stays out of the library.
    fn is_saved(&self) -> bool {
        self.is_unsaved || self.saved_edits == self.room.edits()
    }
}

fn closed() -> Refusal {
    Refusal::no_such("there is no such game; it may have been closed")
}

fn stop(job: &mut Option<Job>) {
    if let Some(job) = job.take() {
        job.watch.stop();
    }
}

/// Someone who listens to a room. Once the last one is gone, nothing is searched for the room.
pub(crate) struct Listener {
    room: Arc<OpenRoom>,
    receiver: watch::Receiver<u64>,
}

impl Listener {
    /// How the room is now; `None` once it is closed.
    pub(crate) fn now(&mut self) -> Option<api::Room> {
        self.receiver.borrow_and_update();
        let state = self.room.lock();
        (!state.is_closed).then(|| self.room.drawn(&state))
    }

    /// Waits until the room has changed since it was last looked at.
    pub(crate) async fn changed(&mut self) {
        // The room holds the sender, so it cannot be gone.
        let _ = self.receiver.changed().await;
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut state = self.room.lock();
        state.listeners -= 1;
        state.touched = self.room.now();
        self.room.reconcile(&mut state);
    }
}

#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;
