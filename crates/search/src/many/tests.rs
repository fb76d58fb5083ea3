//! The searches against slow ones that do the same without table, order or pruning.

use super::*;
use enban_game::toy::Toy;
use enban_game::{Move, MoveSet, Notation, Seat, Step, Turn, Watch};
use std::time::{Duration, Instant};

type TestGame = Toy<3>;

const GOALS: [Goal; 3] = [Goal::OwnScore, Goal::Rank, Goal::LeadOverBest];

fn params(goal: Goal, depth: u32, memory_mb: usize) -> ManyParams {
    ManyParams { limits: Limits { depth: Some(depth), ..Limits::default() }, goal, memory_mb }
}

fn figure(value: Value) -> i32 {
    let points = match value {
        Value::Figure(points) | Value::Lead(points) => points,
        Value::Exact(points) | Value::AtLeast(points) | Value::AtMost(points) => points.as_f64(),
        Value::Chance(_) => panic!("these searches know no chances"),
    };
    (100.0 * points).round() as i32
}

/// The payoffs of a position if the game ended there, told by the contract's own ranks and margins.
fn payoffs<G: Game>(game: &G, state: &G::State, goal: Goal) -> Vec<i32> {
    let scores = game.scores(state);
    let payoff = |seat: Seat| match goal {
        Goal::OwnScore => 50 * scores.of(seat).in_halves(),
        Goal::Rank => (100.0 * (game.seats() as f64 - scores.rank(seat))) as i32,
        Goal::LeadOverBest => 50 * scores.margin(seat).in_halves(),
    };
    (0..game.seats() as u8).map(|seat| payoff(Seat(seat))).collect()
}

/// The moves after forced passes, which are made; `None` at the end.
fn settled<G: Game>(game: &G, state: &mut G::State) -> Option<Vec<Move>> {
    loop {
        match game.turn(state) {
            Turn::Moves(moves) => return Some(moves.iter().collect()),
            Turn::Pass => game.pass(state),
            Turn::Over => return None,
        }
    }
}

fn after<G: Game>(game: &G, state: &G::State, choice: Move) -> G::State {
    let mut after = state.clone();
    game.play(&mut after, choice);
    after
}

fn slow_maxn<G: Game>(game: &G, state: &G::State, depth: u32, goal: Goal) -> Vec<i32> {
    let mut state = state.clone();
    let Some(moves) = settled(game, &mut state).filter(|_| depth > 0) else { return payoffs(game, &state, goal) };
    let seat = game.mover(&state).index();
    let all = moves.iter().map(|&choice| slow_maxn(game, &after(game, &state, choice), depth - 1, goal));
    all.reduce(|best, next| if next[seat] > best[seat] { next } else { best }).unwrap()
}

fn slow_paranoid<G: Game>(game: &G, state: &G::State, depth: u32, goal: Goal, root: Seat) -> i32 {
    let mut state = state.clone();
    let Some(moves) = settled(game, &mut state).filter(|_| depth > 0) else {
        return payoffs(game, &state, goal)[root.index()];
    };
    let all = moves.iter().map(|&choice| slow_paranoid(game, &after(game, &state, choice), depth - 1, goal, root));
    if game.mover(&state) == root { all.max() } else { all.min() }.unwrap()
}

/// Best reply with the moves of all others laid out in one list.
fn slow_reply<G: Game>(game: &G, state: &G::State, depth: u32, goal: Goal, root: Seat, skip: Skip<G>) -> i32 {
    let own_turn = game.mover(state) == root;
    if matches!(game.turn(state), Turn::Over) || (depth == 0 && (!own_turn || game.turn(state) != Turn::Pass)) {
        return payoffs(game, state, goal)[root.index()];
    }
    if own_turn {
        return match game.turn(state) {
            Turn::Moves(moves) => moves
                .iter()
                .map(|choice| slow_reply(game, &after(game, state, choice), depth - 1, goal, root, skip))
                .max()
                .unwrap(),
            _ => {
                let mut passed = state.clone();
                game.pass(&mut passed);
                slow_reply(game, &passed, depth, goal, root, skip)
            }
        };
    }
    let mut positions = Vec::new();
    let mut waiting = state.clone();
    while game.mover(&waiting) != root {
        if let Turn::Moves(moves) = game.turn(&waiting) {
            positions.extend(moves.iter().map(|choice| after(game, &waiting, choice)));
        }
        skip(game, &mut waiting);
    }
    for position in &mut positions {
        while game.mover(position) != root {
            skip(game, position);
        }
    }
    let replies = positions.iter().map(|position| slow_reply(game, position, depth - 1, goal, root, skip));
    replies.min().unwrap_or_else(|| slow_reply(game, &waiting, depth, goal, root, skip))
}

