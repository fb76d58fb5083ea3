//! Rooms without a server: play, variations, passes, and what searches tell.

use super::*;
use crate::drawing::words;
use crate::refusal::Reason;
use crate::shown::Last;
use crate::tree::{Entry, Tree};
use enban_catalog::counted::{Counter, Counts};
use enban_catalog::{Expression, OverlayKind, Solved};
use enban_game::Move;
use enban_search::{Candidate, Thought, Value};

fn room(game: &str, moves: &str, seats: Option<Vec<SeatSpec>>) -> Room {
    let request = NewRoom { game: game.to_owned(), moves: Some(moves.to_owned()), seats, ..NewRoom::default() };
    Room::new("r".to_owned(), &request, 7).unwrap()
}

fn against(player: &str) -> Option<Vec<SeatSpec>> {
    Some(vec![SeatSpec::Human, SeatSpec::Player { player: player.to_owned() }])
}

fn choice(room: &Room, word: &str) -> Move {
    match room.game.rules().read_step(word).unwrap() {
        Step::Play(choice) => choice,
        Step::Pass => panic!("a move"),
    }
}

fn thought(room: &Room, word: &str, value: Value, depth: u32) -> Thought {
    let choice = choice(room, word);
    let candidate = Candidate { choice, value, depth, visits: 10, line: vec![Step::Play(choice)] };
    Thought { choice, candidates: vec![candidate], nodes: 10 }
}

fn steps(room: &Room) -> String {
    room.game.rules().write_steps(&room.game.tree().steps(room.game.node()))
}

/// The first legal move, as a word.
fn first_word(room: &Room) -> String {
    room.game.rules().write_move(room.game.view().moves()[0].choice)
}

#[test]
fn moves_follow_old_variations_and_add_new_ones() {
    let mut room = room("reversi", "", None);
    for word in ["d3", "C3"] {
        room.play(word).unwrap();
    }
    room.goto(0).unwrap();
    room.play("d3").unwrap();
    assert_eq!((room.game.node(), room.game.tree.len()), (1, 3));
    room.play("e3").unwrap();
    assert_eq!((steps(&room).as_str(), room.game.tree.len()), ("d3e3", 4));
    assert_eq!(room.game.tree.main_line(), [0, 1, 2]);
    room.promote(3).unwrap();
    assert_eq!(room.game.tree.main_line(), [0, 1, 3]);
    room.remove(1).unwrap();
    assert_eq!((room.game.node(), room.game.tree.len()), (0, 1));
    assert_eq!(room.goto(2).unwrap_err().reason, Reason::NoSuch);
    assert_eq!(room.remove(0).unwrap_err().reason, Reason::NotNow);
}

#[test]
fn wrong_moves_are_told_with_their_place() {
    let mut room = room("reversi", "", None);
    let before = room.seq();
    for word in ["a1", "z9", "", "d3 c3", "pass", "円"] {
        let refusal = room.play(word).unwrap_err();
        assert_eq!(refusal.reason, Reason::Bad, "{word}");
        assert!(refusal.detail.place.is_some() && refusal.detail.expected.is_some(), "{word}");
    }
    assert_eq!((room.seq(), room.game.node()), (before, 0));
}

#[test]
fn undo_goes_back_to_a_persons_turn_and_erases_nothing() {
    let mut room = room("reversi", "", against("random"));
    assert_eq!(room.undo().unwrap_err().reason, Reason::NotNow);
    room.play("d3").unwrap();
    assert_eq!(room.play("c3").unwrap_err().reason, Reason::NotNow);
    room.play_for(1, Step::Play(choice(&room, "c3"))).unwrap();
    room.undo().unwrap();
    assert_eq!((room.game.node(), room.game.tree.len()), (0, 3));
    // Players wait while someone looks around, and go on after a move.
    room.goto(1).unwrap();
    assert_eq!(room.wanted(true, true)[0], None);
    room.play("e3").unwrap();
    room.undo().unwrap();
    room.play("c4").unwrap();
    assert!(
        matches!(&room.wanted(false, true)[0], Some(Task::Move { seat: Seat(1), player, .. }) if player.name == "random")
    );
    assert_eq!(room.wanted(false, false)[0], None);
}

