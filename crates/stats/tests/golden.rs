//! Every figure of `match-statistics.json`: what Fishtest's statistics give for counts of real and of extreme
//! matches, and intervals of binomial shares.
//!
//! Fishtest counts a thousandth of a result in every empty cell, also for Elo and its interval, and cuts
//! scores at 0.001 and 0.999 before they become Elo. Our own Elo does neither: it is infinite where all was
//! won, with an exact interval. So the figures are reproduced from the regularised moments, and where no
//! cell is empty they are asked of the functions that everyone uses, too.

use enban_stats::{
    Method, Model, Moments, Pairs, Results, Sprt, Tally, clopper_pearson, elo, elo_of_score, jeffreys,
    likelihood_of_superiority, normalised_elo, wilson,
};
use serde_json::Value;

/// Relative difference up to which figures are the same.
const TOLERANCE: f64 = 1e-9;

fn golden() -> Value {
    serde_json::from_str(include_str!("match-statistics.json")).expect("the file is JSON")
}

fn check(found: f64, expected: f64, what: &str) {
    // The absolute term is for an Elo of 0 that was printed as 8e-14.
    let off = (found - expected).abs();
    assert!(off <= TOLERANCE * expected.abs() + 1e-12, "{what}: {found}, expected {expected}");
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number stands here")
}

fn rows(value: &Value) -> &[Value] {
    value.as_array().expect("a list stands here")
}

fn counts(value: &Value) -> Vec<u64> {
    rows(value).iter().map(|count| count.as_u64().expect("a count stands here")).collect()
}

/// Elo of a score that is cut as Fishtest cuts it.
fn cut_elo(score: f64) -> f64 {
    elo_of_score(score.clamp(1e-3, 1.0 - 1e-3))
}

fn cut_half_width(moments: &Moments) -> f64 {
    let (low, high) = moments.normal_ends(0.95);
    0.5 * (cut_elo(high) - cut_elo(low))
}

/// The ratio that a key such as `llr_normalized_alt_0_2` asks for: `alt` (normalised) and `alt2` (logistic)
/// are the formulas without a search.
fn ratio(results: &impl Results, key: &str) -> f64 {
    let mut words = key.rsplit('_');
    let mut bound = || words.next().and_then(|word| word.parse::<f64>().ok()).expect("the key ends with two bounds");
    let (elo1, elo0) = (bound(), bound());
    let model = if key.contains("normalized") { Model::Normalised } else { Model::Logistic };
    let test = Sprt::new(elo0, elo1, 0.05, 0.05, model).expect("bounds of a test");
    if key.contains("alt") { test.llr_approximate(results) } else { test.llr(results) }
}

/// Holds every key of one match against ours; the number of figures held.
fn check_match(results: &impl Results, keys: &Value) -> usize {
    let moments = results.regularised_moments();
    let figures =
        keys.as_object().expect("a match is an object").iter().filter_map(|(key, value)| Some((key, value.as_f64()?)));
    let figures: Vec<_> = figures.collect();
    for &(key, expected) in &figures {
        let found = match key.as_str() {
            "elo" => cut_elo(moments.mean),
            "elo95" => cut_half_width(&moments),
            "los" => moments.superiority(),
            "score" => moments.mean,
            "var_pair" => moments.variance,
            "nelo" => moments.normalised_elo(),
            "nelo95" => moments.normalised_elo_half_width(0.95),
            _ => ratio(results, key),
        };
        check(found, expected, &format!("{key} of {:?}", results.counts()));
    }
    if results.counts().iter().all(|&count| count > 0) {
        check_functions(results, keys);
    }
    figures.len()
}

/// The same figures by the functions that everyone uses, for matches with every kind of result.
fn check_functions(results: &impl Results, keys: &Value) {
    let what = format!("{:?}", results.counts());
    let elo = elo(results, 0.95).expect("games were played");
    assert_eq!(elo.method, Method::Normal);
    check(elo.value, number(&keys["elo"]), &what);
    check(0.5 * (elo.high - elo.low), number(&keys["elo95"]), &what);
    check(likelihood_of_superiority(results), number(&keys["los"]), &what);
    if let Some(expected) = keys["nelo"].as_f64() {
        let normalised = normalised_elo(results, 0.95).expect("results differ");
        check(normalised.value, expected, &what);
        check(normalised.high - normalised.value, number(&keys["nelo95"]), &what);
        check(results.score().expect("games were played"), number(&keys["score"]), &what);
        check(results.variance().expect("games were played"), number(&keys["var_pair"]), &what);
    }
}

#[test]
fn pairs() {
    let golden = golden();
    let matches = rows(&golden["pentanomial"]);
    let held = matches.iter().map(|keys| check_match(&Pairs(counts(&keys["ptnml"]).try_into().unwrap()), keys));
    assert_eq!(held.sum::<usize>(), 10 * 15, "figures held");
}

#[test]
fn single_games() {
    let golden = golden();
    let held = rows(&golden["trinomial"]).iter().map(|keys| {
        let [losses, draws, wins] = counts(&keys["ldw"])[..] else { panic!("three counts") };
        check_match(&Tally::new(wins, draws, losses), keys)
    });
    assert_eq!(held.sum::<usize>(), 5 * 5, "figures held");
}

#[test]
fn shares() {
    for row in rows(&golden()["binomial"]) {
        let (successes, trials) = (row["k"].as_u64().unwrap(), row["n"].as_u64().unwrap());
        let intervals = [("wilson95", wilson as fn(_, _, _) -> _), ("clopper_pearson95", clopper_pearson)];
        for (key, interval) in intervals.into_iter().chain([("jeffreys95", jeffreys as _)]) {
            let found = interval(successes, trials, 0.95);
            let what = format!("{key} of {successes} in {trials}");
            check(found.low, number(&row[key][0]), &what);
            check(found.high, number(&row[key][1]), &what);
        }
    }
}

/// The file does not say of which matches `sprt_elo` and `sprt_elo_logistic` are: they are the two examples of
/// Fishtest's own tests, recognised by their ratios.
#[test]
fn stopped_matches() {
    let golden = golden();
    let check_stopped = |pairs: Pairs, test: Sprt, keys: &Value| {
        check(test.llr(&pairs), number(&keys["LLR"]), "LLR");
        check(test.bounds().0, number(&keys["a"]), "lower bound");
        check(test.bounds().1, number(&keys["b"]), "upper bound");
        let stopped = test.stopped_elo(&pairs, 0.95).unwrap();
        check(stopped.value, number(&keys["elo"]), "Elo");
        check(stopped.low, number(&keys["ci"][0]), "lower end");
        check(stopped.high, number(&keys["ci"][1]), "upper end");
        check(stopped.superiority, number(&keys["LOS"]), "superiority");
    };
    let logistic = Sprt::new(-3.0, 1.0, 0.05, 0.05, Model::Logistic).unwrap();
    check_stopped(Pairs([10789, 19328, 33806, 19402, 10543]), logistic, &golden["sprt_elo_logistic"]);
    let normalised = Sprt::new(0.764, 3.439, 0.05, 0.05, Model::Normalised).unwrap();
    check_stopped(Pairs([39, 2226, 31451, 2412, 40]), normalised, &golden["sprt_elo"]);
}
