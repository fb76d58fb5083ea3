//! The colours of plots and pages, in a light and a dark scheme.
//!
//! The series are told apart by people who do not see red or green, and by the shape of their marks as
//! well. The tests hold every pair that meets on the page against the contrast that WCAG 2 asks for: 4.5
//! for text, 3 for lines and marks.

/// A colour by its role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ink {
    /// What everything stands on.
    Paper,
    /// Text, also on the shades of a heat map.
    Text,
    /// Text of less weight.
    Muted,
    /// Axes and rules.
    Rule,
    /// Lines that guide the eye.
    Grid,
    /// The colour of a series, counted from 0; there are [`SERIES`] of them.
    Series(usize),
    /// A part that is neither good nor bad.
    Neutral,
    /// Text on a bar in the colour of a series.
    OnSeries,
    /// The deepest shade above the middle.
    Above,
    /// The deepest shade below the middle.
    Below,
}

/// How many series have a colour of their own.
pub(crate) const SERIES: usize = 6;

const LIGHT_SERIES: [&str; SERIES] = ["0b5cad", "b34700", "00735c", "87479c", "7d6100", "5a6169"];
const DARK_SERIES: [&str; SERIES] = ["7fb6f5", "f2a066", "5cc9a7", "d3a2e6", "dcc05a", "a9b1bb"];

/// Every ink once.
pub(crate) fn all() -> impl Iterator<Item = Ink> {
    use Ink::{Above, Below, Grid, Muted, Neutral, OnSeries, Paper, Rule, Series, Text};
    let plain = [Paper, Text, Muted, Rule, Grid, Neutral, OnSeries, Above, Below];
    plain.into_iter().chain((0..SERIES).map(Series))
}

impl Ink {
    /// The name after `--enban-` in CSS and after `enban` in LaTeX.
    pub(crate) fn name(self) -> String {
        let name = match self {
            Self::Paper => "paper",
            Self::Text => "text",
            Self::Muted => "muted",
            Self::Rule => "rule",
            Self::Grid => "grid",
            Self::Series(place) => return format!("series-{}", place % SERIES + 1),
            Self::Neutral => "neutral",
            Self::OnSeries => "on-series",
            Self::Above => "above",
            Self::Below => "below",
        };
        name.to_owned()
    }

    /// Six hexadecimal digits on white paper.
    pub(crate) fn light(self) -> &'static str {
        match self {
            Self::Paper | Self::OnSeries => "ffffff",
            Self::Text => "111111",
            Self::Muted => "595e66",
            Self::Rule => "33373d",
            Self::Grid => "dcdfe3",
            Self::Series(place) => LIGHT_SERIES[place % SERIES],
            Self::Neutral => "d0d4d9",
            Self::Above => "4b8fd9",
            Self::Below => "e0843a",
        }
    }

    /// Six hexadecimal digits on a dark screen.
    pub(crate) fn dark(self) -> &'static str {
        match self {
            Self::Paper | Self::OnSeries => "14161a",
            Self::Text => "ececea",
            Self::Muted => "a3a9b2",
            Self::Rule => "b9bec6",
            Self::Grid => "30343b",
            Self::Series(place) => DARK_SERIES[place % SERIES],
            Self::Neutral => "4a5059",
            Self::Above => "2d69ab",
            Self::Below => "a4540f",
        }
    }
}

/// The variables of CSS that hold one scheme.
pub(crate) fn css_variables(scheme: fn(Ink) -> &'static str) -> String {
    all().map(|ink| format!("--enban-{}:#{};", ink.name(), scheme(ink))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channels(hex: &str) -> [f64; 3] {
        [0, 2, 4].map(|at| f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()))
    }

    /// Relative luminance after WCAG 2.
    fn luminance(colour: [f64; 3]) -> f64 {
        let [red, green, blue] = colour.map(|value| {
            let value = value / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        one.max(other) / one.min(other)
    }

    fn check(scheme: fn(Ink) -> &'static str) {
        let colour = |ink: Ink| channels(scheme(ink));
        let at_least = |upper: Ink, lower: Ink, wanted: f64| {
            let found = contrast(colour(upper), colour(lower));
            assert!(found >= wanted, "{upper:?} on {lower:?} has {found:.2}, wanted {wanted}");
        };
        at_least(Ink::Text, Ink::Paper, 7.0);
        at_least(Ink::Muted, Ink::Paper, 4.5);
        at_least(Ink::Rule, Ink::Paper, 4.5);
        at_least(Ink::Text, Ink::Neutral, 4.5);
        for place in 0..SERIES {
            at_least(Ink::Series(place), Ink::Paper, 4.5);
            at_least(Ink::OnSeries, Ink::Series(place), 4.5);
        }
        for deepest in [Ink::Above, Ink::Below] {
            for percent in 0..=100 {
                let depth = f64::from(percent) / 100.0;
                let (deep, pale) = (colour(deepest), colour(Ink::Paper));
                let shade = [0, 1, 2].map(|at| deep[at] * depth + pale[at] * (1.0 - depth));
                let found = contrast(colour(Ink::Text), shade);
                assert!(found >= 4.5, "text on {percent}% of {deepest:?} has {found:.2}");
            }
        }
    }

    #[test]
    fn both_schemes_have_contrast() {
        check(Ink::light);
        check(Ink::dark);
    }

    #[test]
    fn names_are_distinct() {
        let names: std::collections::BTreeSet<String> = all().map(Ink::name).collect();
        assert_eq!(names.len(), all().count());
        assert!(css_variables(Ink::light).starts_with("--enban-paper:#ffffff;--enban-text:#111111;"));
    }
}
