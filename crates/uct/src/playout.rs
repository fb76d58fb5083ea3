//! A playout: the rest of a game, played by both sides with a few rules that answer the last move.

use enban_game::{Bits, Game, Move, Rng, Turn};
use enban_go::ladder::Reader;
use enban_go::{Go, Scoring, State, Undo};

use crate::corners::Corners;
use crate::opening::{Opening, around};
use crate::params::PlayoutParams;
use crate::prior::SHAPE_WEIGHTS;
use crate::shape::{ANSWERS, Shapes};
use crate::sight::Sight;

/// What playouts of one game share.
#[derive(Debug)]
pub(crate) struct Policy<const W: usize> {
    pub(crate) game: Go<W>,
    pub(crate) shapes: Shapes,
    pub(crate) opening: Opening<W>,
    pub(crate) corners: Corners<W>,
    params: PlayoutParams,
    /// For each surrounding how often it is answered against others beside it; 0 for never.
    answer_weights: Vec<u16>,
    /// The eight points around each point.
    eight: Vec<Bits<W>>,
}

/// What one thread needs to play: its random numbers, and room to read ladders in.
#[derive(Debug)]
pub(crate) struct Scratch<const W: usize> {
    pub(crate) rng: Rng,
    pub(crate) undo: Undo<W>,
}

impl<const W: usize> Scratch<W> {
    /// With a stream of random numbers.
    pub fn new(rng: Rng) -> Self {
        Self { rng, undo: Undo::default() }
    }
}

/// The moves before the one to be chosen, newest first: points, or `None` where there was none or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Recent {
    /// The opponent's last move.
    pub last: Option<usize>,
    /// The mover's own last move.
    pub before: Option<usize>,
}

impl Recent {
    /// What is recent after one more move.
    #[inline(always)]
    pub fn then(self, point: Option<usize>) -> Self {
        Self { last: point, before: self.last }
    }
}

/// A finished playout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finish<const W: usize> {
    /// What black owns, and what white owns.
    pub owned: [Bits<W>; 2],
    /// By how much black leads, komi included, in half points.
    pub lead_halves: i32,
}

impl<const W: usize> Policy<W> {
    /// The playouts of a game.
    pub fn new(game: &Go<W>, params: PlayoutParams) -> Self {
        let board = game.board();
        let size = board.size();
        let eight = |point: usize| {
            let mut set = around(point, size, 1);
            set.clear(point);
            set
        };
        Self {
            game: game.clone(),
            shapes: Shapes::new(game),
            opening: Opening::new(board),
            corners: Corners::new(board),
            answer_weights: answer_weights(params.shape_weight),
            params,
            eight: (0..size * size).map(eight).collect(),
        }
    }

    /// Plays a game to its end and tells each move as it is made. Illegal moves are never made and true eyes
    /// never filled; a game that goes round is cut off at the game's limit.
    pub fn play(
        &self,
        state: &mut State<W>,
        recent: Recent,
        scratch: &mut Scratch<W>,
        tell: impl FnMut(usize),
    ) -> Finish<W> {
        let game = &self.game;
        game.accelerate(
            #[inline(always)]
            || self.play_here(state, recent, scratch, tell),
        )
    }

    #[inline(always)]
    fn play_here(
        &self,
        state: &mut State<W>,
        mut recent: Recent,
        scratch: &mut Scratch<W>,
        mut tell: impl FnMut(usize),
    ) -> Finish<W> {
        let game = &self.game;
        let played = surplus(state);
        let pass = game.pass_index();
        for _ in 0..game.move_limit() {
            if state.passes() >= 2 {
                break;
            }
            let point = self.choose(state, recent, scratch).unwrap_or(pass);
            game.play(state, Move(point as u16));
            tell(point);
            recent = recent.then((point != pass).then_some(point));
        }
        self.finish(state, played)
    }

    /// Counts a position in which nothing is left to play.
    #[inline(always)]
    pub(crate) fn finish(&self, state: &State<W>, played: i32) -> Finish<W> {
        use enban_game::Colour::{Black, White};
        let stones = [Black, White].map(|colour| state.stones(colour));
        let [black, white] = self.game.surrounded(stones);
        let owned = [stones[0] | black, stones[1] | white];
        let area = owned[0].count() as i32 - owned[1].count() as i32;
        // By territory a stone more on the board is a point less; stones of the playout itself are played in
        // turns or into settled ground, where nobody would play them.
        let lead = match self.game.rules().scoring() {
            Scoring::Area => area,
            Scoring::Territory => area - played,
        };
        Finish { owned, lead_halves: 2 * lead - self.game.rules().komi().in_halves() }
    }

