//! Which patterns of the board the four seats see, and where their weights stand.
//!
//! A pattern is a list of squares, each empty or of one of two colours, so a number in base three. Every seat looks from its own
//! home: the board turned so that the home is at the top left, discs of its colour as its own. What one seat sees as the first row
//! another sees as the last column, with the same weights. Patterns that are mirror images in the diagonal through the home share
//! weights too: there the game differs in nothing but who is next.
//!
//! Beside the patterns there are weights for the number of moves of each seat, and for who is on turn and in which homes the
//! number of empty squares is odd.

use std::sync::LazyLock;

use enban_game::Seat;
use enban_game::contract::SEATS_MAX;
use enban_reversi::{FourSeats, Kernel, Shape, YoninOn};

/// Patterns on the board.
pub(super) const PATTERNS: usize = 54;

/// Moves of a seat that are told apart.
pub(super) const MOVES_MAX: usize = 15;

/// Weights of the moves of each seat, then of turn and parity.
pub(super) const MOVES_WEIGHTS: usize = SEATS_MAX * (MOVES_MAX + 1);
pub(super) const PARITY_WEIGHTS: usize = SEATS_MAX << SEATS_MAX;

/// Stages of the game by empty squares.
pub const STAGES: usize = 12;

/// The stage of a position: five empty squares make one.
#[inline(always)]
pub fn stage(state: &FourSeats) -> usize {
    let empties = (!(state.black | state.white)).count_ones() as usize;
    (empties / 5).min(STAGES - 1)
}

/// A pattern at its place on the board.
pub(super) struct Pattern {
    /// Its squares; the first is the lowest digit.
    pub(super) squares: Vec<usize>,
    /// As each seat sees it.
    views: [View; SEATS_MAX],
}

/// A pattern as a seat sees it.
struct View {
    /// Where its weights begin.
    offset: usize,
    /// What the digit of each square counts there.
    powers: Vec<usize>,
}

/// The patterns and their weights.
pub struct Layout {
    pub(super) patterns: Vec<Pattern>,
    /// How many weights a stage has.
    parameters: usize,
}

static LAYOUT: LazyLock<Layout> = LazyLock::new(Layout::new);

/// The layout of the game.
pub fn layout() -> &'static Layout {
    &LAYOUT
}

impl Pattern {
    /// How many states it can be in.
    pub(super) fn states(&self) -> usize {
        3_usize.pow(self.squares.len() as u32)
    }

    /// Where the weight for a state stands, as a seat sees it; digits are 0 for empty, 1 for black, 2 for white.
    pub(super) fn parameter(&self, state: usize, seat: usize) -> usize {
        let View { offset, powers } = &self.views[seat];
        let (mut rest, mut index) = (state, *offset);
        for power in powers {
            let digit = rest % 3;
            rest /= 3;
            // White is the colour of the second and the fourth seat.
            index += power * if seat % 2 == 1 && digit > 0 { 3 - digit } else { digit };
        }
        index
    }
}

impl Layout {
    fn new() -> Self {
        let shape = Shape::<u64>::square(8);
        let all = squares_of_patterns();
        assert_eq!(all.len(), PATTERNS);
        let mirror = |square: usize| 8 * (square % 8) + square / 8;
        // Weights are handed out to patterns as the first seat sees them.
        let mut known: Vec<(Vec<usize>, usize)> = Vec::new();
        let mut parameters = MOVES_WEIGHTS + PARITY_WEIGHTS;
        let mut view = |seen: Vec<usize>| {
            for seen in [seen.clone(), seen.iter().copied().map(mirror).collect()] {
                for (squares, offset) in &known {
                    let digits = seen.iter().map(|square| squares.iter().position(|known| known == square));
                    if let Some(digits) = digits.collect::<Option<Vec<_>>>().filter(|all| all.len() == squares.len()) {
                        return View {
                            offset: *offset,
                            powers: digits.iter().map(|&digit| 3_usize.pow(digit as u32)).collect(),
                        };
                    }
                }
            }
            let powers: Vec<usize> = (0..seen.len()).map(|digit| 3_usize.pow(digit as u32)).collect();
            let offset = parameters;
            parameters += 3 * powers[seen.len() - 1];
            known.push((seen, offset));
            View { offset, powers }
        };
        // Turned so that each seat sits where the first one does.
        let turns: Vec<Vec<u8>> = (0..SEATS_MAX).map(|seat| shape.turn_table((SEATS_MAX - seat) % SEATS_MAX)).collect();
        let patterns = all.into_iter().map(|squares| {
            let views = std::array::from_fn(|seat| {
                view(squares.iter().map(|&square| usize::from(turns[seat][square])).collect())
            });
            Pattern { squares, views }
        });
        let patterns = patterns.collect();
        Self { patterns, parameters }
    }

