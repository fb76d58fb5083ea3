//! A training as a document for people to read, print and cite.

use enban_eval::patterns::{ErrorModel, PERCENTS};
use enban_report::number::{NumberStyle, decimal, integer, percent, percent_interval, signed};
use enban_report::{Axis, Block, Column, Document, LinePlot, Plot, Point, Series, Table};
use enban_search::probe_of;
use enban_stats::{Decision, Results};
use enban_store::StoredExperiment;

use super::TrainFile;
use super::kept::{Deviation, Judged, LessonReport, StageReport, Trained};
use super::steps::error_model;
use crate::keep::date;

/// The report of a training.
pub fn training_document(experiment: &StoredExperiment, file: &TrainFile, trained: &Trained) -> Document {
    let title = if file.title.is_empty() { experiment.summary.name.clone() } else { file.title.clone() };
    let mut document = Document::new(title);
    let (begun, all) = (trained.generations.len() as u64, file.generations);
    let positions = integer(trained.positions() as i64);
    document.subtitle = format!("{}: an evaluation learned from {positions} positions", experiment.summary.game);
    if trained.judged.is_none() {
        let what =
            if trained.weights.is_some() { "the match was not played to its end" } else { "there are no weights" };
        document.push(Block::Paragraph(format!("Not finished: generation {begun} of {all} was reached, {what} yet.")));
    }
    errors(&mut document, trained);
    curves(&mut document, trained);
    deviations(&mut document, trained);
    if let Some(judged) = &trained.judged {
        document.push(Block::Heading("The match".to_owned()));
        document.push(Block::Paragraph(judged.sentence()));
        document.push(points(judged));
    }
    document.push(Block::Heading("How it was learned".to_owned()));
    document.push(Block::Paragraph(methods(file)));
    document.push(Block::Facts(vec![
        ("Program".to_owned(), experiment.summary.program.clone()),
        ("Rules".to_owned(), format!("{}, version {}", experiment.summary.game, experiment.rules)),
        ("Seed".to_owned(), experiment.seed.to_string()),
        ("Machine".to_owned(), experiment.machine.clone()),
        ("Begun".to_owned(), format!("{} UTC", date(experiment.summary.created_unix_s))),
    ]));
    document.push(Block::Code(experiment.command.clone()));
    document
}

impl LessonReport {
    /// What its positions were given as values.
    pub fn labels_text(&self) -> String {
        match self.plies {
            None => "exact".to_owned(),
            Some(1) => "1 ply".to_owned(),
            Some(plies) => format!("{plies} plies"),
        }
    }
}

impl Judged {
    /// What came out, in a few sentences.
    pub fn sentence(&self) -> String {
        let (pairs, test) = (self.pairs(), Self::test());
        let Some(score) = self.score() else { return "No game was played.".to_owned() };
        let decided = match test.decision(&pairs) {
            Decision::AcceptH1 => "it is stronger",
            Decision::AcceptH0 => "it is not stronger",
            Decision::Continue => "it is not decided whether it is stronger",
        };
        format!(
            "Against {} what was learned scores {} in {} games at {} nodes a move, with a mean lead of {} discs. \
             By the sequential test of {} against {} Elo {decided} (log-likelihood ratio {}).",
            self.against,
            percent_interval(score.value, score.low, score.high, 1),
            integer(pairs.games() as i64),
            integer(self.nodes as i64),
            signed(self.lead(), 1),
            test.elo0,
            test.elo1,
            signed(test.llr(&pairs), 2),
        )
    }
}

