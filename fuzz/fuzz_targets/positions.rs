//! Positions and move lists of every kind of board: whatever the text, an answer and no panic.
#![no_main]

use std::sync::LazyLock;

use enban_catalog::{AnyGame, open};
use libfuzzer_sys::fuzz_target;

static GAMES: LazyLock<Vec<Box<dyn AnyGame>>> = LazyLock::new(|| {
    let names = ["nip24", "nip", "reversi4", "reversi88", "reversi(dead=a1,opening=free)", "yonin", "go2", "go5(ko=positional)"];
    names.iter().map(|name| open(name).expect("a game")).collect()
});

fuzz_target!(|input: (u8, &str, &str)| {
    let (number, position, moves) = input;
    let game = &GAMES[usize::from(number) % GAMES.len()];
    if let Ok(session) = game.session(Some(position), Some(moves)) {
        let view = session.view();
        let again = game.session(Some(&view.position), None).expect("what is written is read");
        assert_eq!(again.view().position, view.position);
    }
    let _ = game.session(None, Some(moves));
});
