//! An experiment as a document for people to read, print and cite.

mod methods;

use enban_report::number::{NumberStyle, decimal, integer, interval, p_value, percent, percent_interval, signed};
use enban_report::{Axis, Block, Column, Document, HeatMap, IntervalPlot, IntervalRow, Panel, Plot, Row, Scale, Table};
use enban_stats::{Estimate, fisher_exact};

use crate::experiment::Review;
use crate::file::ExperimentFile;
use crate::keep::date;
use crate::plan::{Plan, Seating};
use crate::play::note_on;
use crate::summary::{Many, Row as CellRow, Summary};
use methods::{methods, test_sentence, who_played};

/// The whole report.
pub(crate) fn document(review: &Review) -> Document {
    let Review { stored, file, plan, status } = review;
    let summary = &status.summary;
    let title = if plan.title.is_empty() { plan.name.clone() } else { plan.title.clone() };
    let mut document = Document::new(title);
    let games = summary.games();
    document.subtitle = format!("{}: {} games", plan.game, integer(games as i64));
    if !status.is_finished {
        let all = integer(plan.games() as i64);
        document.push(Block::Paragraph(format!("Not finished: {} of {all} games were played.", integer(games as i64))));
    }
    document.push(Block::Heading("Results".to_owned()));
    if let Some(sequential) = &summary.sequential {
        document.push(Block::Paragraph(test_sentence(sequential, plan, games)));
    }
    match &summary.many {
        Some(many) => many_blocks(&mut document, file, many),
        None => two_blocks(&mut document, plan, summary),
    }
    if let Some(table) = who_played(file) {
        document.push(table);
    }
    document.push(Block::Heading("Methods".to_owned()));
    document.push(Block::Paragraph(methods(stored, plan, summary)));
    document.push(Block::Facts(vec![
        ("Program".to_owned(), stored.summary.program.clone()),
        ("Rules".to_owned(), format!("{}, version {}", plan.game, plan.rules_version)),
        ("Seed".to_owned(), plan.seed.to_string()),
        ("Openings".to_owned(), plan.source.to_string()),
        ("Machine".to_owned(), stored.machine.clone()),
        ("Begun".to_owned(), format!("{} UTC", date(stored.summary.created_unix_s))),
    ]));
    document.push(Block::Code(stored.command.clone()));
    document
}

/// More rows than this make no plot of their own.
const PLOT_ROWS_MAX: usize = 40;

fn two_blocks(document: &mut Document, plan: &Plan, summary: &Summary) {
    if let Some(map) = heat_map(plan, summary) {
        document.push(Plot::HeatMap(map));
    }
    document.push(results_table(plan, &summary.rows));
    if summary.rows.iter().any(|row| !row.compared.is_empty()) {
        document.push(compared_table(&summary.rows));
    }
    if summary.rows.len() > 1 && summary.rows.len() <= PLOT_ROWS_MAX {
        let row = |row: &CellRow| {
            let score = row.score?;
            let printed = row.compared.iter().find(|compared| compared.which == "all").map(|compared| {
                let tally = compared.printed;
                let games = (tally.wins + tally.draws + tally.losses).max(1) as f64;
                (tally.wins as f64 + tally.draws as f64 / 2.0) / games
            });
            Some(IntervalRow {
                label: row.label.clone(),
                value: score.value,
                low: score.low,
                high: score.high,
                printed,
            })
        };
        document.push(Plot::Intervals(IntervalPlot {
            caption: "Score of the first player with its 95% interval".to_owned(),
            axis: Axis::new("score", NumberStyle::Percent(0)),
            rows: summary.rows.iter().filter_map(row).collect(),
            reference: Some((0.5, "even".to_owned())),
            ..IntervalPlot::default()
        }));
    }
    if let Some((players, ratings)) = &summary.ratings {
        let mut table = Table::new(
            "Ratings from all results",
            [Column::left("player"), Column::right("Elo"), Column::right("95%")],
        );
        let mut order: Vec<usize> = (0..players.len()).collect();
        order.sort_by(|&a, &b| ratings.players[b].value.total_cmp(&ratings.players[a].value));
        for at in order {
            let elo = ratings.players[at];
            table.push(vec![players[at].clone(), signed(elo.value, 0), between(&elo, |elo| signed(elo, 0))]);
        }
        table.notes.push("The mean of the players is 0; intervals are those of the distance to the mean.".to_owned());
        document.push(table);
    }
}

