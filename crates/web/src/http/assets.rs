//! The files of the page: in the program itself, in debug builds read from the disk at every request.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

use super::body::Named;
use crate::refusal::Refusal;

#[derive(Embed)]
#[folder = "page/"]
struct Page;

/// `/`
pub(crate) async fn index(headers: HeaderMap) -> Response {
    serve("index.html", &headers)
}

/// `/favicon.ico`
pub(crate) async fn icon(headers: HeaderMap) -> Response {
    serve("icon.svg", &headers)
}

/// `/page/...`
pub(crate) async fn file(Named(path): Named<String>, headers: HeaderMap) -> Response {
    serve(&path, &headers)
}

fn serve(path: &str, headers: &HeaderMap) -> Response {
    let Some(file) = is_plain(path).then(|| Page::get(path)).flatten() else {
        return Refusal::no_such("there is no such file").into_response();
    };
    let hash: String = file.metadata.sha256_hash().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, [(ETAG, tag)]).into_response();
    }
    let kind = content_type(path);
    // The browser asks again every time and is told that it has the file already.
    let headers = [(CONTENT_TYPE, kind.to_owned()), (CACHE_CONTROL, "no-cache".to_owned()), (ETAG, tag)];
    (headers, file.data).into_response()
}

/// Whether a path is one that our files could have: words with dots inside, and slashes between.
fn is_plain(path: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let is_part = |part: &str| !part.is_empty() && !part.starts_with('.') && part.bytes().all(is_letter);
    path.split('/').all(is_part)
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_out_of_the_page_are_refused() {
        for path in ["index.html", "board/geometry.js", "a-b_c.css"] {
            assert!(is_plain(path), "{path}");
        }
        for path in ["", "/etc/passwd", "../Cargo.toml", "board/../x", "board//x", ".git", "a\\b", "a%2e", "円", "a\0b"]
        {
            assert!(!is_plain(path), "{path}");
        }
    }
}
