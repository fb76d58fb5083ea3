//! What program and supervisor say to each other over their socket: the pipes of the engine, then lists of words, each
//! word with its length before it.

use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;

use rustix::io::{FdFlags, fcntl_setfd};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
    recvmsg, sendmsg,
};

/// The supervisor's words: the engine was started, with its process group; it could not be, with the reason; it ended,
/// with its wait status.
pub(super) const STARTED: &str = "started";
pub(super) const FAILED: &str = "failed";
pub(super) const ENDED: &str = "ended";

/// More than any system takes as a command line.
const BYTES_MAX: u32 = 64 << 20;

/// The engine's ends of its pipes.
pub(crate) struct Pipes {
    pub(crate) stdin: OwnedFd,
    pub(crate) stdout: OwnedFd,
    pub(crate) stderr: OwnedFd,
}

pub(super) fn send_pipes(to: &UnixStream, pipes: &Pipes) -> io::Result<()> {
    let descriptors = [pipes.stdin.as_fd(), pipes.stdout.as_fd(), pipes.stderr.as_fd()];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut rights = SendAncillaryBuffer::new(&mut space);
    let fits = rights.push(SendAncillaryMessage::ScmRights(&descriptors));
    debug_assert!(fits, "the space is made for three");
    // Descriptors travel with bytes, if only with one.
    sendmsg(to, &[IoSlice::new(&[0])], &mut rights, SendFlags::empty())?;
    Ok(())
}

pub(super) fn receive_pipes(from: &UnixStream) -> io::Result<Pipes> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut rights = RecvAncillaryBuffer::new(&mut space);
    recvmsg(from, &mut [IoSliceMut::new(&mut [0])], &mut rights, RecvFlags::empty())?;
    let mut descriptors = Vec::new();
    for message in rights.drain() {
        if let RecvAncillaryMessage::ScmRights(received) = message {
            descriptors.extend(received);
        }
    }
    // The engine gets them as its standard streams and must not hold them a second time.
    for descriptor in &descriptors {
        fcntl_setfd(descriptor, FdFlags::CLOEXEC)?;
    }
    let [stdin, stdout, stderr] = descriptors.try_into().map_err(|_| malformed())?;
    Ok(Pipes { stdin, stdout, stderr })
}

pub(super) fn write_words<S: AsRef<str>>(mut to: impl Write, words: &[S]) -> io::Result<()> {
    let mut bytes = Vec::new();
    bytes.extend(length(words.len())?.to_be_bytes());
    for word in words {
        bytes.extend(length(word.as_ref().len())?.to_be_bytes());
        bytes.extend(word.as_ref().as_bytes());
    }
    to.write_all(&bytes)
}

pub(super) fn read_words(mut from: impl Read) -> io::Result<Vec<String>> {
    let count = read_length(&mut from)?;
    (0..count).map(|_| read_word(&mut from)).collect()
}

fn read_word(from: &mut impl Read) -> io::Result<String> {
    let length = read_length(from)?;
    let mut bytes = Vec::new();
    from.take(length.into()).read_to_end(&mut bytes)?;
    if bytes.len() < length as usize {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    String::from_utf8(bytes).map_err(|_| malformed())
}

fn read_length(from: &mut impl Read) -> io::Result<u32> {
    let mut bytes = [0; 4];
    from.read_exact(&mut bytes)?;
    let length = u32::from_be_bytes(bytes);
    if length <= BYTES_MAX { Ok(length) } else { Err(malformed()) }
}

fn length(length: usize) -> io::Result<u32> {
    u32::try_from(length).ok().filter(|&length| length <= BYTES_MAX).ok_or_else(malformed)
}

fn malformed() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_arrive_as_they_were() {
        for words in [vec![], vec![""], vec!["sh", "-c", "printf '円盤\n'\0"], vec!["", "", "x"]] {
            let mut bytes = Vec::new();
            write_words(&mut bytes, &words).unwrap();
            assert_eq!(read_words(bytes.as_slice()).unwrap(), words);
            for cut in 0..bytes.len() {
                assert!(read_words(&bytes[..cut]).is_err(), "{words:?} cut at {cut}");
            }
        }
        assert!(read_words([255; 9].as_slice()).is_err());
    }

    #[test]
    fn pipes_arrive_and_are_closed_on_exec() {
        let (here, there) = UnixStream::pair().unwrap();
        let (stdin, mut to_engine) = io::pipe().unwrap();
        let (mut from_engine, stdout) = io::pipe().unwrap();
        let stderr = stdout.try_clone().unwrap();
        send_pipes(&here, &Pipes { stdin: stdin.into(), stdout: stdout.into(), stderr: stderr.into() }).unwrap();
        let pipes = receive_pipes(&there).unwrap();
        for descriptor in [&pipes.stdin, &pipes.stdout, &pipes.stderr] {
            assert!(rustix::io::fcntl_getfd(descriptor).unwrap().contains(FdFlags::CLOEXEC));
        }
        to_engine.write_all(b"name\n").unwrap();
        let mut heard = [0; 5];
        std::fs::File::from(pipes.stdin).read_exact(&mut heard).unwrap();
        std::fs::File::from(pipes.stdout).write_all(&heard).unwrap();
        drop(pipes.stderr);
        let mut told = String::new();
        from_engine.read_to_string(&mut told).unwrap();
        assert_eq!(told, "name\n");
        // Bytes without descriptors are not what was asked for.
        (&here).write_all(b"x").unwrap();
        assert!(receive_pipes(&there).is_err());
    }
}
