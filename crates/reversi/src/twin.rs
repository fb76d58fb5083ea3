//! The rules told slowly and plainly, square by square. The games use this to explain a capture; the
//! tests hold every kernel against it.

use enban_game::{Capture, Line, Move};

use crate::ring::Ring;
use crate::shape::Shape;
use crate::squares::Squares;

/// All the lines that leave each square.
#[derive(Debug)]
pub struct Twin<S> {
    rays: Vec<Vec<Ray>>,
    squares: S,
}

#[derive(Debug)]
struct Ray {
    line: Line,
    squares: Vec<usize>,
}

impl<S: Squares> Twin<S> {
    /// The lines of a board; with a ring, those along it, closed by the square itself where a lap counts.
    pub fn new(shape: &Shape<S>, ring: Option<&Ring>) -> Self {
        let rays = (0..S::SIDE * S::SIDE)
            .map(|square| {
                let mut rays = Vec::new();
                if let Some(ring) = ring {
                    rays.extend(ring_rays(ring, square));
                }
                rays.extend(straight_rays(shape, square));
                rays
            })
            .collect();
        Self { rays, squares: shape.squares }
    }

    /// What a disc of `own` placed on an empty `square` captures, line by line. A straight capture that
    /// runs along the rim is the same as one along the ring and is told once, as the ring's; a lap is
    /// told once, clockwise.
    pub fn captures(&self, square: usize, own: S, other: S) -> Vec<Capture> {
        let mut captures: Vec<Capture> = Vec::new();
        for ray in &self.rays[square] {
            let run = ray.squares.iter().take_while(|&&next| other.has(next)).count();
            let Some(&end) = ray.squares.get(run) else { continue };
            if run == 0 || !(own.has(end) || end == square) {
                continue;
            }
            let cells: Vec<Move> = ray.squares[..run].iter().map(|&cell| Move(cell as u16)).collect();
            let told = |earlier: &Capture| {
                matches!(earlier.line, Line::Ring { .. }) && cells.iter().all(|cell| earlier.cells.contains(cell))
            };
            if !captures.iter().any(told) {
                captures.push(Capture { line: ray.line, cells, anchor: Some(Move(end as u16)) });
            }
        }
        captures
    }

    /// The discs that a disc of `own` placed on `square` turns over.
    pub fn flips(&self, square: usize, own: S, other: S) -> S {
        let captures = self.captures(square, own, other);
        let cells = captures.iter().flat_map(|capture| &capture.cells);
        cells.fold(S::NONE, |set, cell| set | S::one(cell.index()))
    }

    /// The empty squares on which a disc of `own` outflanks something.
    pub fn moves(&self, own: S, other: S) -> S {
        let empty = self.squares & !(own | other);
        empty
            .each()
            .filter(|&square| !self.captures(square, own, other).is_empty())
            .fold(S::NONE, |set, square| set | S::one(square))
    }
}

fn straight_rays<S: Squares>(shape: &Shape<S>, square: usize) -> Vec<Ray> {
    let ways = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
    ways.into_iter()
        .map(|(right, down)| {
            let (column, row) = shape.place(square);
            let mut squares = Vec::new();
            let (mut column, mut row) = (column as i64 + right, row as i64 + down);
            let inside = |at: i64| (0..shape.side as i64).contains(&at);
            while inside(column) && inside(row) && shape.squares.has(shape.at(column as usize, row as usize)) {
                squares.push(shape.at(column as usize, row as usize));
                (column, row) = (column + right, row + down);
            }
            Ray { line: Line::Straight { right: right as i8, down: down as i8 }, squares }
        })
        .collect()
}

fn ring_rays(ring: &Ring, square: usize) -> Vec<Ray> {
    let squares = ring.squares();
    let Some(place) = squares.iter().position(|&on_ring| on_ring == square) else { return Vec::new() };
    let length = squares.len();
    let others = if ring.lap() { length } else { length - 1 };
    let clockwise = (1..=others).map(|step| squares[(place + step) % length]).collect();
    let backward = (1..=others).map(|step| squares[(place + length - step) % length]).collect();
    vec![
        Ray { line: Line::Ring { clockwise: true }, squares: clockwise },
        Ray { line: Line::Ring { clockwise: false }, squares: backward },
    ]
}
