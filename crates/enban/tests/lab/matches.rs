//! `enban match`: counts, colours, intervals, warnings, tests that stop early, openings.

use serde_json::{Value, json};

use crate::support::{Laboratory, list};

const SHALLOW: &str = "alphabeta(depth=1,exact=4,memory=1)";
const DEEP: &str = "alphabeta(depth=3,exact=4,memory=1)";
/// Wins every game of a short match with chance.
const STRONG: &str = "alphabeta(depth=5,exact=12,memory=1)";

fn number(value: &Value, key: &str) -> u64 {
    value[key].as_u64().unwrap()
}

/// The counts of a match add up, in all and by seat, and the seats are shared evenly.
fn check_counts(value: &Value, games: u64) {
    let played = |tally: &Value| number(tally, "wins") + number(tally, "draws") + number(tally, "losses");
    assert_eq!((number(value, "games"), played(value)), (games, games), "{value}");
    let seats = list(&value["by_seat"]);
    for seat in seats {
        assert_eq!(played(seat), games / seats.len() as u64, "every seat as often as every other: {value}");
    }
    for key in ["wins", "draws", "losses"] {
        assert_eq!(seats.iter().map(|seat| number(seat, key)).sum::<u64>(), number(value, key), "{key}");
    }
}

fn untimed(mut value: Value) -> Value {
    value.as_object_mut().unwrap().remove("spent").unwrap();
    value
}

#[test]
fn a_match_is_counted_by_seat_and_put_as_score_and_elo() {
    let laboratory = Laboratory::new();
    let value = laboratory.json(&["match", "nip24", DEEP, SHALLOW, "--games", "40", "--seed", "5"]);
    check_counts(&value, 40);
    let points = number(&value, "wins") as f64 + number(&value, "draws") as f64 / 2.0;
    let figure = |key: &str| value[key].as_f64().unwrap();
    assert_eq!(value["duplicates"], 0);
    assert!((figure("score") - points / 40.0).abs() < 1e-12);
    let elo = -400.0 * (1.0 / figure("score") - 1.0).log10();
    assert!((figure("elo") - elo).abs() < 1e-6, "{elo}: {value}");
    assert!(figure("elo_low") < elo && elo < figure("elo_high"));
    assert!(figure("score_low") < figure("score") && figure("score") < figure("score_high"));
    let pairs = list(&value["pairs"]).iter().map(|count| count.as_u64().unwrap());
    let half_points: u64 = pairs.clone().zip(0..).map(|(count, halves)| count * halves).sum();
    assert_eq!((pairs.sum::<u64>(), half_points as f64), (20, 2.0 * points));
    assert_eq!(
        untimed(value),
        untimed(laboratory.json(&["match", "nip24", DEEP, SHALLOW, "--games", "40", "--seed", "5"]))
    );
    let text = laboratory.done(&["match", "nip24", DEEP, SHALLOW, "--games", "40", "--seed", "5"]);
    for part in ["40 games from 20 openings (ply=6)", "as first", "as second", "Elo ", "likelihood of superiority"] {
        assert!(text.contains(part), "{part:?} is not in {text}");
    }
}

#[test]
fn an_odd_number_of_games_is_made_even() {
    check_counts(&Laboratory::new().json(&["match", "nip24", "random", "random", "--games", "5"]), 6);
}

#[test]
fn a_match_that_is_all_won_has_an_exact_interval_without_an_end() {
    let laboratory = Laboratory::new();
    let check = |first: &str, second: &str, open: &str, closed: &str| {
        let value = laboratory.json(&["match", "nip", first, second, "--games", "40"]);
        check_counts(&value, 40);
        assert_eq!((&value["elo"], &value[open]), (&Value::Null, &Value::Null), "{value}");
        assert!(value[closed].is_number());
        assert_eq!(value["exact_interval"], true);
        let said = value["conclusion"].as_str().unwrap();
        assert!(said.contains("all alike") && said.contains("exact"), "{said}");
        let stronger = format!("{STRONG} is the stronger of the two at the 95% level (100.00% sure)");
        assert!(said.starts_with(&stronger), "{said}");
        value
    };
    let won = check(STRONG, "random", "elo_high", "elo_low");
    assert_eq!((&won["wins"], &won["score"], &won["score_high"]), (&json!(40), &json!(1.0), &json!(1.0)));
    // Twenty pairs, all won: the exact bound at 95% is the 20th root of 0.025.
    let bound = 0.025_f64.powf(1.0 / 20.0);
    assert!((won["score_low"].as_f64().unwrap() - bound).abs() < 1e-9, "{won}");
    let lost = check("random", STRONG, "elo_low", "elo_high");
    assert_eq!((&lost["losses"], &lost["score"], &lost["score_low"]), (&json!(40), &json!(0.0), &json!(0.0)));
}

