//! Documents with the same text in every place that has one.

use enban_report::number::NumberStyle;
use enban_report::{
    Axis, BarPlot, BarRow, Block, Cell, Column, Document, HeatMap, IntervalPlot, IntervalRow, LinePlot, Panel, Plot,
    Point, Row, Series, Table,
};

/// Text with what is markup in one format or another.
pub const HOSTILE: &str = "[x]*<script>a|b\\c%d_e&f\"g'h#i$j{k}~l^m`n--o,,p\\end{document}&amp;]]>";

/// A document with the text in every place that has one.
pub fn document_of(text: &str) -> Document {
    let mut document = Document::new(text);
    document.subtitle = text.to_owned();
    document.push(Block::Heading(text.to_owned()));
    document.push(Block::Paragraph(text.to_owned()));
    document.push(Block::Facts(vec![(text.to_owned(), text.to_owned())]));
    document.push(Block::Code(format!("{text}\n  {text}")));
    let columns = [Column::left(text), Column::right(text).in_group(text), Column::centre("b").in_group(text)];
    let mut table = Table::new(text, columns);
    table.push([text, text, "1"]);
    table.push(Row::new([Cell::strong(text), Cell::from(text), Cell::from("2")]).muted().ruled());
    table.notes.push(text.to_owned());
    document.push(table);
    for plot in plots_of(text) {
        document.push(plot);
    }
    document
}

/// Every kind of plot, with the text in every place that has one.
pub fn plots_of(text: &str) -> Vec<Plot> {
    let owned = || text.to_owned();
    let axis = || Axis::new(text, NumberStyle::Percent(1));
    let intervals = IntervalPlot {
        caption: owned(),
        axis: axis(),
        rows: vec![IntervalRow { label: owned(), value: 0.5, low: 0.4, high: 0.6, printed: Some(0.45) }],
        reference: Some((0.5, owned())),
        value_name: owned(),
        printed_name: owned(),
    };
    let heat = HeatMap {
        caption: owned(),
        row_axis: owned(),
        column_axis: owned(),
        rows: vec![owned()],
        columns: vec![owned(), "b".to_owned()],
        panels: vec![Panel { title: owned(), values: vec![vec![Some(1.0), None]] }],
        measure: owned(),
        ..HeatMap::default()
    };
    let points = [1.0, 10.0, 100.0].map(|x| Point { x, y: x.sqrt(), interval: Some((0.0, x)) }).to_vec();
    let series = vec![Series { label: owned(), points }; 2];
    let lines = LinePlot { caption: owned(), x: axis().logarithmic(), y: axis(), series, ..LinePlot::default() };
    let bars = BarPlot {
        caption: owned(),
        label: owned(),
        parts: vec![owned(), owned(), "c".to_owned()],
        rows: vec![BarRow { label: owned(), values: vec![5.0, 2.0, 3.0] }],
        decimals: 0,
    };
    vec![Plot::Intervals(intervals), Plot::HeatMap(heat), Plot::Lines(lines), Plot::Bars(bars)]
}
