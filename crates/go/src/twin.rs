//! The slow and obvious twin of [`State`](crate::State): a list of letters and a flood fill.
//!
//! It shares nothing with the fast rules, not even the idea of a ko point: it remembers the board before
//! the opponent's last move and forbids what would bring it back.

use crate::Ko;

/// A board of letters `X`, `O` and `.`, and what the rules need beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Twin {
    pub size: usize,
    pub cells: Vec<u8>,
    pub mover: u8,
    pub lost_black: u32,
    pub lost_white: u32,
    pub passes: u32,
    before: Option<Vec<u8>>,
    suicide: bool,
}

fn other(letter: u8) -> u8 {
    if letter == b'X' { b'O' } else { b'X' }
}

impl Twin {
    pub fn new(size: usize, suicide: bool) -> Self {
        let cells = vec![b'.'; size * size];
        Self { size, cells, mover: b'X', lost_black: 0, lost_white: 0, passes: 0, before: None, suicide }
    }

    pub fn beside(&self, point: usize) -> Vec<usize> {
        let (column, row) = (point % self.size, point / self.size);
        let mut found = Vec::new();
        if row > 0 {
            found.push(point - self.size);
        }
        if column > 0 {
            found.push(point - 1);
        }
        if column + 1 < self.size {
            found.push(point + 1);
        }
        if row + 1 < self.size {
            found.push(point + self.size);
        }
        found
    }

    /// The points of the same letter joined with `point`, sorted, and the different points next to them.
    pub fn region(cells: &[u8], twin: &Self, point: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut inside, mut edge) = (vec![point], Vec::new());
        let mut seen = vec![false; cells.len()];
        seen[point] = true;
        let mut at = 0;
        while at < inside.len() {
            for next in twin.beside(inside[at]) {
                if !std::mem::replace(&mut seen[next], true) {
                    let list = if cells[next] == cells[point] { &mut inside } else { &mut edge };
                    list.push(next);
                }
            }
            at += 1;
        }
        inside.sort_unstable();
        edge.sort_unstable();
        (inside, edge)
    }

    /// The stones of a chain and its liberties.
    pub fn chain(&self, point: usize) -> (Vec<usize>, Vec<usize>) {
        let (stones, edge) = Self::region(&self.cells, self, point);
        (stones, edge.into_iter().filter(|&at| self.cells[at] == b'.').collect())
    }

    /// The board after a stone of the mover on an empty point, and the stones black and white lose.
    fn result(&self, point: usize) -> (Vec<u8>, u32, u32) {
        let mut cells = self.cells.clone();
        cells[point] = self.mover;
        let mut lost = [0, 0];
        for (turn, victim) in [other(self.mover), self.mover].into_iter().enumerate() {
            for start in self.beside(point).into_iter().chain([point]) {
                if cells[start] != victim {
                    continue;
                }
                let (stones, edge) = Self::region(&cells, self, start);
                if edge.iter().all(|&at| cells[at] != b'.') {
                    lost[turn] += stones.len() as u32;
                    stones.into_iter().for_each(|stone| cells[stone] = b'.');
                }
            }
        }
        let [theirs, own] = lost;
        if self.mover == b'X' { (cells, own, theirs) } else { (cells, theirs, own) }
    }

    pub fn is_legal(&self, point: usize) -> bool {
        if self.passes >= 2 || self.cells[point] != b'.' {
            return false;
        }
        let (cells, black, white) = self.result(point);
        let own = if self.mover == b'X' { black } else { white };
        (self.suicide || own == 0) && cells != self.cells && Some(&cells) != self.before.as_ref()
    }

    pub fn play(&mut self, point: usize) {
        let (cells, black, white) = self.result(point);
        self.before = Some(std::mem::replace(&mut self.cells, cells));
        self.lost_black += black;
        self.lost_white += white;
        self.passes = 0;
        self.mover = other(self.mover);
    }

    pub fn pass(&mut self) {
        self.before = Some(self.cells.clone());
        self.passes += 1;
        self.mover = other(self.mover);
    }

    /// Empty points surrounded by black alone and by white alone, and the stones of each.
    pub fn count(&self) -> [u32; 4] {
        let mut counts = [0; 4];
        for point in 0..self.cells.len() {
            if self.cells[point] != b'.' {
                counts[if self.cells[point] == b'X' { 2 } else { 3 }] += 1;
                continue;
            }
            let (_, edge) = Self::region(&self.cells, self, point);
            let touches = |letter: u8| edge.iter().any(|&at| self.cells[at] == letter);
            match (touches(b'X'), touches(b'O')) {
                (true, false) => counts[0] += 1,
                (false, true) => counts[1] += 1,
                _ => {}
            }
        }
        counts
    }

    /// Leaves of the game tree, passes and finished games counted as the perft of the contract does.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 || self.passes >= 2 {
            return 1;
        }
        let mut passed = self.clone();
        passed.pass();
        let points = (0..self.cells.len()).filter(|&point| self.is_legal(point));
        let below = points.map(|point| {
            let mut after = self.clone();
            after.play(point);
            after.perft(depth - 1)
        });
        passed.perft(depth - 1) + below.sum::<u64>()
    }

    /// What must not come back: the board, and under situational superko the colour to move.
    pub fn situation(&self, ko: Ko) -> (Vec<u8>, u8) {
        (self.cells.clone(), if ko == Ko::Situational { self.mover } else { b' ' })
    }

    /// The same count where no move may bring back a situation of the past.
    pub fn perft_remembering(&self, depth: u32, ko: Ko, past: &mut Vec<(Vec<u8>, u8)>) -> u64 {
        if depth == 0 || self.passes >= 2 {
            return 1;
        }
        let mut leaves = 0;
        for point in 0..=self.cells.len() {
            let mut after = self.clone();
            if point == self.cells.len() {
                after.pass();
            } else if self.is_legal(point) {
                after.play(point);
                if past.contains(&after.situation(ko)) {
                    continue;
                }
            } else {
                continue;
            }
            past.push(after.situation(ko));
            leaves += after.perft_remembering(depth - 1, ko, past);
            past.pop();
        }
        leaves
    }
}
