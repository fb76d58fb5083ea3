//! Stable discs: discs that no continuation of the game can turn.
//!
//! What is claimed here is claimed for good, but not everything that is stable is claimed. The argument:
//!
//! A move turns a run of discs of one colour along a line; at one end of the run lies the placed disc, on a
//! square that was empty, at the other a disc of the mover (for a lap of the ring the placed disc again).
//! A disc is claimed when, on each of the lines through it, one of these holds:
//!
//! 1. the line is full: nothing can be placed on it any more;
//! 2. the line ends at the disc: it has no second neighbour that could lie at the other end of a run;
//! 3. a neighbour on the line has its colour and was claimed before it.
//!
//! Suppose a move turns claimed discs, the first to do so, and take, of those it turns along some one line,
//! the one claimed first. Neither 1 nor 2 can hold for it on that line. By 3 its neighbour has its colour and
//! was claimed earlier; it is neither the placed disc nor one of the mover's, so it belongs to the run and is
//! turned too: a contradiction.
//!
//! On a round board the ring is one more line of its squares, without ends. Rule 2 never holds on it, so
//! that the first disc claimed there needs a full ring, and then rule 1 serves for all of them.

use enban_reversi::Squares;

use crate::lines::Lines;

/// The stable discs among `own` and among `other`: sound, not complete.
#[inline(always)]
pub fn stable_discs<S: Squares>(lines: &Lines<S>, own: S, other: S, empties: S) -> (S, S) {
    let safe = lines.safe(empties);
    let off_ring = lines.off_open_ring(empties);
    let grow = |discs: S| {
        let mut stable = S::NONE;
        loop {
            let more = lines.held(discs & off_ring, stable, &safe);
            if more == stable {
                return stable;
            }
            stable = more;
        }
    };
    (grow(own), grow(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{boards_open, boards_round, random_position};
    use enban_game::{Game, MoveSet, Notation, Rng, Turn};
    use enban_reversi::{Edge, Kernel, Position, Reversi};

    /// Empties up to which every continuation is played.
    const EXHAUSTIVE: u32 = 6;

    struct Claim<'g, K: Kernel, E> {
        game: &'g Reversi<K, E>,
        start: Position<K::Set>,
        black: K::Set,
        white: K::Set,
    }

    impl<K: Kernel, E: Edge<K>> Claim<'_, K, E> {
        fn hold(&self, state: &Position<K::Set>) {
            let (black, white) = state.by_seat();
            let kept = self.black & !black == K::Set::NONE && self.white & !white == K::Set::NONE;
            let write = |state: &Position<K::Set>| self.game.write_position(state);
            assert!(kept, "{}: {} became {}", self.game.name(), write(&self.start), write(state));
        }

        fn hold_everywhere(&self, state: &Position<K::Set>) {
            self.hold(state);
            let mut next = *state;
            match self.game.turn(state) {
                Turn::Moves(moves) => moves.iter().for_each(|choice| {
                    next = *state;
                    self.game.play(&mut next, choice);
                    self.hold_everywhere(&next);
                }),
                Turn::Pass => {
                    self.game.pass(&mut next);
                    self.hold_everywhere(&next);
                }
                Turn::Over => {}
            }
        }

        fn hold_in_a_random_game(&self, rng: &mut Rng) {
            let mut state = self.start;
            loop {
                self.hold(&state);
                match self.game.turn(&state) {
                    Turn::Moves(moves) => {
                        self.game.play(&mut state, self.game.nth_move(&moves, rng.below(moves.len())))
                    }
                    Turn::Pass => self.game.pass(&mut state),
                    Turn::Over => return,
                }
            }
        }
    }

    /// How many discs were claimed in positions with this many empties; each was held against what may follow.
    fn check<K: Kernel, E: Edge<K>>(game: &Reversi<K, E>, empties: u32, positions: u32, rng: &mut Rng) -> u32 {
        let lines = Lines::of(game);
        let mut claimed = 0;
        for _ in 0..positions {
            let Some(start) = random_position(game, empties, rng) else { continue };
            let (black, white) = start.by_seat();
            let (black, white) = stable_discs(&lines, black, white, game.empties(&start));
            claimed += (black | white).count();
            let claim = Claim { game, start, black, white };
            if empties <= EXHAUSTIVE {
                claim.hold_everywhere(&start);
            } else {
                (0..8).for_each(|_| claim.hold_in_a_random_game(rng));
            }
        }
        claimed
    }

    #[test]
    fn no_continuation_turns_a_claimed_disc_on_open_boards() {
        let mut rng = Rng::new(11);
        for game in boards_open() {
            let claimed: u32 = [2, 4, 6, 9, 14, 22].map(|empties| check(&game, empties, 250, &mut rng)).iter().sum();
            assert!(claimed > 100, "{}: {claimed}", game.name());
        }
    }

    #[test]
    fn no_continuation_turns_a_claimed_disc_on_round_boards() {
        let mut rng = Rng::new(12);
        for game in boards_round() {
            let claimed: u32 = [2, 4, 6, 8, 12, 20].map(|empties| check(&game, empties, 250, &mut rng)).iter().sum();
            assert!(claimed > 100, "{}: {claimed}", game.name());
        }
    }

    #[test]
    fn on_an_open_ring_nothing_is_stable() {
        let game = &boards_round()[0];
        let lines = Lines::of(game);
        let mut rng = Rng::new(13);
        for empties in [4, 8, 12] {
            for _ in 0..200 {
                let Some(state) = random_position(game, empties, &mut rng) else { continue };
                let (own, other) = stable_discs(&lines, state.own, state.other, game.empties(&state));
                if game.empties(&state) & lines.ring() != 0 {
                    assert_eq!((own | other) & lines.ring(), 0);
                }
            }
        }
    }

    #[test]
    fn a_corner_holds_its_edge_and_a_full_board_everything() {
        let lines = Lines::new(u64::MAX, 0);
        assert_eq!(stable_discs(&lines, 0b111, 1 << 5, !0b10_0111), (0b111, 0));
        assert_eq!(stable_discs(&lines, 0b110, 0, !0b110), (0, 0));
        assert_eq!(stable_discs(&lines, !0xF0, 0xF0, 0), (!0xF0, 0xF0));
    }
}
