//! Go as the contract knows it: turns, moves, playouts, keys and symmetries.

use std::sync::Arc;

use enban_game::machine::Level;
use enban_game::rng::mix;
use enban_game::{Bits, Colour, Game, Key, Move, Points, Repetition, Scores, Seat, Symmetric, Turn, ZeroSum};

use crate::board::{Board, SIZE_MAX, SIZE_MIN};
use crate::rules::{Ko, Rules, Scoring};
use crate::select::select;
use crate::state::{Invalid, Nobody, State, Undo, index_of};

/// Go with all options settled, in sets of `W` words: see [`words_for`](crate::words_for). [`Go::new`] takes 6, which are
/// enough for 19x19; smaller boards are faster in fewer.
///
/// ```
/// use enban_game::{Colour, Trail};
/// use enban_go::Go;
///
/// let mut game = Trail::new(Go::new(9)?);
/// game.play_text("e5 e4 d4 a9 e3 b9 f4")?;
/// // Black has taken the stone on e4.
/// assert_eq!(game.state().prisoners(Colour::White), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Go<const W: usize> {
    board: Arc<Board<W>>,
    rules: Rules,
    level: Level,
    move_limit: u32,
}

/// Why there is no such game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The board has fewer than 2 or more than 25 lines.
    #[error("a size of {SIZE_MIN} to {SIZE_MAX}, not {0}")]
    Size(usize),
    /// The points and the pass do not fit into the words.
    #[error("more than {words} words for a board of size {size}")]
    Words {
        /// The size asked for.
        size: usize,
        /// The words given.
        words: usize,
    },
    /// The komi is larger than the board, and not simply that of the rule set.
    #[error("a komi of -{points} to {points} points, not {komi}")]
    Komi {
        /// The komi asked for.
        komi: Points,
        /// The points of the board.
        points: usize,
    },
}

impl Go<6> {
    /// The game on a board of up to 19 lines under Chinese rules, whatever its size in the same type.
    pub fn new(size: usize) -> Result<Self, SetupError> {
        Self::with_rules(size, Rules::default())
    }

    /// The game on 19x19 under Chinese rules.
    pub fn standard() -> Self {
        Self::new(19).expect("a board of 19x19 fits into six words")
    }
}

impl Default for Go<6> {
    fn default() -> Self {
        Self::standard()
    }
}

impl<const W: usize> Go<W> {
    /// The game on a board of `size` lines.
    ///
    /// ```
    /// use enban_go::{Go, Rules, Ruleset};
    ///
    /// let small = Go::<2>::with_rules(9, Rules::of(Ruleset::Japanese))?;
    /// assert_eq!(small.rules().komi().to_string(), "6.5");
    /// # Ok::<(), enban_go::SetupError>(())
    /// ```
    pub fn with_rules(size: usize, rules: Rules) -> Result<Self, SetupError> {
        if !(SIZE_MIN..=SIZE_MAX).contains(&size) {
            return Err(SetupError::Size(size));
        }
        if size * size >= 64 * W {
            return Err(SetupError::Words { size, words: W });
        }
        let points = size * size;
        if !rules.komi_suits(points) {
            return Err(SetupError::Komi { komi: rules.komi(), points });
        }
        let move_limit = move_limit(points, rules.ko());
        Ok(Self { board: Arc::new(Board::new(size)), rules, level: Level::detect(), move_limit })
    }

    /// The geometry.
    #[inline(always)]
    pub fn board(&self) -> &Board<W> {
        &self.board
    }

    /// The options.
    #[inline(always)]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The move that passes.
    #[inline(always)]
    pub fn pass_index(&self) -> usize {
        self.board.points()
    }

    /// Whether a move is legal, superko aside; cheaper than the whole turn.
    #[inline]
    pub fn is_legal(&self, state: &State<W>, choice: Move) -> bool {
        let point = choice.index();
        if state.passes() >= 2 || point >= self.board.points() {
            return state.passes() < 2 && point == self.pass_index();
        }
        let occupied = (state.stones(Colour::Black) | state.stones(Colour::White)).has(point);
        !occupied && state.ko() != Some(point) && self.board.neighbours(point).meets(&self.supports(state))
    }

    /// The opposing stones that a legal move takes.
    #[inline]
    pub fn captured_by(&self, state: &State<W>, choice: Move) -> Bits<W> {
        let mut taken = Bits::EMPTY;
        if choice.index() < self.board.points() {
            let mut near = self.board.neighbours(choice.index()) & state.in_atari(state.mover().other());
            while let Some(chain) = near.first().and_then(|point| state.chain_at(point)) {
                near &= !chain.stones;
                taken |= chain.stones;
            }
        }
        taken
    }

