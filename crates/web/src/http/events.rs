//! One stream of events for each tab: whole snapshots with growing numbers, ten a second at most.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::{self, StreamExt};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::App;
use super::body::Asked;
use crate::api::ExperimentInfo;
use crate::doors::ended;
use crate::hall::Listener;
use crate::lab::Lab;
use crate::refusal::Refusal;

/// The least time between two snapshots.
const EVERY: Duration = Duration::from_millis(100);
/// The least time between two looks at the experiments, which are read from the store.
const LAB_EVERY: Duration = Duration::from_secs(1);
/// A line without meaning, so that a connection that is gone is found out.
const ALIVE: Duration = Duration::from_secs(15);

/// What a tab wants to hear of.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Wanted {
    /// A room.
    room: Option<String>,
    /// The list of experiments.
    experiments: Option<String>,
    /// One experiment.
    experiment: Option<String>,
}

#[utoipa::path(get, path = "/api/events", tag = "events",
    params(("room" = Option<String>, Query), ("experiments" = Option<String>, Query), ("experiment" = Option<String>, Query)),
    responses((status = 200, description = "events room, experiments and experiment", content_type = "text/event-stream")))]
pub(crate) async fn events(
    State(app): State<App>,
    Asked(wanted): Asked<Wanted>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let room = wanted.room.as_deref().map(|id| app.hall.get(id)).transpose()?.map(|open| open.listen());
    let is_lab = wanted.experiments.is_some() || wanted.experiment.is_some();
    if room.is_none() && !is_lab {
        return Err(Refusal::bad("say what to hear of: ?room=ID, ?experiments=1 or ?experiment=NAME"));
    }
    let rooms = stream::iter(room).flat_map(room_events);
    let lab = stream::iter(is_lab.then_some(wanted)).flat_map(move |wanted| lab_events(app.lab.clone(), wanted));
    let ending = app.ending.clone();
    let all = stream::select(rooms.boxed(), lab.boxed()).take_until(ended(ending)).map(Ok);
    Ok(Sse::new(all).keep_alive(KeepAlive::new().interval(ALIVE)))
}

fn room_events(listener: Listener) -> impl Stream<Item = Event> {
    let next = |(mut listener, sent): (Listener, Option<Instant>)| async move {
        if let Some(sent) = sent {
            listener.changed().await;
            tokio::time::sleep_until(sent + EVERY).await;
        }
        // A large game takes a while to draw and to write.
        let drawing = tokio::task::spawn_blocking(move || (listener.now().map(|room| event("room", &room)), listener));
        let (event, listener) = drawing.await.ok()?;
        Some((event?, (listener, Some(Instant::now()))))
    };
    stream::unfold((listener, None), next)
}

/// Looks at the store once a second and tells what has changed.
fn lab_events(lab: Lab, wanted: Wanted) -> impl Stream<Item = Event> {
    struct Heard {
        lab: Lab,
        wanted: Wanted,
        last: [String; 2],
        /// How far the one experiment was when it was last told.
        standing: Option<ExperimentInfo>,
        is_first: bool,
    }
    let heard = Heard { lab, wanted, last: Default::default(), standing: None, is_first: true };
    let next = |mut heard: Heard| async move {
        loop {
            if !std::mem::take(&mut heard.is_first) {
                tokio::time::sleep(LAB_EVERY).await;
            }
            let (lab, wanted, standing) = (heard.lab.clone(), heard.wanted.clone(), heard.standing.take());
            let look = tokio::task::spawn_blocking(move || look(&lab, &wanted, standing));
            let (looked, standing) = look.await.ok()?;
            heard.standing = standing;
            let fresh: Vec<Event> = ["experiments", "experiment"]
                .into_iter()
                .zip(looked)
                .zip(&mut heard.last)
                .filter(|((_, text), last)| !text.is_empty() && text != *last)
                .map(|((name, text), last)| {
                    last.clone_from(&text);
                    Event::default().event(name).data(text)
                })
                .collect();
            if !fresh.is_empty() {
                return Some((stream::iter(fresh), heard));
            }
        }
    };
    stream::unfold(heard, next).flatten()
}

/// The list, and the one experiment if it is not as it was; empty where there is nothing to tell.
fn look(lab: &Lab, wanted: &Wanted, before: Option<ExperimentInfo>) -> ([String; 2], Option<ExperimentInfo>) {
    let list = wanted.experiments.as_ref().and_then(|_| Some(text(&lab.experiments().ok()?)));
    let standing = wanted.experiment.as_ref().and_then(|name| lab.standing(name).ok());
    // All games are read for the figures, so this is done only after some were played.
    let is_new = standing.is_some() && standing != before;
    let one = wanted.experiment.as_ref().filter(|_| is_new).and_then(|name| Some(text(&lab.detail(name).ok()?)));
    ([list.unwrap_or_default(), one.unwrap_or_default()], standing)
}

fn event(name: &str, data: &impl Serialize) -> Event {
    Event::default().event(name).data(text(data))
}

fn text(data: &impl Serialize) -> String {
    serde_json::to_string(data).expect("plain data can be written")
}
