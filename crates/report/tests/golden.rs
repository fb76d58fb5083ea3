//! A small document in every format, letter by letter.

use enban_report::number::NumberStyle;
use enban_report::{
    Axis, BarPlot, BarRow, Block, Column, Document, Format, LinePlot, Plot, Point, Row, Series, Table, Theme,
    html_fragment, render, render_with_files, svg,
};

fn small() -> Document {
    let mut document = Document::new("Nip & Reversi");
    document.subtitle = "a test".to_owned();
    document.push(Block::Heading("Result".to_owned()));
    document.push(Block::Paragraph("100% of it.\nReally.".to_owned()));
    document.push(Block::Facts(vec![("Games".to_owned(), "10".to_owned())]));
    document.push(Block::Code("enban match --games 10\n".to_owned()));
    let mut table = Table::new(
        "Points.",
        [Column::left("Player"), Column::right("won").in_group("Games"), Column::right("lost").in_group("Games")],
    );
    table.push(["a_b", "7", "3"]);
    table.push(Row::new(["sum", "−1", "p < 0.001"]).strong().ruled());
    table.notes.push("Counted twice.".to_owned());
    document.push(table);
    document
}

#[test]
fn markdown() {
    let expected = r"# Nip &amp; Reversi

*a test*

## Result

100% of it. Really.

- **Games**: 10

```
enban match --games 10
```

**Table 1.** Points.

| Player | Games: won | Games: lost |
| :--- | ---: | ---: |
| a\_b | 7 | 3 |
| **sum** | **−1** | **p &lt; 0.001** |

Counted twice.
";
    assert_eq!(render(&small(), Format::Markdown), expected);
}

#[test]
fn html() {
    let expected = r#"<main class="enban-report" lang="en">
<header>
<h1>Nip &amp; Reversi</h1>
<p class="subtitle">a test</p>
</header>
<h2>Result</h2>
<p>100% of it. Really.</p>
<dl>
<dt>Games</dt><dd>10</dd>
</dl>
<pre tabindex="0"><code>enban match --games 10</code></pre>
<figure class="table">
<figcaption id="table-1"><b>Table 1. </b>Points.</figcaption>
<div class="scroll" role="region" aria-labelledby="table-1" tabindex="0">
<table aria-labelledby="table-1">
<thead>
<tr><th scope="col" rowspan="2">Player</th><th scope="colgroup" colspan="2" class="group"><span>Games</span></th></tr>
<tr><th scope="col" class="right inner">won</th><th scope="col" class="right last">lost</th></tr>
</thead>
<tbody>
<tr><th scope="row">a_b</th><td class="right">7</td><td class="right">3</td></tr>
</tbody>
<tbody>
<tr><th scope="row" class="strong">sum</th><td class="right strong">−1</td><td class="right strong">p &lt; 0.001</td></tr>
</tbody>
</table>
</div>
<div class="notes">
<p>Counted twice.</p>
</div>
</figure>
</main>
"#;
    assert_eq!(html_fragment(&small()), expected);
    let page = render(&small(), Format::Html);
    assert!(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">\n") && page.contains(expected));
    // One file: nothing is fetched and nothing runs.
    for part in ["src=", "href=", "url(", "@import", "<script"] {
        assert!(!page.contains(part), "{part}");
    }
}

