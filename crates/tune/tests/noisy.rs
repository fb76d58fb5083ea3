//! Both optimisers on matches: every game is a coin whose bias is the logistic function of the difference in
//! strength, and strength is a quadratic hill.

use enban_tune::{
    Ask, CmaEsSettings, HISTORY_MAX, Optimiser, Parameter, Settings, Space, SpsaSettings, Told, TuneError,
};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const PEAK: [f64; 5] = [14.0, -7.0, 0.5, 30.0, 3.0];
const GAMES: u32 = 32;

/// Five parameters of different scales, two of them whole, each four steps from its best.
fn space() -> Space {
    let parameter = |name: &str, start: f64, low: f64, high: f64, step: f64, whole: bool| Parameter {
        name: name.into(),
        start,
        low,
        high,
        step,
        whole,
    };
    Space {
        parameters: vec![
            parameter("corner", 6.0, -20.0, 40.0, 2.0, true),
            parameter("edge", 1.0, -20.0, 20.0, 2.0, false),
            parameter("mobility", 0.1, 0.0, 1.0, 0.1, false),
            parameter("parity", 70.0, 0.0, 100.0, 10.0, true),
            parameter("tempo", -1.0, -5.0, 5.0, 1.0, false),
        ],
    }
}

/// The distance from the peak in steps.
fn distance(values: &[f64]) -> f64 {
    let space = space();
    let (here, there) = (space.to_unit(values), space.to_unit(&PEAK));
    here.iter().zip(&there).map(|(here, there)| (here - there) * (here - there)).sum::<f64>().sqrt()
}

/// In natural logarithms of the odds. At the start a step of one parameter is worth about 60 Elo.
fn strength(values: &[f64]) -> f64 {
    -0.05 * distance(values) * distance(values)
}

fn play(left: &[f64], right: &[f64], games: u32, random: &mut Xoshiro256PlusPlus) -> f64 {
    let chance = 1.0 / (1.0 + libm::exp(strength(right) - strength(left)));
    let won = (0..games).filter(|_| ((random.next_u64() >> 11) as f64) < chance * (1u64 << 53) as f64).count();
    won as f64 / f64::from(games)
}

/// Plays what is asked for. The matches of a step are decided by the step, as a caller that goes on would.
fn answer(optimiser: &Optimiser, ask: &Ask) -> Option<Told> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1000 + optimiser.step());
    match ask {
        Ask::Duel { plus, minus } => Some(Told::Duel { score: play(plus, minus, GAMES, &mut random), games: GAMES }),
        Ask::Rate { candidates } => {
            let opponent = optimiser.best();
            let scores = candidates.iter().map(|values| play(values, &opponent, GAMES, &mut random)).collect();
            Some(Told::Rate { scores })
        }
        Ask::Nothing => None,
    }
}

fn check_candidate(values: &[f64]) {
    for (parameter, value) in space().parameters.iter().zip(values) {
        assert!((parameter.low..=parameter.high).contains(value), "{} is {value}", parameter.name);
        assert!(!parameter.whole || value.fract() == 0.0, "{} is {value}", parameter.name);
    }
}

fn run(mut optimiser: Optimiser) -> Optimiser {
    loop {
        let ask = optimiser.ask();
        assert_eq!(ask, optimiser.ask(), "a question may be asked again");
        match &ask {
            Ask::Duel { plus, minus } => [plus, minus].into_iter().for_each(|values| check_candidate(values)),
            Ask::Rate { candidates } => candidates.iter().for_each(|values| check_candidate(values)),
            Ask::Nothing => {}
        }
        let Some(told) = answer(&optimiser, &ask) else { return optimiser };
        optimiser.tell(&told).expect("the answer fits the question");
        check_candidate(&optimiser.best());
    }
}

fn spsa() -> Settings {
    Settings::Spsa(SpsaSettings { steps_max: 1000, games: GAMES, ..SpsaSettings::default() })
}

fn cma_es() -> Settings {
    Settings::CmaEs(CmaEsSettings { steps_max: 60, ..CmaEsSettings::default() })
}

fn start(settings: Settings, seed: u64) -> Optimiser {
    Optimiser::new(space(), settings, seed).expect("the settings are good")
}

#[test]
fn both_climb_the_hill_through_noise() {
    let check = |settings: Settings, within: f64| {
        for seed in 1..=8 {
            let from = start(settings.clone(), seed);
            assert!((distance(&from.best()) - 80f64.sqrt()).abs() < 1e-9);
            let ended = run(from);
            let far = distance(&ended.best());
            assert!(far < within, "seed {seed}: {far} steps from the best, {:?}", ended.best());
        }
    };
    check(spsa(), 1.0);
    check(cma_es(), 2.5);
}

