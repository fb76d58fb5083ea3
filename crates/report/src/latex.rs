//! Documents as LaTeX.
//!
//! The packages are those of Debian's `texlive-latex-recommended` and `texlive-pictures`. Latin, Greek
//! letters and the usual signs compile with `pdflatex`. Other letters, such as Japanese, are shown by
//! `lualatex` with the package luatexja; `pdflatex` compiles them too, with the number of the letter in its
//! place.

use std::collections::BTreeSet;

use crate::document::{Align, Block, Column, Document, Emphasis, Row, Table};
use crate::language::Language;
use crate::text::{code_lines, letters};
use crate::tikz;

/// A table with more rows is broken over pages.
const ROWS_ON_A_PAGE: usize = 36;
/// A column of words with a longer cell is set in lines.
const LETTERS_IN_A_LINE: usize = 44;

pub(crate) fn write(document: &Document) -> String {
    let body = body(document);
    let mut out = preamble(document, &body);
    out += "\\begin{document}\n";
    out += &title(document);
    out + &body + "\\end{document}\n"
}

/// The title and the line below it, without the room that an article leaves for its authors.
fn title(document: &Document) -> String {
    if document.title.is_empty() && document.subtitle.is_empty() {
        return String::new();
    }
    let (title, subtitle) = (escape(&document.title), escape(&document.subtitle));
    let mut out = format!("\\begin{{center}}\n{{\\LARGE {title}\\par}}\n");
    if !subtitle.is_empty() {
        out += &format!("\\medskip{{\\large\\itshape {subtitle}\\par}}\n");
    }
    out + "\\end{center}\n\\bigskip\n"
}

fn body(document: &Document) -> String {
    let mut out = String::new();
    for block in &document.blocks {
        out += "\n";
        match block {
            Block::Heading(text) => out += &format!("\\section*{{{}}}\n", escape(text)),
            Block::Paragraph(text) => out += &format!("{}\\par\n", escape(text)),
            Block::Facts(facts) => out += &fact_list(facts),
            Block::Code(code) => out += &code_block(code),
            Block::Table(table) if table.rows.len() > ROWS_ON_A_PAGE => out += &long_table(table),
            Block::Table(table) => out += &float_table(table),
            Block::Plot(plot) => {
                out += "\\begin{figure}[H]\n\\centering\n";
                out += &tikz::picture(plot);
                out += &format!("\n\\caption{{{}}}\n\\end{{figure}}\n", escape(plot.caption()));
            }
        }
    }
    out
}

/// Everything before the document, with what the letters of the text ask for.
fn preamble(document: &Document, body: &str) -> String {
    let text = [escape(&document.title), escape(&document.subtitle), body.to_owned()].concat();
    let foreign: BTreeSet<char> = text.chars().filter(|&letter| !pdftex_knows(letter)).collect();
    let japanese = document.language == Language::Japanese;
    let mut out = String::new();
    if !foreign.is_empty() || japanese {
        out += "% Compile with lualatex. pdflatex shows the numbers of the letters that it does not have.\n";
    }
    out += PACKAGES;
    if !foreign.is_empty() || japanese {
        out += LUATEX_JAPANESE;
    }
    if !foreign.is_empty() {
        out += "\\ifPDFTeX\n  \\newcommand{\\enbanletter}[1]{{\\tiny\\fbox{\\texttt{#1}}}}\n";
        for letter in foreign {
            let number = format!("{:04X}", u32::from(letter));
            out += &format!("  \\DeclareUnicodeCharacter{{{number}}}{{\\enbanletter{{{number}}}}}\n");
        }
        out += "\\fi\n";
    }
    if japanese {
        out += "\\ifPDFTeX\\else\\renewcommand{\\tablename}{表}\\renewcommand{\\figurename}{図}\\fi\n";
    }
    out + &tikz::colours()
}

