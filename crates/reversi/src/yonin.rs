//! Yonin, Reversi for four: two colours, four seats, four home quadrants, and a quadrant for each seat
//! in which it may not play.

use std::sync::Arc;

use enban_game::rng::mix;
use enban_game::{
    Capture, Colour, Diagram, Game, Key, Move, Notation, Points, Scores, Seat, SetUpError, Symmetric, TextError, Turn,
    UnknownMove,
};

use crate::kernel::Kernel;
use crate::shape::{Shape, permute};
use crate::squares::Squares;
use crate::text;
use crate::twin::Twin;

/// Home quadrants of the seats, clockwise from the top left.
const HOMES: [u64; 4] = [0x0000_0000_0F0F_0F0F, 0x0000_0000_F0F0_F0F0, 0xF0F0_F0F0_0000_0000, 0x0F0F_0F0F_0000_0000];

/// Rules that players may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct YoninOptions {
    /// The four discs in the middle stand with their colours exchanged.
    pub turned_start: bool,
    /// The turn passes anticlockwise.
    pub anticlockwise: bool,
    /// The seat that begins, from 0.
    pub first: u8,
}

/// The discs by colour, and the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FourSeats {
    /// Black's discs, of seats 1 and 3.
    pub black: u64,
    /// White's discs, of seats 2 and 4.
    pub white: u64,
    /// The seat to move.
    pub seat: Seat,
}

impl FourSeats {
    /// The discs of a seat's own colour and of the other.
    #[inline(always)]
    fn seen_by(&self, seat: Seat) -> (u64, u64) {
        if seat.0.is_multiple_of(2) { (self.black, self.white) } else { (self.white, self.black) }
    }
}

/// Yonin on one kind of machine.
#[derive(Clone, Debug)]
pub struct YoninOn<K> {
    kernel: K,
    options: YoninOptions,
    board: Arc<Board>,
}

#[derive(Debug)]
struct Board {
    name: String,
    shape: Shape<u64>,
    twin: Twin<u64>,
    quarter_turns: [Vec<u8>; 4],
}

impl<K: Kernel<Set = u64>> YoninOn<K> {
    /// The game called `name`.
    pub fn new(kernel: K, name: String, options: YoninOptions) -> Self {
        assert!(options.first < 4, "a seat from 0 to 3");
        let shape = Shape::square(8);
        let quarter_turns = [0, 1, 2, 3].map(|number| shape.turn_table(number));
        Self { kernel, options, board: Arc::new(Board { name, twin: Twin::new(&shape, None), shape, quarter_turns }) }
    }

    /// The same game for another kernel: the states of the two are exchanged freely.
    pub fn on<L>(&self, kernel: L) -> YoninOn<L> {
        YoninOn { kernel, options: self.options, board: self.board.clone() }
    }

    /// The rules that were chosen.
    pub fn options(&self) -> &YoninOptions {
        &self.options
    }

    /// The squares on which a seat could place a disc if it were on turn.
    #[inline(always)]
    pub fn moves_of(&self, state: &FourSeats, seat: Seat) -> u64 {
        let (own, other) = state.seen_by(seat);
        let opposite = HOMES[usize::from(seat.0 ^ 2)];
        self.kernel.moves(own, other) & !(own | other | opposite)
    }

    #[inline(always)]
    fn next(&self, seat: Seat) -> Seat {
        Seat((seat.0 + if self.options.anticlockwise { 3 } else { 1 }) % 4)
    }

    /// The slow rules: the moves of a seat.
    pub fn slow_moves(&self, state: &FourSeats, seat: Seat) -> u64 {
        let (own, other) = state.seen_by(seat);
        self.board.twin.moves(own, other) & !HOMES[usize::from((seat.0 + 2) % 4)]
    }
}

impl<K: Kernel<Set = u64>> Game for YoninOn<K> {
    type State = FourSeats;
    type Moves = u64;

    fn start(&self) -> FourSeats {
        let [white_low, white_high, black_right, black_left] = self.board.shape.centre().map(u64::one);
        let (main, side) = (white_low | white_high, black_right | black_left);
        let (black, white) = if self.options.turned_start { (main, side) } else { (side, main) };
        FourSeats { black, white, seat: Seat(self.options.first) }
    }

    fn seats(&self) -> usize {
        4
    }

    #[inline(always)]
    fn mover(&self, state: &FourSeats) -> Seat {
        state.seat
    }

    #[inline(always)]
    fn turn(&self, state: &FourSeats) -> Turn<u64> {
        let moves = self.moves_of(state, state.seat);
        if moves != 0 {
            return Turn::Moves(moves);
        }
        let others = (0..4).map(Seat).filter(|&seat| seat != state.seat);
        if others.fold(0, |all, seat| all | self.moves_of(state, seat)) != 0 { Turn::Pass } else { Turn::Over }
    }

