//! The studies of Nip: a map of the squares plus the number of choices left to the opponent. A study player.
//!
//! The value of a position for the player who just moved is the lead on the map plus a bonus when the opponent
//! has few legal moves. Three ways of looking ahead:
//!
//! - [`MapSearch::Described`]: the line of moves with the largest sum of values, mine added, the opponent's
//!   subtracted, as if the opponent played for me (see [`lines`]);
//! - [`MapSearch::Printed`]: one ply only, which is what the listing comes to;
//! - [`MapSearch::Negamax`]: the sound version, on the value at the end of the line (see [`negamax`]).
//!
//! The studies do not say what look-ahead 0 is. Here it is one ply on the map alone, without the bonus,
//! whatever the search.

pub mod lines;
pub mod negamax;

use enban_eval::map::{RING20, RING100};
use enban_eval::{SquareMap, is_nip};
use enban_game::{Game, Move, MoveSet, Rng, Trail, Turn, Watch};
use enban_reversi::{Edge, Kernel, Position, ReversiOn};
use enban_search::{Desk, Player, Thought};

use crate::decide::{Figure, largest};
use crate::error::UnsuitedGame;
use crate::values::NipValues;
use lines::{LineSearch, LineTable};
use negamax::Negamax;

/// The map of the squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MapTable {
    /// That of the first study: 20 for the ring.
    Ring20,
    /// That of the second study: 100 for the ring.
    Ring100,
    /// Values of one's own.
    Values(NipValues),
}

impl MapTable {
    /// The tables of the studies by name.
    pub const NAMED: &[(&str, Self)] = &[("ring20", Self::Ring20), ("ring100", Self::Ring100)];

    /// The table as a map, in points of which [`MapTable::scale`] make 1.
    pub fn map(self) -> SquareMap<u64> {
        match self {
            Self::Ring20 => SquareMap::of(&RING20),
            Self::Ring100 => SquareMap::of(&RING100),
            Self::Values(values) => values.map(),
        }
    }

    /// How many points of the map make 1: more than one where values are fractions.
    pub fn scale(self) -> i32 {
        match self {
            Self::Values(values) => values.scale(),
            _ => 1,
        }
    }
}

/// What it is worth to leave the opponent few moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choices {
    /// First study, first weighting.
    First,
    /// First study, second weighting.
    Second,
    /// The weighting of the second study.
    Third,
    /// Nothing, to find out what the others are worth.
    None,
}

impl Choices {
    /// All of them by name.
    pub const NAMED: &[(&str, Self)] =
        &[("first", Self::First), ("second", Self::Second), ("third", Self::Third), ("none", Self::None)];

    /// The bonus for 0, 1, 2 and 3 moves; nothing for more.
    pub fn bonuses(self) -> [i32; 4] {
        match self {
            Self::First => [100, 20, 10, 0],
            Self::Second => [1000, 200, 50, 10],
            Self::Third => [10, 5, 3, 1],
            Self::None => [0; 4],
        }
    }
}

/// How the player looks ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MapSearch {
    /// As the study describes it: the best sum along a line.
    Described,
    /// As its listing works: one ply.
    Printed,
    /// Negamax on the value at the end of the line.
    Negamax,
}

impl MapSearch {
    /// All of them by name.
    pub const NAMED: &[(&str, Self)] =
        &[("described", Self::Described), ("printed", Self::Printed), ("negamax", Self::Negamax)];
}

/// The settings of a map player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MapParams {
    /// The map of the squares.
    pub table: MapTable,
    /// The bonus for leaving few choices.
    pub choices: Choices,
    /// Plies to look ahead, the player's own move being the first; 0 is one ply on the map alone.
    pub lookahead: u32,
    /// How it looks ahead.
    pub search: MapSearch,
}

impl MapParams {
    /// The first study's player that looks one ply ahead.
    pub const STUDY_1: Self =
        Self { table: MapTable::Ring20, choices: Choices::First, lookahead: 1, search: MapSearch::Described };
    /// The opponent of the second study's Monte Carlo player.
    pub const STUDY_2: Self =
        Self { table: MapTable::Ring100, choices: Choices::Third, lookahead: 4, search: MapSearch::Described };
}

