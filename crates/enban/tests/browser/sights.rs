//! Every page with something in it, for whoever looks at all of them: axe-core, the phone, the pictures of docs/.

use serde_json::{Value, json};

use crate::server::Server;
use crate::visit::Visit;

const GAME: &str = "d3c5b6e3f6d2e2f3c4c3f4e6";
const GO: &str = "e5c3g6d7f3e6f5d5d4c4d6c5e7d8";
/// Every square is taken.
const ENDED: &str = "..OOOO../.OXXXXO./OXXXXXXO/OXXOXXXO/OXXXOXXO/OXXXXXXO/.OXXXXO./..XOOX.. X";
const EXPERIMENT: &str = "name = \"first-steps\"
title = \"Three simple players of Nip\"
game = \"nip\"
games = 20
openings = \"ply=6\"

[design]
kind = \"round-robin\"
players = [\"random\", \"alphabeta(depth=2)\", \"montecarlo(playouts=2,from=all)\"]
";

/// A page, what it must show before it is looked at, and what is pressed to get there.
pub struct Sight {
    pub name: &'static str,
    page: String,
    awaited: &'static str,
    pressed: &'static [&'static str],
    settled: &'static str,
}

impl Sight {
    /// Goes there and waits until it is all to be seen.
    pub async fn show(&self, visit: &Visit) {
        visit.open(&self.page, self.awaited).await;
        for button in self.pressed {
            visit.click(button).await;
        }
        visit.find(self.settled).await;
    }
}

/// Fills a server with a little of everything, and lists what there is to see.
pub fn all(server: &Server) -> Vec<Sight> {
    server.post("/api/experiments", &json!({ "toml": EXPERIMENT, "start": true }));
    let seats = json!([{ "kind": "human" }, { "kind": "level", "level": 3 }]);
    let room = |body: Value| format!("#/room/{}", server.room(&body));
    let playing = room(json!({ "game": "nip", "moves": GAME, "seats": seats }));
    let studied = room(json!({ "game": "nip", "moves": GAME }));
    let wish = |of: &str, wish: &str, body: Value| {
        server.post(&format!("/api/rooms/{}/{wish}", of.trim_start_matches("#/room/")), &body);
    };
    wish(&studied, "analysis", json!({ "on": true, "player": "alphabeta(depth=6,lines=8)" }));
    wish(&studied, "review", json!({ "on": true, "seconds_per_move": 0.05 }));
    let go = room(json!({ "game": "go9", "moves": GO }));
    wish(&go, "overlay", json!({ "name": "territory" }));
    let reversi = room(json!({ "game": "reversi", "moves": "f5d6c3d3c4f4" }));
    let yonin = room(json!({ "game": "yonin", "moves": "d3c3" }));
    let over = room(json!({ "game": "nip", "position": ENDED }));
    let sight =
        |name, page: &str, awaited, pressed, settled| Sight { name, page: page.to_owned(), awaited, pressed, settled };
    const CELL: &str = ".board .cell";
    vec![
        sight("home", "#/", "#start", &[], "#start"),
        sight("room", &playing, CELL, &["#tab-moves"], "#moves .move"),
        sight(
            "analysis",
            &studied,
            ".graph-panel:not([hidden]) .graph-line",
            &["#tab-analysis"],
            ".review:has(progress[hidden]) #review",
        ),
        sight("solver", &over, CELL, &["#tab-solver"], "#solve"),
        sight("share", &playing, CELL, &["#tab-share"], "#link"),
        sight("reversi", &reversi, CELL, &["#tab-moves"], "#moves .move"),
        sight("yonin", &yonin, CELL, &[], "#moves .move"),
        sight("go", &go, CELL, &[], ".territory"),
        sight("learn", "#/learn/nip/3", CELL, &[], "#say"),
        sight("learnt", "#/learn/nip/4", CELL, &["[data-square=h5]", "[data-square=h5]"], "#next-lesson"),
        sight("library", "#/library", "#found tbody tr", &[], "#found"),
        sight("experiments", "#/experiments", "#experiments tbody tr", &[], "#toml"),
        sight("experiment", "#/experiments/first-steps", "#results table", &[], "#plots img"),
        sight("editor", "#/editor/nip", "#verdict .banner", &[], CELL),
        sight("keys", "#/editor/go9", "#verdict .banner", &["#help"], "dialog"),
        sight("nowhere", "#/nowhere", "main [role=alert]", &[], "main .button"),
    ]
}