#[test]
fn games_that_repeat_are_counted_and_do_not_narrow_the_interval() {
    let laboratory = Laboratory::new();
    let play = |games: &str| {
        let value = laboratory.json(&["match", "nip", DEEP, SHALLOW, "--games", games, "--openings", "none"]);
        check_counts(&value, games.parse().unwrap());
        value
    };
    let (few, many) = (play("2"), play("20"));
    assert_eq!((&few["duplicates"], &many["duplicates"]), (&json!(0), &json!(18)));
    for key in ["score", "score_low", "score_high", "elo", "elo_low", "elo_high", "superiority", "pairs"] {
        assert_eq!(few[key], many[key], "{key}");
    }
    assert_eq!(many["wins"], 10 * number(&few, "wins"), "all games are counted");
    assert!(many["conclusion"].as_str().unwrap().contains("18 of the games repeat others move for move"), "{many}");
}

#[test]
fn few_games_are_warned_of() {
    let value = Laboratory::new().json(&["match", "nip", "random", "random", "--games", "4"]);
    let said = value["conclusion"].as_str().unwrap();
    assert!(said.contains("not decided") && said.contains("Few games"), "{said}");
}

#[test]
fn a_sequential_test_stops_early_whatever_the_threads() {
    let laboratory = Laboratory::new();
    let play = |bounds: &str, threads: &str| {
        let players = ["match", "nip", "montecarlo(playouts=20)", "random", "--games", "2000"];
        untimed(laboratory.json(&[&players[..], &["--sprt", bounds, "--threads", threads]].concat()))
    };
    let value = play("0,50", "1");
    assert_eq!((&value["sprt"]["decision"], &value["sprt"]["stopped_early"]), (&json!("h1"), &json!(true)));
    assert!(value["sprt"]["llr"].as_f64().unwrap() >= value["sprt"]["high"].as_f64().unwrap());
    check_counts(&value, number(&value, "games"));
    assert!(number(&value, "games") < 1000, "{value}");
    assert_eq!(value, play("0,50", "2"));
    assert_eq!(value, play("0,50", "3"));
    let even = ["match", "nip", "random", "random", "--games", "20", "--sprt", "0,10"];
    let value = laboratory.json(&even);
    assert_eq!((&value["sprt"]["decision"], &value["sprt"]["stopped_early"]), (&json!("continue"), &json!(false)));
    check_counts(&value, 20);
}

#[test]
fn a_stored_match_goes_on_with_its_test() {
    let laboratory = Laboratory::new();
    let players = ["match", "nip", "montecarlo(playouts=20)", "random", "--games", "2000", "--store", "kept.db"];
    let first = laboratory.json(&[&players[..], &["--sprt", "0,50"]].concat());
    let stored = laboratory.tasks_done("kept.db");
    assert_eq!(first, laboratory.json(&[&players[..], &["--sprt", "0,50"]].concat()), "it was decided");
    assert_eq!(laboratory.tasks_done("kept.db"), stored, "and needs no more games");
    let closer = laboratory.json(&[&players[..], &["--sprt", "300,350"]].concat());
    assert!(number(&closer, "games") > number(&first, "games"), "a closer question takes more");
    let listed = laboratory.json(&["list", "--store", "kept.db"]);
    assert_eq!(
        (&listed[0]["kind"], &listed[0]["name"]),
        (&json!("match"), &json!("nip: montecarlo(playouts=20) against random"))
    );
    let named = ["match", "nip24", "random", "random", "--games", "4", "--store", "kept.db", "--name", "short"];
    laboratory.done(&named);
    let listed = laboratory.json(&["list", "--store", "kept.db"]);
    assert_eq!((&listed[1]["name"], &listed[1]["games"]), (&json!("short"), &json!(4)));
    assert!(listed[1]["finished"].is_number(), "all its games were played: {listed}");
}

