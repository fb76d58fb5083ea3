//! What comes in from outside: settings, answers and saved states, and what is said when they are wrong.

use enban_tune::{CmaEsSettings, Optimiser, Parameter, Settings, Space, SpsaSettings, Told};

fn space() -> Space {
    let parameter =
        |name: &str| Parameter { name: name.into(), start: 0.0, low: -10.0, high: 10.0, step: 1.0, whole: false };
    Space { parameters: vec![parameter("x"), parameter("y")] }
}

fn spsa() -> Settings {
    Settings::Spsa(SpsaSettings::default())
}

fn cma_es() -> Settings {
    Settings::CmaEs(CmaEsSettings { population: Some(6), ..CmaEsSettings::default() })
}

#[test]
fn bad_settings_are_refused() {
    let check = |settings: Settings, message: &str| {
        assert_eq!(Optimiser::new(space(), settings, 1).unwrap_err().to_string(), message);
    };
    let spsa = |change: fn(&mut SpsaSettings)| {
        let mut settings = SpsaSettings::default();
        change(&mut settings);
        Settings::Spsa(settings)
    };
    check(spsa(|s| s.steps_max = 0), "setting steps_max is 0, expected at least 1");
    check(spsa(|s| s.games = 0), "setting games is 0, expected at least 1");
    check(spsa(|s| s.perturbation = 0.0), "setting perturbation is 0, expected 0.000001 to 1000");
    check(spsa(|s| s.first_move = f64::NAN), "setting first_move is NaN, expected 0.000001 to 1000");
    check(spsa(|s| s.stability = -0.1), "setting stability is -0.1, expected 0 to 10");
    let cma_es = |change: fn(&mut CmaEsSettings)| {
        let mut settings = CmaEsSettings::default();
        change(&mut settings);
        Settings::CmaEs(settings)
    };
    check(cma_es(|s| s.steps_max = 0), "setting steps_max is 0, expected at least 1");
    check(cma_es(|s| s.population = Some(3)), "setting population is 3, expected 4 to 10000");
    check(cma_es(|s| s.repeats = 0), "setting repeats is 0, expected 1 to 1000");
    check(cma_es(|s| s.first_spread = -1.0), "setting first_spread is -1, expected 0.000001 to 1000000");
    check(cma_es(|s| s.spread_min = 0.0), "setting spread_min is 0, expected 1e-12 to less than first_spread");
    let none = Optimiser::new(Space { parameters: Vec::new() }, Settings::Spsa(SpsaSettings::default()), 1);
    assert_eq!(none.unwrap_err().to_string(), "the space has no parameters, expected at least one");
}

#[test]
fn wrong_answers_are_refused_and_change_nothing() {
    let check = |settings: Settings, told: Told, message: &str| {
        let mut optimiser = Optimiser::new(space(), settings, 1).unwrap();
        let before = optimiser.clone();
        assert_eq!(optimiser.tell(&told).unwrap_err().to_string(), message);
        assert_eq!(optimiser, before);
    };
    let duel = |score: f64, games: u32| Told::Duel { score, games };
    let rate = |scores: &[f64]| Told::Rate { scores: scores.to_vec() };
    check(spsa(), duel(1.5, 32), "the answer has a score of 1.5, expected 0 to 1");
    check(spsa(), duel(f64::NAN, 32), "the answer has a score of NaN, expected 0 to 1");
    check(spsa(), duel(0.5, 0), "the answer has 0 games, expected at least 1");
    check(spsa(), rate(&[0.5]), "the answer has 1 ratings, expected the score of a duel");
    check(cma_es(), duel(0.5, 32), "the answer has the score of a duel, expected ratings of candidates");
    check(cma_es(), rate(&[0.5]), "the answer has 1 ratings, expected 6");
    let infinite = rate(&[0.0, 0.0, f64::INFINITY, 0.0, 0.0, 0.0]);
    check(cma_es(), infinite, "the answer has inf as rating 3, expected finite numbers");
}

#[test]
fn settings_are_read_with_their_defaults() {
    let check = |text: &str, expected: Settings| {
        assert_eq!(serde_json::from_str::<Settings>(text).unwrap(), expected);
    };
    check(r#"{"method": "spsa"}"#, spsa());
    check(r#"{"method": "cma-es", "population": 6}"#, cma_es());
    let unknown = serde_json::from_str::<Settings>(r#"{"method": "spsa", "step_max": 3}"#).unwrap_err().to_string();
    assert!(unknown.contains("step_max") && unknown.contains("steps_max"), "{unknown}");
}

#[test]
fn damaged_states_are_refused() {
    let check = |settings: Settings, from: &str, to: &str, message: &str| {
        let mut optimiser = Optimiser::new(space(), settings, 1).unwrap();
        let told = match optimiser {
            Optimiser::Spsa(_) => Told::Duel { score: 0.5, games: 32 },
            Optimiser::CmaEs(_) => Told::Rate { scores: vec![0.0; 6] },
        };
        optimiser.tell(&told).unwrap();
        let text = serde_json::to_string(&optimiser).unwrap();
        let damaged = text.replacen(from, to, 1);
        assert_ne!(text, damaged, "nothing to damage in {text}");
        let error = serde_json::from_str::<Optimiser>(&damaged).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    };
    check(spsa(), r#""step":1,"centre":[0.0,"#, r#""step":1,"centre":["#, "1 numbers in the centre, expected 2");
    check(
        spsa(),
        r#""step":1,"centre""#,
        r#""step":2,"centre""#,
        "history up to step 1 with stride 1, expected one in",
    );
    check(spsa(), r#""step":1,"centre""#, r#""step":1001,"centre""#, "step 1001, expected at most 1000");
    check(spsa(), r#""games":32"#, r#""games":0"#, "setting games is 0, expected at least 1");
    check(spsa(), r#""high":10.0"#, r#""high":-10.0"#, "high is -10, expected more than low");
    check(cma_es(), r#""size":2"#, r#""size":3"#, "a covariance of 3 rows, expected 2");
    check(cma_es(), r#""length":"#, r#""length":-"#, "expected more than 0");
    check(cma_es(), r#""length_path":["#, r#""length_path":[1.0,"#, "3 numbers in the paths, expected 2");
}
