//! The rim of a round board: a line of squares without ends, along which discs outflank too.
//!
//! The ring is lifted out of the board into words, one bit a place. [`Round`] is the edge of a round
//! board, [`Open`] that of every other.

// Tables for kernels that only x86-64 has.
#![cfg_attr(not(all(target_arch = "x86_64", not(enban_portable))), allow(dead_code))]

use std::sync::Arc;

use crate::kernel::{Kernel, Through};
use crate::squares::Squares;

/// The longest ring: that of nip60. Two rings fit into one word, 32 bits each.
const RING_MAX: usize = 24;

/// Bit 0 of either half of a word.
const ONE_EACH: u64 = 1 << 32 | 1;

/// A square that no round board has.
const CORNER: u8 = 0;

/// A bit that no ring word reaches.
const NEVER_SET: u8 = 63;

/// The table that turns half a ring round; half of the longest ring is 12 bits.
static REVERSED: [u16; 4096] = {
    let mut table = [0; 4096];
    let mut word = 0;
    while word < 4096 {
        table[word] = (word as u16).reverse_bits() >> 4;
        word += 1;
    }
    table
};

/// A way round the ring as bit shuffles. The word has the squares met clockwise in its low half and
/// those met backward in its high half.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Walk {
    /// For each bit of the word the square it comes from; an empty corner where there is none.
    pub(crate) lift: [u8; 64],
    /// For each square its bit in the low half; a bit that is never set where there is none.
    pub(crate) lay_clockwise: [u8; 64],
    /// For each square its bit in the high half.
    pub(crate) lay_backward: [u8; 64],
}

impl Walk {
    fn new(clockwise: &[usize], backward: &[usize]) -> Self {
        let mut walk = Self { lift: [CORNER; 64], lay_clockwise: [NEVER_SET; 64], lay_backward: [NEVER_SET; 64] };
        for (bit, &square) in clockwise.iter().enumerate() {
            walk.lift[bit] = square as u8;
            walk.lay_clockwise[square] = bit as u8;
        }
        for (bit, &square) in backward.iter().enumerate() {
            walk.lift[32 + bit] = square as u8;
            walk.lay_backward[square] = 32 + bit as u8;
        }
        walk
    }
}

/// The squares of a ring and the tables to lift it out of a board.
#[derive(Debug)]
pub struct Ring {
    /// Half the number of squares.
    pub(crate) half: u32,
    /// The first half of the ring, clockwise; its squares ascend.
    pub(crate) right_half: u64,
    /// The second half; its squares descend.
    pub(crate) left_half: u64,
    /// All its squares.
    pub(crate) whole: u64,
    /// The way round from each square, the square itself not included; empty for squares off the ring.
    /// The last one is the whole ring from its first square.
    pub(crate) walks: Vec<Walk>,
    length: u32,
    lap: bool,
    squares: Vec<usize>,
    /// Where each square of the grid stands on the ring, and a full ring written twice; 0 and an empty
    /// one for squares off the ring.
    places: [(u32, u64); 64],
    /// The ring bits of each row's byte.
    words_by_row: [[u32; 256]; 8],
    /// The squares of each byte of a ring word.
    sets_by_byte: [[u64; 256]; 3],
}

impl Ring {
    /// The number of the walk round the whole ring.
    pub(crate) const WHOLE: usize = 64;

    /// A ring of these squares, clockwise from the left end of the top row. With `lap`, one disc on the
    /// last empty place of a ring that is otherwise all theirs turns the whole ring.
    pub fn new(squares: &[usize], lap: bool) -> Self {
        let length = squares.len();
        let half = length / 2;
        assert!(length <= RING_MAX && length.is_multiple_of(2));
        assert!(squares[..half].is_sorted() && squares[half..].iter().rev().is_sorted());
        assert!(!squares.contains(&usize::from(CORNER)), "a round board has no corners");
        let set_of = |squares: &[usize]| squares.iter().fold(0u64, |set, &square| set | u64::one(square));
        let mut places = [(0, 0); 64];
        let mut words_by_row = [[0u32; 256]; 8];
        let mut sets_by_byte = [[0u64; 256]; 3];
        for (place, &square) in squares.iter().enumerate() {
            places[square] = (place as u32, (1 << (2 * length)) - 1);
            for byte in (0..256).filter(|byte| byte >> (square % 8) & 1 != 0) {
                words_by_row[square / 8][byte] |= 1 << place;
            }
            for byte in (0..256).filter(|byte| byte >> (place % 8) & 1 != 0) {
                sets_by_byte[place / 8][byte] |= u64::one(square);
            }
        }
        Self {
            half: half as u32,
            right_half: set_of(&squares[..half]),
            left_half: set_of(&squares[half..]),
            whole: set_of(squares),
            walks: walks(squares),
            length: length as u32,
            lap,
            squares: squares.to_vec(),
            places,
            words_by_row,
            sets_by_byte,
        }
    }

