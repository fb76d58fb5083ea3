//! What comes in: JSON with errors that name the place, and words in addresses.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::api::{ErrorDetail, TextPlace};
use crate::refusal::{Reason, Refusal, offset_of};

/// A body that takes longer to arrive is not waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// A request's body as JSON, which it has to say it is. An empty body is an empty object.
pub(crate) struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let is_json = says_json(request.headers());
        let arriving = tokio::time::timeout(PATIENCE, Bytes::from_request(request, state));
        let bytes = arriving.await.map_err(|_| late())?.map_err(unread)?;
        if bytes.is_empty() {
            return serde_json::from_slice(b"{}").map(Self).map_err(|error| malformed(b"{}", &error));
        }
        if !is_json {
            return Err(Refusal::new(Reason::NotJson, "expected the header Content-Type: application/json"));
        }
        serde_json::from_slice(&bytes).map(Self).map_err(|error| malformed(&bytes, &error))
    }
}

/// Whether the sender says that a body is JSON. A form of another site cannot.
fn says_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

fn late() -> Refusal {
    Refusal::new(Reason::TooSlow, format!("the request did not arrive within {} s", PATIENCE.as_secs()))
}

fn unread(rejection: BytesRejection) -> Refusal {
    match rejection.status().as_u16() {
        413 => Refusal::new(Reason::TooLarge, "the request is too large"),
        _ => Refusal::bad(rejection.body_text()),
    }
}

fn malformed(bytes: &[u8], error: &serde_json::Error) -> Refusal {
    let text = String::from_utf8_lossy(bytes);
    let place = TextPlace { offset: offset_of(&text, error.line(), error.column()), text: String::new() };
    let detail = ErrorDetail { message: format!("the request: {error}"), place: Some(place), expected: None };
    Refusal { reason: Reason::Bad, detail }
}

/// What an address asks for after its question mark.
pub(crate) struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let query = Query::from_request_parts(parts, state).await;
        query.map(|Query(asked)| Self(asked)).map_err(|rejection| Refusal::bad(rejection.body_text()))
    }
}

/// The words in an address.
pub(crate) struct Named<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Named<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let path = Path::from_request_parts(parts, state).await;
        path.map(|Path(named)| Self(named)).map_err(|_| Refusal::no_such("there is nothing at this address"))
    }
}
