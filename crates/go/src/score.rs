//! Counting: area and territory, with or without dead stones taken off.
//!
//! An empty region belongs to a colour if only stones of that colour touch it. Nothing here decides
//! which stones are dead or in seki: [`Go::score_with_seki`] is told. Under territory scoring the Japanese
//! rules give no points for eyes of groups in seki; where nobody says what is in seki such an eye counts for the
//! colour that surrounds it, while the shared liberties, touched by both colours, count for nobody.
//! Area scoring counts both eyes and stones in seki.

use enban_game::{Bits, Colour, Points, Scores};

use crate::game::Go;
use crate::rules::Scoring;
use crate::state::State;

impl<const W: usize> Go<W> {
    /// The scores if the game ended here and the stones in `dead` were taken off first.
    pub fn score_with_dead(&self, state: &State<W>, dead: &Bits<W>) -> Scores {
        self.score_with_seki(state, dead, &Bits::EMPTY)
    }

    /// The same where the stones in `seki` have no territory, if territory is what counts.
    pub(crate) fn score_with_seki(&self, state: &State<W>, dead: &Bits<W>, seki: &Bits<W>) -> Scores {
        let stones = [Colour::Black, Colour::White].map(|colour| state.stones(colour));
        let lost = [Colour::Black, Colour::White].map(|colour| state.prisoners(colour));
        let fallen = stones.map(|own| (own & *dead).count());
        let stones = stones.map(|own| own & !*dead);
        self.count_regions(stones, [lost[0] + fallen[0], lost[1] + fallen[1]], self.territory(stones, seki))
    }

    /// The empty points of black and of white; under territory scoring without the eyes of stones in seki.
    pub fn territory(&self, stones: [Bits<W>; 2], seki: &Bits<W>) -> [Bits<W>; 2] {
        let regions = self.surrounded(stones);
        if self.rules().scoring() == Scoring::Area {
            return regions;
        }
        let board = self.board();
        regions.map(|region| region & !board.reach(&(board.neighbours_of(seki) & region), &region))
    }

    /// The empty points that only black stones touch, through empty points, and those of white.
    #[inline(always)]
    pub fn surrounded(&self, stones: [Bits<W>; 2]) -> [Bits<W>; 2] {
        let board = self.board();
        let empties = board.all() & !(stones[0] | stones[1]);
        let touched = stones.map(|own| board.reach(&own, &empties) & empties);
        [touched[0] & !touched[1], touched[1] & !touched[0]]
    }

    #[inline(always)]
    pub(crate) fn count(&self, stones: [Bits<W>; 2], lost: [u32; 2]) -> Scores {
        self.count_regions(stones, lost, self.surrounded(stones))
    }

    #[inline(always)]
    fn count_regions(&self, stones: [Bits<W>; 2], lost: [u32; 2], regions: [Bits<W>; 2]) -> Scores {
        let [black, white] = regions.map(|region| region.count());
        let (black, white) = match self.rules().scoring() {
            Scoring::Area => (black + stones[0].count(), white + stones[1].count()),
            Scoring::Territory => (black + lost[1], white + lost[0]),
        };
        Scores::new(&[Points::whole(black as i32), Points::whole(white as i32) + self.rules().komi()])
    }
}
