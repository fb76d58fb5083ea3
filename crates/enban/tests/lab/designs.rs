//! Who plays whom: every design makes its cells, and every player sits as often at each seat.

use std::collections::BTreeMap;

use crate::support::{Laboratory, list, text_of};

/// Runs a file and holds the labels and the games of its cells against what is expected.
fn check(text: &str, labels: &[&str], games_of_each: u64) -> Laboratory {
    let laboratory = Laboratory::with("design.toml", text);
    let table = laboratory.json(&["run", "design.toml", "--store", "kept.db"]);
    let cells = list(&table["cells"]);
    assert_eq!(cells.iter().map(|cell| text_of(&cell["label"])).collect::<Vec<_>>(), labels);
    for cell in cells {
        assert_eq!(
            (cell["games"].as_u64(), cell["planned"].as_u64()),
            (Some(games_of_each), Some(games_of_each)),
            "{cell}"
        );
    }
    assert_eq!(laboratory.games("kept.db").len() as u64, games_of_each * labels.len() as u64);
    laboratory
}

/// How often each player sat at each seat.
fn places(laboratory: &Laboratory) -> BTreeMap<(String, usize), u64> {
    let mut places = BTreeMap::new();
    for game in laboratory.games("kept.db") {
        for (seat, player) in list(&game["players"]).iter().enumerate() {
            *places.entry((text_of(player), seat)).or_default() += 1;
        }
    }
    places
}

#[test]
fn all_against_all() {
    let text = r#"
game = "nip24"
games = 6
openings = "ply=2"
[players]
one = "montecarlo(playouts=2)"
[design]
kind = "round-robin"
players = ["one", "random", "random(seed=8)"]
"#;
    let laboratory = check(text, &["one - random", "one - random(seed=8)", "random - random(seed=8)"], 6);
    let places = places(&laboratory);
    assert_eq!(places.len(), 6);
    assert!(places.values().all(|&count| count == 6), "{places:?}");
    let ratings = laboratory.json(&["run", "design.toml", "--store", "kept.db"])["ratings"].clone();
    assert_eq!(list(&ratings).len(), 3);
}

#[test]
fn challengers_against_opponents() {
    let text = r#"
game = "nip24"
games = 5
seats = "fixed"
[design]
kind = "gauntlet"
challengers = ["montecarlo(playouts=2)", "random(seed=1)"]
opponents = ["random", "random(seed=2)"]
"#;
    let labels = [
        "montecarlo(playouts=2) - random",
        "montecarlo(playouts=2) - random(seed=2)",
        "random(seed=1) - random",
        "random(seed=1) - random(seed=2)",
    ];
    let places = places(&check(text, &labels, 5));
    assert_eq!(places.len(), 4, "fixed seats: challengers sit first: {places:?}");
    assert!(places.values().all(|&count| count == 10), "{places:?}");
}

#[test]
fn a_grid_of_parameters() {
    let text = r#"
game = "reversi4"
games = 4
[design]
kind = "grid"
player = "mcts(playouts={n},exploration={e},memory=1)"
against = "random"
over = { n = [2, 4, 8], e = [0.5, 1.0] }
"#;
    let labels = ["e=0.5 n=2", "e=0.5 n=4", "e=0.5 n=8", "e=1.0 n=2", "e=1.0 n=4", "e=1.0 n=8"];
    let laboratory = check(text, &labels, 4);
    let places = places(&laboratory);
    assert_eq!(places[&("mcts(playouts=8,exploration=0.5,memory=1)".to_owned(), 0)], 2);
    assert_eq!((places.len(), places[&("random".to_owned(), 1)]), (14, 12));
    let report = laboratory.done(&["report", "design", "--store", "kept.db", "--format", "html"]);
    assert!(report.contains("Score of the first player over the parameters"));
}

