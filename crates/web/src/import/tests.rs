//! Records of every format, right and wrong.

use super::*;
use crate::api::SeatSpec;
use crate::drawing::{self, words};
use crate::export;
use crate::tree::Phase;
use enban_game::{Points, Step};
use proptest::prelude::*;

fn text(text: &str, game: Option<&str>) -> Result<Read, Refusal> {
    read(&ImportRequest { text: Some(text.to_owned()), base64: None, game: game.map(str::to_owned) })
}

/// The steps of the line that is shown, as words.
fn line_of(room: &Room) -> String {
    words(&**room.game().rules(), &room.game().tree().steps(room.line_end())).join(" ")
}

fn name_of(room: &Room) -> String {
    room.game().rules().name()
}

fn position_of(room: &Room) -> &str {
    &room.game().view().position
}

fn check(record: &str, game: Option<&str>, format: &str, name: &str, steps: &str) {
    let read = text(record, game).unwrap();
    assert_eq!((read.format, name_of(&read.room).as_str()), (format, name), "{record}");
    assert_eq!(line_of(&read.room), steps, "{record}");
}

#[test]
fn formats_are_told_apart() {
    check("1. d3 c3, 2. c4", None, "moves", "reversi", "d3 c3 c4");
    check("e5c5", Some("go9"), "moves", "go9", "e5 c5");
    check("(;GM[2]SZ[8];B[dc];W[cc];B[cd])", None, "sgf", "reversi", "d3 c3 c4");
    check("(;GM[1]SZ[9]KM[6.5];B[ee];W[])", None, "sgf", "go9(komi=6.5)", "e5 pass");
    check(
        "(;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3//0.01]W[c5/-6.4/0.1];)",
        None,
        "ggf",
        "reversi",
        "d3 c5",
    );
    check("------/------/--OX--/--XO--/------/------ X", None, "board", "reversi6", "");
    check(&format!("{}{} X", "-".repeat(24), "X".repeat(28)), None, "board", "nip", "");
}

#[test]
fn broken_records_are_told_with_their_place() {
    let place = |record: &str| {
        let refusal = text(record, Some("reversi")).err().unwrap();
        assert_eq!(refusal.reason, Reason::Bad, "{record}");
        let place = refusal.detail.place.unwrap();
        (place.offset, place.text)
    };
    assert_eq!(place("d3 c3 a1 c4"), (6, "a1".to_owned()));
    assert_eq!(place("d3\nc3 円"), (6, "円".to_owned()));
    assert_eq!(place(&format!("{}? X", "-".repeat(63))), (63, "?".to_owned()));
    assert_eq!(place("("), (1, String::new()));
    let read = text("(;GM[2];B[dc];W[aa];B[cc])", None).unwrap();
    assert_eq!(read.room.game().tree().len(), 2);
    assert!(read.warnings[0].starts_with("move 2, a1: "), "{:?}", read.warnings);
    assert!(text("(;GM[1]SZ[9])", Some("reversi")).is_err());
    let gomoku = text("(;GM[4]SZ[8];B[dc])", None).err().unwrap();
    assert_eq!(gomoku.detail.message, "GM[4] is another game; expected GM[1], Go, or GM[2], Othello");
    assert_eq!(read_nothing().reason, Reason::Bad);
}

#[test]
fn an_empty_record_is_no_game() {
    let empty = |refusal: Option<Refusal>| {
        let refusal = refusal.unwrap();
        assert_eq!(refusal.reason, Reason::Bad);
        assert_eq!(refusal.detail.message, "the record is empty; expected a game record, moves or a board");
    };
    for record in ["", " ", "\n\t\r\n", "\u{feff}", "\u{feff} \n", "\u{3000}"] {
        empty(text(record, None).err());
        empty(text(record, Some("nip")).err());
    }
    // The same as a file: a blank and the end of a line.
    empty(read(&ImportRequest { base64: Some("IAo=".to_owned()), ..ImportRequest::default() }).err());
}

fn read_nothing() -> Refusal {
    read(&ImportRequest::default()).err().unwrap()
}

