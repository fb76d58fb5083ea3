//! An engine at the board: [`ExternalPlayer`], a player whose moves come from another program.

use std::time::Duration;

use enban_game::trail::IllegalStep;
use enban_game::{Move, Notation, Step, Trail};
use enban_search::{Desk, Failure, Player, Thought};

use crate::gtp::{Command, Engine, EngineError, Fault, message};

/// How an engine is started and how long it may take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalParams {
    /// Its command line, split as a shell would, without a shell.
    pub command: String,
    /// Commands that tell it the game, sent before each: for Go `boardsize 9` and `komi 7.5`. `clear_board`
    /// follows them in any case.
    pub setup: Vec<String>,
    /// Time for a move where the request names none. The engine is told if it knows `time_settings` or `time_left`, in
    /// whole seconds and one at least. Without a time it thinks as it was started to, within the grace.
    pub time: Option<Duration>,
    /// What every answer may take, on top of the time for a move.
    pub grace: Duration,
    /// What the first answer may take, while it loads what it needs.
    pub start: Duration,
}

impl ExternalParams {
    /// A command line, with ten seconds for an answer and thirty to start.
    pub fn new(command: &str) -> Self {
        Self {
            command: command.to_owned(),
            setup: Vec::new(),
            time: None,
            grace: Duration::from_secs(10),
            start: Duration::from_secs(30),
        }
    }
}

/// Why an engine cannot be a player of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfit {
    /// The protocol has two colours.
    #[error("{game} has {seats} seats, an engine that speaks GTP plays games for two")]
    Seats {
        /// The game.
        game: String,
        /// Its seats.
        seats: usize,
    },
    /// A set-up command that is not one.
    #[error("found {0:?}, expected one set-up command such as \"komi 7.5\"")]
    Setup(String),
}

/// A player whose moves come from an engine. The engine is started when the first move is asked for, follows the
/// game step by step, and after a failure is killed and restarted: one lost game spoils no other.
///
/// Every [`Failure`] names the engine and what it did.
pub struct ExternalPlayer<G: Notation> {
    game: G,
    params: ExternalParams,
    seated: Option<Seated>,
}

/// An engine that runs, and what it knows.
struct Seated {
    engine: Engine,
    /// The steps it has been told or has made; none if it must be told all from the beginning.
    told: Option<Vec<Step>>,
    /// What it knows of time; asked when there is a time to tell.
    times: Option<KnownTimes>,
    /// The seconds for a move that it was last told by `time_settings`.
    settings_s: Option<u64>,
}

/// The commands about time that it knows.
#[derive(Clone, Copy)]
struct KnownTimes {
    settings: bool,
    left: bool,
}

impl Seated {
    /// Whether what it knows is how the trail began.
    fn follows<G: Notation>(&self, trail: &Trail<G>) -> bool {
        self.told.as_ref().is_some_and(|told| trail.steps().starts_with(told))
    }
}

impl<G: Notation> ExternalPlayer<G> {
    /// A player of one game.
    pub fn new(game: G, params: ExternalParams) -> Result<Self, Unfit> {
        if game.seats() != 2 {
            return Err(Unfit::Seats { game: game.name(), seats: game.seats() });
        }
        let one =
            |line: &&String| Command::parse(line).is_some_and(|command| command.id.is_none() && !line.contains('\n'));
        match params.setup.iter().find(|line| !one(line)) {
            Some(line) => Err(Unfit::Setup(line.clone())),
            None => Ok(Self { game, params, seated: None }),
        }
    }

    /// The process group of the engine, if it runs.
    pub fn group(&self) -> Option<u32> {
        self.seated.as_ref().map(|seated| seated.engine.group())
    }

    fn check_game(&self, trail: &Trail<G>) -> Result<(), Failure> {
        let (own, asked) = (self.game.name(), trail.game().name());
        if own != asked {
            let engine = &self.params.command;
            let detail = format!("engine {engine:?} was set up for {own} and asked to play {asked}");
            return Err(Failure::Unfit { detail });
        }
        if *trail.start() != self.game.start() {
            let position = self.game.write_position(trail.start());
            let engine = &self.params.command;
            let detail =
                format!("engine {engine:?} cannot be told the position {position:?}, only games from the start");
            return Err(Failure::Unfit { detail });
        }
        Ok(())
    }

