//! A room: a game in progress with its variations ([`Game`]), those who play it ([`Seating`]), and what is found out about
//! its positions ([`Study`]).
//!
//! All here is synchronous and knows no network and no threads. A room says which searches it wants
//! ([`Room::wanted`]), and takes what they found; whoever runs them is [`crate::hall`]. Inside are steps, seats and
//! colours; words are read by [`Game::read`] and written by [`Room::snapshot`].

mod game;
mod notes;
mod seating;
mod snapshot;
mod study;
mod task;

use std::sync::Arc;

use enban_catalog::AnyGame;
use enban_game::rng::mix;
use enban_game::{Colour, Seat, Step};

use crate::api::{AnalysisRequest, NewRoom, ReviewRequest, RunRequest, SeatSpec, SolveRequest};
use crate::refusal::Refusal;
use crate::tree::Phase;

pub(crate) use game::{Game, NODES_MAX};
pub(crate) use seating::{Seating, Sitter};
pub(crate) use study::Study;
pub(crate) use task::{Found, Task};

/// A game in progress.
pub(crate) struct Room {
    id: String,
    seq: u64,
    edits: u64,
    seed: u64,
    /// The place in the library that it was opened from or is saved at.
    origin: Option<String>,
    announcement: Option<Announcement>,
    game: Game,
    seating: Seating,
    study: Study,
}

/// Something that happened without being asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Announcement {
    /// A seat had to pass.
    Pass(Seat),
    /// The game has ended; who won, if anyone.
    Over(Option<Seat>),
    /// Players alone do not come to an end.
    Round,
    /// A search went wrong: that of a seat's player, or another.
    Failure { seat: Option<Seat>, why: String },
}

impl Room {
    /// A new room.
    pub(crate) fn new(id: String, request: &NewRoom, seed: u64) -> Result<Self, Refusal> {
        let rules = enban_catalog::open(&request.game).map_err(|error| Refusal::game(&error))?;
        Self::playing(id, rules.into(), request, seed)
    }

    /// A new room whose game has been opened.
    fn playing(id: String, rules: Arc<dyn AnyGame>, request: &NewRoom, seed: u64) -> Result<Self, Refusal> {
        let (position, moves) = (request.position.as_deref(), request.moves.as_deref());
        let session = |moves| {
            let session = rules.session(position, moves);
            session.map_err(|error| Refusal::setup(position, moves, &error))
        };
        let steps = session(moves)?.steps().to_vec();
        let start = session(None)?;
        let seating = Seating::new(&*rules, request.seats.as_deref())?;
        let mut game = Game::begin(rules, start);
        steps.iter().try_for_each(|&step| game.graft(step))?;
        let mut room = Self::with(id, game, seating, request.seed.unwrap_or(seed));
        room.pass_on()?;
        room.arrive();
        Ok(room)
    }

    /// A room for people around a game.
    pub(crate) fn around(id: String, game: Game, seed: u64) -> Result<Self, Refusal> {
        let seating = Seating::new(&**game.rules(), None)?;
        Ok(Self::with(id, game, seating, seed))
    }

    fn with(id: String, game: Game, seating: Seating, seed: u64) -> Self {
        let study = Study::new(&game);
        Self { id, seq: 1, edits: 1, seed, origin: None, announcement: None, game, seating, study }
    }

    /// Its id.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Grows with every change.
    pub(crate) fn seq(&self) -> u64 {
        self.seq
    }

    /// Those who listen are told how the room is, though nothing in it has changed.
    pub(crate) fn tell_anew(&mut self) {
        self.seq += 1;
    }

    /// Grows with every change that someone made, not with what searches find.
    pub(crate) fn edits(&self) -> u64 {
        self.edits
    }

    /// The game.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// Those who play.
    pub(crate) fn seating(&self) -> &Seating {
        &self.seating
    }

    /// Where the line of the shown node ends: a record tells the whole of it.
    pub(crate) fn line_end(&self) -> u32 {
        self.game.tree().line_end(self.game.node())
    }

