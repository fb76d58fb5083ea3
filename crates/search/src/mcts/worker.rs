//! One thread of a Monte Carlo tree search: down the tree, a random game, and back up.
//!
//! Several simulations of a thread are under way at a time (see [`play_dealt`](enban_game::playout::play_dealt)),
//! as are those of other threads. A simulation counts as a visit from the moment it comes by and brings its
//! payoff when it is back, so until then it looks lost and the next one goes elsewhere (virtual loss).

use std::sync::atomic::Ordering;

use enban_game::playout::{Dealer, Outcome};
use enban_game::{Game, MoveSet, Rng, Scores, Seat, Turn};

use super::arena::{Arena, Children, Node, ONE, Payoffs, ROOT};
use super::{Exact, MctsParams};
use crate::limits::Clock;

/// What the threads of one search share.
pub(super) struct Shared<'s, G: Game> {
    pub(super) game: &'s G,
    pub(super) params: &'s MctsParams,
    pub(super) exact: Option<&'s Exact<G>>,
    pub(super) arena: &'s Arena,
    pub(super) state: &'s G::State,
    /// Moves that may be made at the root.
    pub(super) allowed: &'s G::Moves,
    pub(super) clock: &'s Clock<'s>,
    pub(super) seed: u64,
    /// Whether certain values of children make those of their parents certain.
    pub(super) solve: bool,
}

/// The nodes of a simulation, root first, each with the seat that moved there.
pub(super) type Path = Vec<(u32, Seat)>;

pub(super) struct Worker<'s, G: Game> {
    shared: &'s Shared<'s, G>,
    rng: Rng,
    thread: u64,
    dealt: u64,
    spare: Vec<Path>,
    /// Called every [`PAUSE_EVERY`] simulations.
    pause: &'s dyn Fn(),
}

/// Simulations between two looks at whether there is something to tell.
const PAUSE_EVERY: u64 = 64;

/// The smallest step between payoffs.
const UNIT: f32 = 1.0 / ONE as f32;

/// Where a descent ended.
enum End<S> {
    /// At a position whose payoffs are certain.
    Known(Payoffs),
    /// At a position to be played out.
    Open(S),
}

impl<'s, G: Game> Worker<'s, G> {
    pub(super) fn new(shared: &'s Shared<'s, G>, thread: u64, pause: &'s dyn Fn()) -> Self {
        let rng = Rng::stream(shared.seed, thread << 40);
        Self { shared, rng, thread, dealt: 0, spare: Vec::new(), pause }
    }

    /// Goes down from the root to a leaf, counting visits on the way.
    fn descend(&mut self, path: &mut Path) -> End<G::State> {
        let shared = self.shared;
        let (game, arena) = (shared.game, shared.arena);
        game.accelerate(
            #[inline(always)]
            || {
                let mut state = shared.state.clone();
                let mut index = ROOT;
                path.push((ROOT, game.mover(&state)));
                loop {
                    // 1. Count the visit; what is certain needs no further look.
                    let node = arena.node(index);
                    let visits = node.visits.fetch_add(1, Ordering::Relaxed) + 1;
                    if index != ROOT
                        && let Some(payoffs) = node.proof()
                    {
                        return End::Known(payoffs);
                    }
                    // 2. A leaf is played out at first and grows children later.
                    let children = match node.children() {
                        Some(children) => children,
                        None => match self.leaf(node, visits, &state) {
                            Ok(children) => children,
                            Err(Some(payoffs)) => return End::Known(payoffs),
                            Err(None) => return End::Open(state),
                        },
                    };
                    // 3. Go on to the child that promises most.
                    (0..children.passes).for_each(|_| game.pass(&mut state));
                    let seat = game.mover(&state);
                    index = self.pick(children, visits, seat, index == ROOT);
                    game.play(&mut state, arena.node(index).choice());
                    path.push((index, seat));
                }
            },
        )
    }

    /// Children for a leaf that has been visited often enough; otherwise its payoffs, if they are certain.
    fn leaf(&mut self, node: &Node, visits: u32, state: &G::State) -> Result<Children, Option<Payoffs>> {
        let shared = self.shared;
        if visits == 1
            && let Some(shares) = shared.exact.and_then(|exact| exact(shared.game, state))
        {
            let payoffs = Payoffs::from_shares(&shares);
            node.set_proof(Some(payoffs));
            return Err(Some(payoffs));
        }
        if visits <= shared.params.expand_after || !node.claim() {
            return Err(None);
        }
        match expand(shared.game, shared.arena, node, state) {
            Expanded::Full => Err(None),
            Expanded::Over(scores) => {
                let payoffs = shared.params.payoffs(&scores);
                node.set_proof(Some(payoffs));
                Err(Some(payoffs))
            }
            Expanded::Children(children) => Ok(children),
        }
    }

