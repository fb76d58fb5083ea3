//! The tree search against trees whose values are known, and its promises: determinism, reuse, limits.

use super::*;
use std::time::{Duration, Instant};

use enban_game::toy::Toy;
use enban_game::{Move, Step, Watch};

fn params(nodes: u64) -> MctsParams {
    MctsParams { limits: Limits { nodes: Some(nodes), ..Limits::default() }, memory_mb: 4, ..MctsParams::default() }
}

fn think<G: Game>(player: &mut Mcts<G>, trail: &Trail<G>) -> Thought {
    player.think(trail, &Desk::quiet(&Watch::default()))
}

/// The move chosen in a tree.
fn choice<const SEATS: usize>(tree: &str, params: MctsParams) -> u16 {
    let trail = Trail::new(Toy::<SEATS>::parse(tree).unwrap());
    think(&mut Mcts::new(params, Rng::new(1)), &trail).choice.0
}

fn chance(candidate: &Candidate) -> f64 {
    match candidate.value {
        Value::Chance(chance) => chance,
        other => panic!("a chance, not {other:?}"),
    }
}

/// Deep trees in which the mean of random games points the wrong way.
const TRAPS: [(&str, u16); 4] = [
    // The first move wins at once but once, the second always in the end.
    ("((1 1 1 1 1 -1) (1 (-1 ~1)))", 1),
    // The second seat refutes everything but the last.
    ("((9 9 9 -1) (9 9 (9 ~(-1 -1)) -2) (1 ((1 -1) (-9 1) 1)))", 2),
    // The best there is, is a draw.
    ("((5 5 -1) (0 5) (5 5 5 5 -3))", 1),
    // A pass gives the first seat two moves in a row.
    ("((3 3 -3 3) ~(-1 -1 -1 -1 (2 3)) (1 1 1 -1))", 1),
];

#[test]
fn it_finds_what_random_games_hide() {
    for (tree, best) in TRAPS {
        for solve in [true, false] {
            assert_eq!(choice::<2>(tree, MctsParams { solve, ..params(4_000) }), best, "{tree} solve {solve}");
        }
    }
}

#[test]
fn each_of_three_seats_chooses_for_itself() {
    // Seat 1 prefers its own win to hurting seat 0; seat 2 shares rather than loses.
    assert_eq!(choice::<3>("((5,0,0 0,5,0) (((5,0,0 4,0,4) 5,0,0) (0,0,5 1,0,0)) (0,0,1 0,1,0))", params(3_000)), 1);
    // A third of a first place is less than half of one.
    assert_eq!(choice::<3>("(3,3,3 3,3,0 0,0,3)", params(500)), 1);
}

#[test]
fn a_seat_that_does_not_care_proves_nothing() {
    // Everything below the first move is known, but not what seat 1 does there: it never wins.
    let trail = Trail::new(Toy::<3>::parse("((5,0,0 0,0,5) 4,4,0)").unwrap());
    let thought = think(&mut Mcts::new(params(2_000), Rng::new(1)), &trail);
    let first = thought.candidates.iter().find(|candidate| candidate.choice == Move(0)).unwrap();
    assert!((0.2..0.8).contains(&chance(first)), "{first:?}");
    assert_eq!(thought.nodes, 2_000);
}

#[test]
fn the_score_can_count_beside_the_win() {
    let plain = choice::<2>("(1 9 -1)", MctsParams { solve: false, ..params(500) });
    assert!(plain < 2);
    let weighed = MctsParams { score_weight: 0.5, score_range: 10.0, ..params(500) };
    assert_eq!(choice::<2>("(1 9 -1)", weighed), 1);
    assert_eq!(choice::<2>("(-3 -1 -9)", weighed), 1);
}

#[test]
fn certainty_ends_the_search() {
    let (tree, best) = TRAPS[1];
    let trail = Trail::new(Toy::<2>::parse(tree).unwrap());
    let thought = think(&mut Mcts::new(params(1_000_000), Rng::new(3)), &trail);
    assert_eq!(thought.choice, Move(best));
    assert_eq!(chance(&thought.candidates[0]), 1.0);
    assert!(thought.nodes < 10_000, "{} simulations for a tree of 20 nodes", thought.nodes);
}

#[test]
fn what_the_caller_knows_is_believed() {
    // The hook claims that whoever moves at a node of the second layer wins; the tree says the opposite.
    let trail = Trail::new(Toy::<2>::parse("((1 1) 0)").unwrap());
    let start = *trail.state();
    let exact = Box::new(move |game: &Toy<2>, state: &<Toy<2> as Game>::State| {
        let mut share = [0.0; SEATS_MAX];
        share[game.mover(state).index()] = 1.0;
        (*state != start && matches!(game.turn(state), Turn::Moves(_))).then_some(share)
    });
    let thought = think(&mut Mcts::new(params(100), Rng::new(1)).with_exact(exact), &trail);
    assert_eq!(thought.choice, Move(1));
    assert_eq!(chance(&thought.candidates[1]), 0.0);
    assert_eq!(thought.candidates[1].line, [Step::Play(Move(0))], "nothing grows below what is known");
}

