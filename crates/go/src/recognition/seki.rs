//! Seki: stones of both colours that share liberties and cannot take each other.
//!
//! A fight is a chain, or a few that were taken to be dead, and the opposing chains that have no liberties but those they share with
//! it and an eye of one point. Both sides are read exactly: if neither can take the other when it moves first, not even by a ko, both
//! stay on the board.

use enban_game::{Bits, Colour};

use super::life::{Enclosed, SPACE_MAX, Surroundings, is_taken};
use crate::board::Board;
use crate::state::index_of;

/// The stones in seki. Those taken to be dead are looked at first, each with the dead around it, then the chains of one colour that
/// live by nothing but shared liberties and an eye.
pub(super) fn in_seki<const W: usize>(board: &Board<W>, stones: [Bits<W>; 2], dead: Bits<W>) -> Bits<W> {
    let mut seki = Bits::EMPTY;
    for colour in [Colour::Black, Colour::White] {
        let mut left = stones[index_of(colour)];
        if colour == Colour::White {
            left &= dead;
        }
        while let Some(first) = (left & dead).first().or_else(|| left.first()) {
            let fight = Fight::around(board, stones, dead, colour, first);
            left &= !fight.caught;
            if fight.is_seki() {
                seki |= fight.caught | fight.catchers;
            }
        }
    }
    seki
}

/// Chains of both sides that share liberties.
struct Fight<'b, const W: usize> {
    board: &'b Board<W>,
    stones: [Bits<W>; 2],
    dead: Bits<W>,
    /// Whose the caught stones are.
    colour: Colour,
    caught: Bits<W>,
    catchers: Bits<W>,
}

impl<'b, const W: usize> Fight<'b, W> {
    /// The fight about the chain at a point, if it is dead with the dead chains that share liberties with it.
    fn around(board: &'b Board<W>, stones: [Bits<W>; 2], dead: Bits<W>, colour: Colour, point: usize) -> Self {
        let own = stones[index_of(colour)];
        let caught = board.reach(&Bits::one(point), &own);
        let mut fight = Self { board, stones, dead, colour, caught, catchers: Bits::EMPTY };
        while dead.has(point) {
            let beside = board.neighbours_of(&fight.liberties(&fight.caught)) & own & dead;
            let more = board.reach(&beside, &own);
            if (more & !fight.caught).none() {
                break;
            }
            fight.caught |= more;
        }
        let shared = fight.liberties(&fight.caught);
        let theirs = stones[index_of(colour.other())];
        let mut near = board.neighbours_of(&shared) & theirs & !dead;
        while let Some(first) = near.first() {
            let chain = board.reach(&Bits::one(first), &theirs);
            near &= !chain;
            if fight.lives_by(&chain, &shared) {
                fight.catchers |= chain;
            }
        }
        fight
    }

    /// Whether a chain has nothing but some shared liberties and at most one eye, a single point.
    fn lives_by(&self, chain: &Bits<W>, shared: &Bits<W>) -> bool {
        let is_eye = |point: usize| (self.board.neighbours(point) & !*chain).none();
        let liberties = self.liberties(chain);
        let eyes = liberties.indices().filter(|&point| is_eye(point)).count();
        eyes <= 1 && (liberties & !*shared).indices().all(is_eye)
    }

    fn liberties(&self, stones: &Bits<W>) -> Bits<W> {
        self.board.neighbours_of(stones) & self.board.all() & !(self.stones[0] | self.stones[1])
    }

    fn is_seki(&self) -> bool {
        let empties = self.board.all() & !(self.stones[0] | self.stones[1]);
        let space = self.board.reach(&self.liberties(&(self.caught | self.catchers)), &empties);
        let is_weak = self.caught.meets(&self.dead) || self.lives_by(&self.caught, &self.liberties(&self.catchers));
        if self.catchers.none() || space.count() > SPACE_MAX || !is_weak {
            return false;
        }
        let stays = |colour: Colour, own: Bits<W>, others: Bits<W>| {
            let group = Enclosed { defender: colour, target: own, space: space | others };
            let ground = |colour: Colour| self.ground(colour, &(space | own | others));
            let surroundings = Surroundings { attackers: ground(colour.other()), defenders: ground(colour) };
            is_taken(self.board, self.stones, &group, surroundings) == Some(false)
        };
        stays(self.colour.other(), self.catchers, self.caught) && stays(self.colour, self.caught, self.catchers)
    }

    /// What a colour has outside a local position: stones that are not dead.
    fn ground(&self, colour: Colour, inside: &Bits<W>) -> Bits<W> {
        self.stones[index_of(colour)] & !self.dead & !*inside
    }
}
