//! Whole conversations: commands (`golden/NAME.gtp`) and the expected responses (`golden/NAME.out`).
//!
//! `ENBAN_BLESS=1` rewrites the expected responses; review the diff before you keep it.
#![allow(clippy::unwrap_used)]

use std::io::{BufReader, Cursor, Write};
use std::path::Path;

use enban_gtp::{Options, serve};

fn options(game: &str, player: Option<&str>) -> Options {
    let (game, player) = (game.to_owned(), player.map(str::to_owned));
    Options { game, player, seed: 1, never_resigns: false, ponders: false, version: None }
}

/// The responses to a conversation, without what differs from run to run; `$GOLDEN` stands for the folder of the
/// conversations.
fn answers(game: &str, player: Option<&str>, input: &str) -> String {
    without_thoughts(&whole_answers(game, player, input))
}

fn whole_answers(game: &str, player: Option<&str>, input: &str) -> String {
    let options = options(game, player);
    let input = input.replace("$GOLDEN", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden"));
    let mut output = Vec::new();
    serve(&options, Cursor::new(input), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

/// The analysis before a stop differs from run to run: keeps only that there was one.
fn without_thoughts(output: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for line in output.lines() {
        let line = match (line.starts_with("info move "), line.contains(" ownership ")) {
            (true, true) => "info ... ownership ...",
            (true, false) => "info ...",
            _ => line,
        };
        if !(line.starts_with("info ...") && kept.last() == Some(&line)) {
            kept.push(line);
        }
    }
    kept.join("\n") + "\n"
}

fn check(name: &str, game: &str, player: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let input = std::fs::read_to_string(folder.join(format!("{name}.gtp"))).unwrap();
    let found = answers(game, Some(player), &input);
    let path = folder.join(format!("{name}.out"));
    if std::env::var_os("ENBAN_BLESS").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    for (number, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "{name}.out, line {}", number + 1);
    }
    assert_eq!(found.len(), expected.len(), "{name}.out is as long as the answers");
}

#[test]
fn administration() {
    check("administration", "go9", "random");
}

#[test]
fn lines() {
    check("lines", "go9", "random");
}

#[test]
fn setup() {
    check("setup", "go9", "random");
}

#[test]
fn play() {
    check("play", "go5", "random");
}

#[test]
fn own_records() {
    check("own-records", "go9", "random");
}

#[test]
fn seki() {
    check("seki", "go9", "random");
}

#[test]
fn moves_of_the_engine() {
    check("genmove", "go5", "mcts(playouts=50)");
}

#[test]
fn time() {
    check("time", "go5", "mcts(playouts=50)");
}

#[test]
fn handicap() {
    check("handicap", "go19", "random");
}

#[test]
fn score() {
    check("score", "go9", "random");
}

#[test]
fn rules() {
    check("rules", "go9", "random");
}

#[test]
fn records() {
    check("records", "go19", "random");
}

#[test]
fn komi() {
    check("komi", "go9", "random");
}

#[test]
fn points_for_handicap_stones() {
    check("bonus", "go9", "random");
}

#[test]
fn rules_of_records() {
    check("rules-of-records", "go9", "random");
}

#[test]
fn analysis() {
    check("analysis", "go5", "mcts(playouts=3000)");
}

#[test]
fn gogui() {
    check("gogui", "go5", "mcts(playouts=50)");
}

#[test]
fn nip() {
    check("nip", "nip", "alphabeta(depth=2)");
}

#[test]
fn passes_of_reversi() {
    check("reversi", "reversi4", "alphabeta(depth=2)");
}

#[test]
fn a_front_end_is_told_the_version_that_it_asks_for() {
    let told = |version: Option<&str>| {
        let version = version.map(str::to_owned);
        let options = Options { version, ..options("go9", Some("random")) };
        let mut output = Vec::new();
        serve(&options, Cursor::new("version\n"), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    };
    assert_eq!(told(None), format!("= {}\n\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(told(Some("0.17")), "= 0.17\n\n");
}

#[test]
fn games_are_known_to_front_ends_by_their_names() {
    let asked = |game: &str| answers(game, Some("random"), "list_games\nset_game go\nset_game Othello\nset_game nip\n");
    let refused = "? unsupported game\n\n";
    assert_eq!(asked("go9"), format!("= Go\n\n= \n\n{refused}{refused}"));
    assert_eq!(asked("reversi"), format!("= Othello\n\n{refused}= \n\n{refused}"));
    assert_eq!(asked("nip"), format!("= nip\n\n{refused}{refused}= \n\n"));
}

/// The moves of the engine after these commands, by each command that makes one.
fn moves_after(game: &str, before: &str) -> Vec<String> {
    let ask = |command: &str| {
        let output = answers(game, Some("uct(playouts=300)"), &format!("{before}\n{command} w\n"));
        let last = output.split_whitespace().next_back().unwrap_or_default();
        last.to_owned()
    };
    ["genmove", "reg_genmove", "lz-genmove_analyze", "kata-genmove_analyze"].map(ask).to_vec()
}

#[test]
fn a_pass_does_not_throw_away_a_game_that_people_count_otherwise() {
    // As the board stands White wins, because b4 keeps the left from Black. Whoever asks for the dead stones after two passes
    // is told that it is dead, and Black has won.
    let moves = "b c1 w d1 b c2 w d2 b c3 w d3 b c4 w d4 b c5 w d5 b pass w b4 b pass";
    for word in moves_after("go5(komi=0.5)", &format!("gogui-play_sequence {moves}")) {
        assert_ne!(word, "pass");
    }
}

#[test]
fn a_side_that_moves_twice_was_not_offered_the_end_of_the_game() {
    // White would win by komi if Black had passed in between.
    for game in ["go9", "go9(rules=tromp-taylor)"] {
        for word in moves_after(game, "gogui-play_sequence b e5 w c3") {
            assert_ne!(word, "pass", "{game}");
        }
    }
}

#[test]
fn a_pass_is_answered_where_there_is_no_hope() {
    // The stone on a4 makes White win as the board stands. It is dead, and nothing can be done about it.
    let stones = "b b6 b d6 w e6 b a5 b b5 b c5 b d5 w e5 w f5 w a4 b b4 b d4 w e4 b b3 b c3 b d3 w e3 w f3 b a2 b b2 b d2 \
                  w e2 b b1 b d1 w e1";
    let before = format!("gogui-setup {stones}\nplay b pass");
    for word in moves_after("go6(komi=10.5)", &before) {
        assert_eq!(word, "pass");
    }
}

#[test]
fn a_player_keeps_its_tree_when_its_opponent_plays_as_expected() {
    const PLAYOUTS: u32 = 2000;
    let ask = |input: &str| {
        let output = whole_answers("go5", Some(&format!("mcts(playouts={PLAYOUTS})")), input);
        output.lines().rfind(|line| line.starts_with("info move ")).unwrap().to_owned()
    };
    let visits = |line: &str| -> u32 {
        let counts = line.split(" visits ").skip(1).filter_map(|rest| rest.split(' ').next());
        counts.map(|count| count.parse::<u32>().unwrap()).sum()
    };
    let first = "time_left b 300000 0\nkata-genmove_analyze b\n";
    let line = ask(first);
    assert!((1..=PLAYOUTS).contains(&visits(&line)), "{line}");
    let expected: Vec<&str> = line.split(" pv ").nth(1).unwrap().split(' ').take(2).collect();
    let kept = ask(&format!("{first}play w {}\ntime_left b 250000 0\nkata-genmove_analyze b\n", expected[1]));
    assert!(visits(&kept) > PLAYOUTS, "{kept}");
    let forgotten = ask(&format!("gogui-play_sequence b {} w {}\nkata-genmove_analyze b\n", expected[0], expected[1]));
    assert!((1..=PLAYOUTS).contains(&visits(&forgotten)), "{forgotten}");
}

/// The responses when every move comes from an external engine that answers `genmove` so.
fn answers_through(genmove: &str, input: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("engine.sh");
    let lines = format!(
        "while read -r id name rest; do\ncase $name in\ngenmove) printf '{genmove}\\n\\n';;\n*) printf '=\\n\\n';;\nesac\ndone\n"
    );
    std::fs::write(&script, lines).unwrap();
    answers("go5", Some(&format!("gtp(cmd=\"sh {}\")", script.display())), input)
}

#[test]
fn an_external_engine_may_resign_or_fail() {
    let input = "1 genmove b\n2 enban-position\n3 undo\n";
    let unchanged = "=2 ...../...../...../...../..... X\n\n?3 cannot undo\n\n";
    assert_eq!(answers_through("= resign", input), format!("=1 resign\n\n{unchanged}"));
    let failed = answers_through("= z9", input);
    assert!(failed.starts_with("?1 ") && failed.contains("z9") && failed.ends_with(unchanged), "{failed}");
    let moved = answers_through("= C3", input);
    assert_eq!(moved, "=1 C3\n\n=2 ...../...../..X../...../..... O\n\n=3 \n\n");
}

#[test]
fn what_cannot_be_served_is_refused() {
    let refused = |game: &str, player: Option<&str>, words: &str| {
        let error = serve(&options(game, player), Cursor::new(""), Vec::new()).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    refused("yonin", None, "yonin has 4 seats");
    refused("go1", None, "there is no game \"go1\"");
    refused("go9", Some("nobody"), "player \"nobody\": go9 has no player \"nobody\"");
}

#[test]
fn an_engine_that_ponders_answers_the_next_line() {
    for (game, player) in [("nip", "alphabeta(depth=3)"), ("go5", "uct(playouts=50)"), ("go5", "random")] {
        let options = Options { ponders: true, ..options(game, Some(player)) };
        let (reader, mut writer) = std::io::pipe().unwrap();
        let writing = std::thread::spawn(move || {
            for line in ["genmove b", "time_left b 60 0", "genmove w", "undo", "undo", "genmove b"] {
                writeln!(writer, "{line}").unwrap();
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            // The input ends while it ponders.
        });
        let mut output = Vec::new();
        serve(&options, BufReader::new(reader), &mut output).unwrap();
        writing.join().unwrap();
        let output = String::from_utf8(output).unwrap();
        let answers: Vec<&str> = output.split_terminator("\n\n").collect();
        assert_eq!(answers.len(), 6, "{game} {player}: {output}");
        assert!(answers.iter().all(|answer| answer.starts_with('=')), "{game} {player}: {output}");
    }
}

#[test]
fn a_remark_interrupts_the_search_for_a_move() {
    let (reader, mut writer) = std::io::pipe().unwrap();
    let (answer_reader, answer_writer) = std::io::pipe().unwrap();
    let serving = std::thread::spawn(move || {
        serve(&options("go9", Some("uct(time=3600)")), BufReader::new(reader), answer_writer).unwrap();
    });
    for round in 0..3 {
        writeln!(writer, "{round} genmove b").unwrap();
        std::thread::sleep(std::time::Duration::from_millis(50));
        writeln!(writer, "# interrupt").unwrap();
    }
    writeln!(writer, "quit").unwrap();
    let output = std::io::read_to_string(answer_reader).unwrap();
    serving.join().unwrap();
    let answers: Vec<&str> = output.split_terminator("\n\n").collect();
    assert_eq!(answers.len(), 4, "{output}");
    assert!(
        answers[..3].iter().enumerate().all(|(round, answer)| answer.starts_with(&format!("={round} "))),
        "{output}"
    );
}

#[test]
fn input_without_end_is_refused() {
    let long = "x".repeat(3 << 20);
    let output = answers("go5", Some("random"), &format!("1 name\n2 play b {long}\n3 name\n"));
    assert_eq!(output, "=1 Enban\n\n? a line is longer than 1048576 bytes\n\n=3 Enban\n\n");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.sgf");
    std::fs::File::create(&path).unwrap().set_len(17 << 20).unwrap();
    let output =
        answers("go5", Some("random"), &format!("1 loadsgf {}\n2 loadsgf /dev/zero\n3 loadsgf none\n", path.display()));
    let large = "cannot load file: larger than 16 MB";
    assert_eq!(output, format!("?1 {large}\n\n?2 {large}\n\n?3 cannot load file\n\n"));
}

#[test]
fn processor_time_is_told() {
    let output = answers("go5", Some("random"), "cputime\n");
    let seconds: f64 = output.trim().trim_start_matches("= ").parse().unwrap();
    assert!(seconds > 0.0, "{output}");
}

#[test]
fn the_strongest_player_is_chosen() {
    let player = |game: &str| answers(game, None, "enban-player\n");
    assert!(player("nip").starts_with("= alphabeta(time=1"), "{}", player("nip"));
    assert!(player("go9").starts_with("= uct(time=1"), "{}", player("go9"));
}

#[test]
fn no_line_stops_the_engine() {
    let words = [
        "play",
        "b",
        "w",
        "d4",
        "pass",
        "genmove",
        "-1",
        "99999999999",
        "komi",
        "undo",
        "gogui-setup",
        "e",
        "boardsize",
        "5",
        "loadsgf",
        "kata-set-rules",
        "{",
        "円",
        "\u{0}",
        "final_score",
        "fixed_handicap",
        "#",
        "\t",
    ];
    let mut state = 1u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for game in ["go5", "nip24"] {
        let line = |next: &mut dyn FnMut(usize) -> usize| {
            (0..next(5)).map(|_| words[next(words.len())]).collect::<Vec<_>>().join(" ")
        };
        let input: String = (0..300).map(|_| line(&mut next) + "\n").collect::<String>() + "7 name\n";
        assert!(answers(game, Some("random"), &input).ends_with("=7 Enban\n\n"), "{game}");
    }
}
