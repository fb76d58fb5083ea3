//! Reading and writing GGF.

use proptest::prelude::*;

use super::*;
use crate::Warning;

const START: &str = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

fn one(text: &str) -> (GgfGame, String) {
    let mut reading = read(text.as_bytes()).unwrap();
    assert_eq!(reading.content.len(), 1, "{text}");
    let warnings: Vec<String> = reading.warnings.iter().map(Warning::to_string).collect();
    (reading.content.remove(0), warnings.join("; "))
}

#[test]
fn a_game_of_the_server_is_read_and_written_as_it_was() {
    let text = format!(
        "(;GM[Othello]PC[GGS/os]DT[2011.03.05_20:01:44.MST]PB[hikari]PW[kage]RB[1812.25]RW[1790.50]\
         TI[05:00//02:00]TY[8]RE[-40.000:r]{START}B[d3//0.01]W[c5/-6.40/0.10]B[E6/2.50]W[pass];)"
    );
    let (game, warnings) = one(&text);
    assert_eq!(warnings, "");
    assert_eq!(game.to_string(), text);
    assert_eq!((&*game.game, game.black_rating), ("Othello", Some(1812.25)));
    assert_eq!(game.result, Some(GgfResult { score: -40.0, ending: Some(GgfEnding::Resigned) }));
    let board = game.board.as_ref().unwrap();
    assert_eq!((board.size(), board.to_move(), board.cells()[27]), (8, Colour::Black, GgfCell::White));
    let figures: Vec<_> = game.moves.iter().map(|played| (played.evaluation, played.seconds)).collect();
    assert_eq!(figures, [(None, Some(0.01)), (Some(-6.4), Some(0.1)), (Some(2.5), None), (None, None)]);
    let squares: Vec<_> = game.moves.iter().map(GgfMove::column_and_row).collect();
    assert_eq!(squares, [Some((3, 2)), Some((2, 4)), Some((4, 5)), None]);
    assert_eq!(game.moves.iter().filter(|played| played.is_pass()).count(), 1);
}

#[test]
fn games_are_found_in_a_file() {
    let text = "2 (;GM[a]B[d3];)(;GM[b];)\n\nmail (of x)\n( ; GM [c] \n B[d3] ; )(;GM[d]B[d3])";
    let reading = read(text.as_bytes()).unwrap();
    assert_eq!(reading.warnings, []);
    let names: String = reading.content.iter().map(|game| game.game.as_str()).collect();
    assert_eq!(names, "abcd");
    assert_eq!(read(write(&reading.content).as_bytes()).unwrap(), reading);
}

#[test]
fn boards_are_read_in_several_spellings() {
    let check = |text: &str, expected: Option<&str>| {
        let (game, warnings) = one(&format!("(;GM[x]BO[{text}];)"));
        assert_eq!(game.board.map(|board| board.to_string()).as_deref(), expected, "{text}");
        assert_eq!(warnings.is_empty(), expected.is_some(), "{text}");
        assert_eq!(game.others.len(), usize::from(expected.is_none()));
    };
    check("2 *O -- O", Some("2 *O -- O"));
    check(" 2\n*O\n--\n*\n", Some("2 *O -- *"));
    check("2 XO.. O", Some("2 *O -- O"));
    for bad in ["", "2", "2 *O -- -", "2 *O -- *O *", "2 *O - *", "2 *? -- *", "0 *", "999999999 *", "x *O -- *"] {
        check(bad, None);
    }
}

#[test]
fn what_is_not_understood_is_kept_and_told() {
    let check = |properties: &str, others: &[(&str, &str)], expected: &str| {
        let (game, warnings) = one(&format!("(;GM[x]{properties};)"));
        let found: Vec<_> = game.others.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!((&*found, &*warnings), (others, expected));
        assert_eq!(one(&game.to_string()).0, game);
    };
    check("ID[7]KB[d3/1.5]", &[("ID", "7"), ("KB", "d3/1.5")], "");
    check("RE[?]", &[("RE", "?")], "");
    check("RB[good]", &[("RB", "good")], "line 1, column 8: RB[good] was not understood, expected a number");
    let twice = "expected each property once";
    check(
        "BO[1 - *]BO[1 * O]",
        &[("BO", "1 * O")],
        &format!("line 1, column 17: BO[1 * O] was not understood, {twice}"),
    );
    check("PB[a]PB[b]", &[("PB", "b")], "line 1, column 13: PB[b] was not understood, expected each property once");
    let expected = "expected a move, and perhaps an evaluation and a time after slashes";
    check("B[d3/x]", &[("B", "d3/x")], &format!("line 1, column 8: B[d3/x] was not understood, {expected}"));
    check(
        "B[d3/1/2/3]",
        &[("B", "d3/1/2/3")],
        &format!("line 1, column 8: B[d3/1/2/3] was not understood, {expected}"),
    );
    check(
        "PB?]",
        &[],
        concat!(
            r#"line 1, column 8: "PB" has no value and was left out; "#,
            r#"line 1, column 10: "?" was left out; line 1, column 11: "]" was left out"#
        ),
    );
}