    /// The own stones, the new one not included, that a legal move takes off the board by leaving them
    /// without a liberty. Empty where suicide is not allowed.
    pub(crate) fn lost_by(&self, state: &State<W>, choice: Move) -> Bits<W> {
        let mut lost = Bits::EMPTY;
        if choice.index() < self.board.points() && self.is_suicide(state, choice.index()) {
            let mut near = self.board.neighbours(choice.index()) & state.stones(state.mover());
            while let Some(chain) = near.first().and_then(|point| state.chain_at(point)) {
                near &= !chain.stones;
                lost |= chain.stones;
            }
        }
        lost
    }

    /// Puts a stone of the mover on a legal point in such a way that it can be taken back.
    #[inline(always)]
    pub(crate) fn try_stone(&self, state: &mut State<W>, point: usize, undo: &mut Undo<W>) {
        debug_assert!(self.is_legal(state, Move(point as u16)), "{point} in {state:?}");
        undo.begin(state, point);
        state.put(&self.board, point, undo);
    }

    /// Takes back the last stone of [`try_stone`](Self::try_stone).
    #[inline(always)]
    pub(crate) fn take_back(&self, state: &mut State<W>, undo: &mut Undo<W>) {
        state.take_back(undo);
    }

    /// Checks everything that a state keeps up to date. Slow: for tests.
    pub fn validate(&self, state: &State<W>) -> Result<(), Invalid> {
        state.validate(&self.board)
    }

    #[cfg(test)]
    pub(crate) fn with_move_limit(self, move_limit: u32) -> Self {
        Self { move_limit, ..self }
    }

    #[cfg(test)]
    pub(crate) fn with_level(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// What an empty point must touch so that the mover may play there: another empty point, an own
    /// chain with a liberty to spare, or an opposing chain that it takes. Where suicide is allowed any
    /// own chain will do; a single stone that takes itself back changes nothing and is never legal.
    #[inline(always)]
    fn supports(&self, state: &State<W>) -> Bits<W> {
        if self.rules.suicide() { self.breath(state) | state.stones(state.mover()) } else { self.breath(state) }
    }

    /// The same where suicide is not allowed: what a new stone can live by.
    #[inline(always)]
    fn breath(&self, state: &State<W>) -> Bits<W> {
        let (own, other) = (state.mover(), state.mover().other());
        state.empties(&self.board) | (state.stones(own) & !state.in_atari(own)) | state.in_atari(other)
    }

    fn is_suicide(&self, state: &State<W>, point: usize) -> bool {
        !self.board.neighbours(point).meets(&self.breath(state))
    }

    /// The legal points, superko aside.
    #[inline(always)]
    pub fn legal_points(&self, state: &State<W>) -> Bits<W> {
        let mut legal = self.board.neighbours_of(&self.supports(state)) & state.empties(&self.board);
        if let Some(ko) = state.ko() {
            legal.clear(ko);
        }
        legal
    }

    /// The mover's eyes: empty points with own stones on all sides, which the opponent's stones at the
    /// corners do not cut off.
    #[inline(always)]
    fn eyes(&self, state: &State<W>) -> Bits<W> {
        let empties = state.empties(&self.board);
        let theirs = state.stones(state.mover().other());
        let enclosed = empties & !self.board.neighbours_of(&(empties | theirs));
        if enclosed.none() { enclosed } else { enclosed & !self.board.cut_at_corners(&theirs) }
    }

    fn key_of(&self, state: &State<W>, stones: u64, ko: Option<usize>) -> Key {
        let lead = match self.rules.scoring() {
            Scoring::Area => 0,
            Scoring::Territory => state.prisoners(Colour::White).wrapping_sub(state.prisoners(Colour::Black)),
        };
        let small = index_of(state.mover()) as u64 | u64::from(state.passes()) << 1;
        let ko = ko.map_or(0, |point| point as u64 + 1) << 8;
        Key(stones ^ mix(mix(0x6F) ^ (small | ko | u64::from(lead) << 32)))
    }
}

/// Random games that do not fill eyes take a little more than one move a point; few need three times as
/// many. Simple ko lets some go round for ever. Superko does not, but on the smallest boards
/// it makes games long: there are 57 positions on 2x2.
fn move_limit(points: usize, ko: Ko) -> u32 {
    let spare = if ko == Ko::Simple { 20 } else { 100 };
    (4 * points + spare) as u32
}

impl<const W: usize> Game for Go<W> {
    type State = State<W>;
    type Moves = Bits<W>;

    fn start(&self) -> State<W> {
        State::new()
    }

    fn seats(&self) -> usize {
        2
    }

    #[inline]
    fn mover(&self, state: &State<W>) -> Seat {
        Seat(index_of(state.mover()) as u8)
    }

