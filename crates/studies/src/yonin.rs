//! The study of Yonin: five maps, a look-ahead of four plies. A study player.
//!
//! A strategy is a map: NORMAL less a constant in each quadrant, given for the seat at the top left and turned
//! with the board for the others. A position is worth to a seat the sum of its map's values, plus under a disc
//! of its colour and minus under one of the other.
//!
//! How the description is read here:
//! - The look-ahead counts the plies after the player's own move, so that with 4 the player itself moved last
//!   and the line is valued by its own map. (Counted from its own move, every line would be valued by the map
//!   of a neighbour of the other colour; that player is this one with a look-ahead of 3.)
//! - The value of a line is that of the map of the seat whose ply was the last, a pass included, seen from
//!   black's side: black's discs count plus, white's minus. Black's players maximise it, white's minimise it.
//! - A player does not know the others' strategies and gives all seats its own.
//! - Among equal moves at the edge of the five that are kept, and among equal best moves, it draws.
//!
//! As printed ([`YoninSearch::Printed`]) the listing searches without making the move, so that it draws among
//! the five best by the static value. And it subtracts the quadrants' constants from its map again at each
//! evaluation: here at each static value, so that the n-th of a player's life is taken with n times the
//! constants. (The listing's idle search evaluates too, which makes them grow faster still; the order of the
//! moves is soon the same.)

use enban_eval::SquareMap;
use enban_eval::map::YONIN_NORMAL;
use enban_game::{Game, MoveSet, Rng, Seat, Trail, Turn, Watch};
use enban_reversi::{FourSeats, Kernel, Shape, YoninOn};
use enban_search::{Desk, Player, Thought};

use crate::decide::{Figure, best_first, largest, thought};

/// What a player is after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Its own home: `self` by name.
    Home,
    /// Its own home and that of the neighbour on its right, as it sits at the corner and faces the middle.
    Right,
    /// Its own home and that of the player opposite, who has its colour.
    Opposite,
    /// Its own home and that of the neighbour on its left.
    Left,
    /// The whole board.
    Normal,
}

impl Strategy {
    /// All of them, by name.
    pub const ALL: [(&'static str, Self); 5] = [
        ("self", Self::Home),
        ("right", Self::Right),
        ("opposite", Self::Opposite),
        ("left", Self::Left),
        ("normal", Self::Normal),
    ];

    /// What is subtracted from NORMAL in each quadrant, clockwise from the player's own home.
    pub fn constants(self) -> [i32; 4] {
        match self {
            Self::Home => [0, 50, 50, 50],
            Self::Left => [0, 20, 50, 50],
            Self::Opposite => [0, 50, 20, 50],
            Self::Right => [0, 50, 50, 20],
            Self::Normal => [0; 4],
        }
    }

    /// The map of a seat.
    pub fn map(self, seat: Seat) -> SquareMap<u64> {
        let constants = self.constants_by_square(seat);
        SquareMap::new(|square| YONIN_NORMAL[square] - constants[square])
    }

    /// What is subtracted on each square by a seat. NORMAL is the same for all.
    fn constants_by_square(self, seat: Seat) -> [i32; 64] {
        // Where a square of the seat at the top left lies for this seat: homes follow clockwise.
        let turned = Shape::<u64>::square(8).turn_table(seat.index());
        let mut by_square = [0; 64];
        for (square, &place) in turned.iter().enumerate() {
            let quadrant = match (square % 8 < 4, square / 8 < 4) {
                (true, true) => 0,
                (false, true) => 1,
                (false, false) => 2,
                (true, false) => 3,
            };
            by_square[usize::from(place)] = self.constants()[quadrant];
        }
        by_square
    }
}

/// How the player looks ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum YoninSearch {
    /// As the study describes it.
    Described,
    /// As its listing works.
    Printed,
}

impl YoninSearch {
    /// Both by name.
    pub const NAMED: &[(&str, Self)] = &[("described", Self::Described), ("printed", Self::Printed)];
}

/// The settings of a Yonin player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct YoninParams {
    /// What it is after.
    pub strategy: Strategy,
    /// Plies to look ahead after its own move.
    pub lookahead: u32,
    /// How many moves it looks at, those with the best static value; at least 1.
    pub keep: usize,
    /// How it looks ahead.
    pub search: YoninSearch,
}

impl YoninParams {
    /// The study's player of a strategy.
    pub fn study(strategy: Strategy) -> Self {
        Self { strategy, lookahead: 4, keep: 5, search: YoninSearch::Described }
    }
}

/// Plays by one of the five maps.
#[derive(Clone, Debug)]
pub struct YoninPlayer {
    params: YoninParams,
    /// The strategy's map for each seat.
    maps: [SquareMap<u64>; 4],
    /// What is subtracted on each square by each seat.
    constants: [SquareMap<u64>; 4],
    /// Static values taken so far, by which the printed constants grow.
    evaluations: i64,
    rng: Rng,
}

impl YoninPlayer {
    /// The player; it may sit at any seat.
    pub fn new(params: YoninParams, rng: Rng) -> Self {
        let maps = [0, 1, 2, 3].map(|seat| params.strategy.map(Seat(seat)));
        let constants = [0, 1, 2, 3].map(|seat| {
            let by_square = params.strategy.constants_by_square(Seat(seat));
            SquareMap::new(|square| by_square[square])
        });
        Self { params: YoninParams { keep: params.keep.max(1), ..params }, maps, constants, evaluations: 0, rng }
    }

