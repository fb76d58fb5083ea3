//! The promises of the playouts and of the player.

use std::time::Duration;

use enban_game::{Colour, Game, Move, MoveSet, Notation, Rng, Step, Trail, Turn, Watch};
use enban_go::{Go, Rules};
use enban_search::{Desk, Limits, Player, Thought, Value};

use crate::playout::{Policy, Recent, Scratch};
use crate::{PlayoutParams, Uct, UctParams, dead_stones, final_scores, ownership};

fn go<const W: usize>(size: usize, rules: &str) -> Go<W> {
    Go::with_rules(size, Rules::preset(rules).unwrap()).unwrap()
}

fn trail_at<const W: usize>(game: Go<W>, rows: &str) -> Trail<Go<W>> {
    let state = game.read_position(rows).unwrap();
    Trail::from(game, state)
}

fn limits(nodes: u64) -> UctParams {
    UctParams { limits: Limits { nodes: Some(nodes), ..Limits::default() }, memory_mb: 16, ..UctParams::default() }
}

fn think<const W: usize>(player: &mut Uct<W>, trail: &Trail<Go<W>>) -> Thought {
    player.think(trail, &Desk::quiet(&Watch::default()))
}

/// Whether the mover would fill a true eye, by looking at each neighbour.
fn fills_eye<const W: usize>(game: &Go<W>, state: &enban_go::State<W>, point: usize) -> bool {
    let size = game.board().size();
    let (column, row) = ((point % size) as isize, (point / size) as isize);
    let at = |right: isize, down: isize| {
        let inside = |place: isize| (0..size as isize).contains(&place);
        let (column, row) = (column + right, row + down);
        (inside(column) && inside(row)).then(|| state.colour_at(row as usize * size + column as usize))
    };
    let own = Some(state.mover());
    let enclosed = [(0, 1), (1, 0), (0, -1), (-1, 0)].iter().all(|&(x, y)| at(x, y).is_none_or(|found| found == own));
    let corners: Vec<Option<Colour>> =
        [(1, 1), (1, -1), (-1, 1), (-1, -1)].iter().filter_map(|&(x, y)| at(x, y)).collect();
    let cut = corners.iter().filter(|&&found| found == Some(state.mover().other())).count();
    enclosed && cut < if corners.len() == 4 { 2 } else { 1 }
}

/// Plays playouts and holds every move against the rules.
fn check_playouts<const W: usize>(size: usize, rules: &str, games: u64) {
    let game = go::<W>(size, rules);
    let policy = Policy::new(&game, PlayoutParams { two_liberties: 128, ..PlayoutParams::default() });
    for seed in 0..games {
        let (mut state, mut shadow) = (game.start(), game.start());
        let mut moves = 0;
        policy.play(&mut state, Recent::default(), &mut Scratch::new(Rng::new(seed)), |point| {
            let choice = Move(point as u16);
            assert!(matches!(game.turn(&shadow), Turn::Moves(legal) if legal.contains(choice)), "{size} {seed}");
            if point < game.pass_index() {
                assert!(!fills_eye(&game, &shadow, point), "{size} {seed}: {}", game.write_position(&shadow));
            }
            game.play(&mut shadow, choice);
            moves += 1;
        });
        assert_eq!(state, shadow);
        assert!(moves <= game.move_limit());
        assert!(state.passes() == 2 || moves == game.move_limit());
        game.validate(&state).unwrap();
    }
}

#[test]
fn playouts_are_legal_fill_no_eye_and_end() {
    for rules in ["chinese", "japanese", "tromp-taylor"] {
        [2, 3, 5, 9].into_iter().for_each(|size| check_playouts::<2>(size, rules, 40));
    }
    check_playouts::<6>(13, "chinese", 10);
    check_playouts::<6>(19, "tromp-taylor", 5);
    check_playouts::<10>(25, "chinese", 2);
}

#[test]
fn one_thread_and_a_limit_repeat() {
    let game = go::<2>(9, "chinese");
    let play = |seed: u64| {
        let mut trail = Trail::new(game.clone());
        let mut player = Uct::new(limits(150), Rng::new(seed));
        for _ in 0..6 {
            let thought = think(&mut player, &trail);
            trail.try_step(Step::Play(thought.choice)).unwrap();
        }
        (trail.write_steps(), player.owners().to_vec())
    };
    assert_eq!(play(1), play(1));
    let distinct: std::collections::BTreeSet<String> = (0..8).map(|seed| play(seed).0).collect();
    assert!(distinct.len() >= 4, "openings vary with the seed: {distinct:?}");
}

