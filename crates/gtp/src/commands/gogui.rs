//! Commands for GoGui: what it may show on its board, and the rules of games it does not know.

use enban_catalog::{OverlayCell, TurnView};
use enban_game::{Cell, Colour, Seat};

use super::{Answer, colour, one, syntax_error};
use crate::board::capital;
use crate::draw;
use crate::ending::{Ending, owners};
use crate::server::Engine;

/// What can be shown, as the kind of the display, its name and the command.
pub(super) fn analyze_commands(engine: &mut Engine, _: &[String]) -> Answer {
    const ALL: &str = "\
        gfx/Candidates/enban-candidates %m\n\
        varc/Main Line/enban-line %c\n\
        plist/Legal Moves/enban-legal_moves\n\
        pspairs/Captures/enban-captures\n\
        string/Final Score/final_score\n\
        string/Position/enban-position\n\
        string/Player/enban-player %o";
    const GO: &str = "\
        dboard/Ownership/enban-ownership\n\
        bwboard/Territory/enban-territory\n\
        plist/Dead Stones/final_status_list dead\n\
        string/Komi/get_komi\n\
        string/Rules/kata-get-rules";
    let mut lines = if engine.board.is_go() { format!("{ALL}\n{GO}") } else { ALL.to_owned() };
    for name in engine.board.session().overlay_names() {
        let title: String = name[..1].to_ascii_uppercase() + &name[1..];
        lines += &format!("\ngfx/Overlay {title}/enban-overlay {name}");
    }
    Ok(lines)
}

pub(super) fn title(engine: &mut Engine, _: &[String]) -> Answer {
    Ok(format!("Enban: {}, {}", engine.terms.game(&engine.board), engine.player))
}

pub(super) fn rules_game_id(engine: &mut Engine, _: &[String]) -> Answer {
    Ok(engine.board.name().name.clone())
}

pub(super) fn rules_board(engine: &mut Engine, _: &[String]) -> Answer {
    Ok(draw::for_gogui(&engine.board, &engine.board.view()))
}

pub(super) fn rules_board_size(engine: &mut Engine, _: &[String]) -> Answer {
    Ok(engine.board.side().to_string())
}

/// The moves of the side to move, `pass` if there is no other, nothing if the game is over.
pub(super) fn legal_moves(engine: &mut Engine, _: &[String]) -> Answer {
    let view = engine.board.view();
    Ok(match &view.turn {
        TurnView::Moves(moves) => moves.iter().map(|legal| capital(&legal.word)).collect::<Vec<_>>().join(" "),
        TurnView::Pass => "pass".to_owned(),
        TurnView::Over => String::new(),
    })
}

pub(super) fn rules_side_to_move(engine: &mut Engine, _: &[String]) -> Answer {
    Ok(if engine.board.session().standing().mover == 0 { "black" } else { "white" }.to_owned())
}

/// Who has won and with how many discs; `unknown` as long as the game goes on.
pub(super) fn rules_final_result(engine: &mut Engine, _: &[String]) -> Answer {
    let view = engine.board.view();
    if !view.is_over() {
        return Ok("unknown".to_owned());
    }
    let discs = format!("{} to {}", view.tally[0], view.tally[1]);
    Ok(match view.winner {
        Some(Seat(0)) => format!("black wins, {discs}"),
        Some(_) => format!("white wins, {discs}"),
        None => format!("draw, {discs}"),
    })
}

/// What each legal move captures, as labels for the board.
pub(super) fn captures(engine: &mut Engine, _: &[String]) -> Answer {
    let view = engine.board.view();
    let takes = view.moves().iter().filter(|legal| legal.captured > 0);
    Ok(takes.map(|legal| format!("{} {}", capital(&legal.word), legal.captured)).collect::<Vec<_>>().join("\n"))
}

/// The moves that the player looked at, numbered from the best, and its main line.
pub(super) fn candidates(engine: &mut Engine, arguments: &[String]) -> Answer {
    const LABELLED: usize = 9;
    let seat = seat_or_mover(engine, arguments)?;
    let Some(thought) = engine.consider(seat)? else { return Ok("TEXT nothing to choose".to_owned()) };
    let best = thought.candidates.iter().filter(|candidate| candidate.word != "pass").take(LABELLED);
    let labels: Vec<String> =
        best.enumerate().map(|(place, candidate)| format!("{} {}", capital(&candidate.word), place + 1)).collect();
    let mut lines = vec![format!("TEXT best {}, {} positions", capital(&thought.word), thought.nodes)];
    if !labels.is_empty() {
        lines.push(format!("LABEL {}", labels.join(" ")));
    }
    if thought.word != "pass" {
        lines.push(format!("CIRCLE {}", capital(&thought.word)));
    }
    Ok(lines.join("\n"))
}

