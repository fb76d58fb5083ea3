//! `enban bench`: how fast the rules are.
//!
//! Each figure is the best of several rounds within its budget: on a machine that does other things as
//! well, the best round is the one that was disturbed least.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use enban_catalog::{Entry, Family, Session, entries, open};
use enban_game::Watch;
use enban_game::machine::Level;
use serde_json::json;

use crate::arguments::{Bench, Common};
use crate::commands::{bench_parallel, bench_signature};
use crate::report::{Table, thousands};

/// What was measured of one game.
struct Figures {
    game: String,
    depth: u32,
    /// Leaves per second on one thread and on all.
    leaves: [f64; 2],
    /// Random games per second on one thread and on all.
    games: [f64; 2],
}

/// The boards of Go that are measured unless all are asked for.
const USUAL_GO: [&str; 4] = ["go5", "go9", "go13", "go19"];

/// Measures every game.
pub fn run(command: &Bench, common: &Common) -> Result<()> {
    if command.signature {
        return bench_signature::run(common);
    }
    if command.parallel {
        return bench_parallel::run(common, Duration::from_millis(command.budget_ms));
    }
    let mut names = command.games.clone();
    if names.is_empty() {
        let usual = |entry: &Entry| entry.family() != Family::Go || USUAL_GO.contains(&entry.id);
        names = entries().filter(|entry| command.all || usual(entry)).map(|entry| entry.id.to_owned()).collect();
    }
    let games = names.iter().map(|name| open(name)).collect::<Result<Vec<_>, _>>()?;
    let threads = common.threads();
    let budget = Duration::from_millis(command.budget_ms);
    let mut out = std::io::stdout().lock();
    let mut rows = Vec::new();
    for game in games {
        if !common.json {
            eprint!("\r{:<30}\r", format!("measuring {}", game.name()));
        }
        rows.push(measure(&*game.begin(), threads, budget));
    }
    if common.json {
        let answer = json!({
            "machine": Level::detect().name(),
            "threads": threads,
            "games": rows.iter().map(row_json).collect::<Vec<_>>(),
        });
        writeln!(out, "{answer:#}")?;
        return Ok(());
    }
    eprint!("\r{:<30}\r", "");
    writeln!(out, "Kernels for machine level {}; 1 thread and {threads} threads.\n", Level::detect().name())?;
    let mut table = Table::new(["game", "depth", "Mleaves/s", "all", "games/s", "all"]);
    for row in rows {
        let mega = |rate: f64| format!("{:.1}", rate / 1e6);
        let whole = |rate: f64| thousands(rate as u64);
        let [leaves, leaves_all] = row.leaves.map(mega);
        let [games, games_all] = row.games.map(whole);
        table.row(vec![row.game, row.depth.to_string(), leaves, leaves_all, games, games_all]);
    }
    write!(out, "{table}")?;
    Ok(())
}

fn row_json(row: &Figures) -> serde_json::Value {
    json!({
        "game": row.game,
        "perft_depth": row.depth,
        "leaves_per_second": row.leaves[0],
        "leaves_per_second_all_threads": row.leaves[1],
        "random_games_per_second": row.games[0],
        "random_games_per_second_all_threads": row.games[1],
    })
}

fn measure(session: &dyn Session, threads: usize, budget: Duration) -> Figures {
    let round = budget / 8;
    let leaves = |depth: u32, threads: usize| {
        session.perft(depth, threads, &Watch::default()).expect("nobody stops it").leaves as f64
    };
    let played = |games: u64, threads: usize| session.random_games(games, 1, threads, &Watch::default()).games as f64;
    // As deep as a round allows; a small board's whole tree may take less.
    let deep_enough = |&depth: &u32| {
        let (below, taken) = time(|| leaves(depth + 1, threads));
        taken > round || below <= leaves(depth, threads)
    };
    let depth = (1..).find(deep_enough).unwrap_or(1);
    let games = (0..).map(|power| 1 << power).find(|&games| time(|| played(games, threads)).1 > round).unwrap_or(1);
    Figures {
        game: session.game().name(),
        depth,
        leaves: [1, threads].map(|threads| best_rate(budget, || leaves(depth, threads))),
        games: [1, threads].map(|threads| best_rate(budget, || played(games, threads))),
    }
}

fn time(work: impl FnOnce() -> f64) -> (f64, Duration) {
    let started = Instant::now();
    let amount = work();
    (amount, started.elapsed())
}

/// The best amount per second of as many rounds as the budget allows, three at least.
fn best_rate(budget: Duration, work: impl Fn() -> f64) -> f64 {
    let started = Instant::now();
    let mut best = 0f64;
    for round in 0.. {
        let (amount, taken) = time(&work);
        best = best.max(amount / taken.as_secs_f64().max(1e-9));
        if round >= 2 && started.elapsed() >= budget {
            break;
        }
    }
    best
}
