//! How fast a store is: games are written in batches of about a thousand, then listed, filtered, read and removed.
//!
//! ```text
//! cargo run --release -p enban-store --example figures [GAMES] [DIRECTORY]
//! ```
//!
//! GAMES is a million unless told, DIRECTORY that for temporary files. The games are spread over ten experiments of
//! which one has half of them. Expected: 500,000 games written in well under 30 s, and with a million
//! stored every count and every first page of 50 in under a second. The second column of times is on a store that was
//! just opened, though the system may still have the file in memory.

use std::error::Error;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use enban_store::{
    Begun, Ending, EndingFilter, ExperimentId, Filter, GameRecord, Kind, Ledger, NewCell, NewExperiment, PlayerFilter,
    ResultFilter, Store, TaskResult,
};

const EXPERIMENTS: u64 = 10;
const PLAYERS: u64 = 12;
/// Two games a task.
const TASKS_PER_BATCH: u64 = 500;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().map_or(Ok(1_000_000), |text| text.parse())?;
    let directory = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let directory = directory.join(format!("enban-figures-{}", std::process::id()));
    std::fs::create_dir_all(&directory)?;
    let result = measure(&directory.join("games.enban"), games);
    std::fs::remove_dir_all(&directory)?;
    result
}

fn measure(path: &Path, games: u64) -> Result<(), Box<dyn Error>> {
    let store = Store::open(path)?;
    let start = Instant::now();
    let mut largest = ExperimentId(0);
    for number in 0..EXPERIMENTS {
        let tasks = if number == EXPERIMENTS / 2 { games / 4 } else { games / 4 / (EXPERIMENTS - 1) };
        let id = fill(&store, number, tasks)?;
        if number == EXPERIMENTS / 2 {
            largest = id;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let stored = store.count(&Filter::default())?;
    println!("written    {stored} games in {seconds:.1} s, {:.1} s for 500,000", seconds * 5e5 / stored as f64);
    println!("size       {} bytes a game", std::fs::metadata(path)?.len() / stored);
    one_by_one(&store)?;
    read_back(&store, largest)?;
    filters(&store, path, largest)?;
    let start = Instant::now();
    store.check()?;
    println!("checked    {:.1} s", start.elapsed().as_secs_f64());
    let start = Instant::now();
    store.remove(largest)?;
    println!("removed    the largest experiment in {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Tasks that are put as they come.
fn one_by_one(store: &Store) -> Result<(), Box<dyn Error>> {
    let ledger = store.ledger(store.find("experiment 0")?)?;
    let first = ledger.done()?.count();
    let start = Instant::now();
    for task in first..first + 1000 {
        ledger.put(&[played(task, 0, 10)])?;
    }
    println!("one by one {:.2} ms a task of two games", start.elapsed().as_secs_f64());
    Ok(())
}

/// Makes an experiment in which everybody meets everybody, and plays its tasks.
fn fill(store: &Store, number: u64, tasks: u64) -> Result<ExperimentId, Box<dyn Error>> {
    let player = |player: u64| format!("mcts(playouts={},experiment={})", 100 * player, number % 3);
    let pairs = (0..PLAYERS).flat_map(|first| (0..first).map(move |second| (first, second)));
    let cells: Vec<NewCell> = pairs
        .map(|(first, second)| NewCell {
            label: format!("{first} {second}"),
            players: vec![player(first), player(second)],
        })
        .collect();
    let cell_count = cells.len() as u64;
    let new = NewExperiment {
        name: format!("experiment {number}"),
        title: "figures".to_owned(),
        kind: Kind::Run,
        game: "nip".to_owned(),
        seats: 2,
        plan: "all against all".repeat(100),
        file: String::new(),
        seed: 1,
        program: "0".to_owned(),
        rules: "0".to_owned(),
        machine: String::new(),
        command: String::new(),
        tasks,
        cells,
    };
    let (Begun::New(id) | Begun::Resumed(id) | Begun::Changed { id, .. }) = store.begin(&new)?;
    let ledger = store.ledger(id)?;
    for first in (0..tasks).step_by(usize::try_from(TASKS_PER_BATCH)?) {
        let batch: Vec<TaskResult> =
            (first..tasks.min(first + TASKS_PER_BATCH)).map(|task| played(task, number, cell_count)).collect();
        ledger.put(&batch)?;
    }
    Ok(id)
}

/// Two games of about 50 moves with the colours swapped.
fn played(task: u64, experiment: u64, cells: u64) -> TaskResult {
    let game = |number: u32| {
        let mut bits = (experiment << 50) ^ (task * 2 + u64::from(number) + 1);
        let mut draw = || {
            bits = (bits ^ (bits >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1);
            bits >> 33
        };
        let square = |bits: u64| format!("{}{} ", char::from(b'a' + (bits % 8) as u8), 1 + bits / 8 % 8);
        GameRecord {
            task,
            number,
            cell: (task % cells) as u32,
            rotation: number as u8,
            opening: (0..6).map(|_| square(draw())).collect(),
            moves: (0..44).map(|_| square(draw())).collect(),
            scores: vec![64, 40],
            winner: [Some(0), Some(1), None][(draw() % 3) as usize],
            ending: if draw() % 1000 == 0 { Ending::Repetition { moves: 50 } } else { Ending::Normal },
            plies: 50,
            micros: vec![draw() % 1_000_000, draw() % 1_000_000],
            nodes: vec![draw() % 10_000_000, draw() % 10_000_000],
            seed: draw(),
            digest: draw(),
        }
    };
    TaskResult { number: task, games: vec![game(0), game(1)] }
}

fn read_back(store: &Store, largest: ExperimentId) -> Result<(), Box<dyn Error>> {
    let ledger = store.ledger(largest)?;
    let start = Instant::now();
    let done = ledger.done()?;
    println!("done       {} tasks known in {:.3} s", done.count(), start.elapsed().as_secs_f64());
    let start = Instant::now();
    let (mut games, mut plies) = (0_u64, 0);
    ledger.each_game(&mut |game| {
        games += 1;
        plies += u64::from(game.plies);
        ControlFlow::Continue(())
    })?;
    println!("read       {games} games ({plies} plies) in order in {:.2} s", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let experiments = store.experiments()?;
    println!("listed     {} experiments in {:.4} s", experiments.len(), start.elapsed().as_secs_f64());
    Ok(())
}

fn filters(store: &Store, path: &Path, largest: ExperimentId) -> Result<(), Box<dyn Error>> {
    let page = Filter { limit: Some(50), newest_first: true, ..Filter::default() };
    let experiment = Some(largest);
    let player = Some(PlayerFilter::Exactly("mcts(playouts=300,experiment=2)".to_owned()));
    let prefix = Some(PlayerFilter::Prefix("mcts(playouts=3".to_owned()));
    let everybody = Some(PlayerFilter::Prefix("mcts".to_owned()));
    let won = Some(ResultFilter::Won);
    let cases = [
        ("all", page.clone()),
        ("experiment", Filter { experiment, ..page.clone() }),
        ("player", Filter { player: player.clone(), ..page.clone() }),
        ("player, won", Filter { player: player.clone(), result: won, ..page.clone() }),
        ("prefix, won", Filter { player: prefix, result: won, ..page.clone() }),
        ("prefix of all, lost", Filter { player: everybody, result: Some(ResultFilter::Lost), ..page.clone() }),
        ("experiment, player, won", Filter { experiment, player: player.clone(), result: won, ..page.clone() }),
        ("experiment, drawn", Filter { experiment, result: Some(ResultFilter::Drawn), ..page.clone() }),
        ("irregular", Filter { ending: Some(EndingFilter::Irregular), ..page.clone() }),
        ("all, oldest first", Filter { newest_first: false, ..page.clone() }),
        ("all, from the 900,000th", Filter { offset: 900_000, ..page }),
    ];
    println!("{:24} {:>8} {:>10} {:>10} {:>14}", "filter", "games", "count, s", "page, s", "both, opened");
    for (name, filter) in cases {
        let start = Instant::now();
        let count = store.count(&filter)?;
        let counted = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let games = store.games(&filter)?.len();
        let listed = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let fresh = Store::open_read_only(path)?;
        let same = (fresh.count(&filter)?, fresh.games(&filter)?.len()) == (count, games);
        assert!(same, "two connections see the same");
        println!("{name:24} {count:8} {counted:10.4} {listed:10.4} {:14.4}", start.elapsed().as_secs_f64());
    }
    Ok(())
}
