//! The frame that the searches share: the root, one ply deeper each time, until a limit or the end.

use enban_game::{Game, Move, MoveSet, Rng, Seat, Step, Trail, Turn};

use super::ManyParams;
use super::goal::{EvaluateSeats, Goal, Payoffs, estimate};
use crate::limits::{Clock, Limits, TimeBy};
use crate::player::{Candidate, Desk, Thought, Value};

/// What a search needs to know wherever it is in the tree.
pub(super) struct Spot<'s, G: Game, E> {
    pub(super) game: &'s G,
    evaluation: &'s E,
    pub(super) goal: Goal,
    /// The seat that thinks.
    pub(super) root: Seat,
    depth_max: u16,
    clock: Clock<'s>,
    unspent: u64,
}

/// Where neither the player nor the request sets a limit.
pub const DEFAULT_LIMITS: Limits = Limits { depth: Some(4), time: None, by: TimeBy::Wall, nodes: None };

/// Positions between two looks at the clock.
const SPEND_EVERY: u64 = 256;

/// Starts the clock of a search.
pub(super) fn open_search<'s, G: Game, E>(
    game: &'s G,
    evaluation: &'s E,
    params: &ManyParams,
    root: Seat,
    desk: &Desk<'s>,
) -> Spot<'s, G, E> {
    let limits = params.limits.with(&desk.limits).or(DEFAULT_LIMITS);
    let depth_max = limits.depth.unwrap_or(u32::MAX).clamp(1, 1_000) as u16;
    let clock = Clock::start(&limits, desk.watch);
    Spot { game, evaluation, goal: params.goal, root, depth_max, clock, unspent: 0 }
}

impl<G: Game, E: EvaluateSeats<G>> Spot<'_, G, E> {
    /// Counts a position; `true` when the search is to be given up.
    #[inline]
    pub(super) fn count(&mut self) -> bool {
        self.unspent += 1;
        if self.unspent == SPEND_EVERY {
            self.unspent = 0;
            return self.clock.spend(SPEND_EVERY);
        }
        self.clock.is_up()
    }

    /// The payoffs that are expected of a position.
    #[inline]
    pub(super) fn estimate(&self, state: &G::State) -> Payoffs {
        estimate(self.goal, self.evaluation, self.game, state)
    }

    fn nodes(&self) -> u64 {
        self.clock.nodes() + self.unspent
    }
}

/// What a search found out about a move at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Judged {
    /// What the seat on turn gets. At most that, if it is less than the floor that was asked for.
    pub(super) payoff: i32,
    /// Whether every line that mattered reached the end of the game.
    pub(super) complete: bool,
}

/// A search that judges the moves at the root one by one.
pub(super) trait RootSearch<G: Game> {
    /// The evaluation it uses.
    type Evaluation: EvaluateSeats<G>;

    /// Where it stands.
    fn spot(&self) -> &Spot<'_, G, Self::Evaluation>;

    /// What the position after a move at the root is worth, `depth` plies further. The payoff need not be
    /// exact below `floor`. `None` when the search is to be given up.
    fn judge(&mut self, after: &G::State, depth: u16, floor: i32) -> Option<Judged>;

    /// The best step in a position, if it is known.
    fn best(&self, state: &G::State) -> Option<Step>;
}

/// A move at the root and what is known about it.
#[derive(Clone)]
struct Rooted<S> {
    choice: Move,
    after: S,
    judged: Judged,
    /// Where it stands among equals.
    lot: u64,
}

/// Puts what is judged best first, equals by their lots.
fn best_first<S>(rooted: &mut [Rooted<S>]) {
    rooted.sort_by_key(|root| (std::cmp::Reverse(root.judged.payoff), root.lot));
}

/// Searches ply by ply and answers with the last depth that was finished. If there is none, with the best
/// of the moves that were judged, or the first move.
pub(super) fn deepen<G: Game, R: RootSearch<G>>(
    search: &mut R,
    trail: &Trail<G>,
    desk: &Desk<'_>,
    rng: &mut Rng,
    value: impl Fn(i32, bool) -> Value,
) -> Thought {
    let Turn::Moves(moves) = trail.turn() else { panic!("a player is asked only when it has a move") };
    let mut lots = Rng::new(rng.bits());
    let mut rooted: Vec<Rooted<G::State>> = moves
        .iter()
        .map(|choice| {
            let mut after = trail.state().clone();
            trail.game().play(&mut after, choice);
            Rooted { choice, after, judged: Judged { payoff: i32::MIN, complete: false }, lot: lots.bits() }
        })
        .collect();
    if let [only] = rooted.as_slice() {
        return Thought::plain(only.choice);
    }
    let mut thought = Thought::plain(rooted[0].choice);
    for depth in 1..=search.spot().depth_max {
        let finished = judge_all(search, &mut rooted, depth);
        if !finished && depth > 1 {
            break;
        }
        best_first(&mut rooted);
        let candidate = |root: &Rooted<G::State>| Candidate {
            choice: root.choice,
            value: value(root.judged.payoff, root.judged.complete),
            depth: u32::from(depth),
            visits: 0,
            line: line(search, trail.game(), root, depth),
        };
        let known = rooted.iter().filter(|root| root.judged.payoff > i32::MIN);
        let candidates: Vec<Candidate> = known.map(candidate).collect();
        thought = Thought { choice: rooted[0].choice, candidates, nodes: search.spot().nodes() };
        (desk.tell)(&thought);
        if !finished || rooted.iter().all(|root| root.judged.complete) {
            break;
        }
    }
    thought.nodes = search.spot().nodes();
    thought
}

/// Judges every move at one depth, those that were best before first; `false` if it was given up.
fn judge_all<G: Game, R: RootSearch<G>>(search: &mut R, rooted: &mut [Rooted<G::State>], depth: u16) -> bool {
    let mut floor = i32::MIN;
    for root in rooted {
        let Some(judged) = search.judge(&root.after, depth - 1, floor) else { return false };
        root.judged = judged;
        floor = floor.max(judged.payoff);
    }
    true
}

/// The steps expected from a move at the root on, as far as the table still knows them.
fn line<G: Game, R: RootSearch<G>>(search: &R, game: &G, root: &Rooted<G::State>, depth: u16) -> Vec<Step> {
    let mut steps = vec![Step::Play(root.choice)];
    let mut state = root.after.clone();
    let mut moves = 1;
    while moves < depth {
        let step = match game.turn(&state) {
            Turn::Over => break,
            Turn::Pass => Step::Pass,
            Turn::Moves(set) => match search.best(&state) {
                Some(Step::Play(choice)) if set.contains(choice) => Step::Play(choice),
                _ => break,
            },
        };
        step.apply(game, &mut state);
        steps.push(step);
        moves += u16::from(step != Step::Pass);
    }
    steps
}
