//! The games by name, with their options.

use enban_game::TextError;
use enban_game::machine::Level;
use enban_go::{Go, Rules, words_for};
use enban_reversi::family::{nip, on_open_board};
use enban_reversi::kernel::Portable;
use enban_reversi::text::{read_square, square_name};
use enban_reversi::{Options, Shape, Squares, Yonin, YoninOptions};

use crate::capabilities::Family;
use crate::expression::{Expression, nearest};
use crate::game::{AnyGame, Erased};
use crate::players::Catalogued;

/// An option of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionEntry {
    /// Its key.
    pub key: &'static str,
    /// The values it takes.
    pub values: &'static str,
    /// The value when it is not given.
    pub default: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// A game that can be named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its id.
    pub id: &'static str,
    /// What it is.
    pub about: &'static str,
    /// How many seats it has.
    pub seats: usize,
    /// Its options.
    pub options: &'static [OptionEntry],
    /// How it is built.
    kind: Kind,
}

impl Entry {
    /// The family of games it belongs to.
    pub fn family(&self) -> Family {
        match self.kind {
            Kind::Square(_) | Kind::Wide(_) | Kind::Octagon => Family::Reversi,
            Kind::Round(_) => Family::Nip,
            Kind::Four => Family::Yonin,
            Kind::Go(_) => Family::Go,
        }
    }
}

/// What is built for an id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Reversi on a square board of up to 64 squares.
    Square(usize),
    /// Reversi on a square board of more.
    Wide(usize),
    /// Reversi on the octagon.
    Octagon,
    /// Nip on a board of so many squares.
    Round(u32),
    /// Yonin.
    Four,
    /// Go on so many lines.
    Go(usize),
}

pub(crate) const fn option(
    key: &'static str,
    values: &'static str,
    default: &'static str,
    about: &'static str,
) -> OptionEntry {
    OptionEntry { key, values, default, about }
}

const REVERSI: &[OptionEntry] = &[
    option("anti", "on|off", "off", "fewest discs wins"),
    option("dead", "squares, as in c3f6", "none", "squares taken off the board"),
    option("opening", "cross|free", "cross", "free: the first four discs are placed at will in the middle"),
];
const NIP: &[OptionEntry] =
    &[option("lap", "on|off", "on", "one disc on the last place of a ring that is all theirs turns the whole ring")];
const YONIN: &[OptionEntry] = &[
    option("start", "plain|turned", "plain", "turned: the four middle discs change colours"),
    option("order", "clockwise|anticlockwise", "clockwise", "the way the turn goes round"),
    option("first", "1|2|3|4", "1", "the seat that begins"),
];
const GO: &[OptionEntry] = &[
    option("rules", "chinese|japanese|tromp-taylor", "chinese", "area or territory; sets the defaults of the others"),
    option("komi", "a multiple of 0.5", "7.5 (japanese 6.5)", "points for white"),
    option(
        "suicide",
        "on|off",
        "off (tromp-taylor on)",
        "whether a chain of two or more may take its own last liberty",
    ),
    option(
        "ko",
        "simple|positional|situational",
        "simple (tromp-taylor positional)",
        "which repetitions are forbidden",
    ),
];

const fn round(id: &'static str, squares: u32, about: &'static str) -> Entry {
    Entry { id, about, seats: 2, options: NIP, kind: Kind::Round(squares) }
}

const fn reversi(id: &'static str, kind: Kind, about: &'static str) -> Entry {
    Entry { id, about, seats: 2, options: REVERSI, kind }
}

const FIXED: &[Entry] = &[
    round("nip", 52, "Reversi on a round board of 52 squares with a ring of 20"),
    round("nip24", 24, "Nip on 24 squares, ring of 12"),
    round("nip32", 32, "Nip on 32 squares, ring of 16"),
    round("nip40", 40, "Nip on 40 squares, ring of 16"),
    round("nip60", 60, "Nip on 60 squares, ring of 24"),
    reversi("reversi", Kind::Square(8), "Reversi on 8x8"),
    reversi("reversi4", Kind::Square(4), "Reversi on 4x4"),
    reversi("reversi6", Kind::Square(6), "Reversi on 6x6"),
    reversi("reversi10", Kind::Wide(10), "Reversi on 10x10"),
    reversi("reversi88", Kind::Octagon, "Reversi on an octagon of 88 squares"),
    Entry {
        id: "yonin",
        about: "Reversi for four, each with a home quadrant",
        seats: 4,
        options: YONIN,
        kind: Kind::Four,
    },
];

/// The ids of Go boards, from the smallest.
const GO_IDS: [&str; 24] = [
    "go2", "go3", "go4", "go5", "go6", "go7", "go8", "go9", "go10", "go11", "go12", "go13", "go14", "go15", "go16",
    "go17", "go18", "go19", "go20", "go21", "go22", "go23", "go24", "go25",
];

