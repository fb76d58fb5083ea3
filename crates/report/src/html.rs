//! Documents as HTML: one file with its style and its plots, without scripts.
//!
//! Tables and plots scroll in boxes of their own on a narrow screen. Each plot is followed by its numbers,
//! folded away. Light and dark follow the reader's system; paper is always light.

use crate::document::{Align, Block, Column, Document, Emphasis, Row, Table};
use crate::language::Words;
use crate::palette::{Ink, css_variables};
use crate::plot::Plot;
use crate::svg::{Theme, escape, svg};
use crate::text::code_lines;

const STYLE: &str = include_str!("style.css");

/// A whole page.
pub(crate) fn write(document: &Document) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<style>\n{}</style>\n</head>\n\
         <body>\n{}</body>\n</html>\n",
        document.language.code(),
        escape(if document.title.is_empty() { "Enban" } else { &document.title }),
        style(),
        fragment(document),
    )
}

/// The style of [`fragment`]: the colours of both schemes and the rules of the page.
pub fn style() -> String {
    let (light, dark) = (css_variables(Ink::light), css_variables(Ink::dark));
    format!(
        ".enban-report{{{light}}}\n@media (prefers-color-scheme:dark){{.enban-report{{{dark}}}}}\n\
         @media print{{.enban-report{{{light}}}}}\n{STYLE}"
    )
}

/// The document as a `main` element, for a page that brings [`style`]. The names of its captions are
/// `table-1`, `figure-1` and so on, so that a page holds one fragment.
pub fn fragment(document: &Document) -> String {
    let words = document.language.words();
    let mut out = format!("<main class=\"enban-report\" lang=\"{}\">\n", document.language.code());
    if !document.title.is_empty() || !document.subtitle.is_empty() {
        out += "<header>\n";
        out += &optional("h1", "", &document.title);
        out += &optional("p", " class=\"subtitle\"", &document.subtitle);
        out += "</header>\n";
    }
    let (mut tables, mut figures) = (0, 0);
    for (place, block) in document.blocks.iter().enumerate() {
        // A heading stays on the page of the plot below it. A table may be longer than a page.
        let next = document.blocks.get(place + 1);
        let keeps = matches!((block, next), (Block::Heading(_), Some(Block::Plot(_))));
        let kept = place > 0 && matches!(document.blocks[place - 1], Block::Heading(_));
        let written = match block {
            Block::Heading(text) => optional("h2", "", text),
            Block::Paragraph(text) => optional("p", "", text),
            Block::Facts(facts) => fact_list(facts),
            Block::Code(code) => code_block(code),
            Block::Table(table) => {
                tables += 1;
                table_figure(table, tables, words)
            }
            Block::Plot(plot) => {
                figures += 1;
                plot_figure(plot, figures, document)
            }
        };
        out += if keeps { "<div class=\"keep\">\n" } else { "" };
        out += &written;
        out += if kept && matches!(block, Block::Plot(_)) { "</div>\n" } else { "" };
    }
    out + "</main>\n"
}

fn code_block(code: &str) -> String {
    let lines: Vec<String> = code_lines(code).map(|line| escape(&line)).collect();
    format!("<pre tabindex=\"0\"><code>{}</code></pre>\n", lines.join("\n"))
}

/// An element, or nothing around no text.
fn optional(tag: &str, attributes: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("<{tag}{attributes}>{}</{tag}>\n", escape(text)) }
}

fn fact_list(facts: &[(String, String)]) -> String {
    if facts.is_empty() {
        return String::new();
    }
    let fact = |(label, value): &(String, String)| format!("<dt>{}</dt><dd>{}</dd>\n", escape(label), escape(value));
    format!("<dl>\n{}</dl>\n", facts.iter().map(fact).collect::<String>())
}

fn table_figure(table: &Table, number: usize, words: &Words) -> String {
    let id = format!("table-{number}");
    let mut out = format!("<figure class=\"table\">\n<figcaption id=\"{id}\">");
    out += &format!("<b>{} {number}{}</b>{}</figcaption>\n", words.table, words.stop, escape(&table.caption));
    out += &table_box(table, &id);
    if !table.notes.is_empty() {
        let notes = table.notes.iter().map(|note| optional("p", "", note));
        out += &format!("<div class=\"notes\">\n{}</div>\n", notes.collect::<String>());
    }
    out + "</figure>\n"
}

fn plot_figure(plot: &Plot, number: usize, document: &Document) -> String {
    let words = document.language.words();
    let id = format!("figure-{number}");
    let mut out = format!(
        "<figure class=\"plot\">\n<div class=\"scroll\" role=\"region\" aria-labelledby=\"{id}\" tabindex=\"0\">\n"
    );
    out += &svg(plot, Theme::Inherit);
    out += &format!("</div>\n<figcaption id=\"{id}\"><b>{} {number}{}</b>", words.figure, words.stop);
    out += &format!("{}</figcaption>\n<details>\n<summary>{}</summary>\n", escape(plot.caption()), words.numbers);
    out += &table_box(&plot.numbers(document.language), &id);
    out + "</details>\n</figure>\n"
}

