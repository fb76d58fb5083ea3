//! The server from its start to its end.

use std::io::Write;
use std::net::SocketAddr;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;

use crate::doors;
use crate::hall::IDLE;
use crate::http::{App, Guard, Token, router};
use crate::lab::Lab;

/// The port, or the first one tried.
const PORT: u16 = 4188;
/// Ports that are tried from there on.
const PORTS_TRIED: u16 = 100;
/// Changed games are saved so often.
const SAVE_EVERY: Duration = Duration::from_secs(2);
/// How long open requests may take to end once the server is told to.
const GRACE: Duration = Duration::from_secs(3);

/// Between two tries to save games at the end.
const SAVE_AGAIN_AFTER: Duration = Duration::from_millis(300);

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen, as HOST:PORT; a free port of this machine alone if not given.
    pub address: Option<String>,
    /// The file that keeps experiments and games.
    pub store: PathBuf,
    /// When the page needs an access token.
    pub token: WhenToken,
    /// Whether to open the page in a browser where there is a desktop.
    pub open: bool,
    /// Threads for experiments.
    pub threads: usize,
    /// Whether a program reads where the page is.
    pub json: bool,
}

/// When the page needs an access token. An address that others can reach always does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WhenToken {
    /// On an address that others can reach, and on a machine on which others are logged in.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Only on an address that others can reach.
    Never,
}

/// Serves until Ctrl-C.
pub fn serve(options: &Options) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("threads of the server")?;
    runtime.block_on(serve_until_stopped(options))?;
    // Searches were told to stop; a thread that does not hear it must not keep the program.
    runtime.shutdown_timeout(GRACE);
    Ok(())
}

async fn serve_until_stopped(options: &Options) -> Result<()> {
    let mut signals = Signals::catch()?;
    let listener = bind(options.address.as_deref()).await?;
    let address = listener.local_addr().context("the address of the server")?;
    let (guard, url) = guard_of(address, options.token)?;
    let (end, ending) = watch::channel(false);
    let lab = Lab::new(options.store.clone(), options.threads);
    let app = App::new(guard, lab, ending.clone());
    // Whoever started the server may have stopped reading; it serves all the same.
    let told = match options.json {
        true => serde_json::json!({ "address": url }).to_string(),
        false => format!("Enban is at {url}\nCtrl-C ends it."),
    };
    let _ = writeln!(std::io::stdout(), "{told}");
    if options.open && has_desktop() {
        open_in_browser(&url);
    }
    let keeper = tokio::spawn(keep(app.clone()));
    let serving = tokio::spawn(doors::serve(listener, router(app.clone()), doors::Limits::default(), ending));
    signals.one().await;
    let _ = writeln!(std::io::stderr(), "Ending: searches are stopped, games are being saved.");
    app.lab.stop_all();
    app.hall.close_all();
    end.send_replace(true);
    keeper.abort();
    let saving = app.clone();
    let saved = tokio::task::spawn_blocking(move || save_patiently(&saving, GRACE));
    let _ = tokio::time::timeout(GRACE, serving).await;
    let saved = saved.await.context("saving the games")?;
    app.lab.wait(GRACE);
    if let Err(failures) = &saved {
        let games = if failures.len() == 1 { "1 game is" } else { &format!("{} games are", failures.len()) };
        bail!("{games} not saved: {}", failures[0]);
    }
    let _ = writeln!(std::io::stderr(), "All games are saved.");
    Ok(())
}

/// Listens at an address, or at the first free port of this machine.
async fn bind(address: Option<&str>) -> Result<TcpListener> {
    if let Some(address) = address {
        return TcpListener::bind(address).await.map_err(|error| match error.kind() {
            std::io::ErrorKind::AddrInUse => anyhow::anyhow!("--address {address}: this address is in use"),
            _ => anyhow::Error::new(error).context(format!("--address {address}: expected HOST:PORT")),
        });
    }
    for port in PORT..PORT + PORTS_TRIED {
        if let Ok(listener) = TcpListener::bind(("127.0.0.1", port)).await {
            return Ok(listener);
        }
    }
    TcpListener::bind(("127.0.0.1", 0)).await.context("no port is free")
}

/// Who may come in at an address, and the address to open.
fn guard_of(address: SocketAddr, when: WhenToken) -> Result<(Guard, String)> {
    let is_local = address.ip().is_loopback();
    let is_open = match when {
        WhenToken::Always => false,
        WhenToken::Never if !is_local => {
            bail!(
                "--token never: others can reach {address}; expected always or auto, or an address such as 127.0.0.1:4188"
            )
        }
        WhenToken::Never => true,
        WhenToken::Auto => is_local && !others_are_logged_in(Path::new("/run/user")),
    };
    if is_open {
        return Ok((Guard::Loopback, format!("http://{address}/")));
    }
    let token = Token::for_server(address);
    let url = format!("http://{address}/?token={}", token.word());
    Ok((Guard::Token(token), url))
}

