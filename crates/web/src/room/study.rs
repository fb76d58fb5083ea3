//! What is found out about a game: live analysis, exact solutions, and the review of the main line.

use std::collections::VecDeque;

use enban_catalog::{Expression, LINES_MAX, Solved};
use enban_game::{Points, Seat, Step};
use enban_search::{Candidate, Thought, Value};

use super::{Found, Game, Task};
use crate::api::{AnalysisRequest, ReviewRequest, SolveRequest};
use crate::players;
use crate::refusal::Refusal;
use crate::tree::{Phase, Worth};
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

/// What is found out about a game. Values of positions are kept in its tree.
pub(crate) struct Study {
    pub(super) analysis: Analysis,
    pub(super) solve: Option<Solve>,
    pub(super) review: Option<Review>,
}

/// The live analysis.
pub(super) struct Analysis {
    pub(super) on: bool,
    pub(super) player: Expression,
    /// The node that the rest is about.
    pub(super) node: u32,
    pub(super) nodes: u64,
    pub(super) candidates: Vec<Candidate>,
    is_done: bool,
}

/// The exact solution of a position.
pub(super) struct Solve {
    node: u32,
    is_wanted: bool,
    all_moves: bool,
    seconds: f64,
    attempt: u64,
    pub(super) solved: Option<Solved>,
    is_done: bool,
    pub(super) possible: bool,
}

/// The review of the main line.
pub(super) struct Review {
    waiting: VecDeque<(u32, Expression)>,
    pub(super) done: usize,
    pub(super) total: usize,
    seconds: f64,
    is_refining: bool,
}

impl Analysis {
    fn clear(&mut self, node: u32) {
        (self.node, self.nodes, self.is_done) = (node, 0, false);
        self.candidates.clear();
    }
}

impl Solve {
    /// Whether it goes on.
    pub(super) fn is_on(&self) -> bool {
        self.is_wanted && !self.is_done
    }
}

impl Review {
    /// Whether it goes on.
    pub(super) fn is_on(&self) -> bool {
        !self.waiting.is_empty()
    }
}

impl Study {
    /// Nothing is studied yet.
    pub(crate) fn new(game: &Game) -> Self {
        let player = game.rules().analyst(ANALYSIS_SECONDS, LINES);
        let (node, candidates) = (game.node(), Vec::new());
        let analysis = Analysis { on: false, player, node, nodes: 0, candidates, is_done: false };
        Self { analysis, solve: None, review: None }
    }

    /// The searches that are wanted now, one of a kind at most.
    pub(crate) fn wanted(&self, game: &Game) -> [Option<Task>; 3] {
        [self.wanted_analysis(game), self.wanted_solution(game), self.wanted_review()]
    }

    /// Switches live analysis on or off.
    pub(crate) fn set_analysis(&mut self, game: &Game, request: &AnalysisRequest) -> Result<(), Refusal> {
        let rules = &**game.rules();
        if let Some(player) = &request.player {
            let mut expression = players::checked(rules, player)?;
            let takes_lines = rules.player_takes(&expression.name, "lines") && expression.get("lines").is_none();
            if let Some(lines) = request.lines.filter(|_| takes_lines) {
                expression.set("lines", lines.clamp(1, LINES_MAX));
            }
            self.analysis.player = expression;
        } else if let Some(lines) = request.lines {
            self.analysis.player = rules.analyst(ANALYSIS_SECONDS, lines);
        }
        self.analysis.on = request.on;
        if request.on {
            self.analysis.clear(game.node());
        }
        Ok(())
    }

    /// Switches the solver on or off.
    pub(crate) fn set_solve(&mut self, game: &Game, request: &SolveRequest) -> Result<(), Refusal> {
        if request.on && game.capabilities().solver.is_none() {
            return Err(Refusal::not_now(format!("{} has no exact solver", game.rules().name())));
        }
        if request.seconds.is_some_and(|seconds| !seconds.is_finite() || seconds <= 0.0) {
            return Err(Refusal::bad("seconds: expected a number above 0"));
        }
        let earlier = self.solve.take();
        let attempt = earlier.as_ref().map_or(0, |solve| solve.attempt) + 1;
        // What was found stays to be seen when it is switched off.
        let solved = earlier.and_then(|solve| solve.solved).filter(|_| !request.on);
        self.solve = Some(Solve {
            node: game.node(),
            is_wanted: request.on,
            all_moves: request.all_moves,
            seconds: request.seconds.unwrap_or(SOLVE_SECONDS.0).clamp(0.01, SOLVE_SECONDS.1),
            attempt,
            solved,
            is_done: false,
            possible: true,
        });
        Ok(())
    }

