//! Where the weights of a board lie: in the tables that a search looks up, and in the shorter list that is learned, in which
//! contents that a symmetry exchanges share one weight.

use enban_reversi::{Edge, Kernel, ReversiOn, Squares};

use super::indices::{Indices, Updates};
use super::shapes::{INSTANCES_MAX, Patterns};

/// A stage of the game is so many numbers of empty squares.
pub const STAGE_EMPTIES: u32 = 4;

/// Numbers of moves that have a weight of their own; more count as the last.
pub(crate) const MOBILITY: usize = 32;

/// The patterns of a board with the places of their weights.
#[derive(Clone, Debug)]
pub struct Layout {
    patterns: Patterns,
    pub(crate) updates: Updates,
    /// For each instance the entry of the contents without any disc.
    pub(crate) centres: [u32; INSTANCES_MAX],
    /// Instances, rounded up to whole vectors.
    pub(crate) lanes: usize,
    /// For each entry of the table the parameter that it holds.
    parameter_of: Vec<u32>,
    parameters: usize,
    size: u32,
}

impl Layout {
    /// The layout of a game's board.
    pub fn of<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) -> Self {
        let patterns = Patterns::of(game);
        // The first entry belongs to lanes without an instance and to the parameter that stays 0.
        let (mut parameter_of, mut parameters) = (vec![0], 1);
        let mut centres = [0; INSTANCES_MAX];
        let mut lane = 0;
        for pattern in &patterns.patterns {
            let centre = parameter_of.len() + pattern.centre();
            centres[lane..lane + pattern.instances.len()].fill(centre as u32);
            lane += pattern.instances.len();
            let (classes, count) = pattern.classes();
            parameter_of.extend(classes.iter().map(|class| class + parameters as u32));
            parameters += count;
        }
        let updates = Updates::of(&patterns);
        let lanes = lane.next_multiple_of(16);
        Self { patterns, updates, centres, lanes, parameter_of, parameters, size: game.size() }
    }

    /// The patterns.
    pub fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// Squares of the board.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// How many stages a game has.
    pub fn stages(&self) -> usize {
        Self::stage(self.size - 4) + 1
    }

    /// The stage of a position by its empty squares.
    #[inline(always)]
    pub fn stage(empties: u32) -> usize {
        (empties.saturating_sub(1) / STAGE_EMPTIES) as usize
    }

    /// How many weights a stage has: the patterns', then those of moves of the mover and of the other side, then one for each
    /// number of empty squares.
    pub fn parameters(&self) -> usize {
        self.parameters + 2 * MOBILITY + STAGE_EMPTIES as usize
    }

    /// The parameter of each entry of a stage's table.
    pub(crate) fn parameter_of(&self) -> &[u32] {
        &self.parameter_of
    }

    /// The first parameter that is no pattern's.
    pub(crate) fn first_beside(&self) -> usize {
        self.parameters
    }

    /// How many parameters a position has.
    pub fn features(&self) -> usize {
        self.patterns.instances().count() + 3
    }

    /// The parameters of a position, whose sum is its value: each discs as seen by the mover.
    pub fn features_of<S: Squares>(&self, own: S, other: S, moves: [u32; 2], features: &mut Vec<u32>) {
        let indices: Indices = self.updates.fresh(own, other);
        let instances = self.patterns.instances().count();
        let entry = |(index, centre): (&i16, &u32)| centre.wrapping_add_signed(i32::from(*index)) as usize;
        let entries = indices.0.iter().zip(&self.centres).take(instances).map(entry);
        features.extend(entries.map(|entry| self.parameter_of[entry]));
        let [mine, theirs] = moves.map(|moves| (moves as usize).min(MOBILITY - 1));
        let empties = (self.size - own.count() - other.count()) % STAGE_EMPTIES;
        let beside = [mine, MOBILITY + theirs, 2 * MOBILITY + empties as usize];
        features.extend(beside.map(|place| (self.parameters + place) as u32));
    }
}
