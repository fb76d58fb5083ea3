//! What a room wants to be searched, and what becomes of the answers.

use std::collections::VecDeque;

use enban_catalog::{AnyGame, CandidateView, Solved, ThoughtView};
use enban_game::Points;
use enban_search::Value;

use super::Room;
use crate::api::{AnalysisRequest, ReviewRequest, SeatSpec, SolveRequest};
use crate::players;
use crate::refusal::Refusal;
use crate::tree::Worth;
use crate::values::{loss, says_more};

/// Seconds that an analysis goes on at one position.
const ANALYSIS_SECONDS: f64 = 20.0;
/// Moves that an analysis values unless told otherwise: all of them. Ten instead of eight cost a fifth more positions for the
/// same depth, and who looks at values wants to see the worst move too.
const LINES: u32 = 100;
/// Seconds that the solver has unless told otherwise, and at most.
const SOLVE_SECONDS: (f64, f64) = (30.0, 600.0);
/// Seconds for a position in the first pass of a review.
const FAST_SECONDS: f64 = 0.2;
/// Seconds for a position in the second, unless told otherwise, and at most.
const SLOW_SECONDS: (f64, f64) = (2.0, 60.0);
/// Moves that the second pass looks at again.
const REFINED_MAX: usize = 8;

/// A search that a room wants. Equal tasks are the same search.
#[derive(Clone, PartialEq, Debug)]
pub enum Task {
    /// A player's move.
    Move {
        /// Where.
        node: u32,
        /// Its seat.
        seat: usize,
        /// The player.
        player: String,
    },
    /// Live analysis.
    Analysis {
        /// Of which position.
        node: u32,
        /// By whom.
        player: String,
    },
    /// An exact solution.
    Solve {
        /// Of which position.
        node: u32,
        /// Whether every legal move is valued.
        all_moves: bool,
        /// Seconds to spend at most.
        seconds: f64,
        /// Grows with every request, so that the same may be asked again.
        attempt: u64,
    },
    /// One position of a review.
    Review {
        /// Which.
        node: u32,
        /// By whom.
        player: String,
    },
}

impl Found {
    /// Whether the search goes on after this.
    pub fn is_preliminary(&self) -> bool {
        matches!(self, Self::Thought(_) | Self::Bounds(_))
    }
}

impl Task {
    /// How many kinds of search a room may want at a time.
    pub const KINDS: usize = 4;

    /// The node that it is about.
    pub fn node(&self) -> u32 {
        match self {
            Self::Move { node, .. }
            | Self::Analysis { node, .. }
            | Self::Solve { node, .. }
            | Self::Review { node, .. } => *node,
        }
    }
}

/// What a search has found.
#[derive(Clone, PartialEq, Debug)]
pub enum Found {
    /// A thought that may still grow.
    Thought(ThoughtView),
    /// The last thought; none where there was nothing to think about.
    Final(Option<ThoughtView>),
    /// What the solver has proven so far.
    Bounds(Solved),
    /// A solution; none where the game has no solver.
    Solved(Option<Solved>),
    /// It went wrong.
    Failed(String),
}

pub(super) struct AnalysisState {
    pub(super) on: bool,
    pub(super) player: String,
    /// The node that the rest is about.
    pub(super) node: u32,
    pub(super) nodes: u64,
    pub(super) candidates: Vec<CandidateView>,
    pub(super) is_done: bool,
}

impl AnalysisState {
    pub(super) fn new(game: &dyn AnyGame) -> Self {
        let player = players::strongest(game, ANALYSIS_SECONDS, LINES);
        Self { on: false, player, node: 0, nodes: 0, candidates: Vec::new(), is_done: false }
    }

    fn clear(&mut self, node: u32) {
        (self.node, self.nodes, self.is_done) = (node, 0, false);
        self.candidates.clear();
    }
}

pub(super) struct SolveState {
    pub(super) node: u32,
    pub(super) request: SolveRequest,
    pub(super) attempt: u64,
    pub(super) solved: Option<Solved>,
    pub(super) is_done: bool,
    pub(super) possible: bool,
}

pub(super) struct ReviewState {
    waiting: VecDeque<(u32, String)>,
    pub(super) done: usize,
    pub(super) total: usize,
    seconds: f64,
    is_refining: bool,
}

impl ReviewState {
    pub(super) fn is_on(&self) -> bool {
        !self.waiting.is_empty()
    }
}

