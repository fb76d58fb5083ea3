//! Shades by row and column, in panels.

use super::frame::labels;
use crate::drawing::{Anchor, Drawing, LABEL_SIZE, SMALL_SIZE, Turn, WIDTH, below_middle, fit_lines, text_width};
use crate::palette::Ink;
use crate::plot::{Axis, HeatMap, Panel, Scale, is_drawn};
use crate::ticks::linear_ticks;

const GAP: f64 = 18.0;
const CELL_MIN: f64 = 26.0;
const CELL_WIDTH_MAX: f64 = 64.0;
const CELL_HEIGHT_MAX: f64 = 34.0;
const CELL_TEXT_SIZE: f64 = 10.5;

/// Panels in lines, then the key to the shades.
pub(crate) fn draw(plot: &HeatMap) -> Drawing {
    let mut drawing = Drawing { description: describe(plot), ..Drawing::default() };
    let shades = Shades::new(plot);
    let layout = Layout::new(plot);
    let mut top = 2.0;
    if layout.row_axis == Turn::Level {
        drawing.text(
            (0.0, top + 11.0),
            &fit_lines(&plot.row_axis, WIDTH, SMALL_SIZE, 1).concat(),
            Anchor::Start,
            SMALL_SIZE,
            Ink::Text,
        );
        top += 20.0;
    }
    for line in plot.panels.chunks(layout.panels_per_line) {
        top = draw_line(&mut drawing, plot, line, (&layout, &shades), top);
    }
    drawing.height = draw_key(&mut drawing, plot, &shades, &layout, top);
    drawing
}

/// Where things stand, the same in every line of panels.
struct Layout {
    panels_per_line: usize,
    cell: (f64, f64),
    /// Where the first panel begins.
    left: f64,
    row_labels: Vec<String>,
    /// The name of the rows stands beside them, or above them all if it is longer than they are high.
    row_axis: Turn,
    column_turn: Turn,
    /// What the column labels need below a panel.
    column_room: f64,
    title_room: f64,
}

impl Layout {
    fn new(plot: &HeatMap) -> Self {
        let fit = |labels: &[String], width: f64| -> Vec<String> {
            labels.iter().map(|label| fit_lines(label, width, SMALL_SIZE, 1).concat()).collect()
        };
        let widest = |labels: &[String]| labels.iter().map(|label| text_width(label, SMALL_SIZE)).fold(0.0, f64::max);
        let row_labels = fit(&plot.rows, WIDTH * 0.3);
        let upright = text_width(&plot.row_axis, SMALL_SIZE) <= CELL_MIN * plot.rows.len() as f64;
        let axis_room = if plot.row_axis.is_empty() || !upright { 0.0 } else { 20.0 };
        let left = axis_room + widest(&row_labels) + 8.0;

        let column_widest = widest(&fit(&plot.columns, 120.0));
        let level = column_widest + 4.0 <= arrange(plot, left).1;
        // Labels that rise to the first column begin left of it.
        let slanted = column_widest * 0.71;
        let left = if level { left } else { left.max(slanted) };
        let (panels_per_line, width) = arrange(plot, left);
        Self {
            panels_per_line,
            cell: (width, width.min(CELL_HEIGHT_MAX)),
            left,
            row_labels,
            row_axis: if upright { Turn::Upright } else { Turn::Level },
            column_turn: if level { Turn::Level } else { Turn::Rising },
            column_room: if level { 18.0 } else { slanted + 16.0 },
            title_room: if plot.panels.iter().all(|panel| panel.title.is_empty()) { 2.0 } else { 20.0 },
        }
    }

    fn panel_width(&self, plot: &HeatMap) -> f64 {
        self.cell.0 * plot.columns.len() as f64
    }
}

