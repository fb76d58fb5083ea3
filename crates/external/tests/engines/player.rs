//! An engine at the board: it follows the game wherever it goes, and its failures cost one game each.

use std::time::{Duration, Instant};

use enban_external::{ExternalParams, ExternalPlayer, Unfit};
use enban_game::toy::Toy;
use enban_game::{MoveSet, Notation, Step, Trail, Turn, Watch};
use enban_search::{Desk, Failure, Limits, Player};

use crate::scripted::{FORCED, choice_of};
use crate::support::{LONG, SHORT, SOON, assert_gone, engine, go5, nip24};

fn params(command: String) -> ExternalParams {
    ExternalParams { command, grace: LONG, start: LONG, setup: Vec::new(), time: None }
}

fn move_of<G: Notation>(player: &mut ExternalPlayer<G>, trail: &Trail<G>) -> Result<Step, Failure> {
    let watch = Watch::default();
    player.try_think(trail, &Desk::quiet(&watch)).map(|thought| Step::Play(thought.choice))
}

/// Plays a game in which the engine has both seats, taking steps back on the way, and another after it; every move
/// must be the one that a script that knows all steps makes.
fn follows<G: Notation>(game: G, name: &str, manner: &str, setup: &[&str]) -> (usize, bool) {
    let setup = setup.iter().map(|&line| line.to_owned()).collect();
    let mut player = ExternalPlayer::new(game.clone(), ExternalParams { setup, ..params(engine(name, manner)) })
        .expect("a game for two");
    let mut trail = Trail::new(game);
    let (mut asked, mut passed, mut undone) = (0, false, 0);
    loop {
        match trail.turn() {
            Turn::Over if undone == 2 => return (asked, passed),
            Turn::Over => {
                // First three steps back and other ways on, then another game.
                undone += 1;
                let back = if undone == 1 { 3 } else { trail.steps().len() };
                for _ in 0..back {
                    trail.undo();
                }
            }
            Turn::Pass => {
                trail.try_step(Step::Pass).expect("a forced pass");
                passed = true;
            }
            Turn::Moves(_) => {
                let step = move_of(&mut player, &trail).expect("a move");
                assert_eq!(step, Step::Play(choice_of(&trail)), "after {}", trail.write_steps());
                trail.try_step(step).expect("a legal move");
                asked += 1;
            }
        }
    }
}

#[test]
fn the_engine_follows_the_game() {
    let (asked, _) = follows(nip24(), "nip24", "good", &[]);
    assert!(asked > 30, "{asked}");
    let (asked, _) = follows(go5(), "go5", "good", &["boardsize 5", "komi 7.5"]);
    assert!(asked > 50, "{asked}");
    let (_, passed) = follows(Toy::<2>::parse(FORCED).unwrap(), "forced", "good", &[]);
    assert!(passed);
}

#[test]
fn answers_may_be_in_capitals() {
    follows(nip24(), "nip24", "carriage returns", &[]);
}

#[test]
fn moves_of_others_are_told() {
    let game = nip24();
    let mut player = ExternalPlayer::new(game.clone(), params(engine("nip24", "good"))).unwrap();
    let mut trail = Trail::new(game);
    let mut asked = 0;
    while let turn @ (Turn::Moves(_) | Turn::Pass) = trail.turn() {
        let step = match turn {
            Turn::Moves(_) if trail.mover().0 == 1 => {
                asked += 1;
                let step = move_of(&mut player, &trail).unwrap();
                assert_eq!(step, Step::Play(choice_of(&trail)));
                step
            }
            Turn::Moves(_) => Step::Play(choice_of(&trail)),
            _ => Step::Pass,
        };
        trail.try_step(step).unwrap();
    }
    assert!(asked > 5);
    let group = player.group().unwrap();
    drop(player);
    assert_gone(group);
}

#[test]
fn another_game_of_the_same_length_is_noticed() {
    let mut player = ExternalPlayer::new(nip24(), params(engine("nip24", "good"))).unwrap();
    let Turn::Moves(firsts) = Trail::new(nip24()).turn() else { panic!("a game begins with moves") };
    for (length, first) in (1..).zip(firsts.iter()) {
        let mut trail = Trail::new(nip24());
        trail.try_step(Step::Play(first)).unwrap();
        while trail.steps().len() < length {
            trail.try_step(Step::Play(choice_of(&trail))).unwrap();
        }
        // With its own move the engine then knows one step more, as many as the next game has.
        assert_eq!(move_of(&mut player, &trail), Ok(Step::Play(choice_of(&trail))));
    }
}