#[test]
fn one_thread_and_a_seed_give_one_tree() {
    let trail = Trail::new(Toy::<2>::parse(&bush(5, 4)).unwrap());
    let run = |seed| {
        let mut player = Mcts::new(MctsParams { solve: false, ..params(2_000) }, Rng::new(seed));
        let thought = think(&mut player, &trail);
        (thought, player.tree_size())
    };
    assert_eq!(run(5), run(5));
    assert_ne!(run(5).0, run(6).0);
    assert_eq!(run(5).0.nodes, 2_000);
}

/// A tree of a given depth and width with leaves between -4 and 4.
fn bush(depth: u32, width: u32) -> String {
    fn grow(depth: u32, width: u32, seed: &mut u64, out: &mut String) {
        if depth == 0 {
            *seed = enban_game::rng::mix(*seed + 1);
            out.push_str(&format!("{} ", *seed as i64 % 5));
            return;
        }
        out.push('(');
        (0..width).for_each(|_| grow(depth - 1, width, seed, out));
        out.push(')');
    }
    let mut out = String::new();
    grow(depth, width, &mut 1, &mut out);
    out
}

#[test]
fn visits_add_up_on_two_threads() {
    let trail = Trail::new(Toy::<2>::parse(&bush(6, 5)).unwrap());
    let mut player = Mcts::new(MctsParams { threads: 2, solve: false, ..params(20_000) }, Rng::new(1));
    let thought = think(&mut player, &trail);
    let visits: u64 = thought.candidates.iter().map(|candidate| candidate.visits).sum();
    assert_eq!(visits, thought.nodes);
    assert!((20_000..20_002).contains(&visits), "{visits}");
    assert!(thought.choice.index() < 5);
    // Below the root every node was visited by its children's simulations and those that ended at itself.
    let tree = player.keeper.tree().unwrap();
    for node in tree.root_children() {
        let (here, children) = (node.stats.visits(), node.children().unwrap());
        let below: u32 = tree.block(children).iter().map(|child| child.stats.visits()).sum();
        assert!(below < here && below + 50 > here, "{below} of {here}");
    }
}

#[test]
fn the_tree_is_kept_below_the_moves_made() {
    let game = Toy::<2>::parse(&format!("({} {} ~{})", bush(5, 3), bush(5, 3), bush(5, 3))).unwrap();
    let mut trail = Trail::new(game);
    let settings = MctsParams { solve: false, ..params(3_000) };
    let mut player = Mcts::new(settings, Rng::new(1));
    let first = think(&mut player, &trail);
    let visits = |thought: &Thought| thought.candidates.iter().map(|candidate| candidate.visits).sum::<u64>();
    // Asked again in the same place it goes on where it was.
    assert_eq!(visits(&think(&mut player, &trail)), 2 * visits(&first));
    // Through a forced pass, and past the answer of the other seat.
    trail.play_text("c2").unwrap();
    trail.try_step(Step::Pass).unwrap();
    let after_pass = think(&mut player, &trail);
    assert!(visits(&after_pass) > 3_000 && visits(&after_pass) < 9_000, "{}", visits(&after_pass));
    after_pass.candidates[0].line[..2].iter().for_each(|&step| trail.try_step(step).unwrap());
    let kept = visits(&think(&mut player, &trail));
    assert!(kept > 3_000, "{kept}");
    // Another game, or moves taken back: from the beginning.
    trail.undo();
    assert_eq!(visits(&think(&mut player, &trail)), 3_000);
    let mut forgetful = Mcts::new(MctsParams { reuse: false, ..settings }, Rng::new(1));
    (0..2).for_each(|_| assert_eq!(visits(&think(&mut forgetful, &trail)), 3_000));
}

/// A seated player is asked with other limits for each move, as by a clock: it keeps its tree and to the limits.
#[test]
fn requests_bring_their_limits_and_the_tree_stays() {
    let mut trail = Trail::new(Toy::<2>::parse(&bush(7, 4)).unwrap());
    let mut player = Mcts::new(MctsParams { solve: false, memory_mb: 32, ..MctsParams::default() }, Rng::new(1));
    let visits = |thought: &Thought| thought.candidates.iter().map(|candidate| candidate.visits).sum::<u64>();
    assert_eq!(think(&mut player, &trail).nodes, 10_000, "the default");
    for millis in [60, 20, 40] {
        let watch = Watch::default();
        let time = Duration::from_millis(millis);
        let begun = Instant::now();
        let thought =
            player.think(&trail, &Desk::quiet(&watch).within(Limits { time: Some(time), ..Limits::default() }));
        assert!((time..time + Duration::from_millis(200)).contains(&begun.elapsed()), "{:?}", begun.elapsed());
        assert!(visits(&thought) > thought.nodes, "what was kept counts: {} of {}", thought.nodes, visits(&thought));
        trail.try_step(Step::Play(thought.choice)).unwrap();
    }
    let ask = |nodes: u64| {
        let watch = Watch::default();
        let request = Desk::quiet(&watch).within(Limits { nodes: Some(nodes), ..Limits::default() });
        Mcts::new(MctsParams { solve: false, ..params(7) }, Rng::new(1)).think(&trail, &request)
    };
    assert_eq!((ask(500).nodes, ask(501).nodes), (500, 501));
    assert_eq!(ask(500), ask(500));
}

