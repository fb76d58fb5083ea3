//! What is kept: experiments listed, games found, replayed and exported, and the exports read back.

use std::collections::BTreeSet;

use enban_formats::ggf::{self, GgfEnding};
use enban_formats::sgf::{self, Information, Margin, Outcome};
use enban_formats::{Colour, Tree};
use serde_json::{Value, json};

use crate::support::{Laboratory, list, text_of};

const ONE: &str = r#"
title = "Small boards"
game = "reversi4"
games = 12
openings = "ply=2"

[[cells]]
label = "simulation"
players = ["montecarlo(playouts=4)", "random"]
games = 40
[[cells]]
label = "chance"
players = ["random(seed=4)", "random"]
games = 40
"#;

const TWO: &str = r#"
game = "nip24"
games = 6

[[cells]]
players = ["montecarlo(playouts=9)", "montecarlo(playouts=4)"]
"#;

/// A store with two experiments.
fn stored() -> Laboratory {
    let laboratory = Laboratory::with("one.toml", ONE);
    laboratory.write("two.toml", TWO);
    laboratory.done(&["run", "one.toml", "--store", "kept.db"]);
    laboratory.done(&["run", "two.toml", "--store", "kept.db"]);
    laboratory
}

/// The games that a command of ours finds, and how many it says there are.
fn found(laboratory: &Laboratory, selection: &[&str]) -> (u64, Vec<Value>) {
    let value = laboratory.json(&[&["records", "--store", "kept.db", "--limit", "1000"], selection].concat());
    (value["count"].as_u64().unwrap(), list(&value["games"]).clone())
}

/// How a game went for the player at a seat.
fn result_of(game: &Value, seat: usize) -> &'static str {
    match text_of(&game["result"]).as_str() {
        "draw" => "drawn",
        won if won == format!("seat {} won", seat + 1) => "won",
        _ => "lost",
    }
}

#[test]
fn experiments_are_listed() {
    let laboratory = stored();
    let listed = laboratory.json(&["list", "--store", "kept.db"]);
    let expected = [("one", "Small boards", "reversi4", 40, 80), ("two", "", "nip24", 3, 6)];
    assert_eq!(list(&listed).len(), 2);
    for (one, (name, title, game, tasks, games)) in list(&listed).iter().zip(expected) {
        assert_eq!((&one["name"], &one["title"], &one["kind"]), (&json!(name), &json!(title), &json!("run")));
        assert_eq!((&one["game"], &one["tasks"], &one["tasks_done"]), (&json!(game), &json!(tasks), &json!(tasks)));
        assert_eq!(one["games"], games);
        assert!(one["finished"].is_number() && one["program"].as_str().unwrap().starts_with("enban "), "{one}");
    }
    let text = laboratory.done(&["list", "--store", "kept.db"]);
    assert!(text.contains("reversi4") && text.contains("100%"), "{text}");
}