    /// The engine's move, none if it resigned. An engine that failed is not put back to its seat, which ends it.
    fn ask(&mut self, trail: &Trail<G>, desk: &Desk<'_>) -> Result<Option<Move>, Failure> {
        let table = Table { params: &self.params, desk };
        let mut seated = match self.seated.take() {
            Some(seated) if seated.follows(trail) => seated,
            Some(seated) => table.seat_again(seated).map_err(failure)?,
            None => table.seat().map_err(failure)?,
        };
        table.catch_up(&mut seated, trail).map_err(failure)?;
        let answer = table.genmove(&mut seated, trail).map_err(failure)?;
        let choice = if answer.eq_ignore_ascii_case("resign") {
            None
        } else {
            let colour = message::write_colour(trail.mover());
            let at = || format!("engine {:?}, at \"genmove {colour}\"", seated.engine.name());
            Some(read_answer(trail, &answer).map_err(|wrong| wrong.blamed(at()))?)
        };
        match (choice, &mut seated.told) {
            (Some(choice), Some(told)) => told.push(Step::Play(choice)),
            // Whether the board of an engine that resigned is as it was is not written anywhere.
            _ => seated.told = None,
        }
        self.seated = Some(seated);
        Ok(choice)
    }
}

impl<G: Notation> Player<G> for ExternalPlayer<G> {
    fn think(&mut self, trail: &Trail<G>, desk: &Desk<'_>) -> Thought {
        self.try_think(trail, desk).unwrap_or_else(|failure| panic!("{failure}"))
    }

    fn try_think(&mut self, trail: &Trail<G>, desk: &Desk<'_>) -> Result<Thought, Failure> {
        self.check_game(trail)?;
        match self.ask(trail, desk)? {
            Some(choice) => Ok(Thought::plain(choice)),
            None => Err(Failure::Resigned { player: format!("engine {:?}", self.params.command) }),
        }
    }
}

fn failure(error: EngineError) -> Failure {
    let detail = error.to_string();
    match error.fault {
        Fault::Stopped => Failure::Stopped { detail },
        Fault::Hung { .. } => Failure::OutOfTime { detail },
        Fault::NotStarted(_) | Fault::Died { .. } => Failure::Crashed { detail },
        Fault::Refused(_) | Fault::Garbled { .. } => Failure::Protocol { detail },
    }
}

/// What is wrong with an answer that should have been a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum WrongAnswer {
    #[error("illegal move {answer:?}, expected {expected}")]
    Illegal { answer: String, expected: String },
    #[error("answered {answer:?}, expected {expected}")]
    NotAMove { answer: String, expected: String },
}

impl WrongAnswer {
    fn blamed(self, at: String) -> Failure {
        match self {
            Self::Illegal { answer, expected } => Failure::IllegalMove { at, answer, expected },
            Self::NotAMove { answer, expected } => Failure::NotAMove { at, answer, expected },
        }
    }
}

/// The move that an engine's word stands for, if the rules allow it; otherwise what is wrong with it.
pub(crate) fn read_answer<G: Notation>(trail: &Trail<G>, answer: &str) -> Result<Move, WrongAnswer> {
    let game = trail.game();
    let word = answer.to_ascii_lowercase();
    let refuse =
        |illegal: IllegalStep| WrongAnswer::Illegal { answer: answer.to_owned(), expected: trail.instead(&illegal) };
    let choice = match (word.as_str(), game.pass_move()) {
        ("pass", Some(pass)) => pass,
        ("pass", None) => return Err(refuse(IllegalStep::MayNotPass)),
        _ => {
            let nonsense = |expected: String| WrongAnswer::NotAMove { answer: answer.to_owned(), expected };
            let read = game.read_move(&word).map_err(|unknown| nonsense(unknown.expected))?;
            // A game may know more words for passing than the protocol does.
            if Some(read) == game.pass_move() {
                return Err(nonsense("pass, written so".to_owned()));
            }
            read
        }
    };
    trail.clone().try_step(Step::Play(choice)).map(|()| choice).map_err(refuse)
}

/// The longest time for a move that an engine is told: a day.
const TIME_MAX: Duration = Duration::from_secs(86_400);

/// What it takes to speak to an engine about one move.
struct Table<'t> {
    params: &'t ExternalParams,
    desk: &'t Desk<'t>,
}

