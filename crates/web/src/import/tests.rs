//! Records of every format, right and wrong.

use super::*;
use crate::export;
use proptest::prelude::*;

fn text(text: &str, game: Option<&str>) -> Result<Read, Refusal> {
    read(&ImportRequest { text: Some(text.to_owned()), base64: None, game: game.map(str::to_owned) })
}

fn check(record: &str, game: Option<&str>, format: &str, name: &str, steps: &str) {
    let read = text(record, game).unwrap();
    assert_eq!((read.format, read.room.game_name()), (format, name), "{record}");
    assert_eq!(read.room.tree().steps(read.room.line_end()).join(" "), steps, "{record}");
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
    assert_eq!(read.room.tree().len(), 2);
    assert!(read.warnings[0].starts_with("move 2, a1: "), "{:?}", read.warnings);
    assert!(text("(;GM[1]SZ[9])", Some("reversi")).is_err());
    assert_eq!(read_nothing().reason, Reason::Bad);
}

fn read_nothing() -> Refusal {
    read(&ImportRequest::default()).err().unwrap()
}

#[test]
fn large_records_are_refused() {
    assert_eq!(text(&"x".repeat(RECORD_MAX + 1), None).err().unwrap().reason, Reason::TooLarge);
}

#[test]
fn set_up_stones_and_other_character_sets_are_read() {
    let read = text("(;GM[1]SZ[9]AB[cc][gg];W[ee])", None).unwrap();
    assert_eq!((read.room.view().last.as_ref().unwrap().step.as_str(), read.room.view().mover), ("e5", 0));
    // A comment in Shift_JIS: the two bytes of the first letter of Japan.
    let bytes = [b"(;GM[2]CA[Shift_JIS]C[".as_slice(), &[0x93, 0xfa], b"];B[dc])"].concat();
    let letters: Vec<String> = bytes.chunks(3).map(encode).collect();
    let request = ImportRequest { base64: Some(letters.concat()), ..ImportRequest::default() };
    let read = super::read(&request).unwrap();
    assert_eq!(read.room.tree().get(0).unwrap().comment, "日");
}

/// Three bytes as four letters.
fn encode(chunk: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits = chunk.iter().chain([0, 0].iter()).take(3).fold(0u32, |bits, byte| bits << 8 | u32::from(*byte));
    (0..=chunk.len()).map(|at| char::from(LETTERS[(bits >> (18 - 6 * at) & 63) as usize])).collect()
}

#[test]
fn what_is_written_is_read_back() {
    for (game, moves) in [("reversi", "d3c3c4"), ("nip", "d3"), ("go9(komi=6.5)", "e5 c5 pass"), ("nip24", "")] {
        let mut room = text(moves, Some(game)).unwrap().room;
        room.comment(0, "a ] and a \\ and 円").unwrap();
        room.goto(0).unwrap();
        let other = room.view().legal.last().unwrap().step.clone();
        room.play(&other).unwrap();
        let written = export::write(&room, "sgf").unwrap();
        let again = text(&written, None).unwrap();
        assert_eq!((again.warnings.len(), again.room.game_name()), (0, game));
        let nodes = |room: &Room| -> Vec<(Option<u32>, Option<String>, String)> {
            let entries = room.tree().iter();
            let mut all: Vec<_> = entries.map(|(_, e)| (e.parent, e.step.clone(), e.comment.clone())).collect();
            all.sort();
            all
        };
        assert_eq!(nodes(&again.room), nodes(&room), "{written}");
        let moves = export::write(&room, "moves").unwrap();
        assert_eq!(text(&moves, Some(game)).unwrap().room.position(), room.position());
    }
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
}
