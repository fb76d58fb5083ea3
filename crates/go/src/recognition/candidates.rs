//! Candidate moves: a stone is put virtually on every legal point, and what counts is by how much the territory
//! of [`influence`](mod@super::influence) grows for whoever puts it.
//!
//! Every point counts that a colour is stronger on, with a stone or without: a player who counts the empty ones
//! alone passes too soon and loses to chance (32 of 100 games on 9x9 where this one wins 9 in 10). A stone that takes
//! nothing gains the points within two steps whose sums were equal, so the values of all such points are counted at
//! once; only moves that take stones are tried one by one. [`candidate_value`] is the plain definition and the twin
//! of the fast count.

use enban_game::{Bits, Colour, Move};

use super::influence::{Planes, count_within_two, influence, number_at};
use crate::game::Go;
use crate::state::{State, index_of};

/// A legal point and by how much the mover's territory grows with a stone there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CandidateValue {
    /// The point.
    pub point: usize,
    /// The growth.
    pub value: i32,
}

/// The best candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Best<const W: usize> {
    /// The growth that they share.
    pub value: i32,
    /// The points.
    pub points: Bits<W>,
}

/// The growth by a stone of the mover on a legal point: the stone is put, what it takes is taken off, and the
/// territory is counted before and after.
pub fn candidate_value<const W: usize>(game: &Go<W>, state: &State<W>, point: usize) -> i32 {
    Seen::of(game, state).growth_by(point)
}

/// The growth by each of the points, which are legal, in scan order.
pub fn candidate_values<const W: usize>(game: &Go<W>, state: &State<W>, points: Bits<W>) -> Vec<CandidateValue> {
    let seen = Seen::of(game, state);
    let planes = seen.quiet_values();
    let violent = seen.violent(points);
    let value = |point: usize| match violent.has(point) {
        true => seen.growth_by(point),
        false => number_at(&planes, point) as i32,
    };
    points.indices().map(|point| CandidateValue { point, value: value(point) }).collect()
}

/// The points of the largest growth among some legal ones, if that is above 0.
#[inline(always)]
pub fn best_candidates<const W: usize>(game: &Go<W>, state: &State<W>, points: Bits<W>) -> Option<Best<W>> {
    let seen = Seen::of(game, state);
    let mut violent = seen.violent(points);
    let mut best = largest(&seen.quiet_values(), points & !violent);
    while let Some(point) = violent.first() {
        violent.clear(point);
        let value = seen.growth_by(point);
        if value > best.value {
            best = Best { value, points: Bits::EMPTY };
        }
        if value == best.value {
            best.points.set(point);
        }
    }
    (best.value > 0).then_some(best)
}

/// The points of a set whose number is largest.
#[inline(always)]
fn largest<const W: usize>(planes: &Planes<W>, points: Bits<W>) -> Best<W> {
    let (mut left, mut number) = (points, 0);
    for bit in (0..4).rev() {
        let with = left & planes[bit];
        if !with.none() {
            left = with;
            number |= 1 << bit;
        }
    }
    Best { value: number, points: left }
}

/// A position as the mover sees it.
struct Seen<'g, const W: usize> {
    game: &'g Go<W>,
    state: &'g State<W>,
    stones: [Bits<W>; 2],
    own: usize,
    /// The points where the mover is stronger, and those whose sums are equal.
    held: Bits<W>,
    ties: Bits<W>,
}

impl<'g, const W: usize> Seen<'g, W> {
    #[inline(always)]
    fn of(game: &'g Go<W>, state: &'g State<W>) -> Self {
        let stones = [state.stones(Colour::Black), state.stones(Colour::White)];
        let own = index_of(state.mover());
        let now = influence(game.board(), stones);
        let ties = game.board().all() & !(now.stronger[0] | now.stronger[1]);
        Self { game, state, stones, own, held: now.stronger[own], ties }
    }

    /// The growth by a stone on each empty point, as if it took nothing.
    #[inline(always)]
    fn quiet_values(&self) -> Planes<W> {
        count_within_two(self.game.board(), &self.ties)
    }

    /// Those of the points where a stone takes stones, of either colour, off the board.
    #[inline(always)]
    fn violent(&self, points: Bits<W>) -> Bits<W> {
        let board = self.game.board();
        let mover = self.state.mover();
        let mut found = board.neighbours_of(&self.state.in_atari(mover.other()));
        if self.game.rules().suicide() {
            found |= board.neighbours_of(&self.state.in_atari(mover));
        }
        found & points
    }

    #[inline(always)]
    fn growth_by(&self, point: usize) -> i32 {
        let choice = Move(point as u16);
        let mut after = self.stones;
        after[self.own].set(point);
        let taken = self.game.captured_by(self.state, choice);
        after[1 - self.own] &= !taken;
        if taken.none() && self.game.rules().suicide() {
            let lost = self.game.lost_by(self.state, choice);
            if !lost.none() {
                after[self.own] &= !lost;
                after[self.own].clear(point);
            }
        }
        let then = influence(self.game.board(), after).stronger[self.own];
        then.count() as i32 - self.held.count() as i32
    }
}
