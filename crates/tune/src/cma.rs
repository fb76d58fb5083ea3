//! CMA-ES: evolution by a cloud of candidates that learns its own shape (Hansen, "The CMA Evolution
//! Strategy: A Tutorial", 2016).
//!
//! Every step draws a population around a mean, has all of them rated, moves the mean to the better half, and
//! adapts the shape of the cloud (the covariance) and its size (cumulative step-size adaptation). Only the
//! order of the ratings counts. Weights are the positive ones of the tutorial: negative weights learn from the
//! worst, which under noise are often the unlucky.
//!
//! Noise is met by a larger population or by repeats. A rule that widens the cloud while ratings differ no more
//! than noise (as in Hansen and others 2009) was tried on hills of 4, 16 and 64 parameters with games as coins. It
//! kept the cloud wide, but ended no nearer to the top, so it is not here.
//!
//! Beyond the bounds candidates are reflected, and the search learns from where they came to stand.

use serde::{Deserialize, Serialize};

use crate::covariance::{Covariance, Lesson, Root};
use crate::error::check_numbers;
use crate::history::{History, Record};
use crate::random::Draws;
use crate::space::reflect;
use crate::{Ask, Belief, Space, Told, TuneError};

/// In more dimensions than this, [`CovarianceShape::Automatic`] learns variances only. Learning all of n²/2
/// covariances takes about as many steps, and matches are too dear for that.
pub(crate) const DIAGONAL_ABOVE: usize = 40;

/// The least standard deviation of a whole parameter, in whole numbers. A narrower cloud would round to one
/// number and never see its neighbours; at 0.3 one candidate in ten still leaves the middle of its number.
const WHOLE_SPREAD: f64 = 0.3;

/// Which covariances are learnt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CovarianceShape {
    /// All of them up to `DIAGONAL_ABOVE` parameters, variances only above.
    #[default]
    Automatic,
    /// All of them.
    Full,
    /// Variances only, which are learnt faster (Ros and Hansen 2008).
    Diagonal,
}

/// What can be chosen about CMA-ES.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CmaEsSettings {
    /// How many populations are asked for. 200: some ten thousand evaluations would be better, but each is a match.
    pub steps_max: u64,
    /// Candidates of a step. By default twice the tutorial's 4 + 3 ln n, because ratings are noisy and the mean of the
    /// better half averages noise out. On hills of 4 to 64 parameters with games as coins, four times as many
    /// candidates with a quarter of the games each came nearer to the top for the same number of games.
    pub population: Option<usize>,
    /// How many times each candidate is rated in a step; the mean of its ratings counts. 1, because a larger
    /// population is mostly the better use of the games. From 2 on the history says how large the noise is.
    pub repeats: usize,
    /// The first standard deviation, in steps of the parameters. 1: the step is what the user calls a sensible
    /// change. With dozens of parameters less is better if a candidate that changes all of them by a step loses
    /// every game: ratings that are all 0 have no order.
    pub first_spread: f64,
    /// The search ends when no parameter varies by more than this, in steps. 0.01: a hundredth of a sensible change
    /// is nothing that a match could see.
    pub spread_min: f64,
    /// Which covariances are learnt. By default all, if there are few parameters.
    pub covariance: CovarianceShape,
}

impl Default for CmaEsSettings {
    fn default() -> Self {
        Self {
            steps_max: 200,
            population: None,
            repeats: 1,
            first_spread: 1.0,
            spread_min: 0.01,
            covariance: CovarianceShape::Automatic,
        }
    }
}

impl CmaEsSettings {
    fn check(&self) -> Result<(), TuneError> {
        if self.steps_max == 0 {
            return Err(TuneError::setting("steps_max", 0, "at least 1"));
        }
        if let Some(population) = self.population.filter(|population| !(4..=10_000).contains(population)) {
            return Err(TuneError::setting("population", population, "4 to 10000"));
        }
        if !(1..=1000).contains(&self.repeats) {
            return Err(TuneError::setting("repeats", self.repeats, "1 to 1000"));
        }
        if !(1e-6..=1e6).contains(&self.first_spread) {
            return Err(TuneError::setting("first_spread", self.first_spread, "0.000001 to 1000000"));
        }
        if !(1e-12..self.first_spread).contains(&self.spread_min) {
            return Err(TuneError::setting("spread_min", self.spread_min, "1e-12 to less than first_spread"));
        }
        Ok(())
    }

    fn population(&self, size: usize) -> usize {
        self.population.unwrap_or_else(|| 2 * (4 + (3.0 * libm::log(size as f64)) as usize))
    }

