//! Measures how well playouts foresee who will own what: positions of finished games are searched, and the owners of
//! their points by the playouts held against those at the end of the game.
//!
//! `foresight games=FILE [size=19] [nodes=300] [from=40] [step=12] [workers=2]` and the parameters of playouts by their values. A line
//! of the file is a game to its end: anything without a space (a result, say), then its moves. The error is the mean
//! square of the difference, where black's point is 1 and white's -1: 1 for who knows nothing, 0 for who knows all.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use enban_game::{Colour, Game, Points, Rng, Seat, Trail, Turn, Watch};
use enban_go::{Go, Rules};
use enban_search::{Desk, Limits, Player, Stopwatch, TimeBy, Value};
use enban_uct::{Uct, UctParams};

struct Plan {
    games: String,
    size: usize,
    nodes: u64,
    from: usize,
    step: usize,
    workers: usize,
    params: UctParams,
}

fn main() {
    let mut plan = Plan {
        games: String::new(),
        size: 19,
        nodes: 300,
        from: 40,
        step: 12,
        workers: 2,
        params: UctParams::default(),
    };
    for word in std::env::args().skip(1) {
        let (name, value) = word.split_once('=').expect("arguments are NAME=VALUE");
        if name == "games" {
            plan.games = std::fs::read_to_string(value).expect("a file of games");
            continue;
        }
        let number: f64 = value.parse().expect("a number");
        match name {
            "size" => plan.size = number as usize,
            "nodes" => plan.nodes = number as u64,
            "from" => plan.from = number as usize,
            "step" => plan.step = number as usize,
            "workers" => plan.workers = number as usize,
            _ if plan.params.playout.set(name, number as u32) => {}
            _ => panic!("no parameter {name}"),
        }
    }
    plan.params.limits = Limits { nodes: Some(plan.nodes), ..Limits::default() };
    plan.params.early_stop = false;
    match plan.size {
        2..=11 => run::<2>(&plan),
        12..=13 => run::<3>(&plan),
        _ => run::<6>(&plan),
    }
}

/// Sums over positions.
#[derive(Default)]
struct Sums {
    positions: f64,
    error: f64,
    surprise: f64,
    seconds: f64,
}

fn run<const W: usize>(plan: &Plan) {
    let games: Vec<&str> = plan.games.lines().collect();
    let (next, all) = (AtomicUsize::new(0), Mutex::new(Sums::default()));
    std::thread::scope(|scope| {
        for _ in 0..plan.workers {
            scope.spawn(|| {
                while let Some(line) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let sums = judge::<W>(plan, line);
                    let mut all = all.lock().expect("no thread panics here");
                    all.positions += sums.positions;
                    all.error += sums.error;
                    all.surprise += sums.surprise;
                    all.seconds += sums.seconds;
                }
            });
        }
    });
    let all = all.into_inner().expect("no thread panicked");
    println!(
        "{} positions: error of owners {:.4}, surprise at the winner {:.4}, {:.0} playouts/s",
        all.positions,
        all.error / all.positions,
        all.surprise / all.positions,
        all.positions * plan.nodes as f64 / all.seconds
    );
}

fn judge<const W: usize>(plan: &Plan, line: &str) -> Sums {
    let game = Go::<W>::new(plan.size, Rules::default()).expect("a board that exists");
    let mut trail = Trail::new(game.clone());
    let moves: Vec<&str> = line.split_whitespace().skip(1).collect();
    for text in &moves {
        trail.play_text(text).expect("a legal game");
    }
    let (black, white) = (trail.state().stones(Colour::Black), trail.state().stones(Colour::White));
    let [around_black, around_white] = trail.game().surrounded([black, white]);
    let owner = |point: usize| {
        let is = |stones: bool, around: bool| f32::from(u8::from(stones || around));
        is(black.has(point), around_black.has(point)) - is(white.has(point), around_white.has(point))
    };
    let points = trail.game().board().points();
    let owners: Vec<f32> = (0..points).map(owner).collect();
    let black_won = game.scores(trail.state()).margin(Seat(0)) > Points::ZERO;
    let mut sums = Sums::default();
    let mut trail = Trail::new(game);
    for (number, text) in moves.iter().enumerate() {
        if number >= plan.from && number % plan.step == 0 && matches!(trail.turn(), Turn::Moves(_)) {
            let mut player = Uct::<W>::new(plan.params, Rng::new(number as u64));
            let stopwatch = Stopwatch::start(TimeBy::Processor);
            let thought = player.think(&trail, &Desk::quiet(&Watch::default()));
            sums.seconds += stopwatch.elapsed().as_secs_f64();
            let error: f32 = owners.iter().zip(player.owners()).map(|(end, seen)| (end - seen) * (end - seen)).sum();
            let chance = match thought.candidates[0].value {
                Value::Chance(chance) => chance.clamp(0.01, 0.99),
                _ => 0.5,
            };
            let of_black = if number % 2 == 0 { chance } else { 1.0 - chance };
            sums.surprise -= if black_won { of_black.ln() } else { (1.0 - of_black).ln() };
            sums.error += f64::from(error) / points as f64;
            sums.positions += 1.0;
        }
        trail.play_text(text).expect("a legal game");
    }
    sums
}
