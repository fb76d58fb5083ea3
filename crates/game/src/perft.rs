//! Counting the leaves of the game tree: the classic proof that rules are right, and a measure of speed.
//!
//! A forced pass is one move, a finished game is one leaf at any depth, and the last ply is counted
//! by the size of the move set.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::contract::{Game, Repetition, Turn};
use crate::set::MoveSet;
use crate::trail::{History, Step, Trail};
use crate::watch::Watch;

/// The number of leaves `depth` plies below `state`, for games whose rules do not look at the past.
///
/// ```
/// use enban_game::toy::Toy;
/// use enban_game::{Game, perft};
///
/// let game = Toy::<2>::parse("(1 (2 3 4) ~(5 6))")?;
/// assert_eq!([0, 1, 2, 3].map(|depth| perft(&game, &game.start(), depth)), [1, 3, 5, 6]);
/// # Ok::<(), enban_game::TextError>(())
/// ```
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.accelerate(
            #[inline(always)]
            || last_ply(game, state),
        ),
        _ => game.accelerate(
            #[inline(always)]
            || inner(game, state, depth),
        ),
    }
}

#[inline(always)]
fn last_ply<G: Game>(game: &G, state: &G::State) -> u64 {
    match game.turn(state) {
        Turn::Moves(moves) => u64::from(moves.len()),
        Turn::Pass | Turn::Over => 1,
    }
}

#[inline(always)]
fn inner<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    match game.turn(state) {
        Turn::Over => 1,
        Turn::Pass => {
            let mut after = state.clone();
            game.pass(&mut after);
            perft(game, &after, depth - 1)
        }
        Turn::Moves(mut moves) => {
            let mut leaves = 0;
            while let Some(choice) = moves.pop() {
                let mut after = state.clone();
                game.play(&mut after, choice);
                leaves += if depth == 2 { last_ply(game, &after) } else { perft(game, &after, depth - 1) };
            }
            leaves
        }
    }
}

/// The same where the rules forbid repetition: the path is remembered on the way down.
fn perft_remembering<G: Game>(game: &G, state: &G::State, history: &mut History, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let steps = steps_of(&history.filter(game, state, game.turn(state)));
    if steps.is_empty() || depth == 1 {
        return steps.len().max(1) as u64;
    }
    let mut leaves = 0;
    for step in steps {
        let mut after = state.clone();
        step.apply(game, &mut after);
        history.push(game, &after);
        leaves += perft_remembering(game, &after, history, depth - 1);
        history.pop();
    }
    leaves
}

fn steps_of<M: MoveSet>(turn: &Turn<M>) -> Vec<Step> {
    match turn {
        Turn::Moves(moves) => moves.iter().map(Step::Play).collect(),
        Turn::Pass => vec![Step::Pass],
        Turn::Over => Vec::new(),
    }
}

/// The leaves below each first step.
pub type Divided = Vec<(Step, u64)>;

/// A part of the tree: a position, its past, what is left to count, and the first step that led to it.
struct Part<G: Game> {
    state: G::State,
    history: History,
    depth: u32,
    first: usize,
}