/// The case of a failure in a word, with the answer of an engine that made no legal move.
fn case(failure: &Failure) -> String {
    match failure {
        Failure::Resigned { .. } => "resigned".to_owned(),
        Failure::Stopped { .. } => "stopped".to_owned(),
        Failure::OutOfTime { .. } => "out of time".to_owned(),
        Failure::Crashed { .. } => "crashed".to_owned(),
        Failure::IllegalMove { answer, .. } => format!("illegal: {answer}"),
        Failure::NotAMove { answer, .. } => format!("not a move: {answer}"),
        Failure::Protocol { .. } => "protocol".to_owned(),
        Failure::Unfit { .. } => "unfit".to_owned(),
    }
}

#[test]
fn failures_say_what_happened() {
    let check = |manner: &str, grace: Duration, wanted: &str, text: &str| {
        let mut player =
            ExternalPlayer::new(nip24(), ExternalParams { grace, ..params(engine("nip24", manner)) }).unwrap();
        let started = Instant::now();
        let failure = move_of(&mut player, &Trail::new(nip24())).unwrap_err();
        assert!(failure.to_string().contains(text), "{manner}: {failure}");
        assert_eq!(case(&failure), wanted, "{failure}");
        assert!(started.elapsed() < SOON, "{manner}");
    };
    check("illegal", LONG, "illegal: c3", "illegal move \"c3\", expected a legal move of X");
    check("passes", LONG, "illegal: PASS", "illegal move \"PASS\", expected a legal move of X (there are legal moves");
    check("nonsense", LONG, "not a move: d4 I think", "answered \"d4 I think\", expected a square");
    check("silent", LONG, "not a move: ", "answered \"\", expected a square");
    check("resigns", LONG, "resigned", "resigned: engine");
    check("refuses", LONG, "protocol", "refused: no mood");
    check("crashes", LONG, "crashed", "bad luck");
    check("garbage", LONG, "protocol", "let me see");
    check("wrong ids", LONG, "protocol", "id 2 in place of 1");
    check("dead at start", LONG, "crashed", "exit status: 4");
    check("hangs", SHORT, "out of time", "no answer within 200 ms");
}

#[test]
fn the_games_pass_is_one_word() {
    let mut player = ExternalPlayer::new(go5(), params(engine("go5", "passes"))).unwrap();
    let trail = Trail::new(go5());
    assert_eq!(move_of(&mut player, &trail), Ok(Step::Play(go5().pass_move().unwrap())));
}

#[test]
fn a_failure_costs_one_game() {
    let check = |manner: &str, text: &str| {
        let mut player = ExternalPlayer::new(nip24(), params(engine("nip24", manner))).unwrap();
        let mut groups = Vec::new();
        for _ in 0..2 {
            let mut trail = Trail::new(nip24());
            let first = move_of(&mut player, &trail).unwrap();
            groups.extend(player.group());
            trail.try_step(first).unwrap();
            let failure = move_of(&mut player, &trail).unwrap_err();
            assert!(failure.to_string().contains(text), "{manner}: {failure}");
            assert_eq!(player.group(), None);
        }
        groups.into_iter().for_each(assert_gone);
    };
    check("crashes later", "the tower fell");
    check("ends after a move", "exit status: 6");
    check("chatters", "one more thing");
}

#[test]
fn what_happened_after_a_game_does_not_concern_the_next() {
    for manner in ["ends after a move", "chatters"] {
        let mut player = ExternalPlayer::new(nip24(), params(engine("nip24", manner))).unwrap();
        for _ in 0..3 {
            let trail = Trail::new(nip24());
            assert_eq!(move_of(&mut player, &trail), Ok(Step::Play(choice_of(&trail))), "{manner}");
        }
    }
}

#[test]
fn an_engine_that_resigned_plays_the_next_game() {
    let mut player = ExternalPlayer::new(nip24(), params(engine("nip24", "resigns"))).unwrap();
    let groups = [0; 2].map(|_| {
        assert!(move_of(&mut player, &Trail::new(nip24())).is_err());
        player.group().expect("it still runs")
    });
    assert_eq!(groups[0], groups[1]);
}

#[test]
fn a_stop_ends_the_thinking() {
    let mut player = ExternalPlayer::new(nip24(), params(engine("nip24", "hangs"))).unwrap();
    let watch = Watch::default();
    let (failure, late) = std::thread::scope(|scope| {
        let thinking = scope.spawn(|| {
            let failure = player.try_think(&Trail::new(nip24()), &Desk::quiet(&watch)).unwrap_err();
            (failure, Instant::now())
        });
        std::thread::sleep(SHORT);
        let stopped = Instant::now();
        watch.stop();
        let (failure, ended) = thinking.join().unwrap();
        (failure, ended - stopped)
    });
    assert_eq!(case(&failure), "stopped");
    assert!(failure.to_string().starts_with("stopped: engine"), "{failure}");
    assert!(late < Duration::from_secs(1), "{late:?}");
    assert_eq!(player.group(), None);
}

