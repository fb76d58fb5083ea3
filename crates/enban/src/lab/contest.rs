//! `enban match`: two players, distinct openings from both sides, and what may be concluded.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use enban_arena::plan::TEST_ERROR;
use enban_arena::{
    CellEntry, CellResult, Experiment, ExperimentFile, Many, OpeningSource, Origin, Plan, Row, SprtEntry, Summary,
    note_on,
};
use enban_catalog::{Family, open};
use enban_stats::{Conclusion, Elo, Method, Model, Sprt, StoppedElo, Verdict, conclusion, games_needed};
use enban_store::Kind;
use serde_json::{Value, json};

use super::arguments::Match;
use super::figures::{
    elo_text, finite, many_json, many_table, openings_text, percent_of, score_text, sprt_json, sprt_text,
};
use super::run::plan_of;
use super::{command_line, open_store, play};
use crate::arguments::Common;
use crate::report::{Table, thousands};

/// Plays a match.
pub fn run(command: &Match, common: &Common) -> Result<()> {
    let game = open(&command.game)?;
    let sprt = command.sprt.as_deref().map(|text| read_sprt(text, &command.model)).transpose()?;
    if sprt.is_some() && game.seats() != 2 {
        bail!("--sprt: expected a game for two; {} has {} seats", game.name(), game.seats());
    }
    let openings = command.openings.as_deref().unwrap_or(default_openings(game.capabilities().family));
    OpeningSource::parse(openings).context("--openings")?;
    // A match is an experiment of one cell, and is kept as one.
    let file = as_file(command, openings, sprt, game.seats(), common.seed());
    let planned = plan_of(&file, "match", Path::new("."), common)?;
    let experiment = match &command.store {
        None => Experiment::in_memory(planned),
        Some(path) => {
            let text = file.to_toml()?;
            let origin = Origin { kind: Kind::Match, file: &text, command: &command_line() };
            Experiment::begin(&open_store(path)?, planned, &origin)?
        }
    };
    let plan = experiment.plan();
    let played = play(&experiment, &plan.title, common)?;
    match common.json {
        true => writeln!(std::io::stdout(), "{:#}", to_json(plan, &played.status.summary))?,
        false => print(plan, &played.status.summary)?,
    }
    played.end()
}

/// The experiment file that says the same.
fn as_file(command: &Match, openings: &str, sprt: Option<Sprt>, seats: usize, seed: u64) -> ExperimentFile {
    let title = format!("{} against {}", command.first, command.second);
    let model = Some(command.model.clone());
    ExperimentFile {
        name: Some(command.name.clone().unwrap_or_else(|| format!("{}: {title}", command.game))),
        title,
        seed,
        openings: Some(openings.to_owned()),
        sprt: sprt.map(|sprt| SprtEntry { elo0: sprt.elo0, elo1: sprt.elo1, model }),
        cells: vec![CellEntry::one_against(&command.first, &command.second, seats)],
        ..ExperimentFile::of_game(&command.game, command.games)
    }
}

/// Openings of six moves, in Go of two: enough of them, and nothing is lost yet.
fn default_openings(family: Family) -> &'static str {
    if family == Family::Go { "ply=2" } else { "ply=6" }
}

fn read_sprt(text: &str, model: &str) -> Result<Sprt> {
    let bounds: Option<(f64, f64)> =
        text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    let (low, high) = bounds.ok_or_else(|| anyhow!("--sprt {text:?}: expected two numbers, as in 0,10"))?;
    let model = if model == "normalised" { Model::Normalised } else { Model::Logistic };
    Sprt::new(low, high, TEST_ERROR, TEST_ERROR, model).with_context(|| format!("--sprt {text:?}"))
}

fn verdict(result: &CellResult) -> Conclusion {
    if result.pairs.0.iter().sum::<u64>() > 0 {
        conclusion(&result.pairs, enban_arena::summary::CONFIDENCE)
    } else {
        conclusion(&result.distinct, enban_arena::summary::CONFIDENCE)
    }
}

