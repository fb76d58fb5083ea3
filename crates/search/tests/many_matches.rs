//! How the searches for many seats fare against each other in Yonin. Run by hand:
//! `cargo test --release -p enban-search --test many_matches -- --ignored --nocapture`.

use enban_game::machine::Level;
use enban_game::{Game, MoveSet, Rng, Seat, Step, Trail, Turn, Watch};
use enban_reversi::kernel::Portable;
use enban_reversi::{Yonin, YoninOptions};
use enban_search::{BestReply, CountSeats, Desk, Goal, Limits, ManyParams, MaxN, Mcts, MctsParams, Paranoid, Player};

/// Makes a player for a seed.
type Maker<'m, G> = (&'m str, &'m (dyn Fn(u64) -> Box<dyn Player<G>> + Sync));

/// The share of the first place that one player among three of another makes of a game.
fn share_of_one<G: Game>(game: &G, one: &Maker<'_, G>, three: &Maker<'_, G>, number: u64) -> f64 {
    let odd = (number % 4) as usize;
    let maker = |seat: usize| if seat == odd { one } else { three };
    let mut players: Vec<Box<dyn Player<G>>> = (0..4).map(|seat| maker(seat).1(4 * number + seat as u64)).collect();
    let mut trail = Trail::new(game.clone());
    let mut rng = Rng::stream(7, number / 4);
    let watch = Watch::default();
    loop {
        let step = match trail.turn() {
            Turn::Over => break,
            Turn::Pass => Step::Pass,
            Turn::Moves(moves) if trail.steps().len() < 8 => Step::Play(moves.nth(rng.below(moves.len()))),
            Turn::Moves(_) => Step::Play(players[trail.mover().index()].think(&trail, &Desk::quiet(&watch)).choice),
        };
        trail.try_step(step).expect("a legal step");
    }
    let scores = game.scores(trail.state());
    let best = scores.as_slice().iter().max().copied().unwrap_or_default();
    let firsts = scores.as_slice().iter().filter(|&&points| points == best).count();
    if scores.of(Seat(odd as u8)) == best { 1.0 / firsts as f64 } else { 0.0 }
}

fn contest<G: Game>(game: &G, one: &Maker<'_, G>, three: &Maker<'_, G>) {
    const GAMES: u64 = 200;
    let play = |half: u64| (half..GAMES).step_by(2).map(|number| share_of_one(game, one, three, number)).sum::<f64>();
    let won: f64 = std::thread::scope(|scope| {
        let halves = [0, 1].map(|half| scope.spawn(move || play(half)));
        halves.into_iter().map(|half| half.join().expect("no panic")).sum()
    });
    let share = won / GAMES as f64;
    println!(
        "{} among three {}: {share:.3} +- {:.3} of {GAMES} (0.25 is even)",
        one.0,
        three.0,
        (share * (1.0 - share) / GAMES as f64).sqrt()
    );
}

fn matches_on<G: Game + 'static>(game: &G, skip: fn(&G, &mut G::State)) {
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    let with = |goal| ManyParams { limits, goal, memory_mb: 1 };
    let tree = MctsParams {
        limits: Limits { nodes: Some(1_000), ..Limits::default() },
        memory_mb: 8,
        ..MctsParams::default()
    };
    let rng = |seed| Rng::stream(3, seed);
    for goal in [Goal::OwnScore, Goal::Rank, Goal::LeadOverBest] {
        println!("{goal:?}");
        let maxn: Maker<'_, G> = ("maxn", &|seed| Box::new(MaxN::new(with(goal), CountSeats, rng(seed))));
        let paranoid: Maker<'_, G> = ("paranoid", &|seed| Box::new(Paranoid::new(with(goal), CountSeats, rng(seed))));
        let reply: Maker<'_, G> =
            ("best reply", &|seed| Box::new(BestReply::new(with(goal), CountSeats, skip, rng(seed))));
        let tree: Maker<'_, G> = ("tree 1000", &|seed| Box::new(Mcts::new(tree, rng(seed))));
        for (one, three) in [(&maxn, &paranoid), (&paranoid, &maxn), (&reply, &maxn), (&reply, &paranoid)] {
            contest(game, one, three);
        }
        contest(game, &tree, &maxn);
        contest(game, &maxn, &tree);
    }
}

#[test]
#[ignore = "a measurement"]
fn matches() {
    let options = YoninOptions::default();
    let name = "yonin".to_owned();
    match Level::detect() {
        Level::Portable => {
            matches_on(&Yonin::new(Portable::<u64>::new(), name, options), |game, state| game.pass(state))
        }
        Level::V3(kernel) => matches_on(&Yonin::new(kernel, name, options), |game, state| game.pass(state)),
        Level::V4(kernel) => matches_on(&Yonin::new(kernel, name, options), |game, state| game.pass(state)),
    }
}
