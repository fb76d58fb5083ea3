//! Tuning: the parameters of a player set by games.
//!
//! A [`TuneFile`] says what may change and how it is searched; checked, it is a [`Tuning`]. A [`Tuner`] plays the games
//! that an optimiser asks for, step by step, and writes the optimiser down after each: a run that was killed loses the
//! step it was at and no more. The games of a step depend on the seed and the number of the step alone, and their
//! results are added as whole numbers, so that any number of threads gives the same result.

mod document;
mod steps;

use std::path::Path;

use enban_catalog::{AnyGame, Expression, open};
use enban_game::Seat;
use enban_game::rng::mix;
use enban_store::StoreError;
use enban_tune::{Ask, Optimiser, Parameter, Settings, Space, TuneError};
use serde::Deserialize;

use crate::file::{CellEntry, ExperimentFile, FileError, read};
use crate::keep::KeepError;
use crate::openings::OpeningSource;
use crate::plan::{PlanError, fill};
use crate::task::Workers;

pub use document::tuning_document;
pub use steps::{Progress, Tuner};

/// What a tuning file says.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneFile {
    /// The name under which it is kept; the file's own if not given.
    pub name: Option<String>,
    /// What it is about, for people.
    #[serde(default)]
    pub title: String,
    /// The game with its options.
    pub game: String,
    /// The seed of all randomness.
    #[serde(default = "one")]
    pub seed: u64,
    /// The player with its parameters in braces, such as `weights(bp={bp},fs={fs})`.
    pub player: String,
    /// Whom candidates are rated against; the player as it starts if not given. Duels have no need of it.
    pub against: Option<String>,
    /// Games of a duel, or of each candidate.
    pub games: u64,
    /// Openings: none, ply=K, ply=K,balance=B or file=PATH.
    pub openings: Option<String>,
    /// The optimiser.
    pub method: Settings,
    /// What may change.
    #[serde(default)]
    pub parameters: Vec<Parameter>,
    /// The match of the result against the start.
    #[serde(rename = "match", default)]
    pub last_match: MatchEntry,
}

fn one() -> u64 {
    1
}

/// The match at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchEntry {
    /// Its games. 400: an interval of about 30 Elo to each side.
    pub games: u64,
}

impl Default for MatchEntry {
    fn default() -> Self {
        Self { games: 400 }
    }
}

impl TuneFile {
    /// Reads the text of a file. Errors name the line, and for an unknown key the nearest valid one.
    pub fn parse(text: &str) -> Result<Self, FileError> {
        let mut file: Self = read(text)?;
        let table: toml::Table = read(text)?;
        let says_games = table.get("method").is_some_and(|method| method.get("games").is_some());
        // Unless the file says otherwise, the games that it asks for are a match that counts in full.
        if let Settings::Spsa(settings) = &mut file.method
            && !says_games
        {
            settings.games = u32::try_from(file.games).unwrap_or(u32::MAX);
        }
        Ok(file)
    }
}

