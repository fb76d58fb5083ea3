//! What comes in: JSON with errors that name the place, and words in addresses.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::api::{ErrorDetail, TextPlace};
use crate::refusal::{Reason, Refusal, offset_of};

/// A request's body as JSON. An empty body is an empty object.
pub(crate) struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let bytes = Bytes::from_request(request, state).await.map_err(unread)?;
        let bytes = if bytes.is_empty() { Bytes::from_static(b"{}") } else { bytes };
        serde_json::from_slice(&bytes).map(Self).map_err(|error| malformed(&bytes, &error))
    }
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