    /// The names of those who play black and of those who play white. People alone are named once, for nothing tells
    /// them apart.
    pub(crate) fn colour_names(&self) -> [String; 2] {
        let names = self.seating.names();
        [Colour::Black, Colour::White].map(|colour| {
            let seats = names.iter().zip(0..).filter(|(_, seat)| self.game.colour(Seat(*seat)) == colour);
            let ours: Vec<&str> = seats.map(|(name, _)| name.as_str()).collect();
            if ours.iter().all(|name| *name == "human") { "human".to_owned() } else { ours.join(" + ") }
        })
    }

    /// The place in the library that it was opened from or is saved at.
    pub(crate) fn origin(&self) -> Option<&str> {
        self.origin.as_deref()
    }

    /// Says where in the library it belongs.
    pub(crate) fn set_origin(&mut self, origin: String) {
        self.origin = Some(origin);
    }

    /// Whether a change may take long: the game is large, or something is read at each of its positions.
    pub(crate) fn is_heavy(&self) -> bool {
        self.game.has_overlay() || self.game.tree().len() > game::LARGE
    }

    /// Sets the seed of all searches.
    #[cfg(test)]
    pub(crate) fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// The seed of a search at a node.
    pub(crate) fn seed_at(&self, node: u32) -> u64 {
        mix(self.seed ^ mix(u64::from(node) + 1))
    }

    /// Makes the move that a word names for whoever is on turn, if that is not a player who thinks.
    pub(crate) fn play(&mut self, word: &str) -> Result<(), Refusal> {
        if self.game.phase() == Phase::Over {
            return Err(Refusal::not_now("the game is over"));
        }
        self.seating.check_turn(self.game.mover())?;
        let step = self.game.read(word)?;
        self.game.play(step)?;
        self.change();
        self.seating.go_on();
        self.pass_on()?;
        self.arrive();
        Ok(())
    }

    /// Makes the step that a player has chosen.
    fn play_for(&mut self, node: u32, step: Step) -> Result<(), Refusal> {
        if node != self.game.node() {
            return Err(Refusal::not_now("the position has changed"));
        }
        self.game.play(step)?;
        self.change();
        self.seating.moved();
        self.pass_on()?;
        self.arrive();
        if self.goes_round() {
            self.seating.rest();
            self.announcement = Some(Announcement::Round);
        }
        Ok(())
    }

    /// A player has failed at a node: it is told, and not asked there again until someone says so.
    pub(crate) fn fail(&mut self, node: u32, seat: Seat, why: &str) {
        self.change();
        self.seating.fail(node);
        self.announcement = Some(Announcement::Failure { seat: Some(seat), why: why.to_owned() });
    }

    /// Goes back to the last position in which a person was on turn; without people, one step back.
    pub(crate) fn undo(&mut self) -> Result<(), Refusal> {
        let tree = self.game.tree();
        let has_human = self.seating.has_human();
        let is_asked = |id: &u32| {
            let entry = tree.get(*id).expect("on the path");
            entry.phase != Phase::Pass && (!has_human || self.seating.is_human(entry.to_move))
        };
        let path = tree.path(self.game.node());
        let earlier = path[..path.len() - 1].iter().rev().copied().find(is_asked);
        let node = earlier.ok_or_else(|| Refusal::not_now("there is no move to take back"))?;
        self.goto(node)
    }

    /// Shows another node. Players wait there until someone moves or lets them go on.
    pub(crate) fn goto(&mut self, node: u32) -> Result<(), Refusal> {
        self.game.go_to(node)?;
        self.change();
        self.seating.rest();
        self.arrive();
        Ok(())
    }

    /// Says who sits where.
    pub(crate) fn set_seats(&mut self, seats: &[SeatSpec]) -> Result<(), Refusal> {
        self.seating.set(&**self.game.rules(), seats)?;
        self.change();
        let names = self.colour_names();
        self.game.forget_names(&names);
        Ok(())
    }

    /// Lets players move by themselves, or not, or once.
    pub(crate) fn run(&mut self, request: &RunRequest) -> Result<(), Refusal> {
        self.change();
        self.seating.run(request);
        if self.pass_on()? {
            self.arrive();
        }
        Ok(())
    }

    /// Writes something about a node.
    pub(crate) fn comment(&mut self, node: u32, text: &str) -> Result<(), Refusal> {
        self.game.comment(node, text)?;
        self.change();
        Ok(())
    }

    /// Makes the line to a node the main line.
    pub(crate) fn promote(&mut self, node: u32) -> Result<(), Refusal> {
        self.game.promote(node)?;
        self.change();
        Ok(())
    }

