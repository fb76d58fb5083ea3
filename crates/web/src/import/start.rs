//! Where a game of SGF begins: the stones that are set up before its first move, and who makes that.

use std::collections::HashSet;

use enban_catalog::{View, open};
use enban_formats::Color;
use enban_formats::sgf::{BoardSize, NodeId, Setup, Tree, terms};
use enban_game::{Cell, Colour};

use super::board_text;
use crate::{catalogue, facts};

/// Where a game begins.
pub struct Start {
    /// The position, where it is not that of the game.
    pub position: Option<String>,
    /// The nodes whose stones are in it.
    pub folded: HashSet<NodeId>,
}

/// Puts together what the nodes before the first move or branch set up.
pub fn of(tree: &Tree, size: BoardSize, usual: &View, warnings: &mut Vec<String>) -> Start {
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
        let stones = [(&setup.black, Some(Color::Black)), (&setup.white, Some(Color::White)), (&setup.empty, None)];
        for (points, stone) in stones {
            for point in points {
                is_set_up |= stone.is_some();
                cells[usize::from(point.y) * width + usize::from(point.x)] = stone;
            }
        }
    }
    // A board that was emptied has no stones to set up.
    let set_up = cells.clone();
    if !is_set_up {
        cells = usual.diagram.cells.iter().map(stone_on).collect();
    }
    let is_handicap = is_set_up && catalogue::family(&usual.game) == "go" && !cells.contains(&Some(Color::White));
    let to_move = to_play
        .or_else(|| first_color(tree, size))
        .or_else(|| is_handicap.then_some(Color::White))
        .unwrap_or_else(|| facts::color(usual.seat_colours[usual.mover.index()]));
    let whole = whole_position(tree, &set_up, to_move, usual);
    let position = whole.or_else(|| position(&cells, to_move, is_set_up, usual));
    Start { position, folded: folded.into_iter().collect() }
}

/// The whole position that a record of ours tells, if its stones and its turn are still those that are set up.
fn whole_position(tree: &Tree, cells: &[Option<Color>], to_move: Color, usual: &View) -> Option<String> {
    let text = tree.node(tree.root()).simple_text(terms::POSITION)?;
    let view = open(&usual.game).ok()?.session(Some(&text), None).ok()?.view();
    let is_same = view.diagram.cells.iter().map(stone_on).eq(cells.iter().copied())
        && facts::color(view.seat_colours[view.mover.index()]) == to_move;
    is_same.then_some(text)
}

/// The nodes up to the first move or branch, in their order.
pub fn opening_nodes(tree: &Tree) -> Vec<NodeId> {
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

/// Who makes the first move of the main line.
fn first_color(tree: &Tree, size: BoardSize) -> Option<Color> {
    tree.main_line().find_map(|id| tree.node(id).moves(size).ok()?.first().map(|(color, _)| *color))
}

fn stone_on(cell: &Cell) -> Option<Color> {
    match cell {
        Cell::Filled(_, colour) => Some(facts::color(*colour)),
        Cell::Empty(_) | Cell::Outside => None,
    }
}

/// The text of a position; none for the one with which the game begins anyway.
fn position(cells: &[Option<Color>], to_move: Color, is_set_up: bool, usual: &View) -> Option<String> {
    let usual_color = facts::color(usual.seat_colours[usual.mover.index()]);
    // A colour does not tell the seat where four play, so that only another colour moves the turn.
    if !is_set_up && to_move == usual_color {
        return None;
    }
    let letter = |at: usize| match cells[at] {
        Some(Color::Black) => Colour::Black.letter(),
        Some(Color::White) => Colour::White.letter(),
        None => '-',
    };
    let text = board_text(usual, letter, to_move);
    // Games write empty points and the ends of rows in their own ways.
    let plain = usual.position.replace('/', "").replace('.', "-");
    (text != plain).then_some(text)
}
