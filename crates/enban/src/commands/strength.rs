//! `enban strength`: a ladder of players of a game, each against the one below it.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result, anyhow, bail};
use enban_catalog::{AnyGame, Expression, Session, TurnView, open};
use enban_game::{Rng, Watch};
use serde_json::json;

use crate::arguments::{Common, Strength};
use crate::commands::play::split_names;
use crate::report::Table;
use crate::work::{Stopped, watched};

/// Random moves before the players take over.
const OPENING_MOVES: usize = 8;

/// The ladder of a game when none is given: the studies' players, then the general ones at equal processor time, which
/// other work on the machine does not shorten.
fn default_ladder(names: &[&str], seconds: f64) -> Vec<String> {
    let time = format!("time={seconds},clock=processor");
    let timed = |name: &str| format!("{name}({time})");
    let all = [
        ("random", "random".to_owned()),
        ("map", "map(lookahead=5)".to_owned()),
        ("weights", "weights".to_owned()),
        ("normal", "normal".to_owned()),
        ("maxn", timed("maxn")),
        ("paranoid", timed("paranoid")),
        ("bestreply", timed("bestreply")),
        ("montecarlo", format!("montecarlo({time},from=all)")),
        ("mcts", format!("mcts({time},memory=32)")),
        ("alphabeta", format!("alphabeta({time},exact=16,memory=16)")),
    ];
    all.into_iter().filter(|(name, _)| names.contains(name)).map(|(_, player)| player).collect()
}

/// What one player made against another.
struct Row {
    upper: String,
    lower: String,
    games: u64,
    /// The share of the upper player, and the interval in which it lies with 95%.
    share: f64,
    interval: (f64, f64),
    /// The share of an equal player.
    fair: f64,
}

/// Plays the ladder.
pub fn run(command: &Strength, common: &Common) -> Result<()> {
    let game = open(&command.game)?;
    if !(0.001..=3600.0).contains(&command.time) {
        bail!("--time {}: expected seconds from 0.001 to 3600", command.time);
    }
    let players = match &command.players {
        Some(list) => split_names(list).into_iter().map(|name| name.trim().to_owned()).collect(),
        None => default_ladder(&game.player_names(), command.time),
    };
    if players.len() < 2 {
        bail!("--players: expected two players or more, the weakest first");
    }
    // Every player is tried before any game is played.
    for player in &players {
        seat(&mut *game.session(None, None)?, 0, player, 0)?;
    }
    let mut rows = Vec::new();
    for pair in players.windows(2) {
        let row = contest(&*game, &pair[1], &pair[0], command.games, common)?;
        if common.json {
            println!(
                "{}",
                json!({
                    "player": row.upper, "against": row.lower, "games": row.games, "share": row.share,
                    "low": row.interval.0, "high": row.interval.1, "fair": row.fair,
                })
            );
        } else {
            eprintln!("{} against {}: {:.1}%", row.upper, row.lower, 100.0 * row.share);
        }
        rows.push(row);
    }
    if common.json {
        return Ok(());
    }
    print(&game.name(), &rows)
}

fn print(name: &str, rows: &[Row]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let fair = rows.first().map_or(0.5, |row| row.fair);
    writeln!(out, "{name}: share of the first player of each row; an equal player makes {:.0}%.\n", 100.0 * fair)?;
    let mut table = Table::new(["player", "against", "games", "share", "95%"]);
    for row in rows {
        let percent = |share: f64| format!("{:.1}%", 100.0 * share);
        let interval = format!("{} to {}", percent(row.interval.0), percent(row.interval.1));
        table.row(vec![row.upper.clone(), row.lower.clone(), row.games.to_string(), percent(row.share), interval]);
    }
    write!(out, "{table}")?;
    Ok(())
}

fn seat(session: &mut dyn Session, seat: usize, player: &str, seed: u64) -> Result<()> {
    let place = || format!("--players {player:?}");
    let expression = Expression::parse(player).with_context(place)?;
    session.seat_player(seat, &expression, seed).map_err(|error| anyhow!(error)).with_context(place)
}

