//! Options of games and players. Each is defined once, as an [`Opt`] that says its key, what it does, what it takes and its
//! default; help, validation, the value that a constructor gets, the page's form and the API are made from that.

use std::cell::RefCell;
use std::fmt;
use std::time::Duration;

use crate::expression::{Expression, nearest};

/// The least and the most seconds that an option takes.
const SECONDS: (f64, f64) = (0.001, 86_400.0);

/// An option of a game or a player, as it is described to people and programs.
#[derive(Clone, PartialEq, Debug)]
pub struct OptionEntry {
    /// Its key.
    pub key: &'static str,
    /// What it does.
    pub about: &'static str,
    /// What kind of value it takes.
    pub kind: Kind,
    /// The words it takes: all there are for [`Kind::Word`], words besides the numbers for the others.
    pub choices: Vec<&'static str>,
    /// The value when it is not given; `None` if that is no single value.
    pub default: Option<Value>,
    /// When the default holds, or what holds where it is no single value.
    pub default_note: Option<String>,
}

/// What kind of value an option takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// A whole number.
    Whole {
        /// The least.
        min: u64,
        /// The greatest; `u64::MAX` where there is no limit.
        max: u64,
    },
    /// A number.
    Number {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
        /// What it must be a multiple of.
        step: Option<f64>,
    },
    /// A time in seconds.
    Seconds {
        /// The shortest.
        min: f64,
        /// The longest.
        max: f64,
    },
    /// One of the choices.
    Word,
    /// `on` or `off`.
    Switch,
    /// Text of some form.
    Text {
        /// What the form looks like.
        form: &'static str,
    },
}

/// A value of an option.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// A whole number.
    Whole(u64),
    /// A number, or seconds.
    Number(f64),
    /// `on` or `off`.
    Switch(bool),
    /// A word or another text.
    Text(&'static str),
}

impl fmt::Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(number) => write!(out, "{number}"),
            Self::Number(number) => write!(out, "{number}"),
            Self::Switch(on) => out.write_str(if *on { "on" } else { "off" }),
            Self::Text(text) => out.write_str(text),
        }
    }
}

impl OptionEntry {
    /// What it takes, in few letters: `1..60`, `on|off`, `SECONDS`.
    pub fn values(&self) -> String {
        let kind = match self.kind {
            Kind::Whole { max: u64::MAX, .. } => "N".to_owned(),
            Kind::Whole { min, max } => format!("{min}..{max}"),
            Kind::Number { step: Some(step), .. } => format!("a multiple of {step}"),
            Kind::Number { min, max, step: None } => format!("{min}..{max}"),
            Kind::Seconds { .. } => "SECONDS".to_owned(),
            Kind::Switch => "on|off".to_owned(),
            Kind::Text { form } => form.to_owned(),
            Kind::Word => return self.choices.join("|"),
        };
        [&[kind.as_str()], &self.choices[..]].concat().join("|")
    }

    /// What holds when it is not given: `12`, `10000 without time`, `no limit`.
    pub fn usual(&self) -> String {
        let value = self.default.map(|value| value.to_string());
        value.into_iter().chain(self.default_note.clone()).collect::<Vec<_>>().join(" ")
    }

    /// What it takes, as a sentence about a wrong value says it.
    fn expected(&self) -> String {
        let kind = match self.kind {
            Kind::Whole { min, max } => format!("a whole number from {min} to {max}"),
            Kind::Number { min, max, step: Some(step) } => format!("a multiple of {step} from {min} to {max}"),
            Kind::Number { min, max, step: None } | Kind::Seconds { min, max } => {
                format!("a number from {min} to {max}")
            }
            Kind::Switch => "on or off".to_owned(),
            Kind::Text { form } => form.to_owned(),
            Kind::Word => return self.choices.join(", "),
        };
        self.choices.iter().fold(kind, |kind, word| format!("{kind}, or {word}"))
    }
}

/// A mistake in the options of a game or a player, which is its owner.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("the {owner} has no option {key:?}{}; its options are: {options}", did_you_mean(*near))]
    Unknown {
        /// Whose options these are: `game nip`, `player mcts`.
        owner: String,
        /// The key that was given.
        key: String,
        /// The nearest key, if one is near.
        near: Option<&'static str>,
        /// All options with what they take.
        options: String,
    },
    /// The option does not take this value.
    #[error("the {owner} does not take {key}={value}; expected {expected}")]
    Value {
        /// Whose option it is.
        owner: String,
        /// Its key.
        key: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        expected: String,
    },
    /// The option must be given.
    #[error("the {owner} needs {key}={values}, {about}")]
    Missing {
        /// Whose option it is.
        owner: String,
        /// Its key.
        key: &'static str,
        /// What it takes.
        values: String,
        /// What it does.
        about: &'static str,
    },
    /// Two options that exclude each other.
    #[error("the {owner} takes either {one} or {other}; leave one out")]
    Conflict {
        /// Whose options they are.
        owner: String,
        /// One of them.
        one: &'static str,
        /// The other.
        other: &'static str,
    },
}

