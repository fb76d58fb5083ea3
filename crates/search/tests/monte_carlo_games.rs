//! The Monte Carlo players on boards: they find what a slow reading finds, and play whole games by the rules.

use std::time::{Duration, Instant};

use enban_game::contract::SEATS_MAX;
use enban_game::{Game, Move, MoveSet, Notation, Rng, Seat, Step, Trail, Turn, Watch};
use enban_go::{Go, Rules};
use enban_reversi::family::{nip, on_open_board};
use enban_reversi::kernel::Portable;
use enban_reversi::{Open, Options, ReversiOn, Round, Shape, YoninOn, YoninOptions};
use enban_search::{Desk, Limits, Mcts, MctsParams, MonteCarlo, MonteCarloParams, Player, Thought, Value};

type Kernel = Portable<u64>;

fn reversi(side: usize) -> ReversiOn<Kernel, Open> {
    on_open_board(Kernel::new(), "reversi", Shape::square(side), Options::default()).expect("a board")
}

fn nip24() -> ReversiOn<Kernel, Round> {
    nip(Kernel::new(), "nip24", 24, true).expect("a board")
}

fn params(nodes: u64) -> MctsParams {
    MctsParams { limits: Limits { nodes: Some(nodes), ..Limits::default() }, memory_mb: 64, ..MctsParams::default() }
}

fn think<G: Game>(player: &mut dyn Player<G>, trail: &Trail<G>) -> Thought {
    player.think(trail, &Desk::quiet(&Watch::default()))
}

/// 1, 0 or -1 for the seat on turn under best play.
fn outcome<G: Game>(game: &G, state: &G::State) -> i32 {
    match game.turn(state) {
        Turn::Over => game.scores(state).margin(game.mover(state)).in_halves().signum(),
        Turn::Pass => {
            let mut after = state.clone();
            game.pass(&mut after);
            -outcome(game, &after)
        }
        Turn::Moves(moves) => {
            let mut best = -1;
            for choice in moves.iter() {
                best = best.max(-outcome_after(game, state, choice));
                if best == 1 {
                    break;
                }
            }
            best
        }
    }
}

fn outcome_after<G: Game>(game: &G, state: &G::State, choice: Move) -> i32 {
    let mut after = state.clone();
    game.play(&mut after, choice);
    outcome(game, &after)
}

/// Random games stopped at a choice with at most so many empty squares.
fn late_positions<G: Notation>(game: &G, empties: impl Fn(&G::State) -> u32, most: u32) -> Vec<Trail<G>> {
    let position = |seed| {
        let mut trail = Trail::new(game.clone());
        let mut rng = Rng::stream(21, seed);
        loop {
            let step = match trail.turn() {
                Turn::Over => return None,
                Turn::Pass => Step::Pass,
                Turn::Moves(moves) if empties(trail.state()) <= most && moves.len() > 1 => return Some(trail),
                Turn::Moves(moves) => Step::Play(moves.nth(rng.below(moves.len()))),
            };
            trail.try_step(step).expect("a legal step");
        }
    };
    (0..30).filter_map(position).collect()
}

/// The tree search proves the outcome and chooses a move that has it, with and without help at the leaves.
fn check_late<G: Notation + 'static>(game: &G, empties: fn(&G, &G::State) -> u32) {
    let positions = late_positions(game, |state| empties(game, state), 8);
    assert!(positions.len() > 15);
    let mut helped = 0;
    for trail in positions {
        let best = outcome(game, trail.state());
        let exact = move |game: &G, state: &G::State| {
            (empties(game, state) <= 4).then(|| {
                let mut shares = [0.0; SEATS_MAX];
                let share = f32::from(outcome(game, state) as i8 + 1) / 2.0;
                let mover = game.mover(state).index();
                (shares[mover], shares[1 - mover]) = (share, 1.0 - share);
                shares
            })
        };
        // Leaves that grow at once are proven soonest.
        let params = MctsParams { expand_after: 1, ..params(200_000) };
        let plain = think(&mut Mcts::new(params, Rng::new(1)), &trail);
        let knowing = think(&mut Mcts::new(params, Rng::new(1)).with_exact(Box::new(exact)), &trail);
        for thought in [&plain, &knowing] {
            // A sure draw is visited so often that the rest, though worse, may stay unproven.
            if best != 0 {
                assert!(thought.nodes < 200_000, "not proven: {}", game.write_position(trail.state()));
                assert_eq!(thought.candidates[0].value, Value::Chance(f64::from(best + 1) / 2.0));
            }
            assert_eq!(-outcome_after(game, trail.state(), thought.choice), best);
        }
        helped += i32::from(knowing.nodes < plain.nodes);
    }
    assert!(helped > 15, "what is known at the leaves saves simulations");
}

