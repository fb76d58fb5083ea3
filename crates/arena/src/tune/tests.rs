//! Tuning files and their mistakes; the loop interrupted, threaded and stopped.

use std::time::Duration;

use enban_game::{Rng, Watch};
use enban_store::{GameRecord, Ledger, Store};

use super::steps::{drawn, points_of, rounds};
use super::*;
use crate::Plan;

const DUELS: &str = r#"
game = "nip"
player = "map(values={ring}/{ring}/{ring}/{inner}/-5/-2/3/0)"
games = 4
openings = "ply=4"
[method]
method = "spsa"
steps_max = 6
[[parameters]]
name = "ring"
start = 20
low = -100
high = 100
step = 10
[[parameters]]
name = "inner"
start = -5
low = -50
high = 50
step = 5
whole = true
"#;

const RATINGS: &str = r#"
name = "ratings"
game = "reversi"
seed = 7
player = "weights(bp={bp},fs={fs})"
against = "weights(bp=1,fs=0)"
games = 2
openings = "ply=4"
[method]
method = "cma-es"
steps_max = 4
population = 4
repeats = 2
[[parameters]]
name = "bp"
start = 1
low = 0
high = 5
step = 0.5
[[parameters]]
name = "fs"
start = 3
low = 0
high = 5
step = 0.5
[match]
games = 10
"#;

fn tuning(text: &str) -> Result<Tuning, TuningError> {
    let workers = Workers { threads: 1, watch: &Watch::default() };
    Tuning::of_file(TuneFile::parse(text).unwrap(), "stem", Path::new("."), &workers)
}

/// Some steps of a tuning in the store of a folder, opened anew as after a crash.
fn run(folder: &Path, text: &str, threads: usize, steps: u64, watch: &Watch) -> Progress {
    let (store, tuning) = (Store::open(folder.join("store.db")).unwrap(), tuning(text).unwrap());
    let tuner = Tuner::begin(&store, &tuning, text, "").unwrap();
    let (id, progress) = (tuner.id, tuner.play(&Workers { threads, watch }, steps).unwrap());
    assert_eq!(tuner.progress().unwrap().optimiser, progress.optimiser, "what is kept is what is returned");
    assert_eq!(store.ledger(id).unwrap().done().unwrap().count(), progress.optimiser.step());
    assert_eq!(store.experiment(id).unwrap().summary.finished_unix_s.is_some(), progress.optimiser.is_finished());
    progress
}

fn whole_run(text: &str, threads: usize) -> Progress {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), text, threads, u64::MAX, &Watch::default())
}

#[test]
fn a_run_interrupted_after_every_step_ends_like_one_that_was_not() {
    for text in [DUELS, RATINGS] {
        let whole = whole_run(text, 1);
        assert!(whole.optimiser.is_finished() && whole.optimiser.history().len() as u64 == whole.optimiser.steps_max());
        let folder = tempfile::tempdir().unwrap();
        for step in 1..=whole.optimiser.steps_max() {
            let part = run(folder.path(), text, 1, 1, &Watch::default());
            assert_eq!(part.optimiser.step(), step);
        }
        assert_eq!(run(folder.path(), text, 1, u64::MAX, &Watch::default()), whole);
    }
}

#[test]
fn threads_do_not_matter() {
    for text in [DUELS, RATINGS] {
        assert_eq!(whole_run(text, 1), whole_run(text, 2));
    }
}

#[test]
fn another_seed_goes_another_way() {
    let other = RATINGS.replace("seed = 7", "seed = 8");
    assert_ne!(whole_run(RATINGS, 1).optimiser.best(), whole_run(&other, 1).optimiser.best());
}

#[test]
fn a_stop_loses_the_step_in_progress_only() {
    let text = DUELS.replace("games = 4", "games = 100");
    let (whole, folder) = (whole_run(&text, 2), tempfile::tempdir().unwrap());
    let watch = Watch::default();
    let stopped = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(30));
            watch.stop();
        });
        run(folder.path(), &text, 2, u64::MAX, &watch)
    });
    assert_eq!(watch.progress(), (stopped.optimiser.step(), 6));
    let again = run(folder.path(), &text, 2, u64::MAX, &Watch::default());
    assert_eq!(again, whole);
}

