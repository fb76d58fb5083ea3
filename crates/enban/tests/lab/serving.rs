//! `enban serve` from the command line: where it cannot listen, and what programs are told.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::Stdio;

use serde_json::Value;

use crate::support::{Laboratory, signal};

#[test]
fn an_address_in_use_is_told_as_such() {
    let laboratory = Laboratory::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let told = format!("--address {address}: this address is in use");
    laboratory.refused(&["serve", "--no-open", "--address", &address], &[&told]);
    laboratory.refused(&["serve", "--no-open", "--address", "nowhere"], &["--address nowhere: expected HOST:PORT"]);
}

#[test]
fn programs_are_told_where_the_page_is() {
    let laboratory = Laboratory::new();
    let serve = ["serve", "--json", "--no-open", "--address", "127.0.0.1:0", "--store", "kept.db"];
    let mut server = laboratory.command(&serve).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    let told: Value = serde_json::from_str(&line).unwrap();
    assert!(told["address"].as_str().unwrap().starts_with("http://127.0.0.1:"), "{line}");
}

/// A service manager and a closed terminal end the server as Ctrl-C does.
#[test]
fn every_signal_to_end_ends_the_server_in_order() {
    for name in ["INT", "TERM", "HUP"] {
        let laboratory = Laboratory::new();
        let serve = ["serve", "--no-open", "--address", "127.0.0.1:0", "--store", "kept.db"];
        let mut command = laboratory.command(&serve);
        let mut server = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
        signal(&server, name);
        let output = server.wait_with_output().unwrap();
        assert!(output.status.success(), "{name}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("All games are saved."), "{name}: {output:?}");
    }
}