    /// Begins the review of the main line, or ends it.
    pub(crate) fn set_review(&mut self, game: &Game, request: &ReviewRequest) -> Result<(), Refusal> {
        let seconds = request.seconds_per_move.unwrap_or(SLOW_SECONDS.0);
        if !(seconds.is_finite() && seconds > 0.0) {
            return Err(Refusal::bad("seconds_per_move: expected a number above 0"));
        }
        if !request.on {
            if let Some(review) = &mut self.review {
                review.waiting.clear();
            }
            return Ok(());
        }
        let player = game.rules().analyst(FAST_SECONDS, 1);
        let tree = game.tree();
        let asks = |id: &u32| tree.get(*id).is_some_and(|entry| entry.phase != Phase::Pass);
        let waiting: VecDeque<(u32, Expression)> =
            tree.main_line().into_iter().filter(asks).map(|id| (id, player.clone())).collect();
        let (total, seconds) = (waiting.len(), seconds.min(SLOW_SECONDS.1));
        self.review = Some(Review { waiting, done: 0, total, seconds, is_refining: false });
        Ok(())
    }

    /// Another position is shown: what was about the old one goes. A finished game is worth what it ended with.
    pub(crate) fn follow(&mut self, game: &mut Game) {
        let node = game.node();
        if self.analysis.node != node {
            self.analysis.clear(node);
        }
        if let Some(solve) = self.solve.as_mut().filter(|solve| solve.node != node) {
            (solve.node, solve.solved, solve.is_done) = (node, None, false);
        }
        if game.phase() == Phase::Over && game.rules().seats() == 2 {
            let scores = &game.view().scores;
            let lead = scores[game.mover().index()] - scores[1 - game.mover().index()];
            let worth = Worth { value: Value::Exact(lead), depth: 0 };
            game.tree.get_mut(node).expect("shown").worth = Some(worth);
        }
    }

    /// Nodes that were removed are no longer reviewed.
    pub(crate) fn forget_removed(&mut self, game: &Game) {
        if let Some(review) = &mut self.review {
            review.waiting.retain(|(node, _)| game.tree().get(*node).is_some());
            review.total = review.done + review.waiting.len();
        }
    }

    /// Takes what a search found. Returns what went wrong, if people are to hear of it.
    pub(crate) fn take(&mut self, game: &mut Game, task: &Task, found: Found) -> Option<String> {
        match (task, found) {
            (Task::Analysis { node, .. }, Found::Thought(thought)) => self.analyzed(game, *node, thought),
            (Task::Analysis { node, .. }, found) => {
                self.analysis.is_done = true;
                match found {
                    Found::Final(Some(thought)) => self.analyzed(game, *node, thought),
                    Found::Failed(why) => return Some(why),
                    _ => {}
                }
            }
            (Task::Solve { .. }, Found::Bounds(bounds)) => {
                self.solve.iter_mut().for_each(|solve| solve.solved = Some(bounds.clone()));
            }
            (Task::Solve { node, .. }, Found::Solved(solved)) => self.solved(game, *node, solved),
            (Task::Solve { node, .. }, Found::Failed(why)) => {
                self.solved(game, *node, None);
                return Some(why);
            }
            (Task::Review { node, .. }, Found::Final(thought)) => self.reviewed(game, *node, thought.as_ref()),
            (Task::Review { node, .. }, Found::Failed(_)) => self.reviewed(game, *node, None),
            _ => {}
        }
        None
    }

    fn wanted_analysis(&self, game: &Game) -> Option<Task> {
        let analysis = &self.analysis;
        let is_wanted = analysis.on && !analysis.is_done && game.phase() == Phase::Choice;
        is_wanted.then(|| Task::Analysis { node: game.node(), player: analysis.player.clone() })
    }

    fn wanted_solution(&self, game: &Game) -> Option<Task> {
        let solve = self.solve.as_ref().filter(|solve| solve.is_on())?;
        let Solve { all_moves, seconds, attempt, .. } = *solve;
        (game.phase() == Phase::Choice).then_some(Task::Solve { node: game.node(), all_moves, seconds, attempt })
    }

    fn wanted_review(&self) -> Option<Task> {
        let (node, player) = self.review.as_ref()?.waiting.front()?.clone();
        Some(Task::Review { node, player })
    }

    fn analyzed(&mut self, game: &mut Game, node: u32, thought: Thought) {
        note(game, node, &thought);
        let analysis = &mut self.analysis;
        // A search whose time ends amid a ply has valued a part of the moves anew; what it said of the others holds. One that values
        // only the best few has no more to say of those that no longer are.
        let earlier = if analysis.node == node { std::mem::take(&mut analysis.candidates) } else { Vec::new() };
        (analysis.node, analysis.nodes, analysis.candidates) = (node, thought.nodes, thought.candidates);
        let missing = earlier.len().saturating_sub(analysis.candidates.len());
        let is_valued = |old: &Candidate| analysis.candidates.iter().any(|new| new.choice == old.choice);
        let kept: Vec<Candidate> = earlier.into_iter().filter(|old| !is_valued(old)).take(missing).collect();
        analysis.candidates.extend(kept);
    }