    fn round_shape(&self, size: usize) -> Covariance {
        let diagonal = match self.covariance {
            CovarianceShape::Automatic => size > DIAGONAL_ABOVE,
            CovarianceShape::Full => false,
            CovarianceShape::Diagonal => true,
        };
        if diagonal { Covariance::round_diagonal(size) } else { Covariance::round_full(size) }
    }
}

/// The state of a search by CMA-ES. Everything is on the unit scale.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CmaEs {
    space: Space,
    settings: CmaEsSettings,
    seed: u64,
    step: u64,
    mean: Vec<f64>,
    /// The length of steps: the tutorial's sigma.
    length: f64,
    covariance: Covariance,
    /// The path that tells whether steps are too short or too long.
    length_path: Vec<f64>,
    /// The path that tells where the mean keeps going.
    shape_path: Vec<f64>,
    history: History,
}

/// A candidate.
struct Sample {
    /// From the mean, in lengths of steps.
    offset: Vec<f64>,
    /// Where it is, within the bounds.
    point: Vec<f64>,
}

impl CmaEs {
    pub(crate) fn new(space: Space, settings: CmaEsSettings, seed: u64) -> Result<Self, TuneError> {
        settings.check()?;
        let zeros = vec![0.0; space.len()];
        let covariance = settings.round_shape(space.len());
        let mut search = Self {
            length: settings.first_spread,
            mean: zeros.clone(),
            length_path: zeros.clone(),
            shape_path: zeros,
            step: 0,
            history: History::new(),
            covariance,
            space,
            settings,
            seed,
        };
        search.keep_whole_parameters_moving();
        Ok(search)
    }

    pub(crate) fn space(&self) -> &Space {
        &self.space
    }

    pub(crate) fn step(&self) -> u64 {
        self.step
    }

    pub(crate) fn steps_max(&self) -> u64 {
        self.settings.steps_max
    }

    /// Whether all steps are done, or nothing varies any more but what is held at its least.
    pub(crate) fn is_finished(&self) -> bool {
        let still = |at: usize| {
            let least = self.settings.spread_min.max(self.least_spread(at) * 1.000_001);
            self.spread(at) <= least
        };
        self.step >= self.settings.steps_max || (0..self.space.len()).all(still)
    }

    pub(crate) fn records(&self) -> &[Record] {
        self.history.records()
    }

    pub(crate) fn centre(&self) -> Vec<f64> {
        self.space.to_fractions(&self.mean)
    }

    pub(crate) fn ask(&self) -> Ask {
        let samples = self.samples(&self.covariance.root());
        let once: Vec<Vec<f64>> = samples.iter().map(|sample| self.space.to_values(&sample.point)).collect();
        let listed = once.len() * self.settings.repeats;
        Ask::Rate { candidates: once.into_iter().cycle().take(listed).collect() }
    }

    pub(crate) fn tell(&mut self, told: &Told) -> Result<(), TuneError> {
        let scores = match told {
            Told::Rate { scores } => scores,
            Told::Duel { .. } => return Err(TuneError::answer("the score of a duel", "ratings of candidates")),
        };
        let population = self.settings.population(self.space.len());
        let expected = population * self.settings.repeats;
        if scores.len() != expected {
            return Err(TuneError::answer(format!("{} ratings", scores.len()), expected.to_string()));
        }
        if let Some(at) = scores.iter().position(|score| !score.is_finite()) {
            let found = format!("{} as rating {}", scores[at], at + 1);
            return Err(TuneError::answer(found, "finite numbers"));
        }
        let root = self.covariance.root();
        let samples = self.samples(&root);
        let ratings: Vec<f64> =
            (0..population).map(|candidate| mean(of_candidate(scores, candidate, population))).collect();
        let mut order: Vec<usize> = (0..population).collect();
        order.sort_by(|&left, &right| ratings[right].total_cmp(&ratings[left]));
        let ranked: Vec<&[f64]> = order.iter().map(|&at| samples[at].offset.as_slice()).collect();
        self.learn(&ranked, &root);
        self.step += 1;
        self.history.push(Record {
            step: self.step,
            centre: self.centre(),
            spread: mean((0..self.space.len()).map(|at| self.spread(at) * self.spread(at))).sqrt(),
            score: mean(scores.iter().copied()),
            noise: noise(scores, &ratings),
        });
        Ok(())
    }

