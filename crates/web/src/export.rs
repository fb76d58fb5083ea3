//! Writing a room as a record: SGF with all variations, GGF, move text, the position, a plain diagram.

pub(crate) mod result;

use std::collections::HashMap;

use enban_catalog::{Layout, View};
use enban_formats::Colour as RecordColour;
use enban_formats::ggf::{self, GgfBoard, GgfCell, GgfGame, GgfMove};
use enban_formats::sgf::{Collection, Move, Node, NodeId, Point, Setup, Tree, terms};
use enban_game::{Cell, Colour, Move as Square, Seat, Step};

use crate::api;
use crate::drawing;
use crate::facts;
use crate::import::start;
use crate::refusal::Refusal;
use crate::room::{Game, Room};
use crate::tree::{Entry, Tree as Variations};

/// The room in a format.
pub(crate) fn write(room: &Room, format: &str) -> Result<String, Refusal> {
    let game = room.game();
    match format {
        "sgf" => to_sgf(room),
        "ggf" => to_ggf(room),
        "moves" => Ok(drawing::words(&**game.rules(), &game.tree().steps(room.line_end())).join(" ") + "\n"),
        "position" => Ok(game.view().position.clone() + "\n"),
        "svg" => Ok(to_svg(&drawing::draw(&**game.rules(), game.shown()))),
        _ => Err(Refusal::bad("format: expected sgf, ggf, moves, position or svg")),
    }
}

/// The position that the game began with.
fn first_view(game: &Game) -> Result<View, Refusal> {
    Ok(game.session_at(Variations::ROOT)?.view())
}

fn colour_of(game: &Game, seat: Seat) -> RecordColour {
    facts::record_colour(game.colour(seat))
}

/// Who played black and white. Where people sit, a record may have said who they are.
fn names(room: &Room) -> [String; 2] {
    let [black, white] = room.colour_names();
    [("PB", black), ("PW", white)].map(|(property, name)| {
        let kept = if name == "human" { room.game().kept(property) } else { None };
        kept.unwrap_or(name)
    })
}

fn to_sgf(room: &Room) -> Result<String, Refusal> {
    let game = room.game();
    let mut tree = facts::tree(&**game.rules(), game.kept("RU").as_deref());
    let root = tree.root();
    let node = tree.node_mut(root);
    for (property, name) in ["PB", "PW"].into_iter().zip(names(room)) {
        node.set(property, name);
    }
    describe(node, game.tree().get(Variations::ROOT).expect("a tree has its root"));
    // What a record says of its own end was kept: players may have agreed on it, or one have resigned.
    if let Some(outcome) = result::counted(game, game.tree().main_end())?.filter(|_| !node.has("RE")) {
        node.set("RE", outcome.to_string());
    }
    if let Some(position) = game.start() {
        set_up(node, game, &first_view(game)?);
        if start::of(&tree, &**game.rules(), &mut Vec::new())?.session.position() != position {
            tree.node_mut(root).set(terms::POSITION, position);
        }
    }
    write_variations(game, &mut tree);
    Ok(Collection { trees: vec![tree] }.write())
}

/// Writes all the moves of a game, with what is said of them.
fn write_variations(game: &Game, tree: &mut Tree) {
    let points = points(&game.rules().layout());
    let mut waiting: Vec<(u32, NodeId)> = vec![(Variations::ROOT, tree.root())];
    while let Some((id, place)) = waiting.pop() {
        let mut children = Vec::new();
        for &child in &game.tree().get(id).expect("nodes of the tree").children {
            let entry = game.tree().get(child).expect("children are in the tree");
            let place = tree.add_child(place);
            let node = tree.node_mut(place);
            let played = match entry.step {
                Some(Step::Play(square)) => points.get(&square).copied().map_or(Move::Pass, Move::At),
                Some(Step::Pass) | None => Move::Pass,
            };
            node.set_move(colour_of(game, entry.mover.unwrap_or(Seat(0))), played);
            describe(node, entry);
            children.push((child, place));
        }
        waiting.extend(children.into_iter().rev());
    }
}

/// The points of the squares of a board.
fn points(layout: &Layout) -> HashMap<Square, Point> {
    let width = layout.columns.len();
    let point = |at: usize| Point::new((at % width) as u8, (at / width) as u8);
    layout.cells.iter().enumerate().filter_map(|(at, square)| Some(((*square)?, point(at)))).collect()
}

