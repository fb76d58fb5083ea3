//! The interface through its router: a whole game by requests, limits, strangers, and nonsense of every kind.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HOST, IF_NONE_MATCH, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, Request};
use futures_util::StreamExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::*;

const HERE: &str = "127.0.0.1:4188";
const JSON: &str = "application/json";

/// A server without a network.
struct Server {
    router: Router,
    app: App,
    _end: watch::Sender<bool>,
    _folder: tempfile::TempDir,
}

impl Server {
    fn new(guard: Guard) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (end, ending) = watch::channel(false);
        let app = App::new(guard, Lab::new(folder.path().join("store.db"), 1), ending);
        Self { router: router(app.clone()), app, _end: end, _folder: folder }
    }

    async fn send(&self, request: Request<Body>) -> (StatusCode, HeaderMap, Vec<u8>) {
        let answer = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = answer.into_parts();
        (parts.status, parts.headers, to_bytes(body, usize::MAX).await.unwrap().to_vec())
    }

    /// A request with a JSON body, or without one; the status and the answer.
    async fn ask(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        let request = Request::builder().method(method).uri(path).header(HOST, HERE).header(CONTENT_TYPE, JSON);
        let (status, _, bytes) = self.send(request.body(body).unwrap()).await;
        (status.as_u16(), serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        let (status, answer) = self.ask("POST", path, body).await;
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }
}

