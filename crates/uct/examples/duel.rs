//! Plays matches against an engine that speaks GTP, colours swapped from game to game.
//!
//! `duel [size=9] [games=20] [time=0.35] [nodes=N] [threads=1] [seed=1] [komi=7.5] [workers=1] [show=lost]`
//! with `engine=COMMAND` (GNU Go at level 10 if not given) and any `NAME=VALUE` of the parameters that
//! [`set`] knows. With `until=N` games are broken off after N moves and counted as GNU Go estimates them, which it
//! does also every twentieth move on the way: more is learned of a change from points than from wins. With `rival.NAME=VALUE` it plays against itself with that changed, which is much cheaper. Time is that of the thread, so that other work on the machine does not matter. The board as it
//! stands after two passes is counted.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use enban_game::{Game, Notation, Points, Rng, Seat, Step, Trail, Turn, Watch};
use enban_go::{Go, Rules};
use enban_search::{Desk, Limits, Player, Stopwatch, TimeBy, Value};
use enban_uct::{Uct, UctParams, Weights};

const GNUGO: &str = "/usr/games/gnugo --mode gtp --chinese-rules --capture-all-dead --level 10";

/// What a match is.
#[derive(Clone, Debug)]
struct Match {
    size: usize,
    games: u64,
    seed: u64,
    komi: f64,
    workers: u64,
    show: String,
    /// Moves after which a game is broken off and estimated; 0 for never.
    until: usize,
    engine: String,
    params: UctParams,
    /// The parameters of the other side, where it is this engine too.
    rival: Option<UctParams>,
}

fn main() {
    let mut plan = Match {
        size: 9,
        games: 20,
        seed: 1,
        komi: 7.5,
        workers: 1,
        show: String::new(),
        until: 0,
        engine: GNUGO.to_owned(),
        params: UctParams {
            limits: Limits { time: Some(Duration::from_millis(350)), by: TimeBy::Processor, ..Limits::default() },
            ..UctParams::default()
        },
        rival: None,
    };
    for word in std::env::args().skip(1) {
        let (name, value) = word.split_once('=').expect("arguments are NAME=VALUE");
        match name.strip_prefix("rival.") {
            None => set(&mut plan, name, value),
            Some(name) => {
                let mut changed = plan.clone();
                changed.params = plan.rival.unwrap_or(plan.params);
                set(&mut changed, name, value);
                plan.rival = Some(changed.params);
            }
        }
    }
    match plan.size {
        2..=11 => run::<2>(&plan),
        12..=13 => run::<3>(&plan),
        _ => run::<6>(&plan),
    }
}

fn set(plan: &mut Match, name: &str, value: &str) {
    let number = || value.parse::<f64>().expect("a number");
    let params = &mut plan.params;
    match name {
        "size" => plan.size = number() as usize,
        "games" => plan.games = number() as u64,
        "seed" => plan.seed = number() as u64,
        "komi" => plan.komi = number(),
        "workers" => plan.workers = number() as u64,
        "until" => plan.until = number() as usize,
        "show" => plan.show = value.to_owned(),
        "engine" => plan.engine = value.to_owned(),
        "time" => params.limits.time = Some(Duration::from_secs_f64(number())),
        "nodes" => (params.limits.nodes, params.limits.time) = (Some(number() as u64), None),
        "threads" => params.threads = number() as usize,
        "expand" => params.expand_after = number() as u32,
        "rave" => params.rave_equivalence = number() as f32,
        "explore" => params.exploration = number() as f32,
        "score" => params.score_weight = number() as f32,
        "margin" => params.margin_weight = number() as f32,
        "prior" => params.prior_weight = number() as f32,
        "opening" => params.opening_weight = number() as f32,
        "corner" => params.corner_weight = number() as f32,
        "widening" => params.widening = number() as f32,
        "weights" if value == "hand" => params.weights = Weights::ByHand,
        "reuse" => params.reuse = number() > 0.0,
        "early" => params.early_stop = number() > 0.0,
        _ if params.playout.set(name, number() as u32) => {}
        _ => panic!("no parameter {name}"),
    }
}