#[test]
fn text_before_a_record_is_passed_over() {
    check("From: aya@example.org\nSubject: our game\n\n(;GM[1]SZ[9];B[ee])", None, "sgf", "go9", "e5");
    check("19\n(;GM[1]SZ[9];B[ee])", Some("go9"), "sgf", "go9", "e5");
    check("2001-02-03 12:30\n(;GM[Othello]B[d3]W[c5];)", None, "ggf", "reversi", "d3 c5");
    let line = main_line(b"To: me\n\n(;GM[1]SZ[9];B[ee])", "go9").unwrap().unwrap();
    assert_eq!(words(line.session.game(), line.session.steps()), ["e5"]);
    // What people type is still told with its place.
    for (typed, offset) in [("d3 c3 (;B[aa])", 6), ("1. d3c3 (;", 8), ("1.d3, (;", 6)] {
        assert_eq!(text(typed, Some("reversi")).err().unwrap().detail.place.unwrap().offset, offset, "{typed}");
        assert!(main_line(typed.as_bytes(), "reversi").unwrap().is_none(), "{typed}");
    }
}

#[test]
fn a_record_of_go_without_a_size_is_of_19() {
    for (said, prefix) in [
        ("", ""),
        ("SZ[99]", "SZ[99]: not the size of a board, 19 counts; "),
        ("SZ[x]", "SZ[x]: not the size of a board, 19 counts; "),
        ("SZ[19]", ""),
    ] {
        let record = format!("(;GM[1]{said};B[ee];W[ec])");
        let expected = format!("{prefix}the record has a board of 19, and go9 has 9");
        assert_eq!(text(&record, Some("go9")).err().unwrap().detail.message, expected);
        assert_eq!(main_line(record.as_bytes(), "go9").err().unwrap().detail.message, expected);
        let warning = prefix.replace("counts; ", "was taken");
        let warning = (!warning.is_empty()).then_some(warning);
        check_line(&record, "e15 e17", warning.as_deref());
        check(&record, Some("go19"), "sgf", "go19", "e15 e17");
    }
    check_line("(;GM[2]SZ[x];B[dc])", "d3", Some("SZ[x]: not the size of a board, 8 was taken"));
    check_line("(;GM[2];B[dc])", "d3", None);
    // The full name of a game tells its board too.
    check("(;GM[1]EG[go9];B[ee])", Some("go9(komi=6.5)"), "sgf", "go9(komi=6.5)", "e5");
    check("(;B[dc])", Some("reversi"), "sgf", "reversi", "d3");
}

#[test]
fn large_records_are_refused() {
    assert_eq!(text(&"x".repeat(RECORD_MAX + 1), None).err().unwrap().reason, Reason::TooLarge);
}

#[test]
fn set_up_stones_and_other_character_sets_are_read() {
    let read = text("(;GM[1]SZ[9]AB[cc][gg];W[ee])", None).unwrap();
    let view = drawing::draw(&**read.room.game().rules(), read.room.game().shown());
    assert_eq!((view.last.unwrap().step.as_str(), view.mover), ("e5", 0));
    // A comment in Shift_JIS: the two bytes of the first letter of Japan.
    let bytes = [b"(;GM[2]CA[Shift_JIS]C[".as_slice(), &[0x93, 0xfa], b"];B[dc])"].concat();
    let letters: Vec<String> = bytes.chunks(3).map(encode).collect();
    let request = ImportRequest { base64: Some(letters.concat()), ..ImportRequest::default() };
    let read = super::read(&request).unwrap();
    assert_eq!(read.room.game().tree().get(0).unwrap().comment, "日");
}

/// Three bytes as four letters.
fn encode(chunk: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits = chunk.iter().chain([0, 0].iter()).take(3).fold(0u32, |bits, byte| bits << 8 | u32::from(*byte));
    (0..=chunk.len()).map(|at| char::from(LETTERS[(bits >> (18 - 6 * at) & 63) as usize])).collect()
}

