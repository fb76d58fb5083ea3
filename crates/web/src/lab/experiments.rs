//! Experiments: listed, described, begun from the text of a file, run in the background, stopped and gone on with.

use std::path::Path;
use std::sync::Arc;

use enban_arena::experiment::file_of;
use enban_arena::json::status_json;
use enban_arena::{
    Experiment, ExperimentError, ExperimentFile, FileError, KeepError, OpeningSource, Origin, Plan, Review, Workers,
};
use enban_catalog::Expression;
use enban_game::Watch;
use enban_report::{Block, Theme, html_fragment, svg};
use enban_store::{ExperimentId, ExperimentSummary, Filter, GameId, Kind, Store, StoredGame};
use serde::Deserialize;

use super::{Lab, RUNS_MAX, Run, STORE, unkept, without_folder};
use crate::api::{ErrorDetail, ExperimentDetail, ExperimentInfo, Experiments, GameLine, Library, NewRoom, TextPlace};
use crate::refusal::{Reason, Refusal, offset_of};
use crate::room::Room;
use crate::{ids, players};

/// Games of an experiment that are shown unless told otherwise, and at most.
const LIMIT: (usize, usize) = (50, 500);

/// Which part of a list.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Page {
    /// How many at most.
    pub limit: Option<usize>,
    /// How many to leave out first.
    pub offset: Option<usize>,
}

impl Lab {
    /// The experiments of the store.
    pub(crate) fn experiments(&self) -> Result<Experiments, Refusal> {
        let Some(store) = self.store_if_any()? else { return Ok(Experiments { experiments: Vec::new() }) };
        let experiments = store.experiments().map_err(unkept)?;
        Ok(Experiments { experiments: experiments.iter().map(|one| self.info(one)).collect() })
    }

    /// How far an experiment is.
    pub(crate) fn standing(&self, name: &str) -> Result<ExperimentInfo, Refusal> {
        let (store, id) = self.find(name)?;
        Ok(self.info(&store.experiment(id).map_err(unkept)?.summary))
    }

    /// All about an experiment.
    pub(crate) fn detail(&self, name: &str) -> Result<ExperimentDetail, Refusal> {
        let (store, id) = self.find(name)?;
        let experiment = store.experiment(id).map_err(unkept)?;
        let info = self.info(&experiment.summary);
        let (command, toml) = (experiment.command.clone(), experiment.file.clone());
        let review = match Review::of(&store, id) {
            Ok(review) => review,
            Err(ExperimentError::Store(error)) => return Err(unkept(error)),
            // What was tuned is no plan; its figures are told on the command line.
            Err(_) => {
                let (summary, html) = (serde_json::Value::Null, String::new());
                return Ok(ExperimentDetail { info, command, toml, summary, html, plots: Vec::new() });
            }
        };
        let report = review.document();
        let plots = report.blocks.iter().filter_map(|block| match block {
            Block::Plot(plot) => Some(svg(plot, Theme::Automatic)),
            _ => None,
        });
        let (summary, plots) = (status_json(&review.plan, &review.status), plots.collect());
        Ok(ExperimentDetail { info, command, toml, summary, html: html_fragment(&report), plots })
    }

    /// Takes an experiment file into the store, and starts it if it is to.
    pub(crate) fn begin(&self, toml: &str, start: bool) -> Result<String, Refusal> {
        let file = ExperimentFile::parse(toml).map_err(|error| in_file(toml, error))?;
        check_file(&file)?;
        let Some(stem) = file.name.clone() else { return Err(Refusal::bad("expected name = \"...\"")) };
        // Openings are drawn when it is played: that may take long, and can be stopped there.
        let planned = Plan::checked(&file, &stem).map_err(|error| Refusal::bad(error.to_string()))?;
        let store = self.store()?;
        let origin = Origin { kind: Kind::Run, file: toml, command: &command(&stem, &self.0.path) };
        let begun = Experiment::begin(&store, planned, &origin).map_err(|error| not_begun(error.into(), &store))?;
        let name = begun.plan().name.clone();
        if start {
            self.run(&name)?;
        }
        Ok(name)
    }

