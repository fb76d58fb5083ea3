//! Records: read from any format, written in several.

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::App;
use super::body::{Asked, Body, Named};
use super::work::{Written, answer_behind, off_thread};
use crate::api::{ErrorAnswer, ImportRequest, Imported};
use crate::refusal::Refusal;
use crate::{export, import};

#[utoipa::path(post, path = "/api/import", tag = "records", request_body = ImportRequest,
    responses((status = 200, body = Imported), (status = 400, body = ErrorAnswer), (status = 413, body = ErrorAnswer)))]
pub(crate) async fn import(State(app): State<App>, Body(request): Body<ImportRequest>) -> Result<Written, Refusal> {
    // A long record takes a processor for a while, so few are read at once.
    let _turn = app.imports.acquire().await;
    let hall = app.hall.clone();
    let read = move || {
        let read = import::read(&request)?;
        let room = hall.add(read.room)?;
        Ok(Imported { format: read.format.to_owned(), warnings: read.warnings, room })
    };
    answer_behind(read).await
}

/// Which format.
#[derive(Deserialize)]
pub(crate) struct Format {
    format: String,
}

#[utoipa::path(get, path = "/api/rooms/{id}/export", tag = "records",
    params(("id" = String, Path), ("format" = String, Query, description = "sgf, ggf, moves, position or svg")),
    responses((status = 200, content_type = "text/plain"), (status = 400, body = ErrorAnswer)))]
pub(crate) async fn export(
    State(app): State<App>,
    Named(id): Named<String>,
    Asked(asked): Asked<Format>,
) -> Result<Response, Refusal> {
    let format = asked.format.clone();
    let text = off_thread(move || app.hall.get(&id)?.look(|room| export::write(room, &format))).await?;
    // Whatever a browser makes of it, it is a file and not a page of ours.
    let (kind, ending) = match asked.format.as_str() {
        "svg" => ("image/svg+xml", "svg"),
        "sgf" => ("application/x-go-sgf", "sgf"),
        "ggf" => ("text/plain; charset=utf-8", "ggf"),
        _ => ("text/plain; charset=utf-8", "txt"),
    };
    let disposition = format!("attachment; filename=\"enban.{ending}\"");
    Ok(([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, disposition)], text).into_response())
}