fn between(estimate: &Estimate, show: impl Fn(f64) -> String) -> String {
    format!("{} to {}", show(estimate.low), show(estimate.high))
}

fn results_table(plan: &Plan, rows: &[CellRow]) -> Table {
    let by_seat = plan.seating == Seating::Rotated;
    let mut columns = vec![Column::left("")];
    columns.extend(["games", "wins", "draws", "losses"].map(Column::right));
    columns.extend(["score (95%)", "Elo (95%)"].map(Column::right));
    if by_seat {
        columns.push(Column::right("first").in_group("score as"));
        columns.push(Column::right("second").in_group("score as"));
    }
    let mut table = Table::new("Results of the first player of each row", columns);
    for row in rows {
        let all = row.result.all;
        let count = |count: u64| integer(count as i64);
        let mut cells =
            vec![row.label.clone(), count(row.result.games()), count(all.wins), count(all.draws), count(all.losses)];
        let dash = || "\u{2013}".to_owned();
        cells.push(row.score.map_or_else(dash, |score| percent_interval(score.value, score.low, score.high, 1)));
        cells.push(row.elo.map_or_else(dash, |elo| {
            format!("{} ({} to {})", elo_word(elo.value), elo_word(elo.low), elo_word(elo.high))
        }));
        if by_seat {
            cells.extend(row.by_seat.iter().map(|score| score.map_or_else(dash, |score| percent(score.value, 1))));
        }
        table.push(Row::from(cells));
    }
    let repeated: u64 = rows.iter().map(|row| row.result.duplicates).sum();
    if repeated > 0 {
        table.notes.push(format!(
            "{} games repeat others move for move; intervals count each once.",
            integer(repeated as i64)
        ));
    }
    for (ending, count) in rows.iter().flat_map(|row| &row.result.failures) {
        table.notes.push(note_on(ending, *count));
    }
    table
}

fn elo_word(elo: f64) -> String {
    match elo {
        elo if elo == f64::INFINITY => "+\u{221e}".to_owned(),
        elo if elo == f64::NEG_INFINITY => "\u{2212}\u{221e}".to_owned(),
        elo => signed(elo, 0),
    }
}

fn compared_table(rows: &[CellRow]) -> Table {
    let columns = [
        Column::left(""),
        Column::left("games"),
        Column::right("ours"),
        Column::right("printed"),
        Column::right("p"),
        Column::right("p, corrected"),
        Column::left("verdict"),
    ];
    let mut table = Table::new("Our figures beside the printed ones (wins / draws / losses)", columns);
    for row in rows {
        for compared in &row.compared {
            let counts = |tally: enban_stats::Tally| format!("{} / {} / {}", tally.wins, tally.draws, tally.losses);
            let verdict = if compared.p_corrected < 0.05 { "differ" } else { "agree" };
            table.push(vec![
                row.label.clone(),
                compared.which.to_owned(),
                counts(compared.ours),
                counts(compared.printed),
                p_value(compared.p_value),
                p_value(compared.p_corrected),
                verdict.to_owned(),
            ]);
        }
    }
    table.notes.push(
        "p: how likely such a difference, or a larger one, is by chance; corrected for the number of comparisons (Holm). \
         Differ: corrected p below 0.05."
            .to_owned(),
    );
    table
}

