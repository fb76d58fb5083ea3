//! Reports: documents with tables and plots, written as Markdown, HTML, LaTeX and CSV.
//!
//! Where to start: make a [`Document`], `push` its [`Block`]s, and [`render`] it in a [`Format`].
//! [`render_with_files`] gives the files of a format that needs more than one, such as the pictures beside
//! a page of Markdown. [`svg`] is a plot alone. `examples/sample.rs` has every kind of block.
//!
//! ```
//! use enban_report::{Column, Document, Format, Table, number, render};
//!
//! let mut table = Table::new("Games won.", [Column::left("Player"), Column::right("Share")]);
//! table.push(["uct".to_owned(), number::percent(0.523, 1)]);
//! let mut document = Document::new("A match");
//! document.push(table);
//! assert!(render(&document, Format::Markdown).ends_with("| uct | 52.3% |\n"));
//! ```
//!
//! All text is plain text and is escaped. Numbers in tables arrive as text, best from [`number`]. The crate
//! knows nothing of games and uses no other crate; the same document gives the same bytes on every machine.
//!
//! How a plot is made: [`Plot`] is data; `draw` lays it out as marks at places; `svg` and `tikz` write the
//! marks. So the plots of a page and of a thesis look alike.
//!
//! `cargo test -p enban-report --test latex -- --ignored` compiles a sample with `pdflatex`, for which
//! Debian has `texlive-latex-recommended` and `texlive-pictures`.

#![warn(unreachable_pub)]

mod csv;
mod document;
mod draw;
mod drawing;
mod html;
mod language;
mod latex;
mod markdown;
pub mod number;
mod palette;
mod plot;
mod svg;
mod text;
mod ticks;
mod tikz;

use std::fmt;
use std::str::FromStr;

pub use document::{Align, Block, Cell, Column, Document, Emphasis, Row, Table};
pub use html::{fragment as html_fragment, style as html_style};
pub use language::Language;
pub use plot::{
    Axis, BarPlot, BarRow, HeatMap, IntervalPlot, IntervalRow, LinePlot, Panel, Plot, Point, Scale, Series, Spacing,
    Spread,
};
pub use svg::{Theme, svg};

/// The formats of a report.
///
/// ```
/// use enban_report::Format;
///
/// assert_eq!("html".parse(), Ok(Format::Html));
/// assert!("pdf".parse::<Format>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// GitHub's Markdown.
    Markdown,
    /// One page with all that it needs.
    Html,
    /// A whole document.
    Latex,
    /// The tables alone.
    Csv,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Markdown, Self::Html, Self::Latex, Self::Csv];

    /// The name, which is also how its files end: `md`, `html`, `tex` or `csv`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Markdown => "md",
            Self::Html => "html",
            Self::Latex => "tex",
            Self::Csv => "csv",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        let named = Self::ALL.into_iter().find(|format| format.name() == text);
        named.ok_or_else(|| UnknownFormat { found: text.to_owned() })
    }
}

/// A word that names no format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownFormat {
    /// The word.
    pub found: String,
}

impl fmt::Display for UnknownFormat {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Format::ALL.map(Format::name).join(", ");
        write!(out, "found {:?}, expected one of the formats {names}", self.found)
    }
}

impl std::error::Error for UnknownFormat {}

/// The document in one text. In Markdown a plot is the table of its numbers.
#[must_use]
pub fn render(document: &Document, format: Format) -> String {
    match format {
        Format::Markdown => markdown::write(document, |_| None),
        Format::Html => html::write(document),
        Format::Latex => latex::write(document),
        Format::Csv => csv::write(document),
    }
}

/// One file of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Its name, without a folder.
    pub name: String,
    /// What is in it.
    pub content: String,
}

/// The document in files named after `name`, the main one first. Markdown is `name.md` with a picture
/// `name-1.svg` for each plot; CSV with several tables is `name-1.csv` and so on; others are one file.
///
/// The name goes into links as it is: letters, digits, `-`, `_` and `.` are safe.
///
/// ```
/// use enban_report::{Document, Format, render_with_files};
///
/// let files = render_with_files(&Document::new("A match"), Format::Html, "match");
/// assert_eq!(files[0].name, "match.html");
/// ```
#[must_use]
pub fn render_with_files(document: &Document, format: Format, name: &str) -> Vec<File> {
    let file = |ending: String, content: String| File { name: format!("{name}{ending}"), content };
    let main = |content: String| file(format!(".{format}"), content);
    match format {
        Format::Markdown => {
            let page = main(markdown::write(document, |number| Some(format!("{name}-{number}.svg"))));
            let plots = document.blocks.iter().filter_map(|block| match block {
                Block::Plot(plot) => Some(svg(plot, Theme::Automatic)),
                _ => None,
            });
            let pictures = plots.enumerate().map(|(place, picture)| file(format!("-{}.svg", place + 1), picture));
            [page].into_iter().chain(pictures).collect()
        }
        Format::Csv => match csv::tables(document).as_slice() {
            [] | [_] => vec![main(csv::write(document))],
            tables => {
                let numbered = tables.iter().enumerate();
                numbered.map(|(place, table)| file(format!("-{}.csv", place + 1), csv::write_table(table))).collect()
            }
        },
        Format::Html | Format::Latex => vec![main(render(document, format))],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_have_names() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        let error = "pdf".parse::<Format>().unwrap_err();
        assert_eq!(error.to_string(), "found \"pdf\", expected one of the formats md, html, tex, csv");
    }
}
