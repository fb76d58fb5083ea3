//! SGF trees into rooms.

use std::collections::HashSet;

use std::sync::Arc;

use enban_catalog::{AnyGame, Layout, entries};
use enban_formats::sgf::{BoardSize, Move, Node, NodeId, Tree, terms};
use enban_formats::{Colour, Information, Property};
use enban_game::Step;

use super::{Lines, open_game, start};
use crate::facts::{self, board_of};
use crate::refusal::Refusal;
use crate::room::{Game, NODES_MAX};
use crate::tree::Phase;

/// Properties that a room has in its own way, or that say how the file was written.
const OURS: [&str; 15] =
    ["FF", "CA", "GM", "SZ", "AP", "KM", "B", "W", "AB", "AW", "AE", "PL", "C", terms::GAME_NAME, terms::POSITION];

/// A game that has grown from a tree.
pub(crate) struct Grown {
    /// The game, shown at the end of its main line.
    pub game: Game,
    /// Why its main line ends before that of the tree, if it does.
    pub cut: Option<String>,
}

/// The game of a tree, with the variations and comments that are legal, and what else its nodes say.
pub(crate) fn grow(tree: &Tree, name: &str, lines: Lines, warnings: &mut Vec<String>) -> Result<Grown, Refusal> {
    let rules: Arc<dyn AnyGame> = open_game(name)?.into();
    let layout = rules.layout();
    let size = board_of(&layout);
    let unread = unread_size(tree);
    if let Some(found) = size_of(tree, &*rules)?.filter(|found| *found != size) {
        let unread = unread.map(|text| format!("SZ[{text}]: not the size of a board, {found} counts; "));
        let unread = unread.unwrap_or_default();
        return Err(Refusal::bad(format!("{unread}the record has a board of {found}, and {name} has {size}")));
    }
    warnings.extend(unread.map(|text| format!("SZ[{text}]: not the size of a board, {size} was taken")));
    let start::Start { session, folded } = start::of(tree, &*rules, warnings)?;
    let mut game = Game::begin(rules, session);
    let mut planter =
        Planter { game: &mut game, tree, size, layout, lines, folded, warnings, put_in: 0, lost: 0, cut: None };
    planter.plant()?;
    let cut = planter.finish();
    game.go_to(game.tree().main_end())?;
    Ok(Grown { game, cut })
}

/// The board of a record: as it says, and in Go the one of the game that it is of where it says none. That is 19 unless
/// the record names its game in full.
fn size_of(tree: &Tree, rules: &dyn AnyGame) -> Result<Option<BoardSize>, Refusal> {
    let said = Information::of(tree).size;
    if said.is_some() || rules.capabilities().go.is_none() {
        return Ok(said);
    }
    let game = facts::game_of(tree, &mut Vec::new()).map_err(|error| Refusal::bad(error.to_string()))?;
    Ok(Some(board_of(&open_game(&game)?.layout())))
}

/// What a record says its board is, where that is no size.
fn unread_size(tree: &Tree) -> Option<String> {
    let nodes = start::opening_nodes(tree);
    let said = nodes.iter().find_map(|&id| tree.node(id).simple_text("SZ"))?;
    BoardSize::read(&said).is_none().then(|| said.chars().take(20).collect())
}

/// Makes a move of a record at the node that is shown. Passes that the record leaves out are put in: forced ones, and where
/// one may pass at will, that of the other colour between two moves of the same. Returns how many nobody was forced to.
pub(crate) fn make(game: &mut Game, colour: Colour, step: Step) -> Result<usize, String> {
    let word = game.rules().write_step(step);
    let number = game.steps_made() + 1;
    let refused = |why: String| format!("move {number}, {word}: {why}");
    let graft = |game: &mut Game, step: Step| game.graft(step).map_err(|refusal| refused(refusal.detail.message));
    let mut put_in = 0;
    if game.phase() == Phase::Pass && step != Step::Pass {
        graft(game, Step::Pass)?;
    }
    if game.phase() != Phase::Over && mover(game) != colour {
        let Some(pass) = free_pass(game) else {
            return Err(refused(format!("a move of {colour:?}, but it is the turn of {:?}", mover(game))));
        };
        graft(game, pass)?;
        put_in = 1;
    }
    graft(game, step)?;
    Ok(put_in)
}

/// The colour on turn.
fn mover(game: &Game) -> Colour {
    facts::record_colour(game.colour(game.mover()))
}

