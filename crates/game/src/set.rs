//! Sets of moves as bits: [`MoveSet`] for `u64`, `u128` and the wider [`Bits`].

use crate::contract::Move;

/// A set of moves held in bits, smallest index first.
///
/// ```
/// use enban_game::{Move, MoveSet};
///
/// let mut moves: u64 = 0b1010_0100;
/// assert_eq!((moves.len(), moves.nth(1)), (3, Move(5)));
/// assert_eq!(moves.pop(), Some(Move(2)));
/// assert!(!moves.contains(Move(2)));
/// ```
pub trait MoveSet: Clone + PartialEq + std::fmt::Debug + Send + Sync {
    /// The set without moves.
    fn empty() -> Self;
    /// How many moves there are.
    fn len(&self) -> u32;
    /// Whether there is none.
    fn is_empty(&self) -> bool;
    /// Whether `choice` is one of them.
    fn contains(&self, choice: Move) -> bool;
    /// Adds a move.
    fn insert(&mut self, choice: Move);
    /// Takes a move out.
    fn remove(&mut self, choice: Move);
    /// Takes the smallest move out and returns it.
    fn pop(&mut self) -> Option<Move>;
    /// The move with `index` smaller ones before it; `index` is less than [`len`](MoveSet::len).
    fn nth(&self, index: u32) -> Move;
    /// The moves one by one, smallest first.
    fn iter(&self) -> Iter<Self> {
        Iter(self.clone())
    }
}

/// The moves of a set, smallest first.
pub struct Iter<S>(S);

impl<S: MoveSet> Iterator for Iter<S> {
    type Item = Move;
    #[inline]
    fn next(&mut self) -> Option<Move> {
        self.0.pop()
    }
}

macro_rules! word_set {
    ($word:ty) => {
        impl MoveSet for $word {
            #[inline]
            fn empty() -> Self {
                0
            }
            #[inline]
            fn len(&self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn is_empty(&self) -> bool {
                *self == 0
            }
            #[inline]
            fn contains(&self, choice: Move) -> bool {
                u32::from(choice.0) < Self::BITS && self >> choice.0 & 1 != 0
            }
            #[inline]
            fn insert(&mut self, choice: Move) {
                *self |= 1 << choice.0;
            }
            #[inline]
            fn remove(&mut self, choice: Move) {
                *self &= !(1 << choice.0);
            }
            #[inline]
            fn pop(&mut self) -> Option<Move> {
                if *self == 0 {
                    return None;
                }
                let lowest = self.trailing_zeros();
                *self &= *self - 1;
                Some(Move(lowest as u16))
            }
            #[inline]
            fn nth(&self, index: u32) -> Move {
                debug_assert!(index < self.len());
                let mut rest = *self;
                for _ in 0..index {
                    rest &= rest - 1;
                }
                Move(rest.trailing_zeros() as u16)
            }
        }
    };
}

word_set!(u64);
word_set!(u128);

/// A set of up to `64 * W` indices, for boards that no machine word holds.
///
/// ```
/// use enban_game::Bits;
///
/// let corner = Bits::<6>::one(0) | Bits::one(360);
/// assert_eq!(corner.count(), 2);
/// assert_eq!(corner.indices().collect::<Vec<_>>(), [0, 360]);
/// assert_eq!(corner.shifted_up(1).first(), Some(1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);

    /// The set of one index.
    #[inline]
    pub fn one(index: usize) -> Self {
        let mut bits = Self::EMPTY;
        bits.set(index);
        bits
    }

    /// Whether `index` is in the set.
    #[inline]
    pub fn has(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    /// Adds an index.
    #[inline]
    pub fn set(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Takes an index out.
    #[inline]
    pub fn clear(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

    /// Whether the set is empty.
    #[inline]
    pub fn none(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many indices are in the set.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether the two sets share an index.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        !(*self & *other).none()
    }

    /// The smallest index, if there is one.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        self.0
            .iter()
            .enumerate()
            .find(|(_, word)| **word != 0)
            .map(|(at, word)| 64 * at + word.trailing_zeros() as usize)
    }

    /// Every index moved up by `by`, which is less than 64; what passes the end is lost.
    #[inline]
    #[must_use]
    pub fn shifted_up(&self, by: u32) -> Self {
        debug_assert!(0 < by && by < 64);
        let mut out = [0; W];
        let mut carry = 0;
        for (word, &from) in out.iter_mut().zip(&self.0) {
            *word = from << by | carry;
            carry = from >> (64 - by);
        }
        Self(out)
    }

    /// Every index moved down by `by`, which is less than 64; what passes 0 is lost.
    #[inline]
    #[must_use]
    pub fn shifted_down(&self, by: u32) -> Self {
        debug_assert!(0 < by && by < 64);
        let mut out = [0; W];
        let mut carry = 0;
        for (word, &from) in out.iter_mut().zip(&self.0).rev() {
            *word = from >> by | carry;
            carry = from << (64 - by);
        }
        Self(out)
    }

    /// The indices one by one, smallest first.
    #[inline]
    pub fn indices(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(at, word)| MoveSet::iter(&word).map(move |bit| 64 * at + bit.index()))
    }
}

macro_rules! bits_operator {
    ($trait:ident, $method:ident, $assign:ident, $assign_method:ident, $op:tt) => {
        impl<const W: usize> std::ops::$trait for Bits<W> {
            type Output = Self;
            #[inline]
            fn $method(mut self, other: Self) -> Self {
                std::ops::$assign::$assign_method(&mut self, other);
                self
            }
        }
        impl<const W: usize> std::ops::$assign for Bits<W> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                self.0.iter_mut().zip(&other.0).for_each(|(word, with)| *word $op with);
            }
        }
    };
}