#[test]
fn copies_of_busy_nodes_say_what_the_tree_says() {
    let trail = Trail::new(Toy::<2>::parse(&bush(4, 6)).unwrap());
    for solve in [false, true] {
        let thought = |copy_from: u32| {
            let params = MctsParams { copy_from, solve, ..params(20_000) };
            let mut player = Mcts::new(params, Rng::new(3));
            (think(&mut player, &trail), player.tree_size())
        };
        let (plain, copied) = (thought(u32::MAX), thought(8));
        assert_eq!(plain, copied);
        let visits: u64 = plain.0.candidates.iter().map(|candidate| candidate.visits).sum();
        assert!(visits > 500, "{visits}");
    }
}

#[test]
fn a_full_tree_still_answers() {
    let trail = Trail::new(Toy::<2>::parse(&bush(5, 14)).unwrap());
    let mut player =
        Mcts::new(MctsParams { memory_mb: 0, solve: false, expand_after: 1, ..params(40_000) }, Rng::new(1));
    let thought = think(&mut player, &trail);
    assert_eq!(thought.nodes, 40_000);
    assert!(player.tree_size() <= 1 << 16, "{}", player.tree_size());
    assert!(player.tree_size() > 65_000, "{}", player.tree_size());
}

#[test]
fn stops_and_time_are_kept_and_thoughts_told() {
    let trail = Trail::new(Toy::<2>::parse(&bush(5, 6)).unwrap());
    let watch = Watch::default();
    let told = std::sync::atomic::AtomicU32::new(0);
    let tell = |thought: &Thought| {
        assert!(thought.candidates[0].visits >= thought.candidates[1].visits);
        told.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        watch.stop();
    };
    let settings = MctsParams { limits: Limits::ENDLESS, threads: 2, solve: false, ..params(0) };
    let begun = Instant::now();
    Mcts::new(settings, Rng::new(1)).think(&trail, &Desk { tell: &tell, ..Desk::quiet(&watch) });
    // Told after a quarter of a second, stopped by it.
    assert_eq!(told.load(std::sync::atomic::Ordering::Relaxed), 1);
    assert!(begun.elapsed() < crate::player::TELL_EVERY + Duration::from_millis(200), "{:?}", begun.elapsed());
    let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    let begun = Instant::now();
    think(&mut Mcts::new(MctsParams { limits, ..settings }, Rng::new(1)), &trail);
    assert!((20..220).contains(&begun.elapsed().as_millis()), "{:?}", begun.elapsed());
}

/// Tells nothing of a position; must not be asked at the end or before a forced pass.
fn shown(game: &Toy<2>, state: &<Toy<2> as Game>::State) -> [f32; SEATS_MAX] {
    assert!(matches!(game.turn(state), Turn::Moves(_)), "asked before the end and past forced passes");
    [0.5, 0.5, 0.0, 0.0]
}

#[test]
fn judged_leaves_end_at_the_truth() {
    for (tree, best) in TRAPS {
        for (solve, threads) in [(true, 1), (false, 1), (false, 2)] {
            let trail = Trail::new(Toy::<2>::parse(tree).unwrap());
            let params = MctsParams { solve, threads, ..params(4_000) };
            let thought = think(&mut Mcts::judging(params, Box::new(shown), Rng::new(1)), &trail);
            assert_eq!(thought.choice.0, best, "{tree} solve {solve}, {threads} threads");
        }
    }
}

#[test]
fn a_judgement_is_believed_where_nothing_else_is_known() {
    // The hook likes whatever the second move leads to, for the seat that makes it.
    let trail = Trail::new(Toy::<3>::parse("((1,0,0 0,1,0) (1,0,0 0,1,0) (1,0,0 0,1,0))").unwrap());
    let likes: Expect<Toy<3>> = Box::new(|game, state| {
        let mut second = game.start();
        game.play(&mut second, Move(1));
        if *state == second { [0.9, 0.1, 0.0, 0.0] } else { [0.1, 0.9, 0.0, 0.0] }
    });
    let thought = think(&mut Mcts::judging(params(4), likes, Rng::new(1)), &trail);
    assert_eq!(thought.choice, Move(1));
    assert_eq!(thought.candidates[0].visits, 2, "the others are tried once");
}

#[test]
fn judged_searches_are_the_same_each_time() {
    let trail = Trail::new(Toy::<2>::parse(TRAPS[1].0).unwrap());
    let run =
        || think(&mut Mcts::judging(MctsParams { solve: false, ..params(300) }, Box::new(shown), Rng::new(5)), &trail);
    let (one, other) = (run(), run());
    assert_eq!(one.candidates, other.candidates);
    assert_eq!(one.nodes, 300);
}
