//! How fast the Monte Carlo players are, and how they fare against each other. Run by hand:
//! `cargo test --release -p enban-search --test monte_carlo_speed -- --ignored --nocapture --test-threads 1`.

use std::time::Instant;

use enban_game::machine::Level;
use enban_game::playout::random_games;
use enban_game::{Game, Notation, Rng, Seat, Step, Trail, Turn, Watch};
use enban_reversi::family::{nip, on_open_board};
use enban_reversi::kernel::Portable;
use enban_reversi::{Options, Shape};
use enban_search::{Desk, Limits, Mcts, MctsParams, MonteCarlo, MonteCarloParams, Player};

/// Runs code with Nip and with Reversi for the machine at hand.
macro_rules! on_both {
    (|$game:ident| $body:expr) => {
        match Level::detect() {
            Level::Portable => on_both!(@ Portable::<u64>::new(), $game, $body),
            Level::V3(kernel) => on_both!(@ kernel, $game, $body),
            Level::V4(kernel) => on_both!(@ kernel, $game, $body),
        }
    };
    (@ $kernel:expr, $game:ident, $body:expr) => {{
        let $game = nip($kernel, "nip", 52, true).unwrap();
        $body;
        let $game = on_open_board($kernel, "reversi", Shape::square(8), Options::default()).unwrap();
        $body;
    }};
}

/// Processor time of this process so far, in seconds, where the system tells: it does not count the time
/// that others take from a busy machine.
fn processor_seconds() -> f64 {
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(11).take(2);
    ticks.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / TICKS_PER_SECOND
}

/// Thousands of games a second, by the clock and by the processor.
fn rates(work: impl FnOnce() -> u64) -> String {
    let (begun, processor) = (Instant::now(), processor_seconds());
    let games = work() as f64 / 1e3;
    let (clock, processor) = (begun.elapsed().as_secs_f64(), processor_seconds() - processor);
    format!("{:.0}k/s ({:.0}k per processor second)", games / clock, games / processor)
}

fn speeds<G: Notation>(game: G) {
    let name = game.name();
    let trail = Trail::new(game);
    let watch = Watch::default();
    let desk = Desk::quiet(&watch);
    for threads in [1, 2] {
        let random = rates(|| random_games(&trail, 2_000_000, 1, threads, &watch).games);
        let params = MonteCarloParams { playouts: Some(500_000), threads, ..Default::default() };
        let flat = rates(|| MonteCarlo::new(params, Rng::new(1)).think(&trail, &desk).nodes);
        let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
        let params = MctsParams { limits, threads, ..Default::default() };
        let tree = rates(|| Mcts::new(params, Rng::new(1)).think(&trail, &desk).nodes);
        println!("{name}, {threads} threads: random games {random}, flat {flat}, tree {tree}");
    }
}

#[test]
#[ignore = "a measurement"]
fn playouts_per_second() {
    on_both!(|game| speeds(game));
}

/// Result of a game for the first of two players: 1, 0.5 or 0.
fn game_of<G: Game>(game: &G, players: &mut [Box<dyn Player<G>>; 2], opening: u64) -> f64 {
    let mut trail = Trail::new(game.clone());
    let mut rng = Rng::stream(99, opening / 2);
    let first = (opening % 2) as usize;
    let watch = Watch::default();
    loop {
        let step = match trail.turn() {
            Turn::Over => break,
            Turn::Pass => Step::Pass,
            Turn::Moves(moves) if trail.steps().len() < 6 => {
                Step::Play(game.nth_move(&moves, rng.below(enban_game::MoveSet::len(&moves))))
            }
            Turn::Moves(_) => {
                let player = &mut players[(trail.mover().index() + first) % 2];
                Step::Play(player.think(&trail, &Desk::quiet(&watch)).choice)
            }
        };
        trail.try_step(step).expect("a legal step");
    }
    match game.scores(trail.state()).winner() {
        None => 0.5,
        Some(Seat(seat)) => f64::from(u8::from((usize::from(seat) + first).is_multiple_of(2))),
    }
}

/// Plays pairs of games from random openings and prints the share of the first player.
fn contest<G: Game + 'static>(
    title: &str,
    game: &G,
    games: u64,
    players: impl Fn(u64) -> [Box<dyn Player<G>>; 2] + Sync,
) {
    let play =
        |half: u64| (half..games).step_by(2).map(|number| game_of(game, &mut players(number), number)).sum::<f64>();
    let won: f64 = std::thread::scope(|scope| {
        let halves = [0, 1].map(|half| scope.spawn(move || play(half)));
        halves.into_iter().map(|half| half.join().expect("no panic")).sum()
    });
    let share = won / games as f64;
    println!("{title}: {share:.3} +- {:.3} of {games}", (share * (1.0 - share) / games as f64).sqrt());
}

fn tree<G: Game + 'static>(params: MctsParams, seed: u64) -> Box<dyn Player<G>> {
    Box::new(Mcts::new(params, Rng::stream(1, seed)))
}

fn flat<G: Game + 'static>(playouts: u64, seed: u64) -> Box<dyn Player<G>> {
    let params = MonteCarloParams { playouts: Some(playouts), ..Default::default() };
    Box::new(MonteCarlo::new(params, Rng::stream(2, seed)))
}

#[test]
#[ignore = "a measurement"]
fn matches() {
    let with = |nodes: u64| MctsParams {
        limits: Limits { nodes: Some(nodes), ..Limits::default() },
        memory_mb: 32,
        ..Default::default()
    };
    let base = with(2_000);
    on_both!(|game| {
        println!("{}", game.name());
        // About ten moves a turn: 200 playouts a move are 2000 a turn.
        contest("tree 2000 - flat 200 a move", &game, 100, |n| [tree(base, n), flat(200, n)]);
        for exploration in [0.3, 0.45, 1.0] {
            let other = MctsParams { exploration, ..base };
            contest(&format!("exploration {exploration} - 0.7"), &game, 200, |n| {
                [tree(other, n), tree(base, n + 1000)]
            });
        }
        for first_play in [0.6, 0.8, 1.2, 2.0] {
            let other = MctsParams { first_play, ..base };
            contest(&format!("first play {first_play} - 1.0"), &game, 200, |n| [tree(other, n), tree(base, n + 1000)]);
        }
        for (score_weight, score_range) in [(0.2, 32.0), (0.5, 32.0), (0.2, 12.0)] {
            let other = MctsParams { score_weight, score_range, ..base };
            let title = format!("score {score_weight} of {score_range} - none");
            contest(&title, &game, 200, |n| [tree(other, n), tree(base, n + 1000)]);
        }
    });
}
