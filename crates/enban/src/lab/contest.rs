//! `enban match`: two players, distinct openings from both sides, and what may be concluded.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use enban_arena::{CellResult, Collector, ExperimentFile, OpeningSource, Plan, Row, Runner, Summary, note_on};
use enban_catalog::{AnyGame, open};
use enban_stats::{Conclusion, Decision, Method, Model, Sprt, Verdict, conclusion, games_needed};
use enban_store::{Kind, Ledger, MemoryLedger, TaskResult};
use serde_json::{Value, json};

use super::arguments::Match;
use super::figures::{elo_text, finite, many_table, percent_of, score_text, signed};
use super::run::plan_of;
use super::{begin, open_store};
use crate::arguments::Common;
use crate::report::{Table, thousands};
use crate::work::{Stopped, watched};

/// Plays a match.
pub fn run(command: &Match, common: &Common) -> Result<()> {
    let game = open(&command.game)?;
    let sprt = command.sprt.as_deref().map(|text| read_sprt(text, &command.model)).transpose()?;
    if sprt.is_some() && game.seats() != 2 {
        bail!("--sprt: expected a game for two; {} has {} seats", game.name(), game.seats());
    }
    let openings = command.openings.as_deref().unwrap_or(default_openings(&command.game));
    OpeningSource::parse(openings).context("--openings")?;
    // A match is an experiment of one cell, and is kept as one.
    let text = as_file(command, openings, game.seats(), common.seed());
    let file = ExperimentFile::parse(&text)?;
    let (plan, game) = plan_of(&file, "match", Path::new("."), common)?;
    let Some(path) = &command.store else {
        return play(&*game, &plan, &MemoryLedger::default(), sprt, common);
    };
    let store = open_store(path)?;
    let id = begin(&store, &plan, Kind::Match, &text)?;
    let ledger = store.ledger(id)?;
    play(&*game, &plan, &ledger, sprt, common)?;
    if ledger.done()?.count() == plan.tasks() {
        store.finish(id)?;
    }
    Ok(())
}

/// The experiment file that says the same.
fn as_file(command: &Match, openings: &str, seats: usize, seed: u64) -> String {
    let quoted = |text: &str| toml_string(text);
    let title = format!("{} against {}", command.first, command.second);
    let name = command.name.clone().unwrap_or_else(|| format!("{}: {title}", command.game));
    let mut players = vec![quoted(&command.first)];
    players.resize(seats, quoted(&command.second));
    format!(
        "name = {}\ntitle = {}\ngame = {}\ngames = {}\nseed = {seed}\nopenings = {}\n\n[[cells]]\nplayers = [{}]\n",
        quoted(&name),
        quoted(&title),
        quoted(&command.game),
        command.games,
        quoted(openings),
        players.join(", ")
    )
}

/// A text as TOML writes it.
fn toml_string(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            letter if letter.is_control() => out.push_str(&format!("\\u{:04X}", letter as u32)),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

/// Openings of six moves, in Go of two: enough of them, and nothing is lost yet.
fn default_openings(game: &str) -> &'static str {
    if game.starts_with("go") { "ply=2" } else { "ply=6" }
}

fn read_sprt(text: &str, model: &str) -> Result<Sprt> {
    let bounds: Option<(f64, f64)> =
        text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    let (low, high) = bounds.ok_or_else(|| anyhow!("--sprt {text:?}: expected two numbers, as in 0,10"))?;
    let model = if model == "normalised" { Model::Normalised } else { Model::Logistic };
    Sprt::new(low, high, 0.05, 0.05, model).with_context(|| format!("--sprt {text:?}"))
}

/// Follows the tasks in their own order, so that when to stop does not depend on which was finished first.
struct Follower<'p> {
    collector: Collector<'p>,
    waiting: BTreeMap<u64, TaskResult>,
    next: u64,
    sprt: Sprt,
    decided_at: Option<u64>,
}

