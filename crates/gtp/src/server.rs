//! The loop: lines in, responses out. The next line interrupts an analysis.

use std::io::{BufRead, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use enban_external::gtp::{Command, Response};
use enban_game::{Seat, Watch};
use enban_search::{Desk, Limits, Thought};

use crate::analysis::{self, Request};
use crate::board::Board;
use crate::commands::{self, Run};
use crate::engine::{Engine, Options, StartError};
use crate::vertices::Vertices;

/// Answers commands until `quit` or the end of the input.
pub fn serve(
    options: &Options,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send,
) -> Result<(), StartError> {
    let engine = Engine::new(options)?;
    let (sender, lines) = channel();
    // The thread ends with the input or once its lines are no longer taken. After `quit` it may block on another line
    // until the program exits, so it is not joined.
    let interrupt = engine.interrupt();
    std::thread::spawn(move || {
        read_lines(input, |line| {
            if line.as_ref().is_ok_and(|line| is_interrupt(line)) {
                interrupt.stop();
            }
            sender.send(line).is_ok()
        });
    });
    Ok(Conversation { engine, lines, output, next: None }.run()?)
}

/// No line is longer.
const LINE_MAX: usize = 1 << 20;

/// A line of the input.
type Line = Result<String, TooLong>;

/// A line that was not read because of its length.
struct TooLong;

fn read_lines(mut input: impl BufRead, mut take: impl FnMut(Line) -> bool) {
    let mut bytes = Vec::new();
    // A read error is treated as the end of the input.
    while input.by_ref().take(LINE_MAX as u64).read_until(b'\n', &mut bytes).is_ok_and(|length| length > 0) {
        let is_whole = bytes.len() < LINE_MAX || bytes.ends_with(b"\n");
        let line = match is_whole {
            true => Ok(String::from_utf8_lossy(&bytes).into_owned()),
            false => Err(TooLong),
        };
        if !take(line) || (!is_whole && input.skip_until(b'\n').is_err()) {
            return;
        }
        bytes.clear();
    }
}

/// Whether a line is the remark by which GoGui interrupts a command.
fn is_interrupt(line: &str) -> bool {
    line.trim_end() == "# interrupt"
}

struct Conversation<W> {
    engine: Engine,
    lines: Receiver<Line>,
    output: W,
    /// The line that interrupted an analysis, to be answered next.
    next: Option<Line>,
}

impl<W: Write + Send> Conversation<W> {
    fn run(mut self) -> std::io::Result<()> {
        while let Some(line) = self.next_line() {
            let Ok(line) = line else {
                self.output.write_all(format!("? a line is longer than {LINE_MAX} bytes\n\n").as_bytes())?;
                self.output.flush()?;
                continue;
            };
            let Some(command) = Command::parse(&line) else { continue };
            match commands::find(&command.name, &self.engine.board) {
                None => self.respond(&command, Err("unknown command".to_owned()))?,
                Some(Run::Answer(run)) => {
                    let outcome = run(&mut self.engine, &command.arguments);
                    self.respond(&command, outcome)?;
                }
                Some(Run::Bare(_)) if !command.arguments.is_empty() => {
                    self.respond(&command, Err(format!("{} takes no arguments", command.name)))?;
                }
                Some(Run::Bare(run)) => {
                    let outcome = run(&mut self.engine);
                    self.respond(&command, outcome)?;
                }
                Some(Run::Analyze(style)) => match commands::analysis(&self.engine, style, &command.arguments) {
                    Ok((seat, request)) => self.analyze(&command, seat, &request)?,
                    Err(reason) => self.respond(&command, Err(reason))?,
                },
                Some(Run::Genmove(style)) => match commands::analysis(&self.engine, style, &command.arguments) {
                    Ok((seat, request)) => self.genmove(&command, seat, &request)?,
                    Err(reason) => self.respond(&command, Err(reason))?,
                },
            }
            if self.engine.quit {
                break;
            }
        }
        Ok(())
    }

    /// The next line; until it arrives the player may think on the other side's time.
    fn next_line(&mut self) -> Option<Line> {
        if let Some(line) = self.next.take().or_else(|| self.lines.try_recv().ok()) {
            return Some(line);
        }
        let Some(seat) = self.engine.ponders_for else { return self.lines.recv().ok() };
        let (watch, board, lines) = (&Watch::default(), &mut self.engine.board, &mut self.lines);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(move || {
                let line = lines.recv().ok();
                watch.stop();
                line
            });
            board.ponder(seat, &Desk::study(watch).within(Limits::ENDLESS));
            waiting.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    fn respond(&mut self, command: &Command, outcome: Result<String, String>) -> std::io::Result<()> {
        write!(self.output, "{}", Response::to(command, outcome))?;
        self.output.flush()
    }

    /// Analyses until the next line arrives. The response starts at once and ends with the analysis.
    fn analyze(&mut self, command: &Command, seat: Seat, request: &Request) -> std::io::Result<()> {
        let ownership = request.ownership.then(|| commands::ownership(&self.engine, seat));
        begin(&mut self.output, command)?;
        let (watch, teller) = (&Watch::default(), &Teller::new(request, &self.engine.board, ownership));
        let (engine, lines, output) = (&mut self.engine, &mut self.lines, &mut self.output);
        let told = std::thread::scope(|scope| {
            let telling = scope.spawn(move || {
                let next = teller.tell_until(output, |interval| match lines.recv_timeout(interval) {
                    Ok(line) => Some(Some(line)),
                    Err(RecvTimeoutError::Disconnected) => Some(None),
                    Err(RecvTimeoutError::Timeout) => None,
                });
                watch.stop();
                next
            });
            let tell = |thought: &Thought| teller.note(thought);
            let desk = Desk { tell: &tell, is_study: true, ..Desk::quiet(watch).within(Limits::ENDLESS) };
            let last = engine.analyze(seat, &desk);
            // The response has begun, so an error cannot be reported; the analysis has no lines then.
            if let Ok(Some(thought)) = &last {
                teller.note(thought);
            }
            telling.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        self.next = told?;
        teller.tell(&mut self.output)?;
        writeln!(self.output)?;
        self.output.flush()
    }

    /// Makes a move, and reports what the player thinks meanwhile.
    fn genmove(&mut self, command: &Command, seat: Seat, request: &Request) -> std::io::Result<()> {
        let asked = Instant::now();
        let ownership = request.ownership.then(|| commands::ownership(&self.engine, seat));
        let limits = self.engine.limits(seat, asked);
        begin(&mut self.output, command)?;
        let teller = &Teller::new(request, &self.engine.board, ownership);
        let (engine, output) = (&mut self.engine, &mut self.output);
        let (done, finished) = channel::<()>();
        let (made, told) = std::thread::scope(|scope| {
            let telling = scope.spawn(move || {
                teller.tell_until(output, |interval| match finished.recv_timeout(interval) {
                    Err(RecvTimeoutError::Timeout) => None,
                    Ok(()) | Err(RecvTimeoutError::Disconnected) => Some(()),
                })
            });
            let (watch, tell) = (engine.interrupt().begin(), |thought: &Thought| teller.note(thought));
            let desk = Desk { tell: &tell, is_study: true, ..Desk::quiet(&watch).within(limits) };
            let made = engine.make_move(seat, asked, &desk);
            drop(done);
            (made, telling.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        });
        told?;
        teller.tell(&mut self.output)?;
        // The response has begun, so an error cannot be reported.
        let word = made.unwrap_or_else(|_| "resign".to_owned());
        writeln!(self.output, "play {word}\n")?;
        self.output.flush()
    }
}

/// Writes the first line of a response that goes on.
fn begin(output: &mut impl Write, command: &Command) -> std::io::Result<()> {
    writeln!(output, "={}", command.id.map(|id| id.to_string()).unwrap_or_default())?;
    output.flush()
}

/// The latest thought, written at intervals.
struct Teller<'r> {
    request: &'r Request,
    vertices: Arc<Vertices>,
    ownership: Option<String>,
    newest: Mutex<Option<String>>,
}

impl<'r> Teller<'r> {
    fn new(request: &'r Request, board: &Board, ownership: Option<String>) -> Self {
        Self { request, vertices: Arc::clone(board.vertices()), ownership, newest: Mutex::new(None) }
    }

    fn note(&self, thought: &Thought) {
        let line = analysis::line(thought, self.request, &self.vertices, self.ownership.as_deref());
        if !line.is_empty() {
            *self.newest.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(line);
        }
    }

    /// Writes the latest thought, unless it was written already.
    fn tell(&self, output: &mut impl Write) -> std::io::Result<()> {
        let newest = self.newest.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        if let Some(line) = newest {
            writeln!(output, "{line}")?;
            output.flush()?;
        }
        Ok(())
    }

    /// Writes thoughts at intervals until the wait returns a result.
    fn tell_until<T>(
        &self,
        output: &mut impl Write,
        mut wait: impl FnMut(Duration) -> Option<T>,
    ) -> std::io::Result<T> {
        let interval = Duration::from_millis(self.request.interval_cs.saturating_mul(10).clamp(10, 3_600_000));
        loop {
            if let Some(result) = wait(interval) {
                return Ok(result);
            }
            self.tell(output)?;
        }
    }
}
