//! `enban tune`: the parameters of a player set by games, and the result played against the start.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use enban_arena::tune::digits;
use enban_arena::{
    Collector, ExperimentFile, OpeningsError, Plan, PlanError, Progress, Row, Runner, Summary, TuneFile, Tuner, Tuning,
    TuningError,
};
use enban_stats::{Pairs, Verdict, conclusion};
use enban_store::{ExperimentId, Kind, NewCell, NewExperiment, Store};
use enban_tune::{Belief, Parameter, Settings};
use serde_json::{Value, json};

use super::arguments::Tune;
use super::figures::{many_json, many_table, openings_text, percent_of, rows_table, summary_json};
use super::run::plan_of;
use super::{begin, begin_as, command_line, machine, open_store, program, report_command};
use crate::arguments::Common;
use crate::report::{Table, thousands};
use crate::work::{Stopped, watched};

/// Tunes a player.
pub fn run(command: &Tune, common: &Common) -> Result<()> {
    let (text, tuning) = read(&command.file, common)?;
    let store = open_store(&command.store.store)?;
    let id = begin_tuning(&store, &tuning, &text)?;
    let program = program();
    let (progress, mut stopped) = watched(&tuning.name, common.json, |watch| {
        let threads = common.threads();
        let tuner = Tuner { tuning: &tuning, store: &store, id, program: &program, threads, watch };
        let had = tuner.progress()?.optimiser.step();
        let all = tuning.optimiser()?.steps_max();
        if had > 0 && !common.json {
            eprintln!("{}: {} of {} steps are done; going on.", tuning.name, thousands(had), thousands(all));
        }
        let progress = tuner.run(u64::MAX)?;
        Ok::<_, anyhow::Error>((progress, watch.is_stopped()))
    })?;
    let mut outcome = Outcome { tuning: &tuning, progress: &progress, last: None, store: &command.store.store };
    if progress.optimiser.is_finished() && outcome.has_moved() {
        let folder = command.file.parent().unwrap_or(Path::new("."));
        let (last, match_stopped) = play_match(&store, &tuning, &progress.optimiser.best(), folder, common)?;
        outcome.last = Some(last);
        stopped = match_stopped;
    }
    match common.json {
        true => writeln!(std::io::stdout(), "{:#}", outcome.to_json()?)?,
        false => outcome.print()?,
    }
    if stopped { Err(Stopped.into()) } else { Ok(()) }
}

/// The file's text and the tuning that it describes.
fn read(path: &Path, common: &Common) -> Result<(String, Tuning)> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("{shown}"))?;
    let mut file = TuneFile::parse(&text).with_context(|| format!("{shown}"))?;
    if let Some(seed) = common.seed {
        if seed != file.seed && file.name.is_none() {
            bail!("--seed {seed}: {shown} says seed = {}; with another seed give it another name = \"...\"", file.seed);
        }
        file.seed = seed;
    }
    let stem = path.file_stem().map_or("tuning".into(), |stem| stem.to_string_lossy());
    let folder = path.parent().unwrap_or(Path::new("."));
    let tuning =
        watched("openings", common.json, |watch| Tuning::of_file(file, &stem, folder, common.threads(), watch));
    match tuning {
        Err(TuningError::Plan(PlanError::Openings(OpeningsError::Stopped))) => Err(Stopped.into()),
        tuning => Ok((text, tuning.with_context(|| format!("{shown}"))?)),
    }
}

fn begin_tuning(store: &Store, tuning: &Tuning, text: &str) -> Result<ExperimentId> {
    let seats = tuning.game.seats();
    begin_as(
        store,
        &NewExperiment {
            name: tuning.name.clone(),
            title: tuning.file.title.clone(),
            kind: Kind::Tune,
            game: tuning.game.name(),
            seats: seats as u8,
            plan: tuning.canonical(),
            file: text.to_owned(),
            seed: tuning.file.seed,
            program: program(),
            rules: tuning.game.rules_version().to_string(),
            machine: machine(),
            command: command_line(),
            tasks: tuning.optimiser()?.steps_max(),
            cells: vec![NewCell { label: "start".to_owned(), players: vec![tuning.start(); seats] }],
        },
    )
}