#[test]
fn games_are_found_by_experiment_player_and_result() {
    let laboratory = stored();
    let (count, all) = found(&laboratory, &[]);
    assert_eq!((count, all.len()), (86, 86));
    // What the filter must find, by the games themselves. Without a player the first of the cell is meant, who sits
    // where the rotation has put it.
    let check = |experiment: Option<&str>, player: Option<&str>, result: Option<&str>| {
        let is_meant = |name: &str| match player {
            Some(whole) if whole.ends_with(')') => name == whole,
            Some(beginning) => name.starts_with(beginning),
            None => true,
        };
        let passes = |game: &&Value| {
            let players = list(&game["players"]);
            let seats = 0..players.len();
            let rotation = game["rotation"].as_u64().unwrap() as usize;
            let first = |seat: usize| seat == (players.len() - rotation) % players.len();
            let ours = seats.filter(|&seat| match player {
                Some(_) => is_meant(players[seat].as_str().unwrap()),
                None => result.is_none() || first(seat),
            });
            experiment.is_none_or(|name| game["experiment"] == name)
                && ours.clone().any(|seat| result.is_none_or(|result| result_of(game, seat) == result))
        };
        let expected: Vec<&Value> = all.iter().filter(passes).collect();
        let mut selection = Vec::new();
        for (option, value) in [("--experiment", experiment), ("--player", player), ("--result", result)] {
            selection.extend(value.map(|value| [option, value]));
        }
        let selection = selection.concat();
        let (count, games) = found(&laboratory, &selection);
        assert!(!expected.is_empty(), "{selection:?} must find something to be worth a test");
        assert_eq!((count as usize, games.iter().collect::<Vec<_>>()), (expected.len(), expected), "{selection:?}");
        let lines = laboratory.done(&[&["export", "--store", "kept.db"], &selection[..]].concat());
        assert_eq!(lines.lines().count() as u64, count);
    };
    for experiment in [None, Some("one")] {
        for player in [None, Some("montecarlo"), Some("montecarlo(playouts=4)"), Some("random"), Some("random(seed=4)")]
        {
            check(experiment, player, None);
            ["won", "lost", "drawn"].into_iter().for_each(|result| check(experiment, player, Some(result)));
        }
    }
    check(Some("two"), Some("montecarlo(playouts=9)"), None);
    assert_eq!(found(&laboratory, &["--experiment", "2"]).0, 6, "by number");
    assert_eq!(found(&laboratory, &["--player", "nobody"]).0, 0);
    laboratory.refused(&["records", "--store", "kept.db", "--experiment", "three"], &["no experiment three"]);
    laboratory.refused(&["records", "--store", "kept.db", "--result", "tied"], &["--result", "won, lost, drawn"]);
}

