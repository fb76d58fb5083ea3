//! An experiment that is started in the page is the same as one of the command line.

use serde_json::{Value, json};

use crate::browser::Look;
use crate::visit::Visit;

const EXPERIMENT: &str = "name = \"from-the-page\"
game = \"nip\"
games = 20
seed = 3
openings = \"ply=6\"

[design]
kind = \"round-robin\"
players = [\"random\", \"alphabeta(depth=2)\", \"montecarlo(playouts=2,from=all)\"]
";

/// The red part of the first plot's corner, once it is loaded.
const GROUND: &str = "(() => {
  const plot = document.querySelector('#plots img');
  if (!plot?.complete || !plot.naturalWidth) return null;
  const brush = Object.assign(document.createElement('canvas'), { width: 9, height: 9 }).getContext('2d');
  brush.drawImage(plot, 0, 0);
  return brush.getImageData(5, 5, 1, 1).data[0];
})()";

#[tokio::test]
async fn an_experiment_of_the_page_ends_with_the_table_of_the_command_line() {
    let visit = Visit::begin(Look::DESK).await;
    visit.open("#/experiments", "#toml").await;
    visit.write("#toml", EXPERIMENT).await;
    visit.click("#start-experiment").await;
    visit.until("document.querySelector('section [role=status]')?.textContent.startsWith('finished · Games 60')").await;

    std::fs::write(visit.server.path("same.toml"), EXPERIMENT).unwrap();
    visit.server.command(&["run", "same.toml", "--store", "other.db"]);
    let report = |store: &str| -> Value {
        let text = visit.server.command(&["report", "from-the-page", "--store", store, "--json"]);
        serde_json::from_str(&text).unwrap()
    };
    let expected = report("other.db");
    assert_eq!(report("page.db"), expected);

    // A person who copies the command goes on with the same store.
    assert_eq!(visit.text("#command").await, "enban run from-the-page.toml --store page.db");

    // And what is read in the page are these numbers.
    let mut rows: Vec<Value> = Vec::new();
    for cell in expected["cells"].as_array().unwrap() {
        let count = |key: &str| cell[key].as_u64().unwrap();
        let results = format!("{} / {} / {}", count("wins"), count("draws"), count("losses"));
        let share = |key: &str| format!("{:.1}%", cell[key].as_f64().unwrap() * 100.0);
        let interval = format!("{} – {}", share("score_low"), share("score_high"));
        rows.push(json!([cell["label"], count("games").to_string(), results, share("score"), interval]));
    }
    assert_eq!(rows.len(), 3);
    let shown = "[...document.querySelector('#results table').tBodies[0].rows].map((row) => [0, 1, 2, 3, 4].map((at) => row.cells[at].textContent))";
    visit.until_equal(shown, &json!(rows)).await;
    // The plots follow the theme that was chosen in the page, whatever that of the system is.
    for (theme, ground) in [("light", 255), ("dark", 20)] {
        visit.find("#theme").await.select_by_value(theme).await.unwrap();
        visit.until_equal(GROUND, &json!(ground)).await;
    }
    visit.end();
}

