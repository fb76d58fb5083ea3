//! `enban tune`: the parameters of a player set by games, and the result played against the start.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use enban_arena::tune::digits;
use enban_arena::{
    Experiment, OpeningsError, Origin, Plan, PlanError, Progress, Row, Status, TuneFile, Tuner, Tuning, TuningError,
    Workers,
};
use enban_stats::{Pairs, Verdict, conclusion};
use enban_store::Kind;
use enban_tune::{Belief, Parameter, Settings};
use serde_json::{Value, json};

use super::arguments::Tune;
use super::figures::{many_json, many_table, openings_text, percent_of, rows_table, summary_json};
use super::run::plan_of;
use super::{command_line, open_store, play, read_file, report_command};
use crate::arguments::Common;
use crate::report::{Table, thousands};
use crate::work::{Stopped, watched};

/// Tunes a player.
pub fn run(command: &Tune, common: &Common) -> Result<()> {
    let (text, tuning) = read(&command.file, common)?;
    let store = open_store(&command.store.store)?;
    let tuner = Tuner::begin(&store, &tuning, &text, &command_line())?;
    let (progress, mut stopped) = watched(&tuning.name, common.json, |watch| {
        let had = tuner.progress()?.optimiser.step();
        let all = tuning.optimiser()?.steps_max();
        if had > 0 && !common.json {
            eprintln!("{}: {} of {} steps are done; going on.", tuning.name, thousands(had), thousands(all));
        }
        let progress = tuner.play(&Workers { threads: common.threads(), watch }, u64::MAX)?;
        Ok::<_, anyhow::Error>((progress, watch.is_stopped()))
    })?;
    let mut outcome = Outcome { tuning: &tuning, progress: &progress, last: None, store: &command.store.store };
    if progress.optimiser.is_finished() && outcome.has_moved() {
        let folder = command.file.parent().unwrap_or(Path::new("."));
        let file = tuning.match_file(&progress.optimiser.best());
        let planned = plan_of(&file, &tuning.name, folder, common)?;
        let origin = Origin { kind: Kind::Match, file: &file.to_toml()?, command: &command_line() };
        let experiment = Experiment::begin(&store, planned, &origin)?;
        let played = play(&experiment, "result against start", common)?;
        outcome.last = Some(LastMatch { plan: experiment.plan().clone(), status: played.status });
        stopped = played.stopped;
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
    let text = read_file(path, "a tuning file")?;
    let mut file = TuneFile::parse(&text).with_context(|| format!("{shown}"))?;
    if let Some(seed) = common.seed {
        if seed != file.seed && file.name.is_none() {
            bail!("--seed {seed}: {shown} says seed = {}; with another seed give it another name = \"...\"", file.seed);
        }
        file.seed = seed;
    }
    let stem = path.file_stem().map_or("tuning".into(), |stem| stem.to_string_lossy());
    let folder = path.parent().unwrap_or(Path::new("."));
    let tuning = watched("openings", common.json, |watch| {
        Tuning::of_file(file, &stem, folder, &Workers { threads: common.threads(), watch })
    });
    match tuning {
        Err(TuningError::Plan(PlanError::Openings(OpeningsError::Stopped))) => Err(Stopped.into()),
        tuning => Ok((text, tuning.with_context(|| format!("{shown}"))?)),
    }
}

/// The match at the end.
struct LastMatch {
    plan: Plan,
    status: Status,
}

impl LastMatch {
    /// What may be concluded, in one sentence.
    fn sentence(&self) -> String {
        if !self.status.is_finished {
            return "The match against the start is not finished: the same command goes on from here.".to_owned();
        }
        if let Some(many) = &self.status.summary.many {
            let [result, start] = [0, 1].map(|player| many.standings.players[player].rank);
            return match (result, start) {
                _ if many.has_few_blocks => "It is not decided whether the result is stronger than the start: there are too few openings.",
                _ if result.high < start.low => "The result is stronger than the start: its mean rank is better, and the 95% intervals do not meet.",
                _ if start.high < result.low => "The start is stronger than the result: its mean rank is better, and the 95% intervals do not meet.",
                _ => "It is not decided whether the result is stronger than the start: the intervals of their mean ranks meet.",
            }
            .to_owned();
        }
        let result = &self.status.summary.rows[0].result;
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
        if let Some(LastMatch { plan, status }) = &self.last {
            let summary = &status.summary;
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
            let summary = &last.status.summary;
            let mut value = summary_json(summary)["cells"][0].take();
            value["name"] = json!(last.plan.name);
            value["openings"] = json!(last.plan.source.to_string());
            value["distinct_openings"] = json!(summary.rows[0].result.openings.distinct);
            value["superiority"] = json!(summary.rows[0].superiority);
            value["finished"] = json!(last.status.is_finished);
            value["standings"] = json!(summary.many.as_ref().map(many_json));
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
