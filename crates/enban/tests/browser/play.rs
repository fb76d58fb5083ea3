//! Games with the mouse: a whole one, the ring, the way back, and the other language.

use serde_json::{Value, json};

use crate::browser::Look;
use crate::visit::{Turn, Visit};

/// The ring of Nip has these white discs and one black end; h4 is the other.
const BEND: &str = "..-XOO../.-----O./-------O/---OX---/---XO---/--------/.------./..----.. X";
/// White holds the ring but for h5.
const LAP: &str = "..OOOO../.O----O./O------O/O--OX--O/O--XO---/O------O/.O----O./..OOOO.. X";

#[tokio::test]
async fn a_whole_game_against_random_is_played_by_clicks() {
    let visit = Visit::begin(Look::DESK).await;
    visit.open("", "#start").await;
    visit.find("[data-seat='1']").await.select_by_value("player").await.unwrap();
    visit.write(".seat-chooser:nth-child(2) input", "random").await;
    visit.click("#start").await;
    visit.find(".board .cell.legal").await;
    loop {
        match visit.turn().await {
            Turn::Move(square) => visit.play(&square).await,
            Turn::Pass => visit.step(visit.click("#banner button")).await,
            Turn::Over => break,
        }
    }
    let room = visit.room().await;
    assert_eq!(room["view"]["turn"], "over");
    let (black, white) = (visit.discs("black").await, visit.discs("white").await);
    assert_eq!(json!([black.len() as f64, white.len() as f64]), room["view"]["count"]);
    let shown: Vec<f64> = visit.texts(".seat .count").await.iter().map(|text| text.parse().unwrap()).collect();
    assert_eq!(json!(shown), room["view"]["scores"]);
    let verdict = visit.text("#say").await;
    let expected = match room["view"]["winner"].as_u64() {
        Some(0) => "Black wins",
        Some(_) => "White wins",
        None => "A draw",
    };
    assert!(verdict.starts_with(expected), "{verdict}");
    // Every step stands in the tree, and the game is kept.
    assert_eq!(visit.texts("#moves .move").await.len(), room["nodes"].as_array().unwrap().len());
    visit.open("#/library", "#found tbody tr").await;
    let line = visit.text("#found tbody tr").await;
    assert!(line.contains("random"), "{line}");
    visit.end();
}

#[tokio::test]
async fn a_ring_capture_and_a_lap_are_seen_on_the_board() {
    let visit = Visit::begin(Look { moves: true, ..Look::DESK }).await;
    let seats = json!([{ "kind": "human" }, { "kind": "human" }]);
    let open = async |position: &str| {
        let id = visit.server.room(&json!({ "game": "nip", "position": position, "seats": seats }));
        visit.open(&format!("#/room/{id}"), ".cell.legal").await;
    };

    open(BEND).await;
    hover(&visit, "h4").await;
    assert_eq!(visit.text("#say").await, "h4 turns 4, 4 of them along the ring.");
    assert_eq!(gold(&visit).await, json!([5]), "from h4 back to d1: a quarter of the ring");
    visit.play("h4").await;
    // The discs turn one after another; in the end all of them are black.
    visit.until_equal(&black_among("['d1','e1','f1','g2','h3','h4']"), &json!(6)).await;

    open(LAP).await;
    hover(&visit, "h5").await;
    assert_eq!(visit.text("#say").await, "h5 goes round the whole ring: a lap! It turns 19.");
    assert_eq!(gold(&visit).await, json!([20]), "all the way round");
    visit.play("h5").await;
    let ring = "[...document.querySelectorAll('.cell.ring')].map((cell) => cell.dataset.square)";
    assert_eq!(visit.value(&format!("{ring}.length")).await, 20);
    visit.until_equal(&black_among(ring), &json!(20)).await;
    visit.end();
}

