//! What the page says and draws of stones of Go that are dead, or in seki.

use serde_json::json;

use crate::browser::Look;
use crate::visit::Visit;

/// A dead stone of White at b8, one of Black at h3.
const ENDED: &str = "...X.O.../.O.X.O.../...X.O.../...XO..../...XO..../...XO..../...X.O.X./...X.O.../...X.O... X";
/// Stones of both colours in seki at the top.
const SEKI: &str = "XO.XXX.OX/XOOXXXOOX/XXOOOOOXX/.XXXXXXX./X...X...X/.X.X.X.X./OOOOOOOOO/.O..O..O./O.OO.OO.O X";

#[tokio::test]
async fn stones_taken_off_at_the_end_are_named_and_crossed() {
    let visit = Visit::begin(Look::DESK).await;
    let id = visit.server.room(&json!({ "game": "go9(komi=0)", "position": ENDED, "moves": "pass pass" }));
    visit.open(&format!("#/room/{id}"), ".board .taken").await;
    assert_eq!(visit.text("#say").await, "White wins, 36 : 39. Dead and taken off: b8 h3.");
    assert_eq!(visit.texts(".board .taken").await.len(), 2);
    // The choice tells what is drawn, and the board is bare again before the end.
    visit.click("#tab-analysis").await;
    let chosen = "document.querySelector('#overlay')?.value";
    visit.until_equal(chosen, &json!("status")).await;
    visit.click("#undo").await;
    visit.until_equal(chosen, &json!("none")).await;
    assert_eq!(visit.texts(".board .taken").await.len(), 0);
    visit.end();
}

#[tokio::test]
async fn stones_in_seki_bear_their_sign() {
    let visit = Visit::begin(Look::DESK).await;
    let id = visit.server.room(&json!({ "game": "go9(rules=japanese,komi=0)", "position": SEKI }));
    let room = visit.server.post(&format!("/api/rooms/{id}/overlay"), &json!({ "name": "status" }));
    let cells = room["view"]["overlay"]["cells"].as_array().unwrap();
    let expected = cells.iter().filter(|cell| cell["mark"] == "=").count();
    assert!(expected > 1, "{cells:?}");
    visit.open(&format!("#/room/{id}"), ".board .number").await;
    let signs = |ink: &str| {
        format!("[...document.querySelectorAll('.board .{ink}')].filter((text) => text.textContent === '=').length")
    };
    let [black, white] = [visit.value(&signs("on-black")).await, visit.value(&signs("on-white")).await];
    let [black, white] = [black, white].map(|count| count.as_u64().unwrap());
    assert!(black > 0 && white > 0, "each is written in the ink that its stone needs");
    assert_eq!(black + white, expected as u64);
    visit.end();
}
