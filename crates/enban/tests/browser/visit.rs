//! A visit to the page: a server, a browser, and the few things that a person does with them.

use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};

use crate::browser::{Browser, Look};
use crate::server::Server;

/// How long anything may take to appear, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(40);
/// How often it is looked for.
const LOOK_AGAIN: Duration = Duration::from_millis(15);

/// One page, one server. Clients go before the browser that they speak to.
pub struct Visit {
    pub client: Client,
    pub browser: Browser,
    pub server: Server,
}

/// What the page asks of the person in front of it.
pub enum Turn {
    /// To move; one of the legal squares.
    Move(String),
    /// To confirm that there is no move.
    Pass,
    /// Nothing any more.
    Over,
}

impl Visit {
    pub async fn begin(look: Look) -> Self {
        let server = Server::start();
        let (browser, client) = Browser::start(look).await;
        Self { client, browser, server }
    }

    /// Goes to another page, such as `#/library`, and waits for what it must show.
    pub async fn open(&self, page: &str, awaited: &str) {
        // What the page before has drawn is marked, so that it is not taken for the new one.
        self.value("document.querySelector('main > *')?.setAttribute('data-left', '')").await;
        self.client.goto(&format!("http://{}/{page}", self.server.address)).await.unwrap();
        self.find("main > :not([data-left])").await;
        self.find(awaited).await;
    }

    /// The value of an expression in the page.
    pub async fn value(&self, expression: &str) -> Value {
        self.client
            .execute(&format!("return ({expression});"), Vec::new())
            .await
            .unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// Waits until an expression in the page is neither null nor false.
    pub async fn until(&self, expression: &str) -> Value {
        let began = Instant::now();
        loop {
            let value = self.value(expression).await;
            if !matches!(value, Value::Null | Value::Bool(false)) {
                return value;
            }
            if began.elapsed() > PATIENCE {
                panic!(
                    "waited in vain for {expression}; the page says:\n{}",
                    self.value("document.body.innerText").await
                );
            }
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    }

    /// Waits until an expression has a value, and says what it was otherwise.
    pub async fn until_equal(&self, expression: &str, expected: &Value) {
        let began = Instant::now();
        loop {
            let value = self.value(expression).await;
            if value == *expected {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "{expression}\n  is {value}\n  not {expected}");
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    }

    /// The first element that a selector finds, as soon as there is one.
    pub async fn find(&self, selector: &str) -> Element {
        self.until(&format!("document.querySelector({}) !== null", json!(selector))).await;
        self.client.find(Locator::Css(selector)).await.unwrap()
    }

    pub async fn click(&self, selector: &str) {
        let clicked = self.find(selector).await.click().await;
        clicked.unwrap_or_else(|error| panic!("click on {selector}: {error}"));
    }

    /// The text of an element, what is hidden from eyes included.
    pub async fn text(&self, selector: &str) -> String {
        let text = self.until(&format!("document.querySelector({})?.textContent", json!(selector))).await;
        text.as_str().unwrap().to_owned()
    }

    /// The texts of all that a selector finds.
    pub async fn texts(&self, selector: &str) -> Vec<String> {
        let all = format!("[...document.querySelectorAll({})].map((each) => each.textContent)", json!(selector));
        serde_json::from_value(self.value(&all).await).unwrap()
    }

    /// Writes into a field in place of what stood there.
    pub async fn write(&self, selector: &str, text: &str) {
        let field = self.find(selector).await;
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    /// Presses keys wherever the focus is.
    pub async fn press(&self, keys: &str) {
        self.client.active_element().await.unwrap().send_keys(keys).await.unwrap();
    }

    /// The room that is open, as the server knows it.
    pub async fn room(&self) -> Value {
        let id = self.until("location.hash.match(/^#\\/room\\/(.+)/)?.[1]").await;
        self.server.get(&format!("/api/rooms/{}", id.as_str().unwrap()))
    }

    /// Waits until the person is asked for something.
    pub async fn turn(&self) -> Turn {
        let asked = self
            .until(
                "/wins|draw/.test(document.querySelector('#say')?.textContent) ? 'over'
                 : document.querySelector('#banner button') ? 'pass'
                 : document.querySelector('.cell.legal')?.dataset.square ?? null",
            )
            .await;
        match asked.as_str().unwrap() {
            "over" => Turn::Over,
            "pass" => Turn::Pass,
            square => Turn::Move(square.to_owned()),
        }
    }

    /// Does something that must lead to another place in the game.
    pub async fn step(&self, act: impl Future<Output = ()>) {
        let before = self.text("#place").await;
        act.await;
        self.until(&format!("document.querySelector('#place').textContent !== {}", json!(before))).await;
    }

    /// Plays on a square with the mouse.
    pub async fn play(&self, square: &str) {
        self.step(self.click(&format!("[data-square={square}]"))).await;
    }

    /// The squares with discs of a colour, as they are drawn.
    pub async fn discs(&self, colour: &str) -> Vec<String> {
        let found = format!(
            "[...document.querySelectorAll('[data-disc]:has(.disc.{colour})')].map((each) => each.dataset.disc).sort()"
        );
        serde_json::from_value(self.value(&found).await).unwrap()
    }

    /// Nothing went wrong in the page that nobody would see.
    pub fn end(self) {
        let complaints = self.browser.complaints();
        assert!(complaints.is_empty(), "the page complained: {complaints:#?}");
    }
}
