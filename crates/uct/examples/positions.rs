//! Searches the positions of `fights.txt`, whose best moves are known, with a few seeds each, and counts how often they
//! are found.
//!
//! `positions [nodes=2000] [seeds=8]` and the parameters `two`, `rave`, `explore` and `prior`, by their values. The
//! positions are ones in which an older state of the engine erred: good for comparing, not for praising.

use enban_game::{Notation, Rng, Trail, Watch};
use enban_go::{Go, Rules};
use enban_search::{Desk, Limits, Player, Stopwatch, TimeBy};
use enban_uct::{Uct, UctParams};

const FIGHTS: &str = include_str!("fights.txt");

fn main() {
    let (mut nodes, mut seeds, mut params) = (2000, 8, UctParams::default());
    for word in std::env::args().skip(1) {
        let (name, value) = word.split_once('=').expect("arguments are NAME=VALUE");
        let number: f64 = value.parse().expect("a number");
        match name {
            "nodes" => nodes = number as u64,
            "seeds" => seeds = number as u64,
            "two" => params.playout.two_liberties = number as u32,
            "rave" => params.rave_equivalence = number as f32,
            "explore" => params.exploration = number as f32,
            "prior" => params.prior_weight = number as f32,
            _ => panic!("no parameter {name}"),
        }
    }
    params.limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (mut found, mut asked, stopwatch) = (0, 0, Stopwatch::start(TimeBy::Processor));
    for line in FIGHTS.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let (name, best) = (words.next().expect("a name"), words.next().expect("a best move"));
        let mut trail = Trail::new(Go::<2>::new(9, Rules::default()).expect("a board that exists"));
        words.for_each(|text| trail.play_text(text).expect("a legal game"));
        let choice = |seed: u64| {
            let thought = Uct::<2>::new(params, Rng::new(seed)).think(&trail, &Desk::quiet(&Watch::default()));
            trail.game().write_move(thought.choice)
        };
        let here = (0..seeds).filter(|&seed| choice(seed) == best).count() as u64;
        println!("{name} {best} {here} of {seeds}");
        (found, asked) = (found + here, asked + seeds);
    }
    println!("found {found} of {asked} in {:.1} s", stopwatch.elapsed().as_secs_f64());
}
