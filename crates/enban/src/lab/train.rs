//! `enban train`: an evaluation learned from nothing, and a match against the one that the program carries.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use enban_arena::train::{Deviation, Judged, LessonReport, Trained, are_weights};
use enban_arena::{TrainFile, Trainer, Training, Workers};
use enban_stats::Results;
use serde_json::{Value, json};

use super::arguments::Train;
use super::{command_line, open_store, read_file, report_command};
use crate::arguments::Common;
use crate::report::{Table, thousands};
use crate::work::{Stopped, watched};

/// Learns an evaluation.
pub fn run(command: &Train, common: &Common) -> Result<()> {
    let (text, training) = read(&command.file, common)?;
    let path = command.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.weights", training.name)));
    // Better now than after hours.
    check_free(&path)?;
    let store = open_store(&command.store.store)?;
    let trainer = Trainer::begin(&store, &training, &text, &command_line())?;
    let (trained, stopped) = watched(&training.name, common.json, |watch| {
        let had = trainer.trained()?;
        if !common.json && !had.generations.is_empty() && had.judged.is_none() {
            eprintln!("{}: part of it is done; going on.", training.name);
        }
        let trained = trainer.train(&Workers { threads: common.threads(), watch })?;
        Ok::<_, anyhow::Error>((trained, watch.is_stopped()))
    })?;
    if let Some(bytes) = &trained.weights {
        check_free(&path)?;
        write_whole(&path, bytes).with_context(|| format!("--out {}", path.display()))?;
    }
    let outcome = Outcome { training: &training, trained: &trained, path: &path, store: &command.store.store };
    match common.json {
        true => writeln!(std::io::stdout(), "{:#}", outcome.to_json())?,
        false => outcome.print()?,
    }
    if stopped { Err(Stopped.into()) } else { Ok(()) }
}

/// The file's text and the training that it describes.
fn read(path: &Path, common: &Common) -> Result<(String, Training)> {
    let shown = path.display();
    let text = read_file(path, "a training file")?;
    let mut file = TrainFile::parse(&text).with_context(|| format!("{shown}"))?;
    if let Some(seed) = common.seed {
        if seed != file.seed && file.name.is_none() {
            bail!("--seed {seed}: {shown} says seed = {}; with another seed give it another name = \"...\"", file.seed);
        }
        file.seed = seed;
    }
    let stem = path.file_stem().map_or("training".into(), |stem| stem.to_string_lossy());
    let training = Training::of_file(file, &stem).with_context(|| format!("{shown}"))?;
    Ok((text, training))
}

/// Refuses to overwrite what is not weights, and to begin where nothing can be written.
fn check_free(path: &Path) -> Result<()> {
    let shown = path.display();
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty())
        && !folder.is_dir()
    {
        bail!("--out {shown}: there is no folder {}", folder.display());
    }
    match std::fs::read(path) {
        Ok(bytes) if !are_weights(&bytes) => {
            bail!("--out {shown}: this file holds no weights and was left as it is; choose another --out")
        }
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error).context(format!("--out {shown}")),
        _ => Ok(()),
    }
}

/// Writes a file beside its place and moves it there: whoever reads it finds the old one or the new one.
fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(name);
    let written = std::fs::write(&beside, bytes).and_then(|()| std::fs::rename(&beside, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}

/// What came out.
struct Outcome<'o> {
    training: &'o Training,
    trained: &'o Trained,
    /// Where the weights are written.
    path: &'o Path,
    /// The store as it was given.
    store: &'o Path,
}