    fn solved(&mut self, game: &mut Game, node: u32, solved: Option<Solved>) {
        let komi = game.capabilities().go.map_or(Points::ZERO, |terms| terms.komi());
        if let (Some(solved), Some(entry)) = (&solved, game.tree.get_mut(node))
            && solved.low == solved.high
        {
            // The solver of Go counts the board alone; a position is worth what the game will end with.
            let lead = Points::whole(solved.low);
            let lead = if entry.to_move == Seat(0) { lead - komi } else { lead + komi };
            entry.worth = Some(Worth { value: Value::Exact(lead), depth: u32::MAX });
            entry.best = solved.best.map(Step::Play).or(entry.best);
        }
        if let Some(solve) = &mut self.solve {
            (solve.possible, solve.is_done) = (solved.is_some(), true);
            solve.solved = solved;
        }
    }

    fn reviewed(&mut self, game: &mut Game, node: u32, thought: Option<&Thought>) {
        if let Some(thought) = thought {
            note(game, node, thought);
        }
        let Some(review) = &mut self.review else { return };
        review.waiting.pop_front();
        review.done += 1;
        if review.waiting.is_empty() && !review.is_refining {
            review.is_refining = true;
            review.refine(game);
        }
    }
}

impl Review {
    /// The second pass: the largest losses again, both ends of each move.
    fn refine(&mut self, game: &Game) {
        let tree = game.tree();
        let mut losses: Vec<(f64, u32, u32)> = tree
            .main_line()
            .windows(2)
            .filter_map(|pair| Some((loss(tree, pair[1])?.0, pair[0], pair[1])))
            .filter(|(loss, ..)| *loss > 0.0)
            .collect();
        losses.sort_by(|left, right| right.0.total_cmp(&left.0));
        let mut nodes: Vec<u32> = losses.iter().take(REFINED_MAX).flat_map(|&(_, from, to)| [from, to]).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let player = game.rules().analyst(self.seconds, 1);
        self.total += nodes.len();
        self.waiting.extend(nodes.into_iter().map(|node| (node, player.clone())));
    }
}

/// Keeps the value of a position, unless a better one is known.
fn note(game: &mut Game, node: u32, thought: &Thought) {
    let (Some(best), Some(entry)) = (thought.candidates.first(), game.tree.get_mut(node)) else { return };
    let worth = Worth { value: best.value, depth: best.depth };
    if says_more(worth, entry.worth) {
        (entry.worth, entry.best) = (Some(worth), Some(Step::Play(best.choice)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::NewRoom;
    use crate::room::Room;
    use enban_game::Move;

    fn thought(room: &Room, depth: u32, words: &[&str]) -> Thought {
        let choice = |word: &str| match room.game().rules().read_step(word).unwrap() {
            Step::Play(choice) => choice,
            Step::Pass => panic!("a move"),
        };
        let candidate = |word: &&str| {
            let choice = choice(word);
            Candidate { choice, value: Value::Lead(0.5), depth, visits: 1, line: vec![Step::Play(choice)] }
        };
        let candidates = words.iter().map(candidate).collect();
        Thought { choice: choice(words[0]), candidates, nodes: u64::from(depth) }
    }

    #[test]
    fn a_ply_that_was_not_finished_leaves_the_values_of_the_other_moves() {
        let mut room = Room::new("a".to_owned(), &NewRoom { game: "nip".to_owned(), ..NewRoom::default() }, 1).unwrap();
        room.set_analysis(&AnalysisRequest { on: true, player: None, lines: None }).unwrap();
        let Some(task) = room.wanted(true, true)[1].clone() else { panic!("no analysis is wanted") };
        let Task::Analysis { player, .. } = &task else { panic!("{task:?}") };
        assert_eq!(player.get("lines"), Some("100"), "every move is valued: {player}");
        let check = |room: &Room, expected: &[(&str, u32)]| {
            let write = |choice: Move| room.game().rules().write_move(choice);
            let candidates = &room.study.analysis.candidates;
            let found: Vec<(String, u32)> = candidates.iter().map(|each| (write(each.choice), each.depth)).collect();
            let expected: Vec<(String, u32)> = expected.iter().map(|&(word, depth)| (word.to_owned(), depth)).collect();
            assert_eq!(found, expected);
        };
        let found = thought(&room, 5, &["d3", "c4", "f5", "e6"]);
        room.take(&task, Found::Thought(found)).unwrap();
        let found = thought(&room, 6, &["f5", "d3"]);
        room.take(&task, Found::Final(Some(found))).unwrap();
        check(&room, &[("f5", 6), ("d3", 6), ("c4", 5), ("e6", 5)]);
        // The best few of one ply are not those of another.
        let found = thought(&room, 7, &["f5", "d3", "c5", "c4"]);
        room.take(&task, Found::Final(Some(found))).unwrap();
        check(&room, &[("f5", 7), ("d3", 7), ("c5", 7), ("c4", 7)]);
        // Another position has other values.
        room.play("d3").unwrap();
        let Some(task) = room.wanted(true, true)[1].clone() else { panic!("no analysis is wanted") };
        let found = thought(&room, 1, &["c5"]);
        room.take(&task, Found::Thought(found)).unwrap();
        check(&room, &[("c5", 1)]);
    }
}
