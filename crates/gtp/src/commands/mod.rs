//! The commands, in groups. Each takes the engine and its arguments and returns the text of its response.

mod about;
mod gogui;
mod handicap;
mod play;
mod rules;
mod score;
mod setup;
mod time;

use enban_catalog::Family;
use enban_external::gtp::message::read_colour;
use enban_game::{Move, Seat, Step};

use crate::analysis::{Request, Style};
use crate::board::Board;
use crate::engine::Engine;

pub(crate) use score::ownership;

/// The text of a response or of an error.
pub(crate) type Answer = Result<String, String>;

/// What a command does.
#[derive(Clone, Copy)]
pub(crate) enum Run {
    /// Answers.
    Answer(fn(&mut Engine, &[String]) -> Answer),
    /// Analyses until the next line.
    Analyze(Style),
    /// Makes a move and reports what the player thinks meanwhile.
    Genmove(Style),
}

/// The games that a command is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Games {
    All,
    Go,
    Reversi,
}

const fn all(name: &'static str, run: fn(&mut Engine, &[String]) -> Answer) -> (&'static str, Games, Run) {
    (name, Games::All, Run::Answer(run))
}

const fn go(name: &'static str, run: fn(&mut Engine, &[String]) -> Answer) -> (&'static str, Games, Run) {
    (name, Games::Go, Run::Answer(run))
}

const fn reversi(name: &'static str, run: fn(&mut Engine, &[String]) -> Answer) -> (&'static str, Games, Run) {
    (name, Games::Reversi, Run::Answer(run))
}

const COMMANDS: &[(&str, Games, Run)] = &[
    all("protocol_version", about::protocol_version),
    all("name", about::name),
    all("version", about::version),
    all("known_command", about::known_command),
    all("list_commands", about::list_commands),
    all("list_games", about::list_games),
    all("set_game", about::set_game),
    all("quit", about::quit),
    all("boardsize", setup::boardsize),
    all("clear_board", setup::clear_board),
    all("komi", rules::komi),
    all("play", play::play),
    all("genmove", play::genmove),
    all("reg_genmove", play::reg_genmove),
    all("undo", play::undo),
    all("gg-undo", play::gg_undo),
    all("time_settings", time::time_settings),
    all("kgs-time_settings", time::named_time_settings),
    all("kata-time_settings", time::named_time_settings),
    all("kata-list_time_settings", time::list_time_settings),
    all("time_left", time::time_left),
    all("final_score", score::final_score),
    all("final_status_list", score::final_status_list),
    all("showboard", about::showboard),
    all("loadsgf", setup::loadsgf),
    go("fixed_handicap", handicap::fixed_handicap),
    go("place_free_handicap", handicap::place_free_handicap),
    go("set_free_handicap", handicap::set_free_handicap),
    go("kgs-genmove_cleanup", play::kgs_genmove_cleanup),
    go("get_komi", rules::get_komi),
    go("kata-set-rules", rules::kata_set_rules),
    go("kata-get-rules", rules::kata_get_rules),
    go("kgs-rules", rules::kgs_rules),
    all("stop", about::stop),
    ("lz-analyze", Games::All, Run::Analyze(Style::Leela)),
    ("kata-analyze", Games::All, Run::Analyze(Style::Kata)),
    ("lz-genmove_analyze", Games::All, Run::Genmove(Style::Leela)),
    ("kata-genmove_analyze", Games::All, Run::Genmove(Style::Kata)),
    all("gogui-analyze_commands", gogui::analyze_commands),
    all("gogui-play_sequence", play::play_sequence),
    all("gogui-setup", setup::gogui_setup),
    all("gogui-setup_player", setup::gogui_setup_player),
    all("gogui-undo_setup", setup::gogui_undo_setup),
    all("gogui-title", gogui::title),
    reversi("gogui-rules_game_id", gogui::rules_game_id),
    reversi("gogui-rules_board", gogui::rules_board),
    reversi("gogui-rules_board_size", gogui::rules_board_size),
    reversi("gogui-rules_legal_moves", gogui::legal_moves),
    reversi("gogui-rules_side_to_move", gogui::rules_side_to_move),
    reversi("gogui-rules_final_result", gogui::rules_final_result),
    all("enban-legal_moves", gogui::legal_moves),
    all("enban-captures", gogui::captures),
    all("enban-candidates", gogui::candidates),
    all("enban-line", gogui::line),
    go("enban-ownership", gogui::ownership),
    go("enban-territory", gogui::territory),
    all("enban-overlay", gogui::overlay),
    all("enban-position", gogui::position),
    all("enban-player", about::player),
];

/// The command of a name, if the current game has it.
pub(crate) fn find(name: &str, board: &Board) -> Option<Run> {
    known(board).find(|(known, _)| *known == name).map(|(_, run)| run)
}

fn known(board: &Board) -> impl Iterator<Item = (&'static str, Run)> {
    let own = if board.family() == Family::Go { Games::Go } else { Games::Reversi };
    let known = COMMANDS.iter().filter(move |(_, games, _)| *games == Games::All || *games == own);
    known.map(|&(name, _, run)| (name, run))
}

/// The arguments of an analysis: whose turn it is, by default that of the side to move, and the format.
pub(crate) fn analysis(engine: &Engine, style: Style, arguments: &[String]) -> Result<(Seat, Request), String> {
    let colour = arguments.first().and_then(|word| read_colour(word));
    let rest = if colour.is_some() { &arguments[1..] } else { arguments };
    let mut request = Request::parse(style, rest)?;
    request.ownership &= engine.board.family() == Family::Go;
    Ok((colour.unwrap_or_else(|| engine.board.session().mover()), request))
}

fn syntax_error() -> String {
    "syntax error".to_owned()
}

/// Exactly one argument.
fn one(arguments: &[String]) -> Result<&str, String> {
    if let [argument] = arguments { Ok(argument) } else { Err(syntax_error()) }
}

fn colour(word: &str) -> Result<Seat, String> {
    read_colour(word).ok_or_else(syntax_error)
}

/// The step that a word names.
fn step(board: &Board, word: &str) -> Result<Step, String> {
    board.vertices().read(word).ok_or_else(syntax_error)
}

/// The square that a word names.
fn square(board: &Board, word: &str) -> Result<Move, String> {
    board.vertices().read_square(word).ok_or_else(syntax_error)
}