/// What the searches value by, in points of which [`MapTable::scale`] make 1.
#[derive(Clone, Debug)]
pub(crate) struct Valuation {
    pub(crate) map: SquareMap<u64>,
    pub(crate) bonuses: [i32; 4],
}

impl Valuation {
    /// The bonus for leaving the opponent so many moves.
    #[inline(always)]
    pub(crate) fn bonus(&self, moves: u64) -> i32 {
        self.bonuses.get(moves.count_ones() as usize).copied().unwrap_or(0)
    }

    /// By how much the mover's lead on the map grows when it places a disc and turns others.
    #[inline(always)]
    pub(crate) fn gain(&self, square: usize, turned: u64) -> i32 {
        self.map.value(square) + 2 * self.map.sum(turned)
    }
}

/// A position with what a search carries along.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// Discs of the side to move, and of the other.
    pub(crate) own: u64,
    pub(crate) other: u64,
    /// The moves of the side to move.
    pub(crate) moves: u64,
    /// Its lead on the map.
    pub(crate) map: i32,
}

impl Node {
    /// A position as the side to move sees it.
    pub(crate) fn new<K: Kernel<Set = u64>, E: Edge<K>>(
        game: &ReversiOn<K, E>,
        valuation: &Valuation,
        state: &Position<u64>,
    ) -> Self {
        let (own, other) = (state.own, state.other);
        Self { own, other, moves: game.moves(own, other), map: valuation.map.lead(own, other) }
    }

    /// The position after a move.
    #[inline(always)]
    pub(crate) fn after<K: Kernel<Set = u64>, E: Edge<K>>(
        &self,
        game: &ReversiOn<K, E>,
        valuation: &Valuation,
        choice: Move,
    ) -> Self {
        let square = choice.index();
        let turned = game.flips(square, self.own, self.other);
        let (own, other) = (self.other & !turned, self.own | turned | 1 << square);
        Self { own, other, moves: game.moves(own, other), map: -self.map - valuation.gain(square, turned) }
    }

    /// The position after a pass; `None` when the other side cannot move either: the game is over.
    #[inline(always)]
    pub(crate) fn passed<K: Kernel<Set = u64>, E: Edge<K>>(&self, game: &ReversiOn<K, E>) -> Option<Self> {
        let moves = game.moves(self.other, self.own);
        (moves != 0).then_some(Self { own: self.other, other: self.own, moves, map: -self.map })
    }
}

/// When to look at the watch: every so many nodes.
const NODES_PER_LOOK: u64 = 1024;

/// Counts nodes and asks now and then whether to stop.
pub(crate) struct Meter<'w> {
    watch: &'w Watch,
    pub(crate) nodes: u64,
    next_look: u64,
    pub(crate) stopped: bool,
}

impl<'w> Meter<'w> {
    fn new(watch: &'w Watch) -> Self {
        Self { watch, nodes: 0, next_look: 0, stopped: false }
    }

    /// Counts nodes; whether to stop.
    #[inline(always)]
    pub(crate) fn count(&mut self, nodes: u32) -> bool {
        self.nodes += u64::from(nodes);
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + NODES_PER_LOOK;
            self.stopped |= self.watch.is_stopped();
        }
        self.stopped
    }
}

/// Plays by a map and the opponent's choices, on the board of 52 squares.
#[derive(Clone, Debug)]
pub struct MapPlayer {
    params: MapParams,
    valuation: Valuation,
    table: LineTable,
    lap: bool,
    rng: Rng,
}

impl MapPlayer {
    /// The player for a game. Fails where the map does not fit: on all boards but nip.
    pub fn new<K, E>(game: &ReversiOn<K, E>, params: MapParams, rng: Rng) -> Result<Self, UnsuitedGame>
    where
        K: Kernel<Set = u64>,
        E: Edge<K>,
    {
        if !is_nip(game) {
            return Err(UnsuitedGame::NotNip);
        }
        let bonuses = params.choices.bonuses().map(|bonus| bonus * params.table.scale());
        let valuation = Valuation { map: params.table.map(), bonuses };
        Ok(Self { params, valuation, table: LineTable::default(), lap: has_lap(game), rng })
    }

