//! `enban solve`: exact results.

use std::io::Write;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use enban_catalog::{AnyGame, SolveRequest, Solved, open};
use enban_formats::files::{LIST_MAX_MB, read_text_file};
use enban_game::Move;
use enban_search::Limits;
use enban_search::exact::{Settings, Switches};
use serde_json::{Value, json};

use crate::arguments::{Common, Solve};
use crate::report::thousands;
use crate::work::watched;
use crate::{draw, json};

/// Solves a position, or every position of a file.
pub fn run(command: &Solve, common: &Common) -> Result<()> {
    let game = open(&command.game)?;
    let request = request(command, common)?;
    let solver = game.capabilities().solver;
    if !command.off.is_empty() && solver.as_ref().is_some_and(|solver| !solver.has_switches) {
        bail!("--off: the solver of {} has no parts to switch off", game.name());
    }
    match &command.file {
        Some(file) => solve_file(&*game, file, &request, common),
        None => solve_one(&*game, command, &request, common),
    }
}

fn request(command: &Solve, common: &Common) -> Result<SolveRequest> {
    let mut switches = Switches::ALL;
    for name in &command.off {
        if !switches.off(name) {
            bail!("--off {name}: there is no such part; the parts are: {}", Switches::NAMES.join(", "));
        }
    }
    let window = match (&command.window, command.outcome) {
        (_, true) => Some((-1, 1)),
        (Some(text), false) => Some(read_window(text)?),
        (None, false) => None,
    };
    command.memory.map_or(Ok(()), has_memory)?;
    let limits = Limits { time: command.time.map(Duration::from_secs_f64), ..Limits::default() };
    Ok(SolveRequest {
        settings: Settings { window, threads: common.threads(), limits, switches },
        megabytes: command.memory,
        all_moves: command.all_moves,
    })
}

/// Asks for the memory and gives it back, as the solver itself would end the program where there is not so much.
fn has_memory(megabytes: usize) -> Result<()> {
    let reserved = megabytes.checked_mul(1 << 20).map(|bytes| Vec::<u8>::new().try_reserve_exact(bytes));
    match reserved {
        Some(Ok(())) => Ok(()),
        _ => bail!("--memory {megabytes}: this machine does not give so many megabytes; expected fewer"),
    }
}

fn read_window(text: &str) -> Result<(i32, i32)> {
    let numbers =
        text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    match numbers {
        Some((low, high)) if low < high => Ok((low, high)),
        _ => bail!("--window {text}: expected two leads LO,HI with LO less than HI, such as -2,2"),
    }
}

fn solve_with(
    game: &dyn AnyGame,
    position: Option<&str>,
    moves: Option<&str>,
    request: &SolveRequest,
    quiet: bool,
) -> Result<Solved> {
    let session = game.session(position, moves)?;
    let solved = watched("solving", quiet, move |watch| session.solve(request, watch));
    solved.ok_or_else(|| anyhow!("{} has no exact solver; the games of two of the Reversi family have, and Go on up to 5x5 under area scoring", game.name()))
}

fn solve_one(game: &dyn AnyGame, command: &Solve, request: &SolveRequest, common: &Common) -> Result<()> {
    let solved = solve_with(game, command.position.as_deref(), command.moves.as_deref(), request, common.json)?;
    let mut out = std::io::stdout().lock();
    let note = game.capabilities().solver.and_then(|solver| solver.note);
    if common.json {
        let mut answer = to_json(game, &solved);
        if let Some(note) = note {
            answer["note"] = note.into();
        }
        writeln!(out, "{answer}")?;
        return Ok(());
    }
    writeln!(out, "{}", in_words(&solved))?;
    if let Some(note) = note {
        writeln!(out, "rules     {note}")?;
    }
    if let Some(best) = solved.best {
        writeln!(out, "best      {}", game.write_move(best))?;
    }
    if !solved.line.is_empty() {
        writeln!(out, "line      {}", draw::steps(game, &solved.line))?;
    }
    for (choice, low, high) in &solved.moves {
        let word = game.write_move(*choice);
        let value = if low == high { format!("{low:+}") } else { format!("{low:+} to {high:+}") };
        writeln!(out, "  {word:<4} {value}")?;
    }
    writeln!(out, "{}", effort(solved.nodes, solved.seconds))?;
    Ok(())
}

/// What was proven, in a sentence about the side to move.
fn in_words(solved: &Solved) -> String {
    match (solved.low, solved.high) {
        (low, high) if low == high => match low {
            0 => "The side to move draws.".to_owned(),
            lead if lead > 0 => format!("The side to move wins by {lead}."),
            lead => format!("The side to move loses by {}.", -lead),
        },
        (low, high) if low > 0 => format!("The side to move wins, by {low} to {high}."),
        (low, high) if high < 0 => format!("The side to move loses, by {} to {}.", -high, -low),
        (low, high) => format!("Not decided: the result for the side to move lies between {low:+} and {high:+}."),
    }
}

