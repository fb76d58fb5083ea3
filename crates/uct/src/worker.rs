//! One thread of the search: down the tree, a playout, and back up.

use std::sync::Mutex;

use enban_game::trail::History;
use enban_game::{Bits, Game, Key, Move, Repetition, Rng};
use enban_go::{Scoring, State};
use enban_search::tree::{Children, ROOT, Stats};
use enban_search::{Clock, Limits};

use crate::params::UctParams;
use crate::playout::{Policy, Recent, Scratch};
use crate::tally::{Node, ONE, RAVE_VISITS_MAX, Tally, Tree};

/// What the threads of one search share.
pub(crate) struct Shared<'s, const W: usize> {
    pub(crate) policy: &'s Policy<W>,
    pub(crate) params: &'s UctParams,
    /// What this move may take.
    pub(crate) limits: &'s Limits,
    pub(crate) tree: &'s Tree,
    pub(crate) state: &'s State<W>,
    pub(crate) recent: Recent,
    pub(crate) history: &'s History,
    /// Moves that may be made at the root.
    pub(crate) allowed: &'s Bits<W>,
    pub(crate) clock: &'s Clock<'s>,
    pub(crate) seed: u64,
    /// What a margin is counted from; `None` where only the win counts.
    pub(crate) margin: Option<Margin>,
    /// How often black owned each point at the end of a playout, less how often white did; and the playouts.
    pub(crate) owned: &'s Mutex<(Vec<i32>, u32)>,
}

/// How a lead counts beside the win: by whether it is larger than the lead that was expected when the turn began.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Margin {
    /// Its part of the worth.
    pub(crate) weight: f32,
    /// The expected lead of the side on turn, in half points.
    pub(crate) expected: f32,
    /// A lead of so many half points more than expected is worth 0.88.
    pub(crate) scale: f32,
}

impl Margin {
    /// What a lead of the side on turn is worth, from 0 to 1: a half if it is as expected.
    fn worth(&self, lead_halves: i32) -> f32 {
        0.5 + 0.5 * libm::tanhf((lead_halves as f32 - self.expected) / self.scale)
    }

    /// The chance of winning in a mean worth, given that the lead is about as expected.
    pub(crate) fn chance(&self, worth: f64) -> f64 {
        let weight = f64::from(self.weight);
        ((worth - 0.5 * weight) / (1.0 - weight)).clamp(0.0, 1.0)
    }
}

pub(crate) struct Worker<'s, const W: usize> {
    shared: &'s Shared<'s, W>,
    scratch: Scratch<W>,
    path: Vec<u32>,
    /// Every move of the simulation, those in the tree first.
    moves: Vec<u16>,
    /// Positions of the descent, where they must not repeat.
    keys: Vec<Key>,
    /// For each point who played there first: 1 the side on turn at the root, 2 the other, 0 nobody.
    first: Vec<u8>,
    owned: Vec<i32>,
    playouts: u32,
}

/// Simulations asked of the clock at a time.
const GRANT: u64 = 8;

/// Simulations between two looks around.
const PAUSE_EVERY: u32 = 32;

impl<'s, const W: usize> Worker<'s, W> {
    pub(crate) fn new(shared: &'s Shared<'s, W>, thread: u64) -> Self {
        let points = shared.policy.game.board().points();
        Self {
            shared,
            scratch: Scratch::new(Rng::stream(shared.seed, thread)),
            path: Vec::new(),
            moves: Vec::new(),
            keys: Vec::new(),
            first: vec![0; points + 1],
            owned: vec![0; points],
            playouts: 0,
        }
    }

    /// Simulates until the clock is up; `pause` is called now and then.
    pub(crate) fn run(mut self, pause: &dyn Fn()) {
        let clock = self.shared.clock;
        while !clock.is_up() {
            for _ in 0..clock.grant(GRANT) {
                self.simulate();
                if self.playouts.is_multiple_of(PAUSE_EVERY) {
                    pause();
                }
            }
        }
        let mut all = self.shared.owned.lock().expect("no thread panics while it adds");
        all.0.iter_mut().zip(&self.owned).for_each(|(sum, own)| *sum += own);
        all.1 += self.playouts;
    }

