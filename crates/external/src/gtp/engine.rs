//! A program that speaks GTP, started as a child process: [`Engine`].
//!
//! Every command has a time within which it must be answered, and whatever the program does instead (nothing,
//! dying, nonsense, output without end) becomes an [`EngineError`] within that time. A program that failed so is
//! killed at once; one that merely refused can be spoken to further.

use std::time::{Duration, Instant};

use enban_game::Watch;

use super::error::{EngineError, Fault, shortened};
use super::message::{Assembly, Command, NotResponse, RESPONSE_BYTES_MAX, Response};
use super::process::{Output, Process, SLICE};

/// How long an engine may take to leave after `quit`.
const QUIT_GRACE: Duration = Duration::from_millis(500);

/// How long we wait for what goes with an end: the exit after the output was closed, or the last of the output
/// after the exit.
const END_GRACE: Duration = Duration::from_millis(200);

/// A running engine. Dropped, it is told to quit, and killed if it does not.
pub struct Engine {
    name: String,
    process: Process,
    /// Output that is not yet a whole line.
    unread: Vec<u8>,
    next_id: u32,
    broken: Option<EngineError>,
}

impl Engine {
    /// Starts the program of a command line. Blanks separate words, quotes and backslashes work as in a shell; there
    /// is no shell.
    pub fn start(command_line: &str) -> Result<Self, EngineError> {
        let name = shortened(command_line);
        let failed = |reason: String| EngineError {
            engine: name.clone(),
            command: String::new(),
            fault: Fault::NotStarted(reason),
        };
        let words = shell_words::split(command_line).map_err(|error| failed(error.to_string()))?;
        let program = words.first().ok_or_else(|| failed("the command line is empty".to_owned()))?;
        let process = Process::start(&words).map_err(|error| failed(format!("{program:?}: {error}")))?;
        Ok(Self { name, process, unread: Vec::new(), next_id: 1, broken: None })
    }

    /// The command line it was started with, shortened.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of its process group.
    pub fn group(&self) -> u32 {
        self.process.group()
    }

    /// Sends a command and waits for its answer.
    ///
    /// # Panics
    /// If the command is not one command on one line, without an id.
    pub fn command(&mut self, command: &str, timeout: Duration) -> Result<String, EngineError> {
        self.command_watched(command, timeout, &Watch::default())
    }

    /// [`command`](Engine::command) that ends early when the watch says stop.
    ///
    /// # Panics
    /// If the command is not one command on one line, without an id.
    pub(crate) fn command_watched(
        &mut self,
        command: &str,
        timeout: Duration,
        watch: &Watch,
    ) -> Result<String, EngineError> {
        let one = Command::parse(command).is_some_and(|parsed| parsed.id.is_none() && !command.contains('\n'));
        assert!(one, "{command:?} is not one command without an id");
        let id = self.next_id;
        self.next_id += 1;
        let response = self.exchange(command, &format!("{id} {command}\n"), timeout, watch)?;
        // An engine that leaves ids out can still be understood, one that gives wrong ones cannot.
        if let Some(other) = response.id.filter(|&other| other != id) {
            let why = format!("it has id {other} in place of {id}");
            return Err(self.broken_by(command, Fault::Garbled { why, text: shortened(response.text()) }));
        }
        response.outcome.map_err(|reason| self.error(command, Fault::Refused(reason)))
    }

    /// Sends text as it is, with a line feed after it, and waits for one response, whatever its id. For those who
    /// want to know how an engine takes odd lines.
    pub(crate) fn converse(&mut self, text: &str, timeout: Duration) -> Result<Response, EngineError> {
        self.exchange(text, &format!("{text}\n"), timeout, &Watch::default())
    }

    /// How it ended; none if it does not end within the time.
    pub fn exit_within(&mut self, time: Duration) -> Option<String> {
        self.process.ends_within(time).then(|| self.status())
    }

    /// Ends it at once.
    pub fn kill(&mut self) {
        self.broken_by("quit", Fault::Stopped);
    }