fn effort(nodes: u64, seconds: f64) -> String {
    let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
    format!("{} positions in {seconds:.3} s ({rate:.1} million/s)", thousands(nodes))
}

fn to_json(game: &dyn AnyGame, solved: &Solved) -> Value {
    let exact = solved.low == solved.high;
    let mut answer = json!({
        "score": exact.then_some(solved.low),
        "best": solved.best.map(|best| game.write_move(best)),
        "line": json::steps(game, &solved.line),
        "nodes": solved.nodes,
        "seconds": solved.seconds,
        "exact": exact,
        "low": solved.low,
        "high": solved.high,
    });
    if !solved.moves.is_empty() {
        let value = |(choice, low, high): &(Move, i32, i32)| {
            let word = game.write_move(*choice);
            json!({ "move": word, "score": (low == high).then_some(low), "low": low, "high": high })
        };
        answer["moves"] = solved.moves.iter().map(value).collect();
    }
    answer
}

/// A position of an OBF file: the board, then moves with their scores, the best first.
struct Task<'t> {
    board: &'t str,
    best: Option<(&'t str, i32)>,
    scores: Vec<(String, i32)>,
}

fn read_task(line: &str) -> Result<Option<Task<'_>>> {
    let line = line.split('%').next().unwrap_or_default().trim();
    if line.is_empty() {
        return Ok(None);
    }
    let mut parts = line.split(';').map(str::trim);
    let board = parts.next().unwrap_or_default();
    let mut best = None;
    let mut scores = Vec::new();
    for part in parts.filter(|part| !part.is_empty()) {
        let score = part.split_once(':').and_then(|(word, score)| Some((word.trim(), score.trim().parse().ok()?)));
        let (word, score) =
            score.ok_or_else(|| anyhow!("found {part:?}, expected a move and its score, such as A2:+38"))?;
        best = best.or(Some((word, score)));
        scores.push((word.to_lowercase(), score));
    }
    Ok(Some(Task { board, best, scores }))
}

/// One result a line; scores that the file gives are checked, and a wrong one ends with exit code 2.
fn solve_file(game: &dyn AnyGame, file: &std::path::Path, request: &SolveRequest, common: &Common) -> Result<()> {
    let text = read_text_file(file, LIST_MAX_MB).with_context(|| format!("cannot read {}", file.display()))?;
    let mut out = std::io::stdout().lock();
    let (mut number, mut wrong, mut nodes, mut seconds) = (0, 0, 0, 0.0);
    for (line_number, line) in text.lines().enumerate() {
        let place = || format!("{} line {}", file.display(), line_number + 1);
        let Some(task) = read_task(line).with_context(place)? else { continue };
        number += 1;
        let solved = solve_with(game, Some(task.board), None, request, common.json).with_context(place)?;
        (nodes, seconds) = (nodes + solved.nodes, seconds + solved.seconds);
        let agrees = agrees(game, &task, &solved);
        wrong += usize::from(agrees == Some(false));
        if common.json {
            let mut answer = to_json(game, &solved);
            answer["number"] = number.into();
            answer["expected"] = task.best.map(|(_, score)| score).into();
            answer["agrees"] = agrees.into();
            writeln!(out, "{answer}")?;
        } else {
            let value = if solved.low == solved.high {
                format!("{:+}", solved.low)
            } else {
                format!("{:+} to {:+}", solved.low, solved.high)
            };
            let verdict = match agrees {
                Some(true) => "as given",
                Some(false) => "WRONG: the file says otherwise",
                None => "",
            };
            let best = solved.best.map_or_else(|| "-".to_owned(), |best| game.write_move(best));
            writeln!(
                out,
                "{number:>3}  {value:>4}  {best:<4} {:>15} positions {:>9.3} s  {verdict}",
                thousands(solved.nodes),
                solved.seconds
            )?;
        }
        out.flush()?;
    }
    if !common.json {
        writeln!(out, "{number} positions solved. {}", effort(nodes, seconds))?;
    }
    if wrong > 0 {
        bail!("{wrong} of {number} results differ from the scores in {}", file.display());
    }
    Ok(())
}

/// Whether the result fits the scores of the file: the best score, and the score of our move if it is listed.
fn agrees(game: &dyn AnyGame, task: &Task<'_>, solved: &Solved) -> Option<bool> {
    let (_, expected) = task.best?;
    let within = solved.low <= expected && expected <= solved.high;
    let exact = solved.low == solved.high;
    let best = solved.best.map(|best| game.write_move(best));
    let listed = best.and_then(|best| task.scores.iter().find(|(word, _)| *word == best));
    Some(within && (!exact || listed.is_none_or(|(_, score)| *score == solved.low)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_is_not_there_is_refused() {
        assert!(has_memory(1).is_ok());
        for megabytes in [usize::MAX >> 21, usize::MAX] {
            let error = has_memory(megabytes).unwrap_err().to_string();
            assert!(error.starts_with(&format!("--memory {megabytes}: ")), "{error}");
        }
    }
}