/// The choice has the best of the slow values, and every candidate is valued rightly or below the best.
fn check(thought: &Thought, slow: &[(Move, i32)], about: &str) {
    let best = slow.iter().map(|&(_, value)| value).max().unwrap();
    let slow_value = |choice: Move| slow.iter().find(|(other, _)| *other == choice).unwrap().1;
    if slow.len() == 1 {
        return assert_eq!(thought.choice, slow[0].0);
    }
    assert_eq!(slow_value(thought.choice), best, "{about}: {thought:?} {slow:?}");
    assert_eq!(thought.candidates.len(), slow.len());
    for candidate in &thought.candidates {
        let (fast, slow) = (figure(candidate.value), slow_value(candidate.choice));
        assert!(fast == slow || (slow < best && slow <= fast && fast < best), "{about}: {candidate:?} {slow}");
    }
}

/// Holds all three searches against the slow ones in the position of a trail.
fn check_all<G: Notation>(trail: &Trail<G>, depth: u32, skip: Option<Skip<G>>) {
    let (game, state, root) = (trail.game(), trail.state(), trail.mover());
    let Turn::Moves(moves) = trail.turn() else { return };
    let slow = |value: &dyn Fn(&G::State) -> i32| {
        moves.iter().map(|choice| (choice, value(&after(game, state, choice)))).collect::<Vec<_>>()
    };
    let desk = Watch::default();
    let desk = Desk::quiet(&desk);
    for goal in GOALS {
        let about = format!("{} {goal:?}", game.write_position(state));
        let maxn = slow(&|after| slow_maxn(game, after, depth - 1, goal)[root.index()]);
        let paranoid = slow(&|after| slow_paranoid(game, after, depth - 1, goal, root));
        let reply = skip.map(|skip| slow(&|after| slow_reply(game, after, depth - 1, goal, root, skip)));
        let mut chosen = Vec::new();
        for memory_mb in [0, 1] {
            let params = params(goal, depth, memory_mb);
            let mut thoughts = vec![
                MaxN::new(params, CountSeats, Rng::new(1)).think(trail, &desk),
                Paranoid::new(params, CountSeats, Rng::new(1)).think(trail, &desk),
            ];
            check(&thoughts[0], &maxn, &format!("maxn {about}"));
            check(&thoughts[1], &paranoid, &format!("paranoid {about}"));
            if let (Some(skip), Some(reply)) = (skip, &reply) {
                thoughts.push(BestReply::new(params, CountSeats, skip, Rng::new(1)).think(trail, &desk));
                check(&thoughts[2], reply, &format!("best reply {about}"));
            }
            chosen.push(thoughts.iter().map(|thought| thought.choice).collect::<Vec<_>>());
        }
        assert_eq!(chosen[0], chosen[1], "table off and on: {about}");
    }
}

/// A random tree for three seats with few different scores, so that many moves are equal.
fn random_tree(rng: &mut Rng, depth: u32, out: &mut String) {
    if depth == 0 || rng.below(6) == 0 {
        let [a, b, c] = [(); 3].map(|()| rng.below(4));
        out.push_str(&format!("{a},{b},{c} "));
    } else if rng.below(6) == 0 {
        out.push('~');
        random_tree(rng, depth - 1, out);
    } else {
        out.push('(');
        (0..1 + rng.below(4)).for_each(|_| random_tree(rng, depth - 1, out));
        out.push(')');
    }
}

