//! A tuning as a document for people to read, print and cite.

use enban_report::number::integer;
use enban_report::{Block, Column, Document, Table};
use enban_store::StoredExperiment;
use enban_tune::Settings;

use super::{Progress, TuneFile, digits};
use crate::keep::date;

/// The report of the steps. The match at the end has a document of its own.
pub fn tuning_document(experiment: &StoredExperiment, file: &TuneFile, progress: &Progress) -> Document {
    let optimiser = &progress.optimiser;
    let title = if file.title.is_empty() { experiment.summary.name.clone() } else { file.title.clone() };
    let mut document = Document::new(title);
    let (step, all) = (integer(optimiser.step() as i64), integer(optimiser.steps_max() as i64));
    document.subtitle = format!("{}: {step} of {all} steps", experiment.summary.game);
    if !optimiser.is_finished() {
        document.push(Block::Paragraph(format!("Not finished: {step} of {all} steps were made.")));
    }
    document.push(Block::Heading("Parameters".to_owned()));
    document.push(parameters(progress));
    document.push(Block::Code(file.player.clone()));
    document.push(Block::Heading("How it was tuned".to_owned()));
    document.push(Block::Paragraph(methods(file, progress)));
    document.push(Block::Facts(vec![
        ("Program".to_owned(), progress.programs.join(", ")),
        ("Rules".to_owned(), format!("{}, version {}", experiment.summary.game, experiment.rules)),
        ("Seed".to_owned(), experiment.seed.to_string()),
        ("Machine".to_owned(), experiment.machine.clone()),
        ("Begun".to_owned(), format!("{} UTC", date(experiment.summary.created_unix_s))),
    ]));
    document.push(Block::Code(experiment.command.clone()));
    document
}

fn parameters(progress: &Progress) -> Table {
    let columns = ["start", "result", "spread", "least", "most"].map(Column::right);
    let columns: Vec<Column> = std::iter::once(Column::left("parameter")).chain(columns).collect();
    let mut table = Table::new("The parameters before and after", columns);
    let optimiser = &progress.optimiser;
    let known = optimiser.beliefs().into_iter().zip(optimiser.best());
    for (parameter, (belief, best)) in optimiser.space().parameters.iter().zip(known) {
        let places = digits(parameter);
        let finer = places.max(1);
        table.push(vec![
            parameter.name.clone(),
            format!("{:.places$}", parameter.start),
            format!("{best:.places$}"),
            format!("\u{b1}{:.finer$}", belief.spread),
            parameter.low.to_string(),
            parameter.high.to_string(),
        ]);
    }
    table.notes.push("The spread is the width of the search at its end, not an interval of confidence.".to_owned());
    table
}

fn methods(file: &TuneFile, progress: &Progress) -> String {
    let (step, games) = (integer(progress.optimiser.step() as i64), integer(file.games as i64));
    let openings = match file.openings.as_deref() {
        None | Some("none") => "from the starting position".to_owned(),
        Some(source) => format!("from openings ({source}) drawn by the seed"),
    };
    match file.method {
        Settings::Spsa(_) => format!(
            "SPSA made {step} steps. In each, two players whose parameters were moved to either side at once played \
             {games} games {openings}, and all parameters followed the winner a little."
        ),
        Settings::CmaEs(_) => format!(
            "CMA-ES made {step} steps. In each, every candidate of a small generation played {games} games {openings}, \
             and the next generation was drawn around the better ones."
        ),
    }
}
