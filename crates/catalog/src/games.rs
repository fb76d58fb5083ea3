//! The games by name, with their options.

use enban_game::machine::Level;
use enban_game::{Points, TextError};
use enban_go::{Go, Ko, Rules, Ruleset, read_komi, words_for};
use enban_reversi::family::{nip, on_open_board};
use enban_reversi::kernel::Portable;
use enban_reversi::text::{read_square, square_name};
use enban_reversi::{BoardError, Shape, Squares, YoninOn, YoninOptions};

use crate::capabilities::Family;
use crate::expression::{Expression, nearest};
use crate::game::{AnyGame, Erased};
use crate::options::{
    self, Keys, Opt, OptionEntry, OptionError, Options, Takes, Usual, Value, described, did_you_mean,
};
use crate::players::Catalogued;

/// A game that can be named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its id.
    pub id: &'static str,
    /// What it is.
    pub about: &'static str,
    /// How many seats it has.
    pub seats: usize,
    /// How it is built.
    kind: Kind,
}

impl Entry {
    /// Its options.
    pub fn options(&self) -> Vec<OptionEntry> {
        let mut options = described(&self.definitions());
        if let Kind::Go(size) = self.kind {
            let points = (size * size) as f64;
            let komi = options.iter_mut().filter(|option| option.key == KOMI.key);
            komi.for_each(|komi| komi.kind = options::Kind::Number { min: -points, max: points, step: Some(0.5) });
        }
        options
    }