/// A table in a box that scrolls. Rows below a rule are a body of their own.
fn table_box(table: &Table, caption_id: &str) -> String {
    let columns = table.full_columns();
    let mut out = format!("<div class=\"scroll\" role=\"region\" aria-labelledby=\"{caption_id}\" tabindex=\"0\">\n");
    out += &format!("<table aria-labelledby=\"{caption_id}\">\n<thead>\n{}</thead>\n<tbody>\n", header(&columns));
    for (number, row) in table.rows.iter().enumerate() {
        if row.rule_above && number > 0 {
            out += "</tbody>\n<tbody>\n";
        }
        out += &body_row(row, &columns);
    }
    out + "</tbody>\n</table>\n</div>\n"
}

/// The heads; where there are groups, those without one reach over both rows.
fn header(columns: &[Column]) -> String {
    if columns.iter().all(|column| column.group.is_none()) {
        return format!("<tr>{}</tr>\n", columns.iter().map(|column| head(column, "", "")).collect::<String>());
    }
    let (mut upper, mut lower, mut first) = (String::new(), String::new(), 0);
    for (group, count) in Table::groups(columns) {
        let members = &columns[first..first + count];
        first += count;
        match group {
            Some(group) => {
                let group = escape(group);
                upper +=
                    &format!("<th scope=\"colgroup\" colspan=\"{count}\" class=\"group\"><span>{group}</span></th>");
                for (place, column) in members.iter().enumerate() {
                    // The second row does not know by itself where the table ends.
                    let is_last = first == columns.len() && place + 1 == count;
                    lower += &head(column, "", if is_last { "last" } else { "inner" });
                }
            }
            None => upper.extend(members.iter().map(|column| head(column, " rowspan=\"2\"", ""))),
        }
    }
    format!("<tr>{upper}</tr>\n<tr>{lower}</tr>\n")
}

/// The head of a column; an empty one is no head for those who hear the table.
fn head(column: &Column, rows: &str, place: &str) -> String {
    let (tag, scope) = if column.name.is_empty() { ("td", "") } else { ("th", " scope=\"col\"") };
    format!("<{tag}{scope}{rows}{}>{}</{tag}>", class(column.align, Emphasis::Plain, place), escape(&column.name))
}

/// A row; its first cell is its head.
fn body_row(row: &Row, columns: &[Column]) -> String {
    let cell = |(place, column): (usize, &Column)| {
        let (text, emphasis) = row.cell(place);
        let class = class(column.align, emphasis, "");
        match place {
            0 if !text.is_empty() => format!("<th scope=\"row\"{class}>{}</th>", escape(text)),
            _ => format!("<td{class}>{}</td>", escape(text)),
        }
    };
    format!("<tr>{}</tr>\n", columns.iter().enumerate().map(cell).collect::<String>())
}

fn class(align: Align, emphasis: Emphasis, place: &str) -> String {
    let align = match align {
        Align::Left => None,
        Align::Right => Some("right"),
        Align::Centre => Some("centre"),
    };
    let emphasis = match emphasis {
        Emphasis::Plain => None,
        Emphasis::Strong => Some("strong"),
        Emphasis::Muted => Some("muted"),
    };
    let names: Vec<&str> =
        [align, emphasis, Some(place)].into_iter().flatten().filter(|name| !name.is_empty()).collect();
    if names.is_empty() { String::new() } else { format!(" class=\"{}\"", names.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::BarPlot;

    #[test]
    fn headers_span_their_groups() {
        let columns = [Column::left("p"), Column::right("w").in_group("g"), Column::right("l").in_group("g")];
        let expected = "<tr><th scope=\"col\" rowspan=\"2\">p</th><th scope=\"colgroup\" colspan=\"2\" class=\"group\">\
                        <span>g</span></th></tr>\n<tr><th scope=\"col\" class=\"right inner\">w</th>\
                        <th scope=\"col\" class=\"right last\">l</th></tr>\n";
        assert_eq!(header(&columns), expected);
    }

    #[test]
    fn a_heading_keeps_the_plot_below_it() {
        let mut document = Document::new("");
        document.push(Block::Heading("a".to_owned()));
        document.push(Plot::Bars(BarPlot::default()));
        document.push(Block::Heading("b".to_owned()));
        let html = fragment(&document);
        assert!(html.contains("<div class=\"keep\">\n<h2>a</h2>\n<figure"), "{html}");
        assert!(html.contains("</figure>\n</div>\n<h2>b</h2>\n</main>"), "{html}");
    }

    #[test]
    fn rows_below_a_rule_are_a_body() {
        let mut table = Table::new("", [Column::left("a"), Column::right("b")]);
        table.push(["x", "1"]);
        table.push(Row::new(["y"]).strong().ruled());
        let html = table_box(&table, "t");
        let expected = "<tr><th scope=\"row\">x</th><td class=\"right\">1</td></tr>\n</tbody>\n<tbody>\n\
                        <tr><th scope=\"row\" class=\"strong\">y</th><td class=\"right strong\"></td></tr>\n";
        assert!(html.contains(expected), "{html}");
    }
}
