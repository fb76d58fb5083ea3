//! Reading and writing SGF: records as they should be, as they are, and as nobody would make them.

use encoding_rs::{EUC_JP, Encoding, GBK, ISO_2022_JP, SHIFT_JIS, UTF_16LE};
use proptest::prelude::*;

use super::*;

/// The shape of a collection: trees and variations in parentheses, nodes as semicolons with their properties.
fn outline(collection: &Collection) -> String {
    collection.write().replace('\n', "")
}

fn faults(reading: &Reading<Collection>) -> String {
    let lines: Vec<String> = reading.warnings.iter().map(Warning::to_string).collect();
    lines.join("; ")
}

/// What a text is read as, and what is said about it.
fn check(text: &str, expected: &str, warnings: &str) {
    let reading = read(text.as_bytes()).unwrap();
    assert_eq!(outline(&reading.content), expected, "{text}");
    assert_eq!(faults(&reading), warnings, "{text}");
    check_round_trip(&reading.content);
}

fn check_round_trip(collection: &Collection) {
    let again = read(collection.write().as_bytes()).unwrap();
    assert_eq!(again.content, *collection);
    assert_eq!(again.warnings, []);
}

#[test]
fn good_records_are_read_without_a_word() {
    let good = |text: &str| check(text, text, "");
    good("(;)");
    good("(;FF[4]GM[1]SZ[19];B[pd];W[dp])");
    good("(;GM[1](;B[aa](;W[bb])(;W[cc];B[dd]))(;B[ee]))");
    good("(;GM[1])(;GM[2])");
    good(r"(;C[a\]b\\c\:d]LB[aa:1][bb:2]XYZ[what \[ever])");
    good("(;AB[aa]AB[bb]C[twice])");
    good("(;KO[]B[])");
    check("(;B[aa](;W[bb](;B[cc])))", "(;B[aa];W[bb];B[cc])", "");
    check(" \n( ;\tGM [1]\n[2] ; B\r\n[aa] ) ", "(;GM[1][2];B[aa])", "");
}