/// How many panels stand in a line from `left`, and the width of their cells.
fn arrange(plot: &HeatMap, left: f64) -> (usize, f64) {
    let columns = plot.columns.len().max(1) as f64;
    let width = |panels: usize| (WIDTH - left - 4.0 - GAP * (panels as f64 - 1.0)) / (panels as f64 * columns);
    let panels = plot.panels.len().max(1);
    let fitting = (1..=panels).rev().find(|&count| width(count) >= CELL_MIN).unwrap_or(1);
    // As few lines as that allows, and then as even as they go: six panels are 3 and 3, not 4 and 2.
    let panels_per_line = panels.div_ceil(panels.div_ceil(fitting));
    (panels_per_line, width(panels_per_line).min(CELL_WIDTH_MAX))
}

/// One line of panels with its labels. Returns where it ends.
fn draw_line(
    drawing: &mut Drawing,
    plot: &HeatMap,
    panels: &[Panel],
    (layout, shades): (&Layout, &Shades),
    top: f64,
) -> f64 {
    let grid_top = top + layout.title_room;
    let bottom = grid_top + layout.cell.1 * plot.rows.len() as f64;
    for (row, label) in layout.row_labels.iter().enumerate().step_by(every(layout.cell.1)) {
        let y = grid_top + layout.cell.1 * (row as f64 + 0.5) + below_middle(SMALL_SIZE);
        drawing.small((layout.left - 6.0, y), label, Anchor::End);
    }
    if layout.row_axis == Turn::Upright {
        let at = (12.0, (grid_top + bottom) / 2.0);
        drawing.turned(at, &plot.row_axis, Anchor::Middle, (SMALL_SIZE, Ink::Text), Turn::Upright);
    }
    for (place, panel) in panels.iter().enumerate() {
        let left = layout.left + place as f64 * (layout.panel_width(plot) + GAP);
        let title = fit_lines(&panel.title, layout.panel_width(plot), LABEL_SIZE, 1).concat();
        drawing.label((left + layout.panel_width(plot) / 2.0, top + 13.0), &title, Anchor::Middle);
        draw_cells(drawing, plot, panel, (layout, shades), (left, grid_top));
        draw_column_labels(drawing, plot, layout, (left, bottom));
    }
    let end = bottom + layout.column_room;
    if plot.column_axis.is_empty() {
        return end + 4.0;
    }
    let width = panels.len() as f64 * (layout.panel_width(plot) + GAP) - GAP;
    drawing.centred((layout.left + width / 2.0, end + 12.0), &plot.column_axis, Ink::Text);
    end + 24.0
}

fn draw_cells(
    drawing: &mut Drawing,
    plot: &HeatMap,
    panel: &Panel,
    (layout, shades): (&Layout, &Shades),
    (left, top): (f64, f64),
) {
    let (width, height) = layout.cell;
    for row in 0..plot.rows.len() {
        for column in 0..plot.columns.len() {
            let (x, y) = (left + width * column as f64, top + height * row as f64);
            let value = panel.at(row, column).filter(|&value| is_drawn(value));
            let (ink, depth) = value.map_or((Ink::Paper, 1.0), |value| shades.shade(value));
            let gap = (width / 8.0).min(1.0);
            drawing.fill((x, y), (width - gap, height - gap), ink, depth);
            let text = value.map_or("–".to_owned(), |value| short(plot, value));
            if text_width(&text, CELL_TEXT_SIZE) + 2.0 <= width {
                let at = (x + (width - 1.0) / 2.0, y + height / 2.0 + below_middle(CELL_TEXT_SIZE));
                drawing.text(at, &text, Anchor::Middle, CELL_TEXT_SIZE, Ink::Text);
            }
        }
    }
    // A frame shows where pale cells end.
    let (right, bottom) = (left + width * plot.columns.len() as f64, top + height * plot.rows.len() as f64);
    for (from, to) in [
        ((left, top), (right, top)),
        ((right, top), (right, bottom)),
        ((right, bottom), (left, bottom)),
        ((left, bottom), (left, top)),
    ] {
        let shift = |(x, y): (f64, f64)| (x - 0.5, y - 0.5);
        drawing.line(shift(from), shift(to), Ink::Grid, 1.0);
    }
}

