//! The loop: lines in, responses out, and a player that may be interrupted by the next line.

use std::io::{BufRead, Write};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use enban_catalog::{Expression, ThoughtView, strongest};
use enban_external::gtp::{Command, Response};
use enban_game::{Points, Seat, Watch};

use crate::analysis::{self, Request};
use crate::board::{Board, Made, Spot, capital};
use crate::clock::{Clock, moves_left, steady, with_time};
use crate::commands::{self, Run};
use crate::ending::Ending;
use crate::rules::Terms;

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
    pub(crate) terms: Terms,
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
        let terms = Terms::of(board.name());
        Ok(Self { board, terms, player, clock: Clock::FREE, seed: options.seed, version, quit: false })
    }

    /// The player of a seat with what is left of the time for a move that was asked for at some moment.
    fn timed_player(&self, seat: Seat, asked: Instant) -> Expression {
        /// A player that is late answers after so many seconds.
        const LEAST_S: f64 = 0.01;
        let colours = self.board.colours();
        let squares = (0..colours.len()).filter(|&cell| self.board.vertex(cell).is_some());
        let empty = squares.clone().filter(|&cell| colours[cell].is_none());
        let moves = moves_left(empty.count(), squares.count(), self.board.is_go());
        match self.clock.budget(seat, moves) {
            Some(seconds) => {
                let left = seconds - asked.elapsed().as_secs_f64();
                with_time(&self.player, steady(left.max(LEAST_S)))
            }
            None => self.player.clone(),
        }
    }

    /// Makes a move for a seat and answers with it.
    pub(crate) fn genmove(&mut self, seat: Seat) -> Result<String, String> {
        let asked = Instant::now();
        let word = self.make_move(seat, asked);
        self.clock.spend(seat, asked.elapsed().as_secs_f64());
        word
    }

    fn make_move(&mut self, seat: Seat, asked: Instant) -> Result<String, String> {
        let player = self.timed_player(seat, asked);
        // A player that moves keeps its tree and tells no candidates; they are needed where its choice may not be made.
        if !self.would_pass_too_early(seat) {
            match self.board.think(seat, &player, self.seed, &Watch::default())? {
                Some(Made::Move(word)) => return Ok(word),
                Some(Made::Resigned) => return Ok("resign".to_owned()),
                Some(Made::Repetition) => {}
                None => return Ok("pass".to_owned()),
            }
        }
        let thought = self.consider_since(seat, asked);
        Ok(commands::play_thought(self, seat, thought))
    }

    /// Whether a pass would end the game with a seat that leads as the board stands, but not without the dead stones.
    /// Players count the board as it stands; front ends ask which stones are dead and take them off.
    fn would_pass_too_early(&mut self, seat: Seat) -> bool {
        let leads = |scores: &[Points]| scores[seat.index()] > scores[1 - seat.index()];
        let is_early = |board: &Board| {
            let standing = board.session().standing();
            standing.over && leads(&standing.scores) && !leads(&Ending::of(board).scores(board))
        };
        // Out of turn a pass ends no game.
        let is_on_turn = self.board.session().standing().mover == seat.index();
        self.board.is_go() && is_on_turn && self.board.look_after(seat, Spot::Pass, is_early) == Some(true)
    }

    /// The word of the move that a player thought best; instead of a pass that comes too early the best move that is
    /// none, unless there is little hope in it. What repeats a position that the player could not know of is left out.
    pub(crate) fn word_of(&mut self, seat: Seat, thought: &ThoughtView) -> String {
        let is_early = thought.word == "pass" && self.would_pass_too_early(seat);
        let candidates = || thought.candidates.iter();
        let other = candidates().find(|candidate| candidate.word != "pass");
        let other = other.filter(|other| is_early && analysis::chance(other.value) >= HOPE);
        let choices = other.map(|other| &other.word).into_iter().chain([&thought.word]);
        for word in choices.chain(candidates().map(|candidate| &candidate.word)) {
            let spot = self.board.read(word).expect("players make moves on the board");
            if self.board.look_after(seat, spot, |_| ()).is_some() {
                return capital(word);
            }
        }
        "pass".to_owned()
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
        self.consider_since(seat, Instant::now())
    }

    /// The same for a move that was asked for a while ago.
    fn consider_since(&mut self, seat: Seat, asked: Instant) -> Result<Option<ThoughtView>, String> {
        let player = self.timed_player(seat, asked);
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
        let asked = Instant::now();
        let ownership = request.ownership.then(|| commands::ownership(&self.engine, seat));
        let player = self.engine.timed_player(seat, asked);
        begin(&mut self.output, command)?;
        let teller = &Teller::new(request, ownership);
        let (engine, output) = (&mut self.engine, &mut self.output);
        let (done, finished) = channel::<()>();
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
        if let Ok(Some(thought)) = &thought {
            teller.note(thought);
        }
        teller.tell(&mut self.output)?;
        let word = commands::play_thought(&mut self.engine, seat, thought);
        self.engine.clock.spend(seat, asked.elapsed().as_secs_f64());
        writeln!(self.output, "play {word}\n")?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use enban_catalog::CandidateView;
    use enban_search::Value;

    const BLACK: Seat = Seat(0);

    fn engine(game: &str, player: &str, moves: &str) -> Engine {
        let player = Some(player.to_owned());
        let options = Options { game: game.to_owned(), player, seed: 1, version: None };
        let mut engine = Engine::new(&options).unwrap();
        for pair in moves.split_whitespace().collect::<Vec<_>>().chunks(2) {
            let seat = Seat(u8::from(pair[0] == "w"));
            engine.board.play(seat, engine.board.read(pair[1]).unwrap()).unwrap();
        }
        engine
    }

    #[test]
    fn candidates_stand_in_for_a_repetition() {
        let ko = "b b1 w c1 b a2 w d2 b b3 w c3 b c2 w b2 w pass";
        let mut engine = engine("go5(ko=positional)", "random", ko);
        let candidate = |word: &str| CandidateView {
            word: word.to_owned(),
            value: Value::Chance(0.5),
            depth: 0,
            visits: 1,
            line: Vec::new(),
        };
        let mut check = |candidates: &[&str], expected: &str| {
            let candidates = candidates.iter().map(|word| candidate(word)).collect();
            let thought = ThoughtView { word: "c2".to_owned(), candidates, nodes: 1 };
            assert_eq!(engine.word_of(BLACK, &thought), expected);
        };
        check(&["c2", "e5"], "E5");
        check(&["c2"], "pass");
    }

    #[test]
    fn a_move_is_thought_about_once() {
        // A pass would come too early, which needs candidates: only the search that has them is made.
        // White's stone on b4 is dead, and keeps the left from Black only as long as it stands.
        let moves = "b c1 w d1 b c2 w d2 b c3 w d3 b c4 w d4 b c5 w d5 b pass w b4 b pass";
        let mut engine = engine("go5(komi=0.5)", "uct(playouts=300)", moves);
        assert!(engine.would_pass_too_early(Seat(1)));
        assert_ne!(engine.genmove(Seat(1)).unwrap(), "pass");
        assert!(!engine.board.is_seated(Seat(1)));
        assert!(!engine.would_pass_too_early(BLACK));
        engine.genmove(BLACK).unwrap();
        assert!(engine.board.is_seated(BLACK));
    }

    #[test]
    fn what_was_used_of_the_time_is_not_given_again() {
        let mut engine = engine("go9", "uct(time=1)", "");
        engine.clock = Clock::of(0.0, crate::clock::Overtime::Canadian { seconds: 10.0, stones: 1 });
        let time = |asked: Instant| engine.timed_player(BLACK, asked).get("time").unwrap().parse::<f64>().unwrap();
        let now = Instant::now();
        assert!((8.0..10.0).contains(&time(now)), "{}", time(now));
        let long_ago = now.checked_sub(Duration::from_secs(6)).unwrap();
        assert!((2.0..4.0).contains(&time(long_ago)), "{}", time(long_ago));
        assert!(time(now.checked_sub(Duration::from_secs(60)).unwrap()) < 0.02);
    }
}