/// The match of the result against the start, and whether it was stopped.
fn play_match(
    store: &Store,
    tuning: &Tuning,
    values: &[f64],
    folder: &Path,
    common: &Common,
) -> Result<(LastMatch, bool)> {
    let text = tuning.match_file(values);
    let (plan, game) = plan_of(&ExperimentFile::parse(&text)?, &tuning.name, folder, common)?;
    let id = begin(store, &plan, Kind::Match, &text)?;
    let ledger = store.ledger(id)?;
    let stopped = watched("result against start", common.json, |watch| {
        let runner = Runner { game: &*game, plan: &plan, ledger: &ledger, threads: common.threads(), watch };
        runner.run(|_| true)?;
        Ok::<_, anyhow::Error>(watch.is_stopped())
    })?;
    let summary = Summary::of(&plan, &Collector::of_ledger(&plan, &ledger, None)?);
    let last = LastMatch { plan, summary };
    if last.is_finished() {
        store.finish(id)?;
    }
    Ok((last, stopped))
}

/// The match at the end.
struct LastMatch {
    plan: Plan,
    summary: Summary,
}

impl LastMatch {
    fn is_finished(&self) -> bool {
        self.summary.rows[0].result.games() == self.plan.games()
    }

    /// What may be concluded, in one sentence.
    fn sentence(&self) -> String {
        if !self.is_finished() {
            return "The match against the start is not finished: the same command goes on from here.".to_owned();
        }
        if let Some(many) = &self.summary.many {
            let [result, start] = [0, 1].map(|player| many.standings.players[player].rank);
            return match (result, start) {
                _ if many.has_few_blocks => "It is not decided whether the result is stronger than the start: there are too few openings.",
                _ if result.high < start.low => "The result is stronger than the start: its mean rank is better, and the 95% intervals do not meet.",
                _ if start.high < result.low => "The start is stronger than the result: its mean rank is better, and the 95% intervals do not meet.",
                _ => "It is not decided whether the result is stronger than the start: the intervals of their mean ranks meet.",
            }
            .to_owned();
        }
        let result = &self.summary.rows[0].result;
        let confidence = enban_arena::summary::CONFIDENCE;
        let said = match result.pairs == Pairs::default() {
            true => conclusion(&result.distinct, confidence),
            false => conclusion(&result.pairs, confidence),
        };
        match said.verdict {
            Verdict::ABetter => {
                let sure = percent_of(said.superiority, 2);
                format!("The result is stronger than the start at the 95% level ({sure} sure).")
            }
            Verdict::BBetter => {
                let sure = percent_of(1.0 - said.superiority, 2);
                format!("The start is stronger than the result at the 95% level ({sure} sure): keep the start.")
            }
            Verdict::NotDecided => {
                let more = said
                    .more_games
                    .map(|more| format!("; if it goes on like this, about {} more games decide it", thousands(more)));
                let more = more.unwrap_or_default();
                format!("It is not decided whether the result is stronger than the start{more}.")
            }
        }
    }
}

/// What came out.
struct Outcome<'o> {
    tuning: &'o Tuning,
    progress: &'o Progress,
    last: Option<LastMatch>,
    /// The store as it was given.
    store: &'o Path,
}

