//! The rules contract: [`Game`], and the small types it speaks in.
//!
//! Required methods come first, provided ones below. Everything a search, a match or a page needs
//! to know about a game is here; nothing here names a game.

use std::fmt;

use crate::set::MoveSet;

/// The largest number of seats any game has.
pub const SEATS_MAX: usize = 4;

/// A player's place at the board, counted from 0 in the order of first moves of the plain game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into per-seat arrays.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A move: the index of a square or point, or whatever else the game numbers. Its text is the
/// business of [`Notation`](crate::Notation).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move(pub u16);

impl Move {
    /// The move as an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A hash of a state, good enough for transposition tables and for counting distinct positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Key(pub u64);

/// A score in half points, so that a komi of 7.5 is exact.
///
/// ```
/// use enban_game::Points;
///
/// let komi = Points::halves(13);
/// assert_eq!((Points::whole(40) + komi).to_string(), "46.5");
/// assert_eq!((-komi).as_f64(), -6.5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Points(i32);

impl Points {
    /// No points at all.
    pub const ZERO: Self = Self(0);

    /// A whole number of points: discs, stones.
    #[inline]
    pub const fn whole(points: i32) -> Self {
        Self(2 * points)
    }

    /// A number of half points.
    #[inline]
    pub const fn halves(halves: i32) -> Self {
        Self(halves)
    }

    /// How many half points this is.
    #[inline]
    pub const fn in_halves(self) -> i32 {
        self.0
    }

    /// The score as a floating-point number, for means and reports.
    #[inline]
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / 2.0
    }
}

impl std::ops::Sub for Points {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl std::ops::Add for Points {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl std::ops::Neg for Points {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 % 2 == 0 {
            write!(out, "{}", self.0 / 2)
        } else {
            let sign = if self.0 < 0 { "-" } else { "" };
            write!(out, "{sign}{}.5", self.0.abs() / 2)
        }
    }
}

/// One score per seat; more is always better, whatever the rules count.
///
/// ```
/// use enban_game::{Points, Scores, Seat};
///
/// let scores = Scores::new(&[7, 9, 7, 1].map(Points::whole));
/// assert_eq!(scores.winner(), Some(Seat(1)));
/// assert_eq!(scores.margin(Seat(0)), Points::whole(-2));
/// assert_eq!(scores.rank(Seat(0)), 2.5, "ties share the mean of their ranks");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scores {
    points: [Points; SEATS_MAX],
    seats: u8,
}

impl Scores {
    /// Scores in the order of the seats.
    ///
    /// # Panics
    /// If there are no scores or more than [`SEATS_MAX`].
    pub fn new(points: &[Points]) -> Self {
        assert!((1..=SEATS_MAX).contains(&points.len()), "1 to {SEATS_MAX} seats");
        let mut all = [Points::ZERO; SEATS_MAX];
        all[..points.len()].copy_from_slice(points);
        Self { points: all, seats: points.len() as u8 }
    }

    /// The scores in the order of the seats.
    pub fn as_slice(&self) -> &[Points] {
        &self.points[..usize::from(self.seats)]
    }

    /// The score of one seat.
    pub fn of(&self, seat: Seat) -> Points {
        self.as_slice()[seat.index()]
    }

    /// The seat that alone has the best score; `None` when the first place is shared.
    pub fn winner(&self) -> Option<Seat> {
        let best = self.as_slice().iter().max()?;
        let mut firsts = (0..self.seats).filter(|&seat| self.points[usize::from(seat)] == *best);
        let first = firsts.next()?;
        firsts.next().is_none().then_some(Seat(first))
    }

    /// The rank of a seat from 1 for the best; equal scores share the mean of the ranks they span.
    pub fn rank(&self, seat: Seat) -> f64 {
        let own = self.of(seat);
        let above = self.as_slice().iter().filter(|&&other| other > own).count();
        let equal = self.as_slice().iter().filter(|&&other| other == own).count();
        above as f64 + (equal as f64 + 1.0) / 2.0
    }

