//! What an engine gets wrong: [`check_engine`] starts it, speaks to it properly and improperly, plays games with
//! it, and reports.
//!
//! `speech` holds what concerns the protocol alone, `play` what concerns the game.

use std::fmt;
use std::time::{Duration, Instant};

use enban_game::{Notation, Trail};

use crate::gtp::{Engine, EngineError, Fault, Response};

mod play;
mod speech;

/// How an engine is examined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckParams {
    /// Commands that tell it the game, sent before each: for Go `boardsize 9` and `komi 7.5`.
    pub setup: Vec<String>,
    /// How many games are played with it.
    pub games: u32,
    /// The seed of the moves that it does not choose.
    pub seed: u64,
    /// What every answer may take.
    pub timeout: Duration,
    /// What the first answer may take.
    pub start: Duration,
}

impl Default for CheckParams {
    /// Four games, with ten seconds for an answer and thirty to start.
    fn default() -> Self {
        let (timeout, start) = (Duration::from_secs(10), Duration::from_secs(30));
        Self { setup: Vec::new(), games: 4, seed: 1, timeout, start }
    }
}

/// How much a finding matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// As it should be.
    Ok,
    /// Odd, but games can be played.
    Warning,
    /// Against the protocol or the rules.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// One thing that was looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// How much it matters.
    pub severity: Severity,
    /// What was looked at.
    pub subject: &'static str,
    /// What the engine was sent.
    pub sent: String,
    /// What came back.
    pub received: String,
    /// What should have come back.
    pub expected: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { severity, subject, sent, received, expected } = self;
        write!(out, "{severity}: {subject}: sent {sent:?}, received {received:?}, expected {expected}")
    }
}

/// Examines the engine of a command line as a player of `game`. The games it is asked to play begin at the start.
///
/// Whatever it does, this ends: an engine that fails badly for the third time is examined no further.
///
/// # Panics
/// If the game is not for two, or a set-up command is not one command.
pub fn check_engine<G: Notation>(command: &str, game: &G, params: &CheckParams) -> Vec<Finding> {
    assert_eq!(game.seats(), 2, "the protocol has two colours");
    let mut examiner = Examiner {
        command,
        params,
        engine: None,
        listed: Vec::new(),
        findings: Vec::new(),
        breakdowns: 0,
        times: Times::default(),
    };
    // Of an engine that does not even start there is nothing more to say.
    let begun = speech::introduction(&mut examiner);
    if begun.is_err() && examiner.findings.iter().any(|finding| finding.subject == "start") {
        return examiner.findings;
    }
    // A part that ended early has said why in the findings; the others are still worth trying.
    for part in [speech::known_commands, speech::odd_lines, speech::mistakes] {
        let _ = part(&mut examiner);
    }
    for part in [play::first_moves, play::illegal_moves, play::undo, play::games] {
        let _ = part(&mut examiner, game);
    }
    let _ = speech::farewell(&mut examiner);
    examiner.report_times();
    examiner.findings
}

/// The part of the examination cannot go on; the findings say why.
struct Abandoned;

/// The times that answers took.
#[derive(Clone, Copy, Default)]
struct Times {
    plain: Duration,
    moves: Duration,
    moves_count: u32,
}

/// It knows no game, so that the protocol's part of the examination is compiled once and not for every game.
struct Examiner<'e> {
    command: &'e str,
    params: &'e CheckParams,
    engine: Option<Engine>,
    /// What `list_commands` gave.
    listed: Vec<String>,
    findings: Vec<Finding>,
    breakdowns: u32,
    times: Times,
}

/// After so many the examination ends.
const BREAKDOWNS_MAX: u32 = 3;

