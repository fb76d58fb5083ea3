//! `enban analyze`: what a player thinks of a position, or of every move of a game.

use std::io::{IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use enban_catalog::{AnalysisError, AnyGame, Expression, Session, open};
use enban_formats::files::{RECORD_MAX_MB, read_file};
use enban_game::{Move, Step, Turn, Watch};
use enban_search::{Candidate, Desk, Thought, Value as Worth};
use enban_web::import::main_line;
use serde_json::{Value, json};

use crate::arguments::{Analyze, Common};
use crate::report::{Table, thousands};
use crate::work::{Stopped, watched};
use crate::{draw, json};

/// A loss of so many points or more is a mistake; of this share of winning chances too.
const MISTAKE_POINTS: f64 = 4.0;
const MISTAKE_CHANCE: f64 = 0.1;

/// Analyses a position, or with --record a whole game.
pub fn run(command: &Analyze, common: &Common) -> Result<()> {
    let game = open(&command.start.game)?;
    let player = player(command, common)?;
    match &command.record {
        Some(file) => {
            // The whole record is checked before any time is spent on it.
            let record = read_record(file, &*game, command.start.position.as_deref())?;
            analyze_record(record, &player, common)
        }
        None => {
            let session = game.session(command.start.position.as_deref(), command.start.moves.as_deref())?;
            analyze_position(session, command, &player, common)
        }
    }
}

/// Reads the main line of the first game of SGF or GGF, or a list of moves.
fn read_record(file: &Path, game: &dyn AnyGame, position: Option<&str>) -> Result<Box<dyn Session>> {
    let bytes = read_file(file, RECORD_MAX_MB).map_err(|error| anyhow!("cannot read {}: {error}", file.display()))?;
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
        if line.session.steps().is_empty() {
            bail!("{file}: no moves; expected a game with moves");
        }
        return Ok(line.session);
    }
    let text = String::from_utf8(bytes).with_context(|| format!("cannot read {file}"))?;
    let session = game.session(position, Some(&text)).with_context(|| file.to_string())?;
    if session.steps().is_empty() {
        bail!("{file}: no moves; expected SGF, GGF or moves");
    }
    Ok(session)
}

/// The player that was asked for, or the strongest of the game with a second's thought.
fn player(command: &Analyze, common: &Common) -> Result<Expression> {
    let game = open(&command.start.game)?;
    // A record needs the value of the best move only.
    let lines = if command.record.is_some() { 1 } else { command.lines.max(1) as u32 };
    let Some(text) = command.player.as_deref() else {
        let mut player = game.analyst(command.time.unwrap_or(1.0), lines);
        player.set("threads", common.threads());
        return Ok(player);
    };
    let mut player = Expression::parse(text).map_err(|error| anyhow!("--player {text:?}, {error}"))?;
    let takes_lines = game.player_takes(&player.name, "lines") && player.get("lines").is_none();
    if takes_lines && command.record.is_none() {
        player.set("lines", lines);
    }
    Ok(player)
}

fn analyze_position(session: Box<dyn Session>, command: &Analyze, player: &Expression, common: &Common) -> Result<()> {
    let game = open(&session.game().name())?;
    let label = game.seat_label(session.mover());
    let is_over = matches!(session.turn(), Turn::Over);
    let live = std::io::stdout().is_terminal() && !common.json;
    let tell = |thought: &Thought| {
        if common.json {
            println!("{}", to_json(&*game, thought, command.lines, Stage::Preliminary));
        } else if live {
            print!("\r\x1b[2K{}", summary(&*game, thought));
            let _ = std::io::stdout().flush();
        }
    };
    let seed = common.seed();
    let thought = watched("", true, move |watch: &Watch| {
        session.analyze(player, seed, &Desk { tell: &tell, ..Desk::study(watch) })
    });
    let thought = thought.map_err(|error| anyhow!("--player: {error}"))?;
    let mut out = std::io::stdout().lock();
    let Some(thought) = thought else {
        let what = if is_over { "The game is over." } else { "The side to move must pass." };
        match common.json {
            true => writeln!(out, "{}", json!({ "message": what, "final": true }))?,
            false => writeln!(out, "{what}")?,
        }
        return Ok(());
    };
    if common.json {
        writeln!(out, "{}", to_json(&*game, &thought, command.lines, Stage::Final))?;
        return Ok(());
    }
    if live {
        write!(out, "\r\x1b[2K")?;
    }
    writeln!(out, "{}, {label} to move; {player}\n", game.name())?;
    write!(out, "{}", candidates(&*game, &thought, command.lines))?;
    let best = game.write_move(thought.choice);
    writeln!(out, "\n{} plays {best} after {} positions", player.name, thousands(thought.nodes))?;
    Ok(())
}