#[test]
fn forced_passes_are_made_and_announced() {
    // After c1 white has one disc in a corner of its own and nothing to outflank.
    let position = Some("XO-- ---- ---- XO-- X".to_owned());
    let request = NewRoom { game: "reversi4".to_owned(), position, ..NewRoom::default() };
    let mut room = Room::new("r".to_owned(), &request, 7).unwrap();
    room.play("c1").unwrap();
    assert_eq!(steps(&room), "c1pass");
    let told = room.snapshot(0).announcement.unwrap();
    assert_eq!((told.kind.as_str(), told.seat, told.text_key.as_str()), ("pass", Some(1), "announce.pass"));
    assert_eq!((room.game.phase(), room.game.mover()), (Phase::Choice, Seat(0)));
    // The position in which it must pass can be looked at, and left by a pass alone.
    room.goto(1).unwrap();
    assert_eq!(room.game.phase(), Phase::Pass);
    assert_eq!(room.play("c4").unwrap_err().reason, Reason::Bad);
    room.play("pass").unwrap();
    room.play("c4").unwrap();
    assert_eq!(room.game.phase(), Phase::Over);
    assert_eq!(room.announcement, Some(Announcement::Over(room.game.view().winner)));
    assert_eq!(room.game.view().winner, Some(Seat(0)));
    assert_eq!(room.play("a1").unwrap_err().reason, Reason::NotNow);
    // The end is worth what it is.
    assert_eq!(room.snapshot(0).nodes.last().unwrap().value.as_ref().unwrap().kind, "exact");
}

#[test]
fn watched_games_run_step_and_stop() {
    let seats = Some(vec![SeatSpec::Level { level: 1 }, SeatSpec::Player { player: "random".to_owned() }]);
    let mut room = room("nip24", "", seats);
    let wants = |room: &Room| room.wanted(true, true)[0].is_some();
    assert!(!room.snapshot(0).running && !wants(&room));
    room.run(&RunRequest { running: false, delay_ms: Some(90_000), step: Some(true) }).unwrap();
    assert!(wants(&room) && room.seating.delay_ms() == 60_000);
    let step = Step::Play(room.game.view().moves()[0].choice);
    room.play_for(0, step).unwrap();
    assert!(!wants(&room));
    room.run(&RunRequest { running: true, delay_ms: None, step: None }).unwrap();
    assert!(wants(&room));
    let task = room.wanted(true, true)[0].clone().unwrap();
    room.take(&task, Found::Failed("broken".to_owned())).unwrap();
    assert!(!wants(&room));
    assert_eq!(room.snapshot(0).announcement.unwrap().text.as_deref(), Some("broken"));
    // Taking over the seat lets a person move.
    room.set_seats(&[SeatSpec::Human, SeatSpec::Human]).unwrap();
    let word = first_word(&room);
    room.play(&word).unwrap();
}

#[test]
fn seats_are_checked() {
    let mut room = room("nip", "", None);
    let refused = |room: &mut Room, seats: &[SeatSpec]| room.set_seats(seats).unwrap_err().detail.message;
    assert!(refused(&mut room, &[SeatSpec::Human]).contains("2 seats"));
    assert!(refused(&mut room, &[SeatSpec::Human, SeatSpec::Level { level: 11 }]).contains("1 to 10"));
    let player = |text: &str| SeatSpec::Player { player: text.to_owned() };
    assert!(refused(&mut room, &[player("gtp(cmd=x)"), SeatSpec::Human]).contains("command line"));
}

