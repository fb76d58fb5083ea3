//! Links: virtual lines that count two stones of one colour near each other as joined. Sixteen patterns.
//!
//! A pattern is where the second stone lies and which cells must be free. The cells are of two kinds: some must
//! be empty, some may hold an own stone too; an opposing stone on any of them breaks the link. The empty cells
//! of a link that holds are its link points.
//!
//! Two diagonal stones make two patterns, one for each of the points that both touch: the link holds so long as
//! one of the two is empty, whatever stands on the other. The cells of the two jumps must be empty. Those of the
//! knight's moves may hold own stones, if at least one of them is empty.

use enban_game::{Bits, Colour};

use crate::board::Board;
use crate::state::index_of;

/// The shape of a link.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LinkKind {
    /// Two stones that touch at a corner.
    Diagonal,
    /// Two stones on a line with one point between them.
    OnePointJump,
    /// Two stones on a line with two points between them.
    TwoPointJump,
    /// One point over and two along.
    Knight,
    /// One point over and three along.
    LargeKnight,
}

impl LinkKind {
    /// What the kind is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Diagonal => "diagonal",
            Self::OnePointJump => "one-point jump",
            Self::TwoPointJump => "two-point jump",
            Self::Knight => "knight's move",
            Self::LargeKnight => "large knight's move",
        }
    }

    /// Whether a cell of this kind's patterns may hold an own stone.
    fn allows_own(self) -> bool {
        matches!(self, Self::Knight | Self::LargeKnight)
    }
}

/// A link between two stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link<const W: usize> {
    /// Its shape.
    pub kind: LinkKind,
    /// Whose it is.
    pub colour: Colour,
    /// The stone that comes first in scan order.
    pub from: usize,
    /// The other stone.
    pub to: usize,
    /// The empty points of the pattern.
    pub points: Bits<W>,
}

/// Steps to the right and down.
type Offset = (isize, isize);

/// One of the sixteen patterns, seen from the stone that comes first in scan order.
struct Pattern {
    kind: LinkKind,
    to: Offset,
    cells: &'static [Offset],
}

const fn pattern(kind: LinkKind, to: Offset, cells: &'static [Offset]) -> Pattern {
    Pattern { kind, to, cells }
}

const PATTERNS: [Pattern; 16] = [
    pattern(LinkKind::Diagonal, (1, 1), &[(1, 0)]),
    pattern(LinkKind::Diagonal, (1, 1), &[(0, 1)]),
    pattern(LinkKind::Diagonal, (-1, 1), &[(-1, 0)]),
    pattern(LinkKind::Diagonal, (-1, 1), &[(0, 1)]),
    pattern(LinkKind::OnePointJump, (2, 0), &[(1, 0)]),
    pattern(LinkKind::OnePointJump, (0, 2), &[(0, 1)]),
    pattern(LinkKind::TwoPointJump, (3, 0), &[(1, 0), (2, 0)]),
    pattern(LinkKind::TwoPointJump, (0, 3), &[(0, 1), (0, 2)]),
    pattern(LinkKind::Knight, (2, 1), &[(1, 0), (1, 1)]),
    pattern(LinkKind::Knight, (-2, 1), &[(-1, 0), (-1, 1)]),
    pattern(LinkKind::Knight, (1, 2), &[(0, 1), (1, 1)]),
    pattern(LinkKind::Knight, (-1, 2), &[(0, 1), (-1, 1)]),
    pattern(LinkKind::LargeKnight, (3, 1), &[(1, 0), (2, 0), (1, 1), (2, 1)]),
    pattern(LinkKind::LargeKnight, (-3, 1), &[(-1, 0), (-2, 0), (-1, 1), (-2, 1)]),
    pattern(LinkKind::LargeKnight, (1, 3), &[(0, 1), (0, 2), (1, 1), (1, 2)]),
    pattern(LinkKind::LargeKnight, (-1, 3), &[(0, 1), (0, 2), (-1, 1), (-1, 2)]),
];

/// The links of both colours, by the first stone in scan order and then by pattern.
pub fn links<const W: usize>(board: &Board<W>, stones: [Bits<W>; 2]) -> Vec<Link<W>> {
    let empties = board.all() & !(stones[0] | stones[1]);
    let mut found = Vec::new();
    for from in (stones[0] | stones[1]).indices() {
        let colour = if stones[0].has(from) { Colour::Black } else { Colour::White };
        let own = stones[index_of(colour)];
        for pattern in &PATTERNS {
            let Some(to) = step(board, from, pattern.to).filter(|&to| own.has(to)) else { continue };
            let mut cells = Bits::EMPTY;
            pattern.cells.iter().filter_map(|&offset| step(board, from, offset)).for_each(|cell| cells.set(cell));
            let points = cells & empties;
            let free = if pattern.kind.allows_own() { empties | own } else { empties };
            if cells & free == cells && !points.none() {
                found.push(Link { kind: pattern.kind, colour, from, to, points });
            }
        }
    }
    found
}

/// The link points of a colour.
pub(crate) fn link_points<const W: usize>(links: &[Link<W>], colour: Colour) -> Bits<W> {
    let own = links.iter().filter(|link| link.colour == colour);
    own.fold(Bits::EMPTY, |all, link| all | link.points)
}

/// The point so many steps to the right and down, if it is on the board.
fn step<const W: usize>(board: &Board<W>, from: usize, (right, down): Offset) -> Option<usize> {
    let size = board.size();
    let column = (from % size).checked_add_signed(right).filter(|&column| column < size)?;
    let row = (from / size).checked_add_signed(down).filter(|&row| row < size)?;
    Some(row * size + column)
}
