//! Boards in the terminal: with colours, plain, or in nothing but ASCII.

use std::io::IsTerminal;

use enban_catalog::{AnyGame, Overlay, OverlayCell, View};
use enban_game::{Cell, Colour, Move, Step};

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Discs on green felt.
    Coloured,
    /// Letters, and dots for empty squares.
    Plain,
    /// Nothing but ASCII.
    Ascii,
}

impl Look {
    /// The look that suits where the output goes: colours only at a terminal and not under NO_COLOR.
    pub fn choose(ascii: bool) -> Self {
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        match (ascii, std::io::stdout().is_terminal() && !no_colour && !dumb) {
            (true, _) => Self::Ascii,
            (_, true) => Self::Coloured,
            (_, false) => Self::Plain,
        }
    }
}

const FELT: &str = "\x1b[48;5;29m";
const BLACK: &str = "\x1b[38;5;16m";
const WHITE: &str = "\x1b[38;5;231m";
const LEGAL: &str = "\x1b[38;5;222m";
const FAINT: &str = "\x1b[38;5;72m";
const RESET: &str = "\x1b[0m";

/// The board with coordinates, legal moves marked and the last move pointed out.
pub fn board(view: &View, look: Look) -> String {
    let diagram = &view.diagram;
    let width = diagram.rows.iter().map(String::len).max().unwrap_or(1);
    let marks = marked_moves(view);
    let last = view.steps.last().copied();
    let columns: String = diagram.columns.iter().map(|label| format!(" {label} ")).collect();
    let mut out = format!("{:width$} {columns}\n", "");
    for (row, label) in diagram.rows.iter().enumerate() {
        let start = row * diagram.columns.len();
        let cells: String = diagram.cells[start..start + diagram.columns.len()]
            .iter()
            .map(|cell| draw_cell(*cell, &marks, is_last(*cell, last), look))
            .collect();
        out.push_str(&format!("{label:>width$} {cells} {label}\n"));
    }
    out.push_str(&format!("{:width$} {columns}\n", ""));
    out
}

/// Returns true for the cell on which the last step was played.
fn is_last(cell: Cell, last: Option<Step>) -> bool {
    match cell {
        Cell::Outside => false,
        Cell::Empty(square) | Cell::Filled(square, _) => last == Some(Step::Play(square)),
    }
}

/// Steps as words with blanks between.
pub fn steps(game: &dyn AnyGame, steps: &[Step]) -> String {
    steps.iter().map(|&step| game.write_step(step)).collect::<Vec<_>>().join(" ")
}

/// Squares as words with blanks between.
pub fn squares(game: &dyn AnyGame, squares: &[Move]) -> String {
    squares.iter().map(|&square| game.write_move(square)).collect::<Vec<_>>().join(" ")
}

/// The board with an overlay in place of the marks: a stone and its number, a sign, an owner or a value.
pub fn overlay(view: &View, overlay: &Overlay, look: Look) -> String {
    let diagram = &view.diagram;
    let texts: Vec<String> =
        diagram.cells.iter().zip(&overlay.cells).map(|(cell, over)| overlay_text(*cell, over, look)).collect();
    let wide = texts.iter().map(|text| text.chars().count()).max().unwrap_or(1);
    let margin = diagram.rows.iter().map(String::len).max().unwrap_or(1);
    let columns: String = diagram.columns.iter().map(|label| format!(" {label:<wide$} ")).collect();
    let columns = columns.trim_end();
    let mut out = format!("{:margin$} {columns}\n", "");
    for (row, label) in diagram.rows.iter().enumerate() {
        let start = row * diagram.columns.len();
        let cell = |at: usize| overlay_paint(diagram.cells[at], &format!(" {:<wide$} ", texts[at]), look);
        let cells: String = (start..start + diagram.columns.len()).map(cell).collect();
        out.push_str(&format!("{label:>margin$} {cells} {label}\n"));
    }
    out.push_str(&format!("{:margin$} {columns}\n", ""));
    out
}

