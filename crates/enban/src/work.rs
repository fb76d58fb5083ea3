//! Long work at the terminal: a progress bar, and Ctrl-C that stops it in good order.

use std::io::IsTerminal;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use enban_game::Watch;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The work was stopped and has no result.
#[derive(Debug)]
pub struct Stopped;

impl std::fmt::Display for Stopped {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("stopped")
    }
}

impl std::error::Error for Stopped {}

/// A store is damaged, and what is wrong with it was told.
#[derive(Debug)]
pub struct Damaged;

impl std::fmt::Display for Damaged {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("the store is damaged")
    }
}

impl std::error::Error for Damaged {}

/// The work that Ctrl-C stops now.
static CURRENT: Mutex<Option<Arc<Watch>>> = Mutex::new(None);

/// Runs long work under a watch. At a terminal a bar shows how far it is; Ctrl-C tells it to stop, a
/// second Ctrl-C ends the program at once.
pub fn watched<R: Send>(what: &str, quiet: bool, work: impl FnOnce(&Watch) -> R + Send) -> R {
    let watch = Arc::new(Watch::default());
    install_handler();
    set_current(Some(Arc::clone(&watch)));
    let result = std::thread::scope(|scope| {
        let working = scope.spawn(|| work(&watch));
        show_progress(what, quiet, &watch, || working.is_finished());
        working.join()
    });
    set_current(None);
    result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn set_current(watch: Option<Arc<Watch>>) {
    *CURRENT.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = watch;
}

fn install_handler() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        // Without a handler Ctrl-C ends the program at once, which is no worse than what it always did.
        let _ = ctrlc::set_handler(|| {
            let current = CURRENT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            match &*current {
                Some(watch) if !watch.is_stopped() => watch.stop(),
                _ => std::process::exit(130),
            }
        });
    });
}

fn show_progress(what: &str, quiet: bool, watch: &Watch, is_finished: impl Fn() -> bool) {
    const SHOWN_AFTER: Duration = Duration::from_millis(300);
    if quiet || !std::io::stderr().is_terminal() {
        return;
    }
    let started = std::time::Instant::now();
    let mut shown: Option<ProgressBar> = None;
    while !is_finished() {
        std::thread::sleep(Duration::from_millis(15));
        let (done, total) = watch.progress();
        if shown.is_none() && started.elapsed() > SHOWN_AFTER && total > 0 {
            let style = ProgressStyle::with_template("{msg} {wide_bar} {percent}% {elapsed} (left {eta})")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr()).with_style(style);
            shown = Some(bar.with_message(what.to_owned()));
        }
        if let Some(bar) = &shown {
            bar.set_position(done);
        }
    }
    if let Some(bar) = shown {
        bar.finish_and_clear();
    }
}
