//! `enban run`: an experiment file played out, or played on where it stopped.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use enban_arena::{Collector, ExperimentFile, OpeningsError, Plan, PlanError, Runner, Summary};
use enban_catalog::AnyGame;
use enban_store::{Kind, Ledger};
use serde_json::json;

use super::arguments::{Run, StorePath};
use super::figures::{many_table, rows_table, sprt_text, summary_json};
use super::{begin, open_store, report_command};
use crate::arguments::Common;
use crate::report::thousands;
use crate::work::{Stopped, watched};

/// Plays experiments, one after another. All files are read before the first game is played.
pub fn run(command: &Run, common: &Common) -> Result<()> {
    let read = command.files.iter().map(|path| read(path, common)).collect::<Result<Vec<_>>>()?;
    read.into_iter().try_for_each(|(text, plan, game)| play(&command.store, &text, &plan, &*game, common))
}

/// Plays a plan, or goes on with it, and prints what it gives.
pub fn play(kept: &StorePath, text: &str, plan: &Plan, game: &dyn AnyGame, common: &Common) -> Result<()> {
    let store = open_store(&kept.store)?;
    let id = begin(&store, plan, Kind::Run, text)?;
    let ledger = store.ledger(id)?;
    let had = ledger.done()?.count();
    if had > 0 && !common.json {
        eprintln!("{}: {} of {} tasks are done; going on.", plan.name, thousands(had), thousands(plan.tasks()));
    }
    let stopped = watched(&plan.name, common.json, |watch| {
        let runner = Runner { game, plan, ledger: &ledger, threads: common.threads(), watch };
        runner.run(|_| true)?;
        Ok::<_, anyhow::Error>(watch.is_stopped())
    })?;
    let done = ledger.done()?.count();
    let summary = Summary::of(plan, &Collector::of_ledger(plan, &ledger, None)?);
    if summary.is_done(plan, done) {
        store.finish(id)?;
    }
    if common.json {
        let mut value = summary_json(&summary);
        value["name"] = json!(plan.name);
        value["game"] = json!(plan.game);
        value["tasks"] = json!(plan.tasks());
        value["tasks_done"] = json!(done);
        writeln!(std::io::stdout(), "{value:#}")?;
    } else {
        print(plan, &summary, done)?;
        writeln!(std::io::stdout(), "\n{}", report_command(&plan.name, &kept.store))?;
    }
    if stopped { Err(Stopped.into()) } else { Ok(()) }
}

/// The file's text, its plan and its game.
pub fn read(path: &Path, common: &Common) -> Result<(String, Plan, Box<dyn AnyGame>)> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("{shown}"))?;
    let mut file = ExperimentFile::parse(&text).with_context(|| format!("{shown}"))?;
    if let Some(seed) = common.seed {
        if seed != file.seed && file.name.is_none() {
            bail!("--seed {seed}: {shown} says seed = {}; with another seed give it another name = \"...\"", file.seed);
        }
        file.seed = seed;
    }
    let stem = path.file_stem().map_or("experiment".into(), |stem| stem.to_string_lossy());
    let folder = path.parent().unwrap_or(Path::new("."));
    let (plan, game) = plan_of(&file, &stem, folder, common).with_context(|| format!("{shown}"))?;
    Ok((text, plan, game))
}

/// The plan of a file, with its openings drawn.
pub fn plan_of(file: &ExperimentFile, stem: &str, folder: &Path, common: &Common) -> Result<(Plan, Box<dyn AnyGame>)> {
    match watched("openings", common.json, |watch| Plan::of_file(file, stem, folder, common.threads(), watch)) {
        Err(PlanError::Openings(OpeningsError::Stopped)) => Err(Stopped.into()),
        other => {
            let (plan, game) = other?;
            if let Some(note) = rounding(file, &plan) {
                eprintln!("{note}");
            }
            Ok((plan, game))
        }
    }
}

/// What to say where more games are played than were asked for.
fn rounding(file: &ExperimentFile, plan: &Plan) -> Option<String> {
    let block = plan.games_per_task();
    let asked = std::iter::once(file.games).chain(file.cells.iter().filter_map(|cell| cell.games));
    let uneven = asked.into_iter().find(|games| !games.is_multiple_of(block))?;
    let played = uneven.next_multiple_of(block);
    Some(format!("{uneven} games: every opening is played from each of the {block} seats, so {played} are played."))
}

/// More rows than a terminal shows are left to the report.
const ROWS_SHOWN: usize = 60;

fn print(plan: &Plan, summary: &Summary, done: u64) -> Result<()> {
    let mut out = std::io::stdout().lock();
    if !plan.title.is_empty() {
        writeln!(out, "{}", plan.title)?;
    }
    writeln!(out, "{}: {} of {} games\n", plan.game, thousands(summary.games()), thousands(plan.games()))?;
    match &summary.many {
        Some(many) => write!(out, "{}", many_table(many))?,
        None => {
            write!(out, "{}", rows_table(&summary.rows[..summary.rows.len().min(ROWS_SHOWN)]))?;
            if summary.rows.len() > ROWS_SHOWN {
                writeln!(out, "and {} more rows, in the report", summary.rows.len() - ROWS_SHOWN)?;
            }
        }
    }
    if let Some(sequential) = &summary.sequential {
        writeln!(out, "\n{}", sprt_text(sequential, summary.games()))?;
    }
    if !summary.is_done(plan, done) {
        writeln!(out, "\nNot finished: the same command goes on from here.")?;
    }
    Ok(())
}
