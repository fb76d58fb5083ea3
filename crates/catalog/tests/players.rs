//! Players by name: every one that a game lists can be made, plays whole games, and repeats with its seed.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use enban_catalog::{Expression, SolveRequest, open};
use enban_game::{Seat, Step, Turn, Watch};
use enban_search::Desk;
use enban_search::exact::Settings;

/// Small limits, so that whole games take no time.
fn quick(name: &str) -> String {
    match name {
        "montecarlo" => "montecarlo(playouts=3)".to_owned(),
        "mcts" => "mcts(playouts=20,memory=1)".to_owned(),
        "uct" => "uct(playouts=20,memory=1)".to_owned(),
        "candidates-mc" => "candidates-mc(playouts=2)".to_owned(),
        "alphabeta" => "alphabeta(depth=2,exact=4,memory=1)".to_owned(),
        "maxn" | "paranoid" | "bestreply" => format!("{name}(depth=2,memory=1)"),
        "self" | "right" | "opposite" | "left" | "normal" => format!("{name}(lookahead=1)"),
        other => other.to_owned(),
    }
}

/// The steps of a game between these players; seats beyond them play at random.
fn play(game: &str, players: &[&str], seed: u64) -> Vec<Step> {
    let mut session = open(game).unwrap().begin();
    for seat in 0..session.game().seats() {
        let name = players.get(seat).copied().unwrap_or("random");
        session.seat_player(Seat(seat as u8), &Expression::parse(name).unwrap(), seed).unwrap();
    }
    while session.think(&Desk::quiet(&Watch::default())).unwrap().is_some() {}
    assert_eq!(session.turn(), Turn::Over, "{game} {players:?}");
    session.steps().to_vec()
}

#[test]
fn every_listed_player_plays_to_the_end_and_repeats() {
    let mut played = 0;
    for game in ["nip", "nip24(lap=off)", "reversi", "reversi6(anti=on)", "reversi88", "yonin", "go5"] {
        for name in open(game).unwrap().player_names() {
            // An engine of others is not at hand here; it has tests of its own.
            if name == "gtp" {
                continue;
            }
            let player = quick(name);
            assert_eq!(play(game, &[&player], 7), play(game, &[&player], 7), "{game} {player}");
            played += 1;
        }
    }
    assert!(played > 30, "{played}");
}

#[test]
fn tree_search_judges_leaves_by_what_was_learned_unless_told_otherwise() {
    let with = |eval: &str| play("yonin", &[&format!("mcts(playouts=60,memory=1{eval})")], 3);
    assert_eq!(with(""), with(",eval=learned"));
    assert_ne!(with(""), with(",eval=random"));
    // Threads share a tree, and the turn may go the other way round.
    for game in ["yonin", "yonin(order=anticlockwise,first=3)"] {
        play(game, &["mcts(playouts=60,memory=1,threads=2)", "mcts(playouts=60,memory=1)"], 3);
    }
}

fn refused(game: &str, player: &str, message: &str) {
    let mut session = open(game).unwrap().begin();
    let error = session.seat_player(Seat(0), &Expression::parse(player).unwrap(), 1).unwrap_err();
    assert_eq!(error.to_string(), message);
}

#[test]
fn mistakes_in_players_list_what_is_valid() {
    refused(
        "nip",
        "alfabeta",
        "nip has no player \"alfabeta\" (did you mean alphabeta?); its players are: random, montecarlo, alphabeta, mcts, gtp, map",
    );
    refused(
        "go9",
        "weights",
        "go9 has no player \"weights\"; its players are: random, montecarlo, mcts, uct, territory, candidates-mc, gtp",
    );
    refused(
        "nip",
        "map(tabel=ring20)",
        "the player map has no option \"tabel\" (did you mean table?); its options are: table=ring20|ring100, values=V/V/..., choices=first|second|third|none, lookahead=0..12, search=described|printed|negamax, seed=N",
    );
    refused(
        "nip",
        "alphabeta(depth=0)",
        "the player alphabeta does not take depth=0; expected a whole number from 1 to 60",
    );
    refused(
        "nip",
        "alphabeta(eval=weights)",
        "the player alphabeta does not take eval=weights; expected learned, mobility+stability, map, count",
    );
    // Weights are learned for one set of rules; with others there are none.
    refused(
        "nip(lap=off)",
        "alphabeta(eval=learned)",
        "the player alphabeta does not take eval=learned; expected mobility+stability, map, count",
    );
    refused("nip", "mcts(time=soon)", "the player mcts does not take time=soon; expected a number from 0.001 to 86400");
    refused("yonin", "mcts(eval=count)", "the player mcts does not take eval=count; expected learned, random");
    refused("yonin", "maxn(goal=all)", "the player maxn does not take goal=all; expected score, rank, lead");
    refused("yonin", "maxn(eval=map)", "the player maxn does not take eval=map; expected learned, count");
    refused(
        "go9",
        "mcts(exact=5)",
        "the player mcts has no option \"exact\"; its options are: playouts=N, time=SECONDS, clock=wall|processor, exploration=0..10, threads=1..64, memory=1..65536, seed=N",
    );
    refused("go9", "montecarlo(from=16)", "the player montecarlo does not take from=16; expected all");
    refused(
        "nip",
        "montecarlo(from=none)",
        "the player montecarlo does not take from=none; expected a whole number from 0 to 1000, or all",
    );
    refused("nip", "gtp", "the player gtp needs cmd=\"COMMAND\", the command line that starts it");
    refused("reversi", "weights(bp=101)", "the player weights does not take bp=101; expected a number from 0 to 100");
    refused("reversi", "weights(noise=some)", "the player weights does not take noise=some; expected on or off");
}

