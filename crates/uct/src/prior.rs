//! What moves look like before they are tried: features, and the weights that were learned for them.
//!
//! A move's strength is the product of the weights of its features (here a sum of logarithms), and the chance that it
//! is played its share of all strengths. The weights are in `learned`, made by `cargo xtask learn go` from the
//! engine's own games.

use std::sync::LazyLock;

use enban_game::{Bits, Colour, Game, Move, Turn};
use enban_go::ladder::Reader;
use enban_go::{State, Undo};

use crate::corners::Urgency;
use crate::learned;
use crate::params::UctParams;
use crate::playout::{Policy, Recent};
use crate::shape::{CODES, symmetries};
use crate::sight::Sight;
use crate::tally::Prior;

/// Stones that a ladder may be read ahead when a node grows.
const LADDER_STONES: u32 = 60;

/// Features beside the 3x3 surroundings, as numbers from each of these on.
pub(crate) const LAST: usize = 0;
pub(crate) const BEFORE: usize = LAST + DISTANCES;
pub(crate) const HEIGHT: usize = BEFORE + DISTANCES;
/// The games that the weights come from are on 9x9, whose centre is the fifth line: all above counts as that.
const HEIGHT_LEARNED: usize = 4;
const CAPTURE: usize = HEIGHT + 6;
const ESCAPE: usize = CAPTURE + 3;
const CATCH: usize = ESCAPE + 2;
const RESCUE: usize = CATCH + 1;
const WASTE: usize = RESCUE + 1;
const ATARI: usize = WASTE + 1;
const LIBERTIES: usize = ATARI + 1;
const HEART: usize = LIBERTIES + 4;
/// One of the hand-made shapes that playouts follow.
const ANSWER: usize = HEART + 1;
/// Gains time in a race of liberties.
pub(crate) const RACE: usize = ANSWER + 1;
/// How many there are.
pub(crate) const FEATURES: usize = RACE + 1;
const DISTANCES: usize = 18;

/// Those of moves that take, save or kill something.
const TACTICAL: std::ops::Range<usize> = CAPTURE..WASTE;

/// The features of one move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Look {
    list: [u8; 13],
    count: u8,
    /// The surroundings.
    pub(crate) code: u16,
}

impl Look {
    #[inline(always)]
    fn add(&mut self, feature: usize) {
        self.list[usize::from(self.count)] = feature as u8;
        self.count += 1;
    }

    pub(crate) fn features(&self) -> impl Iterator<Item = usize> {
        self.list[..usize::from(self.count)].iter().map(|&feature| usize::from(feature))
    }

    /// The logarithm of the move's strength.
    #[inline(always)]
    fn strength(&self, weights: Weights) -> f32 {
        let shape = if weights == Weights::Learned { SHAPE_WEIGHTS[usize::from(self.code)] } else { 0.0 };
        let features = if weights == Weights::Learned { &learned::FEATURES } else { &BY_HAND };
        shape + self.features().map(|feature| features[feature]).sum::<f32>()
    }
}

/// Which weights the priors use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weights {
    /// Those that were learned from games.
    Learned,
    /// A guess, with which the first games to learn from were played; without surroundings but for the
    /// hand-made shapes.
    ByHand,
}

/// The guess.
const BY_HAND: [f32; FEATURES] = [
    0.0, 0.0, 2.2, 1.9, 1.4, 1.2, 0.8, 0.4, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, // last move
    0.0, 0.0, 0.9, 0.9, 0.6, 0.4, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, // own move before
    -1.5, -0.3, 0.4, 0.5, 0.2, 0.0, // height
    1.2, 2.2, 3.0, 1.0, 2.0, 1.5, 1.5, // captures, escapes, catch, rescue
    -2.0, 0.6, -0.5, 0.0, 0.2, 0.3, 2.0, 0.9, 1.0, // waste, atari, liberties, heart, answer, race
];

/// The learned weight of every surrounding.
pub(crate) static SHAPE_WEIGHTS: LazyLock<Vec<f32>> = LazyLock::new(|| {
    let mut weights = vec![0.0; CODES];
    for &(code, weight) in learned::SHAPES {
        symmetries(usize::from(code)).into_iter().for_each(|seen| weights[seen] = weight);
    }
    weights
});

