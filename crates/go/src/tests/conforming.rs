//! The suite of the contract, and counts of leaves.

use enban_game::machine::{Level, V3, V4};
use enban_game::perft::perft_parallel;
use enban_game::playout::random_games;
use enban_game::{Trail, Watch, conformance, perft};

use super::game;
use crate::twin::Twin;

fn check<const W: usize>(name: &str, games: u64) {
    let game = game::<W>(name);
    conformance::check(&game, games);
    conformance::check_symmetry(&game, games);
    conformance::check_zero_sum(&game, games);
}

#[test]
fn small_boards_keep_the_contract() {
    for options in ["rules=tromp-taylor", "suicide=on,ko=situational"] {
        check::<2>(&format!("go2({options})"), 20);
        check::<2>(&format!("go3({options})"), 10);
    }
    check::<2>("go5", 5);
    check::<2>("go5(rules=tromp-taylor)", 3);
    check::<2>("go5(suicide=on)", 3);
    check::<2>("go9", 1);
    check::<2>("go9(rules=japanese)", 1);
}

/// With simple ko the smallest boards go round for ever. On large boards whole games take the suite
/// minutes, as it takes every move back by replaying the game. Both are seen as far as `steps`.
fn check_beginning<const W: usize>(name: &str, games: u64, steps: u32) {
    let game = game::<W>(name);
    conformance::check_beginning(&game, games, steps);
    let game = game.with_move_limit(steps / 4);
    conformance::check_symmetry(&game, games);
    conformance::check_zero_sum(&game, games);
}

#[test]
fn long_games_keep_the_contract() {
    for options in ["komi=0", "rules=japanese"] {
        check_beginning::<2>(&format!("go2({options})"), 20, 36);
        check_beginning::<2>(&format!("go3({options})"), 10, 56);
    }
    check_beginning::<3>("go13", 1, 80);
    check_beginning::<6>("go19(rules=japanese)", 1, 40);
    check_beginning::<10>("go25", 1, 20);
}

/// Random games are the same whatever instructions they are compiled for.
fn check_levels<const W: usize>(name: &str, games: u64) {
    let play = |level| {
        let trail = Trail::new(game::<W>(name).with_level(level));
        random_games(&trail, games, 0x60, 1, &Watch::default())
    };
    let plain = play(Level::Portable);
    for level in V3::detect().map(Level::V3).into_iter().chain(V4::detect().map(Level::V4)) {
        assert_eq!(play(level), plain, "{name} {}", level.name());
    }
    assert_eq!(plain.unfinished, 0, "{name}: no random game is cut off");
}

#[test]
fn games_do_not_depend_on_the_machine() {
    check_levels::<2>("go9", 1_000);
    check_levels::<2>("go5(suicide=on)", 1_000);
    check_levels::<6>("go19(rules=japanese)", 50);
}

/// Leaves at each depth from 1, by the fast rules and by the twin.
fn check_leaves(name: &str, leaves: &[u64]) {
    let trail = Trail::new(game::<2>(name));
    let twin = Twin::new(trail.game().board().size(), trail.game().rules().suicide());
    for (depth, &expected) in (1..).zip(leaves) {
        assert_eq!(perft(trail.game(), trail.state(), depth), expected, "{name} depth {depth}");
        assert_eq!(twin.perft(depth), expected, "the twin of {name} depth {depth}");
    }
}

#[test]
fn leaves_are_those_of_the_twin() {
    check_leaves("go2", &[5, 21, 69, 161, 337, 673, 1329, 2929]);
    check_leaves("go2(suicide=on)", &[5, 21, 69, 161, 337, 673, 1401, 3457]);
    check_leaves("go3", &[10, 91, 739, 5291, 33475, 180451]);
    check_leaves("go3(suicide=on)", &[10, 91, 739, 5291, 33475, 181507]);
    check_leaves("go5", &[26, 651, 15651]);
}

/// Leaves of the tree under superko, where the twin remembers whole boards.
fn check_superko_leaves(name: &str, depth: u32) {
    let trail = Trail::new(game::<2>(name));
    let rules = trail.game().rules();
    let twin = Twin::new(trail.game().board().size(), rules.suicide());
    let (leaves, _) = perft_parallel(&trail, depth, 1, &Watch::default()).expect("nobody stops it");
    let past = &mut vec![twin.situation(rules.ko())];
    assert_eq!(leaves, twin.perft_remembering(depth, rules.ko(), past), "{name} depth {depth}");
    assert_ne!(leaves, twin.perft(depth), "{name}: nothing repeats at depth {depth}");
}

#[test]
fn superko_leaves_are_those_of_the_twin() {
    check_superko_leaves("go2(ko=positional)", 12);
    check_superko_leaves("go2(ko=situational)", 12);
    check_superko_leaves("go2(rules=tromp-taylor)", 12);
    check_superko_leaves("go2(rules=tromp-taylor,ko=situational)", 12);
}
