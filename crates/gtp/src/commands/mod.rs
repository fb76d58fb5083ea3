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
    /// Answers, and takes no arguments.
    Bare(fn(&mut Engine) -> Answer),
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

const fn bare(name: &'static str, games: Games, run: fn(&mut Engine) -> Answer) -> (&'static str, Games, Run) {
    (name, games, Run::Bare(run))
}

const COMMANDS: &[(&str, Games, Run)] = &[
    bare("protocol_version", Games::All, about::protocol_version),
    bare("name", Games::All, about::name),
    bare("version", Games::All, about::version),
    all("known_command", about::known_command),
    bare("list_commands", Games::All, about::list_commands),
    bare("list_games", Games::All, about::list_games),
    all("set_game", about::set_game),
    bare("quit", Games::All, about::quit),
    all("boardsize", setup::boardsize),
    bare("query_boardsize", Games::All, setup::query_boardsize),
    bare("clear_board", Games::All, setup::clear_board),
    all("komi", rules::komi),
    all("play", play::play),
    all("genmove", play::genmove),
    all("reg_genmove", play::reg_genmove),
    bare("undo", Games::All, play::undo),
    all("gg-undo", play::gg_undo),
    all("time_settings", time::time_settings),
    all("kgs-time_settings", time::named_time_settings),
    all("kata-time_settings", time::named_time_settings),
    bare("kata-list_time_settings", Games::All, time::list_time_settings),
    all("time_left", time::time_left),
    bare("cputime", Games::All, time::cputime),
    all("final_score", score::final_score),
    all("final_status_list", score::final_status_list),
    bare("showboard", Games::All, about::showboard),
    all("loadsgf", setup::loadsgf),
    go("fixed_handicap", handicap::fixed_handicap),
    go("place_free_handicap", handicap::place_free_handicap),
    go("set_free_handicap", handicap::set_free_handicap),
    go("kgs-genmove_cleanup", play::kgs_genmove_cleanup),
    bare("get_komi", Games::Go, rules::get_komi),
    go("kata-set-rules", rules::kata_set_rules),
    bare("kata-get-rules", Games::Go, rules::kata_get_rules),
    go("kgs-rules", rules::kgs_rules),
    bare("stop", Games::All, about::stop),
    ("lz-analyze", Games::All, Run::Analyze(Style::Leela)),
    ("kata-analyze", Games::All, Run::Analyze(Style::Kata)),
    ("lz-genmove_analyze", Games::All, Run::Genmove(Style::Leela)),
    ("kata-genmove_analyze", Games::All, Run::Genmove(Style::Kata)),
    bare("gogui-interrupt", Games::All, about::stop),
    bare("gogui-analyze_commands", Games::All, gogui::analyze_commands),
    all("gogui-play_sequence", play::play_sequence),
    all("gogui-setup", setup::gogui_setup),
    all("gogui-setup_player", setup::gogui_setup_player),
    bare("gogui-undo_setup", Games::All, setup::gogui_undo_setup),
    bare("gogui-title", Games::All, gogui::title),
    bare("gogui-rules_game_id", Games::Reversi, gogui::rules_game_id),
    bare("gogui-rules_board", Games::Reversi, gogui::rules_board),
    bare("gogui-rules_board_size", Games::Reversi, gogui::rules_board_size),
    bare("gogui-rules_legal_moves", Games::Reversi, gogui::legal_moves),
    bare("gogui-rules_side_to_move", Games::Reversi, gogui::rules_side_to_move),
    bare("gogui-rules_final_result", Games::Reversi, gogui::rules_final_result),
    bare("enban-legal_moves", Games::All, gogui::legal_moves),
    bare("enban-captures", Games::All, gogui::captures),
    all("enban-candidates", gogui::candidates),
    all("enban-line", gogui::line),
    bare("enban-ownership", Games::Go, gogui::ownership),
    bare("enban-territory", Games::Go, gogui::territory),
    all("enban-overlay", gogui::overlay),
    bare("enban-position", Games::All, gogui::position),
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