#[test]
fn analysis_follows_the_position_and_keeps_the_best_values() {
    let mut room = room("reversi", "", None);
    let request = AnalysisRequest { on: true, player: Some("alphabeta(depth=3)".to_owned()), lines: Some(2) };
    room.set_analysis(&request).unwrap();
    assert_eq!(room.wanted(false, true)[1], None);
    let task = room.wanted(true, true)[1].clone().unwrap();
    assert_eq!(task, Task::Analysis { node: 0, player: Expression::parse("alphabeta(depth=3,lines=2)").unwrap() });
    let deep = thought(&room, "d3", Value::Lead(1.0), 6);
    room.take(&task, Found::Thought(deep)).unwrap();
    let shallow = thought(&room, "c4", Value::Lead(9.0), 2);
    room.take(&task, Found::Final(Some(shallow))).unwrap();
    let seen = room.snapshot(0);
    assert_eq!(seen.nodes[0].value.as_ref().unwrap().value, 1.0, "a shallow value does not overwrite a deep one");
    assert!(!seen.analysis.candidates[0].trusted);
    assert_eq!(room.wanted(true, true)[1], None, "it is done");
    room.play("d3").unwrap();
    let task = room.wanted(true, true)[1].clone().unwrap();
    assert_eq!((task.node(), room.snapshot(0).analysis.candidates.len()), (1, 0));
    let answer = thought(&room, "c3", Value::Lead(4.0), 6);
    room.take(&task, Found::Final(Some(answer))).unwrap();
    let node = room.snapshot(0).nodes[1].clone();
    assert_eq!((node.loss, node.mistake), (Some(0.0), None), "the best move loses nothing");
    assert_eq!(node.value.unwrap().black, -4.0);
}

#[test]
fn the_solver_is_asked_anew_where_the_position_changes() {
    let mut room = room("reversi4", "", None);
    let request = SolveRequest { on: true, all_moves: true, seconds: Some(5.0) };
    room.set_solve(&request).unwrap();
    let task = room.wanted(true, true)[2].clone().unwrap();
    let solved = Solved {
        low: -8,
        high: -8,
        best: Some(choice(&room, "a2")),
        line: Vec::new(),
        nodes: 9,
        seconds: 0.1,
        moves: vec![(choice(&room, "a2"), -8, -8)],
    };
    room.take(&task, Found::Solved(Some(solved))).unwrap();
    let seen = room.snapshot(0);
    assert!(seen.solve.as_ref().unwrap().exact && !seen.solve.unwrap().on);
    assert_eq!(seen.nodes[0].value.as_ref().unwrap().kind, "exact");
    assert_eq!(room.wanted(true, true)[2], None);
    let word = first_word(&room);
    room.play(&word).unwrap();
    assert!(room.wanted(true, true)[2].is_some());
}

#[test]
fn the_solver_is_there_where_the_game_has_one() {
    let request = SolveRequest { on: true, all_moves: false, seconds: None };
    for (game, is_solved) in [
        ("go2", true),
        ("go5", true),
        ("go5(rules=tromp-taylor)", true),
        ("go5(rules=japanese)", false),
        ("go6", false),
        ("go9", false),
        ("yonin", false),
        ("reversi10", true),
    ] {
        let mut room = room(game, "", None);
        assert_eq!(room.snapshot(0).solver, is_solved, "{game}");
        let refused = room.set_solve(&request).err().map(|refusal| refusal.reason);
        assert_eq!(refused, (!is_solved).then_some(Reason::NotNow), "{game}");
        assert_eq!(room.wanted(true, true)[2].is_some(), is_solved, "{game}");
    }
    let request = SolveRequest { seconds: Some(-1.0), ..request };
    assert_eq!(room("nip", "", None).set_solve(&request).unwrap_err().reason, Reason::Bad);
}

#[test]
fn a_review_goes_over_the_main_line_and_then_over_the_worst_moves() {
    let mut room = room("reversi", "d3c3c4", None);
    room.set_review(&ReviewRequest { on: true, seconds_per_move: Some(1.0) }).unwrap();
    let mut asked = Vec::new();
    for lead in [1.0, 5.0, 1.0, -1.0, 0.0, 0.0, 0.0] {
        let Some(task) = room.wanted(true, true)[3].clone() else { break };
        asked.push(task.node());
        let found = thought(&room, "f6", Value::Lead(lead), 6);
        room.take(&task, Found::Final(Some(found))).unwrap();
    }
    // Move 1 lost 1 - (-5) = 6, move 2 lost 5 - (-1) = 6, move 3 nothing.
    assert_eq!(asked, [0, 1, 2, 3, 0, 1, 2]);
    let review = room.snapshot(0).review.unwrap();
    assert_eq!((review.on, review.done, review.total), (false, 7, 7));
}

