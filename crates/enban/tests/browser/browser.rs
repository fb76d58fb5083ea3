//! Chromium behind its driver, both ended with the value that stands for them.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::server::{ask, exchange};

const REMEDY: &str = "the browser tests need the Debian packages chromium and chromium-driver: \
                      `cargo xtask test` installs them, or apt-get install chromium chromium-driver";
const FLAGS: [&str; 12] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--lang=en",
];

/// How the page is looked at.
#[derive(Clone, Copy)]
pub struct Look {
    pub width: u32,
    pub height: u32,
    /// A phone has a finger in place of a mouse.
    pub is_phone: bool,
    /// Whether discs turn visibly; most tests do not wait for that.
    pub moves: bool,
}

impl Look {
    pub const DESK: Self = Self { width: 1200, height: 800, is_phone: false, moves: false };
    pub const PHONE: Self = Self { width: 360, height: 740, is_phone: true, moves: false };
}

/// A browser of its own for a test.
pub struct Browser {
    driver: Driver,
    session: String,
    _profile: TempDir,
}

impl Browser {
    /// A browser that knows nothing of any other, and the way to it.
    pub async fn start(look: Look) -> (Self, Client) {
        let driver = Driver::start();
        let profile = tempfile::tempdir().unwrap();
        let Value::Object(wishes) = wishes(look, profile.path()) else { unreachable!("written as an object") };
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(wishes)
            .connect(&format!("http://{}", driver.address))
            .await
            .unwrap_or_else(|error| panic!("chromedriver starts no browser: {error}; {REMEDY}"));
        let session = client.session_id().await.unwrap().unwrap();
        (Self { driver, session, _profile: profile }, client)
    }

    /// What the page complained of since it was last asked: exceptions, and files that were not there.
    pub fn complaints(&self) -> Vec<String> {
        let path = format!("/session/{}/se/log", self.session);
        let entries = ask(&self.driver.address, "POST", &path, &json!({ "type": "browser" }));
        entries["value"].as_array().unwrap().iter().map(|entry| entry["message"].as_str().unwrap().to_owned()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A killed driver would leave its browser behind, so the session is ended first.
        let _ = exchange(&self.driver.address, "DELETE", &format!("/session/{}", self.session), "");
    }
}

/// What is asked of the driver for a session.
fn wishes(look: Look, profile: &Path) -> Value {
    let mut flags: Vec<String> = FLAGS.iter().map(|flag| (*flag).to_owned()).collect();
    flags.push(format!("--user-data-dir={}", profile.display()));
    if !look.moves {
        flags.push("--force-prefers-reduced-motion".to_owned());
    }
    // A window has borders; what is told to the page is exact.
    let (width, height, finger) = (look.width, look.height, look.is_phone);
    let metrics = json!({ "width": width, "height": height, "pixelRatio": 1.0, "touch": finger, "mobile": finger });
    let options = json!({
        "args": flags,
        "prefs": { "intl.accept_languages": "en-GB,en" },
        "mobileEmulation": { "deviceMetrics": metrics },
    });
    json!({ "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "SEVERE" } })
}

struct Driver {
    address: String,
    child: Child,
    /// It still writes now and then, and must not find the pipe closed.
    output: BufReader<ChildStdout>,
}

impl Driver {
    /// A driver on a free port, which it names itself. It takes one of the old addresses and wants the same of the new ones, and ends
    /// where another driver has that.
    fn start() -> Self {
        const ATTEMPTS: u32 = 5;
        (0..ATTEMPTS).find_map(|_| Self::attempt()).unwrap_or_else(|| panic!("chromedriver ended at once; {REMEDY}"))
    }

    fn attempt() -> Option<Self> {
        let mut child = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start chromedriver: {error}; {REMEDY}"));
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut driver = Self { address: String::new(), child, output };
        loop {
            let mut line = String::new();
            if driver.output.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            if let Some((_, port)) = line.split_once("successfully on port ") {
                driver.address = format!("127.0.0.1:{}", port.trim().trim_end_matches('.'));
                return Some(driver);
            }
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