    /// Plays an experiment of the store, or plays on, in the background.
    pub(crate) fn run(&self, name: &str) -> Result<(), Refusal> {
        let (store, id) = self.find(name)?;
        let experiment = store.experiment(id).map_err(unkept)?;
        let name = experiment.summary.name.clone();
        let file = file_of(&experiment)
            .map_err(|_| Refusal::not_now("this is no experiment of games; go on with it on the command line"))?;
        check_file(&file)?;
        let watch = Arc::new(Watch::default());
        {
            let mut runs = self.runs();
            if runs.get(&name).is_some_and(|run| !run.is_over) {
                return Err(Refusal::not_now("the experiment runs already"));
            }
            if runs.values().filter(|run| !run.is_over).count() >= RUNS_MAX {
                let message = format!("{RUNS_MAX} experiments run already; stop one, or wait");
                return Err(Refusal::new(Reason::TooMany, message));
            }
            runs.insert(name.clone(), Run { watch: Arc::clone(&watch), is_over: false, failure: None });
        }
        let lab = self.clone();
        std::thread::spawn(move || {
            let work = || play(&store, id, &Workers { threads: lab.0.threads, watch: &watch });
            let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
            let failure = match done {
                Ok(Ok(())) => None,
                Ok(Err(refusal)) => Some(refusal.detail.message),
                Err(_) => Some("the experiment broke down".to_owned()),
            };
            lab.runs().insert(name, Run { watch, is_over: true, failure });
        });
        Ok(())
    }

    /// Stops an experiment that runs here.
    pub(crate) fn stop(&self, name: &str) -> Result<(), Refusal> {
        let (store, id) = self.find(name)?;
        let name = store.experiment(id).map_err(unkept)?.summary.name;
        match self.runs().get(&name).filter(|run| !run.is_over) {
            Some(run) => {
                run.watch.stop();
                Ok(())
            }
            None => Err(Refusal::not_now("the experiment does not run here")),
        }
    }

    /// Games of an experiment, latest first.
    pub(crate) fn games(&self, name: &str, page: &Page) -> Result<Library, Refusal> {
        let (store, id) = self.find(name)?;
        let filter = Filter {
            experiment: Some(id),
            limit: Some(page.limit.unwrap_or(LIMIT.0).min(LIMIT.1)),
            offset: page.offset.unwrap_or(0),
            newest_first: true,
            ..Filter::default()
        };
        let created = store.experiment(id).map_err(unkept)?.summary.created_unix_s;
        let count = store.count(&filter).map_err(unkept)?;
        let games = store.games(&filter).map_err(unkept)?;
        Ok(Library { count, games: games.iter().map(|game| line(game, created)).collect() })
    }

    /// A game of an experiment as a room.
    pub(crate) fn open_game(&self, name: &str, game: i64) -> Result<Room, Refusal> {
        let (store, id) = self.find(name)?;
        let found = store.game(GameId(game)).map_err(unkept)?.filter(|game| game.experiment == id);
        let found = found.ok_or_else(|| Refusal::no_such(format!("the experiment has no game {game}")))?;
        let moves = Some(format!("{}{}", found.record.opening, found.record.moves));
        let request = NewRoom { game: found.game, moves, ..NewRoom::default() };
        let mut room = Room::new(ids::random_id(), &request, found.record.seed >> 12)?;
        room.goto(room.line_end())?;
        Ok(room)
    }

    fn find(&self, name: &str) -> Result<(Store, ExperimentId), Refusal> {
        let store = self.store_if_any()?.ok_or_else(|| Refusal::no_such("there are no experiments yet"))?;
        let id = store.find(name).map_err(unkept)?;
        Ok((store, id))
    }

