//! SGF trees into rooms.

use std::collections::HashSet;

use enban_catalog::{Session, TurnView, View, entries};
use enban_formats::sgf::{BoardSize, Move, Node, NodeId, Tree, terms};
use enban_formats::{Color, Information, Property};
use enban_game::Diagram;

use super::{Lines, new_room, open_game, start};
use crate::api::NewRoom;
use crate::refusal::Refusal;
use crate::room::{NODES_MAX, Room};
use crate::{catalogue, facts};

/// Properties that a room has in its own way, or that say how the file was written.
const OURS: [&str; 15] =
    ["FF", "CA", "GM", "SZ", "AP", "KM", "B", "W", "AB", "AW", "AE", "PL", "C", terms::GAME_NAME, terms::POSITION];

/// A room that has grown from a tree.
pub struct Grown {
    /// The room.
    pub room: Room,
    /// Why its main line ends before that of the tree, if it does.
    pub cut: Option<String>,
}

/// The room of a tree, with the variations and comments that are legal, and what else its nodes say.
pub fn grow(tree: &Tree, name: &str, lines: Lines, warnings: &mut Vec<String>) -> Result<Grown, Refusal> {
    let usual = open_game(name)?.session(None, None).map_err(Refusal::failed)?.view();
    let size = board_of(&usual);
    let unread = unread_size(tree);
    if let Some(found) = size_of(tree, name)?.filter(|found| *found != size) {
        let unread = unread.map(|text| format!("SZ[{text}]: not the size of a board, {found} counts; "));
        let unread = unread.unwrap_or_default();
        return Err(Refusal::bad(format!("{unread}the record has a board of {found}, and {name} has {size}")));
    }
    warnings.extend(unread.map(|text| format!("SZ[{text}]: not the size of a board, {size} was taken")));
    let start::Start { position, folded } = start::of(tree, size, &usual, warnings);
    let mut room = new_room(&NewRoom { game: name.to_owned(), position, ..NewRoom::default() })?;
    let mut planter = Planter {
        room: &mut room,
        tree,
        size,
        diagram: &usual.diagram,
        lines,
        folded,
        warnings,
        put_in: 0,
        lost: 0,
        cut: None,
    };
    planter.plant()?;
    let cut = planter.finish();
    room.goto(*room.tree().main_line().last().expect("a tree has its root"))?;
    Ok(Grown { room, cut })
}

/// The board of a record: as it says, and in Go the one of the game that it is of where it says none. That is 19 unless
/// the record names its game in full.
fn size_of(tree: &Tree, name: &str) -> Result<Option<BoardSize>, Refusal> {
    let said = Information::of(tree).size;
    if said.is_some() || catalogue::family(name) != "go" {
        return Ok(said);
    }
    let game = facts::game_of(tree, &mut Vec::new()).map_err(|error| Refusal::bad(error.to_string()))?;
    let start = open_game(&game)?.session(None, None).map_err(Refusal::failed)?.view();
    Ok(Some(board_of(&start)))
}

/// What a record says its board is, where that is no size.
fn unread_size(tree: &Tree) -> Option<String> {
    let nodes = start::opening_nodes(tree);
    let said = nodes.iter().find_map(|&id| tree.node(id).simple_text("SZ"))?;
    BoardSize::read(&said).is_none().then(|| said.chars().take(20).collect())
}

fn board_of(start: &View) -> BoardSize {
    let (width, height) = (start.diagram.columns.len(), start.diagram.rows.len());
    BoardSize::new(width as u8, height as u8).expect("boards fit the format")
}

/// A move of a record that was made.
pub struct Made {
    /// The node after it.
    pub node: u32,
    /// Passes put in before it that nobody was forced to.
    pub put_in: usize,
}

/// Makes a move of a record at a node where a session stands. Passes that the record leaves out are put in: forced ones,
/// and where one may pass at will, that of the other colour between two moves of the same.
pub fn make(room: &mut Room, node: u32, session: &mut dyn Session, color: Color, word: &str) -> Result<Made, String> {
    let mut made = Made { node, put_in: 0 };
    let number = session.standing().steps + 1;
    let refused = |why: String| format!("move {number}, {word}: {why}");
    let graft = |room: &mut Room, node: u32, session: &mut dyn Session, word: &str| {
        room.graft(node, session, word).map_err(|refusal| refused(refusal.detail.message))
    };
    let mut view = session.view();
    if matches!(view.turn, TurnView::Pass) && word != "pass" {
        made.node = graft(room, made.node, session, "pass")?;
        view = session.view();
    }
    if !view.is_over() && mover(&view) != color {
        if !may_pass(&view) {
            return Err(refused(format!("a move of {color:?}, but it is the turn of {:?}", mover(&view))));
        }
        made = Made { node: graft(room, made.node, session, "pass")?, put_in: 1 };
    }
    made.node = graft(room, made.node, session, word)?;
    Ok(made)
}

/// The colour on turn.
fn mover(view: &View) -> Color {
    facts::color(view.seat_colours[view.mover.index()])
}

/// Whether a pass is a move, and would not end the game.
fn may_pass(view: &View) -> bool {
    let is_pass = |word: &str| word == "pass";
    view.moves().iter().any(|legal| is_pass(&legal.word)) && !view.steps.last().is_some_and(|step| is_pass(step))
}

