//! Counting: area and territory, with or without dead stones taken off.
//!
//! An empty region belongs to a colour if only stones of that colour touch it. Nothing here decides
//! which stones are dead: [`Go::score_with_dead`] is told. Nothing marks seki either. Under territory
//! scoring the Japanese rules give no points for eyes of groups in seki; here such an eye counts for the
//! colour that surrounds it, while the shared liberties, touched by both colours, count for nobody.
//! Area scoring counts both eyes and stones in seki, so there the result is that of the rules.

use enban_game::{Bits, Colour, Points, Scores};

use crate::game::Go;
use crate::rules::Scoring;
use crate::state::State;

impl<const W: usize> Go<W> {
    /// The scores if the game ended here and the stones in `dead` were taken off first.
    pub fn score_with_dead(&self, state: &State<W>, dead: &Bits<W>) -> Scores {
        let stones = [Colour::Black, Colour::White].map(|colour| state.stones(colour));
        let lost = [Colour::Black, Colour::White].map(|colour| state.prisoners(colour));
        let fallen = stones.map(|own| (own & *dead).count());
        self.count(stones.map(|own| own & !*dead), [lost[0] + fallen[0], lost[1] + fallen[1]])
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
        let [black, white] = self.surrounded(stones).map(|region| region.count());
        let (black, white) = match self.rules().scoring() {
            Scoring::Area => (black + stones[0].count(), white + stones[1].count()),
            Scoring::Territory => (black + lost[1], white + lost[0]),
        };
        Scores::new(&[Points::whole(black as i32), Points::whole(white as i32) + self.rules().komi()])
    }
}