#[test]
fn a_match_stopped_by_its_test_is_reported_as_it_was_told() {
    let laboratory = Laboratory::new();
    let players = ["match", "nip", "montecarlo(playouts=4,from=all)", "random", "--games", "2000", "--sprt", "0,20"];
    let mut told = Vec::new();
    for threads in ["1", "2", "8"] {
        let store = format!("with{threads}.db");
        let value = untimed(laboratory.json(&[&players[..], &["--threads", threads, "--store", &store]].concat()));
        let report = laboratory.json(&["report", "1", "--store", &store]);
        let cell = &report["cells"][0];
        for key in ["games", "wins", "draws", "losses", "score", "elo", "elo_low", "elo_high"] {
            assert_eq!(cell[key], value[key], "{key} with {threads} threads");
        }
        assert_eq!(report["sprt"], value["sprt"]);
        let listed = laboratory.json(&["list", "--store", &store]);
        assert!(listed[0]["finished"].is_number(), "{listed}");
        assert!(laboratory.done(&["list", "--store", &store]).contains(" decided "));
        let text = laboratory.done(&["report", "1", "--store", &store]);
        let games = number(&value, "games");
        assert!(text.contains(&format!("stopped after {games} of at most 2000 games by a sequential test")), "{text}");
        assert!(text.contains(&format!("nip: {games} games")) && !text.contains("Not finished"), "{text}");
        told.push(value);
    }
    assert!(told.iter().all(|value| *value == told[0]), "{told:?}");
    let sprt = &told[0]["sprt"];
    let figure = |key: &str| sprt[key].as_f64().unwrap();
    assert!(figure("elo") < told[0]["elo"].as_f64().unwrap(), "the plain mean is flattered: {sprt}");
    assert!(figure("elo_low") < figure("elo") && figure("elo") < figure("elo_high"));
    let text = laboratory.done(&players);
    for part in ["as if no test had stopped the match", "Elo that allows for the stop: +", "SPRT: accepted"] {
        assert!(text.contains(part), "{part:?} is not in {text}");
    }
    assert!(!text.contains("half as wide"), "a match that is over has no price: {text}");
}

#[test]
fn an_exact_interval_has_no_price() {
    let value = Laboratory::new().json(&["match", "nip", "random", "random", "--games", "10", "--sprt", "-5,5"]);
    assert_eq!(value["exact_interval"], true);
    assert!(!value["conclusion"].as_str().unwrap().contains("half as wide"), "{value}");
    let value = Laboratory::new().json(&["match", "nip", "random", "random", "--games", "200"]);
    assert_eq!(value["exact_interval"], false);
    assert!(value["conclusion"].as_str().unwrap().contains("half as wide"), "{value}");
}

#[test]
fn how_often_openings_came_back_is_told() {
    let laboratory = Laboratory::new();
    let head = |openings: &str, games: &str| {
        let text = laboratory.done(&["match", "nip24", "random", "random", "--games", games, "--openings", openings]);
        text.lines().nth(1).unwrap().to_owned()
    };
    assert_eq!(head("none", "20"), "20 games from the starting position, 10 times from every seat; seed 1.");
    laboratory.write("one.txt", "c2 # the only one\n");
    assert_eq!(
        head("file=one.txt", "2"),
        "2 games from 1 opening (file=./one.txt), each once from every seat; seed 1."
    );
    assert_eq!(
        head("file=one.txt", "20"),
        "20 games from 1 opening (file=./one.txt), each 10 times from every seat; seed 1."
    );
    laboratory.write("two.txt", "c2\nb3\nc2\n");
    assert_eq!(
        head("file=two.txt", "12"),
        "12 games from 2 openings (file=./two.txt), each 2 to 4 times from every seat; seed 1."
    );
}

#[test]
fn openings_are_distinct_and_shared_by_pairs() {
    let laboratory = Laboratory::new();
    let play = ["match", "nip", "random", "random", "--games", "60", "--openings", "ply=5", "--store", "kept.db"];
    assert_eq!(laboratory.json(&play)["distinct_openings"], 30);
    let games = laboratory.games("kept.db");
    let openings: Vec<&str> = games.iter().map(|game| game["opening"].as_str().unwrap()).collect();
    for pair in openings.chunks(2) {
        assert_eq!(pair[0], pair[1], "both colours from the same opening");
    }
    let distinct: std::collections::BTreeSet<&str> = openings.iter().copied().collect();
    assert_eq!(distinct.len(), 30);
    assert!(games.chunks(2).all(|pair| pair[0]["rotation"] == 0 && pair[1]["rotation"] == 1));
    let moved = |opening: &str| opening.replace("pass", "").len() / 2;
    assert!(distinct.iter().all(|opening| moved(opening) == 5), "{distinct:?}");
}