#[test]
fn old_names_lose_their_small_letters() {
    check("(;GaMe[1]CoPyright[x];Black[aa];White[bb])", "(;GM[1]CP[x];B[aa];W[bb])", "");
    check("(;b[aa])", "(;B[aa])", r#"line 1, column 3: the name "b" was read as "B""#);
    check("(;x1Y[aa])", "(;X1Y[aa])", r#"line 1, column 3: the name "x1Y" was read as "X1Y""#);
    check("(;KGSDE[aa]X1[b])", "(;KGSDE[aa]X1[b])", "");
}

#[test]
fn mistakes_are_passed_over_and_told() {
    check("From: me (hi) [x]\n\n(;GM[1])", "(;GM[1])", "");
    check("(;GM[1]) and so on (;GM[2])\u{1a}", "(;GM[1])(;GM[2])", r#"line 1, column 9: "and so on" was left out"#);
    check("(;GM[1]))", "(;GM[1])", r#"line 1, column 9: ")" was left out"#);
    check("(;GM[1];B[aa]", "(;GM[1];B[aa])", "line 1, column 14: missing closing parentheses: 1");
    check(
        "(;A[1](;B[aa](;W[b",
        "(;A[1];B[aa];W[b])",
        concat!(
            "line 1, column 17: the value that begins here is not closed; ",
            "line 1, column 19: missing closing parentheses: 3"
        ),
    );
    check(
        "(;C[x\\",
        "(;C[x])",
        concat!(
            "line 1, column 4: the value that begins here is not closed; ",
            "line 1, column 7: missing closing parentheses: 1"
        ),
    );
    check("(GM[2];SZ[8])", "(;GM[2];SZ[8])", "line 1, column 2: a node begins without ;");
    check(
        "(;A[](B[aa])(W[bb]))",
        "(;A[](;B[aa])(;W[bb]))",
        "line 1, column 7: a node begins without ;; line 1, column 14: a node begins without ;",
    );
    check(
        "(;A[]\n(;B[aa]);W[bb]C[x])",
        "(;A[](;B[aa])(;W[bb]C[x]))",
        "line 2, column 9: the line goes on after its variations",
    );
    check("(;A[](;B[aa])C[x])", "(;A[]C[x];B[aa])", "line 1, column 14: the line goes on after its variations");
    check("(;A[]())", "(;A[])", "line 1, column 7: a variation without a node");
    check("(;[x]A[y])", "(;A[y])", "line 1, column 3: a value without a name was left out");
    check("(;KO B[aa])", "(;B[aa])", r#"line 1, column 3: "KO" has no value and was left out"#);
    check(
        "(;GM[1]円, 7;B[aa])",
        "(;GM[1];B[aa])",
        r#"line 1, column 8: "円," was left out; line 1, column 11: "7" was left out"#,
    );
    check(
        "(;C[a]b])",
        "(;C[a])",
        r#"line 1, column 7: "b" has no value and was left out; line 1, column 8: "]" was left out"#,
    );
    check("((;A[1])(;B[aa]))", "(;A[1])(;B[aa])", "");
}

#[test]
fn a_text_without_a_game_is_an_error() {
    let check = |text: &str, place: &str| {
        let message = read(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(message, format!("{place}: the text ends, expected a game tree, which begins with (;"));
    };
    check("", "line 1, column 1");
    check("hello\nworld", "line 2, column 6");
    check("((((", "line 1, column 5");
    check("(hi) (see [1]) )(", "line 1, column 18");
    check(";B[aa]", "line 1, column 7");
}

#[test]
fn limits_hold() {
    let limits = Limits { bytes_max: 20, items_max: 5 };
    let check = |text: &str, expected: Option<&str>| {
        let error = read_with(text.as_bytes(), &limits).err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), expected);
    };
    check("(;A[1];A[2];)", None);
    check("(;A[1]\n;A[2];;)", Some("line 2, column 7: more than 5 nodes and values, the most that is read"));
    check("(;A[1][2][3]\n[4][5])", Some("line 2, column 4: more than 5 nodes and values, the most that is read"));
    check("(;A[1]\n             )", Some("line 2, column 14: the text goes on past 20 bytes, the most that is read"));
}

#[test]
fn depth_costs_nothing_but_memory() {
    const DEPTH: usize = 1_000_000;
    let nested = format!("{}{}", "(;".repeat(DEPTH), ")".repeat(DEPTH));
    let reading = read(nested.as_bytes()).unwrap();
    assert_eq!(reading.warnings, []);
    let tree = &reading.content.trees[0];
    assert_eq!(tree.main_line().count(), DEPTH);
    assert_eq!(tree.walk().count(), DEPTH);
    let copy = reading.content.clone();
    assert!(copy == reading.content);
    assert_eq!(reading.content.write().matches(';').count(), DEPTH);

    // Branching at every level, so that the written text nests as deep.
    let branching = format!("(;{}{}", "(;)(;".repeat(DEPTH / 2), ")".repeat(DEPTH / 2 + 1));
    let reading = read(branching.as_bytes()).unwrap();
    let again = read(reading.content.write().as_bytes()).unwrap();
    assert!(again.content == reading.content && again.warnings.is_empty());

    let open = read("(;".repeat(DEPTH).as_bytes()).unwrap();
    assert_eq!(faults(&open), format!("line 1, column {}: missing closing parentheses: {DEPTH}", 2 * DEPTH + 1));
    assert!(read("(".repeat(DEPTH).as_bytes()).is_err());
}

#[test]
fn character_sets_are_honoured() {
    let check = |label: Option<&str>, encoding: &'static Encoding, charset: &str| {
        let declared = label.map_or(String::new(), |label| format!("CA[{label}]"));
        let text = format!("(;FF[4]GN[表と裏]{declared}PB[本因坊];C[予\\]定])");
        let (bytes, _, unmapped) = encoding.encode(&text);
        assert!(!unmapped);
        let reading = read(&bytes).unwrap();
        assert_eq!((reading.charset, &*faults(&reading)), (charset, ""));
        let tree = &reading.content.trees[0];
        let root = tree.node(tree.root());
        assert_eq!(root.simple_text("GN").as_deref(), Some("表と裏"));
        assert_eq!(root.simple_text("PB").as_deref(), Some("本因坊"));
        assert_eq!(root.simple_text("CA").as_deref(), Some("UTF-8"));
        assert_eq!(tree.node(root.children()[0]).text("C").as_deref(), Some("予]定"));
        check_round_trip(&reading.content);
    };
    check(Some("UTF-8"), UTF_8, "UTF-8");
    check(None, UTF_8, "UTF-8");
    check(Some("Shift_JIS"), SHIFT_JIS, "Shift_JIS");
    check(Some("sjis"), SHIFT_JIS, "Shift_JIS");
    check(None, SHIFT_JIS, "Shift_JIS");
    check(Some("EUC-JP"), EUC_JP, "EUC-JP");
    check(Some("GB2312"), GBK, "GBK");
    check(Some("ISO-2022-JP"), ISO_2022_JP, "ISO-2022-JP");
}

#[test]
fn marks_latin_and_wrong_labels() {
    let check = |bytes: &[u8], name: &str, charset: &str, warnings: &str| {
        let reading = read(bytes).unwrap();
        let tree = &reading.content.trees[0];
        assert_eq!(tree.node(tree.root()).simple_text("PB").as_deref(), Some(name));
        assert_eq!((reading.charset, &*faults(&reading)), (charset, warnings));
        check_round_trip(&reading.content);
    };
    check(b"(;CA[ISO-8859-1]PB[M\xFCller])", "Müller", "ISO-8859-1", "");
    check(b"(;PB[Andr\xE9])", "André", "ISO-8859-1", "");
    check("\u{feff}(;PB[円])".as_bytes(), "円", "UTF-8", "");
    let wide: Vec<u8> = "\u{feff}(;PB[円])".encode_utf16().flat_map(u16::to_le_bytes).collect();
    check(&wide, "円", UTF_16LE.name(), "");
    let unknown = r#"line 1, column 1: the character set "none" is unknown, UTF-8 was taken"#;
    check("(;CA[none]PB[円])".as_bytes(), "円", "UTF-8", unknown);
    check(b"(;CA[UTF-8]PB[x\xFF])", "x\u{fffd}", "UTF-8", "line 1, column 16: bytes that are no UTF-8 were replaced");
    // A label in a comment is no label.
    check("(;C[CA[Shift_JIS]PB[円])".as_bytes(), "円", "UTF-8", "");
    check(b"(;CA[Shift_JIS]PB[x])", "x", "UTF-8", "");
}

#[test]
fn the_record_of_an_othello_program_is_read() {
    let text = "(;GM[2]PC[Edax]SZ[8]AB[d5][e4]AW[d4][e5]PL[B]\nRE[B+2]\nB[d3];W[c3];B[PA];)";
    let reading = read(text.as_bytes()).unwrap();
    let tree = &reading.content.trees[0];
    let facts = Information::of(tree);
    assert_eq!((facts.game, facts.size), (Some(GAME_OTHELLO), BoardSize::new(8, 8)));
    let size = facts.size.unwrap();
    let moves: Vec<Move> =
        tree.main_line().flat_map(|id| tree.node(id).moves(size).unwrap()).map(|(_, played)| played).collect();
    assert_eq!(moves, [Move::At(Point::new(3, 2)), Move::At(Point::new(2, 2)), Move::Pass]);
    assert_eq!(tree.node(tree.root()).setup(size).unwrap().black, [Point::new(3, 4), Point::new(4, 3)]);
}

#[test]
fn new_trees_say_what_they_are() {
    let mut tree = Tree::for_game(GAME_GO);
    let child = tree.add_child(tree.root());
    tree.node_mut(child).set("C", "円盤");
    assert_eq!(outline(&Collection { trees: vec![tree] }), "(;FF[4]CA[UTF-8]GM[1];C[円盤])");
    let mut silent = Tree::new();
    let root = silent.root();
    silent.node_mut(root).set("FF", "4");
    silent.node_mut(root).set("PB", "円");
    assert_eq!(outline(&Collection { trees: vec![silent] }), "(;FF[4]CA[UTF-8]PB[円])");
}

/// A tree whose n-th node follows one of those before it, with some properties.
fn trees() -> impl Strategy<Value = Tree> {
    let raw = r"([a-z:\[円 \n\r\t\x1b$B]|\\\\|\\\]|\\:|\\\n|CA\[Shift_JIS|CA\[utf-8){0,8}";
    let name = prop_oneof!["[A-Z][A-Z0-9]{0,3}", Just("CA".to_owned()), Just("B".to_owned())];
    let property = (name, prop::collection::vec(raw, 1..3));
    let node = (any::<prop::sample::Index>(), prop::collection::vec(property, 0..4));
    prop::collection::vec(node, 1..12).prop_map(|nodes| {
        let mut tree = Tree::new();
        let mut ids = vec![tree.root()];
        for (number, (parent, properties)) in nodes.into_iter().enumerate() {
            let id = match number {
                0 => tree.root(),
                _ => tree.add_child(ids[parent.index(ids.len())]),
            };
            ids.push(id);
            for (name, raws) in properties {
                let mut values = raws.iter().map(|raw| Value::from_raw(raw).unwrap());
                let mut property = Property::new(&name, values.next().unwrap());
                values.for_each(|value| property.push(value));
                tree.node_mut(id).push(property);
            }
        }
        tree
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(mut trees in prop::collection::vec(trees(), 1..4)) {
        let written = Collection { trees: trees.clone() }.write();
        prop_assert_eq!(read(written.as_bytes()).unwrap().content.write(), written);
        for tree in &mut trees {
            let root = tree.root();
            tree.node_mut(root).set("CA", "UTF-8");
        }
        let collection = Collection { trees };
        let again = read(collection.write().as_bytes()).unwrap();
        prop_assert_eq!(&again.content, &collection);
        prop_assert_eq!(again.warnings, []);
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut bytes = bytes;
        check_any(&bytes);
        bytes.splice(0..0, *b"(;");
        check_any(&bytes);
    }

    #[test]
    fn no_near_record_panics(text in r"(\(;|[();\[\]\\: \n円]|[A-Z]{1,2}\[|CA\[(utf-8|sjis|x)\]|[a-z]){0,40}") {
        check_any(text.as_bytes());
        check_any(&SHIFT_JIS.encode(&text).0);
    }

    #[test]
    fn no_damaged_record_panics(
        places in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        end in any::<prop::sample::Index>(),
    ) {
        let text = r"(;FF[4]CA[Shift_JIS]GN[表\\]SZ[9:7](;B[aa]LB[aa:1]C[a\]b](;W[bb])(;W[]))(;B[ee]))(;GaMe[2])";
        let mut bytes = SHIFT_JIS.encode(text).0.into_owned();
        for (place, byte) in places {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        check_any(&bytes);
        check_any(&bytes[..end.index(bytes.len())]);
    }
}

/// Whatever is read is written and read back, and its meanings can be asked for.
fn check_any(bytes: &[u8]) {
    let Ok(reading) = read(bytes) else { return };
    check_round_trip(&reading.content);
    for tree in &reading.content.trees {
        let size = Information::of(tree).size.unwrap_or(BoardSize::new(19, 19).unwrap());
        for node in tree.walk().map(|id| tree.node(id)) {
            let _ = (node.moves(size), node.setup(size), node.labels(size), node.point_pairs("AR", size));
        }
    }
}