/// A tuning that cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum TuningError {
    /// Something the file says is wrong, or there are no openings.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The optimiser does not take it.
    #[error(transparent)]
    Tune(#[from] TuneError),
    /// The store could not be read or written. What was written before is kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store holds another tuning of this name.
    #[error(transparent)]
    Keep(#[from] KeepError),
    /// What was written down cannot be read.
    #[error("what the store holds of this tuning cannot be read: {0}")]
    State(String),
}

fn wrong(place: impl Into<String>, expected: impl Into<String>) -> TuningError {
    TuningError::Plan(PlanError::Wrong { place: place.into(), expected: expected.into() })
}

/// The most games of a step's match.
const GAMES_MAX: u64 = 1_000_000;
/// Openings that the steps draw from: as many, or all there are.
const POOL: usize = 10_000;
/// The same where each must be found even by a search first.
const POOL_BALANCED: usize = 500;

/// A checked tuning: all that decides how it goes.
pub struct Tuning {
    /// The name under which it is kept.
    pub name: String,
    /// What the file says.
    pub file: TuneFile,
    /// The game.
    pub game: Box<dyn AnyGame>,
    space: Space,
    source: OpeningSource,
    pool: Vec<String>,
    against: String,
}

impl Tuning {
    /// The tuning of a file. `stem` is its name if it gives none; paths in it start at `folder`.
    pub fn of_file(file: TuneFile, stem: &str, folder: &Path, workers: &Workers<'_>) -> Result<Self, TuningError> {
        let game = open(&file.game).map_err(|error| wrong("game", error.to_string()))?;
        for (place, games) in [("games", file.games), ("match.games", file.last_match.games)] {
            if !(1..=GAMES_MAX).contains(&games) {
                return Err(wrong(place, format!("expected 1 to {GAMES_MAX}, found {games}")));
            }
        }
        if i64::try_from(file.seed).is_err() {
            return Err(wrong("seed", "expected less than 2^63, which is what files can hold"));
        }
        if file.against.is_some() && matches!(file.method, Settings::Spsa(_)) {
            return Err(wrong("against", "SPSA lets its candidates play each other; leave it out, or use cma-es"));
        }
        let space = Space { parameters: file.parameters.clone() };
        let source = OpeningSource::parse(file.openings.as_deref().unwrap_or("none")).map_err(PlanError::from)?;
        let mut tuning = Self {
            name: file.name.clone().unwrap_or_else(|| stem.to_owned()),
            source: source.within(folder),
            pool: Vec::new(),
            against: String::new(),
            file,
            game,
            space,
        };
        tuning.optimiser()?;
        tuning.check_players()?;
        tuning.against = tuning.file.against.clone().unwrap_or_else(|| tuning.start());
        let least =
            if let OpeningSource::Plies { balance: Some(_), .. } = tuning.source { POOL_BALANCED } else { POOL };
        let wanted = least.max(tuning.blocks() as usize);
        let drawn = tuning.source.draw(&*tuning.game, wanted, tuning.file.seed, workers);
        tuning.pool = drawn.map_err(PlanError::from)?;
        Ok(tuning)
    }

    /// A search that has not begun.
    pub fn optimiser(&self) -> Result<Optimiser, TuneError> {
        Optimiser::new(self.space.clone(), self.file.method.clone(), self.file.seed)
    }

    /// The player with values filled in.
    pub fn player(&self, values: &[f64]) -> String {
        let texts = self.space.parameters.iter().zip(values);
        let texts: Vec<_> =
            texts.map(|(parameter, &value)| (parameter.name.clone(), text_of(parameter, value))).collect();
        fill(&self.file.player, &texts).expect("the gaps were checked")
    }

    /// The player as it starts.
    pub fn start(&self) -> String {
        self.player(&self.starts())
    }

    fn starts(&self) -> Vec<f64> {
        self.space.parameters.iter().map(|parameter| parameter.start).collect()
    }

    /// Games of a duel, or of each candidate: whole openings.
    pub fn games(&self) -> u64 {
        self.blocks() * self.game.seats() as u64
    }

    fn blocks(&self) -> u64 {
        self.file.games.div_ceil(self.game.seats() as u64)
    }

    /// Games of a step.
    pub fn games_per_step(&self) -> Result<u64, TuneError> {
        Ok(match self.optimiser()?.ask() {
            Ask::Rate { candidates } => self.games() * candidates.len() as u64,
            _ => self.games(),
        })
    }

    /// What decides how it goes as text, a fact a line: two tunings are the same if and only if these are equal.
    /// Titles and the match at the end are not part of it.
    pub(crate) fn canonical(&self) -> String {
        let mut lines = vec![
            format!("game: {}", self.game.name()),
            format!("rules version: {}", self.game.rules_version()),
            format!("seed: {}", self.file.seed),
            format!("player: {}", self.file.player),
            format!("games: {}", self.games()),
        ];
        if matches!(self.file.method, Settings::CmaEs(_)) {
            lines.push(format!("against: {}", self.against));
        }
        lines.push(match &self.source {
            // What is in an openings file counts, wherever the file lies.
            OpeningSource::File(_) => {
                let bytes = self.pool.iter().flat_map(|line| line.bytes().chain([b'\n']));
                let digest = bytes.fold(0, |digest, byte| mix(digest ^ u64::from(byte)));
                format!("openings: {} lines of a file, digest {digest:016x}", self.pool.len())
            }
            source => format!("openings: {source}"),
        });
        let settings = serde_json::to_value(&self.file.method).expect("settings are plain data");
        let settings = settings.as_object().expect("settings are a table");
        lines.extend(settings.iter().map(|(key, value)| format!("method, {key}: {value}")));
        lines.extend(self.space.parameters.iter().map(|parameter| {
            let Parameter { name, start, low, high, step, whole } = parameter;
            let whole = if *whole { ", whole" } else { "" };
            format!("parameter {name}: start {start}, from {low} to {high}, step {step}{whole}")
        }));
        lines.join("\n")
    }

    /// The name of the match at the end.
    pub fn match_name(&self) -> String {
        match_name(&self.name)
    }

    /// The match at the end as an experiment file: the player with these values against the player as it starts.
    pub fn match_file(&self, values: &[f64]) -> ExperimentFile {
        let title = if self.file.title.is_empty() { &self.name } else { &self.file.title };
        ExperimentFile {
            name: Some(self.match_name()),
            title: format!("{title}: result against start"),
            seed: self.file.seed,
            openings: Some(self.file.openings.clone().unwrap_or_else(|| "none".to_owned())),
            cells: vec![CellEntry::one_against(&self.player(values), &self.start(), self.game.seats())],
            ..ExperimentFile::of_game(&self.file.game, self.file.last_match.games)
        }
    }

    /// Every gap is filled, and the player can be made with every parameter at its bounds.
    fn check_players(&self) -> Result<(), TuningError> {
        let player = &self.file.player;
        let names: Vec<&str> = self.space.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        if let Some(absent) = names.iter().find(|name| !player.contains(&format!("{{{name}}}"))) {
            return Err(wrong("player", format!("expected {{{absent}}} in {player:?}")));
        }
        let fixed = names.iter().fold(player.clone(), |text, name| text.replace(&format!("{{{name}}}"), "0"));
        if fixed.contains(['{', '}']) {
            let listed = names.join(", ");
            return Err(wrong(
                "player",
                format!("{player:?} has braces around what is no parameter; expected {listed}"),
            ));
        }
        self.tried(self.start())?;
        for (at, parameter) in self.space.parameters.iter().enumerate() {
            for bound in [parameter.low, parameter.high] {
                let mut values = self.starts();
                values[at] = bound;
                self.tried(self.player(&values))?;
            }
        }
        self.file.against.iter().try_for_each(|against| self.tried(against.clone()).map(|_| ()))
    }

    /// The player, if it can be made.
    fn tried(&self, player: String) -> Result<String, TuningError> {
        let place = || format!("player {player:?}");
        let expression = Expression::parse(&player).map_err(|error| wrong(place(), error.to_string()))?;
        let mut session = self.game.begin();
        session.seat_player(Seat(0), &expression, 0).map_err(|error| wrong(place(), error.to_string()))?;
        Ok(player)
    }
}

/// The name of the match at the end of a tuning with this name.
pub fn match_name(tuning: &str) -> String {
    format!("{tuning}: result against start")
}

/// Digits after the point that are worth writing: a hundredth of a step shows, and so does all of the start.
pub fn digits(parameter: &Parameter) -> usize {
    const DIGITS_MAX: usize = 9;
    if parameter.whole {
        return 0;
    }
    let (mut digits, mut step) = (0, parameter.step);
    while step < 100.0 && digits < DIGITS_MAX {
        (digits, step) = (digits + 1, step * 10.0);
    }
    let start = parameter.start.to_string().split_once('.').map_or(0, |(_, fraction)| fraction.len());
    digits.max(start.min(DIGITS_MAX))
}

/// A value as it is written into the player.
fn text_of(parameter: &Parameter, value: f64) -> String {
    let text = format!("{value:.0$}", digits(parameter));
    let short = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

#[cfg(test)]
mod tests;
