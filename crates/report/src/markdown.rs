//! Documents as Markdown, as GitHub reads it.
//!
//! Markdown has no plots: one becomes a picture if the caller has given its file a name, and otherwise the
//! table of its numbers. A spanning head is written before the heads below it, `group: name`.

use crate::document::{Align, Block, Document, Emphasis, Table};
use crate::text::{code_lines, letters};

/// Writes the document. `picture` names the file of the plot with a number, counted from 1.
pub(crate) fn write(document: &Document, picture: impl Fn(usize) -> Option<String>) -> String {
    let words = document.language.words();
    let mut parts = Vec::new();
    if !document.title.is_empty() {
        parts.push(format!("# {}", escape(&document.title)));
    }
    if !document.subtitle.is_empty() {
        parts.push(format!("*{}*", escape(document.subtitle.trim())));
    }
    let (mut tables, mut figures) = (0, 0);
    for block in &document.blocks {
        match block {
            Block::Heading(text) => parts.push(format!("## {}", escape(text.trim()))),
            Block::Paragraph(text) => parts.push(paragraph(text)),
            Block::Facts(facts) => parts.push(fact_list(facts, words.colon)),
            Block::Code(code) => parts.push(fenced(code)),
            Block::Table(table) => {
                tables += 1;
                parts.push(captioned(&format!("{} {tables}", words.table), &table.caption, words.stop));
                parts.push(write_table(table));
                parts.extend(table.notes.iter().map(|note| paragraph(note)));
            }
            Block::Plot(plot) => {
                figures += 1;
                match picture(figures) {
                    Some(file) => parts.push(format!("![{}]({file})", escape(plot.caption()))),
                    None => parts.push(write_table(&plot.numbers(document.language))),
                }
                parts.push(captioned(&format!("{} {figures}", words.figure), plot.caption(), words.stop));
            }
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n") + "\n"
}

fn captioned(number: &str, caption: &str, stop: &str) -> String {
    format!("**{number}{}**{}{}", stop.trim_end(), if stop.ends_with(' ') { " " } else { stop }, escape(caption))
        .trim_end()
        .to_owned()
}

fn fact_list(facts: &[(String, String)], colon: &str) -> String {
    let line = |(label, value): &(String, String)| format!("- **{}**{colon}{}", escape(label.trim()), escape(value));
    facts.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn write_table(table: &Table) -> String {
    let columns = table.full_columns();
    if columns.is_empty() {
        return String::new();
    }
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let rule = |align: Align| match align {
        Align::Left => ":---",
        Align::Right => "---:",
        Align::Centre => ":---:",
    };
    let heads = columns.iter().map(|column| escape(&column.full_name()));
    let mut lines =
        vec![line(heads.collect()), line(columns.iter().map(|column| rule(column.align).to_owned()).collect())];
    for row in &table.rows {
        let cells = (0..columns.len()).map(|column| match row.cell(column) {
            (text, Emphasis::Strong) if !text.trim().is_empty() => format!("**{}**", escape(text.trim())),
            (text, _) => escape(text),
        });
        lines.push(line(cells.collect()));
    }
    lines.join("\n")
}

/// A block of code whose fence is longer than any run of its sign within.
fn fenced(code: &str) -> String {
    let lines: Vec<String> = code_lines(code).collect();
    let code = lines.join("\n");
    let longest = code.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat((longest + 1).max(3));
    format!("{fence}\n{code}\n{fence}")
}

/// Text at the start of a line, where some signs would begin a list, a heading or a rule.
fn paragraph(text: &str) -> String {
    let text = escape(text.trim());
    let digits = text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let numbered = digits > 0 && text[digits..].starts_with(['.', ')']);
    match text.chars().next() {
        Some('-' | '+' | '=') => format!("\\{text}"),
        _ if numbered => format!("{}\\{}", &text[..digits], &text[digits..]),
        _ => text,
    }
}

/// Text for Markdown. It stays on its line.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in letters(text) {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' | '#' | '!' => out.extend(['\\', letter]),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        let check = |text: &str, expected: &str| assert_eq!(escape(text), expected);
        check("a|b", r"a\|b");
        check("<b> & *c* _d_ `e` [f](g)", r"&lt;b&gt; &amp; \*c\* \_d\_ \`e\` \[f\](g)");
        check(r"a\b $x$ ~~y~~", r"a\\b \$x\$ \~\~y\~\~");
        check("one\ntwo", "one two");
    }

    #[test]
    fn paragraphs_begin_no_list() {
        let check = |text: &str, expected: &str| assert_eq!(paragraph(text), expected);
        check("- a", r"\- a");
        check("12. a", r"12\. a");
        check("12 a", "12 a");
        check("# a", r"\# a");
        check("   a ", "a");
        check("", "");
    }

    #[test]
    fn fences_are_longer_than_what_they_hold() {
        assert_eq!(fenced("a\nb\n"), "```\na\nb\n```");
        assert_eq!(fenced("````x"), "`````\n````x\n`````");
    }
}