/// What may be concluded, in one sentence, and what a narrower answer costs.
fn sentence(plan: &Plan, summary: &Summary) -> String {
    let row = &summary.rows[0];
    let warning = warning(row).map(|warning| format!(" {warning}")).unwrap_or_default();
    let said = match (&summary.many, summary.sequential.and_then(|sequential| sequential.stopped)) {
        (Some(many), _) => sentence_of_many(plan.seats, many),
        (None, Some(stopped)) => sentence_of_stopped(row, &stopped),
        (None, None) => sentence_of_two(row, summary.sequential.is_some_and(|test| test.is_decided())),
    };
    format!("{said}{warning}")
}

fn stronger(name: &str, superiority: f64) -> String {
    let sure = percent_of(superiority, 2);
    format!("{name} is the stronger of the two at the 95% level ({sure} sure).")
}

/// A match that its test has ended costs nothing more.
fn sentence_of_two(row: &Row, is_ended: bool) -> String {
    let said = verdict(&row.result);
    let who = match said.verdict {
        Verdict::ABetter => stronger(&row.players[0], said.superiority),
        Verdict::BBetter => stronger(&row.players[1], 1.0 - said.superiority),
        Verdict::NotDecided => {
            let more = said
                .more_games
                .filter(|_| !is_ended)
                .map(|more| format!("; if it goes on like this, about {} more games decide it", thousands(more)));
            format!("It is not decided which of the two is the stronger{}.", more.unwrap_or_default())
        }
    };
    // What a narrower interval takes is known by the normal approximation alone.
    let is_normal = |elo: &Elo| elo.method == Method::Normal && (elo.high - elo.low).is_finite();
    let narrower = row.elo.filter(|elo| is_normal(elo) && !is_ended).and_then(|elo| {
        let target = (elo.high - elo.low) / 4.0;
        let needed = games_needed(&row.result.pairs, target, enban_arena::summary::CONFIDENCE)?;
        Some(format!(
            " An interval half as wide (\u{b1}{target:.0} Elo) takes about {} more games.",
            thousands(needed.more)
        ))
    });
    format!("{who}{}", narrower.unwrap_or_default())
}

fn sentence_of_stopped(row: &Row, stopped: &StoppedElo) -> String {
    match stopped {
        StoppedElo { low, superiority, .. } if *low > 0.0 => stronger(&row.players[0], *superiority),
        StoppedElo { high, superiority, .. } if *high < 0.0 => stronger(&row.players[1], 1.0 - superiority),
        _ => "It is not decided which of the two is the stronger.".to_owned(),
    }
}

/// Of many: whether the first player takes more than its share of the first places.
fn sentence_of_many(seats: usize, many: &Many) -> String {
    let (name, share) = (&many.players[0], many.standings.players[0].win_share);
    if many.players.len() == 1 {
        return format!("All seats were played by {name}: there is nothing to decide.");
    }
    let even = 1.0 / seats as f64;
    let (firsts, fair) = (percent_of(share.value, 1), percent_of(even, 0));
    if !(share.low.is_finite() && share.high.is_finite()) {
        return format!(
            "It is not decided whether {name} is stronger than the others: it makes {firsts} of the first places, and \
             there are too few games for an interval."
        );
    }
    let interval = format!("{} to {}", percent_of(share.low, 1), percent_of(share.high, 1));
    let told =
        format!("it makes {firsts} of the first places ({interval}), and one as strong as they are makes {fair}");
    match share {
        _ if share.low > even => format!("{name} is stronger than the others at the 95% level: {told}."),
        _ if share.high < even => format!("{name} is weaker than the others at the 95% level: {told}."),
        _ => format!("It is not decided whether {name} is stronger or weaker than the others: {told}."),
    }
}

fn warning(row: &Row) -> Option<String> {
    let mut parts = Vec::new();
    if row.elo.is_some_and(|elo| elo.method == Method::Exact) {
        parts.push("Few games, or all alike: the interval is the exact one, and wide.".to_owned());
    }
    if row.result.duplicates > 0 {
        let (count, openings) = (row.result.duplicates, row.result.openings.distinct);
        let openings = if openings == 1 { "1 opening".to_owned() } else { format!("{openings} openings") };
        parts.push(format!(
            "{} of the games repeat others move for move ({openings}): the interval counts each once.",
            thousands(count)
        ));
    }
    (!parts.is_empty()).then(|| parts.join(" "))
}

