//! Turning and mirroring: [`Symmetric`], and openings counted once up to symmetry.

use std::collections::HashSet;

use crate::contract::{Game, Key, Move, Seat, Turn};
use crate::rng::Rng;
use crate::set::MoveSet;
use crate::trail::Step;

/// A game whose positions may be turned or mirrored without changing their worth.
pub trait Symmetric: Game {
    /// How many symmetries keep the rules as they are; number 0 is the identity.
    fn symmetries(&self) -> usize;

    /// The state seen through symmetry `number`.
    fn transform(&self, state: &Self::State, number: usize) -> Self::State;

    /// The move seen through symmetry `number`.
    fn transform_move(&self, choice: Move, number: usize) -> Move;

    /// The seat seen through symmetry `number`; most symmetries leave the seats alone.
    fn transform_seat(&self, seat: Seat, _number: usize) -> Seat {
        seat
    }

    /// One key for all the states that symmetries turn into each other.
    fn canonical_key(&self, state: &Self::State) -> Key {
        let keys = (0..self.symmetries()).map(|number| self.key(&self.transform(state, number)));
        keys.min().unwrap_or_else(|| self.key(state))
    }
}

/// The positions after `plies` moves from the start, one of each class under symmetry, in the order
/// in which they are first reached. Games that have ended on the way are left out; a forced pass is
/// not a move.
pub fn distinct_positions<G: Symmetric>(game: &G, plies: u32) -> Vec<G::State> {
    let lines = distinct_lines(game, plies, usize::MAX).expect("there is no limit");
    lines.into_iter().map(|(state, _)| state).collect()
}

/// A position and the steps that led to it.
type Reached<G> = (<G as Game>::State, Vec<Step>);

/// The same with the steps that first reached each position; `None` if there are more than `most` at any depth.
fn distinct_lines<G: Symmetric>(game: &G, plies: u32, most: usize) -> Option<Vec<Reached<G>>> {
    let mut layer = vec![(game.start(), Vec::new())];
    for _ in 0..plies {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for (mut state, mut steps) in layer {
            let Some(moves) = after_passes(game, &mut state, &mut steps) else { continue };
            for choice in moves.iter() {
                let mut after = state.clone();
                game.play(&mut after, choice);
                if seen.insert(game.canonical_key(&after)) {
                    let steps = steps.iter().copied().chain([Step::Play(choice)]).collect();
                    next.push((after, steps));
                }
            }
            if next.len() > most {
                return None;
            }
        }
        layer = next;
    }
    Some(layer)
}

/// Makes the forced passes, and returns the moves behind them; `None` if the game is over.
fn after_passes<G: Game>(game: &G, state: &mut G::State, steps: &mut Vec<Step>) -> Option<G::Moves> {
    loop {
        match game.turn(state) {
            Turn::Moves(moves) => return Some(moves),
            Turn::Pass => {
                game.pass(state);
                steps.push(Step::Pass);
            }
            Turn::Over => return None,
        }
    }
}

/// Positions listed in full before [`draw_openings`] turns to random walks.
const LISTED_MAX: usize = 100_000;

/// Openings of so many moves, no two of them the same up to symmetry, drawn by `rng`: as many as are `wanted`, or
/// all there are. Where there are too many to list they are found by random walks. The games are not over yet.
pub fn draw_openings<G: Symmetric>(game: &G, plies: u32, wanted: usize, mut rng: Rng) -> Vec<Vec<Step>> {
    let goes_on = |state: &G::State| !matches!(game.turn(state), Turn::Over);
    if let Some(mut lines) = distinct_lines(game, plies, LISTED_MAX) {
        lines.retain(|(state, _)| goes_on(state));
        for at in 0..lines.len().min(wanted) {
            let other = at + rng.below((lines.len() - at) as u32) as usize;
            lines.swap(at, other);
        }
        lines.truncate(wanted);
        return lines.into_iter().map(|(_, steps)| steps).collect();
    }
    let mut seen = HashSet::new();
    let mut drawn = Vec::new();
    let mut tries = 0;
    while drawn.len() < wanted && tries < 20 * wanted + 1_000 {
        tries += 1;
        let (mut state, mut steps) = (game.start(), Vec::new());
        for _ in 0..plies {
            let Some(moves) = after_passes(game, &mut state, &mut steps) else { break };
            let choice = moves.nth(rng.below(moves.len()));
            game.play(&mut state, choice);
            steps.push(Step::Play(choice));
        }
        if goes_on(&state) && seen.insert(game.canonical_key(&state)) {
            drawn.push(steps);
        }
    }
    drawn
}
