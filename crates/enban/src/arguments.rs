//! The command line.

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::lab::arguments as lab;

/// A laboratory for board games of stones: Nip, Reversi, Yonin and Go.
#[derive(Parser, Debug)]
#[command(name = "enban", version, about, max_term_width = 100)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub common: Common,
}

/// Options of every command.
#[derive(Args, Clone, Debug)]
pub struct Common {
    /// Print JSON for programs instead of text for people.
    #[arg(long, global = true)]
    pub json: bool,
    /// Random seed: the same seed repeats the same result [default: 1].
    #[arg(long, global = true, value_name = "S")]
    pub seed: Option<u64>,
    /// Number of threads [default: all cores].
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

impl Common {
    /// The seed, 1 unless another was given.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// The number of threads, all cores unless another was given.
    pub fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, usize::from)
    }
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Serve the page: play, analyse and watch in the browser. The default command.
    Serve(Serve),
    /// List the games and their options.
    Games(Games),
    /// Draw a position: the board, the side to move, the legal moves and what each captures, the score.
    Show(Show),
    /// Count the leaves of the game tree to a depth.
    Perft(Perft),
    /// Play many games between random players and count the results.
    Random(Random),
    /// Play in the terminal.
    Play(Play),
    /// List the players of a game and their options.
    Players(Players),
    /// Prove the result of a position, or of every position in a file.
    Solve(Solve),
    /// Show what a player thinks of a position, or of every move of a game.
    Analyze(Analyze),
    /// Play the players of a game in order of strength, each against the next weaker one.
    Strength(lab::Strength),
    /// Measure perft leaves and random games per second, on one thread and on all.
    Bench(Bench),
    /// Run as an engine for front ends and servers: GTP 2 on standard input and output.
    Gtp(Gtp),
    /// Play a match of two players and say what it shows.
    Match(lab::Match),
    /// Run the experiment that a file describes, or resume it.
    Run(lab::Run),
    /// List the experiments of a store.
    List(lab::List),
    /// List stored games.
    Records(lab::Records),
    /// Show a stored game at any move.
    Replay(lab::Replay),
    /// Write stored games for other programs.
    Export(lab::Export),
    /// Write the report of an experiment.
    Report(lab::Report),
    /// Tune the parameters of a player by games, as a file describes, or resume it.
    Tune(lab::Tune),
    /// Learn the evaluation of a board from nothing, as a file describes, or resume it.
    Train(lab::Train),
    /// List what an external engine gets wrong.
    CheckEngine(lab::CheckEngine),
    /// Read a whole store, list what is damaged, and save the rest.
    CheckStore(lab::CheckStore),
    /// Copy a store to a new file, also while experiments run, and check the copy.
    Backup(lab::Backup),
}

/// Which game, and the position in it where the command starts.
#[derive(Args, Debug)]
pub struct StartArguments {
    /// The game with its options, such as nip or "reversi(anti=on)"; `enban games` lists them.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// A position: the board row by row, then the side to move.
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Moves to play first, such as f5d6c3; after --position if both are given.
    #[arg(long, value_name = "M", allow_hyphen_values = true)]
    pub moves: Option<String>,
}

#[derive(Args, Debug)]
pub struct Serve {
    /// Where to listen; an address that others can reach requires an access token
    /// [default: 127.0.0.1:4188, or the next free port].
    #[arg(long, value_name = "HOST:PORT")]
    pub address: Option<String>,
    /// When the page needs the access token of the address that is printed; auto: on an address that others can reach,
    /// and on a machine on which other people are logged in.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Token::Auto)]
    pub token: Token,
    /// Do not open the page in a browser.
    #[arg(long)]
    pub no_open: bool,
    #[command(flatten)]
    pub store: lab::StorePath,
}

/// When the page needs an access token.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Token {
    Auto,
    Always,
    Never,
}

impl From<Token> for enban_web::WhenToken {
    fn from(token: Token) -> Self {
        match token {
            Token::Auto => Self::Auto,
            Token::Always => Self::Always,
            Token::Never => Self::Never,
        }
    }
}

impl Default for Serve {
    fn default() -> Self {
        Self { address: None, token: Token::Auto, no_open: false, store: lab::StorePath { store: lab::STORE.into() } }
    }
}

#[derive(Args, Debug)]
pub struct Games {}

#[derive(Args, Debug)]
pub struct Show {
    #[command(flatten)]
    pub start: StartArguments,
    /// Overlay on the board; in Go chains, links, groups, territory, final, candidates, strength or status.
    #[arg(long, value_name = "NAME")]
    pub overlay: Option<String>,
    /// Use ASCII only and no colours.
    #[arg(long)]
    pub ascii: bool,
}