/// Whether people besides the one who runs this program are logged in, who could reach a loopback address as well: each has a folder
/// named by number where the system keeps such folders. Where it does not, nobody is known to be.
fn others_are_logged_in(folders: &Path) -> bool {
    /// Below are the system's own users.
    const FIRST_PERSON: u32 = 1000;
    let own = std::fs::metadata("/proc/self").map(|found| found.uid()).ok();
    let names = std::fs::read_dir(folders).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let mut people = names.filter_map(|name| name.to_str()?.parse::<u32>().ok()).filter(|user| *user >= FIRST_PERSON);
    people.any(|user| Some(user) != own)
}

/// The signals that end the server: Ctrl-C, and what a service manager or a closed terminal sends.
struct Signals([Signal; 3]);

impl Signals {
    /// From now on they no longer end the program at once.
    fn catch() -> Result<Self> {
        let caught = |kind| signal(kind).context("catching signals");
        Ok(Self([caught(SignalKind::interrupt())?, caught(SignalKind::terminate())?, caught(SignalKind::hangup())?]))
    }

    /// Waits for one of them.
    async fn one(&mut self) {
        let [interrupt, terminate, hangup] = &mut self.0;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
        }
    }
}

/// Saves games that have changed, and drops those that nobody needs.
async fn keep(app: App) {
    loop {
        tokio::time::sleep(SAVE_EVERY).await;
        let app = app.clone();
        let work = tokio::task::spawn_blocking(move || {
            // The pages tell what is not saved, and it is tried again next time.
            let _ = save_all(&app);
            app.hall.sweep(IDLE);
        });
        let _ = work.await;
    }
}

/// Saves all games; otherwise says of each that is not saved why.
fn save_all(app: &App) -> Result<(), Vec<String>> {
    let failed = app.hall.all().into_iter().filter_map(|open| app.lab.save(&open).err());
    let failures: Vec<String> = failed.map(|refusal| refusal.detail.message).collect();
    if failures.is_empty() { Ok(()) } else { Err(failures) }
}

/// The same, and tries again for a while.
fn save_patiently(app: &App, patience: Duration) -> Result<(), Vec<String>> {
    let begun = Instant::now();
    loop {
        match save_all(app) {
            Err(_) if begun.elapsed() < patience => std::thread::sleep(SAVE_AGAIN_AFTER),
            saved => return saved,
        }
    }
}

fn has_desktop() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

fn open_in_browser(url: &str) {
    let mut command = Command::new("xdg-open");
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // The address is printed; where there is no such program, people open it themselves.
    if let Ok(mut child) = command.spawn() {
        std::thread::spawn(move || child.wait());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_addresses_need_a_token() {
        let [local, open] = ["127.0.0.1:4188", "0.0.0.0:80"].map(|address| address.parse().unwrap());
        let (guard, url) = guard_of(local, WhenToken::Never).unwrap();
        assert_eq!((guard, url.as_str()), (Guard::Loopback, "http://127.0.0.1:4188/"));
        for (address, when) in [(open, WhenToken::Auto), (open, WhenToken::Always), (local, WhenToken::Always)] {
            let (guard, url) = guard_of(address, when).unwrap();
            let Guard::Token(token) = guard else { panic!("no token") };
            assert!(url.ends_with(&format!("/?token={}", token.word())) && token.word().len() == 32);
        }
        let refused = guard_of(open, WhenToken::Never).unwrap_err().to_string();
        assert!(refused.contains("expected always or auto"), "{refused}");
    }

    #[test]
    fn who_is_logged_in_besides_us_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!others_are_logged_in(&folder.path().join("missing")));
        let own = std::fs::metadata("/proc/self").unwrap().uid();
        for name in ["0", "107", "systemd", &own.to_string()] {
            std::fs::create_dir_all(folder.path().join(name)).unwrap();
            assert!(!others_are_logged_in(folder.path()), "{name}");
        }
        std::fs::create_dir(folder.path().join((own.max(1000) + 1).to_string())).unwrap();
        assert!(others_are_logged_in(folder.path()));
    }

    #[tokio::test]
    async fn the_next_free_port_is_taken() {
        let first = bind(None).await.unwrap();
        let second = bind(None).await.unwrap();
        assert_ne!(first.local_addr().unwrap().port(), second.local_addr().unwrap().port());
        assert!(bind(Some("nowhere")).await.is_err());
    }
}
