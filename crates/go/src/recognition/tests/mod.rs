//! Recognition on drawn boards.

mod candidates;
mod life;
mod linking;
mod slow_life;
mod status;
mod territory;

use enban_game::{Bits, Colour};

use crate::tests::{game, read};
use crate::{Go, State};

/// A drawn board with black to move: `X` and `O` are stones, everything else is empty. The size is the number of rows.
pub(super) fn drawn(picture: &str) -> (Go<2>, State<2>) {
    let rows: Vec<&str> = picture.split_whitespace().collect();
    let game = game::<2>(&format!("go{}", rows.len()));
    let cells: String = rows.concat().chars().map(|cell| if "XO".contains(cell) { cell } else { '.' }).collect();
    let state = read(&game, &format!("{cells} X"));
    (game, state)
}

pub(super) fn stones_of(state: &State<2>) -> [Bits<2>; 2] {
    [state.stones(Colour::Black), state.stones(Colour::White)]
}

/// The points of a drawn board that show one of some signs.
pub(super) fn marked(picture: &str, signs: &str) -> Bits<2> {
    let mut points = Bits::EMPTY;
    let cells = picture.chars().filter(|cell| !cell.is_whitespace());
    cells.enumerate().filter(|(_, cell)| signs.contains(*cell)).for_each(|(point, _)| points.set(point));
    points
}

/// A board drawn again, with a sign for each point.
pub(super) fn picture(game: &Go<2>, sign: impl Fn(usize) -> char) -> String {
    let size = game.board().size();
    let row = |row: usize| (row * size..(row + 1) * size).map(&sign).collect::<String>();
    (0..size).map(row).collect::<Vec<_>>().join(" ")
}

/// The same picture with single blanks, for comparison.
pub(super) fn tidy(picture: &str) -> String {
    picture.split_whitespace().collect::<Vec<_>>().join(" ")
}
