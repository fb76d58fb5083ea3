//! Writing a room as a record: SGF with all variations, GGF, move text, the position, a plain diagram.

pub(crate) mod result;

use enban_formats::Color;
use enban_formats::ggf::{self, GgfBoard, GgfCell, GgfGame, GgfMove};
use enban_formats::sgf::{BoardSize, Collection, Move, Node, NodeId, Point, Setup, Tree, terms};

use crate::api::{Cell, View};
use crate::drawing::{self, Laid};
use crate::facts;
use crate::import::start;
use crate::refusal::Refusal;
use crate::room::Room;
use crate::tree::Entry;

/// The room in a format.
pub fn write(room: &Room, format: &str) -> Result<String, Refusal> {
    match format {
        "sgf" => to_sgf(room),
        "ggf" => to_ggf(room),
        "moves" => Ok(room.tree().steps(room.line_end()).join(" ") + "\n"),
        "position" => Ok(room.position().to_owned() + "\n"),
        "svg" => Ok(to_svg(room.view())),
        _ => Err(Refusal::bad("format: expected sgf, ggf, moves, position or svg")),
    }
}

/// The position that the room began with.
fn first_view(room: &Room) -> Result<View, Refusal> {
    Ok(drawing::draw(&mut *room.session_at(0)?, Laid::Usual))
}

/// Whether the room began elsewhere than the game does.
fn is_set_up(room: &Room, first: &View) -> Result<bool, Refusal> {
    Ok(room.game().session(None, None).map_err(Refusal::failed)?.view().position != first.position)
}

fn color_of(room: &Room, seat: usize) -> Color {
    if room.seat_colour(seat) == "black" { Color::Black } else { Color::White }
}

/// Who played black and white. Where people sit, a record may have said who they are.
fn names(room: &Room) -> [String; 2] {
    let [black, white] = room.colour_names();
    [("PB", black), ("PW", white)].map(|(property, name)| {
        let kept = if name == "human" { room.kept(property) } else { None };
        kept.unwrap_or(name)
    })
}

fn to_sgf(room: &Room) -> Result<String, Refusal> {
    let first = first_view(room)?;
    let mut tree = facts::tree(&**room.game(), room.kept("RU").as_deref());
    let root = tree.root();
    let node = tree.node_mut(root);
    for (property, name) in ["PB", "PW"].into_iter().zip(names(room)) {
        node.set(property, name);
    }
    describe(node, room.tree().get(0).expect("a tree has its root"));
    // What a record says of its own end was kept: players may have agreed on it, or one have resigned.
    if let Some(outcome) = result::counted(room, room.main_end())?.filter(|_| !node.has("RE")) {
        node.set("RE", outcome.to_string());
    }
    if is_set_up(room, &first)? {
        set_up(node, room, &first);
        if begins_at(room, &tree)? != first.position {
            tree.node_mut(root).set(terms::POSITION, first.position.as_str());
        }
    }
    let mut waiting: Vec<(u32, NodeId)> = vec![(0, root)];
    while let Some((id, place)) = waiting.pop() {
        let mut children = Vec::new();
        for &child in &room.tree().get(id).expect("nodes of the tree").children {
            let entry = room.tree().get(child).expect("children are in the tree");
            let place = tree.add_child(place);
            let node = tree.node_mut(place);
            let word = entry.step.as_deref().unwrap_or("pass");
            let color = color_of(room, entry.mover.unwrap_or_default());
            node.set_move(color, point(&first, word).map_or(Move::Pass, Move::At));
            describe(node, entry);
            children.push((child, place));
        }
        waiting.extend(children.into_iter().rev());
    }
    Ok(Collection { trees: vec![tree] }.write())
}

/// The position that the stones of a record's root and its turn tell.
fn begins_at(room: &Room, tree: &Tree) -> Result<String, Refusal> {
    let game = room.game();
    let usual = game.session(None, None).map_err(Refusal::failed)?.view();
    let size = BoardSize::new(usual.diagram.columns.len() as u8, usual.diagram.rows.len() as u8);
    let start = start::of(tree, size.expect("boards fit the format"), &usual, &mut Vec::new());
    let told = game.session(start.position.as_deref(), None).map_err(Refusal::failed)?;
    Ok(told.view().position)
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

/// Writes the position that a room began with. Black stones alone do not make a handicap: some rules pay White for one,
/// so only a record can say that it was given.
fn set_up(node: &mut Node, room: &Room, first: &View) {
    let of = |colour: &str| -> Vec<Point> {
        let ours = first.board.cells.iter().filter(|cell| cell.colour.as_deref() == Some(colour));
        ours.map(|cell| Point::new(cell.column as u8, cell.row as u8)).collect()
    };
    let (black, white) = (of("black"), of("white"));
    let to_play = color_of(room, first.mover);
    node.set_setup(&Setup { black, white, to_play: Some(to_play), ..Setup::default() });
}

/// The point that a word names.
fn point(view: &View, word: &str) -> Option<Point> {
    let cell = view.board.cells.iter().find(|cell| cell.name == word)?;
    Some(Point::new(cell.column as u8, cell.row as u8))
}

fn to_ggf(room: &Room) -> Result<String, Refusal> {
    let first = first_view(room)?;
    let size = first.board.columns.len();
    let steps = room.tree().path(room.line_end()).into_iter().filter_map(|id| room.tree().get(id));
    let moves = steps.filter_map(|entry| {
        let word = entry.step.as_deref()?;
        let word = if word == "pass" { "PA" } else { word };
        Some(GgfMove::plain(color_of(room, entry.mover?), word))
    });
    let [black_name, white_name] = names(room);
    let outcome = result::said(room, room.line_end())?;
    let record = GgfGame {
        game: if room.game_name() == "reversi" { "Othello".to_owned() } else { room.game_name().to_owned() },
        place: Some("enban".to_owned()),
        black_name: Some(black_name),
        white_name: Some(white_name),
        kind: Some(size.to_string()),
        result: outcome.and_then(|outcome| result::to_ggf(outcome, first.board.cells.len())),
        board: board(&first, size, color_of(room, first.mover)),
        moves: moves.collect(),
        ..GgfGame::default()
    };
    Ok(ggf::write(&[record]))
}

/// The board of a position; squares that are not on a board are empty ones there.
fn board(view: &View, size: usize, to_move: Color) -> Option<GgfBoard> {
    let mut cells = vec![GgfCell::Empty; size * size];
    for cell in &view.board.cells {
        let is = match cell.colour.as_deref() {
            Some("black") => GgfCell::Black,
            Some(_) => GgfCell::White,
            None => GgfCell::Empty,
        };
        *cells.get_mut(cell.row * size + cell.column)? = is;
    }
    GgfBoard::new(size, cells, to_move)
}

/// A plain drawing on squares, for places where the page is not.
fn to_svg(view: &View) -> String {
    const UNIT: usize = 40;
    let (width, height) = ((view.board.columns.len() + 1) * UNIT, (view.board.rows.len() + 1) * UNIT);
    let place = |at: usize| at * UNIT + UNIT;
    let cell = |cell: &Cell| {
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