#[derive(Args, Debug)]
pub struct Perft {
    /// The game with its options.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// Depth in plies.
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=60))]
    pub depth: u32,
    /// A position: the board row by row, then the side to move.
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Moves to play first.
    #[arg(long, value_name = "M", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// Count below each first move separately.
    #[arg(long)]
    pub divide: bool,
}

#[derive(Args, Debug)]
pub struct Random {
    #[command(flatten)]
    pub start: StartArguments,
    /// Number of games.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
}

#[derive(Args, Debug)]
pub struct Play {
    #[command(flatten)]
    pub start: StartArguments,
    /// Who plays each seat, in order: human or the name of a player. Missing seats are random.
    #[arg(long, value_name = "NAMES", default_value = "human")]
    pub seats: String,
    /// Use ASCII only and no colours.
    #[arg(long)]
    pub ascii: bool,
}

#[derive(Args, Debug)]
pub struct Bench {
    /// Games to measure [default: all of the Reversi family, and go5, go9, go13, go19].
    #[arg(value_name = "GAME")]
    pub games: Vec<String>,
    /// Measure every size of Go too.
    #[arg(long)]
    pub all: bool,
    /// Measure the gain of several threads over one for Monte Carlo, tree search, uct, alpha-beta and the solver.
    #[arg(long, conflicts_with_all = ["games", "all"])]
    pub parallel: bool,
    /// Print the node signature of each search: it changes only when the search plays differently.
    #[arg(long, conflicts_with_all = ["games", "all", "parallel"])]
    pub signature: bool,
    /// Milliseconds to spend on each measurement.
    #[arg(long, value_name = "MS", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    pub budget_ms: u64,
}

#[derive(Args, Debug)]
pub struct Gtp {
    /// The game with its options; in Go the front end changes size, komi and rules.
    #[arg(long, value_name = "GAME", default_value = "go19")]
    pub game: String,
    /// The player that makes the moves [default: the strongest one, with a second per move].
    #[arg(long, value_name = "PLAYER")]
    pub player: Option<String>,
    /// Play hopeless games of Go to their end.
    #[arg(long)]
    pub never_resign: bool,
    /// Go on thinking while the other side thinks.
    #[arg(long)]
    pub ponder: bool,
    /// The version to report to a front end that expects another engine; Lizzie expects 0.15 or later.
    #[arg(long, value_name = "VERSION")]
    pub override_version: Option<String>,
}

#[derive(Args, Debug)]
pub struct Players {
    /// The game with its options.
    #[arg(value_name = "GAME")]
    pub game: String,
}

#[derive(Args, Debug)]
pub struct Solve {
    /// The game with its options.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// A position: the board row by row, then the side to move.
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Moves to play first.
    #[arg(long, value_name = "M", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// A file of positions, one per line, with scores to check (OBF).
    #[arg(long, value_name = "F", conflicts_with_all = ["position", "moves"])]
    pub file: Option<std::path::PathBuf>,
    /// Prove only who wins.
    #[arg(long)]
    pub outcome: bool,
    /// Search only for results between these leads.
    #[arg(long, value_name = "LO,HI", conflicts_with = "outcome", allow_hyphen_values = true)]
    pub window: Option<String>,
    /// Solve every legal move.
    #[arg(long)]
    pub all_moves: bool,
    /// Megabytes for the transposition table [default: by the size of the task, 1024 at most].
    #[arg(long, value_name = "MB", value_parser = megabytes, allow_negative_numbers = true)]
    pub memory: Option<usize>,
    /// Time limit in seconds; bounds proven by then are reported.
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<f64>,
    /// Switch a part of the solver off; results never change.
    #[arg(long, value_name = "NAME")]
    pub off: Vec<String>,
}

#[derive(Args, Debug)]
pub struct Analyze {
    #[command(flatten)]
    pub start: StartArguments,
    /// A file with a game (moves, SGF or GGF): analyse every move.
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    pub record: Option<std::path::PathBuf>,
    /// The player that analyses [default: the strongest one, with --time].
    #[arg(long, value_name = "PLAYER")]
    pub player: Option<String>,
    /// Seconds per position [default: 1].
    #[arg(long, value_name = "S", conflicts_with = "player", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<f64>,
    /// Number of moves to show.
    #[arg(long, value_name = "K", default_value_t = 5)]
    pub lines: usize,
}

/// Megabytes within the bounds that players have too.
fn megabytes(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=65_536).contains(number));
    number.ok_or_else(|| "expected a whole number from 1 to 65536".to_owned())
}

/// Seconds within the bounds that players have too.
fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.001..=86_400.0).contains(number));
    number.ok_or_else(|| "expected a number from 0.001 to 86400".to_owned())
}
