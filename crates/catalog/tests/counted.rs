//! A game that counts what is asked of it answers as ever.
#![allow(clippy::unwrap_used)]

use enban_catalog::counted::{Counter, Counts};
use enban_catalog::open;

#[test]
fn what_is_asked_is_counted_and_answered_as_ever() {
    let counter = Counter::default();
    let game = counter.count(open("reversi").unwrap());
    let mut session = game.session(None, Some("d3")).unwrap();
    assert_eq!(counter.take(), Counts { sessions: 1, ..Counts::default() });
    let step = session.read_step("c3").unwrap();
    session.play(step).unwrap();
    assert_eq!((session.copy().position(), session.steps().len()), (session.position(), 2));
    session.undo();
    assert_eq!(counter.take(), Counts { sessions: 1, words: 1, steps: 1, backs: 1 });
    assert!(game.adopt(&*session).is_some_and(|adopted| adopted.is_ok()));
}
