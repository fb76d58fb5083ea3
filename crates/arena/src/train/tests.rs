//! Training files and their mistakes; weights that depend on the file alone.

use std::path::Path;
use std::time::Duration;

use enban_eval::Weights;
use enban_eval::patterns::ErrorModel;
use enban_game::Watch;
use enban_store::{Ledger, Store};

use super::*;
use crate::task::Workers;

const REVERSI4: &str = r#"
name = "small"
game = "reversi4"
generations = 2
[games]
count = 400
[labels]
positions = 150
exact = 4
[fit]
steps = 8
[errors]
positions = 30
[match]
games = 8
nodes = 30
"#;

const NIP24: &str = r#"
game = "nip24"
seed = 3
[games]
count = 250
[labels]
positions = 250
exact = 6
depth = 1
[fit]
steps = 5
[errors]
positions = 4
[match]
games = 4
nodes = 50
"#;

fn training(text: &str) -> Result<Training, TrainingError> {
    Training::of_file(TrainFile::parse(text).unwrap(), "stem")
}

/// Trains in the store of a folder, opened anew as after a crash.
fn run(folder: &Path, text: &str, threads: usize, watch: &Watch) -> Trained {
    let (store, training) = (Store::open(folder.join("store.db")).unwrap(), training(text).unwrap());
    let trainer = Trainer::begin(&store, &training, text, "").unwrap();
    let trained = trainer.train(&Workers { threads, watch }).unwrap();
    let id = store.find(&training.name).unwrap();
    let summary = store.experiment(id).unwrap().summary;
    assert_eq!(summary.finished_unix_s.is_some(), trained.judged.is_some());
    assert_eq!(summary.tasks_done == summary.tasks, trained.judged.is_some());
    assert_eq!(store.ledger(id).unwrap().done().unwrap().count(), summary.tasks_done);
    if !watch.is_stopped() {
        let (done, all) = watch.progress();
        assert_eq!(done, all, "all of it is told");
    }
    trained
}

fn whole_run(text: &str, threads: usize) -> Trained {
    run(tempfile::tempdir().unwrap().path(), text, threads, &Watch::default())
}

#[test]
fn weights_depend_on_the_file_alone() {
    for text in [REVERSI4, NIP24] {
        let whole = whole_run(text, 1);
        assert_eq!(whole_run(text, 3), whole, "threads do not matter");

        let (folder, mut stops) = (tempfile::tempdir().unwrap(), 0);
        for after_ms in (5..).step_by(15) {
            let watch = Watch::default();
            let trained = std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(after_ms));
                    watch.stop();
                });
                run(folder.path(), text, 2, &watch)
            });
            if trained.judged.is_some() {
                assert_eq!(trained, whole, "stopped {stops} times");
                break;
            }
            stops += 1;
        }
        assert!(stops > 0, "it was stopped at least once");
        // Nothing is left to do.
        assert_eq!(run(folder.path(), text, 1, &Watch::default()), whole);
    }
}

#[test]
fn the_weights_say_where_they_come_from() {
    let trained = whole_run(REVERSI4, 2);
    let training = training(REVERSI4).unwrap();
    let (layout, fingerprint) = (training.teacher().layout(), training.teacher().fingerprint());
    let bytes = trained.weights.as_ref().unwrap();
    assert!(are_weights(bytes) && !are_weights(b"name = 1"));
    let weights = Weights::from_bytes(bytes, &layout, &fingerprint).unwrap();
    let fact = |name: &str| weights.origin.fact(name).unwrap_or_else(|| panic!("{name}"));
    assert_eq!((weights.origin.game.as_str(), fact("seed"), fact("generations")), ("reversi4", "1", "2"));
    assert_eq!((fact("games"), fact("labels")), ("400", "exact to 4, then 3 plies"));
    assert_eq!(fact("positions"), trained.positions().to_string());
    assert!(fact("program").starts_with("enban "), "{}", fact("program"));
    assert!(fact("held-out error").starts_with("1-4 ") && fact("held-out error").contains(", 9-12 "));
    assert!(ErrorModel::parse(fact(ErrorModel::FACT)).is_some());
    assert!(weights.stages.iter().all(|stage| stage.iter().any(|&weight| weight != 0)), "each stage has learned");
    // On this board there are no positions of 20 empty squares.
    assert!(trained.static_error().is_none() && weights.origin.fact("exact error").is_none());
    let learned = trained.generations.last().unwrap().last().unwrap();
    let curve = learned.curve().unwrap();
    assert!(curve[0].0 > curve[curve.len() - 1].0, "the regression learns: {curve:?}");
}