impl<const W: usize> Policy<W> {
    /// The moves of a position worth a place in the tree, with their priors: the pass, then those that look best
    /// first. The own eyes are left out.
    pub(crate) fn moves(
        &self,
        state: &State<W>,
        recent: Recent,
        params: &UctParams,
        undo: &mut Undo<W>,
    ) -> Vec<(Move, Prior)> {
        let looks = self.looks(state, recent, undo);
        let stones = state.stones(Colour::Black) | state.stones(Colour::White);
        let strength = |(choice, look): &(Move, Look)| {
            let lonely = params.opening_weight * self.opening.strength(choice.index(), &stones);
            libm::expf(look.strength(params.weights) + lonely)
        };
        let strengths: Vec<f32> = looks.iter().map(strength).collect();
        let total: f32 = strengths.iter().sum();
        let stone_count = stones.count();
        let advice = self.corners.advice(state, recent.last);
        let mut found = Vec::with_capacity(looks.len() + 1);
        for ((choice, look), strength) in looks.iter().zip(strengths) {
            let mut prior = Prior::default();
            prior.add(10.0, 0.5);
            prior.add(params.prior_weight * learned_visits(strength / total), 1.0);
            if look.features().any(|feature| feature == WASTE) {
                prior.add(10.0, 0.0);
            }
            if !look.features().any(|feature| TACTICAL.contains(&feature)) {
                prior.add(params.opening_weight * self.opening.low_visits(choice.index(), stone_count), 0.0);
            }
            let advised =
                advice.iter().filter(|&&(point, _)| point == choice.index()).map(|&(_, urgency)| urgency).max();
            prior.add(params.corner_weight * advised.map_or(0.0, advised_visits), 1.0);
            found.push((*choice, prior));
        }
        let mut pass = Prior::default();
        pass.add(10.0, if state.passes() > 0 { 0.5 } else { 0.1 });
        // The pass stands before all: where everything else harms it must not wait.
        found.sort_by(|(_, one), (_, other)| other.worth.total_cmp(&one.worth));
        found.insert(0, (Move(self.game.pass_index() as u16), pass));
        found
    }

    /// The moves of a position that fill no eye, with their features.
    pub(crate) fn looks(&self, state: &State<W>, recent: Recent, undo: &mut Undo<W>) -> Vec<(Move, Look)> {
        let game = &self.game;
        game.accelerate(
            #[inline(always)]
            || {
                let Turn::Moves(mut moves) = game.playout_turn(state) else { return Vec::new() };
                moves.clear(game.pass_index());
                let view = View::new(self, state, recent, undo);
                let mut found = Vec::with_capacity(moves.count() as usize);
                found.extend(moves.indices().map(|point| (Move(point as u16), view.look(point))));
                found
            },
        )
    }
}

/// As how many won games a learned chance counts: a little more than in proportion where it is small, so that moves
/// which are not the first choice stay alive.
fn learned_visits(chance: f32) -> f32 {
    80.0 * chance.sqrt() * chance.sqrt().sqrt()
}

/// As how many won games advice for a corner counts.
fn advised_visits(urgency: Urgency) -> f32 {
    match urgency {
        Urgency::Quiet => 40.0,
        Urgency::Empty => 150.0,
        Urgency::Answer => 100.0,
    }
}

/// A position with what its moves share.
struct View<'p, const W: usize> {
    policy: &'p Policy<W>,
    sight: Sight<'p, W>,
    recent: Recent,
    /// Moves with which an own chain in atari gets away: any, and one of two stones or more.
    escapes: [Bits<W>; 2],
    /// Moves that take one stone, two or three, more.
    captures: [Bits<W>; 3],
    /// Moves that catch a chain of two liberties in a ladder, and that save one from it.
    catches: Bits<W>,
    rescues: Bits<W>,
    /// Moves that leave an opposing chain one liberty.
    ataris: Bits<W>,
    /// Moves that win a race of liberties or gain time in it.
    races: Bits<W>,
    heart: Option<usize>,
}

impl<'p, const W: usize> View<'p, W> {
    #[inline(always)]
    fn new(policy: &'p Policy<W>, state: &'p State<W>, recent: Recent, undo: &mut Undo<W>) -> Self {
        let sight = Sight::new(&policy.game, state);
        let empty = Bits::EMPTY;
        let mut view = Self {
            policy,
            sight,
            recent,
            escapes: [empty; 2],
            captures: [empty; 3],
            catches: empty,
            rescues: empty,
            ataris: empty,
            races: sight.race_moves(),
            heart: recent.last.and_then(|last| sight.heart_near(sight.around(last))),
        };
        // Ladders are read on a board of their own.
        let mut board = Box::new(state.clone());
        view.find_ataris(&mut board, undo);
        view.find_catches(&mut board, undo);
        view.find_rescues(&mut board, undo);
        view
    }

