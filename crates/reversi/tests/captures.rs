//! Captures as drawn boards: before on the left, after on the right. The cases are in `captures.txt`.
#![allow(clippy::unwrap_used)]

use enban_game::{Capture, Line, Move, Notation, Step, Trail};
use enban_reversi::family::nip;
use enban_reversi::kernel::{Portable, V3, V4};
use enban_reversi::{Kernel, ReversiOn, Round};

fn game<K: Kernel<Set = u64>>(kernel: K, name: &str) -> ReversiOn<K, Round> {
    match name {
        "nip" => nip(kernel, name, 52, true).unwrap(),
        "nip(lap=off)" => nip(kernel, name, 52, false).unwrap(),
        other => panic!("no game {other}"),
    }
}

/// One drawn case: the move is played on the left board and must give the right one; a case marked
/// illegal has no right board.
fn check<K: Kernel<Set = u64>>(kernel: K, case: &str) {
    let (title, rest) = case.split_once('\n').unwrap();
    let (head, drawing) = rest.split_once('\n').unwrap();
    let mut head = head.split_whitespace();
    let game = game(kernel, head.next().unwrap());
    let choice = game.read_move(head.next().unwrap()).unwrap();
    let column = |number: usize| -> String {
        let words = drawing.lines().filter_map(|line| line.split_whitespace().nth(number));
        words.collect::<Vec<_>>().join("\n")
    };
    let mut trail = Trail::from(game.clone(), game.read_position(&column(0)).unwrap());
    let played = trail.try_step(Step::Play(choice));
    if head.next() == Some("illegal") {
        assert!(played.is_err(), "{title}");
        return;
    }
    played.unwrap_or_else(|illegal| panic!("{title}: {illegal}"));
    let after = game.read_position(&column(1)).unwrap();
    assert_eq!(game.write_position(trail.state()), game.write_position(&after), "{title}");
}

fn check_all<K: Kernel<Set = u64>>(kernel: K) {
    let cases: Vec<&str> = include_str!("captures.txt").split("\n\n").collect();
    assert_eq!(cases.len(), 19);
    cases.iter().for_each(|case| check(kernel, case));
}

#[test]
fn captures_are_as_drawn() {
    check_all(Portable::<u64>::new());
    V3::detect().into_iter().for_each(check_all);
    V4::detect().into_iter().for_each(check_all);
}

fn captures(position: &str, choice: &str) -> Vec<(Line, String, String)> {
    let game = game(Portable::<u64>::new(), "nip");
    let state = game.read_position(position).unwrap();
    let name = |cell: Move| game.write_move(cell);
    let told = |capture: Capture| {
        let cells: Vec<String> = capture.cells.into_iter().map(name).collect();
        (capture.line, cells.join(" "), capture.anchor.map(name).unwrap_or_default())
    };
    game.captures(&state, game.read_move(choice).unwrap()).into_iter().map(told).collect()
}

/// Rows along the rim are arcs of the ring: told once, as the ring's.
#[test]
fn a_capture_along_the_rim_is_told_once() {
    let told = captures("..-OX-.. .--O---. ---X---- -------- -------- -------- .------. ..----.. X", "c1");
    assert_eq!(told, [(Line::Ring { clockwise: true }, "d1".to_owned(), "e1".to_owned())]);
    let told = captures("..-OX-.. .-O----. --X----- -------- -------- -------- .------. ..----.. X", "c1");
    let down = Line::Straight { right: 0, down: 1 };
    assert_eq!(
        told,
        [(Line::Ring { clockwise: true }, "d1".to_owned(), "e1".to_owned()), (down, "c2".to_owned(), "c3".to_owned())]
    );
}

/// A lap closes on the placed disc itself and is told once, clockwise from it.
#[test]
fn a_lap_is_told_once() {
    let told = captures("..-OOO.. .O----O. O------O O------O O------O O------O .O----O. ..OOOO.. X", "c1");
    let cells = "d1 e1 f1 g2 h3 h4 h5 h6 g7 f8 e8 d8 c8 b7 a6 a5 a4 a3 b2";
    assert_eq!(told, [(Line::Ring { clockwise: true }, cells.to_owned(), "c1".to_owned())]);
}
