//! Games in progress as values: set-ups, turns out of order, repetition, endings, and what games say they can do.
#![allow(clippy::unwrap_used)]

use enban_catalog::{Family, OverlayKind, Session, SolveRequest, entries, open, player_entries};
use enban_game::{Colour, IllegalStep, Origin, Seat, SetUpError, Step, Turn, Watch};
use enban_search::exact::Settings;

const BLACK: Seat = Seat(0);
const WHITE: Seat = Seat(1);

fn played(session: &mut dyn Session, words: &str) {
    for word in words.split_whitespace() {
        let step = session.read_step(word).unwrap();
        session.play(step).unwrap();
    }
}

fn step(session: &dyn Session, word: &str) -> Step {
    session.game().read_step(word).unwrap()
}

/// White has just taken a ko and passes out of turn.
fn after_ko(game: &str) -> Box<dyn Session> {
    let mut session = open(game).unwrap().begin();
    played(&mut *session, "b1 c1 a2 d2 b3 c3 c2 b2");
    session.give_turn(WHITE).unwrap();
    played(&mut *session, "pass");
    session
}

#[test]
fn superko_looks_back_beyond_a_change_of_turn() {
    let check = |game: &str, expected: Result<(), IllegalStep>| {
        let mut session = after_ko(game);
        let before = session.position();
        let retake = step(&*session, "c2");
        assert_eq!(session.legal_steps().contains(&retake), expected.is_ok(), "{game}");
        assert_eq!(session.play(retake), expected, "{game}");
        assert_eq!(session.position() == before, expected.is_err(), "{game}");
    };
    check("go5", Ok(()));
    check("go5(ko=positional)", Err(IllegalStep::Repeats));
    check("go5(ko=situational)", Err(IllegalStep::Repeats));
}

#[test]
fn superko_looks_back_beyond_two_passes_but_not_beyond_a_set_up() {
    let mut session = after_ko("go5(ko=positional)");
    played(&mut *session, "pass");
    assert_eq!(session.turn(), Turn::Over);
    session.give_turn(BLACK).unwrap();
    assert_eq!((session.origin(), session.steps().len()), (Origin::Turn, 0));
    let retake = step(&*session, "c2");
    assert_eq!(session.play(retake), Err(IllegalStep::Repeats));
    session.set_up(&[], BLACK).unwrap();
    assert_eq!(session.play(retake), Ok(()), "a position that was set up has no past");
    session.go_back(session.last_set_up().unwrap());
    assert_eq!((session.origin(), session.steps().len()), (Origin::SetUp, 0));
}

#[test]
fn going_back_restores_position_and_past() {
    let mut session = open("go5(ko=positional)").unwrap().begin();
    let mut moments = vec![(session.mark(), session.position(), session.legal_steps())];
    let note = |session: &dyn Session| (session.mark(), session.position(), session.legal_steps());
    for word in ["b1", "c1", "a2", "d2", "b3", "c3", "c2", "b2"] {
        played(&mut *session, word);
        moments.push(note(&*session));
    }
    session.give_turn(WHITE).unwrap();
    moments.push(note(&*session));
    played(&mut *session, "pass");
    moments.push(note(&*session));
    let point = session.game().layout().at(4, 0).unwrap();
    session.set_up(&[(point, Some(Colour::White))], WHITE).unwrap();
    moments.push(note(&*session));
    played(&mut *session, "e4");
    for (mark, position, legal) in moments.iter().rev() {
        session.go_back(*mark);
        assert_eq!((session.position(), session.legal_steps()), (position.clone(), legal.clone()));
    }
}

#[test]
fn positions_are_set_up_cell_by_cell() {
    let mut go = open("go5").unwrap().begin();
    let layout = go.game().layout();
    let at = |column: usize, row: usize| layout.at(column, row).unwrap();
    let (black, white) = (Some(Colour::Black), Some(Colour::White));
    let corner = [(at(0, 0), black), (at(1, 0), white), (at(0, 1), white)];
    assert_eq!(go.set_up(&corner, BLACK), Err(SetUpError::NoLiberty(at(0, 0))));
    assert_eq!(go.position(), "...../...../...../...../..... X", "nothing has changed");
    go.set_up(&corner[1..], WHITE).unwrap();
    go.set_mover(BLACK).unwrap();
    assert_eq!(go.position(), ".O.../O..../...../...../..... X");
    played(&mut *go, "c3");
    assert_eq!(go.set_mover(BLACK), Err(SetUpError::Played));

    let mut nip = open("nip24").unwrap().begin();
    let empty = nip.game().layout().squares().map(|square| (square, None)).collect::<Vec<_>>();
    nip.set_up(&empty, WHITE).unwrap();
    assert_eq!((nip.turn(), nip.mover()), (Turn::Over, WHITE), "nobody can move on an empty board");
    let outside = enban_game::Move(63);
    assert_eq!(nip.set_up(&[(outside, black)], BLACK), Err(SetUpError::Outside(outside)));
}

