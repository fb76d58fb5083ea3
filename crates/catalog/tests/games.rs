//! Every game by its name: perft tables, random-play figures, names and their mistakes.
#![allow(clippy::unwrap_used)]

use enban_catalog::{OverlayKind, entries, open, open_at};
use enban_game::machine::{Level, V3, V4};
use enban_game::{Points, Seat, Watch};

fn levels() -> Vec<Level> {
    let fast = [V3::detect().map(Level::V3), V4::detect().map(Level::V4)];
    [Some(Level::Portable)].into_iter().chain(fast).flatten().collect()
}

/// Holds every level of kernels against the table, as far as `leaves_max` leaves.
fn check_perft(table: &str, leaves_max: u64) -> usize {
    let mut checked = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (name, counts) = line.split_once(' ').unwrap();
        let counts: Vec<u64> = counts.split(' ').map(|count| count.parse().unwrap()).collect();
        for level in levels() {
            let session = open_at(name, level).unwrap().begin();
            for (depth, &leaves) in (1..).zip(&counts).take_while(|(_, leaves)| **leaves <= leaves_max) {
                let count = session.perft(depth, 2, &Watch::default()).unwrap();
                assert_eq!(count.leaves, leaves, "{name} depth {depth} {}", level.name());
                checked += 1;
            }
        }
    }
    checked
}

#[test]
fn perft_agrees_with_the_published_tables() {
    let checked = check_perft(include_str!("perft.txt"), 1_000_000);
    assert!(checked >= 6 * 8 * levels().len());
}

#[test]
#[ignore = "counts half a milliard leaves; run by `cargo xtask slow`"]
fn perft_agrees_to_the_last_published_depth() {
    check_perft(include_str!("perft.txt"), u64::MAX);
}

/// A share of games and the share expected, no further apart than four standard errors.
fn near(share: f64, expected: f64, games: f64, what: &str) {
    let error = (expected * (1.0 - expected) / games).sqrt();
    assert!((share - expected).abs() < 4.0 * error + 0.00005, "{what}: {share:.5}, expected {expected}");
}

fn check_random(name: &str, games: u64, shares: [f64; 3], choices: Option<f64>) {
    let session = open(name).unwrap().begin();
    let totals = session.random_games(games, 1, 2, &Watch::default());
    let share = |count: u64| count as f64 / games as f64;
    near(share(totals.wins[0]), shares[0], games as f64, name);
    near(share(totals.wins[1]), shares[1], games as f64, name);
    near(share(totals.draws), shares[2], games as f64, name);
    if let Some(expected) = choices {
        assert!((totals.mean_choices() - expected).abs() < 0.01, "{name}: {}", totals.mean_choices());
    }
    assert_eq!(totals.unfinished, 0);
}

#[test]
fn random_play_has_the_published_percentages() {
    check_random("reversi", 200_000, [0.4542, 0.5040, 0.0418], Some(8.54));
    check_random("reversi6", 200_000, [0.4356, 0.5078, 0.0566], None);
    check_random("nip", 200_000, [0.3468, 0.6427, 0.0105], Some(7.258));
    check_random("nip(lap=off)", 200_000, [0.4108, 0.5774, 0.0118], None);
}

#[test]
fn random_play_of_four_has_the_published_means() {
    let session = open("yonin").unwrap().begin();
    let totals = session.random_games(400_000, 1, 2, &Watch::default());
    let scores = [7.477, 7.584, 7.485, 7.700];
    let ranks = [2.526, 2.496, 2.521, 2.457];
    for seat in 0..4 {
        let (score, rank) = (totals.mean_score(Seat(seat)), totals.mean_rank(Seat(seat)));
        assert!((score - scores[usize::from(seat)]).abs() < 0.03, "seat {seat}: {score}");
        assert!((rank - ranks[usize::from(seat)]).abs() < 0.01, "seat {seat}: {rank}");
    }
    near(totals.draws as f64 / 400_000.0, 0.114, 400_000.0 / 2.0, "shared first");
    assert!((totals.mean_choices() - 6.24).abs() < 0.01, "{}", totals.mean_choices());
}

/// The random series is the same for every kernel and number of threads.
#[test]
fn random_games_do_not_depend_on_the_machine() {
    for name in ["reversi", "nip", "yonin", "nip60(lap=off)", "reversi6(anti=on)"] {
        let played: Vec<_> = levels()
            .into_iter()
            .flat_map(|level| [(level, 1), (level, 3)])
            .map(|(level, threads)| {
                let session = open_at(name, level).unwrap().begin();
                session.random_games(3_000, 9, threads, &Watch::default())
            })
            .collect();
        assert!(played.windows(2).all(|pair| pair[0] == pair[1]), "{name}");
    }
}

#[test]
fn every_listed_game_opens_by_its_id_and_plays() {
    let mut opened = 0;
    for entry in entries() {
        let game = open(entry.id).unwrap();
        assert_eq!((game.name(), game.seats()), (entry.id.to_owned(), entry.seats));
        let totals = game.begin().random_games(2, 1, 1, &Watch::default());
        assert_eq!(totals.games, 2);
        opened += 1;
    }
    assert!(opened >= 35, "five round boards, five of Reversi, Yonin, 24 of Go: {opened}");
}