/// The line that the player expects.
pub(super) fn line(engine: &mut Engine, arguments: &[String]) -> Answer {
    let seat = seat_or_mover(engine, arguments)?;
    let Some(thought) = engine.consider(seat)? else { return Ok("pass".to_owned()) };
    let line = thought.candidates.first().map(|best| best.line.clone()).filter(|line| !line.is_empty());
    let line = line.unwrap_or_else(|| vec![thought.word]);
    Ok(line.iter().map(|word| capital(word)).collect::<Vec<_>>().join(" "))
}

/// Whose each point is expected to be: 1 for black, -1 for white.
pub(super) fn ownership(engine: &mut Engine, _: &[String]) -> Answer {
    let owners = owners(&engine.board);
    Ok(draw::grid(&engine.board, &owners.iter().map(|owner| format!("{owner:.2}")).collect::<Vec<_>>()))
}

/// Whose each point is when dead stones are taken off.
pub(super) fn territory(engine: &mut Engine, _: &[String]) -> Answer {
    let owners = Ending::of(&engine.board).territory();
    let letter = |owner: &Option<Colour>| match owner {
        Some(Colour::Black) => "b".to_owned(),
        Some(Colour::White) => "w".to_owned(),
        None => ".".to_owned(),
    };
    Ok(draw::grid(&engine.board, &owners.iter().map(letter).collect::<Vec<_>>()))
}

/// An overlay of the session, drawn: what belongs to a colour, labels, influence, stones that are taken off, and in
/// words what cannot be drawn.
pub(super) fn overlay(engine: &mut Engine, arguments: &[String]) -> Answer {
    let name = one(arguments)?;
    let session = engine.board.session();
    let known = || format!("unknown overlay {name:?}, expected one of {}", session.overlay_names().join(", "));
    let mut overlay = session.overlay(name).ok_or_else(known)?;
    if name == "strength" {
        // It has no sign there, and what is positive is painted as black.
        for (content, cell) in overlay.cells.iter_mut().zip(&engine.board.view().diagram.cells) {
            if matches!(cell, Cell::Filled(_, Colour::White)) {
                content.strength = content.strength.map(|strength| -strength);
            }
        }
    }
    let cells = |wanted: &dyn Fn(&OverlayCell) -> Option<String>| {
        let found = overlay
            .cells
            .iter()
            .enumerate()
            .filter_map(|(cell, content)| Some(format!("{}{}", engine.board.vertex(cell)?, wanted(content)?)));
        found.collect::<Vec<_>>().join(" ")
    };
    let owned = |colour: Colour| cells(&|cell| (cell.owner == Some(colour)).then(String::new));
    let label = |cell: &OverlayCell| {
        let letter = cell.letter.map(|letter| format!(" {letter}"));
        letter.or_else(|| cell.number.map(|number| format!(" {number}")))
    };
    let most = overlay.cells.iter().filter_map(|cell| cell.strength).fold(1.0, |most: f64, at| most.max(at.abs()));
    let drawn = [
        ("BLACK", owned(Colour::Black)),
        ("WHITE", owned(Colour::White)),
        ("LABEL", cells(&label)),
        ("INFLUENCE", cells(&|cell| cell.strength.map(|strength| format!(" {:.2}", strength / most)))),
        ("MARK", cells(&|cell| cell.removed.then(String::new))),
    ];
    let drawn = drawn.into_iter().filter(|(_, points)| !points.is_empty());
    let words = overlay.notes.iter().map(|note| ("TEXT", note.clone()));
    Ok(drawn.chain(words).map(|(kind, points)| format!("{kind} {points}")).collect::<Vec<_>>().join("\n"))
}

/// The position as the other commands of the program take it.
pub(super) fn position(engine: &mut Engine, _: &[String]) -> Answer {
    Ok(engine.board.view().position)
}

fn seat_or_mover(engine: &Engine, arguments: &[String]) -> Result<Seat, String> {
    match arguments {
        [] => Ok(Seat(engine.board.session().standing().mover as u8)),
        [word] => colour(word),
        _ => Err(syntax_error()),
    }
}
