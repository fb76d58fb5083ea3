//! `enban report`: an experiment as a document for people to read, print and cite.

use anyhow::{Context, Result, anyhow};
use enban_arena::document::document;
use enban_arena::{Collector, ExperimentFile, Plan, Summary};
use enban_report::{Format, render};
use enban_store::Ledger;

use super::arguments::Report;
use super::look_into;
use crate::arguments::Common;

/// Writes a report.
pub fn run(command: &Report, common: &Common) -> Result<()> {
    let store = look_into(&command.store.store)?;
    let format: Format = command.format.parse().map_err(|error| anyhow!("--format: {error}"))?;
    let id = store.find(&command.experiment)?;
    let experiment = store.experiment(id)?;
    let mut file = ExperimentFile::parse(&experiment.file).context("the stored experiment file")?;
    // The seed may have been given on the command line, over the file's.
    file.seed = experiment.seed;
    let (plan, _) = Plan::outline(&file, &experiment.summary.name)?;
    let ledger = store.ledger(id)?;
    let summary = Summary::of(&plan, &Collector::of_ledger(&plan, &ledger, None)?);
    let done = ledger.done()?.count();
    let text = if common.json {
        format!("{:#}\n", super::figures::summary_json(&summary))
    } else {
        render(&document(&experiment, &file, &plan, &summary, done), format)
    };
    match &command.output {
        Some(path) => std::fs::write(path, text).with_context(|| format!("--output {}", path.display())),
        None => Ok(std::io::Write::write_all(&mut std::io::stdout().lock(), text.as_bytes())?),
    }
}
