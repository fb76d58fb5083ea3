//! Plots of data that no experiment should give.

use enban_report::{
    Axis, BarPlot, BarRow, HeatMap, IntervalPlot, IntervalRow, LinePlot, Panel, Plot, Point, Scale, Series, Spread,
};

/// Plots of nothing, of one value, of what is not finite, and of far too much.
pub fn plots() -> Vec<Plot> {
    let mut plots = vec![
        Plot::Intervals(IntervalPlot::default()),
        Plot::HeatMap(HeatMap::default()),
        Plot::Lines(LinePlot::default()),
        Plot::Bars(BarPlot::default()),
    ];
    let odd = [0.0, -0.0, 1e300, -1e300, 1e-300, f64::NAN, f64::MAX, f64::MIN, f64::INFINITY, f64::NEG_INFINITY, 0.5];
    let row = |value: f64| IntervalRow {
        label: "長い名前".repeat(20),
        value,
        low: value - 1.0,
        high: value,
        printed: Some(value),
    };
    for values in [&odd[..1], &odd[5..], &odd[6..7], &odd[..]] {
        let rows = values.iter().map(|&value| row(value)).collect();
        plots.push(Plot::Intervals(IntervalPlot { rows, ..IntervalPlot::default() }));
        let names: Vec<String> = (0..values.len()).map(|number| format!("column with number {number}")).collect();
        let panel = Panel { title: String::new(), values: vec![values.iter().map(|&value| Some(value)).collect()] };
        for scale in [Scale::Sequential(None), Scale::Diverging { middle: 0.5, reach: None }] {
            let (rows, columns, panels) = (vec!["r".to_owned()], names.clone(), vec![panel.clone(); 3]);
            plots.push(Plot::HeatMap(HeatMap { rows, columns, panels, scale, ..HeatMap::default() }));
        }
        for (spread, axis) in [(Spread::Band, Axis::default()), (Spread::Whiskers, Axis::default().logarithmic())] {
            let points = values.iter().map(|&y| Point { x: y, y, interval: Some((y, y + 1.0)) }).collect();
            let series = (0..14).map(|number| Series { label: format!("series {number}"), ..Series::default() });
            let series = series.chain([Series { label: "odd".to_owned(), points }]).collect();
            plots.push(Plot::Lines(LinePlot { x: axis.clone(), y: axis, series, spread, ..LinePlot::default() }));
        }
        let rows = vec![BarRow { label: "r".to_owned(), values: values.to_vec() }];
        plots.push(Plot::Bars(BarPlot { parts: names, rows, ..BarPlot::default() }));
    }
    plots
}