#[test]
fn repeats_and_larger_populations_tell_the_noise() {
    let settings = CmaEsSettings { steps_max: 20, population: Some(24), repeats: 3, ..CmaEsSettings::default() };
    let optimiser = start(Settings::CmaEs(settings), 1);
    let Ask::Rate { candidates } = optimiser.ask() else { unreachable!("CMA-ES asks for ratings") };
    assert_eq!(candidates.len(), 72);
    assert_eq!(candidates[..24], candidates[48..]);
    let ended = run(optimiser);
    // The means of 3 matches of 32 fair games have a standard error of 0.051.
    let noise: Vec<f64> = ended.history().iter().filter_map(|record| record.noise).collect();
    assert_eq!(noise.len(), 20);
    assert!((noise.iter().sum::<f64>() / 20.0 - 0.05).abs() < 0.01, "{noise:?}");
}

#[test]
fn a_search_goes_on_from_every_saved_state() {
    let check = |settings: Settings| {
        let whole = run(start(settings.clone(), 3));
        let mut saved = start(settings, 3);
        // After every step it is written, dropped and read, as if it had been killed.
        while let Some(told) = answer(&saved, &saved.ask()) {
            saved.tell(&told).unwrap();
            let text = serde_json::to_string(&saved).unwrap();
            let read: Optimiser = serde_json::from_str(&text).unwrap();
            assert_eq!(read, saved, "step {}", saved.step());
            saved = read;
        }
        assert_eq!(saved, whole);
    };
    check(Settings::Spsa(SpsaSettings { steps_max: 300, ..SpsaSettings::default() }));
    check(cma_es());
}

#[test]
fn seeds_decide_the_search() {
    let check = |settings: Settings, expected: &str| {
        let (first, again, other) =
            (run(start(settings.clone(), 5)), run(start(settings.clone(), 5)), run(start(settings, 6)));
        assert_eq!(first, again);
        assert_ne!(first.best(), other.best());
        assert_eq!(format!("{:?}", first.best()), expected, "another machine would go another way");
    };
    check(spsa(), "[14.0, -6.413715664442449, 0.5211104483285158, 31.0, 2.9749412716969044]");
    check(cma_es(), "[15.0, -7.595485189680328, 0.5747458986101565, 30.0, 2.451737468508054]");
}

#[test]
fn a_long_history_stays_small_and_ends_with_the_newest() {
    let ended = run(start(spsa(), 1));
    assert!(ended.is_finished());
    assert_eq!((ended.step(), ended.steps_max()), (1000, 1000));
    assert!((HISTORY_MAX / 2..=HISTORY_MAX).contains(&ended.history().len()));
    let newest = ended.history().last().unwrap();
    assert_eq!((newest.step, &newest.centre), (1000, &ended.centre()));
    assert!((newest.spread - 1001f64.powf(-0.101)).abs() < 1e-12);
    assert_eq!(ended.ask(), Ask::Nothing);
}

#[test]
fn beliefs_are_named_and_nearer_than_they_were() {
    let ended = run(start(spsa(), 2));
    let beliefs = ended.beliefs();
    let names: Vec<&str> = beliefs.iter().map(|belief| belief.name.as_str()).collect();
    assert_eq!(names, ["corner", "edge", "mobility", "parity", "tempo"]);
    for ((belief, parameter), peak) in beliefs.iter().zip(space().parameters).zip(PEAK) {
        assert_eq!(belief.start, parameter.start);
        assert!((belief.value - peak).abs() < (belief.start - peak).abs() / 2.0, "{belief:?}");
        assert!(belief.spread > 0.0 && belief.spread < 2.0 * parameter.step, "{belief:?}");
    }
}

#[test]
fn a_quiet_search_ends_early_though_whole_parameters_keep_moving() {
    let settings = CmaEsSettings { steps_max: 5000, spread_min: 0.01, ..CmaEsSettings::default() };
    let mut optimiser = start(Settings::CmaEs(settings), 1);
    while let Ask::Rate { candidates } = optimiser.ask() {
        let scores = candidates.iter().map(|values| strength(values)).collect();
        optimiser.tell(&Told::Rate { scores }).unwrap();
    }
    assert!(optimiser.step() < 500, "step {}", optimiser.step());
    assert!(distance(&optimiser.best()) < 0.05, "{:?}", optimiser.best());
    let corner = &optimiser.beliefs()[0];
    assert!(corner.spread > 0.29, "{corner:?}");
    let over = optimiser.tell(&Told::Rate { scores: Vec::new() });
    assert_eq!(over, Err(TuneError::Finished { step: optimiser.step() }));
}