#[test]
fn random_trees_are_read_as_slowly() {
    for number in 0..400 {
        let mut rng = Rng::stream(5, number);
        let mut tree = String::from("(");
        (0..3).for_each(|_| random_tree(&mut rng, 5, &mut tree));
        tree.push(')');
        let trail = Trail::new(TestGame::parse(&tree).unwrap());
        for depth in [2, 3, 9] {
            check_all(&trail, depth, None);
        }
    }
}

/// Gives a place in a tree to the next seat.
fn next_seat(game: &TestGame, state: &mut <TestGame as Game>::State) {
    let text = game.write_position(state);
    let (node, seat) = text.split_once(' ').unwrap();
    let seat = (seat.parse::<u8>().unwrap() + 1) % 3;
    *state = game.read_position(&format!("{node} {seat}")).unwrap();
}

#[test]
fn the_three_assumptions_lead_to_three_moves() {
    // Below the first two moves seats 1 and 2 get nothing whatever they do, so they make their first moves.
    let tree = "(((1,0,0 9,0,0) (2,0,0 8,0,0)) ((4,0,0 3,0,0) (5,0,0 3,0,0)) ((7,0,5 0,0,0) (0,0,0 7,5,5)))";
    let trail = Trail::new(TestGame::parse(tree).unwrap());
    let watch = Watch::default();
    let desk = Desk::quiet(&watch);
    let params = params(Goal::OwnScore, 9, 1);
    let best = |thought: Thought| (thought.choice.0, figure(thought.candidates[0].value));
    // Each for itself: 1, 4, and 7, where seat 1 goes to the place in which seat 2 gives it 5.
    let maxn = best(MaxN::new(params, CountSeats, Rng::new(1)).think(&trail, &desk));
    assert_eq!(maxn, (2, 700));
    // All against seat 0: 1, 3, 0.
    let paranoid = best(Paranoid::new(params, CountSeats, Rng::new(1)).think(&trail, &desk));
    assert_eq!(paranoid, (1, 300));
    // One reply, then seat 0 chooses: 8, 4, 7.
    let reply = best(BestReply::new(params, CountSeats, next_seat, Rng::new(1)).think(&trail, &desk));
    assert_eq!(reply, (0, 800));
}

#[test]
fn lines_follow_what_was_found() {
    let trail = Trail::new(TestGame::parse("(0,0,0 (1,0,0 ~(0,3,0 (2,9,0 9,1,1))))").unwrap());
    let watch = Watch::default();
    let thought = MaxN::new(params(Goal::OwnScore, 9, 1), CountSeats, Rng::new(1)).think(&trail, &Desk::quiet(&watch));
    let play = |choice| Step::Play(Move(choice));
    assert_eq!(thought.candidates[0].line, [play(1), play(1), Step::Pass, play(1), play(0)]);
    assert_eq!(thought.candidates[0].value, Value::Figure(2.0));
}

#[test]
fn one_player_may_sit_on_every_seat() {
    // The table must not take what seat 0 gets for what seat 1 gets.
    let mut trail =
        Trail::new(TestGame::parse("(((9,1,0 8,0,0) (7,5,0 6,4,0)) ((1,2,0 2,1,0) (3,7,0 4,8,0)))").unwrap());
    let watch = Watch::default();
    let desk = Desk::quiet(&watch);
    let params = params(Goal::OwnScore, 9, 1);
    let new = || Paranoid::new(params, CountSeats, Rng::new(1));
    let mut player = new();
    for text in ["c0", "c1"] {
        assert_eq!(player.think(&trail, &desk).candidates, new().think(&trail, &desk).candidates);
        trail.play_text(text).unwrap();
    }
    assert_eq!(player.think(&trail, &desk).choice, Move(0));
}

#[test]
fn equal_moves_are_drawn_and_draws_repeat() {
    let trail = Trail::new(TestGame::parse("(2,0,0 (2,0,1 9,0,0) 1,0,0 2,2,2)").unwrap());
    let watch = Watch::default();
    let desk = Desk::quiet(&watch);
    for memory_mb in [0, 1] {
        let params = params(Goal::OwnScore, 5, memory_mb);
        let drawn = |seed| {
            let paranoid = Paranoid::new(params, CountSeats, Rng::new(seed)).think(&trail, &desk);
            let maxn = MaxN::new(params, CountSeats, Rng::new(seed)).think(&trail, &desk);
            [paranoid.choice.0, maxn.choice.0]
        };
        assert_eq!(drawn(3), drawn(3));
        let all: std::collections::BTreeSet<_> = (0..60).flat_map(drawn).collect();
        assert_eq!(all.into_iter().collect::<Vec<_>>(), [0, 1, 3]);
    }
}