/// All the games.
pub fn entries() -> impl Iterator<Item = Entry> {
    let go = (2..).zip(GO_IDS);
    let go = go.map(|(size, id)| Entry { id, about: "Go", seats: 2, options: GO, kind: Kind::Go(size) });
    FIXED.iter().copied().chain(go)
}

/// A name that is not a game, or not with these options.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenError {
    /// The expression could not be read.
    #[error("game {text:?}, {error}")]
    Expression {
        /// What was given.
        text: String,
        /// What is wrong with it.
        error: TextError,
    },
    /// There is no such game.
    #[error("there is no game {name:?}{hint}; the games are: {games}")]
    NoGame {
        /// What was given.
        name: String,
        /// The nearest id, if one is near.
        hint: String,
        /// All ids.
        games: String,
    },
    /// The game has no such option.
    #[error("the game {id} has no option {key:?}{hint}; its options are: {options}")]
    NoOption {
        /// The game.
        id: &'static str,
        /// What was given.
        key: String,
        /// The nearest key, if one is near.
        hint: String,
        /// All options.
        options: String,
    },
    /// The option does not take this value.
    #[error("the game {id} does not take {key}={value}; expected {expected}")]
    Value {
        /// The game.
        id: &'static str,
        /// The option.
        key: String,
        /// What was given.
        value: String,
        /// What it takes.
        expected: String,
    },
}

/// The game that a name with options stands for, as fast as this machine allows.
pub fn open(name: &str) -> Result<Box<dyn AnyGame>, OpenError> {
    open_at(name, Level::detect())
}

/// The same with the kernels of a given machine level.
pub fn open_at(name: &str, level: Level) -> Result<Box<dyn AnyGame>, OpenError> {
    let expression = Expression::parse(name).map_err(|error| OpenError::Expression { text: name.to_owned(), error })?;
    let entry = find(&expression.name)?;
    for (key, _) in &expression.arguments {
        if !entry.options.iter().any(|option| option.key == key) {
            return Err(no_option(&entry, key));
        }
    }
    let chosen = Chosen { entry, expression: &expression };
    match entry.kind {
        Kind::Square(side) => chosen.reversi(level, Shape::square(side)),
        Kind::Wide(side) => chosen.reversi_wide(Shape::square(side)),
        Kind::Octagon => chosen.reversi_wide(Shape::octagon()),
        Kind::Round(squares) => chosen.nip(level, squares),
        Kind::Four => chosen.yonin(level),
        Kind::Go(size) => chosen.go(size),
    }
}

/// The game of Go on a board of so many lines.
pub fn open_go(size: usize, rules: Rules) -> Result<Box<dyn AnyGame>, enban_go::SetupError> {
    Ok(match words_for(size) {
        Some(2) => erase(Go::<2>::new(size, rules)?),
        Some(3) => erase(Go::<3>::new(size, rules)?),
        Some(6) => erase(Go::<6>::new(size, rules)?),
        _ => erase(Go::<10>::new(size, rules)?),
    })
}

fn find(name: &str) -> Result<Entry, OpenError> {
    entries().find(|entry| entry.id == name).ok_or_else(|| OpenError::NoGame {
        name: name.to_owned(),
        hint: hint(name, entries().map(|entry| entry.id)),
        games: format!("{}, go2 to go25", FIXED.iter().map(|entry| entry.id).collect::<Vec<_>>().join(", ")),
    })
}

fn no_option(entry: &Entry, key: &str) -> OpenError {
    let listed: Vec<String> = entry.options.iter().map(|option| format!("{}={}", option.key, option.values)).collect();
    OpenError::NoOption {
        id: entry.id,
        key: key.to_owned(),
        hint: hint(key, entry.options.iter().map(|option| option.key)),
        options: if listed.is_empty() { "none".to_owned() } else { listed.join(", ") },
    }
}

fn hint<'w>(word: &str, valid: impl IntoIterator<Item = &'w str>) -> String {
    nearest(word, valid).map(|near| format!(" (did you mean {near}?)")).unwrap_or_default()
}

/// Builds a 64-bit game with the kernel of a machine level.
macro_rules! with_kernel {
    ($level:expr, |$kernel:ident| $game:expr) => {
        match $level {
            Level::Portable => {
                let $kernel = Portable::<u64>::new();
                erase($game)
            }
            Level::V3($kernel) => erase($game),
            Level::V4($kernel) => erase($game),
        }
    };
}

fn erase<G: Catalogued>(game: G) -> Box<dyn AnyGame> {
    Box::new(Erased(game))
}

/// A game and the options that were written for it.
struct Chosen<'e> {
    entry: Entry,
    expression: &'e Expression,
}