    /// The mean of the cloud, and its width along each parameter.
    pub(crate) fn beliefs(&self) -> Vec<Belief> {
        let parameters = self.space.parameters.iter().zip(self.centre()).enumerate();
        let belief = |(at, (parameter, value)): (usize, (&crate::Parameter, f64))| {
            let spread = self.spread(at) * parameter.step;
            Belief { name: parameter.name.clone(), start: parameter.start, value, spread }
        };
        parameters.map(belief).collect()
    }

    /// Whether a saved state is whole.
    pub(crate) fn check(&self) -> Result<(), TuneError> {
        self.space.check()?;
        self.settings.check()?;
        let size = self.space.len();
        if self.step > self.settings.steps_max {
            return Err(TuneError::state(format!("step {}", self.step), format!("at most {}", self.steps_max())));
        }
        check_numbers("the mean", &self.mean, size)?;
        check_numbers("the paths", &self.length_path, size)?;
        check_numbers("the paths", &self.shape_path, size)?;
        if !(self.length > 0.0 && self.length.is_finite()) {
            return Err(TuneError::state(format!("a length of {}", self.length), "more than 0"));
        }
        self.covariance.check(size)?;
        self.history.check(size, self.step)
    }

    /// The candidates of the step that is on.
    fn samples(&self, root: &Root) -> Vec<Sample> {
        let mut draws = Draws::new(self.seed, self.step);
        let size = self.space.len();
        let mut sample = || {
            let round: Vec<f64> = (0..size).map(|_| draws.normal()).collect();
            let mut offset = root.stretch(&round);
            let mut point = Vec::with_capacity(size);
            for (at, parameter) in self.space.parameters.iter().enumerate() {
                let (low, high) = parameter.unit_bounds();
                let drawn = self.mean[at] + self.length * offset[at];
                let inside = reflect(drawn, low, high);
                if inside != drawn {
                    offset[at] = (inside - self.mean[at]) / self.length;
                }
                point.push(inside);
            }
            Sample { offset, point }
        };
        (0..self.settings.population(size)).map(|_| sample()).collect()
    }

    /// One step of the tutorial's algorithm, from offsets in the order of their ratings, best first.
    fn learn(&mut self, ranked: &[&[f64]], root: &Root) {
        let rates = Rates::new(self.space.len(), ranked.len(), &self.covariance);
        // 1. The mean goes to the weighted mean of the better half.
        let weighted = || rates.weights.iter().zip(ranked);
        let advance: Vec<f64> =
            (0..self.mean.len()).map(|at| weighted().map(|(weight, offset)| weight * offset[at]).sum()).collect();
        for (mean, advance) in self.mean.iter_mut().zip(&advance) {
            *mean += self.length * advance;
        }
        // 2. The path of the length, in the round cloud, where a random path has a known length.
        blend(&mut self.length_path, rates.length_path, rates.mass, &root.whiten(&advance));
        let path = self.length_path.iter().map(|along| along * along).sum::<f64>().sqrt();
        let relative = path / rates.chance;
        // 3. The path of the shape, which waits while the length is growing fast.
        let settled = 1.0 - libm::pow(1.0 - rates.length_path, 2.0 * (self.step as f64 + 1.0));
        let waits = relative / settled.sqrt() >= 1.4 + 2.0 / (self.mean.len() as f64 + 1.0);
        let towards = if waits { vec![0.0; advance.len()] } else { advance };
        blend(&mut self.shape_path, rates.shape_path, rates.mass, &towards);
        // 4. The shape learns from its path and from the better half.
        let lost = if waits { rates.shape_path * (2.0 - rates.shape_path) } else { 0.0 };
        let mut steps = vec![(rates.rank_one, self.shape_path.as_slice())];
        steps.extend(weighted().map(|(weight, offset)| (rates.rank_many * weight, *offset)));
        let keep = 1.0 - rates.rank_one - rates.rank_many + rates.rank_one * lost;
        self.covariance.learn(&Lesson { keep, steps });
        // 5. The length grows if its path is longer than chance would have it, at most by e.
        self.length *= libm::exp((rates.length_path / rates.damping * (relative - 1.0)).min(1.0));
        self.keep_whole_parameters_moving();
    }

    fn keep_whole_parameters_moving(&mut self) {
        for at in 0..self.space.len() {
            let least = self.least_spread(at) / self.length;
            self.covariance.raise(at, least * least);
        }
    }

    /// The standard deviation of a parameter, in its steps.
    fn spread(&self, at: usize) -> f64 {
        self.length * self.covariance.variance(at).sqrt()
    }

    /// What that is held at.
    fn least_spread(&self, at: usize) -> f64 {
        let parameter = &self.space.parameters[at];
        if parameter.whole { WHOLE_SPREAD / parameter.step } else { 0.0 }
    }
}