bits_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &=);
bits_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |=);
bits_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^=);

impl<const W: usize> std::ops::Not for Bits<W> {
    type Output = Self;
    #[inline]
    fn not(mut self) -> Self {
        self.0.iter_mut().for_each(|word| *word = !*word);
        self
    }
}

impl<const W: usize> MoveSet for Bits<W> {
    #[inline]
    fn empty() -> Self {
        Self::EMPTY
    }
    #[inline]
    fn len(&self) -> u32 {
        self.count()
    }
    #[inline]
    fn is_empty(&self) -> bool {
        self.none()
    }
    #[inline]
    fn contains(&self, choice: Move) -> bool {
        choice.index() < 64 * W && self.has(choice.index())
    }
    #[inline]
    fn insert(&mut self, choice: Move) {
        self.set(choice.index());
    }
    #[inline]
    fn remove(&mut self, choice: Move) {
        self.clear(choice.index());
    }
    #[inline]
    fn pop(&mut self) -> Option<Move> {
        let first = self.first()?;
        self.clear(first);
        Some(Move(first as u16))
    }
    #[inline]
    fn nth(&self, index: u32) -> Move {
        debug_assert!(index < self.count());
        let mut before = index;
        for (at, word) in self.0.iter().enumerate() {
            let here = word.count_ones();
            if before < here {
                return Move((64 * at) as u16 + word.nth(before).0);
            }
            before -= here;
        }
        unreachable!("the caller keeps index below the number of moves")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Any set agrees with a sorted list of its members.
    fn check<S: MoveSet>(members: &std::collections::BTreeSet<u16>) {
        let mut set = S::empty();
        members.iter().for_each(|&m| set.insert(Move(m)));
        let listed: Vec<u16> = set.iter().map(|m| m.0).collect();
        assert_eq!(listed, members.iter().copied().collect::<Vec<_>>());
        assert_eq!(set.len() as usize, members.len());
        assert_eq!(set.is_empty(), members.is_empty());
        for (index, &member) in members.iter().enumerate() {
            assert_eq!(set.nth(index as u32), Move(member));
            assert!(set.contains(Move(member)));
        }
        if let Some(&member) = members.first() {
            set.remove(Move(member));
            assert!(!set.contains(Move(member)));
        }
        assert!(!set.contains(Move(u16::MAX)));
    }

    proptest! {
        #[test]
        fn sets_agree_with_lists(members in proptest::collection::btree_set(0u16..64, 0..40)) {
            check::<u64>(&members);
            check::<u128>(&members.iter().map(|m| m * 2 - m / 32).collect());
            check::<Bits<10>>(&members.iter().map(|m| m * 9).collect());
        }

        #[test]
        fn shifts_move_every_index(members in proptest::collection::btree_set(0usize..192, 0..60), by in 1u32..64) {
            let mut set = Bits::<3>::EMPTY;
            members.iter().for_each(|&m| set.set(m));
            let step = by as usize;
            let up: Vec<usize> = members.iter().map(|m| m + step).filter(|&m| m < 192).collect();
            let down: Vec<usize> = members.iter().filter(|&&m| m >= step).map(|m| m - step).collect();
            prop_assert_eq!(set.shifted_up(by).indices().collect::<Vec<_>>(), up);
            prop_assert_eq!(set.shifted_down(by).indices().collect::<Vec<_>>(), down);
        }
    }
}
