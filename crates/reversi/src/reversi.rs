//! The game for two: Reversi on any board, and Nip where the board has a ring.

use std::sync::Arc;

use enban_game::rng::mix;
use enban_game::{
    Capture, Colour, Diagram, Game, Key, Move, Notation, Points, Scores, Seat, SetUpError, Symmetric, TextError, Turn,
    UnknownMove, ZeroSum,
};

use crate::family::BoardError;
use crate::kernel::Kernel;
use crate::lines::Lines;
use crate::ring::Edge;
use crate::shape::{Shape, permute};
use crate::squares::Squares;
use crate::text;
use crate::twin::Twin;

/// Rules that players may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options<S> {
    /// Fewest discs wins.
    pub anti: bool,
    /// The first four discs are placed at will on the four middle squares and turn nothing.
    pub free_opening: bool,
    /// Squares that are taken off the board.
    pub dead: S,
}

impl<S: Squares> Default for Options<S> {
    fn default() -> Self {
        Self { anti: false, free_opening: false, dead: S::NONE }
    }
}

/// The discs as the side to move sees them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<S> {
    /// Discs of the side to move.
    pub own: S,
    /// Discs of the other side.
    pub other: S,
    /// The side to move.
    pub seat: Seat,
}

impl<S: Squares> Position<S> {
    /// Discs of seat 0 and of seat 1.
    #[inline]
    pub fn by_seat(&self) -> (S, S) {
        if self.seat.0 == 0 { (self.own, self.other) } else { (self.other, self.own) }
    }
}

/// Reversi with its board, edge and options settled, on one kind of machine.
#[derive(Clone, Debug)]
pub struct ReversiOn<K: Kernel, E> {
    kernel: K,
    edge: E,
    squares: K::Set,
    options: Options<K::Set>,
    board: Arc<Board<K::Set>>,
    lines: Arc<Lines<K::Set>>,
}

/// What is not needed while playing fast.
#[derive(Debug)]
struct Board<S> {
    name: String,
    shape: Shape<S>,
    symmetries: Vec<Vec<u8>>,
    twin: Twin<S>,
}

impl<K: Kernel, E: Edge<K>> ReversiOn<K, E> {
    /// The game called `name`. Fails where the options leave no room for the opening.
    pub fn new(
        kernel: K,
        name: String,
        shape: Shape<K::Set>,
        edge: E,
        options: Options<K::Set>,
    ) -> Result<Self, BoardError> {
        if options.dead & shape.centre_set() != K::Set::NONE {
            return Err(BoardError::DeadCentre);
        }
        let shape = shape.without(options.dead);
        let twin = Twin::new(&shape, edge.ring());
        let lines = Arc::new(Lines::new(&shape, edge.ring()));
        let board = Board { name, symmetries: shape.symmetries(), twin, shape };
        Ok(Self { kernel, edge, squares: board.shape.squares, options, board: Arc::new(board), lines })
    }

    /// The same game for another kernel: the states of the two are exchanged freely.
    pub fn on<L: Kernel<Set = K::Set>>(&self, kernel: L) -> ReversiOn<L, E> {
        let Self { edge, squares, options, board, lines, .. } = self.clone();
        ReversiOn { kernel, edge, squares, options, board, lines }
    }

    /// The board.
    pub fn shape(&self) -> &Shape<K::Set> {
        &self.board.shape
    }

    /// The kernel in use.
    pub fn kernel(&self) -> K {
        self.kernel
    }

    /// The edge of the board.
    pub fn edge(&self) -> &E {
        &self.edge
    }

    /// The rule options.
    pub fn options(&self) -> &Options<K::Set> {
        &self.options
    }

    /// The slow rules of the same board.
    pub fn twin(&self) -> &Twin<K::Set> {
        &self.board.twin
    }

    /// How many squares the board has.
    #[inline(always)]
    pub fn size(&self) -> u32 {
        self.lines.size
    }

    /// What an exact solver asks about the board's lines.
    #[inline(always)]
    pub(crate) fn lines(&self) -> &Lines<K::Set> {
        &self.lines
    }

    /// The squares at which three lines or more end.
    #[inline(always)]
    pub fn corners(&self) -> K::Set {
        self.lines.corners
    }