impl Outcome<'_> {
    fn is_finished(&self) -> bool {
        self.trained.judged.is_some()
    }

    fn lessons(&self) -> impl Iterator<Item = &LessonReport> {
        self.trained.generations.last().into_iter().flatten().flat_map(|stage| &stage.lessons)
    }

    fn sentence(&self) -> String {
        match &self.trained.judged {
            Some(judged) => judged.sentence(),
            None if self.trained.weights.is_some() => {
                "The match is not finished: the same command goes on from here.".to_owned()
            }
            None => {
                let (begun, all) = (self.trained.generations.len(), self.training.file.generations);
                format!("Not finished, in generation {} of {all}: the same command goes on from here.", begun.max(1))
            }
        }
    }

    fn print(&self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        let (file, trained) = (&self.training.file, self.trained);
        if !file.title.is_empty() {
            writeln!(out, "{}", file.title)?;
        }
        writeln!(
            out,
            "{}: {} positions of {} games, generation {} of {}; seed {}.\n",
            self.training.game.name(),
            thousands(trained.positions() as u64),
            thousands(trained.generations.len() as u64 * file.games.count),
            trained.generations.len(),
            file.generations,
            file.seed
        )?;
        let mut table = Table::new(["empty squares", "positions", "values", "error"]);
        for lesson in self.lessons() {
            table.row(vec![
                lesson.empties.to_string(),
                thousands(lesson.positions as u64),
                lesson.labels_text(),
                lesson.error.map_or("-".to_owned(), |error| format!("{error:.2}")),
            ]);
        }
        writeln!(out, "{table}\nThe error is on held-out positions, in discs.")?;
        if let Some(exact) = trained.static_error() {
            let (error, empties) = (exact.deviation(), exact.empties);
            writeln!(
                out,
                "At {empties} empty squares the evaluation alone is {error:.2} discs from the exact result."
            )?;
        }
        if let Some(bytes) = &trained.weights {
            let kilobytes = thousands(bytes.len().div_ceil(1000) as u64);
            writeln!(out, "\nThe weights are in {} ({kilobytes} kB).", self.path.display())?;
        }
        writeln!(out, "\n{}", self.sentence())?;
        if self.is_finished() {
            writeln!(out, "\n{}", report_command(&self.training.name, self.store))?;
        }
        Ok(())
    }

    fn to_json(&self) -> Value {
        let file = &self.training.file;
        let mut value = trained_json(self.trained);
        value["name"] = json!(self.training.name);
        value["title"] = json!(file.title);
        value["game"] = json!(self.training.game.name());
        value["seed"] = json!(file.seed);
        value["generations_max"] = json!(file.generations);
        value["finished"] = json!(self.is_finished());
        value["out"] = json!(self.trained.weights.as_ref().map(|_| self.path));
        value["conclusion"] = json!(self.sentence());
        value
    }
}

/// What a training has learned, for programs.
pub fn trained_json(trained: &Trained) -> Value {
    let deviations = |all: &[Deviation]| all.iter().map(deviation_json).collect::<Vec<_>>();
    json!({
        "positions": trained.positions(),
        "generations": trained.generations,
        "exact_error": trained.static_error().map(deviation_json),
        "searches": deviations(&trained.searches),
        "truth": deviations(&trained.truth),
        "check": deviations(&trained.check),
        "weights_bytes": trained.weights.as_ref().map(Vec::len),
        "match": trained.judged.as_ref().map(judged_json),
    })
}

fn deviation_json(one: &Deviation) -> Value {
    let Deviation { empties, depth, probe, .. } = one;
    json!({
        "empties": empties, "depth": depth, "probe": probe, "positions": one.count(), "deviation": one.deviation(),
    })
}

fn judged_json(judged: &Judged) -> Value {
    let (pairs, test, score) = (judged.pairs(), Judged::test(), judged.score());
    json!({
        "against": judged.against, "nodes": judged.nodes, "games": pairs.games(), "pairs": pairs.0,
        "score": score.map(|score| score.value), "low": score.map(|score| score.low),
        "high": score.map(|score| score.high), "lead": judged.lead(), "elo0": test.elo0, "elo1": test.elo1,
        "llr": test.llr(&pairs), "decision": format!("{:?}", test.decision(&pairs)),
    })
}