    /// By how much `seat` leads the best of the others.
    pub fn margin(&self, seat: Seat) -> Points {
        let others = self.as_slice().iter().enumerate().filter(|&(other, _)| other != seat.index());
        let rival = others.map(|(_, &points)| points).max().unwrap_or(Points::ZERO);
        self.of(seat) - rival
    }
}

/// What the seat on turn may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn<M> {
    /// It chooses one of these moves; there is at least one.
    Moves(M),
    /// It cannot move and must pass. A forced pass is not a move: it is made with [`Game::pass`].
    Pass,
    /// The game has ended.
    Over,
}

/// Whether a position may come back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// The rules do not look at the past (or it cannot repeat).
    Free,
    /// No move may bring back an earlier position, whoever is to move (positional superko).
    Position,
    /// No move may bring back an earlier position with the same seat to move (situational superko).
    Situation,
}

/// A game: its rules with all options settled.
///
/// A whole one, the game of Nim:
///
/// ```
/// use enban_game::rng::mix;
/// use enban_game::{Game, Key, Move, Points, Scores, Seat, Turn, perft};
///
/// /// Take one, two or three of seven matches; whoever takes the last one wins.
/// #[derive(Clone)]
/// struct Nim;
///
/// #[derive(Clone, PartialEq, Debug)]
/// struct Matches {
///     left: u8,
///     mover: u8,
/// }
///
/// impl Game for Nim {
///     type State = Matches;
///     type Moves = u64;
///
///     fn start(&self) -> Matches {
///         Matches { left: 7, mover: 0 }
///     }
///     fn seats(&self) -> usize {
///         2
///     }
///     fn mover(&self, state: &Matches) -> Seat {
///         Seat(state.mover)
///     }
///     fn turn(&self, state: &Matches) -> Turn<u64> {
///         match state.left {
///             0 => Turn::Over,
///             1 => Turn::Moves(0b0010),
///             2 => Turn::Moves(0b0110),
///             _ => Turn::Moves(0b1110),
///         }
///     }
///     fn play(&self, state: &mut Matches, choice: Move) {
///         state.left -= choice.0 as u8;
///         state.mover = 1 - state.mover;
///     }
///     fn scores(&self, state: &Matches) -> Scores {
///         let mut points = [Points::ZERO; 2];
///         points[usize::from(1 - state.mover)] = Points::whole(1);
///         Scores::new(&points)
///     }
///     fn key(&self, state: &Matches) -> Key {
///         Key(mix(u64::from(2 * state.left + state.mover) + 1))
///     }
///     fn move_limit(&self) -> u32 {
///         7
///     }
/// }
///
/// assert_eq!(perft(&Nim, &Nim.start(), 7), 44, "ways to play the whole game");
/// ```
///
/// Invariants, checked for every game by [`conformance`](crate::conformance):
/// - [`turn`](Game::turn) never returns an empty set of moves;
/// - `play` is called only with a move of that set, `pass` only on [`Turn::Pass`];
/// - equal states have equal keys, and every game ends within [`move_limit`](Game::move_limit) steps
///   when moves are drawn from [`playout_turn`](Game::playout_turn).
pub trait Game: Clone + Send + Sync {
    /// A position with everything that decides what may happen next, and nothing else.
    type State: Clone + PartialEq + fmt::Debug + Send + Sync;
    /// The set of moves of one turn.
    type Moves: MoveSet;

    /// The position the game begins with.
    fn start(&self) -> Self::State;

    /// How many seats there are, at most [`SEATS_MAX`].
    fn seats(&self) -> usize;

    /// The seat on turn.
    fn mover(&self, state: &Self::State) -> Seat;

    /// What the seat on turn may do. Where [`repetition`](Game::repetition) is forbidden, moves that
    /// would repeat are still in the set; [`Trail::turn`](crate::Trail::turn) takes them out.
    fn turn(&self, state: &Self::State) -> Turn<Self::Moves>;