/// The error by the number of empty squares.
fn errors(document: &mut Document, trained: &Trained) {
    let Some(last) = trained.generations.last() else { return };
    document.push(Block::Heading("The error by the number of empty squares".to_owned()));
    let columns = ["empty squares", "positions", "values", "held out", "error"].map(Column::right);
    let mut table = Table::new("The error on held-out positions, in discs", columns);
    for lesson in last.iter().flat_map(|stage| &stage.lessons) {
        table.push(vec![
            lesson.empties.to_string(),
            integer(lesson.positions as i64),
            lesson.labels_text(),
            integer(lesson.held_out as i64),
            decimal(lesson.error.unwrap_or(f64::NAN), 2),
        ]);
    }
    table
        .notes
        .push("The error is the root of the mean squared difference to the value that was to be learned.".into());
    if let Some(exact) = trained.static_error() {
        let empties = exact.empties;
        table.notes.push(format!(
            "On {} held-out positions of {empties} empty squares the evaluation alone is {} discs from the exact result.",
            integer(exact.count() as i64),
            decimal(exact.deviation(), 2)
        ));
    }
    document.push(table);
    let series = |(number, stages): (usize, &Vec<StageReport>)| {
        let points = stages.iter().flat_map(|stage| &stage.lessons).filter_map(|lesson| {
            lesson.error.map(|error| Point { x: f64::from(lesson.empties), y: error, interval: None })
        });
        Series { label: format!("generation {}", number + 1), points: points.collect() }
    };
    document.push(Plot::Lines(LinePlot {
        caption: "The error on held-out positions by the number of empty squares".to_owned(),
        x: Axis::new("empty squares", NumberStyle::Plain(0)),
        y: Axis::new("discs", NumberStyle::Plain(1)),
        series: trained.generations.iter().enumerate().map(series).collect(),
        ..LinePlot::default()
    }));
}

/// The error step by step of the regression, of a few stages from all over the game.
fn curves(document: &mut Document, trained: &Trained) {
    const SHOWN: usize = 5;
    let Some(last) = trained.generations.last() else { return };
    let count = last.len().min(SHOWN);
    let shown: Vec<&StageReport> = (0..count).map(|at| &last[at * (last.len() - 1) / (count - 1).max(1)]).collect();
    document.push(Block::Heading("The steps of the regression".to_owned()));
    let plot = |caption: &str, of: fn(&(f64, f64)) -> f64| {
        let series = shown.iter().filter_map(|stage| {
            let (fewest, most) = stage.empties()?;
            let points = stage.curve()?.iter().map(of).enumerate();
            let points = points.map(|(step, y)| Point { x: step as f64, y, interval: None });
            Some(Series { label: format!("{fewest} to {most} empty squares"), points: points.collect() })
        });
        Plot::Lines(LinePlot {
            caption: caption.to_owned(),
            x: Axis::new("step", NumberStyle::Plain(0)),
            y: Axis::new("discs", NumberStyle::Plain(1)),
            series: series.collect(),
            ..LinePlot::default()
        })
    };
    document.push(plot("The error on what was learned from, after each step", |(learned, _)| *learned));
    document.push(plot("The error on what was held out, after each step", |(_, held_out)| *held_out));
}

