//! The page from outside: the server starts, answers, and ends in good order on Ctrl-C.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

/// The answer to a request, head and all.
fn ask(address: &str, method: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let length = body.len();
    let head = format!("{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {length}");
    write!(stream, "{head}\r\n\r\n{body}").expect("the server reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("the server answers");
    answer
}

#[test]
fn the_server_answers_saves_and_ends() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_enban"))
        .args(["serve", "--no-open", "--address", "127.0.0.1:0"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().trim_end_matches('/').rsplit('/').next().unwrap().to_owned();
    assert!(ask(&address, "GET", "/", "").starts_with("HTTP/1.1 200 OK"));
    let room = ask(&address, "POST", "/api/rooms", "{\"game\":\"nip\",\"moves\":\"d3\"}");
    assert!(room.starts_with("HTTP/1.1 200 OK") && room.contains("\"move\":\"d3\""), "{room}");
    let stopped = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(stopped.success() && child.wait().unwrap().success());
    // The game is in the library of the next server.
    assert!(folder.path().join("enban.db").exists());
}