const PACKAGES: &str = r"\documentclass[11pt,a4paper]{article}
\usepackage{iftex}
\ifPDFTeX
  \usepackage[T1]{fontenc}
  \usepackage[utf8]{inputenc}
  \usepackage{textcomp}
  \IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\fi
\usepackage[margin=25mm]{geometry}
\usepackage{array,booktabs,longtable,float,graphicx,caption}
\usepackage{tikz}
\captionsetup{labelfont=bf,font=small}
\setlength{\parindent}{0pt}
\setlength{\parskip}{0.6em}
\setlength{\emergencystretch}{3em}
\newsavebox{\enbantable}
";

const LUATEX_JAPANESE: &str = r"\ifLuaTeX
  \IfFileExists{luatexja.sty}{\usepackage{luatexja}}{\typeout{Install luatexja for Japanese letters.}}
\fi
";

/// A table that stays on one page, made smaller if it is too wide.
fn float_table(table: &Table) -> String {
    let columns = table.full_columns();
    let mut out = format!("\\begin{{table}}[H]\n\\centering\n\\caption{{{}}}\n", escape(&table.caption));
    out += &format!("\\begin{{lrbox}}{{\\enbantable}}\n\\begin{{tabular}}{{{}}}\n", column_types(table, &columns));
    out += &header(&columns);
    out += &rows(table, columns.len());
    out += "\\bottomrule\n\\end{tabular}\n\\end{lrbox}\n";
    out += "\\ifdim\\wd\\enbantable>\\linewidth\\resizebox{\\linewidth}{!}{\\usebox{\\enbantable}}\\else\\usebox{\\enbantable}\\fi\n";
    if !table.notes.is_empty() {
        let notes: Vec<String> = table.notes.iter().map(|note| escape(note)).collect();
        out += &format!("\\par\\medskip\\parbox{{0.9\\linewidth}}{{\\footnotesize {}}}\n", notes.join("\\par "));
    }
    out + "\\end{table}\n"
}

/// A table that is broken over pages and repeats its header.
fn long_table(table: &Table) -> String {
    let columns = table.full_columns();
    let header = header(&columns);
    let mut out = format!("{{\\small\n\\begin{{longtable}}{{{}}}\n", column_types(table, &columns));
    out += &format!("\\caption{{{}}}\\\\\n{header}\\endfirsthead\n{header}\\endhead\n", escape(&table.caption));
    out += "\\bottomrule\n\\endlastfoot\n";
    out += &rows(table, columns.len());
    out += "\\end{longtable}\n";
    for note in &table.notes {
        out += &format!("{{\\footnotesize {}\\par}}\n", escape(note));
    }
    out + "}\n"
}

fn column_types(table: &Table, columns: &[Column]) -> String {
    let letter = |(place, column): (usize, &Column)| {
        let longest = table.rows.iter().map(|row| row.cell(place).0.chars().count()).max().unwrap_or(0);
        match column.align {
            Align::Left if longest > LETTERS_IN_A_LINE => r">{\raggedright\arraybackslash}p{0.45\linewidth}",
            Align::Left => "l",
            Align::Right => "r",
            Align::Centre => "c",
        }
    };
    let types: String = columns.iter().enumerate().map(letter).collect();
    // A table without columns would not compile.
    format!("@{{}}{}@{{}}", if types.is_empty() { "l" } else { &types })
}

/// The heads between their rules, with a row of groups above if there are any.
fn header(columns: &[Column]) -> String {
    let mut out = "\\toprule\n".to_owned();
    if columns.iter().any(|column| column.group.is_some()) {
        let mut first = 1;
        let (mut heads, mut rules) = (Vec::new(), String::new());
        for (group, count) in Table::groups(columns) {
            heads.push(
                group.map_or(String::new(), |group| format!("\\multicolumn{{{count}}}{{c}}{{{}}}", escape(group))),
            );
            if group.is_some() {
                rules += &format!("\\cmidrule(lr){{{first}-{}}}", first + count - 1);
            }
            first += count;
        }
        out += &format!("{} \\\\\n{rules}\n", heads.join(" & "));
    }
    let names: Vec<String> = columns.iter().map(|column| escape(&column.name)).collect();
    out + &format!("{} \\\\\n\\midrule\n", names.join(" & "))
}