/// Whole games against itself end, with legal moves alone, and with the score its playouts predict.
#[test]
fn whole_games_end_under_all_rules() {
    for (size, rules) in [(5, "chinese"), (5, "japanese"), (6, "tromp-taylor"), (2, "tromp-taylor")] {
        let mut trail = Trail::new(go::<2>(size, rules));
        let mut players = [1, 2].map(|seed| Uct::new(limits(60), Rng::new(seed)));
        let mut moves = 0;
        while let Turn::Moves(_) = trail.turn() {
            let thought = think(&mut players[moves % 2], &trail);
            trail.try_step(Step::Play(thought.choice)).unwrap();
            moves += 1;
            assert!(moves < 300, "{rules}: {}", trail.write_steps());
        }
    }
}

/// The lines between the first move on an empty board and the nearest edges, the smaller first.
fn first_move<const W: usize>(size: usize, seed: u64) -> (usize, usize) {
    let trail = Trail::new(go::<W>(size, "chinese"));
    let point = think(&mut Uct::new(limits(200), Rng::new(seed)), &trail).choice.index();
    let line = |place: usize| place.min(size - 1 - place);
    let (column, row) = (line(point % size), line(point / size));
    (column.min(row), column.max(row))
}

#[test]
fn large_boards_are_opened_in_the_corners() {
    for seed in 0..3 {
        for (low, high) in [first_move::<3>(13, seed), first_move::<6>(19, seed)] {
            assert!(low >= 2 && high <= 4, "lines {low} and {high}");
        }
    }
}

#[test]
fn a_chain_in_atari_is_taken_or_saved() {
    // Black takes four stones; White, to move, connects out.
    for (mover, expected) in [("X", "f4"), ("O", "f4")] {
        let text = format!("......./......./.XXXX../XOOOO../.XXXX../......./.......  {mover}");
        let trail = trail_at(go::<2>(7, "chinese"), &text);
        let thought = think(&mut Uct::new(limits(400), Rng::new(1)), &trail);
        assert_eq!(trail.game().write_move(thought.choice), expected, "{mover}");
    }
}

/// A settled board: Black owns the left, White the right, and the white stone on a3 is dead.
const SETTLED: &str = ".X.XO./XXXXOO/OX.XO./.XXXOO/XX.XO./.X.XO.";

#[test]
fn dead_stones_are_found_and_counted() {
    // By area 24 points against 12, by territory 8 and two prisoners against 4.
    for (rules, lead) in [("chinese", 24.0 - 12.0 - 7.5), ("japanese", 9.0 - 4.0 - 6.5)] {
        let trail = trail_at(go::<2>(6, rules), &format!("{SETTLED} X"));
        assert_eq!(dead_stones(&trail).indices().collect::<Vec<_>>(), [12], "{rules}");
        let scores = final_scores(&trail);
        assert_eq!((scores.as_slice()[0] - scores.as_slice()[1]).as_f64(), lead, "{rules}");
    }
    let owners = ownership(&trail_at(go::<2>(6, "chinese"), &format!("{SETTLED} O passes=2")), 100);
    assert!(owners[0] > 0.9 && owners[12] > 0.9 && owners[35] < -0.9, "{owners:?}");
}

#[test]
fn passing_ends_a_won_game_and_never_a_lost_one() {
    // Without komi Black leads; after White's pass Black passes too. With a large komi Black goes on.
    for (komi, passes) in [(0, true), (24, false)] {
        let rules = Rules::preset("chinese").unwrap().with_komi(enban_game::Points::whole(komi));
        let game = Go::<2>::with_rules(5, rules).unwrap();
        let mut trail = trail_at(game, "...XO/XXXXO/..XOO/XXXO./.XO.. O");
        let pass = Step::Play(trail.game().pass_move().unwrap());
        trail.try_step(pass).unwrap();
        let thought = think(&mut Uct::new(limits(300), Rng::new(3)), &trail);
        assert_eq!(Step::Play(thought.choice) == pass, passes, "komi {komi}");
    }
}