    /// What a position is worth to a seat as it stands, with the constants as the search has them.
    fn static_value(&mut self, state: &FourSeats, seat: Seat) -> i64 {
        let (own, other) = if is_black(seat) { (state.black, state.white) } else { (state.white, state.black) };
        let described = i64::from(self.maps[seat.index()].lead(own, other));
        match self.params.search {
            YoninSearch::Described => described,
            YoninSearch::Printed => {
                let again = i64::from(self.constants[seat.index()].lead(own, other));
                self.evaluations += 1;
                described - (self.evaluations - 1) * again
            }
        }
    }

    /// The moves with the best static value, best first, equals in random order.
    fn kept<K: Kernel<Set = u64>>(&mut self, game: &YoninOn<K>, state: &FourSeats, moves: u64) -> Vec<Figure> {
        let mut figures: Vec<Figure> = Vec::with_capacity(moves.len() as usize);
        for choice in moves.iter() {
            let mut after = *state;
            game.play(&mut after, choice);
            figures.push(Figure { choice, value: self.static_value(&after, state.seat) as f64 });
        }
        for at in (1..figures.len()).rev() {
            figures.swap(at, self.rng.below(at as u32 + 1) as usize);
        }
        best_first(&mut figures);
        figures.truncate(self.params.keep);
        figures
    }

    /// Looks ahead from each kept move. A move that is proven to be worse than another has no figure; nor
    /// have those that were not reached before the stop.
    fn look_ahead<K: Kernel<Set = u64>>(
        &self,
        game: &YoninOn<K>,
        state: &FourSeats,
        kept: &[Figure],
        watch: &Watch,
    ) -> (Vec<Figure>, u64) {
        let mut ahead = Ahead { game, maps: &self.maps, watch, nodes: 0, stopped: false };
        let mut figures = Vec::with_capacity(kept.len());
        let sign = if is_black(state.seat) { 1 } else { -1 };
        let mut best: Option<i32> = None;
        for Figure { choice, .. } in kept {
            let mut after = *state;
            game.play(&mut after, *choice);
            // One beyond the best so far: an equal is still read to the end, so that ties are ties.
            let floor = best.map_or(-WORST, |best| best - 1);
            let (low, high) = if sign > 0 { (floor, WORST) } else { (-WORST, -floor) };
            let value = sign * ahead.value_for_black(&after, state.seat, self.params.lookahead, low, high);
            if ahead.stopped {
                break;
            }
            if value > floor {
                figures.push(Figure { choice: *choice, value: f64::from(value) });
                best = Some(value.max(best.unwrap_or(value)));
            }
        }
        (figures, ahead.nodes)
    }
}

impl<K: Kernel<Set = u64>> Player<YoninOn<K>> for YoninPlayer {
    fn think(&mut self, trail: &Trail<YoninOn<K>>, desk: &Desk<'_>) -> Thought {
        let (game, state) = (trail.game(), trail.state());
        let Turn::Moves(moves) = game.turn(state) else { panic!("a player is asked only when it has a move") };
        if moves.len() == 1 && self.params.search == YoninSearch::Described {
            return Thought::plain(moves.nth(0));
        }
        let mut kept = self.kept(game, state, moves);
        let looked = u64::from(moves.len());
        if self.params.search == YoninSearch::Printed {
            let drawn = self.rng.below(kept.len() as u32) as usize;
            let choice = kept[drawn].choice;
            return Thought { choice, ..thought(&kept, 0, looked) };
        }
        let (figures, nodes) = self.look_ahead(game, state, &kept, desk.watch);
        if !figures.is_empty() {
            kept = figures;
        }
        largest(kept, self.params.lookahead + 1, looked + nodes, &mut self.rng)
    }
}

/// Larger than any value of a position.
const WORST: i32 = 1_000_000;

/// When to look at the watch: every so many nodes.
const NODES_PER_LOOK: u64 = 1024;

fn is_black(seat: Seat) -> bool {
    seat.0.is_multiple_of(2)
}

/// One search: colours against each other, with alpha-beta.
struct Ahead<'s, K> {
    game: &'s YoninOn<K>,
    maps: &'s [SquareMap<u64>; 4],
    watch: &'s Watch,
    nodes: u64,
    stopped: bool,
}

impl<K: Kernel<Set = u64>> Ahead<'_, K> {
    /// The value of the best line of `plies` more plies, seen from black's side: exact between `low` and
    /// `high`, a bound outside. `last` is the seat whose ply was the last.
    fn value_for_black(&mut self, state: &FourSeats, last: Seat, plies: u32, low: i32, high: i32) -> i32 {
        let game = self.game;
        game.accelerate(
            #[inline(always)]
            || {
                self.nodes += 1;
                if self.nodes.is_multiple_of(NODES_PER_LOOK) && self.watch.is_stopped() {
                    self.stopped = true;
                }
                let here = || self.maps[last.index()].lead(state.black, state.white);
                if plies == 0 || self.stopped {
                    return here();
                }
                match self.game.turn(state) {
                    Turn::Over => here(),
                    Turn::Pass => {
                        let mut passed = *state;
                        self.game.pass(&mut passed);
                        self.value_for_black(&passed, state.seat, plies - 1, low, high)
                    }
                    Turn::Moves(moves) => self.best_of_moves(state, moves, plies, low, high),
                }
            },
        )
    }

    #[inline(always)]
    fn best_of_moves(&mut self, state: &FourSeats, moves: u64, plies: u32, mut low: i32, mut high: i32) -> i32 {
        let black = is_black(state.seat);
        let mut best = if black { i32::MIN } else { i32::MAX };
        for choice in moves.iter() {
            let mut after = *state;
            self.game.play(&mut after, choice);
            let value = self.value_for_black(&after, state.seat, plies - 1, low, high);
            if black {
                best = best.max(value);
                low = low.max(best);
            } else {
                best = best.min(value);
                high = high.min(best);
            }
            if low >= high {
                break;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests;
