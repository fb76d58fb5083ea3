//! Whose points are whose on a board of Go: [`Ending`] by the status of its groups, [`owners`] by playouts.

use enban_catalog::{OverlayCell, SEKI};
use enban_game::{Colour, Points, Seat};

use crate::board::Board;

/// A board as if the game ended here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ending {
    side: usize,
    colours: Vec<Option<Colour>>,
    dead: Vec<bool>,
    seki: Vec<bool>,
}

impl Ending {
    /// The stones of a board, and which of them are dead: what the overlay of that name takes off. Under Tromp-Taylor
    /// rules every stone is on the board because it lives.
    pub(crate) fn of(board: &Board) -> Self {
        let colours = board.colours();
        let judged = match board.name().get("rules") {
            Some("tromp-taylor") => None,
            _ => board.session().overlay("status"),
        };
        let told = |is_so: fn(&OverlayCell) -> bool| match &judged {
            Some(overlay) => overlay.cells.iter().map(is_so).collect(),
            None => vec![false; colours.len()],
        };
        let (dead, seki) = (told(|cell| cell.removed), told(|cell| cell.letter == Some(SEKI)));
        Self { side: board.side(), colours, dead, seki }
    }

    /// The chains that are dead, as cells.
    pub(crate) fn dead(&self) -> Vec<Vec<usize>> {
        self.chains().filter(|chain| self.dead[chain[0]]).collect()
    }

    /// The chains that live by themselves, as cells.
    pub(crate) fn alive(&self) -> Vec<Vec<usize>> {
        self.chains().filter(|chain| !self.dead[chain[0]] && !self.seki[chain[0]]).collect()
    }

    /// The chains that live in seki, as cells.
    pub(crate) fn seki(&self) -> Vec<Vec<usize>> {
        self.chains().filter(|chain| self.seki[chain[0]]).collect()
    }

    /// Whose each point is when dead stones are taken off.
    pub(crate) fn territory(&self) -> Vec<Option<Colour>> {
        area(&self.living(), self.side)
    }

    /// The scores of black and white when dead stones are taken off.
    pub(crate) fn scores(&self, board: &Board) -> Vec<Points> {
        let fallen = |colour: Colour| {
            let stones = self.colours.iter().zip(&self.dead).filter(|&(stone, dead)| *dead && *stone == Some(colour));
            stones.count() as u32
        };
        let [black, white] = board.prisoners();
        // By territory the game takes off the dead itself when it has ended, and knows of the eyes in seki.
        let position = match board.name().get("rules") {
            Some("japanese") => format!("{} passes=2", board.position(&self.colours, Seat(0), [black, white])),
            _ => {
                let prisoners = [black + fallen(Colour::Black), white + fallen(Colour::White)];
                board.position(&self.living(), Seat(0), prisoners)
            }
        };
        let session = board.game().session(Some(&position), None).expect("fewer stones have more liberties");
        session.standing().scores
    }

    fn chains(&self) -> impl Iterator<Item = Vec<usize>> {
        regions(&self.colours, self.side).into_iter().filter(|region| self.colours[region[0]].is_some())
    }

    fn living(&self) -> Vec<Option<Colour>> {
        self.colours.iter().zip(&self.dead).map(|(&stone, &dead)| if dead { None } else { stone }).collect()
    }
}

/// The owner of every point as the playouts of `uct` expect it: from 1 for black to -1 for white, row by row from the top.
pub(crate) fn owners(board: &Board) -> Vec<f64> {
    board.session().owners().unwrap_or_default().into_iter().map(f64::from).collect()
}

/// Whose each point is on a board as it stands: the stones', and of empty points that of the only colour they touch.
fn area(colours: &[Option<Colour>], side: usize) -> Vec<Option<Colour>> {
    let mut owners = colours.to_vec();
    for region in regions(colours, side) {
        if colours[region[0]].is_some() {
            continue;
        }
        let mut touched = [false; 2];
        let around = region.iter().flat_map(|&cell| neighbours(cell, side, colours.len()));
        around.filter_map(|cell| colours[cell]).for_each(|colour| touched[usize::from(colour == Colour::White)] = true);
        let owner = match touched {
            [true, false] => Some(Colour::Black),
            [false, true] => Some(Colour::White),
            _ => None,
        };
        region.into_iter().for_each(|cell| owners[cell] = owner);
    }
    owners
}

/// Points that hang together and are of one colour, or empty.
fn regions(colours: &[Option<Colour>], side: usize) -> Vec<Vec<usize>> {
    let mut seen = vec![false; colours.len()];
    let mut regions = Vec::new();
    for start in 0..colours.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut region = vec![start];
        let mut next = 0;
        while let Some(&cell) = region.get(next) {
            for other in neighbours(cell, side, colours.len()) {
                if colours[other] == colours[start] && !std::mem::replace(&mut seen[other], true) {
                    region.push(other);
                }
            }
            next += 1;
        }
        regions.push(region);
    }
    regions
}

/// The points beside a point.
pub(crate) fn neighbours(cell: usize, side: usize, cells: usize) -> impl Iterator<Item = usize> {
    let column = cell % side;
    let left = (column > 0).then(|| cell - 1);
    let right = (column + 1 < side).then_some(cell + 1);
    let above = cell.checked_sub(side);
    let below = (cell + side < cells).then_some(cell + side);
    [left, right, above, below].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board of Go with stones, black to move.
    fn board(name: &str, rows: &str) -> Board {
        let mut board = Board::open(name).unwrap();
        let colour = |letter| match letter {
            'X' => Some(Colour::Black),
            'O' => Some(Colour::White),
            _ => None,
        };
        let cells: Vec<_> = rows.split_whitespace().flat_map(str::chars).map(colour).enumerate().collect();
        board.set_up(&cells, Seat(0)).unwrap();
        board
    }

    /// Black owns the left with one stone of white in it, white the right with one of black.
    const HALVES: &str = "
        ...X.O...
        .O.X.O...
        ...X.O...
        ...XO....
        ...XO....
        ...XO....
        ...X.O.X.
        ...X.O...
        ...X.O...
    ";

    #[test]
    fn dead_stones_are_taken_off() {
        let check = |name: &str, dead: &[&str], scores: [i32; 2]| {
            let board = board(name, HALVES);
            let ending = Ending::of(&board);
            assert_eq!(board.vertices(ending.dead().into_iter().flatten()), dead, "{name}");
            assert_eq!(ending.alive().len() + ending.dead().len(), 6, "{name}");
            let scores = scores.map(Points::whole).to_vec();
            assert_eq!(ending.scores(&board), scores, "{name}");
        };
        check("go9(komi=0)", &["B8", "H3"], [36, 39]);
        check("go9(rules=japanese,komi=0)", &["B8", "H3"], [28, 31]);
        check("go9(rules=tromp-taylor,komi=0)", &[], [10, 10]);
    }

    #[test]
    fn playouts_find_the_owners() {
        let owners = owners(&board("go9", HALVES));
        let of = |column: usize| (0..9).map(|row| owners[9 * row + column]).sum::<f64>() / 9.0;
        assert!(of(0) > 0.5 && of(3) > 0.7, "{owners:?}");
        assert!(of(5) < -0.6 && of(8) < -0.4, "{owners:?}");
    }

    #[test]
    fn an_empty_board_is_nobodys() {
        let board = Board::open("go5").unwrap();
        assert!(owners(&board).iter().all(|owner| owner.abs() < 0.5));
        assert_eq!(Ending::of(&board).territory(), vec![None; 25]);
    }
}
