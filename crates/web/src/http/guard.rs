//! What must not come in: other sites, strangers without the token; and what every answer says to browsers.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CONTENT_SECURITY_POLICY, COOKIE, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY, SET_COOKIE,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::App;
use crate::doors::Visit;
use crate::ids;
use crate::refusal::{Reason, Refusal};

/// Nothing but our own files: no script in the page's text, nothing from elsewhere.
const POLICY: &str = "default-src 'self'; style-src 'self'; img-src 'self' data: blob:; object-src 'none'; \
                      base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/// Who may come in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Guard {
    /// Those on this machine, who name it by a loopback address. A name that merely leads here may be another site's.
    Loopback,
    /// Those who have the token.
    Token(Token),
}

/// A word that opens the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    word: String,
    /// The cookie that holds it. Browsers keep cookies by host, not by port: each server has a name of its own.
    cookie: String,
    /// Whether the server is on a loopback address, so that only names of this machine are its own.
    is_loopback: bool,
}

impl Token {
    /// A new one for a server at an address.
    pub(crate) fn for_server(address: SocketAddr) -> Self {
        let (cookie, is_loopback) = (format!("enban_token_{}", address.port()), address.ip().is_loopback());
        Self { word: ids::random_token(), cookie, is_loopback }
    }

    /// The word.
    pub(crate) fn word(&self) -> &str {
        &self.word
    }

    /// The header by which a browser keeps the word, so that no later address shows it.
    fn keep(&self) -> Option<HeaderValue> {
        let Self { word, cookie, .. } = self;
        HeaderValue::from_str(&format!("{cookie}={word}; Path=/; HttpOnly; SameSite=Strict")).ok()
    }

    fn is_given(&self, request: &Request) -> bool {
        let headers = request.headers();
        let given = [in_query(request), in_header(headers), in_cookie(headers, &self.cookie)];
        given.into_iter().flatten().any(|given| ids::is_same(given, &self.word))
    }
}

/// Lets a request through or refuses it.
pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut answer = match check(&app.guard, &request) {
        Ok(()) => {
            if let Some(visit) = request.extensions().get::<Arc<Visit>>() {
                visit.is_let_in();
            }
            let is_in_address = in_query(&request).is_some();
            let mut answer = next.run(request).await;
            if let Guard::Token(token) = &*app.guard
                && let Some(cookie) = token.keep().filter(|_| is_in_address)
            {
                answer.headers_mut().insert(SET_COOKIE, cookie);
            }
            answer
        }
        Err(refusal) => refusal.into_response(),
    };
    let headers = answer.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    answer
}

fn check(guard: &Guard, request: &Request) -> Result<(), Refusal> {
    let headers = request.headers();
    let host = only(headers, &HOST)?.ok_or_else(|| Refusal::bad("expected one header Host"))?;
    let is_local = match guard {
        Guard::Loopback => true,
        Guard::Token(token) => token.is_loopback,
    };
    if is_local && !is_loopback(host) {
        return Err(Refusal::new(Reason::Foreign, "this server answers to localhost and 127.0.0.1 only"));
    }
    if let Guard::Token(token) = guard
        && !token.is_given(request)
    {
        let message = "an access token is needed: open the address that the server printed";
        return Err(Refusal::new(Reason::NoToken, message));
    }
    let is_write = ![Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method());
    let origin = only(headers, &ORIGIN)?;
    if is_write && is_foreign(origin, headers, host) {
        return Err(Refusal::new(Reason::Foreign, "requests of other sites are refused"));
    }
    Ok(())
}

/// A header that may be there once: with two of them, two programs may each believe another one.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<Option<&'h str>, Refusal> {
    let mut values = headers.get_all(name).into_iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => {
            let text = value.to_str().map_err(|_| Refusal::bad(format!("the header {name} is no text")))?;
            Ok(Some(text))
        }
        (Some(_), Some(_)) => Err(Refusal::bad(format!("the header {name} is there more than once"))),
    }
}

/// Whether a host header names this machine by its loopback address, with a port or without.
fn is_loopback(host: &str) -> bool {
    let (name, rest) = match host.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((name, rest)) if name.contains(':') => (name, rest),
            _ => return false,
        },
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let is_port = |port: &str| (1..=5).contains(&port.len()) && port.bytes().all(|byte| byte.is_ascii_digit());
    let ends_well = rest.is_empty() || rest.strip_prefix(':').is_some_and(is_port);
    let is_here = |ip: std::net::IpAddr| ip.is_loopback();
    ends_well && (name.eq_ignore_ascii_case("localhost") || name.parse().is_ok_and(is_here))
}

/// Whether a browser says that another site's page has sent this.
fn is_foreign(origin: Option<&str>, headers: &HeaderMap, host: &str) -> bool {
    if let Some(origin) = origin {
        let from = origin.strip_prefix("http://").or(origin.strip_prefix("https://"));
        return from.is_none_or(|from| !from.eq_ignore_ascii_case(host));
    }
    let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
    site.is_some_and(|site| !matches!(site, "same-origin" | "none"))
}

fn in_query(request: &Request) -> Option<&str> {
    request.uri().query()?.split('&').find_map(|pair| pair.strip_prefix("token="))
}

fn in_header(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

fn in_cookie<'h>(headers: &'h HeaderMap, cookie: &str) -> Option<&'h str> {
    let lines = headers.get_all(COOKIE).into_iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == cookie).map(|(_, token)| token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_names_are_known() {
        for host in ["localhost", "LOCALHOST:4188", "127.0.0.1:80", "127.1.2.3", "[::1]:4188", "[::1]"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["", "example.com", "localhost.example.com", "127.0.0.1.example.com", "10.0.0.1", "[", "[::2]"] {
            assert!(!is_loopback(host), "{host}");
        }
        for host in
            ["[::1]evil.example", "[::1]:", "[::1]:80:80", "[127.0.0.1]", "[localhost]", "localhost:", "localhost:8o"]
        {
            assert!(!is_loopback(host), "{host}");
        }
        for host in ["localhost:123456", "localhost:80@evil.example", "127.0.0.1:80:80", "::1", " localhost"] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