/// White passes until the game is over; Black wins it, with as many moves as it takes.
#[test]
fn what_must_be_taken_is_taken_before_passing() {
    // As the board stands Black has 22 points against 13, with the dead stone taken 24 against 12.
    for (komi_halves, passes_at_once) in [(15, true), (21, false)] {
        let rules = Rules::preset("chinese").unwrap().with_komi(enban_game::Points::halves(komi_halves));
        let mut trail = trail_at(Go::<2>::with_rules(6, rules).unwrap(), &format!("{SETTLED} O"));
        let mut player = Uct::new(limits(300), Rng::new(3));
        while trail.turn() != Turn::Over {
            assert!(trail.steps().len() < 20, "{}", trail.write_steps());
            if trail.mover().0 == 1 {
                trail.play_text("pass").unwrap();
            } else {
                let choice = think(&mut player, &trail).choice;
                trail.try_step(Step::Play(choice)).unwrap();
            }
        }
        assert_eq!(trail.game().scores(trail.state()).winner(), Some(enban_game::Seat(0)), "{}", trail.write_steps());
        assert_eq!(trail.steps().len() == 2, passes_at_once, "{}", trail.write_steps());
    }
}

#[test]
fn threads_share_a_tree_and_stops_are_kept() {
    let trail = Trail::new(go::<2>(9, "chinese"));
    let params = UctParams { threads: 2, early_stop: false, ..limits(500) };
    let thought = think(&mut Uct::new(params, Rng::new(1)), &trail);
    assert_eq!(thought.nodes, 500);
    assert_eq!(thought.candidates.iter().map(|candidate| candidate.visits).sum::<u64>(), 500);
    let endless = UctParams { limits: Limits::ENDLESS, ..params };
    let watch = Watch::default();
    watch.stop();
    let begun = std::time::Instant::now();
    Uct::new(endless, Rng::new(1)).think(&trail, &Desk::quiet(&watch));
    assert!(begun.elapsed() < Duration::from_millis(500));
}

/// A seated player is asked with other limits for each move, as by a clock: it keeps its tree and to the limits.
#[test]
fn requests_bring_their_limits_and_the_tree_stays() {
    let mut trail = Trail::new(go::<2>(9, "chinese"));
    let params = UctParams { early_stop: false, memory_mb: 16, ..UctParams::default() };
    let mut player = Uct::new(params, Rng::new(1));
    let watch = Watch::default();
    let visits = |thought: &Thought| thought.candidates.iter().map(|candidate| candidate.visits).sum::<u64>();
    for (number, millis) in [400, 150, 250].into_iter().enumerate() {
        let time = Duration::from_millis(millis);
        let begun = std::time::Instant::now();
        let request = Desk::quiet(&watch).within(Limits { time: Some(time), ..Limits::default() });
        let thought = player.think(&trail, &request);
        assert!((time..time + Duration::from_millis(300)).contains(&begun.elapsed()), "{:?}", begun.elapsed());
        assert_eq!(visits(&thought) > thought.nodes, number > 0, "{} of {}", thought.nodes, visits(&thought));
        trail.try_step(Step::Play(thought.choice)).unwrap();
    }
    let ask = |nodes: u64| {
        let request = Desk::quiet(&watch).within(Limits { nodes: Some(nodes), ..Limits::default() });
        Uct::new(UctParams { limits: limits(7).limits, ..params }, Rng::new(1)).think(&trail, &request)
    };
    assert_eq!((ask(200).nodes, ask(201).nodes), (200, 201));
    assert_eq!(ask(200), ask(200));
}

/// By territory a dead stone is left where it is: to take it would cost what the game is won by.
#[test]
fn by_territory_a_won_game_is_not_played_on() {
    let rows = "....XOO.. .O..XXO.. ....XOO.. ....XO... ....XO... ....XO... ....XXO.. ....XXO.. ....XXO..";
    for komi_halves in [21, 29] {
        let mut rules = Rules::preset("japanese").unwrap();
        rules.set("komi", &format!("{}.5", komi_halves / 2)).unwrap();
        let mut trail = trail_at(Go::<2>::with_rules(9, rules).unwrap(), &format!("{rows} O"));
        trail.play_text("pass").unwrap();
        let thought = think(&mut Uct::new(limits(1_000), Rng::new(5)), &trail);
        assert_eq!(thought.choice, trail.game().pass_move().unwrap(), "komi in halves {komi_halves}");
    }
}

