//! A game that is a tree written in a string, so that searches are tested without a board.
//!
//! `(3 (2 5) ~(1 4))`: the first seat chooses a leaf worth 3, a choice of the second seat between 2
//! and 5, or a position in which the second seat must pass and the next chooses. With two seats a leaf
//! is the first seat's lead; with more it lists every seat's score: `4,0,2`.

use crate::contract::{Game, Key, Move, Points, Scores, Seat, Turn, ZeroSum};
use crate::endgame::Endgame;
use crate::notation::{Cell, Colour, Diagram, Notation, UnknownMove};
use crate::rng::mix;
use crate::text::TextError;

/// A tree for `SEATS` seats.
#[derive(Clone, Debug)]
pub struct Toy<const SEATS: usize> {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
enum Node {
    Leaf(Scores),
    Choice(Vec<usize>),
    Pass(usize),
}

/// A place in the tree and the seat on turn there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ToyState {
    node: usize,
    seat: u8,
}

impl<const SEATS: usize> Toy<SEATS> {
    /// Reads a tree.
    ///
    /// ```
    /// use enban_game::toy::Toy;
    ///
    /// assert!(Toy::<2>::parse("(3 (2 5) ~(1 4))").is_ok());
    /// assert!(Toy::<4>::parse("(1,2,3,4 4,3,2,1)").is_ok());
    /// let error = Toy::<2>::parse("(3 x)").unwrap_err();
    /// assert_eq!((error.line, error.column), (1, 4));
    /// ```
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let mut reader = Reader::<SEATS> { text, at: 0, nodes: Vec::new(), depth: 0 };
        reader.nodes.push(Node::Pass(0));
        let root = reader.node()?;
        reader.skip_blanks();
        if reader.at < text.len() {
            return Err(TextError::at(text, reader.at, "the end of the tree"));
        }
        // The root stands in the place that was kept for it, so that place 0 is the start.
        reader.nodes[0] = reader.nodes[root].clone();
        Ok(Self { nodes: reader.nodes })
    }
}

struct Reader<'t, const SEATS: usize> {
    text: &'t str,
    at: usize,
    nodes: Vec<Node>,
    depth: u32,
}

impl<const SEATS: usize> Reader<'_, SEATS> {
    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn node(&mut self) -> Result<usize, TextError> {
        const DEPTH_MAX: u32 = 200;
        self.skip_blanks();
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err(TextError::at_char(self.text, self.at, format!("a tree at most {DEPTH_MAX} deep")));
        }
        let node = match self.text.as_bytes().get(self.at) {
            Some(b'~') => {
                self.at += 1;
                Node::Pass(self.node()?)
            }
            Some(b'(') => self.choice()?,
            _ => self.leaf()?,
        };
        self.depth -= 1;
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    fn choice(&mut self) -> Result<Node, TextError> {
        self.at += 1;
        let mut children = Vec::new();
        loop {
            self.skip_blanks();
            if self.text[self.at..].starts_with(')') && !children.is_empty() {
                self.at += 1;
                return Ok(Node::Choice(children));
            }
            if children.len() == 64 {
                return Err(TextError::at_char(self.text, self.at, "at most 64 branches"));
            }
            children.push(self.node()?);
        }
    }

    fn leaf(&mut self) -> Result<Node, TextError> {
        let rest = &self.text[self.at..];
        let word = &rest[..rest.find(|c: char| !matches!(c, '-' | ',' | '0'..='9')).unwrap_or(rest.len())];
        let values: Option<Vec<i32>> = word.split(',').map(|value| value.parse::<i16>().ok().map(i32::from)).collect();
        let wanted = if SEATS == 2 { 1 } else { SEATS };
        let Some(mut values) = values.filter(|values| values.len() == wanted) else {
            return Err(TextError::at(self.text, self.at, format!("a tree: ( or ~ or {wanted} whole numbers")));
        };
        if SEATS == 2 {
            values.push(-values[0]);
        }
        self.at += word.len();
        let points: Vec<Points> = values.into_iter().map(Points::whole).collect();
        Ok(Node::Leaf(Scores::new(&points)))
    }
}

impl<const SEATS: usize> Game for Toy<SEATS> {
    type State = ToyState;
    type Moves = u64;

    fn start(&self) -> ToyState {
        ToyState { node: 0, seat: 0 }
    }

    fn seats(&self) -> usize {
        SEATS
    }

    fn mover(&self, state: &ToyState) -> Seat {
        Seat(state.seat)
    }

    fn turn(&self, state: &ToyState) -> Turn<u64> {
        match &self.nodes[state.node] {
            Node::Leaf(_) => Turn::Over,
            Node::Pass(_) => Turn::Pass,
            Node::Choice(children) => Turn::Moves(u64::MAX >> (64 - children.len())),
        }
    }

    fn play(&self, state: &mut ToyState, choice: Move) {
        let Node::Choice(children) = &self.nodes[state.node] else { panic!("a move where there is none") };
        *state = ToyState { node: children[choice.index()], seat: (state.seat + 1) % SEATS as u8 };
    }

