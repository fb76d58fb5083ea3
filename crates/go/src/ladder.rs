//! Reading ladders: whether a chain that runs from atari to atari is caught.
//!
//! Stones are put on the board that is asked about and taken back: after every question it is as it was.

use enban_game::{Game, Move};

use crate::game::Go;
use crate::state::{State, Undo};

/// Reads ladders within a budget of stones put on the board.
#[derive(Debug)]
pub struct Reader<'g, const W: usize> {
    game: &'g Go<W>,
    undo: &'g mut Undo<W>,
    budget: u32,
}

impl<'g, const W: usize> Reader<'g, W> {
    /// A reader that may put so many stones on the board.
    pub fn new(game: &'g Go<W>, undo: &'g mut Undo<W>, budget: u32) -> Self {
        Self { game, undo, budget }
    }

    /// What is found after a move, which is taken back; `None` if it cannot be made.
    fn after<T>(
        &mut self,
        state: &mut State<W>,
        point: usize,
        look: impl FnOnce(&mut Self, &mut State<W>) -> T,
    ) -> Option<T> {
        if self.budget == 0 || !self.game.is_legal(state, Move(point as u16)) {
            return None;
        }
        self.budget -= 1;
        let game = self.game;
        game.accelerate(
            #[inline(always)]
            || game.try_stone(state, point, self.undo),
        );
        let found = look(self, state);
        game.accelerate(
            #[inline(always)]
            || game.take_back(state, self.undo),
        );
        Some(found)
    }

    /// Whether the mover's chain on `prey`, in atari, is lost whatever it does. Out of budget it is not.
    pub(crate) fn is_lost(&mut self, state: &mut State<W>, prey: usize) -> bool {
        let game = self.game;
        let ways = game.accelerate(
            #[inline(always)]
            || {
                let chain = state.chain_at(prey).expect("the prey is on the board");
                state.counter_captures(game.board(), chain) | chain.liberties
            },
        );
        ways.indices().all(|point| self.budget > 0 && !self.saves(state, prey, point))
    }

    /// Whether a move of the mover gets its chain on `prey` out of atari for good.
    pub fn saves(&mut self, state: &mut State<W>, prey: usize, point: usize) -> bool {
        let saved = self.after(state, point, |reader, next| match liberties(next, prey) {
            0 | 1 => false,
            2 => !reader.catches(next, prey),
            _ => true,
        });
        saved.unwrap_or(false)
    }

    /// Whether the mover catches the opposing chain on `prey`, which has two liberties.
    pub fn catches(&mut self, state: &mut State<W>, prey: usize) -> bool {
        let Some(chain) = state.chain_at(prey) else { return false };
        let ways = chain.liberties;
        ways.indices().any(|point| self.catches_with(state, prey, point))
    }

    /// Whether a move of the mover on a liberty catches the opposing chain on `prey`.
    pub fn catches_with(&mut self, state: &mut State<W>, prey: usize, point: usize) -> bool {
        let caught = self.after(state, point, |reader, next| match liberties(next, prey) {
            0 => true,
            1 => reader.is_lost(next, prey),
            _ => false,
        });
        caught.unwrap_or(false)
    }
}

fn liberties<const W: usize>(state: &State<W>, point: usize) -> u32 {
    state.chain_at(point).map_or(0, |chain| chain.liberties.count())
}
