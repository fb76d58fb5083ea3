//! Positions turned into what the page draws: here moves, squares and colours become words.

use enban_catalog::{AnyGame, LegalMove, Overlay, OverlayCell, OverlayLine, TurnView, View};
use enban_game::{Capture, Cell, Colour, Line, Move, Points, Step};

use crate::api;
use crate::shown::Shown;

/// A position of a game.
pub(crate) fn draw(game: &dyn AnyGame, shown: &Shown) -> api::View {
    let view = &shown.view;
    let numbers = |points: &[Points]| points.iter().map(|points| points.as_f64()).collect();
    api::View {
        turn: turn(view).to_owned(),
        mover: view.mover.index(),
        board: board(game, view),
        legal: view.moves().iter().map(|each| legal(game, each)).collect(),
        count: numbers(&view.tally),
        scores: numbers(&view.scores),
        winner: view.winner.filter(|_| view.is_over()).map(|seat| seat.index()),
        last: shown.last.as_ref().map(|last| api::Last {
            step: game.write_step(last.step),
            captures: last.captures.iter().map(|each| capture(game, each)).collect(),
        }),
        overlay: shown.overlay.as_ref().map(|overlay| draw_overlay(game, view, overlay)),
        game: view.game.clone(),
        position: view.position.clone(),
        steps: words(game, &view.steps),
        forbidden: names(game, &view.forbidden),
        taken_off: names(game, &view.taken_off),
        seat_labels: view.seat_labels.clone(),
    }
}

/// Steps as words.
pub(crate) fn words(game: &dyn AnyGame, steps: &[Step]) -> Vec<String> {
    steps.iter().map(|&step| game.write_step(step)).collect()
}

/// The word for what the seat on turn may do.
fn turn(view: &View) -> &'static str {
    match view.turn {
        TurnView::Moves(_) => "move",
        TurnView::Pass => "pass",
        TurnView::Over => "over",
    }
}

/// black or white.
pub(crate) fn colour(colour: Colour) -> String {
    match colour {
        Colour::Black => "black".to_owned(),
        Colour::White => "white".to_owned(),
    }
}

fn board(game: &dyn AnyGame, view: &View) -> api::Board {
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
        ring: names(game, &view.ring),
        kind: game.capabilities().family.name().to_owned(),
    }
}

/// A cell is called by the labels of its column and its row.
fn name(view: &View, at: usize) -> String {
    let width = view.diagram.columns.len();
    format!("{}{}", view.diagram.columns[at % width], view.diagram.rows[at / width]).to_ascii_lowercase()
}

fn names(game: &dyn AnyGame, squares: &[Move]) -> Vec<String> {
    squares.iter().map(|&square| game.write_move(square)).collect()
}

fn legal(game: &dyn AnyGame, legal: &LegalMove) -> api::Legal {
    api::Legal {
        step: game.write_move(legal.choice),
        captured: legal.captured,
        captures: legal.captures.iter().map(|each| capture(game, each)).collect(),
    }
}

fn capture(game: &dyn AnyGame, capture: &Capture) -> api::Capture {
    let (kind, direction) = match capture.line {
        Line::Straight { right, down } => ("line", Some(api::Direction::Line([right, down]))),
        Line::Ring { clockwise } => ("ring", Some(api::Direction::Ring(if clockwise { 1 } else { -1 }))),
        Line::Chain => ("chain", None),
    };
    let anchor = capture.anchor.map(|square| game.write_move(square));
    api::Capture { kind: kind.to_owned(), direction, cells: names(game, &capture.cells), anchor }
}

fn draw_overlay(game: &dyn AnyGame, view: &View, overlay: &Overlay) -> api::Overlay {
    let strongest = overlay.cells.iter().filter_map(|cell| cell.strength).map(f64::abs).fold(0.0, f64::max);
    let cell = |(at, cell): (usize, &OverlayCell)| {
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
    let line = |line: &OverlayLine| api::OverlayLine {
        from: game.write_move(line.from),
        to: game.write_move(line.to),
        kind: line.kind.to_owned(),
        owner: colour(line.owner),
    };
    api::Overlay {
        name: overlay.kind.name().to_owned(),
        about: overlay.about.to_owned(),
        cells: overlay.cells.iter().enumerate().filter_map(cell).collect(),
        lines: overlay.lines.iter().map(line).collect(),
        notes: overlay.notes.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shown::Laid;
    use enban_catalog::{OverlayKind, open};

    fn drawn(game: &str, position: Option<&str>, moves: &str, overlay: Option<OverlayKind>) -> api::View {
        let laid = overlay.map_or(Laid::Usual, Laid::Overlay);
        let game = open(game).unwrap();
        draw(&*game, &Shown::of(&*game.session(position, Some(moves)).unwrap(), laid))
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
        let view = drawn("go9", None, "e5 c3", Some(OverlayKind::Chains));
        let overlay = view.overlay.unwrap();
        let cells: Vec<&str> = overlay.cells.iter().map(|cell| cell.name.as_str()).collect();
        assert_eq!((overlay.name.as_str(), cells), ("chains", vec!["e5", "c3"]));
        assert!(drawn("nip", None, "d3", Some(OverlayKind::Chains)).overlay.is_none());
    }

    #[test]
    fn dead_stones_of_a_finished_game_are_named_and_crossed() {
        // A dead stone of White at b8, one of Black at h3.
        let position = "...X.O.../.O.X.O.../...X.O.../...XO..../...XO..../...XO..../...X.O.X./...X.O.../...X.O... X";
        let check = |rules: &str, moves: &str, asked: Option<OverlayKind>, dead: &[&str], shown: Option<&str>| {
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
        check("chinese", "pass pass", Some(OverlayKind::Chains), &dead, Some("chains"));
        check("chinese", "pass", None, &[], None);
        check("tromp-taylor", "pass pass", None, &[], None);
    }
}
