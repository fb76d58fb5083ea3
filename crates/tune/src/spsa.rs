//! SPSA: simultaneous perturbation stochastic approximation (Spall 1998), by duels.
//!
//! Every step throws a coin for each parameter, moves all of them up or down by the coins for one player and
//! the other way for another, lets the two play, and moves towards the winner. One match tells something
//! about every parameter at once, so a step costs the same in any dimension. It is the method by which chess
//! engines are tuned by games.

use serde::{Deserialize, Serialize};

use crate::error::check_numbers;
use crate::history::{History, Record};
use crate::random::Draws;
use crate::space::reflect;
use crate::{Ask, Belief, Space, Told, TuneError};

/// How fast the moves shrink. Spall's practical choice: slower than the 1 that is best in the limit, because
/// runs are short.
const GAIN_DECAY: f64 = 0.602;

/// How fast the perturbations shrink: Spall's choice that goes with the decay of the gain.
const REACH_DECAY: f64 = 0.101;

/// The least perturbation of a whole parameter. From 0.5 on, plus and minus never round to the same number;
/// a little more keeps that true of rounded arithmetic.
const WHOLE_REACH: f64 = 0.51;

/// What can be chosen about SPSA.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SpsaSettings {
    /// How many matches are asked for. 1000: with 32 games each, about what a first answer for a handful of
    /// weights takes. Real tunings of engines use ten times as many.
    pub steps_max: u64,
    /// The games of a match that counts in full. 32: enough that the winner is more often the better player than
    /// not, few enough that there are many steps. A match told with fewer games moves by its share, one with more
    /// does not move further.
    pub games: u32,
    /// The first perturbation, in steps of the parameters. 1: the step is what the user calls a sensible change.
    /// After 1000 steps the perturbation is half of it.
    pub perturbation: f64,
    /// How far the first match moves every parameter if plus wins all its games, in perturbations. 0.25: a close
    /// match, 55 in 100, moves by a fortieth, so that some dozens must agree before much happens.
    pub first_move: f64,
    /// Spall's A as a share of `steps_max`: how long the moves stay about as large as at first. 0.1 is his advice.
    pub stability: f64,
}

impl Default for SpsaSettings {
    fn default() -> Self {
        Self { steps_max: 1000, games: 32, perturbation: 1.0, first_move: 0.25, stability: 0.1 }
    }
}

impl SpsaSettings {
    fn check(&self) -> Result<(), TuneError> {
        if self.steps_max == 0 {
            return Err(TuneError::setting("steps_max", 0, "at least 1"));
        }
        if self.games == 0 {
            return Err(TuneError::setting("games", 0, "at least 1"));
        }
        for (setting, value) in [("perturbation", self.perturbation), ("first_move", self.first_move)] {
            if !(1e-6..=1e3).contains(&value) {
                return Err(TuneError::setting(setting, value, "0.000001 to 1000"));
            }
        }
        if !(0.0..=10.0).contains(&self.stability) {
            return Err(TuneError::setting("stability", self.stability, "0 to 10"));
        }
        Ok(())
    }
}

/// The state of a search by SPSA.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spsa {
    space: Space,
    settings: SpsaSettings,
    seed: u64,
    step: u64,
    /// The iterate, on the unit scale.
    centre: Vec<f64>,
    history: History,
}

/// What one step does to one parameter, on the unit scale.
struct Throw {
    /// The middle between plus and minus.
    middle: f64,
    /// From the middle to plus and to minus.
    reach: f64,
    /// 1 if plus is above the middle, -1 if it is below.
    sign: f64,
}