/// The nearest valid word as an aside, if one is near.
pub(crate) fn did_you_mean(near: Option<&str>) -> String {
    near.map(|near| format!(" (did you mean {near}?)")).unwrap_or_default()
}

/// The definition of an option whose value is a `T`.
pub(crate) struct Opt<T: 'static> {
    /// Its key.
    pub(crate) key: &'static str,
    /// What it does.
    pub(crate) about: &'static str,
    /// What it takes, and the value that makes.
    pub(crate) takes: Takes<T>,
    /// The value when it is not given.
    pub(crate) default: Usual<T>,
}

/// What an option takes, and the value that makes.
pub(crate) enum Takes<T: 'static> {
    /// A whole number from `min` to `max`.
    Whole { min: u64, max: u64, of: fn(u64) -> T },
    /// A whole number from `min` to `max`, or the word.
    WholeOr { min: u64, max: u64, of: fn(u64) -> T, word: &'static str, meaning: T },
    /// A number from `min` to `max`.
    Number { min: f64, max: f64, of: fn(f64) -> T },
    /// A time in seconds.
    Seconds(fn(Duration) -> T),
    /// One of the words.
    Words(&'static [(&'static str, T)]),
    /// `on` or `off`.
    Switch(fn(bool) -> T),
    /// What something else reads; its complaint says what was expected.
    Read { kind: Kind, read: fn(&str) -> Result<T, String> },
}

/// The value of an option that is not given.
pub(crate) enum Usual<T> {
    /// This one.
    Value(Value),
    /// The player's own for a request without limits, where these other options are not given either; what it is made with
    /// leaves the option unset.
    Own { value: Value, without: &'static [&'static str], unset: fn() -> T },
    /// What a rule says, and the rule in words.
    Rule { text: &'static str, rule: fn(&Keys<'_>) -> Result<T, OptionError> },
    /// None: it must be given.
    Required,
}

impl<T: Clone + Sync> Opt<T> {
    /// The value of a text; otherwise what was expected.
    fn read(&self, text: &str) -> Result<T, String> {
        let whole = |(min, max): (u64, u64)| text.parse().ok().filter(|number| (min..=max).contains(number));
        let number = |(min, max): (f64, f64)| text.parse().ok().filter(|number| (min..=max).contains(number));
        let value = match &self.takes {
            Takes::Whole { min, max, of } => whole((*min, *max)).map(of),
            Takes::WholeOr { word, meaning, .. } if text == *word => Some(meaning.clone()),
            Takes::WholeOr { min, max, of, .. } => whole((*min, *max)).map(of),
            Takes::Number { min, max, of } => number((*min, *max)).map(of),
            Takes::Seconds(of) => number(SECONDS).map(Duration::from_secs_f64).map(of),
            Takes::Words(words) => words.iter().find(|(word, _)| *word == text).map(|(_, value)| value.clone()),
            Takes::Switch(of) => ["off", "on"].iter().position(|word| *word == text).map(|at| of(at == 1)),
            Takes::Read { read, .. } => return read(text),
        };
        value.ok_or_else(|| self.entry().expected())
    }

    /// The value of a default. It goes the way of every value, so that a default is one that could be given.
    fn settled(&self, default: Value) -> T {
        self.read(&default.to_string()).expect("a default is a value that its option takes")
    }
}

/// An option without the type of its value.
pub(crate) trait Described: Sync {
    /// Its key.
    fn key(&self) -> &'static str;
    /// Its description.
    fn entry(&self) -> OptionEntry;
}