#[test]
fn comments_are_limited() {
    let mut room = room("reversi", "d3c3", None);
    room.comment(1, "円").unwrap();
    assert_eq!(room.comment(1, &"x".repeat(40_001)).unwrap_err().reason, Reason::TooLarge);
    assert_eq!(room.comment(9, "x").unwrap_err().reason, Reason::NoSuch);
    room.game.comment_bytes = 4 << 20;
    assert_eq!(room.comment(2, "x").unwrap_err().reason, Reason::TooLarge);
    room.comment(1, "x").unwrap();
    room.remove(1).unwrap();
    assert_eq!(room.game.comment_bytes, 0);
}

#[test]
fn a_room_has_only_so_many_positions() {
    let mut room = room("go9", "", None);
    while room.game.tree.len() < NODES_MAX {
        let root = Entry::root(Seat(0), Phase::Choice);
        room.game.tree.add(Entry { parent: Some(0), step: Some(Step::Play(Move(99))), ..root });
    }
    assert_eq!(room.play("e5").unwrap_err().reason, Reason::TooMany);
}

#[test]
fn players_alone_who_go_round_wait_until_told_to_go_on() {
    let limit = enban_catalog::open("go2").unwrap().move_limit() as usize;
    let random = || SeatSpec::Player { player: "random".to_owned() };
    let mut room = room("go2(komi=0)", "", Some(vec![random(), random()]));
    room.run(&RunRequest { running: true, delay_ms: None, step: None }).unwrap();
    // One stone each, taken in turn: a move, the answer that takes it, and so on.
    let wants = |room: &Room| matches!(room.wanted(false, true)[0], Some(Task::Move { .. }));
    while room.game.steps_made() < limit {
        assert!(wants(&room), "after {} steps", room.game.steps_made());
        let open = room.game.view().moves().iter().map(|legal| Step::Play(legal.choice));
        let step = open.into_iter().find(|step| *step != room.game.rules().pass()).expect("a point is open");
        room.play_for(room.game.node(), step).unwrap();
    }
    assert!(!wants(&room));
    assert_eq!(room.announcement, Some(Announcement::Round));
    room.run(&RunRequest { running: true, delay_ms: None, step: None }).unwrap();
    assert!(wants(&room) && room.announcement.is_none());
}

#[test]
fn dead_stones_are_crossed_unless_a_person_wants_the_board_bare() {
    let position = "...X.O.../.O.X.O.../...X.O.../...XO..../...XO..../...XO..../...X.O.X./...X.O.../...X.O... X";
    let request = NewRoom {
        game: "go9".to_owned(),
        position: Some(position.to_owned()),
        moves: Some("pass pass".to_owned()),
        ..NewRoom::default()
    };
    let mut room = Room::new("r".to_owned(), &request, 1).unwrap();
    let shown = |room: &Room| room.game.shown().overlay.as_ref().map(|overlay| overlay.kind);
    let end = room.game.node();
    assert_eq!(shown(&room), Some(OverlayKind::Status));
    room.set_overlay(Some("chains")).unwrap();
    assert_eq!(shown(&room), Some(OverlayKind::Chains));
    room.set_overlay(None).unwrap();
    assert_eq!(shown(&room), None);
    // The wish is for this position: who comes back to it sees it whole.
    room.goto(0).unwrap();
    room.set_overlay(None).unwrap();
    room.goto(end).unwrap();
    assert_eq!(shown(&room), Some(OverlayKind::Status));
}

/// What a room asked of its game since the last time, as sessions, words, steps and ways back.
fn check_cost(counter: &Counter, what: &str, expected: [usize; 4]) {
    let Counts { sessions, words, steps, backs } = counter.take();
    assert_eq!([sessions, words, steps, backs], expected, "{what}");
}

