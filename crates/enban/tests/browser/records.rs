//! Records that are brought in: a broken one is answered with its place, and nothing is lost.

use serde_json::json;

use crate::browser::Look;
use crate::visit::Visit;

#[tokio::test]
async fn a_broken_record_is_explained_and_nothing_is_lost() {
    let visit = Visit::begin(Look::DESK).await;
    // A game that was going on, and a record with a mistake in it.
    let id = visit.server.room(&json!({ "game": "nip", "moves": "d3c5" }));
    for (record, marked, place) in
        [("d3c5 d6z9e3", "z9", "line 1, column 8:"), ("d3c5\nd6d6", "d6", "line 2, column 3:")]
    {
        bring(&visit, record).await;
        let message = visit.text("#import-result [role=alert]").await;
        assert!(message.starts_with("Error:") && message.contains(place), "{record}: {message}");
        assert_eq!(visit.text("#import-result mark").await, marked, "{message}");
        assert_eq!(visit.value("document.querySelector('#import-text').value").await, record);
        assert_eq!(visit.value("location.hash").await, "#/");
    }
    assert_eq!(visit.server.get("/api/library")["count"], 1, "the game that was going on, and no other");
    assert_eq!(visit.server.get(&format!("/api/rooms/{id}"))["nodes"].as_array().unwrap().len(), 3);

    // What can be read of a torn file is offered, with what is wrong with it.
    bring(&visit, "(;GM[2]SZ[8];B[d3];W[c5];B[d").await;
    let message = visit.text("#import-result [role=status]").await;
    assert!(message.contains("Read as SGF") && message.contains("line 1, column 27: the value"), "{message}");
    assert_eq!(visit.value("location.hash").await, "#/", "it is not opened over the heads of people");
    visit.click("#import-result a").await;
    visit.until_equal("document.querySelector('#place')?.textContent", &json!("Move 2 of 2")).await;

    // Mended, the first record opens.
    bring(&visit, "d3c5 d6e3").await;
    visit.until_equal("document.querySelector('#place')?.textContent", &json!("Move 4 of 4")).await;
    assert_eq!(visit.text(".side .banner:not([hidden])").await, "Read as Moves.");
    let complaints = visit.browser.complaints();
    // The browser itself notes answers with an error; there were two, and nothing else.
    assert!(complaints.len() == 2 && complaints.iter().all(|text| text.contains("status of 400")), "{complaints:#?}");
}

#[tokio::test]
async fn a_link_is_said_to_be_copied_only_if_it_was() {
    let visit = Visit::begin(Look::DESK).await;
    let id = visit.server.room(&json!({ "game": "nip" }));
    visit.open(&format!("#/room/{id}"), ".cell.legal").await;
    visit.click("#tab-share").await;
    visit.find("#link").await;
    let by_hand = "Could not copy. The link is selected: copy it by hand.";
    for (clipboard, said, selected) in [
        ("undefined", by_hand, true),
        ("{ writeText: async (text) => { window.copied = text; } }", "Copied.", false),
        ("{ writeText: async () => { throw new Error('refused'); } }", by_hand, true),
    ] {
        let clipboard = format!("{{ value: {clipboard}, configurable: true }}");
        visit.value(&format!("Object.defineProperty(navigator, 'clipboard', {clipboard}) && null")).await;
        visit.value("document.querySelector('#link').setSelectionRange(0, 0)").await;
        visit.click("#tab-body .field + .row button").await;
        visit.until_equal("document.querySelector('#tab-body [role=status]')?.textContent", &json!(said)).await;
        let all = "(({ id, selectionStart, selectionEnd, value }) =>
            id === 'link' && selectionStart === 0 && selectionEnd === value.length)(document.activeElement)";
        assert_eq!(visit.value(all).await, selected, "{clipboard}");
    }
    assert_eq!(visit.value("window.copied === document.querySelector('#link').value").await, true);
    visit.end();
}

/// Pastes a record of Nip into the first page and opens it.
async fn bring(visit: &Visit, record: &str) {
    visit.open("#/library", "#found").await;
    visit.open("#/", "#import-text").await;
    visit.find("#import-game").await.select_by_value("nip").await.unwrap();
    visit.write("#import-text", record).await;
    visit.click("#import-open").await;
}