fn server() -> Server {
    Server::new(Guard::Loopback)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_against_random_is_played_by_requests() {
    let server = server();
    let seats = json!([{ "kind": "human" }, { "kind": "player", "player": "random" }]);
    let mut room = server.post("/api/rooms", json!({ "game": "nip24", "seats": seats, "seed": 3 })).await;
    let path = format!("/api/rooms/{}", room["id"].as_str().unwrap());
    let mut seq = 0;
    for _ in 0..2_000 {
        assert!(room["seq"].as_u64().unwrap() >= seq, "numbers grow");
        seq = room["seq"].as_u64().unwrap();
        if room["view"]["turn"] == "over" {
            break;
        }
        if room["view"]["mover"] == 0 {
            let step = room["view"]["legal"][0]["move"].clone();
            room = server.post(&format!("{path}/play"), json!({ "move": step })).await;
        } else {
            tokio::time::sleep(Duration::from_millis(2)).await;
            room = server.ask("GET", &path, Value::Null).await.1;
        }
    }
    assert_eq!(room["view"]["turn"], "over");
    assert_eq!(room["announcement"]["kind"], "over");
    let scores: f64 = room["view"]["scores"].as_array().unwrap().iter().map(|score| score.as_f64().unwrap()).sum();
    assert_eq!(scores, 24.0);
    let (status, answer) = server.ask("POST", &format!("{path}/play"), json!({ "move": "a1" })).await;
    assert_eq!((status, answer["error"]["message"].as_str()), (409, Some("the game is over")));
    // Back, and another way: nothing is lost.
    let nodes = room["nodes"].as_array().unwrap().len();
    let back = server.post(&format!("{path}/undo"), json!({})).await;
    assert_eq!((back["view"]["mover"].as_u64(), back["nodes"].as_array().unwrap().len()), (Some(0), nodes));
    let first = server.post(&format!("{path}/goto"), json!({ "node": 0 })).await;
    let other = first["view"]["legal"][1]["move"].clone();
    let played = server.post(&format!("{path}/play"), json!({ "move": other })).await;
    assert!(played["nodes"].as_array().unwrap().len() > nodes);
    assert_eq!(server.ask("DELETE", &path, Value::Null).await.0, 204);
    assert_eq!(server.ask("GET", &path, Value::Null).await.0, 404);
    let library = server.ask("GET", "/api/library?game=nip24", Value::Null).await.1;
    assert_eq!(library["count"], 1);
    let id = library["games"][0]["id"].as_str().unwrap();
    let opened = server.post(&format!("/api/library/{id}/open"), Value::Null).await;
    assert!(opened["nodes"].as_array().unwrap().len() > nodes);
}

#[tokio::test]
async fn mistakes_are_answered_with_what_was_expected() {
    let server = server();
    let room = server.post("/api/rooms", json!({ "game": "reversi" })).await;
    let path = format!("/api/rooms/{}", room["id"].as_str().unwrap());
    let check = async |method: &str, path: &str, body: Value, status: u16, part: &str| {
        let (found, answer) = server.ask(method, path, body).await;
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(found == status && message.contains(part), "{path}: {found} {answer}");
        answer
    };
    let illegal = check("POST", &format!("{path}/play"), json!({ "move": "a1" }), 400, "a1").await;
    assert_eq!(illegal["error"]["place"], json!({ "offset": 0, "text": "a1" }));
    check("POST", &format!("{path}/play"), json!({ "mvoe": "a1" }), 400, "mvoe").await;
    check("POST", &format!("{path}/goto"), json!({ "node": 77 }), 404, "no node").await;
    check("POST", &format!("{path}/undo"), json!({}), 409, "no move to take back").await;
    check("POST", "/api/rooms", json!({ "game": "chess" }), 400, "no game").await;
    check("POST", "/api/rooms", json!({ "game": "nip(" }), 400, "game").await;
    check("POST", "/api/rooms", json!({ "game": "nip", "moves": "d3 zz" }), 400, "moves").await;
    check("POST", "/api/check", json!({ "game": "reversi4", "position": "XX" }), 400, "position").await;
    check("POST", "/api/import", json!({ "text": "d3 a1", "game": "reversi" }), 400, "a1").await;
    check("GET", &format!("{path}/export?format=doc"), Value::Null, 400, "sgf").await;
    check("GET", "/api/nothing", Value::Null, 404, "nothing").await;
    check("PUT", "/api/rooms", json!({}), 400, "method").await;
    check("GET", "/api/events", Value::Null, 400, "?room=ID").await;
    check("GET", "/api/events?room=none", Value::Null, 404, "no such game").await;
    check("POST", "/api/rooms/none/play", json!({ "move": "d3" }), 404, "no such game").await;
    check("POST", "/api/rooms", json!({ "game": "x".repeat(BODY_MAX) }), 413, "too large").await;
    check("POST", "/api/import", json!({ "text": "x".repeat(5 << 20) }), 413, "4 megabytes").await;
    check("POST", "/api/import", json!({ "text": "x".repeat(7 << 20) }), 413, "too large").await;
    let good = json!({ "game": "reversi4", "position": "-----OX--XO----- X" });
    assert_eq!(server.post("/api/check", good).await["view"]["legal"].as_array().unwrap().len(), 4);
}

#[tokio::test]
async fn records_come_in_and_go_out() {
    let server = server();
    let record = "(;GM[2]SZ[8]C[first];B[dc];W[cc](;B[cd])(;B[bc]))";
    let read = server.post("/api/import", json!({ "text": record })).await;
    assert_eq!((read["format"].as_str(), read["room"]["nodes"].as_array().unwrap().len()), (Some("sgf"), 5));
    let id = read["room"]["id"].as_str().unwrap().to_owned();
    for (format, part) in
        [("sgf", "(;B[cd])(;B[bc])"), ("ggf", "B[c4]"), ("moves", "d3 c3 c4"), ("position", " O"), ("svg", "<svg")]
    {
        let uri = format!("/api/rooms/{id}/export?format={format}");
        let request = Request::builder().uri(uri).header(HOST, HERE).body(Body::empty()).unwrap();
        let (status, headers, bytes) = server.send(request).await;
        let text = String::from_utf8(bytes).unwrap();
        assert!(status.is_success() && text.replace('\n', "").contains(part), "{format}: {text}");
        assert!(headers["content-disposition"].to_str().unwrap().starts_with("attachment"));
        assert_eq!(headers["x-content-type-options"], "nosniff");
    }
}

#[tokio::test]
async fn strangers_are_refused() {
    let send = async |server: &Server, method: &str, path: &str, headers: &[(&str, &str)]| {
        let mut request = Request::builder().method(method).uri(path).header(CONTENT_TYPE, JSON);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = if method == "POST" { Body::from("{\"game\":\"nip\"}") } else { Body::empty() };
        let (status, headers, _) = server.send(request.body(body).unwrap()).await;
        assert!(headers.contains_key(CONTENT_SECURITY_POLICY));
        (status.as_u16(), headers)
    };
    let local = server();
    let check = async |method: &str, headers: &[(&str, &str)], status: u16| {
        let path = if method == "POST" { "/api/rooms" } else { "/api/games" };
        assert_eq!(send(&local, method, path, headers).await.0, status, "{headers:?}");
    };
    check("GET", &[("host", HERE)], 200).await;
    check("GET", &[("host", "evil.example")], 403).await;
    check("GET", &[("host", "[::1]evil.example")], 403).await;
    check("GET", &[], 400).await;
    check("GET", &[("host", HERE), ("host", "evil.example")], 400).await;
    check("POST", &[("host", HERE)], 200).await;
    check("POST", &[("host", HERE), ("origin", "http://127.0.0.1:4188")], 200).await;
    check("POST", &[("host", HERE), ("origin", "http://evil.example")], 403).await;
    check("POST", &[("host", HERE), ("origin", "http://127.0.0.1:9999")], 403).await;
    check("POST", &[("host", HERE), ("origin", "null")], 403).await;
    let twice = [("host", HERE), ("origin", "http://127.0.0.1:4188"), ("origin", "http://evil.example")];
    check("POST", &twice, 400).await;
    check("POST", &[("host", HERE), ("sec-fetch-site", "cross-site")], 403).await;
}

#[tokio::test]
async fn a_token_opens_the_server_and_no_other_one() {
    let token = Token::for_server("192.0.2.1:80".parse().unwrap());
    let word = token.word().to_owned();
    let server = Server::new(Guard::Token(token));
    let send = async |method: &str, path: &str, headers: &[(&str, &str)]| {
        let mut request = Request::builder().method(method).uri(path).header(CONTENT_TYPE, JSON);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (status, headers, _) = server.send(request.body(Body::empty()).unwrap()).await;
        (status.as_u16(), headers)
    };
    let status = async |path: &str, header: (&str, &str)| send("GET", path, &[("host", "x"), header]).await.0;
    let nothing = ("accept", "*/*");
    assert_eq!(status("/api/games", nothing).await, 401);
    assert_eq!(status("/", nothing).await, 401);
    assert_eq!(status("/api/games?token=wrong", nothing).await, 401);
    assert_eq!(status("/api/games", ("cookie", &format!("a=b; enban_token_80={word}"))).await, 200);
    assert_eq!(
        status("/api/games", ("cookie", &format!("enban_token_81={word}"))).await,
        401,
        "that of another server"
    );
    assert_eq!(status("/api/games", ("authorization", &format!("Bearer {word}"))).await, 200);
    let (found, headers) = send("GET", &format!("/api/games?token={word}"), &[("host", "x")]).await;
    assert_eq!(found, 200);
    let cookie = headers[SET_COOKIE].to_str().unwrap();
    assert!(cookie.starts_with("enban_token_80=") && cookie.contains("HttpOnly; SameSite=Strict"), "{cookie}");
    let cookie = format!("enban_token_80={word}");
    let foreign = [("cookie", &*cookie), ("origin", "http://evil.example"), ("host", "x")];
    assert_eq!(send("POST", "/api/rooms", &foreign).await.0, 403);
    // On this machine's own address a token does not make foreign names welcome.
    let token = Token::for_server("127.0.0.1:80".parse().unwrap());
    let path = format!("/api/games?token={}", token.word());
    let local = Server::new(Guard::Token(token));
    for (host, status) in [("localhost:80", 200), ("evil.example", 403)] {
        let request = Request::builder().uri(&path).header(HOST, host).body(Body::empty()).unwrap();
        assert_eq!(local.send(request).await.0.as_u16(), status);
    }
}

#[tokio::test]
async fn a_body_has_to_say_that_it_is_json() {
    let server = server();
    let send = async |kind: Option<&str>| {
        let mut request = Request::builder().method("POST").uri("/api/rooms").header(HOST, HERE);
        if let Some(kind) = kind {
            request = request.header(CONTENT_TYPE, kind);
        }
        server.send(request.body(Body::from("{\"game\":\"nip\"}")).unwrap()).await.0.as_u16()
    };
    assert_eq!(send(Some("application/json; charset=utf-8")).await, 200);
    for kind in [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("application/jsonp")] {
        assert_eq!(send(kind).await, 415, "{kind:?}");
    }
}

#[tokio::test]
async fn an_experiment_has_a_name() {
    let server = server();
    for name in ["", "  ", "a\\u0007b"] {
        let toml =
            format!("name = \"{name}\"\ngame = \"nip24\"\ngames = 2\n[[cells]]\nplayers = [\"random\", \"random\"]\n");
        let (status, answer) = server.ask("POST", "/api/experiments", json!({ "toml": toml, "start": false })).await;
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(status == 400 && message.contains("name"), "{name:?}: {status} {answer}");
    }
}

#[tokio::test]
async fn files_are_served_with_their_tags() {
    let server = server();
    let get = async |path: &str, tag: Option<&str>| {
        let mut request = Request::builder().uri(path).header(HOST, HERE);
        if let Some(tag) = tag {
            request = request.header(IF_NONE_MATCH, tag);
        }
        server.send(request.body(Body::empty()).unwrap()).await
    };
    let (status, headers, bytes) = get("/page/board/geometry.js", None).await;
    assert!(status.is_success() && !bytes.is_empty());
    assert_eq!(headers["content-type"], "text/javascript; charset=utf-8");
    let tag = headers[ETAG].to_str().unwrap().to_owned();
    assert_eq!(get("/page/board/geometry.js", Some(&tag)).await.0, 304);
    for path in [
        "/page/none.js",
        "/page/../Cargo.toml",
        "/page/%2e%2e/Cargo.toml",
        "/page/..%2fCargo.toml",
        "/page//etc/passwd",
    ] {
        assert_eq!(get(path, None).await.0, 404, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn events_bring_snapshots_and_their_end_stops_searches() {
    let server = server();
    let room = server.post("/api/rooms", json!({ "game": "nip" })).await;
    let id = room["id"].as_str().unwrap().to_owned();
    let open = server.app.hall.get(&id).unwrap();
    let uri = format!("/api/events?room={id}");
    let request = Request::builder().uri(uri).header(HOST, HERE).body(Body::empty()).unwrap();
    let answer = server.router.clone().oneshot(request).await.unwrap();
    let mut stream = answer.into_body().into_data_stream();
    let mut next = async || {
        loop {
            let bytes = tokio::time::timeout(Duration::from_secs(20), stream.next()).await.unwrap().unwrap().unwrap();
            let text = String::from_utf8(bytes.to_vec()).unwrap();
            if let Some(data) = text.lines().find_map(|line| line.strip_prefix("data: ")) {
                assert!(text.contains("event: room"), "{text}");
                return serde_json::from_str::<Value>(data).unwrap();
            }
        }
    };
    let mut seq = next().await["seq"].as_u64().unwrap();
    server.post(&format!("/api/rooms/{id}/analysis"), json!({ "on": true, "lines": 2 })).await;
    assert_eq!(open.searches(), 1);
    loop {
        let heard = next().await;
        assert!(heard["seq"].as_u64().unwrap() > seq);
        seq = heard["seq"].as_u64().unwrap();
        if let Some(best) = heard["analysis"]["candidates"].get(0) {
            assert!(best["value"]["black"].is_number());
            break;
        }
    }
    drop(stream);
    assert_eq!(open.searches(), 0, "nobody listens");
}

#[tokio::test]
async fn the_interface_is_described() {
    let server = server();
    let (status, docs) = server.ask("GET", "/api/docs.json", Value::Null).await;
    assert_eq!((status, docs["openapi"].as_str().is_some_and(|version| version.starts_with("3."))), (200, true));
    let paths = docs["paths"].as_object().unwrap();
    for path in ["/api/rooms/{id}/play", "/api/events", "/api/import", "/api/experiments/{name}"] {
        assert!(paths.contains_key(path), "{path}");
    }
    // Every type that is pointed at is described.
    let schemas = docs["components"]["schemas"].as_object().unwrap();
    let text = docs.to_string();
    for name in text.split("\"#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(schemas.contains_key(name), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_experiment_is_started_and_seen() {
    let server = server();
    let toml = "name = \"e\"\ngame = \"reversi4\"\ngames = 4\n[[cells]]\nplayers = [\"random\", \"random\"]\n";
    assert_eq!(server.post("/api/experiments", json!({ "toml": toml, "start": true })).await["name"], "e");
    for _ in 0..500 {
        let listed = server.ask("GET", "/api/experiments", Value::Null).await.1;
        if listed["experiments"][0]["running"] == false {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let detail = server.ask("GET", "/api/experiments/e", Value::Null).await.1;
    assert_eq!((detail["tasks_done"].as_u64(), detail["summary"]["cells"][0]["games"].as_u64()), (Some(2), Some(4)));
    let uri = "/api/events?experiments=1&experiment=e";
    let request = Request::builder().uri(uri).header(HOST, HERE).body(Body::empty()).unwrap();
    let mut stream = server.router.clone().oneshot(request).await.unwrap().into_body().into_data_stream();
    let mut heard = String::new();
    while !(heard.contains("event: experiments\n") && heard.contains("event: experiment\n")) {
        let bytes = tokio::time::timeout(Duration::from_secs(20), stream.next()).await.unwrap().unwrap().unwrap();
        heard += std::str::from_utf8(&bytes).unwrap();
    }
    let games = server.ask("GET", "/api/experiments/e/games?limit=1", Value::Null).await.1;
    let id = games["games"][0]["id"].as_str().unwrap();
    let room = server.post(&format!("/api/experiments/e/games/{id}/open"), Value::Null).await;
    assert_eq!(room["view"]["turn"], "over");
    assert_eq!(server.ask("POST", "/api/experiments/none/run", json!({})).await.0, 404);
}

/// Nonsense of every kind at every address: an answer in JSON, never a broken server.
#[test]
fn nonsense_is_answered() {
    use proptest::prelude::*;
    use proptest::test_runner::{Config, TestRunner};

    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let (server, id) = runtime.block_on(async {
        let server = server();
        let room = server.post("/api/rooms", json!({ "game": "nip24" })).await;
        (server, room["id"].as_str().unwrap().to_owned())
    });
    let words = [
        "play", "undo", "goto", "seats", "run", "analysis", "solve", "review", "comment", "promote", "remove",
        "overlay",
    ];
    let mut paths: Vec<String> = words.iter().map(|word| format!("/api/rooms/{id}/{word}")).collect();
    paths.extend(
        ["/api/rooms", "/api/import", "/api/check", "/api/experiments", "/api/library/x/open"].map(str::to_owned),
    );
    let value = prop_oneof![
        Just("null".to_owned()),
        any::<bool>().prop_map(|value| value.to_string()),
        any::<i64>().prop_map(|value| value.to_string()),
        any::<f64>().prop_map(|value| format!("{value:e}")),
        "[a-h][1-9]|\\PC{0,12}".prop_map(|value| json!(value).to_string()),
        Just("[{\"kind\":\"human\"},{\"kind\":\"level\",\"level\":1}]".to_owned()),
    ];
    let key = prop::sample::select(vec![
        "game", "move", "node", "on", "text", "seats", "running", "step", "toml", "position", "name", "seconds",
        "lines",
    ]);
    let object = prop::collection::vec((key, value), 0..4).prop_map(|pairs| {
        let pairs: Vec<String> = pairs.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
        format!("{{{}}}", pairs.join(",")).into_bytes()
    });
    let body = prop_oneof![3 => object, 1 => prop::collection::vec(any::<u8>(), 0..64)];
    let strategy = (prop::sample::select(paths), body);
    let mut runner = TestRunner::new(Config { cases: 400, failure_persistence: None, ..Config::default() });
    let done = runner.run(&strategy, |(path, body)| {
        let request = Request::builder().method("POST").uri(&path).header(HOST, HERE).body(Body::from(body)).unwrap();
        let (status, _, bytes) = runtime.block_on(server.send(request));
        prop_assert!(status.as_u16() != 500, "{path}: {}", String::from_utf8_lossy(&bytes));
        let answer: Value = serde_json::from_slice(&bytes).expect("JSON");
        prop_assert!(status.is_success() || answer["error"]["message"].is_string(), "{answer}");
        Ok(())
    });
    done.unwrap();
    let places = ["/api/library?", "/api/events?", "/api/experiments/", "/api/rooms/", "/page/", "/"];
    let asked = (prop::sample::select(places.to_vec()), "[a-z0-9=&%._/+-]{0,16}", any::<bool>());
    let done = runner.run(&asked, |(place, rest, is_delete)| {
        let uri = format!("{place}{rest}");
        let method = if is_delete { "DELETE" } else { "GET" };
        let request = Request::builder().method(method).uri(&uri).header(HOST, HERE).body(Body::empty());
        let (status, _, bytes) = runtime.block_on(server.send(request.unwrap()));
        prop_assert!(status.as_u16() != 500, "{uri}: {}", String::from_utf8_lossy(&bytes));
        Ok(())
    });
    done.unwrap();
    assert_eq!(runtime.block_on(server.ask("GET", "/api/games", Value::Null)).0, 200);
    runtime.shutdown_timeout(Duration::from_secs(1));
}

#[tokio::test]
async fn a_foreign_origin_header_is_compared_with_the_host() {
    let server = server();
    let request = Request::builder().method("POST").uri("/api/rooms").header(HOST, "localhost:4188");
    let request = request.header(ORIGIN, "http://127.0.0.1:4188").body(Body::from("{\"game\":\"nip\"}")).unwrap();
    assert_eq!(server.send(request).await.0, 403);
}
