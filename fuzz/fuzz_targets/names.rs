//! Names of games and players: whatever the text, an answer and no panic.
#![no_main]

use enban_catalog::{Expression, open};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(expression) = Expression::parse(text) {
        assert_eq!(Expression::parse(&expression.to_string()), Ok(expression));
    }
    if let Ok(game) = open(text) {
        let again = open(&game.name()).expect("what is written is read");
        assert_eq!(again.name(), game.name());
    }
});