    /// The squares, clockwise.
    pub fn squares(&self) -> &[usize] {
        &self.squares
    }

    /// Whether a lap turns the whole ring.
    pub fn lap(&self) -> bool {
        self.lap
    }

    /// Whether nothing along the ring can be outflanked: that takes one of their discs on it, and one of ours
    /// to close the line, or for the lap all places but one theirs. Asked before each use of the ring: perft,
    /// early in the game, gains nearly twice, whole random games a tenth.
    #[inline(always)]
    pub(crate) fn is_quiet(&self, own: u64, other: u64) -> bool {
        let (own, other) = (own & self.whole, other & self.whole);
        other == 0 || (own == 0 && other.count_ones() + 1 < self.length)
    }

    /// Half a ring read the other way.
    #[inline(always)]
    pub(crate) fn reversed_half(&self, half: u64) -> u64 {
        u64::from(REVERSED[half as usize & 4095] >> (12 - self.half))
    }

    /// A whole ring read the other way.
    #[inline(always)]
    pub(crate) fn backward(&self, word: u64) -> u64 {
        word.reverse_bits() >> (64 - self.length)
    }

    /// The ring of a board, row by row.
    #[inline(always)]
    pub(crate) fn word_by_rows(&self, set: u64) -> u64 {
        let bytes = set.to_le_bytes();
        let word = (0..8).fold(0, |word, row| word | self.words_by_row[row][usize::from(bytes[row])]);
        u64::from(word)
    }

    /// The squares of a ring word.
    #[inline(always)]
    pub(crate) fn set_by_bytes(&self, word: u64) -> u64 {
        let bytes = word.to_le_bytes();
        (0..3).fold(0, |set, byte| set | self.sets_by_byte[byte][usize::from(bytes[byte])])
    }

    /// The places that end a run of `other` begun next to `own`, in the direction of larger places.
    /// Occupied places may be among them. Each half of the words holds a ring: clockwise, and backward.
    ///
    /// Adding the first disc of a run to the run carries through to the place behind it. A carry that
    /// leaves a ring at its seam comes in again at its first place: the run it belongs to is theirs on
    /// both sides of the seam, so no other carry can be there.
    #[inline(always)]
    pub(crate) fn ends_of_runs(&self, own: u64, other: u64) -> u64 {
        let full = ONE_EACH * ((1 << self.length) - 1);
        let behind_own = (own << 1) | ((own >> (self.length - 1)) & ONE_EACH);
        let carried = other + (other & behind_own);
        let seam = carried >> self.length & ONE_EACH;
        let mut ends = ((carried & full) + seam) & !other & full;
        // The lap: nothing of ours on the ring, and one place that is not theirs.
        let rest = (full & !other) as u32;
        if self.lap && own == 0 && rest & rest.wrapping_sub(1) == 0 {
            ends |= u64::from(rest);
        }
        ends
    }

    /// The discs turned along the ring by a disc placed on `square`; clockwise words all.
    #[inline(always)]
    pub(crate) fn turned(&self, square: usize, own: u64, other: u64) -> u64 {
        let (place, twice_full) = self.places[square & 63];
        // Written twice in a row, no run is cut by the seam.
        let other = (other | other << self.length) & twice_full;
        // For the lap the placed disc closes the line itself, one turn on and one turn back.
        let home = u64::from(self.lap) << place;
        let own = own | (own << self.length) | home | (home << self.length);
        let up = (other >> (place + 1)).trailing_ones();
        let up_closed = own >> (place + 1 + up) & 1;
        let top = place + self.length;
        let down = (other << (64 - top)).leading_ones();
        let down_closed = own >> (top - 1 - down) & 1;
        let turned_up: u64 = (((1 << up) - 1) << (place + 1)) * up_closed;
        let turned_down: u64 = (((1 << down) - 1) << (top - down)) * down_closed;
        let turned = turned_up | turned_down;
        (turned | turned >> self.length) & ((1 << self.length) - 1)
    }