fn print(plan: &Plan, summary: &Summary) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let row = &summary.rows[0];
    let result = &row.result;
    writeln!(out, "{}: {}", plan.game, plan.title)?;
    let (games, openings) = (thousands(result.games()), openings_text(plan, row));
    writeln!(out, "{games} games from {openings}; seed {}.\n", plan.seed)?;
    match &summary.many {
        Some(many) => write!(out, "{}", many_table(many))?,
        None => print_two(&mut out, summary)?,
    }
    for (ending, count) in &result.failures {
        writeln!(out, "{}", note_on(ending, *count))?;
    }
    if let Some(sequential) = &summary.sequential {
        writeln!(out, "{}", sprt_text(sequential, result.games()))?;
    }
    writeln!(out, "\n{}", sentence(plan, summary))?;
    Ok(())
}

fn print_two(out: &mut impl Write, summary: &Summary) -> Result<()> {
    let row = &summary.rows[0];
    let result = &row.result;
    let mut table = Table::new(["", "wins", "draws", "losses", "score", "95%"]);
    let names = ["all", "as first", "as second"];
    let tallies = [result.all, result.by_seat[0], result.by_seat[1]];
    for ((name, tally), score) in names.iter().zip(tallies).zip([row.score, row.by_seat[0], row.by_seat[1]]) {
        let (score, interval) = score_text(score);
        table.row(vec![
            (*name).to_owned(),
            thousands(tally.wins),
            thousands(tally.draws),
            thousands(tally.losses),
            score,
            interval,
        ]);
    }
    writeln!(out, "{table}")?;
    let superiority = row.superiority.map_or("-".to_owned(), |share| percent_of(share, 2));
    let is_stopped = summary.sequential.is_some_and(|sequential| sequential.is_decided());
    let plain = if is_stopped { ", both as if no test had stopped the match" } else { "" };
    writeln!(out, "Elo {}; likelihood of superiority {superiority}{plain}", elo_text(row.elo))?;
    let pairs = result.pairs.0.map(thousands).join(" / ");
    writeln!(out, "Pairs with 0, \u{bd}, 1, 1\u{bd}, 2 points: {pairs}")?;
    for (player, spent) in row.players.iter().zip(&result.spent) {
        writeln!(
            out,
            "{player}: {:.3} ms and {} positions a move",
            spent.milliseconds_per_move(),
            thousands(spent.nodes_per_move().round() as u64)
        )?;
    }
    Ok(())
}

fn to_json(plan: &Plan, summary: &Summary) -> Value {
    let row = &summary.rows[0];
    let result = &row.result;
    let spent = |at: usize| {
        let spent = result.spent[at];
        json!({ "player": row.players[at], "ms_per_move": spent.milliseconds_per_move(), "nodes_per_move": spent.nodes_per_move() })
    };
    let mut value = json!({
        "game": plan.game, "players": row.players, "seed": plan.seed, "openings": plan.source.to_string(),
        "distinct_openings": result.openings.distinct,
        "games": result.games(), "wins": result.all.wins, "draws": result.all.draws, "losses": result.all.losses,
        "score": row.score.map(|score| score.value),
        "score_low": row.score.map(|score| score.low), "score_high": row.score.map(|score| score.high),
        "elo": row.elo.and_then(|elo| finite(elo.value)),
        "elo_low": row.elo.and_then(|elo| finite(elo.low)), "elo_high": row.elo.and_then(|elo| finite(elo.high)),
        "exact_interval": row.elo.map(|elo| elo.method == Method::Exact),
        "superiority": row.superiority, "pairs": result.pairs.0, "duplicates": result.duplicates,
        "by_seat": result.by_seat.iter().map(|tally| json!({ "wins": tally.wins, "draws": tally.draws, "losses": tally.losses })).collect::<Vec<_>>(),
        "spent": (0..row.players.len()).map(spent).collect::<Vec<_>>(),
        "failures": result.failures_in_words(), "conclusion": sentence(plan, summary),
    });
    if let Some(many) = &summary.many {
        value["standings"] = many_json(many);
    }
    if let Some(sequential) = &summary.sequential {
        value["sprt"] = sprt_json(sequential);
    }
    value
}