/// Yonin, from random openings and near the end.
mod yonin {
    use super::*;
    use enban_reversi::kernel::Portable;
    use enban_reversi::{FourSeats, YoninOn, YoninOptions};

    type Four = YoninOn<Portable<u64>>;

    fn game() -> Four {
        YoninOn::new(Portable::new(), "yonin".to_owned(), YoninOptions::default())
    }

    fn empties(state: &FourSeats) -> u32 {
        64 - (state.black | state.white).count_ones()
    }

    /// A random game up to a turn with moves and at most so many empty squares; none if it ends before.
    fn random_position(seed: u64, empties_max: u32) -> Option<Trail<Four>> {
        let mut trail = Trail::new(game());
        let mut rng = Rng::stream(11, seed);
        loop {
            let step = match trail.turn() {
                Turn::Over => return None,
                Turn::Pass => Step::Pass,
                Turn::Moves(moves) if empties(trail.state()) <= empties_max && moves.len() > 1 => return Some(trail),
                Turn::Moves(moves) => Step::Play(moves.nth(rng.below(moves.len()))),
            };
            trail.try_step(step).unwrap();
        }
    }

    #[test]
    fn late_positions_are_read_to_the_end() {
        let found = (0..40).filter_map(|seed| random_position(seed, 6)).map(|trail| {
            check_all(&trail, 60, Some(|game, state| game.pass(state)));
        });
        assert!(found.count() > 20);
    }

    #[test]
    fn early_positions_are_read_to_the_horizon() {
        for seed in 0..6 {
            let trail = random_position(seed, 50).unwrap();
            (1..=3).for_each(|depth| check_all(&trail, depth, Some(|game, state| game.pass(state))));
        }
    }

    fn players(params: ManyParams) -> Vec<Box<dyn Player<Four>>> {
        let rng = || Rng::new(1);
        vec![
            Box::new(MaxN::new(params, CountSeats, rng())),
            Box::new(Paranoid::new(params, CountSeats, rng())),
            Box::new(BestReply::new(params, CountSeats, |game: &Four, state: &mut FourSeats| game.pass(state), rng())),
        ]
    }

    #[test]
    fn nodes_are_kept_and_repeat() {
        let trail = random_position(1, 40).unwrap();
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let settings = ManyParams { limits, goal: Goal::LeadOverBest, memory_mb: 1 };
        let watch = Watch::default();
        // Own limits, and the same with the request.
        let unlimited = ManyParams { limits: Limits::default(), ..settings };
        for (mut one, mut two) in players(settings).into_iter().zip(players(unlimited)) {
            let thought = one.think(&trail, &Desk::quiet(&watch));
            assert_eq!(thought, two.think(&trail, &Desk::quiet(&watch).within(limits)));
            assert!((20_000..20_300).contains(&thought.nodes), "{}", thought.nodes);
            assert!(thought.candidates[0].depth > 2);
        }
    }

    #[test]
    fn stops_and_time_are_kept() {
        let trail = Trail::new(game());
        let settings = |limits| ManyParams { limits, goal: Goal::Rank, memory_mb: 1 };
        for mut player in players(settings(Limits::ENDLESS)) {
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
        let time = Some(Duration::from_millis(20));
        for mut player in players(settings(Limits { time, ..Limits::default() })) {
            let begun = Instant::now();
            player.think(&trail, &Desk::quiet(&Watch::default()));
            assert!((20..220).contains(&begun.elapsed().as_millis()), "{:?}", begun.elapsed());
        }
        let watch = Watch::default();
        watch.stop();
        for mut player in players(settings(Limits::ENDLESS)) {
            let choice = player.think(&trail, &Desk::quiet(&watch)).choice;
            assert!(matches!(trail.turn(), Turn::Moves(moves) if moves.contains(choice)));
        }
    }
}
