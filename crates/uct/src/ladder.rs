//! Reading ladders: whether a chain that runs from atari to atari is caught.

use enban_game::{Game, Move};
use enban_go::{Go, State};

use crate::sight::Sight;

/// Positions to be used again: they are large, and to ask the system for each of them takes longer than to read
/// the ladder. They are on the heap because a ladder is deep.
#[derive(Debug, Default)]
pub(crate) struct Pool<const W: usize>(Vec<Box<State<W>>>);

impl<const W: usize> Pool<W> {
    /// A copy of a position. Not inlined, so that no further copy stays on the stack.
    #[inline(never)]
    fn copy(&mut self, state: &State<W>) -> Box<State<W>> {
        match self.0.pop() {
            Some(mut kept) => {
                kept.as_mut().clone_from(state);
                kept
            }
            None => Box::new(state.clone()),
        }
    }

    fn give_back(&mut self, state: Box<State<W>>) {
        self.0.push(state);
    }
}

/// Reads ladders within a budget of stones put on the board.
pub(crate) struct Reader<'g, const W: usize> {
    game: &'g Go<W>,
    pool: &'g mut Pool<W>,
    budget: u32,
}

impl<'g, const W: usize> Reader<'g, W> {
    pub(crate) fn new(game: &'g Go<W>, pool: &'g mut Pool<W>, budget: u32) -> Self {
        Self { game, pool, budget }
    }

    /// The position after a move, if there is one.
    fn played(&mut self, state: &State<W>, point: usize) -> Option<Box<State<W>>> {
        if self.budget == 0 || !self.game.is_legal(state, Move(point as u16)) {
            return None;
        }
        self.budget -= 1;
        let mut next = self.pool.copy(state);
        let game = self.game;
        game.accelerate(
            #[inline(always)]
            || game.play(&mut next, Move(point as u16)),
        );
        Some(next)
    }

    /// Whether the mover's chain on `prey`, in atari, is lost whatever it does. Out of budget it is not.
    pub(crate) fn is_lost(&mut self, state: &State<W>, prey: usize) -> bool {
        let game = self.game;
        game.accelerate(
            #[inline(always)]
            || {
                let sight = Sight::new(game, state);
                let chain = sight.chain(prey);
                let ways = sight.counter_captures(chain) | chain.liberties;
                for point in ways.indices() {
                    if self.budget == 0 || self.saves(state, prey, point) {
                        return false;
                    }
                }
                true
            },
        )
    }

    /// Whether a move of the mover gets its chain on `prey` out of atari for good.
    pub(crate) fn saves(&mut self, state: &State<W>, prey: usize, point: usize) -> bool {
        let Some(next) = self.played(state, point) else { return false };
        let saved = match self.liberties(&next, prey) {
            0 | 1 => false,
            2 => !self.catches(&next, prey),
            _ => true,
        };
        self.pool.give_back(next);
        saved
    }

    /// Whether the mover catches the opposing chain on `prey`, which has two liberties.
    pub(crate) fn catches(&mut self, state: &State<W>, prey: usize) -> bool {
        let Some(chain) = state.chain_at(prey) else { return false };
        let ways = chain.liberties;
        ways.indices().any(|point| self.catches_with(state, prey, point))
    }

    /// Whether a move of the mover on a liberty catches the opposing chain on `prey`.
    pub(crate) fn catches_with(&mut self, state: &State<W>, prey: usize, point: usize) -> bool {
        let Some(next) = self.played(state, point) else { return false };
        let caught = match self.liberties(&next, prey) {
            0 => true,
            1 => self.is_lost(&next, prey),
            _ => false,
        };
        self.pool.give_back(next);
        caught
    }

    fn liberties(&self, state: &State<W>, point: usize) -> u32 {
        state.chain_at(point).map_or(0, |chain| chain.liberties.count())
    }
}