#[test]
fn a_click_reads_one_word_and_makes_one_step() {
    let counter = Counter::default();
    let rules = counter.count(enban_catalog::open("reversi").unwrap());
    let request = NewRoom { seats: against("random"), ..NewRoom::default() };
    let mut room = Room::playing("r".to_owned(), rules.into(), &request, 7).unwrap();
    room.snapshot(0);
    counter.take();
    for number in 1..=8 {
        let word = first_word(&room);
        room.play(&word).unwrap();
        room.snapshot(0);
        check_cost(&counter, &format!("click {number}"), [0, 1, 1, 0]);
        let task = room.wanted(true, true)[0].clone().unwrap();
        let session = room.game().session_at(task.node()).unwrap();
        check_cost(&counter, "a search gets a copy", [1, 0, 0, 0]);
        let thought = Thought::plain(session.view().moves()[0].choice);
        room.take(&task, Found::Final(Some(thought))).unwrap();
        room.snapshot(0);
        check_cost(&counter, &format!("answer {number}"), [0, 0, 1, 0]);
    }
    assert_eq!(room.game.steps_made(), 16, "nobody had to pass");
    let end = room.game.node();
    room.undo().unwrap();
    room.snapshot(0);
    check_cost(&counter, "undo", [0, 0, 0, 1]);
    let other = room.game.rules().write_move(room.game.view().moves()[1].choice);
    room.play(&other).unwrap();
    check_cost(&counter, "a variation", [0, 1, 1, 0]);
    room.goto(end).unwrap();
    check_cost(&counter, "to another line", [0, 0, 2, 1]);
    room.goto(Tree::ROOT).unwrap();
    check_cost(&counter, "to the start", [0, 0, 0, 1]);
    room.goto(end).unwrap();
    check_cost(&counter, "to the end", [0, 0, 16, 0]);
}

#[test]
fn a_walk_comes_to_the_position_that_a_replay_finds() {
    let mut room = room("go9(rules=tromp-taylor)", "e5 d5 e4 d4", None);
    let first = room.game.node();
    for (back, words) in [(2, ["c3", "c4"]), (4, ["pass", "f6"]), (0, ["a1", "b2"])] {
        room.goto(back).unwrap();
        words.iter().for_each(|word| room.play(word).unwrap());
    }
    let nodes: Vec<u32> = room.game.tree().iter().map(|(id, _)| id).collect();
    for &node in nodes.iter().chain(nodes.iter().rev()).chain([&first, &0, &first]) {
        room.goto(node).unwrap();
        let moves = words(&**room.game.rules(), &room.game.tree().steps(node)).join(" ");
        let replayed = room.game.rules().session(None, Some(&moves)).unwrap();
        assert_eq!(room.game.view().position, replayed.position(), "{moves}");
        assert_eq!(room.game.session_at(node).unwrap().position(), replayed.position(), "{moves}");
        let last = replayed.steps().last().copied().zip(replayed.last_captures());
        assert_eq!(room.game.shown().last, last.map(|(step, captures)| Last { step, captures }), "{moves}");
    }
}

#[test]
fn what_the_solver_of_go_proves_is_worth_the_komi_less() {
    let mut room = room("go3(komi=2.5)", "b2", None);
    room.set_solve(&SolveRequest { on: true, all_moves: false, seconds: None }).unwrap();
    let task = room.wanted(true, true)[2].clone().unwrap();
    let solved = Solved { low: -9, high: -9, best: None, line: Vec::new(), nodes: 1, seconds: 0.1, moves: Vec::new() };
    room.take(&task, Found::Solved(Some(solved))).unwrap();
    let seen = room.snapshot(0);
    assert_eq!(seen.solve.map(|solve| (solve.low, solve.high)), Some((-9, -9)));
    let value = seen.nodes[1].value.clone().unwrap();
    assert_eq!((value.kind.as_str(), value.value, value.black), ("exact", -6.5, 6.5));
}
