//! Text that is markup somewhere comes out as text in every format.

mod samples;
mod xml;

use enban_report::{Document, Format, Language, render, render_with_files};
use samples::{HOSTILE, document_of};

#[test]
fn html_shows_the_text_and_nothing_else() {
    let plain = xml::read(&render(&document_of("plain"), Format::Html)).unwrap();
    let hostile = xml::read(&render(&document_of(HOSTILE), Format::Html)).unwrap();
    let elements = |read: &xml::Read| -> Vec<String> {
        let names = read.tags.iter().map(|tag| tag.split([' ', '/']).next().unwrap_or_default());
        // The longer text takes more lines in a plot.
        names
            .filter(|name| !["text", "rect", "polyline", "circle", "polygon"].contains(name))
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(elements(&plain), elements(&hostile));
    let count = |read: &xml::Read, text: &str| read.texts.iter().filter(|found| found.trim() == text).count();
    assert!(count(&plain, "plain") > 20);
    // What a plot cuts short stands in full in its caption and its numbers.
    assert!(count(&hostile, HOSTILE) > 20, "{:?}", hostile.texts);
}

#[test]
fn html_says_its_language() {
    let mut document = Document::new("円盤");
    document.language = Language::Japanese;
    document.push(samples::plots_of("図")[0].clone());
    let page = render(&document, Format::Html);
    assert!(page.contains("<html lang=\"ja\">") && page.contains("<b>図 1　</b>") && page.contains("この図の数値"));
    assert!(xml::read(&page).is_ok());
}

/// The cells of a line of a Markdown table.
fn markdown_cells(line: &str) -> usize {
    let mut cells = 0;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            '|' => cells += 1,
            _ => {}
        }
    }
    cells - 1
}

#[test]
fn markdown_tables_keep_their_columns() {
    let text = render(&document_of(HOSTILE), Format::Markdown);
    let mut lines = text.lines().peekable();
    let (mut tables, mut in_code) = (0, false);
    while let Some(line) = lines.next() {
        in_code ^= line.starts_with("```");
        assert!(in_code || !line.contains("<script"), "{line}");
        if lines.peek().is_some_and(|next| next.starts_with("| :---")) {
            tables += 1;
            let columns = markdown_cells(line);
            while let Some(row) = lines.next_if(|row| row.starts_with('|')) {
                assert_eq!(markdown_cells(row), columns, "{row}");
            }
        }
    }
    assert_eq!(tables, 5);
}

/// Whether braces, environments and dollars of a LaTeX text are closed.
fn check_latex(text: &str) {
    let mut depth = 0;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            '{' => depth += 1,
            '}' => depth -= 1,
            '$' | '%' | '#' | '_' | '~' | '^' | '<' | '|' | '"' => {
                panic!("a bare {letter} before {:?}", letters.as_str().get(..40))
            }
            _ => {}
        }
        assert!(depth >= 0, "before {:?}", letters.as_str().get(..40));
    }
    assert_eq!(depth, 0);
    let mut open = Vec::new();
    for (at, _) in text.match_indices('\\') {
        let name = |rest: &str| rest.split('}').next().unwrap_or_default().to_owned();
        if let Some(rest) = text[at..].strip_prefix("\\begin{") {
            open.push(name(rest));
        } else if let Some(rest) = text[at..].strip_prefix("\\end{") {
            assert_eq!(open.pop(), Some(name(rest)));
        }
    }
    assert_eq!(open, [""; 0]);
}

#[test]
fn latex_is_balanced_and_escaped() {
    let text = render(&document_of(HOSTILE), Format::Latex);
    let (_, body) = text.split_once("\\begin{document}").unwrap();
    check_latex(&format!("\\begin{{document}}{body}"));
    // Three columns, so two unescaped signs a row.
    let rows: Vec<&str> = body.lines().filter(|line| line.ends_with("\\\\") && line.contains(" & ")).collect();
    assert!(rows.len() >= 4);
    for row in rows {
        let signs = row.matches('&').count() - row.matches("\\&").count();
        let spans = row.matches("\\multicolumn{2}").count();
        assert_eq!(signs + spans, 2, "{row}");
    }
}

/// Reads CSV after RFC 4180.
fn read_csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !quoted => {
                assert_eq!(letters.next(), Some('\n'));
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            letter => cell.push(letter),
        }
    }
    assert!(!quoted && row.is_empty() && cell.is_empty());
    rows
}

#[test]
fn csv_cells_come_back() {
    let rows = read_csv(&render(&document_of(HOSTILE), Format::Csv));
    assert_eq!(rows[0], [HOSTILE]);
    assert_eq!(rows[1], [HOSTILE, &format!("{HOSTILE}: {HOSTILE}"), &format!("{HOSTILE}: b")]);
    assert_eq!(rows[2], [HOSTILE, HOSTILE, "1"]);
    assert_eq!(rows[4], [""]);
    assert_eq!(rows[5], [HOSTILE]);
    let table = &render_with_files(&document_of(HOSTILE), Format::Csv, "t")[0];
    assert_eq!(table.name, "t-1.csv");
    assert_eq!(read_csv(&table.content), rows[1..4]);
}