    /// Removes a node with all that follows it.
    pub(crate) fn remove(&mut self, node: u32) -> Result<(), Refusal> {
        let was_shown = self.game.remove(node)?;
        self.change();
        self.study.forget_removed(&self.game);
        if was_shown {
            self.seating.rest();
        }
        self.arrive();
        Ok(())
    }

    /// Lays something over the board, or takes it away.
    pub(crate) fn set_overlay(&mut self, name: Option<&str>) -> Result<(), Refusal> {
        self.game.set_overlay(name)?;
        self.change();
        self.arrive();
        Ok(())
    }

    /// Switches live analysis on or off.
    pub(crate) fn set_analysis(&mut self, request: &AnalysisRequest) -> Result<(), Refusal> {
        self.study.set_analysis(&self.game, request)?;
        self.change();
        Ok(())
    }

    /// Switches the solver on or off.
    pub(crate) fn set_solve(&mut self, request: &SolveRequest) -> Result<(), Refusal> {
        self.study.set_solve(&self.game, request)?;
        self.change();
        Ok(())
    }

    /// Begins the review of the main line, or ends it.
    pub(crate) fn set_review(&mut self, request: &ReviewRequest) -> Result<(), Refusal> {
        self.study.set_review(&self.game, request)?;
        self.change();
        Ok(())
    }

    /// The searches that are wanted now, one of a kind at most. Where nobody listens, nothing is studied.
    pub(crate) fn wanted(&self, has_listeners: bool, may_move: bool) -> [Option<Task>; Task::KINDS] {
        let [analysis, solution, review] = self.study.wanted(&self.game).map(|task| task.filter(|_| has_listeners));
        [self.seating.wanted(&self.game).filter(|_| may_move), analysis, solution, review]
    }

    /// Notes that a player thinks, or that none does.
    pub(crate) fn set_thinking(&mut self, thinking: Option<(Seat, u64)>) {
        if self.seating.set_thinking(thinking) {
            self.seq += 1;
        }
    }

    /// Takes what a search found. The caller has seen to it that the search is still wanted.
    pub(crate) fn take(&mut self, task: &Task, found: Found) -> Result<(), Refusal> {
        match (task, found) {
            (Task::Move { seat, .. }, Found::Thought(thought)) => self.set_thinking(Some((*seat, thought.nodes))),
            (Task::Move { node, .. }, Found::Final(Some(thought))) => {
                self.play_for(*node, Step::Play(thought.choice))?;
            }
            (Task::Move { node, seat, .. }, Found::Failed(why)) => self.fail(*node, *seat, &why),
            (Task::Move { node, seat, .. }, _) => self.fail(*node, *seat, "the player made no move"),
            // What a review thinks on the way is nobody's business.
            (Task::Review { .. }, Found::Thought(_)) => {}
            (task, found) => {
                self.seq += 1;
                if let Some(why) = self.study.take(&mut self.game, task, found) {
                    self.announcement = Some(Announcement::Failure { seat: None, why });
                }
            }
        }
        Ok(())
    }

    /// Whether players alone have reached as many steps as a game may take: it may never end. Each time they are told to go on
    /// they make as many more.
    fn goes_round(&self) -> bool {
        let is_open = self.game.phase() != Phase::Over && !self.seating.has_human();
        is_open && self.game.steps_made().is_multiple_of(self.game.rules().move_limit() as usize)
    }

    /// Marks a change.
    fn change(&mut self) {
        self.seq += 1;
        self.edits += 1;
        self.announcement = None;
    }

    /// Makes the forced passes of the position that is shown, and tells of the last. Returns true if there were any.
    fn pass_on(&mut self) -> Result<bool, Refusal> {
        let before = self.game.node();
        while self.game.phase() == Phase::Pass {
            let seat = self.game.mover();
            self.game.play(Step::Pass)?;
            self.announcement = Some(Announcement::Pass(seat));
        }
        Ok(self.game.node() != before)
    }

    /// Another position may be shown: what was found about the old one goes, and an end is told.
    fn arrive(&mut self) {
        self.study.follow(&mut self.game);
        if self.game.phase() == Phase::Over {
            self.announcement = Some(Announcement::Over(self.game.view().winner));
        }
    }
}

#[cfg(test)]
mod tests;