    fn simulate(&mut self) {
        let shared = self.shared;
        let game = &shared.policy.game;
        let mut state = shared.state.clone();
        let recent = self.descend(&mut state);
        let lead_halves = if state.passes() >= 2 && game.rules().scoring() == Scoring::Area {
            let scores = game.scores(&state);
            (scores.as_slice()[0] - scores.as_slice()[1]).in_halves()
        } else {
            if state.passes() >= 2 {
                // By territory nobody takes dead stones, which would cost points: a playout takes them off for nothing.
                state.resume();
            }
            let moves = &mut self.moves;
            let finish = shared.policy.play(&mut state, recent, &mut self.scratch, |point| moves.push(point as u16));
            finish.owned[0].indices().for_each(|point| self.owned[point] += 1);
            finish.owned[1].indices().for_each(|point| self.owned[point] -= 1);
            finish.lead_halves
        };
        self.playouts += 1;
        let is_black = game.mover(shared.state).0 == 0;
        let worth = self.worth(if is_black { lead_halves } else { -lead_halves });
        self.back_up(worth);
    }

    /// What a lead is worth, from 0 to [`ONE`].
    fn worth(&self, lead_halves: i32) -> u32 {
        let points = self.shared.policy.game.board().points() as f32;
        let win = match lead_halves.signum() {
            1 => 1.0,
            0 => 0.5,
            _ => 0.0,
        };
        let share = (0.5 + lead_halves as f32 / (2.0 * points)).clamp(0.0, 1.0);
        let weight = self.shared.params.score_weight;
        let worth = (1.0 - weight) * win + weight * share;
        let worth = self
            .shared
            .margin
            .map_or(worth, |margin| (1.0 - margin.weight) * worth + margin.weight * margin.worth(lead_halves));
        (worth * ONE as f32).round() as u32
    }

    /// Goes down from the root to a leaf, counting visits on the way.
    fn descend(&mut self, state: &mut State<W>) -> Recent {
        let shared = self.shared;
        let (game, tree) = (&shared.policy.game, shared.tree);
        self.path.clear();
        self.moves.clear();
        self.keys.clear();
        let (mut index, mut recent) = (ROOT, shared.recent);
        tree.node(ROOT).stats.visit();
        self.path.push(ROOT);
        while state.passes() < 2 {
            if game.repetition() != Repetition::Free {
                self.keys.push(game.position_key(state));
            }
            let node = tree.node(index);
            let Some(children) = node.children().or_else(|| self.grow(node, state, recent)) else { break };
            let at = self.pick(tree.block(children), index == ROOT, node.stats.visits());
            index = children.first + at as u32;
            let child = tree.node(index);
            child.stats.visit();
            let choice = child.choice();
            game.play(state, choice);
            self.path.push(index);
            self.moves.push(choice.0);
            recent = recent.then((choice.index() != game.pass_index()).then_some(choice.index()));
        }
        recent
    }

    /// Children for a leaf that has been visited often enough.
    fn grow(&mut self, node: &Node, state: &State<W>, recent: Recent) -> Option<Children> {
        let shared = self.shared;
        if node.stats.visits() <= shared.params.expand_after || !node.claim() {
            return None;
        }
        let mut moves = shared.policy.moves(state, recent, shared.params, &mut self.scratch.undo);
        if shared.policy.game.repetition() != Repetition::Free {
            moves.retain(|&(choice, _)| !self.repeats(state, choice));
        }
        shared.tree.expand(node, moves.into_iter(), 0)
    }

    /// Whether a capture brings back a position of the game or of the descent. Other moves can do so only after
    /// stones were put back; the root, where it counts, knows all.
    fn repeats(&self, state: &State<W>, choice: Move) -> bool {
        let game = &self.shared.policy.game;
        if game.captured_by(state, choice).none() {
            return false;
        }
        let mut after = state.clone();
        game.play(&mut after, choice);
        self.keys.contains(&game.position_key(&after)) || self.shared.history.forbids(game, state, choice)
    }

    /// The child that promises most among those that are looked at. Among equals the first after a random place in
    /// the row.
    fn pick(&mut self, row: &[Node], is_root: bool, visits: u32) -> usize {
        let params = self.shared.params;
        // At the root a move that repeats may stand in the row: all are looked at if there is none else.
        let may = |child: &Node| !is_root || self.shared.allowed.has(child.choice().index());
        let widening = if self.shared.policy.opening.is_large() { params.widening } else { 0.0 };
        let row =
            Some(&row[..row.len().min(width(widening, visits))]).filter(|open| open.iter().any(may)).unwrap_or(row);
        let offset = self.scratch.rng.below(row.len() as u32) as usize;
        let total: u32 = if params.exploration > 0.0 { row.iter().map(|child| child.stats.visits()).sum() } else { 0 };
        let exploration = params.exploration * libm::logf(total.max(1) as f32).sqrt();
        let (mut best, mut best_bound) = (0, f32::NEG_INFINITY);
        for at in (offset..row.len()).chain(0..offset) {
            let child = &row[at];
            let bound = promise(&child.stats, params.rave_equivalence, exploration);
            if bound > best_bound && may(child) {
                (best, best_bound) = (at, bound);
            }
        }
        best
    }