#[test]
fn four_seats_are_rotated() {
    let text = r#"
game = "yonin"
games = 8
[design]
kind = "round-robin"
players = ["random", "random(seed=1)", "random(seed=2)", "random(seed=3)", "random(seed=4)"]
"#;
    let names = ["random", "random(seed=1)", "random(seed=2)", "random(seed=3)", "random(seed=4)"];
    let labels: Vec<String> = [4, 3, 2, 1, 0]
        .map(|without| {
            names
                .iter()
                .enumerate()
                .filter(|(at, _)| *at != without)
                .map(|(_, name)| *name)
                .collect::<Vec<_>>()
                .join(" - ")
        })
        .to_vec();
    let laboratory = check(text, &labels.iter().map(String::as_str).collect::<Vec<_>>(), 8);
    let places = places(&laboratory);
    assert_eq!(places.len(), 20, "every player at every seat");
    assert!(places.values().all(|&count| count == 8), "{places:?}");
    let standings = laboratory.json(&["run", "design.toml", "--store", "kept.db"])["standings"].clone();
    assert!(list(&standings["players"]).iter().all(|player| player["places"] == 32));
    assert!(list(&standings["seats"]).iter().all(|seat| seat["places"] == 40));
}

#[test]
fn one_against_three_in_a_game_for_four() {
    let text = r#"
game = "yonin"
games = 3
[design]
kind = "gauntlet"
challengers = ["normal(lookahead=0)"]
opponents = ["random"]
"#;
    // Three games are made four, one from each seat, and it is said.
    let laboratory = check(text, &["normal(lookahead=0) - random"], 4);
    let said = laboratory.output(&["run", "design.toml", "--store", "kept.db"]).stderr;
    let said = String::from_utf8(said).unwrap();
    assert!(said.contains("3 games: every opening is played from each of the 4 seats, so 4 are played."), "{said}");
    let places = places(&laboratory);
    let of = |name: &str| (0..4).map(|seat| places[&(name.to_owned(), seat)]).collect::<Vec<_>>();
    assert_eq!((of("normal(lookahead=0)"), of("random")), (vec![1; 4], vec![3; 4]));
}

#[test]
fn strength_in_a_game_for_four_tells_each_pair_of_players_by_itself() {
    let laboratory = Laboratory::new();
    let players = "random,normal(lookahead=0),normal(lookahead=1)";
    let strength = ["strength", "yonin", "--players", players, "--games", "8", "--store", "kept.db"];
    let pairs = laboratory.json(&strength)["standings"]["cells"].clone();
    let labels: Vec<String> = list(&pairs).iter().map(|pair| text_of(&pair["label"])).collect();
    assert_eq!(labels, ["normal(lookahead=0) against random", "normal(lookahead=1) against normal(lookahead=0)"]);
    // Counted from the games themselves: one place a game for the upper player, three for the lower.
    for (pair, upper) in list(&pairs).iter().zip(["normal(lookahead=0)", "normal(lookahead=1)"]) {
        assert_eq!((&pair["player"]["places"], &pair["others"]["places"]), (&8.into(), &24.into()));
        let (mut own, mut others) = (0.0, 0.0);
        for game in laboratory.games("kept.db") {
            let players: Vec<String> = list(&game["players"]).iter().map(text_of).collect();
            if players.iter().filter(|player| *player == upper).count() == 1 {
                for (player, score) in players.iter().zip(list(&game["scores"])) {
                    let sum = if player == upper { &mut own } else { &mut others };
                    *sum += score.as_f64().unwrap();
                }
            }
        }
        let mean = |side: &str| pair[side]["score"]["value"].as_f64().unwrap();
        assert!((mean("player") - own / 8.0).abs() < 1e-9 && (mean("others") - others / 24.0).abs() < 1e-9);
    }
    assert!(laboratory.done(&strength).contains("score of the others"));
    let report = laboratory.done(&["report", "1", "--store", "kept.db"]);
    assert!(report.contains("makes 25% of the first places and a mean rank of 2.5"), "{report}");
}