#[test]
fn latex() {
    let expected = r"\begin{document}
\begin{center}
{\LARGE Nip \& Reversi\par}
\medskip{\large\itshape a test\par}
\end{center}
\bigskip

\section*{Result}

100\% of it. Really.\par

\begin{description}
\setlength{\itemsep}{0pt}\setlength{\parskip}{0.2em}
\item[{Games}] 10
\end{description}

\begin{quote}\ttfamily\small\raggedright
\mbox{}enban match -{}-games 10
\end{quote}

\begin{table}[H]
\centering
\caption{Points.}
\begin{lrbox}{\enbantable}
\begin{tabular}{@{}lrr@{}}
\toprule
 & \multicolumn{2}{c}{Games} \\
\cmidrule(lr){2-3}
Player & won & lost \\
\midrule
a\_b & 7 & 3 \\
\midrule
\textbf{sum} & \textbf{\ensuremath{-}1} & \textbf{p \textless{} 0.001} \\
\bottomrule
\end{tabular}
\end{lrbox}
\ifdim\wd\enbantable>\linewidth\resizebox{\linewidth}{!}{\usebox{\enbantable}}\else\usebox{\enbantable}\fi
\par\medskip\parbox{0.9\linewidth}{\footnotesize Counted twice.}
\end{table}
\end{document}
";
    let text = render(&small(), Format::Latex);
    assert!(text.starts_with("\\documentclass[11pt,a4paper]{article}\n"));
    assert_eq!(&text[text.find("\\begin{document}").unwrap()..], expected);
}

#[test]
fn csv() {
    let one = "Player,Games: won,Games: lost\r\na_b,7,3\r\nsum,-1,p < 0.001\r\n";
    let mut document = small();
    assert_eq!(render(&document, Format::Csv), one);
    document.push(Plot::Bars(bars()));
    let two = format!("Points.\r\n{one}\r\nShares.\r\nrow,won,lost\r\na,75%,25%\r\n");
    assert_eq!(render(&document, Format::Csv), two);
}

fn bars() -> BarPlot {
    BarPlot {
        caption: "Shares.".to_owned(),
        parts: ["won", "lost"].map(str::to_owned).to_vec(),
        rows: vec![BarRow { label: "a".to_owned(), values: vec![3.0, 1.0] }],
        ..BarPlot::default()
    }
}

#[test]
fn plots_of_markdown_are_numbers_or_files() {
    let mut document = Document::new("");
    document.push(Plot::Bars(bars()));
    let numbers = "| row | won | lost |\n| :--- | ---: | ---: |\n| a | 75% | 25% |\n\n**Figure 1.** Shares.\n";
    assert_eq!(render(&document, Format::Markdown), numbers);
    let files = render_with_files(&document, Format::Markdown, "out");
    assert_eq!(files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), ["out.md", "out-1.svg"]);
    assert_eq!(files[0].content, "![Shares.](out-1.svg)\n\n**Figure 1.** Shares.\n");
    assert_eq!(files[1].content, svg(&Plot::Bars(bars()), Theme::Automatic));
}

#[test]
fn files_are_named_after_their_format() {
    let check = |format: Format, expected: &[&str]| {
        let files = render_with_files(&small(), format, "out");
        assert_eq!(files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), expected);
        assert_eq!(files[0].content, render(&small(), format));
    };
    check(Format::Markdown, &["out.md"]);
    check(Format::Html, &["out.html"]);
    check(Format::Latex, &["out.tex"]);
    check(Format::Csv, &["out.csv"]);
}

#[test]
fn a_small_plot_in_svg() {
    let points = [(0.0, 0.0), (10.0, 5.0)].map(|(x, y)| Point { x, y, interval: None }).to_vec();
    let axis = |label: &str, high: f64| Axis::new(label, NumberStyle::Plain(0)).between(0.0, high);
    let plot = LinePlot {
        caption: "Line.".to_owned(),
        x: axis("time", 10.0),
        y: axis("way", 5.0),
        series: vec![Series { label: "a".to_owned(), points }],
        ..LinePlot::default()
    };
    let text = svg(&Plot::Lines(plot), Theme::Inherit);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1..3], ["<title>Line.</title>", "<desc>way by time. a: from 0 at 0 to 5 at 10.</desc>"]);
    let has = |line: &str| assert!(lines.contains(&line), "no {line} in\n{text}");
    has(r##"<text x="0" y="16" font-size="11.5" fill="var(--enban-muted, #595e66)">way</text>"##);
    has(
        r##"<polyline points="15.13,288 626,28" fill="none" stroke="var(--enban-series-1, #0b5cad)" stroke-width="1.8"/>"##,
    );
    has(r##"<circle cx="626" cy="28" r="4.2" fill="var(--enban-series-1, #0b5cad)"/>"##);
}
