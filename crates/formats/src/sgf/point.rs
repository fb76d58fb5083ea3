//! Points, moves and board sizes as SGF writes them.

use std::fmt;

use super::value::Value;

/// The most columns or rows that letters can name: `a` to `z`, then `A` to `Z`.
pub const SIZE_MAX: u8 = 52;

/// A point of a board, counted from 0 at the upper left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    /// The column.
    pub x: u8,
    /// The row.
    pub y: u8,
}

impl Point {
    /// A point by its column and row, each below 52.
    pub fn new(x: u8, y: u8) -> Self {
        assert!(x < SIZE_MAX && y < SIZE_MAX, "point {x}, {y} is past the 52 letters");
        Self { x, y }
    }

    /// Reads two letters, `cd`, or a letter and a number, `c4`.
    ///
    /// SGF says two letters. Programs for Othello, Edax among them, write their `GM[2]` with a number, which cannot be
    /// mistaken: both are the third column and the fourth row.
    ///
    /// ```
    /// use enban_formats::Point;
    ///
    /// assert_eq!(Point::read("cd"), Some(Point::new(2, 3)));
    /// assert_eq!(Point::read("c4"), Point::read("cd"));
    /// assert_eq!(Point::read("?"), None);
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let mut bytes = text.bytes();
        let (first, second) = (bytes.next()?, bytes.next()?);
        if second.is_ascii_alphabetic() {
            let none_left = bytes.next().is_none();
            return none_left.then(|| Some(Self { x: letter_value(first)?, y: letter_value(second)? }))?;
        }
        let x = letter_value(first.to_ascii_lowercase())?;
        let digits = &text[1..];
        let plain = digits.len() <= 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
        let row: u8 = plain.then(|| digits.parse().ok())??;
        (1..=SIZE_MAX).contains(&row).then(|| Self { x, y: row - 1 })
    }

    /// A letter and a number, as in `c4`, for boards of at most 26 columns.
    pub fn label(self) -> String {
        format!("{}{}", letter(self.x), self.y + 1)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{}", letter(self.x), letter(self.y))
    }
}

impl From<Point> for Value {
    fn from(point: Point) -> Self {
        Self::text(&point.to_string())
    }
}

/// What a player did.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Nothing.
    Pass,
    /// Played at a point.
    At(Point),
}

impl From<Move> for Value {
    fn from(played: Move) -> Self {
        match played {
            Move::Pass => Self::default(),
            Move::At(point) => point.into(),
        }
    }
}

/// The size of a board, 1 to 52 both ways.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

impl BoardSize {
    /// A board of so many columns and rows, if letters can name them.
    pub fn new(width: u8, height: u8) -> Option<Self> {
        let fits = |size| (1..=SIZE_MAX).contains(&size);
        (fits(width) && fits(height)).then_some(Self { width, height })
    }

    /// The number of columns.
    pub fn width(self) -> u8 {
        self.width
    }

    /// The number of rows.
    pub fn height(self) -> u8 {
        self.height
    }

    /// Reads `19`, `9:7` or the mistaken `9x7`.
    pub fn read(text: &str) -> Option<Self> {
        let (width, height) = text.split_once([':', 'x', 'X']).unwrap_or((text, text));
        let number = |text: &str| crate::leading_integer(text).and_then(|number| u8::try_from(number).ok());
        Self::new(number(width)?, number(height)?)
    }

    /// Whether a point is on the board.
    pub fn contains(self, point: Point) -> bool {
        point.x < self.width && point.y < self.height
    }

    /// Reads a point of this board.
    pub fn read_point(self, text: &str) -> Option<Point> {
        Point::read(text).filter(|&point| self.contains(point))
    }

    /// Reads a move on this board.
    ///
    /// A pass is empty, and up to 19 it may be `tt`, as before FF\[4\]. Programs for Othello write `PA`, which counts
    /// where no such point is.
    ///
    /// ```
    /// use enban_formats::{BoardSize, Move, Point};
    ///
    /// let size = BoardSize::read("19").expect("a size that letters can name");
    /// assert_eq!(size.read_move("pd"), Some(Move::At(Point::new(15, 3))));
    /// assert_eq!(size.read_move("tt"), Some(Move::Pass));
    /// assert_eq!(size.read_move("zz"), None);
    /// ```
    pub fn read_move(self, text: &str) -> Option<Move> {
        let text = text.trim();
        let small = self.width <= 19 && self.height <= 19;
        if text.is_empty() || (small && text == "tt") {
            return Some(Move::Pass);
        }
        let is_pass = || ["pa", "pass", "--"].iter().any(|pass| text.eq_ignore_ascii_case(pass));
        self.read_point(text).map(Move::At).or_else(|| is_pass().then_some(Move::Pass))
    }