    /// The same on a walk from the placed disc: clockwise in the low half, backward in the high half.
    #[inline(always)]
    pub(crate) fn turned_on_walk(&self, own: u64, other: u64) -> u64 {
        let home = ONE_EACH << (self.length - 1);
        let own = if self.lap { own | home } else { own };
        // The first place of each half that is not theirs; the run before it turns if that place is ours.
        let closing = (other + ONE_EACH) & !other & own;
        let clockwise = (closing as u32).saturating_sub(1);
        let backward = ((closing >> 32) as u32).saturating_sub(1);
        u64::from(clockwise) | u64::from(backward) << 32
    }
}

fn walks(squares: &[usize]) -> Vec<Walk> {
    let length = squares.len();
    let from = |place: usize| {
        let clockwise: Vec<usize> = (1..length).map(|step| squares[(place + step) % length]).collect();
        let backward: Vec<usize> = clockwise.iter().rev().copied().collect();
        Walk::new(&clockwise, &backward)
    };
    let mut walks = vec![Walk::new(&[], &[]); 64];
    squares.iter().enumerate().for_each(|(place, &square)| walks[square] = from(place));
    let backward: Vec<usize> = squares.iter().rev().copied().collect();
    walks.push(Walk::new(squares, &backward));
    walks
}

/// What the edge of a board adds to the straight lines.
pub trait Edge<K: Kernel>: Clone + Send + Sync + 'static {
    /// Further squares from which a disc of `own` would outflank, occupied ones possibly among them.
    fn moves(&self, kernel: K, own: K::Set, other: K::Set) -> K::Set;
    /// Further discs that a disc of `own` on `square` outflanks.
    fn flips(&self, kernel: K, square: usize, own: K::Set, other: K::Set) -> K::Set;
    /// Further than along straight lines, what [`Kernel::last_turned`] counts: `square` is the only empty one of the board.
    fn last_turned(&self, kernel: K, square: usize, through: &Through<K::Set>, own: K::Set, other: K::Set) -> i32;
    /// The ring, if there is one.
    fn ring(&self) -> Option<&Ring>;
}

/// An edge where lines end.
#[derive(Clone, Copy, Debug)]
pub struct Open;

impl<K: Kernel> Edge<K> for Open {
    #[inline(always)]
    fn moves(&self, _kernel: K, _own: K::Set, _other: K::Set) -> K::Set {
        K::Set::NONE
    }

    #[inline(always)]
    fn flips(&self, _kernel: K, _square: usize, _own: K::Set, _other: K::Set) -> K::Set {
        K::Set::NONE
    }

    #[inline(always)]
    fn last_turned(&self, kernel: K, square: usize, through: &Through<K::Set>, own: K::Set, other: K::Set) -> i32 {
        kernel.last_turned(square, through, own, other)
    }

    fn ring(&self) -> Option<&Ring> {
        None
    }
}

/// An edge that is a line of its own, without ends.
#[derive(Clone, Debug)]
pub struct Round(Arc<Ring>);

impl Round {
    /// The edge along a ring.
    pub fn new(ring: Ring) -> Self {
        Self(Arc::new(ring))
    }
}

impl<K: Kernel<Set = u64>> Edge<K> for Round {
    #[inline(always)]
    fn moves(&self, kernel: K, own: u64, other: u64) -> u64 {
        if self.0.is_quiet(own, other) {
            return 0;
        }
        kernel.ring_moves(&self.0, own, other)
    }

    #[inline(always)]
    fn flips(&self, kernel: K, square: usize, own: u64, other: u64) -> u64 {
        if self.0.is_quiet(own, other) {
            return 0;
        }
        kernel.ring_flips(&self.0, square, own, other)
    }

    /// On the ring a disc may be turned along it and along a straight line as well: there they are not only counted.
    #[inline(always)]
    fn last_turned(&self, kernel: K, square: usize, through: &Through<u64>, own: u64, other: u64) -> i32 {
        if !self.0.whole.has(square) {
            return kernel.last_turned(square, through, own, other);
        }
        let turned =
            |own, other| (kernel.flips(square, own, other) | self.flips(kernel, square, own, other)).count() as i32;
        match turned(own, other) {
            0 => -turned(other, own),
            ours => ours,
        }
    }

    fn ring(&self) -> Option<&Ring> {
        Some(&self.0)
    }
}