impl Room {
    /// The searches that are wanted now, one of a kind at most. Where nobody listens, nothing is studied.
    pub fn wanted(&self, has_listeners: bool, may_move: bool) -> [Option<Task>; Task::KINDS] {
        let study = |task: Option<Task>| task.filter(|_| has_listeners);
        [
            self.wanted_move().filter(|_| may_move),
            study(self.wanted_analysis()),
            study(self.wanted_solution()),
            study(self.wanted_review()),
        ]
    }

    fn wanted_move(&self) -> Option<Task> {
        let seat = self.view.mover;
        let goes_on = (self.running && !self.resting) || self.step_pending;
        let player = self.expression(&self.seats[seat]).filter(|_| goes_on && self.view.turn == "move")?;
        let task = Task::Move { node: self.node, seat, player: player.to_owned() };
        (self.failed_at != Some(self.node)).then_some(task)
    }

    fn wanted_analysis(&self) -> Option<Task> {
        let analysis = &self.analysis;
        let is_wanted = analysis.on && !analysis.is_done && self.view.turn == "move";
        is_wanted.then(|| Task::Analysis { node: self.node, player: analysis.player.clone() })
    }

    fn wanted_solution(&self) -> Option<Task> {
        let solve = self.solve.as_ref().filter(|solve| solve.request.on && !solve.is_done)?;
        let seconds = solve.request.seconds.unwrap_or(SOLVE_SECONDS.0).clamp(0.01, SOLVE_SECONDS.1);
        let (node, all_moves, attempt) = (self.node, solve.request.all_moves, solve.attempt);
        (self.view.turn == "move").then_some(Task::Solve { node, all_moves, seconds, attempt })
    }

    fn wanted_review(&self) -> Option<Task> {
        let (node, player) = self.review.as_ref()?.waiting.front()?.clone();
        Some(Task::Review { node, player })
    }

    /// Notes that a player thinks, or that none does.
    pub fn set_thinking(&mut self, thinking: Option<(usize, u64)>) {
        if self.thinking != thinking {
            self.thinking = thinking;
            self.seq += 1;
        }
    }

    /// Takes what a search found. The caller has seen to it that the search is still wanted.
    pub fn take(&mut self, task: &Task, found: Found) -> Result<(), Refusal> {
        match (task, found) {
            (Task::Move { seat, .. }, Found::Thought(thought)) => self.set_thinking(Some((*seat, thought.nodes))),
            (Task::Move { node, .. }, Found::Final(Some(thought))) => self.play_for(*node, &thought.word)?,
            (Task::Move { node, seat, .. }, Found::Failed(why)) => self.fail(*node, *seat, &why),
            (Task::Move { node, seat, .. }, _) => self.fail(*node, *seat, "the player made no move"),
            (Task::Analysis { node, .. }, Found::Thought(thought)) => self.analyzed(*node, thought),
            (Task::Analysis { node, .. }, found) => {
                match found {
                    Found::Final(Some(thought)) => self.analyzed(*node, thought),
                    Found::Failed(why) => self.announce("failure", None, Some(why)),
                    _ => {}
                }
                self.seq += 1;
                self.analysis.is_done = true;
            }
            (Task::Solve { .. }, Found::Bounds(bounds)) => {
                self.seq += 1;
                self.solve.iter_mut().for_each(|solve| solve.solved = Some(bounds.clone()));
            }
            (Task::Solve { node, .. }, Found::Solved(solved)) => self.solved(*node, solved),
            (Task::Solve { .. }, Found::Failed(why)) => {
                self.announce("failure", None, Some(why));
                self.solved(task.node(), None);
            }
            (Task::Review { node, .. }, Found::Final(thought)) => self.reviewed(*node, thought.as_ref()),
            (Task::Review { node, .. }, Found::Failed(_)) => self.reviewed(*node, None),
            _ => {}
        }
        Ok(())
    }

    /// Switches live analysis on or off.
    pub fn set_analysis(&mut self, request: &AnalysisRequest) -> Result<(), Refusal> {
        if let Some(player) = &request.player {
            let mut expression = players::checked(&*self.game, player)?;
            if let (Some(lines), "alphabeta", None) = (request.lines, &*expression.name, expression.get("lines")) {
                expression.arguments.push(("lines".to_owned(), lines.clamp(1, 100).to_string()));
            }
            self.analysis.player = expression.to_string();
        } else if let Some(lines) = request.lines {
            self.analysis.player = players::strongest(&*self.game, ANALYSIS_SECONDS, lines);
        }
        self.change();
        self.analysis.on = request.on;
        if request.on {
            self.analysis.clear(self.node);
        }
        Ok(())
    }

