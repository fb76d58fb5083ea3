//! A plot as simple marks with places, before it becomes SVG or TikZ.
//!
//! A unit is a pixel of an SVG at its natural size; y grows downwards. Fonts are not known here, so widths
//! of text are estimates that are rather too wide than too narrow.

use crate::palette::Ink;

/// The width of every plot.
pub(crate) const WIDTH: f64 = 640.0;
/// The size of labels.
pub(crate) const LABEL_SIZE: f64 = 13.0;
/// The size of numbers at ticks and in cells.
pub(crate) const SMALL_SIZE: f64 = 11.5;

/// A place on the drawing.
pub(crate) type Coordinates = (f64, f64);

/// A finished plot.
#[derive(Default)]
pub(crate) struct Drawing {
    pub height: f64,
    pub marks: Vec<Mark>,
    /// What the plot shows, in a sentence, for those who do not see it.
    pub description: String,
}

/// One mark; later ones lie on top.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Mark {
    /// A line through places.
    Line { places: Vec<Coordinates>, ink: Ink, width: f64, dash: Dash },
    /// A filled outline.
    Area { places: Vec<Coordinates>, ink: Ink, opacity: f64 },
    /// A rectangle, `depth` of its ink on paper.
    Box { corner: Coordinates, size: (f64, f64), ink: Ink, depth: f64 },
    /// The mark of a value.
    Dot { at: Coordinates, shape: Shape, ink: Ink },
    /// Text on its base line.
    Text { at: Coordinates, text: String, anchor: Anchor, size: f64, ink: Ink, turn: Turn },
}

/// How a line is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dash {
    Solid,
    Dashed,
    Dotted,
}

/// The shape of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    Disc,
    Square,
    Triangle,
    Diamond,
    HollowDiamond,
}

impl Shape {
    pub(crate) fn is_hollow(self) -> bool {
        self == Self::HollowDiamond
    }

    /// The corners of the mark around a place; a disc has none.
    pub(crate) fn corners(self, (x, y): Coordinates) -> Vec<Coordinates> {
        match self {
            Self::Disc => Vec::new(),
            Self::Square => vec![(x - 3.6, y - 3.6), (x + 3.6, y - 3.6), (x + 3.6, y + 3.6), (x - 3.6, y + 3.6)],
            Self::Triangle => vec![(x, y - 4.8), (x + 4.6, y + 3.4), (x - 4.6, y + 3.4)],
            Self::Diamond | Self::HollowDiamond => vec![(x, y - 5.2), (x + 5.2, y), (x, y + 5.2), (x - 5.2, y)],
        }
    }
}

/// Radius of a disc.
pub(crate) const DISC_RADIUS: f64 = 4.2;

/// Which end of a text is at its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// The direction of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    Level,
    /// Rising by 45 degrees.
    Rising,
    /// From bottom to top.
    Upright,
}

impl Turn {
    /// Degrees against the clock.
    pub(crate) fn degrees(self) -> i32 {
        match self {
            Self::Level => 0,
            Self::Rising => 45,
            Self::Upright => 90,
        }
    }
}

impl Drawing {
    pub(crate) fn line(&mut self, from: Coordinates, to: Coordinates, ink: Ink, width: f64) {
        self.marks.push(Mark::Line { places: vec![from, to], ink, width, dash: Dash::Solid });
    }

    pub(crate) fn dashed(&mut self, from: Coordinates, to: Coordinates, ink: Ink, width: f64) {
        self.marks.push(Mark::Line { places: vec![from, to], ink, width, dash: Dash::Dashed });
    }

    pub(crate) fn dot(&mut self, at: Coordinates, shape: Shape, ink: Ink) {
        self.marks.push(Mark::Dot { at, shape, ink });
    }

    pub(crate) fn fill(&mut self, corner: Coordinates, size: (f64, f64), ink: Ink, depth: f64) {
        self.marks.push(Mark::Box { corner, size, ink, depth });
    }

    /// A label in plain type.
    pub(crate) fn label(&mut self, at: Coordinates, text: &str, anchor: Anchor) {
        self.text(at, text, anchor, LABEL_SIZE, Ink::Text);
    }

