//! SVG and TikZ of every plot: well formed, finite, within their frame.

mod odd;
mod samples;
mod xml;

use enban_report::{Block, Document, Format, Plot, Theme, render, svg};

const THEMES: [Theme; 4] = [Theme::Inherit, Theme::Automatic, Theme::Light, Theme::Dark];

fn plots_of(text: &str) -> Vec<Plot> {
    let plot = |block| if let Block::Plot(plot) = block { Some(plot) } else { None };
    samples::document_of(text).blocks.into_iter().filter_map(plot).collect()
}

fn all_plots() -> Vec<Plot> {
    plots_of("plain").into_iter().chain(plots_of(samples::HOSTILE)).chain(odd::plots()).collect()
}

#[test]
fn every_svg_is_well_formed() {
    for plot in all_plots() {
        for theme in THEMES {
            let text = svg(&plot, theme);
            let read = xml::read(&text).unwrap_or_else(|error| panic!("{error} in {plot:?}"));
            assert!(read.tags[0].starts_with("svg ") && read.tags[0].contains("viewBox="), "{:?}", read.tags[0]);
            assert_eq!((read.tags[1].as_str(), read.tags[2].as_str()), ("title", "desc"));
            assert!(!read.tags.iter().any(|tag| tag.starts_with("script")));
        }
    }
}

#[test]
fn no_place_is_infinite() {
    for plot in all_plots() {
        let mut document = Document::new("");
        let text = svg(&plot, Theme::Light);
        document.push(plot);
        for text in [text, render(&document, Format::Latex)] {
            assert!(!text.contains("NaN") && !text.contains("\"inf") && !text.contains("(inf"), "{text}");
        }
    }
}

/// The numbers of an attribute, wherever it stands.
fn attribute(tag: &str, name: &str) -> Option<f64> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()?.parse().ok()
}

#[test]
fn marks_stay_within_the_frame() {
    for plot in all_plots() {
        let read = xml::read(&svg(&plot, Theme::Inherit)).unwrap();
        let height = attribute(&read.tags[0], "height").unwrap();
        for tag in &read.tags[3..] {
            for (name, end) in [("x", 640.0), ("cx", 640.0), ("y", height), ("cy", height)] {
                let value = attribute(tag, name).unwrap_or(0.0);
                assert!((-1.0..=end + 1.0).contains(&value), "{name} of <{tag}> in a height of {height}: {plot:?}");
            }
        }
    }
}

/// Letters are at least this wide, in parts of their size: what is too long by this count surely is.
const NARROW: f64 = 0.35;

#[test]
fn long_texts_are_cut() {
    let plots = plots_of(&"a rather long name that goes on ".repeat(9));
    for plot in plots.into_iter().chain(odd::plots()) {
        let text = svg(&plot, Theme::Inherit);
        let height = attribute(&text, "height").unwrap();
        for line in text.lines().filter(|line| line.starts_with("<text ")) {
            let letters = xml::read(line).unwrap().texts.concat().chars().count();
            let slant = if line.contains("rotate(-45") { 0.71 } else { 1.0 };
            let length = letters as f64 * NARROW * slant * attribute(line, "font-size").unwrap();
            let (at, end) = match line.contains("rotate(-90") {
                true => (attribute(line, "y").unwrap(), height),
                false => (attribute(line, "x").unwrap(), 640.0),
            };
            let start = if line.contains("\"middle\"") { at - length / 2.0 } else { at };
            let start = if line.contains("\"end\"") { at - length } else { start };
            assert!(start >= -1.0 && start + length <= end + 1.0, "{line} of {plot:?}");
        }
    }
}

#[test]
fn themes_have_their_colours() {
    let plot = &plots_of("plain")[0];
    let check = |theme, has: &[&str], lacks: &[&str]| {
        let text = svg(plot, theme);
        assert!(has.iter().all(|part| text.contains(part)), "{theme:?} lacks one of {has:?}");
        assert!(!lacks.iter().any(|part| text.contains(part)), "{theme:?} has one of {lacks:?}");
    };
    check(Theme::Inherit, &["var(--enban-series-1, #0b5cad)"], &["<style>", "font-family", "--enban-text:"]);
    check(Theme::Automatic, &["var(--enban-series-1, #0b5cad)", "prefers-color-scheme:dark", "font-family"], &[]);
    check(Theme::Light, &["\"#0b5cad\"", "font-family"], &["var(", "#7fb6f5"]);
    check(Theme::Dark, &["\"#7fb6f5\""], &["var(", "#0b5cad"]);
}

#[test]
fn a_plot_has_its_marks() {
    let check = |place: usize, parts: &[(&str, usize)]| {
        let read = xml::read(&svg(&plots_of("plain")[place], Theme::Inherit)).unwrap();
        for (name, count) in parts {
            let found = read.tags.iter().filter(|tag| tag.split(' ').next() == Some(name)).count();
            assert_eq!(found, *count, "{name} of plot {place}");
        }
    };
    // A dot in the legend and one in the row; so with the hollow marks.
    check(0, &[("circle", 2), ("polygon", 2)]);
    // Two cells and the twenty shades of the key.
    check(1, &[("rect", 22)]);
    // Three points and the legend, of discs and of squares.
    check(2, &[("circle", 4), ("polygon", 4)]);
    // Three parts and three in the legend.
    check(3, &[("rect", 6)]);
}
