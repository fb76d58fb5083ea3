//! One suite that every game passes: `conformance::check(&game, 100)` in the game's tests.
//!
//! It plays random games and checks at every position what [`Game`], [`Notation`] and [`Symmetric`]
//! promise. It panics with the position and the promise that was broken.

use crate::contract::{Game, Move, SEATS_MAX, Scores, Seat, Turn, ZeroSum};
use crate::notation::{Cell, Notation};
use crate::rng::Rng;
use crate::set::MoveSet;
use crate::symmetry::Symmetric;
use crate::trail::{Step, Trail};

/// Plays `games` random games and checks the promises of [`Game`] and [`Notation`] at every position, and
/// that every game ends within its limit.
pub fn check<G: Notation>(game: &G, games: u64) {
    for number in 0..games {
        let ended = walk(game, number, game.move_limit(), check_position);
        assert!(ended, "a random game takes more than the {} steps of its limit", game.move_limit());
    }
}

/// The same for the first `steps` of each game, for games that may go on for ever or take too long.
pub fn check_beginning<G: Notation>(game: &G, games: u64, steps: u32) {
    (0..games).for_each(|number| {
        walk(game, number, steps, check_position);
    });
}

/// Checks that every symmetry keeps turns, moves, scores and seats.
pub fn check_symmetry<G: Notation + Symmetric>(game: &G, games: u64) {
    for number in 0..games {
        walk(game, number, game.move_limit(), |trail| {
            (0..game.symmetries()).for_each(|symmetry| check_one_symmetry(game, trail.state(), symmetry));
        });
    }
}

/// Checks that there are two seats and that [`ZeroSum::margin_for_mover`], which a game may have made
/// faster, is the difference of the scores.
pub fn check_zero_sum<G: Notation + ZeroSum>(game: &G, games: u64) {
    assert_eq!(game.seats(), 2);
    for number in 0..games {
        walk(game, number, game.move_limit(), |trail| {
            let margin = game.margin_for_mover(trail.state());
            assert_eq!(margin, game.scores(trail.state()).margin(trail.mover()));
        });
    }
}

fn check_position<G: Notation>(trail: &Trail<G>) {
    check_turn(trail);
    check_text(trail.game(), trail.state());
    check_diagram(trail.game(), trail.state());
}

/// Plays one random game through a trail, at most `steps` long, and shows every position, the last
/// included. Whether the game ended.
fn walk<G: Game>(game: &G, number: u64, steps: u32, mut look: impl FnMut(&Trail<G>)) -> bool {
    let mut rng = Rng::stream(0xC0_4F04, number);
    let mut trail = Trail::new(game.clone());
    for _ in 0..=steps {
        look(&trail);
        let turn = trail.history().filter(game, trail.state(), game.playout_turn(trail.state()));
        let step = match turn {
            Turn::Moves(moves) => Step::Play(game.nth_move(&moves, rng.below(moves.len()))),
            Turn::Pass => Step::Pass,
            Turn::Over => return true,
        };
        // In Go a seat without a playout move passes by a move of its own; the suite follows the rules.
        if trail.try_step(step).is_err() {
            let Turn::Moves(moves) = trail.turn() else { panic!("neither a playout move nor a legal one") };
            trail.try_step(Step::Play(moves.nth(moves.len() - 1))).expect("a legal move is accepted");
        }
    }
    false
}

