//! The supervisor at work: [`serve`].

use std::io::{self, Read};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitCode, ExitStatus};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, sleep};
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, kill_process, kill_process_group, wait, waitid,
};

use super::descendants;
use super::wire::{self, Pipes};

/// How long the supervisor tries to be rid of what the engine left. A killed process may stay while the system is at
/// work for it, and one of another user cannot be killed at all.
const PATIENCE: Duration = Duration::from_secs(5);

/// Between one look at who is left and the next.
const PAUSE: Duration = Duration::from_millis(2);

/// Starts the engine that is asked for at the standard input, and when it or the asking program has ended kills all
/// that it started.
pub fn serve() -> ExitCode {
    // An error means that the program has gone or is not ours: there is nobody to tell.
    supervise().map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS)
}

fn supervise() -> io::Result<()> {
    let control = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let pipes = wire::receive_pipes(&control)?;
    let words = wire::read_words(&control)?;
    let lifeline = control.try_clone()?;
    // An old kernel may not know how; the process group is there in any case.
    let _ = descendants::adopt();
    let mut engine = match start(&words, pipes) {
        Ok(engine) => engine,
        Err(error) => return wire::write_words(&control, &[wire::FAILED, &error.to_string()]),
    };
    let leader = Arc::new(Mutex::new(Some(Pid::from_child(&engine))));
    let watched = Arc::clone(&leader);
    let watching = Builder::new().spawn(move || watch(lifeline, &watched));
    let told = wire::write_words(&control, &[wire::STARTED, &engine.id().to_string()]);
    if watching.is_err() || told.is_err() {
        kill(&leader);
    }
    let status = await_end(&mut engine, &leader);
    sweep();
    wire::write_words(&control, &[wire::ENDED, &status?.into_raw().to_string()])
}

fn start(words: &[String], pipes: Pipes) -> io::Result<Child> {
    let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut command = Command::new(program);
    command.args(arguments).process_group(0);
    command.stdin(pipes.stdin).stdout(pipes.stdout).stderr(pipes.stderr).spawn()
}

/// Waits until the program ends, or lets go of the engine, and kills the engine.
fn watch(mut lifeline: UnixStream, leader: &Mutex<Option<Pid>>) {
    while lifeline.read(&mut [0]).is_err_and(|error| error.kind() == io::ErrorKind::Interrupted) {}
    kill(leader);
}

/// Kills the engine with its group, while its number is its own.
fn kill(leader: &Mutex<Option<Pid>>) {
    if let Some(engine) = *leader.lock().unwrap_or_else(PoisonError::into_inner) {
        // Both fail only if there is nobody left; it may have joined another group.
        let _ = kill_process_group(engine, Signal::KILL);
        let _ = kill_process(engine, Signal::KILL);
    }
}

/// Waits for the engine to end, and kills its group before its number is anybody's. Orphans that end before the engine
/// are left for the [`sweep`]: taking note of them as they come would take note of the engine too.
fn await_end(engine: &mut Child, leader: &Mutex<Option<Pid>>) -> io::Result<ExitStatus> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    while matches!(waitid(WaitId::Pid(Pid::from_child(engine)), options), Err(Errno::INTR)) {}
    kill(leader);
    *leader.lock().unwrap_or_else(PoisonError::into_inner) = None;
    engine.wait()
}

/// Kills all descendants until there is no child left. The orphans of those that were killed become children.
fn sweep() {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        match wait(WaitOptions::NOHANG) {
            Err(Errno::CHILD) => return,
            Ok(Some(_)) => {}
            Ok(None) | Err(_) => {
                for process in descendants::all() {
                    // Fails if it ended meanwhile, or belongs to another user.
                    let _ = kill_process(process, Signal::KILL);
                }
                sleep(PAUSE);
            }
        }
    }
}
