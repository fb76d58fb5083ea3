//! The plots of a report as data. [`Plot::numbers`] is the same data as a table.

use crate::document::{Column, Row, Table};
use crate::language::Language;
use crate::number::{MISSING, NumberStyle};

/// A plot. What is not a finite number, or beyond all measure, is not drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum Plot {
    /// Values with their intervals, one a row.
    Intervals(IntervalPlot),
    /// Values by row and column, as shades.
    HeatMap(HeatMap),
    /// Series over an axis.
    Lines(LinePlot),
    /// Shares of a whole, one bar a row.
    Bars(BarPlot),
}

/// Whether a plot shows a value. What is larger is a mistake and no measurement, and differences of such
/// numbers are not finite.
pub(crate) fn is_drawn(value: f64) -> bool {
    value.abs() <= 1e200
}

/// An axis with numbers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Axis {
    /// What it measures, with its unit.
    pub label: String,
    /// How its numbers are written.
    pub numbers: NumberStyle,
    /// Its ends; chosen from the data where there are none.
    pub range: Option<(f64, f64)>,
    /// How its values are spread.
    pub spacing: Spacing,
}

impl Axis {
    /// A linear axis that finds its own range.
    pub fn new(label: impl Into<String>, numbers: NumberStyle) -> Self {
        Self { label: label.into(), numbers, ..Self::default() }
    }

    /// The axis with fixed ends.
    pub fn between(self, low: f64, high: f64) -> Self {
        Self { range: Some((low, high)), ..self }
    }

    /// The axis by powers of ten; values that are not positive are not drawn.
    pub fn logarithmic(self) -> Self {
        Self { spacing: Spacing::Logarithmic, ..self }
    }
}

/// How the values of an axis are spread.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spacing {
    /// Equal differences are equal lengths.
    #[default]
    Linear,
    /// Equal ratios are equal lengths.
    Logarithmic,
}

/// Dots with whiskers, one a row, and hollow marks for figures that someone else printed.
#[derive(Clone, PartialEq, Debug)]
pub struct IntervalPlot {
    /// What the plot shows.
    pub caption: String,
    /// The axis of the values.
    pub axis: Axis,
    /// From top to bottom.
    pub rows: Vec<IntervalRow>,
    /// A line across all rows, such as no difference, with its name.
    pub reference: Option<(f64, String)>,
    /// What the legend calls the dots.
    pub value_name: String,
    /// What the legend calls the hollow marks.
    pub printed_name: String,
}

impl Default for IntervalPlot {
    fn default() -> Self {
        Self {
            caption: String::new(),
            axis: Axis::default(),
            rows: Vec::new(),
            reference: None,
            value_name: "measured".to_owned(),
            printed_name: "printed".to_owned(),
        }
    }
}

/// A row of an [`IntervalPlot`].
#[derive(Clone, PartialEq, Debug)]
pub struct IntervalRow {
    /// What was measured.
    pub label: String,
    /// The value.
    pub value: f64,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end of its interval.
    pub high: f64,
    /// The figure it is held against.
    pub printed: Option<f64>,
}

/// Shades by row and column, in one panel or several side by side.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct HeatMap {
    /// What the plot shows.
    pub caption: String,
    /// What the rows are.
    pub row_axis: String,
    /// What the columns are.
    pub column_axis: String,
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// One panel, or one for each value of a third factor.
    pub panels: Vec<Panel>,
    /// What the shades mean.
    pub scale: Scale,
    /// What is measured, with its unit.
    pub measure: String,
    /// How the values are written.
    pub numbers: NumberStyle,
}

/// One grid of a [`HeatMap`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Panel {
    /// What is special about it; empty if it is alone.
    pub title: String,
    /// Values by row, then by column.
    pub values: Vec<Vec<Option<f64>>>,
}

impl Panel {
    /// The value at a place, if there is one and it is finite.
    pub(crate) fn at(&self, row: usize, column: usize) -> Option<f64> {
        self.values.get(row)?.get(column).copied().flatten().filter(|value| value.is_finite())
    }
}

/// What the shades of a heat map mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Scale {
    /// From pale to deep, between two ends or those of the data.
    Sequential(Option<(f64, f64)>),
    /// From one colour over pale at the middle to another.
    Diverging {
        /// The pale value.
        middle: f64,
        /// How far from it the deepest shade is; the farthest value where there is none.
        reach: Option<f64>,
    },
}

impl Default for Scale {
    fn default() -> Self {
        Self::Sequential(None)
    }
}

/// Series over an axis, with bands or whiskers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LinePlot {
    /// What the plot shows.
    pub caption: String,
    /// The axis along the bottom.
    pub x: Axis,
    /// The axis up the side.
    pub y: Axis,
    /// The lines.
    pub series: Vec<Series>,
    /// How intervals are drawn.
    pub spread: Spread,
    /// A horizontal line, such as an even score.
    pub reference: Option<f64>,
}