#[test]
fn games_are_shown_by_the_page() {
    let laboratory = stored();
    let page = |offset: &str| {
        let value = laboratory.json(&["records", "--store", "kept.db", "--limit", "20", "--offset", offset]);
        list(&value["games"]).iter().map(|game| game["id"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    let ids: Vec<u64> = ["0", "20", "40", "60", "80", "100"].into_iter().flat_map(page).collect();
    assert_eq!(ids.len(), 86);
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), 86, "no game twice");
    let text = laboratory.done(&["records", "--store", "kept.db", "--limit", "3"]);
    assert!(text.contains("3 of 86 games"), "{text}");
}

#[test]
fn a_game_is_replayed_at_any_move() {
    let laboratory = stored();
    let whole = laboratory.json(&["replay", "1", "--store", "kept.db"]);
    let words: Vec<&str> = list(&whole["steps"]).iter().map(|word| word.as_str().unwrap()).collect();
    let moves = words.concat();
    assert_eq!(moves, text_of(&whole["opening"]) + &text_of(&whole["moves"]));
    assert_eq!(whole["step"], words.len());
    for step in [0, 1, words.len() / 2, words.len()] {
        let shown = laboratory.json(&["replay", "1", "--store", "kept.db", "--move", &step.to_string()]);
        let expected = laboratory.json(&["show", "reversi4", "--moves", &words[..step].concat()]);
        assert_eq!((&shown["step"], &shown["position"]), (&json!(step), &expected["position"]), "step {step}");
    }
    let text = laboratory.done(&["replay", "1", "--store", "kept.db", "--move", "3", "--ascii"]);
    let head = format!("({}) ({}) [{}]", words[0], words[1], words[2]);
    assert!(text.contains(&head) && text.is_ascii(), "{head}: {text}");
    let beyond = (words.len() + 1).to_string();
    let expected = format!("expected 0 to {}", words.len());
    laboratory.refused(&["replay", "1", "--store", "kept.db", "--move", &beyond], &["--move", &expected]);
    laboratory.refused(&["replay", "87", "--store", "kept.db"], &["no game 87"]);
    laboratory.refused(&["replay", "18446744073709551615", "--store", "kept.db"], &["no game"]);
}

/// A game as the store has it, with the steps of the opening and after.
struct Kept {
    game: Value,
    steps: Vec<String>,
    lead: f64,
}

/// All games of the store in the order in which they are exported.
fn kept(laboratory: &Laboratory) -> Vec<Kept> {
    let (_, games) = found(laboratory, &[]);
    let read = |game: Value| {
        let id = game["id"].to_string();
        let replayed = laboratory.json(&["replay", &id, "--store", "kept.db"]);
        let scores: Vec<f64> = list(&game["scores"]).iter().map(|score| score.as_f64().unwrap()).collect();
        Kept { game, steps: list(&replayed["steps"]).iter().map(text_of).collect(), lead: scores[0] - scores[1] }
    };
    games.into_iter().map(read).collect()
}

fn moves_of(tree: &Tree) -> Vec<(Colour, sgf::Move)> {
    let size = Information::of(tree).size.unwrap();
    tree.main_line().flat_map(|id| tree.node(id).moves(size).unwrap()).collect()
}

#[test]
fn exports_are_read_back() {
    let laboratory = stored();
    let kept = kept(&laboratory);
    let export = |format: &str| laboratory.done(&["export", "--store", "kept.db", "--format", format]);

    let collection = sgf::read(export("sgf").as_bytes()).unwrap();
    assert!(collection.warnings.is_empty(), "{:?}", collection.warnings);
    assert_eq!(collection.content.trees.len(), kept.len());
    for (tree, Kept { game, steps, lead }) in collection.content.trees.iter().zip(&kept) {
        let moves = moves_of(tree);
        assert_eq!(moves.len(), steps.len(), "{game}");
        for ((colour, played), word) in moves.iter().zip(steps) {
            assert_eq!(*played == sgf::Move::Pass, word == "pass");
            assert!(matches!(colour, Colour::Black | Colour::White));
        }
        assert!(moves.windows(2).all(|two| two[0].0 != two[1].0), "colours take turns, for passes are steps");
        let expected = match *lead {
            0.0 => Outcome::Draw,
            lead if lead > 0.0 => Outcome::Win { winner: Colour::Black, by: Margin::Points(lead) },
            lead => Outcome::Win { winner: Colour::White, by: Margin::Points(-lead) },
        };
        let information = Information::of(tree);
        assert_eq!(information.result, Some(expected), "{game}");
        assert_eq!(information.black_name, Some(text_of(&game["players"][0])));
        assert_eq!(information.white_name, Some(text_of(&game["players"][1])));
    }

    let games = ggf::read(export("ggf").as_bytes()).unwrap();
    assert!(games.warnings.is_empty(), "{:?}", games.warnings);
    assert_eq!(games.content.len(), kept.len());
    for (read, Kept { game, steps, lead }) in games.content.iter().zip(&kept) {
        let words: Vec<&str> =
            read.moves.iter().map(|played| if played.is_pass() { "pass" } else { &played.text }).collect();
        assert_eq!(words, *steps);
        let result = read.result.unwrap();
        assert_eq!((result.score, result.ending), (*lead, None), "{game}");
        assert_eq!(read.black_name, Some(text_of(&game["players"][0])));
    }

    let table = export("csv");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!((lines.len(), lines[0].split(',').count()), (kept.len() + 1, 11));
    for (line, Kept { game, .. }) in lines[1..].iter().zip(&kept) {
        assert!(line.starts_with(&format!("{},{},", game["id"], game["experiment"])), "{line}");
        assert!(line.contains(&game["moves"].to_string()) && line.contains(&game["result"].to_string()), "{line}");
    }

    let objects = export("jsonl");
    for (line, Kept { game, .. }) in objects.lines().zip(&kept) {
        assert_eq!(serde_json::from_str::<Value>(line).unwrap(), *game);
    }
    laboratory.done(&["export", "--store", "kept.db", "--format", "sgf", "--output", "games.sgf"]);
    assert_eq!(std::fs::read_to_string(laboratory.path("games.sgf")).unwrap(), export("sgf"));
}

/// What is exported is analysed as the same game, whichever it is.
#[test]
fn exports_are_analysed() {
    for game in ["go3(komi=0.5)", "go4(rules=japanese,ko=positional)", "nip24", "reversi4", "yonin"] {
        let laboratory = Laboratory::new();
        let store = ["--store", "kept.db"];
        laboratory.done(&[&["match", game, "random", "random", "--games", "4"][..], &store].concat());
        let id = laboratory.json(&[&["records", "--limit", "1"][..], &store].concat())["games"][0]["id"].to_string();
        let replayed = laboratory.json(&[&["replay", &id][..], &store].concat());
        let steps: Vec<String> = list(&replayed["steps"]).iter().map(text_of).collect();
        for format in ["sgf", "ggf"] {
            let name = format!("games.{format}");
            laboratory.done(&[&["export", "--format", format, "--output", &name][..], &store].concat());
            let arguments = ["analyze", game, "--record", &name, "--player", "random", "--json"];
            let output = laboratory.output(&arguments);
            // The file has many games, of which the first is read; no other word about it.
            let notes = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(notes.lines().count() == 1 && notes.contains("the first was read"), "{game}: {notes}");
            let rows: Vec<Value> = crate::support::succeeded(&arguments, output)
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            assert!(!rows.is_empty(), "{game}");
            for row in &rows {
                assert_eq!(
                    text_of(&row["played"]),
                    steps[row["number"].as_u64().unwrap() as usize - 1],
                    "{game} {row}"
                );
            }
            let chosen = steps.iter().filter(|step| *step != "pass").count();
            assert!(rows.len() >= chosen && rows.len() <= steps.len(), "{game}: {} of {steps:?}", rows.len());
        }
    }
}

/// Other programs score a record of Go by its komi and rules.
#[test]
fn records_of_go_tell_komi_and_rules() {
    let check = |game: &str, komi: f64, rules: &str, own: Option<&str>| {
        let laboratory = Laboratory::new();
        laboratory.done(&["match", game, "random", "territory", "--games", "2", "--store", "kept.db"]);
        let record = laboratory.done(&["export", "--format", "sgf", "--store", "kept.db"]);
        let tree = &sgf::read(record.as_bytes()).unwrap().content.trees[0];
        let information = Information::of(tree);
        assert_eq!((information.komi, information.rules.as_deref()), (Some(komi), Some(rules)), "{record}");
        assert_eq!(tree.node(tree.root()).simple_text("EG").as_deref(), own, "{record}");
    };
    check("go5(komi=0.5)", 0.5, "Chinese", None);
    check("go5(rules=japanese)", 6.5, "Japanese", None);
    check("go5(ko=positional)", 7.5, "Chinese", Some("go5(ko=positional)"));
}

/// Who fails has lost, whatever the board says.
#[test]
fn lost_by_failure_is_lost_in_every_format() {
    let laboratory = Laboratory::new();
    let play = ["match", "go5", "gtp(cmd=\"/nonexistent/engine\")", "random", "--games", "4", "--store", "kept.db"];
    assert_eq!(laboratory.json(&play)["losses"], 4);
    let export = |format: &str| laboratory.done(&["export", "--store", "kept.db", "--format", format]);
    let (trees, games) = (sgf::read(export("sgf").as_bytes()).unwrap(), ggf::read(export("ggf").as_bytes()).unwrap());
    for (tree, game) in trees.content.trees.iter().zip(&games.content) {
        let information = Information::of(tree);
        let winner = if information.black_name.as_deref() == Some("random") { Colour::Black } else { Colour::White };
        assert_eq!(information.result, Some(Outcome::Win { winner, by: Margin::Forfeit }));
        assert!(tree.node(tree.root()).text("C").unwrap().contains("cannot be started"));
        let result = game.result.unwrap();
        assert_eq!(result.ending, Some(GgfEnding::Resigned));
        assert_eq!(result.score, if winner == Colour::Black { 25.0 } else { -25.0 });
    }
    assert_eq!((trees.content.trees.len(), games.content.len()), (4, 4));
}