#[test]
fn programs_that_took_part_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let (store, tuning) = (Store::open(folder.path().join("store.db")).unwrap(), tuning(DUELS).unwrap());
    let id = Tuner::begin(&store, &tuning, DUELS, "").unwrap().id;
    let watch = Watch::default();
    let workers = Workers { threads: 1, watch: &watch };
    let tuner = |program: &str| Tuner { tuning: &tuning, store: &store, id, program: program.to_owned() };
    assert!(tuner("a 1").progress().unwrap().programs.is_empty());
    let steps = ["a 1", "a 1", "b 2"].map(|program| tuner(program).play(&workers, 1).unwrap().programs.len());
    assert_eq!((steps, tuner("c").progress().unwrap().programs), ([1, 1, 2], vec!["a 1".to_owned(), "b 2".to_owned()]));
    store.set_note(id, Tuner::NOTE, b"{\"programs\":[]}").unwrap();
    let error = tuner("a 1").play(&workers, 1).unwrap_err().to_string();
    assert!(error.contains("cannot be read") && error.contains("optimiser"), "{error}");
}

#[test]
fn wrong_files_are_refused_with_the_place_and_what_was_expected() {
    let check = |from: &str, to: &str, parts: &[&str]| {
        assert!(DUELS.contains(from), "{from}");
        let error = TuneFile::parse(&DUELS.replacen(from, to, 1)).unwrap_err().to_string();
        parts.iter().for_each(|part| assert!(error.contains(part), "{part:?} is not in {error:?}"));
    };
    check("openings", "openigns", &["line 5", "openigns", "did you mean openings?"]);
    check("games = 4", "", &["games"]);
    check("games = 4", "games = \"four\"", &["line 4", "string", "u64"]);
    check("\"spsa\"", "\"spas\"", &["spas", "did you mean spsa?"]);
    check("steps_max", "steps", &["steps", "steps_max"]);
    check("step = 10", "stpe = 10", &["stpe", "did you mean step?"]);
    check("[method]", "[match]\ngame = 3\n[method]", &["line 7", "did you mean games?"]);
}

#[test]
fn tunings_that_cannot_be_are_refused() {
    let check = |text: &str, from: &str, to: &str, part: &str| {
        assert!(text.contains(from), "{from}");
        let error = tuning(&text.replacen(from, to, 1)).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(part), "{part:?} is not in {error:?}");
    };
    check(DUELS, "\"nip\"", "\"nipp\"", "did you mean nip?");
    check(DUELS, "games = 4", "games = 0", "games: expected 1 to 1000000, found 0");
    check(DUELS, "ply=4", "ply", "openings \"ply\": expected none");
    check(DUELS, "games = 4", "games = 4\nagainst = \"random\"", "against: SPSA lets its candidates play each other");
    check(DUELS, "{inner}", "-5", "player: expected {inner} in");
    check(DUELS, "{inner}", "{inner}/{outer}", "braces around what is no parameter; expected ring, inner");
    check(DUELS, "{inner}", "{inner}/1", "expected 8 numbers");
    check(DUELS, "high = 100", "high = 2000", "values=2000/2000");
    check(DUELS, "start = 20", "start = 200", "parameter \"ring\": start is 200, expected -100 to 100");
    check(DUELS, "steps_max = 6", "steps_max = 0", "setting steps_max is 0");
    check(RATINGS, "games = 10", "games = 0", "match.games");
    check(RATINGS, "against = \"weights(bp=1,fs=0)\"", "against = \"weihgts\"", "did you mean weights?");
    check(RATINGS, "repeats = 2", "repeats = 0", "setting repeats is 0");
}

#[test]
fn what_decides_the_result_is_in_the_canonical_text_and_nothing_else() {
    let canonical = |from: &str, to: &str| {
        assert!(RATINGS.contains(from), "{from}");
        tuning(&RATINGS.replacen(from, to, 1)).unwrap().canonical()
    };
    let same = canonical("seed = 7", "seed = 7");
    assert!(same.contains("\nmethod, population: 4\n") && same.contains("\nagainst: weights(bp=1,fs=0)\n"), "{same}");
    assert!(same.ends_with("parameter fs: start 3, from 0 to 5, step 0.5"), "{same}");
    for (from, to) in [
        ("seed = 7", "seed = 8"),
        ("games = 2", "games = 4"),
        ("against = \"weights(bp=1,fs=0)\"", ""),
        ("ply=4", "ply=5"),
        ("population = 4", "population = 5"),
        ("step = 0.5", "step = 0.25"),
        ("fs={fs}", "fs={fs},cn=1"),
    ] {
        assert_ne!(canonical(from, to), same, "{to}");
    }
    let of_game = |game: &str| tuning(&DUELS.replace("\"nip\"", game)).unwrap().canonical();
    assert_ne!(of_game("\"nip\""), of_game("\"nip(lap=off)\""));
    for (from, to) in
        [("games = 10", "games = 20"), ("seed = 7", "seed = 7\ntitle = \"x\""), ("games = 2", "games = 1")]
    {
        assert_eq!(canonical(from, to), same, "{to}");
    }
}

