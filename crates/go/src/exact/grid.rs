//! Boards of up to 5x5 points as plain bits: neighbours, chains, moves, counting and symmetries.
//!
//! Points are numbered row by row from the top left, as everywhere in the crate, one bit a point. Nothing is kept up
//! to date from move to move: on so few points a flood of a few shifts is cheaper than bookkeeping.

/// A set of points.
pub(super) type Set = u32;

/// No point is banned.
pub(super) const FREE: u8 = 31;

/// The stones of two sides, without saying which of them is black.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Stones {
    /// The stones of the side that is spoken of.
    pub own: Set,
    /// Those of its opponent.
    pub other: Set,
}

impl Stones {
    /// The same stones, seen by the opponent.
    #[inline(always)]
    pub fn swapped(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    #[inline(always)]
    pub fn packed(self) -> u64 {
        u64::from(self.own) | u64::from(self.other) << 32
    }

    #[inline(always)]
    pub fn unpacked(packed: u64) -> Self {
        Self { own: packed as u32, other: (packed >> 32) as u32 }
    }
}

/// What a stone of `own` did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Put {
    /// The stones after it.
    pub stones: Stones,
    /// The point of the one stone it took, if the new one stands alone and could be taken back at once: a ko.
    /// Otherwise [`FREE`].
    pub ko: u8,
}

/// The board of `N` lines.
pub(super) struct Grid<const N: usize>;

impl<const N: usize> Grid<N> {
    /// All points.
    pub const ALL: Set = ((1u64 << (N * N)) - 1) as Set;
    /// How many there are.
    pub const POINTS: i32 = (N * N) as i32;
    const FIRST_ROW: Set = ((1u64 << N) - 1) as Set;
    const FIRST_COLUMN: Set = {
        let (mut set, mut row) = (0, 0);
        while row < N {
            set |= 1 << (row * N);
            row += 1;
        }
        set
    };
    const NOT_FIRST: Set = Self::ALL & !Self::FIRST_COLUMN;
    const NOT_LAST: Set = Self::ALL & !(Self::FIRST_COLUMN << (N - 1));

    /// The points on the border.
    pub const EDGE: Set =
        Self::FIRST_ROW | Self::FIRST_ROW << (N * (N - 1)) | Self::FIRST_COLUMN | Self::FIRST_COLUMN << (N - 1);

    /// How many pieces a set is in, less the holes in them: points, less pairs of neighbours, and squares of four.
    #[inline(always)]
    pub fn pieces(set: Set) -> i32 {
        let across = set & (set >> 1) & Self::NOT_LAST;
        let down = set & (set >> N);
        let squares = across & (across >> N);
        let count = |set: Set| set.count_ones() as i32;
        count(set) - count(across) - count(down) + count(squares)
    }

    /// The points next to a set, perhaps some of the set as well.
    #[inline(always)]
    pub fn beside(set: Set) -> Set {
        ((set & Self::NOT_LAST) << 1) | ((set & Self::NOT_FIRST) >> 1) | ((set << N) & Self::ALL) | (set >> N)
    }

