//! A phone: a narrow page, and a finger that shows a move before it plays it.

use fantoccini::actions::{InputSource, PointerAction, TouchActions};
use serde_json::json;

use crate::browser::Look;
use crate::sights;
use crate::visit::Visit;

#[tokio::test]
async fn a_phone_shows_every_page_without_scrolling_aside() {
    let visit = Visit::begin(Look::PHONE).await;
    for sight in sights::all(&visit.server) {
        sight.show(&visit).await;
        assert_eq!(visit.value("innerWidth").await, 360, "{}", sight.name);
        assert_eq!(visit.value("document.documentElement.scrollWidth").await, 360, "{}", sight.name);
        let sections =
            "document.querySelector('#header nav').scrollWidth <= document.querySelector('#header nav').clientWidth";
        assert_eq!(visit.value(sections).await, true, "all sections are in sight: {}", sight.name);
        if sight.name == "keys" {
            visit.click("dialog button").await;
        }
    }
    visit.end();
}

#[tokio::test]
async fn a_finger_shows_a_move_first_and_plays_it_with_the_second_tap() {
    let visit = Visit::begin(Look::PHONE).await;
    let id = visit.server.room(&json!({ "game": "nip" }));
    visit.open(&format!("#/room/{id}"), ".cell.legal").await;
    let frame = visit
        .value("(({ left, right, top, bottom }) => [left, right, top, bottom])(document.querySelector('svg.board').getBoundingClientRect())")
        .await;
    let frame: Vec<f64> = serde_json::from_value(frame).unwrap();
    assert!(frame[0] >= 0.0 && frame[1] <= 360.0 && frame[2] >= 0.0 && frame[3] <= 740.0, "{frame:?}");
    assert!(frame[1] - frame[0] > 300.0, "the board uses the width of the phone: {frame:?}");

    tap(&visit, "d3").await;
    visit.find(".ghost").await;
    assert_eq!(visit.text("#say").await, "d3 turns 1.");
    assert_eq!(visit.text("#place").await, "Move 0 of 0");
    visit.step(tap(&visit, "d3")).await;
    assert_eq!(visit.text("#place").await, "Move 1 of 1");
    assert_eq!(visit.room().await["nodes"][1]["move"], "d3");
    visit.end();
}

/// A finger down and up on a square.
async fn tap(visit: &Visit, square: &str) {
    let element = visit.find(&format!("[data-square={square}]")).await;
    let finger = TouchActions::new("finger".to_owned())
        .then(PointerAction::MoveToElement { element, duration: None, x: 0.0, y: 0.0 })
        .then(PointerAction::Down { button: 0 })
        .then(PointerAction::Up { button: 0 });
    visit.client.perform_actions(finger).await.unwrap();
    visit.client.release_actions().await.unwrap();
}
