//! `enban serve` with a store of its own, and plain requests over the loopback address.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// What no request may take, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that ends with this value.
pub struct Server {
    pub address: String,
    child: Child,
    folder: TempDir,
}

impl Server {
    /// A server on a free port.
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (child, address) = serve(folder.path(), "127.0.0.1:0");
        Self { address, child, folder }
    }

    /// Another server with the same store, where the one before has ended.
    pub fn start_again(&mut self) {
        (self.child, self.address) = serve(self.folder.path(), &self.address);
    }

    /// Ctrl-C, and how the server ended.
    pub fn interrupt(&mut self) -> ExitStatus {
        let stopped = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        assert!(stopped.success());
        self.child.wait().unwrap()
    }

    /// A file in the folder of the server.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn get(&self, path: &str) -> Value {
        ask(&self.address, "GET", path, &Value::Null)
    }

    pub fn post(&self, path: &str, body: &Value) -> Value {
        ask(&self.address, "POST", path, body)
    }

    /// Opens a room and gives its id.
    pub fn room(&self, body: &Value) -> String {
        self.post("/api/rooms", body)["id"].as_str().unwrap().to_owned()
    }

    /// The output of a command that works in the folder of the server.
    pub fn command(&self, arguments: &[&str]) -> String {
        let output = Command::new(env!("CARGO_BIN_EXE_enban"))
            .args(arguments)
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has nothing to keep; if it is gone already, so much the better.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A server at an address, and the address that it names itself.
fn serve(folder: &Path, address: &str) -> (Child, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_enban"))
        .args(["serve", "--no-open", "--address", address, "--store", "page.db"])
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let named = line.trim().trim_end_matches('/').rsplit('/').next().unwrap().to_owned();
    (child, named)
}

/// One request and its answer, which must be a success.
pub fn ask(address: &str, method: &str, path: &str, body: &Value) -> Value {
    let text = if body.is_null() { String::new() } else { body.to_string() };
    let answer = exchange(address, method, path, &text).unwrap_or_else(|error| panic!("{method} {path}: {error}"));
    let (head, rest) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{method} {path}: {answer:?}"));
    assert!(head.starts_with("HTTP/1.1 2"), "{method} {path} {text}\n{answer}");
    serde_json::from_str(rest).unwrap_or(Value::Null)
}

/// The text of an answer, head and all. The driver leaves its connections open, so the length says where it ends.
pub fn exchange(address: &str, method: &str, path: &str, body: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let length = body.len();
    let head = format!("{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {length}");
    write!(stream, "{head}\r\ncontent-type: application/json\r\n\r\n{body}")?;
    let mut reader = BufReader::new(stream);
    let (mut answer, mut left) = (String::new(), 0);
    while !answer.ends_with("\r\n\r\n") {
        let begin = answer.len();
        if reader.read_line(&mut answer)? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        if let Some(("content-length", length)) = answer[begin..].to_lowercase().split_once(':') {
            left = length.trim().parse().map_err(std::io::Error::other)?;
        }
    }
    reader.take(left).read_to_string(&mut answer)?;
    Ok(answer)
}