/// The grid of an experiment over two or three parameters, as shades.
fn heat_map(plan: &Plan, summary: &Summary) -> Option<HeatMap> {
    let names: Vec<&str> = plan.cells[0].parameters.iter().map(|(name, _)| name.as_str()).collect();
    let (panel_name, row_name, column_name) = match names[..] {
        [row, column] => (None, row, column),
        [panel, row, column] => (Some(panel), row, column),
        _ => return None,
    };
    let values_of = |wanted: &str| {
        let mut values: Vec<String> = Vec::new();
        for (name, value) in plan.cells.iter().flat_map(|cell| &cell.parameters) {
            if name == wanted && !values.contains(value) {
                values.push(value.clone());
            }
        }
        values
    };
    let (rows, columns) = (values_of(row_name), values_of(column_name));
    let score = |wanted: &[(&str, &str)]| {
        let is_it = |cell: &crate::Cell| {
            wanted.iter().all(|(name, value)| cell.parameters.iter().any(|(n, v)| n == name && v == value))
        };
        let at = plan.cells.iter().position(is_it)?;
        Some(summary.rows[at].score?.value)
    };
    let panel = |title: String, fixed: Option<(&str, &str)>| {
        let line = |row: &String| {
            let cell = |column: &String| {
                let mut wanted = vec![(row_name, row.as_str()), (column_name, column.as_str())];
                wanted.extend(fixed);
                score(&wanted)
            };
            columns.iter().map(cell).collect()
        };
        Panel { title, values: rows.iter().map(line).collect() }
    };
    let panels = match panel_name {
        None => vec![panel(String::new(), None)],
        Some(name) => {
            let values = values_of(name);
            values.iter().map(|value| panel(format!("{name} = {value}"), Some((name, value)))).collect()
        }
    };
    Some(HeatMap {
        caption: "Score of the first player over the parameters".to_owned(),
        row_axis: row_name.to_owned(),
        column_axis: column_name.to_owned(),
        rows: rows.clone(),
        columns: columns.clone(),
        panels,
        scale: Scale::Sequential(None),
        measure: "score".to_owned(),
        numbers: NumberStyle::Percent(0),
    })
}

fn many_blocks(document: &mut Document, file: &ExperimentFile, many: &Many) {
    let columns = |name: &str, last: &str| {
        let mut columns = vec![Column::left(name)];
        columns.extend(["places", "times first", "times last"].map(Column::right));
        columns.extend(["mean rank", "share of firsts", "mean score", last].map(Column::right));
        columns
    };
    let rank = |estimate: &Estimate| with_interval(estimate, 2);
    let share = |estimate: &Estimate| share_with_interval(estimate, 1);
    let line = |name: String, standing: &enban_stats::many::Standing, strength: &Estimate, places: &[u64; 3]| {
        vec![
            name,
            integer(places[2] as i64),
            integer(places[0] as i64),
            integer(places[1] as i64),
            rank(&standing.rank),
            share(&standing.win_share),
            rank(&standing.score),
            with_interval(strength, 2),
        ]
    };
    if !many.cells.is_empty() {
        document.push(among_others(many));
    }
    let mut players = Table::new("Standings by player", columns("player", "strength"));
    for (at, name) in many.players.iter().enumerate() {
        let standing = &many.standings.players[at];
        players.push(line(name.clone(), standing, &many.strengths.strengths[at], &many.places[at]));
    }
    players.notes.push(
        "Ranks: 1 is best, ties share the mean of the ranks they span. Times first and last count shared places whole; the \
         share of firsts divides them. Strength: Plackett-Luce with seat effects, natural logarithms, mean 0."
            .to_owned(),
    );
    players.notes.extend(many.warning());
    document.push(players);
    let mut seats = Table::new("Standings by seat", columns("seat", "effect"));
    for (at, standing) in many.standings.seats.iter().enumerate() {
        seats.push(line((at + 1).to_string(), standing, &many.strengths.seats[at], &many.seat_places[at]));
    }
    document.push(seats);
    if !file.printed.is_empty() {
        document.push(printed_many(file, many));
    }
    let row = |(name, estimate): (&String, &Estimate)| IntervalRow {
        label: name.clone(),
        value: estimate.value,
        low: estimate.low,
        high: estimate.high,
        printed: None,
    };
    let known = many.players.iter().zip(&many.strengths.strengths).filter(|(_, strength)| has_interval(strength));
    let rows: Vec<IntervalRow> = known.map(row).collect();
    if !rows.is_empty() {
        document.push(Plot::Intervals(IntervalPlot {
            caption: "Strength of the players with 95% intervals".to_owned(),
            axis: Axis::new("strength (natural logarithm)", NumberStyle::Signed(1)),
            rows,
            reference: Some((0.0, "mean".to_owned())),
            ..IntervalPlot::default()
        }));
    }
}

