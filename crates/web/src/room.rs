//! A room: a game in progress with its variations, its seats, and what was found out about its positions.
//!
//! All here is synchronous and knows no network and no threads. A room says which searches it wants
//! ([`Room::wanted`]), and takes what they found; whoever runs them is [`crate::hall`].

mod edit;
mod snapshot;
mod study;

use std::sync::Arc;

use enban_catalog::{AnyGame, Session, TurnView};
use enban_game::TextError;
use enban_game::rng::mix;

use crate::api::{self, NewRoom, SeatSpec};
use crate::drawing::{self, Laid};
use crate::refusal::{Reason, Refusal};
use crate::tree::{Entry, Tree};
use crate::{catalogue, levels, players};

use study::{AnalysisState, ReviewState, SolveState};
pub use study::{Found, Task};

/// Nodes that a room may have.
pub const NODES_MAX: usize = 20_000;
/// The longest time between two moves.
const DELAY_MS_MAX: u64 = 60_000;

/// A game in progress.
pub struct Room {
    id: String,
    seq: u64,
    edits: u64,
    game: Arc<dyn AnyGame>,
    name: String,
    family: &'static str,
    start: Option<String>,
    seed: u64,
    tree: Tree,
    comment_bytes: usize,
    kept_bytes: usize,
    node: u32,
    view: api::View,
    seats: Vec<SeatSpec>,
    seat_colours: Vec<String>,
    running: bool,
    /// Someone looks around in the game: players wait until a move is made or they are told to go on.
    resting: bool,
    step_pending: bool,
    delay_ms: u64,
    thinking: Option<(usize, u64)>,
    failed_at: Option<u32>,
    announcement: Option<api::Announcement>,
    overlay: Option<String>,
    /// The node that a person wants to see without any.
    bare: Option<u32>,
    analysis: AnalysisState,
    solve: Option<SolveState>,
    review: Option<ReviewState>,
    origin: Option<String>,
}

impl Room {
    /// A new room.
    pub fn new(id: String, request: &NewRoom, seed: u64) -> Result<Self, Refusal> {
        let game: Arc<dyn AnyGame> = enban_catalog::open(&request.game).map_err(|error| Refusal::game(&error))?.into();
        let (position, moves) = (request.position.as_deref(), request.moves.as_deref());
        let refused = |error| Refusal::setup(position, moves, &error);
        let session = game.session(position, moves).map_err(refused)?;
        let steps = session.view().steps;
        let mut at_start = game.session(position, None).map_err(refused)?;
        let seats = match &request.seats {
            Some(seats) => seats.clone(),
            None => vec![SeatSpec::Human; game.seats()],
        };
        check_seats(&*game, &seats)?;
        let root = at_start.view();
        let entry =
            Entry { to_move: root.mover.index(), must_pass: drawing::turn(&root) == "pass", ..Entry::default() };
        let mut room = Self {
            id,
            seq: 1,
            edits: 1,
            name: game.name(),
            family: catalogue::family(&game.name()),
            start: request.position.clone(),
            seed: request.seed.unwrap_or(seed),
            tree: Tree::new(entry),
            comment_bytes: 0,
            kept_bytes: 0,
            node: Tree::ROOT,
            view: drawing::draw(&mut *at_start, Laid::Usual),
            running: seats.contains(&SeatSpec::Human),
            resting: false,
            seats,
            seat_colours: root.seat_colours.iter().map(|&colour| drawing::colour(colour)).collect(),
            step_pending: false,
            delay_ms: 0,
            thinking: None,
            failed_at: None,
            announcement: None,
            overlay: None,
            bare: None,
            analysis: AnalysisState::new(&*game),
            solve: None,
            review: None,
            origin: None,
            game,
        };
        let mut session = room.session_at(Tree::ROOT)?;
        for step in &steps {
            room.node = room.graft(room.node, &mut *session, step)?;
        }
        room.look()?;
        room.settle()?;
        Ok(room)
    }

    /// Its id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Grows with every change.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Grows with every change that someone made, not with what searches find.
    pub fn edits(&self) -> u64 {
        self.edits
    }

    /// The tree of its variations.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The game with its options.
    pub fn game_name(&self) -> &str {
        &self.name
    }

    /// The game.
    pub fn game(&self) -> &Arc<dyn AnyGame> {
        &self.game
    }

    /// The position it began with, if it is not the game's own start.
    pub fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The node that is shown.
    pub fn node(&self) -> u32 {
        self.node
    }

    /// The position that is shown, as text.
    pub fn position(&self) -> &str {
        &self.view.position
    }

    /// The position that is shown.
    pub fn view(&self) -> &api::View {
        &self.view
    }

    /// Where the line of the shown node ends: a record tells the whole of it.
    pub fn line_end(&self) -> u32 {
        *self.tree.line_from(self.node).last().expect("a line has its first node")
    }