/// A node of the record that waits to be planted.
struct Branch {
    node: NodeId,
    /// The room's node that it grows from.
    parent: u32,
    /// Whether it is of the main line.
    is_main: bool,
    /// A game in progress that stands there, if one is at hand.
    session: Option<Box<dyn Session>>,
}

/// Plants a tree into a room.
struct Planter<'p> {
    room: &'p mut Room,
    tree: &'p Tree,
    size: BoardSize,
    /// The board, for the names of its points.
    diagram: &'p Diagram,
    lines: Lines,
    /// Nodes whose stones are in the position that the room begins with.
    folded: HashSet<NodeId>,
    warnings: &'p mut Vec<String>,
    /// Passes put in that the record does not have.
    put_in: usize,
    /// Properties that could not be kept.
    lost: usize,
    /// Why the main line ends early.
    cut: Option<String>,
}

impl Planter<'_> {
    /// Adds all nodes. The session goes on along each line, and is made anew only where lines part.
    fn plant(&mut self) -> Result<(), Refusal> {
        let start = self.room.session_at(0)?;
        let mut waiting = vec![Branch { node: self.tree.root(), parent: 0, is_main: true, session: Some(start) }];
        while let Some(Branch { node, parent, is_main, session }) = waiting.pop() {
            let mut session = match session {
                Some(session) => session,
                None => self.room.session_at(parent)?,
            };
            let at = match self.step(node, parent, &mut *session) {
                Ok(at) => at,
                Err(why) => {
                    self.warnings.push(format!("{why}; the line ends there"));
                    self.cut = self.cut.take().or(is_main.then_some(why));
                    continue;
                }
            };
            self.describe(node, at);
            let children = self.tree.node(node).children();
            if self.room.tree().len() >= NODES_MAX && !(children.is_empty() && waiting.is_empty()) {
                let why = format!("only the first {NODES_MAX} positions were read");
                self.cut = self.cut.take().or((is_main && !children.is_empty()).then(|| why.clone()));
                self.warnings.push(why);
                return Ok(());
            }
            let mut session = Some(session);
            let branch = |(number, &node): (usize, &NodeId)| Branch {
                node,
                parent: at,
                is_main: is_main && number == 0,
                session: session.take(),
            };
            let wanted = if self.lines == Lines::Main { 1 } else { children.len() };
            let children: Vec<Branch> = children.iter().take(wanted).enumerate().map(branch).collect();
            // The last one in is the first one out: the main line comes first.
            waiting.extend(children.into_iter().rev());
        }
        Ok(())
    }

    /// Makes the moves of a node; or says why one cannot be made, which ends the line.
    fn step(&mut self, id: NodeId, parent: u32, session: &mut dyn Session) -> Result<u32, String> {
        let node = self.tree.node(id);
        if ["AB", "AW", "AE"].iter().any(|name| node.has(name)) && !self.folded.contains(&id) {
            return Err(format!("{}: stones set up in the middle of the game", place_of(session)));
        }
        let moves = node.moves(self.size).map_err(|error| format!("{}: {error}", place_of(session)))?;
        let mut at = parent;
        for (color, played) in moves {
            let word = word(self.diagram, played);
            let made = make(self.room, at, session, color, &word)?;
            at = made.node;
            self.put_in += made.put_in;
        }
        Ok(at)
    }

    /// Puts down what a node says beside its moves.
    fn describe(&mut self, id: NodeId, at: u32) {
        let node: &Node = self.tree.node(id);
        if let Some(comment) = node.text("C") {
            self.room.add_comment(at, &comment).unwrap_or_else(|refusal| self.warnings.push(refusal.detail.message));
        }
        for property in node.properties().iter().filter(|property| is_kept(property)) {
            self.lost += usize::from(!self.room.keep(at, property));
        }
    }

    /// Tells what was added and lost on the way; why the main line ends early, if it does.
    fn finish(self) -> Option<String> {
        if self.put_in > 0 {
            let count = self.put_in;
            self.warnings.push(format!("one colour moves twice in a row: passes put in between: {count}"));
        }
        if self.lost > 0 {
            self.warnings.push(format!("properties that could not be kept: {}", self.lost));
        }
        self.cut
    }
}

/// Where in a game its session stands.
fn place_of(session: &dyn Session) -> String {
    match session.standing().steps {
        0 => "before move 1".to_owned(),
        steps => format!("after move {steps}"),
    }
}

/// Whether a property is to be written back as it was.
pub fn is_kept(property: &Property) -> bool {
    let text = || property.values()[0].to_simple_text();
    let names_game = |text: &str| entries().any(|entry| text.split('(').next() == Some(entry.id));
    match property.name() {
        // So we write the names of people whose names we do not know, and the rules of games without names for theirs.
        "PB" | "PW" => text() != "human",
        "RU" => !names_game(&text()),
        name => !OURS.contains(&name),
    }
}

fn word(diagram: &Diagram, played: Move) -> String {
    match played {
        Move::At(point) => {
            let (columns, rows) = (&diagram.columns, &diagram.rows);
            format!("{}{}", columns[usize::from(point.x)], rows[usize::from(point.y)]).to_ascii_lowercase()
        }
        _ => "pass".to_owned(),
    }
}