/// How the intervals of a line are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spread {
    /// A whisker at each point.
    #[default]
    Whiskers,
    /// A band along the line.
    Band,
}

/// A line of a [`LinePlot`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Series {
    /// Its name in the legend.
    pub label: String,
    /// Its points, by ascending x.
    pub points: Vec<Point>,
}

/// A point of a [`Series`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Where along the axis.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// Its interval, if it has one.
    pub interval: Option<(f64, f64)>,
}

/// Bars of stacked shares, such as won, drawn and lost; each row is taken as a whole.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BarPlot {
    /// What the plot shows.
    pub caption: String,
    /// What the axis of shares is called.
    pub label: String,
    /// The names of the parts. Of three, the one in the middle is neutral.
    pub parts: Vec<String>,
    /// From top to bottom.
    pub rows: Vec<BarRow>,
    /// Decimals of the percentages.
    pub decimals: usize,
}

/// A bar of a [`BarPlot`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BarRow {
    /// Whose bar it is.
    pub label: String,
    /// Counts or shares of the parts; none is negative.
    pub values: Vec<f64>,
}

impl BarRow {
    /// The parts as shares of the whole, as many as there are parts; all zero where there is nothing.
    pub(crate) fn shares(&self, parts: usize) -> Vec<f64> {
        let proper = |value: &f64| if value.is_finite() { value.max(0.0) } else { 0.0 };
        let mut values: Vec<f64> = self.values.iter().take(parts).map(proper).collect();
        values.resize(parts, 0.0);
        let whole: f64 = values.iter().sum();
        values.iter().map(|value| if whole > 0.0 { value / whole } else { 0.0 }).collect()
    }
}

impl Plot {
    /// What the plot shows.
    pub fn caption(&self) -> &str {
        match self {
            Self::Intervals(plot) => &plot.caption,
            Self::HeatMap(plot) => &plot.caption,
            Self::Lines(plot) => &plot.caption,
            Self::Bars(plot) => &plot.caption,
        }
    }

    /// The numbers of the plot as a table.
    pub fn numbers(&self, language: Language) -> Table {
        match self {
            Self::Intervals(plot) => interval_numbers(plot, language),
            Self::HeatMap(plot) => heat_numbers(plot, language),
            Self::Lines(plot) => line_numbers(plot, language),
            Self::Bars(plot) => bar_numbers(plot, language),
        }
    }
}

fn named(label: &str, otherwise: &str) -> String {
    if label.is_empty() { otherwise.to_owned() } else { label.to_owned() }
}

fn interval_numbers(plot: &IntervalPlot, language: Language) -> Table {
    let words = language.words();
    let mut columns = vec![Column::left(words.row)];
    columns.extend([&plot.value_name, words.low, words.high].map(Column::right));
    let has_printed = plot.rows.iter().any(|row| row.printed.is_some());
    if has_printed {
        columns.push(Column::right(&plot.printed_name));
    }
    if !plot.axis.label.is_empty() {
        columns = columns.into_iter().enumerate().map(|(place, column)| group_after(place, column, plot)).collect();
    }
    let write = |value: f64| plot.axis.numbers.write(value);
    let mut table = Table::new(&plot.caption, columns);
    for row in &plot.rows {
        let mut cells = vec![row.label.clone(), write(row.value), write(row.low), write(row.high)];
        if has_printed {
            cells.push(row.printed.map_or(MISSING.to_owned(), write));
        }
        table.push(cells);
    }
    table
}

/// All columns but that of the row names stand under the label of the axis.
fn group_after(place: usize, column: Column, plot: &IntervalPlot) -> Column {
    if place == 0 { column } else { column.in_group(&plot.axis.label) }
}

fn heat_numbers(plot: &HeatMap, language: Language) -> Table {
    let words = language.words();
    let titled = plot.panels.iter().any(|panel| !panel.title.is_empty());
    let mut columns = vec![Column::left(named(&plot.row_axis, words.row))];
    if titled {
        columns.insert(0, Column::left(words.panel));
    }
    for name in &plot.columns {
        let column = Column::right(name);
        columns.push(if plot.column_axis.is_empty() { column } else { column.in_group(&plot.column_axis) });
    }
    let mut table = Table::new(&plot.caption, columns);
    for (place, panel) in plot.panels.iter().enumerate() {
        for (number, name) in plot.rows.iter().enumerate() {
            let values = (0..plot.columns.len()).map(|column| panel.at(number, column));
            let values = values.map(|value| value.map_or(MISSING.to_owned(), |value| plot.numbers.write(value)));
            let head = titled.then(|| panel.title.clone()).into_iter().chain([name.clone()]);
            let row = Row::new(head.chain(values));
            table.push(if place > 0 && number == 0 { row.ruled() } else { row });
        }
    }
    table
}

