//! From the data of a plot to marks at places.

mod bars;
mod frame;
mod heat;
mod intervals;
mod lines;

use crate::drawing::Drawing;
use crate::plot::Plot;

/// The plot as marks.
pub(crate) fn draw(plot: &Plot) -> Drawing {
    let drawing = match plot {
        Plot::Intervals(plot) => intervals::draw(plot),
        Plot::HeatMap(plot) => heat::draw(plot),
        Plot::Lines(plot) => lines::draw(plot),
        Plot::Bars(plot) => bars::draw(plot),
    };
    Drawing { height: drawing.height.ceil(), ..drawing }
}
