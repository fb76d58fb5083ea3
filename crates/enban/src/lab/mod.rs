//! The laboratory: matches, experiments, what is kept of them, reports, tuning, training, engines of others.

pub mod arguments;
pub mod backup;
pub mod check_engine;
pub mod check_store;
pub mod contest;
pub mod export;
mod figures;
pub mod list;
pub mod records;
pub mod replay;
pub mod report;
pub mod run;
pub mod strength;
pub mod train;
pub mod tune;

use std::path::Path;

use anyhow::{Context, Result};
use enban_arena::{Experiment, Status, Workers};
use enban_formats::files::{LIST_MAX_MB, read_text_file};
use enban_store::{Filter, PlayerFilter, ResultFilter, Store};

use crate::arguments::Common;
use crate::work::{Stopped, watched};
use arguments::{STORE, Selection};

/// The store at a path, made if it is not there.
fn open_store(path: &Path) -> Result<Store> {
    Ok(Store::open(path)?)
}

/// The store at a path, to be looked at only.
fn look_into(path: &Path) -> Result<Store> {
    Ok(Store::look_into(path)?)
}

/// The text of a file that a command was given. `expected` is what such a file is, for whoever gave the wrong one.
fn read_file(path: &Path, expected: &str) -> Result<String> {
    let text = read_text_file(path, LIST_MAX_MB);
    text.with_context(|| format!("cannot read {}, expected {expected}", path.display()))
}

/// What playing an experiment came to.
struct Played {
    /// How far it is, and what it says.
    status: Status,
    /// It was interrupted.
    stopped: bool,
}

impl Played {
    /// The end of a command that has told the rest.
    fn end(&self) -> Result<()> {
        if self.stopped { Err(Stopped.into()) } else { Ok(()) }
    }
}

/// Plays what is missing of an experiment while a bar shows how far it is, and adds up.
fn play(experiment: &Experiment, what: &str, common: &Common) -> Result<Played> {
    let stopped = watched(what, common.json, |watch| {
        experiment.play(&Workers { threads: common.threads(), watch })?;
        Ok::<_, anyhow::Error>(watch.is_stopped())
    })?;
    Ok(Played { status: experiment.status()?, stopped })
}

/// The command line that was given, without the program's place.
fn command_line() -> String {
    let words = std::env::args().skip(1).map(|word| shell_word(&word));
    std::iter::once("enban".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// A word as a shell takes it for one.
fn shell_word(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=:,".contains(letter);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// The command that writes the report of an experiment, to be copied into a shell.
fn report_command(name: &str, store: &Path) -> String {
    // Within double quotes a shell still reads these.
    let name = match name.contains(['"', '$', '`', '\\', '!']) {
        true => shell_word(name),
        false => format!("\"{name}\""),
    };
    let store = match store == Path::new(STORE) {
        true => String::new(),
        false => format!(" --store {}", shell_word(&store.to_string_lossy())),
    };
    format!("enban report {name}{store} --format html --output report.html")
}

/// The filter that a selection stands for.
fn filter(store: &Store, selection: &Selection) -> Result<Filter> {
    let result = selection.result.as_deref().map(|result| match result {
        "won" => ResultFilter::Won,
        "lost" => ResultFilter::Lost,
        _ => ResultFilter::Drawn,
    });
    // A whole expression is meant exactly; the beginning of one finds all that go on from it.
    let player = selection.player.as_ref().map(|player| match player.ends_with(')') {
        true => PlayerFilter::Exactly(player.clone()),
        false => PlayerFilter::Prefix(player.clone()),
    });
    let experiment = selection.experiment.as_deref().map(|name| store.find(name)).transpose()?;
    Ok(Filter { experiment, player, result, ..Filter::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_to_copy_names_the_store_unless_it_is_the_usual_one() {
        let check = |name: &str, store: &str, command: &str| {
            let command = format!("enban report {command} --format html --output report.html");
            assert_eq!(report_command(name, Path::new(store)), command);
        };
        check("two rows", "enban.db", "\"two rows\"");
        check("two rows", "kept/here.db", "\"two rows\" --store kept/here.db");
        check("two", "my games.db", "\"two\" --store 'my games.db'");
        check("two", "it's.db", "\"two\" --store 'it'\\''s.db'");
        check("a $1 \"b\"", "./enban.db", "'a $1 \"b\"' --store ./enban.db");
    }
}
