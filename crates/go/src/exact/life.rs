//! What a side can never lose: chains with two sure eyes, and the regions between them.
//!
//! A region is a part of the board between chains of one side. It is a *sure eye* of a chain if every point of it,
//! empty or not, touches that chain. Chains that have two sure eyes in regions walled by such chains alone cannot be
//! taken even if their side always passes: the opponent would have to fill the last point of an eye, where his
//! stones have no liberty while the chain has one in the other eye. This is Benson's condition, a little stricter.
//!
//! The side can also clear every region in which at most one point (call it the heart) does not touch these chains
//! and in which it has no stones of its own. As long as the opponent has stones there, it plays on an empty point
//! next to its chains, which joins them and so cannot be taken; in an eye it leaves the last empty point alone
//! unless that takes something. If there is no such point, all points but the heart are the opponent's, who then
//! has no liberty but the heart: playing there takes them all, two stones or more. Its stone on the heart is joined
//! to a wall by the next move there, for the opponent needs two moves to take it. Nothing of this is urgent, no move
//! of it takes or loses a ko, and every move but those on a heart adds a stone that stays, so it ends. Hence all
//! these points are the side's own in the end. Each board that its own moves make on the way has them as surely.

use super::grid::{Grid, Set, Stones};

/// At most so many chains of one side fit on 5x5.
const CHAINS_MAX: usize = 13;

impl<const N: usize> Grid<N> {
    /// The points that `own` has for certain, whoever moves, if it answers each move of the opponent.
    pub fn secured(stones: Stones) -> Set {
        let alive = Self::alive(stones.own);
        if alive == 0 {
            return 0;
        }
        let (mut secured, mut left) = (alive, Self::ALL & !alive);
        let walls = Self::beside(alive);
        while left != 0 {
            let region = Self::joined(left & left.wrapping_neg(), left);
            left &= !region;
            let heart = region & !walls;
            let is_clear = region & stones.own == 0 || region & stones.own == heart && region & stones.other == 0;
            if is_clear && heart.count_ones() <= 1 {
                secured |= region;
            }
        }
        secured
    }

    /// The stones of chains that have two sure eyes in regions walled by such chains alone.
    fn alive(own: Set) -> Set {
        let mut chains = [0; CHAINS_MAX];
        let (mut count, mut left) = (0, own);
        while left != 0 {
            let chain = Self::joined(left & left.wrapping_neg(), own);
            left &= !chain;
            chains[count] = chain;
            count += 1;
        }
        let mut alive = own;
        loop {
            let mut eyes = [0u8; CHAINS_MAX];
            let mut left = Self::ALL & !alive;
            while left != 0 {
                let region = Self::joined(left & left.wrapping_neg(), left);
                left &= !region;
                for (chain, eyes) in chains[..count].iter().zip(&mut eyes) {
                    *eyes += u8::from(chain & alive != 0 && region & !Self::beside(*chain) == 0);
                }
            }
            let kept = chains[..count].iter().zip(eyes).filter(|(_, eyes)| *eyes >= 2);
            let kept = kept.fold(0, |set, (chain, _)| set | (chain & alive));
            if kept == alive {
                return alive;
            }
            alive = kept;
        }
    }
}
