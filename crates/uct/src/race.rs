//! Races of liberties: chains of both colours that stand against each other, all short of liberties, of which one
//! side's will be taken.

use enban_game::Bits;
use enban_go::Chain;

use crate::sight::Sight;

/// A chain with more liberties is in no hurry.
const LIBERTIES_MAX: u32 = 3;

impl<const W: usize> Sight<'_, W> {
    /// Moves that win races of own chains or gain time in them. Chains in atari have no time to race and are not
    /// looked at.
    #[inline(always)]
    pub(crate) fn race_moves(&self) -> Bits<W> {
        let mut points = Bits::EMPTY;
        self.each_chain(self.own(), |chain| {
            if (2..=LIBERTIES_MAX).contains(&chain.liberties.count()) {
                points |= self.race_of(chain);
            }
        });
        points
    }

    /// Against chains with no more liberties the mover, who is first, wins: by their outer liberties, as one that is
    /// shared would be lost to both. Without these a chain of two liberties that can take nothing looks for more.
    #[inline(always)]
    fn race_of(&self, chain: &Chain<W>) -> Bits<W> {
        let count = chain.liberties.count();
        let (mut points, mut may_take) = (Bits::EMPTY, false);
        self.each_chain(self.game.board().neighbours_of(&chain.stones) & self.theirs(), |rival| {
            let left = rival.liberties.count();
            if left <= count {
                points |= rival.liberties & !chain.liberties;
            }
            may_take |= left < count;
        });
        if points.none() && !may_take && count == 2 {
            let gains = |point: &usize| self.after(*point).liberties.count() > count;
            chain.liberties.indices().filter(gains).for_each(|point| points.set(point));
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use enban_game::{Move, Notation};
    use enban_go::{Go, Rules, State, Undo};

    use super::*;
    use crate::UctParams;
    use crate::playout::{Policy, Recent};
    use crate::prior::RACE;

    /// Black to move on a board of eight lines, of which the lower three are drawn.
    fn drawn(rows: &str) -> (Go<2>, State<2>) {
        let game = Go::with_rules(8, Rules::default()).unwrap();
        let state = game.read_position(&format!("{}{rows} X", "......../".repeat(5))).unwrap();
        (game, state)
    }

    fn check(rows: &str, expected: &[&str]) {
        let (game, state) = drawn(rows);
        let points = Sight::new(&game, &state).race_moves();
        let found: Vec<String> = points.indices().map(|point| game.write_move(Move(point as u16))).collect();
        assert_eq!(found, expected, "{rows}");
    }

    /// Two liberties against two; the walls have four each.
    const EVEN: &str = "..O..X../..OOXX../.XXXOOO.";

    #[test]
    fn an_even_race_is_won_by_the_outer_liberties() {
        check(EVEN, &["g2", "h1"]);
    }

    #[test]
    fn who_is_behind_looks_for_liberties() {
        // Two against three: b2 makes three, a1 does not.
        check("..O.XX../..OOX.../.XXXOOO.", &["b2"]);
    }

    #[test]
    fn shared_liberties_are_not_filled() {
        check("OOOO.XXX/XXXX.OOO/XXXX.OOO", &[]);
    }

    #[test]
    fn who_has_many_liberties_is_in_no_hurry() {
        check("......../..XXXX../..OOOO..", &[]);
    }

    #[test]
    fn moves_of_a_race_look_like_it() {
        let (game, state) = drawn(EVEN);
        let policy = Policy::new(&game, UctParams::default().playout);
        let looks = policy.looks(&state, Recent::default(), &mut Undo::default());
        for (text, is_race) in [("g2", true), ("h1", true), ("b2", false), ("d5", false)] {
            let choice = game.read_move(text).unwrap();
            let (_, look) = looks.iter().find(|&&(found, _)| found == choice).unwrap();
            assert_eq!(look.features().any(|feature| feature == RACE), is_race, "{text}");
        }
    }
}
