//! Commands for GoGui: what it can show on its board, and the rules of games other than Go.

use enban_catalog::{Family, LegalMove, Overlay, OverlayCell, OverlayKind};
use enban_game::{Cell, Colour, Seat, Step};

use super::{Answer, colour, one, syntax_error};
use crate::board::Board;
use crate::draw;
use crate::ending::{owners, territory as territory_of};
use crate::engine::Engine;

/// What can be shown: the type of display, its label and the command.
pub(super) fn analyze_commands(engine: &mut Engine) -> Answer {
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
    let mut lines = if engine.board.family() == Family::Go { format!("{ALL}\n{GO}") } else { ALL.to_owned() };
    for name in overlay_names(&engine.board) {
        let title: String = name[..1].to_ascii_uppercase() + &name[1..];
        lines += &format!("\ngfx/Overlay {title}/enban-overlay {name}");
    }
    Ok(lines)
}

pub(super) fn title(engine: &mut Engine) -> Answer {
    Ok(format!("Enban: {}, {}", engine.terms.game(&engine.board), engine.player))
}

pub(super) fn rules_game_id(engine: &mut Engine) -> Answer {
    Ok(engine.board.plain_name())
}

pub(super) fn rules_board(engine: &mut Engine) -> Answer {
    Ok(draw::for_gogui(&engine.board, &engine.board.view()))
}

pub(super) fn rules_board_size(engine: &mut Engine) -> Answer {
    Ok(engine.board.side().to_string())
}

/// The legal moves, `pass` if there is no other, nothing if the game is over.
pub(super) fn legal_moves(engine: &mut Engine) -> Answer {
    Ok(engine.board.vertices().list(engine.board.session().legal_steps()))
}

pub(super) fn rules_side_to_move(engine: &mut Engine) -> Answer {
    Ok(if engine.board.session().mover() == Seat(0) { "black" } else { "white" }.to_owned())
}

/// The winner and the discs; `unknown` while the game goes on.
pub(super) fn rules_final_result(engine: &mut Engine) -> Answer {
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

/// The number of captures of each legal move, as labels.
pub(super) fn captures(engine: &mut Engine) -> Answer {
    let view = engine.board.view();
    let takes = view.moves().iter().filter(|legal| legal.captured > 0);
    let line = |legal: &LegalMove| format!("{} {}", engine.board.vertices().of_move(legal.choice), legal.captured);
    Ok(takes.map(line).collect::<Vec<_>>().join("\n"))
}

/// The player's candidates, numbered from the best, and its choice.
pub(super) fn candidates(engine: &mut Engine, arguments: &[String]) -> Answer {
    const LABELLED: usize = 9;
    let seat = seat_or_mover(engine, arguments)?;
    let Some(thought) = engine.consider(seat)? else { return Ok("TEXT nothing to choose".to_owned()) };
    let vertices = engine.board.vertices();
    let is_pass = |choice| Step::Play(choice) == vertices.pass();
    let best = thought.candidates.iter().filter(|candidate| !is_pass(candidate.choice)).take(LABELLED);
    let label = |(place, choice)| format!("{} {}", vertices.of_move(choice), place + 1);
    let labels: Vec<String> = best.map(|candidate| candidate.choice).enumerate().map(label).collect();
    let word = vertices.of_move(thought.choice);
    let mut lines = vec![format!("TEXT best {word}, {} positions", thought.nodes)];
    if !labels.is_empty() {
        lines.push(format!("LABEL {}", labels.join(" ")));
    }
    if !is_pass(thought.choice) {
        lines.push(format!("CIRCLE {word}"));
    }
    Ok(lines.join("\n"))
}

/// The principal variation.
pub(super) fn line(engine: &mut Engine, arguments: &[String]) -> Answer {
    let seat = seat_or_mover(engine, arguments)?;
    let Some(thought) = engine.consider(seat)? else { return Ok("pass".to_owned()) };
    let line = thought.candidates.first().map(|best| best.line.clone()).filter(|line| !line.is_empty());
    Ok(engine.board.vertices().list(line.unwrap_or_else(|| vec![Step::Play(thought.choice)])))
}

/// The ownership of each point: 1 for Black, -1 for White.
pub(super) fn ownership(engine: &mut Engine) -> Answer {
    let owners = owners(&engine.board);
    Ok(draw::grid(&engine.board, &owners.iter().map(|owner| format!("{owner:.2}")).collect::<Vec<_>>()))
}

/// The owner of each point once dead stones are taken off.
pub(super) fn territory(engine: &mut Engine) -> Answer {
    let owners = territory_of(&engine.board);
    let letter = |owner: &Option<Colour>| match owner {
        Some(Colour::Black) => "b".to_owned(),
        Some(Colour::White) => "w".to_owned(),
        None => ".".to_owned(),
    };
    Ok(draw::grid(&engine.board, &owners.iter().map(letter).collect::<Vec<_>>()))
}

/// An overlay: points owned by a colour, labels, influence, dead stones, and notes as text.
pub(super) fn overlay(engine: &mut Engine, arguments: &[String]) -> Answer {
    let (board, name) = (&engine.board, one(arguments)?);
    let kind = OverlayKind::named(name, board.capabilities().overlays);
    let known = || format!("unknown overlay {name:?}, expected one of {}", overlay_names(board).join(", "));
    let mut overlay = kind.and_then(|kind| board.session().overlay(kind)).ok_or_else(known)?;
    if overlay.kind == OverlayKind::Strength {
        // Strength has no sign, and GoGui paints what is positive as black.
        for (content, cell) in overlay.cells.iter_mut().zip(&board.view().diagram.cells) {
            if matches!(cell, Cell::Filled(_, Colour::White)) {
                content.strength = content.strength.map(|strength| -strength);
            }
        }
    }
    Ok(paint(board, &overlay))
}

/// An overlay as GoGui reads it.
fn paint(board: &Board, overlay: &Overlay) -> String {
    let cells = |wanted: &dyn Fn(&OverlayCell) -> Option<String>| {
        let found = board.layout().cells.iter().zip(&overlay.cells).filter_map(|(square, content)| {
            Some(format!("{}{}", board.vertices().of_move((*square)?), wanted(content)?))
        });
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
    drawn.chain(words).map(|(kind, points)| format!("{kind} {points}")).collect::<Vec<_>>().join("\n")
}

fn overlay_names(board: &Board) -> Vec<&'static str> {
    board.capabilities().overlays.iter().map(|kind| kind.name()).collect()
}

/// The position as text, as other commands of the program take it.
pub(super) fn position(engine: &mut Engine) -> Answer {
    Ok(engine.board.session().position())
}

fn seat_or_mover(engine: &Engine, arguments: &[String]) -> Result<Seat, String> {
    match arguments {
        [] => Ok(engine.board.session().mover()),
        [word] => colour(word),
        _ => Err(syntax_error()),
    }
}
