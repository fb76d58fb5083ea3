//! The doors of the server: routes, what guards them, and answers that are always JSON.

mod assets;
mod body;
mod docs;
mod events;
mod guard;
mod lab;
mod records;
mod rooms;
mod work;

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use tokio::sync::{Semaphore, watch};
use tower_http::compression::CompressionLayer;

use crate::api::{ErrorAnswer, Games};
use crate::catalogue;
use crate::hall::Hall;
use crate::lab::Lab;
use crate::refusal::{Reason, Refusal};

pub(crate) use guard::{Guard, Token};

/// Bytes of a request.
const BODY_MAX: usize = 1 << 20;
/// Bytes of a request that brings a record: one of four megabytes, written in base64.
const IMPORT_BODY_MAX: usize = 6 << 20;

/// Records that are read at the same time.
const IMPORTS_MAX: usize = 2;

/// What the routes work on.
#[derive(Clone)]
pub(crate) struct App {
    /// The rooms.
    pub hall: Hall,
    /// Experiments and the library.
    pub lab: Lab,
    /// Who may come in.
    pub guard: Arc<Guard>,
    /// The catalogue, made once.
    pub games: Arc<Games>,
    /// Records that are read at the same time.
    pub imports: Arc<Semaphore>,
    /// Turns true when the server ends.
    pub ending: watch::Receiver<bool>,
}

impl App {
    /// An application that goes on until `ending` turns true.
    pub(crate) fn new(guard: Guard, lab: Lab, ending: watch::Receiver<bool>) -> Self {
        let (guard, games) = (Arc::new(guard), Arc::new(catalogue::games()));
        Self { hall: Hall::new(), lab, guard, games, imports: Arc::new(Semaphore::new(IMPORTS_MAX)), ending }
    }
}

/// All routes.
pub(crate) fn router(app: App) -> Router {
    let import =
        Router::new().route("/api/import", post(records::import)).layer(DefaultBodyLimit::max(IMPORT_BODY_MAX));
    Router::new()
        .route("/api/games", get(rooms::games))
        .route("/api/rooms", post(rooms::create))
        .route("/api/rooms/{id}", get(rooms::show).delete(rooms::close))
        .route("/api/rooms/{id}/play", post(rooms::play))
        .route("/api/rooms/{id}/undo", post(rooms::undo))
        .route("/api/rooms/{id}/goto", post(rooms::goto))
        .route("/api/rooms/{id}/seats", post(rooms::seats))
        .route("/api/rooms/{id}/run", post(rooms::run))
        .route("/api/rooms/{id}/analysis", post(rooms::analysis))
        .route("/api/rooms/{id}/solve", post(rooms::solve))
        .route("/api/rooms/{id}/review", post(rooms::review))
        .route("/api/rooms/{id}/comment", post(rooms::comment))
        .route("/api/rooms/{id}/promote", post(rooms::promote))
        .route("/api/rooms/{id}/remove", post(rooms::remove))
        .route("/api/rooms/{id}/overlay", post(rooms::overlay))
        .route("/api/rooms/{id}/export", get(records::export))
        .route("/api/check", post(rooms::check))
        .route("/api/events", get(events::events))
        .route("/api/library", get(lab::library))
        .route("/api/library/{id}/open", post(lab::open_saved))
        .route("/api/experiments", get(lab::experiments).post(lab::begin))
        .route("/api/experiments/{name}", get(lab::experiment))
        .route("/api/experiments/{name}/run", post(lab::run))
        .route("/api/experiments/{name}/stop", post(lab::stop))
        .route("/api/experiments/{name}/games", get(lab::games))
        .route("/api/experiments/{name}/games/{id}/open", post(lab::open_game))
        .route("/api/docs.json", get(docs::docs))
        .route("/", get(assets::index))
        .route("/favicon.ico", get(assets::icon))
        .route("/page/{*path}", get(assets::file))
        .fallback(|| async { Refusal::no_such("there is nothing at this address") })
        .method_not_allowed_fallback(|| async { Refusal::bad("this address does not take requests of this method") })
        .layer(DefaultBodyLimit::max(BODY_MAX))
        .merge(import)
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::guard))
        // Lists of players and long games shrink to a tenth; events are left alone.
        .layer(CompressionLayer::new())
        .with_state(app)
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = match self.reason {
            Reason::Bad => StatusCode::BAD_REQUEST,
            Reason::NoToken => StatusCode::UNAUTHORIZED,
            Reason::Foreign => StatusCode::FORBIDDEN,
            Reason::NoSuch => StatusCode::NOT_FOUND,
            Reason::NotNow => StatusCode::CONFLICT,
            Reason::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Reason::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Reason::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Reason::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Reason::Failed => StatusCode::INTERNAL_SERVER_ERROR,
        };
        (status, Json(ErrorAnswer { error: self.detail })).into_response()
    }
}

#[cfg(test)]
mod tests;
