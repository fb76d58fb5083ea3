//! What plots share: from values to places, axes, row labels and legends.

use crate::drawing::{Anchor, Drawing, LABEL_SIZE, SMALL_SIZE, Shape, WIDTH, below_middle, fit_lines, text_width};
use crate::palette::Ink;
use crate::plot::{Axis, Spacing, is_drawn};
use crate::ticks::{Ticks, linear_ticks, logarithmic_ticks};

/// Values of an axis laid out between two places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    low: f64,
    high: f64,
    spacing: Spacing,
    from: f64,
    to: f64,
}

impl Span {
    /// The range of the axis, or one that holds all values with a margin.
    pub(crate) fn new(axis: &Axis, values: impl Iterator<Item = f64>, from: f64, to: f64) -> Self {
        let usable = |value: &f64| is_drawn(*value) && (axis.spacing == Spacing::Linear || *value >= 1e-200);
        let (low, high) = match axis.range.filter(|(low, high)| usable(low) && usable(high) && low < high) {
            Some(range) => range,
            None => range_of(values.filter(usable), axis.spacing),
        };
        Self { low, high, spacing: axis.spacing, from, to }
    }

    /// The place of a value, or none beyond the ends.
    pub(crate) fn at(&self, value: f64) -> Option<f64> {
        let hair = (self.high - self.low) * 1e-9;
        (self.low - hair..=self.high + hair).contains(&value).then(|| self.clamped(value))
    }

    /// The place of a value; beyond the ends it is the end. Not a number is the lower end.
    pub(crate) fn clamped(&self, value: f64) -> f64 {
        let value = if value.is_nan() { self.low } else { value.clamp(self.low, self.high) };
        let part = match self.spacing {
            Spacing::Linear => (value - self.low) / (self.high - self.low),
            Spacing::Logarithmic => (value.ln() - self.low.ln()) / (self.high.ln() - self.low.ln()),
        };
        self.from + part * (self.to - self.from)
    }

    /// Round values, no more than `count_max`.
    pub(crate) fn ticks(&self, count_max: usize) -> Ticks {
        match self.spacing {
            Spacing::Linear => linear_ticks(self.low, self.high, count_max),
            Spacing::Logarithmic => logarithmic_ticks(self.low, self.high, count_max),
        }
    }

    /// As many ticks as stand side by side without touching, with their labels.
    pub(crate) fn labelled_ticks(&self, axis: &Axis, count_max: usize) -> Vec<(f64, String)> {
        let room = (self.to - self.from).abs();
        for count in (2..=count_max).rev() {
            let ticks = self.ticks(count);
            let labels = labels(axis, &ticks);
            let widest = labels.iter().map(|(_, label)| text_width(label, SMALL_SIZE)).fold(0.0, f64::max);
            if (widest + 14.0) * labels.len() as f64 <= room {
                return labels;
            }
        }
        labels(axis, &self.ticks(1))
    }
}

/// Each tick with its label.
pub(crate) fn labels(axis: &Axis, ticks: &Ticks) -> Vec<(f64, String)> {
    let style = axis.numbers.with_decimals(ticks.decimals);
    // Ticks of a logarithmic axis differ in size: each has the decimals that it needs.
    let own = |value: f64| match axis.spacing {
        Spacing::Logarithmic if value >= 1.0 => axis.numbers.with_decimals(0),
        Spacing::Logarithmic => axis.numbers.with_decimals(-value.log10().floor() as usize),
        Spacing::Linear => style,
    };
    ticks.values.iter().map(|&value| (value, own(value).write(value))).collect()
}

/// The range of the data with a margin; a lone value stands in the middle.
fn range_of(values: impl Iterator<Item = f64>, spacing: Spacing) -> (f64, f64) {
    const MARGIN: f64 = 0.05;
    let ends = values.fold(None, |ends: Option<(f64, f64)>, value| match ends {
        None => Some((value, value)),
        Some((low, high)) => Some((low.min(value), high.max(value))),
    });
    match (ends, spacing) {
        (None, Spacing::Linear) => (0.0, 1.0),
        (None, Spacing::Logarithmic) => (1.0, 10.0),
        (Some((low, high)), Spacing::Linear) if low == high => {
            let around = if low == 0.0 { 1.0 } else { low.abs() * 0.1 };
            (low - around, high + around)
        }
        (Some((low, high)), Spacing::Linear) => (low - (high - low) * MARGIN, high + (high - low) * MARGIN),
        (Some((low, high)), Spacing::Logarithmic) if low == high => (low / 2.0, high * 2.0),
        (Some((low, high)), Spacing::Logarithmic) => {
            let factor = ((high.ln() - low.ln()) * MARGIN).exp();
            (low / factor, high * factor)
        }
    }
}