    fn pass(&self, state: &mut ToyState) {
        let Node::Pass(child) = self.nodes[state.node] else { panic!("a pass where there is none") };
        *state = ToyState { node: child, seat: (state.seat + 1) % SEATS as u8 };
    }

    fn scores(&self, state: &ToyState) -> Scores {
        match &self.nodes[state.node] {
            Node::Leaf(scores) => *scores,
            _ => Scores::new(&[Points::ZERO; SEATS]),
        }
    }

    fn key(&self, state: &ToyState) -> Key {
        Key(mix(state.node as u64 + 1))
    }

    fn move_limit(&self) -> u32 {
        self.nodes.len() as u32
    }
}

impl ZeroSum for Toy<2> {}

/// For trees in which no pass follows a pass.
impl Endgame for Toy<2> {
    fn moves_left(&self, state: &ToyState) -> u32 {
        match &self.nodes[state.node] {
            Node::Leaf(_) => 0,
            Node::Pass(child) => self.moves_left(&ToyState { node: *child, seat: 0 }).max(1),
            Node::Choice(children) => {
                let below = children.iter().map(|&node| self.moves_left(&ToyState { node, seat: 0 }));
                1 + below.max().unwrap_or(0)
            }
        }
    }

    fn open_moves(&self, state: &ToyState) -> u64 {
        match self.turn(state) {
            Turn::Moves(moves) => moves,
            Turn::Pass | Turn::Over => 0,
        }
    }

    fn final_lead(&self, state: &ToyState) -> i32 {
        self.margin_for_mover(state).in_halves() / 4
    }

    fn lead_max(&self) -> i32 {
        let lead = |node: &Node| match node {
            Node::Leaf(scores) => scores.of(Seat(0)).in_halves().abs() / 2,
            Node::Choice(_) | Node::Pass(_) => 0,
        };
        self.nodes.iter().map(lead).max().unwrap_or(0)
    }

    fn identity(&self, state: &ToyState) -> [u64; 2] {
        [state.node as u64, 0]
    }
}

impl<const SEATS: usize> Notation for Toy<SEATS> {
    fn name(&self) -> String {
        "toy".to_owned()
    }

    fn write_move(&self, choice: Move) -> String {
        format!("c{}", choice.0)
    }

    fn read_move(&self, word: &str) -> Result<Move, UnknownMove> {
        let index = word.strip_prefix('c').and_then(|digits| digits.parse::<u16>().ok());
        index.filter(|&index| index < 64).map(Move).ok_or_else(|| UnknownMove::expected("a branch c0 to c63"))
    }

    fn write_position(&self, state: &ToyState) -> String {
        format!("{} {}", state.node, state.seat)
    }

    fn read_position(&self, text: &str) -> Result<ToyState, TextError> {
        let expected = "the number of a node and of a seat";
        let mut words = text.split_whitespace().map(|word| word.parse::<usize>().ok());
        match (words.next().flatten(), words.next().flatten(), words.next()) {
            (Some(node), Some(seat), None) if node < self.nodes.len() && seat < SEATS => {
                Ok(ToyState { node, seat: seat as u8 })
            }
            _ => Err(TextError::at(text, 0, expected)),
        }
    }

    fn diagram(&self, _state: &ToyState) -> Diagram {
        Diagram { columns: vec!["a".to_owned()], rows: vec!["1".to_owned()], cells: vec![Cell::Outside] }
    }

    fn seat_label(&self, seat: Seat) -> String {
        if SEATS == 2 { self.seat_colour(seat).letter().to_string() } else { (seat.0 + 1).to_string() }
    }

    fn seat_colour(&self, seat: Seat) -> Colour {
        if seat.0.is_multiple_of(2) { Colour::Black } else { Colour::White }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;
    use proptest::prelude::*;

    #[test]
    fn trees_conform() {
        conformance::check(&Toy::<2>::parse("((1 -2) (3 ~(4 5)) ~~6)").unwrap(), 50);
        conformance::check(&Toy::<3>::parse("(1,2,3 ((0,0,0 9,9,9) ~(1,1,1 2,2,2)))").unwrap(), 50);
    }

    #[test]
    fn broken_trees_name_the_place() {
        let error = |text: &str| Toy::<2>::parse(text).unwrap_err().to_string();
        assert_eq!(error("(1 x)"), r#"character 4: found "x)", expected a tree: ( or ~ or 1 whole numbers"#);
        assert_eq!(error("(1"), "character 3: the text ends, expected a tree: ( or ~ or 1 whole numbers");
        assert_eq!(error("1 2"), r#"character 3: found "2", expected the end of the tree"#);
        assert!(error(&"(".repeat(5_000)).contains("200 deep"));
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[-()~0-9, x円]*") {
            let _ = Toy::<2>::parse(&text);
            let _ = Toy::<4>::parse(&text);
        }
    }
}