    /// Switches the solver on or off.
    pub fn set_solve(&mut self, request: &SolveRequest) -> Result<(), Refusal> {
        if request.on && !self.game.player_names().contains(&"alphabeta") {
            return Err(Refusal::not_now(format!("{} has no exact solver", self.name)));
        }
        if request.seconds.is_some_and(|seconds| !seconds.is_finite() || seconds <= 0.0) {
            return Err(Refusal::bad("seconds: expected a number above 0"));
        }
        self.change();
        let earlier = self.solve.take();
        let attempt = earlier.as_ref().map_or(0, |solve| solve.attempt) + 1;
        // What was found stays to be seen when it is switched off.
        let solved = earlier.and_then(|solve| solve.solved).filter(|_| !request.on);
        let (node, request) = (self.node, request.clone());
        self.solve = Some(SolveState { node, request, attempt, solved, is_done: false, possible: true });
        Ok(())
    }

    /// Begins the review of the main line, or ends it.
    pub fn set_review(&mut self, request: &ReviewRequest) -> Result<(), Refusal> {
        let seconds = request.seconds_per_move.unwrap_or(SLOW_SECONDS.0);
        if !(seconds.is_finite() && seconds > 0.0) {
            return Err(Refusal::bad("seconds_per_move: expected a number above 0"));
        }
        self.change();
        if !request.on {
            if let Some(review) = &mut self.review {
                review.waiting.clear();
            }
            return Ok(());
        }
        let player = players::strongest(&*self.game, FAST_SECONDS, 1);
        let asks = |id: &u32| self.tree.get(*id).is_some_and(|entry| !entry.must_pass);
        let waiting: VecDeque<(u32, String)> =
            self.tree.main_line().into_iter().filter(asks).map(|id| (id, player.clone())).collect();
        let (total, seconds) = (waiting.len(), seconds.min(SLOW_SECONDS.1));
        self.review = Some(ReviewState { waiting, done: 0, total, seconds, is_refining: false });
        Ok(())
    }

    /// Another position is shown: what was about the old one goes.
    pub(super) fn position_changed(&mut self) {
        if self.analysis.node != self.node {
            self.analysis.clear(self.node);
        }
        if self.solve.as_ref().is_some_and(|solve| solve.node != self.node)
            && let Some(solve) = &mut self.solve
        {
            (solve.node, solve.solved, solve.is_done) = (self.node, None, false);
        }
        self.value_of_end();
    }

    /// Nodes that were removed are no longer reviewed.
    pub(super) fn forget_removed(&mut self) {
        let tree = &self.tree;
        if let Some(review) = &mut self.review {
            review.waiting.retain(|(node, _)| tree.get(*node).is_some());
            review.total = review.done + review.waiting.len();
        }
    }

    /// A finished game is worth what it ended with.
    fn value_of_end(&mut self) {
        if self.view.turn == "over" && self.seats.len() == 2 {
            let lead = self.view.scores[self.view.mover] - self.view.scores[1 - self.view.mover];
            let value = Value::Exact(Points::halves((2.0 * lead) as i32));
            self.tree.get_mut(self.node).expect("shown").worth = Some(Worth { value, depth: 0 });
        }
    }

    fn analyzed(&mut self, node: u32, thought: ThoughtView) {
        self.note(node, &thought);
        self.seq += 1;
        let analysis = &mut self.analysis;
        // A search whose time ends amid a ply has valued a part of the moves anew; what it said of the others holds. One that values
        // only the best few has no more to say of those that no longer are.
        let earlier = if analysis.node == node { std::mem::take(&mut analysis.candidates) } else { Vec::new() };
        (analysis.node, analysis.nodes, analysis.candidates) = (node, thought.nodes, thought.candidates);
        let missing = earlier.len().saturating_sub(analysis.candidates.len());
        let is_valued = |word: &str| analysis.candidates.iter().any(|candidate| candidate.word == word);
        let others = earlier.into_iter().filter(|candidate| !is_valued(&candidate.word));
        let kept: Vec<CandidateView> = others.take(missing).collect();
        analysis.candidates.extend(kept);
    }

    /// Keeps the value of a position, unless a better one is known.
    fn note(&mut self, node: u32, thought: &ThoughtView) {
        let (Some(best), Some(entry)) = (thought.candidates.first(), self.tree.get_mut(node)) else { return };
        let worth = Worth { value: best.value, depth: best.depth };
        if says_more(worth, entry.worth) {
            (entry.worth, entry.best) = (Some(worth), Some(best.word.clone()));
        }
    }

