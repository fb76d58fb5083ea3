//! The look-ahead of the first study as it is described: the line of moves with the largest sum.
//!
//! Along a line the values of my positions are added and those of the opponent's subtracted, and the line
//! with the largest total counts: the reply that gives *me* most is assumed. Nobody works against me, so
//! there is no alpha-beta; but the sum of the rest of a line depends only on the position, on whose move it is
//! and on the plies left, so that it is kept in a table, and a line that cannot catch up any more is dropped. Both
//! leave the result exact.
//!
//! The study does not say what a pass is: here it uses up a ply and adds nothing. When the game ends,
//! nothing more is added.

use enban_game::rng::mix;
use enban_game::{Game, MoveSet};
use enban_reversi::{Edge, Kernel, ReversiOn};

use super::{Meter, Node, Valuation};

/// Sums of the rest of a line by position and plies left. It stays valid from move to move.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineTable(Vec<[u64; WORDS]>);

/// An entry: the mover's discs, the other side's, and a [`Note`] in bits. All zero when never written, so that
/// the system hands out a large table without filling it.
const WORDS: usize = 3;

/// What is known of a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Note {
    /// The sum, or a bound that it does not exceed.
    sum: i32,
    exact: bool,
}

/// Whose move it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Whose {
    Mine,
    Theirs,
}

impl Whose {
    fn other(self) -> Self {
        match self {
            Self::Mine => Self::Theirs,
            Self::Theirs => Self::Mine,
        }
    }
}

impl LineTable {
    /// Below this many plies a sum is read again faster than it is looked up.
    const PLIES_MIN: u32 = 2;
    /// Entries of the largest table: 2 to the power of this, 24 bytes each.
    const BITS_MAX: u32 = 20;

    /// Makes room for lines of so many plies, if there is none yet.
    pub(crate) fn prepare(&mut self, lookahead: u32) {
        if self.0.is_empty() {
            self.0 = vec![[0; WORDS]; 1 << (2 * lookahead + 4).min(Self::BITS_MAX)];
        }
    }

    #[inline(always)]
    fn slot(&mut self, node: &Node, label: u64) -> &mut [u64; WORDS] {
        let key = mix(node.own ^ mix(node.other ^ label));
        let size = self.0.len();
        &mut self.0[key as usize & (size - 1)]
    }

    #[inline(always)]
    fn find(&mut self, node: &Node, plies: u32, whose: Whose) -> Option<Note> {
        let label = label(plies, whose);
        let &mut [own, other, note] = self.slot(node, label);
        let same = own == node.own && other == node.other && note >> 33 == label;
        same.then_some(Note { sum: note as i32, exact: note >> 32 & 1 != 0 })
    }

    #[inline(always)]
    fn keep(&mut self, node: &Node, plies: u32, whose: Whose, note: Note) {
        let label = label(plies, whose);
        let bits = label << 33 | u64::from(note.exact) << 32 | u64::from(note.sum as u32);
        *self.slot(node, label) = [node.own, node.other, bits];
    }
}

/// Plies left and whose move it is, as one number; never 0.
#[inline(always)]
fn label(plies: u32, whose: Whose) -> u64 {
    u64::from(plies) << 1 | u64::from(whose == Whose::Mine)
}

/// One search.
pub(crate) struct LineSearch<'s, 'w, K: Kernel, E> {
    game: &'s ReversiOn<K, E>,
    valuation: &'s Valuation,
    table: &'s mut LineTable,
    meter: &'s mut Meter<'w>,
    /// What the next moves lead to at the nodes on the way down, those of the deepest node last.
    stack: Vec<Ahead>,
}

/// A move ahead: what it adds to the sum, and where it leads.
#[derive(Clone, Copy, Debug)]
struct Ahead {
    term: i32,
    node: Node,
}

impl<'s, 'w, K: Kernel<Set = u64>, E: Edge<K>> LineSearch<'s, 'w, K, E> {
    pub(crate) fn new(
        game: &'s ReversiOn<K, E>,
        valuation: &'s Valuation,
        table: &'s mut LineTable,
        meter: &'s mut Meter<'w>,
    ) -> Self {
        Self { game, valuation, table, meter, stack: Vec::new() }
    }

    /// The largest sum of `plies` more plies after a move of mine: exact if larger than `floor`, otherwise
    /// some bound that the sum does not exceed and that is not larger than `floor`. Meaningless once the meter
    /// says stop.
    pub(crate) fn largest_sum(&mut self, node: &Node, plies: u32, floor: i32) -> i32 {
        self.rest(node, Whose::Theirs, plies, floor)
    }

