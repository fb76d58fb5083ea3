//! What can be wrong with a space, with settings, with an answer or with a saved state.

/// A mistake of whoever uses an optimiser: where it is, what was found and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TuneError {
    /// A space without parameters.
    #[error("the space has no parameters, expected at least one")]
    NoParameters,
    /// A parameter that cannot be searched.
    #[error("parameter {name:?}: {field} is {found}, expected {expected}")]
    Parameter {
        /// The parameter.
        name: String,
        /// Its field.
        field: &'static str,
        /// What the field holds.
        found: String,
        /// What it may hold.
        expected: String,
    },
    /// A setting out of its range.
    #[error("setting {setting} is {found}, expected {expected}")]
    Setting {
        /// The field of the settings.
        setting: &'static str,
        /// What it holds.
        found: String,
        /// What it may hold.
        expected: &'static str,
    },
    /// An answer that does not fit the question.
    #[error("the answer has {found}, expected {expected}")]
    Answer {
        /// What was told.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// An answer after the last question.
    #[error("the search ended with step {step}, expected no further answer")]
    Finished {
        /// How many steps were done.
        step: u64,
    },
    /// A saved state that no optimiser can have written.
    #[error("the saved state has {found}, expected {expected}")]
    State {
        /// What it holds.
        found: String,
        /// What it should hold.
        expected: String,
    },
}

impl TuneError {
    /// A setting out of its range.
    pub(crate) fn setting(setting: &'static str, found: impl ToString, expected: &'static str) -> Self {
        Self::Setting { setting, found: found.to_string(), expected }
    }

    /// An answer that does not fit.
    pub(crate) fn answer(found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::Answer { found: found.into(), expected: expected.into() }
    }

    /// A damaged state.
    pub(crate) fn state(found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::State { found: found.into(), expected: expected.into() }
    }
}

/// That a list of a saved state has one finite number for each of `expected` places.
pub(crate) fn check_numbers(what: &str, numbers: &[f64], expected: usize) -> Result<(), TuneError> {
    if numbers.len() != expected {
        return Err(TuneError::state(format!("{} numbers in {what}", numbers.len()), expected.to_string()));
    }
    match numbers.iter().find(|number| !number.is_finite()) {
        Some(number) => Err(TuneError::state(format!("{number} in {what}"), "finite numbers")),
        None => Ok(()),
    }
}
