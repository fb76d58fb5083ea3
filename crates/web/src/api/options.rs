//! The options of games and players, as their definitions in the catalog describe them.

use enban_catalog::OptionEntry;
use enban_catalog::options::{Kind, Value};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

/// An option of a game or a player.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
pub struct OptionInfo {
    /// Its key.
    pub key: String,
    /// What it does.
    pub about: String,
    /// What kind of value it takes.
    pub kind: OptionKind,
    /// The least number it takes.
    #[ts(type = "number | null")]
    pub min: Option<OptionValue>,
    /// The greatest number it takes; null where there is no limit.
    #[ts(type = "number | null")]
    pub max: Option<OptionValue>,
    /// What a number must be a multiple of.
    pub step: Option<f64>,
    /// The words it takes: all there are for the kind `word`, words besides numbers or text for the others.
    pub choices: Vec<String>,
    /// The value when it is not given; null where that is no single value.
    pub default: Option<OptionValue>,
    /// What holds when it is not given, in words.
    pub usual: String,
    /// What it takes, in few letters.
    pub values: String,
}

/// What kind of value an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OptionKind {
    /// A whole number.
    Whole,
    /// A number.
    Number,
    /// A time in seconds.
    Seconds,
    /// One of the choices.
    Word,
    /// `on` or `off`.
    Switch,
    /// Text of the form that `values` shows.
    Text,
}

/// A value of an option.
#[derive(Clone, PartialEq, Debug, Serialize, TS, ToSchema)]
#[serde(untagged)]
pub enum OptionValue {
    /// A whole number.
    Whole(#[ts(type = "number")] u64),
    /// A number, or seconds.
    Number(f64),
    /// A switch that is on or off.
    Switch(bool),
    /// A word or another text.
    Text(String),
}

impl OptionInfo {
    /// The description of an option.
    pub fn of(entry: &OptionEntry) -> Self {
        let whole = |number: u64| Some(OptionValue::Whole(number));
        let real = |number: f64| Some(OptionValue::Number(number));
        let (kind, min, max, step) = match entry.kind {
            Kind::Whole { min, max: u64::MAX } => (OptionKind::Whole, whole(min), None, None),
            Kind::Whole { min, max } => (OptionKind::Whole, whole(min), whole(max), None),
            Kind::Number { min, max, step } => (OptionKind::Number, real(min), real(max), step),
            Kind::Seconds { min, max } => (OptionKind::Seconds, real(min), real(max), None),
            Kind::Word => (OptionKind::Word, None, None, None),
            Kind::Switch => (OptionKind::Switch, None, None, None),
            Kind::Text { .. } => (OptionKind::Text, None, None, None),
        };
        let default = entry.default.map(|value| match value {
            Value::Whole(number) => OptionValue::Whole(number),
            Value::Number(number) => OptionValue::Number(number),
            Value::Switch(on) => OptionValue::Switch(on),
            Value::Text(text) => OptionValue::Text(text.to_owned()),
        });
        Self {
            key: entry.key.to_owned(),
            about: entry.about.to_owned(),
            kind,
            min,
            max,
            step,
            choices: entry.choices.iter().map(|word| (*word).to_owned()).collect(),
            default,
            usual: entry.usual(),
            values: entry.values(),
        }
    }
}
