//! Commands about the engine itself, and the board drawn for people.

use super::{Answer, find, known, one};
use crate::draw;
use crate::server::{Engine, read_player};

pub(super) fn protocol_version(_: &mut Engine, _: &[String]) -> Answer {
    Ok("2".to_owned())
}

pub(super) fn name(_: &mut Engine, _: &[String]) -> Answer {
    Ok("Enban".to_owned())
}

pub(super) fn version(engine: &mut Engine, _: &[String]) -> Answer {
    Ok(engine.version.clone())
}

pub(super) fn known_command(engine: &mut Engine, arguments: &[String]) -> Answer {
    Ok(find(one(arguments)?, &engine.board).is_some().to_string())
}

pub(super) fn list_commands(engine: &mut Engine, _: &[String]) -> Answer {
    Ok(known(&engine.board).map(|(name, _)| name).collect::<Vec<_>>().join("\n"))
}

/// The game by the name that front ends for several games know it by: Othello is Reversi there.
fn known_as(engine: &Engine) -> &str {
    match engine.board.name().name.as_str() {
        _ if engine.board.is_go() => "Go",
        name if name.starts_with("reversi") => "Othello",
        name => name,
    }
}

/// The one game that is played here. Without this front ends take every engine for one of Go.
pub(super) fn list_games(engine: &mut Engine, _: &[String]) -> Answer {
    Ok(known_as(engine).to_owned())
}

/// Only the game that is played anyway can be chosen.
pub(super) fn set_game(engine: &mut Engine, arguments: &[String]) -> Answer {
    let is_known = one(arguments)?.eq_ignore_ascii_case(known_as(engine));
    if is_known { Ok(String::new()) } else { Err("unsupported game".to_owned()) }
}

pub(super) fn quit(engine: &mut Engine, _: &[String]) -> Answer {
    engine.quit = true;
    Ok(String::new())
}

pub(super) fn showboard(engine: &mut Engine, _: &[String]) -> Answer {
    let game = engine.terms.game(&engine.board).to_string();
    Ok(draw::for_people(&game, &engine.board.view()))
}

/// Nothing is going on when this is read: any line has ended an analysis.
pub(super) fn stop(_: &mut Engine, _: &[String]) -> Answer {
    Ok(String::new())
}

/// The player that makes the moves, or another from now on.
pub(super) fn player(engine: &mut Engine, arguments: &[String]) -> Answer {
    if arguments.is_empty() {
        return Ok(engine.player.to_string());
    }
    engine.player = read_player(&engine.board, &arguments.join(" "))?;
    Ok(String::new())
}