    /// What is joined with the seed through points of the mask. The seed lies in the mask.
    #[inline(always)]
    pub fn joined(seed: Set, mask: Set) -> Set {
        let mut reached = seed;
        loop {
            let next = (reached | Self::beside(reached)) & mask;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Puts a stone of `own` on an empty point. `None` if it would have no liberty and suicide is not allowed, or
    /// if it would take nothing but itself.
    #[inline]
    pub fn put(stones: Stones, point: u32, suicide: bool) -> Option<Put> {
        let stone: Set = 1 << point;
        let around = Self::beside(stone);
        let mut own = stones.own | stone;
        let mut empty = Self::ALL & !(own | stones.other);
        let (mut near, mut taken) = (around & stones.other, 0);
        while near != 0 {
            let chain = Self::joined(near & near.wrapping_neg(), stones.other);
            near &= !chain;
            if Self::beside(chain) & empty == 0 {
                taken |= chain;
            }
        }
        empty |= taken;
        if around & empty == 0 {
            let chain = Self::joined(stone, own);
            if Self::beside(chain) & empty == 0 {
                if !suicide || chain == stone {
                    return None;
                }
                own &= !chain;
            }
        }
        let is_ko = taken.count_ones() == 1 && around & stones.own == 0 && around & empty == taken;
        let ko = if is_ko { taken.trailing_zeros() as u8 } else { FREE };
        Some(Put { stones: Stones { own, other: stones.other & !taken }, ko })
    }

    /// The lead of `own` if the game ended here: stones, and empty points that only one side touches.
    #[inline]
    pub fn lead(stones: Stones) -> i32 {
        let empty = Self::ALL & !(stones.own | stones.other);
        let touched = |side: Set| Self::joined(Self::beside(side) & empty, empty);
        let (own, other) = (touched(stones.own), touched(stones.other));
        let area = |side: Set, reached: Set| (side.count_ones() + reached.count_ones()) as i32;
        area(stones.own, own & !other) - area(stones.other, other & !own)
    }

    /// The lead of `own` if every empty point went to the side that is nearer, along the lines.
    #[inline]
    pub fn nearer_lead(stones: Stones) -> i32 {
        let Stones { mut own, mut other } = stones;
        loop {
            let free = Self::ALL & !(own | other);
            let (near, far) = (Self::beside(own) & free, Self::beside(other) & free);
            if near ^ far == 0 {
                return own.count_ones() as i32 - other.count_ones() as i32;
            }
            (own, other) = (own | (near & !far), other | (far & !near));
        }
    }

    /// The least of the eight turns and reflections of a position, its ban with it, and the number of the turn.
    #[inline]
    pub fn canonical(stones: Stones, ban: u8) -> (Stones, u8, usize) {
        let turned = Self::all_turns(stones.packed());
        let bans = if ban < Self::POINTS as u8 {
            Self::all_turns(1 << ban).map(|bit| bit.trailing_zeros() as u8)
        } else {
            [ban; 8]
        };
        let mut least = 0;
        for number in 1..8 {
            if (turned[number], bans[number]) < (turned[least], bans[least]) {
                least = number;
            }
        }
        (Stones::unpacked(turned[least]), bans[least], least)
    }

    /// A position by the number of its turn.
    pub fn turned(stones: Stones, number: usize) -> Stones {
        Stones::unpacked(Self::all_turns(stones.packed())[number])
    }

    /// The number of the turn that undoes another.
    pub fn undoing(number: usize) -> usize {
        [0, 1, 2, 3, 4, 6, 5, 7][number]
    }

    #[inline(always)]
    fn all_turns(packed: u64) -> [u64; 8] {
        let upright = [packed, Self::upside_down(packed)];
        let both = [upright[0], upright[1], Self::mirrored(upright[0]), Self::mirrored(upright[1])];
        let tipped = both.map(Self::transposed);
        [both[0], both[1], both[2], both[3], tipped[0], tipped[1], tipped[2], tipped[3]]
    }

    /// Rows change places. The halves of the word are two boards that are turned alike.
    #[inline(always)]
    fn upside_down(packed: u64) -> u64 {
        let mut turned = 0;
        for row in 0..N {
            let mask = (u64::from(Self::FIRST_ROW) * 0x1_0000_0001) << (row * N);
            turned |= moved(packed & mask, (N - 1 - row) as i32 * N as i32 - (row * N) as i32);
        }
        turned
    }

    /// Columns change places.
    #[inline(always)]
    fn mirrored(packed: u64) -> u64 {
        let mut turned = 0;
        for column in 0..N {
            let mask = (u64::from(Self::FIRST_COLUMN) * 0x1_0000_0001) << column;
            turned |= moved(packed & mask, (N - 1 - column) as i32 - column as i32);
        }
        turned
    }

    /// Rows become columns: each diagonal moves as a whole.
    #[inline(always)]
    fn transposed(packed: u64) -> u64 {
        let mut turned = 0;
        for diagonal in 1 - N as i32..N as i32 {
            let mut mask = 0u64;
            for row in 0..N as i32 {
                if (0..N as i32).contains(&(row + diagonal)) {
                    mask |= 1 << (row * N as i32 + row + diagonal);
                }
            }
            turned |= moved(packed & (mask * 0x1_0000_0001), diagonal * (N as i32 - 1));
        }
        turned
    }
}

/// Bits moved up, or down if the distance is negative.
#[inline(always)]
fn moved(bits: u64, distance: i32) -> u64 {
    if distance >= 0 { bits << distance } else { bits >> -distance }
}

/// The points of a set.
#[inline(always)]
pub(super) fn points(mut set: Set) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let point = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            point
        })
    })
}