    /// The point to play on; `None` to pass.
    #[inline(always)]
    fn choose(&self, state: &mut State<W>, recent: Recent, scratch: &mut Scratch<W>) -> Option<usize> {
        let Scratch { rng, undo } = scratch;
        let mut dice = rng.bits();
        let mut asks = |chance: u32| {
            let drawn = (dice & 0xFF) as u32;
            dice >>= 8;
            drawn < chance
        };
        let params = &self.params;
        let (answer, heart, two) = (asks(params.answer_atari), asks(params.heart), asks(params.two_liberties));
        let (shape, capture, keep) = (asks(params.shape), asks(params.capture), asks(params.keep_stones));
        let answers = recent.last.filter(|_| answer).map(|last| self.atari_answers(state, last, undo));
        let sight = Sight::new(&self.game, state);
        if let Some(point) = answers.and_then(|points| self.pick(sight, points, rng)) {
            return Some(point);
        }
        if let Some(last) = recent.last {
            let around = self.eight[last];
            if heart
                && let Some(point) = sight.heart_near(self.game.board().neighbours(last))
                && sight.is_legal(point)
            {
                return Some(point);
            }
            if two && let Some(point) = self.pick(sight, self.two_liberty_moves(sight, last), rng) {
                return Some(point);
            }
            if shape {
                let before = recent.before.filter(|_| params.shape_own);
                let near = around | before.map_or(Bits::EMPTY, |before| self.eight[before]);
                if let Some(point) = self.shaped(sight, near, rng) {
                    return Some(point);
                }
            }
        }
        if capture {
            let mut takes = Bits::EMPTY;
            sight.each_chain(state.in_atari(state.mover().other()), |chain| takes |= chain.liberties);
            if let Some(point) = self.pick(sight, takes, rng) {
                return Some(point);
            }
        }
        self.any(sight, keep, rng)
    }

    /// One of some points, drawn evenly among those that are legal, do not give stones away and fill no eye.
    #[inline(never)]
    fn pick(&self, sight: Sight<'_, W>, points: Bits<W>, rng: &mut Rng) -> Option<usize> {
        self.game.accelerate(
            #[inline(always)]
            || self.pick_here(sight, points, rng),
        )
    }

    #[inline(always)]
    fn pick_here(&self, sight: Sight<'_, W>, mut points: Bits<W>, rng: &mut Rng) -> Option<usize> {
        let mut count = points.count();
        while count > 0 {
            let point = self.game.nth_move(&points, rng.below(count)).index();
            if self.is_playable(sight, point) {
                return Some(point);
            }
            points.clear(point);
            count -= 1;
        }
        None
    }

    /// Any legal move that fills no eye.
    #[inline(never)]
    fn any(&self, sight: Sight<'_, W>, keep: bool, rng: &mut Rng) -> Option<usize> {
        self.game.accelerate(
            #[inline(always)]
            || self.any_here(sight, keep, rng),
        )
    }

    #[inline(always)]
    fn any_here(&self, sight: Sight<'_, W>, keep: bool, rng: &mut Rng) -> Option<usize> {
        let Turn::Moves(mut moves) = self.game.playout_turn(sight.state) else { return None };
        moves.clear(self.game.pass_index());
        let mut count = moves.count();
        while count > 0 {
            let point = self.game.nth_move(&moves, rng.below(count)).index();
            let is_bad = self.is_suicide(sight, point) || (keep && sight.is_wasted(point));
            if !is_bad {
                return Some(point);
            }
            moves.clear(point);
            count -= 1;
        }
        None
    }

    /// Where suicide is legal: whether a move is one.
    #[inline(always)]
    fn is_suicide(&self, sight: Sight<'_, W>, point: usize) -> bool {
        self.game.rules().suicide() && sight.after(point).liberties.none()
    }

    /// Moves that take what has just been played, or save what it put in atari.
    #[inline(never)]
    fn atari_answers(&self, state: &mut State<W>, last: usize, undo: &mut Undo<W>) -> Bits<W> {
        self.game.accelerate(
            #[inline(always)]
            || self.atari_answers_here(state, last, undo),
        )
    }

    #[inline(always)]
    fn atari_answers_here(&self, state: &mut State<W>, last: usize, undo: &mut Undo<W>) -> Bits<W> {
        let game = &self.game;
        let sight = Sight::new(game, state);
        let mut points = Bits::EMPTY;
        if let Some(chain) = state.chain_at(last)
            && chain.liberties.count() == 1
        {
            points |= chain.liberties;
        }
        let threatened = game.board().neighbours(last) & state.in_atari(state.mover());
        if threatened.none() {
            return points;
        }
        // Stones of chains that may get away, whose last liberties are to be read.
        let mut runners = Bits::<W>::EMPTY;
        sight.each_chain(threatened, |chain| {
            points |= sight.counter_captures(chain);
            let exit = chain.liberties.first().expect("a chain in atari has a liberty");
            match if sight.is_legal(exit) { sight.after(exit).liberties.count() } else { 0 } {
                0 | 1 => {}
                2 => runners.set(chain.stones.first().expect("a chain has stones")),
                _ => points.set(exit),
            }
        });
        for prey in runners.indices() {
            let exit = state.chain_at(prey).and_then(|chain| chain.liberties.first()).expect("a chain in atari");
            if Reader::new(game, undo, self.params.ladder_stones).saves(state, prey, exit) {
                points.set(exit);
            }
        }
        points
    }

