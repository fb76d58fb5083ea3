//! External engines that hang, crash, lie and resign: the match goes on, and each game is a loss with its
//! reason.
#![cfg(unix)]

use crate::support::{Laboratory, list};

/// An engine that answers everything with success and every question for a move with some lines of shell.
fn engine(genmove: &str) -> String {
    format!(
        r#"while read -r id command rest; do
    case "$command" in
        genmove) {genmove} ;;
        quit) printf '=%s\n\n' "$id"; exit 0 ;;
        *) printf '=%s\n\n' "$id" ;;
    esac
done
"#
    )
}

/// What the engine does, what it is asked with, and the reason that is told.
const BAD: &[(&str, &str, &str)] = &[
    ("sleep 100", ",grace=0.3", "no answer within 300 ms"),
    ("exit 3", "", "it ended (exit status: 3)"),
    (r#"printf '=%s z9\n\n' "$id""#, "", "answered \"z9\", expected a point from a1 to e5 or pass"),
    (r#"printf '?%s I would rather not\n\n' "$id""#, "", "I would rather not"),
    (r#"printf '=%s resign\n\n' "$id""#, "", "resigned"),
];

#[test]
fn an_engine_that_fails_loses_and_the_match_goes_on() {
    for (genmove, options, reason) in BAD {
        let laboratory = Laboratory::with("engine.sh", &engine(genmove));
        let player = format!("gtp(cmd=\"sh engine.sh\"{options})");
        let value = laboratory.json(&["match", "go5", &player, "random", "--games", "4", "--store", "kept.db"]);
        assert_eq!((value["games"].as_u64(), value["losses"].as_u64()), (Some(4), Some(4)), "{genmove}: {value}");
        let failures = value["failures"].as_object().unwrap();
        assert_eq!(failures.values().map(|count| count.as_u64().unwrap()).sum::<u64>(), 4, "{value}");
        assert!(failures.keys().all(|told| told.contains(reason)), "{genmove}: {failures:?}");
        for game in laboratory.games("kept.db") {
            let seat = list(&game["players"]).iter().position(|player| player == "random").unwrap() + 1;
            let result = game["result"].as_str().unwrap();
            assert!(result.starts_with(&format!("seat {seat} won (")) && result.contains(reason), "{result}");
        }
        let text = laboratory.done(&["match", "go5", &player, "random", "--games", "2"]);
        let how = if *reason == "resigned" { "resignation" } else { "failure" };
        assert!(text.contains(&format!("Lost by {how}, once: ")) && text.contains(reason), "{text}");
    }
}

/// Records of other programs tell resignations, time and failures apart.
#[test]
fn exports_tell_how_a_game_was_lost() {
    for ((genmove, options, _), margin) in BAD.iter().zip(["T", "F", "F", "F", "R"]) {
        let laboratory = Laboratory::with("engine.sh", &engine(genmove));
        let player = format!("gtp(cmd=\"sh engine.sh\"{options})");
        laboratory.done(&["match", "go5", &player, "random", "--games", "2", "--store", "kept.db"]);
        let record = laboratory.done(&["export", "--store", "kept.db", "--format", "sgf"]);
        assert!(record.contains(&format!("RE[W+{margin}")) && record.contains(&format!("RE[B+{margin}")), "{record}");
    }
}

#[test]
fn an_engine_that_plays_by_the_rules_ends_its_games() {
    let laboratory = Laboratory::with("engine.sh", &engine(r#"printf '=%s pass\n\n' "$id""#));
    let value = laboratory.json(&["match", "go5", "gtp(cmd=\"sh engine.sh\")", "random", "--games", "4"]);
    assert_eq!((value["games"].as_u64(), value["failures"].as_object().unwrap().len()), (Some(4), 0), "{value}");
}

#[test]
fn an_engine_that_cannot_be_started_loses_its_games() {
    let laboratory = Laboratory::new();
    let value = laboratory.json(&["match", "go5", "random", "gtp(cmd=\"/nonexistent/engine\")", "--games", "4"]);
    assert_eq!((value["wins"].as_u64(), value["failures"].as_object().unwrap().len()), (Some(4), 2));
    assert!(value["failures"].to_string().contains("/nonexistent/engine"), "{value}");
    laboratory.refused(&["match", "go5", "random", "gtp", "--games", "4"], &["gtp", "cmd="]);
}

#[test]
fn check_engine_tells_what_an_engine_gets_wrong() {
    let laboratory = Laboratory::with("engine.sh", &engine("exit 3"));
    let check = ["check-engine", "sh engine.sh", "--game", "go5"];
    let output = laboratory.output(&check);
    crate::support::failed(&check, &output, &["\"sh engine.sh\" gets", "things wrong"]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("error: game: sent \"genmove B\", received \"it ended (exit status: 3)\""), "{told}");
    let output = laboratory.output(&["check-engine", "/nonexistent/engine", "--game", "go5", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((value["errors"].as_u64(), value["findings"][0]["severity"].as_str()), (Some(1), Some("error")));
    laboratory.refused(&["check-engine", "true", "--game", "go99"], &["go99"]);
    laboratory.refused(&["check-engine", "true", "--game", "yonin"], &["yonin has 4 seats, and GTP has two colours"]);
}