    fn info(&self, one: &ExperimentSummary) -> ExperimentInfo {
        let runs = self.runs();
        let run = runs.get(&one.name);
        ExperimentInfo {
            name: one.name.clone(),
            title: one.title.clone(),
            game: one.game.clone(),
            kind: one.kind.name().to_owned(),
            tasks: one.tasks,
            tasks_done: one.tasks_done,
            games: one.games,
            finished: one.finished_unix_s.is_some(),
            running: run.is_some_and(|run| !run.is_over),
            created: one.created_unix_s,
            failure: run.and_then(|run| run.failure.clone()),
        }
    }
}

/// Plays what is missing.
fn play(store: &Store, id: ExperimentId, workers: &Workers<'_>) -> Result<(), Refusal> {
    match Experiment::resume(store, id, workers) {
        Err(_) if workers.watch.is_stopped() => Ok(()),
        resumed => resumed.map_err(|error| not_begun(error, store))?.play(workers).map_err(unkept),
    }
}

fn not_begun(error: ExperimentError, store: &Store) -> Refusal {
    match error {
        ExperimentError::Store(error) | ExperimentError::Keep(KeepError::Store(error)) => unkept(error),
        ExperimentError::Keep(changed) => Refusal::not_now(without_folder(&changed.to_string(), store.path())),
        ExperimentError::File(error) => Refusal::bad(error.to_string()),
        ExperimentError::Plan(error) => Refusal::bad(error.to_string()),
    }
}

/// The command line that plays an experiment into the same store, once its file is saved under its name.
pub(super) fn command(name: &str, store: &Path) -> String {
    // A name that begins like an option is still that of a file.
    let folder = if name.starts_with('-') { "./" } else { "" };
    let mut words = vec!["enban".to_owned(), "run".to_owned(), quoted(&format!("{folder}{name}.toml"))];
    if store != Path::new(STORE) {
        words.extend(["--store".to_owned(), quoted(&store.display().to_string())]);
    }
    words.join(" ")
}

/// A word as a shell takes it for one, written as the command line notes its own words.
fn quoted(word: &str) -> String {
    match word.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_./=:,".contains(letter)) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Refuses files and external engines, which a request must not reach.
fn check_file(file: &ExperimentFile) -> Result<(), Refusal> {
    if let Some(openings) = &file.openings {
        let source = OpeningSource::parse(openings).map_err(|error| Refusal::bad(format!("openings: {error}")))?;
        if matches!(source, OpeningSource::File(_)) {
            return Err(Refusal::bad("openings out of a file are played from the command line, not from the page"));
        }
    }
    let (plan, _) = Plan::outline(file, "page").map_err(|error| Refusal::bad(error.to_string()))?;
    for player in plan.players() {
        let expression = Expression::parse(player).map_err(|error| Refusal::text("player", player, &error))?;
        players::check_safe(&expression)?;
    }
    Ok(())
}

/// A mistake in an experiment file, at its place.
fn in_file(toml: &str, error: FileError) -> Refusal {
    let place = error.place.map(|(line, column)| TextPlace {
        offset: offset_of(toml, line, column),
        text: toml.lines().nth(line - 1).unwrap_or_default().to_owned(),
    });
    Refusal { reason: Reason::Bad, detail: ErrorDetail { message: error.message, place, expected: None } }
}

fn line(game: &StoredGame, created: i64) -> GameLine {
    let record = &game.record;
    let seats = game.players.len();
    let winner = record.winner.map(|player| (usize::from(player) + seats - usize::from(record.rotation)) % seats + 1);
    GameLine {
        id: game.id.0.to_string(),
        game: game.game.clone(),
        players: game.players.clone(),
        result: winner.map_or("draw".to_owned(), |seat| seat.to_string()),
        scores: record.scores.iter().map(|&halves| f64::from(halves) / 2.0).collect(),
        date: created,
        moves_count: record.plies as usize,
    }
}
