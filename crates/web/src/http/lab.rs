//! Experiments and the library.

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;

use super::App;
use super::body::{Asked, Body, Named};
use super::work::{Written, answer, off_thread};
use crate::api::{ErrorAnswer, ExperimentDetail, Experiments, Library, NewExperimentRequest, Room, StartedExperiment};
use crate::lab::{LibraryFilter, Page};
use crate::refusal::Refusal;

#[utoipa::path(get, path = "/api/library", tag = "library",
    params(("game" = Option<String>, Query), ("player" = Option<String>, Query), ("result" = Option<String>, Query),
        ("before" = Option<i64>, Query), ("limit" = Option<usize>, Query)),
    responses((status = 200, body = Library)))]
pub(crate) async fn library(State(app): State<App>, Asked(filter): Asked<LibraryFilter>) -> Result<Written, Refusal> {
    answer(move || app.lab.library(&filter)).await
}

#[utoipa::path(post, path = "/api/library/{id}/open", tag = "library", params(("id" = String, Path)),
    responses((status = 200, body = Room), (status = 404, body = ErrorAnswer)))]
pub(crate) async fn open_saved(State(app): State<App>, Named(id): Named<String>) -> Result<Written, Refusal> {
    let open = move || {
        // One that is still open is shown as it is.
        if let Ok(open) = app.hall.get(&id) {
            return Ok(open.snapshot());
        }
        app.hall.add(app.lab.open_saved(&id)?)
    };
    answer(open).await
}

#[utoipa::path(get, path = "/api/experiments", tag = "experiments", responses((status = 200, body = Experiments)))]
pub(crate) async fn experiments(State(app): State<App>) -> Result<Written, Refusal> {
    answer(move || app.lab.experiments()).await
}

#[utoipa::path(get, path = "/api/experiments/{name}", tag = "experiments", params(("name" = String, Path)),
    responses((status = 200, body = ExperimentDetail), (status = 404, body = ErrorAnswer)))]
pub(crate) async fn experiment(State(app): State<App>, Named(name): Named<String>) -> Result<Written, Refusal> {
    answer(move || app.lab.detail(&name)).await
}

#[utoipa::path(post, path = "/api/experiments", tag = "experiments", request_body = NewExperimentRequest,
    responses((status = 200, body = StartedExperiment), (status = 400, body = ErrorAnswer)))]
pub(crate) async fn begin(
    State(app): State<App>,
    Body(request): Body<NewExperimentRequest>,
) -> Result<Written, Refusal> {
    answer(move || Ok(StartedExperiment { name: app.lab.begin(&request.toml, request.start)? })).await
}

#[utoipa::path(post, path = "/api/experiments/{name}/run", tag = "experiments", params(("name" = String, Path)),
    responses((status = 204), (status = 404, body = ErrorAnswer), (status = 409, body = ErrorAnswer)))]
pub(crate) async fn run(State(app): State<App>, Named(name): Named<String>) -> Result<StatusCode, Refusal> {
    off_thread(move || app.lab.run(&name)).await.map(|()| StatusCode::NO_CONTENT)
}

#[utoipa::path(post, path = "/api/experiments/{name}/stop", tag = "experiments", params(("name" = String, Path)),
    responses((status = 204), (status = 409, body = ErrorAnswer)))]
pub(crate) async fn stop(State(app): State<App>, Named(name): Named<String>) -> Result<StatusCode, Refusal> {
    off_thread(move || app.lab.stop(&name)).await.map(|()| StatusCode::NO_CONTENT)
}

#[utoipa::path(get, path = "/api/experiments/{name}/games", tag = "experiments",
    params(("name" = String, Path), ("limit" = Option<usize>, Query), ("offset" = Option<usize>, Query)),
    responses((status = 200, body = Library), (status = 404, body = ErrorAnswer)))]
pub(crate) async fn games(
    State(app): State<App>,
    Named(name): Named<String>,
    Asked(page): Asked<Page>,
) -> Result<Written, Refusal> {
    answer(move || app.lab.games(&name, &page)).await
}

/// A game of an experiment.
#[derive(Deserialize)]
pub(crate) struct GameOf {
    name: String,
    id: i64,
}

#[utoipa::path(post, path = "/api/experiments/{name}/games/{id}/open", tag = "experiments",
    params(("name" = String, Path), ("id" = i64, Path)),
    responses((status = 200, body = Room), (status = 404, body = ErrorAnswer)))]
pub(crate) async fn open_game(State(app): State<App>, Named(named): Named<GameOf>) -> Result<Written, Refusal> {
    answer(move || app.hall.add(app.lab.open_game(&named.name, named.id)?)).await
}
