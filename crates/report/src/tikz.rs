//! Plots as pictures of TikZ.

use crate::draw::draw;
use crate::drawing::{Anchor, Coordinates, DISC_RADIUS, Dash, Mark, Turn, WIDTH};
use crate::latex::escape;
use crate::palette::{Ink, all};
use crate::plot::Plot;

/// The width of a plot on the page, in points: a little less than a column of A4 paper.
const WIDTH_ON_PAPER: f64 = 420.0;

/// Definitions of the colours that [`picture`] uses.
pub(crate) fn colours() -> String {
    let define =
        |ink: Ink| format!("\\definecolor{{enban-{}}}{{HTML}}{{{}}}\n", ink.name(), ink.light().to_uppercase());
    all().map(define).collect()
}

/// The plot as a `tikzpicture`.
pub(crate) fn picture(plot: &Plot) -> String {
    let drawing = draw(plot);
    let unit = WIDTH_ON_PAPER / WIDTH;
    let mut out = format!("\\begin{{tikzpicture}}[x={unit:.5}pt, y=-{unit:.5}pt, inner sep=0pt, outer sep=0pt]\n");
    // The picture is as wide as it was laid out, whatever the font does.
    out += &format!("\\useasboundingbox (0,0) rectangle ({},{});\n", number(WIDTH), number(drawing.height));
    for mark in &drawing.marks {
        out += &command(mark, unit);
        out.push('\n');
    }
    out + "\\end{tikzpicture}"
}

fn command(mark: &Mark, unit: f64) -> String {
    match mark {
        Mark::Line { places, ink, width, dash } => {
            let dash = match dash {
                Dash::Solid => "",
                Dash::Dashed => ", dash pattern=on 4pt off 2.6pt",
                Dash::Dotted => ", dash pattern=on 1pt off 2.6pt",
            };
            format!("\\draw[enban-{}, line width={}pt{dash}] {};", ink.name(), number(width * unit), path(places))
        }
        Mark::Area { places, ink, opacity } => {
            format!("\\fill[enban-{}, fill opacity={opacity}] {} -- cycle;", ink.name(), path(places))
        }
        Mark::Box { corner: (x, y), size: (width, height), ink, depth } => {
            let depth = (depth * 100.0).round();
            let [left, top, right, bottom] = [*x, *y, x + width, y + height].map(number);
            format!("\\fill[enban-{}!{depth}!white] ({left},{top}) rectangle ({right},{bottom});", ink.name())
        }
        Mark::Dot { at, shape, ink } => {
            let (name, width) = (ink.name(), number(1.6 * unit));
            let paint = match shape.is_hollow() {
                true => format!("\\filldraw[draw=enban-{name}, fill=white, line width={width}pt]"),
                false => format!("\\fill[enban-{name}]"),
            };
            match shape.corners(*at) {
                corners if corners.is_empty() => {
                    format!("{paint} {} circle[radius={}pt];", place(at), number(DISC_RADIUS * unit))
                }
                corners => format!("{paint} {} -- cycle;", path(&corners)),
            }
        }
        Mark::Text { at, text, anchor, size, ink, turn } => {
            let anchor = match anchor {
                Anchor::Start => "base west",
                Anchor::Middle => "base",
                Anchor::End => "base east",
            };
            let turned = if *turn == Turn::Level { String::new() } else { format!(", rotate={}", turn.degrees()) };
            let size = number(size * unit);
            let font = format!("font=\\fontsize{{{size}}}{{{size}}}\\selectfont");
            let name = ink.name();
            format!("\\node[anchor={anchor}{turned}, text=enban-{name}, {font}] at {} {{{}}};", place(at), escape(text))
        }
    }
}

fn path(places: &[Coordinates]) -> String {
    let places: Vec<String> = places.iter().map(place).collect();
    places.join(" -- ")
}

fn place((x, y): &Coordinates) -> String {
    format!("({},{})", number(*x), number(*y))
}

fn number(value: f64) -> String {
    format!("{value:.2}")
}