#[test]
fn what_is_written_is_read_back() {
    for (game, moves) in [
        ("reversi", "d3c3c4"),
        ("nip", "d3"),
        ("go9(komi=6.5)", "e5 c5 pass"),
        ("go9(rules=japanese,suicide=on,ko=situational)", "e5"),
        ("nip24", ""),
        ("yonin(first=2)", ""),
    ] {
        let mut room = read_moves(moves, Some(game)).unwrap().room;
        room.comment(0, "a ] and a \\ and 円").unwrap();
        room.goto(0).unwrap();
        let other = room.game().rules().write_move(room.game().view().moves().last().unwrap().choice);
        room.play(&other).unwrap();
        let written = export::write(&room, "sgf").unwrap();
        let again = text(&written, None).unwrap();
        assert_eq!((again.warnings.len(), name_of(&again.room).as_str()), (0, game));
        let nodes = |room: &Room| -> Vec<(Option<u32>, Option<String>, String)> {
            let word = |step: Option<Step>| step.map(|step| room.game().rules().write_step(step));
            let entries = room.game().tree().iter();
            let mut all: Vec<_> = entries.map(|(_, e)| (e.parent, word(e.step), e.comment.clone())).collect();
            all.sort();
            all
        };
        assert_eq!(nodes(&again.room), nodes(&room), "{written}");
        let moves = export::write(&room, "moves").unwrap();
        assert_eq!(position_of(&text(&moves, Some(game)).unwrap().room), position_of(&room));
    }
}

/// Yonin without a disc, which no stones set up.
const EMPTY: &str = "---------------------------------------------------------------- 1";

#[test]
fn a_game_that_begins_elsewhere_is_read_back_whole() {
    let go = ".XO../XO.O./.XO../...../..... X ko=c4 prisoners=1,2";
    let yonin = {
        let start = open("yonin").unwrap().session(None, None).unwrap().view().position;
        format!("{}3", &start[..start.len() - 1])
    };
    for (game, position) in [("go5", go), ("yonin", &yonin), ("reversi4", "-----XO--OX----- O"), ("yonin", EMPTY)] {
        let request = NewRoom { game: game.to_owned(), position: Some(position.to_owned()), ..NewRoom::default() };
        let room = new_room(&request).unwrap();
        let written = export::write(&room, "sgf").unwrap();
        let again = text(&written, None).unwrap();
        assert_eq!((again.warnings.len(), position_of(&again.room)), (0, position_of(&room)), "{written}");
        // Where another program has changed the stones, these count.
        let changed = match written.contains("AB[") {
            true => written.replace("AB[", "AB[aa]["),
            false => written.replace("PL[", "AB[aa]PL["),
        };
        let changed = text(&changed, Some(game)).unwrap().room;
        let view = drawing::draw(&**changed.game().rules(), changed.game().shown());
        assert!(view.board.cells[0].colour.as_deref() == Some("black"), "{written}");
    }
}

/// The record that a room of a record is written as, on one line.
fn written(record: &str) -> String {
    export::write(&text(record, None).unwrap().room, "sgf").unwrap().replace('\n', "")
}

/// The steps of a record, and how its only warning begins if it has one.
fn check_line(record: &str, steps: &str, warning: Option<&str>) {
    let read = text(record, None).unwrap();
    assert_eq!(line_of(&read.room), steps, "{record}");
    assert_eq!(read.warnings.len(), usize::from(warning.is_some()), "{record}: {:?}", read.warnings);
    assert!(warning.is_none_or(|start| read.warnings[0].starts_with(start)), "{record}: {:?}", read.warnings);
}

#[test]
fn stones_have_the_colours_of_the_record() {
    let twice = "one colour moves twice in a row: passes put in between: 1";
    check_line("(;GM[1]FF[4]SZ[9];B[cc];B[dd];W[gg])", "c7 pass d6 g3", Some(twice));
    assert!(written("(;SZ[9];B[cc];B[dd];W[gg])").ends_with(";B[cc];W[];B[dd];W[gg])"));
    for record in ["(;SZ[9];W[cc];B[dd])", "(;SZ[9]PL[W];W[cc];B[dd])", "(;SZ[9];PL[W];W[cc];B[dd])"] {
        check_line(record, "c7 d6", None);
        assert!(written(record).ends_with("PL[W];W[cc];B[dd])"), "{record}");
    }
    check_line("(;SZ[9]PL[B];B[cc])", "c7", None);
    // A pass that is put in must not end the game.
    check_line("(;SZ[9];B[cc];W[];W[dd])", "c7 pass", Some("move 3, d6: a move of White, but it is the turn of Black"));
    check_line("(;GM[2];W[ec];B[dc])", "e3 d3", None);
    check_line("(;GM[2];B[dc];B[cc])", "d3", Some("move 2, c3: a move of Black, but it is the turn of White"));
    check_line("(;GM[Othello]B[d3]B[c5]W[e3];)", "d3", Some("move 2, c5: a move of Black"));
    check_line("(;GM[Othello]B[d3];)\n(;GM[Othello]B[c4];)", "d3", Some("the file has 2 games"));
}

