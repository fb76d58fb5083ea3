//! What LaTeX itself says: `cargo test -p enban-report --test latex -- --ignored`.
//!
//! Needs `pdflatex` with Debian's `texlive-latex-recommended` and `texlive-pictures`; without it the test
//! says so and passes.

mod odd;
mod samples;

use std::path::Path;
use std::process::Command;

use enban_report::{Block, Column, Document, Format, Language, Table, render};

/// Compiles a document and returns what TeX said; a fault is shown with the lines around it.
fn compile(name: &str, document: &Document) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("enban-report");
    std::fs::create_dir_all(&folder).expect("cargo gives tests a folder");
    std::fs::write(folder.join(name).with_extension("tex"), render(document, Format::Latex))
        .expect("the folder is there");
    let arguments = ["-interaction=nonstopmode", "-halt-on-error", name];
    let output = match Command::new("pdflatex").args(arguments).current_dir(&folder).output() {
        Ok(output) => output,
        Err(error) => {
            eprintln!("skipped, pdflatex does not start: {error}");
            return String::new();
        }
    };
    let log = String::from_utf8_lossy(&output.stdout).into_owned();
    let fault = log.find("\n!").map_or("", |at| &log[at..]);
    assert!(output.status.success(), "{name}: {fault}");
    log
}

#[test]
#[ignore = "needs pdflatex"]
fn ordinary_text_fits_the_page() {
    let log = compile("ordinary", &samples::document_of("some words about nothing"));
    let overfull: Vec<&str> = log.lines().filter(|line| line.contains("Overfull \\hbox")).collect();
    assert_eq!(overfull, [""; 0]);
}

#[test]
#[ignore = "needs pdflatex"]
fn hostile_text_compiles() {
    compile("hostile", &samples::document_of(samples::HOSTILE));
}

#[test]
#[ignore = "needs pdflatex"]
fn foreign_letters_compile() {
    let latin: String = ('\u{A0}'..='\u{17F}').collect();
    let signs = "−≤≥≠≈∞→←↑↓∈√∑≪≫∝∼●○◇△ΓΔΘΛΞΠΣΦΨΩαβγδεζηθικλμνξπρστυφχψω–—‘’‚“”„†‡•…‰‹›€™";
    for (name, text) in [("latin", latin.as_str()), ("signs", signs), ("japanese", "四人リバーシ 🀄 ✓ ａ")] {
        let text: Vec<String> = text.chars().map(String::from).collect();
        let mut document = samples::document_of(&text.join(" ")[..12]);
        document.language = Language::Japanese;
        document.push(Block::Paragraph(text.join(" ")));
        compile(name, &document);
    }
}

#[test]
#[ignore = "needs pdflatex"]
fn odd_plots_and_empty_blocks_compile() {
    let mut document = Document::new("");
    document.push(Table::default());
    document.push(Block::Facts(Vec::new()));
    document.push(Block::Code(String::new()));
    document.push(Block::Paragraph(String::new()));
    for plot in odd::plots() {
        document.push(plot.numbers(Language::English));
        document.push(plot);
    }
    let mut long = Table::new("long", [Column::left("a"), Column::right("b")]);
    for number in 0..90 {
        long.push([format!("row {number}"), number.to_string()]);
    }
    long.notes.push("A note.".to_owned());
    document.push(long);
    compile("odd", &document);
}
