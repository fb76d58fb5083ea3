//! Threads that stand behind those that answer.

/// How far they stand behind, as the system counts it.
#[cfg(target_os = "linux")]
const BEHIND: i32 = 10;

/// Does something on a thread of its own that stands behind all others: those that answer get a processor at once, however many
/// of these there are. Without a thread the work is dropped, and whoever waits for it hears nothing more.
pub(crate) fn run(name: &str, work: impl FnOnce() + Send + 'static) {
    let work = move || {
        // On Linux this is about the thread alone, elsewhere it would be about the whole program. Where it cannot be set the work
        // is done as any other.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::nice(BEHIND);
        work();
    };
    let _ = std::thread::Builder::new().name(name.to_owned()).spawn(work);
}
