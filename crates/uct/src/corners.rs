//! What is known of the corners of a large board: which points to take first, how to approach what stands there, and how to
//! answer. Ten thousand playouts cannot tell the good moves of an opening from the others.
//!
//! The ways are in `corners.txt`. Each position that they go through is kept by a number that is the same from whichever
//! side the corner is seen and whichever colour is to move.

use std::collections::HashMap;
use std::sync::LazyLock;

use enban_game::Bits;
use enban_game::rng::mix;
use enban_go::{Board, State};

use crate::opening::SIZE_MIN;

const WAYS: &str = include_str!("corners.txt");

/// A corner is a square of so many columns and rows, if the board has as many for each of the four.
const SIDE: usize = 9;

/// Corners with more stones are not looked up.
const STONES_MAX: u32 = 16;

/// How urgent advice is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Urgency {
    /// Nothing has happened in the corner lately.
    Quiet,
    /// The corner is empty.
    Empty,
    /// The opponent's last move was made there.
    Answer,
}

/// The corners of one board.
#[derive(Debug)]
pub(crate) struct Corners<const W: usize> {
    /// None on small boards.
    corners: Vec<Corner<W>>,
}

#[derive(Debug)]
struct Corner<const W: usize> {
    points: Bits<W>,
    /// The corner seen from both of its sides.
    views: [View; 2],
}

/// Places of a corner, counted from its tip, and points of the board.
#[derive(Debug)]
struct View {
    points: Vec<u16>,
    /// For each point of the corner its place; nothing is meant elsewhere.
    places: Vec<u8>,
}

impl<const W: usize> Corners<W> {
    pub(crate) fn new(board: &Board<W>) -> Self {
        let size = board.size();
        if size < SIZE_MIN {
            return Self { corners: Vec::new() };
        }
        let corner = |turn: usize| {
            let views = [false, true].map(|is_mirrored| View::new(size, turn, is_mirrored));
            let mut points = Bits::EMPTY;
            views[0].points.iter().filter(|&&point| point != NONE).for_each(|&point| points.set(usize::from(point)));
            Corner { points, views }
        };
        Self { corners: (0..4).map(corner).collect() }
    }

    /// Points that are known to be good, some perhaps twice.
    pub(crate) fn advice(&self, state: &State<W>, last: Option<usize>) -> Vec<(usize, Urgency)> {
        let mut found = Vec::new();
        let (own, theirs) = (state.stones(state.mover()), state.stones(state.mover().other()));
        for corner in &self.corners {
            let (own, theirs) = (own & corner.points, theirs & corner.points);
            let count = own.count() + theirs.count();
            if count > STONES_MAX {
                continue;
            }
            let urgency = match last {
                _ if count == 0 => Urgency::Empty,
                Some(last) if corner.points.has(last) => Urgency::Answer,
                _ => Urgency::Quiet,
            };
            for view in &corner.views {
                let key = |set: Bits<W>, colour: usize| {
                    set.indices().fold(0, |key, point| key ^ number(usize::from(view.places[point]), colour))
                };
                let Some(places) = KNOWN.get(&(key(own, 0) ^ key(theirs, 1))) else { continue };
                let points = places.iter().map(|&place| view.points[usize::from(place)]);
                found.extend(points.filter(|&point| point != NONE).map(|point| (usize::from(point), urgency)));
            }
        }
        found
    }
}

/// Where no point is meant.
const NONE: u16 = u16::MAX;

impl View {
    fn new(size: usize, turn: usize, is_mirrored: bool) -> Self {
        let side = SIDE.min(size / 2);
        let mut view = Self { points: vec![NONE; SIDE * SIDE], places: vec![0; size * size] };
        for place in 0..SIDE * SIDE {
            let (mut column, mut row) = (place % SIDE, place / SIDE);
            if column >= side || row >= side {
                continue;
            }
            if is_mirrored {
                (column, row) = (row, column);
            }
            let column = if turn & 1 == 0 { column } else { size - 1 - column };
            let row = if turn & 2 == 0 { row } else { size - 1 - row };
            let point = row * size + column;
            view.points[place] = point as u16;
            view.places[point] = place as u8;
        }
        view
    }
}

/// The number that a stone on a place adds to a position: of the mover (0) or the other (1).
fn number(place: usize, colour: usize) -> u64 {
    mix(mix(0xC0) ^ (2 * place + colour + 1) as u64)
}