    fn definitions(&self) -> Options {
        match self.kind {
            Kind::Square(_) | Kind::Wide(_) | Kind::Octagon => vec![&ANTI, &DEAD, &OPENING],
            Kind::Round(_) => vec![&LAP],
            Kind::Four => vec![&START, &ORDER, &FIRST],
            Kind::Go(_) => vec![&RULES, &KOMI, &SUICIDE, &KO],
        }
    }

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

static ANTI: Opt<bool> = Opt {
    key: "anti",
    about: "fewest discs wins",
    takes: Takes::Switch(|on| on),
    default: Usual::Value(Value::Switch(false)),
};

static DEAD: Opt<String> = Opt {
    key: "dead",
    about: "squares taken off the board",
    takes: Takes::Read { kind: options::Kind::Text { form: "squares, as in c3f6" }, read: |text| Ok(text.to_owned()) },
    default: Usual::Value(Value::Text("none")),
};

static OPENING: Opt<bool> = Opt {
    key: "opening",
    about: "free: the first four discs are placed at will in the middle",
    takes: Takes::Words(&[("cross", false), ("free", true)]),
    default: Usual::Value(Value::Text("cross")),
};

static LAP: Opt<bool> = Opt {
    key: "lap",
    about: "one disc on the last place of a ring that is all theirs turns the whole ring",
    takes: Takes::Switch(|on| on),
    default: Usual::Value(Value::Switch(true)),
};

static START: Opt<bool> = Opt {
    key: "start",
    about: "turned: the four middle discs change colours",
    takes: Takes::Words(&[("plain", false), ("turned", true)]),
    default: Usual::Value(Value::Text("plain")),
};

static ORDER: Opt<bool> = Opt {
    key: "order",
    about: "the way the turn goes round",
    takes: Takes::Words(&[("clockwise", false), ("anticlockwise", true)]),
    default: Usual::Value(Value::Text("clockwise")),
};

static FIRST: Opt<u8> = Opt {
    key: "first",
    about: "the seat that begins",
    takes: Takes::Words(&[("1", 0), ("2", 1), ("3", 2), ("4", 3)]),
    default: Usual::Value(Value::Text("1")),
};

static RULES: Opt<Ruleset> = Opt {
    key: "rules",
    about: "area or territory; sets the defaults of the others",
    takes: Takes::Words(Ruleset::NAMED),
    default: Usual::Value(Value::Text("chinese")),
};

/// The bounds are those of the largest board; [`Go::new`] knows those of the others.
static KOMI: Opt<Option<Points>> = Opt {
    key: "komi",
    about: "points for white",
    takes: Takes::Read {
        kind: options::Kind::Number { min: -625.0, max: 625.0, step: Some(0.5) },
        read: |text| read_komi(text).map(Some).ok_or("a multiple of 0.5 such as 6.5, 0 or -3".to_owned()),
    },
    default: Usual::Rule { text: "7.5 (japanese 6.5)", rule: |_| Ok(None) },
};

static SUICIDE: Opt<Option<bool>> = Opt {
    key: "suicide",
    about: "whether a chain of two or more may take its own last liberty",
    takes: Takes::Switch(Some),
    default: Usual::Rule { text: "off (tromp-taylor on)", rule: |_| Ok(None) },
};

static KO: Opt<Option<Ko>> = Opt {
    key: "ko",
    about: "which repetitions are forbidden",
    takes: Takes::Words(&[
        ("simple", Some(Ko::Simple)),
        ("positional", Some(Ko::Positional)),
        ("situational", Some(Ko::Situational)),
    ]),
    default: Usual::Rule { text: "simple (tromp-taylor positional)", rule: |_| Ok(None) },
};

const fn round(id: &'static str, squares: u32, about: &'static str) -> Entry {
    Entry { id, about, seats: 2, kind: Kind::Round(squares) }
}

const fn reversi(id: &'static str, kind: Kind, about: &'static str) -> Entry {
    Entry { id, about, seats: 2, kind }
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
    Entry { id: "yonin", about: "Reversi for four, each with a home quadrant", seats: 4, kind: Kind::Four },
];

/// The ids of Go boards, from the smallest.
const GO_IDS: [&str; 24] = [
    "go2", "go3", "go4", "go5", "go6", "go7", "go8", "go9", "go10", "go11", "go12", "go13", "go14", "go15", "go16",
    "go17", "go18", "go19", "go20", "go21", "go22", "go23", "go24", "go25",
];

/// All the games.
pub fn entries() -> impl Iterator<Item = Entry> {
    let go = (2..).zip(GO_IDS);
    let go = go.map(|(size, id)| Entry { id, about: "Go", seats: 2, kind: Kind::Go(size) });
    FIXED.iter().copied().chain(go)
}

/// A game of each family, the first that is listed.
pub(crate) fn one_of_each_family() -> Vec<Box<dyn AnyGame>> {
    let mut first: Vec<Entry> = Vec::new();
    for entry in entries() {
        if first.iter().all(|known| known.family() != entry.family()) {
            first.push(entry);
        }
    }
    first.iter().map(|entry| open(entry.id).expect("listed games are there")).collect()
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
    /// Something is wrong with its options.
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// The game that a name with options stands for, as fast as this machine allows.
pub fn open(name: &str) -> Result<Box<dyn AnyGame>, OpenError> {
    open_at(name, Level::detect())
}

/// The same with the kernels of a given machine level.
pub fn open_at(name: &str, level: Level) -> Result<Box<dyn AnyGame>, OpenError> {
    let expression = Expression::parse(name).map_err(|error| OpenError::Expression { text: name.to_owned(), error })?;
    let entry = find(&expression.name)?;
    let definitions = entry.definitions();
    let keys = Keys::of(format!("game {}", entry.id), &expression, &definitions)?;
    let chosen = Chosen { entry, keys };
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
        Some(2) => erase(Go::<2>::with_rules(size, rules)?),
        Some(3) => erase(Go::<3>::with_rules(size, rules)?),
        Some(6) => erase(Go::<6>::with_rules(size, rules)?),
        _ => erase(Go::<10>::with_rules(size, rules)?),
    })
}

fn find(name: &str) -> Result<Entry, OpenError> {
    entries().find(|entry| entry.id == name).ok_or_else(|| OpenError::NoGame {
        name: name.to_owned(),
        hint: did_you_mean(nearest(name, entries().map(|entry| entry.id))),
        games: format!("{}, go2 to go25", FIXED.iter().map(|entry| entry.id).collect::<Vec<_>>().join(", ")),
    })
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
    keys: Keys<'e>,
}

