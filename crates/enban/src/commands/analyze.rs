//! `enban analyze`: what a player thinks of a position, or of every move of a game.

use std::io::{IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use enban_catalog::{AnyGame, CandidateView, Expression, Session, ThoughtView, open, strongest};
use enban_game::Watch;
use enban_search::Value as Worth;
use enban_web::import::main_line;
use serde_json::{Value, json};

use crate::arguments::{Analyze, Common};
use crate::report::{Table, thousands};
use crate::work::{Stopped, watched};

/// A loss of so many points or more is a mistake; of this share of winning chances too.
const MISTAKE_POINTS: f64 = 4.0;
const MISTAKE_CHANCE: f64 = 0.1;

/// Analyses a position, or with --record a whole game.
pub fn run(command: &Analyze, common: &Common) -> Result<()> {
    let game = open(&command.place.game)?;
    let player = player(command, common)?;
    match &command.record {
        Some(file) => {
            // The whole record is checked before any time is spent on it.
            let record = read_record(file, &*game, command.place.position.as_deref())?;
            analyze_record(&*game, &record, &player, common)
        }
        None => {
            let session = game.session(command.place.position.as_deref(), command.place.moves.as_deref())?;
            analyze_position(session, command, &player, common)
        }
    }
}

/// A game to be judged.
struct Record {
    /// Where it begins, if not at the game's own start.
    position: Option<String>,
    steps: Vec<String>,
}

/// Reads the main line of the first game of SGF or GGF, or a list of moves.
fn read_record(file: &Path, game: &dyn AnyGame, position: Option<&str>) -> Result<Record> {
    let bytes = std::fs::read(file).map_err(|error| anyhow!("cannot read {}: {error}", file.display()))?;
    let (name, file) = (game.name(), file.display());
    let line = main_line(&bytes, &name).map_err(|refusal| anyhow!("{file}: {}", refusal.detail.message))?;
    if let Some(line) = line {
        if position.is_some() {
            bail!("--position: {file} says itself where the game begins");
        }
        for warning in &line.warnings {
            eprintln!("{file}: {warning}");
        }
        if line.game != name {
            eprintln!("{file}: the record is of {}, and is judged as {name}", line.game);
        }
        if line.steps.is_empty() {
            bail!("{file}: no moves; expected a game with moves");
        }
        return Ok(Record { position: line.position, steps: line.steps });
    }
    let text = String::from_utf8(bytes).with_context(|| format!("cannot read {file}"))?;
    let session = game.session(position, Some(&text)).with_context(|| file.to_string())?;
    let steps = session.view().steps;
    if steps.is_empty() {
        bail!("{file}: no moves; expected SGF, GGF or moves");
    }
    Ok(Record { position: position.map(str::to_owned), steps })
}

/// The player that was asked for, or the strongest of the game with a second's thought.
fn player(command: &Analyze, common: &Common) -> Result<Expression> {
    let name = strongest(&*open(&command.place.game)?);
    let seconds = command.time.unwrap_or(1.0);
    let threads = common.threads();
    let exact = if name == "alphabeta" { ",exact=20" } else { "" };
    let default = format!("{name}(time={seconds},threads={threads}{exact})");
    let text = command.player.as_deref().unwrap_or(&default);
    let mut player = Expression::parse(text).map_err(|error| anyhow!("--player {text:?}, {error}"))?;
    // Alpha-beta values only the best move unless it is asked for more; a record needs no more.
    if player.name == "alphabeta" && player.get("lines").is_none() && command.record.is_none() {
        player.arguments.push(("lines".to_owned(), command.lines.max(1).to_string()));
    }
    Ok(player)
}

fn analyze_position(session: Box<dyn Session>, command: &Analyze, player: &Expression, common: &Common) -> Result<()> {
    let view = session.view();
    let live = std::io::stdout().is_terminal() && !common.json;
    let tell = |thought: &ThoughtView| {
        if common.json {
            println!("{}", to_json(thought, command.lines, false));
        } else if live {
            print!("\r\x1b[2K{}", summary(thought));
            let _ = std::io::stdout().flush();
        }
    };
    let seed = common.seed();
    let thought = watched("", true, move |watch: &Watch| session.analyze(player, seed, watch, &tell));
    let thought = thought.map_err(|error| anyhow!("--player: {error}"))?;
    let mut out = std::io::stdout().lock();
    let Some(thought) = thought else {
        let what = if view.is_over() { "The game is over." } else { "The side to move must pass." };
        match common.json {
            true => writeln!(out, "{}", json!({ "message": what, "final": true }))?,
            false => writeln!(out, "{what}")?,
        }
        return Ok(());
    };
    if common.json {
        writeln!(out, "{}", to_json(&thought, command.lines, true))?;
        return Ok(());
    }
    if live {
        write!(out, "\r\x1b[2K")?;
    }
    writeln!(out, "{}, {} to move; {player}\n", view.game, view.mover_label())?;
    let mut table = Table::new(["move", "value", "depth", "visits", "line"]);
    for candidate in thought.candidates.iter().take(command.lines) {
        table.row(vec![
            candidate.word.clone(),
            value(candidate.value),
            candidate.depth.to_string(),
            thousands(candidate.visits),
            candidate.line.join(" "),
        ]);
    }
    write!(out, "{table}")?;
    writeln!(out, "\n{} plays {} after {} positions", player.name, thought.word, thousands(thought.nodes))?;
    Ok(())
}

/// One row a move: what it was worth beside the best there was.
struct Row {
    number: usize,
    seat: String,
    played: String,
    best: String,
    value: Option<Worth>,
    loss: Option<f64>,
    is_mistake: bool,
}

fn analyze_record(game: &dyn AnyGame, record: &Record, player: &Expression, common: &Common) -> Result<()> {
    let (position, steps) = (record.position.as_deref(), &record.steps);
    let mut rows = Vec::new();
    for (number, played) in steps.iter().enumerate() {
        let session = game.session(position, Some(&steps[..number].join(" ")))?;
        let after = game.session(position, Some(&steps[..=number].join(" ")))?;
        let view = session.view();
        if view.moves().is_empty() {
            continue;
        }
        let (seed, expression) = (common.seed(), player.clone());
        let thoughts = watched("analysing", true, move |watch| {
            let before = session.analyze(&expression, seed, watch, &|_| {})?;
            let after_it = after.analyze(&expression, seed, watch, &|_| {})?;
            Ok::<_, String>((before, after_it, after.view(), watch.is_stopped()))
        });
        let (before, after_it, after_view, stopped) = thoughts.map_err(|error| anyhow!("--player: {error}"))?;
        if stopped {
            return Err(Stopped.into());
        }
        let same_seat_next = after_view.mover == view.mover;
        let own = before.as_ref().and_then(|thought| thought.candidates.first()).map(|best| best.value);
        let theirs = after_it.as_ref().and_then(|thought| thought.candidates.first()).map(|best| best.value);
        let best = before.map(|thought| thought.word).unwrap_or_default();
        let (loss, is_mistake) = loss(own, theirs, same_seat_next, best == *played);
        let seat = view.mover_label().to_owned();
        let row = Row { number: number + 1, seat, played: played.clone(), best, value: own, loss, is_mistake };
        if common.json {
            println!("{}", row_json(&row));
        }
        rows.push(row);
    }
    if !common.json {
        print_rows(&rows)?;
    }
    Ok(())
}

/// What a move lost against the best, and whether that is a mistake. The best move itself loses nothing.
fn loss(own: Option<Worth>, theirs: Option<Worth>, same_seat_next: bool, is_best: bool) -> (Option<f64>, bool) {
    let sign = if same_seat_next { 1.0 } else { -1.0 };
    if is_best {
        return (Some(0.0), false);
    }
    match (own.and_then(lead), theirs.and_then(lead), own, theirs) {
        (Some(own), Some(theirs), ..) => {
            let loss = (own - sign * theirs).max(0.0);
            (Some(loss), loss >= MISTAKE_POINTS)
        }
        (_, _, Some(Worth::Chance(own)), Some(Worth::Chance(theirs))) => {
            let kept = if same_seat_next { theirs } else { 1.0 - theirs };
            let loss = (own - kept).max(0.0);
            (Some(loss), loss >= MISTAKE_CHANCE)
        }
        _ => (None, false),
    }
}

fn lead(value: Worth) -> Option<f64> {
    match value {
        Worth::Exact(points) | Worth::AtLeast(points) | Worth::AtMost(points) => Some(points.as_f64()),
        Worth::Lead(lead) => Some(lead),
        Worth::Chance(_) | Worth::Figure(_) => None,
    }
}

fn print_rows(rows: &[Row]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let mut table = Table::new(["move", "seat", "played", "best", "value", "loss", ""]);
    for row in rows {
        table.row(vec![
            row.number.to_string(),
            row.seat.clone(),
            row.played.clone(),
            row.best.clone(),
            row.value.map(value).unwrap_or_default(),
            row.loss.map(|loss| format!("{loss:.2}")).unwrap_or_default(),
            if row.is_mistake { "mistake".to_owned() } else { String::new() },
        ]);
    }
    write!(out, "{table}")?;
    let mistakes: Vec<String> = rows
        .iter()
        .filter(|row| row.is_mistake)
        .map(|row| format!("{}. {} {} (better {})", row.number, row.seat, row.played, row.best))
        .collect();
    match mistakes.is_empty() {
        true => writeln!(out, "\nNo mistakes.")?,
        false => writeln!(out, "\nMistakes: {}", mistakes.join("; "))?,
    }
    Ok(())
}

fn row_json(row: &Row) -> Value {
    json!({
        "number": row.number, "seat": row.seat, "played": row.played, "best": row.best,
        "value": row.value.map(value_json), "loss": row.loss, "mistake": row.is_mistake,
    })
}

/// A value as people read it: `=` proven, `≈` estimated.
fn value(value: Worth) -> String {
    match value {
        Worth::Exact(points) => format!("= {:+}", points.as_f64()),
        Worth::AtLeast(points) => format!(">= {:+}", points.as_f64()),
        Worth::AtMost(points) => format!("<= {:+}", points.as_f64()),
        Worth::Lead(lead) => format!("≈ {lead:+.2}"),
        Worth::Chance(share) => format!("≈ {:.1}%", 100.0 * share),
        Worth::Figure(figure) => format!("{figure:.2}"),
    }
}

fn value_json(value: Worth) -> Value {
    let (kind, number) = match value {
        Worth::Exact(points) => ("exact", points.as_f64()),
        Worth::AtLeast(points) => ("at_least", points.as_f64()),
        Worth::AtMost(points) => ("at_most", points.as_f64()),
        Worth::Lead(lead) => ("lead", lead),
        Worth::Chance(share) => ("chance", share),
        Worth::Figure(figure) => ("figure", figure),
    };
    json!({ "kind": kind, "value": number })
}

fn summary(thought: &ThoughtView) -> String {
    let Some(best) = thought.candidates.first() else { return thought.word.clone() };
    let line: String = best.line.join(" ").chars().take(50).collect();
    format!("{} {} depth {} {}", best.word, value(best.value), best.depth, line)
}

fn to_json(thought: &ThoughtView, lines: usize, last: bool) -> Value {
    let candidate = |candidate: &CandidateView| {
        json!({
            "move": candidate.word, "value": value_json(candidate.value), "depth": candidate.depth,
            "visits": candidate.visits, "exact": matches!(candidate.value, Worth::Exact(_)), "line": candidate.line,
        })
    };
    json!({
        "best": thought.word,
        "moves": thought.candidates.iter().take(lines).map(candidate).collect::<Vec<_>>(),
        "nodes": thought.nodes,
        "final": last,
    })
}
