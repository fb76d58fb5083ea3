//! What a node says about a game: moves, stones that are set up, marks and labels.

use super::point::{BoardSize, Move, Point};
use super::tree::Node;
use super::value::Value;
use crate::Colour;
use crate::reading::excerpt;

/// A value that is not what its property should have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name}[{value}]: expected {expected}")]
pub struct ValueError {
    /// The property.
    pub name: String,
    /// Its value, or how that begins.
    pub value: String,
    /// What was expected instead.
    pub expected: String,
}

/// Stones put on the board or taken off it, and who is to play.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Setup {
    /// Points that become black, `AB`.
    pub black: Vec<Point>,
    /// Points that become white, `AW`.
    pub white: Vec<Point>,
    /// Points that become empty, `AE`.
    pub empty: Vec<Point>,
    /// Whose turn it is, `PL`.
    pub to_play: Option<Colour>,
}

impl Setup {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Node {
    /// The moves of this node in their order. There should be one at most, but old records have black's and white's
    /// in the same node.
    pub fn moves(&self, size: BoardSize) -> Result<Vec<(Colour, Move)>, ValueError> {
        let mut moves = Vec::new();
        for property in self.properties() {
            let colour = match property.name() {
                "B" => Colour::Black,
                "W" => Colour::White,
                _ => continue,
            };
            for value in property.values() {
                let played = size.read_move(&value.to_simple_text());
                let expected = || format!("a move on a board of {size}");
                moves.push((colour, played.ok_or_else(|| mistake(property.name(), value, expected()))?));
            }
        }
        Ok(moves)
    }

    /// Makes this node one move.
    pub fn set_move(&mut self, colour: Colour, played: Move) {
        self.remove("B");
        self.remove("W");
        self.set(colour.letter(), played);
    }

    /// The stones that this node sets up.
    pub fn setup(&self, size: BoardSize) -> Result<Setup, ValueError> {
        Ok(Setup {
            black: self.points("AB", size)?,
            white: self.points("AW", size)?,
            empty: self.points("AE", size)?,
            to_play: self.to_play()?,
        })
    }

    /// Makes this node set up these stones.
    ///
    /// ```
    /// use enban_formats::{BoardSize, Colour, Node, Point, Setup};
    ///
    /// let setup = Setup { black: vec![Point::new(2, 2)], to_play: Some(Colour::White), ..Setup::default() };
    /// let mut node = Node::default();
    /// node.set_setup(&setup);
    /// let size = BoardSize::new(9, 9).expect("a size that letters can name");
    /// assert_eq!(node.setup(size)?, setup);
    /// # Ok::<(), enban_formats::ValueError>(())
    /// ```
    pub fn set_setup(&mut self, setup: &Setup) {
        self.set_points("AB", &setup.black);
        self.set_points("AW", &setup.white);
        self.set_points("AE", &setup.empty);
        self.set_values("PL", setup.to_play.map(|colour| Value::text(colour.letter())));
    }

    /// The points of a property such as `AB`, `TR`, `SQ`, `CR`, `MA` or `TB`, with rectangles spread out. Each point
    /// comes once. An empty value stands for no point.
    pub fn points(&self, name: &str, size: BoardSize) -> Result<Vec<Point>, ValueError> {
        let width = usize::from(size.width());
        let mut seen = vec![false; width * usize::from(size.height())];
        let mut points = Vec::new();
        for value in self.values(name).filter(|value| !value.raw().trim().is_empty()) {
            let expected = || format!("a point or a rectangle on a board of {size}");
            let (low, high) = size.read_rectangle(value).ok_or_else(|| mistake(name, value, expected()))?;
            for point in (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| Point { x, y })) {
                if !std::mem::replace(&mut seen[usize::from(point.y) * width + usize::from(point.x)], true) {
                    points.push(point);
                }
            }
        }
        Ok(points)
    }

    /// Gives a property these points, or removes it if there are none.
    pub(crate) fn set_points(&mut self, name: &str, points: &[Point]) {
        self.set_values(name, points.iter().map(|&point| Value::from(point)));
    }

    /// The labels on the board, `LB`.
    pub fn labels(&self, size: BoardSize) -> Result<Vec<(Point, String)>, ValueError> {
        let read = |value: &Value| {
            let (point, label) = value.split()?;
            Some((size.read_point(&point.to_simple_text())?, label.to_simple_text()))
        };
        let expected = || format!("a point of a board of {size} and a label, with a colon between");
        self.values("LB").map(|value| read(value).ok_or_else(|| mistake("LB", value, expected()))).collect()
    }