    /// How many times this simulation counts for the later moves of a node: every one once, but where threads meet and
    /// many have come by, one in [`SAMPLED`] for all, and none beyond [`RAVE_VISITS_MAX`].
    fn counts_for(&self, visits: u32) -> Option<u32> {
        if visits >= RAVE_VISITS_MAX {
            return None;
        }
        if self.shared.params.threads == 1 || visits < SAMPLED_FROM {
            return Some(1);
        }
        self.playouts.is_multiple_of(SAMPLED).then_some(SAMPLED)
    }

    /// Adds the worth to every node of the path, and to the moves beside it that were played later.
    fn back_up(&mut self, worth: u32) {
        let tree = self.shared.tree;
        let depth = self.path.len() - 1;
        self.first.fill(0);
        let side = |ply: usize| (ply % 2) as u8 + 1;
        for (ply, &point) in self.moves.iter().enumerate().skip(depth).rev() {
            self.first[usize::from(point)] = side(ply);
        }
        // The pass is not a move that could have been played first.
        let pass = self.first.len() - 1;
        for ply in (0..=depth).rev() {
            self.first[pass] = 0;
            let node = tree.node(self.path[ply]);
            let of_mover = |ply: usize| if ply.is_multiple_of(2) { worth } else { ONE - worth };
            if let Some((children, times)) = node.children().zip(self.counts_for(node.stats.visits())) {
                for child in tree.block(children) {
                    if self.first[child.choice().index()] == side(ply) {
                        child.stats.rave.add(times, times * of_mover(ply));
                    }
                }
            }
            if ply > 0 {
                node.stats.add_worth(of_mover(ply - 1));
                self.first[usize::from(self.moves[ply - 1])] = side(ply - 1);
            } else {
                node.stats.add_worth(worth);
            }
        }
    }
}

/// Visits of a node from which only some simulations count for its later moves. All children of a node are written
/// for each that does, which makes threads wait for each other.
const SAMPLED_FROM: u32 = 512;

/// One in so many counts then.
const SAMPLED: u32 = 4;

/// Moves that are looked at from the first visit on.
const WIDTH_MIN: f32 = 10.0;

/// Visits in which the number of moves that are looked at begins to grow.
const WIDENING_BEGINS: f32 = 20.0;

/// How many moves are looked at, the best-looking first, in a position with so many visits.
fn width(widening: f32, visits: u32) -> usize {
    if widening == 0.0 {
        return usize::MAX;
    }
    (WIDTH_MIN + widening * libm::logf(1.0 + visits as f32 / WIDENING_BEGINS)) as usize
}

/// What a child promises: its own results, joined with its prior, against those of games in which its move was
/// played later. The latter count less the more there is of the former.
#[inline]
fn promise(child: &Tally, equivalence: f32, exploration: f32) -> f32 {
    let (visits, worth) = child.read();
    let (later_visits, later_worth) = child.rave.read();
    let prior = child.prior();
    let (visits, worth) = (visits as f32 + prior.visits, worth + prior.worth);
    let mean = worth / visits.max(1e-3);
    let value = if later_visits == 0 {
        mean
    } else {
        let later = later_visits as f32;
        let share = later / (later + visits + later * visits / equivalence);
        share * (later_worth / later) + (1.0 - share) * mean
    };
    if exploration > 0.0 { value + exploration / visits.max(1.0).sqrt() } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_is_counted_from_what_was_expected() {
        let margin = Margin { weight: 0.25, expected: 40.0, scale: 38.0 };
        assert_eq!(margin.worth(40), 0.5);
        assert!(margin.worth(78) > 0.87 && margin.worth(78) < 0.89 && margin.worth(2) < 0.13);
        // As good as expected, the rest of the worth is the chance.
        for chance in [0.0, 0.3, 0.99, 1.0] {
            assert!((margin.chance(0.75 * chance + 0.25 * 0.5) - chance).abs() < 1e-9);
        }
        assert_eq!((margin.chance(0.01), margin.chance(0.99)), (0.0, 1.0));
    }

    #[test]
    fn a_position_is_looked_at_more_widely_the_more_it_is_visited() {
        assert_eq!((width(6.0, 0), width(6.0, 1_000), width(6.0, 26_000)), (10, 33, 53));
        assert_eq!(width(0.0, 0), usize::MAX);
    }
}