fn line_numbers(plot: &LinePlot, language: Language) -> Table {
    let words = language.words();
    let has_intervals = plot.series.iter().flat_map(|series| &series.points).any(|point| point.interval.is_some());
    let mut columns = vec![Column::left(words.series)];
    columns.extend([named(&plot.x.label, "x"), named(&plot.y.label, "y")].map(Column::right));
    if has_intervals {
        columns.extend([words.low, words.high].map(Column::right));
    }
    let mut table = Table::new(&plot.caption, columns);
    for (place, series) in plot.series.iter().enumerate() {
        for (number, point) in series.points.iter().enumerate() {
            let mut cells = vec![series.label.clone(), plot.x.numbers.write(point.x), plot.y.numbers.write(point.y)];
            if has_intervals {
                let (low, high) = point.interval.unwrap_or((f64::NAN, f64::NAN));
                cells.extend([low, high].map(|end| plot.y.numbers.write(end)));
            }
            let row = Row::new(cells);
            table.push(if place > 0 && number == 0 { row.ruled() } else { row });
        }
    }
    table
}

fn bar_numbers(plot: &BarPlot, language: Language) -> Table {
    let mut columns = vec![Column::left(language.words().row)];
    for part in &plot.parts {
        let column = Column::right(part);
        columns.push(if plot.label.is_empty() { column } else { column.in_group(&plot.label) });
    }
    let mut table = Table::new(&plot.caption, columns);
    for row in &plot.rows {
        let shares = row.shares(plot.parts.len());
        let shares = shares.into_iter().map(|share| NumberStyle::Percent(plot.decimals).write(share));
        table.push(Row::new([row.label.clone()].into_iter().chain(shares)));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(plot: Plot, expected: &[&str]) {
        let table = plot.numbers(Language::English);
        let heads = table.columns.iter().map(Column::full_name).collect::<Vec<_>>().join(" | ");
        let rows = table.rows.iter().map(|row| {
            let cells: Vec<&str> = row.cells.iter().map(|cell| cell.text.as_str()).collect();
            cells.join(" | ")
        });
        assert_eq!([heads].into_iter().chain(rows).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn intervals_are_a_table() {
        let row = |label: &str, printed| IntervalRow {
            label: label.to_owned(),
            value: 0.5,
            low: 0.25,
            high: f64::NAN,
            printed,
        };
        let plot = IntervalPlot {
            axis: Axis::new("share", NumberStyle::Percent(0)),
            rows: vec![row("a", None), row("b", Some(0.4))],
            ..IntervalPlot::default()
        };
        let heads = "row | share: measured | share: low | share: high | share: printed";
        check(Plot::Intervals(plot), &[heads, "a | 50% | 25% | – | –", "b | 50% | 25% | – | 40%"]);
    }

    #[test]
    fn heat_maps_are_a_table() {
        let panel = |title: &str| Panel { title: title.to_owned(), values: vec![vec![Some(1.0), None]] };
        let mut plot = HeatMap {
            row_axis: "r".to_owned(),
            column_axis: "c".to_owned(),
            rows: vec!["r1".to_owned()],
            columns: vec!["c1".to_owned(), "c2".to_owned()],
            panels: vec![panel("")],
            ..HeatMap::default()
        };
        check(Plot::HeatMap(plot.clone()), &["r | c: c1 | c: c2", "r1 | 1.0 | –"]);
        plot.panels = vec![panel("p"), panel("q")];
        check(Plot::HeatMap(plot), &["panel | r | c: c1 | c: c2", "p | r1 | 1.0 | –", "q | r1 | 1.0 | –"]);
    }

    #[test]
    fn lines_and_bars_are_tables() {
        let points = vec![Point { x: 1.0, y: 2.0, interval: Some((1.5, 2.5)) }];
        let series = vec![Series { label: "s".to_owned(), points }];
        let plot = LinePlot { series, ..LinePlot::default() };
        check(Plot::Lines(plot), &["series | x | y | low | high", "s | 1.0 | 2.0 | 1.5 | 2.5"]);
        let plot = BarPlot {
            parts: vec!["won".to_owned(), "lost".to_owned()],
            rows: vec![
                BarRow { label: "a".to_owned(), values: vec![3.0, 1.0] },
                BarRow { label: "b".to_owned(), values: vec![f64::NAN, -1.0] },
            ],
            ..BarPlot::default()
        };
        check(Plot::Bars(plot), &["row | won | lost", "a | 75% | 25%", "b | 0% | 0%"]);
    }
}
