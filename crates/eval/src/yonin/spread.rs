//! Weights laid out for speed: one look for each pattern gives the weights of all four seats.

use std::sync::LazyLock;

use enban_game::contract::SEATS_MAX;
use enban_reversi::{FourSeats, Kernel, YoninOn};

use super::layout::{MOVES_MAX, PATTERNS, layout, moves_of_all, moves_parameter, parity, parity_parameter};

/// Patterns, filled up to whole vectors.
const LANES: usize = PATTERNS.next_multiple_of(16);

/// What a row's discs of one colour add to the states of all patterns.
type Row = [[u16; LANES]; 256];

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let mut squares = [[0; LANES]; 64];
    for (number, pattern) in layout().patterns.iter().enumerate() {
        for (digit, &square) in pattern.squares.iter().enumerate() {
            squares[square][number] = 3_u16.pow(digit as u32);
        }
    }
    let row = |row: usize| {
        let mut sums = [[0; LANES]; 256];
        for (discs, sum) in sums.iter_mut().enumerate() {
            for column in (0..8).filter(|column| discs >> column & 1 == 1) {
                sum.iter_mut().zip(&squares[8 * row + column]).for_each(|(sum, power)| *sum += power);
            }
        }
        sums
    };
    (0..8).map(row).collect()
});

/// Where the weights of every state of every pattern stand, by seat.
static PLACES: LazyLock<Vec<[u32; SEATS_MAX]>> = LazyLock::new(|| {
    let states = layout().patterns.iter().flat_map(|pattern| (0..pattern.states()).map(move |state| (pattern, state)));
    states.map(|(pattern, state)| std::array::from_fn(|seat| pattern.parameter(state, seat) as u32)).collect()
});

/// Where the states of each pattern begin.
static STARTS: LazyLock<[u32; PATTERNS]> = LazyLock::new(|| {
    let mut next = 0;
    std::array::from_fn(|number| {
        let start = next;
        next += layout().patterns[number].states() as u32;
        start
    })
});

/// The weights of one stage, by seat.
pub(super) struct Stage {
    /// For all states of all patterns.
    patterns: Vec<[i16; SEATS_MAX]>,
    /// By the seat whose moves are counted, and their number.
    moves: [[[i16; SEATS_MAX]; MOVES_MAX + 1]; SEATS_MAX],
    /// By the seat on turn, and the parity of each home.
    parity: [[[i16; SEATS_MAX]; 1 << SEATS_MAX]; SEATS_MAX],
}

impl Stage {
    pub(super) fn new(weights: &[i16]) -> Self {
        let by_seat = |place: &dyn Fn(usize) -> usize| std::array::from_fn(|seat| weights[place(seat)]);
        Self {
            patterns: PLACES.iter().map(|places| places.map(|place| weights[place as usize])).collect(),
            moves: std::array::from_fn(|other| {
                std::array::from_fn(|count| by_seat(&|seat| moves_parameter(seat, other, count)))
            }),
            parity: std::array::from_fn(|mover| {
                std::array::from_fn(|parity| by_seat(&|seat| parity_parameter(seat, mover, parity)))
            }),
        }
    }

    /// The sum of the weights that a position has, for each seat.
    #[inline(always)]
    pub(super) fn sums<K: Kernel<Set = u64>>(&self, game: &YoninOn<K>, state: &FourSeats) -> [i32; SEATS_MAX] {
        let mut sums = self.parity[state.seat.index()][parity(state)].map(i32::from);
        for (weights, count) in self.moves.iter().zip(moves_of_all(game, state)) {
            add(&mut sums, &weights[count]);
        }
        for (start, state) in STARTS.iter().zip(states(state)) {
            add(&mut sums, &self.patterns[*start as usize + usize::from(state)]);
        }
        sums
    }
}

/// Features of a position as a seat sees it: one a pattern, the moves of each seat, turn and parity.
pub const FEATURES: usize = PATTERNS + SEATS_MAX + 1;

/// The weights of its stage that a position has, for each seat: what learning asks.
pub fn features<K: Kernel<Set = u64>>(game: &YoninOn<K>, state: &FourSeats) -> [[u32; FEATURES]; SEATS_MAX] {
    let mut features = [[0; FEATURES]; SEATS_MAX];
    let places: &[[u32; SEATS_MAX]] = &PLACES;
    for (number, (start, pattern)) in STARTS.iter().zip(states(state)).enumerate() {
        let places = &places[*start as usize + usize::from(pattern)];
        features.iter_mut().zip(places).for_each(|(features, &place)| features[number] = place);
    }
    let (moves, parity) = (moves_of_all(game, state), parity(state));
    for (seat, features) in features.iter_mut().enumerate() {
        for (other, &count) in moves.iter().enumerate() {
            features[PATTERNS + other] = moves_parameter(seat, other, count) as u32;
        }
        features[PATTERNS + SEATS_MAX] = parity_parameter(seat, state.seat.index(), parity) as u32;
    }
    features
}

#[inline(always)]
fn add(sums: &mut [i32; SEATS_MAX], weights: &[i16; SEATS_MAX]) {
    sums.iter_mut().zip(weights).for_each(|(sum, &weight)| *sum += i32::from(weight));
}

/// The state of every pattern.
#[inline(always)]
fn states(state: &FourSeats) -> [u16; LANES] {
    let mut states = [0; LANES];
    let discs = state.black.to_le_bytes().into_iter().zip(state.white.to_le_bytes());
    for (row, (black, white)) in ROWS.iter().zip(discs) {
        let (black, white) = (&row[usize::from(black)], &row[usize::from(white)]);
        for lane in 0..LANES {
            states[lane] += black[lane] + 2 * white[lane];
        }
    }
    states
}