impl Table<'_> {
    fn tell(&self, engine: &mut Engine, command: &str) -> Result<String, EngineError> {
        engine.command_watched(command, self.params.grace, self.desk.watch)
    }

    /// Starts an engine and a game with it.
    fn seat(&self) -> Result<Seated, EngineError> {
        let mut engine = Engine::start(&self.params.command)?;
        match engine.command_watched("protocol_version", self.params.start, self.desk.watch) {
            // Which version it is, or that it does not say, is for the examination; here it only is awake.
            Err(error) if !error.fault.is_survived() => return Err(error),
            Ok(_) | Err(_) => {}
        }
        let mut seated = Seated { engine, told: None, times: None, settings_s: None };
        self.begin(&mut seated)?;
        Ok(seated)
    }

    /// Starts a game with an engine that has played before, or with another if it does not take part: what went
    /// wrong after an earlier game does not concern this one.
    fn seat_again(&self, mut seated: Seated) -> Result<Seated, EngineError> {
        match self.begin(&mut seated) {
            Ok(()) => Ok(seated),
            Err(error) if error.fault == Fault::Stopped => Err(error),
            Err(_) => self.seat(),
        }
    }

    fn knows(&self, engine: &mut Engine, name: &str) -> Result<bool, EngineError> {
        match self.tell(engine, &format!("known_command {name}")) {
            Ok(answer) => Ok(answer.eq_ignore_ascii_case("true")),
            Err(error) if error.fault.is_survived() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Tells the engine the steps that are new to it.
    fn catch_up<G: Notation>(&self, seated: &mut Seated, trail: &Trail<G>) -> Result<(), EngineError> {
        let known = seated.told.as_ref().map_or(0, Vec::len);
        let game = trail.game();
        let mut state = trail.start().clone();
        for (number, step) in trail.steps().iter().enumerate() {
            if number >= known {
                let colour = message::write_colour(game.mover(&state));
                self.tell(&mut seated.engine, &format!("play {colour} {}", step.write(game)))?;
            }
            step.apply(game, &mut state);
        }
        seated.told = Some(trail.steps().to_vec());
        Ok(())
    }

    /// A new game.
    fn begin(&self, seated: &mut Seated) -> Result<(), EngineError> {
        for command in self.params.setup.iter().map(String::as_str).chain(["clear_board"]) {
            self.tell(&mut seated.engine, command)?;
        }
        if let Some(seconds) = self.seconds()
            && self.times(seated)?.settings
        {
            self.set_time(seated, seconds)?;
        }
        seated.told = Some(Vec::new());
        Ok(())
    }

    fn genmove<G: Notation>(&self, seated: &mut Seated, trail: &Trail<G>) -> Result<String, EngineError> {
        let colour = message::write_colour(trail.mover());
        if let Some(seconds) = self.seconds() {
            let times = self.times(seated)?;
            if times.left {
                self.tell(&mut seated.engine, &format!("time_left {colour} {seconds} 1"))?;
            } else if times.settings && seated.settings_s != Some(seconds) {
                self.set_time(seated, seconds)?;
            }
        }
        let timeout = self.time().unwrap_or_default() + self.params.grace;
        seated.engine.command_watched(&format!("genmove {colour}"), timeout, self.desk.watch)
    }

    /// What the engine knows of time.
    fn times(&self, seated: &mut Seated) -> Result<KnownTimes, EngineError> {
        if let Some(times) = seated.times {
            return Ok(times);
        }
        let settings = self.knows(&mut seated.engine, "time_settings")?;
        let left = self.knows(&mut seated.engine, "time_left")?;
        Ok(*seated.times.insert(KnownTimes { settings, left }))
    }

    /// No main time, and this much for every single stone after it.
    fn set_time(&self, seated: &mut Seated, seconds: u64) -> Result<(), EngineError> {
        self.tell(&mut seated.engine, &format!("time_settings 0 {seconds} 1"))?;
        seated.settings_s = Some(seconds);
        Ok(())
    }

    /// The time for this move: that of the request, or the player's own.
    fn time(&self) -> Option<Duration> {
        self.desk.limits.time.or(self.params.time).map(|time| time.min(TIME_MAX))
    }

    /// The same as the protocol can say it; none would mean no limit at all.
    fn seconds(&self) -> Option<u64> {
        self.time().map(|time| time.as_secs().max(1))
    }
}
