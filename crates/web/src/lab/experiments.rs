//! Experiments: listed, described, begun from the text of a file, run in the background, stopped and gone on with.

use std::path::Path;
use std::sync::Arc;

use enban_arena::document::document;
use enban_arena::json::summary_json;
use enban_arena::keep::{self, KeepError};
use enban_arena::{Collector, ExperimentFile, OpeningSource, Plan, Runner, Summary};
use enban_catalog::{AnyGame, Expression};
use enban_game::Watch;
use enban_report::{Block, Theme, html_fragment, svg};
use enban_store::{Experiment, ExperimentId, ExperimentSummary, Filter, GameId, Kind, Ledger, Store, StoredGame};
use serde::Deserialize;
use serde_json::json;

use super::{Lab, RUNS_MAX, Run, STORE, unkept, without_folder};
use crate::api::{ErrorDetail, ExperimentDetail, ExperimentInfo, Experiments, GameLine, Library, NewRoom, Place};
use crate::refusal::{Reason, Refusal, offset_of};
use crate::room::Room;
use crate::{ids, players};

/// Games of an experiment that are shown unless told otherwise, and at most.
const LIMIT: (usize, usize) = (50, 500);

/// Which part of a list.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Page {
    /// How many at most.
    pub limit: Option<usize>,
    /// How many to leave out first.
    pub offset: Option<usize>,
}

impl Lab {
    /// The experiments of the store.
    pub fn experiments(&self) -> Result<Experiments, Refusal> {
        let Some(store) = self.store_if_any()? else { return Ok(Experiments { experiments: Vec::new() }) };
        let experiments = store.experiments().map_err(unkept)?;
        Ok(Experiments { experiments: experiments.iter().map(|one| self.info(one)).collect() })
    }

    /// How far an experiment is.
    pub fn standing(&self, name: &str) -> Result<ExperimentInfo, Refusal> {
        let (store, id) = self.find(name)?;
        Ok(self.info(&store.experiment(id).map_err(unkept)?.summary))
    }

    /// All about an experiment.
    pub fn detail(&self, name: &str) -> Result<ExperimentDetail, Refusal> {
        let (store, id) = self.find(name)?;
        let experiment = store.experiment(id).map_err(unkept)?;
        let info = self.info(&experiment.summary);
        let (command, toml) = (experiment.command.clone(), experiment.file.clone());
        let Some((file, plan)) = outline(&experiment) else {
            // What was tuned is no plan; its figures are told on the command line.
            let (summary, html) = (serde_json::Value::Null, String::new());
            return Ok(ExperimentDetail { info, command, toml, summary, html, plots: Vec::new() });
        };
        let ledger = store.ledger(id).map_err(unkept)?;
        let cells = Collector::of_ledger(&plan, &ledger, None).map_err(unkept)?;
        let summary = Summary::of(&plan, &cells);
        let done = ledger.done().map_err(unkept)?.count();
        let report = document(&experiment, &file, &plan, &summary, done);
        let plots = report.blocks.iter().filter_map(|block| match block {
            Block::Plot(plot) => Some(svg(plot, Theme::Automatic)),
            _ => None,
        });
        let mut figures = summary_json(&summary);
        figures["name"] = json!(plan.name);
        figures["game"] = json!(plan.game);
        figures["tasks"] = json!(plan.tasks());
        figures["tasks_done"] = json!(done);
        let plots = plots.collect();
        Ok(ExperimentDetail { info, command, toml, summary: figures, html: html_fragment(&report), plots })
    }

    /// Takes an experiment file into the store, and starts it if it is to.
    pub fn begin(&self, toml: &str, start: bool) -> Result<String, Refusal> {
        let file = ExperimentFile::parse(toml).map_err(|error| in_file(toml, &error.0))?;
        check_file(&file)?;
        let Some(stem) = file.name.clone() else { return Err(Refusal::bad("expected name = \"...\"")) };
        let watch = Watch::default();
        let plan = Plan::of_file(&file, &stem, Path::new("."), self.0.threads, &watch);
        let (plan, _) = plan.map_err(|error| Refusal::bad(error.to_string()))?;
        let store = self.store()?;
        let command = command(&stem, &self.0.path);
        keep::begin(&store, &plan, Kind::Run, toml, &command).map_err(|error| match error {
            KeepError::Store(error) => unkept(error),
            changed => Refusal::not_now(without_folder(&changed.to_string(), &self.0.path)),
        })?;
        if start {
            self.run(&plan.name)?;
        }
        Ok(plan.name)
    }

    /// Plays an experiment of the store, or plays on, in the background.
    pub fn run(&self, name: &str) -> Result<(), Refusal> {
        let (store, id) = self.find(name)?;
        let experiment = store.experiment(id).map_err(unkept)?;
        let name = experiment.summary.name.clone();
        let (file, _) = outline(&experiment)
            .ok_or_else(|| Refusal::not_now("this is no experiment of games; go on with it on the command line"))?;
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
            let work = || play(&store, id, &file, &name, lab.0.threads, &watch);
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
    pub fn stop(&self, name: &str) -> Result<(), Refusal> {
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
    pub fn games(&self, name: &str, page: &Page) -> Result<Library, Refusal> {
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
    pub fn open_game(&self, name: &str, game: i64) -> Result<Room, Refusal> {
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

/// The file and the plan of an experiment that was played as one, without its openings.
fn outline(experiment: &Experiment) -> Option<(ExperimentFile, Plan)> {
    let mut file = ExperimentFile::parse(&experiment.file).ok()?;
    // The seed may have been given on the command line, over the file's.
    file.seed = experiment.seed;
    let (plan, _) = Plan::outline(&file, &experiment.summary.name).ok()?;
    Some((file, plan))
}

fn play(
    store: &Store,
    id: ExperimentId,
    file: &ExperimentFile,
    name: &str,
    threads: usize,
    watch: &Watch,
) -> Result<(), Refusal> {
    let drawn = Plan::of_file(file, name, Path::new("."), threads, watch);
    let (plan, game): (Plan, Box<dyn AnyGame>) = match drawn {
        Err(_) if watch.is_stopped() => return Ok(()),
        drawn => drawn.map_err(|error| Refusal::bad(error.to_string()))?,
    };
    let ledger = store.ledger(id).map_err(unkept)?;
    let runner = Runner { game: &*game, plan: &plan, ledger: &ledger, threads, watch };
    runner.run(|_| true).map_err(|error| Refusal::failed(without_folder(&error.to_string(), store.path())))?;
    let done = ledger.done().map_err(unkept)?.count();
    let summary = Summary::of(&plan, &Collector::of_ledger(&plan, &ledger, None).map_err(unkept)?);
    if summary.is_done(&plan, done) {
        store.finish(id).map_err(unkept)?;
    }
    Ok(())
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

/// Refuses files and engines outside the program, which a request must not reach.
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

/// A mistake in an experiment file, at the line that its message names.
fn in_file(toml: &str, message: &str) -> Refusal {
    let number = |word: &str| {
        let rest = &message[message.rfind(word)? + word.len()..];
        rest.split(|letter: char| !letter.is_ascii_digit()).next()?.parse::<usize>().ok()
    };
    let place = number("line ").map(|line| Place {
        offset: offset_of(toml, line, number("column ").unwrap_or(1)),
        text: toml.lines().nth(line.saturating_sub(1)).unwrap_or_default().to_owned(),
    });
    let detail = ErrorDetail { message: message.to_owned(), place, expected: None };
    Refusal { reason: Reason::Bad, detail }
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