/// The axis along the bottom: a rule at `bottom`, ticks with grid lines up to `top`, numbers and the name.
/// Returns where it ends.
pub(crate) fn bottom_axis(drawing: &mut Drawing, axis: &Axis, span: &Span, (top, bottom): (f64, f64)) -> f64 {
    for (value, label) in span.labelled_ticks(axis, 8) {
        let x = span.clamped(value);
        drawing.line((x, top), (x, bottom), Ink::Grid, 1.0);
        drawing.line((x, bottom), (x, bottom + 4.0), Ink::Rule, 1.0);
        drawing.small((x, bottom + 17.0), &label, Anchor::Middle);
    }
    drawing.line((span.from, bottom), (span.to, bottom), Ink::Rule, 1.0);
    if axis.label.is_empty() {
        return bottom + 24.0;
    }
    drawing.centred(((span.from + span.to) / 2.0, bottom + 35.0), &axis.label, Ink::Muted);
    bottom + 42.0
}

/// Labels of rows down the left side.
pub(crate) struct RowLabels {
    lines: Vec<Vec<String>>,
    /// Where the plot begins.
    pub width: f64,
}

const LINE_HEIGHT: f64 = 15.0;

impl RowLabels {
    /// Breaks labels that would take more than two fifths of the width.
    pub(crate) fn new<'l>(labels: impl Iterator<Item = &'l str>) -> Self {
        let width_max = WIDTH * 0.4;
        let lines: Vec<_> = labels.map(|label| fit_lines(label, width_max, LABEL_SIZE, 2)).collect();
        let widest = lines.iter().flatten().map(|line| text_width(line, LABEL_SIZE)).fold(0.0, f64::max);
        Self { lines, width: (widest + 12.0).max(24.0) }
    }

    /// The height of rows that are `height` at least.
    pub(crate) fn row_height(&self, height: f64) -> f64 {
        let most = self.lines.iter().map(Vec::len).max().unwrap_or(1);
        height.max(most as f64 * LINE_HEIGHT + 6.0)
    }

    /// Writes the label of a row whose middle is at `y`.
    pub(crate) fn write(&self, drawing: &mut Drawing, row: usize, y: f64) {
        let lines = &self.lines[row];
        let first = y + below_middle(LABEL_SIZE) - (lines.len().max(1) - 1) as f64 * LINE_HEIGHT / 2.0;
        for (number, line) in lines.iter().enumerate() {
            let at = (self.width - 12.0, first + number as f64 * LINE_HEIGHT);
            drawing.label(at, line, Anchor::End);
        }
    }
}

/// What stands before a name in the legend.
pub(crate) enum Swatch {
    /// A mark on a piece of line.
    Marked(Shape, Ink),
    /// A mark alone.
    Lone(Shape, Ink),
    /// A filled square.
    Filled(Ink),
}

impl Swatch {
    fn width(&self) -> f64 {
        match self {
            Self::Marked(..) => 22.0,
            Self::Lone(..) | Self::Filled(_) => 12.0,
        }
    }
}