#[test]
fn stones_set_up_before_the_first_move_are_where_the_game_begins() {
    let start = |record: &str| {
        let room = text(record, None).unwrap().room;
        room.game().start().unwrap_or_default().replace(['-', '.', '/'], "")
    };
    check_line("(;GM[1]FF[4]SZ[9]HA[2];AB[cc][gg];W[ee];B[dd])", "e5 d6", None);
    // Only a record can say that stones were a handicap, for which some rules pay White.
    assert!(written("(;SZ[9];AB[cc][gg];W[ee];B[dd])").ends_with("PW[human]AB[cc][gg]PL[W];W[ee];B[dd])"));
    assert!(written("(;SZ[9]HA[2]AB[cc][gg];W[ee])").ends_with("PW[human]HA[2]AB[cc][gg]PL[W];W[ee])"));
    // Black stones alone are a handicap, after which White moves.
    assert_eq!(start("(;SZ[9]AB[cc][gg])"), "XX O");
    assert_eq!(start("(;SZ[9]AB[cc][gg]PL[B])"), "XX X");
    assert_eq!(start("(;SZ[9]AB[cc]AW[gg])"), "XO X");
    assert_eq!(start("(;SZ[9]AB[cc];AB[dd]AE[cc];AW[ee];B[gg])"), "XO X");
    assert_eq!(start("(;SZ[9]AB[cc];AE[cc];B[gg])"), "");
    assert_eq!(start("(;GM[2]AB[ed][de]AW[dd][ee];B[dc])"), "");
    assert_eq!(start("(;GM[2]AB[ed][de]AW[dd][ee]PL[W])"), "OXXO O");
    let middle = "stones set up in the middle of the game; the line ends there";
    check_line("(;SZ[9];B[cc];W[dd];AE[cc];B[ee])", "c7 d6", Some(&format!("after move 2: {middle}")));
    let middle = &format!("before move 1: {middle}");
    let read = text("(;SZ[9](;AB[cc];W[dd])(;AW[dd];B[cc]))", None).unwrap();
    assert_eq!(read.warnings.iter().collect::<Vec<_>>(), [middle, middle], "each variation has a start of its own");
}

#[test]
fn what_a_record_says_is_written_back() {
    let record = "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]PB[Aya]PW[GNU]RE[B+3.5]TM[600];B[cc]C[hi]TR[cc]LB[dd:A];W[gg]\
                  (;B[ee])(;B[dd]MA[cc]))";
    let expected = "(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[6.5]RU[Japanese]PB[Aya]PW[GNU]RE[B+3.5]TM[600];B[cc]C[hi]TR[cc]LB[dd:A]\
                    ;W[gg](;B[ee])(;B[dd]MA[cc]))";
    assert_eq!(written(record), expected);
    assert_eq!(written(expected), expected);
    // A move that was put in has nothing to say; names and values in any letters are kept as they are.
    let odd = written("(;SZ[9]XY[a\\]b:c]GC[日本];B[cc];B[dd]N[x])");
    assert!(odd.contains("XY[a\\]b:c]GC[日本];B[cc];W[];B[dd]N[x])"), "{odd}");
    // The komi and rules of the game are written, not those of a record that was read as another.
    let room = text("(;SZ[9]KM[6.5]RU[Japanese];B[cc])", Some("go9")).unwrap().room;
    assert!(export::write(&room, "sgf").unwrap().contains("KM[7.5]RU[Chinese]PB[human]"));
    assert!(written("(;SZ[9]KM[375]RU[AGA];B[cc])").contains("KM[7.5]RU[AGA]PB[human]"));
    assert!(!written("(;GM[1]SZ[9]RU[go9(komi=0.5)];B[cc])").contains("go9"));
}