#[test]
fn names_are_written_in_one_way() {
    let check = |given: &str, written: &str| assert_eq!(open(given).unwrap().name(), written);
    check(" nip ( lap = on ) ", "nip");
    check("nip24(lap=off)", "nip24(lap=off)");
    check("reversi(opening=free, dead=f6c3, anti=on)", "reversi(anti=on,dead=c3f6,opening=free)");
    check("reversi88(dead=none)", "reversi88");
    check("yonin(first=3,order=anticlockwise,start=turned)", "yonin(start=turned,order=anticlockwise,first=3)");
    check("go9(ko=positional,komi=6.5,rules=chinese)", "go9(komi=6.5,ko=positional)");
    check("go13(komi=6.5,rules=japanese)", "go13(rules=japanese)");
}

#[test]
fn mistakes_in_names_list_what_is_valid() {
    let check = |name: &str, message: &str| {
        let error = open(name).map(|game| game.name()).unwrap_err().to_string();
        assert_eq!(error, message);
    };
    let games =
        "nip, nip24, nip32, nip40, nip60, reversi, reversi4, reversi6, reversi10, reversi88, yonin, go2 to go25";
    check("chess", &format!("there is no game \"chess\"; the games are: {games}"));
    check("revers", &format!("there is no game \"revers\" (did you mean reversi?); the games are: {games}"));
    check("go26", &format!("there is no game \"go26\" (did you mean go2?); the games are: {games}"));
    check("nip(lop=on)", "the game nip has no option \"lop\" (did you mean lap?); its options are: lap=on|off");
    check("nip(lap=maybe)", "the game nip does not take lap=maybe; expected on or off");
    check("yonin(first=5)", "the game yonin does not take first=5; expected 1, 2, 3, 4");
    check("reversi(dead=z9)", "the game reversi does not take dead=z9; expected a square of the board, a1 to h8");
    check(
        "reversi(dead=d4)",
        "the game reversi does not take dead=d4; expected dead squares outside the four middle squares, where the game begins",
    );
    check("nip(lap=", "game \"nip(lap=\", character 9: the text ends, expected a value");
}

/// Black's ground on the left with one dead stone in it, White's on the right.
const SETTLED: &str = "....X.O.. .O..X.O.. ....X.O.. ....XO... ....XO... ....XO... ....X.O.. ....X.O.. ....X.O.. X";

#[test]
fn people_are_told_the_score_without_dead_stones() {
    let check = |rules: &str, shown: [f64; 2], counted: [f64; 2], dead: &[&str]| {
        let session = open(&format!("go9(rules={rules},komi=6.5)")).unwrap().session(Some(SETTLED), Some("pass pass"));
        let session = session.unwrap();
        let numbers = |points: &[Points]| points.iter().map(|points| points.as_f64()).collect::<Vec<_>>();
        let view = session.view();
        assert_eq!(numbers(&view.scores), shown, "{rules}");
        assert_eq!(view.winner, Some(Seat(u8::from(shown[1] > shown[0]))), "{rules}");
        assert_eq!(numbers(&session.standing().scores), counted, "{rules}: in a match");
        let words: Vec<String> = view.taken_off.iter().map(|&stone| session.game().write_move(stone)).collect();
        assert_eq!(words, dead, "{rules}");
    };
    // By area White has 9 + 21 points and the komi, and Black all the left; with the dead stone standing only his wall.
    check("chinese", [45.0, 36.5], [9.0, 37.5], &["b8"]);
    check("japanese", [37.0, 27.5], [37.0, 27.5], &["b8"]);
    check("tromp-taylor", [9.0, 37.5], [9.0, 37.5], &[]);
    let going_on = open("go9(rules=japanese)").unwrap().session(Some(SETTLED), Some("pass")).unwrap();
    assert!(going_on.view().taken_off.is_empty());
}

#[test]
fn overlays_tell_life_and_seki() {
    let overlay = |position: &str, kind: OverlayKind| {
        open("go9").unwrap().session(Some(position), None).unwrap().overlay(kind).expect("Go has it")
    };
    let three = "...XO.... XXXXO.... OOOOO.... ......... ......... ......... ......... ......... ......... X";
    let notes = overlay(three, OverlayKind::Strength).notes.join("\n");
    assert!(notes.contains("X d9: 5 stones, 3 liberties, eye space 3, certain eyes 0"), "{notes}");
    assert!(notes.contains("; unsettled: attacked it dies, defended it lives"), "{notes}");
    let seki = ".XXO.O.O. O.XOOOOOO OOXO.O.O. XXOOOOOOO XXXXXXXOO ......XO. ......XOO ......XO. ......XO. X";
    let cells = overlay(seki, OverlayKind::Status).cells;
    let marked: Vec<usize> = (0..81).filter(|&at| cells[at].letter == Some('=')).collect();
    assert_eq!(marked, [1, 2, 9, 11, 18, 19, 20]);
    assert!(cells.iter().all(|cell| !cell.removed));
}