    /// The squares of the ring; none where there is none.
    #[inline(always)]
    pub fn ring_squares(&self) -> K::Set {
        self.lines.ring
    }

    /// The squares of the quarters of the board that have an odd number of these.
    #[inline(always)]
    pub(crate) fn odd_regions(&self, empties: K::Set) -> K::Set {
        self.lines.odd_quarters(empties)
    }

    /// The squares next to any of these, on the grid; those themselves possibly among them.
    #[inline(always)]
    pub fn around(&self, discs: K::Set) -> K::Set {
        self.lines.around(discs)
    }

    /// The empty squares.
    #[inline(always)]
    pub fn empties(&self, position: &Position<K::Set>) -> K::Set {
        self.squares & !(position.own | position.other)
    }

    /// The squares on which a disc of `own` outflanks something.
    #[inline(always)]
    pub fn moves(&self, own: K::Set, other: K::Set) -> K::Set {
        let lines = self.kernel.moves(own, other) | self.edge.moves(self.kernel, own, other);
        lines & self.squares & !(own | other)
    }

    /// The discs that a disc of `own` placed on `square` turns over.
    #[inline(always)]
    pub fn flips(&self, square: usize, own: K::Set, other: K::Set) -> K::Set {
        self.kernel.flips(square, own, other) | self.edge.flips(self.kernel, square, own, other)
    }

    /// The number of discs that a disc of `own` on the only empty square turns over; if it turns none, less the number that one
    /// of `other` would turn.
    #[inline(always)]
    pub fn last_turned(&self, square: usize, own: K::Set, other: K::Set) -> i32 {
        self.edge.last_turned(self.kernel, square, &self.lines.at(square).through, own, other)
    }

    /// The middle squares still free while the first four discs are placed at will.
    #[inline(always)]
    pub(crate) fn placing(&self, position: &Position<K::Set>) -> K::Set {
        if !self.options.free_opening || (position.own | position.other).count() >= 4 {
            return K::Set::NONE;
        }
        self.board.shape.centre_set() & self.empties(position)
    }
}

impl<K: Kernel, E: Edge<K>> Game for ReversiOn<K, E> {
    type State = Position<K::Set>;
    type Moves = K::Set;

    fn start(&self) -> Self::State {
        if self.options.free_opening {
            return Position { own: K::Set::NONE, other: K::Set::NONE, seat: Seat(0) };
        }
        let [white_low, white_high, black_right, black_left] = self.board.shape.centre().map(K::Set::one);
        Position { own: black_right | black_left, other: white_low | white_high, seat: Seat(0) }
    }

    fn seats(&self) -> usize {
        2
    }

    #[inline(always)]
    fn mover(&self, state: &Self::State) -> Seat {
        state.seat
    }

    #[inline(always)]
    fn turn(&self, state: &Self::State) -> Turn<K::Set> {
        let placing = self.placing(state);
        if placing != K::Set::NONE {
            return Turn::Moves(placing);
        }
        let moves = self.moves(state.own, state.other);
        if moves != K::Set::NONE {
            Turn::Moves(moves)
        } else if self.moves(state.other, state.own) != K::Set::NONE {
            Turn::Pass
        } else {
            Turn::Over
        }
    }

    #[inline(always)]
    fn play(&self, state: &mut Self::State, choice: Move) {
        let flips = match self.placing(state) != K::Set::NONE {
            true => K::Set::NONE,
            false => self.flips(choice.index(), state.own, state.other),
        };
        let own = state.own | flips | K::Set::one(choice.index());
        *state = Position { own: state.other & !flips, other: own, seat: Seat(1 - state.seat.0) };
    }

    #[inline(always)]
    fn pass(&self, state: &mut Self::State) {
        *state = Position { own: state.other, other: state.own, seat: Seat(1 - state.seat.0) };
    }

