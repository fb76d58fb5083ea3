//! Commands about the engine itself, and the board drawn for people.

use enban_catalog::Family;

use super::{Answer, find, known, one};
use crate::draw;
use crate::engine::{Engine, read_player};

pub(super) fn protocol_version(_: &mut Engine) -> Answer {
    Ok("2".to_owned())
}

pub(super) fn name(_: &mut Engine) -> Answer {
    Ok("Enban".to_owned())
}

pub(super) fn version(engine: &mut Engine) -> Answer {
    Ok(engine.version.clone())
}

pub(super) fn known_command(engine: &mut Engine, arguments: &[String]) -> Answer {
    Ok(find(one(arguments)?, &engine.board).is_some().to_string())
}

pub(super) fn list_commands(engine: &mut Engine) -> Answer {
    Ok(known(&engine.board).map(|(name, _)| name).collect::<Vec<_>>().join("\n"))
}

/// The name by which front ends for several games know the game; they call Reversi Othello.
fn known_as(engine: &Engine) -> String {
    match engine.board.family() {
        Family::Go => "Go".to_owned(),
        Family::Reversi => "Othello".to_owned(),
        Family::Nip | Family::Yonin => engine.board.plain_name(),
    }
}

/// The one game that is played. Without this command front ends assume Go.
pub(super) fn list_games(engine: &mut Engine) -> Answer {
    Ok(known_as(engine))
}

/// Only the current game can be chosen.
pub(super) fn set_game(engine: &mut Engine, arguments: &[String]) -> Answer {
    let is_known = one(arguments)?.eq_ignore_ascii_case(&known_as(engine));
    if is_known { Ok(String::new()) } else { Err("unsupported game".to_owned()) }
}

pub(super) fn quit(engine: &mut Engine) -> Answer {
    engine.quit = true;
    Ok(String::new())
}

pub(super) fn showboard(engine: &mut Engine) -> Answer {
    let game = engine.terms.game(&engine.board);
    Ok(draw::for_people(&game, &engine.board.view()))
}

/// Nothing is left to stop: the line itself has ended any analysis, and an interrupt comes as a remark, not as a command.
pub(super) fn stop(_: &mut Engine) -> Answer {
    Ok(String::new())
}

/// Shows or replaces the player that makes the moves.
pub(super) fn player(engine: &mut Engine, arguments: &[String]) -> Answer {
    if arguments.is_empty() {
        return Ok(engine.player.to_string());
    }
    engine.player = read_player(&engine.board, &arguments.join(" "))?;
    Ok(String::new())
}