    /// Moves on liberties of chains beside the last move that have two: pressing those of the opponent, lengthening own.
    #[inline(never)]
    fn two_liberty_moves(&self, sight: Sight<'_, W>, last: usize) -> Bits<W> {
        self.game.accelerate(
            #[inline(always)]
            || self.two_liberty_moves_here(sight, last),
        )
    }

    #[inline(always)]
    fn two_liberty_moves_here(&self, sight: Sight<'_, W>, last: usize) -> Bits<W> {
        let mut points = Bits::EMPTY;
        let near = sight.around(last);
        let mut consider = |point: usize, own: bool| {
            let chain = sight.chain(point);
            if chain.liberties.count() != 2 {
                return;
            }
            for liberty in chain.liberties.indices() {
                let gains = sight.after(liberty).liberties.count();
                if if own { gains > 2 } else { gains > 1 } {
                    points.set(liberty);
                }
            }
        };
        if sight.theirs().has(last) {
            consider(last, false);
        }
        sight.each_chain(near & sight.own(), |chain| {
            if let Some(point) = chain.stones.first() {
                consider(point, true);
            }
        });
        points
    }

    /// A point among some whose surroundings are a known shape, drawn by the weights of the shapes among those that are
    /// legal, do not give stones away and fill no eye.
    #[inline(never)]
    fn shaped(&self, sight: Sight<'_, W>, near: Bits<W>, rng: &mut Rng) -> Option<usize> {
        self.game.accelerate(
            #[inline(always)]
            || self.shaped_here(sight, near, rng),
        )
    }

    #[inline(always)]
    fn shaped_here(&self, sight: Sight<'_, W>, near: Bits<W>, rng: &mut Rng) -> Option<usize> {
        let mut found = [(0, 0); 16];
        let (mut count, mut total) = (0, 0);
        for point in (near & sight.empties()).indices() {
            let weight = u32::from(self.answer_weights[self.shapes.surroundings.code(sight.state, point)]);
            if weight > 0 {
                found[count] = (point, weight);
                (count, total) = (count + 1, total + weight);
            }
        }
        while total > 0 {
            let mut drawn = rng.below(total);
            let chosen = found[..count].iter_mut().find(|(_, weight)| {
                let is_here = drawn < *weight;
                if !is_here {
                    drawn -= *weight;
                }
                is_here
            });
            let (point, weight) = chosen.expect("what is drawn is below the sum of the weights");
            if self.is_playable(sight, *point) {
                return Some(*point);
            }
            total -= std::mem::take(weight);
        }
        None
    }

    /// Whether a move is legal, does not give stones away and fills no eye.
    #[inline(always)]
    fn is_playable(&self, sight: Sight<'_, W>, point: usize) -> bool {
        sight.is_legal(point) && !sight.is_wasted(point) && !sight.is_eye(point)
    }
}

/// For each surrounding the weight with which playouts answer there: the learned one to some power.
fn answer_weights(power: u32) -> Vec<u16> {
    let weight = |code: usize| {
        let learned = libm::expf(power as f32 / 16.0 * SHAPE_WEIGHTS[code]);
        (16.0 * learned).clamp(1.0, 4096.0) as u16
    };
    ANSWERS.iter().enumerate().map(|(code, &is_answer)| if is_answer { weight(code) } else { 0 }).collect()
}

/// How many more stones black has played than white, those that were taken included.
pub(crate) fn surplus<const W: usize>(state: &State<W>) -> i32 {
    use enban_game::Colour::{Black, White};
    let played = |colour| (state.stones(colour).count() + state.prisoners(colour)) as i32;
    played(Black) - played(White)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_drawn_evenly_or_by_what_was_learned() {
        let (even, learned) = (answer_weights(0), answer_weights(16));
        for (code, &is_answer) in ANSWERS.iter().enumerate() {
            assert_eq!(even[code], if is_answer { 16 } else { 0 });
            assert_eq!(learned[code] > 0, is_answer);
        }
        let shapes = || (0..ANSWERS.len()).filter(|&code| ANSWERS[code]);
        let best = shapes().max_by(|&one, &other| SHAPE_WEIGHTS[one].total_cmp(&SHAPE_WEIGHTS[other])).unwrap();
        assert!(SHAPE_WEIGHTS[best] > 1.0 && shapes().all(|code| learned[code] <= learned[best]));
    }
}