fn check_turn<G: Notation>(trail: &Trail<G>) {
    let (game, state) = (trail.game(), trail.state());
    assert!((1..=SEATS_MAX).contains(&game.seats()));
    assert!(game.mover(state).index() < game.seats(), "{state:?}");
    assert_eq!(game.scores(state).as_slice().len(), game.seats(), "{state:?}");
    assert_eq!(game.tally(state).len(), game.seats(), "{state:?}");
    let Turn::Moves(moves) = game.turn(state) else { return };
    assert!(!moves.is_empty(), "an empty set of moves: {state:?}");
    for (index, choice) in moves.iter().enumerate() {
        assert_eq!(game.nth_move(&moves, index as u32), choice, "{state:?}");
        let mut after = state.clone();
        game.play(&mut after, choice);
        assert_ne!(after, *state, "a move that changes nothing: {choice:?} in {state:?}");
        assert_ne!(game.key(&after), game.key(state), "{choice:?} in {state:?}");
        let mut again = trail.clone();
        if again.try_step(Step::Play(choice)).is_ok() {
            assert_eq!(*again.state(), after, "{state:?}");
            again.undo();
            assert_eq!(again.state(), state, "undo of {choice:?}");
        }
    }
    let illegal = (0..u16::MAX).map(Move).find(|&choice| !moves.contains(choice)).expect("no set holds every move");
    assert!(trail.clone().try_step(Step::Play(illegal)).is_err(), "{illegal:?} in {state:?}");
    if let Turn::Moves(playout) = game.playout_turn(state) {
        assert!(playout.iter().all(|choice| moves.contains(choice)), "{state:?}");
    }
}

fn check_text<G: Notation>(game: &G, state: &G::State) {
    let text = game.write_position(state);
    match game.read_position(&text) {
        Ok(read) => {
            assert_eq!(read, *state, "{text}");
            assert_eq!(game.key(&read), game.key(state), "{text}");
        }
        Err(error) => panic!("{text} was written but not read: {error}"),
    }
    if let Turn::Moves(moves) = game.turn(state) {
        for choice in moves.iter() {
            let word = game.write_move(choice);
            assert_eq!(game.read_move(&word), Ok(choice), "{word}");
        }
    }
}

fn check_diagram<G: Notation>(game: &G, state: &G::State) {
    let diagram = game.diagram(state);
    assert_eq!(diagram.cells.len(), diagram.columns.len() * diagram.rows.len());
    for (at, cell) in diagram.cells.iter().enumerate() {
        let (Cell::Empty(choice) | Cell::Filled(choice, _)) = *cell else { continue };
        let (column, row) = (at % diagram.columns.len(), at / diagram.columns.len());
        let label = format!("{}{}", diagram.columns[column], diagram.rows[row]);
        assert_eq!(game.write_move(choice), label, "labels and moves agree");
    }
    let Turn::Moves(moves) = game.turn(state) else { return };
    for choice in moves.iter().filter(|&choice| Some(choice) != game.pass_move()) {
        let shown = diagram.cells.contains(&Cell::Empty(choice));
        assert!(shown || diagram.cells.contains(&Cell::Outside), "a move onto an empty cell: {choice:?}");
    }
}

fn check_one_symmetry<G: Notation + Symmetric>(game: &G, state: &G::State, symmetry: usize) {
    let turned = game.transform(state, symmetry);
    assert_eq!(game.transform_seat(game.mover(state), symmetry), game.mover(&turned));
    assert_eq!(game.canonical_key(&turned), game.canonical_key(state), "symmetry {symmetry} of {state:?}");
    let (scores, turned_scores): (Scores, Scores) = (game.scores(state), game.scores(&turned));
    for seat in (0..game.seats()).map(|seat| Seat(seat as u8)) {
        assert_eq!(scores.of(seat), turned_scores.of(game.transform_seat(seat, symmetry)), "{state:?}");
    }
    let (moves, turned_moves) = match (game.turn(state), game.turn(&turned)) {
        (Turn::Moves(moves), Turn::Moves(turned_moves)) => (moves, turned_moves),
        (Turn::Pass, Turn::Pass) | (Turn::Over, Turn::Over) => return,
        (plain, other) => panic!("symmetry {symmetry} turns {plain:?} into {other:?}: {state:?}"),
    };
    assert_eq!(moves.len(), turned_moves.len(), "symmetry {symmetry} of {state:?}");
    for choice in moves.iter() {
        let turned_choice = game.transform_move(choice, symmetry);
        assert!(turned_moves.contains(turned_choice), "symmetry {symmetry}, {choice:?} in {state:?}");
        let (mut after, mut turned_after) = (state.clone(), turned.clone());
        game.play(&mut after, choice);
        game.play(&mut turned_after, turned_choice);
        assert_eq!(game.transform(&after, symmetry), turned_after, "symmetry {symmetry}, {choice:?} in {state:?}");
    }
}
