//! The command line of the laboratory.

use std::path::PathBuf;

use clap::Args;

/// The store, unless another is named.
pub const STORE: &str = "enban.db";

/// Where results are kept.
#[derive(Args, Clone, Debug)]
pub struct StorePath {
    /// The file that stores experiments and games.
    #[arg(long, value_name = "PATH", default_value = STORE)]
    pub store: PathBuf,
}

#[derive(Args, Debug)]
pub struct Match {
    /// The game with its options.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The first player, whose score is reported.
    #[arg(value_name = "A")]
    pub first: String,
    /// The second player; in games for many it has all the other seats.
    #[arg(value_name = "B")]
    pub second: String,
    /// Number of games; every opening is played once from each seat.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub games: u64,
    /// Openings: none, ply=K, ply=K,balance=POINTS or file=PATH [default: ply=6; in Go ply=2].
    #[arg(long, value_name = "KIND")]
    pub openings: Option<String>,
    /// Stop as soon as it is decided whether A is better by ELO1 rather than ELO0.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// The scale of --sprt: Elo, or Elo normalised by the spread of results.
    #[arg(long, value_name = "MODEL", default_value = "logistic", value_parser = ["logistic", "normalised"])]
    pub model: String,
    /// Store the games in this file.
    #[arg(long, value_name = "PATH")]
    pub store: Option<PathBuf>,
    /// The name under which they are stored [default: made from the players].
    #[arg(long, value_name = "NAME", requires = "store")]
    pub name: Option<String>,
}

#[derive(Args, Debug)]
pub struct Run {
    /// Experiment files, run one after another.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub store: StorePath,
}

#[derive(Args, Debug)]
pub struct Strength {
    /// The game with its options.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// Games per pair; every opening is played with the seats exchanged.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Seconds per move, for the default players.
    #[arg(long, value_name = "S", default_value_t = 0.1)]
    pub time: f64,
    /// The players, weakest first [default: every kind that the game has].
    #[arg(long, value_name = "NAMES")]
    pub players: Option<String>,
    #[command(flatten)]
    pub store: StorePath,
}

#[derive(Args, Debug)]
pub struct List {
    #[command(flatten)]
    pub store: StorePath,
}

/// Which games of the store.
#[derive(Args, Debug)]
pub struct Selection {
    /// Only games of this experiment, by name or number.
    #[arg(long, value_name = "NAME")]
    pub experiment: Option<String>,
    /// Only games of this player: its whole expression, or the beginning of it.
    #[arg(long, value_name = "PLAYER")]
    pub player: Option<String>,
    /// Only games won, lost or drawn by that player, or by the first player of each cell.
    #[arg(long, value_name = "RESULT", value_parser = ["won", "lost", "drawn"])]
    pub result: Option<String>,
}

#[derive(Args, Debug)]
pub struct Records {
    #[command(flatten)]
    pub selection: Selection,
    /// Number of games to show.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub limit: u64,
    /// Number of games to skip first.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub offset: u64,
    #[command(flatten)]
    pub store: StorePath,
}

#[derive(Args, Debug)]
pub struct Replay {
    /// The number of the game, as `enban records` shows it.
    #[arg(value_name = "ID")]
    pub id: u64,
    /// Show the position after this many steps [default: all].
    #[arg(long, value_name = "N")]
    pub r#move: Option<usize>,
    /// Use ASCII only and no colours.
    #[arg(long)]
    pub ascii: bool,
    #[command(flatten)]
    pub store: StorePath,
}

#[derive(Args, Debug)]
pub struct Export {
    #[command(flatten)]
    pub selection: Selection,
    /// jsonl: one object per line; sgf, ggf: records for other programs; csv: a table.
    #[arg(long, value_name = "FORMAT", default_value = "jsonl", value_parser = ["jsonl", "sgf", "ggf", "csv"])]
    pub format: String,
    /// Where to write [default: standard output].
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub store: StorePath,
}

#[derive(Args, Debug)]
pub struct Report {
    /// The experiment, by name or number.
    #[arg(value_name = "EXPERIMENT")]
    pub experiment: String,
    /// md, html, tex or csv.
    #[arg(long, value_name = "FORMAT", default_value = "md")]
    pub format: String,
    /// Where to write [default: standard output].
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub store: StorePath,
}

#[derive(Args, Debug)]
pub struct Tune {
    /// The tuning file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub store: StorePath,
}

#[derive(Args, Debug)]
pub struct Train {
    /// The training file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Where to write the weights [default: NAME.weights].
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub store: StorePath,
}

#[derive(Args, Debug)]
pub struct CheckStore {
    /// The store [default: enban.db].
    #[arg(value_name = "PATH")]
    pub path: Option<PathBuf>,
    /// The same, as the other commands name it.
    #[arg(long, value_name = "PATH")]
    pub store: Option<PathBuf>,
    /// Write all that is not damaged to this new file.
    #[arg(long, value_name = "FILE")]
    pub repair_to: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Backup {
    /// The new file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub store: StorePath,
}

#[derive(Args, Debug)]
pub struct CheckEngine {
    /// The command line that starts the engine.
    #[arg(value_name = "CMD")]
    pub command: String,
    /// The game it should play.
    #[arg(long, value_name = "GAME", default_value = "go9")]
    pub game: String,
}