/// Counts below the position of a trail on `threads` threads, divided by first step.
/// A position that is over, or a depth of 0, divides into nothing and counts as one leaf.
/// `None` if it was stopped.
///
/// ```
/// use enban_game::perft::perft_parallel;
/// use enban_game::toy::Toy;
/// use enban_game::{Trail, Watch};
///
/// let trail = Trail::new(Toy::<2>::parse("((1 2) (3 4 5))")?);
/// let (leaves, divided) = perft_parallel(&trail, 2, 2, &Watch::default()).expect("nobody stops it");
/// assert_eq!(leaves, 5);
/// assert_eq!(divided.iter().map(|(step, leaves)| (step.write(trail.game()), *leaves)).collect::<Vec<_>>(),
///     [("c0".to_owned(), 2), ("c1".to_owned(), 3)]);
/// # Ok::<(), enban_game::TextError>(())
/// ```
pub fn perft_parallel<G: Game>(trail: &Trail<G>, depth: u32, threads: usize, watch: &Watch) -> Option<(u64, Divided)> {
    const PARTS_PER_THREAD: usize = 64;
    let game = trail.game();
    let firsts = if depth == 0 { Vec::new() } else { steps_of(&trail.turn()) };
    if firsts.is_empty() {
        return Some((1, Vec::new()));
    }
    let mut parts = split_first(trail, &firsts, depth);
    while parts.len() < PARTS_PER_THREAD * threads && parts.iter().any(|part| part.depth > 3) {
        parts = parts.into_iter().flat_map(|part| split(game, part)).collect();
    }
    watch.expect(parts.len() as u64);
    let next = AtomicUsize::new(0);
    let sums: Vec<AtomicU64> = firsts.iter().map(|_| AtomicU64::new(0)).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if watch.is_stopped() {
                        return;
                    }
                    sums[part.first].fetch_add(count(game, part), Ordering::Relaxed);
                    watch.advance(1);
                }
            });
        }
    });
    if watch.progress().0 < parts.len() as u64 {
        return None;
    }
    let divided: Divided = firsts.into_iter().zip(sums.into_iter().map(AtomicU64::into_inner)).collect();
    Some((divided.iter().map(|(_, leaves)| leaves).sum(), divided))
}

fn count<G: Game>(game: &G, part: &Part<G>) -> u64 {
    match game.repetition() {
        Repetition::Free => perft(game, &part.state, part.depth),
        _ => perft_remembering(game, &part.state, &mut part.history.clone(), part.depth),
    }
}

fn split_first<G: Game>(trail: &Trail<G>, firsts: &[Step], depth: u32) -> Vec<Part<G>> {
    let whole = Part { state: trail.state().clone(), history: trail.history().clone(), depth, first: 0 };
    firsts.iter().enumerate().map(|(first, &step)| Part { first, ..below(trail.game(), &whole, step) }).collect()
}

/// The parts one ply further down; a part that is over or nearly counted stays whole.
fn split<G: Game>(game: &G, part: Part<G>) -> Vec<Part<G>> {
    let steps = steps_of(&part.history.filter(game, &part.state, game.turn(&part.state)));
    if part.depth <= 3 || steps.is_empty() {
        return vec![part];
    }
    steps.into_iter().map(|step| below(game, &part, step)).collect()
}

fn below<G: Game>(game: &G, part: &Part<G>, step: Step) -> Part<G> {
    let mut state = part.state.clone();
    step.apply(game, &mut state);
    let mut history = part.history.clone();
    history.push(game, &state);
    Part { state, history, depth: part.depth - 1, first: part.first }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    /// Leaves at each depth, counted alone and in parallel.
    fn check(tree: &str, leaves: &[u64]) {
        let trail = Trail::new(Toy::<2>::parse(tree).unwrap());
        for (depth, &expected) in leaves.iter().enumerate() {
            let depth = depth as u32;
            assert_eq!(perft(trail.game(), trail.state(), depth), expected, "{tree} depth {depth}");
            let mut history = trail.history().clone();
            assert_eq!(perft_remembering(trail.game(), trail.state(), &mut history, depth), expected);
            let (total, divided) = perft_parallel(&trail, depth, 2, &Watch::default()).unwrap();
            assert_eq!(total, expected);
            assert!(divided.is_empty() || divided.iter().map(|d| d.1).sum::<u64>() == expected);
        }
    }

    #[test]
    fn finished_games_and_passes_count_once() {
        check("7", &[1, 1, 1]);
        check("(1 (2 3 4) ~(5 6))", &[1, 3, 5, 6, 6]);
    }

    #[test]
    fn a_stopped_count_has_no_result() {
        let watch = Watch::default();
        watch.stop();
        let trail = Trail::new(Toy::<2>::parse("((1 2) (3 4))").unwrap());
        assert_eq!(perft_parallel(&trail, 2, 1, &watch), None);
    }
}
