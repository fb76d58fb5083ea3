//! Positions of the catalog turned into what the page draws.

use enban_catalog::{CaptureView, LegalMove, Session, TurnView, View};
use enban_game::{Cell, Colour, Line, Points};

use crate::api;
use crate::catalogue;

/// The overlay that crosses dead stones and marks territory.
const STATUS: &str = "status";

/// What is laid over a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Laid<'n> {
    /// What it needs to be understood.
    Usual,
    /// Nothing at all.
    Nothing,
    /// The overlay of this name.
    Overlay(&'n str),
}

/// The position of a session, with the move that led to it and what is laid over it.
pub fn draw(session: &mut dyn Session, laid: Laid) -> api::View {
    let view = session.view();
    let name = match laid {
        // A score that leaves out stones still on the board is not understood unless they are marked.
        Laid::Usual => (view.is_over() && !view.taken_off.is_empty()).then_some(STATUS),
        Laid::Nothing => None,
        Laid::Overlay(name) => Some(name),
    };
    let overlay = name.and_then(|name| session.overlay(name));
    let overlay = overlay.map(|overlay| draw_overlay(&view, &overlay));
    let last = session.undo().map(|word| {
        let before = session.view();
        let played = before.moves().iter().find(|legal| legal.word == word);
        let captures = played.map(|legal| legal.captures.iter().map(capture).collect()).unwrap_or_default();
        api::Last { step: word, captures }
    });
    let numbers = |points: &[Points]| points.iter().map(|points| points.as_f64()).collect();
    api::View {
        turn: turn(&view).to_owned(),
        mover: view.mover.index(),
        board: board(&view),
        legal: view.moves().iter().map(legal).collect(),
        count: numbers(&view.tally),
        scores: numbers(&view.scores),
        winner: view.winner.filter(|_| view.is_over()).map(|seat| seat.index()),
        last,
        overlay,
        game: view.game,
        position: view.position,
        steps: view.steps,
        forbidden: view.forbidden,
        taken_off: view.taken_off,
        seat_labels: view.seat_labels,
    }
}

/// The word for what the seat on turn may do.
pub fn turn(view: &View) -> &'static str {
    match view.turn {
        TurnView::Moves(_) => "move",
        TurnView::Pass => "pass",
        TurnView::Over => "over",
    }
}

/// black or white.
pub fn colour(colour: Colour) -> String {
    match colour {
        Colour::Black => "black".to_owned(),
        Colour::White => "white".to_owned(),
    }
}

fn board(view: &View) -> api::Board {
    let diagram = &view.diagram;
    let width = diagram.columns.len();
    let cell = |(at, cell): (usize, &Cell)| {
        let colour = match cell {
            Cell::Outside => return None,
            Cell::Empty(_) => None,
            Cell::Filled(_, disc) => Some(colour(*disc)),
        };
        let home = view.homes.get(at).copied().flatten().map(|seat| seat.index());
        Some(api::Cell { name: name(view, at), column: at % width, row: at / width, colour, home })
    };
    api::Board {
        columns: diagram.columns.clone(),
        rows: diagram.rows.clone(),
        cells: diagram.cells.iter().enumerate().filter_map(cell).collect(),
        ring: view.ring.clone(),
        kind: catalogue::family(&view.game).to_owned(),
    }
}

/// A cell is called by the labels of its column and its row.
fn name(view: &View, at: usize) -> String {
    let width = view.diagram.columns.len();
    format!("{}{}", view.diagram.columns[at % width], view.diagram.rows[at / width]).to_ascii_lowercase()
}

fn legal(legal: &LegalMove) -> api::Legal {
    api::Legal {
        step: legal.word.clone(),
        captured: legal.captured,
        captures: legal.captures.iter().map(capture).collect(),
    }
}

fn capture(capture: &CaptureView) -> api::Capture {
    let (kind, direction) = match capture.line {
        Line::Straight { right, down } => ("line", Some(api::Direction::Line([right, down]))),
        Line::Ring { clockwise } => ("ring", Some(api::Direction::Ring(if clockwise { 1 } else { -1 }))),
        Line::Chain => ("chain", None),
    };
    api::Capture { kind: kind.to_owned(), direction, cells: capture.cells.clone(), anchor: capture.anchor.clone() }
}

