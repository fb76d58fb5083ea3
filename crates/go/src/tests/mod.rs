//! The tests that need more than one module: drawn cases, the twin, conformance, counts and texts.

mod cases;
mod conforming;
mod scoring;
mod texts;
mod twins;
mod undo;

use enban_game::Notation;

use crate::{Go, Rules, State};

/// The game of a name such as `go5(suicide=on)`, as the catalog would read it.
pub(crate) fn game<const W: usize>(name: &str) -> Go<W> {
    let rest = name.strip_prefix("go").expect("a name that starts with go");
    let (size, options) = rest.split_once('(').unwrap_or((rest, ""));
    let mut rules = Rules::default();
    for (key, value) in options.trim_end_matches(')').split(',').filter_map(|pair| pair.split_once('=')) {
        rules.set(key, value).expect("an option");
    }
    let game = Go::with_rules(size.parse().expect("a size"), rules).expect("a game");
    assert_eq!(game.name(), name);
    game
}

/// The position of a text, checked.
pub(crate) fn read<const W: usize>(game: &Go<W>, text: &str) -> State<W> {
    let state = game.read_position(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_eq!(game.validate(&state), Ok(()), "{text}");
    state
}
