//! What is on the surface of every page: nothing that keeps anybody out, in light and dark; little to load; pictures of all.

use std::path::{Path, PathBuf};

use fantoccini::Locator;
use fantoccini::actions::{InputSource, MouseActions, PointerAction};
use serde_json::{Value, json};

use crate::browser::Look;
use crate::sights;
use crate::visit::Visit;

/// Bytes of the first page, all files together, as they go over the wire.
const FIRST_PAGE_MAX: u64 = 150_000;
/// What is worth a picture.
const PICTURED: [&str; 11] =
    ["home", "room", "analysis", "reversi", "yonin", "go", "learn", "library", "experiments", "experiment", "editor"];

#[tokio::test]
async fn nothing_in_the_light_pages_keeps_anybody_out() {
    examine("light").await;
}

#[tokio::test]
async fn nothing_in_the_dark_pages_keeps_anybody_out() {
    examine("dark").await;
}

#[tokio::test]
async fn the_first_page_is_small() {
    let visit = Visit::begin(Look::DESK).await;
    visit.open("", "#start").await;
    let sizes = "performance.getEntries().filter((each) => each.transferSize !== undefined).map((each) => [each.name, each.transferSize])";
    let sizes: Vec<(String, u64)> = serde_json::from_value(visit.value(sizes).await).unwrap();
    let total: u64 = sizes.iter().map(|(_, size)| size).sum();
    assert!(sizes.len() > 10 && total < FIRST_PAGE_MAX, "{total} bytes: {sizes:#?}");
    visit.end();
}

/// Written into docs/ for people to see; `cargo xtask screenshots` does it.
#[tokio::test]
#[ignore = "writes docs/screenshots: cargo xtask screenshots"]
async fn screenshots_of_every_page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/screenshots");
    std::fs::create_dir_all(&folder).unwrap();
    let visit = Visit::begin(Look::DESK).await;
    let sights = sights::all(&visit.server);
    for theme in ["light", "dark"] {
        choose_theme(&visit, theme).await;
        for sight in sights.iter().filter(|sight| PICTURED.contains(&sight.name)) {
            sight.show(&visit).await;
            visit.value("(scrollTo(0, 0), document.activeElement.blur())").await;
            point_away(&visit).await;
            let picture = visit.client.screenshot().await.unwrap();
            std::fs::write(folder.join(format!("{}-{theme}.png", sight.name)), picture).unwrap();
        }
    }
    visit.end();
}

/// Moves the mouse to where nothing answers to it.
async fn point_away(visit: &Visit) {
    let corner = PointerAction::MoveTo { duration: None, x: 1.0, y: 799.0 };
    visit.client.perform_actions(MouseActions::new("mouse".to_owned()).then(corner)).await.unwrap();
}

/// Lets axe-core look at every page in a theme.
async fn examine(theme: &str) {
    let axe = std::fs::read_to_string(axe_core()).unwrap();
    let visit = Visit::begin(Look::DESK).await;
    let sights = sights::all(&visit.server);
    choose_theme(&visit, theme).await;
    visit.client.execute(&axe, Vec::new()).await.unwrap();
    let mut faults: Vec<String> = Vec::new();
    for sight in &sights {
        sight.show(&visit).await;
        assert_eq!(visit.value("document.documentElement.dataset.theme").await, theme);
        let found = visit.client.execute_async(EXAMINE, Vec::new()).await.unwrap();
        assert!(found["passes"].as_u64().unwrap() > 10, "axe-core has looked at nothing in {}: {found}", sight.name);
        for fault in found["violations"].as_array().unwrap() {
            faults.push(format!("{} ({theme}): {}", sight.name, fault.as_str().unwrap()));
        }
        close_dialog(&visit).await;
    }
    assert!(faults.is_empty(), "axe-core found {}:\n{}", faults.len(), faults.join("\n"));
    visit.end();
}

const EXAMINE: &str = "
const done = arguments[arguments.length - 1];
const place = (node) => `${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 200)}`;
axe.run(document).then(({ violations, passes }) => done({
  passes: passes.length,
  violations: violations.map((each) => `${each.id}: ${each.help}: ${each.nodes.slice(0, 3).map(place).join(' | ')}`),
}));";

/// Chooses light or dark as a person does.
async fn choose_theme(visit: &Visit, theme: &str) {
    visit.open("#/learn", "#theme").await;
    visit.find("#theme").await.select_by_value(theme).await.unwrap();
    visit.until_equal("document.documentElement.dataset.theme", &json!(theme)).await;
}

/// A dialog would stay open over the next page.
async fn close_dialog(visit: &Visit) {
    if let Ok(button) = visit.client.find(Locator::Css("dialog button")).await {
        button.click().await.unwrap();
    }
    visit.until_equal("document.querySelector('dialog')", &Value::Null).await;
}

/// Where `cargo xtask test` has put axe-core: beside what cargo builds.
fn axe_core() -> PathBuf {
    let places = Path::new(env!("CARGO_BIN_EXE_enban")).ancestors();
    let mut places = places.map(|folder| folder.join("tools/node_modules/axe-core/axe.min.js"));
    places.find(|path| path.exists()).expect("axe-core is not there: `cargo xtask test` installs it")
}
