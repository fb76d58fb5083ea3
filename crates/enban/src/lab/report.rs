//! `enban report`: an experiment as a document for people to read, print and cite.

use anyhow::{Context, Result, anyhow, bail};
use enban_arena::train::training_document;
use enban_arena::tune::{match_name, tuning_document};
use enban_arena::{Progress, Review, TrainFile, Trained, TuneFile, Tuner};
use enban_report::{Block, Document, Format, render};
use enban_store::{ExperimentId, Kind, Store, StoredExperiment};
use serde_json::{Value, json};

use super::arguments::Report;
use super::figures::summary_json;
use super::look_into;
use super::train::trained_json;
use crate::arguments::Common;

/// Writes a report.
pub fn run(command: &Report, common: &Common) -> Result<()> {
    let store = look_into(&command.store.store)?;
    let format: Format = command.format.parse().map_err(|error| anyhow!("--format: {error}"))?;
    let id = store.find(&command.experiment)?;
    let experiment = store.experiment(id)?;
    let (value, document) = match experiment.summary.kind {
        Kind::Tune => of_tuning(&store, id, &experiment)?,
        Kind::Train => of_training(&store, id, &experiment)?,
        Kind::Run | Kind::Match => of_games(&store, id)?,
    };
    let text = if common.json { format!("{value:#}\n") } else { render(&document, format) };
    match &command.output {
        Some(path) => std::fs::write(path, text).with_context(|| format!("--output {}", path.display())),
        None => Ok(std::io::Write::write_all(&mut std::io::stdout().lock(), text.as_bytes())?),
    }
}

/// What the games of an experiment or a match say.
fn of_games(store: &Store, id: ExperimentId) -> Result<(Value, Document)> {
    let review = Review::of(store, id)?;
    Ok((summary_json(&review.status.summary), review.document()))
}

/// Where a tuning came to, and what the result makes against the start, as far as that was played.
fn of_tuning(store: &Store, id: ExperimentId, experiment: &StoredExperiment) -> Result<(Value, Document)> {
    let file = TuneFile::parse(&experiment.file).context("the stored tuning file")?;
    let name = &experiment.summary.name;
    let note = store.note(id, Tuner::NOTE)?;
    let note = note.with_context(|| format!("{name:?}: no step of it is finished yet; there is nothing to report"))?;
    let progress: Progress = serde_json::from_slice(&note).context("the stored state of the tuning")?;
    let optimiser = &progress.optimiser;
    let mut value = json!({
        "name": name, "steps": optimiser.step(), "steps_max": optimiser.steps_max(), "finished": optimiser.is_finished(),
        "parameters": optimiser.beliefs().iter().zip(optimiser.best()).map(|(belief, best)| {
            json!({ "name": belief.name, "start": belief.start, "value": best, "spread": belief.spread })
        }).collect::<Vec<_>>(),
    });
    let mut document = tuning_document(experiment, &file, &progress);
    let last = match_name(name);
    if let Some(found) = store.experiments()?.into_iter().find(|listed| listed.name == last) {
        let (played, mut report) = of_games(store, found.id)?;
        value["match"] = played;
        document.push(Block::Heading("The result against the start".to_owned()));
        document.push(Block::Paragraph(report.subtitle));
        document.blocks.append(&mut report.blocks);
    }
    Ok((value, document))
}

/// What a training has learned by now.
fn of_training(store: &Store, id: ExperimentId, experiment: &StoredExperiment) -> Result<(Value, Document)> {
    let file = TrainFile::parse(&experiment.file).context("the stored training file")?;
    let (name, trained) = (&experiment.summary.name, Trained::of(store, id)?);
    if trained.generations.is_empty() {
        bail!("{name:?}: no stage of it is finished yet; there is nothing to report");
    }
    let mut value = trained_json(&trained);
    value["name"] = json!(name);
    value["finished"] = json!(trained.judged.is_some());
    Ok((value, training_document(experiment, &file, &trained)))
}