/// Writes what is said of a position, and what a record said of it unless it is known better.
fn describe(node: &mut Node, entry: &Entry) {
    if !entry.comment.is_empty() {
        node.set("C", entry.comment.as_str());
    }
    for property in &entry.kept {
        if !node.has(property.name()) {
            node.push(property.clone());
        }
    }
}

/// Writes the position that a game began with. Black stones alone do not make a handicap: some rules pay White for one,
/// so only a record can say that it was given.
fn set_up(node: &mut Node, game: &Game, first: &View) {
    let points = points(&game.rules().layout());
    let of = |wanted: Colour| -> Vec<Point> {
        let stones = first.diagram.cells.iter().filter_map(|cell| match cell {
            Cell::Filled(square, colour) if *colour == wanted => points.get(square).copied(),
            _ => None,
        });
        stones.collect()
    };
    let (black, white) = (of(Colour::Black), of(Colour::White));
    let to_play = colour_of(game, first.mover);
    node.set_setup(&Setup { black, white, to_play: Some(to_play), ..Setup::default() });
}

fn to_ggf(room: &Room) -> Result<String, Refusal> {
    let game = room.game();
    let (rules, tree) = (game.rules(), game.tree());
    let first = first_view(game)?;
    let size = first.diagram.columns.len();
    let steps = tree.path(room.line_end()).into_iter().filter_map(|id| tree.get(id));
    let moves = steps.filter_map(|entry| {
        let step = entry.step?;
        let word = if step == rules.pass() { "PA".to_owned() } else { rules.write_step(step) };
        Some(GgfMove::plain(colour_of(game, entry.mover?), &word))
    });
    let [black_name, white_name] = names(room);
    let outcome = result::said(game, room.line_end())?;
    let squares = first.diagram.cells.iter().filter(|cell| !matches!(cell, Cell::Outside)).count();
    let record = GgfGame {
        game: if first.game == "reversi" { "Othello".to_owned() } else { first.game.clone() },
        place: Some("enban".to_owned()),
        black_name: Some(black_name),
        white_name: Some(white_name),
        kind: Some(size.to_string()),
        result: outcome.and_then(|outcome| result::to_ggf(outcome, squares)),
        board: board(&first, size, colour_of(game, first.mover)),
        moves: moves.collect(),
        ..GgfGame::default()
    };
    Ok(ggf::write(&[record]))
}

/// The board of a position; squares that are not on a board are empty ones there.
fn board(view: &View, size: usize, to_move: RecordColour) -> Option<GgfBoard> {
    let cell = |cell: &Cell| match cell {
        Cell::Filled(_, Colour::Black) => GgfCell::Black,
        Cell::Filled(_, Colour::White) => GgfCell::White,
        Cell::Empty(_) | Cell::Outside => GgfCell::Empty,
    };
    GgfBoard::new(size, view.diagram.cells.iter().map(cell).collect(), to_move)
}

/// A plain drawing on squares, for places where the page is not.
fn to_svg(view: &api::View) -> String {
    const UNIT: usize = 40;
    let (width, height) = ((view.board.columns.len() + 1) * UNIT, (view.board.rows.len() + 1) * UNIT);
    let place = |at: usize| at * UNIT + UNIT;
    let cell = |cell: &api::Cell| {
        let (x, y) = (place(cell.column), place(cell.row));
        let felt = if view.board.ring.contains(&cell.name) { "#429475" } else { "#2A7456" };
        let square = format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{UNIT}\" height=\"{UNIT}\" fill=\"{felt}\" stroke=\"#17523B\"/>"
        );
        let fill = match cell.colour.as_deref() {
            None => return square,
            Some("black") => "#16181B",
            Some(_) => "#FBF8F0",
        };
        let (x, y, r) = (x + UNIT / 2, y + UNIT / 2, UNIT * 2 / 5);
        format!("{square}<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{fill}\"/>")
    };
    let label = |x: usize, y: usize, text: &str| {
        format!(
            "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-size=\"16\" text-anchor=\"middle\">{text}</text>"
        )
    };
    let columns = view.board.columns.iter().enumerate().map(|(at, text)| label(place(at) + UNIT / 2, 28, text));
    let rows = view.board.rows.iter().enumerate().map(|(at, text)| label(20, place(at) + 26, text));
    let parts: String = view.board.cells.iter().map(cell).chain(columns).chain(rows).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\">{parts}</svg>\n"
    )
}