#[test]
fn late_positions_are_proven() {
    check_late(&reversi(6), |game, state| game.empties(state).len());
    check_late(&nip24(), |game, state| game.empties(state).len());
}

#[test]
fn four_by_four_is_lost_for_black() {
    let thought = think(&mut Mcts::new(params(1_000_000), Rng::new(1)), &Trail::new(reversi(4)));
    assert!(thought.nodes < 1_000_000, "not proven");
    assert_eq!(thought.candidates[0].value, Value::Chance(0.0));
}

/// The mean of +1, 0 and -1 for a seat over all random games from a position.
fn expectation<G: Game>(game: &G, state: &G::State, seat: Seat) -> f64 {
    match game.turn(state) {
        Turn::Over => f64::from(game.scores(state).margin(seat).in_halves().signum()),
        Turn::Pass => {
            let mut after = state.clone();
            game.pass(&mut after);
            expectation(game, &after, seat)
        }
        Turn::Moves(moves) => {
            moves.iter().map(|choice| expectation_after(game, state, choice, seat)).sum::<f64>()
                / f64::from(moves.len())
        }
    }
}

fn expectation_after<G: Game>(game: &G, state: &G::State, choice: Move, seat: Seat) -> f64 {
    let mut after = state.clone();
    game.play(&mut after, choice);
    expectation(game, &after, seat)
}

#[test]
fn sums_are_what_random_games_give_on_average() {
    fn check<G: Notation>(game: &G, empties: fn(&G, &G::State) -> u32) {
        for trail in late_positions(game, |state| empties(game, state), 6) {
            let params = MonteCarloParams { playouts: Some(4_000), ..Default::default() };
            let thought = think(&mut MonteCarlo::new(params, Rng::new(1)), &trail);
            let exact = |choice| expectation_after(game, trail.state(), choice, trail.mover());
            for candidate in &thought.candidates {
                let Value::Chance(chance) = candidate.value else { panic!("a chance") };
                let exact = exact(candidate.choice);
                assert!((2.0 * chance - 1.0 - exact).abs() < 0.08, "{candidate:?}: {exact}");
            }
            let best = thought.candidates.iter().map(|candidate| exact(candidate.choice)).fold(-1.0, f64::max);
            assert!(exact(thought.choice) > best - 0.08);
        }
    }
    check(&nip24(), |game, state| game.empties(state).len());
    let yonin = YoninOn::new(Kernel::new(), "yonin".to_owned(), YoninOptions::default());
    check(&yonin, |_, state| 64 - (state.black | state.white).count_ones());
}

/// Plays a game to its end and returns the number of steps.
fn play<G: Game>(game: G, mut players: Vec<Box<dyn Player<G>>>) -> usize {
    let mut trail = Trail::new(game);
    loop {
        let step = match trail.turn() {
            Turn::Over => return trail.steps().len(),
            Turn::Pass => Step::Pass,
            Turn::Moves(_) => {
                let seat = trail.mover().index() % players.len();
                Step::Play(think(&mut *players[seat], &trail).choice)
            }
        };
        trail.try_step(step).expect("a legal step");
        assert!(trail.steps().len() < 1_000, "the game ends");
    }
}