/// The pass that is a move, where it would not end the game.
fn free_pass(game: &Game) -> Option<Step> {
    let pass = game.rules().pass();
    let last = game.tree().get(game.node()).and_then(|entry| entry.step);
    Some(pass).filter(|pass| *pass != Step::Pass && last != Some(*pass))
}

/// A node of the record that waits to be planted.
struct Branch {
    node: NodeId,
    /// The game's node that it grows from.
    parent: u32,
    /// Whether it is of the main line.
    is_main: bool,
}

/// Plants a tree into a game.
struct Planter<'p> {
    game: &'p mut Game,
    tree: &'p Tree,
    size: BoardSize,
    /// The squares by column and row.
    layout: Layout,
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
    /// Adds all nodes. The game goes on along each line, and walks back only where lines part.
    fn plant(&mut self) -> Result<(), Refusal> {
        let mut waiting = vec![Branch { node: self.tree.root(), parent: self.game.node(), is_main: true }];
        while let Some(Branch { node, parent, is_main }) = waiting.pop() {
            self.game.go_to(parent)?;
            if let Err(why) = self.step(node) {
                self.warnings.push(format!("{why}; the line ends there"));
                self.cut = self.cut.take().or(is_main.then_some(why));
                continue;
            }
            let at = self.game.node();
            self.describe(node, at);
            let children = self.tree.node(node).children();
            if self.game.tree().len() >= NODES_MAX && !(children.is_empty() && waiting.is_empty()) {
                let why = format!("only the first {NODES_MAX} positions were read");
                self.cut = self.cut.take().or((is_main && !children.is_empty()).then(|| why.clone()));
                self.warnings.push(why);
                return Ok(());
            }
            let branch =
                |(number, &node): (usize, &NodeId)| Branch { node, parent: at, is_main: is_main && number == 0 };
            let wanted = if self.lines == Lines::Main { 1 } else { children.len() };
            let children: Vec<Branch> = children.iter().take(wanted).enumerate().map(branch).collect();
            // The last one in is the first one out: the main line comes first.
            waiting.extend(children.into_iter().rev());
        }
        Ok(())
    }

    /// Makes the moves of a node; or says why one cannot be made, which ends the line.
    fn step(&mut self, id: NodeId) -> Result<(), String> {
        let node = self.tree.node(id);
        if ["AB", "AW", "AE"].iter().any(|name| node.has(name)) && !self.folded.contains(&id) {
            return Err(format!("{}: stones set up in the middle of the game", place_of(self.game)));
        }
        let moves = node.moves(self.size).map_err(|error| format!("{}: {error}", place_of(self.game)))?;
        for (colour, played) in moves {
            let step = self.read(played)?;
            self.put_in += make(self.game, colour, step)?;
        }
        Ok(())
    }

    /// The step that a move of the record is.
    fn read(&self, played: Move) -> Result<Step, String> {
        let Move::At(point) = played else { return Ok(self.game.rules().pass()) };
        let (column, row) = (usize::from(point.x), usize::from(point.y));
        self.layout.at(column, row).map(Step::Play).ok_or_else(|| {
            let name = format!("{}{}", self.layout.columns[column], self.layout.rows[row]).to_ascii_lowercase();
            format!("move {}, {name}: not a square of the board", self.game.steps_made() + 1)
        })
    }

    /// Puts down what a node says beside its moves.
    fn describe(&mut self, id: NodeId, at: u32) {
        let node: &Node = self.tree.node(id);
        if let Some(comment) = node.text("C") {
            self.game.add_comment(at, &comment).unwrap_or_else(|refusal| self.warnings.push(refusal.detail.message));
        }
        for property in node.properties().iter().filter(|property| is_kept(property)) {
            self.lost += usize::from(!self.game.keep(at, property));
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

/// Where a game stands.
fn place_of(game: &Game) -> String {
    match game.steps_made() {
        0 => "before move 1".to_owned(),
        steps => format!("after move {steps}"),
    }
}

/// Whether a property is to be written back as it was.
pub(crate) fn is_kept(property: &Property) -> bool {
    let text = || property.values()[0].to_simple_text();
    let names_game = |text: &str| entries().any(|entry| text.split('(').next() == Some(entry.id));
    match property.name() {
        // So we write the names of people whose names we do not know, and the rules of games without names for theirs.
        "PB" | "PW" => text() != "human",
        "RU" => !names_game(&text()),
        name => !OURS.contains(&name),
    }
}