    fn exchange(
        &mut self,
        command: &str,
        line: &str,
        timeout: Duration,
        watch: &Watch,
    ) -> Result<Response, EngineError> {
        if let Some(error) = &self.broken {
            return Err(error.clone());
        }
        let result = self.expect_silence().and_then(|()| {
            self.process.write(line);
            self.receive(timeout, watch)
        });
        result.map_err(|fault| self.broken_by(command, fault))
    }

    /// Whatever was written since the last answer belongs to no command.
    fn expect_silence(&mut self) -> Result<(), Fault> {
        const PIECES_MAX: usize = 16;
        for _ in 0..PIECES_MAX {
            match self.process.read(Duration::ZERO) {
                Output::Bytes(bytes) => self.unread.extend(bytes),
                Output::Nothing | Output::Closed => break,
            }
        }
        let unasked = String::from_utf8_lossy(&self.unread);
        if unasked.trim().is_empty() {
            self.unread.clear();
            return Ok(());
        }
        Err(Fault::Garbled { why: "it spoke without being asked".to_owned(), text: shortened(unasked.trim()) })
    }

    fn receive(&mut self, timeout: Duration, watch: &Watch) -> Result<Response, Fault> {
        let started = Instant::now();
        let mut ended: Option<Instant> = None;
        let mut assembly = Assembly::default();
        loop {
            while let Some(line) = self.take_line()? {
                let garbled =
                    |error: NotResponse| Fault::Garbled { why: error.why.to_owned(), text: shortened(&error.text) };
                if let Some(response) = assembly.push(&line).map_err(garbled)? {
                    return Ok(response);
                }
            }
            if watch.is_stopped() {
                return Err(Fault::Stopped);
            }
            if started.elapsed() >= timeout {
                let so_far = assembly.so_far() + &String::from_utf8_lossy(&self.unread);
                return Err(Fault::Hung { after: timeout, so_far: shortened(&so_far) });
            }
            match self.process.read(SLICE.min(timeout)) {
                Output::Bytes(bytes) => self.unread.extend(bytes),
                Output::Closed => return Err(self.death()),
                // The output of a dead engine stays open if something it started still holds it.
                Output::Nothing if ended.is_some_and(|since| since.elapsed() >= END_GRACE) => return Err(self.death()),
                Output::Nothing if ended.is_none() && self.process.has_ended() => ended = Some(Instant::now()),
                Output::Nothing => {}
            }
        }
    }

    /// The next whole line of the output.
    fn take_line(&mut self) -> Result<Option<String>, Fault> {
        let Some(length) = self.unread.iter().position(|&byte| byte == b'\n') else {
            if self.unread.len() <= RESPONSE_BYTES_MAX {
                return Ok(None);
            }
            let text = shortened(&String::from_utf8_lossy(&self.unread));
            return Err(Fault::Garbled { why: "its line does not end".to_owned(), text });
        };
        let line: Vec<u8> = self.unread.drain(..=length).collect();
        Ok(Some(String::from_utf8_lossy(&line[..length]).into_owned()))
    }

    fn death(&mut self) -> Fault {
        let alone = self.process.ends_within(END_GRACE);
        let status = self.status();
        let status = if alone { status } else { "it closed its output and had to be killed".to_owned() };
        Fault::Died { status, last_words: self.process.last_words() }
    }

    /// Ends the process, if it has not ended, and says how it ended.
    fn status(&mut self) -> String {
        match self.process.end(Duration::ZERO) {
            Ok(status) => status.to_string(),
            Err(error) => format!("its exit status is not known: {error}"),
        }
    }

    fn error(&self, command: &str, fault: Fault) -> EngineError {
        EngineError { engine: self.name.clone(), command: shortened(command), fault }
    }

    /// Ends the process, and remembers why for every further command.
    fn broken_by(&mut self, command: &str, fault: Fault) -> EngineError {
        self.status();
        let error = self.error(command, fault);
        self.broken.get_or_insert_with(|| error.clone());
        error
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if self.broken.is_none() {
            self.process.write("quit\n");
            // There is nobody to tell how it ended.
            let _ = self.process.end(QUIT_GRACE);
        }
    }
}
