//! Analysis as front ends read it: the lines of `lz-analyze` and `kata-analyze`.

use enban_search::{Candidate, Thought, Value};

use crate::vertices::Vertices;

/// The two formats of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Whole numbers; win rates in ten thousandths.
    Leela,
    /// Fractions, and leads in points.
    Kata,
}

/// What a front end asked for.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Request {
    /// The format.
    pub(crate) style: Style,
    /// Centiseconds between two lines.
    pub(crate) interval_cs: u64,
    /// The most moves to list.
    pub(crate) moves_max: usize,
    /// Adds the ownership of all points.
    pub(crate) ownership: bool,
    /// Adds the value of the position itself.
    pub(crate) root: bool,
}

impl Request {
    /// Reads what follows the colour: an interval, then pairs of a key and a value.
    pub(crate) fn parse(style: Style, mut words: &[String]) -> Result<Self, String> {
        let syntax = || "syntax error".to_owned();
        let mut request = Self { style, interval_cs: 100, moves_max: usize::MAX, ownership: false, root: false };
        if let Some(interval) = words.first().and_then(|word| word.parse().ok()) {
            request.interval_cs = interval;
            words = &words[1..];
        }
        for pair in words.chunks(2) {
            let [key, value] = pair else { return Err(syntax()) };
            let is_wanted = || value.parse::<bool>().map_err(|_| syntax());
            match key.as_str() {
                "interval" => request.interval_cs = value.parse().map_err(|_| syntax())?,
                "maxmoves" => request.moves_max = value.parse().map_err(|_| syntax())?,
                "ownership" if style == Style::Kata => request.ownership = is_wanted()?,
                "rootInfo" if style == Style::Kata => request.root = is_wanted()?,
                // Only moves that were searched can be listed.
                "minmoves" => {}
                // Players do not report these; front ends that ask for them manage without.
                "movesOwnership" | "pvVisits" | "pvEdgeVisits" | "ownershipStdev" if style == Style::Kata => {
                    is_wanted()?;
                }
                "allow" | "avoid" => return Err(format!("{key} is not supported")),
                _ => return Err(syntax()),
            }
        }
        Ok(request)
    }
}

/// One line with the candidates, the position itself if requested, and the ownership if given; empty if there are no
/// candidates.
pub(crate) fn line(thought: &Thought, request: &Request, vertices: &Vertices, ownership: Option<&str>) -> String {
    let shown = thought.candidates.iter().take(request.moves_max).enumerate();
    let told = |(order, candidate)| part(candidate, order, request.style, vertices);
    let mut parts: Vec<String> = shown.map(told).collect();
    if let (true, Some(best)) = (request.root, thought.candidates.first()) {
        parts.push(root(thought, best));
    }
    if let (false, Some(ownership)) = (parts.is_empty(), ownership) {
        parts.push(format!("ownership {ownership}"));
    }
    parts.join(" ")
}

fn part(candidate: &Candidate, order: usize, style: Style, vertices: &Vertices) -> String {
    let chance = chance(candidate.value);
    let low = low(chance, candidate);
    let (word, visits) = (vertices.of_move(candidate.choice), candidate.visits);
    let line = match candidate.line.is_empty() {
        true => word.to_owned(),
        false => vertices.list(candidate.line.iter().copied()),
    };
    match style {
        Style::Leela => {
            let whole = |part: f64| (part * 10_000.0).round() as u32;
            let (winrate, lcb) = (whole(chance), whole(low));
            format!("info move {word} visits {visits} winrate {winrate} lcb {lcb} order {order} pv {line}")
        }
        Style::Kata => {
            let lead = match lead(candidate.value) {
                Some(lead) => format!(" scoreMean {lead:.2} scoreLead {lead:.2}"),
                None => String::new(),
            };
            format!("info move {word} visits {visits} winrate {chance:.4}{lead} lcb {low:.4} order {order} pv {line}")
        }
    }
}

/// The position itself: its value is that of the best move, its visits are those of all moves.
fn root(thought: &Thought, best: &Candidate) -> String {
    let visits: u64 = thought.candidates.iter().map(|candidate| candidate.visits).sum();
    let lead = lead(best.value).map(|lead| format!(" scoreLead {lead:.2}")).unwrap_or_default();
    format!("rootInfo visits {visits} winrate {:.4}{lead}", chance(best.value))
}

/// The chance to win, as far as the value implies one.
pub(crate) fn chance(value: Value) -> f64 {
    /// A lead of this many points wins with odds of e to 1.
    const LEAD_SCALE: f64 = 4.0;
    let certain = |halves: i32| (f64::from(halves.signum()) + 1.0) / 2.0;
    match value {
        Value::Exact(points) => certain(points.in_halves()),
        Value::AtLeast(points) if points.in_halves() > 0 => 1.0,
        Value::AtMost(points) if points.in_halves() < 0 => 0.0,
        Value::Lead(lead) => 1.0 / (1.0 + (-lead / LEAD_SCALE).exp()),
        Value::Chance(chance) => chance.clamp(0.0, 1.0),
        Value::AtLeast(_) | Value::AtMost(_) | Value::Figure(_) => 0.5,
    }
}

