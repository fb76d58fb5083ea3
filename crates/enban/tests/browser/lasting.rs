//! What must outlast a server that ends, a move that is refused, and a change of language.

use serde_json::{Value, json};

use crate::browser::Look;
use crate::visit::Visit;

#[tokio::test]
async fn a_move_that_nobody_hears_of_is_taken_back() {
    let mut visit = Visit::begin(Look { moves: true, ..Look::DESK }).await;
    let id = visit.server.room(&json!({ "game": "nip" }));
    visit.open(&format!("#/room/{id}"), ".cell.legal").await;
    let before = (visit.discs("black").await, visit.discs("white").await);
    let marks = visit.texts(".legal-mark").await.len();
    assert!(visit.server.interrupt().success());
    visit.click("[data-square=d3]").await;
    // The refusal comes while the discs are turning; they lie as before all the same.
    assert!(visit.text(".side [role=alert]").await.contains("The server does not answer."));
    visit.until_equal("document.querySelectorAll('.legal-mark').length", &json!(marks)).await;
    assert_eq!((visit.discs("black").await, visit.discs("white").await), before);
    assert_eq!(visit.text("#place").await, "Move 0 of 0");
}

#[tokio::test]
async fn a_page_that_waits_for_an_answer_says_so() {
    let visit = Visit::begin(Look::DESK).await;
    let id = visit.server.room(&json!({ "game": "nip" }));
    visit.open(&format!("#/room/{id}"), ".cell.legal").await;
    let shown = "document.querySelector('#busy').checkVisibility()";
    let waits = "document.querySelector('#main').getAttribute('aria-busy')";
    assert_eq!(visit.value(shown).await, json!(false));
    // The next request is held until the test lets it go.
    let hold = "(() => { const real = fetch, held = new Promise((go) => { window.letGo = go; }); \
                window.fetch = async (...all) => { await held; return real(...all); }; return true; })()";
    visit.value(hold).await;
    visit.click("[data-square=d3]").await;
    visit.until_equal(shown, &json!(true)).await;
    assert_eq!(visit.value(waits).await, json!("true"));
    visit.value("window.letGo()").await;
    visit.until_equal(shown, &json!(false)).await;
    assert_eq!(visit.value(waits).await, json!("false"));
    visit.until_equal("document.querySelector('#place')?.textContent", &json!("Move 1 of 1")).await;
}

#[tokio::test]
async fn a_game_goes_on_when_the_server_was_started_again() {
    let mut visit = Visit::begin(Look::DESK).await;
    let seats = json!([{ "kind": "human" }, { "kind": "level", "level": 2 }]);
    let id = visit.server.room(&json!({ "game": "nip", "seats": seats, "seed": 5 }));
    visit.open(&format!("#/room/{id}"), ".cell.legal").await;
    let place = "document.querySelector('#place')?.textContent";
    visit.play("d3").await;
    visit.until_equal(place, &json!("Move 2 of 2")).await;
    // Another line than the first is where it must go on.
    visit.step(visit.click("#undo")).await;
    visit.play("c4").await;
    visit.until_equal(place, &json!("Move 2 of 2")).await;
    let moves = visit.texts("#moves .move-name").await;
    let discs = (visit.discs("black").await, visit.discs("white").await);

    assert!(visit.server.interrupt().success());
    visit.find("#connection:not([hidden])").await;
    assert_eq!(visit.text("#connection").await, "Connection lost; reconnecting.");
    visit.server.start_again();
    visit.find("#connection[hidden]").await;
    assert_eq!(visit.texts("#moves .move-name").await, moves);
    visit.until_equal(place, &json!("Move 2 of 2")).await;
    visit.until_equal("document.querySelector('#moves [aria-current]').matches('.variation *')", &json!(true)).await;
    assert_eq!((visit.discs("black").await, visit.discs("white").await), discs);
    assert_eq!(visit.texts(".seat small").await, ["You", "Level 2"]);

    // The player answers as before, and the address is still that of the game.
    let next = visit.value("document.querySelector('.cell.legal').dataset.square").await;
    visit.play(next.as_str().unwrap()).await;
    visit.until_equal(place, &json!("Move 4 of 4")).await;
    assert_eq!(visit.value("location.hash").await, format!("#/room/{id}"));
    assert_eq!(visit.server.get("/api/library")["count"], 1, "it is the same game");
}

#[tokio::test]
async fn a_move_finds_the_game_again_before_the_page_does() {
    let mut visit = Visit::begin(Look::DESK).await;
    let id = visit.server.room(&json!({ "game": "nip", "moves": "d3c5" }));
    visit.open(&format!("#/room/{id}"), ".cell.legal").await;
    assert!(visit.server.interrupt().success());
    visit.server.start_again();
    visit.play("d6").await;
    assert_eq!(visit.text("#place").await, "Move 3 of 3");
    assert_eq!(visit.room().await["nodes"].as_array().unwrap().len(), 4);

    // So does whoever opens the address later.
    assert!(visit.server.interrupt().success());
    visit.server.start_again();
    visit.client.refresh().await.unwrap();
    visit.until_equal("document.querySelector('#place')?.textContent", &json!("Move 3 of 3")).await;
}