    /// Reads a point, or a rectangle `aa:cc` by its corners, as the range of its columns and of its rows.
    pub(crate) fn read_rectangle(self, value: &Value) -> Option<(Point, Point)> {
        let corner = |value: &Value| self.read_point(&value.to_simple_text());
        let Some((first, second)) = value.split() else {
            return corner(value).map(|point| (point, point));
        };
        let (first, second) = (corner(&first)?, corner(&second)?);
        let low = Point { x: first.x.min(second.x), y: first.y.min(second.y) };
        Some((low, Point { x: first.x.max(second.x), y: first.y.max(second.y) }))
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.width == self.height {
            true => write!(out, "{}", self.width),
            false => write!(out, "{}:{}", self.width, self.height),
        }
    }
}

fn letter_value(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

fn letter(value: u8) -> char {
    char::from(if value < 26 { b'a' + value } else { b'A' + value - 26 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_read_back() {
        for (x, y) in (0..SIZE_MAX).flat_map(|x| (0..SIZE_MAX).map(move |y| (x, y))) {
            let point = Point::new(x, y);
            assert_eq!(Point::read(&point.to_string()), Some(point));
            assert!(x >= 26 || Point::read(&point.label()) == Some(point));
        }
        assert_eq!((Point::new(2, 3).to_string(), Point::new(51, 26).to_string()), ("cd".into(), "ZA".into()));
        assert_eq!(Point::new(2, 3).label(), "c4");
    }

    #[test]
    fn points_are_letters_or_a_letter_and_a_number() {
        let check = |text: &str, expected: Option<(u8, u8)>| {
            assert_eq!(Point::read(text), expected.map(|(x, y)| Point { x, y }), "{text}");
        };
        check(" cd\n", Some((2, 3)));
        check("cD", Some((2, 29)));
        check("c4", Some((2, 3)));
        check("C4", Some((2, 3)));
        check("c52", Some((2, 51)));
        for bad in ["", "c", "cde", "c0", "c53", "c+4", "c4x", "44", "円", "c円", "cé", "é1"] {
            check(bad, None);
        }
    }

    #[test]
    fn moves_depend_on_the_board() {
        let check = |size: u8, text: &str, expected: Option<Move>| {
            assert_eq!(BoardSize::new(size, size).unwrap().read_move(text), expected, "{text} on {size}");
        };
        let at = |x, y| Some(Move::At(Point { x, y }));
        check(9, "", Some(Move::Pass));
        check(9, "tt", Some(Move::Pass));
        check(19, "tt", Some(Move::Pass));
        check(20, "tt", at(19, 19));
        check(19, "ss", at(18, 18));
        check(9, "jj", None);
        check(8, "PA", Some(Move::Pass));
        check(8, "pass", Some(Move::Pass));
        check(19, "pa", at(15, 0));
        check(8, "d3", at(3, 2));
        check(8, "d9", None);
        check(8, "nonsense", None);
        assert_eq!(Value::from(Move::Pass).raw(), "");
        assert_eq!(Value::from(at(3, 2).unwrap()).raw(), "dc");
    }

    #[test]
    fn sizes_are_square_or_not() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(BoardSize::read(text).map(|size| size.to_string()).as_deref(), expected, "{text}");
        };
        check("19", Some("19"));
        check(" 9 : 7 ", Some("9:7"));
        check("9:9", Some("9"));
        check("13x11", Some("13:11"));
        for bad in ["", "0", "53", "-3", "9:", "300", "9:0", "x"] {
            check(bad, None);
        }
    }

    #[test]
    fn rectangles_are_read_by_any_two_corners() {
        let size = BoardSize::new(5, 5).unwrap();
        let check = |raw: &str, expected: Option<(Point, Point)>| {
            assert_eq!(size.read_rectangle(&Value::from_raw(raw).unwrap()), expected, "{raw}");
        };
        let both = Some((Point::new(0, 1), Point::new(2, 3)));
        check("ab:cd", both);
        check("cb:ad", both);
        check("cd", Some((Point::new(2, 3), Point::new(2, 3))));
        check("aa:ff", None);
        check("aa:", None);
        check("", None);
    }
}