/// Sums over the games of a match.
#[derive(Default)]
struct Totals {
    won: u64,
    won_black: u64,
    games: u64,
    moves: u64,
    playouts: u64,
    seconds: f64,
    /// Estimated leads and their squares.
    leads: f64,
    squares: f64,
}

fn run<const W: usize>(plan: &Match) {
    let (next, totals) = (AtomicU64::new(0), Mutex::new(Totals::default()));
    std::thread::scope(|scope| {
        for _ in 0..plan.workers {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= plan.games {
                        break;
                    }
                    let game = play::<W>(plan, number);
                    let mut totals = totals.lock().expect("no thread panics here");
                    tell(plan, number, &game, &mut totals);
                }
            });
        }
    });
}

fn tell(plan: &Match, number: u64, game: &Played, totals: &mut Totals) {
    totals.games += 1;
    totals.won += u64::from(game.won);
    totals.won_black += u64::from(game.won && number.is_multiple_of(2));
    totals.moves += game.moves;
    totals.playouts += game.playouts;
    totals.seconds += game.seconds;
    println!(
        "game {number} {} {} | {}/{} (black {}) | {:.3} s a move, {:.0} playouts a move, {:.0} playouts/s",
        if number.is_multiple_of(2) { "black" } else { "white" },
        game.how,
        totals.won,
        totals.games,
        totals.won_black,
        totals.seconds / totals.moves.max(1) as f64,
        totals.playouts as f64 / totals.moves.max(1) as f64,
        totals.playouts as f64 / totals.seconds,
    );
    if let Some(&lead) = game.estimates.last() {
        totals.leads += lead;
        totals.squares += lead * lead;
        let count = totals.games as f64;
        let mean = totals.leads / count;
        let deviation = (totals.squares / count - mean * mean).max(0.0).sqrt();
        println!("  estimated {:?}; mean {mean:.1} +- {:.1}", game.estimates, deviation / count.sqrt());
    }
    if plan.show == "all" || (plan.show == "lost" && !game.won) {
        println!("{}", game.record);
    }
}

/// A game that was played.
struct Played {
    won: bool,
    how: String,
    moves: u64,
    playouts: u64,
    seconds: f64,
    record: String,
    /// The own lead every twentieth move and at the end, where the game is broken off.
    estimates: Vec<f64>,
}

fn play<const W: usize>(plan: &Match, number: u64) -> Played {
    let rules = Rules::default().with_komi(Points::halves((2.0 * plan.komi) as i32));
    let game = Go::<W>::new(plan.size, rules).expect("a board that exists");
    let mut trail = Trail::new(game.clone());
    let mut rival = Rival::<W>::start(plan, number);
    let own = Seat((number % 2) as u8);
    let mut player = Uct::<W>::new(plan.params, Rng::stream(plan.seed, number));
    let watch = Watch::default();
    let (mut moves, mut playouts, mut seconds) = (0, 0, 0.0);
    let mut record = String::new();
    let mut resigned = None;
    while let Turn::Moves(_) = trail.turn() {
        if trail.steps().len() > 3 * plan.size * plan.size || plan.until > 0 && trail.steps().len() >= plan.until {
            break;
        }
        let colour = if trail.mover().0 == 0 { "black" } else { "white" };
        let choice = if trail.mover() == own {
            let stopwatch = Stopwatch::start(TimeBy::Processor);
            let thought = player.think(&trail, &Desk::quiet(&watch));
            seconds += stopwatch.elapsed().as_secs_f64();
            moves += 1;
            playouts += thought.nodes;
            let text = game.write_move(thought.choice);
            if let Rival::Engine(engine) = &mut rival {
                engine.ask(&format!("play {colour} {text}"));
            }
            if let Some(Value::Chance(chance)) = thought.candidates.first().map(|candidate| candidate.value) {
                record += &format!("{text}({:.0}) ", 100.0 * chance);
                if chance < 0.04 && plan.rival.is_some() {
                    resigned = Some(own);
                    break;
                }
            }
            thought.choice
        } else {
            let answer = rival.answer(&trail, colour);
            record += &format!("{answer} ");
            if answer == "resign" {
                resigned = Some(trail.mover());
                break;
            }
            game.read_move(&answer).expect("the engine makes a move")
        };
        if trail.try_step(Step::Play(choice)).is_err() {
            // The engine repeats where our rules do not allow it: it loses.
            resigned = Some(trail.mover());
            break;
        }
    }
    let estimates = if plan.until > 0 { estimate(plan, &trail, own) } else { Vec::new() };
    let margin = game.scores(trail.state()).margin(own);
    let won = resigned.map_or(margin > Points::ZERO, |seat| seat != own);
    let how = resigned.map_or(format!("by {margin}"), |_| format!("resigned, won {won}"));
    record += &format!("\n{}", board_text(&game, trail.state()));
    Played { won, how, moves, playouts, seconds, record, estimates }
}

