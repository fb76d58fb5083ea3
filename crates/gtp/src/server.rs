//! The loop: lines in, responses out, and a player that may be interrupted by the next line.

use std::io::{BufRead, Write};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use enban_catalog::{Expression, ThoughtView, strongest};
use enban_game::{Points, Seat, Watch};
use enban_protocol::gtp::{Command, Response};

use crate::analysis::{self, Request};
use crate::board::{Board, Made, Spot, capital};
use crate::clock::{Clock, moves_left, steady, with_time};
use crate::commands::{self, Run};
use crate::ending::Ending;

/// Play goes on for a chance to win that is at least this.
const HOPE: f64 = 0.2;

/// What an engine plays, and who plays it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The game with its options, such as `go9` or `nip`.
    pub game: String,
    /// The player that makes the moves; the strongest that thinks for a second if none is named.
    pub player: Option<String>,
    /// The seed of all randomness.
    pub seed: u64,
    /// The version to give instead of the true one, for front ends that ask for a version of another engine: Lizzie
    /// talks only to what calls itself 0.15 or later.
    pub version: Option<String>,
}

/// Why there is no conversation.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// There is no such game, or it is not for two.
    #[error("{0}")]
    Game(String),
    /// The game has no such player.
    #[error("player {text:?}: {reason}")]
    Player {
        /// What was given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Somebody does not listen any more.
    #[error("cannot write a response")]
    Output(#[from] std::io::Error),
}

/// Answers commands until `quit` or the end of the input.
pub fn serve(
    options: &Options,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send,
) -> Result<(), StartError> {
    let engine = Engine::new(options)?;
    let (sender, lines) = channel();
    // The thread ends with the input, or when nobody takes its lines; after `quit` it may wait for a last line until the
    // program ends, so nobody waits for it.
    std::thread::spawn(move || read_lines(input, |line| sender.send(line).is_ok()));
    Ok(Conversation { engine, lines, output, next: None }.run()?)
}

fn read_lines(mut input: impl BufRead, mut take: impl FnMut(String) -> bool) {
    let mut bytes = Vec::new();
    // An input that fails is an input that ends.
    while input.read_until(b'\n', &mut bytes).is_ok_and(|length| length > 0) {
        if !take(String::from_utf8_lossy(&bytes).into_owned()) {
            return;
        }
        bytes.clear();
    }
}

/// What the commands work on.
pub(crate) struct Engine {
    pub(crate) board: Board,
    pub(crate) player: Expression,
    pub(crate) clock: Clock,
    pub(crate) seed: u64,
    pub(crate) version: String,
    pub(crate) quit: bool,
}

impl Engine {
    pub(crate) fn new(options: &Options) -> Result<Self, StartError> {
        let board = Board::open(&options.game).map_err(StartError::Game)?;
        let player = match &options.player {
            Some(text) => {
                read_player(&board, text).map_err(|reason| StartError::Player { text: text.clone(), reason })?
            }
            None => with_time(&Expression::plain(strongest(board.game())), 1.0),
        };
        let version = options.version.clone().unwrap_or_else(|| env!("CARGO_PKG_VERSION").to_owned());
        Ok(Self { board, player, clock: Clock::FREE, seed: options.seed, version, quit: false })
    }

    /// The player of a seat with the time that it has for the next move.
    fn timed_player(&self, seat: Seat) -> Expression {
        let colours = self.board.colours();
        let squares = (0..colours.len()).filter(|&cell| self.board.vertex(cell).is_some());
        let empty = squares.clone().filter(|&cell| colours[cell].is_none());
        let moves = moves_left(empty.count(), squares.count(), self.board.is_go());
        match self.clock.budget(seat, moves) {
            Some(seconds) => with_time(&self.player, steady(seconds)),
            None => self.player.clone(),
        }
    }

    /// Makes a move for a seat and answers with it.
    pub(crate) fn genmove(&mut self, seat: Seat) -> Result<String, String> {
        let player = self.timed_player(seat);
        let started = Instant::now();
        let made = self.board.think(seat, &player, self.seed, &Watch::default())?;
        self.clock.spend(seat, started.elapsed().as_secs_f64());
        Ok(match made {
            Some(Made::Move(word)) if word == "pass" && self.has_passed_too_early(seat) => {
                self.board.undo();
                let thought = self.consider(seat);
                commands::play_thought(self, seat, thought)
            }
            Some(Made::Move(word)) => word,
            Some(Made::Resigned) => "resign".to_owned(),
            None => "pass".to_owned(),
        })
    }

    /// Whether the game is over and a seat leads as the board stands, but not without the dead stones. Players count
    /// the board as it stands; front ends ask which stones are dead and take them off.
    fn has_passed_too_early(&self, seat: Seat) -> bool {
        let standing = self.board.session().standing();
        let leads = |scores: &[Points]| scores[seat.index()] > scores[1 - seat.index()];
        self.board.is_go()
            && standing.over
            && leads(&standing.scores)
            && !leads(&Ending::of(&self.board).scores(&self.board))
    }

    /// The word of the move that a player thought best; instead of a pass that comes too early the best move that is
    /// none, unless there is little hope in it.
    pub(crate) fn word_of(&mut self, seat: Seat, thought: &ThoughtView) -> String {
        let is_early = thought.word == "pass" && self.board.play(seat, Spot::Pass).is_ok() && {
            let is_early = self.has_passed_too_early(seat);
            self.board.undo();
            is_early
        };
        let other = thought.candidates.iter().find(|candidate| candidate.word != "pass");
        match other {
            Some(other) if is_early && analysis::chance(other.value) >= HOPE => capital(&other.word),
            _ => capital(&thought.word),
        }
    }

    /// Has a player think about the position as if it were the turn of a seat; `None` if there is nothing to think
    /// about. The board stays as it is.
    pub(crate) fn analyze(
        &mut self,
        seat: Seat,
        player: &Expression,
        watch: &Watch,
        tell: &(dyn Fn(&ThoughtView) + Sync),
    ) -> Result<Option<ThoughtView>, String> {
        let mark = self.board.mark();
        let thought = match self.board.give_turn(seat) {
            Ok(()) => self.board.session().analyze(player, self.seed, watch, tell),
            Err(_) => Err("wrong colour: the other side is to move".to_owned()),
        };
        self.board.go_back(mark);
        thought
    }

    /// The same with the player and the time of a move, and nobody looking on.
    pub(crate) fn consider(&mut self, seat: Seat) -> Result<Option<ThoughtView>, String> {
        let player = self.timed_player(seat);
        self.analyze(seat, &player, &Watch::default(), &|_| {})
    }
}

/// The player of a text, if the game has it.
pub(crate) fn read_player(board: &Board, text: &str) -> Result<Expression, String> {
    let player = Expression::parse(text).map_err(|error| error.to_string())?;
    let mut session = board.game().session(None, None).map_err(|error| error.to_string())?;
    session.seat_player(0, &player, 0)?;
    Ok(player)
}

struct Conversation<W> {
    engine: Engine,
    lines: Receiver<String>,
    output: W,
    /// The line that ended an analysis, to be answered next.
    next: Option<String>,
}

impl<W: Write + Send> Conversation<W> {
    fn run(mut self) -> std::io::Result<()> {
        while let Some(line) = self.next.take().or_else(|| self.lines.recv().ok()) {
            let Some(command) = Command::parse(&line) else { continue };
            match commands::find(&command.name, &self.engine.board) {
                None => self.respond(&command, Err("unknown command".to_owned()))?,
                Some(Run::Answer(run)) => {
                    let outcome = run(&mut self.engine, &command.arguments);
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

    fn respond(&mut self, command: &Command, outcome: Result<String, String>) -> std::io::Result<()> {
        write!(self.output, "{}", Response::to(command, outcome))?;
        self.output.flush()
    }

    /// Analyses until the next line comes. The response begins at once and ends with the analysis.
    fn analyze(&mut self, command: &Command, seat: Seat, request: &Request) -> std::io::Result<()> {
        let player = crate::clock::without_end(&self.engine.player);
        let ownership = request.ownership.then(|| commands::ownership(&self.engine, seat));
        begin(&mut self.output, command)?;
        let (watch, teller) = (&Watch::default(), &Teller::new(request, ownership));
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
            let last = engine.analyze(seat, &player, watch, &|thought| teller.note(thought));
            // What is wrong with an analysis cannot be told any more; an analysis without lines says it.
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

    /// Makes a move, and tells on the way what the player thinks.
    fn genmove(&mut self, command: &Command, seat: Seat, request: &Request) -> std::io::Result<()> {
        let player = self.engine.timed_player(seat);
        let ownership = request.ownership.then(|| commands::ownership(&self.engine, seat));
        begin(&mut self.output, command)?;
        let teller = &Teller::new(request, ownership);
        let (engine, output) = (&mut self.engine, &mut self.output);
        let (done, finished) = channel::<()>();
        let started = Instant::now();
        let (thought, told) = std::thread::scope(|scope| {
            let telling = scope.spawn(move || {
                teller.tell_until(output, |interval| match finished.recv_timeout(interval) {
                    Err(RecvTimeoutError::Timeout) => None,
                    Ok(()) | Err(RecvTimeoutError::Disconnected) => Some(()),
                })
            });
            let thought = engine.analyze(seat, &player, &Watch::default(), &|thought| teller.note(thought));
            drop(done);
            (thought, telling.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        });
        told?;
        self.engine.clock.spend(seat, started.elapsed().as_secs_f64());
        if let Ok(Some(thought)) = &thought {
            teller.note(thought);
        }
        teller.tell(&mut self.output)?;
        writeln!(self.output, "play {}\n", commands::play_thought(&mut self.engine, seat, thought))?;
        self.output.flush()
    }
}

/// The first line of a response whose end is not known yet.
fn begin(output: &mut impl Write, command: &Command) -> std::io::Result<()> {
    writeln!(output, "={}", command.id.map(|id| id.to_string()).unwrap_or_default())?;
    output.flush()
}

/// The newest thought, told now and then.
struct Teller<'r> {
    request: &'r Request,
    ownership: Option<String>,
    newest: Mutex<Option<String>>,
}

impl<'r> Teller<'r> {
    fn new(request: &'r Request, ownership: Option<String>) -> Self {
        Self { request, ownership, newest: Mutex::new(None) }
    }

    fn note(&self, thought: &ThoughtView) {
        let line = analysis::line(thought, self.request, self.ownership.as_deref());
        if !line.is_empty() {
            *self.newest.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(line);
        }
    }

    /// Tells the newest thought, if it was not told yet.
    fn tell(&self, output: &mut impl Write) -> std::io::Result<()> {
        let newest = self.newest.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        if let Some(line) = newest {
            writeln!(output, "{line}")?;
            output.flush()?;
        }
        Ok(())
    }

    /// Tells thoughts at their intervals until the wait has a result.
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
