//! A game without a mouse.

use fantoccini::key::Key;
use serde_json::json;

use crate::browser::Look;
use crate::visit::{Turn, Visit};

/// Notes all that is told to a screen reader.
const LISTEN: &str = "(() => {
  window.told = [];
  const live = document.querySelector('#live');
  new MutationObserver(() => window.told.push(live.textContent)).observe(live, { childList: true });
})()";

#[tokio::test]
async fn a_whole_game_is_played_with_the_keyboard_alone() {
    let visit = Visit::begin(Look::DESK).await;
    visit.open("", "#start").await;
    tab_to(&visit, "[data-seat='1']").await;
    // The last choice is a player by name; the field beside it offers `random`.
    press(&visit, Key::End).await;
    tab_to(&visit, "#start").await;
    press(&visit, Key::Enter).await;
    visit.find(".cell.legal").await;

    // Arrows and brackets walk over the board; what has the focus says so.
    tab_to(&visit, ".cell").await;
    visit.press("d3").await;
    focus_is(&visit, "d3").await;
    press(&visit, Key::Right).await;
    focus_is(&visit, "e3").await;
    visit.press("]").await;
    focus_is(&visit, "f1").await;
    visit.press("[").await;
    focus_is(&visit, "e1").await;
    let label = visit.value("document.activeElement.getAttribute('aria-label')").await;
    assert_eq!(label, "e1, on the ring, empty");

    visit.value(LISTEN).await;
    let mut played: Vec<String> = Vec::new();
    loop {
        match visit.turn().await {
            Turn::Move(square) => {
                visit.press(&square).await;
                focus_is(&visit, &square).await;
                visit.step(press(&visit, Key::Enter)).await;
                played.push(square);
            }
            Turn::Pass => {
                tab_to(&visit, "#banner button").await;
                visit.step(press(&visit, Key::Enter)).await;
                tab_to(&visit, ".cell").await;
            }
            Turn::Over => break,
        }
    }
    assert_eq!(visit.room().await["view"]["turn"], "over");
    // Every move was told to those who do not see the board, even where the reply came in the same breath.
    let told: Vec<String> = serde_json::from_value(visit.value("window.told").await).unwrap();
    for square in &played {
        let words = format!("Black played {square}");
        assert!(told.iter().any(|text| text.contains(&words)), "{words} is not in {told:#?}");
    }
    visit.end();
}

#[tokio::test]
async fn a_game_of_go_is_told_and_ended_with_the_keyboard() {
    let visit = Visit::begin(Look::DESK).await;
    let id = visit.server.room(&json!({ "game": "go9", "moves": "b1 a1" }));
    visit.open(&format!("#/room/{id}"), ".cell.legal").await;
    visit.value(LISTEN).await;
    tab_to(&visit, ".cell").await;
    for square in ["a2", "e5"] {
        visit.press(square).await;
        focus_is(&visit, square).await;
        visit.step(press(&visit, Key::Enter)).await;
    }
    for words in ["Black played a2, captured 1. White", "White played e5. Black"] {
        visit.until(&format!("window.told.some((text) => text.startsWith({}))", json!(words))).await;
    }

    // No column has this letter, so it is the page's; and values are written as on the axis beside them.
    let pressed = "document.querySelector('#values').getAttribute('aria-pressed')";
    visit.press("v").await;
    visit.until_equal(pressed, &json!("true")).await;
    visit.until("/ at the end [0-9.]+%$/.test(document.querySelector('.graph')?.getAttribute('aria-label'))").await;
    visit.press("v").await;
    visit.until_equal(pressed, &json!("false")).await;

    // The first pass by its key on the board, the second by the button, which is gone then.
    focus_is(&visit, "e5").await;
    visit.step(visit.press(&format!("{}p{}", char::from(Key::Shift), char::from(Key::Null)))).await;
    focus_is(&visit, "e5").await;
    tab_to(&visit, "#pass").await;
    visit.step(press(&visit, Key::Enter)).await;
    visit.until_equal("document.activeElement.id", &json!("undo")).await;

    let room = visit.room().await;
    assert_eq!(room["view"]["steps"], json!(["b1", "a1", "a2", "e5", "pass", "pass"]));
    let winner = if room["view"]["winner"] == 0 { "Black won" } else { "White won" };
    // The library hears of it a little later.
    let kept =
        "fetch('/api/library').then((answer) => answer.json()).then(({ games }) => games[0].result !== 'unfinished')";
    visit.until(kept).await;
    visit.open("#/library", "#found tbody tr").await;
    let line = visit.text("#found tbody tr").await;
    assert!(line.contains(winner), "{winner} is not in {line}");
    visit.end();
}

async fn press(visit: &Visit, key: Key) {
    visit.press(&char::from(key).to_string()).await;
}

async fn focus_is(visit: &Visit, square: &str) {
    visit.until_equal("document.activeElement.dataset.square ?? null", &json!(square)).await;
}

/// Presses Tab until the focus is there; going round the page once must be enough.
async fn tab_to(visit: &Visit, selector: &str) {
    for _ in 0..80 {
        press(visit, Key::Tab).await;
        if visit.value(&format!("document.activeElement.matches({})", json!(selector))).await == true {
            return;
        }
    }
    panic!("Tab does not lead to {selector}");
}