/// The moves that were looked at, as a table.
fn candidates(game: &dyn AnyGame, thought: &Thought, lines: usize) -> Table {
    let mut table = Table::new(["move", "value", "depth", "visits", "line"]);
    for candidate in thought.candidates.iter().take(lines) {
        table.row(vec![
            game.write_move(candidate.choice),
            value(candidate.value),
            candidate.depth.to_string(),
            thousands(candidate.visits),
            draw::steps(game, &candidate.line),
        ]);
    }
    table
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

/// Judges the steps of a session one by one.
fn analyze_record(record: Box<dyn Session>, player: &Expression, common: &Common) -> Result<()> {
    let steps = record.steps().to_vec();
    let mut session = record;
    while session.undo().is_some() {}
    let mut rows = Vec::new();
    for (number, &played) in steps.iter().enumerate() {
        let before = session.copy();
        session.play(played)?;
        if let Step::Play(choice) = played {
            let row = judge_move(number + 1, before, &*session, choice, player, common)?;
            if common.json {
                println!("{}", row_json(&row));
            }
            rows.push(row);
        }
    }
    if !common.json {
        print_rows(&rows)?;
    }
    Ok(())
}

/// What a move was worth, by what the player thinks before and after it.
fn judge_move(
    number: usize,
    before: Box<dyn Session>,
    after: &dyn Session,
    played: Move,
    player: &Expression,
    common: &Common,
) -> Result<Row> {
    let game = open(&before.game().name())?;
    let (mover, next) = (before.mover(), after.mover());
    let (seed, expression, after) = (common.seed(), player.clone(), after.copy());
    let thoughts = watched("analysing", true, move |watch| {
        let desk = Desk::study(watch);
        let first = before.analyze(&expression, seed, &desk)?;
        let second = after.analyze(&expression, seed, &desk)?;
        Ok::<_, AnalysisError>((first, second, watch.is_stopped()))
    });
    let (first, second, stopped) = thoughts.map_err(|error| anyhow!("--player: {error}"))?;
    if stopped {
        return Err(Stopped.into());
    }
    let worth = |thought: &Option<Thought>| thought.as_ref()?.candidates.first().map(|best| best.value);
    let own = worth(&first);
    let best = first.map(|thought| thought.choice);
    let (loss, is_mistake) = loss(own, worth(&second), next == mover, best == Some(played));
    Ok(Row {
        number,
        seat: game.seat_label(mover),
        played: game.write_move(played),
        best: best.map(|best| game.write_move(best)).unwrap_or_default(),
        value: own,
        loss,
        is_mistake,
    })
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

fn summary(game: &dyn AnyGame, thought: &Thought) -> String {
    let Some(best) = thought.candidates.first() else { return game.write_move(thought.choice) };
    let line: String = draw::steps(game, &best.line).chars().take(50).collect();
    format!("{} {} depth {} {}", game.write_move(best.choice), value(best.value), best.depth, line)
}

/// Whether a search goes on after what it told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Preliminary,
    Final,
}

fn to_json(game: &dyn AnyGame, thought: &Thought, lines: usize, stage: Stage) -> Value {
    let candidate = |candidate: &Candidate| {
        json!({
            "move": game.write_move(candidate.choice), "value": value_json(candidate.value),
            "depth": candidate.depth, "visits": candidate.visits,
            "exact": matches!(candidate.value, Worth::Exact(_)), "line": json::steps(game, &candidate.line),
        })
    };
    json!({
        "best": game.write_move(thought.choice),
        "moves": thought.candidates.iter().take(lines).map(candidate).collect::<Vec<_>>(),
        "nodes": thought.nodes,
        "final": stage == Stage::Final,
    })
}