#[test]
fn nodes_without_moves_belong_to_the_position_before_them() {
    let read = text("(;SZ[9]C[a]N[x];C[b]TR[aa];C[b]TR[bb][aa]N[y];B[cc])", None).unwrap();
    assert_eq!(read.room.game().tree().get(0).unwrap().comment, "a\n\nb\n\nb");
    assert_eq!(read.warnings, ["properties that could not be kept: 1"]);
    assert!(export::write(&read.room, "sgf").unwrap().contains("N[x]TR[aa][bb]"));
}

#[test]
fn names_are_of_those_who_sit_there() {
    let random = SeatSpec::Player { player: "random".to_owned() };
    let names = |room: &mut Room, seats: [&SeatSpec; 2]| {
        room.set_seats(&seats.map(Clone::clone)).unwrap();
        let record = export::write(room, "sgf").unwrap();
        let names = record.split("PB[").nth(1).unwrap().split(']').take(2).collect::<Vec<_>>().join(" ");
        names.replace("PW[", "")
    };
    let mut room = text("(;GM[2]PB[Aya]PW[random];B[dc])", None).unwrap().room;
    assert_eq!(names(&mut room, [&SeatSpec::Human, &SeatSpec::Human]), "Aya random");
    assert_eq!(names(&mut room, [&random, &SeatSpec::Human]), "random random");
    assert_eq!(names(&mut room, [&SeatSpec::Human, &random]), "Aya random");
    assert_eq!(names(&mut room, [&SeatSpec::Human, &SeatSpec::Human]), "Aya human", "who sat there has left");
    assert!(export::write(&room, "ggf").unwrap().contains("PB[Aya]PW[human]"));
}

#[test]
fn a_result_goes_with_its_line() {
    let mut room = text("(;GM[2]RE[B+R];B[dc](;W[cc])(;W[ec]))", None).unwrap().room;
    let has_result = |room: &Room| export::write(room, "sgf").unwrap().contains("RE[B+R]");
    room.promote(2).unwrap();
    room.remove(3).unwrap();
    assert!(has_result(&room), "the main line is the same");
    room.remove(2).unwrap();
    assert!(!has_result(&room));
}

/// What a record says under RE; nothing where it says none.
fn result_in(record: &str) -> &str {
    record.split("RE[").nth(1).map_or("", |rest| rest.split(']').next().unwrap())
}

/// The results of a room's main line in SGF, and of the line that is shown in GGF.
fn results(room: &Room) -> [String; 2] {
    ["sgf", "ggf"].map(|format| result_in(&export::write(room, format).unwrap()).to_owned())
}

#[test]
fn a_result_goes_when_the_game_is_played_on() {
    let mut room = text("(;GM[1]SZ[5]KM[0]PB[Aya]RE[W+R];B[cc];W[dd])", None).unwrap().room;
    room.goto(1).unwrap();
    room.play("a1").unwrap();
    assert_eq!(results(&room), ["W+R", ""], "a variation has no part in it");
    room.goto(2).unwrap();
    assert_eq!(results(&room), ["W+R", "-25.000:r"]);
    room.play("e5").unwrap();
    assert_eq!(results(&room), ["", ""]);
    room.play("pass").unwrap();
    room.play("pass").unwrap();
    assert_eq!(results(&room), ["B+1", "+1.000"]);
}

#[test]
fn the_end_of_a_game_is_counted_where_no_record_tells_it() {
    let ended = |result: &str| written(&format!("(;GM[1]SZ[5]KM[0]{result};B[cc];W[];B[])"));
    assert_eq!(result_in(&ended("")), "B+25");
    assert_eq!(result_in(&ended("RE[W+F]")), "W+F", "players may know better");
    assert_eq!(result_in(&written("(;GM[1]SZ[5]KM[0];B[];W[])")), "0");
    let position = Some("XO-- ---- ---- XO-- X".to_owned());
    let request = NewRoom { game: "reversi4".to_owned(), position, ..NewRoom::default() };
    let mut room = new_room(&request).unwrap();
    room.play("c1").unwrap();
    assert_eq!(results(&room), ["", ""]);
    room.play("c4").unwrap();
    assert_eq!(room.game().view().scores, [16, 0].map(Points::whole));
    assert_eq!(results(&room), ["B+16", "+16.000"]);
    room.goto(0).unwrap();
    room.play("c4").unwrap();
    assert_eq!(results(&room), ["B+16", ""], "the line that is shown has not ended");
}