#[tokio::test]
async fn a_game_that_is_nowhere_is_said_to_be_gone() {
    let mut visit = Visit::begin(Look::DESK).await;
    let id = visit.server.room(&json!({ "game": "nip" }));
    visit.open(&format!("#/room/{id}"), ".cell.legal").await;
    assert!(visit.server.interrupt().success());
    visit.server.start_again();
    visit.until("document.querySelector('#connection')?.textContent.startsWith('This game is no longer open')").await;
    visit.find("#connection a[href='#/library']").await;
    visit.client.refresh().await.unwrap();
    assert!(visit.text("main [role=alert]").await.contains("This game is no longer open"));
}

#[tokio::test]
async fn a_comment_that_is_being_typed_outlasts_the_page() {
    let visit = Visit::begin(Look::DESK).await;
    let id = visit.server.room(&json!({ "game": "nip" }));
    visit.open(&format!("#/room/{id}"), "#comment").await;
    visit.click("#comment").await;
    visit.press("one").await;
    // It is saved while the field has the focus, and stands in the list although no move leads to the start.
    visit.until_equal("document.querySelector('#moves .comment')?.textContent", &json!("one")).await;
    let place = "[document.activeElement.id, document.activeElement.selectionStart]";
    assert_eq!(visit.value(place).await, json!(["comment", 3]));

    // From here on typing never rests for long enough.
    visit.value("window.setTimeout = () => 0").await;
    visit.press(" two").await;
    visit.client.refresh().await.unwrap();
    visit.until_equal("document.querySelector('#comment')?.value", &json!("one two")).await;
    assert_eq!(visit.text("#moves .comment").await, "one two");

    // Nor is it lost on the way to another page, or to a move that comes meanwhile.
    visit.click("#comment").await;
    visit.value("window.setTimeout = () => 0").await;
    visit.press(" three").await;
    visit.server.post(&format!("/api/rooms/{id}/play"), &json!({ "move": "d3" }));
    visit.until_equal("document.querySelector('#moves .comment')?.textContent", &json!("one two three")).await;
    assert_eq!(visit.value("document.querySelector('#comment').value").await, "");
    visit.press("four").await;
    visit.value("location.hash = '#/library'").await;
    visit.find("#found").await;
    visit.open(&format!("#/room/{id}"), "#comment").await;
    visit.until_equal("document.querySelector('#comment')?.value", &json!("four")).await;
    visit.end();
}

#[tokio::test]
async fn another_language_leaves_what_was_entered() {
    let visit = Visit::begin(Look::DESK).await;
    visit.open("#/editor/nip", "#verdict .banner").await;
    visit.click("[data-paint=white]").await;
    visit.click("[data-square=d1]").await;
    visit.click("[role=group] button:nth-child(2)").await;
    let text = visit.value("document.querySelector('#position-text').value").await;
    let white = visit.discs("white").await;
    assert!(white.contains(&"d1".to_owned()), "{white:?}");
    switch(&visit, "ja").await;
    visit.until_equal("document.querySelector('#position-text')?.value", &text).await;
    assert_eq!(visit.discs("white").await, white);
    assert_eq!(visit.text("[data-paint][aria-pressed=true]").await, "白");
    assert_eq!(visit.text("[role=group] [aria-pressed=true]").await, "白");
    visit.until("document.querySelector('#verdict').textContent.includes('正しい局面です。')").await;

    visit.open("#/experiments", "#toml").await;
    visit.write("section input", "my-own-name").await;
    visit.write("#toml", "name = \"typed\"").await;
    switch(&visit, "en").await;
    visit.until_equal("document.querySelector('#toml')?.value", &json!("name = \"typed\"")).await;
    assert_eq!(visit.value("document.querySelector('section input').value").await, "my-own-name");

    visit.open("#/", "#import-text").await;
    visit.click(".card:has([value=go])").await;
    visit.find("#variant").await.select_by_value("go13").await.unwrap();
    visit.find("[data-seat='0']").await.select_by_value("level 4").await.unwrap();
    visit.write("#import-text", "d3c5").await;
    switch(&visit, "ja").await;
    visit.until_equal("document.querySelector('#import-text')?.value", &json!("d3c5")).await;
    let chosen =
        "['[name=family]:checked', '#variant', '[data-seat=\"0\"]'].map((each) => document.querySelector(each).value)";
    assert_eq!(visit.value(chosen).await, json!(["go", "go13", "level 4"]));

    visit.open("#/library", "#found").await;
    visit.write("[type=search]", "mcts").await;
    switch(&visit, "en").await;
    visit.until_equal("document.querySelector('[type=search]')?.value", &json!("mcts")).await;
    visit.end();
}

#[tokio::test]
async fn an_error_says_of_what_sort_it_is_in_japanese() {
    let visit = Visit::begin(Look::DESK).await;
    visit.open("#/editor/nip", "#verdict .banner").await;
    switch(&visit, "ja").await;
    visit.write("#position-text", "no board").await;
    visit.click("h1").await;
    visit
        .until(
            "document.querySelector('#verdict [role=alert]')?.textContent.startsWith('エラー: 内容に誤りがあります。')",
        )
        .await;
}

/// Presses the button of the other language and waits for it.
async fn switch(visit: &Visit, language: &str) {
    visit.value("document.querySelector('main > *').setAttribute('data-left', '')").await;
    visit.click("#language").await;
    visit.until_equal("document.documentElement.lang", &Value::from(language)).await;
    visit.find("main > :not([data-left])").await;
}
