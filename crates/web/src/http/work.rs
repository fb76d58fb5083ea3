//! Work away from the threads that answer, and answers that are written there.

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use tokio::sync::oneshot;

use crate::behind;
use crate::refusal::Refusal;

/// Bytes of an answer that are handed on at once: what squeezes them comes back between two parts.
const PART: usize = 64 << 10;

/// Runs what may take a moment away from the threads that answer: the store waits for the disk, rooms for each other.
pub(super) async fn off_thread<R: Send + 'static>(
    work: impl FnOnce() -> Result<R, Refusal> + Send + 'static,
) -> Result<R, Refusal> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(broken_down()))
}

/// The same, with the answer written there too.
pub(super) async fn answer<T: Serialize>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<Written, Refusal> {
    off_thread(move || work().and_then(|value| Written::of(&value))).await
}

/// Does what takes a processor for a while, and writes its answer, behind everybody who wants little.
pub(super) async fn answer_behind<T: Serialize>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<Written, Refusal> {
    let (tell, told) = oneshot::channel();
    behind::run("heavy", move || {
        // Whoever asked may be gone.
        drop(tell.send(work().and_then(|value| Written::of(&value))));
    });
    told.await.unwrap_or_else(|_| Err(broken_down()))
}

fn broken_down() -> Refusal {
    Refusal::failed("the work broke down")
}

/// An answer in JSON, written already: the words of a large game take longer to write than many answers together.
pub(crate) struct Written(Vec<u8>);

impl Written {
    fn of(value: &impl Serialize) -> Result<Self, Refusal> {
        serde_json::to_vec(value)
            .map(Self)
            .map_err(|error| Refusal::failed(format!("the answer cannot be written: {error}")))
    }
}

impl IntoResponse for Written {
    fn into_response(self) -> Response {
        let bytes = Bytes::from(self.0);
        let body = match bytes.len() {
            0..=PART => Body::from(bytes),
            length => {
                let part = move |start| Ok::<_, std::convert::Infallible>(bytes.slice(start..length.min(start + PART)));
                Body::from_stream(stream::iter((0..length).step_by(PART).map(part)))
            }
        };
        ([(CONTENT_TYPE, "application/json")], body).into_response()
    }
}