/// The lead in points, if the value is one.
fn lead(value: Value) -> Option<f64> {
    match value {
        Value::Exact(points) | Value::AtLeast(points) | Value::AtMost(points) => {
            Some(f64::from(points.in_halves()) / 2.0)
        }
        Value::Lead(lead) => Some(lead),
        Value::Chance(_) | Value::Figure(_) => None,
    }
}

/// The lower confidence bound of the chance, by the number of visits.
fn low(chance: f64, candidate: &Candidate) -> f64 {
    const DEVIATIONS: f64 = 1.96;
    match candidate.value {
        Value::Chance(_) if candidate.visits > 0 => {
            let deviation = (chance * (1.0 - chance) / candidate.visits as f64).sqrt();
            (chance - DEVIATIONS * deviation).max(0.0)
        }
        _ => chance,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_catalog::open;
    use enban_game::{Points, Step};

    fn vertices() -> Vertices {
        Vertices::of(&*open("go9").unwrap())
    }

    fn thought() -> Thought {
        let step = |word: &str| vertices().read(word).unwrap();
        let candidate = |word: &str, value, visits, line: &[&str]| {
            let Step::Play(choice) = step(word) else { panic!("a pass is a move in Go") };
            Candidate { choice, value, depth: 0, visits, line: line.iter().map(|word| step(word)).collect() }
        };
        let candidates = vec![
            candidate("d4", Value::Chance(0.5), 100, &["d4", "pass", "e5"]),
            candidate("pass", Value::Exact(Points::halves(-3)), 7, &[]),
            candidate("e5", Value::Lead(4.0), 3, &["e5"]),
        ];
        Thought { choice: candidates[0].choice, candidates, nodes: 110 }
    }

    #[test]
    fn lines_are_as_front_ends_read_them() {
        let check = |style, words: &str, ownership: Option<&str>, expected: &str| {
            let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
            let request = Request::parse(style, &words).unwrap();
            assert_eq!(line(&thought(), &request, &vertices(), ownership), expected);
        };
        check(
            Style::Leela,
            "50",
            None,
            "info move D4 visits 100 winrate 5000 lcb 4020 order 0 pv D4 pass E5 \
             info move pass visits 7 winrate 0 lcb 0 order 1 pv pass \
             info move E5 visits 3 winrate 7311 lcb 7311 order 2 pv E5",
        );
        check(
            Style::Kata,
            "interval 50 maxmoves 2 ownership true",
            Some("0.5 -1"),
            "info move D4 visits 100 winrate 0.5000 lcb 0.4020 order 0 pv D4 pass E5 \
             info move pass visits 7 winrate 0.0000 scoreMean -1.50 scoreLead -1.50 lcb 0.0000 order 1 pv pass \
             ownership 0.5 -1",
        );
        check(
            Style::Kata,
            "maxmoves 1 rootInfo true",
            Some("0.5 -1"),
            "info move D4 visits 100 winrate 0.5000 lcb 0.4020 order 0 pv D4 pass E5 \
             rootInfo visits 110 winrate 0.5000 ownership 0.5 -1",
        );
        let nothing = Thought::plain(thought().choice);
        let request = Request { root: true, ..Request::parse(Style::Kata, &[]).unwrap() };
        assert_eq!(line(&nothing, &request, &vertices(), Some("0.5")), "");
    }

    #[test]
    fn requests_are_read() {
        let check = |style, words: &str, expected: Result<(u64, usize, bool), &str>| {
            let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
            let found = Request::parse(style, &words);
            let found = found.map(|request| (request.interval_cs, request.moves_max, request.ownership));
            assert_eq!(found, expected.map_err(str::to_owned), "{words:?}");
        };
        check(Style::Leela, "", Ok((100, usize::MAX, false)));
        check(Style::Leela, "20", Ok((20, usize::MAX, false)));
        check(Style::Kata, "20 ownership true maxmoves 3 minmoves 1", Ok((20, 3, true)));
        check(Style::Leela, "ownership true", Err("syntax error"));
        check(Style::Kata, "ownership maybe", Err("syntax error"));
        check(Style::Kata, "interval", Err("syntax error"));
        check(Style::Kata, "rootInfo maybe", Err("syntax error"));
        for key in ["movesOwnership", "pvVisits", "pvEdgeVisits", "ownershipStdev"] {
            check(Style::Kata, &format!("{key} true"), Ok((100, usize::MAX, false)));
            check(Style::Kata, &format!("{key} maybe"), Err("syntax error"));
            check(Style::Leela, &format!("{key} true"), Err("syntax error"));
        }
        check(Style::Leela, "avoid B d4 5", Err("avoid is not supported"));
    }
}