/// The moves that are known in each position of a corner.
static KNOWN: LazyLock<HashMap<u64, Vec<u8>>> = LazyLock::new(|| {
    let mut known: HashMap<u64, Vec<u8>> = HashMap::new();
    for line in WAYS.lines().filter(|line| !line.starts_with('#')) {
        let mut stones: [Vec<usize>; 2] = Default::default();
        for (turn, word) in line.split_whitespace().enumerate() {
            if word == "-" {
                continue;
            }
            let bare = word.trim_matches(['(', ')']);
            let place = place_of(bare).unwrap_or_else(|| panic!("{word} is a place of a corner"));
            let key = |side: usize, colour: usize| stones[side].iter().fold(0, |key, &at| key ^ number(at, colour));
            let moves = known.entry(key(turn % 2, 0) ^ key((turn + 1) % 2, 1)).or_default();
            if bare == word && !moves.contains(&(place as u8)) {
                moves.push(place as u8);
            }
            stones[turn % 2].push(place);
        }
    }
    known
});

/// The place that a letter without i and a digit name.
fn place_of(word: &str) -> Option<usize> {
    let column = "abcdefghj".find(word.get(..1)?)?;
    let row = word.get(1..)?.parse::<usize>().ok()?.checked_sub(1).filter(|&row| row < SIDE)?;
    Some(row * SIDE + column)
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_game::{Move, Notation, Trail};
    use enban_go::{Go, Rules};

    /// What is advised after some moves, in the order of the points.
    fn advised<const W: usize>(size: usize, moves: &str) -> Vec<(String, Urgency)> {
        let game = Go::<W>::with_rules(size, Rules::default()).unwrap();
        let mut trail = Trail::new(game.clone());
        moves.split_whitespace().for_each(|text| trail.play_text(text).unwrap());
        let last = moves.split_whitespace().last().map(|text| game.read_move(text).unwrap().index());
        let mut found = Corners::new(game.board()).advice(trail.state(), last);
        found.sort();
        found.dedup();
        found.into_iter().map(|(point, urgency)| (game.write_move(Move(point as u16)), urgency)).collect()
    }

    fn names(found: &[(String, Urgency)], urgency: Urgency) -> Vec<&str> {
        found.iter().filter(|(_, of)| *of == urgency).map(|(name, _)| name.as_str()).collect()
    }

    #[test]
    fn every_way_is_legal_and_stays_in_its_corner() {
        assert!(KNOWN.len() > 100, "{}", KNOWN.len());
        for line in WAYS.lines().filter(|line| !line.starts_with('#')) {
            let mut trail = Trail::new(Go::<6>::with_rules(19, Rules::default()).unwrap());
            for word in line.split_whitespace() {
                let text = if word == "-" { "pass" } else { word.trim_matches(['(', ')']) };
                trail.play_text(text).unwrap_or_else(|error| panic!("{line}: {error}"));
            }
        }
    }

    #[test]
    fn an_empty_corner_is_taken_on_the_star_point_or_beside_it() {
        let found = advised::<6>(19, "");
        assert_eq!(
            names(&found, Urgency::Empty),
            ["d17", "q17", "c16", "d16", "q16", "r16", "c4", "d4", "q4", "r4", "d3", "q3"]
        );
        assert_eq!(found.len(), 12);
        assert_eq!(advised::<3>(13, "").len(), 12);
        assert!(advised::<2>(9, "").is_empty());
    }

    #[test]
    fn advice_is_the_same_from_both_sides_of_every_corner_and_for_both_colours() {
        let approached = |moves: &str| {
            let found = advised::<6>(19, moves);
            names(&found, Urgency::Answer).iter().map(|&name| name.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(approached("d4 f3"), ["c6", "d6", "h3"]);
        assert_eq!(approached("d4 c6"), ["c8", "f4", "f3"]);
        assert_eq!(approached("q16 o17"), ["m17", "q14", "r14"]);
        assert_eq!(approached("k10 d4 f3"), ["c6", "d6", "h3"]);
    }

    #[test]
    fn what_happens_elsewhere_makes_a_corner_quiet_and_bad_moves_are_not_advised() {
        let found = advised::<6>(19, "d4 q16");
        assert!(names(&found, Urgency::Quiet).contains(&"f3"), "{found:?}");
        assert_eq!(names(&found, Urgency::Answer), ["o17", "r14"]);
        assert!(!advised::<6>(19, "q16 d4").iter().any(|(name, _)| ["d5", "e4", "c4", "d3"].contains(&name.as_str())));
    }
}
