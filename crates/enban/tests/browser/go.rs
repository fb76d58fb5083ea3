//! What the page says and draws of stones of Go that are dead, or in seki.

use serde_json::json;

use crate::browser::Look;
use crate::play::hover;
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
    assert_eq!(visit.text("#say").await, "White wins, 36 : 39. Dead stones removed: b8 h3.");
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
async fn the_player_in_an_empty_field_is_one_of_the_game() {
    let visit = Visit::begin(Look::DESK).await;
    visit.open("", "#start").await;
    let offered = "document.querySelector('.seat-chooser input')?.placeholder";
    for (family, player) in
        [("go", "uct(playouts=1000)"), ("nip", "alphabeta(depth=6)"), ("yonin", "mcts(playouts=1000)")]
    {
        visit.click(&format!(".card:has([value={family}])")).await;
        visit.until_equal(offered, &json!(player)).await;
    }
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

#[tokio::test]
async fn the_first_page_begins_go_under_the_rules_that_are_chosen() {
    let visit = Visit::begin(Look::DESK).await;
    let begin = async |rules: Option<&str>, expected: &str| {
        visit.open("", "#start").await;
        visit.value("document.querySelector('input[name=family][value=go]').click()").await;
        if let Some(rules) = rules {
            visit.value("document.querySelector('#setup details').open = true").await;
            visit.find("[data-option='rules']").await.select_by_value(rules).await.unwrap();
        }
        visit.click("#start").await;
        visit.find(".board .cell.legal").await;
        assert_eq!(visit.room().await["game"], expected);
    };
    begin(None, "go9").await;
    begin(Some("japanese"), "go9(rules=japanese)").await;
    begin(Some("tromp-taylor"), "go9(rules=tromp-taylor)").await;
    visit.end();
}

#[tokio::test]
async fn a_ko_is_marked_and_a_suicide_is_called_one() {
    let visit = Visit::begin(Look::DESK).await;
    let seats = json!([{ "kind": "human" }, { "kind": "human" }]);
    let id = visit.server.room(&json!({ "game": "go9", "moves": "d5 e5 c4 f4 d3 e3 e4 d4", "seats": seats }));
    visit.open(&format!("#/room/{id}"), ".board .ko").await;
    let label = |square: &str| format!("document.querySelector('[data-square={square}]').getAttribute('aria-label')");
    assert_eq!(visit.value(&label("e4")).await, "e4, empty, ko: may not be retaken at once");
    assert_eq!(visit.value(&label("a1")).await, "a1, legal");

    let position = "...XX/....X/...../OO.../X.O.. X";
    let id = visit.server.room(&json!({ "game": "go5(rules=tromp-taylor)", "position": position, "seats": seats }));
    visit.open(&format!("#/room/{id}"), ".cell.legal").await;
    assert_eq!(visit.texts(".board .ko").await.len(), 0);
    hover(&visit, "b1").await;
    assert_eq!(visit.text("#say").await, "b1 is suicide: it loses 2 stones of its own.");
    visit.end();
}

#[tokio::test]
async fn the_editor_keeps_the_prisoners() {
    let visit = Visit::begin(Look::DESK).await;
    let position = "........./........./........./........./...X...../........./........./........./.........";
    visit.open(&format!("#/editor/go9(rules=japanese)/{position}_X_prisoners=1,0"), "[data-square]").await;
    let text = "document.querySelector('#position-text')?.value";
    visit.until_equal(text, &json!(format!("{position} X prisoners=1,0"))).await;
    visit.click("[data-square=a1]").await;
    let with_stone = format!("{}X........ X prisoners=1,0", position.strip_suffix(".........").unwrap());
    visit.until_equal(text, &json!(with_stone)).await;
    visit.end();
}