impl Outcome<'_> {
    /// The player with the values that are believed best.
    fn player(&self) -> String {
        self.tuning.player(&self.progress.optimiser.best())
    }

    fn has_moved(&self) -> bool {
        self.player() != self.tuning.start()
    }

    fn method(&self) -> &'static str {
        match self.tuning.file.method {
            Settings::Spsa(_) => "SPSA",
            Settings::CmaEs(_) => "CMA-ES",
        }
    }

    /// Games that the steps have taken.
    fn games(&self) -> Result<u64> {
        Ok(self.progress.optimiser.step() * self.tuning.games_per_step()?)
    }

    /// Parameters with what is believed of each, the value that is tried nearest to that, and where the search stands.
    fn parameters(&self) -> Vec<(&Parameter, Belief, f64, f64)> {
        let optimiser = &self.progress.optimiser;
        let known = optimiser.beliefs().into_iter().zip(optimiser.best()).zip(optimiser.centre());
        let parameters = optimiser.space().parameters.iter().zip(known);
        parameters.map(|(parameter, ((belief, best), centre))| (parameter, belief, best, centre)).collect()
    }

    fn sentence(&self) -> String {
        let optimiser = &self.progress.optimiser;
        match &self.last {
            Some(last) => last.sentence(),
            None if optimiser.is_finished() => "The search ended where it began: there is no match to play.".to_owned(),
            None => {
                let (step, all) = (thousands(optimiser.step()), thousands(optimiser.steps_max()));
                format!("Not finished, {step} of {all} steps are done: the same command goes on from here.")
            }
        }
    }

    fn print(&self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        let (file, optimiser) = (&self.tuning.file, &self.progress.optimiser);
        if !file.title.is_empty() {
            writeln!(out, "{}", file.title)?;
        }
        let (step, all) = (thousands(optimiser.step()), thousands(optimiser.steps_max()));
        let steps = match optimiser.is_finished() && step != all {
            // The candidates had become too much alike to go on.
            true => format!("{step} steps (at most {all})"),
            false => format!("{step} of {all} steps"),
        };
        writeln!(
            out,
            "{}: {steps} by {}, {} games; seed {}.\n",
            self.tuning.game.name(),
            self.method(),
            thousands(self.games()?),
            file.seed
        )?;
        let mut table = Table::new(["parameter", "start", "value", "spread", "centre"]);
        for (parameter, belief, best, centre) in self.parameters() {
            let places = digits(parameter);
            // Of whole numbers the spread and the centre are not whole.
            let finer = places.max(1);
            table.row(vec![
                parameter.name.clone(),
                format!("{:.places$}", parameter.start),
                format!("{best:.places$}"),
                format!("\u{b1}{:.finer$}", belief.spread),
                format!("{centre:.finer$}"),
            ]);
        }
        writeln!(out, "{table}\n{}\n", self.player())?;
        if self.progress.programs.len() > 1 {
            writeln!(out, "Its steps were played by {}.\n", self.progress.programs.join(" and "))?;
        }
        if let Some(LastMatch { plan, summary }) = &self.last {
            let (games, openings) = (thousands(summary.games()), openings_text(plan, &summary.rows[0]));
            writeln!(out, "Against the start, {games} games from {openings}:\n")?;
            match &summary.many {
                Some(many) => writeln!(out, "{}", many_table(many))?,
                None => {
                    // The players are above; a report names them in full.
                    let row = Row { label: "result - start".to_owned(), ..summary.rows[0].clone() };
                    writeln!(out, "{}", rows_table(&[row]))?;
                }
            }
        }
        writeln!(out, "{}", self.sentence())?;
        if let Some(last) = &self.last {
            writeln!(out, "\n{}", report_command(&last.plan.name, self.store))?;
        }
        Ok(())
    }

    fn to_json(&self) -> Result<Value> {
        let (file, optimiser) = (&self.tuning.file, &self.progress.optimiser);
        let parameters = self.parameters().into_iter().map(|(parameter, belief, best, centre)| {
            json!({
                "name": parameter.name, "start": parameter.start, "value": best, "believed": belief.value,
                "spread": belief.spread, "centre": centre,
            })
        });
        let last = self.last.as_ref().map(|last| {
            let mut value = summary_json(&last.summary)["cells"][0].take();
            value["name"] = json!(last.plan.name);
            value["openings"] = json!(last.plan.source.to_string());
            value["distinct_openings"] = json!(last.summary.rows[0].result.openings.distinct);
            value["superiority"] = json!(last.summary.rows[0].superiority);
            value["finished"] = json!(last.is_finished());
            value["standings"] = json!(last.summary.many.as_ref().map(many_json));
            value
        });
        Ok(json!({
            "name": self.tuning.name, "title": file.title, "game": self.tuning.game.name(), "seed": file.seed,
            "method": self.method(), "steps": optimiser.step(), "steps_max": optimiser.steps_max(),
            "finished": optimiser.is_finished(), "games": self.games()?, "programs": self.progress.programs,
            "parameters": parameters.collect::<Vec<_>>(), "start": self.tuning.start(), "player": self.player(),
            "match": last, "conclusion": self.sentence(),
        }))
    }
}