    /// Small and pale type, for ticks and names of axes.
    pub(crate) fn small(&mut self, at: Coordinates, text: &str, anchor: Anchor) {
        self.text(at, text, anchor, SMALL_SIZE, Ink::Muted);
    }

    pub(crate) fn text(&mut self, at: Coordinates, text: &str, anchor: Anchor, size: f64, ink: Ink) {
        self.turned(at, text, anchor, (size, ink), Turn::Level);
    }

    /// A text around `x` that is moved and cut to stay on the drawing.
    pub(crate) fn centred(&mut self, (x, y): Coordinates, text: &str, ink: Ink) {
        let text = fit_lines(text, WIDTH, SMALL_SIZE, 1).concat();
        let half = text_width(&text, SMALL_SIZE) / 2.0;
        let x = x.min(WIDTH - half).max(half);
        self.text((x, y), &text, Anchor::Middle, SMALL_SIZE, ink);
    }

    pub(crate) fn turned(&mut self, at: Coordinates, text: &str, anchor: Anchor, (size, ink): (f64, Ink), turn: Turn) {
        if !text.is_empty() {
            self.marks.push(Mark::Text { at, text: text.to_owned(), anchor, size, ink, turn });
        }
    }
}

/// How far below its middle the base line of a text is.
pub(crate) fn below_middle(size: f64) -> f64 {
    0.35 * size
}

/// The width of a text, about.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    size * text.chars().map(letter_width).sum::<f64>()
}

fn letter_width(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | '(' | ')' | ' ' => 0.4,
        '\u{2009}' | '\u{202F}' => 0.2,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '\u{2014}' => 0.95,
        'A'..='Z' | '&' | '+' | '=' | '<' | '>' | '\u{2212}' => 0.75,
        '\u{0}'..='\u{2E7F}' => 0.62,
        // Ideographs, kana and whatever lies beyond are square.
        _ => 1.0,
    }
}

/// The text in at most `lines_max` lines of `width`; what does not fit ends in an ellipsis.
pub(crate) fn fit_lines(text: &str, width: f64, size: f64, lines_max: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() && lines.len() < lines_max {
        let fitting = fitting_bytes(rest, width, size);
        if fitting == rest.len() {
            lines.push(rest.to_owned());
            break;
        }
        if lines.len() + 1 == lines_max {
            let fitting = fitting_bytes(rest, width - text_width("…", size), size);
            lines.push(format!("{}…", rest[..fitting].trim_end()));
            break;
        }
        // A line ends at its last blank; a word that is longer than the line is cut.
        let blank = rest[..fitting].rfind(' ').filter(|&at| at > 0);
        let end = if rest[fitting..].starts_with(' ') { fitting } else { blank.unwrap_or(fitting) };
        lines.push(rest[..end].trim_end().to_owned());
        rest = rest[end..].trim_start();
    }
    lines
}

/// How many bytes of a text fit, at least one letter.
fn fitting_bytes(text: &str, width: f64, size: f64) -> usize {
    let mut used = 0.0;
    for (at, letter) in text.char_indices() {
        used += size * letter_width(letter);
        if used > width && at > 0 {
            return at;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_labels_are_broken_and_cut() {
        let check = |text: &str, width: f64, lines_max: usize, expected: &[&str]| {
            assert_eq!(fit_lines(text, width, 10.0, lines_max), expected);
        };
        check("short", 100.0, 2, &["short"]);
        check("alpha beta gamma", 62.0, 2, &["alpha beta", "gamma"]);
        check("alpha beta gamma", 62.0, 1, &["alpha beta…"]);
        check("alpha beta gamma", 61.0, 1, &["alpha bet…"]);
        check("abcdefghijklmnop", 30.0, 2, &["abcd", "efgh…"]);
        check("円盤円盤", 20.0, 3, &["円盤", "円盤"]);
        check("円", 1.0, 1, &["円"]);
        check("", 1.0, 1, &[]);
    }

    #[test]
    fn wide_letters_are_wider() {
        assert!(text_width("円", 10.0) > text_width("a", 10.0));
        assert!(text_width("W", 10.0) > text_width("i", 10.0));
        assert_eq!(text_width("", 10.0), 0.0);
    }
}