impl Follower<'_> {
    /// Takes tasks; `false` once the test is decided.
    fn take(&mut self, tasks: &[TaskResult]) -> bool {
        self.waiting.extend(tasks.iter().map(|task| (task.number, task.clone())));
        while self.decided_at.is_none()
            && let Some(task) = self.waiting.remove(&self.next)
        {
            task.games.iter().for_each(|game| self.collector.add(game));
            if self.sprt.decision(&self.collector.cells()[0].pairs) != Decision::Continue {
                self.decided_at = Some(self.next);
            }
            self.next += 1;
        }
        self.decided_at.is_none()
    }
}

fn play(game: &dyn AnyGame, plan: &Plan, ledger: &dyn Ledger, sprt: Option<Sprt>, common: &Common) -> Result<()> {
    let mut follower = sprt.map(|sprt| Follower {
        collector: Collector::new(plan),
        waiting: BTreeMap::new(),
        next: 0,
        sprt,
        decided_at: None,
    });
    // What an earlier run has left is followed first.
    let mut earlier: Vec<TaskResult> = Vec::new();
    ledger.each_game(&mut |game| {
        match earlier.last_mut() {
            Some(task) if task.number == game.task => task.games.push(game.clone()),
            _ => earlier.push(TaskResult { number: game.task, games: vec![game.clone()] }),
        }
        std::ops::ControlFlow::Continue(())
    })?;
    let undecided = follower.as_mut().is_none_or(|follower| follower.take(&earlier));
    let stopped = watched(&plan.title, common.json, |watch| {
        let runner = Runner { game, plan, ledger, threads: common.threads(), watch };
        if undecided {
            runner.run(|tasks| follower.as_mut().is_none_or(|follower| follower.take(tasks)))?;
        }
        Ok::<_, anyhow::Error>(watch.is_stopped())
    })?;
    let last = follower.as_ref().and_then(|follower| follower.decided_at);
    let results = Collector::of_ledger(plan, ledger, last)?;
    let summary = Summary::of(plan, &results);
    let test = sprt.map(|sprt| (sprt, last.is_some()));
    if common.json {
        writeln!(std::io::stdout(), "{:#}", to_json(plan, &summary, test))?;
    } else {
        print(plan, &summary, test)?;
    }
    if stopped { Err(Stopped.into()) } else { Ok(()) }
}

fn verdict(result: &CellResult) -> Conclusion {
    if result.pairs.0.iter().sum::<u64>() > 0 {
        conclusion(&result.pairs, enban_arena::summary::CONFIDENCE)
    } else {
        conclusion(&result.distinct, enban_arena::summary::CONFIDENCE)
    }
}

/// What may be concluded, in one sentence, and what a narrower answer costs.
fn sentence(plan: &Plan, row: &Row) -> String {
    let (first, second) = (&row.players[0], &row.players[1]);
    let said = verdict(&row.result);
    let stronger = |name: &str, superiority: f64| {
        let sure = percent_of(superiority, 2);
        format!("{name} is the stronger of the two at the 95% level ({sure} sure).")
    };
    let who = match said.verdict {
        Verdict::ABetter => stronger(first, said.superiority),
        Verdict::BBetter => stronger(second, 1.0 - said.superiority),
        Verdict::NotDecided => {
            let more = said
                .more_games
                .map(|more| format!("; if it goes on like this, about {} more games decide it", thousands(more)));
            format!("It is not decided which of the two is the stronger{}.", more.unwrap_or_default())
        }
    };
    let half_width = row.elo.map(|elo| (elo.high - elo.low) / 2.0).filter(|width| width.is_finite());
    let narrower = half_width.and_then(|width| {
        let target = width / 2.0;
        let needed = games_needed(&row.result.pairs, target, enban_arena::summary::CONFIDENCE)?;
        Some(format!(
            " An interval half as wide (\u{b1}{target:.0} Elo) takes about {} more games.",
            thousands(needed.more)
        ))
    });
    let warning = warning(plan, row).map(|warning| format!(" {warning}")).unwrap_or_default();
    format!("{who}{}{warning}", narrower.unwrap_or_default())
}

fn warning(plan: &Plan, row: &Row) -> Option<String> {
    let mut parts = Vec::new();
    if row.elo.is_some_and(|elo| elo.method == Method::Exact) {
        parts.push("Few games, or all alike: the interval is the exact one, and wide.".to_owned());
    }
    if row.result.duplicates > 0 {
        let (count, openings) = (row.result.duplicates, plan.openings.len());
        parts.push(format!(
            "{} of the games repeat others move for move ({openings} openings): the interval counts each once.",
            thousands(count)
        ));
    }
    (!parts.is_empty()).then(|| parts.join(" "))
}