fn draw_overlay(view: &View, overlay: &enban_catalog::Overlay) -> api::Overlay {
    let strongest = overlay.cells.iter().filter_map(|cell| cell.strength).map(f64::abs).fold(0.0, f64::max);
    let cell = |(at, cell): (usize, &enban_catalog::OverlayCell)| {
        let says = cell.owner.is_some()
            || cell.number.is_some()
            || cell.letter.is_some()
            || cell.strength.is_some_and(|strength| strength != 0.0)
            || cell.removed;
        // Whose strength it is, is its sign where the overlay names no owner.
        let sign = cell.strength.filter(|strength| *strength != 0.0);
        let owner = cell.owner.or(sign.map(|sign| if sign > 0.0 { Colour::Black } else { Colour::White }));
        says.then(|| api::OverlayCell {
            name: name(view, at),
            owner: owner.map(colour),
            number: cell.number,
            mark: cell.letter.map(String::from),
            strength: sign.map(|sign| sign.abs() / strongest),
            removed: cell.removed,
        })
    };
    let line = |line: &enban_catalog::OverlayLine| api::OverlayLine {
        from: line.from.clone(),
        to: line.to.clone(),
        kind: line.kind.to_owned(),
        owner: colour(line.owner),
    };
    api::Overlay {
        name: overlay.name.to_owned(),
        about: overlay.about.to_owned(),
        cells: overlay.cells.iter().enumerate().filter_map(cell).collect(),
        lines: overlay.lines.iter().map(line).collect(),
        notes: overlay.notes.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_catalog::open;

    fn drawn(game: &str, position: Option<&str>, moves: &str, overlay: Option<&str>) -> api::View {
        let laid = overlay.map_or(Laid::Usual, Laid::Overlay);
        draw(&mut *open(game).unwrap().session(position, Some(moves)).unwrap(), laid)
    }

    #[test]
    fn cells_are_called_as_moves_are() {
        for game in ["nip", "nip24", "reversi", "reversi88", "yonin", "go9", "go19"] {
            let view = drawn(game, None, "", None);
            let names: Vec<&str> = view.board.cells.iter().map(|cell| cell.name.as_str()).collect();
            let known = |word: &str| word == "pass" || names.contains(&word);
            assert!(view.legal.iter().all(|legal| known(&legal.step)), "{game}");
            assert!(view.board.ring.iter().all(|word| known(word)), "{game}");
        }
    }

    #[test]
    fn a_ring_capture_is_told_with_the_move_that_made_it() {
        let view = drawn("nip", None, "", None);
        assert_eq!((view.board.cells.len(), view.board.ring.len(), view.last), (52, 20, None));
        let view = drawn("nip", None, "d3", None);
        let last = view.last.unwrap();
        assert_eq!((last.step.as_str(), last.captures[0].kind.as_str()), ("d3", "line"));
        assert_eq!(last.captures[0].cells, ["d4"]);
    }

    #[test]
    fn homes_and_forbidden_squares_are_those_of_yonin() {
        let view = drawn("yonin", None, "", None);
        let home = |name: &str| view.board.cells.iter().find(|cell| cell.name == name).unwrap().home;
        assert_eq!(["a1", "h1", "h8", "a8"].map(home), [Some(0), Some(1), Some(2), Some(3)]);
        assert!(view.forbidden.contains(&"h8".to_owned()) && !view.forbidden.contains(&"e5".to_owned()));
        assert_eq!(view.forbidden.len(), 15);
    }

    #[test]
    fn overlays_name_their_cells() {
        let view = drawn("go9", None, "e5 c3", Some("chains"));
        let overlay = view.overlay.unwrap();
        let cells: Vec<&str> = overlay.cells.iter().map(|cell| cell.name.as_str()).collect();
        assert_eq!((overlay.name.as_str(), cells), ("chains", vec!["e5", "c3"]));
        assert!(drawn("go9", None, "e5", Some("nothing")).overlay.is_none());
    }

    #[test]
    fn dead_stones_of_a_finished_game_are_named_and_crossed() {
        // A dead stone of White at b8, one of Black at h3.
        let position = "...X.O.../.O.X.O.../...X.O.../...XO..../...XO..../...XO..../...X.O.X./...X.O.../...X.O... X";
        let check = |rules: &str, moves: &str, asked: Option<&str>, dead: &[&str], shown: Option<&str>| {
            let view = drawn(&format!("go9(rules={rules},komi=0)"), Some(position), moves, asked);
            assert_eq!(view.taken_off, dead, "{rules}, {moves}");
            assert_eq!(view.overlay.as_ref().map(|overlay| &*overlay.name), shown, "{rules}, {moves}");
            view
        };
        let dead = ["b8", "h3"];
        let view = check("chinese", "pass pass", None, &dead, Some("status"));
        let removed = view.overlay.unwrap().cells.into_iter().filter(|cell| cell.removed).map(|cell| cell.name);
        assert_eq!(removed.collect::<Vec<_>>(), dead);
        check("japanese", "pass pass", None, &dead, Some("status"));
        check("chinese", "pass pass", Some("chains"), &dead, Some("chains"));
        check("chinese", "pass", None, &[], None);
        check("tromp-taylor", "pass pass", None, &[], None);
    }
}