    fn solved(&mut self, node: u32, solved: Option<Solved>) {
        self.seq += 1;
        if let (Some(solved), Some(entry)) = (&solved, self.tree.get_mut(node))
            && solved.low == solved.high
        {
            entry.worth = Some(Worth { value: Value::Exact(Points::whole(solved.low)), depth: u32::MAX });
            entry.best = solved.best.clone().or(entry.best.take());
        }
        if let Some(solve) = &mut self.solve {
            (solve.possible, solve.is_done) = (solved.is_some(), true);
            solve.solved = solved;
        }
    }

    fn reviewed(&mut self, node: u32, thought: Option<&ThoughtView>) {
        if let Some(thought) = thought {
            self.note(node, thought);
        }
        self.seq += 1;
        let Some(review) = &mut self.review else { return };
        review.waiting.pop_front();
        review.done += 1;
        if review.waiting.is_empty() && !review.is_refining {
            review.is_refining = true;
            self.refine();
        }
    }

    /// The second pass: the largest losses again, both ends of each move.
    fn refine(&mut self) {
        let Some(seconds) = self.review.as_ref().map(|review| review.seconds) else { return };
        let line = self.tree.main_line();
        let mut losses: Vec<(f64, u32, u32)> = line
            .windows(2)
            .filter_map(|pair| Some((loss(&self.tree, pair[1])?.0, pair[0], pair[1])))
            .filter(|(loss, ..)| *loss > 0.0)
            .collect();
        losses.sort_by(|left, right| right.0.total_cmp(&left.0));
        let mut nodes: Vec<u32> = losses.iter().take(REFINED_MAX).flat_map(|&(_, from, to)| [from, to]).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let player = players::strongest(&*self.game, seconds, 1);
        let review = self.review.as_mut().expect("just seen");
        review.total += nodes.len();
        review.waiting.extend(nodes.into_iter().map(|node| (node, player.clone())));
    }

    /// Whether people take part.
    pub fn has_human(&self) -> bool {
        self.seats.contains(&SeatSpec::Human)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::NewRoom;

    fn thought(depth: u32, words: &[&str]) -> ThoughtView {
        let candidate = |word: &&str| CandidateView {
            word: (*word).to_owned(),
            value: Value::Lead(0.5),
            depth,
            visits: 1,
            line: vec![(*word).to_owned()],
        };
        let candidates = words.iter().map(candidate).collect();
        ThoughtView { word: words[0].to_owned(), candidates, nodes: u64::from(depth) }
    }

    #[test]
    fn a_ply_that_was_not_finished_leaves_the_values_of_the_other_moves() {
        let mut room = Room::new("a".to_owned(), &NewRoom { game: "nip".to_owned(), ..NewRoom::default() }, 1).unwrap();
        room.set_analysis(&AnalysisRequest { on: true, player: None, lines: None }).unwrap();
        let Some(task) = room.wanted(true, true)[1].clone() else { panic!("no analysis is wanted") };
        let Task::Analysis { player, .. } = &task else { panic!("{task:?}") };
        assert!(player.contains("lines=100"), "every move is valued: {player}");
        let depths = |room: &Room| -> Vec<(String, u32)> {
            room.analysis.candidates.iter().map(|candidate| (candidate.word.clone(), candidate.depth)).collect()
        };
        let expected = |pairs: &[(&str, u32)]| -> Vec<(String, u32)> {
            pairs.iter().map(|&(word, depth)| (word.to_owned(), depth)).collect()
        };
        room.take(&task, Found::Thought(thought(5, &["d3", "c4", "f5", "e6"]))).unwrap();
        room.take(&task, Found::Final(Some(thought(6, &["f5", "d3"])))).unwrap();
        assert_eq!(depths(&room), expected(&[("f5", 6), ("d3", 6), ("c4", 5), ("e6", 5)]));
        // The best few of one ply are not those of another.
        room.take(&task, Found::Final(Some(thought(7, &["f5", "d3", "c5", "c4"])))).unwrap();
        assert_eq!(depths(&room), expected(&[("f5", 7), ("d3", 7), ("c5", 7), ("c4", 7)]));
        // Another position has other values.
        room.play("d3").unwrap();
        let Some(task) = room.wanted(true, true)[1].clone() else { panic!("no analysis is wanted") };
        room.take(&task, Found::Thought(thought(1, &["c5"]))).unwrap();
        assert_eq!(depths(&room), expected(&[("c5", 1)]));
    }
}