impl Spsa {
    pub(crate) fn new(space: Space, settings: SpsaSettings, seed: u64) -> Result<Self, TuneError> {
        settings.check()?;
        let centre = vec![0.0; space.len()];
        Ok(Self { space, settings, seed, step: 0, centre, history: History::new() })
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

    pub(crate) fn is_finished(&self) -> bool {
        self.step >= self.settings.steps_max
    }

    pub(crate) fn records(&self) -> &[Record] {
        self.history.records()
    }

    pub(crate) fn centre(&self) -> Vec<f64> {
        self.space.to_fractions(&self.centre)
    }

    pub(crate) fn ask(&self) -> Ask {
        let throws = self.throws();
        let side = |side: f64| -> Vec<f64> {
            let points: Vec<f64> = throws.iter().map(|throw| throw.middle + side * throw.sign * throw.reach).collect();
            self.space.to_values(&points)
        };
        Ask::Duel { plus: side(1.0), minus: side(-1.0) }
    }

    pub(crate) fn tell(&mut self, told: &Told) -> Result<(), TuneError> {
        let (score, games) = match told {
            Told::Duel { score, games } => (*score, *games),
            Told::Rate { scores } => {
                return Err(TuneError::answer(format!("{} ratings", scores.len()), "the score of a duel"));
            }
        };
        if !(0.0..=1.0).contains(&score) {
            return Err(TuneError::answer(format!("a score of {score}"), "0 to 1"));
        }
        if games == 0 {
            return Err(TuneError::answer("0 games", "at least 1"));
        }
        let weight = (f64::from(games) / f64::from(self.settings.games)).min(1.0);
        let advance = self.move_in_reaches() * weight * (2.0 * score - 1.0);
        let throws = self.throws();
        for ((unit, throw), parameter) in self.centre.iter_mut().zip(&throws).zip(&self.space.parameters) {
            let (low, high) = parameter.unit_bounds();
            *unit = reflect(*unit + advance * throw.sign * throw.reach, low, high);
        }
        self.step += 1;
        self.history.push(Record {
            step: self.step,
            centre: self.centre(),
            spread: self.perturbation(),
            score,
            noise: Some(noise(score, f64::from(games))),
        });
        Ok(())
    }

    /// The mean of the later half of the iterates (Polyak and Ruppert): the noise of single matches averages
    /// out, and the way there is forgotten.
    pub(crate) fn beliefs(&self) -> Vec<Belief> {
        let records = self.history.later_half();
        let count = records.len() as f64;
        let mean_of = |number: &dyn Fn(&Record) -> f64| records.iter().map(number).sum::<f64>() / count;
        let parameters = self.space.parameters.iter().enumerate();
        let belief = |(at, parameter): (usize, &crate::Parameter)| {
            let (value, spread) = if records.is_empty() {
                (parameter.start, self.perturbation() * parameter.step)
            } else {
                let mean = mean_of(&|record| record.centre[at]).clamp(parameter.low, parameter.high);
                (mean, mean_of(&|record| (record.centre[at] - mean) * (record.centre[at] - mean)).sqrt())
            };
            Belief { name: parameter.name.clone(), start: parameter.start, value, spread }
        };
        parameters.map(belief).collect()
    }

    /// Whether a saved state is whole.
    pub(crate) fn check(&self) -> Result<(), TuneError> {
        self.space.check()?;
        self.settings.check()?;
        if self.step > self.settings.steps_max {
            return Err(TuneError::state(format!("step {}", self.step), format!("at most {}", self.steps_max())));
        }
        check_numbers("the centre", &self.centre, self.space.len())?;
        self.history.check(self.space.len(), self.step)
    }

    /// Spall's c_k, in steps of the parameters.
    fn perturbation(&self) -> f64 {
        self.settings.perturbation / libm::pow(self.step as f64 + 1.0, REACH_DECAY)
    }

    /// How far a match that plus wins whole moves, in perturbations: Spall's a_k / (2 c_k^2), for a result of
    /// 1 that stands for the difference of the scores of plus and minus. The setting names the first.
    fn move_in_reaches(&self) -> f64 {
        let stability = self.settings.stability * self.settings.steps_max as f64;
        let gain = libm::pow((1.0 + stability) / (self.step as f64 + 1.0 + stability), GAIN_DECAY);
        let shrunk = self.perturbation() / self.settings.perturbation;
        self.settings.first_move * gain / (shrunk * shrunk)
    }

    /// The throws of the step that is on.
    ///
    /// A perturbation that crosses a bound would be folded back onto its opposite and show nothing. So near a
    /// bound the middle moves inwards until both sides have room, and a range that is narrower than both sides is
    /// used whole.
    fn throws(&self) -> Vec<Throw> {
        let mut draws = Draws::new(self.seed, self.step);
        let perturbation = self.perturbation();
        let throw = |(parameter, unit): (&crate::Parameter, &f64)| {
            let (low, high) = parameter.unit_bounds();
            let least = if parameter.whole { WHOLE_REACH / parameter.step } else { 0.0 };
            let reach = perturbation.max(least).min((high - low) / 2.0);
            Throw { middle: unit.max(low + reach).min(high - reach), reach, sign: draws.sign() }
        };
        self.space.parameters.iter().zip(&self.centre).map(throw).collect()
    }
}

/// The standard error of a score, as if no game was drawn. One game more of each result keeps it from 0 when
/// all games ended the same way.
fn noise(score: f64, games: f64) -> f64 {
    let chance = (score * games + 1.0) / (games + 2.0);
    (chance * (1.0 - chance) / games).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parameter;

    fn spsa(start: f64, whole: bool) -> Spsa {
        let parameter = Parameter { name: "x".into(), start, low: 0.0, high: 10.0, step: 2.0, whole };
        Spsa::new(Space { parameters: vec![parameter] }, SpsaSettings::default(), 1).unwrap()
    }

    #[test]
    fn the_first_moves_are_as_promised() {
        let check = |score: f64, games: u32, expected: f64| {
            let mut search = spsa(5.0, false);
            let Ask::Duel { plus, minus } = search.ask() else { unreachable!("SPSA asks for duels") };
            assert_eq!((plus[0] - minus[0]).abs(), 4.0);
            let towards = (plus[0] - 5.0).signum();
            search.tell(&Told::Duel { score, games }).unwrap();
            let moved = (search.centre()[0] - 5.0) * towards;
            assert!((moved - expected).abs() < 1e-12, "score {score}: moved {moved}");
        };
        check(1.0, 32, 0.5);
        check(0.0, 32, -0.5);
        check(0.5, 32, 0.0);
        check(0.55, 32, 0.05);
        check(1.0, 8, 0.125);
        check(1.0, 64, 0.5);
    }

    #[test]
    fn noise_is_never_nothing() {
        let check = |score: f64, games: f64, expected: f64| {
            assert!((noise(score, games) - expected).abs() < 1e-12, "{}", noise(score, games));
        };
        check(0.5, 100.0, 0.05);
        check(1.0, 2.0, (0.75f64 * 0.25 / 2.0).sqrt());
        check(0.0, 2.0, (0.75f64 * 0.25 / 2.0).sqrt());
    }

    #[test]
    fn gains_follow_the_sequences_of_spall() {
        let mut search = spsa(5.0, false);
        let gain = |search: &Spsa| search.move_in_reaches() * 2.0 * search.perturbation() * search.perturbation();
        let first = gain(&search);
        search.step = 600;
        assert!((search.perturbation() - 601f64.powf(-0.101)).abs() < 1e-12);
        assert!((gain(&search) / first - (701f64 / 101.0).powf(-0.602)).abs() < 1e-12);
    }

    #[test]
    fn both_sides_have_room_at_the_bounds() {
        let check = |start: f64, expected: [f64; 2]| {
            let Ask::Duel { plus, minus } = spsa(start, false).ask() else { unreachable!("SPSA asks for duels") };
            assert_eq!([plus[0].min(minus[0]), plus[0].max(minus[0])], expected);
        };
        check(0.0, [0.0, 4.0]);
        check(9.5, [6.0, 10.0]);
        check(5.0, [3.0, 7.0]);
    }

    #[test]
    fn whole_sides_differ_however_late() {
        for start in 0..=10 {
            let mut search = spsa(f64::from(start), true);
            search.settings.perturbation = 1e-6;
            for step in 0..50 {
                search.step = step;
                search.centre[0] = f64::from(step as u32) / 7.3 - f64::from(start) / 2.0;
                let Ask::Duel { plus, minus } = search.ask() else { unreachable!("SPSA asks for duels") };
                assert!((plus[0] - minus[0]).abs() >= 1.0, "{plus:?} {minus:?}");
            }
        }
    }
}