fn rows(table: &Table, width: usize) -> String {
    let mut out = String::new();
    for (number, row) in table.rows.iter().enumerate() {
        if row.rule_above && number > 0 {
            out += "\\midrule\n";
        }
        let cells: Vec<String> = (0..width).map(|column| cell(row, column)).collect();
        out += &format!("{} \\\\\n", cells.join(" & "));
    }
    out
}

fn cell(row: &Row, column: usize) -> String {
    let (text, emphasis) = row.cell(column);
    match (emphasis, escape(text)) {
        (_, text) if text.is_empty() => text,
        (Emphasis::Plain, text) => text,
        (Emphasis::Strong, text) => format!("\\textbf{{{text}}}"),
        (Emphasis::Muted, text) => format!("\\textcolor{{enban-muted}}{{{text}}}"),
    }
}

fn fact_list(facts: &[(String, String)]) -> String {
    if facts.is_empty() {
        // An empty list would not compile.
        return String::new();
    }
    let mut out = "\\begin{description}\n\\setlength{\\itemsep}{0pt}\\setlength{\\parskip}{0.2em}\n".to_owned();
    for (label, value) in facts {
        out += &format!("\\item[{{{}}}] {}\n", escape(label), escape(value));
    }
    out + "\\end{description}\n"
}

/// A command in type of equal widths; it may be broken at blanks.
fn code_block(code: &str) -> String {
    let line = |line: String| {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        // TeX drops blanks at the start of a line, but not after an empty box.
        let text = escape(&line[blanks..]).replace('\'', "\\textquotesingle{}").replace("  ", " \\ ");
        format!("\\mbox{{}}{}{text}", "\\ ".repeat(blanks))
    };
    let lines: Vec<String> = code_lines(code).map(line).collect();
    format!("\\begin{{quote}}\\ttfamily\\small\\raggedright\n{}\n\\end{{quote}}\n", lines.join("\\\\\n"))
}

/// Text for LaTeX: what is markup there is escaped, and signs of mathematics are set as such.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = None;
    for letter in letters(text) {
        // Two of these in a row would become one sign.
        if before == Some(letter) && matches!(letter, '-' | ',' | '\'') {
            out += "{}";
        }
        before = Some(letter);
        match letter {
            '\\' => out += "\\textbackslash{}",
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => out.extend(['\\', letter]),
            '~' => out += "\\textasciitilde{}",
            '^' => out += "\\textasciicircum{}",
            '<' => out += "\\textless{}",
            '>' => out += "\\textgreater{}",
            '|' => out += "\\textbar{}",
            '`' => out += "\\textasciigrave{}",
            '"' => out += "\\textquotedbl{}",
            // After the end of a row these would be read as its arguments.
            '[' | ']' | '*' => out.extend(['{', letter, '}']),
            '\u{A0}' => out.push('~'),
            '\u{2009}' | '\u{202F}' => out += "\\,",
            '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}' | '\u{FEFF}' => {}
            letter => match mathematics(letter) {
                Some(name) => out += &format!("\\ensuremath{{{name}}}"),
                None => out.push(letter),
            },
        }
    }
    out
}