/// Few blocks have none.
fn has_interval(estimate: &Estimate) -> bool {
    estimate.low.is_finite() && estimate.high.is_finite()
}

fn with_interval(estimate: &Estimate, decimals: usize) -> String {
    match has_interval(estimate) {
        true => interval(estimate.value, estimate.low, estimate.high, decimals),
        false => decimal(estimate.value, decimals),
    }
}

fn share_with_interval(estimate: &Estimate, decimals: usize) -> String {
    match has_interval(estimate) {
        true => percent_interval(estimate.value, estimate.low, estimate.high, decimals),
        false => percent(estimate.value, decimals),
    }
}

/// One player among others that are all the same, cell by cell.
fn among_others(many: &Many) -> Table {
    let mut columns = vec![Column::left("")];
    columns.extend(["games", "share of firsts", "mean rank", "own score", "score of the others"].map(Column::right));
    let mut table = Table::new("One against the others", columns);
    for cell in &many.cells {
        let (share, rank, score) = (&cell.first.win_share, &cell.first.rank, &cell.first.score);
        table.push(vec![
            cell.label.clone(),
            integer(cell.first.places as i64),
            share_with_interval(share, 1),
            with_interval(rank, 2),
            with_interval(score, 2),
            decimal(cell.others.score.value, 2),
        ]);
    }
    let seats = many.standings.seats.len();
    let (share, rank) = (percent(1.0 / seats as f64, 0), decimal((seats + 1) as f64 / 2.0, 1));
    table
        .notes
        .push(format!("A player as strong as the others makes {share} of the first places and a mean rank of {rank}."));
    table
}

/// Times first and last as printed, beside ours, by player or by seat.
fn printed_many(file: &ExperimentFile, many: &Many) -> Table {
    let columns = [
        Column::left(""),
        Column::right("ours").in_group("times first"),
        Column::right("printed").in_group("times first"),
        Column::right("p").in_group("times first"),
        Column::right("ours").in_group("times last"),
        Column::right("printed").in_group("times last"),
        Column::right("p").in_group("times last"),
        Column::right("ours").in_group("mean rank"),
        Column::right("printed").in_group("mean rank"),
    ];
    let mut table = Table::new("Our figures beside the printed ones", columns);
    for printed in &file.printed {
        let found = match printed.seat() {
            Some(seat) => seat
                .checked_sub(1)
                .filter(|&at| at < many.seat_places.len())
                .map(|at| (many.seat_places[at], &many.standings.seats[at])),
            None => {
                let player = file.player(&printed.player);
                let at = many.players.iter().position(|name| name == player);
                at.map(|at| (many.places[at], &many.standings.players[at]))
            }
        };
        let Some((places, standing)) = found else { continue };
        let mut cells = vec![printed.player.clone()];
        for (ours, theirs) in [(places[0], printed.first), (places[1], printed.last)] {
            cells.push(percent(ours as f64 / places[2].max(1) as f64, 1));
            cells.push(theirs.map_or(String::new(), |theirs| format!("{theirs} of {}", printed.games)));
            cells.push(theirs.map_or(String::new(), |theirs| {
                let theirs = theirs.min(printed.games);
                p_value(fisher_exact([[ours, places[2] - ours], [theirs, printed.games - theirs]]))
            }));
        }
        cells.push(decimal(standing.rank.value, 2));
        cells.push(printed.mean_rank.map_or(String::new(), |rank| decimal(rank, 1)));
        table.push(cells);
    }
    table
}
