//! What must not come in: other sites, strangers without the token; and what every answer says to browsers.

use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CONTENT_SECURITY_POLICY, COOKIE, HOST, HeaderValue, ORIGIN, REFERRER_POLICY, SET_COOKIE,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::App;
use crate::ids;
use crate::refusal::{Reason, Refusal};

/// Nothing but our own files: no script in the page's text, nothing from elsewhere.
const POLICY: &str = "default-src 'self'; style-src 'self'; img-src 'self' data: blob:; object-src 'none'; \
                      base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/// The cookie that holds the token.
const TOKEN: &str = "enban_token";

/// Who may come in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Guard {
    /// Those on this machine, who name it by a loopback address. A name that merely leads here may be another site's.
    Loopback,
    /// Those who have the token.
    Token(String),
}

/// Lets a request through or refuses it.
pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut answer = match check(&app.guard, &request) {
        Ok(()) => {
            let given = in_query(&request).map(str::to_owned);
            let mut answer = next.run(request).await;
            // The token of the first address is kept by the browser, so that no later address shows it.
            if let Some(token) = given
                && let Ok(cookie) =
                    HeaderValue::from_str(&format!("{TOKEN}={token}; Path=/; HttpOnly; SameSite=Strict"))
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
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    match guard {
        Guard::Loopback if !is_loopback(host) => {
            let message = "this server answers to localhost and 127.0.0.1 only";
            return Err(Refusal::new(Reason::Foreign, message));
        }
        Guard::Loopback => {}
        Guard::Token(token) => {
            let given = [in_query(request), in_header(headers), in_cookie(headers)];
            if !given.into_iter().flatten().any(|given| ids::is_same(given, token)) {
                let message = "an access token is needed: open the address that the server printed";
                return Err(Refusal::new(Reason::NoToken, message));
            }
        }
    }
    let is_write = ![Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method());
    if is_write && is_foreign(headers, host) {
        return Err(Refusal::new(Reason::Foreign, "requests of other sites are refused"));
    }
    Ok(())
}

/// Whether a host header names this machine by its loopback address.
fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse().is_ok_and(|ip: std::net::IpAddr| ip.is_loopback())
}

/// Whether a browser says that another site's page has sent this.
fn is_foreign(headers: &HeaderMap, host: &str) -> bool {
    if let Some(origin) = headers.get(ORIGIN) {
        let origin = origin.to_str().unwrap_or_default();
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

fn in_cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(COOKIE).into_iter().filter_map(|cookie| cookie.to_str().ok());
    let mut pairs = cookies.flat_map(|cookie| cookie.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == TOKEN).map(|(_, token)| token)
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
    }
}