#[test]
fn the_games_of_the_file_count_in_full_unless_it_says_otherwise() {
    let games = |text: &str| match TuneFile::parse(text).unwrap().method {
        Settings::Spsa(settings) => settings.games,
        Settings::CmaEs(_) => panic!("spsa"),
    };
    assert_eq!(games(DUELS), 4);
    assert_eq!(games(&DUELS.replace("steps_max", "games = 9\nsteps_max")), 9);
}

#[test]
fn values_are_written_with_the_digits_that_count() {
    let check = |step: f64, start: f64, whole: bool, value: f64, text: &str| {
        let parameter = Parameter { name: "x".into(), start, low: -1e3, high: 1e3, step, whole };
        assert_eq!(text_of(&parameter, value), text);
    };
    check(1.0, 0.0, false, 1.23456, "1.23");
    check(0.5, 0.0, false, 1.23456, "1.235");
    check(10.0, 0.0, false, -7.96, "-8");
    check(100.0, 0.0, false, 123.4, "123");
    check(1.0, 0.12345, false, 0.12345, "0.12345");
    check(1.0, 0.0, false, -0.0001, "0");
    check(1.0, 0.0, true, 200.0, "200");
    check(2.0, 0.0, true, -0.0, "0");
    check(1e-6, 0.0, false, 0.1, "0.1");
}

#[test]
fn repeated_candidates_are_rated_in_later_rounds() {
    let candidates: Vec<Vec<f64>> = [1.0, 2.0, 1.0, 3.0, 1.0, 2.0].iter().map(|&value| vec![value]).collect();
    assert_eq!(rounds(&candidates), [vec![0, 1, 3], vec![2, 5], vec![4]]);
}

#[test]
fn openings_of_a_step_are_distinct_and_drawn_by_its_seed() {
    let pool: Vec<String> = (0..50).map(|number| number.to_string()).collect();
    let one = drawn(&pool, 20, Rng::new(1));
    assert_eq!((one.len(), one.iter().collect::<std::collections::HashSet<_>>().len()), (20, 20));
    assert_eq!(one, drawn(&pool, 20, Rng::new(1)));
    assert_ne!(one, drawn(&pool, 20, Rng::new(2)));
    assert_eq!(drawn(&pool, 80, Rng::new(1)).len(), 50);
}

#[test]
fn a_game_gives_points_for_every_seat_left_behind() {
    let check = |rotation: u8, scores: &[i32], winner: Option<u8>, points: u64| {
        let game = GameRecord { rotation, scores: scores.to_vec(), winner, ..GameRecord::default() };
        assert_eq!(points_of(&game, scores.len()), points, "{game:?}");
    };
    check(0, &[40, 12], Some(0), 2);
    check(1, &[40, 12], Some(1), 0);
    check(0, &[26, 26], None, 1);
    // A player that failed has lost, whatever the board says.
    check(0, &[40, 12], Some(1), 0);
    check(0, &[30, 20, 10, 4], Some(0), 6);
    check(1, &[30, 20, 10, 4], Some(1), 0);
    check(3, &[30, 20, 10, 20], Some(3), 3);
}

#[test]
fn the_last_match_is_an_experiment_of_its_own() {
    let tuning = tuning(RATINGS).unwrap();
    assert_eq!(tuning.start(), "weights(bp=1,fs=3)");
    assert_eq!((tuning.games(), tuning.games_per_step().unwrap()), (2, 16));
    let file = tuning.match_file(&[1.2346, 0.5]);
    assert_eq!(ExperimentFile::parse(&file.to_toml().unwrap()).unwrap(), file);
    let workers = Workers { threads: 1, watch: &Watch::default() };
    let (plan, _) = Plan::of_file(&file, "", Path::new("."), &workers).unwrap();
    assert_eq!((plan.name.as_str(), plan.games()), ("ratings: result against start", 10));
    assert_eq!(plan.cells[0].players, ["weights(bp=1.235,fs=0.5)", "weights(bp=1,fs=3)"]);
}

#[test]
fn games_for_many_are_tuned_too() {
    let text = r#"
game = "yonin"
player = "self(lookahead={plies})"
games = 4
[method]
method = "spsa"
steps_max = 2
[[parameters]]
name = "plies"
start = 1
low = 0
high = 2
step = 1
whole = true
"#;
    let progress = whole_run(text, 2);
    assert_eq!(progress, whole_run(text, 1));
    assert!(progress.optimiser.history().iter().all(|record| (0.0..=1.0).contains(&record.score)));
}
