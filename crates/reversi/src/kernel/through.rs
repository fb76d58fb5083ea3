//! The lines through a square, for counting what a disc on the last empty square of a board turns over.

use crate::squares::Squares;

/// The longest line that is looked up.
const LONGEST: usize = 8;

/// The four straight lines through a square, as far as the squares of the board reach without a gap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Through<S> {
    /// The squares of each line, the square itself among them.
    pub lines: [S; 4],
    /// Where the patterns of each line begin in [`TURNED`], by its length and the place of the square on it.
    pub starts: [u16; 4],
}

impl<S: Squares> Through<S> {
    /// No line at all.
    pub const NONE: Self = Self { lines: [S::NONE; 4], starts: [0; 4] };

    /// The lines through a square.
    pub fn new(square: usize, lines: [S; 4]) -> Self {
        let below = |line: S| line.each().filter(|&other| other < square).count();
        let start = |line: S| match line.count() as usize {
            length @ 1..=LONGEST => start_of(length, below(line)) as u16,
            // Boards with longer lines count in another way.
            _ => 0,
        };
        Self { lines, starts: lines.map(start) }
    }
}

/// How many discs a disc placed on a line turns over where all the other places of the line are taken: in the low byte if it
/// is one of `own`, in the high byte if it is one of the others. The index is where the patterns of the line begin, see
/// [`Through`], and the places of `own`, one bit each.
#[cfg(all(target_arch = "x86_64", not(enban_portable)))]
pub static TURNED: [u16; start_of(LONGEST + 1, 0)] = {
    let mut table = [0; start_of(LONGEST + 1, 0)];
    let mut length = 1;
    while length <= LONGEST {
        let mut place = 0;
        while place < length {
            let mut own = 0;
            while own < 1 << length {
                let low = turned(length, place, own);
                let high = turned(length, place, !own);
                table[start_of(length, place) + own] = low | high << 8;
                own += 1;
            }
            place += 1;
        }
        length += 1;
    }
    table
};

/// Patterns of shorter lines and of smaller places come first.
const fn start_of(length: usize, place: usize) -> usize {
    let mut start = place << length;
    let mut shorter = 1;
    while shorter < length {
        start += shorter << shorter;
        shorter += 1;
    }
    start
}

/// The discs turned on one line.
#[cfg(all(target_arch = "x86_64", not(enban_portable)))]
const fn turned(length: usize, place: usize, own: usize) -> u16 {
    let mut up = place + 1;
    while up < length && own >> up & 1 == 0 {
        up += 1;
    }
    let mut down = place;
    while down > 0 && own >> (down - 1) & 1 == 0 {
        down -= 1;
    }
    let turned_up = if up < length { up - place - 1 } else { 0 };
    let turned_down = if down > 0 { place - down } else { 0 };
    (turned_up + turned_down) as u16
}
