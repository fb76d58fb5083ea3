//! Figures of experiments for programs, as JSON.

use enban_stats::many::Standing;
use enban_stats::{Decision, Estimate, Model};
use serde_json::{Value, json};

use crate::experiment::Status;
use crate::plan::Plan;
use crate::summary::{Many, Row, Sequential, Summary};

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
            "duplicates": result.duplicates, "failures": result.failures_in_words(), "compared": compared.collect::<Vec<_>>(),
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
        "sprt": summary.sequential.as_ref().map(sprt_json),
    })
}

/// The figures of an experiment with its name, its game and how far it is.
pub fn status_json(plan: &Plan, status: &Status) -> Value {
    let mut value = summary_json(&status.summary);
    value["name"] = json!(plan.name);
    value["game"] = json!(plan.game);
    value["tasks"] = json!(plan.tasks());
    value["tasks_done"] = json!(status.tasks_done);
    value
}

/// A sequential test for programs. `elo` is that of a match stopped by it, and allows for the stop.
pub fn sprt_json(sequential: &Sequential) -> Value {
    let (test, stopped) = (sequential.test, sequential.stopped);
    let (low, high) = test.bounds();
    let model = match test.model {
        Model::Logistic => "logistic",
        Model::Normalised => "normalised",
    };
    let decision = match sequential.decision {
        Decision::AcceptH0 => "h0",
        Decision::AcceptH1 => "h1",
        Decision::Continue => "continue",
    };
    json!({
        "elo0": test.elo0, "elo1": test.elo1, "model": model, "llr": sequential.llr, "low": low, "high": high,
        "decision": decision, "stopped_early": sequential.is_decided(),
        "elo": stopped.and_then(|elo| finite(elo.value)),
        "elo_low": stopped.and_then(|elo| finite(elo.low)), "elo_high": stopped.and_then(|elo| finite(elo.high)),
        "superiority": stopped.map(|elo| elo.superiority),
    })
}

/// The standings for programs.
pub fn many_json(many: &Many) -> Value {
    let standing = |standing: &Standing, strength: &Estimate, places: &[u64; 3]| {
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
    let figures = |standing: &Standing| {
        json!({
            "places": standing.places, "rank": estimate_json(&standing.rank), "first": estimate_json(&standing.win_share),
            "score": estimate_json(&standing.score),
        })
    };
    let cells = many
        .cells
        .iter()
        .map(|cell| json!({ "label": cell.label, "player": figures(&cell.first), "others": figures(&cell.others) }));
    json!({
        "players": players.collect::<Vec<_>>(), "seats": seats.collect::<Vec<_>>(), "cells": cells.collect::<Vec<_>>(),
        "converged": many.strengths.converged, "warning": many.warning(),
    })
}

/// A number that JSON can hold.
pub fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

fn estimate_json(estimate: &Estimate) -> Value {
    json!({ "value": finite(estimate.value), "low": finite(estimate.low), "high": finite(estimate.high) })
}