#[test]
fn openings_come_from_a_file() {
    let laboratory = Laboratory::with("good.txt", "# comment\nc4\n\nc4 c3\n");
    laboratory.write("bad.txt", "c4\nc4 c3\nc4 c4\n");
    laboratory.write("empty.txt", "# nothing\n");
    let play = |openings: &'static str| ["match", "nip", "random", "random", "--games", "8", "--openings", openings];
    assert_eq!(laboratory.json(&play("file=good.txt"))["distinct_openings"], 2);
    laboratory.refused(&play("file=bad.txt"), &["bad.txt, line 3", "character 4", "found \"c4\""]);
    laboratory.refused(&play("file=empty.txt"), &["no opening", "empty.txt"]);
    laboratory.refused(&play("file=none.txt"), &["none.txt", "No such file"]);
    laboratory.refused(&play("ply=61"), &["--openings", "ply=61", "expected none, ply=K"]);
    laboratory.refused(&play("balance=3"), &["--openings"]);
}

#[test]
fn four_players_are_ranked() {
    let laboratory = Laboratory::new();
    let play = ["match", "yonin", "normal(lookahead=1)", "random", "--games", "16", "--store", "kept.db"];
    let value = laboratory.json(&play);
    check_counts(&value, 16);
    let players = list(&value["standings"]["players"]);
    assert_eq!(players.iter().map(|player| number(player, "places")).collect::<Vec<_>>(), [16, 48]);
    let ranks: Vec<f64> = players.iter().map(|player| player["rank"]["value"].as_f64().unwrap()).collect();
    assert!((16.0 * ranks[0] + 48.0 * ranks[1] - 160.0).abs() < 1e-6, "ranks are 1 to 4 in every game: {ranks:?}");
    assert_eq!(list(&value["standings"]["seats"]).len(), 4);
    assert!(laboratory.done(&play).contains("mean rank"));
    // Who is not at the top has lost, also where others share it.
    let mut lost = 0;
    for game in laboratory.games("kept.db") {
        let scores: Vec<f64> = list(&game["scores"]).iter().map(|score| score.as_f64().unwrap()).collect();
        let seat = list(&game["players"]).iter().position(|player| player != "random").unwrap();
        lost += u64::from(scores.iter().any(|&score| score > scores[seat]));
    }
    assert_eq!(number(&value, "losses"), lost);
}

#[test]
fn one_among_four_is_measured_by_first_places() {
    let laboratory = Laboratory::new();
    let play = |first: &str, games: &str| laboratory.json(&["match", "yonin", first, "random", "--games", games]);
    let said = |value: &Value| value["conclusion"].as_str().unwrap().to_owned();
    let alike = play("random", "200");
    for key in ["score", "score_low", "score_high", "elo", "elo_low", "elo_high", "superiority", "exact_interval"] {
        assert!(alike[key].is_null(), "{key}: {alike}");
    }
    assert_eq!(said(&alike), "All seats were played by random: there is nothing to decide.");
    let twin = said(&play("random(seed=5)", "200"));
    assert!(twin.starts_with("It is not decided whether random(seed=5) is stronger or weaker"), "{twin}");
    let strong = said(&play("montecarlo(playouts=10)", "80"));
    assert!(strong.starts_with("montecarlo(playouts=10) is stronger than the others at the 95% level: it"), "{strong}");
    assert!(strong.contains("and one as strong as they are makes 25%"), "{strong}");
    let few = play("montecarlo(playouts=10)", "4");
    assert!(said(&few).contains("too few games for an interval"), "{few}");
    let rank = &few["standings"]["players"][0]["rank"];
    assert!(rank["value"].is_number() && rank["low"].is_null() && rank["high"].is_null(), "{rank}");
    assert!(few["standings"]["warning"].is_string());
    let text = laboratory.done(&["match", "yonin", "random(seed=5)", "random", "--games", "4"]);
    assert!(text.contains("Intervals are left out where fewer than 10 blocks") && !text.contains(" to "), "{text}");
    assert!(text.contains("It is not decided whether random(seed=5)"), "{text}");
}

#[test]
fn wrong_matches_are_refused() {
    let laboratory = Laboratory::new();
    let check = |arguments: &[&str], words: &[&str]| laboratory.refused(&[&["match"], arguments].concat(), words);
    check(&["nipp", "random", "random"], &["no game \"nipp\"", "did you mean nip?"]);
    check(&["nip", "random", "randm"], &["player \"randm\"", "did you mean random?"]);
    check(&["nip", "random(sed=1)", "random"], &["random(sed=1)", "seed"]);
    check(&["nip", "random", "random", "--games", "0"], &["--games"]);
    check(&["nip", "random", "random", "--sprt", "10,0"], &["--sprt \"10,0\"", "expected the first below the second"]);
    check(&["nip", "random", "random", "--sprt", "x"], &["--sprt \"x\"", "expected two numbers"]);
    check(&["yonin", "random", "random", "--sprt", "0,10"], &["--sprt", "yonin has 4 seats"]);
    check(&["nip", "random", "random", "--name", "x"], &["--store"]);
}
