//! What a player is: something that chooses a step in a game in progress.

use enban_game::{Game, Move, MoveSet, Rng, Trail, Turn};

/// A player of one game. It is asked only when there is a choice to make.
pub trait Player<G: Game>: Send {
    /// The move it makes in the position of the trail, out of those that [`Trail::turn`] allows.
    fn choose(&mut self, trail: &Trail<G>) -> Move;
}

/// Draws uniformly among the moves; where that would never end (Go), among those of
/// [`Game::playout_turn`].
#[derive(Clone, Debug)]
pub struct Random(Rng);

impl Random {
    /// A random player with its own stream of numbers.
    pub fn new(rng: Rng) -> Self {
        Self(rng)
    }
}

impl<G: Game> Player<G> for Random {
    fn choose(&mut self, trail: &Trail<G>) -> Move {
        let (game, state) = (trail.game(), trail.state());
        let moves = match trail.history().filter(game, state, game.playout_turn(state)) {
            Turn::Moves(moves) => moves,
            // No playout move is left but the rules give others: in Go, the pass.
            Turn::Pass | Turn::Over => match trail.turn() {
                Turn::Moves(moves) => return moves.nth(moves.len() - 1),
                Turn::Pass | Turn::Over => panic!("a player is asked only when it has a move"),
            },
        };
        game.nth_move(&moves, self.0.below(moves.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_game::toy::Toy;

    #[test]
    fn random_draws_every_move_evenly_and_repeats_with_its_seed() {
        let trail = Trail::new(Toy::<2>::parse("(1 2 3 4)").expect("a tree"));
        let draw = |seed: u64| {
            let mut player = Random::new(Rng::new(seed));
            let mut drawn = [0; 4];
            (0..4_000).for_each(|_| drawn[player.choose(&trail).index()] += 1);
            drawn
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        assert!(draw(1).iter().all(|count| (900..1_100).contains(count)), "{:?}", draw(1));
    }
}
