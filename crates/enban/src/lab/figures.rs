//! Figures of experiments as words and tables; as JSON they are told by the arena.

pub use enban_arena::json::{finite, many_json, sprt_json, summary_json};
use enban_arena::{Many, OpeningSource, Plan, Row, Sequential};
use enban_stats::{Decision, Elo, Estimate, Score};

use crate::report::{Table, thousands};

/// A share as a percentage.
pub fn percent_of(share: f64, digits: usize) -> String {
    format!("{:.digits$}%", 100.0 * share)
}

/// A number with its sign.
pub fn signed(number: f64) -> String {
    if number.is_infinite() {
        return if number > 0.0 { "+inf".to_owned() } else { "-inf".to_owned() };
    }
    format!("{number:+.0}")
}

/// A score and its interval.
pub fn score_text(score: Option<Score>) -> (String, String) {
    match score {
        None => ("-".to_owned(), String::new()),
        Some(score) => {
            let interval = format!("{} to {}", percent_of(score.low, 1), percent_of(score.high, 1));
            (percent_of(score.value, 1), interval)
        }
    }
}

/// Elo and its interval.
pub fn elo_text(elo: Option<Elo>) -> String {
    match elo {
        None => "-".to_owned(),
        Some(elo) => format!("{} ({} to {})", signed(elo.value), signed(elo.low), signed(elo.high)),
    }
}

/// What a sequential test says of so many games, and the Elo that allows for its stop.
pub fn sprt_text(sequential: &Sequential, games: u64) -> String {
    let test = sequential.test;
    let (low, high) = test.bounds();
    let said = match sequential.decision {
        Decision::AcceptH1 => format!("accepted: better by {} rather than {}", signed(test.elo1), signed(test.elo0)),
        Decision::AcceptH0 => format!("rejected: {} rather than {}", signed(test.elo0), signed(test.elo1)),
        Decision::Continue => "not decided".to_owned(),
    };
    let when = if sequential.is_decided() { format!(" after {} games", thousands(games)) } else { String::new() };
    let ratio = format!("LLR {:.2}, bounds {low:.2} and {high:.2}", sequential.llr);
    let stopped = sequential.stopped.map(|elo| {
        let interval = format!("{} to {}", signed(elo.low), signed(elo.high));
        format!("\nElo that allows for the stop: {} ({interval})", signed(elo.value))
    });
    format!("SPRT: {said}{when} ({ratio}){}", stopped.unwrap_or_default())
}

/// A p-value.
pub fn p_text(p_value: f64) -> String {
    match p_value {
        p if p < 0.001 => "p < 0.001".to_owned(),
        p if p < 0.1 => format!("p = {p:.3}"),
        p => format!("p = {p:.2}"),
    }
}

/// Where the games of a row began, and how often each opening was taken.
pub fn openings_text(plan: &Plan, row: &Row) -> String {
    let openings = row.result.openings;
    let from = match (&plan.source, openings.distinct) {
        (OpeningSource::None, _) => "the starting position".to_owned(),
        (source, 1) => format!("1 opening ({source})"),
        (source, count) => format!("{} openings ({source})", thousands(count)),
    };
    match (&plan.source, openings.most) {
        (_, 0) => from,
        (OpeningSource::None, _) => format!("{from}, {} from every seat", openings.times()),
        _ => format!("{from}, each {} from every seat", openings.times()),
    }
}

/// A value and its interval, if it has one: few blocks have none.
fn estimate_text(estimate: &Estimate, show: impl Fn(f64) -> String) -> String {
    if !(estimate.low.is_finite() && estimate.high.is_finite()) {
        return show(estimate.value);
    }
    format!("{} ({} to {})", show(estimate.value), show(estimate.low), show(estimate.high))
}

/// The table of an experiment with two seats.
pub fn rows_table(rows: &[Row]) -> Table {
    let printed = rows.iter().any(|row| !row.compared.is_empty());
    let head = ["", "games", "wins", "draws", "losses", "score", "95%", "Elo"];
    let mut table = if printed {
        let [a, b, c, d, e, f, g, h] = head;
        Table::new([a, b, c, d, e, f, g, h, "printed", "agrees"])
    } else {
        Table::new(head)
    };
    for row in rows {
        let (all, (score, interval)) = (row.result.all, score_text(row.score));
        let mut cells = vec![
            row.label.clone(),
            thousands(row.result.games()),
            thousands(all.wins),
            thousands(all.draws),
            thousands(all.losses),
            score,
            interval,
            elo_text(row.elo),
        ];
        if let Some(compared) = row.compared.iter().find(|compared| compared.which == "all") {
            let printed = compared.printed;
            cells.push(format!("{}/{}/{}", printed.wins, printed.draws, printed.losses));
            cells.push(p_text(compared.p_value));
        }
        table.row(cells);
        for compared in row.compared.iter().filter(|compared| compared.which != "all") {
            let (ours, printed) = (compared.ours, compared.printed);
            table.row(vec![
                format!("  {}", compared.which),
                thousands(ours.wins + ours.draws + ours.losses),
                thousands(ours.wins),
                thousands(ours.draws),
                thousands(ours.losses),
                String::new(),
                String::new(),
                String::new(),
                format!("{}/{}/{}", printed.wins, printed.draws, printed.losses),
                p_text(compared.p_value),
            ]);
        }
    }
    table
}

/// The standings of an experiment with more seats: one against others cell by cell, all players, then seats.
pub fn many_table(many: &Many) -> String {
    let mut players = Table::new(["player", "places", "mean rank", "first", "score", "strength"]);
    let rank = |rank: f64| format!("{rank:.2}");
    let figures = many.standings.players.iter().zip(&many.strengths.strengths);
    for (name, (standing, strength)) in many.players.iter().zip(figures) {
        players.row(vec![
            name.clone(),
            thousands(standing.places),
            estimate_text(&standing.rank, rank),
            estimate_text(&standing.win_share, |share| percent_of(share, 1)),
            estimate_text(&standing.score, rank),
            estimate_text(strength, |strength| format!("{strength:+.2}")),
        ]);
    }
    let mut seats = Table::new(["seat", "places", "mean rank", "first", "score", "effect"]);
    let figures = many.standings.seats.iter().zip(&many.strengths.seats);
    for (seat, (standing, effect)) in figures.enumerate() {
        seats.row(vec![
            (seat + 1).to_string(),
            thousands(standing.places),
            estimate_text(&standing.rank, rank),
            estimate_text(&standing.win_share, |share| percent_of(share, 1)),
            estimate_text(&standing.score, rank),
            estimate_text(effect, |effect| format!("{effect:+.2}")),
        ]);
    }
    let warning = many.warning().map(|warning| format!("\n{warning}\n")).unwrap_or_default();
    if many.cells.is_empty() {
        return format!("{players}\n{seats}{warning}");
    }
    let mut cells = Table::new(["", "games", "first", "mean rank", "score", "score of the others"]);
    for cell in &many.cells {
        cells.row(vec![
            cell.label.clone(),
            thousands(cell.first.places),
            estimate_text(&cell.first.win_share, |share| percent_of(share, 1)),
            estimate_text(&cell.first.rank, rank),
            estimate_text(&cell.first.score, rank),
            rank(cell.others.score.value),
        ]);
    }
    format!("{cells}\n{players}\n{seats}{warning}")
}