fn both<G: Game + 'static>(threads: usize) -> Vec<Box<dyn Player<G>>> {
    let flat = MonteCarloParams { playouts: Some(20), threads, ..Default::default() };
    let tree = MctsParams { threads, ..params(300) };
    vec![Box::new(Mcts::new(tree, Rng::new(1))), Box::new(MonteCarlo::new(flat, Rng::new(2)))]
}

#[test]
fn whole_games_are_legal() {
    for threads in [1, 2] {
        assert!(play(nip24(), both(threads)) >= 10);
        assert!(play(YoninOn::new(Kernel::new(), "yonin".to_owned(), YoninOptions::default()), both(threads)) >= 20);
        let superko = Rules::preset("tromp-taylor").unwrap();
        assert!(play(Go::<2>::with_rules(4, superko).unwrap(), both(threads)) >= 10);
        assert!(play(Go::<2>::with_rules(5, Rules::default()).unwrap(), both(threads)) >= 10);
    }
}

#[test]
fn sums_do_not_depend_on_threads() {
    fn check<G: Game>(game: G, playouts: u64) {
        let trail = Trail::new(game);
        let with = |threads| {
            let params = MonteCarloParams { playouts: Some(playouts), threads, ..Default::default() };
            think(&mut MonteCarlo::new(params, Rng::new(3)), &trail)
        };
        assert_eq!(with(1), with(2));
        assert_eq!(with(1), with(3));
    }
    check(nip24(), 1_000);
    check(Go::<2>::with_rules(4, Rules::preset("tromp-taylor").unwrap()).unwrap(), 20);
    check(Go::<2>::with_rules(5, Rules::default()).unwrap(), 50);
}

#[test]
fn stops_are_answered_at_once() {
    fn check<G: Game>(game: G, mut player: Box<dyn Player<G>>) {
        let trail = Trail::new(game);
        let watch = Watch::default();
        let late = std::thread::scope(|scope| {
            let thinking = scope.spawn(|| {
                player.think(&trail, &Desk::quiet(&watch));
                Instant::now()
            });
            std::thread::sleep(Duration::from_millis(30));
            let told = Instant::now();
            watch.stop();
            thinking.join().unwrap().saturating_duration_since(told)
        });
        assert!(late < Duration::from_millis(200), "{late:?}");
    }
    fn players<G: Game + 'static>() -> [Box<dyn Player<G>>; 2] {
        let flat = MonteCarloParams { playouts: Some(u64::MAX), threads: 2, ..Default::default() };
        let tree = MctsParams { limits: Limits::ENDLESS, threads: 2, ..params(0) };
        [Box::new(MonteCarlo::new(flat, Rng::new(1))), Box::new(Mcts::new(tree, Rng::new(1)))]
    }
    players().into_iter().for_each(|player| check(reversi(8), player));
    players().into_iter().for_each(|player| check(Go::<3>::with_rules(13, Rules::default()).unwrap(), player));
}

#[test]
fn the_last_seat_of_four_chooses_for_itself() {
    // Whatever the seat, a playout's result is read for it: the chances of all four add up to one.
    let game = YoninOn::new(Kernel::new(), "yonin".to_owned(), YoninOptions::default());
    let mut trail = Trail::new(game);
    let mut player = Mcts::new(MctsParams { solve: false, ..params(3_000) }, Rng::new(1));
    let mut seen = [0.0; 4];
    for _ in 0..4 {
        let thought = think(&mut player, &trail);
        let Value::Chance(chance) = thought.candidates[0].value else { panic!("a chance") };
        assert!((0.05..0.6).contains(&chance), "{chance}");
        let Seat(seat) = trail.mover();
        seen[usize::from(seat)] = chance;
        trail.try_step(Step::Play(thought.choice)).unwrap();
    }
    assert!((0.7..1.6).contains(&seen.iter().sum::<f64>()), "{seen:?}");
}