    /// Weights of a stage.
    pub fn parameters(&self) -> usize {
        self.parameters
    }
}

/// How far one seat is behind another, clockwise.
fn behind(seat: usize, other: usize) -> usize {
    (other + SEATS_MAX - seat) % SEATS_MAX
}

/// Where the weight of another seat's moves stands, as a seat sees it.
pub(super) fn moves_parameter(seat: usize, other: usize, count: usize) -> usize {
    behind(seat, other) * (MOVES_MAX + 1) + count
}

/// Where the weight of turn and parity stands, as a seat sees it.
pub(super) fn parity_parameter(seat: usize, mover: usize, parity: usize) -> usize {
    let turned = (parity | parity << SEATS_MAX) >> seat & ((1 << SEATS_MAX) - 1);
    MOVES_WEIGHTS + (behind(seat, mover) << SEATS_MAX) + turned
}

/// The moves of each seat, as far as they are told apart.
#[inline(always)]
pub(super) fn moves_of_all<K: Kernel<Set = u64>>(game: &YoninOn<K>, state: &FourSeats) -> [usize; SEATS_MAX] {
    std::array::from_fn(|seat| (game.moves_of(state, Seat(seat as u8)).count_ones() as usize).min(MOVES_MAX))
}

/// A bit for each home with an odd number of empty squares.
#[inline(always)]
pub(super) fn parity(state: &FourSeats) -> usize {
    let empty = !(state.black | state.white);
    let odd = |home: u64| (empty & home).count_ones() as usize & 1;
    let [one, two, three, four] = HOMES.map(odd);
    one | two << 1 | three << 2 | four << 3
}

/// Homes clockwise from the top left.
const HOMES: [u64; SEATS_MAX] =
    [0x0000_0000_0F0F_0F0F, 0x0000_0000_F0F0_F0F0, 0xF0F0_F0F0_0000_0000, 0x0F0F_0F0F_0000_0000];

/// Rows and columns, corners of three by three, halves of homes, diagonals of four squares or more.
fn squares_of_patterns() -> Vec<Vec<usize>> {
    let block = |row: usize, column: usize, height: usize, width: usize| -> Vec<usize> {
        (0..height * width).map(|at| 8 * (row + at / width) + column + at % width).collect()
    };
    let mut all = Vec::new();
    all.extend((0..8).flat_map(|line| [block(line, 0, 1, 8), block(0, line, 8, 1)]));
    all.extend([(0, 0), (0, 5), (5, 5), (5, 0)].map(|(row, column)| block(row, column, 3, 3)));
    for (row, column) in [(0, 0), (0, 4), (4, 4), (4, 0)] {
        all.extend([block(row, column, 2, 4), block(row + 2, column, 2, 4)]);
        all.extend([block(row, column, 4, 2), block(row, column + 2, 4, 2)]);
    }
    for shift in 3..12 {
        let on = |number: fn(usize) -> usize| (0..64).filter(|&square| number(square) == shift).collect();
        all.push(on(|square| square / 8 + square % 8));
        all.push(on(|square| square / 8 + 7 - square % 8));
    }
    all
}