#[test]
fn games_without_a_solver_say_so_and_others_solve() {
    let request = |all_moves| SolveRequest { settings: Settings::default(), megabytes: Some(4), all_moves };
    let solve = |game: &str| open(game).unwrap().begin().solve(&request(true), &Watch::default());
    assert!(solve("go9").is_none() && solve("yonin").is_none());
    let small = solve("go3(komi=0)").unwrap();
    assert_eq!((small.low, small.high), (9, 9), "the centre owns the whole board");
    let solved = solve("reversi4").unwrap();
    assert_eq!((solved.low, solved.high), (-10, -10));
    // By symmetry all four first moves are alike.
    assert_eq!(solved.moves.iter().map(|(_, low, high)| (*low, *high)).collect::<Vec<_>>(), [(-10, -10); 4]);
}

/// How long a player that thinks goes on after it was told to stop; the shortest of a few times, so that a busy machine
/// does not count.
fn answers_a_stop_after(game: &str, player: &str) -> Duration {
    let stopped_once = || {
        let mut session = open(game).unwrap().begin();
        for seat in 0..session.game().seats() {
            session.seat_player(Seat(seat as u8), &Expression::parse(player).unwrap(), 1).unwrap();
        }
        let watch = Watch::default();
        std::thread::scope(|scope| {
            let thinking = scope.spawn(|| session.think(&Desk::quiet(&watch)));
            std::thread::sleep(Duration::from_millis(60));
            assert!(!thinking.is_finished(), "{game} {player}: has nothing to stop");
            let told = Instant::now();
            watch.stop();
            thinking.join().unwrap().unwrap();
            told.elapsed()
        })
    };
    (0..5).map(|_| stopped_once()).min().unwrap()
}

/// Only players that would go on for long by themselves: the studies' searches of a fixed depth may end before they are
/// stopped, and have a test of their own.
#[test]
fn a_stop_is_answered_at_once() {
    for (game, player) in [
        ("nip", "montecarlo(playouts=10000000,from=all)"),
        ("nip", "montecarlo(time=60,from=all,threads=2)"),
        ("nip", "alphabeta(time=60,exact=0)"),
        ("nip", "alphabeta(depth=40,exact=0,threads=2)"),
        ("nip", "alphabeta(time=60,exact=52,threads=2)"),
        ("nip", "mcts(time=60)"),
        ("nip", "mcts(time=60,threads=2)"),
        ("reversi10", "alphabeta(time=60)"),
        ("yonin", "maxn(time=60)"),
        ("yonin", "paranoid(nodes=1000000000)"),
        ("yonin", "bestreply(depth=60)"),
        ("yonin", "mcts(time=60)"),
        ("go19", "candidates-mc(playouts=100000)"),
        ("go19", "montecarlo(time=60)"),
        ("go19", "mcts(time=60)"),
        ("go19", "uct(time=60,threads=2)"),
    ] {
        let taken = answers_a_stop_after(game, player);
        assert!(taken < Duration::from_millis(20), "{game} {player}: {taken:?}");
    }
}

#[test]
fn values_play_as_the_table_they_spell_out() {
    let check = |game: &str, plain: &str, spelled: &str| {
        for seed in 0..20 {
            for seats in [[plain, "random"], ["random", plain]] {
                let other = seats.map(|player| if player == plain { spelled } else { player });
                assert_eq!(play(game, &seats, seed), play(game, &other, seed), "{spelled} {seed}");
            }
        }
    };
    check("nip", "map", "map(values=20/20/20/-5/-5/-2/3/0)");
    check("nip", "map(search=printed)", "map(values=\"20/20/20/-5/-5/-2/3/0\",search=printed)");
    check("nip", "map(search=negamax,lookahead=3)", "map(values=20/20/20/-5.0/-5/-2/3/0,search=negamax,lookahead=3)");
    check(
        "nip",
        "map(table=ring100,choices=third,lookahead=3)",
        "map(values=100/100/100/-20/-20/-20/50/0,choices=third,lookahead=3)",
    );
    check("reversi", "weights", "weights(values=45/-11/4/-1/-16/-1/-3/2/-1/0)");
    check("reversi", "weights(bp=2,cn=1)", "weights(bp=2,cn=1,values=45/-11/4/-1/-16/-1/-3/2/-1/0)");
}

#[test]
fn other_values_play_otherwise() {
    let other = "map(values=-20/20/20/-5/-5/-2/3/0.5)";
    assert!((0..5).any(|seed| play("nip", &["map", "random"], seed) != play("nip", &[other, "random"], seed)));
}

#[test]
fn wrong_values_say_what_was_expected() {
    refused(
        "nip",
        "map(values=20/-5)",
        "the player map does not take values=20/-5; expected 8 numbers from -1000 to 1000 for c1/d1/b2/c2/d2/c3/d3/d4, found 2",
    );
    refused(
        "reversi",
        "weights(values=1/2/3/4/five/6/7/8/9/10)",
        "the player weights does not take values=1/2/3/4/five/6/7/8/9/10; expected 10 numbers from -1000 to 1000 for a1/b1/c1/d1/b2/c2/d2/c3/d3/d4, found \"five\"",
    );
    refused(
        "nip",
        "map(table=ring20,values=1/2/3/4/5/6/7/8)",
        "the player map takes either table or values; leave one out",
    );
}
