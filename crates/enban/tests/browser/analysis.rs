//! Values in the page are the engine's own, to the digit that is shown.

use serde_json::{Value, json};

use crate::browser::Look;
use crate::visit::Visit;

/// A search of fixed depth finds the same on every machine.
const SEARCH: &str = "alphabeta(depth=6,lines=8)";
const MOVES: &str = "d3c5d6e3f5";
/// Five squares are left.
const ENDING: &str = "..OOOO../.OXXXXO./OXXXXXXO/OXXOXXXO/OXXXOXXO/OXXXX-XO/.OXX--O./..XO--.. X";

#[tokio::test]
async fn live_values_are_those_of_the_engine() {
    let visit = Visit::begin(Look::DESK).await;
    let id = visit.server.room(&json!({ "game": "nip", "moves": MOVES }));
    visit.open(&format!("#/room/{id}"), ".cell.legal").await;
    visit.click("#tab-analysis").await;
    visit.click("#tab-body details:has(input) summary").await;
    visit.write("#tab-body details input", SEARCH).await;
    // The field is read when it is left; from then on values appear.
    visit.press(&char::from(fantoccini::key::Key::Enter).to_string()).await;

    let printed =
        visit.server.command(&["analyze", "nip", "--moves", MOVES, "--player", SEARCH, "--lines", "8", "--json"]);
    let last: Value = serde_json::from_str(printed.lines().last().unwrap()).unwrap();
    assert_eq!(last["final"], true);
    let moves = last["moves"].as_array().unwrap();
    assert!(moves.len() > 3, "{last}");
    let mut expected: Vec<Value> = Vec::new();
    for each in moves {
        let number = written(each["value"]["value"].as_f64().unwrap());
        let depth = each["depth"].as_u64().unwrap().to_string();
        let line: Vec<&str> = each["line"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
        expected.push(json!([each["move"], format!("≈ {number}"), depth, line.join(" ")]));
        // The same number stands on the square.
        let on_square = format!("document.querySelector('[data-value={}] .number')?.textContent", word(&each["move"]));
        visit.until_equal(&on_square, &json!(number)).await;
    }
    let rows = "[...document.querySelectorAll('#candidates tbody tr')].map((row) => [0, 1, 3, 4].map((at) => row.cells[at].textContent))";
    visit.until_equal(rows, &json!(expected)).await;
    assert_eq!(visit.text("[data-value] .value-mark").await, "≈");
    visit.end();
}

#[tokio::test]
async fn the_solver_proves_what_the_command_line_proves() {
    let visit = Visit::begin(Look::DESK).await;
    let check = async |game: &str, position: &str| {
        let id = visit.server.room(&json!({ "game": game, "position": position }));
        visit.open(&format!("#/room/{id}"), ".cell.legal").await;
        visit.click("#tab-solver").await;
        visit.click("#solve").await;

        let printed = visit.server.command(&["solve", game, "--position", position, "--all-moves", "--json"]);
        let solved: Value = serde_json::from_str(&printed).unwrap();
        let mut moves: Vec<(i64, &str)> = Vec::new();
        for each in solved["moves"].as_array().unwrap() {
            moves.push((each["score"].as_i64().unwrap(), word(&each["move"])));
        }
        moves.sort_by_key(|(score, _)| -score);
        let expected: Vec<Value> =
            moves.iter().map(|(score, name)| json!([name, format!("= {}", written(*score as f64))])).collect();
        let rows = "[...document.querySelectorAll('#solve-result tbody tr')].map((row) => [0, 1].map((at) => row.cells[at].textContent))";
        visit.until_equal(rows, &json!(expected)).await;
        assert_eq!(visit.text("#solve-result strong").await, format!("Black wins by {}", solved["score"]));
    };
    check("nip", ENDING).await;
    check("go3", ".../.../... X").await;
    visit.end();
}

#[tokio::test]
async fn no_legal_move_is_without_a_mark_while_values_are_shown() {
    let visit = Visit::begin(Look::DESK).await;
    let id = visit.server.room(&json!({ "game": "nip", "moves": "d3c5b6e3f6d2e2f3c4c3f4e6" }));
    visit.open(&format!("#/room/{id}"), ".cell.legal").await;
    let legal = visit.value("document.querySelectorAll('.cell.legal').length").await;
    assert_eq!(legal, 10);
    let shown = "['[data-value]', '.legal-mark'].map((each) => document.querySelectorAll(each).length)";

    // One that values the best three leaves the others their marks.
    let few = json!({ "on": true, "player": "alphabeta(depth=4,lines=3)" });
    visit.server.post(&format!("/api/rooms/{id}/analysis"), &few);
    visit.until_equal(shown, &json!([3, 7])).await;

    // Whoever just asks for values sees those of all moves, the worst among them.
    let id = visit.server.room(&json!({ "game": "nip", "moves": "d3c5b6e3f6d2e2f3c4c3f4e6" }));
    visit.open(&format!("#/room/{id}"), ".cell.legal").await;
    visit.click("#values").await;
    visit.until_equal("document.querySelectorAll('[data-value] .number').length", &legal).await;
    assert_eq!(visit.value(shown).await, json!([10, 0]));
    visit.end();
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// A value as it is shown: with its sign, and one place if that says more.
fn written(value: f64) -> String {
    let digits = usize::from(value.fract() != 0.0 && value.abs() < 10.0);
    let plain = format!("{:.digits$}", value.abs());
    match value {
        _ if plain.parse::<f64>().unwrap() == 0.0 => plain,
        value if value > 0.0 => format!("+{plain}"),
        _ => format!("−{plain}"),
    }
}
