//! CMA-ES on functions without noise: how near it comes, and in how many evaluations.

use enban_tune::{Ask, CmaEsSettings, CovarianceShape, Optimiser, Parameter, Settings, Space, Told};

fn sphere(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum()
}

/// Axes whose curvatures differ by a million, turned against the coordinates by a mixing of neighbours.
fn ellipsoid(x: &[f64]) -> f64 {
    let last = (x.len() - 1) as f64;
    let turned = |at: usize| (x[at] + x[(at + 1) % x.len()]) * 0.6 + (x[at] - x[(at + 1) % x.len()]) * 0.3;
    (0..x.len()).map(|at| 1e6f64.powf(at as f64 / last) * turned(at) * turned(at)).sum()
}

/// The same axes, not turned.
fn straight_ellipsoid(x: &[f64]) -> f64 {
    let last = (x.len() - 1) as f64;
    x.iter().enumerate().map(|(at, x)| 1e6f64.powf(at as f64 / last) * x * x).sum()
}

/// A bent valley with its lowest point at ones.
fn rosenbrock(x: &[f64]) -> f64 {
    x.windows(2).map(|x| 100.0 * (x[1] - x[0] * x[0]).powi(2) + (1.0 - x[0]).powi(2)).sum()
}

struct Problem {
    function: fn(&[f64]) -> f64,
    size: usize,
    start: f64,
    low: f64,
    step: f64,
    population: usize,
    covariance: CovarianceShape,
}

const SPHERE: Problem = Problem {
    function: sphere,
    size: 10,
    start: 3.0,
    low: -10.0,
    step: 1.0,
    population: 10,
    covariance: CovarianceShape::Automatic,
};

/// Minimises until the best is at most `goal`, and says how many evaluations that took.
fn evaluations(problem: &Problem, goal: f64, seed: u64) -> Option<usize> {
    let parameter = |at: usize| Parameter {
        name: format!("x{at}"),
        start: problem.start,
        low: problem.low,
        high: 10.0,
        step: problem.step,
        whole: false,
    };
    let space = Space { parameters: (0..problem.size).map(parameter).collect() };
    let settings = CmaEsSettings {
        steps_max: 5000,
        population: Some(problem.population),
        spread_min: 1e-12,
        covariance: problem.covariance,
        ..CmaEsSettings::default()
    };
    let mut optimiser = Optimiser::new(space, Settings::CmaEs(settings), seed).expect("the settings are good");
    let mut evaluations = 0;
    while let Ask::Rate { candidates } = optimiser.ask() {
        let inside = |value: &f64| (problem.low..=10.0).contains(value);
        assert!(candidates.iter().flatten().all(inside), "a candidate is out of bounds");
        evaluations += candidates.len();
        let scores = candidates.iter().map(|candidate| -(problem.function)(candidate)).collect();
        optimiser.tell(&Told::Rate { scores }).expect("a rating for each candidate");
        if (problem.function)(&optimiser.best()) <= goal {
            return Some(evaluations);
        }
    }
    None
}

fn check(problem: &Problem, goal: f64, evaluations_max: usize) {
    for seed in 1..=5 {
        let needed = evaluations(problem, goal, seed);
        assert!(needed.is_some_and(|needed| needed <= evaluations_max), "seed {seed}: {needed:?} evaluations");
    }
}

#[test]
fn the_sphere_is_solved() {
    check(&SPHERE, 1e-8, 2000);
}

#[test]
fn a_step_that_is_far_too_small_only_costs_time() {
    check(&Problem { step: 0.01, ..SPHERE }, 1e-8, 2400);
}

#[test]
fn a_turned_ellipsoid_is_solved() {
    check(&Problem { function: ellipsoid, ..SPHERE }, 1e-8, 8000);
}

#[test]
fn rosenbrock_is_solved() {
    check(&Problem { function: rosenbrock, size: 5, start: -1.0, step: 0.5, ..SPHERE }, 1e-8, 4000);
}

#[test]
fn many_parameters_are_solved_by_their_variances() {
    let diagonal = Problem { function: straight_ellipsoid, size: 50, population: 15, ..SPHERE };
    check(&diagonal, 1e-8, 20_000);
    let asked = Problem { size: 10, population: 10, covariance: CovarianceShape::Diagonal, ..diagonal };
    check(&asked, 1e-8, 3500);
    // Without covariances the turned one is out of reach in the same time, so the switch does something.
    assert!(evaluations(&Problem { function: ellipsoid, ..asked }, 1e-8, 1).is_none_or(|needed| needed > 8000));
}

#[test]
fn a_best_on_the_bound_is_found() {
    // The lowest point within 2 to 10 is the corner of twos.
    check(&Problem { low: 2.0, size: 4, ..SPHERE }, 16.0 + 1e-6, 1600);
}

#[test]
fn one_parameter_is_enough() {
    check(&Problem { size: 1, population: 6, ..SPHERE }, 1e-8, 250);
}