/// What is written in a cell: its stone first, then what the overlay says.
fn overlay_text(cell: Cell, over: &OverlayCell, look: Look) -> String {
    let owner = over.owner.map(|colour| colour.letter().to_ascii_lowercase());
    let number = over.number.map(|number| number.to_string()).unwrap_or_default();
    let dot = if look == Look::Ascii { '.' } else { '·' };
    match cell {
        Cell::Outside => String::new(),
        Cell::Filled(_, colour) if over.removed => format!("{}{}", colour.letter(), owner.unwrap_or(dot)),
        Cell::Filled(_, colour) => format!("{}{number}", colour.letter()),
        Cell::Empty(_) if !number.is_empty() => number,
        Cell::Empty(_) => over.letter.or(owner).unwrap_or(dot).to_string(),
    }
}

/// The text in the colours of the board, where there are colours.
fn overlay_paint(cell: Cell, text: &str, look: Look) -> String {
    match (cell, look) {
        (Cell::Outside, _) | (_, Look::Plain | Look::Ascii) => text.to_owned(),
        (Cell::Empty(_), Look::Coloured) => format!("{FELT}{LEGAL}{text}{RESET}"),
        (Cell::Filled(_, Colour::Black), Look::Coloured) => format!("{FELT}{BLACK}{text}{RESET}"),
        (Cell::Filled(_, Colour::White), Look::Coloured) => format!("{FELT}{WHITE}{text}{RESET}"),
    }
}

/// Where nearly everything is legal, as in Go, marks would only hide the board.
fn marked_moves(view: &View) -> Vec<Move> {
    let on_board = |square: Move| view.diagram.cells.contains(&Cell::Empty(square));
    if view.moves().iter().any(|legal| !on_board(legal.choice)) {
        return Vec::new();
    }
    view.moves().iter().map(|legal| legal.choice).collect()
}

fn draw_cell(cell: Cell, marks: &[Move], is_last: bool, look: Look) -> String {
    let brackets = if is_last { ['(', ')'] } else { [' ', ' '] };
    let framed = |inner: &str| format!("{}{inner}{}", brackets[0], brackets[1]);
    match (cell, look) {
        (Cell::Outside, _) => "   ".to_owned(),
        (Cell::Empty(square), Look::Coloured) if marks.contains(&square) => {
            format!("{FELT}{LEGAL}{}{RESET}", framed("∘"))
        }
        (Cell::Empty(square), _) if marks.contains(&square) => framed("+"),
        (Cell::Empty(_), Look::Coloured) => format!("{FELT}{FAINT}{}{RESET}", framed("·")),
        (Cell::Empty(_), Look::Plain) => framed("·"),
        (Cell::Empty(_), Look::Ascii) => framed("."),
        (Cell::Filled(_, Colour::Black), Look::Coloured) => format!("{FELT}{BLACK}{}{RESET}", framed("●")),
        (Cell::Filled(_, Colour::White), Look::Coloured) => format!("{FELT}{WHITE}{}{RESET}", framed("●")),
        (Cell::Filled(_, colour), _) => framed(&colour.letter().to_string()),
    }
}

/// What players count, as in `X 2  O 2`.
pub fn tally(view: &View) -> String {
    let counted = view.seat_labels.iter().zip(&view.tally);
    counted.map(|(label, points)| format!("{label} {points}")).collect::<Vec<_>>().join("  ")
}

/// The result of a finished game in a sentence.
pub fn result(game: &dyn AnyGame, view: &View) -> String {
    let scores: Vec<String> =
        view.seat_labels.iter().zip(&view.scores).map(|(label, points)| format!("{label} {points}")).collect();
    let dead = match view.taken_off.as_slice() {
        [] => String::new(),
        dead => format!("; dead and taken off: {}", squares(game, dead)),
    };
    let rest = format!("({}{dead})", scores.join(", "));
    match view.winner {
        None => format!("The first place is shared {rest}."),
        Some(winner) => {
            let own = view.scores[winner.index()];
            let others = view.scores.iter().enumerate().filter(|&(seat, _)| seat != winner.index());
            let rival = others.map(|(_, points)| *points).max().unwrap_or(own);
            format!("{} wins by {} {rest}.", view.seat_labels[winner.index()], own - rival)
        }
    }
}