impl Examiner<'_> {
    fn note(&mut self, severity: Severity, subject: &'static str, exchange: (&str, &str), expected: &str) {
        let (sent, received) = (exchange.0.to_owned(), exchange.1.to_owned());
        self.findings.push(Finding { severity, subject, sent, received, expected: expected.to_owned() });
    }

    /// Notes what came back: fine if `right`, otherwise of the given severity.
    fn judge(
        &mut self,
        subject: &'static str,
        right: bool,
        otherwise: Severity,
        exchange: (&str, &str),
        expected: &str,
    ) {
        self.note(if right { Severity::Ok } else { otherwise }, subject, exchange, expected);
    }

    /// The engine, started if it does not run.
    fn engine(&mut self) -> Result<&mut Engine, Abandoned> {
        if self.breakdowns >= BREAKDOWNS_MAX {
            return Err(Abandoned);
        }
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => match self.start() {
                Ok(engine) => engine,
                Err(error) => {
                    // An engine that does not start once will not start later.
                    self.breakdowns = BREAKDOWNS_MAX;
                    let received = error.fault.to_string();
                    self.note(
                        Severity::Error,
                        "start",
                        (&error.command, &received),
                        "an engine that starts and answers",
                    );
                    return Err(Abandoned);
                }
            },
        };
        Ok(self.engine.insert(engine))
    }

    fn start(&self) -> Result<Engine, EngineError> {
        let mut engine = Engine::start(self.command)?;
        match engine.command("protocol_version", self.params.start) {
            Err(error) if !error.fault.is_survived() => Err(error),
            Ok(_) | Err(_) => Ok(engine),
        }
    }

    /// Sends a command. An engine that breaks down is noted and will be restarted.
    fn ask(&mut self, subject: &'static str, command: &str) -> Result<Result<String, String>, Abandoned> {
        let timeout = self.params.timeout;
        self.attempt(subject, command, |engine| match engine.command(command, timeout) {
            Err(EngineError { fault: Fault::Refused(reason), .. }) => Ok(Err(reason)),
            other => other.map(Ok),
        })
    }

    /// Sends text as it is.
    fn say(&mut self, subject: &'static str, text: &str) -> Result<Response, Abandoned> {
        let timeout = self.params.timeout;
        self.attempt(subject, text, |engine| engine.converse(text, timeout))
    }

    fn attempt<T>(
        &mut self,
        subject: &'static str,
        sent: &str,
        speak: impl FnOnce(&mut Engine) -> Result<T, EngineError>,
    ) -> Result<T, Abandoned> {
        let engine = self.engine()?;
        let started = Instant::now();
        let answer = speak(engine);
        let elapsed = started.elapsed();
        if sent.starts_with("genmove") {
            self.times.moves = self.times.moves.max(elapsed);
            self.times.moves_count += 1;
        } else {
            self.times.plain = self.times.plain.max(elapsed);
        }
        answer.map_err(|error| {
            self.engine = None;
            self.breakdowns += 1;
            self.note(Severity::Error, subject, (sent, &error.fault.to_string()), "an answer");
            if self.breakdowns == BREAKDOWNS_MAX {
                self.note(
                    Severity::Error,
                    "breakdowns",
                    (sent, "the last of three breakdowns"),
                    "none; the rest is not examined",
                );
            }
            Abandoned
        })
    }

    /// Sends a command that must succeed.
    fn must(&mut self, subject: &'static str, command: &str) -> Result<String, Abandoned> {
        self.ask(subject, command)?.map_err(|reason| {
            self.note(Severity::Error, subject, (command, &format!("? {reason}")), "success");
            Abandoned
        })
    }

    /// Sets the board up for a new game.
    fn begin<G: Notation>(&mut self, game: &G, subject: &'static str) -> Result<Trail<G>, Abandoned> {
        for command in self.params.setup.iter().map(String::as_str).chain(["clear_board"]) {
            self.must(subject, command)?;
        }
        Ok(Trail::new(game.clone()))
    }

    fn knows(&self, name: &str) -> bool {
        self.listed.iter().any(|listed| listed == name)
    }

    fn report_times(&mut self) {
        /// A controller that sends a few hundred commands a game should not wait minutes for them.
        const PLAIN_MAX: Duration = Duration::from_secs(1);
        let Times { plain, moves, moves_count } = self.times;
        let received = format!("{} ms at most", plain.as_millis());
        self.judge("time", plain <= PLAIN_MAX, Severity::Warning, ("commands", &received), "an answer within a second");
        if moves_count > 0 {
            let received = format!("{} ms at most, {moves_count} moves", moves.as_millis());
            self.note(Severity::Ok, "time", ("genmove", &received), "a move in time, which is its own affair");
        }
    }
}
