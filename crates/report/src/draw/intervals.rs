//! Dots with whiskers, one a row.

use super::frame::{RowLabels, Span, Swatch, bottom_axis, legend};
use crate::drawing::{Drawing, Shape, WIDTH};
use crate::palette::Ink;
use crate::plot::{IntervalPlot, IntervalRow};

const OURS: Ink = Ink::Series(0);
const PRINTED: Ink = Ink::Series(1);

/// Legend, reference, rows, axis: from top to bottom.
pub(crate) fn draw(plot: &IntervalPlot) -> Drawing {
    let mut drawing = Drawing { description: describe(plot), ..Drawing::default() };
    let labels = RowLabels::new(plot.rows.iter().map(|row| row.label.as_str()));
    let row_height = labels.row_height(26.0);
    let has_printed = plot.rows.iter().any(|row| row.printed.is_some());

    let values = plot.rows.iter().flat_map(|row| [row.value, row.low, row.high, row.printed.unwrap_or(row.value)]);
    let values = values.chain(plot.reference.iter().map(|(value, _)| *value));
    let span = Span::new(&plot.axis, values, labels.width, WIDTH - 14.0);

    let mut top = 4.0;
    if has_printed {
        let ours = (Swatch::Marked(Shape::Disc, OURS), plot.value_name.as_str());
        let printed = (Swatch::Lone(Shape::HollowDiamond, PRINTED), plot.printed_name.as_str());
        top = legend(&mut drawing, &[ours, printed], labels.width, top);
    }
    let named_reference = plot.reference.as_ref().filter(|(value, name)| span.at(*value).is_some() && !name.is_empty());
    if named_reference.is_some() {
        top += 16.0;
    }
    let bottom = top + row_height * plot.rows.len() as f64 + 4.0;
    drawing.height = bottom_axis(&mut drawing, &plot.axis, &span, (top, bottom));

    if let Some((value, name)) = &plot.reference
        && let Some(x) = span.at(*value)
    {
        drawing.dashed((x, top), (x, bottom), Ink::Rule, 1.2);
        drawing.centred((x, top - 5.0), name, Ink::Muted);
    }
    for (number, row) in plot.rows.iter().enumerate() {
        let y = top + row_height * (number as f64 + 0.5) + 2.0;
        labels.write(&mut drawing, number, y);
        draw_row(&mut drawing, &span, row, y);
    }
    drawing
}

fn draw_row(drawing: &mut Drawing, span: &Span, row: &IntervalRow, y: f64) {
    if row.low.is_finite() && row.high.is_finite() && row.low <= row.high {
        let (from, to) = (span.clamped(row.low), span.clamped(row.high));
        drawing.line((from, y), (to, y), OURS, 1.6);
        // An end that lies beyond the axis has no cap.
        for end in [row.low, row.high].into_iter().filter_map(|end| span.at(end)) {
            drawing.line((end, y - 4.0), (end, y + 4.0), OURS, 1.6);
        }
    }
    if let Some(x) = span.at(row.value) {
        drawing.dot((x, y), Shape::Disc, OURS);
    }
    if let Some(x) = row.printed.and_then(|printed| span.at(printed)) {
        drawing.dot((x, y), Shape::HollowDiamond, PRINTED);
    }
}

fn describe(plot: &IntervalPlot) -> String {
    let write = |value: f64| plot.axis.numbers.write(value);
    let row = |row: &IntervalRow| {
        let printed = row.printed.map(|printed| format!(", {} {}", plot.printed_name, write(printed)));
        let interval = format!("{} ({} to {})", write(row.value), write(row.low), write(row.high));
        format!("{}: {interval}{}.", row.label, printed.unwrap_or_default())
    };
    let rows: Vec<String> = plot.rows.iter().map(row).collect();
    format!("{} {}", plot.axis.label, rows.join(" ")).trim().to_owned()
}
