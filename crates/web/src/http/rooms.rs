//! Rooms: play, variations, seats, and what is searched.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::App;
use super::body::{Body, Named};
use super::work::{Written, answer, answer_behind, off_thread};
use crate::api::{
    AnalysisRequest, CheckRequest, Checked, CommentRequest, ErrorAnswer, Games, NewRoom, NodeRequest, OverlayRequest,
    PlayRequest, ReviewRequest, Room, RunRequest, SeatsRequest, SolveRequest,
};
use crate::drawing;
use crate::refusal::Refusal;
use crate::shown::{Laid, Shown};

type Answer = Result<Written, Refusal>;

/// Changes a room and says how it is then. A room may have to be waited for, and large ones take a while to draw: none of it happens on
/// the threads that answer.
async fn change(
    app: App,
    id: String,
    work: impl FnOnce(&mut crate::room::Room) -> Result<(), Refusal> + Send + 'static,
) -> Answer {
    let open = app.hall.get(&id)?;
    match open.is_heavy() {
        true => answer_behind(move || open.change(work)).await,
        false => answer(move || open.change(work)).await,
    }
}

#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Games)))]
pub(crate) async fn games(State(app): State<App>) -> Json<Games> {
    Json((*app.games).clone())
}

#[utoipa::path(post, path = "/api/rooms", tag = "rooms", request_body = NewRoom,
    responses((status = 200, body = Room), (status = 400, body = ErrorAnswer), (status = 429, body = ErrorAnswer)))]
pub(crate) async fn create(State(app): State<App>, Body(request): Body<NewRoom>) -> Answer {
    answer(move || app.hall.create(&request)).await
}

#[utoipa::path(get, path = "/api/rooms/{id}", tag = "rooms", params(("id" = String, Path)),
    responses((status = 200, body = Room), (status = 404, body = ErrorAnswer)))]
pub(crate) async fn show(State(app): State<App>, Named(id): Named<String>) -> Answer {
    let open = app.hall.get(&id)?;
    match open.is_heavy() {
        true => answer_behind(move || Ok(open.visit())).await,
        false => answer(move || Ok(open.visit())).await,
    }
}

#[utoipa::path(delete, path = "/api/rooms/{id}", tag = "rooms", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = ErrorAnswer)))]
pub(crate) async fn close(State(app): State<App>, Named(id): Named<String>) -> Result<StatusCode, Refusal> {
    // A game that cannot be saved stays open.
    let (hall, lab) = (app.hall.clone(), app.lab.clone());
    off_thread(move || hall.close(&id, |open| lab.save(open))).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(post, path = "/api/rooms/{id}/play", tag = "rooms", params(("id" = String, Path)),
    request_body = PlayRequest, responses((status = 200, body = Room), (status = 409, body = ErrorAnswer)))]
pub(crate) async fn play(State(app): State<App>, Named(id): Named<String>, Body(request): Body<PlayRequest>) -> Answer {
    change(app, id, move |room| room.play(&request.step)).await
}

#[utoipa::path(post, path = "/api/rooms/{id}/undo", tag = "rooms", params(("id" = String, Path)),
    responses((status = 200, body = Room), (status = 409, body = ErrorAnswer)))]
pub(crate) async fn undo(State(app): State<App>, Named(id): Named<String>) -> Answer {
    change(app, id, crate::room::Room::undo).await
}

#[utoipa::path(post, path = "/api/rooms/{id}/goto", tag = "rooms", params(("id" = String, Path)),
    request_body = NodeRequest, responses((status = 200, body = Room), (status = 404, body = ErrorAnswer)))]
pub(crate) async fn goto(State(app): State<App>, Named(id): Named<String>, Body(request): Body<NodeRequest>) -> Answer {
    change(app, id, move |room| room.goto(request.node)).await
}

#[utoipa::path(post, path = "/api/rooms/{id}/seats", tag = "rooms", params(("id" = String, Path)),
    request_body = SeatsRequest, responses((status = 200, body = Room), (status = 400, body = ErrorAnswer)))]
pub(crate) async fn seats(
    State(app): State<App>,
    Named(id): Named<String>,
    Body(request): Body<SeatsRequest>,
) -> Answer {
    change(app, id, move |room| room.set_seats(&request.seats)).await
}

