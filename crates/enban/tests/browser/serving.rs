//! The server from outside, without a browser: it starts, answers, keeps the games and ends in good order on Ctrl-C.

use serde_json::json;

use crate::server::{Server, exchange};

#[test]
fn the_server_answers_saves_and_ends() {
    let mut server = Server::start();
    assert!(exchange(&server.address, "GET", "/", "").unwrap().starts_with("HTTP/1.1 200 OK"));
    let room = server.post("/api/rooms", &json!({"game": "nip", "moves": "d3"}));
    assert!(room.to_string().contains("\"move\":\"d3\""), "{room}");
    assert!(server.interrupt().success());
    // The game is in the library of the next server.
    assert!(server.path("page.db").exists());
}
