//! Writes a report with every kind of block, in every format, to a folder.
//!
//! `cargo run -p enban-report --example sample -- target/sample` makes `sample.html`, `sample.tex` and the
//! rest there. The figures are invented.

use enban_report::number::{NumberStyle, integer, p_value, percent, percent_interval, signed};
use enban_report::{
    Axis, BarPlot, BarRow, Block, Cell, Column, Document, Format, HeatMap, IntervalPlot, IntervalRow, LinePlot, Panel,
    Plot, Point, Row, Scale, Series, Spread, Table, render_with_files,
};

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "target/sample".to_owned());
    std::fs::create_dir_all(&folder)?;
    for format in Format::ALL {
        for file in render_with_files(&sample(), format, "sample") {
            std::fs::write(format!("{folder}/{}", file.name), file.content)?;
        }
    }
    println!("wrote {folder}/sample.html and its neighbours");
    Ok(())
}

/// The report.
fn sample() -> Document {
    let mut document = Document::new("Does the corner map help on a round board?");
    document.subtitle = "A sample of every block; the figures are invented".to_owned();
    document.push(Block::Paragraph(
        "Two players met in pairs of games with the sides swapped. The first values squares by a map, the second by \
         mobility alone. What follows is the result, held against the figures of an earlier study."
            .to_owned(),
    ));
    document.push(Block::Facts(vec![
        ("Games".to_owned(), format!("{} in {} pairs", integer(12_000), integer(6_000))),
        ("Openings".to_owned(), "all positions after four moves, each once".to_owned()),
        ("Intervals".to_owned(), "95%, Wilson".to_owned()),
        ("Seed".to_owned(), "7".to_owned()),
    ]));
    document.push(Block::Code(
        "enban match 'uct(playouts=1000)' 'alphabeta(depth=6)' \\\n    --games 12000 --seed 7".to_owned(),
    ));
    document.push(Block::Heading("Results".to_owned()));
    document.push(results());
    document.push(intervals());
    document.push(bars());
    document.push(Block::Heading("Strength by playouts".to_owned()));
    document.push(lines(Spread::Whiskers, "Score by playouts, with whiskers of 95%."));
    document.push(lines(Spread::Band, "The same with bands."));
    document.push(Block::Heading("The grid".to_owned()));
    document.push(single_map());
    document.push(panels());
    document
}

fn results() -> Table {
    let mut table = Table::new(
        "Share of points of the first player, by board and colour.",
        [
            Column::left("Board"),
            Column::right("Games"),
            Column::right("as black").in_group("Share of points"),
            Column::right("as white").in_group("Share of points"),
            Column::right("both, 95%").in_group("Share of points"),
            Column::right("Elo"),
            Column::right("Test"),
        ],
    );
    let figures = [
        ("Reversi 6x6", 4_000, 0.561, 0.502, 31.2, 0.0004),
        ("Reversi 8x8", 4_000, 0.548, 0.519, 23.3, 0.012),
        ("Nip", 4_000, 0.487, 0.471, -14.6, 0.083),
    ];
    for (board, games, black, white, elo, p) in figures {
        let both = (black + white) / 2.0;
        let share = percent_interval(both, both - 0.0154, both + 0.0154, 1);
        let cells =
            [board.to_owned(), integer(games), percent(black, 1), percent(white, 1), share, signed(elo, 1), p_value(p)];
        let mut row = Row::new(cells);
        if elo > 30.0 {
            row.cells[5] = Cell::strong(signed(elo, 1));
        }
        table.push(row);
    }
    table.push(
        Row::new(["All", "12\u{202F}000", "53.2%", "49.7%", "51.5% (50.6 to 52.4)", "+10.1", "p = 0.002"])
            .strong()
            .ruled(),
    );
    table.push(Row::new(["Earlier study", "500", "55.0%", "51.2%", "53.1%", "+21.6", "–"]).muted());
    table.notes.push("Elo is that of the share of both colours. Tests are two-sided, after Holm.".to_owned());
    table
}