#[test]
fn unfinished_games_are_read() {
    let check = |text: &str, games: usize, expected: &str| {
        let reading = read(text.as_bytes()).unwrap();
        let warnings: Vec<String> = reading.warnings.iter().map(Warning::to_string).collect();
        assert_eq!((reading.content.len(), &*warnings.join("; ")), (games, expected));
    };
    check("(;GM[x]", 1, "line 1, column 8: missing closing parentheses: 1");
    check("(;GM[x](;GM[y];)", 2, "line 1, column 8: missing closing parentheses: 1");
    check(
        "(;GM[x",
        1,
        concat!(
            "line 1, column 5: the value that begins here is not closed; ",
            "line 1, column 7: missing closing parentheses: 1"
        ),
    );
    let message = read(b"no (game)").unwrap_err().to_string();
    assert_eq!(message, "line 1, column 10: the text ends, expected a game, which begins with (;");
    let limits = Limits { items_max: 2, ..Limits::default() };
    let message = read_with(b"(;A[]B[]\nC[];)", &limits).unwrap_err().to_string();
    assert_eq!(message, "line 2, column 1: more than 2 nodes and values, the most that is read");
}

#[test]
fn figures_are_read() {
    let check = |text: &str, evaluation: Option<f64>, seconds: Option<f64>| {
        let (game, _) = one(&format!("(;W[{text}];)"));
        let played = &game.moves[0];
        assert_eq!((played.colour, played.evaluation, played.seconds), (Colour::White, evaluation, seconds), "{text}");
    };
    check("d3/+2", Some(2.0), None);
    check("d3/-2.25/1:02.5", Some(-2.25), Some(62.5));
    check("d3/ / 3 ", None, Some(3.0));
    check("d3//", None, None);
    for (text, score, ending) in [
        ("+12.000", 12.0, None),
        ("0", 0.0, None),
        ("-64.00:t", -64.0, Some(GgfEnding::TimedOut)),
        ("+2:s", 2.0, Some(GgfEnding::Agreed)),
    ] {
        assert_eq!(one(&format!("(;RE[{text}];)")).0.result, Some(GgfResult { score, ending }));
    }
    for bad in ["", "won", "+2:x", "2+2", "1.2.3", "--1", "inf"] {
        assert_eq!(one(&format!("(;RE[{bad}];)")).0.result, None, "{bad}");
    }
}

#[test]
fn brackets_and_slashes_do_not_break_what_is_written() {
    let mut game = GgfGame { black_name: Some("a]b".to_owned()), ..GgfGame::default() };
    game.moves.push(GgfMove::plain(Colour::Black, "d/3]"));
    let (again, warnings) = one(&game.to_string());
    assert_eq!((again.black_name.as_deref(), &*again.moves[0].text, &*warnings), (Some("a)b"), "d-3)", ""));
}

fn figure() -> impl Strategy<Value = Option<f64>> {
    let fine = any::<f64>().prop_filter("what can be written", |number| number.is_finite());
    prop::option::of(prop_oneof![(-64_00..64_00).prop_map(|hundredths| f64::from(hundredths) / 100.0), fine])
}

fn games() -> impl Strategy<Value = GgfGame> {
    let word = || prop::option::of("[^\\]]{0,6}");
    let names = (".{0,6}".prop_map(|text| text.replace(']', "")), word(), word(), word(), word());
    let played = (any::<bool>(), "[a-h][1-8]|PA|pass", figure(), figure());
    let other = ("[A-Z]{3,4}[0-9]?", "[^\\]]{0,6}");
    let cells = prop::collection::vec(0..3_usize, 16);
    let rest = (prop::option::of(cells), prop::collection::vec(played, 0..5), prop::collection::vec(other, 0..3));
    (names, (word(), figure(), figure(), figure()), rest).prop_map(|(names, facts, (cells, moves, others))| {
        let colour = |black: bool| if black { Colour::Black } else { Colour::White };
        let cell = |number: usize| [GgfCell::Empty, GgfCell::Black, GgfCell::White][number];
        let moves = moves.into_iter().map(|(black, text, evaluation, seconds)| {
            // A time below zero is not refused, so it is tried too.
            GgfMove { colour: colour(black), text, evaluation, seconds }
        });
        GgfGame {
            game: names.0,
            place: names.1,
            date: names.2,
            black_name: names.3,
            white_name: names.4,
            kind: facts.0,
            black_rating: facts.1,
            result: facts.2.map(|score| GgfResult { score, ending: Some(GgfEnding::Agreed) }),
            komi: facts.3,
            board: cells.and_then(|cells| GgfBoard::new(4, cells.into_iter().map(cell).collect(), colour(true))),
            moves: moves.collect(),
            others,
            ..GgfGame::default()
        }
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(games in prop::collection::vec(games(), 1..4)) {
        let again = read(write(&games).as_bytes()).unwrap();
        prop_assert_eq!(again.content, games);
        prop_assert_eq!(again.warnings, []);
    }

    #[test]
    fn no_text_panics(
        text in r"\(;(\(;|;\)|[;)\[\] \n円]|(B|W|BO|RE|GM|XX)\[|d3|/|2 \*O -- \*|-?[0-9.]{1,3}){0,30}",
        bytes in prop::collection::vec(any::<u8>(), 0..100),
    ) {
        for bytes in [text.into_bytes(), bytes] {
            if let Ok(reading) = read(&bytes) {
                let again = read(write(&reading.content).as_bytes()).unwrap();
                prop_assert_eq!(again.content, reading.content);
            }
        }
    }
}