/// Of so many labels one is written, that they do not touch.
fn every(cell: f64) -> usize {
    const LINE_HEIGHT: f64 = 13.0;
    (LINE_HEIGHT / cell).ceil() as usize
}

/// The value in a cell goes without its percent sign: the key has it.
fn short(plot: &HeatMap, value: f64) -> String {
    plot.numbers.write(value).trim_end_matches('%').to_owned()
}

fn draw_column_labels(drawing: &mut Drawing, plot: &HeatMap, layout: &Layout, (left, bottom): (f64, f64)) {
    for (column, label) in plot.columns.iter().enumerate().step_by(every(layout.cell.0)) {
        let middle = left + layout.cell.0 * (column as f64 + 0.5);
        let label = fit_lines(label, 120.0, SMALL_SIZE, 1).concat();
        match layout.column_turn {
            Turn::Level => drawing.small((middle, bottom + 14.0), &label, Anchor::Middle),
            turn => {
                drawing.turned((middle + 4.0, bottom + 12.0), &label, Anchor::End, (SMALL_SIZE, Ink::Muted), turn);
            }
        }
    }
}

/// The key: a strip of shades with numbers. Returns where it ends.
fn draw_key(drawing: &mut Drawing, plot: &HeatMap, shades: &Shades, layout: &Layout, top: f64) -> f64 {
    const STEPS: usize = 20;
    const WIDTH_OF_KEY: f64 = 240.0;
    let y = top + 10.0;
    let (low, high) = shades.ends();
    let place = |value: f64| layout.left + (value - low) / (high - low) * WIDTH_OF_KEY;
    for step in 0..STEPS {
        let value = low + (high - low) * (step as f64 + 0.5) / STEPS as f64;
        let (ink, depth) = shades.shade(value);
        let width = WIDTH_OF_KEY / STEPS as f64;
        drawing.fill((layout.left + width * step as f64, y), (width - 1.0, 10.0), ink, depth);
    }
    let ticks = linear_ticks(low, high, 5);
    for (value, label) in labels(&Axis::new("", plot.numbers), &ticks) {
        drawing.line((place(value), y + 10.0), (place(value), y + 14.0), Ink::Rule, 1.0);
        drawing.small((place(value), y + 26.0), &label, Anchor::Middle);
    }
    let at = (layout.left + WIDTH_OF_KEY + 12.0, y + 5.0 + below_middle(SMALL_SIZE));
    let room = WIDTH - at.0;
    drawing.text(at, &fit_lines(&plot.measure, room, SMALL_SIZE, 1).concat(), Anchor::Start, SMALL_SIZE, Ink::Text);
    y + 32.0
}

/// From a value to its shade.
enum Shades {
    Sequential { low: f64, high: f64 },
    Diverging { middle: f64, reach: f64 },
}

impl Shades {
    fn new(plot: &HeatMap) -> Self {
        let values = || {
            let all = plot.panels.iter().flat_map(|panel| panel.values.iter().flatten());
            all.filter_map(|value| value.filter(|&value| is_drawn(value)))
        };
        match plot.scale {
            Scale::Sequential(range) => {
                let data = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
                let proper = |(low, high): &(f64, f64)| is_drawn(*low) && is_drawn(*high) && low < high;
                let fallback = if data.0.is_finite() { (data.0 - 0.5, data.0 + 0.5) } else { (0.0, 1.0) };
                let (low, high) = range.filter(proper).or(Some(data).filter(proper)).unwrap_or(fallback);
                Self::Sequential { low, high }
            }
            Scale::Diverging { middle, reach } => {
                let farthest = values().map(|value| (value - middle).abs()).fold(0.0, f64::max);
                let reach = reach.unwrap_or(farthest);
                Self::Diverging { middle, reach: if reach > 0.0 && is_drawn(reach) { reach } else { 1.0 } }
            }
        }
    }

