//! Series over an axis, with bands or whiskers.

use super::frame::{Span, Swatch, bottom_axis, labels, legend};
use crate::drawing::{
    Anchor, Coordinates, Dash, Drawing, Mark, SMALL_SIZE, Shape, WIDTH, below_middle, fit_lines, text_width,
};
use crate::palette::Ink;
use crate::plot::{LinePlot, Point, Series, Spread};

const PLOT_HEIGHT: f64 = 260.0;
const SHAPES: [Shape; 4] = [Shape::Disc, Shape::Square, Shape::Triangle, Shape::Diamond];
const DASHES: [Dash; 3] = [Dash::Solid, Dash::Dashed, Dash::Dotted];

/// Legend, name of the upright axis, lines, axis: from top to bottom.
pub(crate) fn draw(plot: &LinePlot) -> Drawing {
    let mut drawing = Drawing { description: describe(plot), ..Drawing::default() };
    let points = || plot.series.iter().flat_map(|series| &series.points);
    let ends = |point: &Point| point.interval.unwrap_or((point.y, point.y));
    let ys = points().flat_map(|point| [point.y, ends(point).0, ends(point).1]).chain(plot.reference);

    let mut top = 4.0;
    if plot.series.len() > 1 {
        let series = plot.series.iter().enumerate();
        let entries = series.map(|(place, series)| (swatch(place), series.label.as_str())).collect::<Vec<_>>();
        top = legend(&mut drawing, &entries, 4.0, top);
    }
    drawing.small((0.0, top + 12.0), &fit_lines(&plot.y.label, WIDTH, SMALL_SIZE, 1).concat(), Anchor::Start);
    top += if plot.y.label.is_empty() { 8.0 } else { 24.0 };
    let bottom = top + PLOT_HEIGHT;
    let y_span = Span::new(&plot.y, ys, bottom, top);
    let y_ticks = labels(&plot.y, &y_span.ticks(7));
    let left = y_ticks.iter().map(|(_, label)| text_width(label, SMALL_SIZE)).fold(0.0, f64::max) + 8.0;
    let x_span = Span::new(&plot.x, points().map(|point| point.x), left, WIDTH - 14.0);

    for (value, label) in &y_ticks {
        let y = y_span.clamped(*value);
        drawing.line((left, y), (WIDTH - 14.0, y), Ink::Grid, 1.0);
        drawing.small((left - 8.0, y + below_middle(SMALL_SIZE)), label, Anchor::End);
    }
    drawing.height = bottom_axis(&mut drawing, &plot.x, &x_span, (bottom, bottom));
    if let Some(y) = plot.reference.and_then(|value| y_span.at(value)) {
        drawing.dashed((left, y), (WIDTH - 14.0, y), Ink::Rule, 1.2);
    }
    // Bands lie below all lines.
    for (place, series) in plot.series.iter().enumerate().filter(|_| plot.spread == Spread::Band) {
        draw_band(&mut drawing, series, (&x_span, &y_span), Ink::Series(place));
    }
    for (place, series) in plot.series.iter().enumerate() {
        draw_series(&mut drawing, series, place, (&x_span, &y_span), plot.spread);
    }
    drawing
}

fn swatch(place: usize) -> Swatch {
    Swatch::Marked(shape(place), Ink::Series(place))
}

fn shape(place: usize) -> Shape {
    SHAPES[place % SHAPES.len()]
}

fn draw_band(drawing: &mut Drawing, series: &Series, (x_span, y_span): (&Span, &Span), ink: Ink) {
    let ends = series.points.iter().filter_map(|point| {
        let (low, high) = point.interval.filter(|(low, high)| low.is_finite() && high.is_finite())?;
        Some((x_span.at(point.x)?, y_span.clamped(low), y_span.clamped(high)))
    });
    let ends: Vec<(f64, f64, f64)> = ends.collect();
    let upper = ends.iter().map(|&(x, _, high)| (x, high));
    let lower = ends.iter().rev().map(|&(x, low, _)| (x, low));
    let places: Vec<Coordinates> = upper.chain(lower).collect();
    if ends.len() > 1 {
        drawing.marks.push(Mark::Area { places, ink, opacity: 0.16 });
    }
}

fn draw_series(drawing: &mut Drawing, series: &Series, place: usize, spans: (&Span, &Span), spread: Spread) {
    let (x_span, y_span) = spans;
    let ink = Ink::Series(place);
    // A point that is not drawn breaks the line: nothing is claimed about the gap.
    let drawn = |point: &Point| Some((x_span.at(point.x)?, y_span.at(point.y)?));
    for piece in series.points.split(|point| drawn(point).is_none()) {
        let places: Vec<Coordinates> = piece.iter().filter_map(drawn).collect();
        if places.len() > 1 {
            let dash = DASHES[place / crate::palette::SERIES % DASHES.len()];
            drawing.marks.push(Mark::Line { places, ink, width: 1.8, dash });
        }
    }
    for point in &series.points {
        let Some((x, y)) = drawn(point) else { continue };
        if let (Spread::Whiskers, Some((low, high))) = (spread, point.interval)
            && low.is_finite()
            && high.is_finite()
        {
            drawing.line((x, y_span.clamped(low)), (x, y_span.clamped(high)), ink, 1.3);
            for end in [low, high].into_iter().filter_map(|end| y_span.at(end)) {
                drawing.line((x - 3.5, end), (x + 3.5, end), ink, 1.3);
            }
        }
        drawing.dot((x, y), shape(place), ink);
    }
}

fn describe(plot: &LinePlot) -> String {
    let point = |point: &Point| format!("{} at {}", plot.y.numbers.write(point.y), plot.x.numbers.write(point.x));
    let series = plot.series.iter().filter_map(|series| {
        let (first, last) = (series.points.first()?, series.points.last()?);
        Some(format!("{}: from {} to {}.", series.label, point(first), point(last)))
    });
    let series: Vec<String> = series.collect();
    format!("{} by {}. {}", plot.y.label, plot.x.label, series.join(" "))
}
