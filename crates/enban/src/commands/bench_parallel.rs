//! `enban bench --parallel`: what two threads gain over one, measured in turn within one run.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use enban_catalog::{Expression, SolveRequest, open};
use enban_game::Watch;
use enban_search::exact::{Settings, Switches};
use enban_search::{Desk, Limits, Value};
use serde_json::json;

use crate::arguments::Common;
use crate::report::Table;

/// Position 40 of the FFO end-game test: 20 empty squares, a second's work.
const REVERSI: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

/// The speed of one kind of work.
struct Row {
    what: &'static str,
    unit: &'static str,
    one: f64,
    many: f64,
}

/// Measures Monte Carlo, tree search, uct, alpha-beta and the solver.
pub fn run(common: &Common, budget: Duration) -> Result<()> {
    let threads = common.threads().max(2);
    let seconds = budget.as_secs_f64().max(0.2);
    let rows = [
        rate("montecarlo", "random games/s", threads, &|threads| {
            player_rate("nip", "c4", &format!("montecarlo(time={seconds},from=all,threads={threads})"))
        })?,
        rate("mcts", "simulations/s", threads, &|threads| {
            player_rate("nip", "c4", &format!("mcts(time={seconds},threads={threads})"))
        })?,
        rate("uct", "playouts/s on 9x9", threads, &|threads| {
            player_rate("go9", "e5", &format!("uct(time={seconds},threads={threads})"))
        })?,
        rate("alphabeta", "searches/s to depth 20", threads, &alphabeta_rate)?,
        rate("solver", "solutions/s", threads, &solver_rate)?,
    ];
    let mut out = std::io::stdout().lock();
    if common.json {
        let rows = rows.iter().map(|row| {
            json!({ "work": row.what, "unit": row.unit, "one": row.one, "many": row.many, "gain": row.many / row.one })
        });
        writeln!(out, "{:#}", json!({ "threads": threads, "rows": rows.collect::<Vec<_>>() }))?;
        return Ok(());
    }
    writeln!(out, "What {threads} threads gain over one; the best of three rounds each, in turn.\n")?;
    let mut table = Table::new(["work", "unit", "1 thread", "all", "gain"]);
    for row in rows {
        let figure = |rate: f64| if rate >= 100.0 { format!("{rate:.0}") } else { format!("{rate:.3}") };
        let gain = format!("{:.2}", row.many / row.one);
        table.row(vec![row.what.to_owned(), row.unit.to_owned(), figure(row.one), figure(row.many), gain]);
    }
    write!(out, "{table}")?;
    Ok(())
}

/// The best of three rounds with one thread and with many, taken in turn so that both see the same machine.
fn rate(what: &'static str, unit: &'static str, threads: usize, measure: &dyn Fn(usize) -> Result<f64>) -> Result<Row> {
    let (mut one, mut many) = (0f64, 0f64);
    for _ in 0..3 {
        one = one.max(measure(1).context(what)?);
        many = many.max(measure(threads).context(what)?);
    }
    Ok(Row { what, unit, one, many })
}

/// Positions or simulations per second of a player after some moves of a game.
fn player_rate(game: &str, moves: &str, player: &str) -> Result<f64> {
    let session = open(game)?.session(None, Some(moves))?;
    let expression = Expression::parse(player)?;
    let started = Instant::now();
    let thought = session.analyze(&expression, 1, &Desk::study(&Watch::default()))?;
    let nodes = thought.map_or(0, |thought| thought.nodes);
    Ok(nodes as f64 / started.elapsed().as_secs_f64())
}

/// Whole searches per second: threads that only repeat each other's work gain nothing here.
fn alphabeta_rate(threads: usize) -> Result<f64> {
    let moves = ["f5d6c3d3c4f4", "f5f6e6f4e3c5", "f5d6c4d3c3b3", "f5f4e3f6d3e2", "f5d6c3d3c4b3", "f5f6e6d6e7g5"];
    let expression = Expression::parse(&format!("alphabeta(depth=20,exact=0,threads={threads})"))?;
    let started = Instant::now();
    for moves in moves {
        let session = open("reversi")?.session(None, Some(moves))?;
        let thought = session.analyze(&expression, 1, &Desk::study(&Watch::default()))?;
        let depth = thought.and_then(|thought| thought.candidates.first().map(|best| (best.depth, best.value)));
        if !matches!(depth, Some((20, Value::Lead(_)))) {
            return Err(anyhow!("the search did not reach depth 20: {depth:?}"));
        }
    }
    Ok(moves.len() as f64 / started.elapsed().as_secs_f64())
}

fn solver_rate(threads: usize) -> Result<f64> {
    let session = open("reversi")?.session(Some(REVERSI), None)?;
    let settings = Settings { window: None, threads, limits: Limits::default(), switches: Switches::ALL };
    let request = SolveRequest { settings, megabytes: Some(256), all_moves: false };
    let solved = session.solve(&request, &Watch::default()).context("Reversi has a solver")?;
    Ok(1.0 / solved.seconds)
}