/// How far searches err, beside what the model says of them.
fn deviations(document: &mut Document, trained: &Trained) {
    let Some(model) = error_model(trained) else { return };
    document.push(Block::Heading("How far searches err".to_owned()));
    document.push(Block::Paragraph(
        "Standard deviations in discs, measured on held-out positions and as the model has them by which multi-probcut cuts."
            .to_owned(),
    ));
    let columns = ["deep search", "shallow search", "positions", "measured", "model"].map(Column::right);
    let mut table = Table::new("Between searches, over all numbers of empty squares", columns);
    let mut pairs: Vec<(u32, u32)> = trained.searches.iter().map(|one| (one.depth, one.probe)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    for (depth, probe) in pairs {
        let of: Vec<&Deviation> =
            trained.searches.iter().filter(|one| (one.depth, one.probe) == (depth, probe)).collect();
        let count: usize = of.iter().map(|one| one.count()).sum();
        let mean = |value: &dyn Fn(&Deviation) -> f64| {
            let squares: f64 = of.iter().map(|one| one.count() as f64 * value(one).powi(2)).sum();
            decimal((squares / count.max(1) as f64).sqrt(), 2)
        };
        table.push(vec![
            format!("{depth} plies"),
            format!("{probe} plies"),
            integer(count as i64),
            mean(&Deviation::deviation),
            mean(&|one| modelled(&model, one)),
        ]);
    }
    document.push(table);
    let columns = ["empty squares", "shallow search", "positions", "measured", "model"].map(Column::right);
    let mut table = Table::new("From the exact result", columns);
    for one in trained.truth.iter().chain(&trained.check) {
        table.push(vec![
            one.empties.to_string(),
            format!("{} plies", one.probe),
            integer(one.count() as i64),
            decimal(one.deviation(), 2),
            decimal(modelled(&model, one), 2),
        ]);
    }
    if let Some(check) = trained.check.first() {
        table.notes.push(format!("The model was not fitted to positions of {} empty squares.", check.empties));
    }
    document.push(table);
    document.push(confidence(&model, trained));
}

/// What the model says of a measurement, in discs.
fn modelled(model: &ErrorModel, of: &Deviation) -> f64 {
    f64::from(model.of(&of.between()).deviation(&of.between())) / 100.0
}

/// How many of the differences lie within what the model says so many percent do not exceed, between the searches that
/// multi-probcut compares.
fn confidence(model: &ErrorModel, trained: &Trained) -> Table {
    let columns = PERCENTS.map(|percent| Column::right(format!("{percent}%")));
    let columns: Vec<Column> = std::iter::once(Column::left("between")).chain(columns).collect();
    let mut table = Table::new("How many differences are within the margin of each stated confidence", columns);
    let check =
        trained.check.first().map(|check| format!("a search and the exact result at {} empty squares", check.empties));
    for (label, measured) in [
        ("two searches", &trained.searches),
        ("a search and the exact result", &trained.truth),
        (check.as_deref().unwrap_or_default(), &trained.check),
    ] {
        let asked: Vec<&Deviation> = measured.iter().filter(|one| probe_of(one.depth) == one.probe).collect();
        let count: usize = asked.iter().map(|one| one.count()).sum();
        if count == 0 {
            continue;
        }
        let share = |percent: u32| {
            let within = |one: &&Deviation| {
                let margin = model.margin(&one.between(), percent) / 100.0;
                one.differences.iter().filter(|difference| difference.abs() <= margin).count()
            };
            asked.iter().map(within).sum::<usize>() as f64 / count as f64
        };
        let shares = PERCENTS.map(|of| percent(share(of), 1));
        table.push(std::iter::once(label.to_owned()).chain(shares).collect::<Vec<_>>());
    }
    table
}

/// The pairs of the match by their points.
fn points(judged: &Judged) -> Table {
    let columns = ["0", "\u{bd}", "1", "1\u{bd}", "2"].map(Column::right);
    let mut table = Table::new("Openings by the points from their two games", columns);
    table.push(judged.pairs().0.map(|count| integer(count as i64)).to_vec());
    table
}

fn methods(file: &TrainFile) -> String {
    let TrainFile { games, labels, fit, generations, .. } = file;
    let by = match generations {
        1 => "by the hand-set evaluation".to_owned(),
        _ => format!(
            "in {generations} generations, the first by the hand-set evaluation, each other by what was learned before"
        ),
    };
    format!(
        "{} games a generation were played {by}, with random moves at the start up to {} of the squares and noise up to {} \
         discs in each choice. Up to {} positions for each number of empty squares, each once, were given values from the end \
         of the game backwards: the exact result up to {} empty squares, then the value of a search of {} plies with what \
         was just fitted. One position of 16 was held out. The weights of each stage were fitted to the rest by ridge \
         regression (penalty {}, at most {} steps), and those with the least error on held-out positions were kept.",
        integer(games.count as i64),
        percent(games.random, 0),
        games.noise,
        integer(labels.positions as i64),
        labels.exact,
        labels.depth,
        fit.ridge,
        fit.steps,
    )
}
