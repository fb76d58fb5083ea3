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