    /// The moves with the value of the position after each, largest first.
    fn one_ply<K, E>(&self, game: &ReversiOn<K, E>, root: &Node) -> Vec<(Figure, Node)>
    where
        K: Kernel<Set = u64>,
        E: Edge<K>,
    {
        let value = |after: &Node| match self.params.lookahead {
            0 => -after.map,
            _ => -after.map + self.valuation.bonus(after.moves),
        };
        let figure = |choice: Move| {
            let after = root.after(game, &self.valuation, choice);
            (Figure { choice, value: f64::from(value(&after)) }, after)
        };
        let mut figures: Vec<(Figure, Node)> = root.moves.iter().map(figure).collect();
        figures.sort_by(|left, right| right.0.value.total_cmp(&left.0.value));
        figures
    }

    /// Looks further than one ply, best moves first. A move that is proven to be worse than another has no
    /// figure; nor have those that were not reached before the stop.
    fn look_ahead<K, E>(
        &mut self,
        game: &ReversiOn<K, E>,
        roots: &[(Figure, Node)],
        meter: &mut Meter<'_>,
    ) -> Vec<Figure>
    where
        K: Kernel<Set = u64>,
        E: Edge<K>,
    {
        let plies = self.params.lookahead - 1;
        let mut best: Option<i32> = None;
        let mut figures = Vec::with_capacity(roots.len());
        if self.params.search == MapSearch::Described {
            self.table.prepare(self.params.lookahead);
        }
        for (first, after) in roots {
            // One less than the best so far: an equal is still read to the end, so that ties are ties.
            let floor = best.map_or(-WORST, |best| best - 1);
            let value = match self.params.search {
                MapSearch::Described => {
                    let first = first.value as i32;
                    let mut search = LineSearch::new(game, &self.valuation, &mut self.table, meter);
                    first + search.largest_sum(after, plies, floor - first)
                }
                _ => -Negamax::new(game, &self.valuation, meter).value(after, plies, -WORST, -floor),
            };
            if meter.stopped {
                break;
            }
            if value > floor {
                figures.push(Figure { choice: first.choice, value: f64::from(value) });
                best = Some(value.max(best.unwrap_or(value)));
            }
        }
        figures
    }

    /// The largest of the figures; what is told of them is in whole values, whatever the searches add up.
    fn choose(&mut self, mut figures: Vec<Figure>, depth: u32, nodes: u64) -> Thought {
        let scale = f64::from(self.params.table.scale());
        figures.iter_mut().for_each(|figure| figure.value /= scale);
        largest(figures, depth, nodes, &mut self.rng)
    }
}

/// Larger than any sum of values, in thousandths too: 12 plies of 52 squares of 1000 come to 624 millions.
const WORST: i32 = 1_000_000_000;

fn has_lap<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) -> bool {
    game.edge().ring().is_some_and(|ring| ring.lap())
}

impl<K: Kernel<Set = u64>, E: Edge<K>> Player<ReversiOn<K, E>> for MapPlayer {
    fn think(&mut self, trail: &Trail<ReversiOn<K, E>>, desk: &Desk<'_>) -> Thought {
        let (game, state) = (trail.game(), trail.state());
        let Turn::Moves(moves) = game.turn(state) else { panic!("a player is asked only when it has a move") };
        if moves.len() == 1 {
            return Thought::plain(moves.nth(0));
        }
        if self.lap != has_lap(game) {
            // What the table holds was read under other rules.
            (self.table, self.lap) = (LineTable::default(), has_lap(game));
        }
        let root = Node::new(game, &self.valuation, state);
        let roots = game.accelerate(|| self.one_ply(game, &root));
        let mut meter = Meter::new(desk.watch);
        meter.count(moves.len());
        if self.params.lookahead > 1 && self.params.search != MapSearch::Printed {
            let figures = self.look_ahead(game, &roots, &mut meter);
            if !figures.is_empty() {
                return self.choose(figures, self.params.lookahead, meter.nodes);
            }
        }
        let figures = roots.into_iter().map(|(figure, _)| figure).collect();
        self.choose(figures, 1, meter.nodes)
    }
}

#[cfg(test)]
mod tests;
