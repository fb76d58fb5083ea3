//! A child process with its pipes: threads do the reading and writing, so that whoever speaks to it never blocks.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle, sleep};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::supervisor::{Pipes, Supervised};

/// How often a waiting thread looks up.
pub(super) const SLICE: Duration = Duration::from_millis(5);

/// Pieces of output that wait for us. When they are full the process must wait, and its memory is its own.
const PIECES_MAX: usize = 16;
const PIECE_BYTES: usize = 8 << 10;

/// How much of the standard error is kept.
const LAST_WORDS_BYTES: usize = 2 << 10;

/// What came out of a process.
pub(super) enum Output {
    Bytes(Vec<u8>),
    /// Nothing within the time.
    Nothing,
    /// Nothing, and nothing ever will.
    Closed,
}

/// A running process. Dropped, it is killed, with all that it started: under a supervisor whatever it is, otherwise
/// what stayed in its process group.
pub(super) struct Process {
    leader: Leader,
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Vec<u8>>,
    errors: Arc<Mutex<VecDeque<u8>>>,
    errors_reader: JoinHandle<()>,
}

impl Process {
    /// Starts a program, the first of the words, with its arguments.
    pub(super) fn start(words: &[String]) -> io::Result<Self> {
        let (stdin, mut to_process) = io::pipe()?;
        let (from_process, stdout) = io::pipe()?;
        let (errors_from, stderr) = io::pipe()?;
        let pipes = Pipes { stdin: stdin.into(), stdout: stdout.into(), stderr: stderr.into() };
        let leader = Leader::start(words, pipes)?;
        let (input, lines) = mpsc::channel::<Vec<u8>>();
        // A failed write needs no report: a process that does not listen does not answer either.
        Builder::new().spawn(move || lines.iter().try_for_each(|line| to_process.write_all(&line)))?;
        let (pieces, output) = mpsc::sync_channel(PIECES_MAX);
        Builder::new().spawn(move || forward(from_process, &pieces))?;
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&errors);
        let errors_reader = Builder::new().spawn(move || keep_tail(errors_from, &kept))?;
        Ok(Self { leader, input: Some(input), output, errors, errors_reader })
    }

    /// The process group, which has the number of its first process.
    pub(super) fn group(&self) -> u32 {
        self.leader.group().as_raw_pid().unsigned_abs()
    }

    /// Sends text on its way.
    pub(super) fn write(&self, text: &str) {
        if let Some(input) = &self.input {
            // The writer ends when the process no longer listens, which reading will show.
            let _ = input.send(text.as_bytes().to_vec());
        }
    }

    /// Waits for output, but not long.
    pub(super) fn read(&self, wait: Duration) -> Output {
        match self.output.recv_timeout(wait) {
            Ok(bytes) => Output::Bytes(bytes),
            Err(RecvTimeoutError::Timeout) => Output::Nothing,
            Err(RecvTimeoutError::Disconnected) => Output::Closed,
        }
    }

    /// Whether it has come to an end.
    pub(super) fn has_ended(&self) -> bool {
        self.leader.has_ended()
    }

    /// Whether it comes to an end by itself within the time. What it still writes is thrown away.
    pub(super) fn ends_within(&self, time: Duration) -> bool {
        let started = Instant::now();
        while !self.has_ended() {
            if started.elapsed() >= time {
                return false;
            }
            if !matches!(self.read(SLICE), Output::Bytes(_)) {
                sleep(SLICE);
            }
        }
        true
    }

    /// Closes its input, gives it time to end, and kills what is left.
    pub(super) fn end(&mut self, grace: Duration) -> io::Result<ExitStatus> {
        self.input = None;
        self.ends_within(grace);
        self.leader.reap()
    }

    /// The end of what it wrote to its standard error. To be asked when it has ended.
    pub(super) fn last_words(&self) -> String {
        const LINES_MAX: usize = 8;
        const PATIENCE: Duration = Duration::from_millis(100);
        let started = Instant::now();
        while !self.errors_reader.is_finished() && started.elapsed() < PATIENCE {
            sleep(SLICE);
        }
        let mut kept = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(kept.make_contiguous());
        let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        lines[lines.len().saturating_sub(LINES_MAX)..].join("\n")
    }
}

/// The process that we started: the first of its own group, or the supervisor of one.
struct Leader {
    child: Child,
    supervised: Option<Supervised>,
    status: Option<ExitStatus>,
}

impl Leader {
    fn start(words: &[String], pipes: Pipes) -> io::Result<Self> {
        if let Some(started) = Supervised::start(words, &pipes) {
            return started.map(|(child, engine)| Self { child, supervised: Some(engine), status: None });
        }
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments).process_group(0);
        let child = command.stdin(pipes.stdin).stdout(pipes.stdout).stderr(pipes.stderr).spawn()?;
        Ok(Self { child, supervised: None, status: None })
    }

    fn group(&self) -> Pid {
        self.supervised.as_ref().map_or_else(|| Pid::from_child(&self.child), |engine| engine.group)
    }

    /// Looks without taking note: while nobody has, the group's number belongs to nobody else.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.status.is_some() || !matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), options), Ok(None))
    }

    /// Kills what is left, then takes note of how the first process of the group ended.
    fn reap(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.status {
            return Ok(status);
        }
        let status = match &self.supervised {
            Some(engine) => {
                engine.release();
                let supervisor = self.child.wait()?;
                engine.status().unwrap_or_else(|| {
                    kill_group(engine.group);
                    supervisor
                })
            }
            None => {
                kill_group(self.group());
                self.child.wait()?
            }
        };
        self.status = Some(status);
        Ok(status)
    }
}

impl Drop for Leader {
    fn drop(&mut self) {
        // There is nobody to tell of a failure, and nothing else to try.
        let _ = self.reap();
    }
}

fn kill_group(group: Pid) {
    // Fails only if there is nobody left, which is what is wanted.
    let _ = kill_process_group(group, Signal::KILL);
}

/// Hands on whatever comes until it ends or nobody wants it.
fn forward(mut from: impl Read, to: &SyncSender<Vec<u8>>) {
    let mut piece = vec![0; PIECE_BYTES];
    while let Some(bytes) = read_some(&mut from, &mut piece) {
        if to.send(bytes.to_vec()).is_err() {
            return;
        }
    }
}

/// Keeps the end of whatever comes.
fn keep_tail(mut from: impl Read, kept: &Mutex<VecDeque<u8>>) {
    let mut piece = vec![0; PIECE_BYTES];
    while let Some(bytes) = read_some(&mut from, &mut piece) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(bytes);
        let surplus = kept.len().saturating_sub(LAST_WORDS_BYTES);
        kept.drain(..surplus);
    }
}

/// The next bytes; none at the end, and a pipe that cannot be read has come to its end.
fn read_some<'p>(from: &mut impl Read, piece: &'p mut [u8]) -> Option<&'p [u8]> {
    loop {
        match from.read(piece) {
            Ok(0) => return None,
            Ok(length) => return Some(&piece[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}
