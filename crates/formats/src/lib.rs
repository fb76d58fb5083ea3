//! The file formats of game records: SGF for trees with variations, GGF for the games of the Generic Game Server.
//!
//! This crate knows syntax and no game: points are pairs of numbers, and whether a move is legal is for others to say.
//! Records of the wild are full of mistakes, so reading is generous. What can be understood is read, what was wrong
//! is told as a [`Warning`] with its place, and only a text without any game is an error.
//!
//! ```
//! use enban_formats::{Colour, Information, Move, Point, sgf};
//!
//! let reading = sgf::read(b"(;GM[1]SZ[9]KM[7.5]RE[B+R];B[ee];W[ge](;B[gf])(;B[ff]))")?;
//! assert!(reading.warnings.is_empty());
//!
//! let tree = &reading.content.trees[0];
//! let facts = Information::of(tree);
//! assert_eq!((facts.komi, facts.result.map(|result| result.to_string())), (Some(7.5), Some("B+R".to_owned())));
//!
//! let size = facts.size.expect("the record has SZ");
//! let last = tree.main_line().last().expect("a tree has a root");
//! assert_eq!(tree.node(last).moves(size)?, [(Colour::Black, Move::At(Point::new(6, 5)))]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(unreachable_pub)]

mod charset;
pub mod files;
pub mod ggf;
mod reading;
pub mod sgf;

pub use ggf::{GgfBoard, GgfCell, GgfEnding, GgfGame, GgfMove, GgfResult};
pub use reading::{Fault, Limits, Location, ReadError, Reading, Warning};
pub use sgf::{
    BoardSize, Collection, Information, Margin, Move, Node, NodeId, Outcome, Point, Property, Setup, Tree, Value,
    ValueError,
};

/// Whose stone, move or name it is. Both formats know two colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// Dark stones, which usually begin.
    Black,
    /// Light stones.
    White,
}

impl Colour {
    /// `B` or `W`, the name of the property that holds a move of this colour.
    pub fn letter(self) -> &'static str {
        match self {
            Self::Black => "B",
            Self::White => "W",
        }
    }
}

/// The number at the start of a text: sign, digits, and with either decimal mark more digits.
///
/// Records have `6.5`, `6,5`, `+12.000` and `3.5 points`. They do not mean `inf` or `nan`.
fn leading_real(text: &str) -> Option<f64> {
    let text = text.trim();
    let sign = usize::from(text.starts_with(['+', '-']));
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let whole = sign + digits(sign);
    let end = match text[whole..].starts_with(['.', ',']) {
        true => whole + 1 + digits(whole + 1),
        false => whole,
    };
    text[..end].replace(',', ".").parse().ok().filter(|number: &f64| number.is_finite())
}

/// The whole number at the start of a text.
fn leading_integer(text: &str) -> Option<i64> {
    let text = text.trim();
    let sign = usize::from(text.starts_with(['+', '-']));
    let digits = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
    text[..sign + digits].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_from_the_start_of_a_text() {
        let check = |text: &str, real: Option<f64>, integer: Option<i64>| {
            assert_eq!(leading_real(text), real, "{text}");
            assert_eq!(leading_integer(text), integer, "{text}");
        };
        check("6.5", Some(6.5), Some(6));
        check(" -6,5 points", Some(-6.5), Some(-6));
        check("+12.000", Some(12.0), Some(12));
        check(".5", Some(0.5), None);
        check("7.", Some(7.0), Some(7));
        check("6目半", Some(6.0), Some(6));
        for bad in ["", "-", "+", ".", "inf", "nan", "-inf", "e5", "円"] {
            check(bad, None, None);
        }
        check(&"9".repeat(400), None, None);
    }
}
