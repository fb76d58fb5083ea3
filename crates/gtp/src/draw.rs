//! Boards as text: for people, and for GoGui.

use enban_catalog::View;
use enban_game::{Cell, Colour};

use crate::board::Board;

/// The board with its labels, below a line with the game and whose turn it is.
pub(crate) fn for_people(game: &str, view: &View) -> String {
    let width = view.diagram.columns.len();
    let labels: String = view.diagram.columns.iter().map(|label| format!(" {}", label.to_ascii_uppercase())).collect();
    let row = |(cells, label): (&[Cell], &String)| {
        let cells: String = cells.iter().map(|cell| format!(" {}", letter(cell))).collect();
        format!("{label:>2}{cells} {label}")
    };
    let rows = view.diagram.cells.chunks(width).zip(&view.diagram.rows).map(row);
    let title = match view.is_over() {
        true => format!("{game}, over"),
        false => format!("{game}, {} to move", if view.mover.0 == 0 { "black (X)" } else { "white (O)" }),
    };
    let lines = [title, format!("  {labels}")].into_iter().chain(rows).chain([format!("  {labels}")]);
    lines.collect::<Vec<_>>().join("\n")
}

/// The board as GoGui reads it: the highest row first, squares outside the board empty.
pub(crate) fn for_gogui(board: &Board, view: &View) -> String {
    let letter = |cell: &Cell| match cell {
        Cell::Filled(_, colour) => colour.letter(),
        Cell::Empty(_) | Cell::Outside => '.',
    };
    let letters: Vec<String> = view.diagram.cells.iter().map(|cell| letter(cell).to_string()).collect();
    grid(board, &letters)
}

/// A value for every cell as GoGui reads it: the highest row first.
pub(crate) fn grid(board: &Board, values: &[String]) -> String {
    let mut rows: Vec<String> = values.chunks(board.side()).map(|row| row.join(" ")).collect();
    // The Reversi family has its first row at the top, GoGui at the bottom.
    if board.layout().rows.first().is_some_and(|label| label == "1") {
        rows.reverse();
    }
    rows.join("\n")
}

fn letter(cell: &Cell) -> char {
    match cell {
        Cell::Outside => ' ',
        Cell::Empty(_) => '.',
        Cell::Filled(_, Colour::Black) => 'X',
        Cell::Filled(_, Colour::White) => 'O',
    }
}
