//! `enban run`: an experiment file played out, or played on where it stopped.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use enban_arena::json::status_json;
use enban_arena::{Experiment, ExperimentFile, OpeningsError, Origin, Plan, PlanError, Status, Workers};
use enban_catalog::AnyGame;
use enban_store::Kind;

use super::arguments::{Run, StorePath};
use super::figures::{many_table, rows_table, sprt_text};
use super::{command_line, open_store, play, read_file, report_command};
use crate::arguments::Common;
use crate::report::thousands;
use crate::work::{Stopped, watched};

/// Plays experiments, one after another. All files are read before the first game is played.
pub fn run(command: &Run, common: &Common) -> Result<()> {
    let read = command.files.iter().map(|path| read(path, common)).collect::<Result<Vec<_>>>()?;
    read.into_iter().try_for_each(|(text, planned)| run_plan(&command.store, &text, planned, common))
}

/// Plays a plan, or goes on with it, and prints what it gives.
pub fn run_plan(kept: &StorePath, text: &str, planned: Planned, common: &Common) -> Result<()> {
    let store = open_store(&kept.store)?;
    let origin = Origin { kind: Kind::Run, file: text, command: &command_line() };
    let experiment = Experiment::begin(&store, planned, &origin)?;
    let (plan, had) = (experiment.plan(), experiment.tasks_done()?);
    if had > 0 && !common.json {
        eprintln!("{}: {} of {} tasks are done; going on.", plan.name, thousands(had), thousands(plan.tasks()));
    }
    let played = play(&experiment, &plan.name, common)?;
    if common.json {
        writeln!(std::io::stdout(), "{:#}", status_json(plan, &played.status))?;
    } else {
        print(plan, &played.status)?;
        writeln!(std::io::stdout(), "\n{}", report_command(&plan.name, &kept.store))?;
    }
    played.end()
}

/// A plan and its game.
type Planned = (Plan, Box<dyn AnyGame>);

/// The file's text, its plan and its game.
fn read(path: &Path, common: &Common) -> Result<(String, Planned)> {
    let shown = path.display();
    let text = read_file(path, "an experiment file")?;
    let mut file = ExperimentFile::parse(&text).with_context(|| format!("{shown}"))?;
    if let Some(seed) = common.seed {
        if seed != file.seed && file.name.is_none() {
            bail!("--seed {seed}: {shown} says seed = {}; with another seed give it another name = \"...\"", file.seed);
        }
        file.seed = seed;
    }
    let stem = path.file_stem().map_or("experiment".into(), |stem| stem.to_string_lossy());
    let folder = path.parent().unwrap_or(Path::new("."));
    Ok((text, plan_of(&file, &stem, folder, common).with_context(|| format!("{shown}"))?))
}

/// The plan of a file, with its openings drawn.
pub fn plan_of(file: &ExperimentFile, stem: &str, folder: &Path, common: &Common) -> Result<Planned> {
    let drawn = watched("openings", common.json, |watch| {
        Plan::of_file(file, stem, folder, &Workers { threads: common.threads(), watch })
    });
    match drawn {
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

fn print(plan: &Plan, status: &Status) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let summary = &status.summary;
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
    if !status.is_finished {
        writeln!(out, "\nNot finished: the same command goes on from here.")?;
    }
    Ok(())
}