impl Chosen<'_> {
    fn wrong(&self, key: &str, expected: &str) -> OpenError {
        OpenError::Value {
            id: self.entry.id,
            key: key.to_owned(),
            value: self.expression.get(key).unwrap_or_default().to_owned(),
            expected: expected.to_owned(),
        }
    }

    /// Which of two values an option has; the first when it is not given.
    fn second_of(&self, key: &str, values: [&str; 2]) -> Result<bool, OpenError> {
        match self.expression.get(key) {
            None => Ok(false),
            Some(value) if value == values[0] => Ok(false),
            Some(value) if value == values[1] => Ok(true),
            Some(_) => Err(self.wrong(key, &values.join(" or "))),
        }
    }

    /// The name with those options that differ from the defaults, in the order in which they are listed.
    fn name(&self, options: &[(&str, Option<String>)]) -> String {
        let given = options.iter().filter_map(|(key, value)| Some(((*key).to_owned(), value.clone()?)));
        Expression { name: self.entry.id.to_owned(), arguments: given.collect() }.to_string()
    }

    fn reversi_options<S: Squares>(&self, shape: &Shape<S>) -> Result<(String, Options<S>), OpenError> {
        let anti = self.second_of("anti", ["off", "on"])?;
        let free_opening = self.second_of("opening", ["cross", "free"])?;
        let dead = self.dead_squares(shape)?;
        let dead_names: String = dead.each().map(square_name::<S>).collect();
        let name = self.name(&[
            ("anti", anti.then(|| "on".to_owned())),
            ("dead", (dead != S::NONE).then_some(dead_names)),
            ("opening", free_opening.then(|| "free".to_owned())),
        ]);
        Ok((name, Options { anti, free_opening, dead }))
    }

    fn dead_squares<S: Squares>(&self, shape: &Shape<S>) -> Result<S, OpenError> {
        let text = self.expression.get("dead").unwrap_or("none");
        if text == "none" {
            return Ok(S::NONE);
        }
        let wrong = |expected: String| self.wrong("dead", &expected);
        let tokens = enban_game::text::move_tokens(text).map_err(|_| wrong("squares, as in dead=c3f6".to_owned()))?;
        let mut dead = S::NONE;
        for token in tokens {
            dead |= S::one(read_square(shape, token.word).map_err(|unknown| wrong(unknown.expected))?);
        }
        Ok(dead)
    }

    fn reversi(&self, level: Level, shape: Shape<u64>) -> Result<Box<dyn AnyGame>, OpenError> {
        let (name, options) = self.reversi_options(&shape)?;
        let refused = |expected: String| self.wrong("dead", &expected);
        Ok(with_kernel!(level, |kernel| on_open_board(kernel, &name, shape, options).map_err(refused)?))
    }

    fn reversi_wide(&self, shape: Shape<u128>) -> Result<Box<dyn AnyGame>, OpenError> {
        let (name, options) = self.reversi_options(&shape)?;
        let refused = |expected: String| self.wrong("dead", &expected);
        Ok(erase(on_open_board(Portable::<u128>::new(), &name, shape, options).map_err(refused)?))
    }

    fn nip(&self, level: Level, squares: u32) -> Result<Box<dyn AnyGame>, OpenError> {
        let lap_off = self.second_of("lap", ["on", "off"])?;
        let name = self.name(&[("lap", lap_off.then(|| "off".to_owned()))]);
        Ok(with_kernel!(level, |kernel| nip(kernel, &name, squares, !lap_off).expect("ids of Nip name its boards")))
    }

    fn yonin(&self, level: Level) -> Result<Box<dyn AnyGame>, OpenError> {
        let turned_start = self.second_of("start", ["plain", "turned"])?;
        let anticlockwise = self.second_of("order", ["clockwise", "anticlockwise"])?;
        let first = match self.expression.get("first").unwrap_or("1") {
            "1" => 0,
            "2" => 1,
            "3" => 2,
            "4" => 3,
            _ => return Err(self.wrong("first", "a seat from 1 to 4")),
        };
        let name = self.name(&[
            ("start", turned_start.then(|| "turned".to_owned())),
            ("order", anticlockwise.then(|| "anticlockwise".to_owned())),
            ("first", (first > 0).then(|| (first + 1).to_string())),
        ]);
        let options = YoninOptions { turned_start, anticlockwise, first };
        Ok(with_kernel!(level, |kernel| Yonin::new(kernel, name, options)))
    }

    fn go(&self, size: usize) -> Result<Box<dyn AnyGame>, OpenError> {
        let mut rules = Rules::default();
        for (key, value) in &self.expression.arguments {
            rules.set(key, value).map_err(|expected| self.wrong(key, &expected))?;
        }
        open_go(size, rules).map_err(|error| self.wrong("komi", &error.to_string()))
    }
}