    /// The child with the highest upper confidence bound for the seat that chooses. Among equals the first
    /// after a random place in the row.
    #[inline]
    fn pick(&mut self, children: Children, visits: u32, seat: Seat, is_root: bool) -> u32 {
        let Shared { arena, params, allowed, .. } = *self.shared;
        // Divisions are most of the work of a descent: one for each child, in single precision.
        let exploration = (params.exploration * params.exploration * log(visits)) as f32;
        let first_play = params.first_play as f32;
        let block = arena.block(children);
        let offset = self.rng.below(u32::from(children.count)) as usize;
        let (mut best, mut best_bound) = (0, f32::NEG_INFINITY);
        for at in (offset..block.len()).chain(0..offset) {
            let child = &block[at];
            let bound = match (child.visits(), child.proof()) {
                (_, Some(payoffs)) => f32::from(payoffs.of(seat)) * UNIT,
                (0, None) => first_play,
                (visits, None) => {
                    let share = 1.0 / visits as f32;
                    let sum = child.sum.load(Ordering::Relaxed) as f32;
                    sum * UNIT * share + (exploration * share).sqrt()
                }
            };
            if bound > best_bound && (!is_root || allowed.contains(child.choice())) {
                (best, best_bound) = (at, bound);
            }
        }
        children.first + best as u32
    }

    /// Adds the payoffs to every node of the path, and carries certainty up as far as it goes.
    fn back_up(&mut self, mut path: Path, payoffs: Payoffs) {
        let arena = self.shared.arena;
        for &(index, seat) in &path[1..] {
            arena.node(index).sum.fetch_add(u64::from(payoffs.of(seat)), Ordering::Relaxed);
        }
        for step in path.windows(2).rev() {
            let [(parent, _), (child, seat)] = [step[0], step[1]];
            if arena.node(child).proof().is_none() || !self.shared.prove(parent, seat) {
                break;
            }
        }
        path.clear();
        self.spare.push(path);
    }
}

impl<G: Game> Shared<'_, G> {
    /// Makes a node certain if its children say so: one of them wins for the seat that chooses, or all are
    /// certain. With more than two seats only the root, where it does not matter how others break ties.
    pub(super) fn prove(&self, index: u32, seat: Seat) -> bool {
        if !self.solve || (self.game.seats() != 2 && index != ROOT) {
            return false;
        }
        let node = self.arena.node(index);
        let Some(children) = node.children() else { return false };
        let (mut best, mut all_known) = (None::<Payoffs>, true);
        for child in children.indices() {
            match self.arena.node(child).proof() {
                Some(payoffs) if best.is_none_or(|best| payoffs.of(seat) > best.of(seat)) => best = Some(payoffs),
                Some(_) => {}
                None => all_known = false,
            }
        }
        let Some(payoffs) = best.filter(|best| all_known || best.of(seat) == ONE) else { return false };
        node.set_proof(Some(payoffs));
        if index == ROOT {
            self.clock.ring();
        }
        true
    }
}

impl<G: Game> Dealer<G> for Worker<'_, G> {
    type Ticket = Path;

    fn deal(&mut self) -> Option<(G::State, Rng, Path)> {
        let clock = self.shared.clock;
        while !clock.is_up() {
            clock.spend(1);
            self.dealt += 1;
            if self.dealt.is_multiple_of(PAUSE_EVERY) {
                (self.pause)();
            }
            let mut path = self.spare.pop().unwrap_or_default();
            match self.descend(&mut path) {
                End::Known(payoffs) => self.back_up(path, payoffs),
                End::Open(state) => {
                    let rng = Rng::stream(self.shared.seed, (self.thread << 40) + self.dealt);
                    return Some((state, rng, path));
                }
            }
        }
        None
    }

    fn settle(&mut self, path: Path, outcome: &Outcome) {
        let payoffs = self.shared.params.payoffs(&outcome.scores);
        if outcome.moves == 0
            && outcome.finished
            && let Some(&(leaf, _)) = path.last()
        {
            self.shared.arena.node(leaf).set_proof(Some(payoffs));
        }
        self.back_up(path, payoffs);
    }
}

/// What became of a node that was to grow children.
pub(super) enum Expanded {
    Children(Children),
    Over(Scores),
    Full,
}

/// Gives a claimed node its children, past any forced passes.
pub(super) fn expand<G: Game>(game: &G, arena: &Arena, node: &Node, state: &G::State) -> Expanded {
    let mut state = state.clone();
    let mut passes = 0;
    loop {
        match game.turn(&state) {
            Turn::Moves(moves) => {
                let choices: Vec<_> = moves.iter().collect();
                let grown = arena.expand(node, choices.into_iter(), passes);
                return node.children().filter(|_| grown).map_or(Expanded::Full, Expanded::Children);
            }
            Turn::Pass => game.pass(&mut state),
            Turn::Over => {
                node.give_up();
                return Expanded::Over(game.scores(&state));
            }
        }
        passes += 1;
    }
}

/// The natural logarithm, straight between powers of two: within 0.06 of the true one, and the same on
/// every machine.
fn log(number: u32) -> f64 {
    let number = number.max(1);
    let whole = 31 - number.leading_zeros();
    let part = f64::from(number) / f64::from(1u32 << whole) - 1.0;
    (f64::from(whole) + part) * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_near_enough() {
        for number in (1..100_000).chain([u32::MAX]) {
            assert!((log(number) - f64::from(number).ln()).abs() < 0.06, "{number}");
        }
    }
}
