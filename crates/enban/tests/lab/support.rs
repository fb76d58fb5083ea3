//! A folder with its files and stores, and the program run in it.

use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use enban_store::Store;
use serde_json::Value;
use tempfile::TempDir;

/// What nothing here may take, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(100);

/// A folder of its own for a test.
pub struct Laboratory(TempDir);

impl Laboratory {
    /// An empty folder.
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A folder with one file.
    pub fn with(name: &str, text: &str) -> Self {
        let laboratory = Self::new();
        laboratory.write(name, text);
        laboratory
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    /// The program in this folder, with pipes to listen to.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_enban"));
        command.args(arguments).current_dir(self.0.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// A script run by the shell in this folder; `$1` is the program.
    pub fn shell(&self, script: &str) -> Output {
        let program = env!("CARGO_BIN_EXE_enban");
        Command::new("sh").args(["-c", script, "sh", program]).current_dir(self.0.path()).output().unwrap()
    }

    pub fn spawn(&self, arguments: &[&str]) -> Child {
        self.command(arguments).spawn().unwrap()
    }

    pub fn output(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// The output of a command that must succeed.
    pub fn done(&self, arguments: &[&str]) -> String {
        succeeded(arguments, self.output(arguments))
    }

    /// The same read as JSON.
    pub fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.done(&[arguments, &["--json"]].concat())).unwrap()
    }

    /// Bad input: exit code 2, nothing on the output, and a message with these words.
    pub fn refused(&self, arguments: &[&str], words: &[&str]) {
        let output = self.output(arguments);
        assert!(output.stdout.is_empty(), "{arguments:?}");
        failed(arguments, &output, words);
    }

    /// All games of a store in the order of their tasks, without what differs from run to run.
    pub fn games(&self, store: &str) -> Vec<Value> {
        let text = self.done(&["export", "--format", "jsonl", "--store", store]);
        let mut games: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for game in &mut games {
            let game = game.as_object_mut().unwrap();
            game.remove("id").unwrap();
            game.remove("microseconds").unwrap();
        }
        games.sort_by_key(|game| (text_of(&game["experiment"]), game["task"].as_u64(), game["number"].as_u64()));
        games
    }

    /// How many tasks a store holds; none while it is not there yet.
    pub fn tasks_done(&self, store: &str) -> u64 {
        let experiments = Store::open_read_only(self.path(store)).and_then(|store| store.experiments());
        experiments.map_or(0, |experiments| experiments.iter().map(|one| one.tasks_done).sum())
    }

    /// Waits until a store holds more tasks than so many, or the process is done.
    pub fn wait_for_more(&self, store: &str, before: u64, child: &mut Child) {
        wait_until(|| self.tasks_done(store) > before || child.try_wait().unwrap().is_some());
    }
}

/// Looks again and again until something is so.
pub fn wait_until(mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < deadline, "this takes too long");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Ctrl-C.
pub fn interrupt(child: &Child) {
    signal(child, "INT");
}

/// Sends a signal.
pub fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// The output of a process that must have succeeded.
pub fn succeeded(what: &[&str], output: Output) -> String {
    assert!(output.status.success(), "{what:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Exit code 2, and a message with these words.
pub fn failed(what: &[&str], output: &Output, words: &[&str]) {
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{what:?}: {message}");
    assert!(!message.contains("panicked"), "{message}");
    for word in words {
        assert!(message.contains(word), "{what:?}: {word:?} is not in {message:?}");
    }
}

pub fn text_of(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// The elements of a list.
pub fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}
