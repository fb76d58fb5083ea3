//! Where a game of SGF begins: the stones that are set up before its first move, and who makes that.

use std::collections::HashSet;

use enban_catalog::{AnyGame, Session};
use enban_formats::Colour as RecordColour;
use enban_formats::sgf::{BoardSize, NodeId, Setup, Tree, terms};
use enban_game::{Cell, Colour, Seat, SetUpError};

use crate::facts;
use crate::refusal::Refusal;

/// Where a game begins.
pub(crate) struct Start {
    /// A game in progress there.
    pub session: Box<dyn Session>,
    /// The nodes whose stones are in it.
    pub folded: HashSet<NodeId>,
}

/// Puts together what the nodes before the first move or branch set up.
pub(crate) fn of(tree: &Tree, game: &dyn AnyGame, warnings: &mut Vec<String>) -> Result<Start, Refusal> {
    let size = facts::board_of(&game.layout());
    let width = usize::from(size.width());
    let mut cells = vec![None; width * usize::from(size.height())];
    let (mut is_set_up, mut to_play) = (false, None);
    let folded = opening_nodes(tree);
    for &id in &folded {
        let setup = tree.node(id).setup(size).unwrap_or_else(|error| {
            warnings.push(error.to_string());
            Setup::default()
        });
        to_play = setup.to_play.or(to_play);
        let stones = [(&setup.black, Some(Colour::Black)), (&setup.white, Some(Colour::White)), (&setup.empty, None)];
        for (points, stone) in stones {
            for point in points {
                is_set_up |= stone.is_some();
                cells[usize::from(point.y) * width + usize::from(point.x)] = stone;
            }
        }
    }
    let usual = game.begin();
    let is_handicap = is_set_up && game.capabilities().go.is_some() && !cells.contains(&Some(Colour::White));
    let to_move = to_play
        .or_else(|| first_colour(tree, size))
        .or_else(|| is_handicap.then_some(RecordColour::White))
        .unwrap_or_else(|| colour_to_move(&*usual));
    let session = match whole_position(tree, &cells, to_move, game) {
        Some(session) => session,
        None if is_set_up => set_up(game, &cells, to_move)?,
        // A colour does not tell the seat where four play, so that only another colour moves the turn.
        None if to_move != colour_to_move(&*usual) => set_up(game, &stones_of(&*usual), to_move)?,
        None => usual,
    };
    Ok(Start { session, folded: folded.into_iter().collect() })
}

/// A game in progress with these stones on the cells of the board and a colour to move.
pub(crate) fn set_up(
    game: &dyn AnyGame,
    cells: &[Option<Colour>],
    to_move: RecordColour,
) -> Result<Box<dyn Session>, Refusal> {
    let layout = game.layout();
    let stones = layout.cells.iter().zip(cells).filter_map(|(square, stone)| Some(((*square)?, *stone)));
    let stones: Vec<_> = stones.collect();
    let mover = if to_move == RecordColour::Black { Seat(0) } else { Seat(1) };
    let usual = game.begin();
    let mut session = usual.copy();
    session.set_up(&stones, mover).map_err(|error| match error {
        SetUpError::NoLiberty(point) => {
            Refusal::bad(format!("position, expected a chain with a liberty at {}", game.write_move(point)))
        }
        other => Refusal::bad(format!("position, {other}")),
    })?;
    // Who sets up the start of the game has set up nothing.
    Ok(if session.position() == usual.position() { usual } else { session })
}

/// The whole position that a record of ours tells, if its stones and its turn are still those that are set up.
fn whole_position(
    tree: &Tree,
    cells: &[Option<Colour>],
    to_move: RecordColour,
    game: &dyn AnyGame,
) -> Option<Box<dyn Session>> {
    let text = tree.node(tree.root()).simple_text(terms::POSITION)?;
    let session = game.session(Some(&text), None).ok()?;
    let is_same = stones_of(&*session) == cells && colour_to_move(&*session) == to_move;
    is_same.then_some(session)
}

/// The nodes up to the first move or branch, in their order.
pub(crate) fn opening_nodes(tree: &Tree) -> Vec<NodeId> {
    let mut nodes = Vec::new();
    for id in tree.main_line() {
        nodes.push(id);
        let node = tree.node(id);
        if node.children().len() != 1 || node.has("B") || node.has("W") {
            break;
        }
    }
    nodes
}

/// The colour on turn as records have it.
fn colour_to_move(session: &dyn Session) -> RecordColour {
    facts::record_colour(session.game().seat_colour(session.mover()))
}

/// Who makes the first move of the main line.
fn first_colour(tree: &Tree, size: BoardSize) -> Option<RecordColour> {
    tree.main_line().find_map(|id| tree.node(id).moves(size).ok()?.first().map(|(colour, _)| *colour))
}

/// What stands on each cell.
fn stones_of(session: &dyn Session) -> Vec<Option<Colour>> {
    let stone = |cell: &Cell| match cell {
        Cell::Filled(_, colour) => Some(*colour),
        Cell::Empty(_) | Cell::Outside => None,
    };
    session.view().diagram.cells.iter().map(stone).collect()
}
