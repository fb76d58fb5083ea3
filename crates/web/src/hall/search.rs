//! One search, from its place in the queue to its answer.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use enban_catalog::{Session, SolveRequest, Solved};
use enban_game::Watch;
use enban_search::exact::{Settings, Switches};
use enban_search::{Desk, Limits, Thought};

use super::OpenRoom;
use super::stage::{answered, aside};
use crate::room::{Found, Room, Task};

/// What a search thinks is looked at so often: values are seen soon, and the newest is never held back for long.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// No search goes on for longer, whatever its player was told.
const SEARCH_MAX: Duration = Duration::from_secs(600);
/// The share of the solver's time that goes into who wins.
const OUTCOME_SHARE: f64 = 0.3;
/// Megabytes for the table of the solver.
const SOLVER_MEGABYTES: usize = 128;

/// Waits for its turn, searches, and tells the room. Work that is stopped meanwhile is not begun.
pub(super) async fn run(open: Arc<OpenRoom>, kind: usize, number: u64, task: Task, watch: Arc<Watch>) {
    let stage = Arc::clone(&open.shared.stage);
    let queue = if matches!(task, Task::Move { .. }) { &open.shared.movers } else { &open.shared.students };
    let turn = queue.take(Arc::clone(&watch)).await;
    let (asked, node) = (Arc::clone(&open), task.node());
    let begin = move || {
        let of = |room: &Room| (room.game().session_at(node), room.seed_at(node), room.seating().delay_ms());
        asked.is_current(kind, number).then(|| asked.look(of))
    };
    let Some((session, seed, delay_ms)) = aside(&*stage, begin).await.flatten() else { return };
    let began = stage.now();
    let found = match session {
        Err(refusal) => Found::Failed(refusal.detail.message),
        Ok(session) => {
            let newest = Arc::new(Newest::default());
            let (work, guard, told) = (task.clone(), Arc::clone(&watch), Arc::clone(&newest));
            let (work, mut searching) = answered(move || search(&*session, &work, seed, &guard, &told));
            stage.search(work, &watch);
            loop {
                tokio::select! {
                    biased;
                    found = &mut searching => {
                        break found.unwrap_or_else(|_| Found::Failed("the search broke down".to_owned()));
                    }
                    () = stage.sleep(LOOK_EVERY) => {
                        let told = lock(&newest).take();
                        if let Some(found) = told {
                            tell(&open, kind, number, found).await;
                        }
                        if stage.now().duration_since(began) > SEARCH_MAX {
                            watch.stop();
                        }
                    }
                }
            }
        }
    };
    drop(turn);
    if matches!(task, Task::Move { .. }) {
        let passed = stage.now().duration_since(began);
        stage.sleep(Duration::from_millis(delay_ms).saturating_sub(passed)).await;
    }
    tell(&open, kind, number, found).await;
}

/// Tells a room what was found. It may be busy, and the threads that answer wait for nobody.
async fn tell(open: &Arc<OpenRoom>, kind: usize, number: u64, found: Found) {
    let told = Arc::clone(open);
    aside(&*open.shared.stage, move || told.take(kind, number, found)).await;
}

/// The newest that a search has found and the room has not heard of.
type Newest = Mutex<Option<Found>>;

fn lock(newest: &Newest) -> MutexGuard<'_, Option<Found>> {
    newest.lock().unwrap_or_else(PoisonError::into_inner)
}

fn search(session: &dyn Session, task: &Task, seed: u64, watch: &Watch, newest: &Newest) -> Found {
    match task {
        Task::Move { player, .. } | Task::Analysis { player, .. } | Task::Review { player, .. } => {
            let tell = |thought: &Thought| *lock(newest) = Some(Found::Thought(thought.clone()));
            match session.analyze(player, seed, &Desk { tell: &tell, ..Desk::study(watch) }) {
                Ok(thought) => Found::Final(thought),
                Err(error) => Found::Failed(error.to_string()),
            }
        }
        Task::Solve { all_moves, seconds, .. } => Found::Solved(solve(session, *all_moves, *seconds, watch, newest)),
    }
}

/// Who wins first, which is soon known; then by how much.
fn solve(session: &dyn Session, all_moves: bool, seconds: f64, watch: &Watch, newest: &Newest) -> Option<Solved> {
    let request = |window: Option<(i32, i32)>, all_moves: bool, seconds: f64| {
        let limits = Limits { time: Some(Duration::from_secs_f64(seconds)), ..Limits::default() };
        let settings = Settings { window, threads: 1, limits, switches: Switches::ALL };
        SolveRequest { settings, megabytes: Some(SOLVER_MEGABYTES), all_moves }
    };
    let outcome = session.solve(&request(Some((-1, 1)), false, seconds * OUTCOME_SHARE), watch)?;
    if watch.is_stopped() {
        return Some(outcome);
    }
    *lock(newest) = Some(Found::Bounds(outcome.clone()));
    let mut exact = session.solve(&request(None, all_moves, seconds * (1.0 - OUTCOME_SHARE)), watch)?;
    // Both are proven, so the narrower bound of each side holds.
    (exact.low, exact.high) = (exact.low.max(outcome.low), exact.high.min(outcome.high));
    exact.best = exact.best.or(outcome.best);
    exact.nodes += outcome.nodes;
    exact.seconds += outcome.seconds;
    Some(exact)
}