    /// The seed of its randomness.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The names of those who play, by seat.
    pub fn player_names(&self) -> Vec<String> {
        self.seats.iter().map(|seat| self.expression(seat).map_or("human".to_owned(), str::to_owned)).collect()
    }

    /// The names of those who play black and of those who play white. People alone are named once, for nothing tells
    /// them apart.
    pub fn colour_names(&self) -> [String; 2] {
        let names = self.player_names();
        ["black", "white"].map(|colour| {
            let seats = names.iter().zip(&self.seat_colours).filter(|(_, seat_colour)| *seat_colour == colour);
            let ours: Vec<&str> = seats.map(|(name, _)| name.as_str()).collect();
            if ours.iter().all(|name| *name == "human") { "human".to_owned() } else { ours.join(" + ") }
        })
    }

    /// black or white, by seat.
    pub fn seat_colour(&self, seat: usize) -> &str {
        &self.seat_colours[seat]
    }

    /// Adds the position after a step of a session that stands at a node; or finds it.
    pub fn graft(&mut self, node: u32, session: &mut dyn Session, word: &str) -> Result<u32, Refusal> {
        let mover = self.entry(node)?.to_move;
        session.step(word).map_err(|error| Refusal::text("move", word, &error))?;
        let view = session.view();
        let step = view.steps.last().cloned().unwrap_or_default();
        if let Some(child) = self.tree.child(node, &step) {
            return Ok(child);
        }
        if self.tree.len() >= NODES_MAX {
            return Err(Refusal::new(Reason::TooMany, format!("a room may have {NODES_MAX} positions")));
        }
        (self.seq, self.edits) = (self.seq + 1, self.edits + 1);
        Ok(self.tree.add(Entry {
            parent: Some(node),
            step: Some(step),
            mover: Some(mover),
            to_move: view.mover.index(),
            must_pass: matches!(view.turn, TurnView::Pass),
            ..Entry::default()
        }))
    }

    /// The place in the library that it was opened from or is saved at.
    pub fn origin(&self) -> Option<&str> {
        self.origin.as_deref()
    }

    /// Says where in the library it belongs.
    pub fn set_origin(&mut self, origin: String) {
        self.origin = Some(origin);
    }

    /// The least time between two moves of players.
    pub fn delay_ms(&self) -> u64 {
        self.delay_ms
    }

    /// The seed of a search at a node.
    pub fn seed_at(&self, node: u32) -> u64 {
        mix(self.seed ^ mix(u64::from(node) + 1))
    }

    /// A game in progress at a node.
    pub fn session_at(&self, node: u32) -> Result<Box<dyn Session>, Refusal> {
        self.entry(node)?;
        let moves = self.tree.steps(node).join(" ");
        self.game.session(self.start.as_deref(), Some(&moves)).map_err(Refusal::failed)
    }

    /// Makes a move for whoever is on turn, if that is not a player who thinks.
    pub fn play(&mut self, word: &str) -> Result<(), Refusal> {
        if self.view.turn == "over" {
            return Err(Refusal::not_now("the game is over"));
        }
        let is_players = self.seats[self.view.mover] != SeatSpec::Human;
        if is_players && self.running && !self.resting {
            return Err(Refusal::not_now(format!("seat {} is on turn, and is not yours", self.view.mover + 1)));
        }
        let step = self.legal_step(word)?;
        self.change();
        self.resting = false;
        self.advance(&step)
    }

    /// Makes the move that a player has chosen.
    pub fn play_for(&mut self, node: u32, word: &str) -> Result<(), Refusal> {
        if node != self.node {
            return Err(Refusal::not_now("the position has changed"));
        }
        let step = self.legal_step(word)?;
        self.change();
        self.step_pending = false;
        self.advance(&step)?;
        if self.goes_round() {
            self.resting = true;
            self.announce("round", None, None);
        }
        Ok(())
    }

    /// Whether players alone have reached as many steps as a game may take: it may never end. Each time they are told to go on
    /// they make as many more.
    fn goes_round(&self) -> bool {
        let steps = self.tree.path(self.node).len() - 1;
        let is_open = self.view.turn != "over" && !self.seats.contains(&SeatSpec::Human);
        is_open && steps.is_multiple_of(self.game.move_limit() as usize)
    }

    /// A player has failed at a node: it is told, and not asked there again until someone says so.
    pub fn fail(&mut self, node: u32, seat: usize, why: &str) {
        self.change();
        (self.failed_at, self.step_pending) = (Some(node), false);
        self.announce("failure", Some(seat), Some(why.to_owned()));
    }

    /// Goes back to the last position in which a person was on turn; without people, one step back.
    pub fn undo(&mut self) -> Result<(), Refusal> {
        let has_human = self.seats.contains(&SeatSpec::Human);
        let is_asked = |id: &u32| {
            let entry = self.tree.get(*id).expect("on the path");
            !entry.must_pass && (!has_human || self.seats[entry.to_move] == SeatSpec::Human)
        };
        let path = self.tree.path(self.node);
        let earlier = path[..path.len() - 1].iter().rev().copied().find(is_asked);
        let node = earlier.ok_or_else(|| Refusal::not_now("there is no move to take back"))?;
        self.goto(node)
    }

