//! Connections that say nothing, say half of it, or stay: real sockets against the real loop.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Instant;

use axum::middleware::Next;
use axum::routing::get;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::*;

const LIMITS: Limits =
    Limits { strangers: 8, of_one: 12, all: 16, first: Duration::from_millis(600), idle: Duration::from_millis(400) };

/// A server that lets everyone in, with an answer and a stream that never ends.
async fn server(limits: Limits) -> (SocketAddr, watch::Sender<bool>) {
    let let_in = |request: axum::extract::Request, next: Next| async move {
        if let Some(visit) = request.extensions().get::<Arc<Visit>>() {
            visit.is_let_in();
        }
        next.run(request).await
    };
    let stream = || async {
        let parts = futures_util::stream::unfold((), |()| async {
            tokio::time::sleep(Duration::from_millis(50)).await;
            Some((Ok::<_, Infallible>("more\n"), ()))
        });
        Body::from_stream(parts)
    };
    let router = Router::new()
        .route("/", get(|| async { "hello" }))
        .route("/stream", get(stream))
        .layer(axum::middleware::from_fn(let_in));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (end, ending) = watch::channel(false);
    tokio::spawn(serve(listener, router, limits, ending));
    (address, end)
}

/// Sends a request and returns the first bytes of the answer.
async fn ask(stream: &mut TcpStream, path: &str) -> String {
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: here\r\n\r\n").as_bytes()).await.unwrap();
    let mut answer = [0; 400];
    let count = stream.read(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer[..count]).into_owned()
}

/// Whether the other side has closed a connection within a time.
async fn is_closed(stream: &mut TcpStream, within: Duration) -> bool {
    let mut rest = [0; 4096];
    let closed = async {
        loop {
            match stream.read(&mut rest).await {
                Ok(0) => return,
                Err(error) if error.kind() != ErrorKind::Interrupted => return,
                _ => {}
            }
        }
    };
    tokio::time::timeout(within, closed).await.is_ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_say_nothing_do_not_keep_out_those_who_do() {
    let (address, _end) = server(Limits { first: Duration::from_secs(60), ..LIMITS }).await;
    let mut silent = Vec::new();
    for _ in 0..60 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET / HT").await.unwrap();
        silent.push(stream);
    }
    for _ in 0..5 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        assert!(ask(&mut stream, "/").await.ends_with("hello"));
    }
    let mut closed = 0;
    for stream in &mut silent {
        closed += usize::from(is_closed(stream, Duration::from_millis(20)).await);
    }
    assert!(closed >= 60 - LIMITS.strangers, "{closed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_and_idle_connections_are_closed_in_time_and_streams_are_not() {
    let (address, _end) = server(LIMITS).await;
    let mut silent = TcpStream::connect(address).await.unwrap();
    let mut idle = TcpStream::connect(address).await.unwrap();
    let mut heard = TcpStream::connect(address).await.unwrap();
    assert!(ask(&mut heard, "/stream").await.contains("200 OK"));
    assert!(ask(&mut idle, "/").await.ends_with("hello"));
    assert!(!is_closed(&mut idle, Duration::from_millis(100)).await, "it may stay for a while");
    assert!(is_closed(&mut idle, Duration::from_secs(3)).await, "and then goes");
    assert!(is_closed(&mut silent, Duration::from_secs(3)).await, "who says nothing goes");
    assert!(!is_closed(&mut heard, Duration::from_millis(1500)).await, "a stream outlives all limits");
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_an_end_to_all_together_and_room_again_when_some_go() {
    let (address, _end) = server(Limits { idle: Duration::from_secs(60), ..LIMITS }).await;
    let mut inside = Vec::new();
    for _ in 0..LIMITS.all {
        let mut stream = TcpStream::connect(address).await.unwrap();
        assert!(ask(&mut stream, "/stream").await.contains("200 OK"));
        inside.push(stream);
    }
    let mut late = TcpStream::connect(address).await.unwrap();
    assert!(is_closed(&mut late, Duration::from_secs(3)).await);
    inside.truncate(LIMITS.all / 2);
    let began = Instant::now();
    loop {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = stream.write_all(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n").await;
        let mut answer = [0; 400];
        if request.is_ok() && matches!(stream.read(&mut answer).await, Ok(count) if count > 0) {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(5), "nobody is let in again");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[test]
fn an_address_may_have_only_so_many_and_loses_its_own_strangers_first() {
    let doors = Doors { limits: LIMITS, inside: Arc::default() };
    let [quiet, loud]: [IpAddr; 2] = ["192.0.2.1", "192.0.2.2"].map(|address| address.parse().unwrap());
    let first = doors.enter(quiet).unwrap();
    let visits: Vec<_> = (0..30).map_while(|_| doors.enter(loud)).collect();
    assert_eq!(visits.len(), 30, "strangers take the place of strangers");
    assert!(lock(&doors.inside).visits.contains_key(&first.number), "the other address keeps its one");
    assert_eq!(lock(&doors.inside).visits.len(), LIMITS.strangers);
    drop(visits);
    let let_in = |visit: Arc<Visit>| {
        visit.is_let_in();
        visit
    };
    let known: Vec<_> = (0..30).map_while(|_| doors.enter(loud).map(let_in)).collect();
    assert_eq!(known.len(), LIMITS.of_one);
    assert!(doors.enter(quiet).is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_the_server_closes_idle_connections_at_once() {
    let (address, end) = server(Limits { idle: Duration::from_secs(60), ..LIMITS }).await;
    let mut idle = TcpStream::connect(address).await.unwrap();
    assert!(ask(&mut idle, "/").await.ends_with("hello"));
    end.send_replace(true);
    assert!(is_closed(&mut idle, Duration::from_secs(3)).await);
}
