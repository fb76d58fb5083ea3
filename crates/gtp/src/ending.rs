//! The end of a game for output: stones by status and territory as the session judges them, ownership by playouts.

use std::collections::BTreeMap;

use enban_catalog::OverlayKind;
use enban_game::{Colour, Move};

use crate::board::Board;

/// The status of a stone at the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// Alive, and not in seki.
    Alive,
    /// Dead: taken off before counting.
    Dead,
    /// Alive in seki.
    Seki,
}

/// The chains of a status. In games without chains all stones are listed as one.
pub(crate) fn stones_by(board: &Board, wanted: Status) -> Vec<Vec<Move>> {
    let ending = board.session().ending();
    let status = |stone: &Move| match (ending.dead.contains(stone), ending.seki.contains(stone)) {
        (true, _) => Status::Dead,
        (false, true) => Status::Seki,
        (false, false) => Status::Alive,
    };
    chains(board).into_iter().filter(|chain| chain.first().map(status) == Some(wanted)).collect()
}

/// The owner of each cell once dead stones are taken off, row by row from the top.
pub(crate) fn territory(board: &Board) -> Vec<Option<Colour>> {
    let ending = board.session().ending();
    let living = board.stones().into_iter().filter(|(stone, _)| !ending.dead.contains(stone));
    let owned: BTreeMap<Move, Colour> = living.chain(ending.territory.iter().copied()).collect();
    board.layout().cells.iter().map(|cell| owned.get(&(*cell)?).copied()).collect()
}

/// The ownership of each point by `uct` playouts: from 1 for Black to -1 for White, row by row from the top.
pub(crate) fn owners(board: &Board) -> Vec<f64> {
    board.session().owners().unwrap_or_default().into_iter().map(f64::from).collect()
}

/// The chains in the order of their first stones, row by row from the top.
fn chains(board: &Board) -> Vec<Vec<Move>> {
    let stones = board.stones().into_iter().map(|(stone, _)| stone);
    let Some(overlay) = board.session().overlay(OverlayKind::Chains) else { return vec![stones.collect()] };
    let mut chains: BTreeMap<Option<i32>, Vec<Move>> = BTreeMap::new();
    for stone in stones {
        let cell = board.layout().cell_of(stone).expect("stones stand on the board");
        chains.entry(overlay.cells[cell].number).or_default().push(stone);
    }
    chains.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_game::{Points, Seat};

    /// A board of Go with stones, black to move.
    fn board(name: &str, rows: &str) -> Board {
        let mut board = Board::open(name).unwrap();
        let colour = |letter| match letter {
            'X' => Some(Colour::Black),
            'O' => Some(Colour::White),
            _ => None,
        };
        let colours = rows.split_whitespace().flat_map(str::chars).map(colour);
        let cells: Vec<_> = board.layout().squares().zip(colours).collect();
        board.set_up(&cells, Seat(0)).unwrap();
        board
    }

    /// Black owns the left with one white stone in it, White the right with one black stone.
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
        let check = |name: &str, dead: &str, scores: [i32; 2]| {
            let board = board(name, HALVES);
            let [alive, fallen] = [Status::Alive, Status::Dead].map(|status| stones_by(&board, status));
            assert_eq!(alive.len() + fallen.len(), 6, "{name}");
            assert_eq!(board.vertices().list_moves(fallen.into_iter().flatten()), dead, "{name}");
            assert_eq!(board.session().ending().scores.as_slice(), scores.map(Points::whole), "{name}");
        };
        check("go9(komi=0)", "B8 H3", [36, 39]);
        check("go9(rules=japanese,komi=0)", "B8 H3", [28, 31]);
        check("go9(rules=tromp-taylor,komi=0)", "", [10, 10]);
    }

    #[test]
    fn territory_is_that_of_the_living() {
        let owners = territory(&board("go9", HALVES));
        let of = |column: usize| (0..9).map(|row| owners[9 * row + column]).collect::<Vec<_>>();
        assert_eq!(of(1), [Some(Colour::Black); 9]);
        assert_eq!(of(7), [Some(Colour::White); 9]);
        assert_eq!(owners[4], None, "between the walls");
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
        assert_eq!(territory(&board), vec![None; 25]);
        assert!(stones_by(&board, Status::Alive).is_empty());
    }

    #[test]
    fn discs_of_reversi_live_and_form_no_chains() {
        let board = Board::open("reversi").unwrap();
        assert_eq!(board.vertices().list_moves(stones_by(&board, Status::Alive).concat()), "D4 E4 D5 E5");
        assert!(stones_by(&board, Status::Dead).is_empty());
    }
}