/// Writes the legend from `left` in as many lines as it needs. Returns where it ends.
pub(crate) fn legend(drawing: &mut Drawing, entries: &[(Swatch, &str)], left: f64, top: f64) -> f64 {
    const LINE: f64 = 20.0;
    const GAP: f64 = 14.0;
    if entries.is_empty() {
        return top;
    }
    let (mut x, mut y) = (left, top + LINE / 2.0);
    for (swatch, name) in entries {
        let name = fit_lines(name, WIDTH - left - 40.0, SMALL_SIZE, 1).concat();
        let before_name = swatch.width() + 6.0;
        let width = before_name + text_width(&name, SMALL_SIZE) + GAP;
        if x > left && x + width > WIDTH + GAP {
            (x, y) = (left, y + LINE);
        }
        match *swatch {
            Swatch::Marked(shape, ink) => {
                drawing.line((x, y), (x + 22.0, y), ink, 1.6);
                drawing.dot((x + 11.0, y), shape, ink);
            }
            Swatch::Lone(shape, ink) => drawing.dot((x + 6.0, y), shape, ink),
            Swatch::Filled(ink) => drawing.fill((x, y - 6.0), (12.0, 12.0), ink, 1.0),
        }
        let at = (x + before_name, y + below_middle(SMALL_SIZE));
        drawing.text(at, &name, Anchor::Start, SMALL_SIZE, Ink::Text);
        x += width;
    }
    y + LINE / 2.0 + 6.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Mark;
    use crate::number::NumberStyle;

    #[test]
    fn values_find_their_place() {
        let axis = Axis::default().between(0.0, 10.0);
        let span = Span::new(&axis, [].into_iter(), 100.0, 200.0);
        assert_eq!(span.at(5.0), Some(150.0));
        assert_eq!(span.at(10.0), Some(200.0));
        assert_eq!(span.at(10.1), None);
        assert_eq!(span.at(f64::NAN), None);
        assert_eq!(span.clamped(-3.0), 100.0);
        let axis = Axis::default().between(1.0, 100.0).logarithmic();
        let span = Span::new(&axis, [].into_iter(), 0.0, 10.0);
        assert!((span.clamped(10.0) - 5.0).abs() < 1e-9);
        assert_eq!(span.at(0.0), None);
    }

    #[test]
    fn ranges_hold_the_data() {
        let check = |values: &[f64], spacing, expected: (f64, f64)| {
            let span = Span::new(&Axis { spacing, ..Axis::default() }, values.iter().copied(), 0.0, 1.0);
            assert!((span.low - expected.0).abs() + (span.high - expected.1).abs() < 1e-9, "{values:?} in {span:?}");
        };
        check(&[], Spacing::Linear, (0.0, 1.0));
        check(&[0.0], Spacing::Linear, (-1.0, 1.0));
        check(&[50.0], Spacing::Linear, (45.0, 55.0));
        check(&[0.0, f64::NAN, 10.0], Spacing::Linear, (-0.5, 10.5));
        check(&[-1.0, 8.0], Spacing::Logarithmic, (4.0, 16.0));
    }

    #[test]
    fn tick_labels_never_touch() {
        for width in [60.0, 120.0, 300.0, 600.0] {
            for numbers in [NumberStyle::Plain(0), NumberStyle::Percent(1), NumberStyle::Signed(2)] {
                for (low, high) in [(0.0, 1.0), (-0.013, 0.02), (0.0, 2_000_000.0), (1e5, 1e5 + 3.0)] {
                    let axis = Axis::new("", numbers).between(low, high);
                    let span = Span::new(&axis, [].into_iter(), 0.0, width);
                    let ticks = span.labelled_ticks(&axis, 8);
                    for pair in ticks.windows(2) {
                        let half = |label: &str| text_width(label, SMALL_SIZE) / 2.0;
                        let gap = span.clamped(pair[1].0) - span.clamped(pair[0].0);
                        assert!(gap > half(&pair[0].1) + half(&pair[1].1), "{width} {axis:?} {ticks:?}");
                        assert_ne!(pair[0].1, pair[1].1, "{axis:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn legends_wrap_within_the_width() {
        let mut drawing = Drawing::default();
        let names: Vec<String> = (0..9).map(|number| format!("a series with number {number}")).collect();
        let entries: Vec<_> = names.iter().map(|name| (Swatch::Filled(Ink::Text), name.as_str())).collect();
        let end = legend(&mut drawing, &entries, 50.0, 0.0);
        assert!(end > 40.0);
        for mark in &drawing.marks {
            if let Mark::Text { at, text, size, .. } = mark {
                assert!(at.0 + text_width(text, *size) <= WIDTH, "{text}");
            }
        }
    }
}