#[utoipa::path(post, path = "/api/rooms/{id}/run", tag = "rooms", params(("id" = String, Path)),
    request_body = RunRequest, responses((status = 200, body = Room), (status = 404, body = ErrorAnswer)))]
pub(crate) async fn run(State(app): State<App>, Named(id): Named<String>, Body(request): Body<RunRequest>) -> Answer {
    change(app, id, move |room| room.run(&request)).await
}

#[utoipa::path(post, path = "/api/rooms/{id}/analysis", tag = "study", params(("id" = String, Path)),
    request_body = AnalysisRequest, responses((status = 200, body = Room), (status = 400, body = ErrorAnswer)))]
pub(crate) async fn analysis(
    State(app): State<App>,
    Named(id): Named<String>,
    Body(request): Body<AnalysisRequest>,
) -> Answer {
    change(app, id, move |room| room.set_analysis(&request)).await
}

#[utoipa::path(post, path = "/api/rooms/{id}/solve", tag = "study", params(("id" = String, Path)),
    request_body = SolveRequest, responses((status = 200, body = Room), (status = 409, body = ErrorAnswer)))]
pub(crate) async fn solve(
    State(app): State<App>,
    Named(id): Named<String>,
    Body(request): Body<SolveRequest>,
) -> Answer {
    change(app, id, move |room| room.set_solve(&request)).await
}

#[utoipa::path(post, path = "/api/rooms/{id}/review", tag = "study", params(("id" = String, Path)),
    request_body = ReviewRequest, responses((status = 200, body = Room), (status = 400, body = ErrorAnswer)))]
pub(crate) async fn review(
    State(app): State<App>,
    Named(id): Named<String>,
    Body(request): Body<ReviewRequest>,
) -> Answer {
    change(app, id, move |room| room.set_review(&request)).await
}

#[utoipa::path(post, path = "/api/rooms/{id}/comment", tag = "rooms", params(("id" = String, Path)),
    request_body = CommentRequest, responses((status = 200, body = Room), (status = 404, body = ErrorAnswer)))]
pub(crate) async fn comment(
    State(app): State<App>,
    Named(id): Named<String>,
    Body(request): Body<CommentRequest>,
) -> Answer {
    change(app, id, move |room| room.comment(request.node, &request.text)).await
}

#[utoipa::path(post, path = "/api/rooms/{id}/promote", tag = "rooms", params(("id" = String, Path)),
    request_body = NodeRequest, responses((status = 200, body = Room), (status = 404, body = ErrorAnswer)))]
pub(crate) async fn promote(
    State(app): State<App>,
    Named(id): Named<String>,
    Body(request): Body<NodeRequest>,
) -> Answer {
    change(app, id, move |room| room.promote(request.node)).await
}

#[utoipa::path(post, path = "/api/rooms/{id}/remove", tag = "rooms", params(("id" = String, Path)),
    request_body = NodeRequest, responses((status = 200, body = Room), (status = 409, body = ErrorAnswer)))]
pub(crate) async fn remove(
    State(app): State<App>,
    Named(id): Named<String>,
    Body(request): Body<NodeRequest>,
) -> Answer {
    change(app, id, move |room| room.remove(request.node)).await
}

#[utoipa::path(post, path = "/api/rooms/{id}/overlay", tag = "study", params(("id" = String, Path)),
    request_body = OverlayRequest, responses((status = 200, body = Room), (status = 400, body = ErrorAnswer)))]
pub(crate) async fn overlay(
    State(app): State<App>,
    Named(id): Named<String>,
    Body(request): Body<OverlayRequest>,
) -> Answer {
    let open = app.hall.get(&id)?;
    answer_behind(move || open.change(|room| room.set_overlay(request.name.as_deref()))).await
}

#[utoipa::path(post, path = "/api/check", tag = "games", request_body = CheckRequest,
    responses((status = 200, body = Checked), (status = 400, body = ErrorAnswer)))]
pub(crate) async fn check(Body(request): Body<CheckRequest>) -> Result<Written, Refusal> {
    let checked = move || {
        let game = enban_catalog::open(&request.game).map_err(|error| Refusal::game(&error))?;
        let position = Some(request.position.as_str());
        let session = game.session(position, None).map_err(|error| Refusal::setup(position, None, &error))?;
        Ok(Checked { ok: true, view: drawing::draw(&*game, &Shown::of(&*session, Laid::Usual)) })
    };
    answer(checked).await
}