impl<T: Clone + Sync> Described for Opt<T> {
    fn key(&self) -> &'static str {
        self.key
    }

    fn entry(&self) -> OptionEntry {
        let (kind, choices) = match &self.takes {
            Takes::Whole { min, max, .. } => (Kind::Whole { min: *min, max: *max }, Vec::new()),
            Takes::WholeOr { min, max, word, .. } => (Kind::Whole { min: *min, max: *max }, vec![*word]),
            Takes::Number { min, max, .. } => (Kind::Number { min: *min, max: *max, step: None }, Vec::new()),
            Takes::Seconds(_) => (Kind::Seconds { min: SECONDS.0, max: SECONDS.1 }, Vec::new()),
            Takes::Words(words) => (Kind::Word, words.iter().map(|(word, _)| *word).collect()),
            Takes::Switch(_) => (Kind::Switch, Vec::new()),
            Takes::Read { kind, .. } => (*kind, Vec::new()),
        };
        let (default, default_note) = match &self.default {
            Usual::Value(value) => (Some(*value), None),
            Usual::Own { value, without, .. } => (Some(*value), Some(format!("without {}", without.join(" or ")))),
            Usual::Rule { text, .. } => (None, Some((*text).to_owned())),
            Usual::Required => (None, Some("must be given".to_owned())),
        };
        OptionEntry { key: self.key, about: self.about, kind, choices, default, default_note }
    }
}

/// A list of options.
pub(crate) type Options = Vec<&'static dyn Described>;

/// The descriptions of a list of options.
pub(crate) fn described(options: &[&'static dyn Described]) -> Vec<OptionEntry> {
    options.iter().map(|option| option.entry()).collect()
}

/// The options of a game or a player as they were written, read one by one.
pub(crate) struct Keys<'e> {
    owner: String,
    expression: &'e Expression,
    options: &'e [&'static dyn Described],
    read: RefCell<Vec<&'static str>>,
}

impl<'e> Keys<'e> {
    /// The keys of an expression, if the owner has them all. The owner is `game nip` or `player mcts`.
    pub(crate) fn of(
        owner: String,
        expression: &'e Expression,
        options: &'e [&'static dyn Described],
    ) -> Result<Self, OptionError> {
        let is_known = |key: &str| options.iter().any(|option| option.key() == key);
        if let Some((key, _)) = expression.arguments.iter().find(|(key, _)| !is_known(key)) {
            let near = nearest(key, options.iter().map(|option| option.key()));
            let listed: Vec<String> =
                described(options).iter().map(|entry| format!("{}={}", entry.key, entry.values())).collect();
            let options = if listed.is_empty() { "none".to_owned() } else { listed.join(", ") };
            return Err(OptionError::Unknown { owner, key: key.clone(), near, options });
        }
        Ok(Self { owner, expression, options, read: RefCell::default() })
    }

    /// The value of an option: the one that was given, or its default.
    pub(crate) fn get<T: Clone + Sync>(&self, option: &'static Opt<T>) -> Result<T, OptionError> {
        if let Some(value) = self.given(option)? {
            return Ok(value);
        }
        match &option.default {
            Usual::Value(value) => Ok(option.settled(*value)),
            Usual::Own { unset, .. } => Ok(unset()),
            Usual::Rule { rule, .. } => rule(self),
            Usual::Required => Err(OptionError::Missing {
                owner: self.owner.clone(),
                key: option.key,
                values: option.entry().values(),
                about: option.about,
            }),
        }
    }

    /// The value that was given for an option, if any.
    pub(crate) fn given<T: Clone + Sync>(&self, option: &'static Opt<T>) -> Result<Option<T>, OptionError> {
        debug_assert!(
            self.options.iter().any(|listed| listed.entry() == option.entry()),
            "the {} reads {}, which is not among its options",
            self.owner,
            option.key
        );
        self.read.borrow_mut().push(option.key);
        let Some(text) = self.expression.get(option.key) else { return Ok(None) };
        option.read(text).map(Some).map_err(|expected| self.wrong(option, expected))
    }

    /// The value of an option was wrong after all.
    pub(crate) fn wrong<T>(&self, option: &'static Opt<T>, expected: String) -> OptionError {
        let value = self.expression.get(option.key).unwrap_or_default().to_owned();
        OptionError::Value { owner: self.owner.clone(), key: option.key, value, expected }
    }

    /// Refuses two options that exclude each other.
    pub(crate) fn either<T, U>(&self, one: &'static Opt<T>, other: &'static Opt<U>) -> Result<(), OptionError> {
        if self.expression.get(one.key).is_none() || self.expression.get(other.key).is_none() {
            return Ok(());
        }
        Err(OptionError::Conflict { owner: self.owner.clone(), one: one.key, other: other.key })
    }

    /// Returns true if the option is one of the owner's.
    pub(crate) fn has<T>(&self, option: &'static Opt<T>) -> bool {
        self.options.iter().any(|listed| listed.key() == option.key)
    }

    /// The first key that was given and that nobody has read.
    pub(crate) fn unread(&self) -> Option<&str> {
        let read = self.read.borrow();
        let keys = self.expression.arguments.iter().map(|(key, _)| key.as_str());
        keys.into_iter().find(|key| !read.contains(key))
    }
}