#[test]
fn the_same_game_goes_on_under_other_rules_that_allow_it() {
    let mut session = after_ko("go5");
    let retake = step(&*session, "c2");
    session.play(retake).unwrap();
    let superko = open("go5(ko=positional)").unwrap();
    assert_eq!(superko.adopt(&*session).unwrap().err(), Some(IllegalStep::Repeats));
    session.undo();
    let adopted = superko.adopt(&*session).unwrap().unwrap();
    assert_eq!((adopted.position(), adopted.game().name()), (session.position(), "go5(ko=positional)".to_owned()));
    assert!(!adopted.legal_steps().contains(&retake));
    assert!(open("go6").unwrap().adopt(&*session).is_none(), "another board");
    assert!(open("nip").unwrap().adopt(&*session).is_none(), "another game");
}

/// A game of small Reversi up to its first forced pass, if it comes to one; the number says which moves are made.
fn forced_to_pass(number: usize) -> Option<Box<dyn Session>> {
    let mut session = open("reversi4").unwrap().begin();
    loop {
        match session.turn() {
            Turn::Moves(moves) => {
                let choice = moves[number / (session.steps().len() + 1) % moves.len()];
                session.play(Step::Play(choice)).unwrap();
            }
            Turn::Pass => return Some(session),
            Turn::Over => return None,
        }
    }
}

#[test]
fn a_turn_is_given_in_reversi_only_where_the_other_must_pass() {
    let mut session = open("reversi4").unwrap().begin();
    assert_eq!(session.give_turn(WHITE), Err(IllegalStep::MayNotPass));
    let mut session = (0..100).find_map(forced_to_pass).expect("one of a hundred games has a forced pass");
    let other = Seat(1 - session.mover().0);
    session.give_turn(other).unwrap();
    assert_eq!((session.mover(), session.steps().last()), (other, Some(&Step::Pass)));
}

#[test]
fn the_ending_counts_without_dead_stones_where_the_rules_say_so() {
    const HALVES: &str = "...X.O... .O.X.O... ...X.O... ...XO.... ...XO.... ...XO.... ...X.O.X. ...X.O... ...X.O... X";
    let check = |rules: &str, dead: &[&str], scores: [f64; 2]| {
        let game = open(&format!("go9(rules={rules},komi=0)")).unwrap();
        let ending = game.session(Some(HALVES), None).unwrap().ending();
        let words: Vec<String> = ending.dead.iter().map(|&stone| game.write_move(stone)).collect();
        assert_eq!(words, dead, "{rules}");
        assert_eq!(
            ending.scores.as_slice().iter().map(|points| points.as_f64()).collect::<Vec<_>>(),
            scores,
            "{rules}"
        );
        let owned = |colour| ending.territory.iter().filter(|(_, owner)| *owner == colour).count();
        assert_eq!(owned(Colour::Black) > 0, !dead.is_empty(), "{rules}: the stone inside takes it away");
    };
    check("chinese", &["b8", "h3"], [36.0, 39.0]);
    check("japanese", &["b8", "h3"], [28.0, 31.0]);
    check("tromp-taylor", &[], [10.0, 10.0]);
    let nip = open("nip").unwrap().begin().ending();
    assert!(nip.dead.is_empty() && nip.territory.is_empty() && nip.prisoners == [0, 0]);
}

#[test]
fn what_the_last_step_took_is_told() {
    let mut session = open("go5").unwrap().begin();
    assert_eq!(session.last_captures(), None);
    played(&mut *session, "a2 a1");
    assert_eq!(session.last_captures(), Some(Vec::new()));
    played(&mut *session, "b1");
    let taken = session.last_captures().unwrap();
    assert_eq!((taken.len(), session.game().write_move(taken[0].cells[0]).as_str()), (1, "a1"));
}

#[test]
fn capabilities_are_true() {
    for entry in entries() {
        let game = open(entry.id).unwrap();
        let able = game.capabilities();
        assert_eq!(able.family, entry.family(), "{}", entry.id);
        assert!(game.player_names().contains(&able.analyst), "{}", entry.id);
        let analyst = player_entries().iter().find(|player| player.name == able.analyst).unwrap();
        assert!(analyst.options.iter().any(|option| option.key == "time"), "{}", entry.id);
        assert_eq!(able.go.is_some(), able.family == Family::Go, "{}", entry.id);
        let mut session = game.begin();
        assert_eq!(able.has_free_pass, game.read_step("pass").unwrap() != Step::Pass, "{}", entry.id);
        for &kind in able.overlays {
            assert!(entry.id != "go9" || session.overlay(kind).is_some_and(|overlay| overlay.kind == kind), "{kind:?}");
        }
        assert_eq!(session.overlay(OverlayKind::Chains).is_some(), !able.overlays.is_empty(), "{}", entry.id);
        // A solver that is told of answers, and one that is not is not there.
        let request = SolveRequest { settings: Settings::default(), megabytes: Some(1), all_moves: false };
        let stopped = Watch::default();
        stopped.stop();
        assert_eq!(session.solve(&request, &stopped).is_some(), able.solver.is_some(), "{}", entry.id);
        if able.has_free_pass {
            assert_eq!(session.give_turn(WHITE), Ok(()), "{}", entry.id);
        }
    }
    assert!(open("go5").unwrap().capabilities().solver.is_some());
    assert!(open("go5(rules=japanese)").unwrap().capabilities().solver.is_none());
}