    /// Discs, the winner taking the empty squares; a draw shares them. In anti the side with fewer
    /// discs wins, and each side's score is what the other would have had.
    fn scores(&self, state: &Self::State) -> Scores {
        let (black, white) = state.by_seat();
        let (black, white) = (black.count() as i32, white.count() as i32);
        let empty = self.squares.count() as i32 - black - white;
        let taken = |own: i32, other: i32| match own.cmp(&other) {
            std::cmp::Ordering::Greater => Points::whole(own + empty),
            std::cmp::Ordering::Equal => Points::halves(2 * own + empty),
            std::cmp::Ordering::Less => Points::whole(own),
        };
        let plain = [taken(black, white), taken(white, black)];
        Scores::new(&if self.options.anti { [plain[1], plain[0]] } else { plain })
    }

    #[inline(always)]
    fn key(&self, state: &Self::State) -> Key {
        let own = state.own.scatter();
        Key(mix(own ^ state.other.scatter().rotate_left(17) ^ u64::from(state.seat.0)))
    }

    fn move_limit(&self) -> u32 {
        2 * self.squares.count()
    }

    #[inline(always)]
    fn nth_move(&self, moves: &K::Set, index: u32) -> Move {
        Move(self.kernel.nth(*moves, index) as u16)
    }

    #[inline(always)]
    fn accelerate<R>(&self, work: impl FnOnce() -> R) -> R {
        self.kernel.run(work)
    }
}

impl<K: Kernel, E: Edge<K>> ZeroSum for ReversiOn<K, E> {}

impl<K: Kernel, E: Edge<K>> Notation for ReversiOn<K, E> {
    fn name(&self) -> String {
        self.board.name.clone()
    }

    fn write_move(&self, choice: Move) -> String {
        text::square_name::<K::Set>(choice.index())
    }

    fn read_move(&self, word: &str) -> Result<Move, UnknownMove> {
        text::read_square(&self.board.shape, word).map(|square| Move(square as u16))
    }

    fn write_position(&self, state: &Self::State) -> String {
        let (black, white) = state.by_seat();
        let board = text::write_board(&self.board.shape, black, white);
        format!("{board} {}", self.seat_label(state.seat))
    }

    fn read_position(&self, text: &str) -> Result<Self::State, TextError> {
        let text::ReadBoard { black, white, side } = text::read_board(&self.board.shape, text, "XO")?;
        Ok(match side {
            0 => Position { own: black, other: white, seat: Seat(0) },
            _ => Position { own: white, other: black, seat: Seat(1) },
        })
    }

    fn with_cells(
        &self,
        state: &Self::State,
        cells: &[(Move, Option<Colour>)],
        mover: Seat,
    ) -> Result<Self::State, SetUpError> {
        let (black, white) = text::with_cells(&self.board.shape, state.by_seat(), cells)?;
        Ok(match mover.0 {
            0 => Position { own: black, other: white, seat: mover },
            _ => Position { own: white, other: black, seat: mover },
        })
    }

    fn diagram(&self, state: &Self::State) -> Diagram {
        let (black, white) = state.by_seat();
        text::diagram(&self.board.shape, black, white)
    }

    fn captures(&self, state: &Self::State, choice: Move) -> Vec<Capture> {
        if self.placing(state) != K::Set::NONE {
            return Vec::new();
        }
        self.board.twin.captures(choice.index(), state.own, state.other)
    }

    fn ring(&self) -> Vec<Move> {
        let squares = self.edge.ring().map_or(&[][..], |ring| ring.squares());
        squares.iter().map(|&square| Move(square as u16)).collect()
    }

    fn tally(&self, state: &Self::State) -> Vec<Points> {
        let (black, white) = state.by_seat();
        [black, white].map(|discs| Points::whole(discs.count() as i32)).to_vec()
    }

    fn seat_label(&self, seat: Seat) -> String {
        self.seat_colour(seat).letter().to_string()
    }

    fn seat_colour(&self, seat: Seat) -> Colour {
        if seat.0 == 0 { Colour::Black } else { Colour::White }
    }
}

impl<K: Kernel, E: Edge<K>> Symmetric for ReversiOn<K, E> {
    fn symmetries(&self) -> usize {
        self.board.symmetries.len()
    }

    fn transform(&self, state: &Self::State, number: usize) -> Self::State {
        let table = &self.board.symmetries[number];
        Position { own: permute(state.own, table), other: permute(state.other, table), seat: state.seat }
    }

    fn transform_move(&self, choice: Move, number: usize) -> Move {
        Move(u16::from(self.board.symmetries[number][choice.index()]))
    }
}