#[test]
fn engines_that_know_of_time_are_told() {
    let check = |time: Option<Duration>, plays: bool| {
        let mut player =
            ExternalPlayer::new(nip24(), ExternalParams { time, ..params(engine("nip24", "timed")) }).unwrap();
        assert_eq!(move_of(&mut player, &Trail::new(nip24())).is_ok(), plays);
    };
    check(Some(Duration::from_millis(2_500)), true);
    check(None, false);
    let time = Some(Duration::from_secs(2));
    let mut player = ExternalPlayer::new(nip24(), ExternalParams { time, ..params(engine("nip24", "good")) }).unwrap();
    assert!(move_of(&mut player, &Trail::new(nip24())).is_ok(), "one that does not know is not told");
}

/// A request's time replaces the player's own and is told when it changes, also to an engine that knows `time_settings` alone.
#[test]
fn the_time_of_the_request_is_told() {
    let time = Some(Duration::from_secs(1));
    let mut player = ExternalPlayer::new(nip24(), ExternalParams { time, ..params(engine("nip24", "slow")) }).unwrap();
    let mut trail = Trail::new(nip24());
    let watch = Watch::default();
    let mut ask = |trail: &Trail<_>, seconds: Option<u64>| {
        let limits = Limits { time: seconds.map(Duration::from_secs), ..Limits::default() };
        player.try_think(trail, &Desk::quiet(&watch).within(limits)).map(|thought| Step::Play(thought.choice))
    };
    assert!(ask(&trail, None).unwrap_err().to_string().contains("1 s are too few"));
    trail.try_step(ask(&trail, Some(3)).unwrap()).unwrap();
    trail.try_step(ask(&trail, Some(4)).unwrap()).unwrap();
    assert!(ask(&trail, Some(2)).unwrap_err().to_string().contains("2 s are too few"));
    let mut player = ExternalPlayer::new(nip24(), params(engine("nip24", "timed"))).unwrap();
    let two = Limits { time: Some(Duration::from_secs(2)), ..Limits::default() };
    assert!(player.try_think(&Trail::new(nip24()), &Desk::quiet(&watch).within(two)).is_ok());
}

#[test]
fn the_time_for_a_move_is_added_to_the_grace() {
    let time = Some(Duration::from_millis(150));
    let settings = ExternalParams { time, grace: SHORT, ..params(engine("nip24", "hangs")) };
    let failure = move_of(&mut ExternalPlayer::new(nip24(), settings).unwrap(), &Trail::new(nip24())).unwrap_err();
    assert!(failure.to_string().ends_with("no answer within 350 ms"), "{failure}");
}

#[test]
fn positions_that_cannot_be_told_are_refused() {
    let game = nip24();
    let mut player = ExternalPlayer::new(game.clone(), params(engine("nip24", "good"))).unwrap();
    let mut later = Trail::new(game.clone());
    later.try_step(Step::Play(choice_of(&later))).unwrap();
    let failure = move_of(&mut player, &Trail::from(game, *later.state())).unwrap_err();
    assert_eq!(case(&failure), "unfit");
    assert!(failure.to_string().contains("cannot be told the position"), "{failure}");
    assert_eq!(player.group(), None, "it was not even started");
}

#[test]
fn games_not_for_two_and_odd_set_ups_are_unfit() {
    let four = Toy::<4>::parse("(1,2,3,4 4,3,2,1)").unwrap();
    let unfit = ExternalPlayer::new(four, params("gnugo".to_owned())).err().unwrap();
    assert!(unfit.to_string().contains("has 4 seats"), "{unfit}");
    for line in ["", "# remark", "komi 7.5\nquit", "3 komi 7.5"] {
        let settings = ExternalParams { setup: vec![line.to_owned()], ..params("gnugo".to_owned()) };
        let unfit = ExternalPlayer::new(nip24(), settings).err();
        assert_eq!(unfit, Some(Unfit::Setup(line.to_owned())));
    }
}

#[test]
#[should_panic(expected = "exit status: 4")]
fn thinking_without_asking_for_failures_is_a_bug() {
    let mut player = ExternalPlayer::new(nip24(), params(engine("nip24", "dead at start"))).unwrap();
    player.think(&Trail::new(nip24()), &Desk::quiet(&Watch::default()));
}
