//! A supervisor between us and each external engine, so that nothing an engine started outlives us, also when we are
//! killed by a signal that cannot be caught.
//!
//! A process group alone is not enough: it ends nothing when we are killed, and whatever calls `setsid` has left it.
//! So the program starts itself once more for each engine. That process, the supervisor,
//!
//! - holds one end of a socket and we hold the other. It ends when we end, in whatever way, and is told so by the
//!   system: no clock to look at, and no signal that depends on which of our threads started it. Every descriptor is
//!   closed on exec, so that no engine can hold our end open;
//! - is given the engine's pipes over this socket and keeps none: engine and program speak directly;
//! - inherits, on Linux, every orphan among its descendants (a child subreaper). When the engine has ended or we have,
//!   it kills all of them until it has no child left. On other systems it kills the process group;
//! - says how the engine ended, in the system's own number;
//! - has a name of its own: what kills all processes with the program's name leaves it to its work.
//!
//! It needs no `unsafe`: nothing is done between fork and exec. If the supervisor itself is killed, we kill the
//! engine's process group, as we do for engines without a supervisor.

mod descendants;
mod serve;
mod wire;

use std::io;
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use rustix::process::Pid;

pub use serve::serve;
pub(crate) use wire::Pipes;

/// The name under which a program runs as a supervisor: the first word of its command line.
const NAME: &str = "engine-supervisor";

/// What starting an engine may take: neither loading nor thinking, only the system's part.
const START: Duration = Duration::from_secs(60);

/// The arguments of the supervisor, once there is one.
static ARGUMENTS: OnceLock<Vec<String>> = OnceLock::new();

/// From now on a supervisor stands between this program and each engine it starts: the program itself, run again with
/// these arguments. It must ask [`is_wanted`] before anything else, and if so do nothing but [`serve`]. Only the first
/// call counts.
pub fn install(arguments: &[&str]) {
    ARGUMENTS.get_or_init(|| arguments.iter().map(|&word| word.to_owned()).collect());
}

/// Whether this process was started to be a supervisor.
pub fn is_wanted() -> bool {
    std::env::args_os().next().is_some_and(|name| name == NAME)
}

/// An engine that runs under a supervisor, as seen by the program.
pub(crate) struct Supervised {
    control: UnixStream,
    /// The engine's process group.
    pub(crate) group: Pid,
}

impl Supervised {
    /// Starts a supervisor, if there is to be one, and has it start the engine.
    pub(crate) fn start(words: &[String], pipes: &Pipes) -> Option<io::Result<(Child, Self)>> {
        let arguments = ARGUMENTS.get()?;
        Some(start_supervisor(arguments).and_then(|(mut child, control)| {
            match start_engine(&control, words, pipes) {
                Ok(group) => Ok((child, Self { control, group })),
                Err(error) => {
                    // It ends by itself when it has failed; what cannot be waited for is not ours.
                    drop(control);
                    let _ = child.wait();
                    Err(error)
                }
            }
        }))
    }

    /// Tells the supervisor to kill whatever is left. It ends when that is done.
    pub(crate) fn release(&self) {
        // Fails if the supervisor is no more, and then there is nobody to tell.
        let _ = self.control.shutdown(Shutdown::Write);
    }

    /// How the engine ended. To be asked when the supervisor has ended; none if it was killed before it could say.
    pub(crate) fn status(&self) -> Option<ExitStatus> {
        match wire::read_words(&self.control).ok()?.as_slice() {
            [word, status] if word == wire::ENDED => status.parse().ok().map(ExitStatus::from_raw),
            _ => None,
        }
    }
}

fn start_supervisor(arguments: &[String]) -> io::Result<(Child, UnixStream)> {
    let (ours, theirs) = UnixStream::pair()?;
    ours.set_read_timeout(Some(START))?;
    let mut command = Command::new(this_program()?);
    command.arg0(NAME).args(arguments).process_group(0);
    command.stdin(OwnedFd::from(theirs)).stdout(Stdio::null()).stderr(Stdio::null());
    Ok((command.spawn()?, ours))
}

/// Has the supervisor start the engine; the group of the engine.
fn start_engine(control: &UnixStream, words: &[String], pipes: &Pipes) -> io::Result<Pid> {
    wire::send_pipes(control, pipes)?;
    wire::write_words(control, words)?;
    let answer = wire::read_words(control)
        .map_err(|error| io::Error::new(error.kind(), format!("its supervisor does not answer: {error}")))?;
    match answer.as_slice() {
        [word, group] if word == wire::STARTED => group.parse().ok().and_then(Pid::from_raw),
        [word, reason] if word == wire::FAILED => return Err(io::Error::other(reason.clone())),
        _ => None,
    }
    .ok_or_else(|| io::Error::other("its supervisor gives no answer that is known"))
}

/// The file of this program. On Linux the one that runs, also when it has been replaced or removed meanwhile.
fn this_program() -> io::Result<PathBuf> {
    const RUNNING: &str = "/proc/self/exe";
    if cfg!(target_os = "linux") && Path::new(RUNNING).exists() { Ok(RUNNING.into()) } else { std::env::current_exe() }
}
