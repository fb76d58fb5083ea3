//! `enban random`: many games between random players.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use enban_catalog::View;
use enban_game::Seat;
use enban_game::playout::Totals;
use serde_json::{Value, json};

use crate::arguments::{Common, Random};
use crate::commands::session;
use crate::report::{Table, percent, thousands};
use crate::work::{Stopped, watched};

/// Plays random games and counts the results.
pub fn run(command: &Random, common: &Common) -> Result<()> {
    let session = session(&command.start)?;
    let view = session.view();
    let started = Instant::now();
    let totals = watched("random games", common.json, move |watch| {
        session.random_games(command.games, common.seed(), common.threads(), watch)
    });
    let seconds = started.elapsed().as_secs_f64();
    if totals.games == 0 {
        return Err(Stopped.into());
    }
    let mut out = std::io::stdout().lock();
    if common.json {
        writeln!(out, "{}", answer(&view, &totals, common, seconds))?;
        return Ok(());
    }
    if totals.games < command.games {
        writeln!(out, "Stopped after {} of {} games.", thousands(totals.games), thousands(command.games))?;
    }
    print(&mut out, &view, &totals, common, seconds)
}

fn seats(view: &View) -> impl Iterator<Item = Seat> {
    (0..view.seat_labels.len()).map(|seat| Seat(seat as u8))
}

fn answer(view: &View, totals: &Totals, common: &Common, seconds: f64) -> Value {
    let mut answer = json!({
        "game": view.game,
        "games": totals.games,
        "wins": totals.wins[..view.seat_labels.len()],
        "draws": totals.draws,
        "mean_score": seats(view).map(|seat| totals.mean_score(seat)).collect::<Vec<_>>(),
        "mean_moves": totals.mean_moves(),
        "mean_choices": totals.mean_choices(),
        "games_per_second": totals.games as f64 / seconds,
        "unfinished": totals.unfinished,
        "seed": common.seed(),
        "threads": common.threads(),
    });
    if view.seat_labels.len() > 2 {
        answer["mean_rank"] = seats(view).map(|seat| totals.mean_rank(seat)).collect();
        answer["shared_first"] = (totals.draws as f64 / totals.games as f64).into();
    }
    answer
}

fn print(out: &mut impl Write, view: &View, totals: &Totals, common: &Common, seconds: f64) -> Result<()> {
    let many = view.seat_labels.len() > 2;
    writeln!(out, "{}: {} random games, seed {}\n", view.game, thousands(totals.games), common.seed())?;
    let mut table = match many {
        true => Table::new(["seat", "wins", "share", "mean score", "mean rank"]),
        false => Table::new(["seat", "wins", "share", "mean score"]),
    };
    for seat in seats(view) {
        let wins = totals.wins[seat.index()];
        let mut row = vec![view.seat_labels[seat.index()].clone(), thousands(wins), percent(wins, totals.games)];
        row.push(format!("{:.3}", totals.mean_score(seat)));
        if many {
            row.push(format!("{:.3}", totals.mean_rank(seat)));
        }
        table.row(row);
    }
    let shared = if many { "shared" } else { "draws" };
    table.row(vec![shared.to_owned(), thousands(totals.draws), percent(totals.draws, totals.games)]);
    writeln!(out, "{table}")?;
    writeln!(out, "{:.2} moves a game, {:.3} choices a move", totals.mean_moves(), totals.mean_choices())?;
    if totals.unfinished > 0 {
        writeln!(
            out,
            "{} games were cut off at the move limit and scored as they stood",
            thousands(totals.unfinished)
        )?;
    }
    let rate = thousands((totals.games as f64 / seconds) as u64);
    writeln!(out, "{rate} games/s on {} threads", common.threads())?;
    Ok(())
}
