//! Documents as CSV, after RFC 4180: lines end in CR LF, and a cell with a comma, a quote or a line break
//! is quoted.
//!
//! A document with one table is that table and nothing else, heads first, so that every program reads it.
//! With several, each stands below a row that holds its caption, and empty rows divide them. The numbers of
//! a plot are a table too. Text around the tables is left out.
//!
//! A cell that is a number as a whole is written for programs: `−1 234` becomes `-1234`. A cell that a
//! spreadsheet would run as a formula gets an apostrophe before it.

use crate::document::{Block, Column, Document, Table};
use crate::number::{GROUP_BLANK, MINUS};

pub(crate) fn write(document: &Document) -> String {
    match tables(document).as_slice() {
        [table] => write_table(table),
        tables => {
            let captioned = tables.iter().map(|table| format!("{}\r\n{}", cell(&table.caption), write_table(table)));
            captioned.collect::<Vec<_>>().join("\r\n")
        }
    }
}

/// The tables of a document, with those of its plots.
pub(crate) fn tables(document: &Document) -> Vec<Table> {
    let table = |block: &Block| match block {
        Block::Table(table) => Some(table.clone()),
        Block::Plot(plot) => Some(plot.numbers(document.language)),
        Block::Heading(_) | Block::Paragraph(_) | Block::Facts(_) | Block::Code(_) => None,
    };
    document.blocks.iter().filter_map(table).collect()
}

/// One table: heads, then rows.
pub(crate) fn write_table(table: &Table) -> String {
    let columns = table.full_columns();
    let mut out = line(columns.iter().map(Column::full_name));
    for row in &table.rows {
        out += &line((0..columns.len()).map(|column| row.cell(column).0.to_owned()));
    }
    out
}

fn line(cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.map(|text| cell(&text)).collect();
    cells.join(",") + "\r\n"
}

fn cell(text: &str) -> String {
    let plain = plain_number(text).unwrap_or_else(|| {
        let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
        if is_formula { format!("'{text}") } else { text.to_owned() }
    });
    let is_plain = !plain.contains(['"', ',', '\r', '\n']) && plain.trim() == plain;
    if is_plain { plain } else { format!("\"{}\"", plain.replace('"', "\"\"")) }
}

/// The text as a program reads it, if all of it is a number, perhaps with a percent sign.
fn plain_number(text: &str) -> Option<String> {
    let plain: String = text.replace(MINUS, "-").chars().filter(|&letter| letter != GROUP_BLANK).collect();
    let digits = plain.strip_suffix('%').unwrap_or(&plain);
    let is_number = digits.parse::<f64>().is_ok() && digits.ends_with(|letter: char| letter.is_ascii_digit());
    is_number.then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must() {
        let check = |text: &str, expected: &str| assert_eq!(cell(text), expected);
        check("plain", "plain");
        check("a,b", "\"a,b\"");
        check("say \"x\"", "\"say \"\"x\"\"\"");
        check("two\nlines", "\"two\nlines\"");
        check(" blank", "\" blank\"");
        check("", "");
        check("円", "円");
    }

    #[test]
    fn numbers_are_for_programs() {
        let check = |text: &str, expected: &str| assert_eq!(cell(text), expected);
        check("−12\u{202F}345.5", "-12345.5");
        check("+3.0", "+3.0");
        check("52.3%", "52.3%");
        check("−3.1 (−4 to 1)", "−3.1 (−4 to 1)");
        check("–", "–");
        check("inf", "inf");
    }

    #[test]
    fn formulas_are_text() {
        let check = |text: &str, expected: &str| assert_eq!(cell(text), expected);
        check("=1+1", "'=1+1");
        check("@x", "'@x");
        check("-1+1|a", "'-1+1|a");
        check("+x", "'+x");
        check("--games", "'--games");
    }
}