fn intervals() -> Plot {
    let row = |label: &str, value: f64, half: f64, printed: Option<f64>| IntervalRow {
        label: label.to_owned(),
        value,
        low: value - half,
        high: value + half,
        printed,
    };
    Plot::Intervals(IntervalPlot {
        caption: "Share of points of the first player with 95% intervals, and the printed figures.".to_owned(),
        axis: Axis::new("share of points", NumberStyle::Percent(1)),
        rows: vec![
            row("Reversi 6x6", 0.532, 0.015, Some(0.551)),
            row("Reversi 8x8", 0.534, 0.015, Some(0.531)),
            row("Nip", 0.479, 0.016, Some(0.452)),
            row("Nip without the lap, from a random opening of eight moves", 0.505, 0.028, None),
            row("四人リバーシ", 0.493, 0.022, Some(0.52)),
        ],
        reference: Some((0.5, "even".to_owned())),
        printed_name: "printed (study of 2019)".to_owned(),
        ..IntervalPlot::default()
    })
}

fn bars() -> Plot {
    let row = |label: &str, values: [f64; 3]| BarRow { label: label.to_owned(), values: values.to_vec() };
    Plot::Bars(BarPlot {
        caption: "Games won, drawn and lost by the first player.".to_owned(),
        label: "share of games".to_owned(),
        parts: ["won", "drawn", "lost"].map(str::to_owned).to_vec(),
        rows: vec![
            row("Reversi 6x6", [2050.0, 155.0, 1795.0]),
            row("Reversi 8x8", [2080.0, 110.0, 1810.0]),
            row("Nip", [1900.0, 24.0, 2076.0]),
        ],
        decimals: 1,
    })
}

fn lines(spread: Spread, caption: &str) -> Plot {
    let series = |label: &str, gain: f64, start: f64| Series {
        label: label.to_owned(),
        points: [10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0, 10_000.0]
            .into_iter()
            .map(|x: f64| {
                let y = start + (1.0 - start) * (1.0 - (-gain * x.log10()).exp()) * 0.9;
                Point { x, y, interval: Some((y - 0.025, y + 0.025)) }
            })
            .collect(),
    };
    Plot::Lines(LinePlot {
        caption: caption.to_owned(),
        x: Axis::new("playouts a move", NumberStyle::Plain(0)).logarithmic(),
        y: Axis::new("share of points", NumberStyle::Percent(1)),
        series: vec![
            series("tree search", 0.5, 0.2),
            series("plain Monte Carlo", 0.2, 0.22),
            series("rollouts with a map", 0.3, 0.1),
        ],
        spread,
        reference: Some(0.5),
    })
}

fn single_map() -> Plot {
    let names = ["random", "greedy", "mobility", "corner map", "alphabeta(depth=6)"].map(str::to_owned).to_vec();
    let strength = [0.0, 0.8, 1.5, 2.0, 3.1];
    let value = |row: usize, column: usize| {
        let difference: f64 = strength[row] - strength[column];
        (row != column).then(|| 1.0 / (1.0 + (-difference).exp()))
    };
    let values = (0..5).map(|row| (0..5).map(|column| value(row, column)).collect()).collect();
    Plot::HeatMap(HeatMap {
        caption: "Share of points of the row against the column.".to_owned(),
        row_axis: "player".to_owned(),
        column_axis: "opponent".to_owned(),
        rows: names.clone(),
        columns: names,
        panels: vec![Panel { title: String::new(), values }],
        scale: Scale::Diverging { middle: 0.5, reach: Some(0.5) },
        measure: "share of points".to_owned(),
        numbers: NumberStyle::Percent(1),
    })
}

fn panels() -> Plot {
    let digits: Vec<String> = (0..6).map(|number| number.to_string()).collect();
    let panel = |depth: usize| Panel {
        title: format!("depth {}", depth + 1),
        values: (0..6)
            .map(|row| {
                (0..6)
                    .map(|column| Some(12.0 * ((row * 2 + column + depth * 3) as f64 / 5.0).sin() + depth as f64))
                    .collect()
            })
            .collect(),
    };
    Plot::HeatMap(HeatMap {
        caption: "Mean margin by weights and depth: 216 cells in six panels.".to_owned(),
        row_axis: "weight of corners".to_owned(),
        column_axis: "weight of edges".to_owned(),
        rows: digits.clone(),
        columns: digits,
        panels: (0..6).map(panel).collect(),
        scale: Scale::Diverging { middle: 0.0, reach: None },
        measure: "margin in discs".to_owned(),
        numbers: NumberStyle::Signed(0),
    })
}