#[tokio::test]
async fn undo_takes_back_the_reply_too_and_the_old_line_becomes_a_variation() {
    let visit = Visit::begin(Look::DESK).await;
    let seats = json!([{ "kind": "human" }, { "kind": "player", "player": "random" }]);
    let id = visit.server.room(&json!({ "game": "nip", "seats": seats, "seed": 5 }));
    visit.open(&format!("#/room/{id}"), ".cell.legal").await;
    let at_start = (visit.discs("black").await, visit.discs("white").await);
    visit.play("d3").await;
    visit.until_equal("document.querySelector('#place').textContent", &json!("Move 2 of 2")).await;
    let reply = visit.texts("#moves .move-name").await[2].clone();

    visit.step(visit.click("#undo")).await;
    assert_eq!(visit.text("#place").await, "Move 0 of 2");
    assert_eq!((visit.discs("black").await, visit.discs("white").await), at_start);
    visit.play("c4").await;
    visit.until_equal("document.querySelectorAll('#moves .variation .move').length", &json!(2)).await;
    // The new line is a variation of the old one, which is all there still.
    assert_eq!(visit.texts("#moves > .move .move-name").await, ["Start", "d3", &reply]);
    assert_eq!(visit.texts("#moves .variation .move-name").await[0], "c4");

    // Back along the tree, by clicks and by keys.
    visit.step(visit.click("#moves > .move:nth-of-type(2)")).await;
    assert_eq!(visit.text("#moves [aria-current] .move-name").await, "d3");
    visit.until_equal("document.querySelector('#moves [aria-current]').matches('.variation *')", &json!(false)).await;
    visit.press(&char::from(fantoccini::key::Key::Down).to_string()).await;
    visit.until_equal("document.querySelector('#moves [aria-current] .move-name').textContent", &json!("c4")).await;
    visit.end();
}

#[tokio::test]
async fn the_language_changes_in_place_and_stays() {
    let visit = Visit::begin(Look::DESK).await;
    let id = visit.server.room(&json!({ "game": "nip", "moves": "d3c5d6" }));
    visit.open(&format!("#/room/{id}"), ".cell.legal").await;
    assert_eq!(visit.value("document.documentElement.lang").await, "en");
    assert_eq!(visit.text("#place").await, "Move 3 of 3");
    let (title, board) = (visit.text("h1").await, visit.discs("black").await);
    visit.value("window.kept = true").await;

    visit.click("#language").await;
    visit.until_equal("document.documentElement.lang", &json!("ja")).await;
    visit.until_equal("document.querySelector('#header nav a').textContent", &json!("対局")).await;
    visit.until_equal("document.querySelector('#place')?.textContent", &json!("3 / 3 手")).await;
    assert_ne!(visit.text("h1").await, title);
    assert_eq!(visit.discs("black").await, board);
    assert_eq!(visit.value("window.kept").await, true, "the page was not loaded again");

    visit.client.refresh().await.unwrap();
    visit.until_equal("document.querySelector('#header nav a')?.textContent", &json!("対局")).await;
    visit.click("#language").await;
    visit.until_equal("document.querySelector('#place')?.textContent", &json!("Move 3 of 3")).await;
    visit.end();
}

/// Points at a square with the mouse and keeps still.
pub async fn hover(visit: &Visit, square: &str) {
    use fantoccini::actions::{InputSource, MouseActions, PointerAction};
    let element = visit.find(&format!("[data-square={square}]")).await;
    let point = PointerAction::MoveToElement { element, duration: None, x: 0.0, y: 0.0 };
    visit.client.perform_actions(MouseActions::new("mouse".to_owned()).then(point)).await.unwrap();
    visit.find(".ghost").await;
}

/// How long each gold arc on the rail is, in cells of the ring.
async fn gold(visit: &Visit) -> Value {
    let rail = "2 * Math.PI * (2 / Math.sin(Math.PI / 5) + 4.5) * 50";
    visit
        .value(&format!(
            "[...document.querySelectorAll('.ray.along-ring')].map((arc) => Math.round(20 * arc.getTotalLength() / ({rail})))"
        ))
        .await
}

/// How many of these squares hold a disc whose face is black.
fn black_among(squares: &str) -> String {
    format!("{squares}.filter((name) => document.querySelector(`[data-disc=${{name}}] .disc.black`)).length")
}