impl Chosen<'_> {
    /// The name with those options that differ from the defaults, in the order in which they are listed.
    fn name(&self, options: &[(&str, Option<String>)]) -> String {
        let given = options.iter().filter_map(|(key, value)| Some(((*key).to_owned(), value.clone()?)));
        Expression { name: self.entry.id.to_owned(), arguments: given.collect() }.to_string()
    }

    fn reversi_options<S: Squares>(&self, shape: &Shape<S>) -> Result<(String, enban_reversi::Options<S>), OpenError> {
        let (anti, free_opening) = (self.keys.get(&ANTI)?, self.keys.get(&OPENING)?);
        let dead = self.dead_squares(shape)?;
        let dead_names: String = dead.each().map(square_name::<S>).collect();
        let name = self.name(&[
            (ANTI.key, anti.then(|| "on".to_owned())),
            (DEAD.key, (dead != S::NONE).then_some(dead_names)),
            (OPENING.key, free_opening.then(|| "free".to_owned())),
        ]);
        Ok((name, enban_reversi::Options { anti, free_opening, dead }))
    }

    fn dead_squares<S: Squares>(&self, shape: &Shape<S>) -> Result<S, OpenError> {
        let text = self.keys.get(&DEAD)?;
        if text == "none" {
            return Ok(S::NONE);
        }
        let wrong = |expected: String| self.keys.wrong(&DEAD, expected);
        let tokens = enban_game::text::move_tokens(&text).map_err(|_| wrong("squares, as in dead=c3f6".to_owned()))?;
        let mut dead = S::NONE;
        for token in tokens {
            dead |= S::one(read_square(shape, token.word).map_err(|unknown| wrong(unknown.expected))?);
        }
        Ok(dead)
    }

    fn reversi(&self, level: Level, shape: Shape<u64>) -> Result<Box<dyn AnyGame>, OpenError> {
        let (name, options) = self.reversi_options(&shape)?;
        let refused = |error: BoardError| self.keys.wrong(&DEAD, error.to_string());
        Ok(with_kernel!(level, |kernel| on_open_board(kernel, &name, shape, options).map_err(refused)?))
    }

    fn reversi_wide(&self, shape: Shape<u128>) -> Result<Box<dyn AnyGame>, OpenError> {
        let (name, options) = self.reversi_options(&shape)?;
        let refused = |error: BoardError| self.keys.wrong(&DEAD, error.to_string());
        Ok(erase(on_open_board(Portable::<u128>::new(), &name, shape, options).map_err(refused)?))
    }

    fn nip(&self, level: Level, squares: u32) -> Result<Box<dyn AnyGame>, OpenError> {
        let lap = self.keys.get(&LAP)?;
        let name = self.name(&[(LAP.key, (!lap).then(|| "off".to_owned()))]);
        Ok(with_kernel!(level, |kernel| nip(kernel, &name, squares, lap).expect("ids of Nip name its boards")))
    }

    fn yonin(&self, level: Level) -> Result<Box<dyn AnyGame>, OpenError> {
        let (turned_start, anticlockwise) = (self.keys.get(&START)?, self.keys.get(&ORDER)?);
        let first = self.keys.get(&FIRST)?;
        let name = self.name(&[
            (START.key, turned_start.then(|| "turned".to_owned())),
            (ORDER.key, anticlockwise.then(|| "anticlockwise".to_owned())),
            (FIRST.key, (first > 0).then(|| (first + 1).to_string())),
        ]);
        let options = YoninOptions { turned_start, anticlockwise, first };
        Ok(with_kernel!(level, |kernel| YoninOn::new(kernel, name, options)))
    }

    fn go(&self, size: usize) -> Result<Box<dyn AnyGame>, OpenError> {
        open_go(size, self.go_rules()?).map_err(|error| self.keys.wrong(&KOMI, error.to_string()).into())
    }

    fn go_rules(&self) -> Result<Rules, OpenError> {
        let mut rules = Rules::of(self.keys.get(&RULES)?);
        if let Some(komi) = self.keys.get(&KOMI)? {
            rules = rules.with_komi(komi);
        }
        if let Some(ko) = self.keys.get(&KO)? {
            rules = rules.with_ko(ko);
        }
        Ok(match self.keys.get(&SUICIDE)? {
            Some(true) => rules.with_suicide(),
            Some(false) => rules.without_suicide(),
            None => rules,
        })
    }
}