fn print(plan: &Plan, summary: &Summary, test: Option<(Sprt, bool)>) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let row = &summary.rows[0];
    let result = &row.result;
    writeln!(out, "{}: {}", plan.game, plan.title)?;
    writeln!(
        out,
        "{} games from {} openings ({}), each once from every seat; seed {}.\n",
        thousands(result.games()),
        thousands(plan.openings.len() as u64),
        plan.source,
        plan.seed
    )?;
    if let Some(many) = &summary.many {
        write!(out, "{}", many_table(many))?;
        return Ok(());
    }
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
    writeln!(out, "Elo {}; likelihood of superiority {}", elo_text(row.elo), percent_of(row.superiority, 2))?;
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
    for (reason, count) in &result.failures {
        writeln!(out, "{}", note_on(reason, *count))?;
    }
    if let Some((sprt, decided)) = test {
        let (low, high) = sprt.bounds();
        let said = match sprt.decision(&result.pairs) {
            Decision::AcceptH1 => {
                format!("accepted: better by {} rather than {}", signed(sprt.elo1), signed(sprt.elo0))
            }
            Decision::AcceptH0 => format!("rejected: {} rather than {}", signed(sprt.elo0), signed(sprt.elo1)),
            Decision::Continue => "not decided".to_owned(),
        };
        let llr = sprt.llr(&result.pairs);
        let when = if decided { format!(" after {} games", thousands(result.games())) } else { String::new() };
        writeln!(out, "SPRT: {said}{when} (LLR {llr:.2}, bounds {low:.2} and {high:.2})")?;
    }
    writeln!(out, "\n{}", sentence(plan, row))?;
    Ok(())
}

fn to_json(plan: &Plan, summary: &Summary, test: Option<(Sprt, bool)>) -> Value {
    let row = &summary.rows[0];
    let result = &row.result;
    let spent = |at: usize| {
        let spent = result.spent[at];
        json!({ "player": row.players[at], "ms_per_move": spent.milliseconds_per_move(), "nodes_per_move": spent.nodes_per_move() })
    };
    let mut value = json!({
        "game": plan.game, "players": row.players, "seed": plan.seed, "openings": plan.source.to_string(),
        "distinct_openings": plan.openings.len(),
        "games": result.games(), "wins": result.all.wins, "draws": result.all.draws, "losses": result.all.losses,
        "score": row.score.map(|score| score.value),
        "score_low": row.score.map(|score| score.low), "score_high": row.score.map(|score| score.high),
        "elo": row.elo.and_then(|elo| finite(elo.value)),
        "elo_low": row.elo.and_then(|elo| finite(elo.low)), "elo_high": row.elo.and_then(|elo| finite(elo.high)),
        "exact_interval": row.elo.map(|elo| elo.method == Method::Exact),
        "superiority": row.superiority, "pairs": result.pairs.0, "duplicates": result.duplicates,
        "by_seat": result.by_seat.iter().map(|tally| json!({ "wins": tally.wins, "draws": tally.draws, "losses": tally.losses })).collect::<Vec<_>>(),
        "spent": (0..row.players.len()).map(spent).collect::<Vec<_>>(),
        "failures": result.failures,
    });
    if summary.many.is_none() {
        value["conclusion"] = json!(sentence(plan, row));
    } else if let Some(many) = &summary.many {
        value["standings"] = super::figures::many_json(many);
    }
    if let Some((sprt, decided)) = test {
        let (low, high) = sprt.bounds();
        let decision = match sprt.decision(&result.pairs) {
            Decision::AcceptH0 => "h0",
            Decision::AcceptH1 => "h1",
            Decision::Continue => "continue",
        };
        value["sprt"] = json!({
            "elo0": sprt.elo0, "elo1": sprt.elo1, "llr": sprt.llr(&result.pairs), "low": low, "high": high,
            "decision": decision, "stopped_early": decided,
        });
    }
    value
}