#[test]
fn by_territory_a_lost_game_is_not_played_on_after_a_pass() {
    // Black is behind by a point and a half, and nothing is left to play for.
    let mut trail = trail_at(go::<2>(6, "japanese"), &format!("{SETTLED} O"));
    trail.play_text("pass").unwrap();
    let thought = think(&mut Uct::new(limits(1_000), Rng::new(5)), &trail);
    assert_eq!(thought.choice, trail.game().pass_move().unwrap());
}

#[test]
fn little_time_is_given_to_a_game_that_is_decided() {
    let limits = Limits { time: Some(Duration::from_secs(8)), ..Limits::default() };
    // Black owns the whole board; or nothing is decided.
    let decided = trail_at(go::<2>(5, "chinese"), "...X./XXXXX/.X.X./XXXXX/.XX.O O");
    let open = Trail::new(go::<2>(9, "chinese"));
    for (trail, early_stop, is_short) in [(&decided, true, true), (&decided, false, true), (&open, true, false)] {
        let params = UctParams { limits, early_stop, memory_mb: 16, ..UctParams::default() };
        let watch = Watch::default();
        let begun = std::time::Instant::now();
        std::thread::scope(|scope| {
            // Where it would take its time it is stopped.
            scope.spawn(|| {
                while begun.elapsed() < Duration::from_millis(2500) && !watch.is_stopped() {
                    std::thread::sleep(Duration::from_millis(20));
                }
                watch.stop();
            });
            Uct::new(params, Rng::new(1)).think(trail, &Desk::quiet(&watch));
            let was_stopped = watch.is_stopped();
            watch.stop();
            assert_eq!(!was_stopped, is_short);
        });
    }
}

/// On large boards the margin counts beside the win, and the chance that is told is still that of the win.
#[test]
fn the_chance_of_a_decided_game_is_certain_on_every_board() {
    let full = ["X"; 13].concat();
    let eyes = format!("{}.", [".X"; 6].concat());
    let rows: Vec<String> = (0..13).map(|row| if row % 4 == 0 { eyes.clone() } else { full.clone() }).collect();
    for (mover, expected) in [("X", 0.97..=1.0), ("O", 0.0..=0.03)] {
        let trail = trail_at(go::<3>(13, "chinese"), &format!("{} {mover}", rows.join("/")));
        let mut player = Uct::new(limits(200), Rng::new(1));
        // The second turn counts from what the first has seen.
        for _ in 0..2 {
            let best = think(&mut player, &trail).candidates[0].value;
            assert!(matches!(best, Value::Chance(chance) if expected.contains(&chance)), "{mover}: {best:?}");
        }
    }
}

#[test]
fn only_an_early_stop_leaves_playouts_unused() {
    // Black takes four stones or loses two.
    let trail = trail_at(go::<2>(5, "chinese"), "XXXXX/XOOOX/XO.XX/OXXO./.OOOO X");
    let spent = |early_stop: bool| {
        let params = UctParams { early_stop, ..limits(4_000) };
        think(&mut Uct::new(params, Rng::new(3)), &trail).nodes
    };
    assert_eq!(spent(false), 4_000);
    assert!((1_000..4_000).contains(&spent(true)), "{}", spent(true));
}

/// As the board stands White leads; people would take off the stone in the corner and what it keeps from Black.
#[test]
fn a_pass_that_people_would_count_as_a_loss_is_not_answered_by_one() {
    let rows = "....X.O.. .O..X.O.. ....X.O.. ....XO... ....XO... ....XO... ....X.O.. ....X.O.. ....X.O..";
    let mut trail = trail_at(go::<2>(9, "chinese"), &format!("{rows} X"));
    trail.play_text("pass").unwrap();
    let scores = |scores: enban_game::Scores| scores.margin(enban_game::Seat(1)) > enban_game::Points::ZERO;
    assert!(scores(trail.game().scores(trail.state())) && !scores(crate::player::agreed(&trail)));
    let thought = think(&mut Uct::new(limits(1_000), Rng::new(5)), &trail);
    assert_ne!(thought.choice, trail.game().pass_move().unwrap());
}