/// By how much a seat leads after every twentieth move and the last, as GNU Go sees it.
fn estimate<const W: usize>(plan: &Match, trail: &Trail<Go<W>>, seat: Seat) -> Vec<f64> {
    let mut judge = Engine::start(GNUGO, 1);
    judge.set_up(plan);
    let mut found = Vec::new();
    for (number, step) in trail.steps().iter().enumerate() {
        let Step::Play(choice) = step else { continue };
        let colour = if number.is_multiple_of(2) { "black" } else { "white" };
        judge.ask(&format!("play {colour} {}", trail.game().write_move(*choice)));
        if (number + 1).is_multiple_of(20) || number + 1 == trail.steps().len() {
            let answer = judge.ask("estimate_score");
            let lead = answer.split_whitespace().next().and_then(|word| word.get(2..)?.parse().ok()).unwrap_or(0.0);
            found.push(if answer.starts_with('B') == (seat.0 == 0) { lead } else { -lead });
        }
    }
    found
}

fn board_text<const W: usize>(game: &Go<W>, state: &enban_go::State<W>) -> String {
    game.write_position(state).replace('/', "\n")
}

/// The other side.
enum Rival<const W: usize> {
    Engine(Engine),
    Own(Box<Uct<W>>),
}

impl<const W: usize> Rival<W> {
    fn start(plan: &Match, number: u64) -> Self {
        if let Some(params) = plan.rival {
            return Self::Own(Box::new(Uct::new(params, Rng::stream(plan.seed, number + (1 << 32)))));
        }
        let mut engine = Engine::start(&plan.engine, plan.seed + number);
        engine.set_up(plan);
        Self::Engine(engine)
    }

    fn answer(&mut self, trail: &Trail<Go<W>>, colour: &str) -> String {
        match self {
            Self::Engine(engine) => engine.ask(&format!("genmove {colour}")).to_lowercase(),
            Self::Own(player) => {
                let thought = player.think(trail, &Desk::quiet(&Watch::default()));
                let best = thought.candidates.first().map(|best| best.value);
                let hopeless = matches!(best, Some(Value::Chance(chance)) if chance < 0.04);
                if hopeless { "resign".to_owned() } else { trail.game().write_move(thought.choice) }
            }
        }
    }
}

/// An engine at the other end of two pipes.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(command: &str, seed: u64) -> Self {
        let mut words = command.split_whitespace();
        let mut process = Command::new(words.next().expect("a command"));
        process.args(words);
        if command.contains("gnugo") {
            process.arg("--seed").arg(seed.to_string());
        }
        let mut child = process
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take().expect("a pipe was asked for");
        let output = BufReader::new(child.stdout.take().expect("a pipe was asked for"));
        Self { child, input, output }
    }

    /// An empty board.
    fn set_up(&mut self, plan: &Match) {
        self.ask(&format!("boardsize {}", plan.size));
        self.ask("clear_board");
        self.ask(&format!("komi {}", plan.komi));
    }

    fn ask(&mut self, line: &str) -> String {
        writeln!(self.input, "{line}").expect("the engine listens");
        self.input.flush().expect("the engine listens");
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).expect("the engine speaks") > 0, "the engine ended");
            let line = line.trim();
            if line.is_empty() {
                if !answer.is_empty() {
                    assert!(answer.starts_with('='), "{answer}");
                    return answer[1..].trim().to_owned();
                }
            } else if answer.is_empty() {
                answer = line.to_owned();
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}
