//! The options of a player as they were written, read one by one.

use std::time::Duration;

use crate::expression::{Expression, nearest};
use crate::games::OptionEntry;

/// Reads values out of an expression; every mistake names the key and what it takes.
pub(crate) struct Keys<'e> {
    expression: &'e Expression,
}

impl<'e> Keys<'e> {
    /// The keys of an expression, if the player has them all.
    pub(crate) fn of(expression: &'e Expression, options: &[OptionEntry]) -> Result<Self, String> {
        for (key, _) in &expression.arguments {
            if options.iter().any(|option| option.key == key) {
                continue;
            }
            let hint = nearest(key, options.iter().map(|option| option.key));
            let hint = hint.map(|near| format!(" (did you mean {near}?)")).unwrap_or_default();
            let listed: Vec<String> =
                options.iter().map(|option| format!("{}={}", option.key, option.values)).collect();
            let listed = if listed.is_empty() { "none".to_owned() } else { listed.join(", ") };
            let name = &expression.name;
            return Err(format!("the player {name} has no option {key:?}{hint}; its options are: {listed}"));
        }
        Ok(Self { expression })
    }

    /// The text of a key, if it was given.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.expression.get(key)
    }

    fn wrong(&self, key: &str, expected: &str) -> String {
        let value = self.text(key).unwrap_or_default();
        format!("the player {} does not take {key}={value}; expected {expected}", self.expression.name)
    }

    /// A whole number between two others.
    pub(crate) fn whole(&self, key: &str, least: u64, most: u64) -> Result<Option<u64>, String> {
        let Some(text) = self.text(key) else { return Ok(None) };
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.map(Some).ok_or_else(|| self.wrong(key, &format!("a whole number from {least} to {most}")))
    }

    /// A number between two others.
    pub(crate) fn number(&self, key: &str, least: f64, most: f64) -> Result<Option<f64>, String> {
        let Some(text) = self.text(key) else { return Ok(None) };
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.map(Some).ok_or_else(|| self.wrong(key, &format!("a number from {least} to {most}")))
    }

    /// A time in seconds.
    pub(crate) fn seconds(&self, key: &str) -> Result<Option<Duration>, String> {
        Ok(self.number(key, 0.001, 86_400.0)?.map(Duration::from_secs_f64))
    }

    /// One of some words.
    pub(crate) fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<Option<T>, String> {
        let Some(text) = self.text(key) else { return Ok(None) };
        let found = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        let listed = || words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
        found.map(Some).ok_or_else(|| self.wrong(key, &listed()))
    }

    /// A value that something else reads; its complaint says what was expected.
    pub(crate) fn read<T>(&self, key: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<Option<T>, String> {
        let Some(text) = self.text(key) else { return Ok(None) };
        read(text).map(Some).map_err(|expected| self.wrong(key, &expected))
    }
}