    /// Sets the labels on the board.
    ///
    /// ```
    /// use enban_formats::{BoardSize, Node, Point};
    ///
    /// let mut node = Node::default();
    /// node.set_labels([(Point::new(2, 3), "A")]);
    /// let size = BoardSize::new(9, 9).expect("a size that letters can name");
    /// assert_eq!(node.labels(size)?, [(Point::new(2, 3), "A".to_owned())]);
    /// # Ok::<(), enban_formats::ValueError>(())
    /// ```
    pub fn set_labels<'l>(&mut self, labels: impl IntoIterator<Item = (Point, &'l str)>) {
        let values = labels.into_iter().map(|(point, label)| Value::compose(&point.to_string(), label));
        self.set_values("LB", values);
    }

    /// The pairs of points of a property: arrows `AR` and lines `LN`.
    pub fn point_pairs(&self, name: &str, size: BoardSize) -> Result<Vec<(Point, Point)>, ValueError> {
        let point = |value: Value| size.read_point(&value.to_simple_text());
        let read = |value: &Value| {
            let (from, to) = value.split()?;
            Some((point(from)?, point(to)?))
        };
        let expected = || format!("two points of a board of {size}, with a colon between");
        self.values(name).map(|value| read(value).ok_or_else(|| mistake(name, value, expected()))).collect()
    }

    /// Whose turn `PL` says it is. Some programs write the name of the colour, some a number.
    fn to_play(&self) -> Result<Option<Colour>, ValueError> {
        let Some(value) = self.get("PL") else { return Ok(None) };
        match value.raw().trim().bytes().next().map(|letter| letter.to_ascii_lowercase()) {
            Some(b'b' | b'1') => Ok(Some(Colour::Black)),
            Some(b'w' | b'2') => Ok(Some(Colour::White)),
            _ => Err(mistake("PL", value, "B or W".to_owned())),
        }
    }
}

fn mistake(name: &str, value: &Value, expected: String) -> ValueError {
    ValueError { name: name.to_owned(), value: excerpt(value.raw()), expected }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf;

    fn node(text: &str) -> Node {
        let reading = sgf::read(format!("(;{text})").as_bytes()).unwrap();
        assert_eq!(reading.warnings, []);
        let tree = &reading.content.trees[0];
        tree.node(tree.root()).clone()
    }

    fn size() -> BoardSize {
        BoardSize::new(9, 7).unwrap()
    }

    #[test]
    fn moves_are_read_and_set() {
        let check = |text: &str, expected: &[(Colour, Move)]| assert_eq!(node(text).moves(size()).unwrap(), expected);
        let at = |x, y| Move::At(Point::new(x, y));
        check("C[none]", &[]);
        check("B[aa]", &[(Colour::Black, at(0, 0))]);
        check("W[]C[passed]", &[(Colour::White, Move::Pass)]);
        check("B[ig]W[tt]", &[(Colour::Black, at(8, 6)), (Colour::White, Move::Pass)]);
        let error = node("B[ih]").moves(size()).unwrap_err();
        assert_eq!(error.to_string(), "B[ih]: expected a move on a board of 9:7");

        let mut changed = node("B[aa]C[x]");
        changed.set_move(Colour::White, at(1, 2));
        assert_eq!(changed.moves(size()).unwrap(), [(Colour::White, at(1, 2))]);
        assert!(changed.has("C"));
    }

    #[test]
    fn setups_are_read_and_set() {
        let text = "AB[aa:bb][ab]AW[cc]AB[dd]AE[ee]PL[White]";
        let setup = node(text).setup(size()).unwrap();
        let names: Vec<String> = setup.black.iter().map(Point::to_string).collect();
        assert_eq!(names, ["aa", "ba", "ab", "bb", "dd"]);
        assert_eq!((setup.white.len(), setup.empty.len(), setup.to_play), (1, 1, Some(Colour::White)));
        let mut other = node("AB[aa]");
        other.set_setup(&setup);
        assert_eq!(other.setup(size()).unwrap(), setup);
        other.set_setup(&Setup::default());
        assert_eq!(other.properties(), []);
        assert!(other.setup(size()).unwrap().is_empty());
        assert_eq!(node("PL[x]").setup(size()).unwrap_err().to_string(), "PL[x]: expected B or W");
    }

    #[test]
    fn marks_are_read_and_set() {
        let mut marked = node(r"TR[aa][bb]SQ[]LB[aa:A][bb:x\:\]]AR[aa:bb]LN[zz:aa]");
        assert_eq!(marked.points("TR", size()).unwrap().len(), 2);
        assert_eq!(marked.points("SQ", size()).unwrap(), []);
        let labels = marked.labels(size()).unwrap();
        assert_eq!(labels, [(Point::new(0, 0), "A".to_owned()), (Point::new(1, 1), "x:]".to_owned())]);
        marked.set_labels(labels.iter().map(|(point, label)| (*point, label.as_str())));
        assert_eq!(marked.labels(size()).unwrap(), labels);
        assert_eq!(marked.point_pairs("AR", size()).unwrap(), [(Point::new(0, 0), Point::new(1, 1))]);
        let message = marked.point_pairs("LN", size()).unwrap_err().to_string();
        assert_eq!(message, "LN[zz:aa]: expected two points of a board of 9:7, with a colon between");
    }
}
