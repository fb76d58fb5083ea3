//! SGF trees into rooms.

use enban_catalog::{Session, TurnView, View};
use enban_formats::Color;
use enban_formats::sgf::{BoardSize, GAME_GO, Information, Move, NodeId, Point, Setup, Tree};

use super::{board_text, new_room, open_game};
use crate::api::NewRoom;
use crate::refusal::Refusal;
use crate::room::{NODES_MAX, Room};

/// The room of a tree, with all its variations and comments that are legal.
pub fn grow(tree: &Tree, game: Option<&str>, warnings: &mut Vec<String>) -> Result<Room, Refusal> {
    let information = Information::of(tree);
    let name = game.map_or_else(|| game_of(&information), str::to_owned);
    let rules = open_game(&name)?;
    let start = rules.session(None, None).map_err(Refusal::failed)?.view();
    let (width, height) = (start.diagram.columns.len(), start.diagram.rows.len());
    let size = BoardSize::new(width as u8, height as u8).expect("boards fit the format");
    if let Some(found) = information.size.filter(|found| *found != size) {
        return Err(Refusal::bad(format!("the record has a board of {found}, and {name} has {size}")));
    }
    let setup = tree.node(tree.root()).setup(size).unwrap_or_else(|error| {
        warnings.push(error.to_string());
        Setup::default()
    });
    let position = position(tree, &setup, size, &start);
    let mut room = new_room(&NewRoom { game: name, position, ..NewRoom::default() })?;
    Planter { room: &mut room, tree, size, warnings }.plant()?;
    room.goto(*room.tree().main_line().last().expect("a tree has its root"))?;
    Ok(room)
}

/// Plays a word at the end of what has been played so far.
pub fn follow(room: &mut Room, word: &str) -> Result<(), Refusal> {
    let end = room.line_end();
    let mut session = room.session_at(end)?;
    match session.view().turn {
        TurnView::Pass if word != "pass" => {
            let passed = room.graft(end, &mut *session, "pass")?;
            room.graft(passed, &mut *session, word).map(|_| ())
        }
        _ => room.graft(end, &mut *session, word).map(|_| ()),
    }
}

/// The game that a record is of: ours say so under RU, others by number and size.
fn game_of(information: &Information) -> String {
    if let Some(rules) = information.rules.as_ref().filter(|rules| enban_catalog::open(rules).is_ok()) {
        return rules.clone();
    }
    let side = information.size.map(BoardSize::height);
    if information.game.unwrap_or(GAME_GO) != GAME_GO {
        return match side {
            Some(side @ (4 | 6 | 10)) => format!("reversi{side}"),
            _ => "reversi".to_owned(),
        };
    }
    let go = format!("go{}", side.unwrap_or(19));
    let rules = information.rules.as_ref().filter(|rules| rules.to_ascii_lowercase().starts_with("jap"));
    let mut options: Vec<String> = rules.map(|_| "rules=japanese".to_owned()).into_iter().collect();
    options.extend(information.komi.map(|komi| format!("komi={komi}")));
    let named = format!("{go}({})", options.join(","));
    if enban_catalog::open(&named).is_ok() { named } else { go }
}

/// The position that a root sets up, if it does.
fn position(tree: &Tree, setup: &Setup, size: BoardSize, start: &View) -> Option<String> {
    let first = tree.main_line().nth(1).and_then(|id| tree.node(id).moves(size).ok()?.first().map(|(color, _)| *color));
    if setup.black.is_empty() && setup.white.is_empty() {
        return None;
    }
    let to_move = setup.to_play.or(first).unwrap_or(Color::Black);
    let width = usize::from(size.width());
    let letter = |at: usize| {
        let point = Point::new((at % width) as u8, (at / width) as u8);
        match (setup.black.contains(&point), setup.white.contains(&point)) {
            (true, _) => 'X',
            (_, true) => 'O',
            _ => '-',
        }
    };
    Some(board_text(start, letter, to_move)).filter(|position| *position != start.position)
}

/// A node of the record that waits to be planted.
struct Branch {
    node: NodeId,
    /// The room's node that it grows from.
    parent: u32,
    /// A game in progress that stands there, if one is at hand.
    session: Option<Box<dyn Session>>,
}

/// Plants a tree into a room.
struct Planter<'p> {
    room: &'p mut Room,
    tree: &'p Tree,
    size: BoardSize,
    warnings: &'p mut Vec<String>,
}

impl Planter<'_> {
    /// Adds all nodes. The session goes on along each line, and is made anew only where lines part.
    fn plant(&mut self) -> Result<(), Refusal> {
        let start = self.room.session_at(0)?;
        let mut waiting = vec![Branch { node: self.tree.root(), parent: 0, session: Some(start) }];
        while let Some(Branch { node, parent, session }) = waiting.pop() {
            let mut session = match session {
                Some(session) => session,
                None => self.room.session_at(parent)?,
            };
            let Some(at) = self.step(node, parent, &mut *session) else { continue };
            if let Some(comment) = self.tree.node(node).text("C") {
                self.room.comment(at, &comment).unwrap_or_else(|refusal| self.warnings.push(refusal.detail.message));
            }
            if self.room.tree().len() >= NODES_MAX {
                self.warnings.push(format!("only the first {NODES_MAX} positions were read"));
                return Ok(());
            }
            let mut session = Some(session);
            let branch = |&node: &NodeId| Branch { node, parent: at, session: session.take() };
            let children: Vec<Branch> = self.tree.node(node).children().iter().map(branch).collect();
            // The last one in is the first one out: the main line comes first.
            waiting.extend(children.into_iter().rev());
        }
        Ok(())
    }

    /// Makes the moves of a node; `None` where one is not legal, which ends the line.
    fn step(&mut self, id: NodeId, parent: u32, session: &mut dyn Session) -> Option<u32> {
        let node = self.tree.node(id);
        if id != self.tree.root() && ["AB", "AW", "AE"].iter().any(|name| node.has(name)) {
            self.warnings.push("stones set up in the middle of the game: the line ends there".to_owned());
            return None;
        }
        let moves = match node.moves(self.size) {
            Ok(moves) => moves,
            Err(error) => {
                self.warnings.push(format!("{error}; the line ends there"));
                return None;
            }
        };
        let mut at = parent;
        for (_, played) in moves {
            let view = session.view();
            let word = word(&view, played);
            if matches!(view.turn, TurnView::Pass) && word != "pass" {
                at = self.room.graft(at, session, "pass").ok()?;
            }
            match self.room.graft(at, session, &word) {
                Ok(next) => at = next,
                Err(refusal) => {
                    let (number, why) = (view.steps.len() + 1, refusal.detail.message);
                    self.warnings.push(format!("move {number}, {word}: {why}; the line ends there"));
                    return None;
                }
            }
        }
        Some(at)
    }
}

fn word(view: &View, played: Move) -> String {
    match played {
        Move::At(point) => {
            let (columns, rows) = (&view.diagram.columns, &view.diagram.rows);
            format!("{}{}", columns[usize::from(point.x)], rows[usize::from(point.y)]).to_ascii_lowercase()
        }
        _ => "pass".to_owned(),
    }
}