    #[inline(always)]
    fn play(&self, state: &mut FourSeats, choice: Move) {
        let (own, other) = state.seen_by(state.seat);
        let flips = self.kernel.flips(choice.index(), own, other);
        state.black ^= flips;
        state.white ^= flips;
        let placed = u64::one(choice.index());
        if state.seat.0.is_multiple_of(2) {
            state.black |= placed
        } else {
            state.white |= placed
        }
        state.seat = self.next(state.seat);
    }

    #[inline(always)]
    fn pass(&self, state: &mut FourSeats) {
        state.seat = self.next(state.seat);
    }

    /// The discs of a seat's own colour in its home quadrant.
    #[inline(always)]
    fn scores(&self, state: &FourSeats) -> Scores {
        let score = |seat: u8| Points::whole((state.seen_by(Seat(seat)).0 & HOMES[usize::from(seat)]).count() as i32);
        Scores::new(&[score(0), score(1), score(2), score(3)])
    }

    #[inline(always)]
    fn key(&self, state: &FourSeats) -> Key {
        Key(mix(state.black.scatter() ^ state.white.scatter().rotate_left(17) ^ u64::from(state.seat.0)))
    }

    /// Three of four seats may pass before each disc.
    fn move_limit(&self) -> u32 {
        4 * 64
    }

    #[inline(always)]
    fn nth_move(&self, moves: &u64, index: u32) -> Move {
        Move(self.kernel.nth(*moves, index) as u16)
    }

    #[inline(always)]
    fn accelerate<R>(&self, work: impl FnOnce() -> R) -> R {
        self.kernel.run(work)
    }
}

impl<K: Kernel<Set = u64>> Notation for YoninOn<K> {
    fn name(&self) -> String {
        self.board.name.clone()
    }

    fn write_move(&self, choice: Move) -> String {
        text::square_name::<u64>(choice.index())
    }

    fn read_move(&self, word: &str) -> Result<Move, UnknownMove> {
        text::read_square(&self.board.shape, word).map(|square| Move(square as u16))
    }

    fn write_position(&self, state: &FourSeats) -> String {
        let board = text::write_board(&self.board.shape, state.black, state.white);
        format!("{board} {}", self.seat_label(state.seat))
    }

    fn read_position(&self, text: &str) -> Result<FourSeats, TextError> {
        let text::ReadBoard { black, white, side } = text::read_board(&self.board.shape, text, "1234")?;
        Ok(FourSeats { black, white, seat: Seat(side as u8) })
    }

    fn with_cells(
        &self,
        state: &FourSeats,
        cells: &[(Move, Option<Colour>)],
        mover: Seat,
    ) -> Result<FourSeats, SetUpError> {
        let (black, white) = text::with_cells(&self.board.shape, (state.black, state.white), cells)?;
        Ok(FourSeats { black, white, seat: mover })
    }

    fn diagram(&self, state: &FourSeats) -> Diagram {
        text::diagram(&self.board.shape, state.black, state.white)
    }

    fn captures(&self, state: &FourSeats, choice: Move) -> Vec<Capture> {
        let (own, other) = state.seen_by(state.seat);
        self.board.twin.captures(choice.index(), own, other)
    }

    fn home(&self, square: Move) -> Option<Seat> {
        HOMES.iter().position(|home| home.has(square.index())).map(|seat| Seat(seat as u8))
    }

    fn forbidden(&self, state: &FourSeats) -> Vec<Move> {
        let opposite = HOMES[usize::from(state.seat.0 ^ 2)] & !(state.black | state.white);
        opposite.each().map(|square| Move(square as u16)).collect()
    }

    fn seat_label(&self, seat: Seat) -> String {
        (seat.0 + 1).to_string()
    }

    fn seat_colour(&self, seat: Seat) -> Colour {
        if seat.0.is_multiple_of(2) { Colour::Black } else { Colour::White }
    }
}

/// Quarter turns: each seat becomes its neighbour, and the colours change places with every one.
impl<K: Kernel<Set = u64>> Symmetric for YoninOn<K> {
    fn symmetries(&self) -> usize {
        4
    }

    fn transform(&self, state: &FourSeats, number: usize) -> FourSeats {
        let table = &self.board.quarter_turns[number];
        let (black, white) = (permute(state.black, table), permute(state.white, table));
        let seat = self.transform_seat(state.seat, number);
        if number.is_multiple_of(2) {
            FourSeats { black, white, seat }
        } else {
            FourSeats { black: white, white: black, seat }
        }
    }

    fn transform_move(&self, choice: Move, number: usize) -> Move {
        Move(u16::from(self.board.quarter_turns[number][choice.index()]))
    }

    fn transform_seat(&self, seat: Seat, number: usize) -> Seat {
        Seat((seat.0 + number as u8) % 4)
    }
}