/// The name of a sign in mathematics.
fn mathematics(letter: char) -> Option<String> {
    const SIGNS: &str = "−- ≤\\leq ≥\\geq ≠\\neq ≈\\approx ∞\\infty →\\rightarrow ←\\leftarrow ↑\\uparrow ↓\\downarrow \
        ∈\\in √\\surd ∑\\sum ≪\\ll ≫\\gg ∝\\propto ∼\\sim ●\\bullet ○\\circ ◇\\diamond △\\triangle \
        Γ\\Gamma Δ\\Delta Θ\\Theta Λ\\Lambda Ξ\\Xi Π\\Pi Σ\\Sigma Φ\\Phi Ψ\\Psi Ω\\Omega \
        α\\alpha β\\beta γ\\gamma δ\\delta ε\\varepsilon ζ\\zeta η\\eta θ\\theta ι\\iota κ\\kappa λ\\lambda μ\\mu ν\\nu \
        ξ\\xi π\\pi ρ\\rho σ\\sigma τ\\tau υ\\upsilon φ\\varphi χ\\chi ψ\\psi ω\\omega";
    let mut signs = SIGNS.split_whitespace();
    signs.find_map(|sign| sign.strip_prefix(letter)).map(str::to_owned)
}

/// Whether `pdflatex` has the letter: Latin with its accents, and the signs of print.
fn pdftex_knows(letter: char) -> bool {
    let rare = "ĦħĨĩĬĭĮįĸĿŀŉŎŏŦŧŨũŬŭſ";
    match letter {
        '\u{0}'..='\u{FF}' => true,
        '\u{100}'..='\u{17F}' => !rare.contains(letter),
        _ => "–—‘’‚“”„†‡•…‰‹›€™".contains(letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        let check = |text: &str, expected: &str| assert_eq!(escape(text), expected, "{text}");
        check(r"a\b", r"a\textbackslash{}b");
        check("50% of a_b & #1 {x} $y$", r"50\% of a\_b \& \#1 \{x\} \$y\$");
        check("<a|b>~^", r"\textless{}a\textbar{}b\textgreater{}\textasciitilde{}\textasciicircum{}");
        check("--games 'a' ''b'' ,,", r"-{}-games 'a' '{}'b'{}' ,{},");
        check("[1] *", "{[}1{]} {*}");
        check("−3.5 ≤ α", r"\ensuremath{-}3.5 \ensuremath{\leq} \ensuremath{\alpha}");
        check("12\u{202F}345", r"12\,345");
        check("円盤 ü\u{0}\n", "円盤 ü ");
    }

    #[test]
    fn foreign_letters_ask_for_lualatex() {
        let latin = write(&Document::new("Über 50% – Ōsaka"));
        assert!(!latin.contains("lualatex") && !latin.contains("DeclareUnicodeCharacter"));
        let japanese = write(&Document::new("円"));
        assert!(japanese.starts_with("% Compile with lualatex."));
        assert!(japanese.contains(r"\DeclareUnicodeCharacter{5186}{\enbanletter{5186}}"));
        assert!(japanese.contains(r"\usepackage{luatexja}"));
    }

    #[test]
    fn commands_keep_their_blanks() {
        let expected = "\\begin{quote}\\ttfamily\\small\\raggedright\n\\mbox{}a \\ b -{}-c\\\\\n\\mbox{}\\ \\ d\\\\\n\\mbox{}\\\\\n\
                        \\mbox{}e\n\\end{quote}\n";
        assert_eq!(code_block("a  b --c\n  d\n\ne\n"), expected);
    }

    #[test]
    fn headers_span_their_groups() {
        let columns = [
            Column::left("player"),
            Column::right("won").in_group("black"),
            Column::right("lost").in_group("black"),
            Column::centre(""),
        ];
        let expected = "\\toprule\n & \\multicolumn{2}{c}{black} &  \\\\\n\\cmidrule(lr){2-3}\n\
                        player & won & lost &  \\\\\n\\midrule\n";
        assert_eq!(header(&columns), expected);
    }

    #[test]
    fn long_tables_are_broken_over_pages() {
        let mut table = Table::new("c", [Column::left("a")]);
        for _ in 0..=ROWS_ON_A_PAGE {
            table.push(["x"]);
        }
        let mut document = Document::new("t");
        document.push(table);
        assert!(write(&document).contains("\\begin{longtable}{@{}l@{}}"));
    }
}