    #[inline(always)]
    fn find_ataris(&mut self, board: &mut State<W>, undo: &mut Undo<W>) {
        let (sight, game) = (self.sight, &self.policy.game);
        let mover = sight.state.mover();
        sight.each_chain(sight.state.in_atari(mover), |chain| {
            let prey = chain.stones.first().expect("a chain has stones");
            let ways = sight.counter_captures(chain) | chain.liberties;
            for point in ways.indices() {
                if sight.is_legal(point) && Reader::new(game, undo, LADDER_STONES).saves(board, prey, point) {
                    self.escapes[usize::from(chain.stones.count() > 1)].set(point);
                }
            }
        });
        sight.each_chain(sight.state.in_atari(mover.other()), |chain| {
            let size = match chain.stones.count() {
                1 => 0,
                2 | 3 => 1,
                _ => 2,
            };
            self.captures[size] |= chain.liberties;
        });
    }

    #[inline(always)]
    fn find_catches(&mut self, board: &mut State<W>, undo: &mut Undo<W>) {
        let (sight, game) = (self.sight, &self.policy.game);
        sight.each_chain(sight.theirs(), |chain| {
            if chain.liberties.count() == 2 {
                self.ataris |= chain.liberties;
                let prey = chain.stones.first().expect("a chain has stones");
                for point in chain.liberties.indices() {
                    if Reader::new(game, undo, LADDER_STONES).catches_with(board, prey, point) {
                        self.catches.set(point);
                    }
                }
            }
        });
    }

    #[inline(always)]
    fn find_rescues(&mut self, board: &mut State<W>, undo: &mut Undo<W>) {
        let (sight, game) = (self.sight, &self.policy.game);
        if sight.state.passes() > 0 {
            return;
        }
        game.play(board, Move(game.pass_index() as u16));
        sight.each_chain(sight.own(), |chain| {
            let Some(prey) = chain.stones.first().filter(|_| chain.liberties.count() == 2) else { return };
            if Reader::new(game, undo, LADDER_STONES).catches(board, prey) {
                for point in chain.liberties.indices() {
                    if sight.after(point).liberties.count() > 2 {
                        self.rescues.set(point);
                    }
                }
                self.rescues |= sight.counter_captures(chain);
            }
        });
    }

    #[inline(always)]
    fn look(&self, point: usize) -> Look {
        let sight = &self.sight;
        let mut look =
            Look { code: self.policy.shapes.surroundings.code(sight.state, point) as u16, ..Look::default() };
        look.add(LAST + self.distance(self.recent.last, point));
        look.add(BEFORE + self.distance(self.recent.before, point));
        look.add(HEIGHT + self.height(point).min(HEIGHT_LEARNED));
        if let Some(size) = (0..3).rev().find(|&size| self.captures[size].has(point)) {
            look.add(CAPTURE + size);
        }
        if let Some(size) = (0..2).rev().find(|&size| self.escapes[size].has(point)) {
            look.add(ESCAPE + size);
        }
        let after = sight.after(point).liberties.count() as usize;
        look.add(LIBERTIES + after.clamp(1, 4) - 1);
        let flags = [
            (CATCH, self.catches.has(point)),
            (RESCUE, self.rescues.has(point)),
            (ATARI, self.ataris.has(point)),
            (WASTE, after < 2 && sight.is_wasted(point)),
            (HEART, self.heart == Some(point)),
            (ANSWER, self.policy.shapes.answers[usize::from(look.code)]),
            (RACE, self.races.has(point)),
        ];
        flags.into_iter().filter(|&(_, holds)| holds).for_each(|(feature, _)| look.add(feature));
        look
    }

    /// Columns and rows between two points and the larger of the two once more, so that it is nearly round; the last
    /// class is far or nowhere.
    #[inline(always)]
    fn distance(&self, from: Option<usize>, to: usize) -> usize {
        let size = self.policy.game.board().size();
        let Some(from) = from else { return 0 };
        let (across, down) = ((from % size).abs_diff(to % size), (from / size).abs_diff(to / size));
        (across + down + across.max(down)).min(DISTANCES - 1)
    }

    /// Lines between a point and the nearest edge.
    #[inline(always)]
    fn height(&self, point: usize) -> usize {
        let last = self.policy.game.board().size() - 1;
        let (column, row) = (point % (last + 1), point / (last + 1));
        column.min(row).min(last - column).min(last - row)
    }
}
