//! What is searched: named parameters with bounds, and the scale on which the optimisers see them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::TuneError;

/// One number that may change.
///
/// ```
/// use enban_tune::Parameter;
///
/// let depth = Parameter { name: "depth".into(), start: 4.0, low: 1.0, high: 10.0, step: 1.0, whole: true };
/// assert_eq!(depth.round(6.5), 7.0);
/// assert_eq!(depth.round(12.0), 10.0);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// What it is called in reports and errors.
    pub name: String,
    /// Where the search begins.
    pub start: f64,
    /// The least value that is tried.
    pub low: f64,
    /// The greatest value that is tried.
    pub high: f64,
    /// The size of a sensible first change: large enough that a match could show it.
    pub step: f64,
    /// Whether only whole numbers are tried.
    #[serde(default)]
    pub whole: bool,
}

/// The parameters that are searched together.
///
/// The optimisers work on the **unit scale**: there a parameter's start is 0 and its step is 1, so that one
/// length of step is sensible for all of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Space {
    /// The parameters, in the order of every list of values.
    pub parameters: Vec<Parameter>,
}

impl Space {
    /// How many parameters there are.
    pub fn len(&self) -> usize {
        self.parameters.len()
    }

    /// Whether there are none, which no optimiser accepts.
    pub fn is_empty(&self) -> bool {
        self.parameters.is_empty()
    }

    /// Checks that the space can be searched: bounds around the start, steps that fit, each name once.
    ///
    /// ```
    /// use enban_tune::{Parameter, Space, TuneError};
    ///
    /// let bp = Parameter { name: "bp".into(), start: 1.0, low: 0.0, high: 5.0, step: 0.5, whole: false };
    /// assert!(Space { parameters: vec![bp.clone()] }.check().is_ok());
    /// assert!(Space { parameters: vec![bp.clone(), bp] }.check().is_err(), "each name once");
    /// assert_eq!(Space { parameters: Vec::new() }.check(), Err(TuneError::NoParameters));
    /// ```
    pub fn check(&self) -> Result<(), TuneError> {
        if self.is_empty() {
            return Err(TuneError::NoParameters);
        }
        let mut names = BTreeSet::new();
        for parameter in &self.parameters {
            parameter.check()?;
            if !names.insert(parameter.name.as_str()) {
                return Err(parameter.fault("name", &parameter.name, "each name once"));
            }
        }
        Ok(())
    }

    /// Values on the unit scale. They are not held against the bounds.
    pub fn to_unit(&self, values: &[f64]) -> Vec<f64> {
        self.pairs(values).map(|(parameter, value)| (value - parameter.start) / parameter.step).collect()
    }

    /// The values at a point of the unit scale: reflected at the bounds, and whole where they must be.
    pub(crate) fn to_values(&self, unit: &[f64]) -> Vec<f64> {
        self.round(&self.to_fractions(unit))
    }

    /// As [`Space::to_values`], but with the fractions of whole parameters: where a search stands between them.
    pub(crate) fn to_fractions(&self, unit: &[f64]) -> Vec<f64> {
        let place = |(parameter, unit): (&Parameter, f64)| parameter.reflect(parameter.start + unit * parameter.step);
        self.pairs(unit).map(place).collect()
    }

    /// The values that can be tried nearest to values within the bounds.
    pub fn round(&self, values: &[f64]) -> Vec<f64> {
        self.pairs(values).map(|(parameter, value)| parameter.round(value)).collect()
    }

    fn pairs<'s>(&'s self, numbers: &'s [f64]) -> impl Iterator<Item = (&'s Parameter, f64)> {
        assert_eq!(numbers.len(), self.len(), "one number for each parameter");
        self.parameters.iter().zip(numbers.iter().copied())
    }
}

impl Parameter {
    /// The bounds on the unit scale.
    pub(crate) fn unit_bounds(&self) -> (f64, f64) {
        ((self.low - self.start) / self.step, (self.high - self.start) / self.step)
    }

    /// A value folded back into the bounds, as by mirrors that stand on them.
    pub(crate) fn reflect(&self, value: f64) -> f64 {
        reflect(value, self.low, self.high)
    }

    /// The nearest value that can be tried. Halves go up everywhere, so that two values that are one apart
    /// stay one apart.
    pub fn round(&self, value: f64) -> f64 {
        if self.whole { (value + 0.5).floor().clamp(self.low, self.high) } else { value }
    }