/// The tutorial's weights and learning rates.
struct Rates {
    /// Of the better half, best first; their sum is 1.
    weights: Vec<f64>,
    /// How many equal candidates would average as well (mu_eff).
    mass: f64,
    /// How fast the path of the length forgets (c_sigma).
    length_path: f64,
    /// How slowly the length follows its path (d_sigma).
    damping: f64,
    /// How fast the path of the shape forgets (c_c).
    shape_path: f64,
    /// How much the shape learns from its path (c_1).
    rank_one: f64,
    /// How much the shape learns from the better half (c_mu).
    rank_many: f64,
    /// The expected length of a vector of standard normal numbers.
    chance: f64,
}

impl Rates {
    fn new(size: usize, population: usize, covariance: &Covariance) -> Self {
        let n = size as f64;
        let middle = libm::log((population as f64 + 1.0) / 2.0);
        let raw: Vec<f64> = (1..=population / 2).map(|rank| middle - libm::log(rank as f64)).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let mass = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let length_path = (mass + 2.0) / (n + mass + 5.0);
        // A diagonal has fewer numbers to learn and may learn them faster (Ros and Hansen 2008).
        let faster = match covariance {
            Covariance::Diagonal(_) => (n + 2.0) / 3.0,
            Covariance::Full(_) => 1.0,
        };
        let rank_one = (faster * 2.0 / ((n + 1.3) * (n + 1.3) + mass)).min(0.5);
        let rank_many = faster * 2.0 * (mass - 2.0 + 1.0 / mass) / ((n + 2.0) * (n + 2.0) + mass);
        Self {
            mass,
            length_path,
            damping: 1.0 + 2.0 * (((mass - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + length_path,
            shape_path: (4.0 + mass / n) / (n + 4.0 + 2.0 * mass / n),
            rank_one,
            rank_many: rank_many.min(1.0 - rank_one),
            chance: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            weights,
        }
    }
}

/// Forgets a part of a path and adds a step, so that random steps leave its expected length as it is.
fn blend(path: &mut [f64], rate: f64, mass: f64, step: &[f64]) {
    let weight = (rate * (2.0 - rate) * mass).sqrt();
    for (along, step) in path.iter_mut().zip(step) {
        *along = (1.0 - rate) * *along + weight * step;
    }
}

/// The ratings of one candidate: the population is listed whole, as many times as there are repeats.
fn of_candidate(scores: &[f64], candidate: usize, population: usize) -> impl Iterator<Item = f64> {
    scores.iter().skip(candidate).step_by(population).copied()
}

/// The standard error of a candidate's mean rating, if there are repeats.
fn noise(scores: &[f64], ratings: &[f64]) -> Option<f64> {
    let (population, repeats) = (ratings.len(), scores.len() / ratings.len());
    if repeats < 2 {
        return None;
    }
    let squares = scores.iter().enumerate().map(|(at, score)| {
        let off = score - ratings[at % population];
        off * off
    });
    let variance = squares.sum::<f64>() / (population * (repeats - 1)) as f64;
    Some((variance / repeats as f64).sqrt())
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), number| (sum + number, count + 1.0));
    sum / count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_those_of_the_tutorial() {
        // Worked by hand from the formulas for n = 10 and a population of 10.
        let rates = Rates::new(10, 10, &Covariance::round_full(10));
        let check = |name: &str, found: f64, expected: f64| assert!((found - expected).abs() < 5e-4, "{name}: {found}");
        check("weights", rates.weights.iter().sum(), 1.0);
        check("first weight", rates.weights[0], 0.4563);
        check("mass", rates.mass, 3.1673);
        check("length_path", rates.length_path, 0.2844);
        check("damping", rates.damping, 1.2844);
        check("shape_path", rates.shape_path, 0.2950);
        check("rank_one", rates.rank_one, 0.01528);
        check("rank_many", rates.rank_many, 0.0201);
        check("chance", rates.chance, 3.0848);
        let faster = Rates::new(10, 10, &Covariance::round_diagonal(10));
        check("diagonal", faster.rank_one / rates.rank_one, 4.0);
    }

    #[test]
    fn noise_is_measured_by_repeats() {
        assert_eq!(noise(&[1.0, 2.0], &[1.0, 2.0]), None);
        // Two candidates, rated 1 and 3, and 5 and 5: a variance of (1 + 1) / 2 a rating, half of it a mean.
        assert_eq!(noise(&[1.0, 5.0, 3.0, 5.0], &[2.0, 5.0]), Some(0.5f64.sqrt()));
    }
}