#[test]
fn where_four_play_names_are_joined_by_colour_and_no_colour_wins() {
    let player = |name: &str| SeatSpec::Player { player: name.to_owned() };
    let mut room = new_room(&NewRoom { game: "yonin".to_owned(), ..NewRoom::default() }).unwrap();
    assert!(export::write(&room, "sgf").unwrap().contains("PB[human]PW[human]"));
    room.set_seats(&[SeatSpec::Human, player("random"), player("normal"), player("self")]).unwrap();
    let names = "PB[human + normal]PW[random + self]";
    for format in ["sgf", "ggf"] {
        let record = export::write(&room, format).unwrap();
        assert!(record.contains(names), "{record}");
    }
    let mut again = text(&export::write(&room, "sgf").unwrap(), None).unwrap().room;
    assert!(export::write(&again, "sgf").unwrap().contains(names));
    again.set_seats(&[SeatSpec::Human, player("random"), player("normal"), player("self")]).unwrap();
    again.set_seats(&[(); 4].map(|()| SeatSpec::Human)).unwrap();
    assert!(export::write(&again, "sgf").unwrap().contains("PB[human]PW[human]"), "who sat there has left");
    while again.game().phase() != Phase::Over {
        let word = again.game().rules().write_move(again.game().view().moves()[0].choice);
        again.play(&word).unwrap();
    }
    assert_eq!(results(&again), ["", ""]);
}

#[test]
fn names_and_results_of_other_formats_are_kept() {
    let check = |said: &str, sgf: &str, ggf: &str| {
        let record = format!("(;GM[Othello]PB[random]PW[map]RE[{said}]TY[8]B[d3]W[c3];)");
        let room = text(&record, None).unwrap().room;
        assert_eq!(results(&room), [sgf, ggf], "{said}");
        assert!(export::write(&room, "ggf").unwrap().contains("PB[random]PW[map]"), "{said}");
        assert!(export::write(&room, "sgf").unwrap().contains("PB[random]PW[map]"), "{said}");
    };
    check("+24.000", "B+24", "+24.000");
    check("-2.000:s", "W+2", "-2.000");
    check("-64.000:r", "W+R", "-64.000:r");
    check("+64.000:t", "B+T", "+64.000:t");
    check("0.000", "0", "+0.000");
    check("?", "", "");
    let people = text("(;GM[Othello]PB[human]PW[Aya]B[d3];)", None).unwrap().room;
    assert_eq!((people.game().kept("PB"), people.game().kept("PW").as_deref()), (None, Some("Aya")));
    for unknown in ["Void", "?", "B+"] {
        let room = text(&format!("(;GM[2]RE[{unknown}];B[dc])"), None).unwrap().room;
        assert_eq!(results(&room), [unknown, ""]);
    }
}

#[test]
fn what_is_kept_is_bounded() {
    let read = text(&format!("(;SZ[9]XX[{}]N[x];B[cc])", "x".repeat(3 << 20)), None).unwrap();
    assert_eq!(read.warnings, ["properties that could not be kept: 1"]);
    let written = export::write(&read.room, "sgf").unwrap();
    assert!(written.contains("N[x]") && !written.contains("XX["));
    let many = format!("(;SZ[9]XX{}YY{};B[cc])", "[a]".repeat(1_500), "[b]".repeat(1_500));
    assert_eq!(text(&many, None).unwrap().warnings, ["properties that could not be kept: 1"]);
}

#[test]
fn komi_that_cannot_be_had_is_told() {
    check("(;SZ[9]KM[3.75]RU[Chinese];B[ee])", None, "sgf", "go9", "e5");
    check_line("(;SZ[9]KM[3.75]RU[Chinese];B[ee])", "e5", None);
    let corrected = written("(;SZ[9]KM[6.5]RU[Chinese]EG[go9(ko=positional)];B[ee])");
    assert!(corrected.contains("KM[6.5]RU[Chinese]EG[go9(komi=6.5,ko=positional)]"), "{corrected}");
    check_line("(;SZ[9]KM[6.3];B[ee])", "e5", Some("KM[6.3]: expected a multiple of 0.5, 6.5 was taken"));
}