#[test]
fn another_seed_learns_other_weights_and_another_plan_is_refused() {
    let other = REVERSI4.replace("[games]", "seed = 2\n[games]");
    let folder = tempfile::tempdir().unwrap();
    let trained = run(folder.path(), &other, 2, &Watch::default());
    assert_ne!(trained.weights, whole_run(REVERSI4, 2).weights);
    let (store, training) = (Store::open(folder.path().join("store.db")).unwrap(), training(REVERSI4).unwrap());
    let refused = Trainer::begin(&store, &training, REVERSI4, "").err().unwrap().to_string();
    assert!(refused.contains("stored: seed: 2") && refused.contains("now:    seed: 1"), "{refused}");
}

#[test]
fn a_longer_match_keeps_the_weights_and_the_games_played() {
    let folder = tempfile::tempdir().unwrap();
    let short = run(folder.path(), REVERSI4, 2, &Watch::default());
    let long = run(folder.path(), &REVERSI4.replace("games = 8", "games = 12"), 2, &Watch::default());
    let leads = |trained: &Trained| trained.judged.clone().unwrap().leads;
    assert_eq!((short.weights.clone(), leads(&short).len(), leads(&long).len()), (long.weights.clone(), 4, 6));
    assert_eq!(leads(&short)[..], leads(&long)[..4]);
}

#[test]
fn bad_files_are_refused_by_name() {
    let check = |from: &str, to: &str, message: &str| {
        let text = NIP24.replace(from, to);
        assert_ne!(text, NIP24);
        let error = training(&text).err().unwrap_or_else(|| panic!("{to} was taken")).to_string();
        assert!(error.starts_with(message), "{error:?} does not begin with {message:?}");
    };
    check("depth = 1", "depth = 4", "labels.depth: expected an odd number of plies, found 4: the values would swing");
    check("depth = 1", "depth = 0", "labels.depth: expected 1 to 9, found 0");
    check("nip24", "nip25", "game: ");
    check("nip24", "go9", "game: go9 has no evaluation to learn; expected a board of Reversi or Nip");
    check("nip24", "yonin", "game: yonin has no evaluation to learn");
    check("positions = 250", "positions = 0", "labels.positions: expected 1 to 10000000, found 0");
    check("count = 250", "count = 0", "games.count: expected 1 to");
    check("[fit]", "[fit]\nridge = -1", "fit.ridge: expected 0 to");
    check("[fit]", "[fit]\nridge = nan", "fit.ridge: expected 0 to 1000000000, found NaN");
    check("[games]", "[games]\nrandom = 1.5", "games.random: expected 0 to 1, found 1.5");
    check("nodes = 50", "nodes = 0", "match.nodes: expected 1 to");
    check("seed = 3", "generations = 0", "generations: expected 1 to");

    let typo = TrainFile::parse(&NIP24.replace("exact =", "exakt =")).unwrap_err().to_string();
    assert!(typo.contains("exakt") && typo.contains("did you mean exact?"), "{typo}");
    let missing = TrainFile::parse("game = \"nip24\"\n[games]\ncount = 1").unwrap_err().to_string();
    assert!(missing.contains("labels"), "{missing}");
}

#[test]
fn every_board_of_the_family_can_be_trained() {
    for game in ["reversi6", "reversi10", "reversi88", "reversi(anti=on)", "nip60", "nip(lap=off)"] {
        let training = training(&NIP24.replace("nip24", game));
        assert!(training.is_ok(), "{game}: {}", training.err().unwrap());
    }
}

#[test]
fn every_training_file_of_the_project_is_one() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    let mut found = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_string_lossy().starts_with("train-") {
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(training(&text).is_ok(), "{}", path.display());
            found += 1;
        }
    }
    assert_eq!(found, 7);
}

#[test]
fn the_report_tells_the_errors_the_curves_and_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let trained = run(folder.path(), NIP24, 2, &Watch::default());
    let store = Store::open(folder.path().join("store.db")).unwrap();
    let experiment = store.experiment(store.find("stem").unwrap()).unwrap();
    let document = training_document(&experiment, &TrainFile::parse(NIP24).unwrap(), &trained);
    let text = enban_report::render(&document, enban_report::Format::Markdown);
    let parts = [
        "nip24: an evaluation learned from",
        "| 6 | 250 | exact |",
        "| 7 | 250 | 1 ply |",
        "The error on what was held out, after each step",
        "Between searches",
        &format!("Against the evaluation of {} what was learned scores", crate::keep::program()),
        "in 4 games at 50 nodes a move",
    ];
    parts.iter().for_each(|part| assert!(text.contains(part), "{part:?} is not in {text}"));
}