    fn rest(&mut self, node: &Node, whose: Whose, plies: u32, floor: i32) -> i32 {
        let game = self.game;
        game.accelerate(
            #[inline(always)]
            || {
                if plies == 0 || self.meter.count(1) {
                    return 0;
                }
                if node.moves == 0 {
                    return match node.passed(self.game) {
                        Some(passed) => self.rest(&passed, whose.other(), plies - 1, floor),
                        None => 0,
                    };
                }
                self.rest_by_moves(node, whose, plies, floor)
            },
        )
    }

    #[inline(always)]
    fn rest_by_moves(&mut self, node: &Node, whose: Whose, plies: u32, floor: i32) -> i32 {
        // 1. A sum that is known, or cannot be large enough.
        let bound = self.bound(node, whose, plies);
        if bound <= floor {
            return bound;
        }
        let keeps = plies >= LineTable::PLIES_MIN;
        if keeps
            && let Some(note) = self.table.find(node, plies, whose)
            && (note.exact || note.sum <= floor)
        {
            return note.sum;
        }
        // 2. The last ply, or all moves, those that add most first.
        if plies == 1 {
            return self.last_ply(node, whose);
        }
        let first = self.stack.len();
        for choice in node.moves.iter() {
            let after = node.after(self.game, self.valuation, choice);
            let bonus = self.valuation.bonus(after.moves);
            let term = if whose == Whose::Mine { bonus - after.map } else { after.map - bonus };
            self.stack.push(Ahead { term, node: after });
        }
        self.stack[first..].sort_by_key(|ahead| -ahead.term);
        // 3. The largest sum among them.
        let mut largest = i32::MIN;
        for at in first..self.stack.len() {
            let Ahead { term, node: after } = self.stack[at];
            let sum = term + self.rest(&after, whose.other(), plies - 1, floor.max(largest) - term);
            largest = largest.max(sum);
            if self.meter.stopped || largest == bound {
                break;
            }
        }
        self.stack.truncate(first);
        // 4. Worth keeping.
        if keeps && !self.meter.stopped {
            self.table.keep(node, plies, whose, Note { sum: largest, exact: largest > floor });
        }
        largest
    }

    /// The largest last term. The opponent's moves are counted only where the bonus can matter.
    #[inline(always)]
    fn last_ply(&mut self, node: &Node, whose: Whose) -> i32 {
        let mut largest = i32::MIN;
        let most = if whose == Whose::Mine { self.valuation.bonuses[0] } else { 0 };
        let sign = if whose == Whose::Mine { 1 } else { -1 };
        for choice in node.moves.iter() {
            let square = choice.index();
            let turned = self.game.flips(square, node.own, node.other);
            let map = sign * (node.map + self.valuation.gain(square, turned));
            if map + most <= largest {
                continue;
            }
            let moves = self.game.moves(node.other & !turned, node.own | turned | 1 << square);
            largest = largest.max(map + sign * self.valuation.bonus(moves));
        }
        self.meter.count(node.moves.len());
        largest
    }

    /// A sum that no line of so many plies exceeds.
    ///
    /// A move of mine gives me squares of positive value at best: all that are occupied, and one more for each
    /// move. A move of theirs rids me of squares of negative value at best. The bonus for leaving them no
    /// move costs their next term, which is then a pass and adds nothing.
    #[inline(always)]
    fn bound(&self, node: &Node, whose: Whose, plies: u32) -> i32 {
        let (mine, occupied) = match whose {
            Whose::Mine => (node.own, node.own | node.other),
            Whose::Theirs => (node.other, node.own | node.other),
        };
        let (mut plus, mut plus_all, mut plus_step) = (0, 0, 0);
        let (mut minus, mut minus_all, mut minus_step) = (0, 0, 0);
        for group in self.valuation.map.groups() {
            let all = (occupied & group.squares).count_ones() as i32;
            let lead = 2 * (mine & group.squares).count_ones() as i32 - all;
            let is_open = group.squares & !occupied != 0;
            if group.value > 0 {
                plus += group.value * lead;
                plus_all += group.value * all;
                plus_step = if is_open { plus_step.max(group.value) } else { plus_step };
            } else {
                minus += group.value * lead;
                minus_all -= group.value * all;
                minus_step = if is_open { minus_step.max(-group.value) } else { minus_step };
            }
        }
        let [none, one, ..] = self.valuation.bonuses;
        let mut whose = whose;
        let mut sum = 0;
        // The bonus for leaving no move, while it is open whether their next term is lost for it.
        let mut pending = 0;
        for _ in 0..plies {
            match whose {
                Whose::Mine => {
                    plus_all += plus_step;
                    plus = plus_all;
                    sum += (plus + minus).max(0);
                    pending = none;
                }
                Whose::Theirs => {
                    minus_all += minus_step;
                    minus = minus_all;
                    let term = (plus + minus).max(0);
                    sum += if pending > 0 { pending.max(one + term) } else { term };
                    pending = 0;
                }
            }
            whose = whose.other();
        }
        sum + pending
    }
}