    #[inline]
    fn turn(&self, state: &State<W>) -> Turn<Bits<W>> {
        if state.passes() >= 2 {
            return Turn::Over;
        }
        let mut moves = self.legal_points(state);
        moves.set(self.pass_index());
        Turn::Moves(moves)
    }

    #[inline(always)]
    fn play(&self, state: &mut State<W>, choice: Move) {
        debug_assert!(self.is_legal(state, choice), "{choice:?} in {state:?}");
        if choice.index() == self.pass_index() {
            state.pass();
        } else {
            state.put(&self.board, choice.index(), &mut Nobody);
        }
    }

    /// [`turn`](Game::turn) never asks for it, as passing is a move.
    fn pass(&self, state: &mut State<W>) {
        state.pass();
    }

    #[inline]
    fn scores(&self, state: &State<W>) -> Scores {
        let both = [Colour::Black, Colour::White];
        self.count(both.map(|colour| state.stones(colour)), both.map(|colour| state.prisoners(colour)))
    }

    #[inline]
    fn key(&self, state: &State<W>) -> Key {
        self.key_of(state, state.hash(), state.ko())
    }

    fn move_limit(&self) -> u32 {
        self.move_limit
    }

    fn repetition(&self) -> Repetition {
        match self.rules.ko() {
            Ko::Simple => Repetition::Free,
            Ko::Positional => Repetition::Position,
            Ko::Situational => Repetition::Situation,
        }
    }

    #[inline]
    fn position_key(&self, state: &State<W>) -> Key {
        Key(state.hash())
    }

    /// A pass keeps the board, and the rule is about moves that change it. As long as no stone has
    /// ever been taken off, a further stone makes a board with more stones than any before. After that
    /// even a move that captures nothing may repeat: it may put a captured stone back.
    #[inline]
    fn may_repeat(&self, state: &State<W>, choice: Move) -> bool {
        if choice.index() >= self.board.points() {
            return false;
        }
        let quiet = state.prisoners(Colour::Black) + state.prisoners(Colour::White) == 0;
        !quiet || !self.captured_by(state, choice).none() || self.is_suicide(state, choice.index())
    }

    #[inline(always)]
    fn playout_turn(&self, state: &State<W>) -> Turn<Bits<W>> {
        if state.passes() >= 2 {
            return Turn::Over;
        }
        let mut moves = self.legal_points(state) & !self.eyes(state);
        if moves.none() {
            moves.set(self.pass_index());
        }
        Turn::Moves(moves)
    }

    #[inline(always)]
    fn nth_move(&self, moves: &Bits<W>, index: u32) -> Move {
        Move(select(moves, index) as u16)
    }

    #[inline(always)]
    fn accelerate<R>(&self, work: impl FnOnce() -> R) -> R {
        match self.level {
            Level::Portable => work(),
            Level::V3(level) => level.run(work),
            Level::V4(level) => level.run(work),
        }
    }
}

impl<const W: usize> ZeroSum for Go<W> {}

impl<const W: usize> Go<W> {
    fn transform_set(&self, set: Bits<W>, number: usize) -> Bits<W> {
        let mut turned = Bits::EMPTY;
        set.indices().for_each(|point| turned.set(self.board.transform(point, number)));
        turned
    }
}

impl<const W: usize> Symmetric for Go<W> {
    fn symmetries(&self) -> usize {
        8
    }

    fn transform(&self, state: &State<W>, number: usize) -> State<W> {
        let both = [Colour::Black, Colour::White];
        let stones = both.map(|colour| self.transform_set(state.stones(colour), number));
        let mut turned = State::from_stones(&self.board, stones, self.mover(state));
        turned.set_prisoners(both.map(|colour| state.prisoners(colour)));
        turned.set_passes(state.passes() as u8);
        if let Some(ko) = state.ko() {
            turned.set_ko(self.board.transform(ko, number));
        }
        turned
    }

    fn transform_move(&self, choice: Move, number: usize) -> Move {
        if choice.index() < self.board.points() {
            Move(self.board.transform(choice.index(), number) as u16)
        } else {
            choice
        }
    }

    /// The smallest of the eight keys, without making the eight states.
    fn canonical_key(&self, state: &State<W>) -> Key {
        let key = |number: usize| {
            let hash = |colour: Colour, point| self.board.hash(index_of(colour), self.board.transform(point, number));
            let of = |colour: Colour| state.stones(colour).indices().fold(0, |sum, point| sum ^ hash(colour, point));
            let ko = state.ko().map(|point| self.board.transform(point, number));
            self.key_of(state, of(Colour::Black) ^ of(Colour::White), ko)
        };
        (0..8).map(key).min().unwrap_or_else(|| self.key(state))
    }
}