    /// Shows another node. Players wait there until someone moves or lets them go on.
    pub fn goto(&mut self, node: u32) -> Result<(), Refusal> {
        self.entry(node)?;
        self.change();
        (self.node, self.resting, self.step_pending) = (node, true, false);
        self.look()
    }

    /// Says who sits where.
    pub fn set_seats(&mut self, seats: &[SeatSpec]) -> Result<(), Refusal> {
        check_seats(&*self.game, seats)?;
        self.change();
        seats.clone_into(&mut self.seats);
        self.forget_names();
        (self.failed_at, self.step_pending) = (None, false);
        Ok(())
    }

    /// Lets players move by themselves, or not, or once.
    pub fn run(&mut self, request: &api::RunRequest) -> Result<(), Refusal> {
        self.change();
        if let Some(delay_ms) = request.delay_ms {
            self.delay_ms = delay_ms.min(DELAY_MS_MAX);
        }
        (self.running, self.resting, self.failed_at) = (request.running, false, None);
        self.step_pending = request.step == Some(true);
        self.settle()
    }

    /// Marks a change.
    fn change(&mut self) {
        self.seq += 1;
        self.edits += 1;
        self.announcement = None;
    }

    fn entry(&self, node: u32) -> Result<&Entry, Refusal> {
        self.tree.get(node).ok_or_else(|| Refusal::no_such(format!("there is no node {node}")))
    }

    /// The expression that plays a seat; none for people.
    fn expression<'s>(&self, seat: &'s SeatSpec) -> Option<&'s str> {
        match seat {
            SeatSpec::Human => None,
            SeatSpec::Player { player } => Some(player),
            SeatSpec::Level { level } => levels::player(self.family, *level),
        }
    }

    /// The one step that a word names here.
    fn legal_step(&self, word: &str) -> Result<String, Refusal> {
        let trimmed = word.trim();
        if self.view.turn == "pass" && trimmed.eq_ignore_ascii_case("pass") {
            return Ok("pass".to_owned());
        }
        if let Some(legal) = self.view.legal.iter().find(|legal| legal.step.eq_ignore_ascii_case(trimmed)) {
            return Ok(legal.step.clone());
        }
        let error = match self.session_at(self.node)?.step(word) {
            Err(error) => error,
            Ok(()) => TextError::at(word, 0, "one move"),
        };
        Err(Refusal::text("move", word, &error))
    }

    /// Goes on by a step and makes the forced passes that follow.
    fn advance(&mut self, step: &str) -> Result<(), Refusal> {
        let end = self.main_end();
        self.follow(step)?;
        self.forget_result(end);
        self.look()?;
        self.settle()
    }

    /// Follows a step to its node, or adds one.
    fn follow(&mut self, step: &str) -> Result<(), Refusal> {
        if let Some(child) = self.tree.child(self.node, step) {
            self.node = child;
            return Ok(());
        }
        let mut session = self.session_at(self.node)?;
        self.node = self.graft(self.node, &mut *session, step)?;
        Ok(())
    }

    /// Draws the node that is shown.
    fn look(&mut self) -> Result<(), Refusal> {
        let laid = match &self.overlay {
            Some(name) => Laid::Overlay(name),
            None if self.bare == Some(self.node) => Laid::Nothing,
            None => Laid::Usual,
        };
        self.view = drawing::draw(&mut *self.session_at(self.node)?, laid);
        self.position_changed();
        if self.view.turn == "over" {
            self.announce("over", self.view.winner, None);
        }
        Ok(())
    }

    /// Makes the forced passes of the position that is shown, and tells of the last.
    fn settle(&mut self) -> Result<(), Refusal> {
        while self.view.turn == "pass" {
            let seat = self.view.mover;
            self.follow("pass")?;
            self.look()?;
            if self.view.turn != "over" {
                self.announce("pass", Some(seat), None);
            }
        }
        Ok(())
    }

    fn announce(&mut self, kind: &str, seat: Option<usize>, text: Option<String>) {
        let text_key = format!("announce.{kind}");
        self.announcement = Some(api::Announcement { kind: kind.to_owned(), seat, text_key, text });
    }
}

fn check_seats(game: &dyn AnyGame, seats: &[SeatSpec]) -> Result<(), Refusal> {
    if seats.len() != game.seats() {
        return Err(Refusal::bad(format!(
            "{} has {} seats, and {} were given",
            game.name(),
            game.seats(),
            seats.len()
        )));
    }
    for seat in seats {
        match seat {
            SeatSpec::Human => {}
            SeatSpec::Player { player } => {
                players::checked(game, player)?;
            }
            SeatSpec::Level { level } if (1..=10).contains(level) => {}
            SeatSpec::Level { level } => return Err(Refusal::bad(format!("level {level}: expected 1 to 10"))),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