    fn check(&self) -> Result<(), TuneError> {
        if self.name.is_empty() {
            return Err(self.fault("name", "\"\"", "a name"));
        }
        let fields = [("start", self.start), ("low", self.low), ("high", self.high), ("step", self.step)];
        for (field, value) in fields {
            // Beyond this size a double has no room for a fraction, and squares could overflow.
            if value.is_nan() || value.abs() > 1e15 {
                return Err(self.fault(field, value, "a number between -1e15 and 1e15"));
            }
            if self.whole && field != "step" && value.fract() != 0.0 {
                return Err(self.fault(field, value, "a whole number"));
            }
        }
        if self.low >= self.high {
            return Err(self.fault("high", self.high, format!("more than low, which is {}", self.low)));
        }
        if !(self.low..=self.high).contains(&self.start) {
            return Err(self.fault("start", self.start, format!("{} to {}", self.low, self.high)));
        }
        let range = self.high - self.low;
        let least = if self.whole { 1.0 } else { range / 1e9 };
        if !(least..=range).contains(&self.step) {
            return Err(self.fault("step", self.step, format!("{least} to {range}")));
        }
        Ok(())
    }

    fn fault(&self, field: &'static str, found: impl ToString, expected: impl Into<String>) -> TuneError {
        TuneError::Parameter { name: self.name.clone(), field, found: found.to_string(), expected: expected.into() }
    }
}

/// A number folded back into low to high.
pub(crate) fn reflect(value: f64, low: f64, high: f64) -> f64 {
    if (low..=high).contains(&value) {
        return value;
    }
    let range = high - low;
    let along = (value - low).rem_euclid(2.0 * range);
    let inside = if along > range { 2.0 * range - along } else { along };
    (low + inside).clamp(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter() -> Parameter {
        Parameter { name: "corner".into(), start: 20.0, low: -10.0, high: 50.0, step: 5.0, whole: false }
    }

    #[test]
    fn numbers_are_reflected() {
        let check = |value, expected| assert_eq!(reflect(value, -1.0, 3.0), expected, "{value}");
        check(-1.0, -1.0);
        check(3.0, 3.0);
        check(0.25, 0.25);
        check(3.5, 2.5);
        check(-1.5, -0.5);
        check(7.5, -0.5);
        check(-6.0, 2.0);
        check(1e9, 0.0);
    }

    #[test]
    fn the_unit_scale_counts_steps_from_the_start() {
        let space = Space { parameters: vec![parameter(), Parameter { whole: true, ..parameter() }] };
        let check = |unit: [f64; 2], values: [f64; 2]| assert_eq!(space.to_values(&unit), values, "{unit:?}");
        check([0.0, 0.0], [20.0, 20.0]);
        check([1.0, -1.0], [25.0, 15.0]);
        check([0.5, 0.5], [22.5, 23.0]);
        check([-0.5, -0.5], [17.5, 18.0]);
        check([7.0, 6.04], [45.0, 50.0]);
        assert_eq!(space.to_unit(&[25.0, 10.0]), [1.0, -2.0]);
        assert_eq!(space.to_fractions(&[0.5, 0.5]), [22.5, 22.5]);
    }

    #[test]
    fn mistakes_are_named() {
        let check = |change: fn(&mut Parameter), message: &str| {
            let mut wrong = parameter();
            change(&mut wrong);
            let space = Space { parameters: vec![Parameter { name: "edge".into(), ..parameter() }, wrong] };
            assert_eq!(space.check().unwrap_err().to_string(), message);
        };
        check(|p| p.name.clear(), "parameter \"\": name is \"\", expected a name");
        check(|p| p.name = "edge".into(), "parameter \"edge\": name is edge, expected each name once");
        check(|p| p.start = f64::NAN, "parameter \"corner\": start is NaN, expected a number between -1e15 and 1e15");
        check(
            |p| p.high = f64::INFINITY,
            "parameter \"corner\": high is inf, expected a number between -1e15 and 1e15",
        );
        check(|p| p.high = -10.0, "parameter \"corner\": high is -10, expected more than low, which is -10");
        check(|p| p.start = 51.0, "parameter \"corner\": start is 51, expected -10 to 50");
        check(|p| p.step = 61.0, "parameter \"corner\": step is 61, expected 0.00000006 to 60");
        check(|p| p.step = -1.0, "parameter \"corner\": step is -1, expected 0.00000006 to 60");
        check(|p| (p.whole, p.step) = (true, 0.5), "parameter \"corner\": step is 0.5, expected 1 to 60");
        check(|p| (p.whole, p.low) = (true, 0.5), "parameter \"corner\": low is 0.5, expected a whole number");
        assert_eq!(Space { parameters: Vec::new() }.check(), Err(TuneError::NoParameters));
        assert_eq!(Space { parameters: vec![parameter()] }.check(), Ok(()));
    }
}
