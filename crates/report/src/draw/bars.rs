//! Bars of stacked shares.

use super::frame::{RowLabels, Span, Swatch, bottom_axis, legend};
use crate::drawing::{Anchor, Drawing, SMALL_SIZE, WIDTH, below_middle, text_width};
use crate::number::{NumberStyle, percent};
use crate::palette::Ink;
use crate::plot::{Axis, BarPlot};

const BAR_HEIGHT: f64 = 18.0;

/// Legend, bars, axis: from top to bottom.
pub(crate) fn draw(plot: &BarPlot) -> Drawing {
    let mut drawing = Drawing { description: describe(plot), ..Drawing::default() };
    let labels = RowLabels::new(plot.rows.iter().map(|row| row.label.as_str()));
    let row_height = labels.row_height(BAR_HEIGHT + 8.0);
    let axis = Axis::new(&plot.label, NumberStyle::Percent(0)).between(0.0, 1.0);
    let span = Span::new(&axis, [].into_iter(), labels.width, WIDTH - 18.0);

    let names = plot.parts.iter().enumerate();
    let entries: Vec<_> =
        names.map(|(part, name)| (Swatch::Filled(ink(part, plot.parts.len())), name.as_str())).collect();
    let top = legend(&mut drawing, &entries, labels.width, 4.0);
    let bottom = top + row_height * plot.rows.len() as f64 + 2.0;
    drawing.height = bottom_axis(&mut drawing, &axis, &span, (top, bottom));

    for (number, row) in plot.rows.iter().enumerate() {
        let y = top + row_height * (number as f64 + 0.5);
        labels.write(&mut drawing, number, y);
        let mut before = 0.0;
        for (part, share) in row.shares(plot.parts.len()).into_iter().enumerate() {
            let (from, to) = (span.clamped(before), span.clamped(before + share));
            before += share;
            draw_part(&mut drawing, (from, to), y, ink(part, plot.parts.len()), &percent(share, plot.decimals));
        }
    }
    drawing
}

/// One part of a bar, with its number if there is room.
fn draw_part(drawing: &mut Drawing, (from, to): (f64, f64), y: f64, ink: Ink, number: &str) {
    // Parts are divided by a hair of paper, so that they are told apart without their colour.
    let width = to - from - 1.0;
    if width <= 0.0 {
        return;
    }
    drawing.fill((from, y - BAR_HEIGHT / 2.0), (width, BAR_HEIGHT), ink, 1.0);
    if text_width(number, SMALL_SIZE) + 6.0 <= width {
        let on = if ink == Ink::Neutral { Ink::Text } else { Ink::OnSeries };
        let at = (from + width / 2.0, y + below_middle(SMALL_SIZE));
        drawing.text(at, number, Anchor::Middle, SMALL_SIZE, on);
    }
}

/// Of three parts the one in the middle is neutral: won, drawn, lost.
fn ink(part: usize, parts: usize) -> Ink {
    match (parts, part) {
        (3, 1) => Ink::Neutral,
        (3, 2) => Ink::Series(1),
        _ => Ink::Series(part),
    }
}

fn describe(plot: &BarPlot) -> String {
    let rows: Vec<String> = plot
        .rows
        .iter()
        .map(|row| {
            let shares = row.shares(plot.parts.len());
            let parts = plot.parts.iter().zip(shares);
            let parts: Vec<String> =
                parts.map(|(name, share)| format!("{name} {}", percent(share, plot.decimals))).collect();
            format!("{}: {}.", row.label, parts.join(", "))
        })
        .collect();
    rows.join(" ")
}