    /// Makes a move out of the set that [`turn`](Game::turn) returned.
    fn play(&self, state: &mut Self::State, choice: Move);

    /// The scores if the game ended here.
    fn scores(&self, state: &Self::State) -> Scores;

    /// A hash of the state: equal states have equal keys. [`mix`](crate::rng::mix) scatters bits well.
    fn key(&self, state: &Self::State) -> Key;

    /// The most steps, forced passes included, that a game of moves drawn from
    /// [`playout_turn`](Game::playout_turn) takes to its end. Where the rules allow cycles a game that has
    /// not ended after this many steps is cut off and scored as it stands.
    fn move_limit(&self) -> u32;

    // Provided.

    /// Makes the forced pass that [`turn`](Game::turn) asked for. Games that never ask leave it as it is.
    fn pass(&self, _state: &mut Self::State) {
        panic!("this game never asks for a pass");
    }

    /// Whether positions may repeat.
    fn repetition(&self) -> Repetition {
        Repetition::Free
    }

    /// A hash of what must not repeat: the position without the seat to move. Asked only where
    /// [`repetition`](Game::repetition) is not free.
    fn position_key(&self, state: &Self::State) -> Key {
        self.key(state)
    }

    /// Whether `choice` could bring back an earlier position. A cheap answer that may err towards
    /// `true`, never towards `false` (in Go a quiet move too can put back what was taken); asked only where [`repetition`](Game::repetition) is not free.
    fn may_repeat(&self, _state: &Self::State, _choice: Move) -> bool {
        true
    }

    /// The moves a uniformly random player draws from: all of them, except where that would never
    /// end (in Go it does not fill its own eyes, and passes only when nothing else is left).
    #[inline]
    fn playout_turn(&self, state: &Self::State) -> Turn<Self::Moves> {
        self.turn(state)
    }

    /// The `index`-th move of a set, in the set's order; `index` is less than its length.
    #[inline]
    fn nth_move(&self, moves: &Self::Moves, index: u32) -> Move {
        moves.nth(index)
    }

    /// Runs hot code with the machine instructions this game's kernels were chosen for, so that the
    /// compiler may inline them. Recursive code wraps the body of each call; the cost is one jump.
    #[inline(always)]
    fn accelerate<R>(&self, work: impl FnOnce() -> R) -> R {
        work()
    }
}

/// A promise: two seats, and only the difference of their scores counts. Negamax and everything built on
/// it asks for this, so that it does not compile for a game of four.
pub trait ZeroSum: Game {
    /// By how much the seat on turn would lead if the game ended here.
    #[inline]
    fn margin_for_mover(&self, state: &Self::State) -> Points {
        let scores = self.scores(state);
        let mover = self.mover(state);
        scores.of(mover) - scores.of(Seat(1 - mover.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(points: &[i32]) -> Scores {
        Scores::new(&points.iter().map(|&p| Points::whole(p)).collect::<Vec<_>>())
    }

    #[test]
    fn points_print_halves() {
        let texts = [-15, -1, 0, 1, 2, 15].map(|h| Points::halves(h).to_string());
        assert_eq!(texts, ["-7.5", "-0.5", "0", "0.5", "1", "7.5"]);
    }

    #[test]
    fn ranks_average_ties() {
        let four = scores(&[7, 9, 7, 1]);
        assert_eq!([0, 1, 2, 3].map(|s| four.rank(Seat(s))), [2.5, 1.0, 2.5, 4.0]);
        assert_eq!(four.winner(), Some(Seat(1)));
        assert_eq!(scores(&[3, 3]).winner(), None);
        assert_eq!(scores(&[3, 3]).rank(Seat(0)), 1.5);
    }

    #[test]
    fn margin_is_over_the_best_rival() {
        assert_eq!(scores(&[7, 9, 2]).margin(Seat(0)), Points::whole(-2));
        assert_eq!(scores(&[7, 9, 2]).margin(Seat(1)), Points::whole(2));
    }
}
