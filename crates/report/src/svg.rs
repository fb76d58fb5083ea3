//! Plots as SVG.

use crate::draw::draw;
use crate::drawing::{Anchor, Coordinates, DISC_RADIUS, Dash, Drawing, Mark, Turn, WIDTH};
use crate::palette::{Ink, css_variables};
use crate::plot::Plot;
use crate::text::letters;

/// Where the colours and the font of an SVG come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// From the page around it: variables `--enban-...` of CSS, with the light scheme where there are none.
    /// The font is inherited and there is no background.
    Inherit,
    /// Both schemes, as the reader's system prefers; for a file of its own.
    Automatic,
    /// Plain colours on white, for programs that know no variables, such as word processors.
    Light,
    /// Plain colours on near black.
    Dark,
}

/// The font of an SVG that stands alone.
const FONT: &str = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'Noto Sans CJK JP', 'Hiragino Sans', sans-serif";

/// The plot as an SVG element, which is also a whole file. Its title is the caption of the plot.
///
/// ```
/// use enban_report::{BarPlot, BarRow, Plot, Theme, svg};
///
/// let plot = Plot::Bars(BarPlot {
///     caption: "Games by result".into(),
///     parts: ["won", "drawn", "lost"].map(String::from).to_vec(),
///     rows: vec![BarRow { label: "uct".into(), values: vec![16.0, 0.0, 4.0] }],
///     ..BarPlot::default()
/// });
/// let picture = svg(&plot, Theme::Light);
/// assert!(picture.starts_with("<svg") && picture.contains("<title>Games by result</title>"));
/// ```
#[must_use]
pub fn svg(plot: &Plot, theme: Theme) -> String {
    let drawing = draw(plot);
    let mut out = opening(&drawing, theme);
    out += &format!("<title>{}</title>\n<desc>{}</desc>\n", escape(plot.caption()), escape(&drawing.description));
    if theme == Theme::Automatic {
        let (light, dark) = (css_variables(Ink::light), css_variables(Ink::dark));
        out += &format!("<style>:root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}</style>\n");
    }
    if theme != Theme::Inherit {
        out += &format!(
            "<rect x=\"-12\" y=\"-8\" width=\"664\" height=\"{}\" {}/>\n",
            number(drawing.height + 16.0),
            fill(Ink::Paper, theme)
        );
    }
    for mark in &drawing.marks {
        out += &element(mark, theme);
        out.push('\n');
    }
    out + "</svg>\n"
}

/// The `svg` tag. A file of its own has a margin and brings its font.
fn opening(drawing: &Drawing, theme: Theme) -> String {
    let height = drawing.height;
    let (view, font) = match theme {
        Theme::Inherit => (format!("0 0 {} {}", number(WIDTH), number(height)), String::new()),
        _ => {
            let view = format!("-12 -8 {} {}", number(WIDTH + 24.0), number(height + 16.0));
            (view, format!(" font-family=\"{FONT}\""))
        }
    };
    let mut size = view.split(' ').skip(2);
    let (width, height) = (size.next().unwrap_or_default(), size.next().unwrap_or_default());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"enban-plot\" role=\"img\" viewBox=\"{view}\" \
         width=\"{width}\" height=\"{height}\"{font}>\n"
    )
}

fn element(mark: &Mark, theme: Theme) -> String {
    match mark {
        Mark::Line { places, ink, width, dash } => {
            let dash = match dash {
                Dash::Solid => "",
                Dash::Dashed => " stroke-dasharray=\"6 4\"",
                Dash::Dotted => " stroke-dasharray=\"1.5 4\"",
            };
            let stroke = stroke(*ink, theme);
            format!(
                "<polyline points=\"{}\" fill=\"none\" {stroke} stroke-width=\"{}\"{dash}/>",
                points(places),
                number(*width)
            )
        }
        Mark::Area { places, ink, opacity } => {
            format!(
                "<polygon points=\"{}\" {} fill-opacity=\"{}\"/>",
                points(places),
                fill(*ink, theme),
                number(*opacity)
            )
        }
        Mark::Box { corner: (x, y), size: (width, height), ink, depth } => {
            let depth = if *depth < 1.0 { format!(" fill-opacity=\"{depth:.3}\"") } else { String::new() };
            let [x, y, width, height] = [*x, *y, *width, *height].map(number);
            let fill = fill(*ink, theme);
            format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {fill}{depth}/>")
        }
        Mark::Dot { at, shape, ink } => {
            let paint = if shape.is_hollow() {
                format!("{} {} stroke-width=\"1.6\"", fill(Ink::Paper, theme), stroke(*ink, theme))
            } else {
                fill(*ink, theme)
            };
            match shape.corners(*at) {
                corners if corners.is_empty() => {
                    format!("<circle cx=\"{}\" cy=\"{}\" r=\"{DISC_RADIUS}\" {paint}/>", number(at.0), number(at.1))
                }
                corners => format!("<polygon points=\"{}\" {paint}/>", points(&corners)),
            }
        }
        Mark::Text { at, text, anchor, size, ink, turn } => {
            let [x, y] = [at.0, at.1].map(number);
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let turned = match turn {
                Turn::Level => String::new(),
                turn => format!(" transform=\"rotate(-{} {x} {y})\"", turn.degrees()),
            };
            let fill = fill(*ink, theme);
            format!(
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\"{anchor}{turned} {fill}>{}</text>",
                number(*size),
                escape(text)
            )
        }
    }
}

fn fill(ink: Ink, theme: Theme) -> String {
    format!("fill=\"{}\"", colour(ink, theme))
}

fn stroke(ink: Ink, theme: Theme) -> String {
    format!("stroke=\"{}\"", colour(ink, theme))
}

fn colour(ink: Ink, theme: Theme) -> String {
    match theme {
        Theme::Inherit | Theme::Automatic => format!("var(--enban-{}, #{})", ink.name(), ink.light()),
        Theme::Light => format!("#{}", ink.light()),
        Theme::Dark => format!("#{}", ink.dark()),
    }
}

fn points(places: &[Coordinates]) -> String {
    let places: Vec<String> = places.iter().map(|&(x, y)| format!("{},{}", number(x), number(y))).collect();
    places.join(" ")
}

/// A coordinate with no more decimals than the eye sees.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Text for XML and HTML, also within attributes.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in letters(text) {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_short() {
        let check = |value: f64, expected: &str| assert_eq!(number(value), expected);
        check(3.0, "3");
        check(3.126, "3.13");
        check(100.0, "100");
        check(-0.001, "0");
        check(-2.5, "-2.5");
    }

    #[test]
    fn colours_follow_the_theme() {
        let check = |theme, expected: &str| assert_eq!(colour(Ink::Text, theme), expected);
        check(Theme::Inherit, "var(--enban-text, #111111)");
        check(Theme::Light, "#111111");
        check(Theme::Dark, "#ececea");
    }
}