    /// The ink of a value and how much of it.
    fn shade(&self, value: f64) -> (Ink, f64) {
        match *self {
            // The palest shade is still not paper, which means no value.
            Self::Sequential { low, high } => {
                (Ink::Above, 0.06 + 0.94 * ((value - low) / (high - low)).clamp(0.0, 1.0))
            }
            Self::Diverging { middle, reach } if value < middle => (Ink::Below, ((middle - value) / reach).min(1.0)),
            Self::Diverging { middle, reach } => (Ink::Above, ((value - middle) / reach).min(1.0)),
        }
    }

    fn ends(&self) -> (f64, f64) {
        match *self {
            Self::Sequential { low, high } => (low, high),
            Self::Diverging { middle, reach } => (middle - reach, middle + reach),
        }
    }
}

fn describe(plot: &HeatMap) -> String {
    let mut found: Vec<(f64, String)> = Vec::new();
    for panel in &plot.panels {
        for (row, row_name) in plot.rows.iter().enumerate() {
            for (column, column_name) in plot.columns.iter().enumerate() {
                let names = [&panel.title, row_name, column_name].map(String::as_str);
                let place: Vec<&str> = names.into_iter().filter(|name| !name.is_empty()).collect();
                found.extend(panel.at(row, column).map(|value| (value, place.join(", "))));
            }
        }
    }
    let least = found.iter().min_by(|one, other| one.0.total_cmp(&other.0));
    let most = found.iter().max_by(|one, other| one.0.total_cmp(&other.0));
    match (least, most) {
        (Some((least, at_least)), Some((most, at_most))) => format!(
            "{} by {} and {}: {} values, from {} at {at_least} to {} at {at_most}.",
            plot.measure,
            plot.row_axis,
            plot.column_axis,
            found.len(),
            plot.numbers.write(*least),
            plot.numbers.write(*most),
        ),
        _ => plot.measure.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(scale: Scale, values: Vec<Option<f64>>, panels: usize, columns: usize) -> HeatMap {
        HeatMap {
            rows: vec!["r".to_owned()],
            columns: (0..columns).map(|column| column.to_string()).collect(),
            panels: vec![Panel { title: String::new(), values: vec![values] }; panels],
            scale,
            ..HeatMap::default()
        }
    }

    #[test]
    fn shades_span_the_data() {
        let values = vec![Some(1.0), None, Some(5.0), Some(f64::NAN)];
        let shades = Shades::new(&map(Scale::Sequential(None), values.clone(), 1, 4));
        assert_eq!((shades.shade(1.0), shades.shade(5.0)), ((Ink::Above, 0.06), (Ink::Above, 1.0)));
        let shades = Shades::new(&map(Scale::Diverging { middle: 2.0, reach: None }, values, 1, 4));
        assert_eq!(shades.ends(), (-1.0, 5.0));
        assert_eq!((shades.shade(2.0), shades.shade(0.5)), ((Ink::Above, 0.0), (Ink::Below, 0.5)));
        assert_eq!(shades.shade(99.0), (Ink::Above, 1.0));
    }

    #[test]
    fn shades_survive_maps_without_spread() {
        let check = |scale, values, expected| assert_eq!(Shades::new(&map(scale, values, 1, 1)).ends(), expected);
        check(Scale::Sequential(None), vec![], (0.0, 1.0));
        check(Scale::Sequential(None), vec![Some(3.0)], (2.5, 3.5));
        check(Scale::Sequential(Some((5.0, 5.0))), vec![None], (0.0, 1.0));
        check(Scale::Diverging { middle: 0.0, reach: None }, vec![], (-1.0, 1.0));
    }

    #[test]
    fn labels_are_thinned_out() {
        assert_eq!([34.0, 13.0, 12.9, 5.0].map(every), [1, 1, 2, 3]);
    }

    #[test]
    fn panels_fill_their_lines_evenly() {
        let check = |panels: usize, columns: usize, per_line: usize| {
            let layout = Layout::new(&map(Scale::default(), vec![], panels, columns));
            assert_eq!(layout.panels_per_line, per_line, "{panels} panels of {columns}");
        };
        check(1, 6, 1);
        check(6, 6, 3);
        check(4, 6, 2);
        check(2, 40, 1);
        check(0, 0, 1);
    }
}