#[tokio::test]
async fn figures_without_bound_and_games_for_four_are_told_as_they_are() {
    let visit = Visit::begin(Look::DESK).await;
    visit.open("#/library", "#found").await;
    let cell = |label: &str, score: Value, elo: [Value; 3]| {
        json!({
            "label": label, "games": 20, "wins": 1, "draws": 0, "losses": 19, "score": score, "score_low": score,
            "score_high": score, "elo": elo[0], "elo_low": elo[1], "elo_high": elo[2],
        })
    };
    let none = || [Value::Null, Value::Null, Value::Null];

    let low = cell("low", json!(0.05), [json!(-512.0), Value::Null, json!(-269.0)]);
    let unplayed = cell("unplayed", Value::Null, none());
    show(&visit, "of-two", &json!({ "cells": [low, unplayed], "standings": null, "ratings": null })).await;
    assert_eq!(cells(&visit, 5).await, json!(["−512−∞ … −269", "–"]));
    assert_eq!(cells(&visit, 3).await, json!(["5.0%", "–"]));

    let estimate = |value: f64| json!({ "value": value, "low": value - 0.125, "high": value + 0.125 });
    let places = json!({ "label": "one", "player": { "first": estimate(0.5), "rank": estimate(2.0) } });
    let standings = json!({ "players": [], "seats": [], "cells": [places] });
    let four = [cell("one", Value::Null, none()), cell("two", Value::Null, none())];
    show(&visit, "of-four", &json!({ "cells": four, "standings": standings, "ratings": null })).await;
    assert_eq!(visit.texts("#results thead th").await[3..], ["First places", "95% interval", "Mean rank"]);
    assert_eq!(cells(&visit, 3).await, json!(["50.0%", "–"]));
    assert_eq!(cells(&visit, 4).await, json!(["37.5% – 62.5%", ""]));
    assert_eq!(cells(&visit, 5).await, json!(["2.001.88 – 2.13", "–"]));
    assert_eq!(visit.texts("#results .interval-half").await.len(), 0, "half of the games is not even among four");
    visit.end();
}

#[tokio::test]
async fn an_experiment_that_its_test_decided_says_so() {
    let visit = Visit::begin(Look::DESK).await;
    let toml = "name = \"tested\"\ngame = \"nip\"\ngames = 2000\nsprt = { elo0 = 0, elo1 = 20 }\n\n[[cells]]\n\
                players = [\"montecarlo(playouts=4,from=all)\", \"random\"]\n";
    visit.server.post("/api/experiments", &json!({ "toml": toml, "start": true }));
    visit.open("#/experiments/tested", "#results").await;
    visit.until("document.querySelector('section [role=status]')?.textContent.startsWith('decided · Games ')").await;
    assert_eq!(visit.value("document.querySelector('#toggle').hidden").await, true);
    assert_eq!(visit.value("document.querySelector('progress').position").await, 1);
    let sentence = visit.text("#sprt").await;
    let sprt = &visit.server.get("/api/experiments/tested")["summary"]["sprt"];
    let number = |key: &str| sprt[key].as_f64().unwrap();
    let ratio =
        format!("(log-likelihood ratio {:.2}, bounds −{:.2} and {:.2})", number("llr"), -number("low"), number("high"));
    let elo = format!("Elo that allows for the stop: +{:.0} (+{:.0} … ", number("elo"), number("elo_low"));
    for part in ["of 0 against +20 Elo has stopped the match and accepts +20", &*ratio, &*elo] {
        assert!(sentence.contains(part), "{part}: {sentence}");
    }
    visit.open("#/experiments", "#experiments tbody tr").await;
    assert_eq!(visit.texts("#experiments tbody td:nth-child(5)").await, ["decided"]);
    visit.end();
}

/// Shows an experiment that the server does not have.
async fn show(visit: &Visit, name: &str, summary: &Value) {
    let detail = json!({
        "name": name, "title": "", "game": "nip", "kind": "run", "tasks": 1, "tasks_done": 1, "games": 20, "running": false,
        "created": 0, "failure": null, "command": "", "toml": "", "html": "", "plots": [], "summary": summary,
    });
    let answers = json!({
        format!("/api/experiments/{name}"): detail,
        format!("/api/experiments/{name}/games?limit=10"): { "count": 0, "games": [] },
    });
    let page = "(window.fetch = async (path) => new Response(JSON.stringify(ANSWERS[path] ?? null)), true)";
    visit.value(&page.replace("ANSWERS", &answers.to_string())).await;
    visit.open(&format!("#/experiments/{name}"), "#results table").await;
}

/// A column of the results.
async fn cells(visit: &Visit, at: usize) -> Value {
    let column =
        format!("[...document.querySelectorAll('#results tbody tr')].map((row) => row.cells[{at}].textContent)");
    visit.value(&column).await
}
