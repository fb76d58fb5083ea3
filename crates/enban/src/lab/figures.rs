//! Figures of experiments as words, tables and JSON.

use enban_arena::{Many, Row, Summary};
use enban_stats::{Elo, Estimate, Score};
use serde_json::{Value, json};

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

/// A number that JSON can hold.
pub fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
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

/// A p-value.
pub fn p_text(p_value: f64) -> String {
    match p_value {
        p if p < 0.001 => "p < 0.001".to_owned(),
        p if p < 0.1 => format!("p = {p:.3}"),
        p => format!("p = {p:.2}"),
    }
}

fn estimate_text(estimate: &Estimate, show: impl Fn(f64) -> String) -> String {
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

/// The standings of an experiment with more seats: players, then seats.
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
    format!("{players}\n{seats}")
}

fn estimate_json(estimate: &Estimate) -> Value {
    json!({ "value": finite(estimate.value), "low": finite(estimate.low), "high": finite(estimate.high) })
}

/// The standings for programs.
pub fn many_json(many: &Many) -> Value {
    let standing = |standing: &enban_stats::many::Standing, strength: &Estimate, places: &[u64; 3]| {
        json!({
            "places": standing.places, "rank": estimate_json(&standing.rank), "first": estimate_json(&standing.win_share),
            "score": estimate_json(&standing.score), "strength": estimate_json(strength),
            "times_first": places[0], "times_last": places[1],
        })
    };
    let players = many.players.iter().enumerate().map(|(at, name)| {
        let mut value = standing(&many.standings.players[at], &many.strengths.strengths[at], &many.places[at]);
        value["player"] = json!(name);
        value
    });
    let seats = (0..many.standings.seats.len())
        .map(|at| standing(&many.standings.seats[at], &many.strengths.seats[at], &many.seat_places[at]));
    json!({ "players": players.collect::<Vec<_>>(), "seats": seats.collect::<Vec<_>>(), "converged": many.strengths.converged })
}

/// The figures of an experiment for programs.
pub fn summary_json(summary: &Summary) -> Value {
    let row = |row: &Row| {
        let result = &row.result;
        let compared = row.compared.iter().map(|compared| {
            let printed = compared.printed;
            json!({
                "which": compared.which, "printed": [printed.wins, printed.draws, printed.losses],
                "ours": [compared.ours.wins, compared.ours.draws, compared.ours.losses],
                "p": finite(compared.p_value), "p_corrected": finite(compared.p_corrected),
            })
        });
        json!({
            "label": row.label, "players": row.players, "planned": row.planned, "games": result.games(),
            "wins": result.all.wins, "draws": result.all.draws, "losses": result.all.losses,
            "score": row.score.map(|score| score.value),
            "score_low": row.score.map(|score| score.low), "score_high": row.score.map(|score| score.high),
            "elo": row.elo.and_then(|elo| finite(elo.value)),
            "elo_low": row.elo.and_then(|elo| finite(elo.low)), "elo_high": row.elo.and_then(|elo| finite(elo.high)),
            "by_seat": result.by_seat.iter().map(|tally| [tally.wins, tally.draws, tally.losses]).collect::<Vec<_>>(),
            "duplicates": result.duplicates, "failures": result.failures, "compared": compared.collect::<Vec<_>>(),
        })
    };
    let ratings = summary.ratings.as_ref().map(|(players, ratings)| {
        let rated = players.iter().zip(&ratings.players);
        rated.map(|(player, elo)| json!({ "player": player, "elo": estimate_json(elo) })).collect::<Vec<_>>()
    });
    json!({
        "cells": summary.rows.iter().map(row).collect::<Vec<_>>(),
        "standings": summary.many.as_ref().map(many_json),
        "ratings": ratings,
    })
}
