//! Learns the weights of move features from the engine's own games and prints them as source text.
//!
//! `cargo xtask learn go` runs it with the figures of the table in the repository. By hand:
//! `learn [SIZE] [GAMES] [PLAYOUTS] [SEED] [THREADS] > crates/uct/src/learned.rs`. The threads play different games and change
//! nothing. What it says about quality goes to the error
//! output: a tenth of the games is kept back to judge by. Every game begins with a few random moves.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use enban_game::{Game, MoveSet, Rng, Step, Trail, Turn, Watch};
use enban_go::{Go, Rules};
use enban_search::{Desk, Limits, Player};
use enban_uct::learning::{Fitted, Lesson};
use enban_uct::{Uct, UctParams, Weights};

/// Rounds over all lessons.
const ROUNDS: u32 = 12;

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|word| word.parse().expect("arguments are numbers")).collect();
    let get = |at: usize, or: u64| numbers.get(at).copied().unwrap_or(or);
    let (size, games, playouts, seed) = (get(0, 9) as usize, get(1, 100), get(2, 600), get(3, 1));
    let games_played = play_all(games, get(4, 1), |number| match size {
        2..=11 => play::<2>(size, playouts, seed, number),
        _ => play::<6>(size, playouts, seed, number),
    });
    let (mut lessons, mut kept_back) = (Vec::new(), Vec::new());
    for (number, list) in games_played {
        if number % 10 == 9 { &mut kept_back } else { &mut lessons }.extend(list);
    }
    let weights = Fitted::fit(&lessons, ROUNDS);
    let none = Fitted::fit(&lessons, 0);
    eprintln!("{} lessons, {} kept back", lessons.len(), kept_back.len());
    eprintln!("without weights {:?}", none.quality(&kept_back));
    eprintln!("learned {:?}, where it learned {:?}", weights.quality(&kept_back), weights.quality(&lessons));
    let header = format!(
        "Weights of move features, learned by the engine from its own games. Do not edit: made by\n\
         `cargo run --release -p enban-uct --example learn -- {size} {games} {playouts} {seed}`\n\
         from {} positions; {:.0}% of the moves of games kept back are its first choice.",
        lessons.len(),
        100.0 * weights.quality(&kept_back).firsts,
    );
    print!("{}", weights.source(&header));
}

/// The lessons of every game, in the order of their numbers.
fn play_all(games: u64, threads: u64, play: impl Fn(u64) -> Vec<Lesson> + Sync) -> BTreeMap<u64, Vec<Lesson>> {
    let (next, all) = (AtomicU64::new(0), Mutex::new(BTreeMap::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        break;
                    }
                    let lessons = play(number);
                    all.lock().expect("no thread panics here").insert(number, lessons);
                }
            });
        }
    });
    all.into_inner().expect("no thread panicked")
}

fn play<const W: usize>(size: usize, playouts: u64, seed: u64, number: u64) -> Vec<Lesson> {
    let mut trail = Trail::new(Go::<W>::with_rules(size, Rules::default()).expect("a board that exists"));
    let mut rng = Rng::stream(seed, number);
    let limits = Limits { nodes: Some(playouts), ..Limits::default() };
    let mut player = Uct::<W>::new(
        UctParams { limits, weights: Weights::ByHand, ..UctParams::default() },
        Rng::stream(seed, number + (1 << 32)),
    );
    for _ in 0..rng.below(5) {
        let Turn::Moves(moves) = trail.game().playout_turn(trail.state()) else { break };
        let choice = moves.nth(rng.below(moves.len()));
        trail.try_step(Step::Play(choice)).expect("a playout move is legal");
    }
    let watch = Watch::default();
    let mut lessons = Vec::new();
    // What is played when all is decided teaches nothing.
    while trail.steps().len() < size * size && matches!(trail.turn(), Turn::Moves(_)) {
        let thought = player.think(&trail, &Desk::quiet(&watch));
        let chance = match thought.candidates.first().map(|best| best.value) {
            Some(enban_search::Value::Chance(chance)) => chance,
            _ => 0.5,
        };
        if (0.1..0.9).contains(&chance) {
            lessons.extend(Lesson::of(&trail, thought.choice));
        }
        trail.try_step(Step::Play(thought.choice)).expect("the player moves legally");
    }
    lessons
}