/// Plays games from random openings, each opening once with the upper player at every seat.
fn contest(game: &dyn AnyGame, upper: &str, lower: &str, games: u64, common: &Common) -> Result<Row> {
    let seats = game.seats() as u64;
    let games = games.div_ceil(seats) * seats;
    let (next, seed, threads) = (AtomicU64::new(0), common.seed(), common.threads());
    let played = watched(&format!("{upper} against {lower}"), common.json, |watch| {
        watch.expect(games);
        std::thread::scope(|scope| {
            let worker = || {
                let (mut share, mut count) = (0.0, 0);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games || watch.is_stopped() {
                        return Ok::<_, anyhow::Error>((share, count));
                    }
                    share += one_game(game, upper, lower, number, seed, watch)?;
                    count += 1;
                    watch.advance(1);
                }
            };
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
            let mut total = (0.0, 0);
            for worker in workers {
                let (share, count) = worker.join().expect("a game does not panic")?;
                total = (total.0 + share, total.1 + count);
            }
            Ok::<_, anyhow::Error>(total)
        })
    });
    let (won, count) = played?;
    if count < games {
        return Err(Stopped.into());
    }
    let share = won / games as f64;
    let interval = wilson(share, games as f64);
    Ok(Row { upper: upper.to_owned(), lower: lower.to_owned(), games, share, interval, fair: 1.0 / seats as f64 })
}

/// The share of the first place that the upper player makes of one game.
fn one_game(game: &dyn AnyGame, upper: &str, lower: &str, number: u64, seed: u64, watch: &Watch) -> Result<f64> {
    let seats = game.seats() as u64;
    let place = (number % seats) as usize;
    let mut session = opening(game, Rng::stream(seed, number / seats))?;
    for at in 0..game.seats() {
        seat(&mut *session, at, if at == place { upper } else { lower }, seed ^ (number + 1))?;
    }
    while !watch.is_stopped() && session.think(watch)?.is_some() {}
    let scores = session.view().scores;
    let best = scores.iter().max().copied().unwrap_or_default();
    let firsts = scores.iter().filter(|&&points| points == best).count();
    Ok(if scores[place] == best { 1.0 / firsts as f64 } else { 0.0 })
}

/// A game after some random moves.
fn opening(game: &dyn AnyGame, mut rng: Rng) -> Result<Box<dyn Session>> {
    let mut session = game.session(None, None)?;
    for _ in 0..OPENING_MOVES {
        let view = session.view();
        match &view.turn {
            TurnView::Moves(moves) => {
                let word = &moves[rng.below(moves.len() as u32) as usize].word;
                session.step(word)?;
            }
            TurnView::Pass => {
                session.think(&Watch::default())?;
            }
            TurnView::Over => break,
        }
    }
    Ok(session)
}

/// Wilson's interval at 95% for a share of so many games.
fn wilson(share: f64, games: f64) -> (f64, f64) {
    let z = 1.959_964;
    let middle = (share + z * z / (2.0 * games)) / (1.0 + z * z / games);
    let half = z * (share * (1.0 - share) / games + z * z / (4.0 * games * games)).sqrt() / (1.0 + z * z / games);
    (middle - half, middle + half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_is_the_textbooks() {
        let (low, high) = wilson(0.5, 100.0);
        assert!((low - 0.4038).abs() < 1e-4 && (high - 0.5962).abs() < 1e-4, "{low} {high}");
        let (low, high) = wilson(1.0, 10.0);
        assert!((low - 0.7225).abs() < 1e-4 && (high - 1.0).abs() < 1e-9, "{low} {high}");
    }

    #[test]
    fn an_opening_is_the_same_for_every_seat() {
        let game = open("nip").unwrap();
        let steps = || opening(&*game, Rng::stream(1, 5)).unwrap().view().steps;
        assert_eq!(steps(), steps());
        assert_eq!(steps().len(), OPENING_MOVES);
    }
}