#[test]
fn main_lines_are_read_whole_or_not_at_all() {
    let line = |record: &str, game: &str| main_line(record.as_bytes(), game).map(Option::unwrap);
    let read = line("(;GM[1]SZ[9]KM[5.5]AB[cc][gg](;W[ee];B[dd])(;W[aa];W[ab]))", "go9").unwrap();
    let written = |line: &MainLine| words(line.session.game(), line.session.steps()).join(" ");
    assert_eq!((read.game.as_str(), read.warnings.len()), ("go9(komi=5.5)", 0));
    assert_eq!(written(&read), "e5 d6");
    let mut start = read.session;
    while start.undo().is_some() {}
    assert!(start.position().ends_with(" O"));
    let read = line("(;GM[Othello]B[d3]W[c3];)", "reversi").unwrap();
    assert_eq!((read.game.as_str(), written(&read).as_str()), ("reversi", "d3 c3"));
    let why = |record: &str, game: &str| line(record, game).err().unwrap().detail.message;
    assert!(why("(;GM[2];B[dc];W[aa])", "reversi").starts_with("move 2, a1: "));
    assert!(why("(;GM[Othello]B[d3]W[a1];)", "reversi").starts_with("move 2, a1: "));
    assert_eq!(why("(;GM[2];B[zz])", "reversi"), "before move 1: B[zz]: expected a move on a board of 8");
    assert_eq!(why("(;GM[2];B[dc];W[zz])", "reversi"), "after move 1: W[zz]: expected a move on a board of 8");
    let middle = "after move 2: stones set up in the middle of the game";
    assert_eq!(why("(;SZ[9];B[cc];W[dd];AE[cc];B[ee])", "go9"), middle);
    assert_eq!(why("(;SZ[9];B[cc])", "go13"), "the record has a board of 9, and go13 has 13");
    assert!(main_line(b"d3c3", "reversi").unwrap().is_none());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn no_record_panics(
        record in "\\PC*|[XO./* -]*|\\(;[GMSZABW\\[\\]a-j();1-9 ]*|\\(;GM\\[Othello\\]([BW]\\[[a-h][1-8]\\])*;\\)|([a-h][1-8] ?)*",
        game in prop::option::of(prop::sample::select(vec!["nip", "reversi4", "go9", "yonin", "nip("])),
    ) {
        if let Ok(read) = text(&record, game) {
            prop_assert!(export::write(&read.room, "sgf").is_ok() && export::write(&read.room, "ggf").is_ok());
        }
    }

    /// Whatever was read, what is written of it says all that was understood.
    #[test]
    fn what_was_written_once_is_written_again(
        record in "\\(;(SZ\\[5\\]|GM\\[2\\]SZ\\[8\\]RU\\[yonin\\]|GM\\[2\\]SZ\\[6\\])(KM\\[[0-9.]{1,4}\\])?(RU\\[(jap|Tromp|Chinese)\\])?\
                   (;?(AB|AW|AE|TR|LB|C|N|XX)\\[[a-e]{2}\\]|PL\\[[BW]\\]){0,3}\
                   (;(B|W)\\[([a-e]{2})?\\](C\\[a\\\\\\]\\]|TR\\[aa\\])?){0,12}(\\(;B\\[ab\\]\\)\\(;W\\[ba\\]TR\\[aa\\]\\))?\\)",
    ) {
        if let Ok(read) = text(&record, None) {
            let once = export::write(&read.room, "sgf").unwrap();
            let again = text(&once, None).map_err(|refusal| TestCaseError::fail(format!("{once}: {refusal:?}")))?;
            prop_assert!(again.warnings.is_empty(), "{}: {:?}", once, again.warnings);
            prop_assert_eq!(export::write(&again.room, "sgf").unwrap(), once);
            prop_assert_eq!(position_of(&again.room), position_of(&read.room));
        }
    }
}
